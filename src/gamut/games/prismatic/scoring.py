"""Counting: stars, tie-breakers, ranks. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, count, lowest, rest
from gamut.engine.record import Row
from gamut.games.prismatic.record import KINDS, PALETTE, PRISM, RESOLVING, SEATS, Constants, State

PRISMS_PER_STAR = 4
GOAL_REACHED, ROUNDS_OVER = 0, 1  # reasons of an end


def own_prisms(s: State, seat: int) -> int:
    """Clause 7.3: the prisms of a seat, wherever they lie."""
    n = s.stock[seat] + s.on[PALETTE + seat, PRISM] + s.laid[PALETTE + seat, PRISM]
    cards = s.progress[seat] | s.created[seat]
    while cards != NONE:
        n += s.on[lowest(cards), PRISM] + s.laid[lowest(cards), PRISM]
        cards = rest(cards)
    return n + (s.gained[PRISM] if s.phase == RESOLVING and s.turn == seat else 0)


def created_stars(c: Constants, s: State, seat: int) -> int:
    """The stars on a seat's created cards."""
    n, cards = 0, s.created[seat]
    while cards != NONE:
        n += c.stars[lowest(cards)]
        cards = rest(cards)
    return n


def count_kind(c: Constants, s: State, seat: int, kind: int) -> int:
    """How many cards of a type a seat has created."""
    return count(s.created[seat] & c.of_kind[kind])


def leads_kind(c: Constants, s: State, seat: int, kind: int) -> bool:
    """Clause 7.4: whether a seat alone has created the most cards of a type."""
    own = count_kind(c, s, seat, kind)
    for other in range(c.seats):
        if other != seat and count_kind(c, s, other, kind) >= own:
            return False
    return True


def leads(c: Constants, row: Row, seat: int) -> bool:
    """Clause 7.4: whether a seat alone has the most."""
    for other in range(c.seats):
        if other != seat and row[other] >= row[seat]:
            return False
    return True


def score(c: Constants, s: State, seat: int) -> int:
    """Clauses 7.3–7.4: the stars of a seat, as if the game ended now."""
    n = created_stars(c, s, seat) + own_prisms(s, seat) // PRISMS_PER_STAR - count(s.progress[seat])
    if s.reached == seat + 1:
        n += 1
    if leads(c, s.motes, seat):
        n += 1
    if leads(c, s.prismatic, seat):
        n += 2
    for kind in range(KINDS):
        if leads_kind(c, s, seat, kind):
            n += 1
    return n


def order_from_lead(c: Constants, s: State, seat: int) -> int:
    """The place of a seat in the order of the game's beginning, from 0."""
    return (seat - s.lead) % c.seats


def standing(c: Constants, s: State, seat: int, stars: int) -> int:
    """Clauses 7.2 and 7.5: score and tie-breakers in one number, the greater the better."""
    n = 64 * stars + count(s.created[seat])
    n = 256 * n + s.motes[seat]
    n = 64 * n + own_prisms(s, seat)
    n = 2 * n + (1 if s.reached == seat + 1 else 0)
    return SEATS * n + SEATS - 1 - order_from_lead(c, s, seat)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Scores, ranks and why the game ended."""
    for seat in range(c.seats):
        scores[seat] = score(c, s, seat)
    for seat in range(c.seats):
        own, better = standing(c, s, seat, scores[seat]), 0
        for other in range(c.seats):
            better += 1 if standing(c, s, other, scores[other]) > own else 0
        ranks[seat] = 1 + better
    return GOAL_REACHED if s.final else ROUNDS_OVER
