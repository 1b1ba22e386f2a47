"""Pledges: a secret phase of several steps, and again when nobody is ahead.

Three columns are worth 1, 2 and 3. All seats place stones on them at the same time, one by one and in secret, and
say when they are done. Then all is turned up: the most stones of a column win its worth, equal ones nothing. If
several are ahead after that, everybody places again, with the stones that are left; after three times they share.

    action 0 … 2: a stone on that column;  3: done
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import forget_key, pick, rekey
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Count, Options
from gamut.engine.ranking import rank, share
from gamut.engine.record import Floats, Row, WordRow, i1, words
from gamut.engine.verbs import UNSEEN, WHOLE, gather

SEATS, COLUMNS, MOST_STONES, TIMES = 3, 3, 9, 3
DONE = COLUMNS
NAMES = ("left", "middle", "right")


class Constants:
    seats = i1()
    stones = i1()


class State:
    key = words(3)
    placed = i1(SEATS, COLUMNS)  # in this phase; turned up when all are done
    shown = i1(SEATS, COLUMNS)  # in the phase before
    stones = i1(SEATS)  # left at the beginning of the phase
    score = i1(SEATS)
    ready = i1()  # bit mask of the seats that are done
    time = i1()  # from 1; each is a phase of its own
    over = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats, c.stones = seats, int(options["stones"])


# ---------------------------------------------------------------------- rules


def deal(c: Constants, s: State) -> None:
    for seat in range(c.seats):
        s.stones[seat] = c.stones
    s.time = 1


def actors(c: Constants, s: State) -> int:
    return 0 if s.over else ((1 << c.seats) - 1) & ~s.ready


def secret(c: Constants, s: State) -> int:
    return 0 if s.over else s.time


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
        turn_up(c, s)


def turn_up(c: Constants, s: State) -> None:
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
    if ahead(c, s) == 1 or s.time == TIMES:
        s.over = 1
    else:
        s.time += 1


def ahead(c: Constants, s: State) -> int:
    best, many = 0, 0
    for seat in range(c.seats):
        if s.score[seat] > best:
            best, many = s.score[seat], 0
        many += 1 if s.score[seat] == best else 0
    return many


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank(scores, ranks, c.seats)
    return 0


def check(c: Constants, s: State) -> int:
    for seat in range(c.seats):
        if left(s, seat) < 0:
            return 1
        if s.over and left(s, seat) != s.stones[seat]:
            return 2
    return 0


# ---------------------------------------------------------------------- who knows what


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)
    for other in range(c.seats):
        if other != seat:
            for k in range(COLUMNS):
                s.placed[other, k] = 0


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Those who are done have placed at random, step by step; of the others nothing can be known."""
    for other in range(c.seats):
        if other != seat and (s.ready >> other) & 1:
            k = pick(r, COLUMNS + 1)
            while k != DONE and left(s, other) > 0:
                s.placed[other, k] += 1
                k = pick(r, COLUMNS + 1)
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else UNSEEN


# ---------------------------------------------------------------------- for bots


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(COLUMNS):
        out[k] = s.placed[seat, k] / MOST_STONES
    out[COLUMNS] = s.stones[seat] / MOST_STONES


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 1 + acts[k]


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    if s.over:
        share(s.score, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = WHOLE // c.seats


# ---------------------------------------------------------------------- language


def action(c: Constants, a: int) -> str:
    return "done" if a == DONE else f"place {NAMES[a]}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    return ("done",) if a == DONE else (f"column:{NAMES[a]}",)


def ask(c: Constants, s: State, seat: int) -> str:
    return f"Place up to {left(s, seat)} stones" if left(s, seat) else "Say that you are done"


def headline(c: Constants, s: State, seat: int) -> str:
    return f"Time {s.time}"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """Others hear nothing before the mover is in; then that it is, and at the end what everybody did."""
    if before.ready == after.ready and not after.over and before.time == after.time:
        return [LogEntry(action(c, a), mover)] if a != UNSEEN else []
    said = [LogEntry("is done", mover)]
    if before.time != after.time or after.over:
        said += [LogEntry(f"placed {[after.shown[p, k] for k in range(COLUMNS)]}", p) for p in range(c.seats)]
    return said


class PledgesView(msgspec.Struct, frozen=True):
    mine: list[int]
    left: int
    shown: list[list[int]]
    score: list[int]
    ready: int


def view(c: Constants, s: State, seat: int) -> PledgesView:
    mine = [s.placed[seat, k] for k in range(COLUMNS)] if seat >= 0 else []
    shown = [[s.shown[p, k] for k in range(COLUMNS)] for p in range(c.seats)]
    return PledgesView(
        mine, left(s, seat) if seat >= 0 else 0, shown, [s.score[p] for p in range(c.seats)], s.ready
    )


def draw(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


PLEDGES = Game(
    id="pledges",
    title="Pledges",
    tagline="Place in secret, and say when you are done.",
    goal="Win the columns that are worth most.",
    version=1,
    seats=(2, 3),
    minutes=2,
    options=(Count(name="stones", label="Stones", help="What each has.", low=1, high=MOST_STONES, default=5),),
    short={"stones": 2},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=COLUMNS + 1,
    most_legal=COLUMNS + 1,
    longest=SEATS * (MOST_STONES + TIMES),
    features=COLUMNS + 1,
    reasons=("most worth",),
    invariants=("nobody places more stones than there are", "at the end all stones are turned up"),
    levels={"easy": "random", "hard": "search:400it"},
    secrets=("placed",),
    folder=Path(__file__).parent,
)
