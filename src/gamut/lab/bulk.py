"""Random games in bulk, all native."""

from __future__ import annotations

import time

import msgspec
import numpy as np

from gamut.engine import play
from gamut.engine.errors import GamutError
from gamut.engine.game import Setup
from gamut.engine.record import Array


class Batch(msgspec.Struct, frozen=True):
    """The games `first`, `first + 1`, …, a row each."""

    first: int
    scores: Array
    ranks: Array
    steps: Array
    ms: Array  # by seat, of a move on average


def play_random(setup: Setup, seed: int, first: int, n: int) -> Batch:
    """Play `n` games of a run at random."""
    game = setup.game
    scores, ranks = np.zeros((2, n, game.most_seats), np.int32)
    steps = np.zeros(n, np.int32)
    out, r, run = np.zeros(game.most_legal, np.int32), np.zeros(1, np.uint64), np.array([seed], np.uint64)
    begin = time.perf_counter()
    done = game.native(play.random_games)(
        setup.constants, setup.fresh(2), r, out, run, first, n, scores, ranks, steps
    )
    if done == play.STUCK:
        raise GamutError(f"{game.title}: an awaited seat has no legal action in one of the games from {first} on")
    ms = np.zeros((n, setup.seats))
    ms[:] = (time.perf_counter() - begin) * 1000 / max(int(steps.sum()), 1)
    return Batch(first, scores[:, : setup.seats], ranks[:, : setup.seats], steps, ms)
