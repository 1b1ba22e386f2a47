"""Benchmarks: how fast a game is on one core of this machine. They report; no test asserts a time.

Seconds are those of the processor, so that whatever else the machine does counts little.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from gamut.engine import play
from gamut.engine.chance import pick
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table

SECONDS = 1.0  # of each timed loop; the best of ROUNDS counts
ROUNDS = 3


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one game."""

    game: str
    seats: int
    native_steps_per_second: int
    games_per_second: int
    interpreted_steps_per_second: int
    search_iterations_per_second: int
    record_bytes: int
    cold_compile_seconds: float
    warm_start_seconds: float


def spin(r: Any, n: int) -> int:
    """The calibration loop: `n` draws of the fast generator, the same work on every machine."""
    total = 0
    for _ in range(n):
        total += pick(r, 2)
    return total


def calibration(game: Game) -> int:
    """Rounds of the calibration loop a second, on one core."""
    f, r = game.native(spin), np.ones(1, np.uint64)
    f(r, 1)
    n = 50_000_000
    return round(max(n / _seconds(lambda: f(r, n)) for _ in range(ROUNDS)))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def bench(game: Game, seats: int) -> Speed:
    """Measure one game; takes less than half a minute."""
    setup = game.open(seats)
    steps, games = _random_play(setup, native=True)
    slow, _ = _random_play(setup, native=False)
    return Speed(
        game=game.id,
        seats=seats,
        native_steps_per_second=round(steps),
        games_per_second=round(games),
        interpreted_steps_per_second=round(slow),
        search_iterations_per_second=round(_search(setup)),
        record_bytes=game.record_bytes,
        cold_compile_seconds=round(_first_result(game, seats, cold=True)[1], 2),
        warm_start_seconds=round(min(_first_result(game, seats, cold=False)[0] for _ in range(ROUNDS)), 2),
    )


def _random_play(setup: Setup, native: bool) -> tuple[float, float]:
    """Steps and games a second of random play with full legal lists, on one core."""
    game = setup.game
    run = (game.native if native else game.interpreted)(play.random_games)
    out, r, seed = np.zeros(game.most_legal, np.int32), np.zeros(1, np.uint64), np.array([1], np.uint64)
    states = setup.fresh(2)
    size = 256 if native else 1
    scores, ranks = np.zeros((2, size, game.most_seats), np.int32)
    counts = np.zeros(size, np.int32)
    run(setup.constants, states, r, out, seed, 0, 1, scores, ranks, counts)  # compile, or warm up
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        begin, steps, games = time.process_time(), 0, 0
        while (spent := time.process_time() - begin) < SECONDS:
            steps += run(setup.constants, states, r, out, seed, games, size, scores, ranks, counts)
            games += size
        best = max(best, (steps / spent, games / spent))
    return best


def _search(setup: Setup) -> float:
    """Iterations a second of the search at the first decision of a game, on one core."""
    from gamut.bots import make_bot

    table = Table(setup, bytes(16))
    seat, n = table.actors[0], 4_000
    bot, hidden = make_bot(f"search:{n}it", setup), table.hidden(seat)
    bot.choose(hidden, seat, 0)  # compile, or warm up
    best = 0.0
    for _ in range(ROUNDS):
        begin, done = time.process_time(), 0
        while (spent := time.process_time() - begin) < SECONDS:
            bot.choose(hidden, seat, 1)
            done += n
        best = max(best, done / spent)
    return best


def _first_result(game: Game, seats: int, cold: bool) -> tuple[float, float]:
    """Seconds of a new process until its first game is played, and of that game alone."""
    with tempfile.TemporaryDirectory() as empty:
        env = {**os.environ, "GAMUT_CACHE": empty} if cold else dict(os.environ)
        code = f"from gamut.lab.first import play_first; play_first({game.id!r}, {seats})"
        said = subprocess.run(
            [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
        ).stdout
        whole, alone = said.split()
        return float(whole), float(alone)
