"""Information-set search: open-loop Monte Carlo tree search over redealt copies.

Each iteration chooses an action at the root, redeals the hidden copy, walks down the tree, adds one node and evaluates
it: by the game's network, or by a playout. The redeals are numbered by the visits of the chosen action: all actions
meet the same ones, so that luck explains less of the difference between them.

An edge is what the searching seat sees of an action. All secret steps of another seat in one phase are a single edge
UNSEEN, whatever and however many they are; the weights draw them, so that no later node depends on what the seat
cannot know. The seats that act, and their legal actions, can differ between redeals: a node stores its mover, and
counts how often it was available. Every node on the way learns the share of its own mover.

A tree is an array with one node per row; row 0 is the root, and a full tree stops growing:

    CHILD    first child, 0: none          VISITS   iterations that went through
    NEXT     next sibling, 0: none         AVAIL    iterations in which it could be chosen
    EDGE     what is seen of the action    TOTAL    sum of the mover's rewards
    MOVER    the seat that acts            PRIOR    its share of the weight, in parts of WIN_VALUE
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamut.bots.evaluators import EvaluatorBuffers, new_evaluator_buffers
from gamut.bots.playouts import draw_weighted, pick_heaviest, sum_weights
from gamut.engine import verbs
from gamut.engine.bind import slot
from gamut.engine.chance import seed_rng
from gamut.engine.game import SearchSettings, Setup
from gamut.engine.random_play import first_seat
from gamut.engine.record import Array
from gamut.engine.verbs import UNSEEN, WIN_VALUE

U = np.uint64
CHILD, NEXT, EDGE, MOVER, VISITS, AVAIL, TOTAL, PRIOR, FIELDS = range(9)
UNTRIED, TRIED = 1, 2  # marks of an edge that can be chosen now: without a child, with one
EXCLUDED = -2  # a weight that is never the heaviest


class SearchBuffers(NamedTuple):
    """Memory that an iteration overwrites."""

    evaluator: EvaluatorBuffers
    edges: Array  # int32 [max_legal]: by legal action
    marks: Array  # int8 [actions + 1]: by edge + 1; 0 between iterations
    path: Array  # int32 [max_steps + 1]: the nodes on the way down


def new_search_buffers(setup: Setup) -> SearchBuffers:
    return SearchBuffers(
        new_evaluator_buffers(setup),
        np.zeros(setup.game.max_legal, np.int32),
        np.zeros(setup.action_count + 1, np.int8),
        np.zeros(setup.game.max_steps + 1, np.int32),
    )


@slot
def weigh_actions(c: Any, s: Any, seat: int, n: int, buffers: EvaluatorBuffers) -> None:
    """Write an integer weight of at least 1 for each of the seat's `n` legal actions."""


@slot
def evaluate(c: Any, s: Any, mover: int, rng: Any, settings: SearchSettings, buffers: EvaluatorBuffers) -> None:
    """Write every seat's share of the win after an action of `mover` to the rewards; the state may be played on."""


def grow_tree(
    c: Any, hidden: Any, s: Any, tree: Any, size: int, me: int, n: int, settings: SearchSettings, rng: Any,
    buffers: SearchBuffers,
) -> int:  # fmt: skip
    """Run `n` iterations for the seat `me` on a tree of `size` nodes; return its new size.

    `s` is memory for one state.
    """
    playout, edges, path = buffers.evaluator.playout, buffers.edges, buffers.path
    actions, weights = playout.actions, playout.weights
    for _ in range(n):
        s[0] = hidden[0]
        node, depth, seat, mover, grown, mask = 0, 0, me, me, False, 1
        while mask != 0 and not grown:
            n_legal = verbs.legal(c[0], s[0], seat, actions)
            n_edges = mark_edges(c[0], s[0], me, seat, n_legal, buffers)
            n_tried, child = select_child(tree, node, seat, buffers.marks, settings)
            may_widen = size < len(tree) and n_tried * n_tried < settings.widening * (1 + tree[node, VISITS])
            if n_tried < n_edges and (may_widen or (n_tried == 0 and size < len(tree))):
                weigh_actions(c[0], s[0], seat, n_legal, buffers.evaluator)
                total = sum_weights(weights, n_legal)
                k = pick_untried(rng, n_legal, buffers)
                child = add_child(tree, node, size, seat, edges[k], weights[k] * WIN_VALUE // total)
                size += 1
                grown = True
            for k in range(n_legal):
                buffers.marks[edges[k] + 1] = 0
            if child == 0:  # the tree is full, and none of its edges can be chosen here
                break
            if depth == 0:
                seed_rng(rng, rng[1], U(tree[child, VISITS]))
                verbs.redeal(c[0], s[0], me, rng)
            if tree[child, EDGE] == UNSEEN:
                play_unseen(c[0], s[0], me, seat, rng, buffers)
            else:
                verbs.play(c[0], s[0], seat, tree[child, EDGE])
            depth += 1
            path[depth] = node = child
            mover = seat
            mask = verbs.actors(c[0], s[0])
            if mask != 0:
                seat = first_seat(mask)
        evaluate(c[0], s[0], mover, rng, settings, buffers.evaluator)
        tree[0, VISITS] += 1
        for k in range(1, depth + 1):
            node = path[k]
            tree[node, VISITS] += 1
            tree[node, TOTAL] += playout.rewards[tree[node, MOVER]]
    return size


def mark_edges(c: Any, s: Any, me: int, seat: int, n_legal: int, buffers: SearchBuffers) -> int:
    """Write the edges of the legal actions and mark them as untried; return how many different ones there are."""
    actions, edges, marks = buffers.evaluator.playout.actions, buffers.edges, buffers.marks
    n_edges = 0
    for k in range(n_legal):
        edge = actions[k] if seat == me else verbs.visible_action(c, s, me, seat, actions[k])
        edges[k] = edge
        if marks[edge + 1] == 0:
            marks[edge + 1] = UNTRIED
            n_edges += 1
    return n_edges


def select_child(tree: Any, node: int, seat: int, marks: Any, settings: SearchSettings) -> tuple[int, int]:
    """Return the number of children that can be chosen now, and the most promising one (0: none)."""
    n_tried, selected, best_score = 0, 0, -1.0
    child = tree[node, CHILD]
    while child != 0:
        edge = tree[child, EDGE]
        if tree[child, MOVER] == seat and marks[edge + 1] != 0:
            marks[edge + 1] = TRIED
            n_tried += 1
            tree[child, AVAIL] += 1
            visits = tree[child, VISITS]
            avail, prior = tree[child, AVAIL], tree[child, PRIOR] / WIN_VALUE
            bonus = settings.exploration / 1000 * np.sqrt(np.log(avail) / visits)
            bonus += settings.trust / 1000 * prior * np.sqrt(avail) / (1 + visits)
            score = tree[child, TOTAL] / (visits * WIN_VALUE) + bonus
            if score > best_score:
                best_score, selected = score, child
        child = tree[child, NEXT]
    return n_tried, selected


def add_child(tree: Any, node: int, child: int, seat: int, edge: int, prior: int) -> int:
    """Add row `child` as the first child of a node."""
    tree[child, EDGE] = edge
    tree[child, MOVER] = seat
    tree[child, AVAIL] = 1
    tree[child, PRIOR] = prior
    tree[child, NEXT] = tree[node, CHILD]
    tree[node, CHILD] = child
    return child


def pick_untried(rng: Any, n_legal: int, buffers: SearchBuffers) -> int:
    """Return the index of the heaviest action whose edge has no child; the others lose their weight."""
    weights = buffers.evaluator.playout.weights
    for k in range(n_legal):
        if buffers.marks[buffers.edges[k] + 1] != UNTRIED:
            weights[k] = EXCLUDED
    return pick_heaviest(rng, weights, n_legal)


def play_unseen(c: Any, s: Any, me: int, seat: int, rng: Any, buffers: SearchBuffers) -> None:
    """Play all secret steps of another seat in this phase, each drawn by weight among those `me` does not see."""
    actions, weights, edges = buffers.evaluator.playout.actions, buffers.evaluator.playout.weights, buffers.edges
    phase, mask = verbs.secret_phase(c, s), 1 << seat
    while (mask >> seat) & 1:
        n_legal, n_unseen = verbs.legal(c, s, seat, actions), 0
        for k in range(n_legal):
            edges[k] = verbs.visible_action(c, s, me, seat, actions[k])
            n_unseen += 1 if edges[k] == UNSEEN else 0
        if n_unseen == 0:
            return
        weigh_actions(c, s, seat, n_legal, buffers.evaluator)
        for k in range(n_legal):
            if edges[k] != UNSEEN:
                weights[k] = 0
        verbs.play(c, s, seat, actions[draw_weighted(rng, weights, n_legal)])
        if verbs.secret_phase(c, s) != phase:
            return
        mask = verbs.actors(c, s)
