"""Sets of small integers for rules: up to 64 members in one word, more in a row of words."""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word, WordRow

U = np.uint64
EMPTY_SET, ONE, TWO, FOUR = U(0), U(1), U(2), U(4)
TOP = U(56)
PAIRS, NIBBLES, BYTES = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
EACH_BYTE = U(0x0101010101010101)


def bit(i: int) -> Word:
    """Return the set that holds only `i`."""
    return ONE << U(i)


def contains(x: Word, i: int) -> bool:
    return bool((x >> U(i)) & ONE)


def count(x: Word) -> int:
    """Return the number of members."""
    x = x - ((x >> ONE) & PAIRS)
    x = (x & NIBBLES) + ((x >> TWO) & NIBBLES)
    x = (x + (x >> FOUR)) & BYTES
    return np.int64((x * EACH_BYTE) >> TOP)  # type: ignore[return-value]  # an int64 is an int to rules


def lowest(x: Word) -> int:
    """Return the smallest member of a non-empty set."""
    return count((x & (~x + ONE)) - ONE)


def without_lowest(x: Word) -> Word:
    """Return the set without its smallest member."""
    return x & (x - ONE)


def nth_member(x: Word, index: int) -> int:
    """Return the member at an index of the sorted members: a random draw when `index` is random."""
    base = 0
    for width in (32, 16, 8, 4, 2, 1):  # halve the range each time: faster than dropping members one by one
        low = x & ((ONE << U(width)) - ONE)
        n_low = count(low)
        if index >= n_low:
            index -= n_low
            base += width
            x = x >> U(width)
        else:
            x = low
    return base


# ---------------------------------------------------------------------- sets of more than 64 members


def add_to(x: WordRow, i: int) -> None:
    x[i >> 6] = x[i >> 6] | bit(i & 63)


def row_contains(x: WordRow, i: int) -> bool:
    return contains(x[i >> 6], i & 63)


def row_count(x: WordRow) -> int:
    """Return the number of members of a set of several words."""
    n = 0
    for k in range(len(x)):
        n += count(x[k])
    return n
