"""A batch of games that are played at the same time, step by step: what is the same wherever they are played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamut.engine.errors import BadOptions, GamutError, IllegalAction, listed
from gamut.engine.game import FeatureBlock, Setup
from gamut.engine.seeds import check_seed
from gamut.envs import drivers

WAYS = {"random": drivers.RANDOM, "weighted": drivers.WEIGHTED, "greedy": drivers.GREEDY}
MOST_GAMES = 1 << 24


@dataclass(frozen=True, eq=False)
class Batch:
    """What a step led to, one row per game. The arrays are always the same ones: the next step overwrites them.

    They can be read without a copy by whoever knows DLPack, on a card too: `torch.from_dlpack(batch.observation)`.
    """

    observation: Any  # float32 [games, features]: what the seat to act knows
    mask: Any  # bool [games, actions]: what it may do
    seat: Any  # int32 [games]: who it is
    rewards: Any  # float32 [games, seats]: shares of the victory where the game has ended, else 0
    ended: Any  # bool [games]: whether the game ended with this step; the other arrays show the next one already
    scores: Any  # int32 [games, seats]: of the last game that ended here, as all that follows
    ranks: Any  # int32 [games, seats]: 1 is a victory
    length: Any  # int32 [games]: its steps
    reason: Any  # int32 [games]: its reason's number, see `Game.reasons`
    number: Any  # int64 [games]: of the running game; with the seed it names the deal, see `gamut.engine.keys`


@dataclass(frozen=True)
class Totals:
    """What came of games that were played on without being shown."""

    games: int
    shares: tuple[float, ...]  # of the victories, by seat


class Environment(ABC):
    """Many games of one setup. Games that end are dealt anew at once.

    The seat to act is the lowest of those awaited. So in a secret phase the seats decide one after the other in the
    order of their numbers, each until it is in; what they decided is in nobody's observation before all are.
    """

    device: str
    batch: Batch

    def __init__(self, setup: Setup, games: int) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise BadOptions(f"games = {games} is not possible; it may be 1 to {MOST_GAMES}")
        self.setup, self.game, self.seats, self.games = setup, setup.game, setup.seats, games
        self.features, self.actions = setup.game.features, setup.actions
        self._running = False

    def reset(self, seed: int) -> Batch:
        """Deal all games anew: the same ones for the same seed, whatever the device and the threads."""
        check_seed(seed)
        self._begin(seed)
        self._running = True
        return self.batch

    def step(self, actions: Any) -> Batch:
        """Do one action in every game: numbers of legal actions, `[games]`; −1 leaves a game as it is."""
        self._check_running()
        self._step(actions)
        return self.batch

    def choose(self, way: str = "random") -> Any:
        """An action for every game in a simple way: random, weighted (by the game's guide) or greedy.

        It is always the same array, for `step`; each game has its own generator, which the seed settles.
        """
        self._check_running()
        return self._choose(way_number(way))

    def play(self, steps: int, ways: str | Sequence[str] = "random") -> Totals:
        """Play so many steps of every game in one go, each seat in a simple way, and show where that led.

        `rewards`, `ended` and what follows tell nothing of the games that ended on the way; the totals do.
        """
        self._check_running()
        named = [ways] * self.seats if isinstance(ways, str) else list(ways)
        if len(named) != self.seats:
            raise BadOptions(f"{len(named)} ways to play do not fit {self.seats} seats")
        return self._play(steps, [way_number(way) for way in named])

    def describe(self) -> tuple[FeatureBlock, ...]:
        """The features of an observation in their order, by name, with shapes for networks."""
        return self.game.layout or (FeatureBlock("features", (self.features,), "as the game's `observe` has them"),)

    @abstractmethod
    def states(self) -> np.ndarray[Any, Any]:
        """A copy of the true states: for tests and for search from a known position, never for a policy."""

    @abstractmethod
    def _begin(self, seed: int) -> None: ...

    @abstractmethod
    def _step(self, actions: Any) -> None: ...

    @abstractmethod
    def _choose(self, way: int) -> Any: ...

    @abstractmethod
    def _play(self, steps: int, ways: list[int]) -> Totals: ...

    def _check_running(self) -> None:
        if not self._running:
            raise GamutError("no games are dealt yet: call reset(seed) first")

    def _refuse(self, i: int, action: int, seat: int, allowed: list[int]) -> None:
        raise IllegalAction(
            f"game {i}: action {action} is not legal for seat {seat + 1}; it may be {listed(allowed, 20)}"
        )


def way_number(way: str) -> int:
    """A simple way to play, as drivers know it."""
    if way not in WAYS:
        raise BadOptions(f"{way!r} is no way to play; it may be {listed(WAYS)}")
    return WAYS[way]
