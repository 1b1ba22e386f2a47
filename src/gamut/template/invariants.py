"""What must be true of every state of Easel."""

from __future__ import annotations

from gamut.template.record import COPIES, N_COLOURS, Constants, State
from gamut.template.rules import count_cards


def broken_invariant(c: Constants, s: State) -> int:
    """Check the invariants in the order in which the game declares them."""
    for k in range(N_COLOURS):
        n = s.deck[k] + s.discard[k]
        for seat in range(c.seats):
            n += s.hand[seat, k] + (1 if s.played[seat] == k + 1 else 0)
        if n != COPIES:
            return 1
    for seat in range(c.seats):
        for k in range(N_COLOURS):
            if s.hand[seat, k] < 0:
                return 2
        if count_cards(s.hand[seat]) != c.hand - (1 if s.over or s.played[seat] > 0 else 0):
            return 3
        if (s.played[seat] > 0) != ((s.submitted >> seat) & 1 == 1):
            return 4
    return 0
