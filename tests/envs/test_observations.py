"""Observations are independent of what a seat cannot know, given what it can: a statistical test that can fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut import envs
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.envs import Environment, drivers
from gamut.games import find_game
from gamut.template import GAME as EASEL
from gamut.template.hidden import observe as observe_easel

GAMES = 6000
MAX_DEVIATIONS = 6.0  # standard deviations that no pair of a feature and a secret reaches by chance
CASES = [
    (EASEL.open(3), ("hand",)),
    (find_game("mixx").open(2), ("chance_key",)),
    (find_game("colori").open(3), ("hand", "chance_key")),
    (find_game("chroma_mix").open(2), ("chance_key",)),
    (find_game("kroma").open(2), ("chance_key",)),
    (find_game("prismatic").open(2), ("chosen_motes", "kept", "chance_key")),
]
QUICK = ("easel", "mixx")  # to compile
every_case = pytest.mark.parametrize(
    ("setup", "fields"),
    [
        pytest.param(*case, id=case[0].game.id, marks=[] if case[0].game.id in QUICK else pytest.mark.slow)
        for case in CASES
    ],
)


def begin(setup: Setup) -> tuple[Environment, Array, Array]:
    """Return games in which another seat has already chosen in secret, where that is possible."""
    env = envs.make(setup, games=GAMES)
    batch = env.reset(17)
    while setup.game.id == "prismatic" and (batch.seat == 0).any():
        batch = env.step(np.where(batch.seat == 0, env.choose(), drivers.SKIP))
    return env, batch.observation.copy(), batch.seat.copy()


def secrets_of(states: Array, fields: tuple[str, ...]) -> Array:
    """Return the numbers of secret fields, one row per state; of a key, its random bytes."""
    parts = [
        np.ascontiguousarray(states["chance_key"][:, :2]).view(np.uint8) if field == "chance_key" else states[field]
        for field in fields
    ]
    return np.concatenate([part.reshape(len(states), -1).astype(float) for part in parts], axis=1)


def strongest_link(setup: Setup, fields: tuple[str, ...], observation: Array, states: Array, seats: Array) -> float:
    """Return the strongest correlation between a feature and a secret, beyond what the seat knows.

    A redeal has the same knowledge and other secrets, drawn as fairly as the true ones. So the difference of both
    goes with no feature, unless the feature knows the truth.
    """
    others = envs.redeal(setup, states, seats, seed=99)
    gap = secrets_of(states, fields) - secrets_of(others, fields)
    assert gap.any()
    x = observation.astype(float)
    link, spread = x.T @ gap, np.sqrt((x**2).T @ gap**2)
    return float(np.abs(link[spread > 0] / spread[spread > 0]).max())


@every_case
def test_no_feature_correlates_with_a_secret(setup: Setup, fields: tuple[str, ...]) -> None:
    env, observation, seats = begin(setup)
    assert strongest_link(setup, fields, observation, env.states(), seats) < MAX_DEVIATIONS


@every_case
def test_a_feature_with_a_secret_is_found(setup: Setup, fields: tuple[str, ...]) -> None:
    """For every field, one secret number of it is written to the features."""
    env, observation, seats = begin(setup)
    states = env.states()
    for field in fields:
        truth = secrets_of(states, (field,))
        gap = truth - secrets_of(envs.redeal(setup, states, seats, seed=99), (field,))
        leaking = observation.copy()
        leaking[:, 0] = truth[:, gap.any(0).argmax()]
        assert strongest_link(setup, fields, leaking, states, seats) > MAX_DEVIATIONS, field


def observe_other_hand(c: Any, s: Any, seat: int, out: Any) -> None:
    """Write Easel's features, one of them replaced with the number of red cards of the next seat."""
    observe_easel(c, s, seat, out)
    out[0] = s.hand[(seat + 1) % c.seats, 0]


def test_features_come_from_hidden_copies_only() -> None:
    """An `observe` that reads other hands finds zeros."""
    setup = EASEL.open(3)
    env = envs.make(setup, games=50)
    batch = env.reset(3)
    observation, mask = (
        np.ones((50, setup.game.feature_count), np.float32),
        np.zeros((50, setup.action_count), np.bool_),
    )
    driver = setup.game.native(drivers.observe_states, observe=observe_other_hand)
    seats = batch.seat.astype(np.int64)
    driver(setup.constants, env.states(), setup.new_states(), seats, observation, mask, np.zeros(3, np.int32))
    assert not observation[:, 0].any()
    assert observation[:, 3:].tobytes() == batch.observation[:, 3:].tobytes()
