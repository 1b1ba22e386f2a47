"""Chance, in two kinds that never mix.

`chance(s, n)` is the game's own dice: SipHash-2-4 of a counter under the 128-bit key in the record. It is
the same bits everywhere and cannot be predicted from play. `pick(r, n)` is a small fast generator for
policies and playouts, seeded per game, which must know nothing of the key.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Keyed, Word, WordRow

U = np.uint64
ZERO, ONE, LENGTH, FINISH = U(0), U(1), U(8 << 56), U(0xFF)
V0, V1, V2, V3 = U(0x736F6D6570736575), U(0x646F72616E646F6D), U(0x6C7967656E657261), U(0x7465646279746573)
R12, R13, R16, R17, R21, R32 = U(12), U(13), U(16), U(17), U(21), U(32)
L51, L48, L47, L43 = U(51), U(48), U(47), U(43)
R27, R30, R31, L25 = U(27), U(30), U(31), U(25)
GOLDEN, MIX1, MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
STAR = U(0x2545F4914F6CDD1D)
POLICY = U(0x706F6C6963696573)  # keeps the numbers of policies apart from the keys of deals


def sip_round(v0: Word, v1: Word, v2: Word, v3: Word) -> tuple[Word, Word, Word, Word]:
    """One SipRound."""
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


def chance(s: Keyed, n: int) -> int:
    """0 … n−1 from the table's secret key; advances its counter."""
    x = siphash(s.key[0], s.key[1], s.key[2])
    s.key[2] = s.key[2] + ONE
    return (np.int64(x >> R32) * n) >> 32  # type: ignore[return-value]  # an int64 is an int to rules


def count_draws(key: WordRow) -> Word:
    """How often a table's chance has been asked: the counter beside its key."""
    return key[2]


def mixed(x: Word) -> Word:
    """A word stirred well (splitmix64): neighbouring seeds become strangers."""
    x = x + GOLDEN
    x = (x ^ (x >> R30)) * MIX1
    x = (x ^ (x >> R27)) * MIX2
    return x ^ (x >> R31)


def seed(r: WordRow, a: Word, b: Word) -> None:
    """Start a fast generator from two numbers, say a run's seed and a game's number; never from a table's key."""
    r[0] = mixed(mixed(a ^ POLICY) ^ b) | ONE


def draw(r: WordRow) -> Word:
    """The next word of a fast generator (xorshift64*)."""
    x = r[0]
    x = x ^ (x >> R12)
    x = x ^ (x << L25)
    x = x ^ (x >> R27)
    r[0] = x
    return x * STAR


def pick(r: WordRow, n: int) -> int:
    """0 … n−1 from a fast generator; for policies and playouts only."""
    return (np.int64(draw(r) >> R32) * n) >> 32  # type: ignore[return-value]


def forget_key(s: Keyed) -> None:
    """Take the key out of a hidden copy."""
    for k in range(3):
        s.key[k] = ZERO


def rekey(s: Keyed, r: WordRow) -> None:
    """Give a redealt copy a key of its own, unrelated to the table's."""
    s.key[0] = draw(r)
    s.key[1] = draw(r)
    s.key[2] = ZERO


def key_from(s: Keyed, a: Word, b: Word) -> None:
    """The key of game `b` of a run with seed `a`."""
    s.key[0] = mixed(mixed(a) ^ b)
    s.key[1] = mixed(s.key[0] ^ a)
    s.key[2] = ZERO
