"""A search with a trained network: `network-search:NAME` looks ahead, `network:NAME` does not.

It redeals what the seat cannot know several times, grows a tree in each redeal, guided by the network's policy and win
probabilities, and adds up the visits of all trees. As in all determinised searches, each tree assumes that the others
see what it sees. The network itself reads only hidden copies, so it never knows more than the acting seat. One leaf of
every tree is evaluated in the same call of the network.

    GAMUT_POLICIES=policies gamut simulate mixx --bots network-search:ada,greedy --games 200
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from network_bot import find_policy, list_policies, softmax

from gamut import Bot, Choice, Decision, Setup
from gamut.bots import ActionEstimate
from gamut.engine.record import Array, copy_states
from gamut.envs import observe

TREES = 16  # redeals
VISITS = 48  # of each tree
EXPLORATION = 1.5  # weight of actions that the policy prefers and that were rarely tried


@dataclass(eq=False)
class Node:
    """A position in one redeal."""

    state: Array
    seat: int  # the acting seat; −1: the game is over
    win_shares: Array  # every seat's expected share of the win
    actions: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    prior: Array = field(default_factory=lambda: np.zeros(0))
    visits: Array = field(default_factory=lambda: np.zeros(0))
    totals: Array = field(default_factory=lambda: np.zeros(0))
    children: dict[int, Node] = field(default_factory=dict)

    def choose(self) -> int:
        """Return the index of the action to try, by its mean result, the policy and the visits (PUCT)."""
        means = np.where(self.visits > 0, self.totals / np.maximum(self.visits, 1), self.win_shares[self.seat])
        return int(np.argmax(means + EXPLORATION * self.prior * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)))


class NetworkSearch(Bot):
    """Trees over redeals, guided by a network."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument, name=f"network-search:{argument}" if argument else "network-search")
        self.policy = find_policy(setup, argument)

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """Return the names of all policies; those for other setups are not offered, since creating the bot fails."""
        return list_policies()

    def decide(self, decision: Decision) -> Choice:
        roots = [self._make_node(decision.redeal(number)) for number in range(TREES)]
        self._evaluate(roots)
        for _ in range(VISITS):
            if decision.cancel():
                break
            paths = [self._descend(root) for root in roots]
            self._evaluate([leaf for _, leaf in paths if leaf.seat >= 0 and not len(leaf.actions)])
            for path, leaf in paths:
                for node, k in path:
                    node.visits[k] += 1
                    node.totals[k] += leaf.win_shares[node.seat]
        visits, totals = (np.sum([getattr(root, x) for root in roots], axis=0) for x in ("visits", "totals"))
        order = sorted(range(len(decision.legal)), key=lambda k: (-visits[k], k))
        estimates = tuple(
            ActionEstimate(decision.legal[k], int(visits[k]), float(totals[k] / max(visits[k], 1))) for k in order
        )
        return Choice(estimates[0].action, estimates)

    def _make_node(self, state: Array) -> Node:
        """Return a position that is not evaluated yet, or a game that is over."""
        c, n = self.setup.constants, self.setup.seats
        mask = int(self.verbs.actors(c, state, 0))
        if mask:
            return Node(state, (mask & -mask).bit_length() - 1, np.zeros(n))
        scores, ranks = np.zeros((2, self.game.max_seats), np.int32)
        self.verbs.result(c, state, 0, scores, ranks)
        won = (ranks[:n] == 1).astype(float)
        return Node(state, -1, won / max(won.sum(), 1))

    def _descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node]:
        """Return the path to a new position or to an end, and that position."""
        path, node = [], root
        while node.seat >= 0 and len(node.actions):
            k = node.choose()
            path.append((node, k))
            if k not in node.children:
                state = copy_states(node.state)
                self.verbs.play(self.setup.constants, state, 0, node.seat, int(node.actions[k]))
                node.children[k] = self._make_node(state)
            node = node.children[k]
        return path, node

    def _evaluate(self, nodes: list[Node]) -> None:
        """Evaluate several positions at once, each as its own seat knows it."""
        if not nodes:
            return
        seats = np.array([node.seat for node in nodes])
        observation, mask = observe(self.setup, np.concatenate([node.state for node in nodes]), seats)
        weights, outcome = self.policy(observation)
        for node, row, legal, chances in zip(nodes, weights, mask, softmax(outcome), strict=True):
            node.actions = np.flatnonzero(legal)
            node.prior = softmax(row[node.actions])
            node.visits, node.totals = np.zeros((2, len(node.actions)))
            node.win_shares = np.roll(chances[:-1].astype(float), node.seat)
