"""A small network of whole numbers for games that learn their `value`: one layer of rectified units.

Weights are multiples of 1/ONE, so that sums are exact and the same in every way the rules run. What was learned is
kept in a text file, whole numbers in TOML; `gamut teach GAME` writes it anew for a game that says what is `Taught`.
A game may do without hidden units: then it learns weighed sums of its inputs, one for each number that is left.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamut.engine.record import Grid, Row

ONE = 4096  # a weight of one
THOUSAND = 1000  # parts of a point in what is foretold


@dataclass(frozen=True)
class Taught:
    """What a game's network sees, what it foretells, and where it is kept.

    The constants of the game hold it, as `fill_network` writes it there: `inner = i4(inputs, units)`,
    `shift = i4(units)`, `outer = i4(units)`, `rest = i4()`, `spread = i4(longest + 1)`. Weighed sums are read by
    `fill_sums`: `weights = i4(longest + 1, inputs)`, thousandths of a point, and `spread`.
    """

    look: Callable[..., None]  # (c, s, seat, x): fill the inputs of a seat, which are zero before
    score: Callable[..., int]  # (c, s, seat): the points so far; the most at the end win
    left: Callable[..., int]  # (c, s): how much is still to come, 0 … longest, say in rounds
    inputs: int
    units: int  # hidden ones; 0: weighed sums
    longest: int
    file: Path
    room: int = 0  # places before the inputs that `look` needs for itself
    fine: int = 1  # parts of one in the inputs of a weighed sum


def fill_network(c: Any, file: Path) -> None:
    """Write what was learned into the constants."""
    learned = tomllib.loads(file.read_text("utf-8"))
    c.rest = learned["rest"]
    for name in ("shift", "outer", "spread"):
        row = getattr(c, name)
        for k, number in enumerate(learned[name]):
            row[k] = number
    for k, numbers in enumerate(learned["inner"]):
        for u, number in enumerate(numbers):
            c.inner[k, u] = number


def fill_sums(c: Any, file: Path) -> None:
    """Write learned sums into the constants."""
    learned = tomllib.loads(file.read_text("utf-8"))
    for left, numbers in enumerate(learned["weights"]):
        c.spread[left] = learned["spread"][left]
        for k, number in enumerate(numbers):
            c.weights[left, k] = number


def foretell(inner: Grid, shift: Row, outer: Row, rest: int, work: Row, inputs: int) -> int:
    """What the network makes of `work[0 … inputs−1]`; the places behind are room for its units."""
    fill_units(inner, shift, work, inputs)
    return weigh_units(outer, rest, work, inputs)


def fill_units(inner: Grid, shift: Row, work: Row, inputs: int) -> None:
    """Fill the places behind `work[0 … inputs−1]` with the hidden units."""
    units = len(shift)
    for u in range(units):
        work[inputs + u] = shift[u]
    for k in range(inputs):
        x = work[k]
        if x != 0:
            for u in range(units):
                work[inputs + u] += x * inner[k, u]


def weigh_units(outer: Row, rest: int, work: Row, at: int) -> int:
    """What the network makes of the hidden units at a place."""
    total = rest * ONE * ONE
    for u in range(len(outer)):
        if work[at + u] > 0:
            total += work[at + u] * outer[u]
    return total // (ONE * ONE)
