"""The vector environment: spaces, seeds, opponents, and rewards of the learner's seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamut
from gamut.engine.errors import InvalidOptions
from gamut.template import GAME as EASEL

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'gamut-games[gymnasium]'")

from gymnasium.vector import VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from gamut.envs import gymnasium as interface


def first_legal(mask: Any) -> Any:
    return mask.argmax(1)


def heaviest(decision: gamut.Decision) -> int:
    weights = decision.weights()
    return decision.legal[weights.index(max(weights))]


def play(env: Any, steps: int, seed: int) -> tuple[bytes, float, int]:
    observation, info = env.reset(seed=seed)
    seen, won, ended = [observation.tobytes()], 0.0, 0
    for _ in range(steps):
        observation, rewards, terminated, truncated, info = env.step(first_legal(info["action_mask"]))
        assert env.observation_space.contains(observation)
        assert rewards.dtype == np.float32
        assert not truncated.any()
        assert not rewards[~terminated].any()
        if terminated.any():
            assert (info["_final_obs"] == terminated).all()
        seen.append(observation.tobytes())
        won += float(rewards.sum())
        ended += int(terminated.sum())
    return b"".join(seen), won, ended


@pytest.mark.parametrize("opponents", ["random", "greedy", heaviest])
def test_it_is_a_vector_environment(opponents: Any) -> None:
    env = interface.make_vec("mixx", seats=2, games=6, opponents=opponents)
    assert isinstance(env, VectorEnv)
    seen, won, ended = play(env, 60, seed=3)
    assert ended > 0
    assert 0 <= won <= ended
    assert play(env, 60, seed=3)[0] == seen
    assert play(env, 60, seed=4)[0] != seen


def test_the_acting_seat_is_always_the_learners() -> None:
    env = interface.make_vec(EASEL, seats=3, games=9, opponents=["random", "greedy"])
    _, info = env.reset(seed=1)
    for _ in range(50):
        assert (env.env.batch.seat == env.learner_seats).all()
        assert info["action_mask"].any(1).all()
        *_, info = env.step(first_legal(info["action_mask"]))


def test_greedy_is_harder_than_random() -> None:
    shares = []
    for opponents in ("random", "greedy"):
        env = interface.make_vec("mixx", seats=2, games=64, opponents=opponents)
        _, won, ended = play(env, 120, seed=1)
        shares.append(won / ended)
    assert shares[0] > shares[1] + 0.2


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(interface.make_vec("mixx", seats=2, games=4, opponents="greedy"))
    _, info = env.reset(seed=1)
    lengths: list[int] = []
    for _ in range(100):
        *_, info = env.step(first_legal(info["action_mask"]))
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert lengths
    assert min(lengths) > 0


def test_the_number_of_opponents_must_fit() -> None:
    with pytest.raises(InvalidOptions, match="2 opponents for 3 other seats"):
        interface.make_vec("colori", seats=4, opponents=["random", "greedy"])
