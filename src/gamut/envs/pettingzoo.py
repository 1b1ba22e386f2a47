"""PettingZoo environments: `env` (agents in turn) and `parallel_env` (all at once). Needs `gamut-games[pettingzoo]`.

>>> from gamut.envs import pettingzoo
>>> env = pettingzoo.env("mixx", seats=2)
>>> env.reset(seed=1)
>>> env.agents
['seat_1', 'seat_2']
>>> sorted(env.last()[0])
['action_mask', 'observation']

An observation contains what the agent's seat knows; its mask is empty while the seat has no decision. A secret phase is
played in the order of the seats, and no observation shows what the others chose. The rewards at the end are each seat's
share of the win. `max_cycles` truncates a game when an agent has acted that often. An illegal action raises an error;
with `illegal="replace"` the lowest legal action is played instead, for programs that ignore masks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from gamut.engine.chance import game_key
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.envs import resolve_setup
from gamut.envs.environment import FEATURE_LIMIT

ILLEGAL_MODES = ("refuse", "replace")


class ObservedTable:
    """A table and the observations of its seats; a seed determines a series of deals."""

    def __init__(self, setup: Setup, seed: int = 0) -> None:
        self.setup, self.seed, self.number = setup, seed, -1
        self.deal()

    def deal(self, seed: int | None = None) -> None:
        """Deal the next game of the seed, or the first one of another seed."""
        self.number = 0 if seed is not None else self.number + 1
        self.seed = self.seed if seed is None else seed
        self.table = Table(self.setup, game_key(self.seed, self.number))

    def observe(self, seat: int) -> Array:
        """Return the features of what the seat knows."""
        out = np.zeros(self.setup.game.feature_count, np.float32)
        self.table.verbs.observe(self.setup.constants, self.table.hidden(seat), 0, seat, out)
        return out

    def mask(self, seat: int) -> Array:
        """Return 1 for each legal action of the seat."""
        mask = np.zeros(self.setup.action_count, np.int8)
        mask[self.table.legal(seat)] = 1
        return mask

    def win_shares(self) -> list[float]:
        """Return every seat's share of the win of a finished game."""
        winners = self.table.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.setup.seats)]

    def play(self, seat: int, action: Any, replace: bool = False) -> None:
        """Play an action, or the lowest legal one instead of an illegal one if `replace` is set."""
        legal = self.table.legal(seat)
        chosen = legal[0] if replace and legal and action not in legal else int(action)
        self.table.play(seat, chosen)


class BaseEnv:
    """What both environments share: names, spaces, and the game."""

    can_wait = False  # whether there is an action for agents without a decision

    def __init__(
        self,
        game: str | Game | Setup,
        seats: int | None = None,
        *,
        options: Mapping[str, Value] | None = None,
        max_cycles: int | None = None,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL_MODES:
            raise InvalidOptions(f"illegal = {illegal!r} is not allowed; use {' or '.join(ILLEGAL_MODES)}")
        self.setup = setup = resolve_setup(game, seats, options)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.replace = illegal == "replace"
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"gamut_{setup.game.id}_v{setup.game.version}", "render_modes": ["ansi"],
            "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip
        self.actions = setup.action_count + self.can_wait
        self.game = ObservedTable(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Dict]:
        n = self.setup.game.feature_count
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-FEATURE_LIMIT, FEATURE_LIMIT, (n,), np.float32),
                    "action_mask": spaces.MultiBinary(self.actions),
                }
            )
            for agent in self.possible_agents
        }

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Discrete]:
        return {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """Return what a spectator sees, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi' when the environment is created")
            return None
        known = self.game.table.knowledge(-1)
        return f"{known.headline}\n{known.view}"

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class TurnEnv(BaseEnv, AECEnv):  # type: ignore[misc]
    """Agents act in turn."""

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
        actors = self.game.table.actors
        if actors:
            self.agent_selection = self.possible_agents[actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and its mask."""
        seat = self.seat_of(agent)
        mask = self.game.mask(seat)
        if self.agents and agent != self.agent_selection:
            mask[:] = 0  # in a secret phase others have decisions too, but theirs come later
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.play(self.seat_of(agent), action, self.replace)
        self._acted[agent] += 1
        self._clear_rewards()
        if self.game.table.over:
            self.rewards = dict(zip(self.possible_agents, self.game.win_shares(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._acted[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()


class SimultaneousEnv(BaseEnv, ParallelEnv):  # type: ignore[misc]
    """All agents act at once. For an agent without a decision the only legal action is the last one: wait."""

    can_wait = True

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
        """Play one action of each agent that has a decision; in a secret phase none knows those of the others."""
        actors = self.game.table.actors
        for seat, agent in enumerate(self.possible_agents):
            if seat not in actors and not self.replace and int(actions[agent]) != self.actions - 1:
                raise InvalidOptions(f"{agent} has no decision and can only wait: action {self.actions - 1}")
        for seat in actors:
            self.game.play(seat, actions[self.possible_agents[seat]], self.replace)
        self._cycles += 1
        over = self.game.table.over
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations, agents = self._observations(), self.agents
        rewards = dict(zip(agents, self.game.win_shares(), strict=True)) if over else dict.fromkeys(agents, 0.0)
        if over or truncated:
            self.agents = []
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, truncated), infos


env = raw_env = TurnEnv
parallel_env = SimultaneousEnv
