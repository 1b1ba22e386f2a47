"""Integer weights of hand-made `value` functions: a hidden layer of rectified units, or weighted sums of inputs.

Weights are multiples of 1/WEIGHT_SCALE, so that sums are exact and equal in interpreted and native code. They were
fitted to games of greedy bots and are stored in the `value.toml` of a game.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from gamut.engine.record import Grid, Row

WEIGHT_SCALE = 4096  # a weight of one
POINT_SCALE = 1000  # parts of a point in predictions


def load_network(c: Any, file: Path) -> None:
    """Load the weights of a network into the constants."""
    weights = tomllib.loads(file.read_text("utf-8"))
    c.rest = weights["rest"]
    for name in ("shift", "outer", "spread"):
        row = getattr(c, name)
        for k, number in enumerate(weights[name]):
            row[k] = number
    for k, numbers in enumerate(weights["inner"]):
        for u, number in enumerate(numbers):
            c.inner[k, u] = number


def load_sums(c: Any, file: Path) -> None:
    """Load the weights of weighted sums into the constants."""
    learned = tomllib.loads(file.read_text("utf-8"))
    for remaining, numbers in enumerate(learned["weights"]):
        c.spread[remaining] = learned["spread"][remaining]
        for k, number in enumerate(numbers):
            c.weights[remaining, k] = number


def predict(inner: Grid, shift: Row, outer: Row, rest: int, scratch: Row, inputs: int) -> int:
    """Return the output for the inputs `scratch[0 … inputs−1]`; the hidden units are stored behind them."""
    compute_hidden(inner, shift, scratch, inputs)
    return compute_output(outer, rest, scratch, inputs)


def compute_hidden(inner: Grid, shift: Row, scratch: Row, inputs: int) -> None:
    """Store the hidden units behind the inputs `scratch[0 … inputs−1]`."""
    units = len(shift)
    for u in range(units):
        scratch[inputs + u] = shift[u]
    for k in range(inputs):
        x = scratch[k]
        if x != 0:
            for u in range(units):
                scratch[inputs + u] += x * inner[k, u]


def compute_output(outer: Row, rest: int, scratch: Row, start: int) -> int:
    """Return the output for the hidden units from `scratch[start]`."""
    total = rest * WEIGHT_SCALE * WEIGHT_SCALE
    for u in range(len(outer)):
        if scratch[start + u] > 0:
            total += scratch[start + u] * outer[u]
    return total // (WEIGHT_SCALE * WEIGHT_SCALE)
