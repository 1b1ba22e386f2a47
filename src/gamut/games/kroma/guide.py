"""What is worth doing in Kroma.

Phase Two is a fight for the best places. What a seat can still hope for is told well by its *chances*: every cell
counts the best net gain of a piece that could be laid over it, shared out among the piece's cells. A piece is worth
what it blends, and what it takes from the others' chances; what it takes from the own ones is lost too.

Phase One is preparation. A colour under a large piece pays for whoever can blend it, the more the more of it lies
together under one piece; so each empty cell is worth something in each colour.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, count, lowest, rest
from gamut.engine.numbers import exponential
from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE
from gamut.games.kroma.record import (
    CELLS,
    CHOOSING,
    HUES,
    LAY,
    ONE,
    PIECES,
    RHOMBUS,
    SEATS,
    SMALL_WORDS,
    WORD_FROM,
    WORD_TO,
    Constants,
    State,
)  # fmt: skip
from gamut.games.kroma.rules import colour_at, seat_of

# Places of `work`: the worth of every cell in every colour, the colour under every cell, the chances of every seat.
WORTH = 0
UNDER = WORTH + HUES * CELLS
CHANCE = UNDER + CELLS
ROOM = CHANCE + SEATS * CELLS

TRIANGLE = 840  # a point: can be shared out among 4, 5, 6 or 8 cells
GIVING = (0, 0, 80, 80)  # by seats: what a point of somebody else costs, in hundredths of a point
TAKING = (0, 0, 40, 0)  # what taking others' chances is worth
WASTING = (0, 0, 28, 0)  # what taking own chances costs
CROWDING = (0, 0, 0, 10)  # what it is worth to cover a cell that somebody else could blend

STEPS = (7, 16, 30, 47, 44, 44, 44, 44, 44)  # what a cell more of a colour is worth, by how many lie there
HOPES = (0, 97, 56, 40, 40, 30, 30, 30, 30)  # % by the cells still empty under a large piece
OWN, OTHERS = 126, 100  # worth of what serves the seat, and of what serves another

MOST = 1 << 19  # the greatest weight
HALF_ONE, HALF_TWO = 200_000, 300  # what makes a weight half as great, by phase


# ---------------------------------------------------------------------- the verbs


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights by what the cells of each place are worth in its colour."""
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


def make_weights(out: Row, n: int, half: int) -> None:
    """From worths to weights: the best has the greatest weight, one that is `half` behind half of it."""
    best = out[0]
    for k in range(n):
        best = max(best, out[k])
    for k in range(n):
        halves, more = (best - out[k]) // half, (best - out[k]) % half
        out[k] = 1 + ((MOST - MOST * more // (2 * half)) >> halves if halves < 19 else 0)


def add_up(c: Constants, acts: Row, n: int, out: Row, work: Row) -> None:
    """For each action the worth of its cells in its colour."""
    block, first, end, piece, colour = -1, 0, 0, 0, 0
    for k in range(n):
        while acts[k] >= end:  # the next piece or colour
            block += 1
            piece, colour = block // HUES, block % HUES
            first = LAY + HUES * c.before[piece] + colour * c.places[piece]
            end = first + c.places[piece]
        place, total = c.before[piece] + acts[k] - first, 0
        for i in range(c.size[piece]):
            total += work[WORTH + HUES * c.cells[place, i] + colour]
        out[k] = total


def see_colours(c: Constants, s: State, work: Row) -> None:
    """Note the colour under every cell, −1 where it is empty, and make all cells worthless."""
    for cell in range(c.board):
        work[UNDER + cell] = colour_at(s.below, cell)
        for colour in range(HUES):
            work[WORTH + HUES * cell + colour] = 0


# ---------------------------------------------------------------------- Phase One


def interest(c: Constants, s: State, seat: int, colour: int) -> int:
    """How much more a colour of Phase One serves the seat than the others."""
    found = 0
    for other in range(c.seats):
        if s.target[other] - 1 != colour:
            found += OWN if other == seat else -OTHERS
    return found


def weigh_colours(c: Constants, s: State, seat: int, work: Row) -> None:
    """What every empty cell is worth in every colour, by the large pieces that may come to lie on it."""
    blue, magenta, yellow = (interest(c, s, seat, 0), interest(c, s, seat, 1), interest(c, s, seat, 2))
    for piece in range(RHOMBUS, PIECES):
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = 0, 0, 0
            for i in range(c.size[piece]):
                under = work[UNDER + c.cells[place, i]]
                blues += 1 if under == 0 else 0
                magentas += 1 if under == 1 else 0
                yellows += 1 if under == 2 else 0
            hope = HOPES[c.size[piece] - blues - magentas - yellows]
            if hope > 0:
                for i in range(c.size[piece]):
                    at = HUES * c.cells[place, i]
                    work[at] += blue * STEPS[blues] * hope
                    work[at + 1] += magenta * STEPS[magentas] * hope
                    work[at + 2] += yellow * STEPS[yellows] * hope


# ---------------------------------------------------------------------- Phase Two


def weigh_gains(c: Constants, s: State, seat: int, work: Row) -> None:
    """What it is worth to cover every cell with every colour."""
    if TAKING[c.seats] > 0:
        find_chances(c, s, work)
    mine = s.target[seat] - 1
    for cell in range(c.board):
        under = work[UNDER + cell]
        if under < 0:
            continue
        worth = 0
        for other in range(c.seats):
            if other != seat:
                if TAKING[c.seats] > 0:
                    worth += TAKING[c.seats] * work[CHANCE + CELLS * other + cell]
                if s.target[other] - 1 != under:
                    worth += CROWDING[c.seats] * TRIANGLE
        if TAKING[c.seats] > 0:
            worth -= WASTING[c.seats] * work[CHANCE + CELLS * seat + cell]
        for colour in range(HUES):
            work[WORTH + HUES * cell + colour] = worth // 100
            if colour != under:
                target = HUES - under - colour
                if target == mine:
                    work[WORTH + HUES * cell + colour] += TRIANGLE
                elif seat_of(c, s, target) >= 0:
                    work[WORTH + HUES * cell + colour] -= GIVING[c.seats] * TRIANGLE // 100


def find_chances(c: Constants, s: State, work: Row) -> None:
    """For every seat and cell the best share that the cell has of a piece's net gain."""
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
    """What laying a piece would bring the seats that use its colour."""
    size = c.size[piece]
    first, second = (colour + 1) % HUES, (colour + 2) % HUES
    firsts, seconds = 0, 0
    for i in range(size):
        under = work[UNDER + c.cells[place, i]]
        firsts += 1 if under == first else 0
        seconds += 1 if under == second else 0
    one, other = seat_of(c, s, second), seat_of(c, s, first)  # over the first colour it makes the second target
    if one < 0:
        firsts = 0
    if other < 0:
        seconds = 0
    gain, who = (firsts - seconds, one) if firsts > seconds else (seconds - firsts, other)
    if gain > 0:
        share = gain * TRIANGLE // size
        for i in range(size):
            at = CHANCE + CELLS * who + c.cells[place, i]
            work[at] = max(work[at], share)


# ---------------------------------------------------------------------- the shares of the victory


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """DRAFT"""
    see_colours(c, s, work)
    best = -(1 << 60)
    for seat in range(c.seats):
        if s.phase == ONE:
            work[seat] = prospect(c, s, seat, work)
        else:
            work[seat] = s.points[s.target[seat] - 1] * 1000
        best = max(best, work[seat])
    whole = 0
    for seat in range(c.seats):
        work[seat] = (
            FINE
            * FINE
            * FINE
            // exponential((best - work[seat]) * FINE // (8000 if s.phase == ONE else 1000), FINE)
        )
        whole += work[seat]
    for seat in range(c.seats):
        out[seat] = WHOLE * work[seat] // whole


FINE = 64
SUMS = (0, 7, 23, 53, 100, 144, 188, 232, 276)


def prospect(c: Constants, s: State, seat: int, work: Row) -> int:
    blue, magenta, yellow = (interest(c, s, seat, 0), interest(c, s, seat, 1), interest(c, s, seat, 2))
    total = 0
    for piece in range(RHOMBUS, PIECES):
        for place in range(c.before[piece], c.before[piece] + c.places[piece]):
            blues, magentas, yellows = 0, 0, 0
            for i in range(c.size[piece]):
                under = work[UNDER + c.cells[place, i]]
                blues += 1 if under == 0 else 0
                magentas += 1 if under == 1 else 0
                yellows += 1 if under == 2 else 0
            empty = c.size[piece] - blues - magentas - yellows
            hope = HOPES[empty] if empty > 0 else 100
            total += (blue * SUMS[blues] + magenta * SUMS[magentas] + yellow * SUMS[yellows]) * hope
    return total // 10_000


def settled(c: Constants, s: State) -> bool:
    """Whether the end of Phase One is still far away."""
    if s.phase != ONE:
        return False
    many = 0
    for colour in range(HUES):
        for w in range(SMALL_WORDS):
            many += count(s.open[colour, w])
    return many > FAR


FAR = 60
