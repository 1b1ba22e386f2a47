"""Decks, piles and drawn cards of Colori, and the events for the log. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, lowest, without_lowest
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.colori.record import CARDS, DISCARD_SHUFFLED, HAND_SIZE, NO_CARD, State, encode_event

# ---------------------------------------------------------------------- events


def add_event(s: State, kind: int, detail: int) -> None:
    s.events[s.n_events] = encode_event(kind, detail)
    s.n_events += 1


def truncate_events(s: State, length: int) -> None:
    while s.n_events > length:
        s.n_events -= 1
        s.events[s.n_events] = 0


# ---------------------------------------------------------------------- cards


def remove_card(counts: Row, index: int) -> int:
    """Remove and return the card at an index of a deck sorted by card: a draw when `index` is random."""
    card = 0
    while index >= counts[card]:
        index -= counts[card]
        card += 1
    counts[card] -= 1
    return card


def draw_card(s: State, seat: int) -> int:
    """Clauses 2.1 and 6.4: draw a card, reshuffling if needed; NO_CARD if deck and discard pile are empty."""
    if s.deck_size[seat] == 0:
        if s.discard_size[seat] == 0:
            return NO_CARD
        shuffle_discard(s, seat)
    card = remove_card(s.deck[seat], chance(s, s.deck_size[seat]))
    s.deck_size[seat] -= 1
    s.drawn[seat, card] += 1
    s.drawn_kinds[seat] = s.drawn_kinds[seat] | bit(card)
    return card


def shuffle_discard(s: State, seat: int) -> None:
    """Clause 2.1: turn the discard pile into the new deck."""
    for card in range(CARDS):
        s.deck[seat, card] = s.discard[seat, card]
        s.discard[seat, card] = 0
    s.deck_size[seat] = s.discard_size[seat]
    s.discard_size[seat] = 0
    add_event(s, DISCARD_SHUFFLED, seat)


def remove_drawn(s: State, seat: int, card: int) -> None:
    s.drawn[seat, card] -= 1
    if s.drawn[seat, card] == 0:
        s.drawn_kinds[seat] = s.drawn_kinds[seat] ^ bit(card)


def discard_card(s: State, seat: int, card: int) -> None:
    s.discard[seat, card] += 1
    s.discard_size[seat] += 1


def discard_all(s: State, seat: int) -> None:
    """Clause 4.4: discard all drafted and drawn cards."""
    for i in range(HAND_SIZE):
        if s.drafted[seat, i]:
            discard_card(s, seat, s.drafted[seat, i] - 1)
            s.drafted[seat, i] = 0
    cards = s.drawn_kinds[seat]
    while cards != EMPTY_SET:
        card = lowest(cards)
        s.discard[seat, card] += s.drawn[seat, card]
        s.discard_size[seat] += s.drawn[seat, card]
        s.drawn[seat, card] = 0
        cards = without_lowest(cards)
    s.drawn_kinds[seat] = EMPTY_SET


def refill_display(s: State, slot: int) -> None:
    """Clauses 1.6 and 6.9: put a garment from the garment deck in a slot of the display, or leave it empty."""
    s.display[slot] = 0
    if s.garment_deck_size:
        s.display[slot] = remove_card(s.garment_deck, chance(s, s.garment_deck_size)) + 1
        s.garment_deck_size -= 1
