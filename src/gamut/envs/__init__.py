"""Environments for research: batches of games whose observations contain what a seat can know, and nothing else.

>>> from gamut import envs
>>> env = envs.make("mixx", seats=2, games=8)
>>> batch = env.reset(seed=1)
>>> batch.observation.shape, batch.mask.shape
((8, 583), (8, 640))
>>> for _ in range(100):
...     batch = env.step(env.choose("random"))
>>> env.describe()[0]
FeatureBlock(name='sets', shape=(9, 64), ...)

With `device="cuda"` the same games are played on an NVIDIA GPU, with the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gamut.engine.chance import check_seed
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array, copy_states
from gamut.engine.verbs import SPECTATOR
from gamut.envs import drivers
from gamut.envs.environment import Batch, Environment, Totals
from gamut.games import find_game

__all__ = ["Batch", "Environment", "Totals", "make", "observe", "redeal", "resolve_setup"]


def resolve_setup(game: str | Game | Setup, seats: int | None, options: Mapping[str, Value] | None = None) -> Setup:
    """Return the setup for a game's id, a game or a setup; the default is the game's smallest number of seats."""
    if isinstance(game, Setup):
        return game
    resolved = find_game(game) if isinstance(game, str) else game
    return resolved.open(resolved.seats[0] if seats is None else seats, dict(options or {}))


def make(
    game: str | Game | Setup,
    seats: int | None = None,
    games: int = 1024,
    device: str = "cpu",
    *,
    options: Mapping[str, Value] | None = None,
    threads: int = 1,
    **cuda_options: Any,
) -> Environment:
    """Return a batch of games; `threads` is for the CPU, `cuda_options` are those of `CudaEnvironment`."""
    setup = resolve_setup(game, seats, options)
    if device == "cpu":
        from gamut.envs.native import NativeEnvironment

        return NativeEnvironment(setup, games, threads, **cuda_options)
    if device == "cuda":
        from gamut.envs.cuda import CudaEnvironment

        return CudaEnvironment(setup, games, **cuda_options)
    raise InvalidOptions(f"device = {device!r} is not allowed; use cpu or cuda")


def redeal(setup: Setup, states: Array, seat: Array | int, seed: int, first: int = 0) -> Array:
    """Return, for each state, a fair sample of those that its seat cannot distinguish from it; −1 is a spectator.

    Only what the seat knows is read: true states and hidden copies give the same result. The same seed and numbers
    (from `first` on) give the same redeals.
    """
    check_seed(seed)
    redealt = copy_states(states)
    driver, rng = setup.game.native(drivers.redeal_states), np.zeros(1, np.uint64)
    seats = broadcast_seats(setup, seat, len(redealt), SPECTATOR)
    driver(setup.constants, redealt, seats, np.array([seed], np.uint64), first, rng)
    return redealt


def observe(setup: Setup, states: Array, seat: Array | int) -> tuple[Array, Array]:
    """Return the observations and masks of the given seats in some states: the input of a network in a search."""
    n, game = len(states), setup.game
    observation, mask = np.zeros((n, game.feature_count), np.float32), np.zeros((n, setup.action_count), np.bool_)
    driver, seats = game.native(drivers.observe_states), broadcast_seats(setup, seat, n, 0)
    driver(setup.constants, states, setup.new_states(), seats, observation, mask, np.zeros(game.max_legal, np.int32))
    return observation, mask


def broadcast_seats(setup: Setup, seat: Array | int, n: int, lowest: int) -> Array:
    """Return one seat for each of `n` states; raise InvalidOptions if one does not exist."""
    seats = np.array(np.broadcast_to(np.asarray(seat), (n,)), np.int64)
    if n and not (lowest <= seats.min() and seats.max() < setup.seats):
        invalid = seats.min() if seats.min() < lowest else seats.max()
        spectator = ", and −1 is a spectator" if lowest < 0 else ""
        raise InvalidOptions(f"seat number {invalid} does not exist: seats are 0 to {setup.seats - 1}{spectator}")
    return seats
