"""Sets for the subset that is compiled: of up to 64 things as one word, of more as a row of words."""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word, WordRow

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
    for width in (32, 16, 8, 4, 2, 1):  # in which half it lies; faster than dropping members one by one
        low = x & ((ONE << U(width)) - ONE)
        many = count(low)
        if r >= many:
            r -= many
            base += width
            x = x >> U(width)
        else:
            x = low
    return base


# ---------------------------------------------------------------------- sets of more than 64 things


def put_in(x: WordRow, i: int) -> None:
    """Add `i` to a set of several words."""
    x[i >> 6] = x[i >> 6] | bit(i & 63)


def take_out(x: WordRow, i: int) -> None:
    """Remove `i` from a set of several words."""
    x[i >> 6] = x[i >> 6] & ~bit(i & 63)


def is_in(x: WordRow, i: int) -> bool:
    """Whether `i` is in a set of several words."""
    return has(x[i >> 6], i & 63)


def size(x: WordRow) -> int:
    """How many members a set of several words has."""
    n = 0
    for k in range(len(x)):
        n += count(x[k])
    return n


def meet(x: WordRow, y: WordRow) -> bool:
    """Whether two sets of as many words have a member in common."""
    for k in range(len(x)):
        if x[k] & y[k] != NONE:
            return True
    return False


def holds(x: WordRow, y: WordRow) -> bool:
    """Whether the first set has all members of the second."""
    for k in range(len(x)):
        if y[k] & ~x[k] != NONE:
            return False
    return True


def join(x: WordRow, y: WordRow) -> None:
    """Add all members of the second set to the first."""
    for k in range(len(x)):
        x[k] = x[k] | y[k]


def part(x: WordRow, y: WordRow) -> None:
    """Remove all members of the second set from the first."""
    for k in range(len(x)):
        x[k] = x[k] & ~y[k]


def empty(x: WordRow) -> None:
    """Remove all members."""
    for k in range(len(x)):
        x[k] = NONE


def member_in(x: WordRow, r: int) -> int:
    """The member of rank `r` of a set of several words, counted from 0."""
    k = 0
    n = count(x[0])
    while r >= n:
        r -= n
        k += 1
        n = count(x[k])
    return 64 * k + member(x[k], r)
