"""A toy for tests of the terminal: add numbers until the sum is 1000; with a larger sum, all players lose.

action k: add k + 1, at most 300; at most 200 while the sum is below 200
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import erase_key
from gamut.engine.game import Game
from gamut.engine.options import Options
from gamut.engine.presentation import LogEntry, Presentation, Reason
from gamut.engine.record import Floats, Row, WordRow, i2, words
from gamut.engine.verbs import WIN_VALUE, collect_verbs

MAX_NUMBER, TARGET = 300, 1000


class Constants:
    seats = i2()


class State:
    chance_key = words(3)
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
    n = MAX_NUMBER if s.sum >= 200 else 200
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
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    s.chance_key[0] = rng[0]


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0] = s.sum / TARGET


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1 + (actions[k] if s.sum + actions[k] < TARGET else 0)


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    for p in range(c.seats):
        out[p] = WIN_VALUE // c.seats if s.sum <= TARGET else 0


def broken_invariant(c: Constants, s: State) -> int:
    return 0


class CountingView(msgspec.Struct):
    sum: int


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    return Reason("The first number is at most 200.") if touched >= "number:250" else None


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    return f"The sum would be {s.sum + a + 1}." if s.sum + a + 1 > TARGET else ""


GAME = Game(
    id="counting",
    title="Counting",
    tagline="Add up to a thousand.",
    goal="Reach exactly 1000 together.",
    version=1,
    seats=(1, 2),
    minutes=1,
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation(
        action_text=lambda c, a: f"add {a + 1}",
        touch_path=lambda c, a: (f"number:{a + 1:03}",),
        prompt=lambda c, s, seat: "Add a number",
        log_entries=lambda c, before, after, seat, mover, a: [LogEntry(f"added {a + 1}", mover)],
        view=lambda c, s, seat: CountingView(s.sum),
        terminal_view=lambda c, s, seat, names: f"the sum is {s.sum}",
        why_not=why_not,
        warn=warn,
    ),
    max_actions=MAX_NUMBER,
    max_legal=MAX_NUMBER,
    max_steps=TARGET,
    feature_count=1,
    reasons=("the sum is 1000", "the sum is too large"),
    invariants=(),
    allows_no_winner=True,
    levels={},
    folder=Path(__file__).parent,
)
