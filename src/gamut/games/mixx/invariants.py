"""The invariants of Mixx."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, count
from gamut.games.mixx.record import Constants, State

INVARIANTS = (
    "every card is in exactly one place",
    "deck_size is the number of cards in the deck",
    "every stock is full as long as there is a deck",
    "the cards of the row and of the column differ in colour and motif",
    "every placed card is in the row or the column",
    "the seat whose turn it is can place a card",
)


def broken_invariant(c: Constants, s: State) -> int:
    union, total = s.deck | s.placed, count(s.deck) + count(s.placed)
    for seat in range(c.seats):
        union = union | s.stock[seat] | s.won[seat]
        total += count(s.stock[seat]) + count(s.won[seat])
    if s.over:  # the last cross is still on the table and already won
        total -= count(s.placed)
    if union != c.cards or total != count(c.cards):
        return 1
    if s.deck_size != count(s.deck):
        return 2
    if s.deck_size > 0:
        for seat in range(c.seats):
            if count(s.stock[seat]) != c.stock:
                return 3
    if not cards_differ(c, s):
        return 4
    if s.row_length + s.column_length != count(s.placed):
        return 5
    if not s.over and s.stock[s.turn] & s.playable == EMPTY_SET:
        return 6
    return 0


def cards_differ(c: Constants, s: State) -> bool:
    """Return whether the cards of the row, and those of the column, differ from each other in colour and motif."""
    for i in range(s.row_length):
        for j in range(i):
            if c.differs[s.row[i]] & bit(s.row[j]) == EMPTY_SET:
                return False
    for i in range(s.column_length):
        if c.differs[s.column[i]] & bit(s.row[s.centre - 1]) == EMPTY_SET:
            return False
        for j in range(i):
            if c.differs[s.column[i]] & bit(s.column[j]) == EMPTY_SET:
                return False
    return True
