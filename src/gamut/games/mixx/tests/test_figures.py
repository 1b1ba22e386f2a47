"""Random play of Mixx has the figures that were known before it was programmed here.

Known: 3–5 rounds, 44–60 lays per game, a tie for first in 4–7% of games. The percents are whole: 3.5 counts as 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine.chance import pick, seed
from gamut.engine.play import first_seat, random_games, start
from gamut.engine.verbs import actors, legal, play
from gamut.games.mixx import GAME

U = np.uint64
GAMES = 10_000


def count_rounds(c: Any, s: Any, r: Any, out: Any, run: Any, n: int) -> int:
    """The rounds of `n` random games together."""
    total = 0
    for g in range(n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        mask = actors(c[0], s[0])
        while mask != 0:
            seat = first_seat(mask)
            play(c[0], s[0], seat, out[pick(r, legal(c[0], s[0], seat, out))])
            mask = actors(c[0], s[0])
        total += s[0].round
    return total


@pytest.mark.parametrize("seats", GAME.seats)
def test_figures_of_random_play(seats: int) -> None:
    setup = GAME.open(seats)
    run, r, out = np.array([1], np.uint64), np.zeros(1, np.uint64), np.zeros(GAME.most_legal, np.int32)
    scores, ranks = np.zeros((2, GAMES, GAME.most_seats), np.int32)
    steps = np.zeros(GAMES, np.int32)
    lays = GAME.native(random_games)(setup.constants, setup.fresh(2), r, out, run, 0, GAMES, scores, ranks, steps)
    rounds = GAME.native(count_rounds)(setup.constants, setup.fresh(2), r, out, run, GAMES)
    ties = np.mean((ranks[:, :seats] == 1).sum(axis=1) > 1)
    print(f"{seats} seats: {rounds / GAMES:.3f} rounds, {lays / GAMES:.2f} lays, {100 * ties:.2f}% ties")
    assert 3 <= rounds / GAMES <= 5
    assert 44 <= lays / GAMES <= 60
    assert 0.035 <= ties <= 0.075
    assert (scores.sum(axis=1) == steps).all()  # every laid card is won by somebody
