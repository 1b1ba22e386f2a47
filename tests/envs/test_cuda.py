"""The batch on a GPU: its kernels compile anywhere, missing parts are reported, and its bytes are those of the CPU."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from gamut import envs, games
from gamut.engine.game import Game
from gamut.engine.record import record_dtype
from gamut.envs import cuda
from gamut.envs.cuda import CudaUnavailable, aligned_dtype, compile_kernels, load_cuda, new_game_arrays, new_states
from gamut.envs.equality import compare_devices
from gamut.template import GAME as EASEL


def find_obstacle() -> str:
    """Return why kernels cannot be compiled here; empty if they can."""
    try:
        load_cuda()
        import_module("numba.cuda.cudadrv.nvvm").NVVM()
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return ""


def has_gpu() -> bool:
    return not find_obstacle() and bool(load_cuda().is_available())


compiles = pytest.mark.skipif(bool(find_obstacle()), reason=f"numba-cuda is not usable here: {find_obstacle()[:100]}")
plays = pytest.mark.skipif(not has_gpu(), reason="no NVIDIA GPU")


@compiles
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "game",
    [
        EASEL,
        *(pytest.param(g, marks=pytest.mark.slow if g.id == "mixx" else pytest.mark.long) for g in games.list_games()),
    ],
    ids=lambda game: game.id,
)
def test_kernels_compile_without_a_gpu(game: Game) -> None:
    kernels = compile_kernels(game.open(min(game.seats)))
    assert set(kernels) == {
        "begin", "step", "observe", "choose randomly", "choose by policy", "play randomly", "play by policy"
    }  # fmt: skip
    for name, ptx in kernels.items():
        assert ".visible .entry" in ptx, name
        assert ".target sm_90" in ptx, name


@pytest.mark.parametrize("game", [EASEL, *games.list_games()], ids=lambda game: game.id)
def test_packed_records_are_aligned(game: Game) -> None:
    for declared in (game.state, game.constants):
        packed, aligned = record_dtype(declared), aligned_dtype(declared)
        assert aligned.isalignedstruct
        assert packed.fields is not None
        assert aligned.fields is not None
        assert {name: field[1] for name, field in aligned.fields.items()} == {
            name: field[1] for name, field in packed.fields.items()
        }
        assert aligned.itemsize == packed.itemsize


def test_neighbouring_games_are_neighbours_in_memory() -> None:
    setup = games.find_game("mixx").open(2)
    arrays = new_game_arrays(setup, 16)
    for array in (arrays.observation, arrays.mask, arrays.legal, arrays.rewards, arrays.rng):
        assert array.strides[0] == array.itemsize
    assert new_states(setup, 16).strides == (16 * 8, 8)


def test_large_states_are_stored_in_one_piece() -> None:
    colori = games.find_game("colori")
    states = new_states(colori.open(2), 16)
    assert states.shape == (16,)
    assert states.itemsize == states.strides[0] == colori.state_bytes > cuda.SMALL_STATE_BYTES


@pytest.mark.skipif(has_gpu(), reason="there is a GPU")
def test_a_missing_gpu_is_reported() -> None:
    with pytest.raises(CudaUnavailable, match="device = 'cuda' needs"):
        envs.make("mixx", device="cuda")


def test_a_missing_package_is_reported_with_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> Any:
        raise ImportError(f"no module named {name}")

    monkeypatch.setattr(cuda, "import_module", fail)
    with pytest.raises(CudaUnavailable, match=r"pip install 'gamut-games\[cuda\]'"):
        envs.make("mixx", device="cuda")


@plays
@pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)
def test_cpu_and_gpu_give_the_same_bytes(game: Game) -> None:
    for seats in {min(game.seats), max(game.seats)}:
        played = compare_devices(game.id, seats, games=2000, batch=512)
        assert min(played.values()) > 0


@plays
def test_frameworks_read_gpu_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    env = envs.make("mixx", seats=2, games=64, device="cuda")
    batch = env.reset(1)
    shared = torch.from_dlpack(batch.observation)
    assert shared.data_ptr() == batch.observation.__cuda_array_interface__["data"][0]
    assert np.array_equal(shared.cpu().numpy(), batch.observation.copy_to_host())
