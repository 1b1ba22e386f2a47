"""Check that two environments give the same bytes, on different devices or with different numbers of threads.

    python -m gamut.envs.equality mixx colori --seats 4 --games 100000

plays that many games of each on CPU and GPU, and compares everything.
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

COMPARE_INTERVAL = 16  # steps


class BytesDiffer(GamutError):
    """Two environments that must be the same differ."""


def to_host(array: Any) -> np.ndarray[Any, Any]:
    """Return an array in the memory of the CPU."""
    copied: np.ndarray[Any, Any] = array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)
    return copied


def compare(one: Environment, other: Environment, when: str) -> None:
    """Raise BytesDiffer if states or batches differ in any byte."""
    pairs = [("states", one.states(), other.states())]
    for field in fields(Batch):
        left, right = (to_host(getattr(env.batch, field.name)) for env in (one, other))
        pairs.append((field.name, left, right))
    for name, left, right in pairs:
        if left.tobytes() != right.tobytes():
            rows = [i for i in range(len(left)) if left[i].tobytes() != right[i].tobytes()]
            raise BytesDiffer(f"{one.game.id}, {when}: {name} differ in {len(rows)} games, first in game {rows[0]}")


def step_both(one: Environment, other: Environment, steps: int, policies: tuple[str, ...]) -> int:
    """Step both, with each policy in turn, and compare them regularly; return how many games ended."""
    ended = 0
    for k in range(steps):
        policy = policies[k % len(policies)]
        one.step(one.choose(policy))
        other.step(other.choose(policy))
        ended += int(to_host(one.batch.ended).sum())
        if k % COMPARE_INTERVAL == 0 or k == steps - 1:
            compare(one, other, f"step {k + 1}")
    return ended


def play_both(one: Environment, other: Environment, steps: int, policy: str) -> int:
    """Play both without observing them, then compare them; return how many games ended."""
    left, right = one.play(steps, policy), other.play(steps, policy)
    if left != right:
        raise BytesDiffer(f"{one.game.id}, after {steps} {policy} steps: {left} and {right}")
    compare(one, other, f"after {steps} {policy} steps")
    return left.games


def compare_devices(game: str, seats: int, games: int, batch: int, seed: int = 1) -> dict[str, int]:
    """Play on CPU and GPU and compare them; return how many games ended, by way of playing."""
    cpu = make(game, seats, batch, "cpu", threads=os.cpu_count() or 1)
    gpu = make(game, seats, batch, "cuda")
    cpu.reset(seed)
    gpu.reset(seed)
    compare(cpu, gpu, "after the deal")
    played = {"stepped": step_both(cpu, gpu, 8 * COMPARE_INTERVAL, ("random", "greedy", "weighted"))}
    for policy, cost in (("random", 1), ("greedy", 20), ("weighted", 20)):  # of a game, relative to random play
        ended = 0
        while ended * cost < games:
            ended += play_both(cpu, gpu, 200, policy)
        played[policy] = ended
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=4096)
    arguments = parser.parse_args()
    for game in arguments.game:
        played = compare_devices(game, arguments.seats, arguments.games, arguments.batch)
        counts = ", ".join(f"{n} {policy}" for policy, n in played.items())
        print(f"{game}: the same bytes in {counts} games", flush=True)


if __name__ == "__main__":
    main()
