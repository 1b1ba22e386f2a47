"""Kroma on sets of coordinates, without any table of the game: slow and plain, to compare with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

Cell = tuple[int, int]  # row and column, counted from 0
Piece = tuple[str, str, frozenset[Cell]]  # kind, colour, cells

COLOURS = ("blue", "magenta", "yellow")
BLENDS = {
    frozenset(("blue", "yellow")): "green",
    frozenset(("yellow", "magenta")): "orange",
    frozenset(("blue", "magenta")): "purple",
}
COPIES = {"diamond": 16, "trapezoid": 3, "rhombus": 4, "hook": 5}
SMALL, LARGE = ("diamond", "trapezoid"), ("rhombus", "hook")


@cache
def cells(side: int) -> frozenset[Cell]:
    """The whole board."""
    return frozenset((r, c) for r in range(side) for c in range(2 * r + 1))


def beside(cell: Cell) -> set[Cell]:
    """What shares an edge with a cell, on the board or not."""
    r, c = cell
    return {(r, c - 1), (r, c + 1), (r + 1, c + 1) if c % 2 == 0 else (r - 1, c - 1)}


def corners(cell: Cell) -> set[tuple[int, int]]:
    """The three corners of a cell: (line from the top, place from the left)."""
    r, c = cell
    k = c // 2
    return {(r, k), (r + 1, k), (r + 1, k + 1)} if c % 2 == 0 else {(r, k), (r, k + 1), (r + 1, k + 1)}


@cache
def connected(side: int, size: int) -> frozenset[frozenset[Cell]]:
    """All connected sets of `size` cells."""
    if size == 1:
        return frozenset(frozenset((cell,)) for cell in cells(side))
    return frozenset(
        shape | {cell}
        for shape in connected(side, size - 1)
        for cell in set().union(*map(beside, shape)) & cells(side) - shape
    )


def round_a_point(shape: frozenset[Cell]) -> bool:
    """Whether all cells have a corner in common."""
    return bool(set.intersection(*map(corners, shape)))


@cache
def places(side: int, kind: str, size: int) -> frozenset[frozenset[Cell]]:
    """Where a piece of Phase One, a rhombus of 4 or a hook of 4 or 5 can lie.

    Two or three connected cells are always a diamond or a trapezoid. Four are a chevron around a point, a
    large triangle, in which one cell touches all others, or else a rhombus.
    """
    shapes = connected(side, size)
    if kind in SMALL:
        return shapes
    if kind == "hook":
        return frozenset(shape for shape in shapes if round_a_point(shape))
    assert size == 4
    return frozenset(
        shape for shape in shapes if not round_a_point(shape) and all(len(beside(cell) & shape) < 3 for cell in shape)
    )


class Board:
    """What lies where, and what may be done."""

    def __init__(self, side: int, hook: int = 5, support: str = "all", stack: bool = True) -> None:
        self.side, self.any_support, self.stack = side, support == "any", stack
        self.sizes = {"diamond": 2, "trapezoid": 3, "rhombus": 4, "hook": hook}
        self.below: dict[Cell, str] = {}
        self.above: dict[Cell, str] = {}
        self.stock = Counter({(kind, colour): n for kind, n in COPIES.items() for colour in COLOURS})
        self.phase = 1

    def lay(self, piece: Piece) -> None:
        """Lay a piece; the phase ends with the last that fits."""
        kind, colour, covered = piece
        layer = self.below if self.phase == 1 else self.above
        assert not covered & set(layer), "two pieces overlap"
        layer.update(dict.fromkeys(covered, colour))
        self.stock[kind, colour] -= 1
        while self.phase < 3 and not self.legal():
            self.phase += 1

    def legal(self) -> set[Piece]:
        """All that may be laid."""
        if self.phase == 1:
            fitting = set(self.fitting(SMALL, self.below))
            return {piece for piece in fitting if self.is_strict(piece)} or fitting
        return {piece for piece in self.fitting(LARGE, self.above) if self.rests(piece)} if self.phase == 2 else set()

    def fitting(self, kinds: tuple[str, ...], layer: dict[Cell, str]) -> Iterator[Piece]:
        """What is in stock and overlaps nothing of the layer."""
        for kind in kinds:
            free = [shape for shape in places(self.side, kind, self.sizes[kind]) if not shape & layer.keys()]
            for colour in COLOURS:
                if self.stock[kind, colour]:
                    yield from ((kind, colour, shape) for shape in free)

    def is_strict(self, piece: Piece) -> bool:
        """Whether no neighbour has the same colour."""
        _, colour, covered = piece
        return all(self.below.get(other) != colour for cell in covered for other in beside(cell))

    def rests(self, piece: Piece) -> bool:
        """Whether enough of a large piece lies on Phase One, and none of it on its own colour if that is barred."""
        _, colour, covered = piece
        under = [self.below.get(cell) for cell in covered]
        enough = any(under) if self.any_support else all(under)
        return enough and (self.stack or colour not in under)

    def owned(self, target: str) -> set[Cell]:
        """The cells that show a target."""
        return {
            cell
            for cell in self.below.keys() & self.above.keys()
            if BLENDS.get(frozenset((self.below[cell], self.above[cell]))) == target
        }

    def shapes(self, target: str) -> list[int]:
        """The sizes of a target's shapes, the largest first: cells are joined pair by pair."""
        groups = [{cell} for cell in self.owned(target)]
        merged = True
        while merged:
            merged = False
            for one, other in combinations(groups, 2):
                if any(beside(cell) & other for cell in one):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
        return sorted((len(group) for group in groups), reverse=True)


def ranks(merits: list[tuple[object, ...]]) -> list[int]:
    """Places from what counts, most important first."""
    return [1 + sum(other > own for other in merits) for own in merits]
