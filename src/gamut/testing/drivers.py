"""The driver of all checks that look at every position of thousands of games.

`watch` plays the games, the even ones at random and the odd ones by the weights of `guide`, and shows every
position to one of the judges. It is one driver for all of them, so that it is compiled once for a game. Native
code checks every index; what it notices, and what a judge complains about, is played once more interpreted: if
a strict record refuses something in that game, it is the cause and is told instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gamut.bots.playout import weighted
from gamut.engine.chance import pick, seed
from gamut.engine.errors import listed
from gamut.engine.play import start
from gamut.engine.record import Array
from gamut.engine.strict import name_place
from gamut.engine.verbs import actors, guide, legal, play
from gamut.testing.judges import (
    ACTIONS,
    CAN_BE_LOST,
    DETAIL,
    KEPT,
    LONGEST,
    MORE,
    MOST_LEGAL,
    NUMBER,
    OTHER,
    REASONS,
    SEAT,
    SEATS,
    STEP,
    TALLY,
    TRIAL,
    judge,
)
from gamut.testing.slips import located
from gamut.testing.suite import Broken, Case

U = np.uint64
ROWS = 7  # of states: the game, a blank, and five for the judge


def some_seat(mask: int, r: Any) -> int:
    """One of the seats of a mask, at random."""
    many = 0
    for seat in range(64):
        many += (mask >> seat) & 1
    left = pick(r, many)
    for seat in range(64):
        if (mask >> seat) & 1:
            if left == 0:
                return seat
            left -= 1
    return -1


def are_weights(weights: Any, n: int) -> bool:
    """Whether one can draw by the first `n` numbers."""
    for k in range(n):
        if weights[k] < 1:
            return False
    return True


def advance(c: Any, s: Any, r: Any, guided: bool, acts: Any, weights: Any, work: Any) -> bool:
    """Make a move in `s[0]`; false when there is none."""
    mask = actors(c[0], s[0])
    if mask <= 0:
        return False
    seat = some_seat(mask, r)
    n = legal(c[0], s[0], seat, acts)
    if n <= 0:
        return False
    k = pick(r, n)
    if guided:
        guide(c[0], s[0], seat, acts, n, weights, work)
        if are_weights(weights, n):  # what is none, `estimates` tells
            k = weighted(r, weights, n)
    play(c[0], s[0], seat, acts[k])
    return True


def watch(
    which: int, c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any,
    run: Any, first: int, n: int,
) -> int:  # fmt: skip
    """Play games `first` … `first + n − 1` of a run; return the first complaint of the judge, or 0."""
    for g in range(first, first + n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        at[NUMBER], at[STEP] = g, 0
        while at[STEP] <= facts[LONGEST]:
            complaint = judge(which, c, s, w, r, acts, more, floats, work, facts, at)
            if complaint != 0:
                return complaint
            if not advance(c, s, r, g % 2 == 1, acts, more, work):
                break
            at[STEP] += 1
    return 0


@dataclass(frozen=True)
class Watched:
    """What a driver left: where it stood, the judge's states, and its tally."""

    complaint: int
    at: tuple[int, ...]
    states: Array
    invariants: tuple[str, ...]

    @property
    def place(self) -> str:
        """`game 3, step 17`."""
        return f"game {self.at[NUMBER]}, step {self.at[STEP]}"

    def say_complaint(self, *complaints: str) -> str:
        """The complaint; a text may hold {seat}, {detail} and {more}.

        Also {invariant}, the one of that number, and where the judge's trial differs from {kept} or {other}.
        """
        seat = self.at[SEAT]
        text = complaints[self.complaint - 1].format(
            seat=f"seat {seat + 1}" if seat >= 0 else "a spectator",
            detail=self.at[DETAIL],
            more=self.at[MORE],
            invariant=self._say_invariant(),
            kept=name_differences(self.states[TRIAL], self.states[KEPT]),
            other=name_differences(self.states[TRIAL], self.states[OTHER]),
        )
        return f"{self.place}: {text}"

    def _say_invariant(self) -> str:
        """`invariant 1 (every card is in exactly one place)`, of the number that the judge left."""
        number = self.at[DETAIL]
        declared = 1 <= number <= len(self.invariants)
        return f"invariant {number} ({self.invariants[number - 1] if declared else 'not declared in `invariants`'})"

    def find_marked(self, row: int) -> set[str]:
        """The fields that are not 0 in a row."""
        state = self.states[row]
        return {name for name in state.dtype.names or () if np.any(state[name])}

    @property
    def tally(self) -> int:
        """What the judge counted."""
        return self.at[TALLY]


def name_differences(one: Array, other: Array) -> str:
    """`hand[1, 0], laid[1]`: the places where two states differ."""
    found: list[str] = []
    for name in one.dtype.names or ():
        for at in np.argwhere(one[name] != other[name]):
            found.append(name_place(name, tuple(at.tolist())))
    return listed(found, 3)


def watch_games(case: Case, which: int) -> Watched:
    """Let a judge see every position of the case's games."""
    room = Room(case)
    try:
        end = room.watch(which, 0, case.games)
    except IndexError as e:  # native code that checks its indices says which only roughly
        number = int(room.at[NUMBER])
        raise Broken(find_cause(case, which, number) or f"game {number}: {located(e, case.game)}") from e
    if end.complaint and case.native and (slip := find_cause(case, which, end.at[NUMBER])):
        raise Broken(slip)
    return end


def find_cause(case: Case, which: int, number: int) -> str:
    """What a strict record refuses in one game; empty: nothing."""
    room = Room(replace(case, native=False))
    try:
        room.watch(which, number, 1)
    except Exception as e:
        return f"game {number}, step {room.at[STEP]}: {located(e, case.game)}"
    return ""


def raise_complaint(case: Case, which: int, *complaints: str) -> None:
    """Raise the judge's complaint, if any."""
    end = watch_games(case, which)
    if end.complaint:
        raise Broken(end.say_complaint(*complaints))


class Room:
    """Everything that the driver writes to."""

    def __init__(self, case: Case) -> None:
        game, setup = case.game, case.setup
        self.at = np.zeros(6, np.int64)
        self._driver = case.bound(watch)
        s = setup.fresh(ROWS)
        size = max(game.most_actions, game.most_legal, 64 * game.most_seats) + 64  # also for lists too long
        acts, more = np.zeros((2, size), np.int32)
        facts = np.zeros(6, np.int64)
        facts[[SEATS, ACTIONS, MOST_LEGAL, LONGEST, REASONS, CAN_BE_LOST]] = (
            case.seats, setup.actions, game.most_legal, game.longest, len(game.reasons), game.can_be_lost,
        )  # fmt: skip
        self._states, self._invariants = s, game.invariants
        self._arrays = (
            setup.constants, s, s.view(np.int64).reshape(ROWS, -1), np.zeros(1, np.uint64), acts, more,
            np.zeros(game.features, np.float32), setup.work(), facts, self.at, np.array([case.seed], np.uint64),
        )  # fmt: skip

    def watch(self, which: int, first: int, n: int) -> Watched:
        """Show some games to a judge."""
        complaint = int(self._driver(which, *self._arrays, first, n))
        return Watched(complaint, tuple(self.at.tolist()), self._states, self._invariants)
