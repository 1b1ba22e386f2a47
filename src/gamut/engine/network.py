"""A small network of whole numbers for games that learn their `value`: one layer of rectified units.

Weights are multiples of 1/ONE, so that sums are exact and the same in every way the rules run.
"""

from __future__ import annotations

from gamut.engine.record import Grid, Row

ONE = 4096  # a weight of one


def foretell(inner: Grid, shift: Row, outer: Row, rest: int, work: Row, inputs: int) -> int:
    """What the network makes of `work[0 … inputs−1]`; the places behind are room for its units."""
    units, total = len(shift), rest * ONE * ONE
    for u in range(units):
        work[inputs + u] = shift[u]
    for k in range(inputs):
        x = work[k]
        if x != 0:
            for u in range(units):
                work[inputs + u] += x * inner[k, u]
    for u in range(units):
        if work[inputs + u] > 0:
            total += work[inputs + u] * outer[u]
    return total // (ONE * ONE)
