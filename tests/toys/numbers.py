"""Numbers: many actions, and a secret card for each seat.

Both seats name a number at the same time; the one closer to its target wins. Each seat holds a secret card, which moves
its own target.

    action k: name k
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, erase_key, random_below, renew_key
from gamut.engine.game import Game
from gamut.engine.options import Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.ranking import rank_scores, share_win
from gamut.engine.record import Floats, Row, WordRow, i2, words
from gamut.engine.verbs import UNSEEN, WIN_VALUE, collect_verbs

SEATS, ACTIONS, CARDS = 2, 1400, 10
NAMED = -1  # in a hidden copy: another seat has named a number


class Constants:
    seats = i2()


class State:
    chance_key = words(3)
    card = i2(SEATS)  # from 1
    named = i2(SEATS)  # from 1; 0: not yet
    score = i2(SEATS)  # at the end: minus the distance from the target
    target = i2()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats = seats


def deal(c: Constants, s: State) -> None:
    s.target = 100 + chance(s, ACTIONS - 200)
    for p in range(SEATS):
        s.card[p] = 1 + chance(s, CARDS)


def actors(c: Constants, s: State) -> int:
    return (1 if s.named[0] == 0 else 0) + (2 if s.named[1] == 0 else 0)


def secret_phase(c: Constants, s: State) -> int:
    return 1 if actors(c, s) else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    for a in range(ACTIONS):
        out[a] = a
    return ACTIONS


def play(c: Constants, s: State, seat: int, a: int) -> None:
    s.named[seat] = 1 + a
    if actors(c, s) == 0:
        for p in range(SEATS):
            s.score[p] = -abs(s.named[p] - 1 - (s.target + s.card[p]))


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for p in range(SEATS):
        scores[p] = s.score[p]
    rank_scores(scores, ranks, SEATS)
    return 0


def broken_invariant(c: Constants, s: State) -> int:
    for p in range(SEATS):
        if s.card[p] < 1 or s.card[p] > CARDS:
            return 1
    return 0


def hide(c: Constants, s: State, seat: int) -> None:
    for p in range(SEATS):
        if p != seat and actors(c, s) != 0:
            s.card[p] = 0
            s.named[p] = NAMED if s.named[p] != 0 else 0
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    for p in range(SEATS):
        if s.card[p] == 0:
            s.card[p] = 1 + random_below(rng, CARDS)
        if s.named[p] == NAMED:
            s.named[p] = 1 + random_below(rng, ACTIONS)
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0] = s.target / ACTIONS


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1 + 1000 // (1 + abs(actions[k] - s.target) // 20)


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    if actors(c, s) == 0:
        share_win(s.score, out, SEATS)
        return
    for p in range(SEATS):
        out[p] = WIN_VALUE // SEATS


def action_text(c: Constants, a: int) -> str:
    return f"name {a}"


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    return (f"number:{a}",)


def prompt(c: Constants, s: State, seat: int) -> str:
    return "Name a number"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry("named a number" if a == UNSEEN else f"named {a}", mover)]


class NumbersView(msgspec.Struct, frozen=True):
    target: int
    card: int


def view(c: Constants, s: State, seat: int) -> NumbersView:
    return NumbersView(s.target, s.card[seat] if seat >= 0 else 0)


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


NUMBERS = Game(
    id="numbers",
    title="Numbers",
    tagline="Name a number.",
    goal="Be closer to your target than the other player.",
    version=1,
    seats=(2,),
    minutes=1,
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=ACTIONS,
    max_legal=ACTIONS,
    max_steps=SEATS,
    feature_count=1,
    reasons=("closest",),
    invariants=("every seat holds a card",),
    levels={"easy": "random", "medium": "greedy", "hard": "search:400it"},
    secret_fields=("card", "named"),
    folder=Path(__file__).parent,
)
