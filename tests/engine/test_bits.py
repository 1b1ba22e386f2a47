"""Sets as words and rows of words, compared with Python's sets, interpreted and native."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine import bits
from gamut.engine.bind import Interpreted, Native
from gamut.engine.bits import add_to, row_contains, row_count

U = np.uint64
SETS = st.sets(st.integers(0, 63))
WORDS = 3
MEMBERS = 64 * WORDS
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def word(members: set[int]) -> np.uint64:
    return U(sum(1 << m for m in members))


@given(SETS)
def test_count_and_contains(members: set[int]) -> None:
    x = word(members)
    assert bits.count(x) == len(members)
    assert {i for i in range(64) if bits.contains(x, i)} == members


@given(SETS.filter(bool))
def test_lowest_without_lowest_and_nth_member(members: set[int]) -> None:
    x = word(members)
    assert bits.lowest(x) == min(members)
    assert bits.without_lowest(x) == word(members - {min(members)})
    assert [bits.nth_member(x, index) for index in range(len(members))] == sorted(members)


@pytest.mark.parametrize("i", [0, 1, 31, 32, 62, 63])
def test_bit(i: int) -> None:
    assert int(bits.bit(i)) == 1 << i
    assert bits.lowest(bits.bit(i)) == i


def test_the_full_set() -> None:
    assert bits.count(U(2**64 - 1)) == 64
    assert bits.nth_member(U(2**64 - 1), 63) == 63
    assert bits.count(bits.EMPTY_SET) == 0


# ---------------------------------------------------------------------- sets of several words


def add_and_read(x: Any, i: int, out: Any) -> None:
    """Add a member, then write the number of members and which ones they are."""
    add_to(x, i)
    out[0] = row_count(x)
    for k in range(len(out) - 1):
        out[1 + k] = 1 if row_contains(x, k) else 0


@pytest.mark.parametrize("bind", [Interpreted({}), Native({})], ids=["interpreted", "native"])
def test_sets_of_several_words_equal_pythons_sets(bind: Callable[..., Any]) -> None:
    random, driver = Random(1), bind(add_and_read)
    members, row = set[int](), np.zeros(WORDS, np.uint64)
    for i in random.choices(range(MEMBERS), k=100):
        members.add(i)
        out = np.full(1 + MEMBERS, -1, np.int64)
        driver(row, i, out)
        assert out.tolist() == [len(members), *(int(k in members) for k in range(MEMBERS))]
        assert row.tolist() == [sum(1 << m % 64 for m in members if m // 64 == k) for k in range(WORDS)]
