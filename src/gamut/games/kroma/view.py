"""What a table of Kroma shows: the board with both layers, stock, points and shapes; and what is printed once."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec

from gamut.engine.record import WordGrid, WordRow
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Spot
from gamut.games.kroma.record import (
    CHOOSING,
    HUES,
    LAY,
    ONE,
    OVER,
    PIECES,
    REVERSE,
    RHOMBUS,
    TWO,
    WORD_FROM,
    WORD_TO,
    Constants,
    State,
)  # fmt: skip
from gamut.games.kroma.rules import colour_of, piece_of, place_of, seat_at

Phase = Literal["targets", "one", "two", "over"]
PHASES: tuple[Phase, ...] = ("targets", "one", "two", "over")
BLENDS = {(COLOURS[a], COLOURS[b]): TARGETS[HUES - a - b] for a in range(HUES) for b in range(HUES) if a != b}


def printed(c: Constants) -> Board:
    """The board of these constants, with all its places."""
    return cast(Board, cast(Any, c).printed)


# ---------------------------------------------------------------------- told once


class TurnInfo(msgspec.Struct, frozen=True):
    """One look of a piece: its cells as (row, column) from its anchor, and which look it becomes."""

    cells: tuple[Spot, ...]
    right: int  # turned by a sixth, clockwise
    left: int
    flipped: int


class PlaceInfo(msgspec.Struct, frozen=True):
    """One way to lay a piece: a look, and the cells it covers, the anchor first."""

    turn: int
    cells: tuple[int, ...]


class PieceInfo(msgspec.Struct, frozen=True):
    """A piece. The action that lays it in colour k at place i is `first[k] + i`."""

    id: str
    phase: int
    size: int
    copies: int  # of each colour
    two_sided: bool  # flipping shows looks that turning does not
    turns: tuple[TurnInfo, ...]
    places: tuple[PlaceInfo, ...]
    first: tuple[int, ...]  # by colour


class KromaCatalogue(msgspec.Struct, frozen=True):
    """The board and its pieces."""

    side: int
    cells: tuple[Spot, ...]  # row and column of every cell, counted from 0; it points up where the column is even
    near: tuple[tuple[int, ...], ...]  # by cell: those that share an edge with it
    colours: tuple[str, ...]
    targets: tuple[str, ...]  # choosing target k is action k
    mixes: tuple[tuple[str, str, str], ...]  # two colours and the target they make
    pieces: tuple[PieceInfo, ...]
    phase_two: Literal["clockwise", "snake", "reverse"]
    support: Literal["all", "any"]
    stack: bool
    scoring: Literal["points", "shape"]


def catalogue(c: Constants) -> KromaCatalogue:
    """What never changes."""
    board, first, pieces = printed(c), LAY, []
    for piece in board.pieces:
        n = len(piece.places)
        pieces.append(
            PieceInfo(
                piece.name, piece.phase, piece.size, piece.copies, piece.two_sided,
                tuple(TurnInfo(*turn) for turn in piece.turns),
                tuple(PlaceInfo(*place) for place in piece.places),
                tuple(first + k * n for k in range(HUES)),
            )
        )  # fmt: skip
        first += HUES * n
    orders: tuple[Literal["clockwise", "snake", "reverse"], ...] = ("clockwise", "snake", "reverse")
    return KromaCatalogue(
        side=board.side,
        cells=board.spots,
        near=board.near,
        colours=COLOURS,
        targets=TARGETS,
        mixes=tuple((*parts(t), TARGETS[t]) for t in range(HUES)),
        pieces=tuple(pieces),
        phase_two=orders[c.order],
        support="any" if c.any_support else "all",
        stack=not c.no_stack,
        scoring="shape" if c.by_shape else "points",
    )


def parts(target: int) -> tuple[str, str]:
    """The two colours of a target."""
    first, second = (COLOURS[k] for k in range(HUES) if k != target)
    return first, second


# ---------------------------------------------------------------------- what lies on the board


class Laid(msgspec.Struct, frozen=True):
    """A piece on the board, by the number it has in its list."""

    action: int
    seat: int
    piece: str
    colour: str
    cells: list[int]


def laid(c: Constants, s: State) -> list[Laid]:
    """All pieces on the board, in the order they were laid."""
    board, found = printed(c), []
    for n in range(s.pieces):
        a = s.laid[n]
        k = piece_of(c, a)
        piece = board.pieces[k]
        seat = seat_at(c, s, n) if k >= RHOMBUS else (s.first + n) % c.seats
        cells = piece.places[place_of(c, a) - c.before[k]].cells
        found.append(Laid(a, seat, piece.name, COLOURS[colour_of(c, a)], list(cells)))
    return found


def layer(c: Constants, pieces: list[Laid], numbers: range) -> list[int]:
    """For every cell the number of the piece that covers it, of those with these numbers; −1: none."""
    found = [-1] * c.board
    for n in numbers:
        for cell in pieces[n].cells:
            found[cell] = n
    return found


def members(x: WordRow) -> list[int]:
    """The members of a set of several words."""
    whole = sum(int(x[w]) << 64 * w for w in range(len(x)))
    return [i for i in range(whole.bit_length()) if whole >> i & 1]


def colours(c: Constants, cells: WordGrid) -> list[str]:
    """For every cell its colour in a layer; empty: none."""
    found = [""] * c.board
    for k in range(HUES):
        for cell in members(cells[k]):
            found[cell] = COLOURS[k]
    return found


def uncovered(c: Constants, s: State) -> list[int]:
    """The cells that Phase One has not covered."""
    return [cell for cell, colour in enumerate(colours(c, s.below)) if not colour]


# ---------------------------------------------------------------------- points and shapes


class Standing(msgspec.Struct, frozen=True):
    """How a target stands, and the seat whose it is."""

    seat: int  # −1: nobody's
    target: str  # empty: not chosen yet
    points: int
    shapes: list[list[int]]  # the cells of every shape, the largest first
    rank: int  # among the seats, as if the game ended now; 0: nobody's


def shapes(c: Constants, s: State, target: int) -> list[list[int]]:
    """The shapes of a target, each a list of cells; the largest first."""
    board, found = printed(c), []
    a, b = (k for k in range(HUES) if k != target)
    below, above = [set(members(s.below[k])) for k in range(HUES)], [set(members(s.above[k])) for k in range(HUES)]
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
        found.append(sorted(shape))
    return sorted(found, key=lambda cells: (-len(cells), cells))


def standings(c: Constants, s: State) -> list[Standing]:
    """Every seat's points and shapes, and at the end of the list those of targets that nobody has."""
    seats = [s.target[seat] - 1 for seat in range(c.seats)]
    found = {t: shapes(c, s, t) for t in range(HUES)}
    order = {t: merit(c, s.points[t], found[t]) for t in seats if t >= 0}
    standing = [
        Standing(seat, TARGETS[t], s.points[t], found[t], 1 + sum(other > order[t] for other in order.values()))
        if t >= 0
        else Standing(seat, "", 0, [], 1)
        for seat, t in enumerate(seats)
    ]
    if s.phase != CHOOSING:
        standing += [Standing(-1, TARGETS[t], s.points[t], found[t], 0) for t in range(HUES) if t not in seats]
    return standing


def merit(c: Constants, points: int, found: list[list[int]]) -> tuple[int, int, list[int]]:
    """What ranks a target: points, or first its largest shape; then its shapes, the largest first."""
    sizes = [len(shape) for shape in found]
    return max(sizes, default=0) if c.by_shape else 0, points, sizes


# ---------------------------------------------------------------------- the whole table


class Stock(msgspec.Struct, frozen=True):
    """A tile of the tray."""

    id: str  # as in the path: `blue-diamond`
    piece: str
    colour: str
    left: int
    places: int  # where it could be laid now


class KromaView(msgspec.Struct, frozen=True):
    """The table as everybody sees it: Kroma has no secrets."""

    phase: Phase
    loose: bool  # in Phase One: any colour goes anywhere
    blending: bool  # a piece laid now can bring points
    turn: int  # −1: over
    following: list[int]  # the seats of the next turns in this phase, the running one first
    first: int  # who began Phase One; −1: not yet
    starter: int  # who began Phase Two; −1: not yet
    last_small: int  # who laid the last small piece; −1: nobody yet
    beginning: str  # who begins Phase Two and why, in a sentence with seats as `{0}`
    below: list[str]  # by cell: the colour of Phase One, or empty
    above: list[str]
    below_piece: list[int]  # by cell: the number of the piece, or −1
    above_piece: list[int]
    blends: list[str]  # by cell: the target it shows, or empty
    pieces: list[Laid]  # by number
    stock: list[Stock]
    standings: list[Standing]  # by seat; then the target that nobody has
    uncovered: int  # cells without a piece of Phase One
    places: int  # where any piece could be laid now


def view(c: Constants, s: State, seat: int) -> KromaView:
    """What a table component draws."""
    pieces = laid(c, s)
    smalls = s.smalls if s.phase >= TWO else s.pieces
    below, above, tiles = colours(c, s.below), colours(c, s.above), stock(c, s)
    return KromaView(
        phase=PHASES[s.phase],
        loose=bool(s.loose) and s.phase == ONE,
        blending=s.phase == TWO,
        turn=-1 if s.phase == OVER else s.turn,
        following=following(c, s),
        first=-1 if s.phase == CHOOSING else s.first,
        starter=s.starter if s.phase >= TWO else -1,
        last_small=last_small(c, s),
        beginning=say_beginning(c, s),
        below=below,
        above=above,
        below_piece=layer(c, pieces, range(smalls)),
        above_piece=layer(c, pieces, range(smalls, s.pieces)),
        blends=[BLENDS.get((under, over), "") for under, over in zip(below, above, strict=True)],
        pieces=pieces,
        stock=tiles,
        standings=standings(c, s),
        uncovered=below.count(""),
        places=sum(tile.places for tile in tiles),
    )


def last_small(c: Constants, s: State) -> int:
    """The seat that laid the last small piece; −1: nobody yet."""
    return (s.first + s.smalls - 1) % c.seats if s.phase >= TWO and s.smalls else -1


def say_beginning(c: Constants, s: State) -> str:
    """Who begins Phase Two and why, or what will settle it."""
    if c.order == REVERSE:
        if s.phase == CHOOSING:
            return "Phase Two begins with the player before the first one, and turns go backwards."
        starter = (s.first - 1) % c.seats
        verb = "begins" if s.phase == ONE else "began"
        return f"Phase Two {verb} with {{{starter}}}, who comes before {{{s.first}}}, and turns go backwards."
    if s.phase < TWO:
        return "Whoever comes after the last small piece begins Phase Two."
    last = last_small(c, s)
    return f"{{{last}}} laid the last small piece, so {{{s.starter}}} began Phase Two." if last >= 0 else ""


def following(c: Constants, s: State) -> list[int]:
    """The seats of this turn and the next ones in this phase: two rounds, or the rest of the choice."""
    if s.phase == OVER:
        return []
    if s.phase == CHOOSING:
        return list(range(s.turn, c.seats))
    turns = range(2 * c.seats)
    return [seat_at(c, s, s.pieces + k) if s.phase == TWO else (s.turn + k) % c.seats for k in turns]


def stock(c: Constants, s: State) -> list[Stock]:
    """Every piece in every colour."""
    found, phase_pieces = [], (() if s.phase in (CHOOSING, OVER) else (0, 1) if s.phase == ONE else (2, 3))
    for k in range(PIECES):
        for colour in range(HUES):
            words = range(WORD_FROM[k], WORD_TO[k]) if k in phase_pieces else ()
            places = sum(int(s.open[colour, w]).bit_count() for w in words)
            name, hue = printed(c).pieces[k].name, COLOURS[colour]
            found.append(Stock(f"{hue}-{name}", name, hue, s.stock[k, colour], places))
    return found
