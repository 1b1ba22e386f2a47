"""Bots that grow no tree: random, greedy, weighted, flat."""

from __future__ import annotations

import numpy as np

from gamut.bots import oneply
from gamut.bots.bot import CHUNK, Bot, Budget, Choice, Decision, Figure, UnknownBot, generator
from gamut.engine.chance import pick
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.engine.verbs import WHOLE


class Random(Bot):
    """Any legal action."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, refuse_argument("random", argument))

    def decide(self, asked: Decision) -> int:
        """One of them, by chance."""
        return asked.legal[some_place(asked.seed, len(asked.legal))]


class Greedy(Bot):
    """What the guide weighs most; chance decides between equals."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, refuse_argument("greedy", argument))

    def decide(self, asked: Decision) -> int:
        """The heaviest."""
        weights = asked.weights()
        most = max(weights)
        best = [action for action, weight in zip(asked.legal, weights, strict=True) if weight == most]
        return best[some_place(asked.seed, len(best))]


class Weighted(Bot):
    """Drawn by the guide's weights: what it thinks well of more often; of 100 actions some are any at all."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument)
        if argument and not (
            argument.isascii() and argument.isdecimal() and len(argument) < 4 and int(argument) <= 100
        ):
            raise UnknownBot(
                f"'weighted:{argument}' is no bot: behind its name weighted takes how many actions of 100 are "
                "careless, weighted:10"
            )
        self.careless = int(argument or 0)

    def decide(self, asked: Decision) -> int:
        """One of them, by weighted chance; any if the guide likes none."""
        chance = asked.random
        weights = [max(0, weight) for weight in asked.weights()]
        if not any(weights) or chance.randrange(100) < self.careless:
            return chance.choice(asked.legal)
        return chance.choices(asked.legal, weights)[0]


class Flat(Bot):
    """One action ahead, then uniformly random playouts: the yardstick, never tuned."""

    def __init__(self, setup: Setup, argument: str) -> None:
        super().__init__(setup, argument)
        self.budget = Budget.of("flat", argument)

    def decide(self, asked: Decision) -> Choice:
        """What ended best on average."""
        visits, totals = np.zeros((2, len(asked.legal)), np.int64)
        self._sample(asked, visits, totals)
        means = totals / np.maximum(visits, 1) / WHOLE
        figures = [Figure(a, int(n), float(m)) for a, n, m in zip(asked.legal, visits, means, strict=True)]
        figures.sort(key=lambda f: (-f.value, f.action))
        return Choice(figures[0].action, tuple(figures))

    def _sample(self, asked: Decision, visits: Array, totals: Array) -> None:
        game, c, s = self.game, self.setup.constants, self.setup.fresh()
        sample = self.bound(oneply.sample)
        own, acts = np.zeros((2, game.most_legal), np.int32)
        room = (
            generator(asked.seed, 0), own, acts, self.setup.work(), visits, totals,
            np.zeros(self.setup.seats, np.int64), np.zeros((2, game.most_seats), np.int32),
        )  # fmt: skip
        sample(
            c, asked.hidden, s, asked.seat, 0, 0, game.longest, *room
        )  # compiled or loaded before the clock starts
        stop, done = self.budget.stop(asked.cancel), 0
        while done < self.budget.iterations and not stop():
            n = min(CHUNK, self.budget.iterations - done)
            sample(c, asked.hidden, s, asked.seat, done, n, game.longest, *room)
            done += n


def some_place(seed: int, n: int) -> int:
    """0 … n−1 by chance: the same again for the same seed."""
    with np.errstate(over="ignore"):
        return int(pick(generator(seed, 0)[1:], n))


def refuse_argument(bot: str, argument: str) -> str:
    """For bots that take none."""
    if argument:
        raise UnknownBot(f"'{bot}:{argument}' is no bot: {bot} takes nothing behind its name")
    return ""
