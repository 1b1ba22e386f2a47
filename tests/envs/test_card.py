"""The batch on a card: it compiles anywhere, says what is missing, and gives the same bytes where it can run."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from gamut import envs, games
from gamut.engine.game import Game
from gamut.engine.record import dtype
from gamut.envs import card
from gamut.envs.card import NoCard, aligned, compile_kernels, host_arrays, load_cuda
from gamut.envs.equality import compare_devices
from gamut.model import GAME as EASEL


def lacks() -> str:
    """Why kernels cannot be compiled here; empty: they can."""
    try:
        load_cuda()
        import_module("numba.cuda.cudadrv.nvvm").NVVM()
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return ""


def has_card() -> bool:
    return not lacks() and bool(load_cuda().is_available())


compiles = pytest.mark.skipif(bool(lacks()), reason=f"numba-cuda is not usable here: {lacks()[:100]}")
plays = pytest.mark.skipif(not has_card(), reason="there is no NVIDIA card here")


@compiles
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "game",
    [
        EASEL,
        *(pytest.param(g, marks=pytest.mark.slow if g.id == "mixx" else pytest.mark.long) for g in games.every()),
    ],
    ids=lambda game: game.id,
)
def test_kernels_compile_without_a_card(game: Game) -> None:
    made = compile_kernels(game.open(min(game.seats)))
    assert set(made) == {
        "begin", "step", "show", "choose randomly", "choose guided", "play randomly", "play guided"
    }  # fmt: skip
    for name, ptx in made.items():
        assert ".visible .entry" in ptx, name
        assert ".target sm_90" in ptx, name


@pytest.mark.parametrize("game", [EASEL, *games.every()], ids=lambda game: game.id)
def test_records_are_aligned_as_they_are(game: Game) -> None:
    for declared in (game.state, game.constants):
        packed, made = dtype(declared), aligned(declared)
        assert made.isalignedstruct
        assert packed.fields is not None
        assert made.fields is not None
        assert {name: place[1] for name, place in made.fields.items()} == {
            name: place[1] for name, place in packed.fields.items()
        }
        assert made.itemsize == packed.itemsize


def test_neighbouring_games_are_neighbours_in_memory() -> None:
    arrays = host_arrays(games.find("mixx").open(2), 16)
    for name in ("observation", "mask", "acts", "rewards", "r"):
        assert arrays[name].strides[0] == arrays[name].itemsize, name
    assert arrays["states"].strides == (16 * 8, 8)


def test_large_states_lie_in_one_piece() -> None:
    colori = games.find("colori")
    states = host_arrays(colori.open(2), 16)["states"]
    assert states.shape == (16,)
    assert states.itemsize == states.strides[0] == colori.record_bytes > card.SMALL


@pytest.mark.skipif(has_card(), reason="there is a card here")
def test_without_a_card_it_says_what_is_missing() -> None:
    with pytest.raises(NoCard, match="device = 'cuda' needs"):
        envs.make("mixx", device="cuda")


def test_without_numba_cuda_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str) -> Any:
        raise ImportError(f"no module named {name}")

    monkeypatch.setattr(card, "import_module", without)
    with pytest.raises(NoCard, match=r"pip install 'gamut-games\[cuda\]'"):
        envs.make("mixx", device="cuda")


@plays
@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_processor_and_card_give_the_same_bytes(game: Game) -> None:
    for seats in {min(game.seats), max(game.seats)}:
        played = compare_devices(game.id, seats, games=2000, batch=512)
        assert min(played.values()) > 0


@plays
def test_frameworks_read_the_card_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    env = envs.make("mixx", seats=2, games=64, device="cuda")
    batch = env.reset(1)
    shared = torch.from_dlpack(batch.observation)
    assert shared.data_ptr() == batch.observation.__cuda_array_interface__["data"][0]
    assert np.array_equal(shared.cpu().numpy(), batch.observation.copy_to_host())
