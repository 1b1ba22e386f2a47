"""Moving motes, prisms and cards. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, count, lowest, nth_member, without_lowest
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.record import State

# ---------------------------------------------------------------------- motes


def count_motes(row: Row) -> int:
    """Return how many motes there are in a row of items."""
    n = 0
    for mote in range(rec.MOTES):
        n += row[mote]
    return n


def draw_mote(s: State, seat: int, n_motes: int) -> None:
    """Draw one of the motes of a bag, which has `n_motes`."""
    index, mote = chance(s, n_motes), 0
    while index >= s.bag[seat, mote]:
        index -= s.bag[seat, mote]
        mote += 1
    s.bag[seat, mote] -= 1
    s.drawn[seat, mote] += 1


def draw_motes(s: State, seat: int) -> None:
    """Clauses 3.1 and 3.2: draw five motes, or all; if the bag is empty, first return all committed motes to it."""
    n_motes = count_motes(s.bag[seat])
    if n_motes == 0:
        recall_motes(s, seat)
        n_motes = count_motes(s.bag[seat])
    for k in range(min(rec.DRAWS, n_motes)):
        draw_mote(s, seat, n_motes - k)


def recall_motes(s: State, seat: int) -> None:
    """Return all committed motes of a seat to its bag; prisms stay."""
    move_motes(s, seat, rec.PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != EMPTY_SET:
        move_motes(s, seat, lowest(cards))
        cards = without_lowest(cards)


def recall_prisms(s: State, seat: int) -> None:
    """Return all committed prisms of a seat to its stock."""
    move_prisms(s, seat, rec.PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != EMPTY_SET:
        move_prisms(s, seat, lowest(cards))
        cards = without_lowest(cards)


def move_prisms(s: State, seat: int, spot: int) -> None:
    s.stock[seat] += s.on[spot, rec.PRISM]
    s.on[spot, rec.PRISM] = 0


def move_motes(s: State, seat: int, spot: int) -> None:
    for mote in range(rec.MOTES):
        s.bag[seat, mote] += s.on[spot, mote]
        s.on[spot, mote] = 0


def clear_spot(s: State, seat: int, spot: int) -> None:
    """Return motes to the owner's bag at once, and prisms to the supply."""
    move_motes(s, seat, spot)
    s.supply[rec.PRISM] += s.on[spot, rec.PRISM]
    s.on[spot, rec.PRISM] = 0


def return_drawn_motes(s: State, seat: int) -> None:
    """Return drawn motes that are not committed to the bag."""
    for mote in range(rec.MOTES):
        s.bag[seat, mote] += s.drawn[seat, mote]
        s.drawn[seat, mote] = 0


def gain(s: State, seat: int, item: int, n: int) -> None:
    """Clause 5.9: gain items as far as the supply has them; they reach bag and stock when the turn ends."""
    n = min(n, s.supply[item])
    s.supply[item] -= n
    s.gained[item] += n
    if item != rec.PRISM:
        s.motes[seat] += n
    if item == rec.PRISMATIC:
        s.prismatic[seat] += n


# ---------------------------------------------------------------------- cards


def draw_card(s: State) -> int:
    """Clause 2.4: draw a card of the deck, reshuffling if it is empty; return NO_CARD if there is none."""
    if s.deck == EMPTY_SET:
        s.deck = s.discard
        s.discard = EMPTY_SET
    if s.deck == EMPTY_SET:
        return rec.NO_CARD
    card = nth_member(s.deck, chance(s, count(s.deck)))
    s.deck = s.deck ^ bit(card)
    return card


def fill_common(s: State) -> None:
    """Clause 3.5: fill every empty place of the common area, while there are cards."""
    for place in range(rec.COMMON):
        if s.common[place] == 0:
            s.common[place] = draw_card(s) + 1


def common_place(s: State, card: int) -> int:
    """Return the place of a card in the common area, or for NO_CARD the first empty place; −1: none."""
    for place in range(rec.COMMON):
        if s.common[place] == card + 1:
            return place
    return -1


def find_owner(s: State, card: int) -> int:
    """Return the seat whose progress area a card is in."""
    seat = 0
    while s.progress[seat] & bit(card) == EMPTY_SET:
        seat += 1
    return seat


def remove_card(s: State, card: int) -> None:
    """Clause 6.7: remove a card from its progress or common area; its motes return to the owner, prisms are lost."""
    place = common_place(s, card)
    if place >= 0:
        s.common[place] = 0
        return
    seat = find_owner(s, card)
    s.progress[seat] = s.progress[seat] ^ bit(card)
    clear_spot(s, seat, card)
