"""Compare the steps per second of our environments with those of other libraries, in one run; it asserts nothing.

    pip install pgx 'jax[cpu]' open_spiel 'pettingzoo[classic]'
    python -m tests.benchmarks.compare_environments --seconds 1 --rounds 3

A step is one decision of one seat with everything a learner needs: an observation, the legal actions, and a random
legal action. Everything runs on one core, and CPU time is measured, so that other processes disturb less. The
environments take turns in rounds; the best round of each counts. Libraries that are not installed are skipped. The
games differ, so the figures show what a library costs, not which game is harder: `numbers` is the length of an
observation, `actions` the number of actions.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

GAMES = {"mixx": 4, "colori": 4, "chroma_mix": 4, "kroma": 3, "prismatic": 4}
PGX = ("leduc_holdem", "2048", "backgammon")
OPENSPIEL = ("leduc_poker", "backgammon", "hearts", "gin_rummy")
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3")


@dataclass
class Contestant:
    """An environment; `run()` makes some steps and returns their number."""

    library: str
    game: str
    games: int  # at the same time
    numbers: int  # of an observation
    actions: int
    run: Callable[[], int]
    best: float = 0.0  # steps a second


# ---------------------------------------------------------------------- ours


def gamut_batches(games: int) -> Iterator[Contestant]:
    """Yield our games, in batches."""
    from gamut import envs

    for name, seats in GAMES.items():
        env = envs.make(name, seats, games)
        env.reset(1)

        def run(env: envs.Environment = env) -> int:
            for _ in range(32):
                env.step(env.choose())
            return 32 * env.games

        yield Contestant("gamut", f"{name}, {seats} seats", games, env.features, env.actions, run)


# ---------------------------------------------------------------------- theirs


def pgx_batches(games: int) -> Iterator[Contestant]:
    """Yield games of Pgx, in batches; finished games restart."""
    jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    for name in PGX:
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def turn(carried: Any, _: Any, step: Any = step) -> Any:
            state, key = carried
            key, chance, other = jax.random.split(key, 3)
            weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(chance, weights, axis=-1)
            state = step(state, action, jax.random.split(other, games))
            return (state, key), state.observation.sum()  # it is asked for, so that it is made

        many = jax.jit(lambda state, key, turn=turn: jax.lax.scan(turn, (state, key), None, length=32))
        place = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)]

        def run(many: Any = many, place: list[Any] = place) -> int:
            (place[0], place[1]), seen = many(*place)
            seen.block_until_ready()
            return 32 * games

        shape = place[0].observation.shape
        yield Contestant("pgx", name, games, int(np.prod(shape[1:])), env.num_actions, run)


def openspiel_games() -> Iterator[Contestant]:
    """Yield games of OpenSpiel, one at a time; chance moves do not count as steps."""
    pyspiel = import_module("pyspiel")
    for name in OPENSPIEL:
        game, chance = pyspiel.load_game(name), random.Random(1)
        place = [game.new_initial_state()]
        observes = game.get_type().provides_observation_tensor
        size = game.observation_tensor_size() if observes else game.information_state_tensor_size()

        def run(game: Any = game, place: list[Any] = place, chance: Any = chance, observes: bool = observes) -> int:
            done, state = 0, place[0]
            while done < 500:
                if state.is_terminal():
                    state.returns()
                    state = game.new_initial_state()
                elif state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    seat = state.current_player()
                    _ = state.observation_tensor(seat) if observes else state.information_state_tensor(seat)
                    state.apply_action(chance.choice(state.legal_actions(seat)))
                    done += 1
            place[0] = state
            return done

        yield Contestant("open_spiel", name, 1, size, game.num_distinct_actions(), run)


def pettingzoo_games() -> Iterator[Contestant]:
    """Yield classic games of PettingZoo, one at a time."""
    for name in PETTINGZOO:
        env = import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=1)
        agent = env.agents[0]
        size, actions = env.observation_space(agent)["observation"].shape, env.action_space(agent).n
        chance = np.random.default_rng(1)

        def run(env: Any = env, chance: Any = chance) -> int:
            done = 0
            while done < 200:
                if not env.agents:
                    env.reset()
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
                    done += 1
            return done

        yield Contestant("pettingzoo", name, 1, int(np.prod(size)), int(actions), run)


# ---------------------------------------------------------------------- the run


def prepare(games: int) -> list[Contestant]:
    """Return the installed environments, and print the missing libraries."""
    contestants: list[Contestant] = []
    libraries: dict[str, Callable[[], Iterator[Contestant]]] = {
        "gamut-games": lambda: gamut_batches(games),
        "pgx": lambda: pgx_batches(games),
        "open_spiel": openspiel_games,
        "pettingzoo": pettingzoo_games,
    }
    for name, made in libraries.items():
        try:
            contestants += list(made())
            print(f"{name} {version(name)}", file=sys.stderr, flush=True)
        except Exception as e:
            print(f"{name} is left out: {type(e).__name__}: {e}", file=sys.stderr, flush=True)
    for contestant in contestants:
        contestant.run()  # compiled before the clock starts
    return contestants


def measure(contestant: Contestant, seconds: float) -> None:
    begin, steps = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        steps += contestant.run()
    contestant.best = max(contestant.best, steps / spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=512, help="at the same time, where a library can do that")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    contestants = prepare(arguments.games)
    for _ in range(arguments.rounds):
        for contestant in contestants:
            measure(contestant, arguments.seconds)
    for contestant in contestants:
        facts = {
            "library": contestant.library, "game": contestant.game, "games": contestant.games,
            "numbers": contestant.numbers, "actions": contestant.actions, "steps_per_second": round(contestant.best),
        }  # fmt: skip
        if arguments.json:
            print(json.dumps(facts))
        else:
            c = contestant
            print(f"| {c.library} | {c.game} | {c.games} | {c.numbers:,} | {c.actions:,} | {round(c.best):,} |")


if __name__ == "__main__":
    main()
