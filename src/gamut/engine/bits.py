"""Sets of up to 64 things as one word, for the subset that is compiled: draw, count, walk."""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word

U = np.uint64
NONE, ONE, TWO, FOUR = U(0), U(1), U(2), U(4)
BYTE = U(8)
TOP = U(56)
BY_1, BY_2, BY_4 = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
EACH_BYTE = U(0x0101010101010101)
LOW_BYTE = U(0xFF)
DEBRUIJN, DEBRUIJN_SHIFT = U(0x03F79D71B4CB0A89), U(58)
_turns = [(0x03F79D71B4CB0A89 << i) % 2**64 >> 58 for i in range(64)]
PLACE = np.array([_turns.index(k) for k in range(64)], np.int64)
PLACE.setflags(write=False)


def bit(i: int) -> Word:
    """The set that holds only `i`."""
    return ONE << U(i)


def has(x: Word, i: int) -> bool:
    """Whether `i` is in the set."""
    return bool((x >> U(i)) & ONE)


def lowest(x: Word) -> int:
    """The smallest member of a set that is not empty."""
    return PLACE[np.int64(((x & (~x + ONE)) * DEBRUIJN) >> DEBRUIJN_SHIFT)]  # type: ignore[no-any-return]


def rest(x: Word) -> Word:
    """The set without its smallest member."""
    return x & (x - ONE)


def count(x: Word) -> int:
    """How many members a set has."""
    x = x - ((x >> ONE) & BY_1)
    x = (x & BY_2) + ((x >> TWO) & BY_2)
    x = (x + (x >> FOUR)) & BY_4
    return np.int64((x * EACH_BYTE) >> TOP)  # type: ignore[return-value]  # an int64 is an int to rules


def member(x: Word, r: int) -> int:
    """The member of rank `r`, counted from 0: a draw from a set when `r` is random."""
    y = x - ((x >> ONE) & BY_1)
    y = (y & BY_2) + ((y >> TWO) & BY_2)
    sums = ((y + (y >> FOUR)) & BY_4) * EACH_BYTE  # byte k: how many members lie in bytes 0 … k
    base, before = NONE, np.int64(0)
    upto = np.int64(sums & LOW_BYTE)
    while upto <= r:
        before = upto
        base += BYTE
        upto = np.int64((sums >> base) & LOW_BYTE)
    x = (x >> base) & LOW_BYTE
    for _ in range(r - before):
        x = x & (x - ONE)
    return lowest(x) + np.int64(base)  # type: ignore[return-value]
