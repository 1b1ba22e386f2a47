"""Bots that grow no tree: random, greedy, flat."""

from __future__ import annotations

import numpy as np

from gamut.bots import oneply
from gamut.bots.bot import CHUNK, Bot, Budget, Cancel, Choice, Figure, generator
from gamut.engine.chance import pick
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.engine.verbs import WHOLE


class Random(Bot):
    """Any legal action."""

    def _choose(self, hidden: Array, seat: int, acts: Array, seed: int, cancel: Cancel) -> Choice:
        with np.errstate(over="ignore"):
            return Choice(int(acts[pick(generator(seed, 0)[1:], len(acts))]))


class Greedy(Bot):
    """What the guide weighs most; chance decides between equals."""

    def _choose(self, hidden: Array, seat: int, acts: Array, seed: int, cancel: Cancel) -> Choice:
        weights = np.zeros(self.game.most_legal, np.int32)
        self.rules.guide(self.setup.constants, hidden, 0, seat, acts, len(acts), weights, self.setup.work())
        best = np.flatnonzero(weights[: len(acts)] == weights[: len(acts)].max())
        with np.errstate(over="ignore"):
            return Choice(int(acts[best[pick(generator(seed, 0)[1:], len(best))]]))


class Flat(Bot):
    """One action ahead, then uniformly random playouts: the yardstick, never tuned."""

    def __init__(self, name: str, setup: Setup, budget: Budget, native: bool = True) -> None:
        super().__init__(name, setup, native)
        self.budget = budget

    def _choose(self, hidden: Array, seat: int, acts: Array, seed: int, cancel: Cancel) -> Choice:
        visits, totals = np.zeros((2, len(acts)), np.int64)
        self._sample(hidden, seat, seed, visits, totals, cancel)
        means = totals / np.maximum(visits, 1) / WHOLE
        figures = [Figure(int(a), int(n), float(m)) for a, n, m in zip(acts, visits, means, strict=True)]
        figures.sort(key=lambda f: (-f.value, f.action))
        return Choice(figures[0].action, tuple(figures))

    def _sample(self, hidden: Array, seat: int, seed: int, visits: Array, totals: Array, cancel: Cancel) -> None:
        game, c, s = self.game, self.setup.constants, self.setup.fresh()
        sample = self.bound(oneply.sample)
        own, acts = np.zeros((2, game.most_legal), np.int32)
        room = (
            generator(seed, 0), own, acts, self.setup.work(), visits, totals,
            np.zeros(self.setup.seats, np.int64), np.zeros((2, game.most_seats), np.int32),
        )  # fmt: skip
        sample(c, hidden, s, seat, 0, 0, game.longest, *room)  # compiled or loaded before the clock starts
        stop, done = self.budget.stop(cancel), 0
        while done < self.budget.iterations and not stop():
            n = min(CHUNK, self.budget.iterations - done)
            sample(c, hidden, s, seat, done, n, game.longest, *room)
            done += n
