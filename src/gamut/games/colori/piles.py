"""Decks, piles and drawn cards of Colori, and the trail of what happened. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, lowest, rest
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.colori.record import CARDS, HAND, NO_CARD, PILE_SHUFFLED, State, event_code

# ---------------------------------------------------------------------- the trail


def note_event(s: State, kind: int, which: int) -> None:
    """Remember for the log what happened."""
    s.trail[s.trail_length] = event_code(kind, which)
    s.trail_length += 1


def cut_trail(s: State, length: int) -> None:
    """Forget what happened after the first events."""
    while s.trail_length > length:
        s.trail_length -= 1
        s.trail[s.trail_length] = 0


# ---------------------------------------------------------------------- cards


def remove_card(counts: Row, r: int) -> int:
    """Take the card of rank `r` out of a deck of counts: a draw when `r` is random."""
    card = 0
    while r >= counts[card]:
        r -= counts[card]
        card += 1
    counts[card] -= 1
    return card


def draw_card(s: State, seat: int) -> int:
    """Clauses 2.1 and 6.4: one card of the own deck; NO_CARD when there is none, and none to be shuffled."""
    if s.decked[seat] == 0:
        if s.discarded[seat] == 0:
            return NO_CARD
        shuffle_pile(s, seat)
    card = remove_card(s.deck[seat], chance(s, s.decked[seat]))
    s.decked[seat] -= 1
    s.drawn[seat, card] += 1
    s.held[seat] = s.held[seat] | bit(card)
    return card


def shuffle_pile(s: State, seat: int) -> None:
    """Clause 2.1: the discard pile becomes the deck."""
    for card in range(CARDS):
        s.deck[seat, card] = s.discard[seat, card]
        s.discard[seat, card] = 0
    s.decked[seat] = s.discarded[seat]
    s.discarded[seat] = 0
    note_event(s, PILE_SHUFFLED, seat)


def remove_drawn(s: State, seat: int, card: int) -> None:
    """A card leaves the drawn cards."""
    s.drawn[seat, card] -= 1
    if s.drawn[seat, card] == 0:
        s.held[seat] = s.held[seat] ^ bit(card)


def discard_card(s: State, seat: int, card: int) -> None:
    """A card goes to its owner's discard pile."""
    s.discard[seat, card] += 1
    s.discarded[seat] += 1


def discard_all(s: State, seat: int) -> None:
    """Clause 4.4: drafted and drawn cards go to the discard pile."""
    for i in range(HAND):
        if s.drafted[seat, i]:
            discard_card(s, seat, s.drafted[seat, i] - 1)
            s.drafted[seat, i] = 0
    cards = s.held[seat]
    while cards != NONE:
        card = lowest(cards)
        s.discard[seat, card] += s.drawn[seat, card]
        s.discarded[seat] += s.drawn[seat, card]
        s.drawn[seat, card] = 0
        cards = rest(cards)
    s.held[seat] = NONE


def refill_display(s: State, place: int) -> None:
    """Clauses 1.6 and 6.9: a garment for an empty place of the display, while there are any."""
    s.display[place] = 0
    if s.garments_left:
        s.display[place] = remove_card(s.garments, chance(s, s.garments_left)) + 1
        s.garments_left -= 1
