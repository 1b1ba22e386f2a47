"""How many steps a second environments make. It reports; no test asserts a time.

    python -m gamut.envs.bench mixx colori --seats 4 --device cpu --games 1024 --threads 1

`shown` is with the observation, the mask and the random choice of every step, `random` and `greedy` are played in
one go. On the processor the time is the processor's own for one thread, else the clock's; on a card the clock's.
The best of some rounds counts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

from gamut.envs import make
from gamut.envs.environment import Environment
from gamut.envs.equality import host


def measure(work: Callable[[], object], steps: int, clock: Callable[[], float], seconds: float, rounds: int) -> int:
    """Steps a second, the best of some rounds of at least so many seconds."""
    best = 0.0
    for _ in range(rounds):
        begin, done = clock(), 0
        while (spent := clock() - begin) < seconds or done == 0:
            work()
            done += steps
        best = max(best, done / spent if spent > 0 else 0.0)
    return round(best)


def bench(env: Environment, one_thread: bool, seconds: float, rounds: int) -> dict[str, int]:
    """The figures of one environment."""
    clock = time.process_time if env.device == "cpu" and one_thread else time.perf_counter
    env.reset(1)
    shown, fused = 64, 500

    def show() -> None:
        for _ in range(shown):
            env.step(env.choose())
        host(env.batch.ended)  # on a card: wait for it

    show()  # compiled or loaded before the clock starts
    figures = {"shown": measure(show, shown * env.games, clock, seconds, rounds)}
    for way in ("random", "greedy"):
        env.play(2, way)
        figures[way] = measure(lambda way=way: env.play(fused, way), fused * env.games, clock, seconds, rounds)  # type: ignore[misc]
    return figures


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", nargs="+")
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--games", type=int, default=1024)
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--threads", type=int, default=1)
    asked.add_argument("--block", type=int, help="threads of a block, on a card")
    asked.add_argument("--seconds", type=float, default=1.0)
    asked.add_argument("--rounds", type=int, default=5)
    given = asked.parse_args()
    card = {"block": given.block} if given.block else {}
    for game in given.game:
        env = make(game, given.seats, given.games, given.device, threads=given.threads, **card)
        figures = bench(env, given.threads == 1, given.seconds, given.rounds)
        print(json.dumps({"game": game, "seats": given.seats, "games": given.games, **figures}), flush=True)


if __name__ == "__main__":
    main()
