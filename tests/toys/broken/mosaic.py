"""Mosaic with one fault each: paths that cannot be told apart."""

from __future__ import annotations

from gamut.engine.language import TouchPath
from tests.toys.broken import faults
from tests.toys.mosaic import CELLS, MOSAIC, PAINTS, PAIRS, Constants, cell_name
from tests.toys.mosaic import path as good_path

fault = faults(MOSAIC, seats=2)


def path_without_a_cell(c: Constants, a: int) -> TouchPath:
    """The first cell need not be touched."""
    return good_path(c, a) if a % CELLS else good_path(c, a)[:1]


def path_in_another_order(c: Constants, a: int) -> TouchPath:
    """On the last cell the paints have an order, which the other order of a group repeats."""
    one, other = PAIRS[a // CELLS]
    if (one, other) == (0, 1) and a % CELLS == CELLS - 1:
        return f"paint:{PAINTS[1]}", f"paint:{PAINTS[0]}", f"cell:{cell_name(0)}"
    return good_path(c, a)


def path_of_one(c: Constants, a: int) -> TouchPath:
    one, other = PAIRS[a // CELLS]
    return ((f"paint:{PAINTS[one]}-{PAINTS[other]}",), f"cell:{cell_name(a % CELLS)}")


fault("a path that ends too early", "paths", "one can be the beginning of the other", games=1,
      path=path_without_a_cell)  # fmt: skip
fault("a path that another order repeats", "paths", "'red and blue on a1'", games=1, path=path_in_another_order)
fault("a group of one", "paths", "it must be ids, or groups of two and more ids", games=1, path=path_of_one)
