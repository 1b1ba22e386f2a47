"""What is worth doing in Kroma: every cell is worth something in every colour, and a place what its cells are.

In Phase Two a piece is worth what it blends for the seat, less what it blends for others, and more if it takes
good chances from them. In Phase One a colour is laid where it will pay. The figures come from tournaments.
"""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.kroma.chances import (
    CHANCE,
    DIGIT,
    DIGITS,
    HOPES,
    ONE_OF,
    TRIANGLE,
    UNDER,
    WORTH,
    colours_under,
    find_chances,
    interest,
    see_colours,
)  # fmt: skip
from gamut.games.kroma.record import CELLS, CHOOSING, HUES, LAY, ONE, PIECES, RHOMBUS, Constants, State
from gamut.games.kroma.rules import seat_of
from gamut.games.kroma.scoring import has_cell, own_cells

STEPS = (1, 2, 3, 4, 5, 5, 5, 5, 5)  # what one more cell of a colour is worth, by how many lie there

# By the number of seats, in hundredths of a point:
GIVING = (0, 0, 75, 100)  # what a point for somebody else costs
TAKING = (0, 0, 41, 0)  # what a point of others' chances is worth that is taken from them
SPENDING = (0, 0, 30, 0)  # what a point of the own chances costs that is used up
CROWDING = (0, 0, 5, 12)  # what it is worth to cover a cell that somebody else could blend
JOINING = 50  # where the largest shape wins: what it is worth that a cell joins an own shape

HALVES = 19  # so often the greatest weight can be halved
MOST = 1 << HALVES  # the greatest weight; all together stay below 2³¹
HALF_ONE, HALF_TWO = 9, 8  # how much less worth halves a weight, by phase, as a power of two


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights by the worth of the cells of each place in its colour."""
    if s.phase == CHOOSING:
        for k in range(n):
            out[k] = 1
        return
    see_colours(c, s, work)
    if s.phase == ONE:
        weigh_colours(c, s, seat, work)
    else:
        weigh_gains(c, s, seat, work)
    add_up(c, acts, n, out, work)
    make_weights(out, n, HALF_ONE if s.phase == ONE else HALF_TWO)


def add_up(c: Constants, acts: Row, n: int, out: Row, work: Row) -> None:
    """For each action the worth of its cells in its colour; actions ascend by piece, colour and place."""
    block, first, end, piece, colour = -1, 0, 0, 0, 0
    for k in range(n):
        while acts[k] >= end:  # the next colour, or the next piece
            block += 1
            piece, colour = block // HUES, block % HUES
            first = LAY + HUES * c.before[piece] + colour * c.places[piece]
            end = first + c.places[piece]
        place, total = c.before[piece] + acts[k] - first, 0
        for i in range(c.size[piece]):
            total += work[WORTH + HUES * c.cells[place, i] + colour]
        out[k] = total


def make_weights(out: Row, n: int, half: int) -> None:
    """From worths to weights: the best has the greatest, one that is worth 2 to the `half` less has half of it."""
    best, part, slope = out[0], (1 << half) - 1, MOST >> (half + 1)
    for k in range(n):
        best = max(best, out[k])
    for k in range(n):
        halves, more = (best - out[k]) >> half, (best - out[k]) & part
        out[k] = 1 + ((MOST - slope * more) >> halves if halves < HALVES else 0)


def weigh_colours(c: Constants, s: State, seat: int, work: Row) -> None:
    """Phase One: what every empty cell is worth in every colour, by the large pieces that may come to lie on it."""
    for piece in range(RHOMBUS, PIECES):
        size = c.size[piece]
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = colours_under(c, place, size, work)
            empty = size - blues - magentas - yellows
            if empty > 0:
                steps = STEPS[blues] + STEPS[magentas] * ONE_OF[1] + STEPS[yellows] * ONE_OF[2]
                for i in range(size):
                    work[WORTH + HUES * c.cells[place, i]] += steps * HOPES[empty]
    blue, magenta, yellow = interest(c, s, seat, 0), interest(c, s, seat, 1), interest(c, s, seat, 2)
    for cell in range(c.board):
        at = WORTH + HUES * cell
        steps = work[at]
        work[at] = blue * (steps & DIGIT)
        work[at + 1] = magenta * ((steps >> DIGITS) & DIGIT)
        work[at + 2] = yellow * (steps >> 2 * DIGITS)


def weigh_gains(c: Constants, s: State, seat: int, work: Row) -> None:
    """Phase Two: what it is worth to cover every cell with every colour."""
    if TAKING[c.seats] > 0:
        find_chances(c, s, work)
    for cell in range(c.board):
        under = work[UNDER + cell]
        if under >= 0:
            covering = worth_of_covering(c, s, seat, cell, under, work)
            for colour in range(HUES):
                blending = worth_of_blending(c, s, seat, cell, HUES - under - colour) if colour != under else 0
                work[WORTH + HUES * cell + colour] = (covering + blending) // 100


def worth_of_covering(c: Constants, s: State, seat: int, cell: int, under: int, work: Row) -> int:
    """What it is worth that nobody else will cover a cell, in hundredths."""
    worth = 0
    for other in range(c.seats):
        if other != seat and s.target[other] - 1 != under:
            worth += CROWDING[c.seats] * TRIANGLE
        if TAKING[c.seats] > 0:
            share = TAKING[c.seats] if other != seat else -SPENDING[c.seats]
            worth += share * work[CHANCE + CELLS * other + cell]
    return worth


def worth_of_blending(c: Constants, s: State, seat: int, cell: int, target: int) -> int:
    """What it is worth that a cell shows a target, in hundredths."""
    if target != s.target[seat] - 1:
        return -GIVING[c.seats] * TRIANGLE if seat_of(c, s, target) >= 0 else 0
    worth = 100
    if c.by_shape:
        own = own_cells(s, target)
        for j in range(3):
            if c.near[cell, j] >= 0 and has_cell(own, c.near[cell, j]):
                worth += JOINING
    return worth * TRIANGLE
