"""What can be paid, and paying it. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit
from gamut.engine.record import Row
from gamut.games.prismatic.record import (
    BOARD,
    COLOURS,
    PALETTE,
    PRISM,
    PRISMATIC,
    Constants,
    State,
)  # fmt: skip


def can_pay(s: State, price: Row, spot: int) -> bool:
    """Clauses 5.3–5.4: whether what lies on a spot and the pool pay a price; prismatic motes are any colour."""
    if price[PRISM] > s.on[spot, PRISM]:
        return False
    lacking = 0
    for colour in range(COLOURS):
        lacking += max(price[colour] - s.on[spot, colour] - s.pool[colour], 0)
    return lacking <= s.on[spot, PRISMATIC]


def paying_spot(s: State, seat: int, card: int) -> int:
    """Where a card is paid from: itself in the progress area, the palette in the common area."""
    return card if s.progress[seat] & bit(card) != NONE else PALETTE + seat


def wanted_spot(s: State) -> int:
    """Where the creation under way is paid from."""
    card = s.wanted - 1 - BOARD
    return PALETTE + s.turn if card < 0 else paying_spot(s, s.turn, card)


def begin_payment(c: Constants, s: State) -> None:
    """Clauses 5.5–5.6: prisms are spent; a card in progress first uses up the colours that lie on it."""
    card = s.wanted - 1 - BOARD
    price, spot = c.recipe[s.wanted - 1] if card < 0 else c.price[card], wanted_spot(s)
    s.on[spot, PRISM] -= price[PRISM]
    s.supply[PRISM] += price[PRISM]
    for colour in range(COLOURS):
        s.owed[colour] = price[colour]
        if spot == card:
            spend_motes(s, spot, colour, s.on[spot, colour])


def spend_motes(s: State, spot: int, colour: int, n: int) -> None:
    """Clauses 5.5 and 5.7: `n` motes pay a colour, its own before prismatic ones; they are laid aside."""
    own = min(n, s.on[spot, colour])
    s.on[spot, colour] -= own
    s.aside[colour] += own
    s.on[spot, PRISMATIC] -= n - own
    s.aside[PRISMATIC] += n - own
    s.owed[colour] -= n


def pays_out(s: State, spot: int) -> bool:
    """Whether all that is owed can be paid, and no prismatic mote is left on a card in progress."""
    lacking, owed, prismatic = 0, 0, s.on[spot, PRISMATIC]
    for colour in range(COLOURS):
        owed += s.owed[colour]
        lacking += max(s.owed[colour] - s.on[spot, colour] - s.pool[colour], 0)
    return lacking <= prismatic and (spot >= PALETTE or prismatic <= owed)


def pool_pays(s: State, spot: int, colour: int) -> bool:
    """Whether the pool may pay a unit of a colour, so that the rest can still be paid."""
    if s.pool[colour] == 0:
        return False
    s.pool[colour] -= 1
    s.owed[colour] -= 1
    found = pays_out(s, spot)
    s.pool[colour] += 1
    s.owed[colour] += 1
    return found


def motes_pay(s: State, spot: int, colour: int) -> bool:
    """Whether motes may pay all that is left of a colour, so that the rest can still be paid."""
    n = s.owed[colour]
    own = min(n, s.on[spot, colour])
    if n - own > s.on[spot, PRISMATIC]:
        return False
    s.on[spot, PRISMATIC] -= n - own
    s.owed[colour] = 0
    found = pays_out(s, spot)
    s.on[spot, PRISMATIC] += n - own
    s.owed[colour] = n
    return found


def owed_colour(s: State) -> int:
    """The first colour that is not paid yet; COLOURS: none."""
    colour = 0
    while colour < COLOURS and s.owed[colour] == 0:
        colour += 1
    return colour


def pay_unit(s: State) -> None:
    """The pool pays one unit of the colour that is next."""
    colour = owed_colour(s)
    s.pool[colour] -= 1
    s.owed[colour] -= 1


def pay_motes(s: State) -> None:
    """Clause 5.7: motes pay all units that are left of the colour that is next."""
    colour = owed_colour(s)
    spend_motes(s, wanted_spot(s), colour, s.owed[colour])


def paid_unasked(s: State) -> bool:
    """Clause 5.7: pay as long as there is one way only; false when the payer has to say which."""
    spot = wanted_spot(s)
    colour = owed_colour(s)
    while colour < COLOURS:
        if not pool_pays(s, spot, colour):
            pay_motes(s)
        elif motes_pay(s, spot, colour):
            return False
        else:
            pay_unit(s)
        colour = owed_colour(s)
    return True
