"""A search with a learned network: `network-search:NAME` looks ahead where `network:NAME` only judges.

What the seat cannot know is redealt several times; in each redeal a tree is grown, led by the network's policy and
judged by its chances to win, and the visits of all trees are added up. Each tree thinks that the others see what it
sees, as determinised searches do. The network itself is always asked from a hidden copy, so it never knows more
than the seat that acts. One leaf of every tree is judged at the same time: the network is asked once for all trees.

    GAMUT_POLICIES=policies gamut simulate mixx --bots network-search:ada,greedy --games 200
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from network_bot import find_policy, list_policies, softmax

from gamut import Bot, Choice, Decision, Setup
from gamut.bots import Figure
from gamut.engine.record import Array, copy_states
from gamut.envs import look

TREES = 16  # redeals
VISITS = 48  # of each tree
EAGER = 1.5  # to try what the policy likes and was seldom tried


@dataclass(eq=False)
class Node:
    """A position in one redeal."""

    state: Array
    seat: int  # who acts; −1: the game is over
    shares: Array  # every seat's chance to win, as far as it is known here
    acts: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    prior: Array = field(default_factory=lambda: np.zeros(0))
    visits: Array = field(default_factory=lambda: np.zeros(0))
    totals: Array = field(default_factory=lambda: np.zeros(0))
    children: dict[int, Node] = field(default_factory=dict)

    def choose(self) -> int:
        """The place of the action to try: what has done well, and what the policy likes and was seldom tried."""
        tried = np.maximum(self.visits, 1)
        worth = np.where(self.visits > 0, self.totals / tried, self.shares[self.seat])
        return int(np.argmax(worth + EAGER * self.prior * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)))


class NetworkSearch(Bot):
    """Trees over redeals, led by a network."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument, name=f"network-search:{argument}" if argument else "network-search")
        self.policy = find_policy(setup, argument)

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """The policies that lie there; those of other games cannot be made, and so are not offered."""
        return list_policies()

    def decide(self, asked: Decision) -> Choice:
        """What was visited most."""
        roots = [self._node(asked.redeal(number)) for number in range(TREES)]
        self._judge(roots)
        for _ in range(VISITS):
            if asked.cancel():
                break
            paths = [self._descend(root) for root in roots]
            self._judge([leaf for _, leaf in paths if leaf.seat >= 0 and not len(leaf.acts)])
            for path, leaf in paths:
                for node, k in path:
                    node.visits[k] += 1
                    node.totals[k] += leaf.shares[node.seat]
        visits, totals = (np.sum([getattr(root, x) for root in roots], axis=0) for x in ("visits", "totals"))
        order = sorted(range(len(asked.legal)), key=lambda k: (-visits[k], k))
        figures = tuple(Figure(asked.legal[k], int(visits[k]), float(totals[k] / max(visits[k], 1))) for k in order)
        return Choice(figures[0].action, figures)

    def _node(self, state: Array) -> Node:
        """A position that is not judged yet, or a game that is over."""
        c, n = self.setup.constants, self.setup.seats
        mask = int(self.rules.actors(c, state, 0))
        if mask:
            return Node(state, (mask & -mask).bit_length() - 1, np.zeros(n))
        scores, ranks = np.zeros((2, self.game.most_seats), np.int32)
        self.rules.result(c, state, 0, scores, ranks)
        won = (ranks[:n] == 1).astype(float)
        return Node(state, -1, won / max(won.sum(), 1))

    def _descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node]:
        """Go down to a position that is new, or to an end."""
        path, node = [], root
        while node.seat >= 0 and len(node.acts):
            k = node.choose()
            path.append((node, k))
            if k not in node.children:
                state = copy_states(node.state)
                self.rules.play(self.setup.constants, state, 0, node.seat, int(node.acts[k]))
                node.children[k] = self._node(state)
            node = node.children[k]
        return path, node

    def _judge(self, nodes: list[Node]) -> None:
        """Ask the network about several positions at once, each as its own seat knows it."""
        if not nodes:
            return
        seats = np.array([node.seat for node in nodes])
        observation, mask = look(self.setup, np.concatenate([node.state for node in nodes]), seats)
        weights, outcome = self.policy(observation)
        chances = softmax(outcome)
        for node, row, legal, chance in zip(nodes, weights, mask, chances, strict=True):
            node.acts = np.flatnonzero(legal)
            node.prior = softmax(row[node.acts])
            node.visits, node.totals = np.zeros((2, len(node.acts)))
            node.shares = np.roll(chance[:-1].astype(float), node.seat)
