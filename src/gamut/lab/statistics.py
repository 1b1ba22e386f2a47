"""Shares of victories and how sure they are."""

from __future__ import annotations

from math import sqrt

Z = 1.959964  # 95%


def interval(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share seen in `n` games; shared victories only make it wider than needed."""
    if n == 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)
