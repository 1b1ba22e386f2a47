"""Committing motes and prisms: where each may be laid. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, lowest, rest
from gamut.engine.record import Row, Word
from gamut.games.prismatic.pieces import put_drawn_back
from gamut.games.prismatic.record import (
    COMMITTING,
    ITEMS,
    LAY,
    MOTES,
    PALETTE,
    PLACES,
    PRISM,
    PRISMATIC,
    Constants,
    State,
)  # fmt: skip


def loose(s: State, seat: int, item: int) -> int:
    """How many of an item a seat may still lay."""
    return s.stock[seat] if item == PRISM else s.drawn[seat, item]


def lies(s: State, card: int, item: int) -> int:
    """How many of an item lie on a card, those of this round included."""
    return s.on[card, item] + s.laid[card, item]


def has_room(c: Constants, s: State, card: int, item: int) -> bool:
    """Clause 4.3: whether a card in progress takes one more of an item that its price shows."""
    if item != PRISMATIC and lies(s, card, item) >= c.price[card, item]:
        return False
    if item == PRISM or (item != PRISMATIC and lies(s, card, PRISMATIC) == 0):
        return True
    motes = 0
    for mote in range(MOTES):
        motes += lies(s, card, mote)
    return motes < c.price_motes[card]


def open_places(c: Constants, s: State, seat: int, item: int) -> Word:
    """Clauses 4.2–4.4: where a seat may lay an item: a set of cards, and PALETTE."""
    places = bit(PALETTE) | (s.created[seat] & c.uses[item])
    cards = s.progress[seat] & c.wants[item]
    while cards != NONE:
        card = lowest(cards)
        if has_room(c, s, card, item):
            places = places | bit(card)
        cards = rest(cards)
    return places


def offer_lays(c: Constants, s: State, seat: int, item: int, out: Row, n: int) -> int:
    """Write the ways to lay an item behind the first `n` actions; return how many there are then."""
    places = open_places(c, s, seat, item)
    while places != NONE:
        out[n] = LAY + item * PLACES + lowest(places)
        n += 1
        places = rest(places)
    return n


def lay(s: State, seat: int, item: int, place: int) -> None:
    """An item is committed: for this round's reveal, or at once where it was pulled."""
    spot = PALETTE + seat if place == PALETTE else place
    if item == PRISM:
        s.stock[seat] -= 1
    else:
        s.drawn[seat, item] -= 1
    if s.phase == COMMITTING:
        s.laid[spot, item] += 1
    else:
        s.on[spot, item] += 1


def reveal_spot(s: State, spot: int) -> None:
    """What was laid in this round lies there now."""
    for item in range(ITEMS):
        s.on[spot, item] += s.laid[spot, item]
        s.laid[spot, item] = 0


def unlay_spot(s: State, seat: int, spot: int) -> None:
    """What was laid in this round is not laid yet."""
    for mote in range(MOTES):
        s.drawn[seat, mote] += s.laid[spot, mote]
        s.laid[spot, mote] = 0
    s.stock[seat] += s.laid[spot, PRISM]
    s.laid[spot, PRISM] = 0


def unlay(s: State, seat: int) -> None:
    """A seat as it was before it committed anything in this round."""
    unlay_spot(s, seat, PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != NONE:
        unlay_spot(s, seat, lowest(cards))
        cards = rest(cards)


def reveal_commits(c: Constants, s: State) -> None:
    """Clause 4.5: all commits are turned up; motes not committed go back to the bags."""
    for seat in range(c.seats):
        reveal_spot(s, PALETTE + seat)
        cards = s.progress[seat] | s.created[seat]
        while cards != NONE:
            reveal_spot(s, lowest(cards))
            cards = rest(cards)
        put_drawn_back(s, seat)
