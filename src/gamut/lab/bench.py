"""Benchmarks: how fast a game runs on one core of this machine. They report; no test asserts a time.

All seconds are CPU time, so that other programs on the machine matter little.
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

from gamut.engine import random_play
from gamut.engine.chance import random_below
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table

LOOP_S = 1.0  # CPU time of each timed loop; the best of ROUNDS counts
ROUNDS = 3


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    seats: int
    native_steps_per_second: int
    games_per_second: int
    interpreted_steps_per_second: int
    search_iterations_per_second: int
    state_bytes: int
    cold_compile_seconds: float
    warm_start_seconds: float


def spin(rng: Any, n: int) -> int:
    """Draw `n` numbers from the fast generator: the calibration loop, the same work on every machine."""
    total = 0
    for _ in range(n):
        total += random_below(rng, 2)
    return total


def calibrate(game: Game) -> int:
    """Return the rounds of the calibration loop per second."""
    loop, rng, n = game.native(spin), np.ones(1, np.uint64), 50_000_000
    loop(rng, 1)
    return round(max(n / _measure_seconds(lambda: loop(rng, n)) for _ in range(ROUNDS)))


def _measure_seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def bench(game: Game, seats: int) -> Speed:
    """Measure one game, in less than half a minute."""
    setup = game.open(seats)
    steps, games = _measure_random_play(setup, native=True)
    interpreted_steps, _ = _measure_random_play(setup, native=False)
    return Speed(
        game=game.id,
        seats=seats,
        native_steps_per_second=round(steps),
        games_per_second=round(games),
        interpreted_steps_per_second=round(interpreted_steps),
        search_iterations_per_second=round(_measure_search(setup)),
        state_bytes=game.state_bytes,
        cold_compile_seconds=round(_measure_new_process(game, seats, cold=True)[1], 2),
        warm_start_seconds=round(min(_measure_new_process(game, seats, cold=False)[0] for _ in range(ROUNDS)), 2),
    )


def _measure_random_play(setup: Setup, native: bool) -> tuple[float, float]:
    """Return steps and games per second of random play with full legal lists."""
    game = setup.game
    run = (game.native if native else game.interpreted)(random_play.play_random_games)
    out, rng, seed = np.zeros(game.max_legal, np.int32), np.zeros(1, np.uint64), np.array([1], np.uint64)
    states = setup.new_states(2)
    size = 256 if native else 1
    scores, ranks = np.zeros((2, size, game.max_seats), np.int32)
    counts = np.zeros(size, np.int32)
    run(setup.constants, states, rng, out, seed, 0, 1, scores, ranks, counts)  # compile, or warm up
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        begin, steps, games = time.process_time(), 0, 0
        while (spent := time.process_time() - begin) < LOOP_S:
            steps += run(setup.constants, states, rng, out, seed, games, size, scores, ranks, counts)
            games += size
        best = max(best, (steps / spent, games / spent))
    return best


def _measure_search(setup: Setup) -> float:
    """Return iterations per second of the search at the first decision of a game."""
    from gamut.bots import make_bot

    table = Table(setup, bytes(16))
    seat, n = table.actors[0], 4_000
    bot, hidden = make_bot(f"search:{n}it", setup), table.hidden(seat)
    bot.choose(hidden, seat, 0)  # compile, or warm up
    best = 0.0
    for _ in range(ROUNDS):
        begin, done = time.process_time(), 0
        while (spent := time.process_time() - begin) < LOOP_S:
            bot.choose(hidden, seat, 1)
            done += n
        best = max(best, done / spent)
    return best


def _measure_new_process(game: Game, seats: int, cold: bool) -> tuple[float, float]:
    """Return the seconds of a new process until its first game is played, and those of the game alone."""
    with tempfile.TemporaryDirectory() as empty:
        env = {**os.environ, "GAMUT_CACHE": empty} if cold else dict(os.environ)
        code = f"from gamut.lab.random_games import print_first_game_times as run; run({game.id!r}, {seats})"
        process = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
        whole, game_alone = map(float, process.stdout.split())
        return whole, game_alone
