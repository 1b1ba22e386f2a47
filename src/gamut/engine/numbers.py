"""Arithmetic with whole numbers that several games need: the same bits everywhere."""

from __future__ import annotations

from typing import TypeVar

from gamut.engine.record import Array

WholeOrMany = TypeVar("WholeOrMany", int, Array)  # a whole number, or an array of them


def exponential(y: WholeOrMany, fine: int) -> WholeOrMany:
    """e to the power of `y`, the first four terms; both in parts of `fine`."""
    power: WholeOrMany = fine + y + y * y // (2 * fine) + y * y * y // (6 * fine * fine)
    return power


def far_exponential(y: int, fine: int) -> int:
    """The same, near enough for a large `y`: a fourth of the way, then squared twice."""
    part = exponential(y // 4, fine)
    part = part * part // fine
    return part * part // fine
