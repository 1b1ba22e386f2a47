"""What is true of every state of Mixx."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count
from gamut.games.mixx.record import Constants, State


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    together, many = s.deck | s.laid, count(s.deck) + count(s.laid)
    for seat in range(c.seats):
        together = together | s.stock[seat] | s.won[seat]
        many += count(s.stock[seat]) + count(s.won[seat])
    if s.over:  # the last cross lies on the table and in the winner's pile
        many -= count(s.laid)
    if together != c.cards or many != count(c.cards):
        return 1
    if s.left != count(s.deck):
        return 2
    if s.left > 0:
        for seat in range(c.seats):
            if count(s.stock[seat]) != c.stock:
                return 3
    if not differ(c, s):
        return 4
    if s.levels + s.uprights != count(s.laid):
        return 5
    if not s.over and s.stock[s.turn] & s.reach == NONE:
        return 6
    return 0


def differ(c: Constants, s: State) -> bool:
    """Whether the cards of each axis differ from each other in colour and motif."""
    for i in range(s.levels):
        for j in range(i):
            if c.differs[s.level[i]] & bit(s.level[j]) == NONE:
                return False
    for i in range(s.uprights):
        if c.differs[s.upright[i]] & bit(s.level[s.centre - 1]) == NONE:
            return False
        for j in range(i):
            if c.differs[s.upright[i]] & bit(s.upright[j]) == NONE:
                return False
    return True
