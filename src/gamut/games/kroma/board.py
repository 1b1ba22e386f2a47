"""The board of Kroma, its pieces, and all places where they can be laid, computed from a few outlines.

Cell (r, c) lies in row r from the apex, c = 0 … 2r from the left; it points up where c is even. Its number is
r² + c. To turn and flip outlines, a cell also has three strip numbers, one for each direction, which add up to 2
(up) or 1 (down): a turn by a sixth then only swaps the numbers and their signs.
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

LEANING = ("leaning right", "leaning left", "upright")
ORIENTATION_WORDS: dict[str, tuple[str, ...]] = {  # in words, in the order of `list_orientations`
    "diamond": LEANING,
    "trapezoid": (
        "pointing up", "pointing to the upper right", "pointing to the lower right",
        "pointing down", "pointing to the lower left", "pointing to the upper left",
    ),
    "rhombus of 4": (
        "level, leaning right", "falling to the right with level ends", "rising to the right with slanted ends",
        "level, leaning left", "falling to the right with slanted ends", "rising to the right with level ends",
    ),
    "rhombus of 8": LEANING,
    "hook of 4": (
        "open to the lower left", "open to the left", "open to the upper left",
        "open to the upper right", "open to the right", "open to the lower right",
    ),
    "hook of 5": (
        "open to the lower left", "open to the upper left", "open at the top",
        "open to the upper right", "open to the lower right", "open at the bottom",
    ),
    "hook of 6": (
        "open to the lower left, tail at the bottom", "open to the upper left, tail at the lower left",
        "open at the top, tail at the upper left", "open to the upper right, tail at the top",
        "open to the lower right, tail at the upper right", "open at the bottom, tail at the lower right",
        "open to the lower right, tail at the bottom", "open at the bottom, tail at the lower left",
        "open to the lower left, tail at the upper left", "open to the upper left, tail at the top",
        "open at the top, tail at the upper right", "open to the upper right, tail at the lower right",
    ),
}  # fmt: skip


class Place(NamedTuple):
    """One way to lay a piece: its orientation, and the cells, the anchor first."""

    orientation: int
    cells: tuple[int, ...]


class Orientation(NamedTuple):
    """One orientation of an outline, and the orientations that it is turned to."""

    cells: tuple[Spot, ...]  # the first is the anchor, at row 0
    right: int  # turned by a sixth, clockwise
    left: int
    flipped: int  # the mirror image, left for right
    words: str  # `pointing up`


@dataclass(frozen=True)
class Piece:
    name: str
    phase: int
    copies: int  # of each colour
    orientations: tuple[Orientation, ...]
    places: tuple[Place, ...]

    @property
    def size(self) -> int:
        return len(self.orientations[0].cells)

    @property
    def two_sided(self) -> bool:
        """Whether flipping gives an orientation that turning does not."""
        seen, t = [0], self.orientations[0].right
        while t != 0:
            seen.append(t)
            t = self.orientations[t].right
        return len(seen) < len(self.orientations)


@dataclass(frozen=True)
class Board:
    side: int
    pieces: tuple[Piece, ...]  # in the order of their numbers
    spots: tuple[Spot, ...]  # by cell
    near: tuple[tuple[int, ...], ...]  # by cell: the cells that share an edge with it


# ---------------------------------------------------------------------- cells


def number(spot: Spot) -> int:
    return spot[0] * spot[0] + spot[1]


def spots(side: int) -> tuple[Spot, ...]:
    return tuple((r, c) for r in range(side) for c in range(2 * r + 1))


def neighbours(spot: Spot, side: int) -> tuple[int, ...]:
    """Return the cells that share an edge with a cell."""
    r, c = spot
    across = (r + 1, c + 1) if c % 2 == 0 else (r - 1, c - 1)
    return tuple(sorted(number(other) for other in ((r, c - 1), (r, c + 1), across) if is_inside(other, side)))


def is_inside(spot: Spot, side: int) -> bool:
    r, c = spot
    return 0 <= r < side and 0 <= c <= 2 * r


# ---------------------------------------------------------------------- turning and flipping


def strips(spot: Spot) -> Strips:
    """Return the strips of a cell: along the left side, along the right side, horizontal."""
    r, c = spot
    return c // 2, r - (c + 1) // 2, 2 - r


def spot_of(x: Strips) -> Spot:
    """Return the cell with these strips."""
    r = 2 - x[2]
    return r, 2 * x[0] + (0 if sum(x) == 2 else 1)


def normalise(cells: list[Spot]) -> tuple[Spot, ...]:
    """Return an outline moved so that its topmost, leftmost cell comes first, at (0, 0) or (0, 1)."""
    cells = sorted(cells)
    r, c = cells[0][0], cells[0][1] // 2 * 2
    return tuple((row - r, column - c) for row, column in cells)


def turn_right(outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return an outline turned by a sixth, clockwise."""
    return normalise([spot_of((1 - b, 1 - c, 1 - a)) for a, b, c in map(strips, outline)])


def flip(outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the mirror image of an outline."""
    return normalise([spot_of((b, a, c)) for a, b, c in map(strips, outline)])


def list_orientations(name: str) -> tuple[Orientation, ...]:
    """Return all orientations of an outline: turned to the right, then those of its mirror image if they differ."""
    outline = OUTLINES[name]
    looks: list[tuple[Spot, ...]] = []
    for look in (normalise(list(outline)), flip(outline)):
        while look not in looks:
            looks.append(look)
            look = turn_right(look)
    rights = [looks.index(turn_right(look)) for look in looks]
    return tuple(
        Orientation(look, rights[k], rights.index(k), looks.index(flip(look)), ORIENTATION_WORDS[name][k])
        for k, look in enumerate(looks)
    )


# ---------------------------------------------------------------------- places


def list_places(orientations: tuple[Orientation, ...], side: int) -> tuple[Place, ...]:
    """Return all places of an outline on the board: by orientation, then by anchor."""
    places: list[Place] = []
    for k, orientation in enumerate(orientations):
        for r in range(side):
            for c in range(0, 2 * r + 1, 2):
                cells = [(r + row, c + column) for row, column in orientation.cells]
                if all(is_inside(cell, side) for cell in cells):
                    places.append(Place(k, tuple(number(cell) for cell in cells)))
    return tuple(places)


def make_piece(name: str, outline: str, phase: int, copies: int, side: int) -> Piece:
    orientations = list_orientations(outline)
    return Piece(name, phase, copies, orientations, list_places(orientations, side))


@cache
def make_board(side: int, rhombus: int, hook: int) -> Board:
    """Return the board; the numbers are the triangles of its side, of a rhombus and of a hook."""
    pieces = (
        make_piece("diamond", "diamond", 1, 16, side),
        make_piece("trapezoid", "trapezoid", 1, 3, side),
        make_piece("rhombus", f"rhombus of {rhombus}", 2, 4, side),
        make_piece("hook", f"hook of {hook}", 2, 5, side),
    )
    cells = spots(side)
    return Board(side, pieces, cells, tuple(neighbours(spot, side) for spot in cells))
