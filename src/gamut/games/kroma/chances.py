"""What the seats of Kroma can still hope for: the groundwork of `guide` and `value`.

Phase Two is a fight for the best places. A seat's *chance* at a cell is the best net gain of a piece that could be
laid over it, shared out among the piece's cells; net means less what the same piece would bring somebody else. The
chances of all cells together tell what there is to win.

Phase One is preparation: the more of a colour lies together where a large piece may come, the more it pays for
those who can blend it. A seat's *interest* in a colour says how much more it serves the seat than the others.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, lowest, rest
from gamut.engine.record import Row
from gamut.games.kroma.record import (
    CELL_WORDS,
    CELLS,
    HUES,
    PIECES,
    RHOMBUS,
    SEATS,
    WORD_FROM,
    WORD_TO,
    Constants,
    State,
)  # fmt: skip
from gamut.games.kroma.rules import seat_of

# Places in `work`: the worth of every cell in every colour, the colour under every cell, what lies under a place as
# one number (below), every seat's chances.
WORTH = 0
UNDER = WORTH + HUES * CELLS
TALLY = UNDER + CELLS
CHANCE = TALLY + CELLS
ROOM = CHANCE + SEATS * CELLS

# A number for each colour, all three in one: none is negative, so they can be added up together.
DIGITS = 20
DIGIT = (1 << DIGITS) - 1
ONE_OF = (1, 1 << DIGITS, 1 << 2 * DIGITS)

TRIANGLE = 840  # a point; it can be shared out among 4, 5, 6 or 8 cells
OWN, OTHERS = 3, 2  # what a colour is worth that serves the seat, and what it costs if it serves another
HOPES = (100, 98, 45, 16, 71, 35, 35, 35, 35)  # % of a large piece's place, by its cells that are still empty


def see_colours(c: Constants, s: State, work: Row) -> None:
    """Note the colour under every cell, −1 where it is empty, and make all cells worthless."""
    for cell in range(c.board):
        work[UNDER + cell] = -1
        work[TALLY + cell] = 0
        for colour in range(HUES):
            work[WORTH + HUES * cell + colour] = 0
    for colour in range(HUES):
        for v in range(CELL_WORDS):
            left = s.below[colour, v]
            while left != NONE:
                work[UNDER + 64 * v + lowest(left)] = colour
                work[TALLY + 64 * v + lowest(left)] = ONE_OF[colour]
                left = rest(left)


def interest(c: Constants, s: State, seat: int, colour: int) -> int:
    """How much more a colour of Phase One serves the seat than the others."""
    found = 0
    for other in range(c.seats):
        if s.target[other] - 1 != colour:
            found += OWN if other == seat else -OTHERS
    return found


def colours_under(c: Constants, place: int, size: int, work: Row) -> tuple[int, int, int]:
    """How many cells of each colour a place has under it."""
    tally = 0
    for i in range(size):
        tally += work[TALLY + c.cells[place, i]]
    return tally & DIGIT, (tally >> DIGITS) & DIGIT, tally >> 2 * DIGITS


def find_chances(c: Constants, s: State, work: Row) -> None:
    """Every seat's chances at every cell."""
    for k in range(SEATS * CELLS):
        work[CHANCE + k] = 0
    for piece in range(RHOMBUS, PIECES):
        for colour in range(HUES):
            place = c.before[piece]
            for w in range(WORD_FROM[piece], WORD_TO[piece]):
                left = s.open[colour, w]
                while left != NONE:
                    note_chance(c, s, piece, place + lowest(left), colour, work)
                    left = rest(left)
                place += 64


def note_chance(c: Constants, s: State, piece: int, place: int, colour: int, work: Row) -> None:
    """What laying a colour at a place would bring whoever gains most by it."""
    first, second, size = (colour + 1) % HUES, (colour + 2) % HUES, c.size[piece]
    one, other = seat_of(c, s, second), seat_of(c, s, first)  # over the first colour it makes the second target
    firsts, seconds = 0, 0
    for i in range(size):
        under = work[UNDER + c.cells[place, i]]
        firsts += 1 if under == first and one >= 0 else 0
        seconds += 1 if under == second and other >= 0 else 0
    gain, who = (firsts - seconds, one) if firsts > seconds else (seconds - firsts, other)
    if gain > 0:
        for i in range(size):
            at = CHANCE + CELLS * who + c.cells[place, i]
            work[at] = max(work[at], gain * TRIANGLE // size)
