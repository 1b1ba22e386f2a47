"""A module whose attributes functions of other modules use, as `rec.SIZE`."""

from __future__ import annotations

import numpy as np

SIZE = 7
TABLE = np.array([10, 20, 30])
NAMES = {"size": 7}


def scale(x: int) -> int:
    return x * SIZE


def use_assert(x: int) -> None:
    assert x  # not in a test file, where pytest would rewrite it
