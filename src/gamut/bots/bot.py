"""What a bot is: it gets its seat's hidden copy, never the true state, and chooses."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gamut.engine.chance import mixed
from gamut.engine.errors import NotYourTurn
from gamut.engine.game import Rules, Setup
from gamut.engine.record import Array
from gamut.engine.verbs import WHOLE

Cancel = Callable[[], bool]
CHUNK = 256  # iterations between two looks at the clock and at `cancel`


@dataclass(frozen=True)
class Figure:
    """What a bot found out about one action."""

    action: int
    visits: int
    value: float  # expected share of the victory, 0 to 1


@dataclass(frozen=True)
class Choice:
    """A bot's answer: an action, and its figures of all legal ones, the chosen one first."""

    action: int
    figures: tuple[Figure, ...] = ()


class Bot(ABC):
    """Chooses actions for any seat of a setup; to be used from one thread at a time."""

    def __init__(self, name: str, setup: Setup, native: bool = True) -> None:
        self.name, self.setup, self.game = name, setup, setup.game
        self.bound = self.game.native if native else self.game.interpreted
        self._native = native

    @cached_property
    def rules(self) -> Rules:
        """The verbs."""
        return Rules(self.game, self._native)

    def choose(self, hidden: Array, seat: int, seed: int, cancel: Cancel | None = None) -> Choice:
        """The action for the seat whose hidden copy this is; the same again for the same seed."""
        acts = np.zeros(self.game.most_legal, np.int32)
        n = self.rules.legal(self.setup.constants, hidden, 0, seat, acts)
        if n == 0:
            raise NotYourTurn(f"seat {seat + 1} has nothing to decide")
        if n == 1:
            return self._forced(hidden, seat, int(acts[0]))
        return self._choose(hidden, seat, acts[:n], seed, cancel or _never)

    def _forced(self, hidden: Array, seat: int, action: int) -> Choice:
        shares = np.zeros(self.setup.seats, np.int64)
        self.rules.value(self.setup.constants, hidden, 0, shares, self.setup.work())
        return Choice(action, (Figure(action, 0, float(shares[seat] / WHOLE)),))

    @abstractmethod
    def _choose(self, hidden: Array, seat: int, acts: Array, seed: int, cancel: Cancel) -> Choice:
        """Choose among several legal actions."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of iterations, or some milliseconds."""

    amount: int
    unit: str  # "it" or "ms"

    def __str__(self) -> str:
        return f"{self.amount}{self.unit}"

    @property
    def iterations(self) -> int:
        """The most iterations."""
        return self.amount if self.unit == "it" else 1 << 40

    def stop(self, cancel: Cancel) -> Cancel:
        """Start the clock: true once the time is over or the work is cancelled."""
        if self.unit == "it":
            return cancel
        deadline = time.monotonic() + self.amount / 1000
        return lambda: time.monotonic() >= deadline or cancel()


def generator(seed: int, number: int) -> Array:
    """A fast generator's state and, behind it, the seed its iterations start from."""
    with np.errstate(over="ignore"):
        start = mixed(mixed(np.uint64(seed % 2**64)) ^ np.uint64(number))
    return np.array([1, start], np.uint64)


def most_promising(acts: Array, visits: Array, totals: Array, rivals: int) -> Choice:
    """The best of the legal actions that have at least one of `rivals` of the most visits; the others follow."""
    figures = [
        Figure(int(a), int(n), float(total / (n * WHOLE)) if n else 0.0)
        for a, n, total in zip(acts, visits, totals, strict=True)
    ]
    most = max(f.visits for f in figures)
    rival = {f.action: f.visits * rivals >= most for f in figures}
    figures.sort(key=lambda f: (-f.value if rival[f.action] else 1, -f.visits, f.action))
    return Choice(figures[0].action, tuple(figures))
