"""Trail: options that change the number of actions, a file, conditional defaults.

Take a free station: it is worth its points and those of a die. The first player who reaches the target wins. If all
stations are taken before, the most points win; a single player loses after a number of turns.

    action k: take station k; the number of stations is an option
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, erase_key, renew_key
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game
from gamut.engine.options import ChoiceOption, ChoiceValue, CountOption, FileOption, FlagOption, Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.ranking import rank_scores, share_win
from gamut.engine.record import Floats, Row, WordRow, i1, i2, words
from gamut.engine.verbs import WIN_VALUE, collect_verbs

SEATS, STATIONS, SIDES = 2, 12, 6
SIZES = {"short": 6, "long": STATIONS}
REACHED, ALL_TAKEN, TOO_LATE = range(3)
HEAD_START = 3  # points with which the second of two players begins, if that option is on


class Constants:
    target = i2()
    worth = i1(STATIONS)
    stations = i1()
    seats = i1()
    turns = i1()  # of a single player; 0: no limit
    bonus = i1()


class State:
    chance_key = words(3)
    taken = i2()  # bit mask of stations
    score = i2(SEATS)
    turn = i1()
    turns = i1()  # so far
    end = i1()  # reason + 1


def setup(c: Any, options: Options, seats: int) -> tuple[str, ...]:
    stations = tomllib.loads(str(options["board"])).get("stations", {})
    if len(stations) != STATIONS:
        raise InvalidOptions(f"a board has {STATIONS} stations, not {len(stations)}")
    c.seats, c.stations, c.target = seats, SIZES[str(options["length"])], int(options["target"])
    c.turns, c.bonus = int(options.get("turns", 0)), HEAD_START * int(options.get("bonus", 0))
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
    rank_scores(scores, ranks, c.seats)
    if s.end == TOO_LATE + 1:
        ranks[0] = 2
    return s.end - 1


def broken_invariant(c: Constants, s: State) -> int:
    n = 0
    for k in range(STATIONS):
        n += (s.taken >> k) & 1
    if n != s.turns or s.taken >> c.stations:
        return 1
    for seat in range(c.seats):
        if s.score[seat] >= c.target and s.end != REACHED + 1 and s.score[seat] > c.bonus:
            return 2
    return 0


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(STATIONS):
        out[k] = c.worth[k] / 10 if k < c.stations and not (s.taken >> k) & 1 else 0.0
    out[STATIONS] = s.score[seat] / c.target


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = c.worth[actions[k]]


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    if s.end and s.end != TOO_LATE + 1:
        share_win(s.score, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = 0 if s.end else WIN_VALUE * min(s.score[seat], c.target) // (c.target * c.seats)


# ---------------------------------------------------------------------- presentation


def action_count(c: Constants) -> int:
    return c.stations


def action_text(c: Any, a: int) -> str:
    return f"take {c.printed[a]}"


def touch_path(c: Any, a: int) -> tuple[str, ...]:
    return (f"station:{c.printed[a]}",)


def prompt(c: Constants, s: State, seat: int) -> str:
    return "Take a station"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry(f"{action_text(c, a)} for {after.score[mover] - before.score[mover]}", mover)]


class TrailView(msgspec.Struct, frozen=True):
    score: list[int]
    free: list[str]


def view(c: Any, s: State, seat: int) -> TrailView:
    free = [c.printed[k] for k in range(c.stations) if not (s.taken >> k) & 1]
    return TrailView([s.score[p] for p in range(c.seats)], free)


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


TRAIL = Game(
    id="trail",
    title="Trail",
    tagline="Take the stations that are worth most.",
    goal="Be the first to reach the target.",
    version=1,
    seats=(1, 2),
    minutes=1,
    options=(
        ChoiceOption(name="length", label="Length", help="The number of stations.", default="short",
                     values=(ChoiceValue("short", "Six stations"), ChoiceValue("long", "Twelve stations"))),
        CountOption(name="target", label="Target", help="The points that win.", low=1, high=300, default=15,
                    default_when={("length", "long"): 30}),
        CountOption(name="turns", label="Turns", help="The turns of a single player.", low=2, high=6, default=3,
                    seats=(1,)),
        FlagOption(name="bonus", label="Head start", help=f"The second player begins with {HEAD_START}.", seats=(2,)),
        FileOption(name="board", label="Board", help="The stations of the trail.",
                   folder=Path(__file__).parent / "boards", default="hills"),
    ),
    quick_options={"target": 6},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=STATIONS,
    max_legal=STATIONS,
    max_steps=STATIONS,
    feature_count=STATIONS + 1,
    reasons=("the target was reached", "most points", "the last turn was over"),
    invariants=("every turn has taken one station", "a seat that has reached the target has won"),
    levels={"easy": "random", "medium": "greedy"},
    allows_no_winner=True,
    folder=Path(__file__).parent,
)  # fmt: skip
