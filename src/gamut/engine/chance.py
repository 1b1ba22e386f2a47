"""Two separate sources of randomness.

`chance(s, n)` is the game's dice: SipHash-2-4 of a counter under the 128-bit chance key in the state. It gives the same
numbers everywhere and cannot be predicted from play. `random_below(rng, n)` is a small fast generator for policies and
playouts, seeded per game, which knows nothing of the chance key.
"""

from __future__ import annotations

from numbers import Integral

import numpy as np

from gamut.engine.errors import InvalidOptions
from gamut.engine.record import HasKey, Word, WordRow, new_records, words
from gamut.engine.strict import strict_record

U = np.uint64
MAX_SEED = 2**63 - 1
ZERO, ONE, LENGTH, FINISH = U(0), U(1), U(8 << 56), U(0xFF)
V0, V1, V2, V3 = U(0x736F6D6570736575), U(0x646F72616E646F6D), U(0x6C7967656E657261), U(0x7465646279746573)
R12, R13, R16, R17, R21, R32 = U(12), U(13), U(16), U(17), U(21), U(32)
L51, L48, L47, L43 = U(51), U(48), U(47), U(43)
R27, R30, R31, L25 = U(27), U(30), U(31), U(25)
GOLDEN, MIX1, MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
STAR = U(0x2545F4914F6CDD1D)
POLICY = U(0x706F6C6963696573)  # keeps seeds of policies apart from chance keys


def sip_round(v0: Word, v1: Word, v2: Word, v3: Word) -> tuple[Word, Word, Word, Word]:
    v0 = v0 + v1
    v1 = ((v1 << R13) | (v1 >> L51)) ^ v0
    v0 = (v0 << R32) | (v0 >> R32)
    v2 = v2 + v3
    v3 = ((v3 << R16) | (v3 >> L48)) ^ v2
    v0 = v0 + v3
    v3 = ((v3 << R21) | (v3 >> L43)) ^ v0
    v2 = v2 + v1
    v1 = ((v1 << R17) | (v1 >> L47)) ^ v2
    v2 = (v2 << R32) | (v2 >> R32)
    return v0, v1, v2, v3


def siphash(k0: Word, k1: Word, m: Word) -> Word:
    """SipHash-2-4 of the eight bytes of `m` under the key."""
    v0, v1, v2, v3 = k0 ^ V0, k1 ^ V1, k0 ^ V2, k1 ^ V3
    v3 = v3 ^ m
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 = v0 ^ m
    v3 = v3 ^ LENGTH
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 = v0 ^ LENGTH
    v2 = v2 ^ FINISH
    for _ in range(4):
        v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


def chance(s: HasKey, n: int) -> int:
    """Return 0 … n−1 from the chance key, and advance its counter."""
    x = siphash(s.chance_key[0], s.chance_key[1], s.chance_key[2])
    s.chance_key[2] = s.chance_key[2] + ONE
    return (np.int64(x >> R32) * n) >> 32  # type: ignore[return-value]  # an int64 is an int to rules


def count_draws(key: WordRow) -> Word:
    """Return how many numbers were drawn from a chance key: its counter."""
    return key[2]


def splitmix64(x: Word) -> Word:
    """Mix the bits of a word (splitmix64), so that neighbouring seeds become unrelated."""
    x = x + GOLDEN
    x = (x ^ (x >> R30)) * MIX1
    x = (x ^ (x >> R27)) * MIX2
    return x ^ (x >> R31)


def seed_rng(rng: WordRow, a: Word, b: Word) -> None:
    """Seed a fast generator from two numbers, such as a run's seed and a game's number; never from a chance key."""
    rng[0] = splitmix64(splitmix64(a ^ POLICY) ^ b) | ONE


def next_word(rng: WordRow) -> Word:
    """Return the next word of a fast generator (xorshift64*)."""
    x = rng[0]
    x = x ^ (x >> R12)
    x = x ^ (x << L25)
    x = x ^ (x >> R27)
    rng[0] = x
    return x * STAR


def random_below(rng: WordRow, n: int) -> int:
    """Return 0 … n−1 from a fast generator; for policies and playouts only."""
    return (np.int64(next_word(rng) >> R32) * n) >> 32  # type: ignore[return-value]


def erase_key(s: HasKey) -> None:
    """Remove the chance key from a hidden copy."""
    for k in range(3):
        s.chance_key[k] = ZERO


def renew_key(s: HasKey, rng: WordRow) -> None:
    """Give a redealt copy a new chance key, unrelated to the table's."""
    s.chance_key[0] = next_word(rng)
    s.chance_key[1] = next_word(rng)
    s.chance_key[2] = ZERO


def set_game_key(s: HasKey, a: Word, b: Word) -> None:
    """Set the chance key of game `b` of a run with seed `a`."""
    s.chance_key[0] = splitmix64(splitmix64(a) ^ b)
    s.chance_key[1] = splitmix64(s.chance_key[0] ^ a)
    s.chance_key[2] = ZERO


class _OnlyKey:
    chance_key = words(3)


def game_key(seed: int, number: int) -> bytes:
    """Return the key that `set_game_key` sets, for `Table(setup, key)`: the same deal in bulk play and at a table."""
    check_seed(seed)
    record = new_records(_OnlyKey)
    with np.errstate(over="ignore"):
        set_game_key(strict_record(record), np.uint64(seed), np.uint64(number))
    return record["chance_key"][0, :2].astype("<u8").tobytes()


def check_seed(seed: int) -> None:
    """Raise InvalidOptions for a seed that the generators cannot use."""
    if not isinstance(seed, Integral) or not 0 <= seed <= MAX_SEED:
        raise InvalidOptions(f"seed = {seed!r} is not allowed; use an integer from 0 to {MAX_SEED}")
