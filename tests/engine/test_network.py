"""The network: interpreted, native, in NumPy and on a GPU it is the same, and its file keeps every number."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np
import pytest

from gamut.bots import evaluators
from gamut.bots.evaluators import EvaluatorBuffers, new_evaluator_buffers
from gamut.engine import verbs
from gamut.engine.bind import Binder, Interpreted, Native
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import game_key
from gamut.engine.game import Game, Setup
from gamut.engine.network import (
    EXP_BITS,
    MAX_INPUT,
    NO_TOKEN,
    count_inputs,
    count_outputs,
    estimate_shares,
    log_weight,
    negative_exp,
    predict,
    round_input,
)
from gamut.engine.network_file import (
    FILE_NAME,
    InvalidNetwork,
    MadeBy,
    TrainedNetwork,
    find_vocabulary,
    list_tokens,
    read_network,
)
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from gamut.envs.cuda import HOPPER, assume_capability, load_cuda
from gamut.template import GAME as EASEL

UNITS = 8
MADE = MadeBy("gamut train easel --games 8 --seed 1", "easel", 1, 1, 8, 2, "2026-11-19")


def make_network(game: Game, seed: int = 1, size: int = 300) -> TrainedNetwork:
    """Return a network of random weights."""
    rng, words = np.random.default_rng(seed), find_vocabulary([game.open(n) for n in game.seats], 1000)
    inputs, outputs = count_inputs(game.inputs, game.max_seats), count_outputs(game.max_seats)
    arrays: dict[str, Array] = {
        "inner": rng.integers(-size, size, (inputs, UNITS)).astype(np.int16),
        "shift": rng.integers(-20_000, 20_000, UNITS).astype(np.int32),
        "outer": rng.integers(-size, size, (UNITS, outputs)).astype(np.int16),
        "rest": rng.integers(-200_000, 200_000, outputs),
        "tokens": rng.integers(-size, size, (len(words), UNITS)).astype(np.int16),
        "token_rest": rng.integers(-200_000, 200_000, len(words)),
        "gain": np.array([700]),
    }
    return TrainedNetwork(words, arrays, 3.5, 1.25, MADE)


def with_network(game: Game, network: TrainedNetwork) -> Game:
    """Return a copy of a game that has this network."""
    copy = replace(game)
    copy.__dict__["network"] = network
    return copy


@pytest.fixture(scope="module")
def easel() -> Game:
    return with_network(EASEL, make_network(EASEL))


def judge(c: Any, s: Any, seat: int, n: int, rng: Any, shares: Any, buffers: EvaluatorBuffers) -> None:
    """Weigh the actions that are in the buffers, and estimate the shares."""
    verbs.legal(c[0], s[0], seat, buffers.playout.actions)
    evaluators.weigh_by_network(c[0], s[0], seat, n, buffers)
    estimate_shares(buffers.network, c[0], s[0], seat, buffers.memory)
    for k in range(len(shares)):
        shares[k] = buffers.memory.shares[k]


def read_inputs(setup: Setup, hidden: Array, seat: int) -> Array:
    x = np.zeros(count_inputs(setup.game.inputs, setup.game.max_seats), np.float32)

    memory = np.zeros(setup.seats, np.int64), setup.new_scratch()
    BoundVerbs(setup.game, native=False).fill_inputs(setup.constants, hidden, 0, seat, setup.game.max_seats, x, *memory)
    return x


def weigh(setup: Setup, hidden: Array, seat: int, legal: list[int], heat: int = 100) -> list[int]:
    """Return the policy's weights by the pass in NumPy."""
    guided = np.zeros(len(legal), np.int32)
    BoundVerbs(setup.game, native=False).guide(
        setup.constants, hidden, 0, seat, np.array(legal, np.int32), len(legal), guided, setup.new_scratch()
    )
    prediction = predict(setup.network, read_inputs(setup, hidden, seat))
    return prediction.weights(setup.network, np.array(legal), guided.tolist(), heat)


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_interpreted_native_and_numpy_agree(easel: Game, seats: int) -> None:
    setup = easel.open(seats)
    buffers = [new_evaluator_buffers(setup) for _ in range(2)]  # used again: only what has changed is added up
    rng, judged, spread = np.ones(1, np.uint64), 0, set[int]()
    binders: list[Native | Interpreted] = [easel.interpreted, easel.native]
    for number in range(3):
        table = Table(setup, game_key(5, number), native=False)
        while table.actors:
            seat = table.actors[0]
            hidden, legal, results = table.hidden(seat), table.legal(seat), []
            for bind, own in zip(binders, buffers, strict=True):
                shares = np.zeros(seats, np.int64)
                bind(judge)(setup.constants, hidden, seat, len(legal), rng, shares, own)
                results.append((shares.tolist(), own.playout.weights[: len(legal)].tolist()))
            prediction = predict(setup.network, read_inputs(setup, hidden, seat))
            shares_again = prediction.shares(seat, seats)
            results.append((shares_again, weigh(setup, hidden, seat, legal)))
            assert results[0] == results[1] == results[2]
            assert WIN_VALUE * 0.5 < sum(shares_again) <= WIN_VALUE  # the rest is that nobody wins
            assert min(results[0][1]) >= 1
            spread.add(shares_again[0])
            judged += 1
            table.play(seat, legal[judged % len(legal)])
    assert judged > 20
    assert len(spread) > 20


def test_the_observer_is_always_first(easel: Game) -> None:
    """Two seats that know the same about each other get the same shares, each its own first."""
    setup = easel.open(2)
    prediction = predict(setup.network, np.zeros(len(setup.network.inner), np.float32))
    assert prediction.shares(0, 2) == prediction.shares(1, 2)[::-1]


def test_a_temperature_makes_weights_more_alike(easel: Game) -> None:
    setup = easel.open(2)
    table = Table(setup, bytes(16), native=False)
    legal = list(table.legal(0))
    assert len(legal) > 1
    cold, normal, hot = (weigh(setup, table.hidden(0), 0, legal, heat) for heat in (50, 100, 1000))
    assert max(cold) > max(normal) > max(hot)
    assert np.argmax(cold) == np.argmax(normal) == np.argmax(hot)


def test_exponentials_and_inputs_are_rounded_as_documented() -> None:
    assert [negative_exp(d) for d in (0, 16 * 1024, 1 << 40)] == [1 << EXP_BITS, 0, 0]
    for d in (1, 500, 1024, 5000, 16 * 1024 - 1):
        assert abs(negative_exp(d) / (1 << EXP_BITS) - np.exp(-d / 1024)) < 2e-6
    assert [round_input(x) for x in (0.0, 1.0, -1.0, 0.25, 1 / 3, -1 / 3, 1e9, -1e9)] == [
        0, 64, -64, 16, 21, -21, MAX_INPUT, -MAX_INPUT
    ]  # fmt: skip


def test_logarithms_of_weights_are_linear_between_powers_of_two() -> None:
    assert [log_weight(w) for w in (1, 2, 3, 4, 6, 1024, (1 << 19) + 1)] == [0, 64, 96, 128, 160, 640, 1216]


def test_actions_share_the_tokens_of_what_they_name(easel: Game) -> None:
    setup = easel.open(2)
    assert list_tokens(setup, 0) == ["play", "red", "id hand:red", "action play red"]
    trained = easel.network
    assert trained is not None
    table = setup.network.action_tokens
    assert table.shape == (setup.action_count, 4)
    assert len({row[0] for row in table}) == 1  # "play"
    assert trained.vocabulary[table[0, 0]] == "play"
    assert len({row[1] for row in table}) == setup.action_count


def test_unknown_tokens_have_no_weight(easel: Game) -> None:
    trained = easel.network
    assert trained is not None
    small = {name: array[:1] if "token" in name else array for name, array in trained.arrays.items()}
    setup = with_network(EASEL, replace(trained, vocabulary=trained.vocabulary[:1], arrays=small)).open(2)
    assert {tuple(row) for row in setup.network.action_tokens} == {(0,)}
    assert NO_TOKEN not in setup.network.action_tokens


# ---------------------------------------------------------------------- the file


def test_a_file_keeps_everything(easel: Game, tmp_path: Path) -> None:
    network = easel.network
    assert network is not None
    network.write(tmp_path / FILE_NAME)
    again = read_network(tmp_path / FILE_NAME)
    assert (again.vocabulary, again.made, again.digest) == (network.vocabulary, network.made, network.digest)
    assert (again.score_mean, again.score_unit) == (3.5, 1.25)
    for name, array in network.arrays.items():
        assert np.array_equal(array, again.arrays[name])
        assert array.dtype == again.arrays[name].dtype
    assert make_network(EASEL, seed=2).digest != network.digest


def test_a_game_finds_the_network_in_its_folder_if_it_fits(easel: Game, tmp_path: Path) -> None:
    assert easel.network is not None
    easel.network.write(tmp_path / FILE_NAME)
    found = replace(EASEL, folder=tmp_path).network
    assert found is not None
    assert found.digest == easel.network.digest
    assert replace(EASEL, folder=tmp_path, feature_count=EASEL.feature_count + 1).network is None
    assert replace(EASEL, folder=tmp_path / "none").network is None


@pytest.mark.parametrize("fault", ["digest", "weights", "format", "missing"])
def test_a_damaged_file_is_reported(easel: Game, tmp_path: Path, fault: str) -> None:
    assert easel.network is not None
    content = easel.network.format()
    damaged = {
        "digest": content.replace(easel.network.digest, "0" * 16),
        "weights": content.replace("score_unit = 1.25", "score_unit = 1.5"),
        "format": content.replace("format = 1", "format = 99"),
        "missing": content.replace("inputs = ", "entries = "),
    }[fault]
    assert damaged != content
    (tmp_path / FILE_NAME).write_text(damaged)
    with pytest.raises(InvalidNetwork, match=r"network\.toml"):
        read_network(tmp_path / FILE_NAME)


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    network = make_network(EASEL)
    network.arrays["inner"][:] = 32_000
    network.check()
    wide = np.full((3000, UNITS), 32_000, np.int16)
    with pytest.raises(InvalidNetwork, match="too large"):
        replace(network, arrays={**network.arrays, "inner": wide}).check()


# ---------------------------------------------------------------------- on a GPU


@pytest.mark.slow
def test_the_network_compiles_for_a_gpu(easel: Game) -> None:
    pytest.importorskip("numba_cuda")
    cuda, numba = load_cuda(), import_module("numba")
    try:
        import_module("numba.cuda.cudadrv.nvvm").NVVM()
    except Exception as e:
        pytest.skip(f"numba-cuda is not usable here: {e}")
    setup = easel.open(2)
    bound = Binder(easel.verbs, lambda copy, is_driver: cuda.jit(device=True)(copy), "cuda").bind(
        cast(FunctionType, judge)
    )[0]

    def kernel(c, s, seat, n, rng, shares, buffers):  # type: ignore[no-untyped-def]
        bound(c, s, seat, n, rng, shares, buffers)

    buffers = new_evaluator_buffers(setup)
    arguments = (setup.constants, setup.new_states(), 0, 1, np.ones(1, np.uint64), np.zeros(2, np.int64), buffers)
    with assume_capability(HOPPER):
        ptx = cuda.compile_ptx(kernel, tuple(numba.typeof(a) for a in arguments), cc=HOPPER)[0]
    assert ".visible .entry" in ptx
