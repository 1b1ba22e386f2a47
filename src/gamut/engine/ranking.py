"""Ranks and shares from scores, for the `result` and `value` of games where the highest score wins."""

from __future__ import annotations

from gamut.engine.numbers import WholeOrMany, exponential
from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE

FINE = 64  # parts of one in odds


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


def share_by_odds(points: Row, out: Row, seats: int, spread: int) -> None:
    """The victory, shared by the odds: what `value` says where `points` are expected. They may stand in `out`."""
    best, whole = points[0], 0
    for seat in range(seats):
        best = max(best, points[seat])
    for seat in range(seats):
        out[seat] = weigh_odds(best - points[seat], spread)
        whole += out[seat]
    for seat in range(seats):
        out[seat] = WHOLE * out[seat] // whole


def weigh_odds(behind: WholeOrMany, spread: int) -> WholeOrMany:
    """The odds of a seat that is so far behind the best; `spread` more make victory e times less likely."""
    return FINE * FINE * FINE // exponential(behind * FINE // spread, FINE)
