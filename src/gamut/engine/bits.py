"""Sets of up to 64 things as one word, for the subset that is compiled: draw, count, walk."""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word

U = np.uint64
NONE, ONE, TWO, FOUR = U(0), U(1), U(2), U(4)
TOP = U(56)
BY_1, BY_2, BY_4 = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
EACH_BYTE = U(0x0101010101010101)


def bit(i: int) -> Word:
    """The set that holds only `i`."""
    return ONE << U(i)


def has(x: Word, i: int) -> bool:
    """Whether `i` is in the set."""
    return bool((x >> U(i)) & ONE)


def count(x: Word) -> int:
    """How many members a set has."""
    x = x - ((x >> ONE) & BY_1)
    x = (x & BY_2) + ((x >> TWO) & BY_2)
    x = (x + (x >> FOUR)) & BY_4
    return np.int64((x * EACH_BYTE) >> TOP)  # type: ignore[return-value]  # an int64 is an int to rules


def lowest(x: Word) -> int:
    """The smallest member of a set that is not empty."""
    return count((x & (~x + ONE)) - ONE)


def rest(x: Word) -> Word:
    """The set without its smallest member."""
    return x & (x - ONE)


def member(x: Word, r: int) -> int:
    """The member of rank `r`, counted from 0: a draw from a set when `r` is random."""
    base = 0
    for width in (32, 16, 8, 4):  # in which half it lies; faster than dropping members one by one
        low = x & ((ONE << U(width)) - ONE)
        many = count(low)
        if r >= many:
            r -= many
            base += width
            x = x >> U(width)
        else:
            x = low
    for _ in range(r):
        x = rest(x)
    return base + lowest(x)
