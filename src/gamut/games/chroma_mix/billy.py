"""Confident Billy, the opponent of a solo game: his draws, and the mixes he can make.

Clause numbers are those of RULES.md.
"""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.decisions import add_event, push_decision
from gamut.games.chroma_mix.record import Constants, State

MIX_CARD_CAUSE = -2  # the cause of a BILLY_MIX decision


def is_solo(c: Constants) -> bool:
    return c.players > c.seats


def is_billy(c: Constants, player: int) -> bool:
    return is_solo(c) and player == rec.BILLY


def deal_to_billy(c: Constants, s: State) -> None:
    """Clause 9.1: build Billy's deck from three MIX cards and two of each ink."""
    s.billy_head_start = c.billy_head_start
    s.billy_deck[rec.MIX] = c.billy_copies[rec.MIX]
    for kind in range(rec.INKS):
        s.billy_deck[kind] = c.billy_copies[kind]
        s.ink_pile[kind] -= c.billy_copies[kind]
    draw_next_back(s)


def start_billy_turn(s: State) -> None:
    """Clause 9.2: Billy draws two cards; each MIX card among them is a mix."""
    mixes = 0
    for _ in range(2):
        kind = draw_for_billy(s)
        add_event(s, rec.BILLY_DREW, kind)
        if kind == rec.MIX:
            mixes += 1
        else:
            s.hand[rec.BILLY, kind] += 1
    if mixes:
        push_decision(s, rec.BILLY_MIX, 0, MIX_CARD_CAUSE, mixes)


def draw_for_billy(s: State) -> int:
    """Clause 9.5: draw a card of Billy's deck; an empty deck is first rebuilt from his discard pile.

    Billy never holds MIX cards, so there always is a card.
    """
    if s.billy_next == rec.NO_BACK:
        add_event(s, rec.BILLY_RESHUFFLED, 0)
        for kind in range(rec.KINDS + 1):
            s.billy_deck[kind] = s.billy_discard[kind]
            s.billy_discard[kind] = 0
        draw_next_back(s)
    kind = rec.MIX
    if s.billy_next == rec.COLOUR_BACK:
        position, kind = chance(s, count_billy_colours(s)), 0
        while position >= s.billy_deck[kind]:
            position -= s.billy_deck[kind]
            kind += 1
    s.billy_deck[kind] -= 1
    draw_next_back(s)
    return kind


def count_billy_colours(s: State) -> int:
    cards = 0
    for kind in range(rec.KINDS):
        cards += s.billy_deck[kind]
    return cards


def draw_next_back(s: State) -> None:
    """Clause 9.5: decide whether the next card of Billy's deck is a MIX card; which colour is decided at the draw."""
    mixes, colours = s.billy_deck[rec.MIX], count_billy_colours(s)
    s.billy_next = rec.NO_BACK
    if mixes + colours:
        s.billy_next = rec.MIX_BACK if chance(s, mixes + colours) < mixes else rec.COLOUR_BACK


def billy_hand(s: State) -> int:
    """Return the set of kinds in Billy's hand."""
    kinds = 0
    for kind in range(rec.KINDS):
        if s.hand[rec.BILLY, kind]:
            kinds |= 1 << kind
    return kinds


def billy_has_partner(c: Constants, s: State, kind: int, wanted: int) -> bool:
    """Return whether a card of Billy's hand makes a wanted card together with another one."""
    for other in range(rec.MIXABLE):
        if c.pair_makes[kind, other] & wanted and s.hand[rec.BILLY, other] > (1 if other == kind else 0):
            return True
    return False


def billy_can_mix(c: Constants, s: State, wanted: int) -> bool:
    for kind in range(rec.MIXABLE):
        if s.hand[rec.BILLY, kind] and billy_has_partner(c, s, kind, wanted):
            return True
    return False


def billy_targets(c: Constants, s: State, available: int) -> int:
    """Clause 9.3: return the available cards that Billy does not hold if he can make one of them, otherwise all."""
    new = available & ~billy_hand(s)
    return new if billy_can_mix(c, s, new) else available


def billy_results(c: Constants, s: State, targets: int) -> int:
    """Return the set of targets that the two chosen cards of Billy's hand make."""
    return c.pair_makes[rec.chosen_kind(s, 0), rec.chosen_kind(s, 1)] & targets if s.n_chosen == 2 else 0
