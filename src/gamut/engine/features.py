"""Helpers for `observe`: write several features at once.

The start index is never negative, but the compiler needs that stated; then it writes eight features at a time.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.bits import ONE
from gamut.engine.record import Floats, Row, Word

U = np.uint64


def write_set(members: Word, out: Floats, start: int, n: int) -> None:
    """Write 1 for each of the numbers 0 … n−1 that is in the set, else 0."""
    start = max(start, 0)
    for k in range(n):
        out[start + k] = 1.0 if (members >> U(k)) & ONE else 0.0


def write_counts(counts: Row, out: Floats, start: int, n: int, scale: float) -> None:
    """Write the first `n` counts, multiplied by `scale`."""
    start = max(start, 0)
    for k in range(n):
        out[start + k] = counts[k] * scale


def write_zeros(out: Floats, start: int, n: int) -> None:
    start = max(start, 0)
    for k in range(n):
        out[start + k] = 0.0
