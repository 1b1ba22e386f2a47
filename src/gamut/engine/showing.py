"""Writing the features of an observation, several at once: for the `observe` of games.

The place where they begin is never negative, but the compiler has to be told; then it writes eight at a time.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.bits import ONE
from gamut.engine.record import Floats, Row, Word

U = np.uint64


def show_set(members: Word, out: Floats, at: int, n: int) -> None:
    """1 for each of the numbers 0 … n−1 that is in the set, else 0."""
    at = max(at, 0)
    for k in range(n):
        out[at + k] = 1.0 if (members >> U(k)) & ONE else 0.0


def show_counts(counts: Row, out: Floats, at: int, n: int, scale: float) -> None:
    """The first `n` counts, multiplied."""
    at = max(at, 0)
    for k in range(n):
        out[at + k] = counts[k] * scale


def show_nothing(out: Floats, at: int, n: int) -> None:
    """Zeros."""
    at = max(at, 0)
    for k in range(n):
        out[at + k] = 0.0
