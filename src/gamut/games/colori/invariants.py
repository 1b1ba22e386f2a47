"""What is true of every state of Colori."""

from __future__ import annotations

from gamut.engine.bits import has
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    COLOURS,
    DISPLAY,
    DRAFTING,
    GARMENT,
    GARMENTS,
    HAND,
    KINDS,
    MOST_ABILITIES,
    QUEUE,
    TRAIL,
    Constants,
    State,
)  # fmt: skip


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    for card in range(KINDS):
        if in_play(c, s, card) != c.copies[card]:
            return 1
    if not piles_add_up(c, s):
        return 2
    if not garments_add_up(c, s):
        return 3
    if s.waiting > QUEUE or s.abilities > MOST_ABILITIES or (s.waiting and s.phase != ACTING):
        return 4
    for seat in range(c.seats):
        for colour in range(COLOURS):
            if s.wheel[seat, colour] < 0:
                return 5
    if not hands_are_sound(c, s):
        return 6
    if (s.phase == DRAFTING) != (s.due > 0):
        return 7
    if s.phase == ACTING and s.waiting == 0 and s.drafted[s.turn, 0] == 0:
        return 7
    for card in range(KINDS):
        if s.spent[card]:
            return 8
    for k in range(TRAIL):
        if (s.trail[k] > 0) != (k < s.trail_length):
            return 9
    return 0


def in_play(c: Constants, s: State, card: int) -> int:
    """How many copies of a card there are, wherever they lie."""
    n = s.draft[card] + s.destroyed[card]
    for seat in range(c.seats):
        n += s.deck[seat, card] + s.discard[seat, card] + s.drawn[seat, card]
        for i in range(HAND):
            n += 1 if s.drafted[seat, i] == card + 1 else 0
            n += 1 if s.hand[seat, i] == card + 1 else 0
    return n


def piles_add_up(c: Constants, s: State) -> bool:
    """Whether the sizes of decks and the sets of drawn cards are what they say."""
    left = s.left
    for card in range(KINDS):
        left -= s.draft[card]
    if left:
        return False
    for seat in range(c.seats):
        decked, discarded = s.decked[seat], s.discarded[seat]
        for card in range(CARDS):
            decked -= s.deck[seat, card]
            discarded -= s.discard[seat, card]
            if has(s.held[seat], card) != (s.drawn[seat, card] > 0):
                return False
        if decked or discarded:
            return False
    return True


def garments_add_up(c: Constants, s: State) -> bool:
    """Whether every garment is in one place, and the stars are those of the garments made."""
    left = s.garments_left
    for g in range(GARMENTS):
        left -= s.garments[g]
        n = s.garments[g]
        for place in range(DISPLAY):
            n += 1 if s.display[place] == g + 1 else 0
        for seat in range(c.seats):
            n += s.made[seat, g]
        if n != c.copies[GARMENT]:
            return False
    for seat in range(c.seats):
        stars, cards = s.stars[seat], -s.deck[seat, GARMENT] - s.discard[seat, GARMENT] - s.drawn[seat, GARMENT]
        for g in range(GARMENTS):
            stars -= s.made[seat, g] * c.stars[g]
            cards += s.made[seat, g]
        if stars or cards < 0:
            return False
    return left == 0


def hands_are_sound(c: Constants, s: State) -> bool:
    """Whether every hand lost one card per pick, and equal cards in order."""
    for h in range(c.seats):
        taken = 0
        for i in range(HAND):
            if (s.hand[h, i] > 0) != (i < s.dealt[h]) or s.when[h, i] < 0:
                return False
            taken += 1 if s.when[h, i] else 0
            if i and s.hand[h, i] and s.hand[h, i] < s.hand[h, i - 1]:
                return False
            if i and s.hand[h, i] and s.hand[h, i] == s.hand[h, i - 1]:
                early, late = s.when[h, i - 1], s.when[h, i]
                if s.old[h, i - 1] > s.old[h, i] or (late and (early == 0 or early > late)):
                    return False
        if s.phase == DRAFTING and taken != min(s.pick - 1, s.dealt[h]):
            return False
    return True
