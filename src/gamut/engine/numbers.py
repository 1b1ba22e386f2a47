"""Arithmetic with whole numbers that several games need: the same bits everywhere."""

from __future__ import annotations


def exponential(y: int, fine: int) -> int:
    """e to the power of `y`, the first four terms; both in parts of `fine`."""
    return fine + y + y * y // (2 * fine) + y * y * y // (6 * fine * fine)
