"""Simulation: many games of bots against each other, on all cores, the same for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import sqrt
from numbers import Integral

import msgspec
import numpy as np

from gamut.bots import Bot, BotLike, make_bot
from gamut.engine.chance import check_seed
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Setup, check_setup
from gamut.engine.options import Value
from gamut.engine.record import Array
from gamut.lab.bot_games import play_bot_batch, rotate_seats
from gamut.lab.random_games import GameResults, play_random_batch

OnProgress = Callable[[int], None]  # takes the number of games that were played since the last call

MIN_TIME_FOR_PROCESSES_S = 2.0  # a shorter simulation is not worth starting other processes
MAX_RANDOM_BATCH, MAX_BOT_BATCH = 20_000, 50  # games
Z_95 = 1.959964  # standard deviations on each side of the mean that hold 95%


class Wins(msgspec.Struct, frozen=True):
    """Wins of a bot or a seat; a win shared by k players counts 1/k."""

    games: int
    wins: float
    share: float
    interval: tuple[float, float]


class WinTable(msgspec.Struct, frozen=True):
    """Wins by bot and by seat."""

    bots: dict[str, Wins]
    seats: list[Wins]


class Means(msgspec.Struct, frozen=True):
    """Mean final scores by bot and by seat."""

    bots: dict[str, float]
    seats: list[float]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a simulation."""

    game: str
    seats: int
    options: dict[str, Value]
    bots: list[str]  # one name for all seats, or the names by seat in the first game
    seed: int
    games: int
    steps: int
    seconds: float
    steps_per_second: float
    games_per_second: float
    wins: WinTable
    mean_scores: Means
    mean_steps: float
    shared_wins: float
    no_winner: Wins | None  # games without a winner; null where there is always one
    ms_per_move: dict[str, float]
    network: str  # the digest of the game's network, by which some bots play; empty if it has none


def simulate(
    setup: Setup,
    bots: BotLike | Sequence[BotLike] = "random",
    games: int = 1000,
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> Report:
    """Play many games and count wins; several bots sit in every seat equally often.

    `bots` is one bot for all seats or one for each: a name, a `Bot`, its class, or a function of a `Decision`. A longer
    run with the same seed begins with the same games, unless bots think for a given time.

    >>> from gamut.games import find_game
    >>> report = simulate(find_game("mixx").open(2), ["greedy", lambda decision: decision.legal[0]], games=40)
    >>> report.bots
    ['greedy', 'lambda']
    >>> report.wins.bots["greedy"].share > 0.7
    True
    """
    check_setup(setup)
    if not isinstance(games, Integral) or games < 1:
        raise InvalidOptions(f"games = {games!r} is not allowed; use an integer of at least 1")
    check_seed(seed)
    line_up = LineUp.create(setup, [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots))
    begin = time.perf_counter()
    batches = []
    for batch in _play_batches(line_up, games, seed):
        batches.append(batch)
        if on_progress is not None:
            on_progress(len(batch.steps))
    return _make_report(line_up, games, seed, time.perf_counter() - begin, batches)


# ---------------------------------------------------------------------- the bots


@dataclass(frozen=True)
class LineUp:
    """The bots of a simulation."""

    setup: Setup
    given: list[BotLike]  # one for all seats, or one per seat
    bots: list[Bot]  # one per seat
    names: list[str]  # of those given; different bots have different names

    @classmethod
    def create(cls, setup: Setup, given: list[BotLike]) -> LineUp:
        """Create the bots; what is given twice is one bot."""
        if len(given) not in (1, setup.seats):
            raise InvalidOptions(f"{len(given)} bots for {setup.seats} seats: name one for all seats, or one for each")
        created: dict[str | int, tuple[Bot, str]] = {}
        keys = [bot if isinstance(bot, str) else id(bot) for bot in given]
        for key, what in zip(keys, given, strict=True):
            if key not in created:
                bot = make_bot(what, setup)
                name = what if isinstance(what, str) else bot.name
                created[key] = bot, _make_unique(name, [taken for _, taken in created.values()])
        bots = [created[key][0] for key in keys]
        return cls(setup, given, bots * setup.seats if len(bots) == 1 else bots, [created[key][1] for key in keys])

    @property
    def names_by_seat(self) -> list[str]:
        """The names by seat in the first game."""
        return self.names * self.setup.seats if len(self.names) == 1 else self.names

    @property
    def all_random(self) -> bool:
        """Whether all bots play at random, so that whole batches are native."""
        return all(bot == "random" for bot in self.given)

    @cached_property
    def pickled(self) -> bytes | None:
        """Setup and bots for another process; None if they cannot be pickled."""
        import cloudpickle

        try:
            pickled: bytes = cloudpickle.dumps((self.setup, self.given))
        except Exception:  # an object of another author can raise anything
            return None
        return pickled

    def play(self, seed: int, first: int, n: int) -> GameResults:
        """Play the games `first` … `first + n − 1` in this process."""
        if self.all_random:
            return play_random_batch(self.setup, seed, first, n)
        return play_bot_batch(self.setup, self.bots, seed, first, n)


def _make_unique(name: str, taken: list[str]) -> str:
    """Return the name, numbered if another bot has it."""
    candidates = (name, *(f"{name} {k}" for k in range(2, len(taken) + 3)))
    return next(candidate for candidate in candidates if candidate not in taken)


# ---------------------------------------------------------------------- threads and processes


def _play_batches(line_up: LineUp, games: int, seed: int) -> Iterator[GameResults]:
    """Yield the games in batches, in any order; a game is the same in whichever batch it is."""
    yield line_up.play(seed, 0, 1)  # compile or load before the cores share the work
    begin, first = time.perf_counter(), min(2, games)
    if games > 1:
        yield line_up.play(seed, 1, 1)
    seconds_left = (games - first) * (time.perf_counter() - begin)
    cores = os.cpu_count() or 1
    size = max(1, min(MAX_RANDOM_BATCH if line_up.all_random else MAX_BOT_BATCH, -(-games // (4 * cores))))
    if line_up.all_random:  # native code releases the GIL
        yield from _play_in_threads(line_up, cores, seed, first, games, size)
    elif seconds_left > MIN_TIME_FOR_PROCESSES_S and cores > 1 and line_up.pickled is not None:
        yield from _play_in_processes(line_up.pickled, cores, seed, first, games, size)
    else:
        yield from (line_up.play(seed, k, min(size, games - k)) for k in range(first, games, size))


def _play_in_threads(
    line_up: LineUp, cores: int, seed: int, first: int, games: int, size: int
) -> Iterator[GameResults]:
    with ThreadPoolExecutor(cores) as pool:
        try:
            yield from _play_in_pool(pool, line_up.play, seed, first, games, size)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_in_processes(
    pickled: bytes, cores: int, seed: int, first: int, games: int, size: int
) -> Iterator[GameResults]:
    from loky import get_reusable_executor

    pool = get_reusable_executor(cores)
    try:
        yield from _play_in_pool(pool, partial(play_pickled, pickled), seed, first, games, size)
    except BaseException:
        pool.shutdown(kill_workers=True)
        raise


def play_pickled(pickled: bytes, seed: int, first: int, n: int) -> GameResults:
    """Play games in another process."""
    return unpickle(pickled).play(seed, first, n)


@lru_cache(4)
def unpickle(pickled: bytes) -> LineUp:
    """Return the line-up, which all batches of this process share."""
    import pickle

    return LineUp.create(*pickle.loads(pickled))


def _play_in_pool(
    pool: Executor, play: Callable[[int, int, int], GameResults], seed: int, first: int, games: int, size: int
) -> Iterator[GameResults]:
    jobs: list[Future[GameResults]] = [
        pool.submit(play, seed, k, min(size, games - k)) for k in range(first, games, size)
    ]
    for job in as_completed(jobs):
        yield job.result()


# ---------------------------------------------------------------------- the report


def _make_report(line_up: LineUp, games: int, seed: int, seconds: float, batches: list[GameResults]) -> Report:
    batches.sort(key=lambda b: b.first)
    scores, ranks, steps, ms = (
        np.concatenate([getattr(b, x) for b in batches]) for x in ("scores", "ranks", "steps", "ms")
    )
    total, setup, by_seat = int(steps.sum()), line_up.setup, line_up.names_by_seat
    won = ranks == 1
    credit = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return Report(
        game=setup.game.id,
        seats=setup.seats,
        options=setup.options,
        bots=line_up.names,
        seed=seed,
        games=games,
        steps=total,
        seconds=round(seconds, 3),
        steps_per_second=round(total / seconds),
        games_per_second=round(games / seconds, 1),
        wins=WinTable(
            {bot: _count_wins(_select_bot(credit, by_seat, bot).sum(axis=1)) for bot in line_up.names},
            [_count_wins(credit[:, seat]) for seat in range(setup.seats)],
        ),
        mean_scores=Means(
            {bot: _mean_of_bot(scores, by_seat, bot) for bot in line_up.names},
            [round(float(scores[:, seat].mean()), 4) for seat in range(setup.seats)],
        ),
        mean_steps=round(total / games, 3),
        shared_wins=round(float((won.sum(axis=1) > 1).mean()), 4),
        no_winner=_count_wins((won.sum(axis=1) == 0).astype(float)) if setup.game.allows_no_winner else None,
        ms_per_move={bot: _mean_of_bot(ms, by_seat, bot) for bot in line_up.names},
        network=setup.game.network.digest if setup.game.network else "",
    )


def _select_bot(table: Array, by_seat: list[str], bot: str) -> Array:
    """Return a table of games by seat, with 0 where another bot sat."""
    rotations = np.array([[b == bot for b in rotate_seats(by_seat, turn)] for turn in range(len(by_seat))])
    sat: Array = rotations[np.arange(len(table)) % len(by_seat)]
    return np.where(sat, table, 0)


def _mean_of_bot(table: Array, by_seat: list[str], bot: str) -> float:
    return round(float(_select_bot(table, by_seat, bot).sum()) / (len(table) * by_seat.count(bot)), 4)


def _count_wins(credit: Array) -> Wins:
    share, n = float(credit.mean()), len(credit)
    low, high = wilson_interval(share, n)
    return Wins(n, round(float(credit.sum()), 3), round(share, 5), (round(low, 5), round(high, 5)))


def wilson_interval(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share seen in `n` games; shared wins only make it wider than needed."""
    if n == 0:
        return 0.0, 1.0
    middle = (share + Z_95 * Z_95 / (2 * n)) / (1 + Z_95 * Z_95 / n)
    half = Z_95 * sqrt(share * (1 - share) / n + Z_95 * Z_95 / (4 * n * n)) / (1 + Z_95 * Z_95 / n)
    return max(0.0, middle - half), min(1.0, middle + half)
