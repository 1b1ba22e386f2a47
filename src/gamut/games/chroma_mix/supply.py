"""Piles, decks and the market: what lies open, taking a card, putting one away, filling the rows."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix.pending import note
from gamut.games.chroma_mix.record import (
    AZURE,
    CARD_SHOWN,
    CERULEAN,
    KINDS,
    MUSTARD,
    PLACES,
    ROW_SHUFFLED,
    RUBY,
    SOFT_CYAN,
    Constants,
    State,
    lies_in_play,
    source_kind,
)  # fmt: skip

RANK_1 = (1 << CERULEAN) - 1  # the set of rank-1 kinds
RANK_2 = (1 << AZURE) - (1 << CERULEAN)


def in_pile(kind: int) -> bool:
    """Whether a card lies in an open pile of its own (rank 1 and 4), not in a deck."""
    return kind < CERULEAN or kind >= RUBY


def row_of(kind: int) -> int:
    """The market row of a rank-2 or rank-3 card."""
    return 0 if kind < AZURE else 1


def open_cards(s: State) -> int:
    """The set of kinds that lie in a pile or in the market."""
    found = 0
    for kind in range(SOFT_CYAN, CERULEAN):
        if s.supply[kind]:
            found |= 1 << kind
    for kind in range(RUBY, KINDS):
        if s.supply[kind]:
            found |= 1 << kind
    for place in range(PLACES):  # an empty place shifts a bit out
        found |= (1 << s.row[0, place]) >> 1
        found |= (1 << s.row[1, place]) >> 1
    return found


def open_paints(s: State) -> int:
    """The set of rank-1 kinds whose pile is not empty."""
    found = 0
    for kind in range(SOFT_CYAN, CERULEAN):
        if s.supply[kind]:
            found |= 1 << kind
    return found


def open_rank_2(s: State) -> int:
    """The set of rank-2 kinds in the market."""
    found = 0
    for place in range(PLACES):
        found |= (1 << s.row[0, place]) >> 1
    return found


def lies_twice(s: State, kind: int) -> bool:
    """Whether two copies of a card lie open."""
    if in_pile(kind):
        return s.supply[kind] > 1
    copies = 0
    for place in range(PLACES):
        copies += 1 if s.row[row_of(kind), place] == kind + 1 else 0
    return copies > 1


def take(s: State, seat: int, kind: int) -> None:
    """An open card comes into a hand; its place in the market stays empty until the rows are filled."""
    s.hand[seat, kind] += 1
    if in_pile(kind):
        s.supply[kind] -= 1
        return
    place = 0
    while s.row[row_of(kind), place] != kind + 1:
        place += 1
    s.row[row_of(kind), place] = 0


def put_away(s: State, kind: int) -> None:
    """Clause 1.6: back to its pile, or to the discard pile of its rank."""
    if in_pile(kind):
        s.supply[kind] += 1
    else:
        s.discard[kind] += 1


def remove(s: State, seat: int, source: int) -> None:
    """Take a card out of a hand or out of play; a Mustard loses what is tucked under it."""
    if not lies_in_play(source):
        s.hand[seat, source_kind(source)] -= 1
        return
    s.play[seat, source_kind(source)] -= 1
    if source_kind(source) == MUSTARD:
        for kind in range(KINDS):
            while s.tucked[kind]:
                s.tucked[kind] -= 1
                put_away(s, kind)


def fill_rows(c: Constants, s: State) -> None:
    """Clauses 1.7 and 1.8: every empty place of the market gets a card, while there are any."""
    for r in range(2):
        for place in range(PLACES):
            if s.row[r, place] == 0 and (s.decked[r] or shuffle(s, r)):
                kind = drawn_from(s, r, chance(s, s.decked[r]))
                s.row[r, place] = kind + 1
                note(s, CARD_SHOWN, kind)


def shuffle(s: State, r: int) -> bool:
    """Make the discard pile of a row the new deck; whether there is a card in it."""
    for kind in range(CERULEAN if r == 0 else AZURE, AZURE if r == 0 else RUBY):
        s.supply[kind] = s.discard[kind]
        s.decked[r] += s.discard[kind]
        s.discard[kind] = 0
    if s.decked[r]:
        note(s, ROW_SHUFFLED, r)
    return s.decked[r] > 0


def drawn_from(s: State, r: int, place: int) -> int:
    """Take the card at a place of a row's deck out of it: a draw when the place is random."""
    kind = CERULEAN if r == 0 else AZURE
    while place >= s.supply[kind]:
        place -= s.supply[kind]
        kind += 1
    s.supply[kind] -= 1
    s.decked[r] -= 1
    return kind
