"""The value of a position of Kroma: the points that each seat can expect, and how likely they win.

The constants come from thousands of games of greedy play with some randomness. With two players, the one to play in
Phase Two was ahead by about a fifth of the square root of all points still to be won, and the error of the forecast
was proportional to that root, too. The last turns of Phase One decide who begins Phase Two, which is worth about two
points. The board does not show it, so playouts do not stop there.
"""

from __future__ import annotations

from gamut.engine.bits import count
from gamut.engine.ranking import share_win, share_win_by_odds
from gamut.engine.record import Row
from gamut.games.kroma import record as rec
from gamut.games.kroma.heuristics import (
    CHANCE,
    PLACE_PERCENT,
    POINT,
    count_colours,
    interest,
    store_chances,
    store_colours,
)
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import seat_at
from gamut.games.kroma.scoring import count_better, largest_shape

CELLS_WORTH = (0, 1, 3, 6, 10, 15, 20, 25, 30)  # of cells of one colour under a large piece, by their number
PREPARED_PER_POINT = 350  # divides what Phase One has prepared

# In percent, by the number of seats:
CHANCE_PERCENT = (0, 0, 20, 0)  # of the chances of a seat that count
WAIT_PERCENT = (0, 0, 21, 13)  # of the root of all chances: the cost of each turn that a seat has to wait
SPREAD_PERCENT = (0, 0, 17, 15)  # of that root: the lead that makes a win e times as likely
MIN_SPREAD = POINT // 8

QUIET_PLACES = 60  # with more open places than this, the end of Phase One is far away


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Fill the share of the win of each seat."""
    if s.phase == rec.OVER:
        for seat in range(c.seats):
            out[seat] = -count_better(c, s, seat)
        share_win(out, out, c.seats)
    else:
        share_win_by_odds(out, out, c.seats, forecast(c, s, out, scratch))


def forecast(c: Constants, s: State, out: Row, scratch: Row) -> int:
    """Fill the points that each seat can expect, in parts of POINT; return their spread."""
    for seat in range(c.seats):
        out[seat] = 0
    if s.phase == rec.CHOOSING:
        return POINT
    store_colours(c, s, scratch)
    if s.phase == rec.ONE:
        blue, magenta, yellow = measure_preparation(c, scratch)
        for seat in range(c.seats):
            gain = blue * interest(c, s, seat, 0) + magenta * interest(c, s, seat, 1)
            out[seat] = (gain + yellow * interest(c, s, seat, 2)) // PREPARED_PER_POINT
        return POINT
    store_chances(c, s, scratch)
    all_chances = 0
    for seat in range(c.seats):
        chances, target = 0, s.target[seat] - 1
        for cell in range(c.board):
            chances += scratch[CHANCE + rec.CELLS * seat + cell]
        all_chances += chances
        score = largest_shape(c, s, target) if c.by_shape else s.points[target]
        out[seat] = score * POINT + chances * CHANCE_PERCENT[c.seats] // 100
    root = square_root(all_chances * POINT)
    for seat in range(c.seats):
        out[seat] -= root * WAIT_PERCENT[c.seats] * weighted_wait(c, s, seat) // 300
    return root * SPREAD_PERCENT[c.seats] // 100 + MIN_SPREAD


def measure_preparation(c: Constants, scratch: Row) -> tuple[int, int, int]:
    """Return what Phase One has prepared in each colour for the large pieces."""
    blue, magenta, yellow = 0, 0, 0
    for piece in range(rec.RHOMBUS, rec.PIECES):
        size = c.size[piece]
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = count_colours(c, place, size, scratch)
            percent = PLACE_PERCENT[size - blues - magentas - yellows]
            blue += CELLS_WORTH[blues] * percent
            magenta += CELLS_WORTH[magentas] * percent
            yellow += CELLS_WORTH[yellows] * percent
    return blue, magenta, yellow


def weighted_wait(c: Constants, s: State, seat: int) -> int:
    """Return how many turns come before the next turn of a seat in Phase Two, twice, and before the one after that."""
    turns = 0
    while seat_at(c, s, s.pieces + turns) != seat:
        turns += 1
    later = turns + 1
    while seat_at(c, s, s.pieces + later) != seat:
        later += 1
    return 2 * turns + later


def square_root(x: int) -> int:
    """Return the square root, rounded down, by Newton's method."""
    root, better = x, (x + 1) // 2
    while better < root:
        root = better
        better = (root + x // root) // 2
    return root


def quiescent(c: Constants, s: State) -> bool:
    """Return whether the end of Phase One is far away, or past."""
    if s.phase != rec.ONE:
        return True
    places = 0
    for colour in range(rec.HUES):
        for w in range(rec.SMALL_WORDS):
            places += count(s.open[colour, w])
    return places > QUIET_PLACES
