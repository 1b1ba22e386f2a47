"""The searching bot: a fixed number of trees with fixed seeds, grown by any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from gamut.bots import tree
from gamut.bots.bot import (
    CHUNK_ITERATIONS,
    Bot,
    Budget,
    Cancel,
    Choice,
    Decision,
    estimate_action,
    new_rng,
    rank_actions,
)
from gamut.bots.evaluators import find_evaluators, find_settings
from gamut.engine.game import SearchSettings, Setup
from gamut.engine.record import Array

TREES = 4  # a constant, so that the move is the same on any number of cores
MAX_NODES = 1 << 17  # of one tree, 7 MB


class Search(Bot):
    """Information-set Monte Carlo tree search."""

    def __init__(
        self, setup: Setup, argument: str, *, settings: SearchSettings | None = None, max_nodes: int = MAX_NODES
    ) -> None:
        super().__init__(setup, argument)
        self.budget, self.max_nodes = Budget.parse("search", argument), max_nodes
        self.settings = settings or find_settings(setup)

    def decide(self, decision: Decision) -> Choice:
        trees = [Tree(self, decision.hidden, decision.seat, decision.seed, number) for number in range(TREES)]
        trees[0].grow(0)  # compile or load it before the clock starts
        is_over = self.budget.start(decision.cancel)
        if self.threads == 1:
            grow_trees(trees, is_over)
        else:
            threads = min(self.threads, TREES)
            shares = [trees[k::threads] for k in range(threads)]
            with ThreadPoolExecutor(len(shares)) as pool:
                for job in [pool.submit(grow_trees, share, is_over) for share in shares]:
                    job.result()
        counts = np.array([t.root_counts() for t in trees])
        estimates = [estimate_action(a, counts[:, a, 0].tolist(), counts[:, a, 1].tolist()) for a in decision.legal]
        return rank_actions(estimates, self.settings.rivals)


def grow_trees(trees: Sequence[Tree], is_over: Cancel) -> None:
    """Grow trees in turn, a chunk each, until all are complete or the budget is used up."""
    growing = list(trees)
    while growing:
        for t in list(growing):
            if is_over():
                return
            t.grow(CHUNK_ITERATIONS)
            if t.done == t.iterations:
                growing.remove(t)


class Tree:
    """One tree, with the memory that its iterations need."""

    def __init__(self, bot: Search, hidden: Array, seat: int, seed: int, number: int) -> None:
        setup = bot.setup
        self.iterations = (bot.budget.iterations + TREES - 1 - number) // TREES
        self.done, self.size, self.action_count = 0, 1, setup.action_count
        self.nodes = np.zeros((min(self.iterations + 1, bot.max_nodes), tree.FIELDS), np.int64)
        self._grow = bot.bind(tree.grow_tree, **find_evaluators(setup))
        self._states = setup.constants, hidden, setup.new_states()
        self._seat, self._settings = seat, bot.settings
        self._rng, self._buffers = new_rng(seed, number), tree.new_search_buffers(setup)

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
