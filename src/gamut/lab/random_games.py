"""Batches of random games, entirely native."""

from __future__ import annotations

import time

import msgspec
import numpy as np

from gamut.engine import random_play
from gamut.engine.errors import GamutError
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.engine.watchdog import run_watched
from gamut.games import find_game


class GameResults(msgspec.Struct, frozen=True):
    """The results of the games `first`, `first + 1`, …, one row each."""

    first: int
    scores: Array
    ranks: Array
    steps: Array
    ms: Array  # by seat: mean milliseconds per move


def play_random_batch(setup: Setup, seed: int, first: int, n: int) -> GameResults:
    """Play `n` games of a run at random."""
    game = setup.game
    scores, ranks = np.zeros((2, n, game.max_seats), np.int32)
    steps, out = np.zeros(n, np.int32), np.zeros(game.max_legal, np.int32)
    rng, run = np.zeros(1, np.uint64), np.array([seed], np.uint64)
    play_games, begin = game.native(random_play.play_random_games), time.perf_counter()

    def play() -> int:
        return int(play_games(setup.constants, setup.new_states(2), rng, out, run, first, n, scores, ranks, steps))

    def count_finished() -> int:
        return int(np.count_nonzero(steps))

    def repeat() -> None:
        play_interpreted(setup, seed, first + count_finished())

    total = run_watched(play, game, repeat, count_finished)
    if total == random_play.STUCK:
        last = first + n - 1
        raise GamutError(f"{game.title}: in one of the games {first} to {last}, an actor has no legal action")
    ms = np.full((n, setup.seats), (time.perf_counter() - begin) * 1000 / max(total, 1))
    return GameResults(first, scores[:, : setup.seats], ranks[:, : setup.seats], steps, ms)


def play_interpreted(setup: Setup, seed: int, number: int) -> None:
    """Play one game of a run at random with interpreted rules."""
    out, run = np.zeros(setup.game.max_legal, np.int32), np.array([seed], np.uint64)
    scores, ranks = np.zeros((2, 1, setup.game.max_seats), np.int32)
    play_games = setup.game.interpreted(random_play.play_random_games)
    steps, rng = np.zeros(1, np.int32), np.zeros(1, np.uint64)
    play_games(setup.constants, setup.new_states(2), rng, out, run, number, 1, scores, ranks, steps)


def print_first_game_times(game_id: str, seats: int) -> None:
    """Play one game in a new process; print the CPU seconds since the process began, and those of the game alone."""
    setup = find_game(game_id).open(seats)
    begin = time.process_time()
    play_random_batch(setup, 1, 0, 1)
    end = time.process_time()
    print(end, end - begin)
