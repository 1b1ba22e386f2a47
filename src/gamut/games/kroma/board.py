"""The triangle of Kroma, its pieces, and every way to lay them: all made from a few coordinates.

Cell (r, c) lies in row r from the apex, c = 0 … 2r from the left; it points up where c is even. Its number is
r² + c. To turn and flip outlines, a cell is also written as three numbers, one for each direction of strips, which
add up to 2 (up) or 1 (down): turning by a sixth then is only a matter of places and signs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

COLOURS = ("blue", "magenta", "yellow")
TARGETS = ("orange", "green", "purple")  # by the one colour that is not in it

Spot = tuple[int, int]  # row and column of a cell
Strips = tuple[int, int, int]

OUTLINES: dict[str, tuple[Spot, ...]] = {
    "diamond": ((0, 0), (0, 1)),
    "trapezoid": ((0, 0), (0, 1), (0, 2)),
    "rhombus of 4": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "rhombus of 8": ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)),
    "hook of 4": ((0, 0), (0, 1), (0, 2), (1, 3)),
    "hook of 5": ((0, 0), (0, 1), (0, 2), (1, 3), (1, 2)),
    "hook of 6": ((0, 0), (0, 1), (0, 2), (1, 3), (1, 2), (2, 3)),
}


class Place(NamedTuple):
    """One way to lay a piece: which of its turns, and the cells, the anchor first."""

    turn: int
    cells: tuple[int, ...]


class Turn(NamedTuple):
    """One of the looks of an outline, and what it becomes."""

    cells: tuple[Spot, ...]  # the first is the anchor, at row 0
    right: int  # turned by a sixth, clockwise
    left: int
    flipped: int  # the mirror image, left for right


@dataclass(frozen=True)
class Piece:
    """A kind of piece."""

    name: str
    phase: int
    copies: int  # of each colour
    turns: tuple[Turn, ...]
    places: tuple[Place, ...]

    @property
    def size(self) -> int:
        """How many triangles it has."""
        return len(self.turns[0].cells)

    @property
    def two_sided(self) -> bool:
        """Whether flipping gives a look that turning does not."""
        seen, t = [0], self.turns[0].right
        while t != 0:
            seen.append(t)
            t = self.turns[t].right
        return len(seen) < len(self.turns)


@dataclass(frozen=True)
class Board:
    """A side with its pieces."""

    side: int
    pieces: tuple[Piece, ...]  # in the order of their numbers
    spots: tuple[Spot, ...]  # by cell
    near: tuple[tuple[int, ...], ...]  # by cell: the cells that share an edge with it


# ---------------------------------------------------------------------- cells


def number(spot: Spot) -> int:
    """The number of a cell."""
    return spot[0] * spot[0] + spot[1]


def spots(side: int) -> tuple[Spot, ...]:
    """All cells, by number."""
    return tuple((r, c) for r in range(side) for c in range(2 * r + 1))


def neighbours(spot: Spot, side: int) -> tuple[int, ...]:
    """The cells that share an edge with a cell."""
    r, c = spot
    across = (r + 1, c + 1) if c % 2 == 0 else (r - 1, c - 1)
    return tuple(sorted(number(other) for other in ((r, c - 1), (r, c + 1), across) if is_inside(other, side)))


def is_inside(spot: Spot, side: int) -> bool:
    """Whether there is such a cell."""
    r, c = spot
    return 0 <= r < side and 0 <= c <= 2 * r


# ---------------------------------------------------------------------- turning and flipping


def strips(spot: Spot) -> Strips:
    """A cell by its strips: along the left side, along the right side, level."""
    r, c = spot
    return c // 2, r - (c + 1) // 2, 2 - r


def spot_of(x: Strips) -> Spot:
    """The way back."""
    r = 2 - x[2]
    return r, 2 * x[0] + (0 if sum(x) == 2 else 1)


def anchored(cells: list[Spot]) -> tuple[Spot, ...]:
    """An outline moved to its usual place: the topmost, leftmost cell comes first, at (0, 0) or (0, 1)."""
    cells = sorted(cells)
    r, c = cells[0][0], cells[0][1] // 2 * 2
    return tuple((row - r, column - c) for row, column in cells)


def turned_right(outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """An outline turned by a sixth, clockwise."""
    return anchored([spot_of((1 - b, 1 - c, 1 - a)) for a, b, c in map(strips, outline)])


def flipped(outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The mirror image of an outline, left for right."""
    return anchored([spot_of((b, a, c)) for a, b, c in map(strips, outline)])


def turns(outline: tuple[Spot, ...]) -> tuple[Turn, ...]:
    """All looks of an outline: turning on to the right, then the same of its mirror image if that differs."""
    looks: list[tuple[Spot, ...]] = []
    for look in (anchored(list(outline)), flipped(outline)):
        while look not in looks:
            looks.append(look)
            look = turned_right(look)
    rights = [looks.index(turned_right(look)) for look in looks]
    return tuple(Turn(look, rights[k], rights.index(k), looks.index(flipped(look))) for k, look in enumerate(looks))


# ---------------------------------------------------------------------- places


def places(looks: tuple[Turn, ...], side: int) -> tuple[Place, ...]:
    """Every way to lay an outline inside the board: by its turn, then by the anchor."""
    found: list[Place] = []
    for k, look in enumerate(looks):
        for r in range(side):
            for c in range(0, 2 * r + 1, 2):
                cells = [(r + row, c + column) for row, column in look.cells]
                if all(is_inside(cell, side) for cell in cells):
                    found.append(Place(k, tuple(number(cell) for cell in cells)))
    return tuple(found)


def make_piece(name: str, outline: str, phase: int, copies: int, side: int) -> Piece:
    """A kind of piece on a board."""
    looks = turns(OUTLINES[outline])
    return Piece(name, phase, copies, looks, places(looks, side))


@cache
def make_board(side: int, rhombus: int, hook: int) -> Board:
    """The board of a side, and where its pieces can be laid: rhombuses and hooks of so many triangles."""
    pieces = (
        make_piece("diamond", "diamond", 1, 16, side),
        make_piece("trapezoid", "trapezoid", 1, 3, side),
        make_piece("rhombus", f"rhombus of {rhombus}", 2, 4, side),
        make_piece("hook", f"hook of {hook}", 2, 5, side),
    )
    cells = spots(side)
    return Board(side, pieces, cells, tuple(neighbours(spot, side) for spot in cells))
