"""A toy for the terminal: add numbers until they make exactly 1000; more than that, and all have lost.

action k: add k + 1, up to 300
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import forget_key
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry, Reason
from gamut.engine.options import Options
from gamut.engine.record import Floats, Row, WordRow, i2, words
from gamut.engine.verbs import WHOLE, gather

MOST, TARGET = 300, 1000


class Constants:
    seats = i2()


class State:
    key = words(3)
    sum = i2()
    turn = i2()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats = seats


def deal(c: Constants, s: State) -> None:
    s.sum = 0


def actors(c: Constants, s: State) -> int:
    return 1 << s.turn if s.sum < TARGET else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.sum >= TARGET or seat != s.turn:
        return 0
    n = MOST if s.sum >= 200 else 200
    for a in range(n):
        out[a] = a
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    s.sum += a + 1
    s.turn = (s.turn + 1) % c.seats


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for p in range(c.seats):
        scores[p] = s.sum
        ranks[p] = 1 if s.sum == TARGET else 2
    return 0 if s.sum == TARGET else 1


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    s.key[0] = r[0]


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0] = s.sum / TARGET


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 1 + (acts[k] if s.sum + acts[k] < TARGET else 0)


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    for p in range(c.seats):
        out[p] = WHOLE // c.seats if s.sum <= TARGET else 0


def check(c: Constants, s: State) -> int:
    return 0


class CountingView(msgspec.Struct):
    sum: int


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    return Reason("The first numbers are 200 at most.") if touched >= "number:250" else None


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    return f"That makes {s.sum + a + 1}: too much." if s.sum + a + 1 > TARGET else ""


GAME = Game(
    id="counting",
    title="Counting",
    tagline="Add up to a thousand.",
    goal="Make exactly 1000, together.",
    version=1,
    seats=(1, 2),
    minutes=1,
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language(
        action=lambda c, a: f"add {a + 1}",
        path=lambda c, a: (f"number:{a + 1:03}",),
        ask=lambda c, s, seat: "Add a number",
        tell=lambda c, before, after, seat, mover, a: [LogEntry(f"added {a + 1}", mover)],
        view=lambda c, s, seat: CountingView(s.sum),
        draw=lambda c, s, seat, names: f"the sum is {s.sum}",
        why_not=why_not,
        warn=warn,
    ),
    most_actions=MOST,
    most_legal=MOST,
    longest=TARGET,
    features=1,
    reasons=("it is a thousand", "it is too much"),
    invariants=(),
    can_be_lost=True,
    levels={},
    folder=Path(__file__).parent,
)
