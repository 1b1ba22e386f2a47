"""PettingZoo: `env` (one agent after the other) and `parallel_env` (all at once). Needs `gamut-games[pettingzoo]`.

>>> from gamut.envs import pettingzoo
>>> env = pettingzoo.env("mixx", seats=2)
>>> env.reset(seed=1)
>>> env.agents
['seat_1', 'seat_2']
>>> sorted(env.last()[0])
['action_mask', 'observation']

An observation is what the agent's seat knows, and its mask is empty while it has nothing to decide. A secret phase
is played in the order of the seats, and nobody's observation shows what the others chose. Rewards come at the end:
each seat's share of the victory. `max_cycles` cuts a game off when an agent has acted so often. An illegal action
is refused, or with `illegal="replace"` the lowest legal one is done instead, for programs that know no masks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from gamut.engine.errors import BadOptions
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.envs import open_game
from gamut.envs.seated import SeatedGame

FAR = 1000.0  # no feature is larger


class Agents:
    """What both forms share: names, spaces, and the game."""

    def __init__(
        self, setup: Setup, max_cycles: int | None, illegal: str, render_mode: str | None, waits: bool
    ) -> None:
        if illegal not in ("refuse", "replace"):
            raise BadOptions(f"illegal = {illegal!r} is not possible; it may be refuse or replace")
        self.setup, self.max_cycles, self.replace, self.render_mode = (
            setup,
            max_cycles,
            illegal == "replace",
            render_mode,
        )
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"gamut_{setup.game.id}_v{setup.game.version}", "render_modes": ["ansi"],
            "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip
        self.actions = setup.actions + (1 if waits else 0)
        self.game = SeatedGame(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What there is to do."""
        return self.action_spaces[agent]

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Dict]:
        """By agent."""
        n = self.setup.game.features
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-FAR, FAR, (n,), np.float32),
                    "action_mask": spaces.MultiBinary(self.actions),
                }
            )
            for agent in self.possible_agents
        }

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Discrete]:
        """By agent."""
        return {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """What a spectator is told, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("say render_mode='ansi' when the environment is made")
            return None
        known = self.game.table.knowledge(-1)
        return f"{known.headline}\n{known.view}"

    def close(self) -> None:
        """Nothing is held open."""


class TurnEnv(Agents, AECEnv):  # type: ignore[misc]
    """One agent after the other."""

    def __init__(self, setup: Setup, max_cycles: int | None, illegal: str, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        Agents.__init__(self, setup, max_cycles, illegal, render_mode, waits=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game, or the first one of a seed."""
        self.game.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._acted = dict.fromkeys(self.agents, 0)
        self._select()

    def _select(self) -> None:
        awaited = self.game.table.actors
        if awaited:
            self.agent_selection = self.possible_agents[awaited[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows and may do."""
        seat = self.seat_of(agent)
        mask = self.game.mask(seat)
        if self.agents and agent != self.agent_selection:
            mask[:] = 0  # in a secret phase others are awaited too, but this one is asked later
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """The selected agent acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.act(self.seat_of(agent), action, self.replace)
        self._acted[agent] += 1
        self._clear_rewards()
        if self.game.table.over:
            self.rewards = dict(zip(self.possible_agents, self.game.shares(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._acted[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()


class TogetherEnv(Agents, ParallelEnv):  # type: ignore[misc]
    """All agents at once. Whoever is not awaited waits: the last action, then the only legal one."""

    def __init__(self, setup: Setup, max_cycles: int | None, illegal: str, render_mode: str | None) -> None:
        Agents.__init__(self, setup, max_cycles, illegal, render_mode, waits=True)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal the next game, or the first one of a seed."""
        self.game.deal(seed)
        self.agents, self._cycles = self.possible_agents[:], 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        return {agent: self._observe(self.seat_of(agent)) for agent in self.agents}

    def _observe(self, seat: int) -> dict[str, Any]:
        mask = np.zeros(self.actions, np.int8)
        mask[:-1] = self.game.mask(seat)
        mask[-1] = not mask.any()
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are awaited act: in a secret phase each makes one step, without knowing the others'."""
        awaited = self.game.table.actors
        for seat, agent in enumerate(self.possible_agents):
            if seat not in awaited and not self.replace and int(actions[agent]) != self.actions - 1:
                raise BadOptions(f"{agent} is not awaited and can only wait: action {self.actions - 1}")
        for seat in awaited:
            self.game.act(seat, actions[self.possible_agents[seat]], self.replace)
        self._cycles += 1
        over = self.game.table.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations, agents = self._observations(), self.agents
        rewards = dict(zip(agents, self.game.shares(), strict=True)) if over else dict.fromkeys(agents, 0.0)
        if over or cut:
            self.agents = []
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos


def env(
    game: str | Game | Setup,
    seats: int | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    max_cycles: int | None = None,
    illegal: str = "refuse",
    render_mode: str | None = None,
) -> TurnEnv:
    """A game in which one agent acts after the other."""
    return TurnEnv(open_game(game, seats, options), max_cycles, illegal, render_mode)


raw_env = env


def parallel_env(
    game: str | Game | Setup,
    seats: int | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    max_cycles: int | None = None,
    illegal: str = "refuse",
    render_mode: str | None = None,
) -> TogetherEnv:
    """The same with all agents at once."""
    return TogetherEnv(open_game(game, seats, options), max_cycles, illegal, render_mode)
