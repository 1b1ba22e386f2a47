"""What is true of every state of Chroma Mix."""

from __future__ import annotations

from gamut.games.chroma_mix.record import (
    BILLY,
    CERULEAN,
    DEPTH,
    EMERALD,
    HELPING,
    KINDS,
    MIX,
    MOST_PAID,
    MUSTARD,
    OVER,
    PARTING,
    PLACES,
    PLAYING,
    REFILLING,
    RUBY,
    SAPPHIRE,
    SEATS,
    TRAIL,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.supply import row_of


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    if not cards_are_conserved(c, s):
        return 1
    if not counts_are_sound(c, s):
        return 2
    if not rows_are_full(s):
        return 3
    if not stack_is_sound(c, s):
        return 4
    for player in range(SEATS):
        if s.play[player, EMERALD] > 1:
            return 5
    if not tucked_under_mustard(c, s):
        return 6
    if not choice_is_sound(s):
        return 7
    return 0 if players_are_sound(c, s) else 8


def cards_are_conserved(c: Constants, s: State) -> bool:
    """Whether every copy of every card is in exactly one place."""
    for kind in range(KINDS):
        n = s.supply[kind] + s.discard[kind] + s.tucked[kind] + s.deck[kind] + s.spent[kind]
        for player in range(SEATS):
            n += s.hand[player, kind] + s.play[player, kind]
        for place in range(PLACES):
            n += 1 if s.row[0, place] == kind + 1 else 0
            n += 1 if s.row[1, place] == kind + 1 else 0
        if n != (c.copies[kind] if kind <= SAPPHIRE or kind == s.special else 0):
            return False
    mixes = s.deck[MIX] + s.spent[MIX]
    for i in range(s.depth):
        mixes += s.more[i] if s.what[i] == HELPING else 0
    return mixes == (c.copies[MIX] if c.players > c.seats else 0)


def counts_are_sound(c: Constants, s: State) -> bool:
    """Whether no pile is less than empty, and decks are as large as they say."""
    decked = 0
    for kind in range(KINDS):
        if s.supply[kind] < 0 or s.discard[kind] < 0 or s.tucked[kind] < 0 or s.deck[kind] < 0 or s.spent[kind] < 0:
            return False
        for player in range(SEATS):
            if s.hand[player, kind] < 0 or s.play[player, kind] < 0:
                return False
        if CERULEAN <= kind < RUBY:
            decked += s.supply[kind] * (1 if row_of(kind) == 0 else 100)
        elif s.discard[kind]:
            return False
    return decked == s.decked[0] + 100 * s.decked[1]


def rows_are_full(s: State) -> bool:
    """Whether the market has no gap while a deck or discard pile could fill it, and every card is in its row."""
    for r in range(2):
        cards = s.decked[r]
        for kind in range(CERULEAN, RUBY):
            cards += s.discard[kind] if row_of(kind) == r else 0
        for place in range(PLACES):
            kind = s.row[r, place] - 1
            if kind < 0:
                if cards:
                    return False
            elif kind < CERULEAN or kind >= RUBY or row_of(kind) != r:
                return False
    return True


def stack_is_sound(c: Constants, s: State) -> bool:
    """Whether stack and trail fit, their free places are empty, and only seats are asked."""
    if s.depth < 0 or s.depth > DEPTH or (s.depth and s.stage == OVER):
        return False
    for i in range(TRAIL):
        if (s.trail[i] > 0) != (i < s.trailed):
            return False
    for i in range(DEPTH):
        if i < s.depth:
            if s.what[i] == 0 or s.who[i] < 0 or s.who[i] >= c.seats:
                return False
        elif s.what[i] or s.who[i] or s.cause[i] or s.more[i]:
            return False
    return True


def tucked_under_mustard(c: Constants, s: State) -> bool:
    """Whether cards are tucked only while Mustard lies in play."""
    cards, mustards = 0, 0
    for kind in range(KINDS):
        cards += s.tucked[kind]
    for player in range(c.seats):
        mustards += s.play[player, MUSTARD]
    return cards == 0 or mustards == 1


def choice_is_sound(s: State) -> bool:
    """Whether the cards put forward stand in order, and nothing is left of a choice that is done."""
    for i in range(MOST_PAID):
        if (s.chosen[i] > 0) != (i < s.many) or (i and i < s.many and s.chosen[i] < s.chosen[i - 1]):
            return False
    top = s.what[s.depth - 1] if s.depth else 0
    if (s.floor or s.returned or s.tucks) and top != REFILLING:
        return False
    return s.parts[0] == 0 or top >= PARTING


def players_are_sound(c: Constants, s: State) -> bool:
    """Whether turn and round are possible, only a turn that goes on has done something, and Billy plays nothing."""
    if s.turn < 0 or s.turn >= c.players or s.round < 1 or s.round > c.rounds:
        return False
    if s.stage == OVER and (s.turn != s.first or s.done):
        return False
    if s.stage == PLAYING and s.turn >= c.seats:
        return False
    for kind in range(KINDS):
        if c.players > c.seats and s.play[BILLY, kind]:
            return False
        for player in range(c.players, SEATS):
            if s.hand[player, kind] or s.play[player, kind]:
                return False
    return True
