"""Paying for recipes and cards. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.record import Constants, State, wanted_card, wanted_recipe


def count_lacking(s: State, price: Row, spot: int) -> int:
    """Return how many colours of a price neither motes of the colour on a spot nor the pool can pay."""
    lacking = 0
    for colour in range(rec.N_COLOURS):
        lacking += max(price[colour] - s.on[spot, colour] - s.pool[colour], 0)
    return lacking


def can_pay(s: State, price: Row, spot: int) -> bool:
    """Clauses 5.3–5.4: return whether a spot and the pool can pay a price; prismatic motes are any colour."""
    if price[rec.PRISM] > s.on[spot, rec.PRISM]:
        return False
    return count_lacking(s, price, spot) <= s.on[spot, rec.PRISMATIC]


def paying_spot(s: State, seat: int, card: int) -> int:
    """Return the spot that pays for a card: itself in the progress area, the palette in the common area."""
    return card if s.progress[seat] & bit(card) != EMPTY_SET else rec.PALETTE + seat


def wanted_spot(s: State) -> int:
    card = wanted_card(s)
    return rec.PALETTE + s.turn if card < 0 else paying_spot(s, s.turn, card)


def begin_payment(c: Constants, s: State, wanted: int) -> None:
    """Clauses 5.5–5.6: spend prisms; a card in progress first uses up the colours on it."""
    s.wanted = wanted + 1
    card = wanted_card(s)
    price, spot = c.recipe_price[wanted_recipe(s)] if card < 0 else c.price[card], wanted_spot(s)
    s.on[spot, rec.PRISM] -= price[rec.PRISM]
    s.supply[rec.PRISM] += price[rec.PRISM]
    for colour in range(rec.N_COLOURS):
        s.owed[colour] = price[colour]
        if spot == card:
            spend_motes(s, spot, colour, s.on[spot, colour])


def spend_motes(s: State, spot: int, colour: int, n: int) -> None:
    """Clauses 5.5 and 5.7: pay a colour with `n` motes, prismatic ones last; they are placed aside."""
    own = min(n, s.on[spot, colour])
    s.on[spot, colour] -= own
    s.aside[colour] += own
    s.on[spot, rec.PRISMATIC] -= n - own
    s.aside[rec.PRISMATIC] += n - own
    s.owed[colour] -= n


def count_owed(s: State) -> int:
    owed = 0
    for colour in range(rec.N_COLOURS):
        owed += s.owed[colour]
    return owed


def can_settle(spot: int, lacking: int, owed: int, prismatic: int) -> bool:
    """Return whether `prismatic` motes are enough, and none of them would be left on a card in progress."""
    return lacking <= prismatic and (spot >= rec.PALETTE or prismatic <= owed)


def pool_can_pay(s: State, spot: int, colour: int) -> bool:
    """Return whether the pool may pay one unit of a colour, so that the rest can still be paid."""
    if s.pool[colour] == 0:
        return False
    return can_settle(spot, count_lacking(s, s.owed, spot), count_owed(s) - 1, s.on[spot, rec.PRISMATIC])


def motes_can_pay(s: State, spot: int, colour: int) -> bool:
    """Return whether motes may pay all that is owed of a colour, so that the rest can still be paid."""
    n = s.owed[colour]
    prismatic = s.on[spot, rec.PRISMATIC] - max(n - s.on[spot, colour], 0)
    if prismatic < 0:
        return False
    lacking = count_lacking(s, s.owed, spot) - max(n - s.on[spot, colour] - s.pool[colour], 0)
    return can_settle(spot, lacking, count_owed(s) - n, prismatic)


def owed_colour(s: State) -> int:
    """Return the first colour that is not paid yet; COLOURS: none."""
    colour = 0
    while colour < rec.N_COLOURS and s.owed[colour] == 0:
        colour += 1
    return colour


def pay_unit(s: State) -> None:
    """Pay one unit of the next colour with the pool."""
    colour = owed_colour(s)
    s.pool[colour] -= 1
    s.owed[colour] -= 1


def pay_motes(s: State) -> None:
    """Clause 5.7: pay all units of the next colour with motes."""
    colour = owed_colour(s)
    spend_motes(s, wanted_spot(s), colour, s.owed[colour])


def pay_forced(s: State) -> bool:
    """Clause 5.7: pay as long as there is only one way; return whether everything is paid."""
    spot = wanted_spot(s)
    colour = owed_colour(s)
    while colour < rec.N_COLOURS:
        if not pool_can_pay(s, spot, colour):
            pay_motes(s)
        elif motes_can_pay(s, spot, colour):
            return False
        else:
            pay_unit(s)
        colour = owed_colour(s)
    return True
