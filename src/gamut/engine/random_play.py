"""The driver that plays random games in bulk."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine.bits import lowest
from gamut.engine.chance import random_below, seed_rng, set_game_key
from gamut.engine.verbs import actors, deal, legal, play, result

U = np.uint64
STUCK = -1  # an actor has no legal action


def first_seat(mask: int) -> int:
    """Return the lowest seat of a non-empty mask."""
    return lowest(U(mask))


def deal_numbered_game(c: Any, s: Any, run: Any, number: int) -> None:
    """Deal game `number` of a run into `s[0]`; `s[1]` is zero."""
    s[0] = s[1]
    set_game_key(s[0], run[0], U(number))
    deal(c[0], s[0])


def play_random_games(
    c: Any, s: Any, rng: Any, out: Any, run: Any, first: int, n: int, scores: Any, ranks: Any, steps: Any
) -> int:
    """Play games `first` … `first + n − 1` of a run at random and fill in one row per game.

    Return the number of steps, or `STUCK`.
    """
    total = 0
    for g in range(n):
        deal_numbered_game(c, s, run, first + g)
        seed_rng(rng, run[0], U(first + g))
        length = 0
        mask = actors(c[0], s[0])
        while mask != 0:
            seat = first_seat(mask)
            n_legal = legal(c[0], s[0], seat, out)
            if n_legal == 0:
                return STUCK
            play(c[0], s[0], seat, out[random_below(rng, n_legal)])
            length += 1
            mask = actors(c[0], s[0])
        result(c[0], s[0], scores[g], ranks[g])
        steps[g] = length
        total += length
    return total
