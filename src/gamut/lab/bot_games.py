"""Games between bots, played at a `Table` like those of people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from gamut.bots import Bot
from gamut.engine.chance import game_key
from gamut.engine.errors import BotFailed
from gamut.engine.game import Setup
from gamut.engine.table import Result, Table
from gamut.lab.random_games import GameResults

T = TypeVar("T")


class PlayedGame(NamedTuple):
    result: Result
    steps: int
    ms: tuple[float, ...]  # by seat: mean milliseconds per move


def play_game(setup: Setup, bots: Sequence[Bot], key: bytes, seed: int) -> PlayedGame:
    """Play a game with one bot per seat."""
    table = Table(setup, key)
    moves, ms = [0] * setup.seats, [0.0] * setup.seats
    while actors := table.actors:
        seat = actors[0]
        hidden = table.hidden(seat)
        start = time.perf_counter()
        try:
            choice = bots[seat].choose(hidden, seat, seed + len(table.history))
        except BotFailed as e:
            e.args = (f"step {len(table.history)}: {e}",)
            raise
        ms[seat] += 1000 * (time.perf_counter() - start)
        moves[seat] += 1
        table.play(seat, choice.action)
    means = tuple(spent / max(n, 1) for spent, n in zip(ms, moves, strict=True))
    return PlayedGame(table.result, len(table.history), means)


def rotate_seats(players: Sequence[T], number: int) -> list[T]:
    """Return the players by seat in game `number`, so that all sit in every seat equally often."""
    turn = number % len(players)
    return [*players[turn:], *players[:turn]]


def play_bot_batch(setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> GameResults:
    """Play the games `first` … `first + n − 1` of a run, one after the other."""
    scores, ranks = np.zeros((2, n, setup.seats), np.int32)
    steps, ms = np.zeros(n, np.int32), np.zeros((n, setup.seats))
    for k in range(n):
        number = first + k
        deal = number // len(bots)  # each deal is played once in every rotation, so that luck cancels out
        played = play_game(setup, rotate_seats(bots, number), game_key(seed, deal), seed + (number << 20))
        scores[k], ranks[k], steps[k] = played.result.scores, played.result.ranks, played.steps
        ms[k] = played.ms
    return GameResults(first, scores, ranks, steps, ms)
