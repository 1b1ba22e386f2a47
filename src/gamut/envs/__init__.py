"""Environments for research: batches of games whose observations hold what a seat can know, and nothing else.

>>> from gamut import envs
>>> env = envs.make("mixx", seats=2, games=8)
>>> batch = env.reset(seed=1)
>>> batch.observation.shape, batch.mask.shape
((8, 583), (8, 640))
>>> for _ in range(100):
...     batch = env.step(env.choose("random"))
>>> env.describe()[0]
FeatureBlock(name='sets', shape=(9, 64), ...)

With `device="cuda"` the same games are played on a card, and give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gamut.engine.errors import BadOptions
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array, copy_states
from gamut.engine.seeds import check_seed
from gamut.engine.verbs import WATCHER
from gamut.envs import drivers
from gamut.envs.environment import Batch, Environment, Totals
from gamut.games import find

__all__ = ["Batch", "Environment", "Totals", "look", "make", "open_game", "redeal"]


def open_game(game: str | Game | Setup, seats: int | None, options: Mapping[str, Value] | None = None) -> Setup:
    """A setup from whatever names it; without a number of seats the game's smallest."""
    if isinstance(game, Setup):
        return game
    found = find(game) if isinstance(game, str) else game
    return found.open(found.seats[0] if seats is None else seats, dict(options or {}))


def make(
    game: str | Game | Setup,
    seats: int | None = None,
    games: int = 1024,
    device: str = "cpu",
    *,
    options: Mapping[str, Value] | None = None,
    threads: int = 1,
    **card: Any,
) -> Environment:
    """A batch of games; `card` is for `device="cuda"`, see `gamut.envs.card`."""
    setup = open_game(game, seats, options)
    if device == "cpu":
        from gamut.envs.native import NativeEnvironment

        return NativeEnvironment(setup, games, threads, **card)
    if device == "cuda":
        from gamut.envs.card import CardEnvironment

        return CardEnvironment(setup, games, **card)
    raise BadOptions(f"device = {device!r} is not possible; it may be cpu or cuda")


def redeal(setup: Setup, states: Array, seat: Array | int, seed: int, first: int = 0) -> Array:
    """For each state another one that its seat cannot tell from it, drawn fairly; −1 is a spectator.

    Only what the seat knows is read: true states and hidden copies give the same. The same seed and numbers (from
    `first` on) give the same redeals.
    """
    check_seed(seed)
    made = copy_states(states)
    driver = setup.game.native(drivers.redeal_states)
    driver(
        setup.constants,
        made,
        seat_row(setup, seat, len(made), WATCHER),
        np.array([seed], np.uint64),
        first,
        room_for_chance(),
    )
    return made


def look(setup: Setup, states: Array, seat: Array | int) -> tuple[Array, Array]:
    """Observations and masks of some states, as the given seats have them: what a network is fed in a search."""
    n, game = len(states), setup.game
    observation, mask = np.zeros((n, game.features), np.float32), np.zeros((n, setup.actions), np.bool_)
    driver = game.native(drivers.look_at)
    driver(
        setup.constants, states, setup.fresh(), seat_row(setup, seat, n, 0), observation, mask,
        np.zeros(game.most_legal, np.int32),
    )  # fmt: skip
    return observation, mask


def seat_row(setup: Setup, seat: Array | int, n: int, lowest: int) -> Array:
    """One seat for each of `n` states."""
    row = np.array(np.broadcast_to(np.asarray(seat), (n,)), np.int64)
    if n and not (lowest <= row.min() and row.max() < setup.seats):
        watching = ", and −1 watches" if lowest < 0 else ""
        wrong = row.min() if row.min() < lowest else row.max()
        raise BadOptions(f"seats are 0 to {setup.seats - 1}{watching}; there is no seat {wrong}")
    return row


def room_for_chance() -> Array:
    """A fast generator's state."""
    return np.zeros(1, np.uint64)
