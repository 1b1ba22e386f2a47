"""Places of a state, as the bits of a record: of some fields, and of seats that are not at the table.

A dimension belongs to the seats if its length is written as a name that ends in SEATS: `hand = i1(MAX_SEATS, COLOURS)`.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator

import numpy as np

from gamut.engine.game import Setup
from gamut.engine.record import Array

SEATS_SUFFIX = "SEATS"


def seat_dimensions(state: type) -> Iterator[tuple[str, int]]:
    """Yield the fields of a state and their dimensions that have one element per seat."""
    try:
        source = textwrap.dedent(inspect.getsource(state))
    except (OSError, TypeError):  # made at run time
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name):
            for k, length in enumerate(node.value.args):
                name = length.attr if isinstance(length, ast.Attribute) else getattr(length, "id", "")
                if name.endswith(SEATS_SUFFIX):
                    yield node.targets[0].id, k


def mark_fields(setup: Setup, names: Iterable[str]) -> Array:
    """Return a record whose bits are set in some fields."""
    marks = setup.new_states()
    for name in names:
        if name:
            marks[name] = ~marks[name]
    return marks


def mark_unused_places(setup: Setup) -> Array:
    """Return a record whose bits are set where a state has to be 0."""
    marks = setup.new_states()
    players = setup.seats + setup.game.virtual_players.get(setup.seats, 0)
    names = marks.dtype.names or ()
    for name, dimension in seat_dimensions(setup.game.state):
        if name in names:
            by_seat = np.moveaxis(marks[name], 1 + dimension, 0)  # a view
            by_seat[players:] = ~by_seat[players:]
    return marks
