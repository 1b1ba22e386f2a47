"""Observations are independent of what a seat cannot know, given what it can: a statistical test that can fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut import envs
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.envs import drivers
from gamut.games import find
from gamut.model import GAME as EASEL
from gamut.model.hidden import observe as observe_easel

GAMES = 6000
SURE = 6.0  # standard deviations that no pair of a feature and a secret reaches by chance
CASES = [(EASEL.open(3), "hand"), (find("colori").open(3), "hand")]


def secrets_of(states: Array, field: str) -> Array:
    """The numbers of a field, one row per state: what others hold is among them."""
    return states[field].reshape(len(states), -1).astype(float)


def strongest_link(setup: Setup, field: str, observation: Array, states: Array, seats: Array) -> float:
    """How surely some feature tells something of a secret that is not told by what the seat knows.

    A redeal has the same knowledge and other secrets, drawn as fairly as the true ones. So the difference of both
    goes with no feature, unless the feature knows the truth.
    """
    others = envs.redeal(setup, states, seats, seed=99)
    gap = secrets_of(states, field) - secrets_of(others, field)
    x = observation.astype(float)
    link, spread = x.T @ gap, np.sqrt((x**2).T @ gap**2)
    return float(np.abs(link[spread > 0] / spread[spread > 0]).max())


@pytest.mark.parametrize(("setup", "field"), CASES, ids=["easel", "colori"])
def test_no_feature_goes_with_a_secret(setup: Setup, field: str) -> None:
    env = envs.make(setup, games=GAMES)
    batch = env.reset(17)
    assert strongest_link(setup, field, batch.observation, env.states(), batch.seat) < SURE


def peek(c: Any, s: Any, seat: int, out: Any) -> None:
    """Easel's features, but for one that tells how many red cards the next seat has."""
    observe_easel(c, s, seat, out)
    out[0] = s.hand[(seat + 1) % c.seats, 0]


def test_a_feature_that_knows_the_truth_is_found() -> None:
    setup = EASEL.open(3)
    env = envs.make(setup, games=GAMES)
    batch = env.reset(17)
    states = env.states()
    leaking = batch.observation.copy()
    leaking[:, 0] = [state["hand"][1, 0] for state in states]
    assert strongest_link(setup, "hand", leaking, states, batch.seat) > SURE


def test_features_come_from_hidden_copies_only() -> None:
    """Even an `observe` that looks at other hands sees nothing there."""
    setup = EASEL.open(3)
    env = envs.make(setup, games=50)
    batch = env.reset(3)
    observation, mask = np.ones((50, setup.game.features), np.float32), np.zeros((50, setup.actions), np.bool_)
    curious = setup.game.native(drivers.look_at, observe=peek)
    seats = batch.seat.astype(np.int64)
    curious(setup.constants, env.states(), setup.fresh(), seats, observation, mask, np.zeros(3, np.int32))
    assert not observation[:, 0].any()
    assert observation[:, 3:].tobytes() == batch.observation[:, 3:].tobytes()
