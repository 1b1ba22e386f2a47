"""Search among what a seat can know: open-loop Monte Carlo tree search over redealt copies.

Each iteration chooses at the root, redeals the hidden copy, walks down the tree, adds one node and plays on.
The redeals are numbered by the visits of what was chosen: all moves meet the same ones, so that what differs
between them is less a matter of luck.

An edge is what the searching seat sees of an action. All secret steps of another seat in one phase are the one
edge UNSEEN, whatever and however many they were; the guide draws them, so that no later node knows what the seat
cannot know. The seats that act, and what they may do, can differ from redeal to redeal: a child carries its mover,
and counts how often it was available.

A tree is a grid of numbers with one node per row; row 0 is the root, and a full tree stops growing:

    CHILD    first child, 0: none          VISITS   iterations that went through
    NEXT     next sibling, 0: none         AVAIL    iterations in which it could be chosen
    EDGE     what is seen of the action    TOTAL    sum of the mover's shares of the victory
    MOVER    the seat that acts            PRIOR    the guide's share of weight, in parts of WHOLE
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.bots.playout import finish, heaviest, total_weight, weighted
from gamut.engine.chance import seed
from gamut.engine.play import first_seat
from gamut.engine.verbs import UNSEEN, WHOLE, actors, guide, legal, play, redeal, secret, seen

U = np.uint64
CHILD, NEXT, EDGE, MOVER, VISITS, AVAIL, TOTAL, PRIOR, FIELDS = range(9)
OPEN, HELD = 1, 2  # marks of an edge that can be taken now: without a child, with one
OUT = -2  # a weight that is never the heaviest


def grow(
    c: Any, root: Any, s: Any, tree: Any, size: int, me: int, n: int, settings: Any, r: Any,
    acts: Any, edges: Any, weights: Any, work: Any, marks: Any, path: Any, rewards: Any, standing: Any,
) -> int:  # fmt: skip
    """Some more iterations of a tree that has `size` nodes; returns its new size.

    `settings`: exploration and trust in the guide in thousandths, widening, sharpness and depth of playouts.
    """
    for _ in range(n):
        s[0] = root[0]
        node, depth, seat, grown, mask = 0, 0, me, False, 1
        while mask != 0 and not grown:
            many = legal(c[0], s[0], seat, acts)
            distinct = mark(c[0], s[0], me, seat, acts, many, edges, marks)
            held, child = best(tree, node, seat, marks, settings[0], settings[1])
            room = size < len(tree) and held * held < settings[2] * (1 + tree[node, VISITS])
            if held < distinct and (room or (held == 0 and size < len(tree))):
                guide(c[0], s[0], seat, acts, many, weights, work)
                whole = total_weight(weights, many)
                k = untried(r, edges, weights, marks, many)
                child = add(tree, node, size, seat, edges[k], weights[k] * WHOLE // whole)
                size += 1
                grown = True
            for k in range(many):
                marks[edges[k] + 1] = 0
            if child == 0:  # the tree is full and knows nothing here
                break
            if depth == 0:
                seed(r, r[1], U(tree[child, VISITS]))
                redeal(c[0], s[0], me, r)
            if tree[child, EDGE] == UNSEEN:
                play_unseen(c[0], s[0], me, seat, r, acts, edges, weights, work)
            else:
                play(c[0], s[0], seat, tree[child, EDGE])
            depth += 1
            path[depth] = node = child
            mask = actors(c[0], s[0])
            if mask != 0:
                seat = first_seat(mask)
        finish(c[0], s[0], r, acts, weights, work, settings[3], settings[4], rewards, standing)
        tree[0, VISITS] += 1
        for k in range(1, depth + 1):
            node = path[k]
            tree[node, VISITS] += 1
            tree[node, TOTAL] += rewards[tree[node, MOVER]]
    return size


def mark(c: Any, s: Any, me: int, seat: int, acts: Any, many: int, edges: Any, marks: Any) -> int:
    """Name the edges of the legal actions and mark them as open; returns how many differ."""
    distinct = 0
    for k in range(many):
        edge = acts[k] if seat == me else seen(c, s, me, seat, acts[k])
        edges[k] = edge
        if marks[edge + 1] == 0:
            marks[edge + 1] = OPEN
            distinct += 1
    return distinct


def best(tree: Any, node: int, seat: int, marks: Any, exploration: int, trust: int) -> tuple[int, int]:
    """How many children can be chosen now, and the most promising one (0: none)."""
    held, chosen, most = 0, 0, -1.0
    child = tree[node, CHILD]
    while child != 0:
        edge = tree[child, EDGE]
        if tree[child, MOVER] == seat and marks[edge + 1] != 0:
            marks[edge + 1] = HELD
            held += 1
            tree[child, AVAIL] += 1
            visits = tree[child, VISITS]
            avail, prior = tree[child, AVAIL], tree[child, PRIOR] / WHOLE
            bonus = exploration / 1000 * np.sqrt(np.log(avail) / visits)
            bonus += trust / 1000 * prior * np.sqrt(avail) / (1 + visits)
            score = tree[child, TOTAL] / (visits * WHOLE) + bonus
            if score > most:
                most, chosen = score, child
        child = tree[child, NEXT]
    return held, chosen


def add(tree: Any, node: int, child: int, seat: int, edge: int, prior: int) -> int:
    """Hang a new child in front of its siblings."""
    tree[child, EDGE] = edge
    tree[child, MOVER] = seat
    tree[child, AVAIL] = 1
    tree[child, PRIOR] = prior
    tree[child, NEXT] = tree[node, CHILD]
    tree[node, CHILD] = child
    return child


def untried(r: Any, edges: Any, weights: Any, marks: Any, many: int) -> int:
    """The action of greatest weight among those without a child; the others lose their weight."""
    for k in range(many):
        if marks[edges[k] + 1] != OPEN:
            weights[k] = OUT
    return heaviest(r, weights, many)


def play_unseen(c: Any, s: Any, me: int, seat: int, r: Any, acts: Any, edges: Any, weights: Any, work: Any) -> None:
    """All secret steps of a seat in this phase, each drawn by the guide among those that are not seen."""
    phase, mask = secret(c, s), 1 << seat
    while (mask >> seat) & 1:
        many, hidden = legal(c, s, seat, acts), 0
        for k in range(many):
            edges[k] = seen(c, s, me, seat, acts[k])
            hidden += 1 if edges[k] == UNSEEN else 0
        if hidden == 0:
            return
        guide(c, s, seat, acts, many, weights, work)
        for k in range(many):
            if edges[k] != UNSEEN:
                weights[k] = 0
        play(c, s, seat, acts[weighted(r, weights, many)])
        if secret(c, s) != phase:
            return
        mask = actors(c, s)
