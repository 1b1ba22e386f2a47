"""What is true of every state of Kroma."""

from __future__ import annotations

from gamut.engine.bits import NONE, count, is_in
from gamut.games.kroma.record import (
    CELL_WORDS,
    CHOOSING,
    COPIES,
    HUES,
    OVER,
    PIECES,
    RHOMBUS,
    TWO,
    Constants,
    State,
)  # fmt: skip
from gamut.games.kroma.rules import all_shut, colour_of, piece_of, place_of
from gamut.games.kroma.scoring import cells_in, own_cells


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    if not apart(s):
        return 1
    if not as_laid(c, s):
        return 2
    if not counted(c, s):
        return 3
    for target in range(HUES):
        if s.points[target] != cells_in(own_cells(s, target)):
            return 4
    if not own_targets(c, s):
        return 5
    if s.phase != CHOOSING and (s.phase == OVER) != all_shut(s):
        return 6
    if (s.phase >= TWO and s.smalls > s.pieces) or (s.phase < TWO and s.smalls > 0):
        return 7
    return 0


def apart(s: State) -> bool:
    """Whether no cell has two colours in one layer."""
    for v in range(CELL_WORDS):
        for a in range(HUES):
            for b in range(a):
                if s.below[a, v] & s.below[b, v] != NONE or s.above[a, v] & s.above[b, v] != NONE:
                    return False
    return True


def as_laid(c: Constants, s: State) -> bool:
    """Whether the layers are exactly what the laid pieces cover."""
    cells = 0
    for k in range(s.pieces):
        piece, colour, place = piece_of(c, s.laid[k]), colour_of(c, s.laid[k]), place_of(c, s.laid[k])
        cells += c.size[piece]
        for i in range(c.size[piece]):
            if piece < RHOMBUS and not is_in(s.below[colour], c.cells[place, i]):
                return False
            if piece >= RHOMBUS and not is_in(s.above[colour], c.cells[place, i]):
                return False
    for colour in range(HUES):
        for v in range(CELL_WORDS):
            cells -= count(s.below[colour, v]) + count(s.above[colour, v])
    return cells == 0


def counted(c: Constants, s: State) -> bool:
    """Whether every piece is in stock or laid."""
    left = 0
    for piece in range(PIECES):
        for colour in range(HUES):
            left += s.stock[piece, colour]
            laid = 0
            for k in range(s.pieces):
                a = s.laid[k]
                laid += 1 if piece_of(c, a) == piece and colour_of(c, a) == colour else 0
            if s.stock[piece, colour] < 0 or s.stock[piece, colour] + laid != COPIES[piece]:
                return False
    for k in range(s.pieces, len(s.laid)):
        if s.laid[k] != 0:
            return False
    return True


def own_targets(c: Constants, s: State) -> bool:
    """Whether no two seats have the same target, and only those that have not chosen yet have none."""
    for seat in range(c.seats):
        if (s.target[seat] == 0) != (s.phase == CHOOSING and seat >= s.turn):
            return False
        for other in range(seat):
            if s.target[seat] != 0 and s.target[seat] == s.target[other]:
                return False
    return True
