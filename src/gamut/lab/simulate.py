"""Simulation: many games of bots against each other, on all cores, the same for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import get_context

import msgspec
import numpy as np

from gamut.bots import make
from gamut.engine.errors import BadOptions
from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.engine.options import Value
from gamut.engine.record import Array
from gamut.games import find
from gamut.lab.bulk import Batch, play_random
from gamut.lab.match import play_game
from gamut.lab.statistics import interval

Tell = Callable[[int], None]  # told how many more games are done


class Wins(msgspec.Struct, frozen=True):
    """Victories of a bot or a seat; a victory shared by k counts 1/k."""

    games: int
    wins: float
    share: float
    interval: tuple[float, float]


class WinTable(msgspec.Struct, frozen=True):
    """Victories by bot and by seat."""

    bots: dict[str, Wins]
    seats: list[Wins]


class Means(msgspec.Struct, frozen=True):
    """Mean final scores by bot and by seat."""

    bots: dict[str, float]
    seats: list[float]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found."""

    game: str
    seats: int
    options: dict[str, Value]
    bots: list[str]
    seed: int
    games: int
    steps: int
    seconds: float
    steps_per_second: float
    games_per_second: float
    wins: WinTable
    mean_scores: Means
    mean_steps: float
    shared_victories: float
    lost: Wins | None  # games without a winner; null where there is always one
    ms_per_move: dict[str, float]


def seating(specs: list[str], seats: int) -> list[str]:
    """One bot a seat; one name stands for all."""
    if len(specs) not in (1, seats):
        raise BadOptions(f"{len(specs)} bots for {seats} seats: name one for all seats, or one for each")
    return specs * seats if len(specs) == 1 else specs


def rotated(bots: list[str], number: int) -> list[str]:
    """The bots by seat in game `number`: everybody sits everywhere equally often."""
    turn = number % len(bots)
    return bots[turn:] + bots[:turn]


def simulate(setup: Setup, specs: list[str], games: int, seed: int, tell: Tell | None = None) -> Report:
    """Play `games` games; the first ones of a longer run with that seed are the same."""
    if games < 1:
        raise BadOptions(f"games = {games} is not possible; it may be 1 or more")
    bots = seating(specs, setup.seats)
    begin = time.perf_counter()
    batches = list(_batches(setup, bots, games, seed, tell or (lambda done: None)))
    seconds = time.perf_counter() - begin
    batches.sort(key=lambda b: b.first)
    scores, ranks, steps, ms = (
        np.concatenate([getattr(b, x) for b in batches]) for x in ("scores", "ranks", "steps", "ms")
    )
    total = int(steps.sum())
    won = ranks == 1
    credit = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return Report(
        game=setup.game.id,
        seats=setup.seats,
        options=setup.options,
        bots=specs,
        seed=seed,
        games=games,
        steps=total,
        seconds=round(seconds, 3),
        steps_per_second=round(total / seconds),
        games_per_second=round(games / seconds, 1),
        wins=WinTable(
            {bot: _wins(_by_bot(credit, bots, bot).sum(axis=1)) for bot in dict.fromkeys(bots)},
            [_wins(credit[:, seat]) for seat in range(setup.seats)],
        ),
        mean_scores=Means(
            {bot: _mean(scores, bots, bot) for bot in dict.fromkeys(bots)},
            [round(float(scores[:, seat].mean()), 4) for seat in range(setup.seats)],
        ),
        mean_steps=round(total / games, 3),
        shared_victories=round(float((won.sum(axis=1) > 1).mean()), 4),
        lost=_wins((won.sum(axis=1) == 0).astype(float)) if setup.game.can_be_lost else None,
        ms_per_move={bot: _mean(ms, bots, bot) for bot in dict.fromkeys(bots)},
    )


def _by_bot(table: Array, bots: list[str], bot: str) -> Array:
    """The table of games by seat, zero where another bot sat."""
    sat = np.array([[b == bot for b in rotated(bots, turn)] for turn in range(len(bots))])
    where: Array = sat[np.arange(len(table)) % len(bots)]
    return np.where(where, table, 0)


def _mean(table: Array, bots: list[str], bot: str) -> float:
    """The mean of a bot's entries."""
    return round(float(_by_bot(table, bots, bot).sum()) / (len(table) * bots.count(bot)), 4)


def _wins(credit: Array) -> Wins:
    share, n = float(credit.mean()), len(credit)
    low, high = interval(share, n)
    return Wins(n, round(float(credit.sum()), 3), round(share, 5), (round(low, 5), round(high, 5)))


def _batches(setup: Setup, bots: list[str], games: int, seed: int, tell: Tell) -> Iterator[Batch]:
    """Split a run over the cores; which games are in a batch changes nothing in them."""
    cores = os.cpu_count() or 1
    bulk = all(bot == "random" for bot in bots)
    size = max(1, min(20_000 if bulk else 50, -(-games // (4 * cores))))
    work, opened = (random_batch if bulk else bots_batch), Opened(setup.game.id, setup.seats, setup.options)
    work(opened, bots, seed, 0, 0 if bulk else 1)  # compile once, before the cores share the work
    # Native bulk play lets go of the interpreter, so threads do; bots are Python between their moves.
    pool: Executor = (
        ThreadPoolExecutor(cores) if bulk else ProcessPoolExecutor(cores, mp_context=get_context("spawn"))
    )
    with pool:
        firsts = range(0, games, size)
        jobs = [pool.submit(work, opened, bots, seed, first, min(size, games - first)) for first in firsts]
        try:
            for job in as_completed(jobs):
                batch = job.result()
                tell(len(batch.steps))
                yield batch
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class Opened(msgspec.Struct, frozen=True):
    """A setup by name, small enough to be sent to another process."""

    game: str
    seats: int
    options: dict[str, Value]

    def setup(self) -> Setup:
        """The setup itself."""
        return find(self.game).open(self.seats, self.options)


def random_batch(opened: Opened, bots: list[str], seed: int, first: int, n: int) -> Batch:
    """Random games in bulk."""
    return play_random(opened.setup(), seed, first, n)


def bots_batch(opened: Opened, bots: list[str], seed: int, first: int, n: int) -> Batch:
    """Games of bots, one after the other."""
    setup = opened.setup()
    made = {spec: make(spec, setup) for spec in bots}
    scores, ranks = np.zeros((2, n, setup.seats), np.int32)
    steps, ms = np.zeros(n, np.int32), np.zeros((n, setup.seats))
    for k in range(n):
        number = first + k
        seated = [made[spec] for spec in rotated(bots, number)]
        deal = number // len(bots)  # each deal is played once in every rotation: luck cancels out
        played = play_game(setup, seated, game_key(seed, deal), seed + (number << 20))
        scores[k], ranks[k], steps[k] = played.result.scores, played.result.ranks, played.steps
        ms[k] = played.ms
    return Batch(first, scores, ranks, steps, ms)
