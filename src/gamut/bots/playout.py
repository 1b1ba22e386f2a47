"""Playing a game on to its end, by the guide or at random: what every bot that samples shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamut.engine.chance import pick
from gamut.engine.game import WHOLE
from gamut.engine.play import first_seat

SLOTS = ("actors", "legal", "play", "result", "guide", "value", "settled")
if TYPE_CHECKING:
    from gamut.engine.slots import actors, guide, legal, play, result, settled, value


def finish(
    t: Any, s: Any, r: Any, acts: Any, weights: Any, sharp: int, depth: int, rewards: Any, standing: Any
) -> None:
    """Play on by the guide, or at random for a `sharp` below 0; then every seat's share of the victory.

    A guided step is with `sharp` % what the guide weighs most, else drawn by the weights. At the settled
    position number `depth` the game's own evaluation stands in for the rest.
    """
    mask = actors(t, s)
    while mask != 0 and depth > 0:
        step(t, s, mask, r, acts, weights, sharp)
        mask = actors(t, s)
        if settled(t, s):
            depth -= 1
    if mask == 0:
        share(t, s, rewards, standing)
    else:
        for seat in range(len(rewards)):
            rewards[seat] = value(t, s, seat)


def step(t: Any, s: Any, mask: int, r: Any, acts: Any, weights: Any, sharp: int) -> None:
    """The first awaited seat acts: at random for a `sharp` below 0, else by the guide."""
    seat = first_seat(mask)
    n = legal(t, s, seat, acts)
    k = 0
    if sharp < 0:
        k = pick(r, n)
    elif n > 1:
        guide(t, s, seat, acts, n, weights)
        k = heaviest(r, weights, n) if pick(r, 100) < sharp else weighted(r, weights, n)
    play(t, s, seat, acts[k])


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


def weighted(r: Any, weights: Any, n: int) -> int:
    """A place drawn in proportion to its weight."""
    total = 0
    for k in range(n):
        total += weights[k]
    ball = pick(r, total)
    k = 0
    while ball >= weights[k]:
        ball -= weights[k]
        k += 1
    return k


def share(t: Any, s: Any, rewards: Any, standing: Any) -> None:
    """The victory of a finished game, divided among its winners."""
    seats = len(rewards)
    result(t, s, standing[0], standing[1])
    winners = 0
    for seat in range(seats):
        winners += 1 if standing[1, seat] == 1 else 0
    for seat in range(seats):
        rewards[seat] = WHOLE // winners if standing[1, seat] == 1 else 0
