"""Estimates for bots in Easel."""

from __future__ import annotations

from gamut.engine.ranking import share_win, share_win_by_odds
from gamut.engine.record import Row
from gamut.template.record import COPIES, Constants, State
from gamut.template.rules import find_beaten


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    """Weigh each card by its points if other seats play any of the cards that this seat cannot see."""
    for k in range(n):
        beaten, points = find_beaten(c, s.target, actions[k])
        unseen = COPIES - s.discard[beaten] - s.hand[seat, beaten]
        out[k] = 1 + points * unseen


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Estimate the shares of the win: a deficit in points counts more towards the end of the game."""
    if s.over:
        share_win(s.score, out, c.seats)
    else:
        share_win_by_odds(s.score, out, c.seats, 1 + c.rounds - s.round)


def quiescent(c: Constants, s: State) -> bool:
    """Return whether no card is face down: `value` does not know what such cards are worth."""
    return s.submitted == 0
