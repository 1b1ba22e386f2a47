"""The invariants of Kroma."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, count, row_contains
from gamut.games.kroma import record as rec
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_of, nothing_is_open, piece_of, place_of
from gamut.games.kroma.scoring import blended_cells, count_cells


def broken_invariant(c: Constants, s: State) -> int:
    if not layers_are_consistent(s):
        return 1
    if not pieces_are_consistent(c, s):
        return 2
    if not stock_is_consistent(c, s):
        return 3
    for target in range(rec.HUES):
        if s.points[target] != count_cells(blended_cells(s, target)):
            return 4
    if not targets_are_consistent(c, s):
        return 5
    if s.phase != rec.CHOOSING and (s.phase == rec.OVER) != nothing_is_open(s):
        return 6
    if (s.phase >= rec.TWO and s.smalls > s.pieces) or (s.phase < rec.TWO and s.smalls > 0):
        return 7
    return 0


def layers_are_consistent(s: State) -> bool:
    """Return whether no cell has two colours in one layer."""
    for v in range(rec.CELL_WORDS):
        for a in range(rec.HUES):
            for b in range(a):
                if s.below[a, v] & s.below[b, v] != EMPTY_SET or s.above[a, v] & s.above[b, v] != EMPTY_SET:
                    return False
    return True


def pieces_are_consistent(c: Constants, s: State) -> bool:
    """Return whether the layers are exactly what the laid pieces cover."""
    cells = 0
    for k in range(s.pieces):
        piece, colour, place = piece_of(c, s.laid[k]), colour_of(c, s.laid[k]), place_of(c, s.laid[k])
        cells += c.size[piece]
        for i in range(c.size[piece]):
            if piece < rec.RHOMBUS and not row_contains(s.below[colour], c.cells[place, i]):
                return False
            if piece >= rec.RHOMBUS and not row_contains(s.above[colour], c.cells[place, i]):
                return False
    for colour in range(rec.HUES):
        for v in range(rec.CELL_WORDS):
            cells -= count(s.below[colour, v]) + count(s.above[colour, v])
    return cells == 0


def stock_is_consistent(c: Constants, s: State) -> bool:
    """Return whether every piece is in stock or laid once."""
    for piece in range(rec.PIECES):
        for colour in range(rec.HUES):
            laid = 0
            for k in range(s.pieces):
                a = s.laid[k]
                laid += 1 if piece_of(c, a) == piece and colour_of(c, a) == colour else 0
            if s.stock[piece, colour] < 0 or s.stock[piece, colour] + laid != rec.COPIES[piece]:
                return False
    for k in range(s.pieces, len(s.laid)):
        if s.laid[k] != 0:
            return False
    return True


def targets_are_consistent(c: Constants, s: State) -> bool:
    """Return whether no two seats have the same target, and only seats that have not chosen have none."""
    for seat in range(c.seats):
        if (s.target[seat] == 0) != (s.phase == rec.CHOOSING and seat >= s.turn):
            return False
        for other in range(seat):
            if s.target[seat] != 0 and s.target[seat] == s.target[other]:
                return False
    return True
