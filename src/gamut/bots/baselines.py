"""Bots without a tree: random, greedy, policy, weighted and flat."""

from __future__ import annotations

import re

import numpy as np

from gamut.bots import playouts
from gamut.bots.bot import CHUNK_ITERATIONS, Bot, Budget, Choice, Decision, UnknownBot, estimate_action, new_rng
from gamut.bots.playouts import FlatSamples
from gamut.engine.chance import random_below
from gamut.engine.game import Setup


class Random(Bot):
    """Plays any legal action."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, refuse_argument("random", argument))

    def decide(self, decision: Decision) -> int:
        return decision.legal[draw_index(decision.seed, len(decision.legal))]


class Greedy(Bot):
    """Plays the guide's heaviest action, or the policy's in a game without a guide; ties are broken at random."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, refuse_argument("greedy", argument))

    def decide(self, decision: Decision) -> int:
        weights = decision.weights()
        greatest = max(weights)
        heaviest = [action for action, weight in zip(decision.legal, weights, strict=True) if weight == greatest]
        return heaviest[draw_index(decision.seed, len(heaviest))]


class Policy(Bot):
    """Draws an action by the network's policy, or the guide's weights, at a temperature in percent.

    Above 100 it makes more mistakes, the small ones first; below, fewer.
    """

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument)
        if argument and not re.fullmatch(r"[1-9][0-9]{0,3}", argument):
            raise UnknownBot(f"invalid bot 'policy:{argument}'; add a temperature in percent, as in policy:150")
        self.heat = int(argument or 100)

    def decide(self, decision: Decision) -> int:
        return decision.random.choices(decision.legal, decision.policy(self.heat))[0]


class Weighted(Bot):
    """Draws an action by its weight; with an argument, that percentage of actions is uniformly random."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument)
        if argument and not (
            argument.isascii() and argument.isdecimal() and len(argument) < 4 and int(argument) <= 100
        ):
            raise UnknownBot(
                f"invalid bot 'weighted:{argument}'; add the percentage of random actions, as in weighted:10"
            )
        self.random_percentage = int(argument or 0)

    def decide(self, decision: Decision) -> int:
        random = decision.random
        weights = [max(0, weight) for weight in decision.weights()]
        if not any(weights) or random.randrange(100) < self.random_percentage:
            return random.choice(decision.legal)
        return random.choices(decision.legal, weights)[0]


class Flat(Bot):
    """Flat Monte Carlo: one action ahead, then uniformly random playouts. The yardstick, never tuned."""

    def __init__(self, setup: Setup, argument: str) -> None:
        super().__init__(setup, argument)
        self.budget = Budget.parse("flat", argument)

    def decide(self, decision: Decision) -> Choice:
        _, visits, totals = self._sample(decision)
        samples = zip(decision.legal, visits.tolist(), totals.tolist(), strict=True)
        estimates = [estimate_action(a, [n], [total]) for a, n, total in samples]
        estimates.sort(key=lambda e: (-e.value, e.action))
        return Choice(estimates[0].action, tuple(estimates))

    def _sample(self, decision: Decision) -> FlatSamples:
        setup, max_steps, n_legal = self.setup, self.game.max_steps, len(decision.legal)
        sample_actions = self.bind(playouts.sample_actions)
        samples = FlatSamples(np.zeros(self.game.max_legal, np.int32), *np.zeros((2, n_legal), np.int64))
        states = setup.constants, decision.hidden, setup.new_states()
        memory = new_rng(decision.seed, 0), samples, playouts.new_playout_buffers(setup)
        sample_actions(*states, decision.seat, 0, 0, max_steps, *memory)  # compile or load before the clock starts
        is_over, done = self.budget.start(decision.cancel), 0
        while done < self.budget.iterations and not is_over():
            n = min(CHUNK_ITERATIONS, self.budget.iterations - done)
            sample_actions(*states, decision.seat, done, n, max_steps, *memory)
            done += n
        return samples


def draw_index(seed: int, n: int) -> int:
    """Return a random integer from 0 to n−1, the same for the same seed."""
    with np.errstate(over="ignore"):
        return int(random_below(new_rng(seed, 0)[1:], n))


def refuse_argument(bot: str, argument: str) -> str:
    """Raise UnknownBot if there is an argument."""
    if argument:
        raise UnknownBot(f"invalid bot '{bot}:{argument}'; {bot} takes no argument")
    return ""
