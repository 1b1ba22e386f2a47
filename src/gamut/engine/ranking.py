"""Ranks from scores, for the `result` of games where the highest score wins."""

from __future__ import annotations

from gamut.engine.record import Row


def rank(scores: Row, ranks: Row, seats: int) -> None:
    """Rank 1 for the highest; equal scores share a rank."""
    for a in range(seats):
        better = 0
        for b in range(seats):
            if scores[b] > scores[a]:
                better += 1
        ranks[a] = 1 + better
