"""Games between bots, through the same checked door as people's games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from gamut.bots import Bot
from gamut.engine.errors import BrokenBot
from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.engine.table import Result, Table
from gamut.lab.bulk import Batch

T = TypeVar("T")


class Played(NamedTuple):
    """How a game went."""

    result: Result
    steps: int
    ms: tuple[float, ...]  # by seat: how long it thought about one action, on average


def play_game(setup: Setup, bots: Sequence[Bot], key: bytes, seed: int) -> Played:
    """Play a game between one bot per seat."""
    table = Table(setup, key)
    moves, ms = [0] * setup.seats, [0.0] * setup.seats
    while awaited := table.actors:
        seat = awaited[0]
        hidden = table.hidden(seat)
        start = time.perf_counter()
        try:
            choice = bots[seat].choose(hidden, seat, seed + len(table.history))
        except BrokenBot as e:
            e.args = (f"step {len(table.history)}: {e}",)
            raise
        ms[seat] += 1000 * (time.perf_counter() - start)
        moves[seat] += 1
        table.play(seat, choice.action)
    means = tuple(spent / max(n, 1) for spent, n in zip(ms, moves, strict=True))
    return Played(table.result, len(table.history), means)


def rotated(seated: Sequence[T], number: int) -> list[T]:
    """Who sits where in game `number`: everybody sits everywhere equally often."""
    turn = number % len(seated)
    return [*seated[turn:], *seated[:turn]]


def play_bots(setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> Batch:
    """Play games `first` … `first + n − 1` of a run, one after the other."""
    scores, ranks = np.zeros((2, n, setup.seats), np.int32)
    steps, ms = np.zeros(n, np.int32), np.zeros((n, setup.seats))
    for k in range(n):
        number = first + k
        deal = number // len(bots)  # each deal is played once in every rotation: luck cancels out
        played = play_game(setup, rotated(bots, number), game_key(seed, deal), seed + (number << 20))
        scores[k], ranks[k], steps[k] = played.result.scores, played.result.ranks, played.steps
        ms[k] = played.ms
    return Batch(first, scores, ranks, steps, ms)
