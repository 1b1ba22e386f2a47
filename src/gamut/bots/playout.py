"""Playing a game on to its end, by the guide or at random: what every bot that samples shares."""

from __future__ import annotations

from typing import Any

from gamut.engine.chance import pick
from gamut.engine.play import first_seat
from gamut.engine.verbs import WHOLE, actors, guide, legal, play, result, settled, value


def finish(
    c: Any, s: Any, r: Any, acts: Any, weights: Any, work: Any, sharp: int, depth: int, rewards: Any, standing: Any
) -> None:
    """Play on by the guide, or at random for a `sharp` below 0; then every seat's share of the victory.

    A guided step is with `sharp` % what the guide weighs most, else drawn by the weights. At the settled
    position number `depth` the game's own evaluation stands in for the rest.
    """
    mask = actors(c, s)
    while mask != 0 and depth > 0:
        take_step(c, s, first_seat(mask), r, acts, weights, work, sharp)
        mask = actors(c, s)
        if settled(c, s):
            depth -= 1
    if mask == 0:
        share_victory(c, s, rewards, standing)
    else:
        value(c, s, rewards, work)


def take_step(c: Any, s: Any, seat: int, r: Any, acts: Any, weights: Any, work: Any, sharp: int) -> None:
    """The seat acts: at random for a `sharp` below 0, else by the guide."""
    n = legal(c, s, seat, acts)
    k = 0
    if sharp < 0:
        k = pick(r, n)
    elif n > 1:
        guide(c, s, seat, acts, n, weights, work)
        k = heaviest(r, weights, n) if pick(r, 100) < sharp else weighted(r, weights, n)
    play(c, s, seat, acts[k])


def heaviest(r: Any, weights: Any, n: int) -> int:
    """The place of the greatest weight; chance decides between equals."""
    chosen, most, equal = 0, -1, 1
    for k in range(n):
        if weights[k] > most:
            chosen, most, equal = k, weights[k], 1
        elif weights[k] == most:
            equal += 1
            if pick(r, equal) == 0:
                chosen = k
    return chosen


def total_weight(weights: Any, n: int) -> int:
    """The sum of the first `n` weights."""
    total = 0
    for k in range(n):
        total += weights[k]
    return total


def weighted(r: Any, weights: Any, n: int) -> int:
    """A place drawn in proportion to its weight."""
    ball = pick(r, total_weight(weights, n))
    k = 0
    while ball >= weights[k]:
        ball -= weights[k]
        k += 1
    return k


def share_victory(c: Any, s: Any, rewards: Any, standing: Any) -> None:
    """The victory of a finished game, divided among its winners; a game without one leaves nothing to share."""
    seats = len(rewards)
    result(c, s, standing[0], standing[1])
    winners = 0
    for seat in range(seats):
        winners += 1 if standing[1, seat] == 1 else 0
    for seat in range(seats):
        rewards[seat] = WHOLE // winners if standing[1, seat] == 1 else 0
