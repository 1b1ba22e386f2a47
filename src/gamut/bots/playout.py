"""Playing a game on to its end, by the guide or at random: what every bot that samples shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamut.engine.chance import pick
from gamut.engine.game import WHOLE
from gamut.engine.play import first_seat

SLOTS = ("actors", "legal", "play", "result", "guide", "value")
if TYPE_CHECKING:
    from gamut.engine.slots import actors, guide, legal, play, result, value


def finish(
    t: Any, s: Any, r: Any, acts: Any, weights: Any, guided: int, depth: int, rewards: Any, standing: Any
) -> None:
    """Play on, each step with `guided` % by the guide, else uniformly; then every seat's share of the victory.

    After `depth` steps the game's own evaluation stands in for the rest.
    """
    mask = actors(t, s)
    while mask != 0 and depth > 0:
        seat = first_seat(mask)
        n = legal(t, s, seat, acts)
        if guided > 0 and n > 1 and pick(r, 100) < guided:
            guide(t, s, seat, acts, n, weights)
            k = weighted(r, weights, n)
        else:
            k = pick(r, n)
        play(t, s, seat, acts[k])
        depth -= 1
        mask = actors(t, s)
    if mask == 0:
        share(t, s, rewards, standing)
    else:
        for seat in range(len(rewards)):
            rewards[seat] = value(t, s, seat)


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
