"""What is true of every state of Easel."""

from __future__ import annotations

from gamut.model.record import COLOURS, COPIES, Constants, State
from gamut.model.rules import total

KINDS = len(COLOURS)


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    for k in range(KINDS):
        n = s.deck[k] + s.pile[k]
        for seat in range(c.seats):
            n += s.hand[seat, k] + (1 if s.laid[seat] == k + 1 else 0)
        if n != COPIES:
            return 1
    for seat in range(c.seats):
        for k in range(KINDS):
            if s.hand[seat, k] < 0:
                return 2
        if total(s.hand[seat]) != c.hand - (1 if s.over or s.laid[seat] > 0 else 0):
            return 3
        if (s.laid[seat] > 0) != ((s.chosen >> seat) & 1 == 1):
            return 4
    return 0
