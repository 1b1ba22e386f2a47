"""Statistics of random play: 3–5 rounds, 44–60 cards placed per game, ties for first place in 4–7% of games.

The percentages are rounded: 3.5 counts as 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine.chance import random_below, seed_rng
from gamut.engine.random_play import deal_numbered_game, first_seat, play_random_games
from gamut.engine.verbs import actors, legal, play
from gamut.games.mixx import GAME

U = np.uint64
GAMES = 10_000


def count_rounds(c: Any, s: Any, rng: Any, out: Any, run: Any, n: int) -> int:
    """Return the total number of rounds of `n` random games."""
    total = 0
    for g in range(n):
        deal_numbered_game(c, s, run, g)
        seed_rng(rng, run[0], U(g))
        mask = actors(c[0], s[0])
        while mask != 0:
            seat = first_seat(mask)
            play(c[0], s[0], seat, out[random_below(rng, legal(c[0], s[0], seat, out))])
            mask = actors(c[0], s[0])
        total += s[0].round
    return total


@pytest.mark.parametrize("seats", GAME.seats)
def test_statistics_of_random_play(seats: int) -> None:
    setup = GAME.open(seats)
    run, rng, out = np.array([1], np.uint64), np.zeros(1, np.uint64), np.zeros(GAME.max_legal, np.int32)
    scores, ranks = np.zeros((2, GAMES, GAME.max_seats), np.int32)
    steps = np.zeros(GAMES, np.int32)
    placed = GAME.native(play_random_games)(
        setup.constants, setup.new_states(2), rng, out, run, 0, GAMES, scores, ranks, steps
    )
    rounds = GAME.native(count_rounds)(setup.constants, setup.new_states(2), rng, out, run, GAMES)
    ties = np.mean((ranks[:, :seats] == 1).sum(axis=1) > 1)
    print(f"{seats} seats: {rounds / GAMES:.3f} rounds, {placed / GAMES:.2f} cards placed, {100 * ties:.2f}% ties")
    assert 3 <= rounds / GAMES <= 5
    assert 44 <= placed / GAMES <= 60
    assert 0.035 <= ties <= 0.075
    assert (scores.sum(axis=1) == steps).all()  # every card that is placed is won
