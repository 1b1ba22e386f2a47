"""Gymnasium: a vector environment: one seat learns, bots have the others. Needs `gamut-games[gymnasium]`.

>>> from gamut.envs import gymnasium
>>> env = gymnasium.make_vec("mixx", seats=2, games=4, opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].shape
((4, 583), (4, 640))

The learner sits in another seat in each game: game `i` has it in seat `i` modulo the number of seats. Opponents are
any bots of Gamut, the same for all other seats or one for each in turn order; `random`, `weighted` and `greedy`
play in native code. A finished game is dealt anew in the same step; of its end there is nothing to observe, so
`final_obs` is zero. The reward is the learner's share of the victory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gamut.bots import Bot, BotLike, make_bot
from gamut.engine.errors import BadOptions
from gamut.engine.game import Game, Rules, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array, copy_states
from gamut.envs import open_game
from gamut.envs.drivers import WAIT
from gamut.envs.environment import WAYS
from gamut.envs.native import NativeEnvironment

FAR = 1000.0  # no feature is larger


class LearnerEnv(VectorEnv):  # type: ignore[misc]
    """Many games at once, seen from the learner's seats."""

    def __init__(self, setup: Setup, games: int, opponents: Sequence[BotLike], threads: int = 1) -> None:
        if setup.seats < 2 or len(opponents) not in (1, setup.seats - 1):
            raise BadOptions(
                f"{len(opponents)} opponents do not fit the other {setup.seats - 1} seats; say one, or all"
            )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.env, self.num_envs, self.setup = NativeEnvironment(setup, games, threads), games, setup
        self.single_observation_space = spaces.Box(-FAR, FAR, (self.env.features,), np.float32)
        self.single_action_space = spaces.Discrete(self.env.actions)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self.own = np.arange(games) % setup.seats
        some = list(opponents) * (setup.seats - 1) if len(opponents) == 1 else list(opponents)
        self._others: list[str | Bot] = [
            what if isinstance(what, str) and what in WAYS else make_bot(what, setup) for what in some
        ]
        self._rules, self._seed, self._moves = Rules(setup.game), 0, 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games; without a seed other ones than before."""
        self._seed = self._seed + 1 if seed is None else seed
        self._moves = 0
        self.env.reset(self._seed)
        self._play_others(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self.env.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The learner acts in every game; then the others, until it is asked again."""
        rewards, ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        self._do(np.asarray(actions), rewards, ended)
        self._play_others(rewards, ended)
        info = self._info()
        if ended.any():
            finals = np.empty(self.num_envs, object)
            for i in np.flatnonzero(ended):
                finals[i] = np.zeros(self.env.features, np.float32)
            info |= {"final_obs": finals, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
        return self.env.batch.observation.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.env.batch.mask.copy(), "seat": self.own.copy()}

    def action_masks(self) -> Array:
        """What the learner may do in each game."""
        masks: Array = self.env.batch.mask.copy()
        return masks

    def _do(self, actions: Array, rewards: Array, ended: Array) -> None:
        batch = self.env.step(actions)
        done = batch.ended
        rewards[done] += batch.rewards[done, self.own[done]]
        ended |= done

    def _play_others(self, rewards: Array, ended: Array) -> None:
        """Let the others act until the learner is asked in every game; one that ended goes on as the next."""
        while True:
            waiting = self.env.batch.seat != self.own
            if not waiting.any():
                return
            actions = np.full(self.num_envs, WAIT, np.int64)
            turn = (self.env.batch.seat - self.own) % self.setup.seats - 1  # which of the others
            for k, other in enumerate(self._others):
                asked = waiting & (turn == k)
                if asked.any():
                    actions[asked] = self._asked(other, asked)
            self._do(actions, rewards, ended)

    def _asked(self, other: str | Bot, asked: Array) -> Array:
        """What an opponent does in the games in which it is asked."""
        self._moves += 1
        if isinstance(other, str):
            chosen: Array = self.env.choose(other)[asked]
            return chosen
        states, seats = self.env.states()[asked], self.env.batch.seat[asked]
        answers = []
        for k, seat in enumerate(seats.tolist()):
            hidden = copy_states(states[k : k + 1])
            self._rules.hide(self.setup.constants, hidden, 0, seat)
            answers.append(other.choose(hidden, seat, (self._seed << 32) + (self._moves << 16) + k).action)
        return np.array(answers)


def make_vec(
    game: str | Game | Setup,
    seats: int | None = None,
    games: int = 64,
    opponents: BotLike | Sequence[BotLike] = "random",
    *,
    options: Mapping[str, Value] | None = None,
    threads: int = 1,
) -> LearnerEnv:
    """Many games against bots."""
    some: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
    return LearnerEnv(open_game(game, seats, options), games, some, threads)
