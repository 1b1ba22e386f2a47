"""Pledges: secret phases of several steps, repeated after a tie.

Three columns are worth 1, 2 and 3 points. All seats secretly place stones on them, one by one, until they are done.
Then the stones are revealed: the seat with the most stones in a column scores its points; in a tie no seat does. If
several seats are in the lead, all place their remaining stones in another phase; after three phases they share the win.

    action 0 … 2: a stone on that column;  3: done
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import erase_key, random_below, renew_key
from gamut.engine.game import Game
from gamut.engine.options import CountOption, Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.ranking import rank_scores, share_win
from gamut.engine.record import Floats, Row, WordRow, i1, words
from gamut.engine.verbs import UNSEEN, WIN_VALUE, collect_verbs

SEATS, COLUMNS, MAX_STONES, MAX_PHASES = 3, 3, 9, 3
DONE = COLUMNS
NAMES = ("left", "middle", "right")


class Constants:
    seats = i1()
    stones = i1()


class State:
    chance_key = words(3)
    placed = i1(SEATS, COLUMNS)  # in this phase; revealed when all are done
    shown = i1(SEATS, COLUMNS)  # in the previous phase
    stones = i1(SEATS)  # at the start of the phase
    score = i1(SEATS)
    ready = i1()  # bit mask of the seats that are done
    phase = i1()  # from 1
    over = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats, c.stones = seats, int(options["stones"])


# ---------------------------------------------------------------------- rules


def deal(c: Constants, s: State) -> None:
    for seat in range(c.seats):
        s.stones[seat] = c.stones
    s.phase = 1


def actors(c: Constants, s: State) -> int:
    return 0 if s.over else ((1 << c.seats) - 1) & ~s.ready


def secret_phase(c: Constants, s: State) -> int:
    return 0 if s.over else s.phase


def left(s: State, seat: int) -> int:
    n = s.stones[seat]
    for k in range(COLUMNS):
        n -= s.placed[seat, k]
    return n


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    n = 0
    if left(s, seat) > 0:
        for k in range(COLUMNS):
            out[n] = k
            n += 1
    out[n] = DONE
    return n + 1


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a < COLUMNS:
        s.placed[seat, a] += 1
        return
    s.ready = s.ready | (1 << seat)
    if s.ready == (1 << c.seats) - 1:
        reveal(c, s)


def reveal(c: Constants, s: State) -> None:
    for k in range(COLUMNS):
        most, winner = 0, -1
        for seat in range(c.seats):
            if s.placed[seat, k] > most:
                most, winner = s.placed[seat, k], seat
            elif s.placed[seat, k] == most:
                winner = -1
        if winner >= 0:
            s.score[winner] += k + 1
    for seat in range(c.seats):
        s.stones[seat] = left(s, seat)
        for k in range(COLUMNS):
            s.shown[seat, k] = s.placed[seat, k]
            s.placed[seat, k] = 0
    s.ready = 0
    if count_leaders(c, s) == 1 or s.phase == MAX_PHASES:
        s.over = 1
    else:
        s.phase += 1


def count_leaders(c: Constants, s: State) -> int:
    best, leaders = 0, 0
    for seat in range(c.seats):
        if s.score[seat] > best:
            best, leaders = s.score[seat], 0
        leaders += 1 if s.score[seat] == best else 0
    return leaders


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank_scores(scores, ranks, c.seats)
    return 0


def broken_invariant(c: Constants, s: State) -> int:
    for seat in range(c.seats):
        if left(s, seat) < 0:
            return 1
        if s.over and left(s, seat) != s.stones[seat]:
            return 2
    return 0


# ---------------------------------------------------------------------- hidden information


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)
    for other in range(c.seats):
        if other != seat:
            for k in range(COLUMNS):
                s.placed[other, k] = 0


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Place stones at random for the seats that are done; nothing is known of the others."""
    for other in range(c.seats):
        if other != seat and (s.ready >> other) & 1:
            k = random_below(rng, COLUMNS + 1)
            while k != DONE and left(s, other) > 0:
                s.placed[other, k] += 1
                k = random_below(rng, COLUMNS + 1)
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else UNSEEN


# ---------------------------------------------------------------------- for bots


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(COLUMNS):
        out[k] = s.placed[seat, k] / MAX_STONES
    out[COLUMNS] = s.stones[seat] / MAX_STONES


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1 + actions[k]


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    if s.over:
        share_win(s.score, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = WIN_VALUE // c.seats


# ---------------------------------------------------------------------- presentation


def action_text(c: Constants, a: int) -> str:
    return "done" if a == DONE else f"place {NAMES[a]}"


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    return ("done",) if a == DONE else (f"column:{NAMES[a]}",)


def prompt(c: Constants, s: State, seat: int) -> str:
    return f"Place up to {left(s, seat)} stones" if left(s, seat) else "Confirm that you are done"


def headline(c: Constants, s: State, seat: int) -> str:
    return f"Phase {s.phase}"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """Show others nothing until the mover is done; then that it is done, and at the end what all placed."""
    if before.ready == after.ready and not after.over and before.phase == after.phase:
        return [LogEntry(action_text(c, a), mover)] if a != UNSEEN else []
    entries = [LogEntry("is done", mover)]
    if before.phase != after.phase or after.over:
        entries += [LogEntry(f"placed {[after.shown[p, k] for k in range(COLUMNS)]}", p) for p in range(c.seats)]
    return entries


class PledgesView(msgspec.Struct, frozen=True):
    mine: list[int]
    left: int
    shown: list[list[int]]
    score: list[int]
    ready: int


def view(c: Constants, s: State, seat: int) -> PledgesView:
    mine = [s.placed[seat, k] for k in range(COLUMNS)] if seat >= 0 else []
    shown = [[s.shown[p, k] for k in range(COLUMNS)] for p in range(c.seats)]
    return PledgesView(mine, left(s, seat) if seat >= 0 else 0, shown, [s.score[p] for p in range(c.seats)], s.ready)


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


PLEDGES = Game(
    id="pledges",
    title="Pledges",
    tagline="Place stones in secret.",
    goal="Have the most stones in the columns that are worth most.",
    version=1,
    seats=(2, 3),
    minutes=2,
    options=(CountOption(name="stones", label="Stones", help="Stones per player.", low=1, high=MAX_STONES, default=5),),
    quick_options={"stones": 2},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=COLUMNS + 1,
    max_legal=COLUMNS + 1,
    max_steps=SEATS * (MAX_STONES + MAX_PHASES),
    feature_count=COLUMNS + 1,
    reasons=("most points",),
    invariants=("no seat has placed more stones than it has", "at the end all stones are revealed"),
    levels={"easy": "random", "hard": "search:400it"},
    secret_fields=("placed",),
    folder=Path(__file__).parent,
)
