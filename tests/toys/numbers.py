"""Numbers: many actions, and a secret card each.

Both seats name a number at the same time; nearer to the target wins. Each seat also holds a secret card, which
moves its own target by some places.

    action k: name k
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, forget_key, pick, rekey
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Options
from gamut.engine.ranking import rank, share
from gamut.engine.record import Floats, Row, WordRow, i2, words
from gamut.engine.verbs import UNSEEN, WHOLE, gather

SEATS, MANY, CARDS = 2, 1400, 10
NAMED = -1  # by somebody else: what is not known


class Constants:
    seats = i2()


class State:
    key = words(3)
    card = i2(SEATS)  # from 1
    named = i2(SEATS)  # from 1; 0: not yet
    score = i2(SEATS)  # at the end: how near, from below
    target = i2()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats = seats


def deal(c: Constants, s: State) -> None:
    s.target = 100 + chance(s, MANY - 200)
    for p in range(SEATS):
        s.card[p] = 1 + chance(s, CARDS)


def actors(c: Constants, s: State) -> int:
    return (1 if s.named[0] == 0 else 0) + (2 if s.named[1] == 0 else 0)


def secret(c: Constants, s: State) -> int:
    return 1 if actors(c, s) else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    for a in range(MANY):
        out[a] = a
    return MANY


def play(c: Constants, s: State, seat: int, a: int) -> None:
    s.named[seat] = 1 + a
    if actors(c, s) == 0:
        for p in range(SEATS):
            s.score[p] = -abs(s.named[p] - 1 - (s.target + s.card[p]))


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for p in range(SEATS):
        scores[p] = s.score[p]
    rank(scores, ranks, SEATS)
    return 0


def check(c: Constants, s: State) -> int:
    for p in range(SEATS):
        if s.card[p] < 1 or s.card[p] > CARDS:
            return 1
    return 0


def hide(c: Constants, s: State, seat: int) -> None:
    for p in range(SEATS):
        if p != seat and actors(c, s) != 0:
            s.card[p] = 0
            s.named[p] = NAMED if s.named[p] != 0 else 0
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    for p in range(SEATS):
        if s.card[p] == 0:
            s.card[p] = 1 + pick(r, CARDS)
        if s.named[p] == NAMED:
            s.named[p] = 1 + pick(r, MANY)
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0] = s.target / MANY


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 1 + 1000 // (1 + abs(acts[k] - s.target) // 20)


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    if actors(c, s) == 0:
        share(s.score, out, SEATS)
        return
    for p in range(SEATS):
        out[p] = WHOLE // SEATS


def action(c: Constants, a: int) -> str:
    return f"name {a}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    return (f"number:{a}",)


def ask(c: Constants, s: State, seat: int) -> str:
    return "Name a number"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry("named a number" if a == UNSEEN else f"named {a}", mover)]


class NumbersView(msgspec.Struct, frozen=True):
    target: int
    card: int


def view(c: Constants, s: State, seat: int) -> NumbersView:
    return NumbersView(s.target, s.card[seat] if seat >= 0 else 0)


def draw(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


NUMBERS = Game(
    id="numbers",
    title="Numbers",
    tagline="Name a number.",
    goal="Be nearer to your own target.",
    version=1,
    seats=(2,),
    minutes=1,
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=MANY,
    most_legal=MANY,
    longest=SEATS,
    features=1,
    reasons=("nearest",),
    invariants=("everybody holds a card",),
    levels={"easy": "random", "medium": "greedy", "hard": "search:400it"},
    secrets=("card", "named"),
    folder=Path(__file__).parent,
)
