"""Ranks and shares from scores, for the `result` and `value` of games where the highest score wins."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE


def rank(scores: Row, ranks: Row, seats: int) -> None:
    """Rank 1 for the highest; equal scores share a rank."""
    for a in range(seats):
        better = 0
        for b in range(seats):
            if scores[b] > scores[a]:
                better += 1
        ranks[a] = 1 + better


def share(scores: Row, out: Row, seats: int) -> None:
    """The victory, divided among the highest scores: what `value` says of a game that is over."""
    best, winners = scores[0], 0
    for seat in range(seats):
        best = max(best, scores[seat])
    for seat in range(seats):
        winners += 1 if scores[seat] == best else 0
    for seat in range(seats):
        out[seat] = WHOLE // winners if scores[seat] == best else 0
