"""One native driver for all checks that look at every position of thousands of games.

`watch` plays the games, the even ones at random and the odd ones by the weights of `guide`, and shows every
position to a `judge`: a plain function over the verbs, bound as a slot. So a check is only its judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from gamut.bots.playout import weighted
from gamut.engine.bind import slot
from gamut.engine.chance import pick, seed
from gamut.engine.play import start
from gamut.engine.verbs import actors, guide, legal, play
from gamut.testing.suite import Broken, Case


@slot
def judge(c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any) -> int:  # type: ignore[empty-body]
    """What looks at every position."""


U = np.uint64
ROWS = 5  # of states: the game, a blank, and three for the judge
NUMBER, STEP, SEAT, DETAIL, TALLY = range(5)  # of `at`: where the judge stood
SEATS, ACTIONS, MOST_LEGAL, LONGEST, REASONS, CAN_BE_LOST = range(6)  # of `facts`


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
        k = weighted(r, weights, n)
    play(c[0], s[0], seat, acts[k])
    return True


def watch(
    c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any,
    run: Any, n: int,
) -> int:  # fmt: skip
    """Play games 0 … n−1 of a run; return the first complaint of the judge, or 0."""
    for g in range(n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        at[NUMBER], at[STEP] = g, 0
        while at[STEP] <= facts[LONGEST]:
            complaint = judge(c, s, w, r, acts, more, floats, work, facts, at)
            if complaint != 0:
                return complaint
            if not advance(c, s, r, g % 2 == 1, acts, more, work):
                break
            at[STEP] += 1
    return 0


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
    size = max(game.most_actions, game.most_legal, 16) + 64  # room to notice a list that is too long
    acts, more = np.zeros((2, size), np.int32)
    floats = np.zeros(game.features, np.float32)
    facts = np.array(
        [case.seats, case.setup.actions, game.most_legal, game.longest, len(game.reasons), game.can_be_lost],
        np.int64,
    )
    at, r, run = np.zeros(5, np.int64), np.zeros(1, np.uint64), np.array([case.seed], np.uint64)
    w = s.view(np.uint64).reshape(ROWS, -1)
    driver = (game.native if case.native else game.interpreted)(watch, judge=judgement)
    complaint = int(
        driver(case.setup.constants, s, w, r, acts, more, floats, case.setup.work(), facts, at, run, case.games)
    )
    return Watched(complaint, tuple(at.tolist()))


def judged(case: Case, judgement: Callable[..., int], *complaints: str) -> None:
    """Raise the judge's complaint, if any; a text may hold {seat} and {detail}."""
    end = watched(case, judgement)
    if end.complaint:
        seat, detail = end.at[SEAT], end.at[DETAIL]
        who = f"seat {seat + 1}" if seat >= 0 else "a spectator"
        raise Broken(f"{end.place()}: " + complaints[end.complaint - 1].format(seat=who, detail=detail))
