"""One native driver for all checks that look at every position of thousands of games.

`watch` plays the games, the even ones at random and the odd ones by the weights of `guide`, and shows every
position to a `judge`: a plain function over the verbs, bound as a slot. So a check is only its judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.engine.bind import Interpreted, Native
from gamut.engine.chance import pick, seed
from gamut.engine.game import Function, Game
from gamut.engine.play import start
from gamut.testing.suite import Broken, Case

SLOTS = ("actors", "legal", "play", "guide", "judge")
if TYPE_CHECKING:
    from gamut.engine.slots import actors, guide, legal, play

    def judge(  # noqa: D103  # a slot
        t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any
    ) -> int: ...


U = np.uint64
ROWS = 5  # of states: the game, a blank, and three for the judge
NUMBER, STEP, SEAT, DETAIL, TALLY = range(5)  # of `at`: where the judge stood
SEATS, ACTIONS, MOST_LEGAL, LONGEST, REASONS = range(5)  # of `facts`


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


def weighed(weights: Any, n: int, r: Any) -> int:
    """An index by weight."""
    total = 0
    for k in range(n):
        total += weights[k]
    left = pick(r, total)
    for k in range(n):
        left -= weights[k]
        if left < 0:
            return k
    return n - 1


def advance(t: Any, s: Any, r: Any, guided: bool, acts: Any, weights: Any) -> bool:
    """Make a move in `s[0]`; false when there is none."""
    mask = actors(t[0], s[0])
    if mask <= 0:
        return False
    seat = some_seat(mask, r)
    n = legal(t[0], s[0], seat, acts)
    if n <= 0:
        return False
    k = pick(r, n)
    if guided:
        guide(t[0], s[0], seat, acts, n, weights)
        k = weighed(weights, n, r)
    play(t[0], s[0], seat, acts[k])
    return True


def watch(
    t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any, run: Any, n: int
) -> int:
    """Play games 0 … n−1 of a run; return the first complaint of the judge, or 0."""
    for g in range(n):
        start(t, s, run, g)
        seed(r, run[0], U(g))
        at[NUMBER], at[STEP] = g, 0
        while at[STEP] <= facts[LONGEST]:
            complaint = judge(t, s, w, r, acts, more, floats, facts, at)
            if complaint != 0:
                return complaint
            if not advance(t, s, r, g % 2 == 1, acts, more):
                break
            at[STEP] += 1
    return 0


@cache
def bound(game: Game, judgement: FunctionType, native: bool) -> Function:
    """The driver for one game and one judge."""
    slots: dict[str, Function] = {**game.slots, "judge": judgement}
    return Native(slots)(watch) if native else Interpreted(slots)(watch)


@dataclass(frozen=True)
class Watched:
    """What a driver left: where it stood, and the tally of the judge."""

    complaint: int
    at: tuple[int, ...]

    def place(self) -> str:
        """`game 3, step 17`."""
        return f"game {self.at[NUMBER]}, step {self.at[STEP]}"


def watched(case: Case, judgement: Callable[..., int]) -> Watched:
    """Let a judge see every position of the case's games."""
    assert isinstance(judgement, FunctionType)
    game = case.game
    s = case.setup.fresh(ROWS)
    size = max(game.actions, game.most_legal, 16) + 64  # room to notice a list that is too long
    acts, more = np.zeros((2, size), np.int32)
    floats = np.zeros(game.features, np.float32)
    facts = np.array([case.seats, game.actions, game.most_legal, game.longest, len(game.reasons)], np.int64)
    at, r, run = np.zeros(5, np.int64), np.zeros(1, np.uint64), np.array([case.seed], np.uint64)
    w = s.view(np.uint64).reshape(ROWS, -1)
    driver = bound(game, judgement, case.native)
    complaint = int(driver(case.setup.t, s, w, r, acts, more, floats, facts, at, run, case.games))
    return Watched(complaint, tuple(at.tolist()))


def judged(case: Case, judgement: Callable[..., int], *complaints: str) -> None:
    """Raise the judge's complaint, if any; a text may hold {seat} and {detail}."""
    end = watched(case, judgement)
    if end.complaint:
        seat, detail = end.at[SEAT], end.at[DETAIL]
        who = f"seat {seat + 1}" if seat >= 0 else "a spectator"
        raise Broken(f"{end.place()}: " + complaints[end.complaint - 1].format(seat=who, detail=detail))
