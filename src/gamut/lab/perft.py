"""Perft from one deal, depth by depth."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.engine.perft import count_sequences
from gamut.engine.table import Table


class Depth(msgspec.Struct, frozen=True):
    """How many action sequences of a length there are."""

    depth: int
    sequences: int
    seconds: float


def counts(setup: Setup, depth: int, seed: int) -> Iterator[Depth]:
    """The counts for lengths 0 … depth."""
    start = Table(setup, game_key(seed, 0)).record
    for d in range(depth + 1):
        begin = time.perf_counter()
        n = count_sequences(setup, start, d)
        yield Depth(d, n, round(time.perf_counter() - begin, 4))
