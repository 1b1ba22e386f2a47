"""Lantern: alone or together, and it can be lost.

A die is thrown. Pour as much oil into the lantern as it shows, or let it burn away. Lit with just the right
amount it wins for all; too much, or too many throws, and all have lost.

    action 0: pour;  1: wait
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, forget_key, rekey
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Count, Options
from gamut.engine.record import Floats, Row, WordRow, i1, words
from gamut.engine.verbs import WHOLE, gather

SIDES, THROWS = 6, 8
POUR, WAIT = 0, 1
BURNING, LIT, OVERFLOWN, BURNT = range(4)  # how it stands; from 1: how it ended


class Constants:
    needed = i1()
    seats = i1()


class State:
    key = words(3)
    oil = i1()
    die = i1()
    throws = i1()
    end = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    c.needed, c.seats = int(options["needed"]), seats


def deal(c: Constants, s: State) -> None:
    throw(s)


def throw(s: State) -> None:
    s.die = 1 + chance(s, SIDES)
    s.throws += 1


def actors(c: Constants, s: State) -> int:
    return 1 << (s.throws - 1) % c.seats if s.end == BURNING else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    out[0], out[1] = POUR, WAIT
    return 2


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a == POUR:
        s.oil += s.die
    if s.oil >= c.needed:
        s.end = LIT if s.oil == c.needed else OVERFLOWN
    elif s.throws == THROWS:
        s.end = BURNT
    else:
        throw(s)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.oil
        ranks[seat] = 1 if s.end == LIT else 2
    return s.end - 1


def check(c: Constants, s: State) -> int:
    if s.throws < 1 or s.throws > THROWS:
        return 1
    return 2 if s.end == BURNING and s.oil >= c.needed else 0


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0], out[1], out[2] = (c.needed - s.oil) / SIDES, s.die / SIDES, s.throws / THROWS


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    room = c.needed - s.oil - s.die
    out[POUR], out[WAIT] = 100 if room == 0 else 10 if room > 0 else 1, 3


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WHOLE // (2 * c.seats) if s.end == BURNING else WHOLE // c.seats if s.end == LIT else 0


def action(c: Constants, a: int) -> str:
    return ("pour", "wait")[a]


def path(c: Constants, a: int) -> tuple[str, ...]:
    return ("die", "lantern") if a == POUR else ("die", "ground")


def ask(c: Constants, s: State, seat: int) -> str:
    return f"Pour {s.die}, or wait"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    said = [LogEntry(f"poured {before.die}" if a == POUR else f"waited at {before.die}", mover)]
    return said + ([LogEntry(LANTERN.reasons[after.end - 1], heading=True)] if after.end else [])


class LanternView(msgspec.Struct, frozen=True):
    oil: int
    needed: int
    die: int
    left: int


def view(c: Constants, s: State, seat: int) -> LanternView:
    return LanternView(s.oil, c.needed, s.die, THROWS - s.throws)


def draw(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{s.oil} of {c.needed}, die {s.die}, {THROWS - s.throws} throws left"


LANTERN = Game(
    id="lantern",
    title="Lantern",
    tagline="Light it before the oil is gone.",
    goal="Pour just as much oil as is needed.",
    version=1,
    seats=(1, 2),
    minutes=1,
    options=(Count(name="needed", label="Oil", help="How much is needed.", low=2, high=20, default=9),),
    short={"needed": 4},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=2,
    most_legal=2,
    longest=THROWS,
    features=3,
    reasons=("the lantern is lit", "it overflows", "the oil is gone"),
    invariants=("the throws are counted", "the lantern burns only with too little oil"),
    levels={"easy": "random", "hard": "search:400it"},
    can_be_lost=True,
    folder=Path(__file__).parent,
)
