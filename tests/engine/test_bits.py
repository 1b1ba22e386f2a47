"""Sets as words and as rows of words, against Python's own sets, interpreted and native."""

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
from gamut.engine.bits import empty, holds, is_in, join, meet, member_in, part, put_in, size, take_out

U = np.uint64
SETS = st.sets(st.integers(0, 63))
WORDS = 3
MEMBERS = 64 * WORDS
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


# ---------------------------------------------------------------------- sets of several words

PUT, TAKE, JOIN, PART, EMPTY = OPERATIONS = range(5)


def operate(what: int, x: Any, y: Any, i: int, out: Any) -> None:
    """Change the first set, then say all that can be asked of it and of the second."""
    if what == PUT:
        put_in(x, i)
    elif what == TAKE:
        take_out(x, i)
    elif what == JOIN:
        join(x, y)
    elif what == PART:
        part(x, y)
    else:
        empty(x)
    out[0], out[1], out[2], out[3] = size(x), is_in(x, i), meet(x, y), holds(x, y)
    for r in range(size(x)):
        out[4 + r] = member_in(x, r)


def as_row(members: set[int]) -> Any:
    return np.array([sum(1 << m % 64 for m in members if m // 64 == k) for k in range(WORDS)], np.uint64)


@pytest.mark.parametrize("bound", [Interpreted({}), Native({})], ids=["interpreted", "native"])
def test_sets_of_several_words_do_what_pythons_sets_do(bound: Callable[..., Any]) -> None:
    random, driver = Random(1), bound(operate)
    mine, row = set[int](), as_row(set())
    for _ in range(300):
        what, i = random.choices(OPERATIONS, (8, 4, 2, 2, 1))[0], random.randrange(MEMBERS)
        other = set(random.sample(range(MEMBERS), random.choice((0, 1, 3, 60, MEMBERS))))
        if what in (PUT, TAKE):
            mine = mine | {i} if what == PUT else mine - {i}
        else:
            mine = {JOIN: mine | other, PART: mine - other, EMPTY: set[int]()}[what]
        out = np.full(4 + MEMBERS, -1, np.int64)
        driver(what, row, as_row(other), i, out)
        assert row.tolist() == as_row(mine).tolist()
        expected = [len(mine), i in mine, bool(mine & other), mine >= other, *sorted(mine)]
        assert out[: len(expected)].tolist() == expected
        assert np.all(out[len(expected) :] == -1)
