"""Perft: how many action sequences of a length begin in a state. Equal rules give equal counts."""

from __future__ import annotations

import numpy as np

from gamut.engine.game import Setup
from gamut.engine.play import perft
from gamut.engine.record import Array


def count_sequences(setup: Setup, start: Array, depth: int, *, native: bool = True) -> int:
    """How many sequences of `depth` actions begin in a state; ended games count once."""
    driver = (setup.game.native if native else setup.game.interpreted)(perft)
    states = setup.fresh(depth + 1)
    states[0] = start[0]
    acts = np.zeros((depth + 1, setup.game.most_legal), np.int32)
    many, at = np.zeros((2, depth + 1), np.int64)
    return int(driver(setup.constants, states, acts, many, at, depth))
