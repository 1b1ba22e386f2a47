"""The invariants of Colori."""

from __future__ import annotations

from gamut.engine.bits import contains
from gamut.games.colori import record as rec
from gamut.games.colori.record import ACTING, DRAFTING, GARMENT, HAND_SIZE, Constants, State

INVARIANTS = (
    "every card is in exactly one place",
    "the sizes of decks and piles are correct, and drawn_kinds is the set of drawn cards",
    "every garment is in one place, and each seat has the stars of the garments it made",
    "at most 5 abilities are in the queue, and at most 21 are used in a turn",
    "no wheel has a negative count",
    "each draft hand lost one card per pick, equal cards in order",
    "a seat has a decision exactly while the game is not over",
    "unseen_old is empty in a true state",
    "n_events is the number of events",
)


def broken_invariant(c: Constants, s: State) -> int:
    for card in range(rec.KINDS):
        if count_copies(c, s, card) != c.copies[card]:
            return 1
    if not piles_are_consistent(c, s):
        return 2
    if not garments_are_consistent(c, s):
        return 3
    too_many = s.queue_length > rec.QUEUE_SIZE or s.abilities_used > rec.MAX_ABILITIES
    if too_many or (s.queue_length and s.phase != ACTING):
        return 4
    for seat in range(c.seats):
        for colour in range(rec.N_COLOURS):
            if s.wheel[seat, colour] < 0:
                return 5
    if not hands_are_consistent(c, s):
        return 6
    if (s.phase == DRAFTING) != (s.choosing > 0):
        return 7
    if s.phase == ACTING and s.queue_length == 0 and s.drafted[s.turn, 0] == 0:
        return 7
    for card in range(rec.KINDS):
        if s.unseen_old[card]:
            return 8
    for k in range(rec.MAX_EVENTS):
        if (s.events[k] > 0) != (k < s.n_events):
            return 9
    return 0


def count_copies(c: Constants, s: State, card: int) -> int:
    """Return how many copies of a card there are in all places together."""
    n = s.draft_deck[card] + s.destroyed[card]
    for seat in range(c.seats):
        n += s.deck[seat, card] + s.discard[seat, card] + s.drawn[seat, card]
        for i in range(HAND_SIZE):
            n += 1 if s.drafted[seat, i] == card + 1 else 0
            n += 1 if s.hand[seat, i] == card + 1 else 0
    return n


def piles_are_consistent(c: Constants, s: State) -> bool:
    draft_deck_size = s.draft_deck_size
    for card in range(rec.KINDS):
        draft_deck_size -= s.draft_deck[card]
    if draft_deck_size:
        return False
    for seat in range(c.seats):
        deck_size, discard_size = s.deck_size[seat], s.discard_size[seat]
        for card in range(rec.CARDS):
            deck_size -= s.deck[seat, card]
            discard_size -= s.discard[seat, card]
            if contains(s.drawn_kinds[seat], card) != (s.drawn[seat, card] > 0):
                return False
        if deck_size or discard_size:
            return False
    return True


def garments_are_consistent(c: Constants, s: State) -> bool:
    deck_size = s.garment_deck_size
    for garment in range(rec.GARMENTS):
        deck_size -= s.garment_deck[garment]
        n = s.garment_deck[garment]
        for slot in range(rec.DISPLAY_SIZE):
            n += 1 if s.display[slot] == garment + 1 else 0
        for seat in range(c.seats):
            n += s.made[seat, garment]
        if n != c.copies[GARMENT]:
            return False
    for seat in range(c.seats):
        stars, cards = s.stars[seat], -s.deck[seat, GARMENT] - s.discard[seat, GARMENT] - s.drawn[seat, GARMENT]
        for garment in range(rec.GARMENTS):
            stars -= s.made[seat, garment] * c.stars[garment]
            cards += s.made[seat, garment]
        if stars or cards < 0:
            return False
    return deck_size == 0


def hands_are_consistent(c: Constants, s: State) -> bool:
    for h in range(c.seats):
        taken = 0
        for i in range(HAND_SIZE):
            if (s.hand[h, i] > 0) != (i < s.dealt[h]) or s.taken_at[h, i] < 0:
                return False
            taken += 1 if s.taken_at[h, i] else 0
            if i and s.hand[h, i] and s.hand[h, i] < s.hand[h, i - 1]:
                return False
            if i and s.hand[h, i] and s.hand[h, i] == s.hand[h, i - 1]:
                earlier, later = s.taken_at[h, i - 1], s.taken_at[h, i]
                if s.old[h, i - 1] > s.old[h, i] or (later and (earlier == 0 or earlier > later)):
                    return False
        if s.phase == DRAFTING and taken != min(s.pick - 1, s.dealt[h]):
            return False
    return True
