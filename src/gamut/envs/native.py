"""The batch on the processor, in native code, by one thread or several."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from gamut.engine.bind import Function
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Setup
from gamut.engine.record import Array, copy_states
from gamut.envs import drivers
from gamut.envs.drivers import LENGTH, MANY, REASON, SEAT, WRONG
from gamut.envs.environment import Batch, Environment, Totals

MOST_THREADS = 256
ALONE: dict[str, Function] = {"copy_state": drivers.copy_record, "is_any_in_step": drivers.is_alone}


class NativeEnvironment(Environment):
    """Games on the processor. Each thread has its own range of them, so any number gives the same bytes."""

    device = "cpu"

    def __init__(self, setup: Setup, games: int, threads: int = 1) -> None:
        super().__init__(setup, games)
        if not 1 <= threads <= MOST_THREADS:
            raise BadOptions(f"threads = {threads} is not possible; it may be 1 to {MOST_THREADS}")
        game, n = self.game, games
        threads = min(threads, n)
        cuts = [n * k // threads for k in range(threads + 1)]
        self._ranges = [(cuts[k], cuts[k + 1], k) for k in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._states, self._hidden, self._blank = setup.fresh(n), setup.fresh(threads), setup.fresh()
        self._run, self._r = np.zeros(1, np.uint64), np.zeros((n, 1), np.uint64)
        self._acts, self._facts = np.zeros((n, game.most_legal), np.int32), np.zeros((drivers.FACTS, n), np.int32)
        self._actions, self._chosen = np.zeros((2, n), np.int64)
        self._weights = np.zeros((threads, game.most_legal), np.int32)
        self._work = np.zeros((threads, max(1, game.work)), np.int64)
        scores, ranks = np.zeros((2, n, game.most_seats), np.int32)
        self._shown = np.zeros((n, self.features), np.float32), np.zeros((n, self.actions), np.bool_)
        self._ends = np.zeros((n, self.seats), np.float32), np.zeros(n, np.bool_), scores, ranks
        self._number = np.arange(n)
        self.batch = Batch(
            *self._shown, self._facts[SEAT], *self._ends[:2], scores[:, : self.seats], ranks[:, : self.seats],
            self._facts[LENGTH], self._facts[REASON], self._number,
        )  # fmt: skip
        self._place = setup.constants, self._states, self._hidden
        self._find_illegal, self._step_games = game.native(drivers.find_illegal), self._bound(drivers.step_games)

    def states(self) -> Array:
        """A copy of the true states."""
        return copy_states(self._states)

    def _begin(self, seed: int) -> None:
        self._run[0] = seed
        self._each(
            self._bound(drivers.begin_games), *self._place, self._blank, self._run, self._number, self._r,
            *self._shown, self._acts, self._facts, *self._ends[:2],
        )  # fmt: skip
        self._check_stuck()

    def _step(self, actions: Any) -> None:
        np.copyto(self._actions, actions, casting="same_kind")
        wrong = self._find_illegal(0, self.games, self._shown[1], self._actions)
        if wrong >= 0:
            many, seat = int(self._facts[MANY, wrong]), int(self._facts[SEAT, wrong])
            self._refuse(wrong, int(self._actions[wrong]), seat, self._acts[wrong, :many].tolist())
        self._each(
            self._step_games, *self._place, self._blank, self._run, self._number, self._actions,
            *self._shown, self._acts, self._facts, *self._ends,
        )  # fmt: skip
        self._check_stuck()

    def _choose(self, way: int) -> Array:
        decide = drivers.decide_randomly if way == drivers.RANDOM else drivers.decide_guided
        self._each(
            self._bound(drivers.choose_actions, decide=decide), *self._place, self._r, self._acts, self._facts,
            way, self._weights, self._work, self._chosen,
        )  # fmt: skip
        return self._chosen

    def _play(self, steps: int, ways: list[int]) -> Totals:
        game, n = self.game, len(self._ranges)
        totals = np.zeros((self.games, self.seats + 1))
        scores, ranks = np.zeros((2, n, game.most_seats), np.int32)
        acts, rewards = np.zeros((n, game.most_legal), np.int32), np.zeros((n, self.seats), np.float32)
        decide = drivers.decide_guided if any(ways) else drivers.decide_randomly
        self._each(
            self._bound(drivers.play_games, decide=decide), *self._place, self._blank, self._run, self._number,
            self._r, acts, self._weights, self._work, self._facts, np.array(ways), steps, scores, ranks, rewards,
            totals,
        )  # fmt: skip
        self._check_stuck()
        self._each(self._bound(drivers.show_games), *self._place, *self._shown, self._acts, self._facts)
        self._ends[0][:], self._ends[1][:] = 0, False
        return Totals(int(totals[:, -1].sum()), tuple(totals[:, :-1].sum(0).tolist()))

    def _bound(self, driver: Function, **own: Function) -> Function:
        return self.game.native(driver, **ALONE, **own)

    def _each(self, driver: Callable[..., None], *arguments: Any) -> None:
        """Let every thread do its range; this one does the first."""
        first, *others = self._ranges
        waiting = [self._pool.submit(driver, *own, *arguments) for own in others] if self._pool else []
        driver(*first, *arguments)
        for done in waiting:
            done.result()

    def _check_stuck(self) -> None:
        if self._facts[WRONG].any():
            i = int(np.flatnonzero(self._facts[WRONG])[0])
            raise GamutError(f"{self.game.title}: game {self._number[i]} awaits a seat that has no legal action")
