"""Whether two environments give the same bytes: the same games on another device, or with other threads.

    python -m gamut.envs.equality mixx colori --seats 4 --games 100000

plays that many games of each on the processor and on the card, and compares everything.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from typing import Any

import numpy as np

from gamut.engine.errors import GamutError
from gamut.envs import make
from gamut.envs.environment import Batch, Environment

BETWEEN = 16  # steps between two comparisons


class Unequal(GamutError):
    """Two environments that should be the same differ."""


def host(array: Any) -> np.ndarray[Any, Any]:
    """An array as the processor has it."""
    found: np.ndarray[Any, Any] = array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)
    return found


def compare(one: Environment, other: Environment, when: str) -> None:
    """Refuse two environments whose states or batches differ in a byte."""
    pairs = [("states", one.states(), other.states())]
    pairs += [(f.name, host(getattr(one.batch, f.name)), host(getattr(other.batch, f.name))) for f in fields(Batch)]
    for name, left, right in pairs:
        if left.tobytes() != right.tobytes():
            rows = [i for i in range(len(left)) if left[i].tobytes() != right[i].tobytes()]
            raise Unequal(f"{one.game.id}, {when}: {name} differ in {len(rows)} games, the first is {rows[0]}")


def step_both(one: Environment, other: Environment, steps: int, ways: tuple[str, ...]) -> int:
    """Step both, in each way in turn; everything is compared now and then. Returns how many games ended."""
    ended = 0
    for k in range(steps):
        way = ways[k % len(ways)]
        one.step(one.choose(way))
        other.step(other.choose(way))
        ended += int(host(one.batch.ended).sum())
        if k % BETWEEN == 0 or k == steps - 1:
            compare(one, other, f"step {k + 1}")
    return ended


def play_both(one: Environment, other: Environment, steps: int, way: str) -> int:
    """Play both on without showing; returns how many games ended."""
    left, right = one.play(steps, way), other.play(steps, way)
    if left != right:
        raise Unequal(f"{one.game.id}, after {steps} {way} steps: {left} is not {right}")
    compare(one, other, f"after {steps} {way} steps")
    return left.games


def compare_devices(game: str, seats: int, games: int, batch: int, seed: int = 1) -> dict[str, int]:
    """Play a game on the processor and on the card until so many have ended in each way."""
    one = make(game, seats, batch, "cpu", threads=os.cpu_count() or 1)
    other = make(game, seats, batch, "cuda")
    one.reset(seed)
    other.reset(seed)
    compare(one, other, "dealt")
    played = {"stepped": step_both(one, other, 8 * BETWEEN, ("random", "greedy", "weighted"))}
    for way, share in (("random", 1), ("greedy", 20), ("weighted", 20)):
        done = 0
        while done * share < games:
            done += play_both(one, other, 200, way)
        played[way] = done
    return played


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", nargs="+")
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--games", type=int, default=100_000)
    asked.add_argument("--batch", type=int, default=4096)
    given = asked.parse_args()
    for game in given.game:
        played = compare_devices(game, given.seats, given.games, given.batch)
        print(f"{game}: equal bytes over {', '.join(f'{n} games {way}' for way, n in played.items())}", flush=True)


if __name__ == "__main__":
    main()
