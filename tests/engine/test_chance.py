"""Chance: SipHash-2-4 against its reference, the fast generator, and equal numbers interpreted and native."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine import chance
from gamut.engine.bind import Interpreted, Native
from gamut.engine.chance import game_key
from gamut.engine.record import new_records, words
from gamut.engine.strict import strict_record

U = np.uint64
WORD = st.integers(0, 2**64 - 1)
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # words overflow intentionally


class Keys:
    chance_key = words(3)


def test_siphash_reference_vector() -> None:
    k0, k1 = (int.from_bytes(bytes(range(8 * k, 8 * k + 8)), "little") for k in (0, 1))
    message = int.from_bytes(bytes(range(8)), "little")
    assert int(chance.siphash(U(k0), U(k1), U(message))) == 0x93F5F5799A932462


def siphash_in_python(k0: int, k1: int, m: int) -> int:
    """Return SipHash-2-4 of eight bytes, computed with Python's integers."""
    mask = 2**64 - 1

    def rotate(x: int, b: int) -> int:
        return (x << b | x >> (64 - b)) & mask

    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(n: int) -> None:
        for _ in range(n):
            v[0] = (v[0] + v[1]) & mask
            v[2] = (v[2] + v[3]) & mask
            v[1], v[3] = rotate(v[1], 13) ^ v[0], rotate(v[3], 16) ^ v[2]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[1]) & mask
            v[0] = (v[0] + v[3]) & mask
            v[1], v[3] = rotate(v[1], 17) ^ v[2], rotate(v[3], 21) ^ v[0]
            v[2] = rotate(v[2], 32)

    for block in (m, 8 << 56):
        v[3] ^= block
        rounds(2)
        v[0] ^= block
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


@given(WORD, WORD, WORD)
def test_siphash_equals_another_implementation(k0: int, k1: int, m: int) -> None:
    assert int(chance.siphash(U(k0), U(k1), U(m))) == siphash_in_python(k0, k1, m)


@given(WORD)
def test_splitmix(x: int) -> None:
    z = (x + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    assert int(chance.splitmix64(U(x))) == z ^ z >> 31


def draw(s: Any, rng: Any, out: Any) -> None:
    """Draw from both generators, with different ranges."""
    for k in range(len(out) // 2):
        out[2 * k] = chance.chance(s[0], 1 + k % 97)
        out[2 * k + 1] = chance.random_below(rng, 1 + k % 97)


def test_a_thousand_draws_are_the_same_interpreted_and_native() -> None:
    rows = []
    for bind in (Interpreted({}), Native({})):
        s, rng, out = new_records(Keys), np.array([12345], np.uint64), np.zeros(2000, np.int64)
        s["chance_key"][0] = 3, 2**64 - 5, 2**64 - 100  # the counter overflows
        bind(draw)(s, rng, out)
        rows.append((out.tolist(), s.tobytes(), rng.tobytes()))
    assert rows[0] == rows[1]
    drawn = rows[0][0]
    assert all(0 <= x <= k // 2 % 97 for k, x in enumerate(drawn))
    assert {x for k, x in enumerate(drawn) if k // 2 % 97 == 5} == set(range(6))


def test_a_renewed_key_is_new_and_its_counter_is_zero() -> None:
    s, rng = new_records(Keys), np.array([99], np.uint64)
    s["chance_key"][0] = 1, 2, 3
    chance.renew_key(strict_record(s), rng)
    assert s["chance_key"][0, 2] == 0
    assert s["chance_key"][0, 0] not in (0, 1)


def test_keys_of_games_are_distinct_and_stable() -> None:
    keys = {game_key(seed, number) for seed in range(30) for number in range(30)}
    assert len(keys) == 900
    assert game_key(1, 2) == game_key(1, 2)
