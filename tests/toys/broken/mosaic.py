"""Mosaic with one fault each: touch paths that cannot be told apart."""

from __future__ import annotations

from gamut.engine.presentation import TouchPath
from tests.toys.broken import fault_adder
from tests.toys.mosaic import CELLS, MOSAIC, PAINTS, PAIRS, Constants, cell_name
from tests.toys.mosaic import touch_path as good_path

fault = fault_adder(MOSAIC, seats=2)


def path_without_a_cell(c: Constants, a: int) -> TouchPath:
    """Leave out the touch of the first cell."""
    return good_path(c, a) if a % CELLS else good_path(c, a)[:1]


def path_in_another_order(c: Constants, a: int) -> TouchPath:
    """Give one action an order of paints that is also an order of another action's group."""
    one, other = PAIRS[a // CELLS]
    if (one, other) == (0, 1) and a % CELLS == CELLS - 1:
        return f"paint:{PAINTS[1]}", f"paint:{PAINTS[0]}", f"cell:{cell_name(0)}"
    return good_path(c, a)


def path_with_small_group(c: Constants, a: int) -> TouchPath:
    one, other = PAIRS[a // CELLS]
    return ((f"paint:{PAINTS[one]}-{PAINTS[other]}",), f"cell:{cell_name(a % CELLS)}")


fault("a path that ends too early", "touch-paths", "can be the beginning of the other", games=1,
      touch_path=path_without_a_cell)  # fmt: skip
fault("a path that repeats another in a different order", "touch-paths", "'red and blue on a1'", games=1,
      touch_path=path_in_another_order)  # fmt: skip
fault("a group of one", "touch-paths", "it must be ids, or groups of two or more ids", games=1,
      touch_path=path_with_small_group)  # fmt: skip
