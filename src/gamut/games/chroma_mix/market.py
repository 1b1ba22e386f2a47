"""Piles, decks and the market. A card in a pile or in the market is *available*; texts say that it is on offer."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.decisions import add_event
from gamut.games.chroma_mix.record import State

INK_SET = (1 << rec.INKS) - 1


def has_pile(kind: int) -> bool:
    """Return whether a card has a pile of its own (rank 1 and 4), not a deck."""
    return kind < rec.CERULEAN or kind >= rec.RUBY


def row_of(kind: int) -> int:
    """Return the market row of a rank-2 or rank-3 card."""
    return 0 if kind < rec.AZURE else 1


def first_of_row(row: int) -> int:
    """Return the first kind of a market row; those of row 1 follow those of row 0."""
    return rec.CERULEAN if row == 0 else rec.AZURE if row == 1 else rec.RUBY


def is_in_game(s: State, kind: int) -> bool:
    """Return whether a card takes part in this game: of the special cards at most one does."""
    return kind <= rec.SAPPHIRE or kind == s.special


def pile_size(s: State, kind: int) -> int:
    return s.ink_pile[kind] if kind < rec.CERULEAN else s.rank_4_pile[kind - rec.RUBY]


def change_pile(s: State, kind: int, n: int) -> None:
    """Add `n` cards to a pile of rank 1 or 4."""
    if kind < rec.CERULEAN:
        s.ink_pile[kind] += n
    else:
        s.rank_4_pile[kind - rec.RUBY] += n


def count_undrawn(s: State, kind: int) -> int:
    """Return the number of cards in the pile or deck of a kind."""
    return pile_size(s, kind) if has_pile(kind) else s.deck[kind - rec.CERULEAN]


# ---------------------------------------------------------------------- available cards


def available_inks(s: State) -> int:
    """Return the set of inks whose pile is not empty."""
    kinds = 0
    for kind in range(rec.INKS):
        if s.ink_pile[kind]:
            kinds |= 1 << kind
    return kinds


def available_rank_2(s: State) -> int:
    """Return the set of rank-2 kinds in the market."""
    kinds = 0
    for column in range(rec.COLUMNS):  # an empty entry shifts a bit out
        kinds |= (1 << s.market[0, column]) >> 1
    return kinds


def available_cards(s: State) -> int:
    """Return the set of kinds in a pile or in the market."""
    kinds = available_inks(s) | available_rank_2(s)
    for column in range(rec.COLUMNS):
        kinds |= (1 << s.market[1, column]) >> 1
    for kind in range(rec.RUBY, rec.KINDS):
        if s.rank_4_pile[kind - rec.RUBY]:
            kinds |= 1 << kind
    return kinds


def has_two_available(s: State, kind: int) -> bool:
    """Return whether two copies of a card are available."""
    if has_pile(kind):
        return pile_size(s, kind) > 1
    copies = 0
    for column in range(rec.COLUMNS):
        copies += 1 if s.market[row_of(kind), column] == kind + 1 else 0
    return copies > 1


# ---------------------------------------------------------------------- moving cards


def take_card(s: State, player: int, kind: int) -> None:
    """Move an available card to a hand; its place in the market stays empty until `fill_market`."""
    s.hand[player, kind] += 1
    if has_pile(kind):
        change_pile(s, kind, -1)
        return
    column = 0
    while s.market[row_of(kind), column] != kind + 1:
        column += 1
    s.market[row_of(kind), column] = 0


def discard_card(s: State, kind: int) -> None:
    """Clause 1.6: put a card back on its pile, or on the discard pile of its rank."""
    if has_pile(kind):
        change_pile(s, kind, 1)
    else:
        s.discard[kind] += 1


def remove_card(s: State, seat: int, source: int) -> None:
    """Remove a card from a hand or from play; with a Mustard in play, discard the cards tucked under it."""
    kind = rec.source_kind(source)
    if not rec.is_in_play(source):
        s.hand[seat, kind] -= 1
        return
    s.play[seat, kind] -= 1
    if kind == rec.MUSTARD:
        for tucked in range(rec.KINDS):
            while s.tucked[tucked]:
                s.tucked[tucked] -= 1
                discard_card(s, tucked)


def fill_market(s: State) -> None:
    """Clauses 1.7 and 1.8: fill every empty place of the market, as long as there are cards."""
    for row in range(2):
        for column in range(rec.COLUMNS):
            if s.market[row, column] == 0 and (s.deck_size[row] or reshuffle_deck(s, row)):
                kind = draw_card(s, row, chance(s, s.deck_size[row]))
                s.market[row, column] = kind + 1
                add_event(s, rec.CARD_REVEALED, kind)


def reshuffle_deck(s: State, row: int) -> bool:
    """Turn the discard pile of a row into its deck; return whether there are cards in it."""
    for kind in range(first_of_row(row), first_of_row(row + 1)):
        s.deck[kind - rec.CERULEAN] = s.discard[kind]
        s.deck_size[row] += s.discard[kind]
        s.discard[kind] = 0
    if s.deck_size[row]:
        add_event(s, rec.DECK_RESHUFFLED, row)
    return s.deck_size[row] > 0


def draw_card(s: State, row: int, position: int) -> int:
    """Remove the card at a position of a row's deck and return it."""
    i = first_of_row(row) - rec.CERULEAN
    while position >= s.deck[i]:
        position -= s.deck[i]
        i += 1
    s.deck[i] -= 1
    s.deck_size[row] -= 1
    return rec.CERULEAN + i
