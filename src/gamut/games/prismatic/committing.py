"""Placing motes and prisms on cards and palettes, in secret until all commit. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, lowest, without_lowest
from gamut.engine.record import Row, Word
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.pieces import return_drawn_motes
from gamut.games.prismatic.record import Constants, State


def count_uncommitted(s: State, seat: int, item: int) -> int:
    """Return how many of an item a seat may still place."""
    return s.stock[seat] if item == rec.PRISM else s.drawn[seat, item]


def count_committed(s: State, spot: int, item: int) -> int:
    """Return how many of an item are on a spot, those placed in this round included."""
    return s.on[spot, item] + s.placed[spot, item]


def has_room(c: Constants, s: State, card: int, item: int) -> bool:
    """Clause 4.3: return whether one more of an item of its price may be placed on a card in progress."""
    if item != rec.PRISMATIC and count_committed(s, card, item) >= c.price[card, item]:
        return False
    if item == rec.PRISM or (item != rec.PRISMATIC and count_committed(s, card, rec.PRISMATIC) == 0):
        return True
    motes = 0
    for mote in range(rec.MOTES):
        motes += count_committed(s, card, mote)
    return motes < c.price_motes[card]


def open_spots(c: Constants, s: State, seat: int, item: int) -> Word:
    """Clauses 4.2–4.4: return where a seat may place an item: a set of cards, and PALETTE."""
    spots = bit(rec.PALETTE) | (s.created[seat] & c.uses[item])
    cards = s.progress[seat] & c.wants[item]
    while cards != EMPTY_SET:
        card = lowest(cards)
        if has_room(c, s, card, item):
            spots = spots | bit(card)
        cards = without_lowest(cards)
    return spots


def offer_placing(c: Constants, s: State, seat: int, item: int, out: Row, n: int) -> int:
    """Append the actions that place an item to the first `n` actions; return their number."""
    spots = open_spots(c, s, seat, item)
    while spots != EMPTY_SET:
        out[n] = rec.PLACE_ITEM + item * rec.SEAT_SPOTS + lowest(spots)
        n += 1
        spots = without_lowest(spots)
    return n


def place_item(s: State, seat: int, item: int, spot: int) -> None:
    """Commit an item: hidden until the reveal, or at once if it was pulled."""
    if item == rec.PRISM:
        s.stock[seat] -= 1
    else:
        s.drawn[seat, item] -= 1
    if s.phase == rec.COMMITTING:
        s.placed[spot, item] += 1
    else:
        s.on[spot, item] += 1


def reveal_spot(s: State, spot: int) -> None:
    for item in range(rec.ITEMS):
        s.on[spot, item] += s.placed[spot, item]
        s.placed[spot, item] = 0


def take_up_from(s: State, seat: int, spot: int) -> None:
    """Return to a seat the items that it has placed on a spot in this round."""
    for mote in range(rec.MOTES):
        s.drawn[seat, mote] += s.placed[spot, mote]
        s.placed[spot, mote] = 0
    s.stock[seat] += s.placed[spot, rec.PRISM]
    s.placed[spot, rec.PRISM] = 0


def take_up(s: State, seat: int) -> None:
    """Return to a seat everything that it has placed in this round."""
    take_up_from(s, seat, rec.PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != EMPTY_SET:
        take_up_from(s, seat, lowest(cards))
        cards = without_lowest(cards)


def reveal_commits(c: Constants, s: State) -> None:
    """Clause 4.5: reveal all commits, and return motes that were not committed to the bags."""
    for seat in range(c.seats):
        reveal_spot(s, rec.PALETTE + seat)
        cards = s.progress[seat] | s.created[seat]
        while cards != EMPTY_SET:
            reveal_spot(s, lowest(cards))
            cards = without_lowest(cards)
        return_drawn_motes(s, seat)
