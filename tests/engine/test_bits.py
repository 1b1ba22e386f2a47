"""Sets as words, against Python's own sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine import bits

U = np.uint64
SETS = st.sets(st.integers(0, 63))
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def word(members: set[int]) -> np.uint64:
    return U(sum(1 << m for m in members))


@given(SETS)
def test_count_and_has(members: set[int]) -> None:
    x = word(members)
    assert bits.count(x) == len(members)
    assert {i for i in range(64) if bits.has(x, i)} == members


@given(SETS.filter(bool))
def test_lowest_rest_and_member(members: set[int]) -> None:
    x = word(members)
    assert bits.lowest(x) == min(members)
    assert bits.rest(x) == word(members - {min(members)})
    assert [bits.member(x, r) for r in range(len(members))] == sorted(members)


@pytest.mark.parametrize("i", [0, 1, 31, 32, 62, 63])
def test_bit(i: int) -> None:
    assert int(bits.bit(i)) == 1 << i
    assert bits.lowest(bits.bit(i)) == i


def test_the_full_set() -> None:
    assert bits.count(U(2**64 - 1)) == 64
    assert bits.member(U(2**64 - 1), 63) == 63
    assert bits.count(bits.NONE) == 0
