"""Weights for the legal actions of Kroma: each cell has a worth in each colour, and a place the sum of its cells.

In Phase Two a piece is worth what it blends for the seat, less what it blends for others, and more if it takes good
chances from them. In Phase One a colour goes where it will pay later. The constants come from tournaments.
"""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.kroma import record as rec
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import seat_of
from gamut.games.kroma.scoring import blended_cells, has_cell
from tests.opponents.kroma.heuristics import (
    CHANCE,
    COUNT_BITS,
    COUNT_MASK,
    ONE_OF,
    PLACE_PERCENT,
    POINT,
    UNDER,
    WORTH,
    count_colours,
    interest,
    store_chances,
    store_colours,
)

NEXT_CELL_WORTH = (1, 2, 3, 4, 5, 5, 5, 5, 5)  # of one more cell of a colour under a large piece, by those there

# By the number of seats, in hundredths of a point:
GIVING_COST = (0, 0, 75, 100)  # of a point for another seat
TAKING_WORTH = (0, 0, 41, 0)  # of a point of another seat's chances
SPENDING_COST = (0, 0, 30, 0)  # of a point of the seat's own chances
COVERING_WORTH = (0, 0, 5, 12)  # of a cell that another seat could blend
JOINING_WORTH = 50  # of a neighbour in the same shape, if the largest shape wins

MAX_HALVINGS = 19
MAX_WEIGHT = 1 << MAX_HALVINGS  # the sum of all weights stays below 2³¹
HALVING_ONE, HALVING_TWO = 9, 8  # the difference of worths that halves a weight, by phase, as a power of two


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    if s.phase == rec.CHOOSING:
        for k in range(n):
            out[k] = 1
        return
    store_colours(c, s, scratch)
    if s.phase == rec.ONE:
        weigh_colours(c, s, seat, scratch)
    else:
        weigh_gains(c, s, seat, scratch)
    sum_places(c, actions, n, out, scratch)
    make_weights(out, n, HALVING_ONE if s.phase == rec.ONE else HALVING_TWO)


def sum_places(c: Constants, actions: Row, n: int, out: Row, scratch: Row) -> None:
    """Fill the worth of each action; actions ascend by piece, colour and place."""
    block, first, end, piece, colour = -1, 0, 0, 0, 0
    for k in range(n):
        while actions[k] >= end:  # the next colour, or the next piece
            block += 1
            piece, colour = block // rec.HUES, block % rec.HUES
            first = rec.LAY + rec.HUES * c.before[piece] + colour * c.places[piece]
            end = first + c.places[piece]
        place, total = c.before[piece] + actions[k] - first, 0
        for i in range(c.size[piece]):
            total += scratch[WORTH + rec.HUES * c.cells[place, i] + colour]
        out[k] = total


def make_weights(out: Row, n: int, half: int) -> None:
    """Turn worths into weights: the best has the greatest; one that is worth 2 to the `half` less has half of it."""
    best, mask, slope = out[0], (1 << half) - 1, MAX_WEIGHT >> (half + 1)
    for k in range(n):
        best = max(best, out[k])
    for k in range(n):
        halvings, remainder = (best - out[k]) >> half, (best - out[k]) & mask
        out[k] = 1 + ((MAX_WEIGHT - slope * remainder) >> halvings if halvings < MAX_HALVINGS else 0)


def weigh_colours(c: Constants, s: State, seat: int, scratch: Row) -> None:
    """Fill the worth of each empty cell in each colour, by the large pieces that may be laid on it."""
    for piece in range(rec.RHOMBUS, rec.PIECES):
        size = c.size[piece]
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = count_colours(c, place, size, scratch)
            empty = size - blues - magentas - yellows
            if empty > 0:
                steps = (
                    NEXT_CELL_WORTH[blues]
                    + NEXT_CELL_WORTH[magentas] * ONE_OF[1]
                    + NEXT_CELL_WORTH[yellows] * ONE_OF[2]
                )
                for i in range(size):
                    scratch[WORTH + rec.HUES * c.cells[place, i]] += steps * PLACE_PERCENT[empty]
    blue, magenta, yellow = interest(c, s, seat, 0), interest(c, s, seat, 1), interest(c, s, seat, 2)
    for cell in range(c.board):
        k = WORTH + rec.HUES * cell
        steps = scratch[k]
        scratch[k] = blue * (steps & COUNT_MASK)
        scratch[k + 1] = magenta * ((steps >> COUNT_BITS) & COUNT_MASK)
        scratch[k + 2] = yellow * (steps >> 2 * COUNT_BITS)


def weigh_gains(c: Constants, s: State, seat: int, scratch: Row) -> None:
    """Fill what it is worth in Phase Two to cover each cell with each colour."""
    if TAKING_WORTH[c.seats] > 0:
        store_chances(c, s, scratch)
    for cell in range(c.board):
        under = scratch[UNDER + cell]
        if under >= 0:
            covering = covering_worth(c, s, seat, cell, under, scratch)
            for colour in range(rec.HUES):
                blending = blending_worth(c, s, seat, cell, rec.HUES - under - colour) if colour != under else 0
                scratch[WORTH + rec.HUES * cell + colour] = (covering + blending) // 100


def covering_worth(c: Constants, s: State, seat: int, cell: int, under: int, scratch: Row) -> int:
    """Return what it is worth that no other seat can cover a cell, in hundredths."""
    worth = 0
    for other in range(c.seats):
        if other != seat and s.target[other] - 1 != under:
            worth += COVERING_WORTH[c.seats] * POINT
        if TAKING_WORTH[c.seats] > 0:
            share = TAKING_WORTH[c.seats] if other != seat else -SPENDING_COST[c.seats]
            worth += share * scratch[CHANCE + rec.CELLS * other + cell]
    return worth


def blending_worth(c: Constants, s: State, seat: int, cell: int, target: int) -> int:
    """Return what it is worth that a cell shows a target, in hundredths."""
    if target != s.target[seat] - 1:
        return -GIVING_COST[c.seats] * POINT if seat_of(c, s, target) >= 0 else 0
    worth = 100  # a point
    if c.by_shape:
        own = blended_cells(s, target)
        for j in range(3):
            if c.near[cell, j] >= 0 and has_cell(own, c.near[cell, j]):
                worth += JOINING_WORTH
    return worth * POINT
