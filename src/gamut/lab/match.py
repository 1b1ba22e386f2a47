"""One game between bots, through the same checked door as people's games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from gamut.bots import Bot
from gamut.engine.game import Setup
from gamut.engine.table import Result, Table


class Played(NamedTuple):
    """How a game went."""

    result: Result
    steps: int
    ms: tuple[float, ...]  # by seat: how long it thought about one action, on average


def play_game(setup: Setup, bots: Sequence[Bot], key: bytes, seed: int) -> Played:
    """Play a game between one bot a seat."""
    table = Table(setup, key)
    moves, ms = [0] * setup.seats, [0.0] * setup.seats
    while awaited := table.actors:
        seat = awaited[0]
        hidden = table.hidden(seat)
        start = time.perf_counter()
        choice = bots[seat].choose(hidden, seat, seed + len(table.history))
        ms[seat] += 1000 * (time.perf_counter() - start)
        moves[seat] += 1
        table.play(seat, choice.action)
    means = tuple(spent / max(n, 1) for spent, n in zip(ms, moves, strict=True))
    return Played(table.result, len(table.history), means)
