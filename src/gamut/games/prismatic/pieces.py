"""Moving motes, prisms and cards. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, lowest, member, rest
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.prismatic.record import COMMON, DRAWS, MOTES, NO_CARD, PALETTE, PRISM, PRISMATIC, State

# ---------------------------------------------------------------------- motes


def count_motes(row: Row) -> int:
    """How many motes there are in a row of items."""
    n = 0
    for mote in range(MOTES):
        n += row[mote]
    return n


def draw_mote(s: State, seat: int, many: int) -> None:
    """Any of the `many` motes of a bag is drawn."""
    r, mote = chance(s, many), 0
    while r >= s.bag[seat, mote]:
        r -= s.bag[seat, mote]
        mote += 1
    s.bag[seat, mote] -= 1
    s.drawn[seat, mote] += 1


def draw_motes(s: State, seat: int) -> None:
    """Clauses 3.1 and 3.2: five motes, or all there are; an empty bag first gets back all that is committed."""
    many = count_motes(s.bag[seat])
    if many == 0:
        recall_motes(s, seat)
        many = count_motes(s.bag[seat])
    for k in range(min(DRAWS, many)):
        draw_mote(s, seat, many - k)


def recall_motes(s: State, seat: int) -> None:
    """All committed motes of a seat go to its bag; prisms stay."""
    move_motes(s, seat, PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != NONE:
        move_motes(s, seat, lowest(cards))
        cards = rest(cards)


def recall_prisms(s: State, seat: int) -> None:
    """All committed prisms of a seat go to its stock."""
    move_prisms(s, seat, PALETTE + seat)
    cards = s.progress[seat] | s.created[seat]
    while cards != NONE:
        move_prisms(s, seat, lowest(cards))
        cards = rest(cards)


def move_prisms(s: State, seat: int, spot: int) -> None:
    """The prisms of one spot go to the stock."""
    s.stock[seat] += s.on[spot, PRISM]
    s.on[spot, PRISM] = 0


def move_motes(s: State, seat: int, spot: int) -> None:
    """The motes of one spot go to the bag."""
    for mote in range(MOTES):
        s.bag[seat, mote] += s.on[spot, mote]
        s.on[spot, mote] = 0


def clear_spot(s: State, seat: int, spot: int) -> None:
    """Motes go to the owner's bag at once, prisms are lost."""
    move_motes(s, seat, spot)
    s.supply[PRISM] += s.on[spot, PRISM]
    s.on[spot, PRISM] = 0


def put_drawn_back(s: State, seat: int) -> None:
    """Drawn motes that are not committed go to the bag."""
    for mote in range(MOTES):
        s.bag[seat, mote] += s.drawn[seat, mote]
        s.drawn[seat, mote] = 0


def gain(s: State, seat: int, item: int, n: int) -> None:
    """Clause 5.9: as much as the supply has; it comes home at the end of the step."""
    n = min(n, s.supply[item])
    s.supply[item] -= n
    s.gained[item] += n
    if item != PRISM:
        s.motes[seat] += n
    if item == PRISMATIC:
        s.prismatic[seat] += n


# ---------------------------------------------------------------------- cards


def draw_card(s: State) -> int:
    """Clause 2.4: any card of the deck, which the discard pile renews; NO_CARD when there is none."""
    if s.deck == NONE:
        s.deck = s.discard
        s.discard = NONE
    if s.deck == NONE:
        return NO_CARD
    card = member(s.deck, chance(s, count(s.deck)))
    s.deck = s.deck ^ bit(card)
    return card


def fill_common(s: State) -> None:
    """Clause 3.5: every empty place of the common area gets a card, while there are any."""
    for place in range(COMMON):
        if s.common[place] == 0:
            s.common[place] = draw_card(s) + 1


def common_place(s: State, card: int) -> int:
    """The place of a card in the common area, or of the first empty place for NO_CARD; −1: there is none."""
    for place in range(COMMON):
        if s.common[place] == card + 1:
            return place
    return -1


def owner(s: State, card: int) -> int:
    """Whose progress area a card is in."""
    seat = 0
    while s.progress[seat] & bit(card) == NONE:
        seat += 1
    return seat


def take_away(s: State, card: int) -> None:
    """Clause 6.7: a card leaves its progress or common area; what lies on it goes to its owner or is lost."""
    place = common_place(s, card)
    if place >= 0:
        s.common[place] = 0
        return
    seat = owner(s, card)
    s.progress[seat] = s.progress[seat] ^ bit(card)
    clear_spot(s, seat, card)
