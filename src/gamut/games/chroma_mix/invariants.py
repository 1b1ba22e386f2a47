"""The invariants of Chroma Mix."""

from __future__ import annotations

from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_solo
from gamut.games.chroma_mix.market import count_undrawn, has_pile, is_in_game, row_of
from gamut.games.chroma_mix.record import Constants, State


def broken_invariant(c: Constants, s: State) -> int:
    if not cards_are_conserved(c, s):
        return 1
    if not counts_are_valid(s):
        return 2
    if not market_is_filled(s):
        return 3
    if not stack_is_valid(c, s):
        return 4
    for player in range(rec.MAX_SEATS):
        if s.play[player, rec.EMERALD] > 1:
            return 5
    if not tucked_cards_have_mustard(c, s):
        return 6
    if not choice_is_valid(s):
        return 7
    return 0 if turn_is_valid(c, s) else 8


def cards_are_conserved(c: Constants, s: State) -> bool:
    for kind in range(rec.KINDS):
        n = count_undrawn(s, kind) + s.discard[kind] + s.tucked[kind] + s.billy_deck[kind] + s.billy_discard[kind]
        for player in range(rec.MAX_SEATS):
            n += s.hand[player, kind] + s.play[player, kind]
        for column in range(rec.COLUMNS):
            n += 1 if s.market[0, column] == kind + 1 else 0
            n += 1 if s.market[1, column] == kind + 1 else 0
        if n != (c.copies[kind] if is_in_game(s, kind) else 0):
            return False
    mix_cards = s.billy_deck[rec.MIX] + s.billy_discard[rec.MIX]
    for i in range(s.depth):
        mix_cards += s.detail[i] if s.decision[i] == rec.BILLY_MIX else 0
    return mix_cards == (c.copies[rec.MIX] if is_solo(c) else 0)


def billy_next_is_possible(s: State) -> bool:
    """Return whether Billy's deck holds a card with the back that is on top."""
    colours = 0
    for kind in range(rec.KINDS):
        colours += s.billy_deck[kind]
    if s.billy_next == rec.COLOUR_BACK:
        return colours > 0
    return s.billy_deck[rec.MIX] > 0 if s.billy_next == rec.MIX_BACK else colours + s.billy_deck[rec.MIX] == 0


def counts_are_valid(s: State) -> bool:
    """Return whether no count is negative, decks have the stored size, and Billy's deck holds the card on top."""
    size_2, size_3 = 0, 0
    for kind in range(rec.KINDS):
        if count_undrawn(s, kind) < 0 or s.discard[kind] < 0 or s.tucked[kind] < 0:
            return False
        if s.billy_deck[kind] < 0 or s.billy_discard[kind] < 0:
            return False
        for player in range(rec.MAX_SEATS):
            if s.hand[player, kind] < 0 or s.play[player, kind] < 0:
                return False
        if has_pile(kind):
            if s.discard[kind]:
                return False
        elif row_of(kind) == 0:
            size_2 += s.deck[kind - rec.CERULEAN]
        else:
            size_3 += s.deck[kind - rec.CERULEAN]
    return s.deck_size[0] == size_2 and s.deck_size[1] == size_3 and billy_next_is_possible(s)


def market_is_filled(s: State) -> bool:
    """Return whether the market has no gap that could be filled, and every card is in its row."""
    for row in range(2):
        cards = s.deck_size[row]
        for kind in range(rec.CERULEAN, rec.RUBY):
            cards += s.discard[kind] if row_of(kind) == row else 0
        for column in range(rec.COLUMNS):
            kind = s.market[row, column] - 1
            if kind < 0:
                if cards:
                    return False
            elif has_pile(kind) or row_of(kind) != row:
                return False
    return True


def stack_is_valid(c: Constants, s: State) -> bool:
    """Return whether decisions and events fit, unused entries are empty, and every decision has a seat."""
    if s.depth < 0 or s.depth > rec.DEPTH or (s.depth and s.stage == rec.OVER):
        return False
    for i in range(rec.MAX_EVENTS):
        if (s.events[i] > 0) != (i < s.n_events):
            return False
    for i in range(rec.DEPTH):
        if i < s.depth:
            if s.decision[i] == 0 or s.decider[i] < 0 or s.decider[i] >= c.seats:
                return False
        elif s.decision[i] or s.decider[i] or s.cause[i] or s.detail[i]:
            return False
    return True


def tucked_cards_have_mustard(c: Constants, s: State) -> bool:
    cards, mustards = 0, 0
    for kind in range(rec.KINDS):
        cards += s.tucked[kind]
    for player in range(c.seats):
        mustards += s.play[player, rec.MUSTARD]
    return cards == 0 or mustards == 1


def choice_is_valid(s: State) -> bool:
    """Return whether the chosen cards are sorted, and nothing remains of a finished decision."""
    for i in range(rec.MAX_MIXED):
        if (s.chosen[i] > 0) != (i < s.n_chosen) or (i and i < s.n_chosen and s.chosen[i] < s.chosen[i - 1]):
            return False
    decision = rec.current_decision(s)
    if (s.refill_returned or s.refill_tucked) and decision != rec.REFILLING:
        return False
    return s.split_into[0] == 0 or decision >= rec.LAVENDER_SPLIT


def turn_is_valid(c: Constants, s: State) -> bool:
    """Return whether turn and round are possible, Billy has nothing in play, and unused seats have no cards."""
    if s.turn < 0 or s.turn >= c.players or s.round < 1 or s.round > c.max_rounds:
        return False
    if s.stage == rec.OVER and (s.turn != s.first or s.actions_done):
        return False
    if s.stage == rec.PLAYING and s.turn >= c.seats:
        return False
    for kind in range(rec.KINDS):
        if is_solo(c) and s.play[rec.BILLY, kind]:
            return False
        for player in range(c.players, rec.MAX_SEATS):
            if s.hand[player, kind] or s.play[player, kind]:
                return False
    return True
