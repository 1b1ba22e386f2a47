"""Simulation: many games of bots against each other, on all cores, the same for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from numbers import Integral

import msgspec
import numpy as np

from gamut.bots import Bot, BotLike, make_bot
from gamut.engine.errors import BadOptions
from gamut.engine.game import Setup, check_setup
from gamut.engine.options import Value
from gamut.engine.record import Array
from gamut.engine.seeds import check_seed
from gamut.lab.bulk import Batch, play_random
from gamut.lab.match import play_bots, rotated
from gamut.lab.statistics import interval

Tell = Callable[[int], None]  # told how many more games are done

SOON = 2.0  # seconds; what is done by then is not worth starting other processes
BULK, BOTS = 20_000, 50  # games of one batch at most


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
    bots: list[str]  # one name for all seats, or one per seat as they sit in the first game
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


def simulate(
    setup: Setup,
    bots: BotLike | Sequence[BotLike] = "random",
    games: int = 1000,
    seed: int = 1,
    tell: Tell | None = None,
) -> Report:
    """Play many games and count who wins; several bots sit everywhere equally often.

    `bots` is one for all seats or one for each: names, `Bot` objects, their classes, or functions that decide.
    The first games of a longer run with that seed are the same, except for bots whose thinking is limited by time.

    >>> from gamut.games import find
    >>> report = simulate(find("mixx").open(2), ["greedy", lambda asked: asked.legal[0]], games=40)
    >>> report.bots
    ['greedy', 'lambda']
    >>> report.wins.bots["greedy"].share > 0.7
    True
    """
    check_setup(setup)
    if not isinstance(games, Integral) or games < 1:
        raise BadOptions(f"games = {games!r} is not possible; it may be a whole number, 1 or more")
    check_seed(seed)
    line_up = LineUp.of(setup, [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots))
    begin = time.perf_counter()
    batches = []
    for batch in _batches(line_up, games, seed):
        batches.append(batch)
        if tell is not None:
            tell(len(batch.steps))
    return _report(line_up, games, seed, time.perf_counter() - begin, batches)


# ---------------------------------------------------------------------- who plays


@dataclass(frozen=True)
class LineUp:
    """The bots of a simulation."""

    setup: Setup
    given: list[BotLike]  # one for all seats, or one per seat
    bots: list[Bot]  # one per seat
    names: list[str]  # of the given ones; different bots have different names

    @classmethod
    def of(cls, setup: Setup, given: list[BotLike]) -> LineUp:
        """One given bot stands for all seats."""
        if len(given) not in (1, setup.seats):
            raise BadOptions(f"{len(given)} bots for {setup.seats} seats: name one for all seats, or one for each")
        made: dict[str | int, tuple[Bot, str]] = {}
        for what in given:
            key = what if isinstance(what, str) else id(what)
            if key not in made:
                bot = make_bot(what, setup)
                made[key] = bot, _other_than([name for _, name in made.values()], what, bot)
        found = [made[what if isinstance(what, str) else id(what)] for what in given]
        bots = [bot for bot, _ in found]
        return cls(setup, given, bots * setup.seats if len(bots) == 1 else bots, [name for _, name in found])

    @property
    def seated(self) -> list[str]:
        """The names by seat in the first game."""
        return self.names * self.setup.seats if len(self.names) == 1 else self.names

    @property
    def bulk(self) -> bool:
        """Whether all play at random: then whole batches are native."""
        return all(what == "random" for what in self.given)

    @cached_property
    def packed(self) -> bytes | None:
        """Setup and bots as they are sent to another process; None for what cannot be sent."""
        import cloudpickle

        try:
            packed: bytes = cloudpickle.dumps((self.setup, self.given))
        except Exception:  # whatever a stranger's object has against it
            return None
        return packed

    def play(self, seed: int, first: int, n: int) -> Batch:
        """Some games, here."""
        if self.bulk:
            return play_random(self.setup, seed, first, n)
        return play_bots(self.setup, self.bots, seed, first, n)


def _other_than(taken: list[str], what: BotLike, bot: Bot) -> str:
    """The name of a bot, numbered if another one has it."""
    name = what if isinstance(what, str) else bot.name
    numbered = (f"{name} {k}" for k in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbered if other not in taken)


# ---------------------------------------------------------------------- where they play


def _batches(line_up: LineUp, games: int, seed: int) -> Iterator[Batch]:
    """Split a run over the cores; which games are in a batch changes nothing in them."""
    yield line_up.play(seed, 0, 1)  # compiled or loaded here, before the cores share the work
    begin, first = time.perf_counter(), min(2, games)
    if games > 1:
        yield line_up.play(seed, 1, 1)
    cores = os.cpu_count() or 1
    size = max(1, min(BULK if line_up.bulk else BOTS, -(-games // (4 * cores))))
    long = (games - first) * (time.perf_counter() - begin) > SOON
    if line_up.bulk:  # native play lets go of the interpreter
        yield from _in_threads(line_up, cores, seed, first, games, size)
    elif long and cores > 1 and line_up.packed is not None:
        yield from _in_processes(line_up.packed, cores, seed, first, games, size)
    else:
        yield from (line_up.play(seed, k, min(size, games - k)) for k in range(first, games, size))


def _in_threads(line_up: LineUp, cores: int, seed: int, first: int, games: int, size: int) -> Iterator[Batch]:
    with ThreadPoolExecutor(cores) as pool:
        try:
            yield from _shared(pool, line_up.play, seed, first, games, size)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _in_processes(packed: bytes, cores: int, seed: int, first: int, games: int, size: int) -> Iterator[Batch]:
    from loky import get_reusable_executor

    pool = get_reusable_executor(cores)
    try:
        yield from _shared(pool, partial(play_packed, packed), seed, first, games, size)
    except BaseException:
        pool.shutdown(kill_workers=True)  # nobody waits for the others any more
        raise


def play_packed(packed: bytes, seed: int, first: int, n: int) -> Batch:
    """Some games in another process."""
    return unpacked(packed).play(seed, first, n)


@lru_cache(4)
def unpacked(packed: bytes) -> LineUp:
    """What was sent here, made once for all batches."""
    import pickle

    return LineUp.of(*pickle.loads(packed))


def _shared(
    pool: Executor, play: Callable[[int, int, int], Batch], seed: int, first: int, games: int, size: int
) -> Iterator[Batch]:
    """Batches as they are done, in any order."""
    jobs: list[Future[Batch]] = [
        pool.submit(play, seed, k, min(size, games - k)) for k in range(first, games, size)
    ]
    for job in as_completed(jobs):
        yield job.result()


# ---------------------------------------------------------------------- what came of it


def _report(line_up: LineUp, games: int, seed: int, seconds: float, batches: list[Batch]) -> Report:
    batches.sort(key=lambda b: b.first)
    scores, ranks, steps, ms = (
        np.concatenate([getattr(b, x) for b in batches]) for x in ("scores", "ranks", "steps", "ms")
    )
    total, setup, seated = int(steps.sum()), line_up.setup, line_up.seated
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
            {bot: _wins(_by_bot(credit, seated, bot).sum(axis=1)) for bot in line_up.names},
            [_wins(credit[:, seat]) for seat in range(setup.seats)],
        ),
        mean_scores=Means(
            {bot: _mean(scores, seated, bot) for bot in line_up.names},
            [round(float(scores[:, seat].mean()), 4) for seat in range(setup.seats)],
        ),
        mean_steps=round(total / games, 3),
        shared_victories=round(float((won.sum(axis=1) > 1).mean()), 4),
        lost=_wins((won.sum(axis=1) == 0).astype(float)) if setup.game.can_be_lost else None,
        ms_per_move={bot: _mean(ms, seated, bot) for bot in line_up.names},
    )


def _by_bot(table: Array, seated: list[str], bot: str) -> Array:
    """The table of games by seat, zero where another bot sat."""
    sat = np.array([[b == bot for b in rotated(seated, turn)] for turn in range(len(seated))])
    where: Array = sat[np.arange(len(table)) % len(seated)]
    return np.where(where, table, 0)


def _mean(table: Array, seated: list[str], bot: str) -> float:
    """The mean of a bot's entries."""
    return round(float(_by_bot(table, seated, bot).sum()) / (len(table) * seated.count(bot)), 4)


def _wins(credit: Array) -> Wins:
    share, n = float(credit.mean()), len(credit)
    low, high = interval(share, n)
    return Wins(n, round(float(credit.sum()), 3), round(share, 5), (round(low, 5), round(high, 5)))
