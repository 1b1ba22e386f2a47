"""Perft: the number of action sequences of a given length. Equal rules give equal counts."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from gamut.engine.chance import game_key
from gamut.engine.game import Setup
from gamut.engine.random_play import first_seat
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.engine.verbs import actors, legal, play

NOT_ENTERED = -1


def perft(c: Any, s: Any, actions: Any, n_legal: Any, cursor: Any, depth: int) -> int:
    """Count the action sequences of length `depth` that start in `s[0]`; a finished game counts once.

    `s`, `actions`, `n_legal` and `cursor` have one row per level: the search keeps its own stack.
    """
    leaves, level = 0, 0
    n_legal[0] = NOT_ENTERED
    while level >= 0:
        if n_legal[level] == NOT_ENTERED:
            mask = actors(c[0], s[level])
            if level == depth or mask == 0:
                leaves += 1
                level -= 1
                continue
            n_legal[level] = legal(c[0], s[level], first_seat(mask), actions[level])
            cursor[level] = 0
        if cursor[level] == n_legal[level]:
            level -= 1
            continue
        s[level + 1] = s[level]
        play(c[0], s[level + 1], first_seat(actors(c[0], s[level])), actions[level, cursor[level]])
        cursor[level] += 1
        level += 1
        n_legal[level] = NOT_ENTERED
    return leaves


def count_sequences(setup: Setup, start: Array, depth: int, *, native: bool = True) -> int:
    """Count the sequences of `depth` actions that start in a state; a finished game counts once."""
    driver = (setup.game.native if native else setup.game.interpreted)(perft)
    states = setup.new_states(depth + 1)
    states[0] = start[0]
    actions = np.zeros((depth + 1, setup.game.max_legal), np.int32)
    n_legal, cursor = np.zeros((2, depth + 1), np.int64)
    return int(driver(setup.constants, states, actions, n_legal, cursor, depth))


class Depth(msgspec.Struct, frozen=True):
    """The number of action sequences of one length."""

    depth: int
    sequences: int
    seconds: float


def count_by_depth(setup: Setup, depth: int, seed: int) -> Iterator[Depth]:
    """Count the sequences of lengths 0 … depth from one deal."""
    start = Table(setup, game_key(seed, 0)).record
    for d in range(depth + 1):
        begin = perf_counter()
        n = count_sequences(setup, start, d)
        yield Depth(d, n, round(perf_counter() - begin, 4))
