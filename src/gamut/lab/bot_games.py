"""Games between bots, played at a `Table` like those of people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, TypeVar

import numpy as np

from gamut.bots import Bot
from gamut.engine.chance import game_key
from gamut.engine.errors import BotFailed
from gamut.engine.game import Setup
from gamut.engine.table import Result, Table
from gamut.engine.watchdog import run_watched
from gamut.lab.random_games import GameResults

T = TypeVar("T")


class PlayedGame(NamedTuple):
    result: Result
    steps: int
    ms: tuple[float, ...]  # by seat: mean milliseconds per move


class GameInProgress:
    """What is being done in a game of bots, so that it can be repeated interpreted if it does not return."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.bot: Bot | None = None  # the one that is deciding
        self.seed = 0
        self.trying: tuple[int, int] | None = None  # the seat and the action that it is playing

    def repeat(self) -> None:
        """Repeat the decision that is being made, or the actions up to the one that is being played."""
        if self.table is None:
            return
        if self.bot is not None:
            bot = copy(self.bot)
            for cached in ("verbs", "simulator"):
                bot.__dict__.pop(cached, None)
            bot.native = False
            seat = self.table.actors[0]
            bot.choose(self.table.hidden(seat), seat, self.seed)
        elif self.trying is not None:
            again = Table(self.table.setup, self.table.key, native=False)
            for seat, action in (*self.table.history, self.trying):
                again.play(seat, action)


def play_game(
    setup: Setup, bots: Sequence[Bot], key: bytes, seed: int, progress: GameInProgress | None = None
) -> PlayedGame:
    """Play a game with one bot per seat."""
    progress = progress or GameInProgress()
    progress.table = table = Table(setup, key)
    moves, ms = [0] * setup.seats, [0.0] * setup.seats
    while actors := table.actors:
        seat = actors[0]
        hidden = table.hidden(seat)
        progress.bot, progress.seed, progress.trying = bots[seat], seed + len(table.history), None
        start = time.perf_counter()
        try:
            choice = bots[seat].choose(hidden, seat, progress.seed)
        except BotFailed as e:
            e.args = (f"step {len(table.history)}: {e}",)
            raise
        ms[seat] += 1000 * (time.perf_counter() - start)
        moves[seat] += 1
        progress.bot, progress.trying = None, (seat, choice.action)
        table.play(seat, choice.action)
    means = tuple(spent / max(n, 1) for spent, n in zip(ms, moves, strict=True))
    return PlayedGame(table.result, len(table.history), means)


def rotate_seats(players: Sequence[T], number: int) -> list[T]:
    """Return the players by seat in game `number`, so that all sit in every seat equally often."""
    turn = number % len(players)
    return [*players[turn:], *players[:turn]]


def play_bot_batch(setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> GameResults:
    """Play the games `first` … `first + n − 1` of a run, one after the other."""
    progress = GameInProgress()
    return run_watched(lambda: _play_bot_batch(setup, bots, seed, first, n, progress), setup.game, progress.repeat)


def _play_bot_batch(
    setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int, progress: GameInProgress
) -> GameResults:
    scores, ranks = np.zeros((2, n, setup.seats), np.int32)
    steps, ms = np.zeros(n, np.int32), np.zeros((n, setup.seats))
    for k in range(n):
        number = first + k
        deal = number // len(bots)  # each deal is played once in every rotation, so that luck cancels out
        players = rotate_seats(bots, number)
        played = play_game(setup, players, game_key(seed, deal), seed + (number << 20), progress)
        scores[k], ranks[k], steps[k] = played.result.scores, played.result.ranks, played.steps
        ms[k] = played.ms
    return GameResults(first, scores, ranks, steps, ms)
