"""Trail: options that change how many actions there are, a file, defaults that follow.

Take a free station: it is worth its number and what a die adds. Who first has the points that were agreed wins; two
who have not when all stations are taken compare their points, and one alone has lost when the turns are over.

    action k: take station k; how many there are is an option
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, forget_key, rekey
from gamut.engine.errors import BadOptions
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Choice, Count, File, Flag, Named, Options
from gamut.engine.ranking import rank, share
from gamut.engine.record import Floats, Row, WordRow, i1, i2, words
from gamut.engine.verbs import WHOLE, gather

SEATS, MOST, SIDES = 2, 12, 6
SIZES = {"short": 6, "long": MOST}
REACHED, ALL_TAKEN, TOO_LATE = range(3)
BEHIND = 3  # what the second of two begins with, if that was agreed


class Constants:
    target = i2()
    worth = i1(MOST)
    stations = i1()
    seats = i1()
    turns = i1()  # of one alone; 0: no limit
    bonus = i1()


class State:
    key = words(3)
    taken = i2()  # bit mask of stations
    score = i2(SEATS)
    turn = i1()
    turns = i1()  # that were taken
    end = i1()  # reason + 1


def setup(c: Any, options: Options, seats: int) -> tuple[str, ...]:
    stations = tomllib.loads(str(options["board"])).get("stations", {})
    if len(stations) != MOST:
        raise BadOptions(f"a board has {MOST} stations, not {len(stations)}")
    c.seats, c.stations, c.target = seats, SIZES[str(options["length"])], int(options["target"])
    c.turns, c.bonus = int(options.get("turns", 0)), BEHIND * int(options.get("bonus", 0))
    for k, worth in enumerate(stations.values()):
        c.worth[k] = worth
    return tuple(stations)


def deal(c: Constants, s: State) -> None:
    if c.seats == 2:
        s.score[1] = c.bonus


def actors(c: Constants, s: State) -> int:
    return 0 if s.end else 1 << s.turn


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    n = 0
    if (actors(c, s) >> seat) & 1:
        for k in range(c.stations):
            if not (s.taken >> k) & 1:
                out[n] = k
                n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    s.taken = s.taken | (1 << a)
    s.score[seat] += c.worth[a] + 1 + chance(s, SIDES)
    s.turns += 1
    if s.score[seat] >= c.target:
        s.end = REACHED + 1
    elif s.turns == c.turns:
        s.end = TOO_LATE + 1
    elif s.turns == c.stations:
        s.end = ALL_TAKEN + 1 if c.seats == 2 else TOO_LATE + 1
    s.turn = (seat + 1) % c.seats


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank(scores, ranks, c.seats)
    if s.end == TOO_LATE + 1:
        ranks[0] = 2
    return s.end - 1


def check(c: Constants, s: State) -> int:
    n = 0
    for k in range(MOST):
        n += (s.taken >> k) & 1
    if n != s.turns or s.taken >> c.stations:
        return 1
    for seat in range(c.seats):
        if s.score[seat] >= c.target and s.end != REACHED + 1 and s.score[seat] > c.bonus:
            return 2
    return 0


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(MOST):
        out[k] = c.worth[k] / 10 if k < c.stations and not (s.taken >> k) & 1 else 0.0
    out[MOST] = s.score[seat] / c.target


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = c.worth[acts[k]]


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    if s.end and s.end != TOO_LATE + 1:
        share(s.score, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = 0 if s.end else WHOLE * min(s.score[seat], c.target) // (c.target * c.seats)


# ---------------------------------------------------------------------- language


def actions(c: Constants) -> int:
    return c.stations


def action(c: Any, a: int) -> str:
    return f"take {c.printed[a]}"


def path(c: Any, a: int) -> tuple[str, ...]:
    return (f"station:{c.printed[a]}",)


def ask(c: Constants, s: State, seat: int) -> str:
    return "Take a station"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry(f"{action(c, a)} for {after.score[mover] - before.score[mover]}", mover)]


class TrailView(msgspec.Struct, frozen=True):
    score: list[int]
    free: list[str]


def view(c: Any, s: State, seat: int) -> TrailView:
    free = [c.printed[k] for k in range(c.stations) if not (s.taken >> k) & 1]
    return TrailView([s.score[p] for p in range(c.seats)], free)


def draw(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


TRAIL = Game(
    id="trail",
    title="Trail",
    tagline="Take the stations that are worth most.",
    goal="Be the first to have the points that were agreed.",
    version=1,
    seats=(1, 2),
    minutes=1,
    options=(
        Choice(name="length", label="Length", help="How many stations there are.", default="short",
               values=(Named("short", "Six stations"), Named("long", "Twelve stations"))),
        Count(name="target", label="Points", help="What wins.", low=1, high=300, default=15,
              follows={("length", "long"): 30}),
        Count(name="turns", label="Turns", help="How many one alone has.", low=2, high=6, default=3, seats=(1,)),
        Flag(name="bonus", label="Head start", help=f"The second begins with {BEHIND}.", seats=(2,)),
        File(name="board", label="Board", help="Where the trail leads.", folder=Path(__file__).parent / "boards",
             default="hills"),
    ),
    short={"target": 6},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=MOST,
    most_legal=MOST,
    longest=MOST,
    features=MOST + 1,
    reasons=("the points were reached", "most points", "the turns were over"),
    invariants=("every turn took one station", "who has the points has won"),
    levels={"easy": "random", "medium": "greedy"},
    can_be_lost=True,
    folder=Path(__file__).parent,
)  # fmt: skip
