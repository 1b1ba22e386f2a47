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
from gamut.engine.bits import (
    add_to,
    clear_row,
    contains_all,
    intersects,
    remove_from,
    row_contains,
    row_count,
    row_nth_member,
    subtract_from,
    union_into,
)

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

ADD, REMOVE, UNION, SUBTRACT, CLEAR = OPERATIONS = range(5)


def operate(operation: int, x: Any, y: Any, i: int, out: Any) -> None:
    """Change the first set, then write what all functions return for it and the second set."""
    if operation == ADD:
        add_to(x, i)
    elif operation == REMOVE:
        remove_from(x, i)
    elif operation == UNION:
        union_into(x, y)
    elif operation == SUBTRACT:
        subtract_from(x, y)
    else:
        clear_row(x)
    out[0], out[1], out[2], out[3] = row_count(x), row_contains(x, i), intersects(x, y), contains_all(x, y)
    for index in range(row_count(x)):
        out[4 + index] = row_nth_member(x, index)


def make_row(members: set[int]) -> Any:
    return np.array([sum(1 << m % 64 for m in members if m // 64 == k) for k in range(WORDS)], np.uint64)


@pytest.mark.parametrize("bind", [Interpreted({}), Native({})], ids=["interpreted", "native"])
def test_sets_of_several_words_equal_pythons_sets(bind: Callable[..., Any]) -> None:
    random, driver = Random(1), bind(operate)
    members, row = set[int](), make_row(set())
    for _ in range(300):
        operation, i = random.choices(OPERATIONS, (8, 4, 2, 2, 1))[0], random.randrange(MEMBERS)
        other = set(random.sample(range(MEMBERS), random.choice((0, 1, 3, 60, MEMBERS))))
        members = {
            ADD: members | {i},
            REMOVE: members - {i},
            UNION: members | other,
            SUBTRACT: members - other,
            CLEAR: set[int](),
        }[operation]
        out = np.full(4 + MEMBERS, -1, np.int64)
        driver(operation, row, make_row(other), i, out)
        assert row.tolist() == make_row(members).tolist()
        expected = [len(members), i in members, bool(members & other), members >= other, *sorted(members)]
        assert out[: len(expected)].tolist() == expected
        assert np.all(out[len(expected) :] == -1)
