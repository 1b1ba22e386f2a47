"""The batch on the CPU, in native code, with one thread or several."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from gamut.engine.bind import Function
from gamut.engine.errors import GamutError, InvalidOptions
from gamut.engine.game import Setup
from gamut.engine.record import Array, copy_states
from gamut.envs import drivers
from gamut.envs.drivers import ERROR, LENGTH, N_LEGAL, REASON, SEAT, GameArrays, ThreadMemory
from gamut.envs.environment import Batch, Environment, Totals

MAX_THREADS = 256
CPU_SLOTS: dict[str, Function] = {"copy_state": drivers.copy_record, "any_in_group": drivers.is_own}


class NativeEnvironment(Environment):
    """Games on the CPU. Each thread has its own range of games, so that any number of threads gives the same bytes."""

    device = "cpu"

    def __init__(self, setup: Setup, games: int, threads: int = 1) -> None:
        super().__init__(setup, games)
        if not 1 <= threads <= MAX_THREADS:
            raise InvalidOptions(f"threads = {threads} is not allowed; use 1 to {MAX_THREADS}")
        threads = min(threads, games)
        limits = [games * k // threads for k in range(threads + 1)]
        self._ranges = [(limits[k], limits[k + 1]) for k in range(threads)]
        self._memories = [new_thread_memory(setup) for _ in range(threads)]
        self._copies = [memory.copy for memory in self._memories]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._arrays = new_game_arrays(setup, games)
        self._states = setup.constants, setup.new_states(games)
        self._actions, self._chosen = np.zeros((2, games), np.int64)
        self._find_illegal, self._step_games = self.game.native(drivers.find_illegal), self._bind(drivers.step_games)
        self._choose_random_actions = self.game.native(drivers.choose_random_actions)
        a = self._arrays
        self.batch = Batch(
            a.observation, a.mask, a.info[SEAT], a.rewards, a.ended, a.scores[:, : self.seats],
            a.ranks[:, : self.seats], a.info[LENGTH], a.info[REASON], a.number,
        )  # fmt: skip

    def states(self) -> Array:
        """Return a copy of the true states."""
        return copy_states(self._states[1])

    def _begin(self, seed: int) -> None:
        self._arrays.seed[0] = seed
        self._run(self._bind(drivers.begin_games), *self._states, self._copies, self._arrays)
        self._check_stuck()

    def _step(self, actions: Any) -> None:
        np.copyto(self._actions, actions, casting="same_kind")
        arrays = self._arrays
        i = self._find_illegal(0, self.games, arrays.mask, self._actions)
        if i >= 0:
            n, seat = int(arrays.info[N_LEGAL, i]), int(arrays.info[SEAT, i])
            self._raise_illegal(i, int(self._actions[i]), seat, arrays.legal[i, :n].tolist())
        self._run(self._step_games, *self._states, self._copies, self._actions, arrays)
        self._check_stuck()

    def _choose(self, policy: int) -> Array:
        arrays, chosen = self._arrays, self._chosen
        if policy == drivers.RANDOM:
            self._run(self._choose_random_actions, arrays.legal, arrays.info, arrays.rng, chosen)
        else:
            choose_actions = self._bind(drivers.choose_actions, choose_index=drivers.choose_by_policy)
            self._run(choose_actions, *self._states, policy, chosen, arrays, self._memories)
        return chosen

    def _play(self, steps: int, policies: list[int]) -> Totals:
        totals, arrays = np.zeros((self.games, self.seats + 1)), self._arrays
        choose_index = drivers.choose_by_policy if any(policies) else drivers.choose_randomly
        play_games = self._bind(drivers.play_games, choose_index=choose_index)
        self._run(play_games, *self._states, np.array(policies), steps, totals, arrays, self._memories)
        self._check_stuck()
        self._run(self._bind(drivers.observe_games), *self._states, self._copies, arrays)
        arrays.rewards[:], arrays.ended[:] = 0, False
        return Totals(int(totals[:, -1].sum()), tuple(totals[:, :-1].sum(0).tolist()))

    def _bind(self, driver: Function, **own: Function) -> Function:
        return self.game.native(driver, **CPU_SLOTS, **own)

    def _run(self, driver: Callable[..., None], *arguments: Any) -> None:
        """Run a driver on all games, each thread on its range; of a list, each thread gets its own element."""
        if self._pool is None:
            driver(0, self.games, *(a[0] if type(a) is list else a for a in arguments))
            return
        calls = [(*own, *(a[k] if type(a) is list else a for a in arguments)) for k, own in enumerate(self._ranges)]
        jobs = [self._pool.submit(driver, *call) for call in calls[1:]]
        driver(*calls[0])
        for job in jobs:
            job.result()

    def _check_stuck(self) -> None:
        errors = self._arrays.info[ERROR]
        if errors.any():
            number = self._arrays.number[np.flatnonzero(errors)[0]]
            raise GamutError(f"{self.game.title}: in game {number} the actor has no legal action")


def new_thread_memory(setup: Setup) -> ThreadMemory:
    game = setup.game
    actions, weights = np.zeros((2, game.max_legal), np.int32)
    scores, ranks = np.zeros((2, game.max_seats), np.int32)
    return ThreadMemory(
        copy=setup.new_states(), actions=actions, weights=weights, scratch=setup.new_scratch(), scores=scores,
        ranks=ranks, rewards=np.zeros(setup.seats, np.float32),
    )  # fmt: skip


def new_game_arrays(setup: Setup, n: int) -> GameArrays:
    game = setup.game
    scores, ranks = np.zeros((2, n, game.max_seats), np.int32)
    return GameArrays(
        blank=setup.new_states(), seed=np.zeros(1, np.uint64), number=np.arange(n), rng=np.zeros((n, 1), np.uint64),
        observation=np.zeros((n, game.feature_count), np.float32), mask=np.zeros((n, setup.action_count), np.bool_),
        legal=np.zeros((n, game.max_legal), np.int32), info=np.zeros((drivers.INFO_ROWS, n), np.int32),
        rewards=np.zeros((n, setup.seats), np.float32), ended=np.zeros(n, np.bool_), scores=scores, ranks=ranks,
    )  # fmt: skip
