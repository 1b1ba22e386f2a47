"""The searching bot: a fixed number of trees with fixed seeds, grown by any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple

import numpy as np

from gamut.bots import tree
from gamut.bots.bot import CHUNK, Bot, Budget, Cancel, Choice, Decision, generator, most_promising
from gamut.engine.game import SearchSettings, Setup
from gamut.engine.record import Array

TREES = 4  # a constant: the same move on any number of cores
MOST_NODES = 1 << 17  # of one tree, 7 MB


class Search(Bot):
    """Information-set Monte Carlo tree search."""

    def __init__(
        self, setup: Setup, argument: str, *, settings: SearchSettings | None = None, nodes: int = MOST_NODES
    ) -> None:
        super().__init__(setup, argument)
        self.budget, self.nodes = Budget.of("search", argument), nodes
        self.settings = settings or setup.game.search

    def decide(self, asked: Decision) -> Choice:
        """The best of what was looked at most."""
        trees = [Tree(self, asked.hidden, asked.seat, asked.seed, number) for number in range(TREES)]
        trees[0].grow(0)  # compiled or loaded before the clock starts
        stop = self.budget.stop(asked.cancel)
        if self.threads == 1:
            grow_trees(trees, stop)
        else:
            threads = min(self.threads, TREES)
            shares = [trees[k::threads] for k in range(threads)]
            with ThreadPoolExecutor(len(shares)) as pool:
                for done in [pool.submit(grow_trees, share, stop) for share in shares]:
                    done.result()
        counts = np.sum([x.counts() for x in trees], axis=0)
        return most_promising(asked.legal, counts[asked.legal, 0], counts[asked.legal, 1], self.settings.rivals)


def grow_trees(trees: Sequence[Tree], stop: Cancel) -> None:
    """Grow some trees in turn, a chunk each, until all are done or it is time to stop."""
    growing = list(trees)
    while growing:
        for x in list(growing):
            if stop():
                return
            x.grow(CHUNK)
            if x.done == x.iterations:
                growing.remove(x)


class Tree:
    """One tree with the room its growing needs."""

    def __init__(self, bot: Search, hidden: Array, seat: int, seed: int, number: int) -> None:
        game, setup = bot.game, bot.setup
        self.iterations = (bot.budget.iterations + TREES - 1 - number) // TREES
        self.done, self.size, self.actions = 0, 1, setup.actions
        self.nodes = np.zeros((min(self.iterations + 1, bot.nodes), tree.FIELDS), np.int64)
        self._grow = bot.bound(tree.grow)
        self._place = (setup.constants, hidden, setup.fresh(), self.nodes)
        self._seat = seat
        acts, edges, weights = np.zeros((3, game.most_legal), np.int32)
        self._room = (
            np.array(astuple(bot.settings), np.int64), generator(seed, number), acts, edges, weights,
            setup.work(), np.zeros(setup.actions + 1, np.int8), np.zeros(game.longest + 1, np.int32),
            np.zeros(setup.seats, np.int64), np.zeros((2, game.most_seats), np.int32),
        )  # fmt: skip

    def grow(self, n: int) -> None:
        """Some more iterations, as far as the budget goes."""
        n = min(n, self.iterations - self.done)
        self.size = self._grow(*self._place, self.size, self._seat, n, *self._room)
        self.done += n

    def counts(self) -> Array:
        """Visits and totals at the root, one row per action."""
        found = np.zeros((self.actions, 2), np.int64)
        child = self.nodes[0, tree.CHILD]
        while child:
            found[self.nodes[child, tree.EDGE]] = self.nodes[child, [tree.VISITS, tree.TOTAL]]
            child = self.nodes[child, tree.NEXT]
        return found
