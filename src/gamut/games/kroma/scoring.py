"""The end of Kroma: points, shapes and ranks. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, has, lowest
from gamut.engine.record import Row, Word
from gamut.games.kroma.record import HUES, Constants, State

Cells = tuple[Word, Word, Word]

BY_POINTS, BY_SHAPES, SHARED, BY_LARGEST, LARGEST_THEN_POINTS, LARGEST_THEN_SHAPES = range(6)  # reasons


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Scores and ranks; the reason is what set the winner apart from the next."""
    reason = SHARED
    for seat in range(c.seats):
        target = s.target[seat] - 1
        scores[seat] = largest_shape(c, s, target) if c.by_shape else s.points[target]
        ranks[seat] = 1 + count_better(c, s, seat)
    for seat in range(c.seats):
        for other in range(c.seats):
            if ranks[seat] == 1 and ranks[other] == 2:
                reason = abs(compare(c, s, s.target[seat] - 1, s.target[other] - 1)) - 1
    return reason


def count_better(c: Constants, s: State, seat: int) -> int:
    """How many seats are ahead of this one."""
    better = 0
    for other in range(c.seats):
        if other != seat and compare(c, s, s.target[other] - 1, s.target[seat] - 1) > 0:
            better += 1
    return better


def compare(c: Constants, s: State, one: int, other: int) -> int:
    """Which of two targets is ahead, and why: the reason + 1, negative if it is the other one, 0 if neither."""
    points, shapes = s.points[one] - s.points[other], 0
    if c.by_shape:
        largest = largest_shape(c, s, one) - largest_shape(c, s, other)
        if largest != 0:
            return BY_LARGEST + 1 if largest > 0 else -BY_LARGEST - 1
    if points != 0:
        reason = 1 + (LARGEST_THEN_POINTS if c.by_shape else BY_POINTS)
        return reason if points > 0 else -reason
    for size in range(s.points[one], 0, -1):  # more shapes of the largest size in which they differ
        if shapes == 0:
            shapes = shapes_of_size(c, s, one, size) - shapes_of_size(c, s, other, size)
    reason = 1 + (LARGEST_THEN_SHAPES if c.by_shape else BY_SHAPES)
    return reason if shapes > 0 else -reason if shapes < 0 else 0


# ---------------------------------------------------------------------- shapes


def own_cells(s: State, target: int) -> Cells:
    """The cells that show a target."""
    a, b = (target + 1) % HUES, (target + 2) % HUES
    return (
        (s.below[a, 0] & s.above[b, 0]) | (s.below[b, 0] & s.above[a, 0]),
        (s.below[a, 1] & s.above[b, 1]) | (s.below[b, 1] & s.above[a, 1]),
        (s.below[a, 2] & s.above[b, 2]) | (s.below[b, 2] & s.above[a, 2]),
    )


def largest_shape(c: Constants, s: State, target: int) -> int:
    """How many triangles the largest shape of a target has."""
    left, largest = own_cells(s, target), 0
    while not is_empty(left):
        shape = shape_at(c, left, first_cell(left))
        largest = max(largest, cells_in(shape))
        left = without(left, shape)
    return largest


def shapes_of_size(c: Constants, s: State, target: int, size: int) -> int:
    """How many shapes of a target have so many triangles."""
    left, found = own_cells(s, target), 0
    while not is_empty(left):
        shape = shape_at(c, left, first_cell(left))
        found += 1 if cells_in(shape) == size else 0
        left = without(left, shape)
    return found


def shape_at(c: Constants, own: Cells, cell: int) -> Cells:
    """The cells that hang together with a cell by their edges."""
    shape = with_cell((NONE, NONE, NONE), cell)
    new = shape
    while not is_empty(new):
        cell = first_cell(new)
        new = without(new, with_cell((NONE, NONE, NONE), cell))
        for j in range(3):
            other = c.near[cell, j]
            if other >= 0 and has_cell(own, other) and not has_cell(shape, other):
                shape = with_cell(shape, other)
                new = with_cell(new, other)
    return shape


# ---------------------------------------------------------------------- sets of cells as three words


def is_empty(x: Cells) -> bool:
    """Whether there is no cell in a set."""
    return bool(x[0] | x[1] | x[2] == NONE)


def cells_in(x: Cells) -> int:
    """How many cells are in a set."""
    return count(x[0]) + count(x[1]) + count(x[2])


def first_cell(x: Cells) -> int:
    """The lowest cell of a set that is not empty."""
    if x[0] != NONE:
        return lowest(x[0])
    return 64 + lowest(x[1]) if x[1] != NONE else 128 + lowest(x[2])


def has_cell(x: Cells, cell: int) -> bool:
    """Whether a cell is in a set."""
    if cell < 64:
        return has(x[0], cell)
    return has(x[1], cell - 64) if cell < 128 else has(x[2], cell - 128)


def with_cell(x: Cells, cell: int) -> Cells:
    """A set with one cell more."""
    if cell < 64:
        return x[0] | bit(cell), x[1], x[2]
    return (x[0], x[1] | bit(cell - 64), x[2]) if cell < 128 else (x[0], x[1], x[2] | bit(cell - 128))


def without(x: Cells, y: Cells) -> Cells:
    """A set without the cells of another."""
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2]
