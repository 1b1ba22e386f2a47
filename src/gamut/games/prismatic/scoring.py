"""Stars, tie-breakers and ranks. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, count, lowest, without_lowest
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.record import Constants, State

PRISMS_PER_STAR = 4
GOAL_REACHED, ROUND_LIMIT = 0, 1  # reasons for the end of a game


def own_prisms(s: State, seat: int) -> int:
    """Clause 7.3: return how many prisms a seat owns, wherever they are."""
    n = s.stock[seat] + s.on[rec.PALETTE + seat, rec.PRISM] + s.placed[rec.PALETTE + seat, rec.PRISM]
    cards = s.progress[seat] | s.created[seat]
    while cards != EMPTY_SET:
        n += s.on[lowest(cards), rec.PRISM] + s.placed[lowest(cards), rec.PRISM]
        cards = without_lowest(cards)
    return n + (s.gained[rec.PRISM] if s.phase == rec.RESOLVING and s.turn == seat else 0)


def created_stars(c: Constants, s: State, seat: int) -> int:
    n, cards = 0, s.created[seat]
    while cards != EMPTY_SET:
        n += c.stars[lowest(cards)]
        cards = without_lowest(cards)
    return n


def count_kind(c: Constants, s: State, seat: int, kind: int) -> int:
    return count(s.created[seat] & c.of_kind[kind])


def leads_kind(c: Constants, s: State, seat: int, kind: int) -> bool:
    """Clause 7.4: return whether a seat alone has created the most cards of a type."""
    own = count_kind(c, s, seat, kind)
    for other in range(c.seats):
        if other != seat and count_kind(c, s, other, kind) >= own:
            return False
    return True


def leads(c: Constants, row: Row, seat: int) -> bool:
    """Clause 7.4: return whether a seat alone has the most."""
    for other in range(c.seats):
        if other != seat and row[other] >= row[seat]:
            return False
    return True


def score(c: Constants, s: State, seat: int) -> int:
    """Clauses 7.3–7.4: return the stars of a seat, as if the game ended now."""
    n = created_stars(c, s, seat) + own_prisms(s, seat) // PRISMS_PER_STAR - count(s.progress[seat])
    if s.reached == seat + 1:
        n += 1
    if leads(c, s.motes, seat):
        n += 1
    if leads(c, s.prismatic, seat):
        n += 2
    for kind in range(rec.KINDS):
        if leads_kind(c, s, seat, kind):
            n += 1
    return n


def order_from_lead(c: Constants, s: State, seat: int) -> int:
    """Return the position of a seat in the order of the first round, from 0."""
    return (seat - s.lead) % c.seats


def standing(c: Constants, s: State, seat: int, stars: int) -> int:
    """Clauses 7.2 and 7.5: return score and tie-breakers as one number; the greatest wins."""
    n = 64 * stars + count(s.created[seat])
    n = 256 * n + s.motes[seat]
    n = 64 * n + own_prisms(s, seat)
    n = 2 * n + (1 if s.reached == seat + 1 else 0)
    return rec.MAX_SEATS * n + rec.MAX_SEATS - 1 - order_from_lead(c, s, seat)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Fill scores and ranks; return the reason for the end."""
    for seat in range(c.seats):
        scores[seat] = score(c, s, seat)
    for seat in range(c.seats):
        own, n_better = standing(c, s, seat, scores[seat]), 0
        for other in range(c.seats):
            n_better += 1 if standing(c, s, other, scores[other]) > own else 0
        ranks[seat] = 1 + n_better
    return GOAL_REACHED if s.final else ROUND_LIMIT
