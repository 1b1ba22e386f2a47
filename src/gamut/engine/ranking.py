"""Ranks and shares of the win from scores, for the `result` and `value` of games where the highest score wins."""

from __future__ import annotations

from typing import TypeVar

from gamut.engine.record import Array, Row
from gamut.engine.verbs import WIN_VALUE

ODDS_SCALE = 64  # parts of one in odds
IntOrArray = TypeVar("IntOrArray", int, Array)


def rank_scores(scores: Row, ranks: Row, seats: int) -> None:
    """Give rank 1 to the highest score; equal scores share a rank."""
    for a in range(seats):
        better = 0
        for b in range(seats):
            if scores[b] > scores[a]:
                better += 1
        ranks[a] = 1 + better


def count_winners(ranks: Row, seats: int) -> int:
    """Return the number of seats that share the win; 0: no seat won."""
    winners = 0
    for seat in range(seats):
        winners += 1 if ranks[seat] == 1 else 0
    return winners


def share_win(scores: Row, out: Row, seats: int) -> None:
    """Divide the win among the highest scores: the `value` of a game that is over."""
    best, winners = scores[0], 0
    for seat in range(seats):
        best = max(best, scores[seat])
    for seat in range(seats):
        winners += 1 if scores[seat] == best else 0
    for seat in range(seats):
        out[seat] = WIN_VALUE // winners if scores[seat] == best else 0


def share_win_by_odds(points: Row, out: Row, seats: int, spread: int) -> None:
    """Divide the win by the odds that follow from expected points, which may be stored in `out` itself."""
    best, total = points[0], 0
    for seat in range(seats):
        best = max(best, points[seat])
    for seat in range(seats):
        out[seat] = odds_weight(best - points[seat], spread)
        total += out[seat]
    for seat in range(seats):
        out[seat] = WIN_VALUE * out[seat] // total


def odds_weight(behind: IntOrArray, spread: int) -> IntOrArray:
    """Return the odds of a seat that is `behind` points behind; each `spread` points make a win e times less likely."""
    return ODDS_SCALE * ODDS_SCALE * ODDS_SCALE // exp_scaled(behind * ODDS_SCALE // spread, ODDS_SCALE)


def exp_scaled(y: IntOrArray, scale: int) -> IntOrArray:
    """Return e to the power of `y` by the first four terms of the series; both in parts of `scale`.

    Integer arithmetic gives the same bits everywhere.
    """
    power: IntOrArray = scale + y + y * y // (2 * scale) + y * y * y // (6 * scale * scale)
    return power


def exp_scaled_wide(y: int, scale: int) -> int:
    """Return the same for a large `y`: a quarter of the exponent, then squared twice."""
    part = exp_scaled(y // 4, scale)
    part = part * part // scale
    return part * part // scale
