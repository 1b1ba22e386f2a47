"""Confident Billy, the opponent without a mind: its draws, and what it may mix.

Clause numbers are those of RULES.md.
"""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix.pending import note, push
from gamut.games.chroma_mix.record import (
    BILLY,
    BILLY_DREW,
    BILLY_SHUFFLED,
    HELPING,
    KINDS,
    MIX,
    PAYABLE,
    Constants,
    State,
)

CARD = -2  # the cause of Billy's mixes: its MIX card


def begin_billys_turn(s: State) -> None:
    """Clause 9.2: Billy draws two cards; each MIX among them is a mix."""
    mixes = 0
    for _ in range(2):
        kind = draw_for_billy(s)
        note(s, BILLY_DREW, kind)
        if kind == MIX:
            mixes += 1
        else:
            s.hand[BILLY, kind] += 1
    if mixes:
        push(s, HELPING, 0, CARD, mixes)


def draw_for_billy(s: State) -> int:
    """Clause 9.5: a card of Billy's deck; its discard pile becomes the deck when a card is needed.

    MIX cards are never kept in the hand, so there is always a card.
    """
    cards = 0
    for kind in range(KINDS + 1):
        cards += s.deck[kind]
    if cards == 0:
        note(s, BILLY_SHUFFLED, 0)
        for kind in range(KINDS + 1):
            s.deck[kind] = s.spent[kind]
            s.spent[kind] = 0
            cards += s.deck[kind]
    place, kind = chance(s, cards), 0
    while place >= s.deck[kind]:
        place -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    return kind


def held_by_billy(s: State) -> int:
    """The set of kinds in Billy's hand."""
    found = 0
    for kind in range(KINDS):
        if s.hand[BILLY, kind]:
            found |= 1 << kind
    return found


def has_helper(c: Constants, s: State, kind: int, wanted: int) -> bool:
    """Whether two cards of Billy's hand, one of them of this kind, make a wanted card."""
    for other in range(PAYABLE):
        if c.pair[kind, other] & wanted and s.hand[BILLY, other] > (1 if other == kind else 0):
            return True
    return False


def can_help(c: Constants, s: State, wanted: int) -> bool:
    """Whether any two cards of Billy's hand make a wanted card."""
    for kind in range(PAYABLE):
        if s.hand[BILLY, kind] and has_helper(c, s, kind, wanted):
            return True
    return False


def billys_aims(c: Constants, s: State, open: int) -> int:
    """Clause 9.3: the open cards that Billy does not hold, if it can mix one of them; else all."""
    fresh = open & ~held_by_billy(s)
    return fresh if can_help(c, s, fresh) else open
