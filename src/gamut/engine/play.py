"""Drivers that play: random games in bulk, and perft, the count of all action sequences to a depth."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine.bits import lowest
from gamut.engine.chance import key_from, pick, seed
from gamut.engine.verbs import actors, deal, legal, play, result

U = np.uint64
STUCK = -1  # somebody is awaited and may do nothing


def first_seat(mask: int) -> int:
    """The lowest seat of a mask that is not 0."""
    return lowest(U(mask))


def start(c: Any, s: Any, run: Any, number: int) -> None:
    """Deal game `number` of a run into `s[0]`; `s[1]` is a blank."""
    s[0] = s[1]
    key_from(s[0], run[0], U(number))
    deal(c[0], s[0])


def random_games(
    c: Any, s: Any, r: Any, out: Any, run: Any, first: int, n: int, scores: Any, ranks: Any, steps: Any
) -> int:
    """Play games `first` … `first + n − 1` of a run at random and fill one row per game.

    Returns the number of steps, or `STUCK`.
    """
    total = 0
    for g in range(n):
        start(c, s, run, first + g)
        seed(r, run[0], U(first + g))
        made = 0
        mask = actors(c[0], s[0])
        while mask != 0:
            seat = first_seat(mask)
            moves = legal(c[0], s[0], seat, out)
            if moves == 0:
                return STUCK
            play(c[0], s[0], seat, out[pick(r, moves)])
            made += 1
            mask = actors(c[0], s[0])
        result(c[0], s[0], scores[g], ranks[g])
        steps[g] = made
        total += made
    return total


def perft(c: Any, s: Any, acts: Any, many: Any, at: Any, depth: int) -> int:
    """How many action sequences of length `depth` start in `s[0]`; finished games count once.

    `s`, `acts`, `many` and `at` have one row per level: the walk keeps its own stack.
    """
    leaves, level = 0, 0
    many[0] = -1
    while level >= 0:
        if many[level] < 0:  # entered for the first time
            mask = actors(c[0], s[level])
            if level == depth or mask == 0:
                leaves += 1
                level -= 1
                continue
            many[level] = legal(c[0], s[level], first_seat(mask), acts[level])
            at[level] = 0
        if at[level] == many[level]:
            level -= 1
            continue
        s[level + 1] = s[level]
        play(c[0], s[level + 1], first_seat(actors(c[0], s[level])), acts[level, at[level]])
        at[level] += 1
        level += 1
        many[level] = -1
    return leaves
