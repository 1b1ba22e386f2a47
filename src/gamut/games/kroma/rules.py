"""The rules of Kroma: choosing targets, and laying pieces in two phases. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, is_in, lowest, put_in, rest
from gamut.engine.chance import chance
from gamut.engine.record import Row, WordGrid
from gamut.games.kroma.record import (
    CELL_WORDS,
    CELLS,
    CHOOSING,
    COPIES,
    DIAMOND,
    HUES,
    LAY,
    ONE,
    OVER,
    PIECES,
    PLACE_WORDS,
    REVERSE,
    RHOMBUS,
    SMALL_WORDS,
    SNAKE,
    TWO,
    WORD_FROM,
    WORD_TO,
    Constants,
    State,
)  # fmt: skip

GREEN = 1
ORANGE = 0

# ---------------------------------------------------------------------- the beginning


def deal(c: Constants, s: State) -> None:
    """A full stock; targets are chosen, or dealt by chance."""
    for piece in range(PIECES):
        for colour in range(HUES):
            s.stock[piece, colour] = COPIES[piece]
    if c.random_targets:
        for seat in range(c.seats):
            s.target[seat] = 1 + free_target(c, s, chance(s, HUES - seat))
        begin_phase_one(c, s)


def free_target(c: Constants, s: State, k: int) -> int:
    """The target of rank `k` among those nobody has."""
    target = 0
    while k > 0 or seat_of(c, s, target) >= 0:
        k -= 1 if seat_of(c, s, target) < 0 else 0
        target += 1
    return target


def seat_of(c: Constants, s: State, target: int) -> int:
    """The seat that has a target; −1: nobody."""
    for seat in range(c.seats):
        if s.target[seat] == target + 1:
            return seat
    return -1


def begin_phase_one(c: Constants, s: State) -> None:
    """Green begins, without green orange."""
    green = seat_of(c, s, GREEN)
    s.first = green if green >= 0 else seat_of(c, s, ORANGE)
    s.turn = s.first
    s.phase = ONE
    open_all(c, s, 0)


# ---------------------------------------------------------------------- whose turn, and what is possible


def actors(c: Constants, s: State) -> int:
    """One seat at a time."""
    return 0 if s.phase == OVER else 1 << s.turn


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """The targets nobody has, or all open places, in ascending order."""
    n = 0
    if seat != s.turn or s.phase == OVER:
        return n
    if s.phase == CHOOSING:
        for target in range(HUES):
            if seat_of(c, s, target) < 0:
                out[n] = target
                n += 1
        return n
    piece = DIAMOND if s.phase == ONE else RHOMBUS
    n = offer(c, s, piece, out, n)
    return offer(c, s, piece + 1, out, n)


def offer(c: Constants, s: State, piece: int, out: Row, n: int) -> int:
    """Write the actions that lay a piece."""
    base = LAY + HUES * c.before[piece]
    for colour in range(HUES):
        at = base + colour * c.places[piece]
        for w in range(WORD_FROM[piece], WORD_TO[piece]):
            open_places = s.open[colour, w]
            while open_places != NONE:
                out[n] = at + lowest(open_places)
                open_places = rest(open_places)
                n += 1
            at += 64
    return n


# ---------------------------------------------------------------------- acting


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Choose a target or lay a piece; then it is the next seat's turn, or the phase ends."""
    if a < LAY:
        s.target[seat] = a + 1
        s.turn = seat + 1
        if s.turn == c.seats:
            begin_phase_one(c, s)
        return
    piece, colour, place = piece_of(c, a), colour_of(c, a), place_of(c, a)
    s.laid[s.pieces] = a
    s.pieces += 1
    if s.phase == ONE:
        lay_small(c, s, piece, colour, place)
        s.turn = (seat + 1) % c.seats
        if all_shut(s):
            end_strictness(c, s, seat)
    else:
        lay_large(c, s, piece, colour, place)
        s.turn = seat_at(c, s, s.pieces)
        if all_shut(s):
            s.phase = OVER


def piece_of(c: Constants, a: int) -> int:
    """The piece that an action lays."""
    piece = 0
    while piece + 1 < PIECES and a >= LAY + HUES * c.before[piece + 1]:
        piece += 1
    return piece


def colour_of(c: Constants, a: int) -> int:
    """The colour of the piece that an action lays."""
    piece = piece_of(c, a)
    return (a - LAY - HUES * c.before[piece]) // c.places[piece]


def place_of(c: Constants, a: int) -> int:
    """Where an action lays a piece."""
    piece = piece_of(c, a)
    return c.before[piece] + (a - LAY - HUES * c.before[piece]) % c.places[piece]


def lay_small(c: Constants, s: State, piece: int, colour: int, place: int) -> None:
    """Cover cells with a small piece; shut what overlaps it, and its own colour beside it."""
    for i in range(c.size[piece]):
        put_in(s.below[colour], c.cells[place, i])
    for w in range(SMALL_WORDS):
        rest_open = ~c.overlaps[place, w]
        for k in range(HUES):
            s.open[k, w] = s.open[k, w] & rest_open
        if not s.loose:
            s.open[colour, w] = s.open[colour, w] & ~c.touches[place, w]
    take_from_stock(s, piece, colour)


def lay_large(c: Constants, s: State, piece: int, colour: int, place: int) -> None:
    """Cover cells with a large piece, and count what it blends."""
    for i in range(c.size[piece]):
        cell = c.cells[place, i]
        put_in(s.above[colour], cell)
        under = colour_at(s.below, cell)
        if under >= 0 and under != colour:
            s.points[HUES - under - colour] += 1
    for w in range(PLACE_WORDS):
        rest_open = ~c.overlaps[place, w]
        for k in range(HUES):
            s.open[k, w] = s.open[k, w] & rest_open
    take_from_stock(s, piece, colour)


def colour_at(layer: WordGrid, cell: int) -> int:
    """The colour of a layer at a cell; −1: none."""
    for colour in range(HUES):
        if is_in(layer[colour], cell):
            return colour
    return -1


# ---------------------------------------------------------------------- which places are open


def shut(c: Constants, s: State, colour: int, row: int) -> None:
    """A colour can no more be laid over a cell; `row` is the cell's of small pieces, or of large ones."""
    for w in range(PLACE_WORDS):
        s.open[colour, w] = s.open[colour, w] & ~c.covers[row, w]


def shut_everywhere(c: Constants, s: State, row: int) -> None:
    """No colour can be laid over a cell any more."""
    for colour in range(HUES):
        shut(c, s, colour, row)


def shut_piece(s: State, piece: int, colour: int) -> None:
    """A piece can no more be laid in a colour."""
    for w in range(WORD_FROM[piece], WORD_TO[piece]):
        s.open[colour, w] = NONE


def take_from_stock(s: State, piece: int, colour: int) -> None:
    """One piece less."""
    s.stock[piece, colour] -= 1
    if s.stock[piece, colour] == 0:
        shut_piece(s, piece, colour)


def all_shut(s: State) -> bool:
    """Whether nothing can be laid."""
    together = NONE
    for colour in range(HUES):
        for w in range(PLACE_WORDS):
            together = together | s.open[colour, w]
    return bool(together == NONE)


def end_strictness(c: Constants, s: State, seat: int) -> None:
    """No place keeps the colours apart: now any small piece goes where it fits; if none does, Phase One is over."""
    if not s.loose:
        s.loose = 1
        open_loosely(c, s)
    if all_shut(s):
        begin_phase_two(c, s, seat)


def open_loosely(c: Constants, s: State) -> None:
    """Open every place on empty cells for the small pieces in stock."""
    open_all(c, s, 0)
    for v in range(CELL_WORDS):
        covered = s.below[0, v] | s.below[1, v] | s.below[2, v]
        while covered != NONE:
            shut(c, s, 0, 64 * v + lowest(covered))
            covered = rest(covered)
    for w in range(SMALL_WORDS):
        s.open[1, w] = s.open[2, w] = s.open[0, w]
    shut_missing(s, DIAMOND)


def shut_missing(s: State, first: int) -> None:
    """Shut what is not in stock, of the first piece of a phase and the next."""
    for piece in range(first, first + 2):
        for colour in range(HUES):
            if s.stock[piece, colour] == 0:
                shut_piece(s, piece, colour)


def open_all(c: Constants, s: State, large: int) -> None:
    """Open every place of the small pieces, or of the large ones."""
    for colour in range(HUES):
        for w in range(PLACE_WORDS):
            s.open[colour, w] = c.every[large, w]


def begin_phase_two(c: Constants, s: State, seat: int) -> None:
    """The seat after the one that laid the last small piece begins, unless the order is reversed."""
    s.phase = TWO
    s.smalls = s.pieces
    s.starter = (s.first + c.seats - 1 if c.order == REVERSE else seat + 1) % c.seats
    s.turn = s.starter
    open_large(c, s)
    if all_shut(s):
        s.phase = OVER


def open_large(c: Constants, s: State) -> None:
    """Open the places of large pieces that Phase One supports."""
    open_all(c, s, 1)
    for cell in range(c.board):
        under = colour_at(s.below, cell)
        if under < 0:
            if not c.any_support:
                shut_everywhere(c, s, CELLS + cell)
        elif c.no_stack:
            shut(c, s, under, CELLS + cell)
    if c.any_support:
        shut_unsupported(c, s)
    shut_missing(s, RHOMBUS)


def shut_unsupported(c: Constants, s: State) -> None:
    """Shut the places that rest on no cell of Phase One."""
    for w in range(PLACE_WORDS):
        supported = NONE
        for cell in range(c.board):
            if colour_at(s.below, cell) >= 0:
                supported = supported | c.covers[CELLS + cell, w]
        for colour in range(HUES):
            s.open[colour, w] = s.open[colour, w] & supported


def seat_at(c: Constants, s: State, n: int) -> int:
    """The seat that lays piece number `n` of the game, counted from 0, in Phase Two."""
    n -= s.smalls
    if c.order == REVERSE:
        return (s.starter + (c.seats - 1) * n) % c.seats
    if c.order == SNAKE:
        n = n % (2 * c.seats)
        if n >= c.seats:
            n = 2 * c.seats - 1 - n
    return (s.starter + n) % c.seats
