"""The triangle, the outlines and their places, against the counts that are known and against geometry."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin, sqrt

import numpy as np
import pytest

from gamut.engine.bits import row_contains
from gamut.games.kroma import GAME
from gamut.games.kroma.board import (
    OUTLINES,
    Spot,
    list_orientations,
    make_board,
    neighbours,
    normalise,
    number,
    spot_of,
    spots,
    strips,
)
from gamut.games.kroma.record import CELLS, LARGE_PLACES, PIECES, SMALL_PLACES, WORD_FROM, WORD_TO
from tests.games.kroma import brute_force

LOOKS = {"diamond": 3, "trapezoid": 6, "rhombus of 4": 6, "rhombus of 8": 3, "hook of 4": 6, "hook of 5": 6,
         "hook of 6": 12}  # fmt: skip
COUNTS = {9: (108, 192, 168, 168), 10: (135, 243, 216, 216), 11: (165, 300, 270, 270), 12: (198, 363, 330, 330)}


def middle(spot: Spot) -> tuple[float, float]:
    """The centre of a triangle of side 1; y goes down."""
    r, c = spot
    return (c - r) / 2, (r + (2 / 3 if c % 2 == 0 else 1 / 3)) * sqrt(3) / 2


def centred(points: list[tuple[float, float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Points around their own middle, sorted."""
    moved = np.array(points) - np.mean(points, axis=0)
    return np.array(sorted(np.round(moved + 1e-9, 6).tolist()))


def turned(points: list[tuple[float, float]], angle: float) -> list[tuple[float, float]]:
    """Points turned clockwise."""
    return [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in points]


@pytest.mark.parametrize("side", COUNTS)
def test_cells_are_numbered_row_by_row(side: int) -> None:
    assert [number(spot) for spot in spots(side)] == list(range(side * side))
    assert [spot_of(strips(spot)) for spot in spots(side)] == list(spots(side))


@pytest.mark.parametrize("side", COUNTS)
def test_neighbours_are_the_nearest_cells(side: int) -> None:
    every = [middle(spot) for spot in spots(side)]
    for cell, spot in enumerate(spots(side)):
        x, y = every[cell]
        close = [k for k, (u, v) in enumerate(every) if k != cell and hypot(x - u, y - v) < 0.6]
        assert list(neighbours(spot, side)) == close
        assert {number(other) for other in brute_force.beside(spot) & brute_force.cells(side)} == set(close)


@pytest.mark.parametrize("side", COUNTS)
def test_places_are_as_many_as_known(side: int) -> None:
    assert tuple(len(piece.places) for piece in make_board(side, 4, 5).pieces) == COUNTS[side]


def test_places_of_other_outlines_are_as_many_as_known() -> None:
    eight = make_board(11, 8, 4).pieces
    assert [len(piece.places) for piece in eight[2:]] == [108, 270]
    assert len(make_board(11, 4, 6).pieces[3].places) == 486


def test_the_largest_board_fits_the_record() -> None:
    largest = [len(piece.places) for piece in make_board(12, 4, 6).pieces]
    assert (sum(largest[:2]), sum(largest[2:])) == (SMALL_PLACES, LARGE_PLACES)
    assert CELLS == 12 * 12
    for side in COUNTS:
        for rhombus in (4, 8):
            for hook in (4, 5, 6):
                for k, piece in enumerate(make_board(side, rhombus, hook).pieces):
                    assert len(piece.places) <= largest[k] <= 64 * (WORD_TO[k] - WORD_FROM[k])


@pytest.mark.parametrize("outline", OUTLINES)
def test_an_outline_has_all_its_looks_and_no_more(outline: str) -> None:
    looks = list_orientations(outline)
    assert len({look.cells for look in looks}) == len(looks) == LOOKS[outline]
    for look in looks:
        assert number(look.cells[0]) == min(number(cell) for cell in look.cells)
        assert look.cells[0] in ((0, 0), (0, 1))


@pytest.mark.parametrize("outline", OUTLINES)
def test_turning_and_flipping_is_what_the_eye_sees(outline: str) -> None:
    looks = list_orientations(outline)
    for k, look in enumerate(looks):
        seen = [middle(cell) for cell in look.cells]
        right = [middle(cell) for cell in looks[look.right].cells]
        mirror = [middle(cell) for cell in looks[look.flipped].cells]
        assert np.allclose(centred(turned(seen, pi / 3)), centred(right), atol=1e-4)
        assert np.allclose(centred([(-x, y) for x, y in seen]), centred(mirror), atol=1e-4)
        assert looks[look.right].left == k
        assert looks[look.flipped].flipped == k


SLOPES = {
    "diamond": {30: "leaning right", -30: "leaning left", -90: "upright"},
    "rhombus of 8": {30: "leaning right", -30: "leaning left", -90: "upright"},
    "rhombus of 4": {
        11: "level, leaning right", -11: "level, leaning left",
        49: "rising to the right with level ends", 71: "rising to the right with slanted ends",
        -49: "falling to the right with level ends", -71: "falling to the right with slanted ends",
    },
}  # fmt: skip
WAYS = {0: "to the right", 30: "to the upper right", 60: "to the upper right", 90: "up", 120: "to the upper left",
        150: "to the upper left", 180: "to the left", -150: "to the lower left", -120: "to the lower left",
        -90: "down", -60: "to the lower right", -30: "to the lower right"}  # fmt: skip
SPOKEN = {"open up": "open at the top", "open down": "open at the bottom"}


def slope(a: tuple[float, float], b: tuple[float, float]) -> int:
    """The angle of a direction in degrees, anticlockwise from the right."""
    angle = round(degrees(atan2(a[1] - b[1], b[0] - a[0])))
    return 180 if angle == -180 else angle


@pytest.mark.parametrize("outline", SLOPES)
def test_diamonds_and_rhombuses_say_how_they_lean(outline: str) -> None:
    for look in list_orientations(outline):
        seen = sorted(middle(cell) for cell in look.cells)
        a, b = max(((a, b) for a in seen for b in seen), key=lambda pair: round(hypot(*np.subtract(*pair)), 6))
        assert look.words == SLOPES[outline][slope(*sorted((a, b)))]


def ends(cells: tuple[Spot, ...]) -> list[Spot]:
    """The cells of a row or arc that have one neighbour in it."""
    numbers = {(r + 5, c + 6): (r, c) for r, c in cells}  # away from the edges of the board
    return [
        cell
        for spot, cell in numbers.items()
        if len(numbers.keys() & {spots(20)[k] for k in neighbours(spot, 20)}) == 1
    ]


def way_of_ends(cells: tuple[Spot, ...]) -> str:
    """Where the ends of an arc are, from its middle."""
    one, two = (np.mean([middle(cell) for cell in some], axis=0) for some in (cells, ends(cells)))
    return WAYS[slope((one[0], one[1]), (two[0], two[1]))]


def test_trapezoids_point_away_from_their_ends() -> None:
    back = {"up": "down", "down": "up", "left": "right", "right": "left", "upper": "lower", "lower": "upper"}
    for look in list_orientations("trapezoid"):
        opposite = " ".join(back.get(word, word) for word in way_of_ends(look.cells).split())
        assert look.words == f"pointing {opposite}"


@pytest.mark.parametrize("outline", ["hook of 4", "hook of 5"])
def test_hooks_open_between_their_ends(outline: str) -> None:
    for look in list_orientations(outline):
        opening = f"open {way_of_ends(look.cells)}"
        assert look.words == SPOKEN.get(opening, opening)


def test_the_hook_of_6_is_a_hook_of_5_with_a_tail() -> None:
    hooks = {look.cells: look.words for look in list_orientations("hook of 5")}
    for look in list_orientations("hook of 6"):
        names = []
        for tail in ends(look.cells):
            rest = tuple(cell for cell in look.cells if cell != tail)
            if normalise(list(rest)) in hooks:
                beside = next(cell for cell in rest if hypot(*np.subtract(middle(cell), middle(tail))) < 0.6)
                way = WAYS[slope(middle(beside), middle(tail))]
                side = {"up": "at the top", "down": "at the bottom"}.get(way, way.replace("to", "at"))
                names.append(f"{hooks[normalise(list(rest))]}, tail {side}")
        assert names == [look.words]


def test_only_the_rhombus_of_4_and_the_hook_of_6_have_two_sides() -> None:
    sided = {
        f"{piece.name} {piece.size}": piece.two_sided
        for board in (make_board(11, 4, 5), make_board(11, 8, 6), make_board(11, 4, 4))
        for piece in board.pieces
    }
    assert {name for name, two in sided.items() if two} == {"rhombus 4", "hook 6"}


@pytest.mark.parametrize("side", [9, 12])
@pytest.mark.parametrize(("kind", "size"), [("diamond", 2), ("trapezoid", 3), ("rhombus", 4), ("hook", 5), ("hook", 4)])
def test_places_are_all_sets_of_cells_with_that_form(side: int, kind: str, size: int) -> None:
    board = make_board(side, 4, size if kind == "hook" else 5)
    piece = next(piece for piece in board.pieces if piece.name == kind)
    places = [frozenset(board.spots[cell] for cell in place.cells) for place in piece.places]
    assert len(places) == len(set(places))
    assert set(places) == brute_force.places(side, kind, size)


def test_the_fields_of_a_board_say_which_places_cover_overlap_and_touch() -> None:
    setup = GAME.open(2, {"side": 9})
    c, board = setup.readable_constants, setup.printed
    every = [(k, i, set(place.cells)) for k in range(PIECES) for i, place in enumerate(board.pieces[k].places)]
    small = [(64 * WORD_FROM[k] + i, cells) for k, i, cells in every if k < 2]
    large = [(64 * WORD_FROM[k] + i, cells) for k, i, cells in every if k >= 2]
    for n, (k, _, cells) in enumerate(every):
        if n % 7:
            continue
        for bit, other in small if k < 2 else large:
            assert row_contains(c.overlaps[n], bit) == bool(cells & other)
            if k < 2:
                beside = cells.union(*(board.near[cell] for cell in cells))
                assert row_contains(c.touches[n], bit) == bool(beside & other)
    for cell in range(81):
        assert all(row_contains(c.covers[cell], bit) == (cell in cells) for bit, cells in small)
        assert all(row_contains(c.covers[CELLS + cell], bit) == (cell in cells) for bit, cells in large)
