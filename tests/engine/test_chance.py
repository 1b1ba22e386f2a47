"""Chance: SipHash-2-4 by its reference, the fast generator, and the same numbers interpreted and native."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine import chance
from gamut.engine.bind import Interpreted, Native
from gamut.engine.keys import game_key
from gamut.engine.record import new, words
from gamut.engine.strict import strict

U = np.uint64
WORD = st.integers(0, 2**64 - 1)
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # words mean to overflow


class Keys:
    key = words(3)


def test_siphash_reference_vector() -> None:
    k0, k1 = (int.from_bytes(bytes(range(8 * k, 8 * k + 8)), "little") for k in (0, 1))
    message = int.from_bytes(bytes(range(8)), "little")
    assert int(chance.siphash(U(k0), U(k1), U(message))) == 0x93F5F5799A932462


def siphash_in_python(k0: int, k1: int, m: int) -> int:
    """SipHash-2-4 of eight bytes once more, on Python's integers."""
    mask = 2**64 - 1

    def turned(x: int, b: int) -> int:
        return (x << b | x >> (64 - b)) & mask

    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(n: int) -> None:
        for _ in range(n):
            v[0] = (v[0] + v[1]) & mask
            v[2] = (v[2] + v[3]) & mask
            v[1], v[3] = turned(v[1], 13) ^ v[0], turned(v[3], 16) ^ v[2]
            v[0] = turned(v[0], 32)
            v[2] = (v[2] + v[1]) & mask
            v[0] = (v[0] + v[3]) & mask
            v[1], v[3] = turned(v[1], 17) ^ v[2], turned(v[3], 21) ^ v[0]
            v[2] = turned(v[2], 32)

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
    assert int(chance.mixed(U(x))) == z ^ z >> 31


def rolls(s: Any, r: Any, out: Any) -> None:
    """Dice of both kinds with many numbers of sides."""
    for k in range(len(out) // 2):
        out[2 * k] = chance_of(s[0], 1 + k % 97)
        out[2 * k + 1] = pick_of(r, 1 + k % 97)


chance_of, pick_of = chance.chance, chance.pick


def test_a_thousand_draws_are_the_same_interpreted_and_native() -> None:
    rows = []
    for bound in (Interpreted({}), Native({})):
        s, r, out = new(Keys), np.array([12345], np.uint64), np.zeros(2000, np.int64)
        s["key"][0] = 3, 2**64 - 5, 2**64 - 100  # the counter runs over
        bound(rolls)(s, r, out)
        rows.append((out.tolist(), s.tobytes(), r.tobytes()))
    assert rows[0] == rows[1]
    drawn = rows[0][0]
    assert all(0 <= x <= k // 2 % 97 for k, x in enumerate(drawn))
    assert {x for k, x in enumerate(drawn) if k // 2 % 97 == 5} == set(range(6))


def test_a_redealt_key_is_not_the_tables_key() -> None:
    s, r = new(Keys), np.array([99], np.uint64)
    s["key"][0] = 1, 2, 3
    Interpreted({})(_rekeyed)(s, r)
    assert strict(s).key[2] == 0
    assert s["key"][0, 0] not in (0, 1)


def _rekeyed(s: Any, r: Any) -> None:
    rekey(s[0], r)


rekey = chance.rekey


def test_keys_of_games_are_distinct_and_stable() -> None:
    keys = {game_key(seed, number) for seed in range(30) for number in range(30)}
    assert len(keys) == 900
    assert game_key(1, 2) == game_key(1, 2)
