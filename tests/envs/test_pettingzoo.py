"""PettingZoo's own checks, and that nothing is shown to the wrong agent."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gamut.engine.errors import BadOptions, IllegalAction
from gamut.games import find
from gamut.model import GAME as EASEL

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'gamut-games[pettingzoo]'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from gamut.envs import pettingzoo as interface

# an observation with a mask is a dictionary, as in PettingZoo's own card games; its check would rather have a box
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]

GAMES: list[Any] = [(EASEL, 3), (find("mixx"), 2), (find("colori"), 3)]
every = pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda x: getattr(x, "id", str(x)))


@every
def test_the_turn_environment_passes(game: Any, seats: int) -> None:
    api_test(interface.env(game, seats), num_cycles=600)


@every
def test_the_turn_environment_is_reproducible(game: Any, seats: int) -> None:
    seed_test(partial(interface.env, game, seats), num_cycles=120)


@every
def test_the_parallel_environment_passes(game: Any, seats: int) -> None:
    parallel_api_test(interface.parallel_env(game, seats), num_cycles=600)
    parallel_seed_test(partial(interface.parallel_env, game, seats, illegal="replace"), num_cycles=100)


@every
def test_games_are_cut_off(game: Any, seats: int) -> None:
    parallel = partial(interface.parallel_env, game, seats, illegal="replace")

    def turns(**how: Any) -> Any:  # the check wants every agent to act in every cycle
        return parallel_to_aec(parallel(**how))

    max_cycles_test(SimpleNamespace(env=turns, raw_env=turns, parallel_env=parallel))


def test_a_turn_game_is_cut_off_when_an_agent_has_acted_often_enough() -> None:
    env = interface.env("mixx", 2, max_cycles=3)
    env.reset(seed=1)
    acted = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        acted[env.agent_selection] += 1
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert max(acted.values()) == 3


def test_a_secret_choice_is_in_nobody_elses_observation() -> None:
    seen = []
    for choice in (0, -1):
        env = interface.env(EASEL, 3)
        env.reset(seed=4)
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        assert len(legal) > 1
        env.step(int(legal[choice]))
        seen.append(env.observe("seat_2")["observation"].tobytes() + env.observe("seat_3")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_rewards_are_shares_of_the_victory() -> None:
    env = interface.env("mixx", 2)
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(np.flatnonzero(observation["action_mask"])[0]))
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
    with pytest.raises(BadOptions, match="can only wait"):
        together.step({agent: 0 if agent != acting else wait for agent in together.agents})
    with pytest.raises(BadOptions, match="it may be refuse or replace"):
        interface.env("mixx", 2, illegal="allow")
