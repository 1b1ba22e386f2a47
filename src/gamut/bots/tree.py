"""Search among what a seat can know: open-loop Monte Carlo tree search over redealt copies.

Each iteration chooses at the root, redeals the hidden copy, walks down the tree, adds one node and plays on.
The redeals are numbered by the visits of what was chosen: all moves meet the same ones, so that what differs
between them is less a matter of luck.

An edge is what the searching seat sees of an action. Another seat's secret choice is the one edge UNSEEN,
whatever it was; the guide draws it, so that no later node knows what the seat cannot know. The seats that
act, and what they may do, can differ from redeal to redeal: a child carries its mover, and counts how often
it was available.

A tree is a grid of numbers, a node a row; row 0 is the root, and a full tree stops growing:

    CHILD    first child, 0: none          VISITS   iterations that went through
    NEXT     next sibling, 0: none         AVAIL    iterations in which it could be chosen
    EDGE     what is seen of the action    TOTAL    sum of the mover's shares of the victory
    MOVER    the seat that acts            PRIOR    the guide's share of weight, in parts of WHOLE
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.bots.playout import finish, weighted
from gamut.engine.chance import pick, seed
from gamut.engine.game import UNSEEN, WHOLE
from gamut.engine.play import first_seat

SLOTS = ("actors", "legal", "play", "redeal", "seen", "guide")
if TYPE_CHECKING:
    from gamut.engine.slots import actors, guide, legal, play, redeal, seen

U = np.uint64
CHILD, NEXT, EDGE, MOVER, VISITS, AVAIL, TOTAL, PRIOR, FIELDS = range(9)
OPEN, HELD = 1, 2  # marks of an edge that can be taken now: without a child, with one


def grow(
    t: Any, root: Any, s: Any, tree: Any, size: int, me: int, n: int, settings: Any, r: Any,
    acts: Any, edges: Any, weights: Any, marks: Any, path: Any, rewards: Any, standing: Any,
) -> int:  # fmt: skip
    """Some more iterations of a tree that has `size` nodes; returns its new size.

    `settings`: exploration and trust in the guide in thousandths, widening, sharpness and depth of playouts.
    """
    for _ in range(n):
        s[0] = root[0]
        node, depth, seat, grown, mask = 0, 0, me, False, 1
        while mask != 0 and not grown:
            many = legal(t[0], s[0], seat, acts)
            distinct = mark(t[0], s[0], me, seat, acts, many, edges, marks)
            held, child = best(tree, node, seat, marks, settings[0], settings[1])
            room = size < len(tree) and held * held < settings[2] * (1 + tree[node, VISITS])
            if held < distinct and (room or (held == 0 and size < len(tree))):
                guide(t[0], s[0], seat, acts, many, weights)
                k = untried(r, edges, weights, marks, many)
                child = add(tree, node, size, seat, edges[k], share_of(weights, k, many))
                size += 1
                grown = True
            for k in range(many):
                marks[edges[k] + 1] = 0
            if child == 0:  # the tree is full and knows nothing here
                break
            if depth == 0:
                seed(r, r[1], U(tree[child, VISITS]))
                redeal(t[0], s[0], me, r)
            a = tree[child, EDGE]
            if a == UNSEEN:
                guide(t[0], s[0], seat, acts, many, weights)
                a = acts[unseen(r, edges, weights, many)]
            play(t[0], s[0], seat, a)
            depth += 1
            path[depth] = node = child
            mask = actors(t[0], s[0])
            if mask != 0:
                seat = first_seat(mask)
        finish(t[0], s[0], r, acts, weights, settings[3], settings[4], rewards, standing)
        tree[0, VISITS] += 1
        for k in range(1, depth + 1):
            node = path[k]
            tree[node, VISITS] += 1
            tree[node, TOTAL] += rewards[tree[node, MOVER]]
    return size


def mark(t: Any, s: Any, me: int, seat: int, acts: Any, many: int, edges: Any, marks: Any) -> int:
    """Name the edges of the legal actions and mark them as open; returns how many differ."""
    distinct = 0
    for k in range(many):
        edge = acts[k] if seat == me else seen(t, s, me, seat, acts[k])
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
    """The action of greatest weight among those without a child; chance decides between equals."""
    chosen, most, equal = 0, -1, 1
    for k in range(many):
        if marks[edges[k] + 1] == OPEN:
            if weights[k] > most:
                chosen, most, equal = k, weights[k], 1
            elif weights[k] == most:
                equal += 1
                if pick(r, equal) == 0:
                    chosen = k
    return chosen


def share_of(weights: Any, k: int, many: int) -> int:
    """A weight's part of all, in parts of WHOLE."""
    total = 0
    for i in range(many):
        total += weights[i]
    share: int = weights[k] * WHOLE // total
    return share


def unseen(r: Any, edges: Any, weights: Any, many: int) -> int:
    """One of the secret choices, drawn by the guide."""
    for k in range(many):
        if edges[k] != UNSEEN:
            weights[k] = 0
    return weighted(r, weights, many)
