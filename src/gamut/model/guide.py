"""What is worth doing in Easel, for bots: lay what beats the cards that the others probably hold."""

from __future__ import annotations

from gamut.engine.ranking import share, share_by_odds
from gamut.engine.record import Row
from gamut.model.record import COPIES, Constants, State
from gamut.model.rules import beaten


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """The points of each card if the others laid any card that the seat cannot see."""
    for k in range(n):
        beats, each = beaten(c, s.wanted, acts[k])
        unseen = COPIES - s.pile[beats] - s.hand[seat, beats]
        out[k] = 1 + each * unseen


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory: the odds fall with the points that a seat is behind, faster near the end."""
    if s.over:
        share(s.score, out, c.seats)
    else:
        share_by_odds(s.score, out, c.seats, 1 + c.rounds - s.round)


def settled(c: Constants, s: State) -> bool:
    """Between two rounds: a card that lies face down is worth something that `value` does not see."""
    return s.chosen == 0
