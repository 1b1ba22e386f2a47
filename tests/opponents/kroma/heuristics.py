"""Estimates that the guide and the value of Kroma share.

In Phase Two, the *chance* of a seat at a cell is the best net gain of a piece that can be laid over it, divided among
the cells of the piece; net means less what the piece gives another seat. The sum of all chances is what can still be
won.

Phase One prepares Phase Two: the more cells of a colour lie together under a future large piece, the better for the
seats that can blend it. The *interest* of a seat in a colour is how much more it serves that seat than the others.
"""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, lowest, without_lowest
from gamut.engine.record import Row
from gamut.games.kroma import record as rec
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import seat_of

# Layout of `scratch`
WORTH = 0  # of each cell in each colour
UNDER = WORTH + rec.HUES * rec.CELLS  # the colour under each cell; −1: none
TALLY = UNDER + rec.CELLS  # the same as a number that can be summed
CHANCE = TALLY + rec.CELLS  # of each seat at each cell
SCRATCH_SIZE = CHANCE + rec.MAX_SEATS * rec.CELLS

# Three counts, one per colour, in one integer, so that they can be summed at once; none is negative.
COUNT_BITS = 20
COUNT_MASK = (1 << COUNT_BITS) - 1
ONE_OF = (1, 1 << COUNT_BITS, 1 << 2 * COUNT_BITS)

POINT = 840  # divisible by the sizes of all large pieces: 4, 5, 6 and 8
OWN_INTEREST, RIVAL_INTEREST = 3, 2  # in a colour that serves the seat, and in one that serves another
PLACE_PERCENT = (100, 98, 45, 16, 71, 35, 35, 35, 35)  # what a place is worth, by its cells that are still empty


def store_colours(c: Constants, s: State, scratch: Row) -> None:
    """Store the colour under each cell, and set the worth of all cells to 0."""
    for cell in range(c.board):
        scratch[UNDER + cell] = -1
        scratch[TALLY + cell] = 0
        for colour in range(rec.HUES):
            scratch[WORTH + rec.HUES * cell + colour] = 0
    for colour in range(rec.HUES):
        for v in range(rec.CELL_WORDS):
            cells = s.below[colour, v]
            while cells != EMPTY_SET:
                scratch[UNDER + 64 * v + lowest(cells)] = colour
                scratch[TALLY + 64 * v + lowest(cells)] = ONE_OF[colour]
                cells = without_lowest(cells)


def interest(c: Constants, s: State, seat: int, colour: int) -> int:
    """Return how much more a colour of Phase One serves a seat than the others."""
    total = 0
    for other in range(c.seats):
        if s.target[other] - 1 != colour:
            total += OWN_INTEREST if other == seat else -RIVAL_INTEREST
    return total


def count_colours(c: Constants, place: int, size: int, scratch: Row) -> tuple[int, int, int]:
    """Return how many cells of each colour are under a place."""
    tally = 0
    for i in range(size):
        tally += scratch[TALLY + c.cells[place, i]]
    return tally & COUNT_MASK, (tally >> COUNT_BITS) & COUNT_MASK, tally >> 2 * COUNT_BITS


def store_chances(c: Constants, s: State, scratch: Row) -> None:
    """Store the chance of each seat at each cell."""
    for k in range(rec.MAX_SEATS * rec.CELLS):
        scratch[CHANCE + k] = 0
    for piece in range(rec.RHOMBUS, rec.PIECES):
        for colour in range(rec.HUES):
            place = c.before[piece]
            for w in range(rec.WORD_FROM[piece], rec.WORD_TO[piece]):
                places = s.open[colour, w]
                while places != EMPTY_SET:
                    store_chance(c, s, piece, place + lowest(places), colour, scratch)
                    places = without_lowest(places)
                place += 64


def store_chance(c: Constants, s: State, piece: int, place: int, colour: int, scratch: Row) -> None:
    """Store what laying a piece of a colour at a place would gain for the seat that gains most."""
    first, second, size = (colour + 1) % rec.HUES, (colour + 2) % rec.HUES, c.size[piece]
    # Over the first colour the piece makes the second target, and the other way round.
    gainer, rival = seat_of(c, s, second), seat_of(c, s, first)
    firsts, seconds = 0, 0
    for i in range(size):
        under = scratch[UNDER + c.cells[place, i]]
        firsts += 1 if under == first and gainer >= 0 else 0
        seconds += 1 if under == second and rival >= 0 else 0
    gain, seat = (firsts - seconds, gainer) if firsts > seconds else (seconds - firsts, rival)
    if gain > 0:
        for i in range(size):
            k = CHANCE + rec.CELLS * seat + c.cells[place, i]
            scratch[k] = max(scratch[k], gain * POINT // size)
