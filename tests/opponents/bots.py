"""The bots of version 0.2, with its levels, over today's records."""

from __future__ import annotations

import numpy as np

from gamut.bots import Bot, Choice, Decision, UnknownBot
from gamut.bots.bot import ActionEstimate, Budget, new_rng
from gamut.engine.chance import random_below
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.engine.verbs import WIN_VALUE
from tests.opponents import playouts, tree, verbs
from tests.opponents.frozen import freeze

CHUNK_ITERATIONS = 256
TREES = 4
MAX_NODES = 1 << 17  # of one tree


class Opponent(Bot):
    """A bot of version 0.2 by its name there, or by a level: `hard`, `greedy`, `search:50ms`."""

    def __init__(self, setup: Setup, argument: str = "hard") -> None:
        super().__init__(setup, argument, name=f"0.2:{argument}")
        self.frozen = freeze(setup.game.id)
        self.old_setup = self.frozen.open(setup)
        spec = self.frozen.knowledge.levels.get(argument, argument)
        self.kind, _, self.amount = spec.partition(":")
        if self.kind not in ("greedy", "weighted", "flat", "search"):
            raise UnknownBot(f"version 0.2 has no bot {argument!r}")

    def __reduce__(self) -> tuple[type[Opponent], tuple[Setup, str]]:
        return Opponent, (self.setup, self.name.removeprefix("0.2:"))

    def decide(self, decision: Decision) -> Choice:
        return {"greedy": self.choose_greedily, "weighted": self.draw, "flat": self.sample, "search": self.search}[
            self.kind
        ](decision)

    def weigh(self, decision: Decision) -> list[int]:
        """Return the guide's weights."""
        out, n = np.zeros(self.game.max_legal, np.int32), len(decision.legal)
        scratch = np.zeros(max(1, self.frozen.knowledge.scratch_size), np.int64)
        actions = np.array(decision.legal, np.int32)
        self.frozen.native(write_weights)(
            self.old_setup.constants, decision.hidden, decision.seat, actions, n, out, scratch
        )
        weights: list[int] = out[:n].tolist()
        return weights

    def choose_greedily(self, decision: Decision) -> Choice:
        weights = self.weigh(decision)
        heaviest = [a for a, weight in zip(decision.legal, weights, strict=True) if weight == max(weights)]
        with np.errstate(over="ignore"):
            return Choice(heaviest[random_below(new_rng(decision.seed, 0)[1:], len(heaviest))])

    def draw(self, decision: Decision) -> Choice:
        random = decision.random
        weights = [max(0, weight) for weight in self.weigh(decision)]
        if not any(weights) or random.randrange(100) < int(self.amount or 0):
            return Choice(random.choice(decision.legal))
        return Choice(random.choices(decision.legal, weights)[0])

    def sample(self, decision: Decision) -> Choice:
        """Flat Monte Carlo."""
        budget, done = Budget.parse("flat", self.amount), 0
        samples = playouts.FlatSamples(
            np.zeros(self.game.max_legal, np.int32), *np.zeros((2, len(decision.legal)), np.int64)
        )
        is_over = budget.start(decision.cancel)
        while done < budget.iterations and not is_over():
            n = min(CHUNK_ITERATIONS, budget.iterations - done)
            self.frozen.native(playouts.sample_actions)(
                self.old_setup.constants, decision.hidden, self.setup.new_states(), decision.seat, done, n,
                self.game.max_steps, new_rng(decision.seed, 0), samples, self._playout_buffers(),
            )  # fmt: skip
            done += n
        means = samples.totals / np.maximum(samples.visits, 1)
        return Choice(decision.legal[int(means.argmax())])

    def search(self, decision: Decision) -> Choice:
        """Information-set search with four trees in turn."""
        budget = Budget.parse("search", self.amount)
        trees = [Tree(self, budget, decision, number) for number in range(TREES)]
        trees[0].grow(0)  # compile or load it before the clock starts
        is_over, growing = budget.start(decision.cancel), list(trees)
        while growing and not is_over():
            for t in list(growing):
                if is_over():
                    break
                t.grow(CHUNK_ITERATIONS)
                if t.done == t.iterations:
                    growing.remove(t)
        counts = np.sum([t.root_counts() for t in trees], axis=0)
        return rank_actions(decision.legal, counts, self.frozen.knowledge.settings.rivals)

    def _playout_buffers(self) -> playouts.PlayoutBuffers:
        return playouts.new_playout_buffers(self.setup, max(1, self.frozen.knowledge.scratch_size))


def write_weights(c: object, s: object, seat: int, actions: object, n: int, out: object, scratch: object) -> None:
    verbs.guide(c[0], s[0], seat, actions, n, out, scratch)  # type: ignore[index]


def rank_actions(legal: list[int], counts: Array, rivals: int) -> Choice:
    """Choose the best value among the actions with at least 1/`rivals` of the most visits."""
    visits, totals = counts[legal, 0], counts[legal, 1]
    values = totals / np.maximum(visits, 1) / WIN_VALUE
    is_rival = visits * rivals >= visits.max()
    order = sorted(range(len(legal)), key=lambda k: (-values[k] if is_rival[k] else 1, -visits[k], legal[k]))
    return Choice(legal[order[0]], tuple(ActionEstimate(legal[k], int(visits[k]), float(values[k])) for k in order))


class Tree:
    """One tree, with the memory that its iterations need."""

    def __init__(self, bot: Opponent, budget: Budget, decision: Decision, number: int) -> None:
        setup = bot.setup
        self.iterations = (budget.iterations + TREES - 1 - number) // TREES
        self.done, self.size, self.action_count = 0, 1, setup.action_count
        self.nodes = np.zeros((min(self.iterations + 1, MAX_NODES), tree.FIELDS), np.int64)
        self._grow = bot.frozen.native(tree.grow_tree)
        self._states = bot.old_setup.constants, decision.hidden, setup.new_states()
        self._seat, self._settings = decision.seat, bot.frozen.knowledge.settings
        self._rng = new_rng(decision.seed, number)
        self._buffers = tree.new_search_buffers(setup, max(1, bot.frozen.knowledge.scratch_size))

    def grow(self, n: int) -> None:
        """Run `n` more iterations, or as many as the budget leaves."""
        n = min(n, self.iterations - self.done)
        self.size = self._grow(
            *self._states, self.nodes, self.size, self._seat, n, self._settings, self._rng, self._buffers
        )
        self.done += n

    def root_counts(self) -> Array:
        """Return visits and totals of the root's children, one row per action."""
        counts = np.zeros((self.action_count, 2), np.int64)
        child = self.nodes[0, tree.CHILD]
        while child:
            counts[self.nodes[child, tree.EDGE]] = self.nodes[child, [tree.VISITS, tree.TOTAL]]
            child = self.nodes[child, tree.NEXT]
        return counts
