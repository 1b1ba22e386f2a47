"""Measure how many steps per second environments make. It reports; no test asserts a time.

    python -m gamut.envs.bench mixx colori --seats 4 --device cpu --games 1024 --threads 1

`observed` includes the observation, the mask and a random choice for every step; `random` and `greedy` play many steps
in one call. One CPU thread is measured in CPU time, everything else in elapsed time. The best of several rounds counts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial

from gamut.envs import make
from gamut.envs.environment import Environment
from gamut.envs.equality import to_host

OBSERVED_STEPS, UNOBSERVED_STEPS = 64, 500  # of every game in one measured call


def measure(work: Callable[[], object], steps: int, clock: Callable[[], float], seconds: float, rounds: int) -> int:
    """Return the steps per second of the best round, each of at least that many seconds."""
    best = 0.0
    for _ in range(rounds):
        begin, done = clock(), 0
        while (spent := clock() - begin) < seconds or done == 0:
            work()
            done += steps
        best = max(best, done / spent if spent > 0 else 0.0)
    return round(best)


def play_observed(env: Environment) -> None:
    for _ in range(OBSERVED_STEPS):
        env.step(env.choose())
    to_host(env.batch.ended)  # wait for the GPU


def bench(env: Environment, threads: int, seconds: float, rounds: int) -> dict[str, int]:
    """Return the steps per second of one environment."""
    clock = time.process_time if env.device == "cpu" and threads == 1 else time.perf_counter
    env.reset(1)
    play_observed(env)  # compile or load before the clock starts
    rates = {"observed": measure(partial(play_observed, env), OBSERVED_STEPS * env.games, clock, seconds, rounds)}
    for policy in ("random", "greedy"):
        env.play(2, policy)
        work = partial(env.play, UNOBSERVED_STEPS, policy)
        rates[policy] = measure(work, UNOBSERVED_STEPS * env.games, clock, seconds, rounds)
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--block", type=int, help="GPU threads per block")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    a = parser.parse_args()
    cuda_options = {"block": a.block} if a.block else {}
    for game in a.game:
        env = make(game, a.seats, a.games, a.device, threads=a.threads, **cuda_options)
        rates = bench(env, a.threads, a.seconds, a.rounds)
        print(json.dumps({"game": game, "seats": a.seats, "games": a.games, **rates}), flush=True)


if __name__ == "__main__":
    main()
