"""What a table component of Kroma draws: the board with both layers, stock, points and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, cast

import msgspec

from gamut.engine.record import WordGrid, WordRow
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Spot
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_of, piece_of, place_of, seat_at

Phase = Literal["targets", "one", "two", "over"]
PHASES: tuple[Phase, ...] = ("targets", "one", "two", "over")
BLENDS = {
    (COLOURS[a], COLOURS[b]): TARGETS[rec.HUES - a - b] for a in range(rec.HUES) for b in range(rec.HUES) if a != b
}


def printed(c: Constants) -> Board:
    """The board of these constants, with all its places."""
    return cast(Board, cast(Any, c).printed)


# ---------------------------------------------------------------------- what never changes


class OrientationInfo(msgspec.Struct, frozen=True):
    """One orientation of a piece: the numbers of those that it is turned to."""

    right: int  # by a sixth, clockwise
    left: int
    flipped: int
    words: str  # `pointing up`


class PlaceInfo(msgspec.Struct, frozen=True):
    """One way to lay a piece: its orientation, and the cells that it covers, the anchor first."""

    orientation: int
    cells: tuple[int, ...]


class PieceInfo(msgspec.Struct, frozen=True):
    """A piece. The action that lays it in colour k at place i is `first[k] + i`."""

    id: str
    phase: int
    size: int
    two_sided: bool  # flipping shows orientations that turning does not
    orientations: tuple[OrientationInfo, ...]
    places: tuple[PlaceInfo, ...]
    first: tuple[int, ...]  # by colour


class Catalogue(msgspec.Struct, frozen=True):
    """The board and its pieces."""

    side: int
    cells: tuple[Spot, ...]  # row and column of each cell, from 0; it points up where the column is even
    colours: tuple[str, ...]
    targets: tuple[str, ...]  # choosing target k is action k
    mixes: tuple[tuple[str, str, str], ...]  # two colours and the target they make
    pieces: tuple[PieceInfo, ...]
    scoring: Literal["points", "shape"]


def catalogue(c: Constants) -> Catalogue:
    board, first, pieces = printed(c), rec.LAY, []
    for piece in board.pieces:
        n = len(piece.places)
        pieces.append(
            PieceInfo(
                piece.name, piece.phase, piece.size, piece.two_sided,
                tuple(OrientationInfo(o.right, o.left, o.flipped, o.words) for o in piece.orientations),
                tuple(PlaceInfo(*place) for place in piece.places),
                tuple(first + k * n for k in range(rec.HUES)),
            )
        )  # fmt: skip
        first += rec.HUES * n
    return Catalogue(
        side=board.side,
        cells=board.spots,
        colours=COLOURS,
        targets=TARGETS,
        mixes=tuple((*target_parts(t), TARGETS[t]) for t in range(rec.HUES)),
        pieces=tuple(pieces),
        scoring="shape" if c.by_shape else "points",
    )


def target_parts(target: int) -> tuple[str, str]:
    """Return the two colours of a target."""
    first, second = (COLOURS[k] for k in range(rec.HUES) if k != target)
    return first, second


# ---------------------------------------------------------------------- what lies on the board


class LaidPiece(msgspec.Struct, frozen=True):
    """A piece on the board; its number is its index in the view."""

    action: int
    seat: int
    piece: str
    colour: str
    cells: list[int]


def list_pieces(c: Constants, s: State) -> list[LaidPiece]:
    """Return all pieces on the board in the order in which they were laid."""
    board, pieces = printed(c), []
    for n in range(s.pieces):
        a = s.laid[n]
        k = piece_of(c, a)
        piece = board.pieces[k]
        seat = seat_at(c, s, n) if k >= rec.RHOMBUS else (s.first + n) % c.seats
        cells = piece.places[place_of(c, a) - c.before[k]].cells
        pieces.append(LaidPiece(a, seat, piece.name, COLOURS[colour_of(c, a)], list(cells)))
    return pieces


def pieces_by_cell(c: Constants, pieces: list[LaidPiece], numbers: range) -> list[int]:
    """Return for each cell the number of the piece on it, of those with these numbers; −1: none."""
    by_cell = [-1] * c.board
    for n in numbers:
        for cell in pieces[n].cells:
            by_cell[cell] = n
    return by_cell


def list_members(words: WordRow) -> list[int]:
    """Return the members of a set of several words."""
    return members_of(list_words(words))


def list_words(words: WordRow) -> list[int]:
    return [int(words[w]) for w in range(len(words))]


def members_of(words: Sequence[int]) -> list[int]:
    bits = sum(word << 64 * w for w, word in enumerate(words))
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def colours_by_cell(c: Constants, layer: WordGrid) -> Sequence[str]:
    """Return for each cell its colour in a layer; empty: none."""
    return find_colours(c.board, tuple(tuple(list_words(layer[k])) for k in range(rec.HUES)))


@lru_cache(maxsize=64)  # asked again for each of hundreds of places
def find_colours(cells: int, layer: tuple[tuple[int, ...], ...]) -> Sequence[str]:
    by_cell = [""] * cells
    for k in range(rec.HUES):
        for cell in members_of(layer[k]):
            by_cell[cell] = COLOURS[k]
    return tuple(by_cell)


def list_uncovered(c: Constants, s: State) -> list[int]:
    """Return the cells that Phase One has not covered."""
    return [cell for cell, colour in enumerate(colours_by_cell(c, s.below)) if not colour]


# ---------------------------------------------------------------------- points and shapes


class Standing(msgspec.Struct, frozen=True):
    """The points and shapes of a target, and its seat."""

    seat: int  # −1: no seat has this target
    target: str  # empty: not chosen yet
    points: int
    shapes: list[list[int]]  # the cells of each shape, the largest first


def list_shapes(c: Constants, s: State, target: int) -> list[list[int]]:
    """Return the shapes of a target as lists of cells, the largest first."""
    board, shapes = printed(c), []
    a, b = (k for k in range(rec.HUES) if k != target)
    below = [set(list_members(s.below[k])) for k in range(rec.HUES)]
    above = [set(list_members(s.above[k])) for k in range(rec.HUES)]
    left = (below[a] & above[b]) | (below[b] & above[a])
    while left:
        shape, new = [], [min(left)]
        left.discard(new[0])
        while new:
            cell = new.pop()
            shape.append(cell)
            beside = left.intersection(board.near[cell])
            left -= beside
            new += sorted(beside)
        shapes.append(sorted(shape))
    return sorted(shapes, key=lambda cells: (-len(cells), cells))


def list_standings(c: Constants, s: State) -> list[Standing]:
    """Return the standing of each seat, followed by those of targets that no seat has."""
    owners = [s.target[seat] - 1 for seat in range(c.seats)]
    rows = list(enumerate(owners))
    if s.phase != rec.CHOOSING:
        rows += [(-1, t) for t in range(rec.HUES) if t not in owners]
    return [
        Standing(seat, TARGETS[t], s.points[t], list_shapes(c, s, t)) if t >= 0 else Standing(seat, "", 0, [])
        for seat, t in rows
    ]


# ---------------------------------------------------------------------- the table


class StockTile(msgspec.Struct, frozen=True):
    """A piece of the common stock in one colour."""

    id: str  # as in touch paths: `blue-diamond`
    piece: str
    colour: str
    left: int
    places: int  # where it can be laid now


class View(msgspec.Struct, frozen=True):
    """The table; all seats see the same."""

    phase: Phase
    loose: bool  # in Phase One: any colour can be laid anywhere
    blending: bool  # a piece laid now can score
    turn: int  # −1: the game is over
    beginning: str  # who begins Phase Two and why; `{0}` is a seat
    below: list[str]  # by cell: the colour in Phase One; empty: none
    above: list[str]  # the same for Phase Two
    below_piece: list[int]  # by cell: the number of the piece; −1: none
    above_piece: list[int]
    blends: list[str]  # by cell: the target that it shows; empty: none
    pieces: list[LaidPiece]
    stock: list[StockTile]
    standings: list[Standing]  # by seat, then of the targets that no seat has
    places: int  # where any piece can be laid now


def view(c: Constants, s: State, seat: int) -> View:
    pieces = list_pieces(c, s)
    smalls = s.smalls if s.phase >= rec.TWO else s.pieces
    below, above = list(colours_by_cell(c, s.below)), list(colours_by_cell(c, s.above))
    stock = list_stock(c, s)
    return View(
        phase=PHASES[s.phase],
        loose=bool(s.loose) and s.phase == rec.ONE,
        blending=s.phase == rec.TWO,
        turn=-1 if s.phase == rec.OVER else s.turn,
        beginning=describe_beginning(c, s),
        below=below,
        above=above,
        below_piece=pieces_by_cell(c, pieces, range(smalls)),
        above_piece=pieces_by_cell(c, pieces, range(smalls, s.pieces)),
        blends=[BLENDS.get(layers, "") for layers in zip(below, above, strict=True)],
        pieces=pieces,
        stock=stock,
        standings=list_standings(c, s),
        places=sum(tile.places for tile in stock),
    )


def describe_beginning(c: Constants, s: State) -> str:
    """Return who begins Phase Two and why, or how it will be decided, and how play continues."""
    begun = s.phase >= rec.TWO and s.pieces > s.smalls
    if s.phase == rec.OVER and not begun:
        return "No large piece fits, so there is no Phase Two."
    goes = "went" if begun else "goes"
    if c.order == rec.REVERSE:
        if s.phase == rec.CHOOSING:
            return "The player before the first player begins Phase Two, and the turn order is reversed."
        starter = (s.first - 1) % c.seats
        text = f"The turn order of Phase Two is reversed: the first turn {goes} to"
        return f"{text} {{{starter}}}, the player before {{{s.first}}}."
    then = " Play goes back and forth: the last player of a round begins the next." if c.order == rec.SNAKE else ""
    if s.phase < rec.TWO:
        return f"The player after the one who lays the last small piece begins Phase Two.{then}"
    last = (s.first + s.smalls - 1) % c.seats
    return f"{{{last}}} laid the last small piece: the first turn of Phase Two {goes} to {{{s.starter}}}.{then}"


def list_stock(c: Constants, s: State) -> list[StockTile]:
    """Return each piece in each colour."""
    stock, phase_pieces = [], (() if s.phase in (rec.CHOOSING, rec.OVER) else (0, 1) if s.phase == rec.ONE else (2, 3))
    for k in range(rec.PIECES):
        for colour in range(rec.HUES):
            words = range(rec.WORD_FROM[k], rec.WORD_TO[k]) if k in phase_pieces else ()
            places = sum(int(s.open[colour, w]).bit_count() for w in words)
            name, hue = printed(c).pieces[k].name, COLOURS[colour]
            stock.append(StockTile(f"{hue}-{name}", name, hue, s.stock[k, colour], places))
    return stock


# ---------------------------------------------------------------------- moments


class Moment(msgspec.Struct, frozen=True):
    """The end of Phase One, or of the game."""

    kind: Literal["phase-two", "end"]
    text: str
    uncovered: list[int]  # the cells that Phase One left free
    standings: list[Standing]  # by seat
