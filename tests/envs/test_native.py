"""The batch on the CPU: the same games as at a table, and nothing that a seat cannot know."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

from gamut import envs, games
from gamut.engine.chance import game_key
from gamut.engine.errors import GamutError, IllegalAction, InvalidOptions
from gamut.engine.game import Setup
from gamut.engine.table import Table
from gamut.envs.equality import compare, play_both, step_both
from gamut.template import GAME as EASEL
from tests.toys import pledges

QUICK = [*(games.find_game("mixx").open(seats) for seats in (2, 4)), EASEL.open(3), pledges.PLEDGES.open(3)]
OTHERS = [game.open(max(game.seats)) for game in games.list_games() if game.id != "mixx"]  # take minutes to compile


def setup_name(setup: Setup) -> str:
    return f"{setup.game.id}-{setup.seats}"


all_setups = pytest.mark.parametrize(
    "setup", [*QUICK, *(pytest.param(setup, marks=pytest.mark.slow) for setup in OTHERS)], ids=setup_name
)

setups_with_guide = pytest.mark.parametrize(  # even more to compile
    "setup", [*QUICK, *(pytest.param(setup, marks=pytest.mark.long) for setup in OTHERS)], ids=setup_name
)


def observed(table: Table, seat: int) -> Any:
    out = np.zeros(table.game.feature_count, np.float32)
    table.verbs.observe(table.setup.constants, table.hidden(seat), 0, seat, out)
    return out


@all_setups
def test_steps_equal_those_of_a_table(setup: Setup) -> None:
    env, seed, n = envs.make(setup, games=3), 7, 3
    batch = env.reset(seed)
    tables = [Table(setup, game_key(seed, i)) for i in range(n)]
    ended = [0] * n
    for _ in range(100_000):
        for i, table in enumerate(tables):
            seat = table.actors[0]
            assert batch.seat[i] == seat
            assert np.flatnonzero(batch.mask[i]).tolist() == table.legal(seat)
            assert batch.observation[i].tobytes() == observed(table, seat).tobytes()
        assert [s.tobytes() for s in env.states()] == [table.record.tobytes() for table in tables]
        actions = env.choose("random").copy()
        batch = env.step(actions)
        for i, table in enumerate(tables):
            table.play(table.actors[0], int(actions[i]))
            assert batch.ended[i] == table.over
            if not table.over:
                assert not batch.rewards[i].any()
                continue
            end = table.result
            assert tuple(batch.scores[i]) == end.scores
            assert tuple(batch.ranks[i]) == end.ranks
            assert setup.game.reasons[batch.reason[i]] == end.reason_template
            assert batch.length[i] == len(table.history)
            share = 1 / max(1, len(end.winners))
            assert batch.rewards[i].tolist() == pytest.approx([share * (r == 1) for r in end.ranks])
            ended[i] += 1
            assert batch.number[i] == i + n * ended[i]
            tables[i] = Table(setup, game_key(seed, int(batch.number[i])))
        if min(ended) >= 2:
            return
    pytest.fail("the games do not end")


@setups_with_guide
def test_threads_give_the_same_bytes(setup: Setup) -> None:
    one, other = envs.make(setup, games=37), envs.make(setup, games=37, threads=3)
    one.reset(3)
    other.reset(3)
    compare(one, other, "after the deal")
    step_both(one, other, 60, ("random", "greedy", "weighted"))
    for way in ("random", "greedy", "weighted"):
        play_both(one, other, 100, way)


@setups_with_guide
def test_play_is_many_steps(setup: Setup) -> None:
    stepped, fused = envs.make(setup, games=16), envs.make(setup, games=16)
    stepped.reset(5)
    fused.reset(5)
    shares = np.zeros(setup.seats)
    for _ in range(150):
        shares += stepped.step(stepped.choose("greedy")).rewards.sum(0)
    totals = fused.play(150, "greedy")
    assert fused.states().tobytes() == stepped.states().tobytes()
    assert totals.shares == pytest.approx(shares.tolist())
    assert fused.batch.observation.tobytes() == stepped.batch.observation.tobytes()
    assert fused.batch.mask.tobytes() == stepped.batch.mask.tobytes()


@all_setups
def test_the_same_seed_gives_the_same_games(setup: Setup) -> None:
    env = envs.make(setup, games=8)

    def run(seed: int) -> bytes:
        env.reset(seed)
        for _ in range(40):
            env.step(env.choose())
        return b"".join(x.tobytes() for x in (env.states(), env.batch.observation, env.batch.mask))

    first = run(1)
    assert run(2) != first
    assert run(1) == first


@all_setups
def test_a_step_allocates_nothing(setup: Setup) -> None:
    env = envs.make(setup, games=64)
    env.reset(1)

    def steps(n: int) -> None:
        for _ in range(n):
            env.step(env.choose())

    def measure() -> tuple[int, int]:
        """Return the memory kept after a hundred steps, and the peak."""
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        steps(100)
        after, peak = tracemalloc.get_traced_memory()
        return after - before, peak - before

    steps(3)
    tracemalloc.start()
    try:
        steps(3)
        kept, peak = min(measure() for _ in range(3))  # a thread of another test may be running
    finally:
        tracemalloc.stop()
    row = 64 * min(env.features, env.actions)  # the smallest array of a batch that could be allocated again
    assert kept < 2000
    assert peak < max(row, 4000)


@all_setups
def test_no_observation_contains_what_the_seat_cannot_know(setup: Setup) -> None:
    env = envs.make(setup, games=64)
    env.reset(11)
    changed = 0
    for _ in range(40):
        batch = env.step(env.choose())
        states, seats = env.states(), batch.seat.copy()
        others = envs.redeal(setup, states, seats, seed=5)
        observation, mask = envs.observe(setup, others, seats)
        assert observation.tobytes() == batch.observation.tobytes()
        assert mask.tobytes() == batch.mask.tobytes()
        changed += sum(a.tobytes() != b.tobytes() for a, b in zip(states, others, strict=True))
    assert changed  # every redeal has another key


def test_an_illegal_action_changes_nothing() -> None:
    env = envs.make("mixx", seats=2, games=4)
    batch = env.reset(1)
    before, actions = env.states().tobytes(), env.choose().copy()
    illegal = int(np.flatnonzero(~batch.mask[2])[0])
    actions[2] = illegal
    with pytest.raises(IllegalAction, match=f"game 2: action {illegal} is not legal for seat .; legal actions:"):
        env.step(actions)
    for other in (-2, 640):
        actions[2] = other
        with pytest.raises(IllegalAction, match=f"action {other} is not legal"):
            env.step(actions)
    assert env.states().tobytes() == before


def test_an_action_of_minus_1_skips_a_game() -> None:
    env = envs.make("mixx", seats=2, games=2)
    batch = env.reset(1)
    while not batch.ended[0]:
        batch = env.step(env.choose())
    before = env.states()
    actions = env.choose().copy()
    actions[0] = -1
    batch = env.step(actions)
    after = env.states()
    assert after[0].tobytes() == before[0].tobytes()
    assert after[1].tobytes() != before[1].tobytes()
    assert not batch.ended[0]
    assert not batch.rewards[0].any()


def test_invalid_input_is_reported() -> None:
    with pytest.raises(InvalidOptions, match="device = 'tpu' is not allowed; use cpu or cuda"):
        envs.make("mixx", device="tpu")
    with pytest.raises(InvalidOptions, match="games = 0 is not allowed"):
        envs.make("mixx", games=0)
    with pytest.raises(InvalidOptions, match="threads = 0 is not allowed"):
        envs.make("mixx", threads=0)
    env = envs.make("mixx", games=2)
    with pytest.raises(GamutError, match="call reset"):
        env.step([0, 0])
    with pytest.raises(InvalidOptions, match="seed = -1 is not allowed; use an integer from 0"):
        env.reset(-1)
    env.reset(1)
    with pytest.raises(InvalidOptions, match="unknown policy 'clever'; the policies are: random, weighted, greedy"):
        env.choose("clever")
    with pytest.raises(InvalidOptions, match="3 policies for 2 seats"):
        env.play(1, ["random"] * 3)
    with pytest.raises(InvalidOptions, match="seat number 2 does not exist: seats are 0 to 1, and −1 is a spectator"):
        envs.redeal(env.setup, env.states(), 2, seed=1)
    with pytest.raises(InvalidOptions, match="seat number -1 does not exist: seats are 0 to 1"):
        envs.observe(env.setup, env.states(), -1)


@all_setups
def test_the_layout_names_every_feature(setup: Setup) -> None:
    blocks = envs.make(setup, games=1).describe()
    assert sum(block.size for block in blocks) == setup.game.feature_count
    assert len({block.name for block in blocks}) == len(blocks)
    assert all(block.meaning for block in blocks)


def test_arrays_are_shared_by_dlpack() -> None:
    env = envs.make("mixx", seats=2, games=4)
    batch = env.reset(1)
    for array in (batch.observation, batch.mask, batch.seat, batch.rewards, batch.ended, batch.number):
        shared = np.from_dlpack(array)
        assert shared.ctypes.data == array.ctypes.data
        assert shared.tobytes() == array.tobytes()
