"""Lantern: a solo or cooperative game, which can be lost.

A die is thrown. Pour as much oil into the lantern as it shows, or wait for the next throw. With exactly the right
amount all players win; with too much oil, or after too many throws, all lose.

    action 0: pour;  1: wait
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, erase_key, renew_key
from gamut.engine.game import Game
from gamut.engine.options import CountOption, Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.record import Floats, Row, WordRow, i1, words
from gamut.engine.verbs import WIN_VALUE, collect_verbs

SIDES, THROWS = 6, 8
POUR, WAIT = 0, 1
PLAYING, LIT, OVERFLOWING, OUT_OF_OIL = range(4)  # values of `end`; from 1: how the game ended


class Constants:
    needed = i1()
    seats = i1()


class State:
    chance_key = words(3)
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
    return 1 << (s.throws - 1) % c.seats if s.end == PLAYING else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    out[0], out[1] = POUR, WAIT
    return 2


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a == POUR:
        s.oil += s.die
    if s.oil >= c.needed:
        s.end = LIT if s.oil == c.needed else OVERFLOWING
    elif s.throws == THROWS:
        s.end = OUT_OF_OIL
    else:
        throw(s)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.oil
        ranks[seat] = 1 if s.end == LIT else 2
    return s.end - 1


def broken_invariant(c: Constants, s: State) -> int:
    if s.throws < 1 or s.throws > THROWS:
        return 1
    return 2 if s.end == PLAYING and s.oil >= c.needed else 0


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0], out[1], out[2] = (c.needed - s.oil) / SIDES, s.die / SIDES, s.throws / THROWS


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    room = c.needed - s.oil - s.die
    out[POUR], out[WAIT] = 100 if room == 0 else 10 if room > 0 else 1, 3


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WIN_VALUE // (2 * c.seats) if s.end == PLAYING else WIN_VALUE // c.seats if s.end == LIT else 0


def action_text(c: Constants, a: int) -> str:
    return ("pour", "wait")[a]


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    return ("die", "lantern") if a == POUR else ("die", "ground")


def prompt(c: Constants, s: State, seat: int) -> str:
    return f"Pour {s.die}, or wait"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    step = LogEntry(f"poured {before.die}" if a == POUR else f"waited at {before.die}", mover)
    return [step, LogEntry(LANTERN.reasons[after.end - 1], heading=True)] if after.end else [step]


class LanternView(msgspec.Struct, frozen=True):
    oil: int
    needed: int
    die: int
    left: int


def view(c: Constants, s: State, seat: int) -> LanternView:
    return LanternView(s.oil, c.needed, s.die, THROWS - s.throws)


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{s.oil} of {c.needed}, die {s.die}, {THROWS - s.throws} throws left"


LANTERN = Game(
    id="lantern",
    title="Lantern",
    tagline="Light the lantern before the oil is gone.",
    goal="Pour exactly as much oil as is needed.",
    version=1,
    seats=(1, 2),
    minutes=1,
    options=(CountOption(name="needed", label="Oil", help="How much is needed.", low=2, high=20, default=9),),
    quick_options={"needed": 4},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=2,
    max_legal=2,
    max_steps=THROWS,
    feature_count=3,
    reasons=("the lantern is lit", "it overflows", "the oil is gone"),
    invariants=("the number of throws is in range", "during the game there is too little oil"),
    levels={"easy": "random", "hard": "search:400it"},
    allows_no_winner=True,
    folder=Path(__file__).parent,
)
