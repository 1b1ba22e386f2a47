"""PettingZoo's own checks, and secrets in observations."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gamut.engine.errors import IllegalAction, InvalidOptions
from gamut.games import find_game
from gamut.template import GAME as EASEL

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'gamut-games[pettingzoo]'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from gamut.envs import pettingzoo as interface

# an observation with a mask is a dictionary, as in PettingZoo's own card games; its check warns about that
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]

GAMES: list[Any] = [(EASEL, 3), (find_game("mixx"), 2), (find_game("colori"), 3)]
all_games = pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda x: getattr(x, "id", str(x)))


@all_games
def test_the_turn_environment_passes(game: Any, seats: int) -> None:
    api_test(interface.env(game, seats), num_cycles=600)


@all_games
def test_the_turn_environment_is_reproducible(game: Any, seats: int) -> None:
    seed_test(partial(interface.env, game, seats), num_cycles=120)


@all_games
def test_the_parallel_environment_passes(game: Any, seats: int) -> None:
    parallel_api_test(interface.parallel_env(game, seats), num_cycles=600)
    parallel_seed_test(partial(interface.parallel_env, game, seats, illegal="replace"), num_cycles=100)


@all_games
def test_max_cycles_truncates_games(game: Any, seats: int) -> None:
    parallel = partial(interface.parallel_env, game, seats, illegal="replace")

    def turns(**options: Any) -> Any:  # the check expects every agent to act in every cycle
        return parallel_to_aec(parallel(**options))

    max_cycles_test(SimpleNamespace(env=turns, raw_env=turns, parallel_env=parallel))


def test_max_cycles_counts_the_actions_of_an_agent() -> None:
    env = interface.env("mixx", 2, max_cycles=3)
    env.reset(seed=1)
    acted = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        acted[env.agent_selection] += 1
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert max(acted.values()) == 3


def test_a_secret_choice_is_in_no_observation_of_another_agent() -> None:
    seen = []
    for choice in (0, -1):
        env = interface.env(EASEL, 3)
        env.reset(seed=4)
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        assert len(legal) > 1
        env.step(int(legal[choice]))
        seen.append(env.observe("seat_2")["observation"].tobytes() + env.observe("seat_3")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_rewards_are_shares_of_the_win() -> None:
    env = interface.env("mixx", 2)
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if ended or truncated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert sum(total.values()) == 1


def test_illegal_actions_are_refused() -> None:
    env = interface.env("mixx", 2)
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    together = interface.parallel_env("mixx", 2)
    observations, _ = together.reset(seed=1)
    wait = together.actions - 1
    acting = next(a for a, o in observations.items() if not o["action_mask"][wait])
    with pytest.raises(InvalidOptions, match="can only wait"):
        together.step({agent: 0 if agent != acting else wait for agent in together.agents})
    with pytest.raises(InvalidOptions, match="use refuse or replace"):
        interface.env("mixx", 2, illegal="allow")
