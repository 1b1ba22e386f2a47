"""How Kroma stands: what every seat may expect in the end, and how likely it is to win with that.

The figures come from thousands of games of greedy play with some chance in it. There, of two players, the one to
play in Phase Two was ahead by about a fifth of the root of all points that could still be had, and how far the end
was off the forecast went with that root, too. The last turns of Phase One decide who begins Phase Two, which is
worth about two points; it cannot be told from the board, so playouts are not broken off there.
"""

from __future__ import annotations

from gamut.engine.bits import count
from gamut.engine.ranking import share, share_by_odds
from gamut.engine.record import Row
from gamut.games.kroma.chances import (
    CHANCE,
    HOPES,
    TRIANGLE,
    colours_under,
    find_chances,
    interest,
    see_colours,
)  # fmt: skip
from gamut.games.kroma.record import (
    CELLS,
    CHOOSING,
    HUES,
    ONE,
    OVER,
    PIECES,
    RHOMBUS,
    SMALL_WORDS,
    Constants,
    State,
)  # fmt: skip
from gamut.games.kroma.rules import seat_at
from gamut.games.kroma.scoring import count_better, largest_shape

SUMS = (0, 1, 3, 6, 10, 15, 20, 25, 30)  # what cells of one colour are worth together under a large piece
PREPARING = 350  # so much of what was prepared in Phase One brings a TRIANGLE-th of a point

# By the number of seats, in hundredths:
LEFT = (0, 0, 20, 0)  # of a seat's chances that it will make true more than others theirs
WAITING = (0, 0, 21, 13)  # of the root of what can be had: what each turn costs that a seat has to wait
SPREAD = (0, 0, 17, 15)  # of that root: a lead that makes victory e times as likely
LEAST_SPREAD = TRIANGLE // 8

FAR = 60  # open places of Phase One above which its end is far away


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """Shares of the victory by what the seats may expect."""
    if s.phase == OVER:
        for seat in range(c.seats):
            out[seat] = -count_better(c, s, seat)
        share(out, out, c.seats)
    else:
        share_by_odds(out, out, c.seats, expect(c, s, out, work))


def expect(c: Constants, s: State, out: Row, work: Row) -> int:
    """What every seat may expect, in parts of a triangle; returns the spread of that."""
    for seat in range(c.seats):
        out[seat] = 0
    if s.phase == CHOOSING:
        return TRIANGLE
    see_colours(c, s, work)
    if s.phase == ONE:
        blue, magenta, yellow = prepared(c, work)
        for seat in range(c.seats):
            serves = blue * interest(c, s, seat, 0) + magenta * interest(c, s, seat, 1)
            out[seat] = (serves + yellow * interest(c, s, seat, 2)) // PREPARING
        return TRIANGLE
    find_chances(c, s, work)
    whole = 0
    for seat in range(c.seats):
        left, target = 0, s.target[seat] - 1
        for cell in range(c.board):
            left += work[CHANCE + CELLS * seat + cell]
        whole += left
        score = largest_shape(c, s, target) if c.by_shape else s.points[target]
        out[seat] = score * TRIANGLE + left * LEFT[c.seats] // 100
    root = square_root(whole * TRIANGLE)
    for seat in range(c.seats):
        out[seat] -= root * WAITING[c.seats] * waits(c, s, seat) // 100
    return root * SPREAD[c.seats] // 100 + LEAST_SPREAD


def prepared(c: Constants, work: Row) -> tuple[int, int, int]:
    """What Phase One has prepared in each colour for the large pieces."""
    blue, magenta, yellow = 0, 0, 0
    for piece in range(RHOMBUS, PIECES):
        size = c.size[piece]
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = colours_under(c, place, size, work)
            hope = HOPES[size - blues - magentas - yellows]
            blue += SUMS[blues] * hope
            magenta += SUMS[magentas] * hope
            yellow += SUMS[yellows] * hope
    return blue, magenta, yellow


def waits(c: Constants, s: State, seat: int) -> int:
    """After how many turns of Phase Two it is the seat's."""
    turns = 0
    while seat_at(c, s, s.pieces + turns) != seat:
        turns += 1
    return turns


def square_root(x: int) -> int:
    """The whole part of a root, by Newton's way."""
    root, better = x, (x + 1) // 2
    while better < root:
        root = better
        better = (root + x // root) // 2
    return root


def settled(c: Constants, s: State) -> bool:
    """Whether the end of Phase One is far away, or past."""
    if s.phase != ONE:
        return True
    places = 0
    for colour in range(HUES):
        for w in range(SMALL_WORDS):
            places += count(s.open[colour, w])
    return places > FAR
