"""A batch of games that are played at the same time, step by step, wherever they are played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamut.engine.chance import check_seed
from gamut.engine.errors import GamutError, IllegalAction, InvalidOptions, format_list
from gamut.engine.game import FeatureBlock, Setup
from gamut.engine.presentation import format_count
from gamut.envs import drivers

POLICIES = {"random": drivers.RANDOM, "weighted": drivers.WEIGHTED, "greedy": drivers.GREEDY}
MAX_GAMES = 1 << 24
FEATURE_LIMIT = 1000.0  # no feature is larger


@dataclass(frozen=True, eq=False)
class Batch:
    """The result of a step, one row per game. The arrays are always the same ones: the next step overwrites them.

    Libraries read them without a copy through DLPack, on a GPU too: `torch.from_dlpack(batch.observation)`.
    """

    observation: Any  # float32 [games, features]: what the acting seat knows
    mask: Any  # bool [games, actions]: its legal actions
    seat: Any  # int32 [games]: the acting seat
    rewards: Any  # float32 [games, seats]: shares of the win where the game has ended, else 0
    ended: Any  # bool [games]: whether the game ended with this step; the other arrays already show the next one
    scores: Any  # int32 [games, seats]: of the last game that ended here, like the following arrays
    ranks: Any  # int32 [games, seats]: 1 is a win
    length: Any  # int32 [games]: its steps
    reason: Any  # int32 [games]: the number of its reason in `Game.reasons`
    number: Any  # int64 [games]: of the current game; `game_key(seed, number)` is the chance key of its deal


@dataclass(frozen=True)
class Totals:
    """The results of games that were played without being observed."""

    games: int
    shares: tuple[float, ...]  # of the wins, by seat


class Environment(ABC):
    """Many games of one setup. When a game ends, the next one is dealt at once.

    The acting seat is the lowest of those with a decision. So in a secret phase the seats decide in the order of their
    numbers, each until it has submitted; no observation contains their decisions before all have submitted.
    """

    device: str
    batch: Batch

    def __init__(self, setup: Setup, games: int) -> None:
        if not 1 <= games <= MAX_GAMES:
            raise InvalidOptions(f"games = {games} is not allowed; use 1 to {MAX_GAMES}")
        self.setup, self.game, self.seats, self.games = setup, setup.game, setup.seats, games
        self.features, self.actions = setup.game.feature_count, setup.action_count
        self._running = False

    def reset(self, seed: int) -> Batch:
        """Deal all games: the same ones for the same seed, on any device and number of threads."""
        check_seed(seed)
        self._begin(seed)
        self._running = True
        return self.batch

    def step(self, actions: Any) -> Batch:
        """Play one legal action in every game; −1 leaves a game as it is."""
        self._check_running()
        self._step(actions)
        return self.batch

    def choose(self, policy: str = "random") -> Any:
        """Return an action for every game by a simple policy: random, weighted or greedy (by the game's guide).

        The array is always the same one. Each game has its own generator, which the seed determines.
        """
        self._check_running()
        return self._choose(find_policy(policy))

    def play(self, steps: int, policies: str | Sequence[str] = "random") -> Totals:
        """Play that many steps of every game in one call, with one policy or one per seat, and observe the last one.

        `rewards`, `ended` and the results do not include the games that ended in between; the totals do.
        """
        self._check_running()
        by_seat = [policies] * self.seats if isinstance(policies, str) else list(policies)
        if len(by_seat) != self.seats:
            raise InvalidOptions(f"{format_count(len(by_seat), 'policy', 'policies')} for {self.seats} seats")
        return self._play(steps, [find_policy(policy) for policy in by_seat])

    def describe(self) -> tuple[FeatureBlock, ...]:
        """Return the blocks of an observation in their order, with names, shapes and meanings."""
        return self.game.feature_layout or (
            FeatureBlock("features", (self.features,), "the features that the game's `observe` writes"),
        )

    @abstractmethod
    def states(self) -> np.ndarray[Any, Any]:
        """Return a copy of the true states: for tests and for searching from a known position, never for a policy."""

    @abstractmethod
    def _begin(self, seed: int) -> None: ...

    @abstractmethod
    def _step(self, actions: Any) -> None: ...

    @abstractmethod
    def _choose(self, policy: int) -> Any: ...

    @abstractmethod
    def _play(self, steps: int, policies: list[int]) -> Totals: ...

    def _check_running(self) -> None:
        if not self._running:
            raise GamutError("no games are dealt yet: call reset(seed) first")

    def _raise_illegal(self, i: int, action: int, seat: int, legal: list[int]) -> None:
        raise IllegalAction(
            f"game {i}: action {action} is not legal for seat {seat + 1}; legal actions: {format_list(legal, 20)}"
        )


def find_policy(name: str) -> int:
    if name not in POLICIES:
        raise InvalidOptions(f"unknown policy {name!r}; the policies are: {format_list(POLICIES)}")
    return POLICIES[name]
