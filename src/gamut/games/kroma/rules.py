"""The rules of Kroma: choosing targets, and laying pieces in two phases. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, add_to, lowest, row_contains, without_lowest
from gamut.engine.chance import chance
from gamut.engine.record import Row, WordGrid
from gamut.games.kroma import record as rec
from gamut.games.kroma.record import Constants, State

GREEN = 1
ORANGE = 0

# ---------------------------------------------------------------------- setup


def deal(c: Constants, s: State) -> None:
    """Fill the stock; deal random targets if the option says so."""
    for piece in range(rec.PIECES):
        for colour in range(rec.HUES):
            s.stock[piece, colour] = rec.COPIES[piece]
    if c.random_targets:
        for seat in range(c.seats):
            s.target[seat] = 1 + free_target(c, s, chance(s, rec.HUES - seat))
        begin_phase_one(c, s)


def free_target(c: Constants, s: State, k: int) -> int:
    """Return the `k`-th of the targets that no seat has."""
    target = 0
    while k > 0 or seat_of(c, s, target) >= 0:
        k -= 1 if seat_of(c, s, target) < 0 else 0
        target += 1
    return target


def seat_of(c: Constants, s: State, target: int) -> int:
    """Return the seat that has a target; −1: none."""
    for seat in range(c.seats):
        if s.target[seat] == target + 1:
            return seat
    return -1


def begin_phase_one(c: Constants, s: State) -> None:
    """Clause 3.1: green goes first; without green, orange."""
    green = seat_of(c, s, GREEN)
    s.first = green if green >= 0 else seat_of(c, s, ORANGE)
    s.turn = s.first
    s.phase = rec.ONE
    open_all(c, s, 0)


# ---------------------------------------------------------------------- whose turn, and what is possible


def actors(c: Constants, s: State) -> int:
    """One seat at a time."""
    return 0 if s.phase == rec.OVER else 1 << s.turn


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """List the free targets, or all actions at open places, in ascending order."""
    n = 0
    if seat != s.turn or s.phase == rec.OVER:
        return n
    if s.phase == rec.CHOOSING:
        for target in range(rec.HUES):
            if seat_of(c, s, target) < 0:
                out[n] = target
                n += 1
        return n
    piece = rec.DIAMOND if s.phase == rec.ONE else rec.RHOMBUS
    n = list_lays(c, s, piece, out, n)
    return list_lays(c, s, piece + 1, out, n)


def list_lays(c: Constants, s: State, piece: int, out: Row, n: int) -> int:
    """Append the actions that lay a piece to the first `n` actions; return their number."""
    base = rec.LAY + rec.HUES * c.before[piece]
    for colour in range(rec.HUES):
        first = base + colour * c.places[piece]
        for w in range(rec.WORD_FROM[piece], rec.WORD_TO[piece]):
            open_places = s.open[colour, w]
            while open_places != EMPTY_SET:
                out[n] = first + lowest(open_places)
                open_places = without_lowest(open_places)
                n += 1
            first += 64
    return n


# ---------------------------------------------------------------------- playing


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a < rec.LAY:
        s.target[seat] = a + 1
        s.turn = seat + 1
        if s.turn == c.seats:
            begin_phase_one(c, s)
        return
    piece, colour, place = piece_of(c, a), colour_of(c, a), place_of(c, a)
    s.laid[s.pieces] = a
    s.pieces += 1
    if s.phase == rec.ONE:
        lay_small(c, s, piece, colour, place)
        s.turn = (seat + 1) % c.seats
        if nothing_is_open(s):
            end_strict_places(c, s, seat)
    else:
        lay_large(c, s, piece, colour, place)
        s.turn = seat_at(c, s, s.pieces)
        if nothing_is_open(s):
            s.phase = rec.OVER


def piece_of(c: Constants, a: int) -> int:
    """Return the piece that an action lays."""
    piece = 0
    while piece + 1 < rec.PIECES and a >= rec.LAY + rec.HUES * c.before[piece + 1]:
        piece += 1
    return piece


def colour_of(c: Constants, a: int) -> int:
    """Return the colour of the piece that an action lays."""
    piece = piece_of(c, a)
    return (a - rec.LAY - rec.HUES * c.before[piece]) // c.places[piece]


def place_of(c: Constants, a: int) -> int:
    """Return the place where an action lays a piece."""
    piece = piece_of(c, a)
    return c.before[piece] + (a - rec.LAY - rec.HUES * c.before[piece]) % c.places[piece]


def lay_small(c: Constants, s: State, piece: int, colour: int, place: int) -> None:
    """Cover cells with a small piece; close overlapping places, and places of its colour beside it."""
    for i in range(c.size[piece]):
        add_to(s.below[colour], c.cells[place, i])
    for w in range(rec.SMALL_WORDS):
        others = ~c.overlaps[place, w]
        for k in range(rec.HUES):
            s.open[k, w] = s.open[k, w] & others
        if not s.loose:
            s.open[colour, w] = s.open[colour, w] & ~c.touches[place, w]
    take_from_stock(s, piece, colour)


def lay_large(c: Constants, s: State, piece: int, colour: int, place: int) -> None:
    """Cover cells with a large piece, and count what it blends."""
    for i in range(c.size[piece]):
        cell = c.cells[place, i]
        add_to(s.above[colour], cell)
        under = colour_at(s.below, cell)
        if under >= 0 and under != colour:
            s.points[rec.HUES - under - colour] += 1
    for w in range(rec.PLACE_WORDS):
        others = ~c.overlaps[place, w]
        for k in range(rec.HUES):
            s.open[k, w] = s.open[k, w] & others
    take_from_stock(s, piece, colour)


def colour_at(layer: WordGrid, cell: int) -> int:
    """Return the colour of a layer at a cell; −1: none."""
    for colour in range(rec.HUES):
        if row_contains(layer[colour], cell):
            return colour
    return -1


# ---------------------------------------------------------------------- open places


def close_cell(c: Constants, s: State, colour: int, row: int) -> None:
    """Close the places of a colour that cover a cell; `row` is its row of `covers`."""
    for w in range(rec.PLACE_WORDS):
        s.open[colour, w] = s.open[colour, w] & ~c.covers[row, w]


def close_all_colours(c: Constants, s: State, row: int) -> None:
    """Close all places that cover a cell."""
    for colour in range(rec.HUES):
        close_cell(c, s, colour, row)


def close_piece(s: State, piece: int, colour: int) -> None:
    for w in range(rec.WORD_FROM[piece], rec.WORD_TO[piece]):
        s.open[colour, w] = EMPTY_SET


def take_from_stock(s: State, piece: int, colour: int) -> None:
    s.stock[piece, colour] -= 1
    if s.stock[piece, colour] == 0:
        close_piece(s, piece, colour)


def nothing_is_open(s: State) -> bool:
    together = EMPTY_SET
    for colour in range(rec.HUES):
        for w in range(rec.PLACE_WORDS):
            together = together | s.open[colour, w]
    return bool(together == EMPTY_SET)


def end_strict_places(c: Constants, s: State, seat: int) -> None:
    """Clause 3.4: open all free places for any colour if no strict place is left; if there are none, end Phase One."""
    if not s.loose:
        s.loose = 1
        open_loosely(c, s)
    if nothing_is_open(s):
        begin_phase_two(c, s, seat)


def open_loosely(c: Constants, s: State) -> None:
    """Open all places on empty cells for the small pieces in stock."""
    open_all(c, s, 0)
    for v in range(rec.CELL_WORDS):
        covered = s.below[0, v] | s.below[1, v] | s.below[2, v]
        while covered != EMPTY_SET:
            close_cell(c, s, 0, 64 * v + lowest(covered))
            covered = without_lowest(covered)
    for w in range(rec.SMALL_WORDS):
        s.open[1, w] = s.open[2, w] = s.open[0, w]
    close_missing(s, rec.DIAMOND)


def close_missing(s: State, first: int) -> None:
    """Close the places of pieces that are not in stock; `first` is the first piece of the phase."""
    for piece in range(first, first + 2):
        for colour in range(rec.HUES):
            if s.stock[piece, colour] == 0:
                close_piece(s, piece, colour)


def open_all(c: Constants, s: State, large: int) -> None:
    """Open all places of the small or of the large pieces."""
    for colour in range(rec.HUES):
        for w in range(rec.PLACE_WORDS):
            s.open[colour, w] = c.every[large, w]


def begin_phase_two(c: Constants, s: State, seat: int) -> None:
    """Clause 4.1: the seat after the one that laid the last small piece begins, unless the order is reversed."""
    s.phase = rec.TWO
    s.smalls = s.pieces
    s.starter = (s.first + c.seats - 1 if c.order == rec.REVERSE else seat + 1) % c.seats
    s.turn = s.starter
    open_large(c, s)
    if nothing_is_open(s):
        s.phase = rec.OVER


def open_large(c: Constants, s: State) -> None:
    """Open the places of large pieces that Phase One supports."""
    open_all(c, s, 1)
    for cell in range(c.board):
        under = colour_at(s.below, cell)
        if under < 0:
            if not c.any_support:
                close_all_colours(c, s, rec.CELLS + cell)
        elif c.no_stack:
            close_cell(c, s, under, rec.CELLS + cell)
    if c.any_support:
        close_unsupported(c, s)
    close_missing(s, rec.RHOMBUS)


def close_unsupported(c: Constants, s: State) -> None:
    """Close the places that rest on no cell of Phase One."""
    for w in range(rec.PLACE_WORDS):
        supported = EMPTY_SET
        for cell in range(c.board):
            if colour_at(s.below, cell) >= 0:
                supported = supported | c.covers[rec.CELLS + cell, w]
        for colour in range(rec.HUES):
            s.open[colour, w] = s.open[colour, w] & supported


def seat_at(c: Constants, s: State, n: int) -> int:
    """Return the seat that lays piece `n` of the game, counted from 0, in Phase Two."""
    n -= s.smalls
    if c.order == rec.REVERSE:
        return (s.starter + (c.seats - 1) * n) % c.seats
    if c.order == rec.SNAKE:
        n = n % (2 * c.seats)
        if n >= c.seats:
            n = 2 * c.seats - 1 - n
    return (s.starter + n) % c.seats
