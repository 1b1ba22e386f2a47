"""Points, shapes and ranks of Kroma. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, contains, count, lowest
from gamut.engine.record import Row, Word
from gamut.games.kroma.record import HUES, Constants, State

Cells = tuple[Word, Word, Word]

BY_POINTS, BY_SHAPES, SHARED, BY_LARGEST, LARGEST_THEN_POINTS, LARGEST_THEN_SHAPES = range(6)  # reasons for the end


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Fill scores and ranks; return the reason why the winner is ahead of the second."""
    reason = SHARED
    for seat in range(c.seats):
        target = s.target[seat] - 1
        scores[seat] = largest_shape(c, s, target) if c.by_shape else s.points[target]
        ranks[seat] = 1 + count_better(c, s, seat)
    for seat in range(c.seats):
        for other in range(c.seats):
            if ranks[seat] == 1 and ranks[other] == 2:
                _, reason = compare(c, s, s.target[seat] - 1, s.target[other] - 1)
    return reason


def count_better(c: Constants, s: State, seat: int) -> int:
    n_better = 0
    for other in range(c.seats):
        if other != seat and compare(c, s, s.target[other] - 1, s.target[seat] - 1)[0] > 0:
            n_better += 1
    return n_better


def compare(c: Constants, s: State, target: int, other: int) -> tuple[int, int]:
    """Return by how much a target is ahead of another (negative: behind; 0: tied), and the reason that decides."""
    if c.by_shape:
        ahead = largest_shape(c, s, target) - largest_shape(c, s, other)
        if ahead != 0:
            return ahead, BY_LARGEST
    ahead = s.points[target] - s.points[other]
    if ahead != 0:
        return ahead, LARGEST_THEN_POINTS if c.by_shape else BY_POINTS
    for size in range(s.points[target], 0, -1):  # the largest size of which they have different numbers decides
        if ahead == 0:
            ahead = count_shapes(c, s, target, size) - count_shapes(c, s, other, size)
    if ahead == 0:
        return 0, SHARED
    return ahead, LARGEST_THEN_SHAPES if c.by_shape else BY_SHAPES


# ---------------------------------------------------------------------- shapes


def blended_cells(s: State, target: int) -> Cells:
    a, b = (target + 1) % HUES, (target + 2) % HUES
    return (
        (s.below[a, 0] & s.above[b, 0]) | (s.below[b, 0] & s.above[a, 0]),
        (s.below[a, 1] & s.above[b, 1]) | (s.below[b, 1] & s.above[a, 1]),
        (s.below[a, 2] & s.above[b, 2]) | (s.below[b, 2] & s.above[a, 2]),
    )


def largest_shape(c: Constants, s: State, target: int) -> int:
    """Return how many triangles the largest shape of a target has."""
    cells, largest = blended_cells(s, target), 0
    while not is_empty(cells):
        shape = find_shape(c, cells, first_cell(cells))
        largest = max(largest, count_cells(shape))
        cells = without(cells, shape)
    return largest


def count_shapes(c: Constants, s: State, target: int, size: int) -> int:
    """Return how many shapes of a target have `size` triangles."""
    cells, n_shapes = blended_cells(s, target), 0
    while not is_empty(cells):
        shape = find_shape(c, cells, first_cell(cells))
        n_shapes += 1 if count_cells(shape) == size else 0
        cells = without(cells, shape)
    return n_shapes


def find_shape(c: Constants, cells: Cells, cell: int) -> Cells:
    """Return the cells of a set that are connected with a cell by edges."""
    shape = with_cell((EMPTY_SET, EMPTY_SET, EMPTY_SET), cell)
    frontier = shape
    while not is_empty(frontier):
        cell = first_cell(frontier)
        frontier = without(frontier, with_cell((EMPTY_SET, EMPTY_SET, EMPTY_SET), cell))
        for j in range(3):
            other = c.near[cell, j]
            if other >= 0 and has_cell(cells, other) and not has_cell(shape, other):
                shape = with_cell(shape, other)
                frontier = with_cell(frontier, other)
    return shape


# ---------------------------------------------------------------------- sets of cells as three words


def is_empty(x: Cells) -> bool:
    return bool(x[0] | x[1] | x[2] == EMPTY_SET)


def count_cells(x: Cells) -> int:
    return count(x[0]) + count(x[1]) + count(x[2])


def first_cell(x: Cells) -> int:
    """Return the lowest cell of a set that is not empty."""
    if x[0] != EMPTY_SET:
        return lowest(x[0])
    return 64 + lowest(x[1]) if x[1] != EMPTY_SET else 128 + lowest(x[2])


def has_cell(x: Cells, cell: int) -> bool:
    if cell < 64:
        return contains(x[0], cell)
    return contains(x[1], cell - 64) if cell < 128 else contains(x[2], cell - 128)


def with_cell(x: Cells, cell: int) -> Cells:
    if cell < 64:
        return x[0] | bit(cell), x[1], x[2]
    return (x[0], x[1] | bit(cell - 64), x[2]) if cell < 128 else (x[0], x[1], x[2] | bit(cell - 128))


def without(x: Cells, y: Cells) -> Cells:
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2]
