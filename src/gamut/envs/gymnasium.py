"""A vector environment for Gymnasium: one seat learns, bots play the others. Needs `gamut-games[gymnasium]`.

>>> from gamut.envs import gymnasium
>>> env = gymnasium.make_vec("mixx", seats=2, games=4, opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].shape
((4, 583), (4, 640))

The learner's seat in game `i` is `i` modulo the number of seats. Opponents are any bots of Gamut, the same one for all
other seats or one for each in turn order; `random`, `weighted` and `greedy` play in native code. When a game ends, the
next one is dealt in the same step; its end is not observed, so `final_obs` is zero. The reward is the learner's share
of the win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gamut.bots import Bot, BotLike, make_bot
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array, copy_states
from gamut.envs import resolve_setup
from gamut.envs.drivers import SKIP
from gamut.envs.environment import FEATURE_LIMIT, POLICIES
from gamut.envs.native import NativeEnvironment


class LearnerEnv(VectorEnv):  # type: ignore[misc]
    """Many games at once, observed from the learner's seats."""

    def __init__(self, setup: Setup, games: int, opponents: Sequence[BotLike], threads: int = 1) -> None:
        if setup.seats < 2 or len(opponents) not in (1, setup.seats - 1):
            raise InvalidOptions(
                f"{len(opponents)} opponents for {setup.seats - 1} other seats: name one for all seats, or one for each"
            )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.env, self.num_envs, self.setup = NativeEnvironment(setup, games, threads), games, setup
        self.single_observation_space = spaces.Box(-FEATURE_LIMIT, FEATURE_LIMIT, (self.env.features,), np.float32)
        self.single_action_space = spaces.Discrete(self.env.actions)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self.learner_seats = np.arange(games) % setup.seats  # of the learner
        by_turn = list(opponents) * (setup.seats - 1) if len(opponents) == 1 else list(opponents)
        self._opponents: list[str | Bot] = [
            bot if isinstance(bot, str) and bot in POLICIES else make_bot(bot, setup) for bot in by_turn
        ]
        self._verbs, self._seed, self._moves = BoundVerbs(setup.game), 0, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal all games; without a seed, different ones from before."""
        self._seed = self._seed + 1 if seed is None else seed
        self._moves = 0
        self.env.reset(self._seed)
        self._play_opponents(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self.env.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play the learner's actions, then those of the others until the learner has a decision in every game."""
        rewards, ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        self._play(np.asarray(actions), rewards, ended)
        self._play_opponents(rewards, ended)
        info = self._info()
        if ended.any():
            finals = np.empty(self.num_envs, object)
            for i in np.flatnonzero(ended):
                finals[i] = np.zeros(self.env.features, np.float32)
            info |= {"final_obs": finals, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
        return self.env.batch.observation.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.env.batch.mask.copy(), "seat": self.learner_seats.copy()}

    def action_masks(self) -> Array:
        """Return the learner's legal actions in each game."""
        masks: Array = self.env.batch.mask.copy()
        return masks

    def _play(self, actions: Array, rewards: Array, ended: Array) -> None:
        batch = self.env.step(actions)
        done = batch.ended
        rewards[done] += batch.rewards[done, self.learner_seats[done]]
        ended |= done

    def _play_opponents(self, rewards: Array, ended: Array) -> None:
        """Play the opponents' actions until the learner has a decision in every game; games that end are replaced."""
        while True:
            waiting = self.env.batch.seat != self.learner_seats
            if not waiting.any():
                return
            actions = np.full(self.num_envs, SKIP, np.int64)
            turn = (self.env.batch.seat - self.learner_seats) % self.setup.seats - 1  # index of the opponent
            for k, opponent in enumerate(self._opponents):
                selected = waiting & (turn == k)
                if selected.any():
                    actions[selected] = self._choose(opponent, selected)
            self._play(actions, rewards, ended)

    def _choose(self, opponent: str | Bot, selected: Array) -> Array:
        """Return an opponent's actions in the selected games."""
        self._moves += 1
        if isinstance(opponent, str):
            chosen: Array = self.env.choose(opponent)[selected]
            return chosen
        states, seats = self.env.states()[selected], self.env.batch.seat[selected]
        actions = []
        for k, seat in enumerate(seats.tolist()):
            hidden = copy_states(states[k : k + 1])
            self._verbs.hide(self.setup.constants, hidden, 0, seat)
            seed = (self._seed << 32) + (self._moves << 16) + k
            actions.append(opponent.choose(hidden, seat, seed).action)
        return np.array(actions)


def make_vec(
    game: str | Game | Setup,
    seats: int | None = None,
    games: int = 64,
    opponents: BotLike | Sequence[BotLike] = "random",
    *,
    options: Mapping[str, Value] | None = None,
    threads: int = 1,
) -> LearnerEnv:
    """Return a vector environment of games against bots."""
    bots: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
    return LearnerEnv(resolve_setup(game, seats, options), games, bots, threads)
