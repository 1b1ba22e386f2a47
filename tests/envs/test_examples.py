"""The examples train, resume and play, in a few seconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import gamut
from gamut import envs
from gamut.bots import UnknownBot
from tests.plugins.installing import environment

pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

EXAMPLES = Path(__file__).parents[2] / "examples"
TINY = ["--games", "32", "--steps", "16", "--batch", "256", "--width", "8", "--depth", "2", "--every", "0.01",
        "--games-between", "16", "--games-at-end", "16"]  # fmt: skip


def run(folder: Path, game: str, minutes: float, *more: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        str(EXAMPLES / "ppo.py"),
        game,
        "--minutes",
        str(minutes),
        "--to",
        str(folder),
        *TINY,
    ]
    return subprocess.run([*command, *more], capture_output=True, text=True, timeout=300, env=environment(EXAMPLES))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "mixx"
    process = run(folder, "mixx", 0.02)
    assert process.returncode == 0, process.stderr
    return folder


@pytest.fixture
def policies(trained: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (trained / "mixx.npz").write_bytes((trained / "policy.npz").read_bytes())
    monkeypatch.setenv("GAMUT_POLICIES", str(trained))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return trained


def test_a_run_resumes_where_it_stopped(trained: Path) -> None:
    before = json.loads((trained / "curve.json").read_text())["curve"]
    process = run(trained, "mixx", before[-1]["minutes"] + 0.02)
    assert process.returncode == 0, process.stderr
    after = json.loads((trained / "curve.json").read_text())["curve"]
    assert after[: len(before)] == before
    assert after[-1]["steps"] > before[-1]["steps"]
    assert 0 <= after[-1]["low"] <= after[-1]["share"] <= after[-1]["high"] <= 1
    refused = run(trained, "mixx", 1, "--seed", "2")
    assert refused.returncode != 0
    assert "contains a run with other parameters" in refused.stderr


def test_other_games_and_seats_can_be_trained(tmp_path: Path) -> None:
    process = run(tmp_path / "colori", "colori", 0.01, "--seats", "3")
    assert process.returncode == 0, process.stderr


def test_a_policy_is_plain_arrays(policies: Path) -> None:
    with np.load(policies / "mixx.npz", allow_pickle=False) as archive:
        facts = json.loads(archive["facts"].tobytes())
        assert (facts["game"], facts["seats"], facts["kind"]) == ("mixx", 2, "grid")
        assert all(archive[name].dtype == np.float32 for name in archive.files if name != "facts")


def test_the_grid_network_is_symmetric_in_colours_and_motifs(policies: Path) -> None:
    from network_bot import find_policy

    setup, random = gamut.find_game("mixx").open(2), np.random.default_rng(1)
    network = find_policy(setup, "mixx")
    table = gamut.Table(setup, bytes(16))
    for _ in range(5):
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    seen = np.zeros((1, 583), np.float32)
    table.verbs.observe(setup.constants, table.hidden(table.actors[0]), 0, table.actors[0], seen[0])
    motifs, colours = random.permutation(8), random.permutation(8)
    other = seen.copy()
    other[:, :576] = seen[:, :576].reshape(1, 9, 8, 8)[:, :, motifs][:, :, :, colours].reshape(1, -1)
    (weights, outcome), (turned, same) = network(seen), network(other)
    assert np.allclose(outcome, same, atol=1e-5)
    places = weights.reshape(10, 8, 8)[:, motifs][:, :, colours]
    places = np.concatenate([places[:2], places[2:][colours]])  # a place across a colour moves with it
    assert np.allclose(places.reshape(1, -1), turned, atol=1e-5)


@pytest.mark.parametrize("which", ["network_bot.NetworkBot", "search_with_network.NetworkSearch"])
def test_a_trained_bot_plays(policies: Path, which: str) -> None:
    import importlib

    module, name = which.split(".")
    bot_class = getattr(importlib.import_module(module), name)
    setup = gamut.find_game("mixx").open(2)
    report = gamut.simulate(setup, [bot_class(setup, "mixx"), "random"], games=2, seed=1)
    assert sum(wins.wins for wins in report.wins.bots.values()) == pytest.approx(2)
    for wrong, why in (("../mixx", "letters, digits"), ("nothing", "unknown policy")):
        with pytest.raises(UnknownBot, match=why):
            bot_class(setup, wrong)
    with pytest.raises(UnknownBot, match="was trained for"):
        bot_class(gamut.find_game("mixx").open(3), "mixx")


def test_the_curve_is_drawn(trained: Path, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    subprocess.run([sys.executable, str(EXAMPLES / "draw_curve.py"), str(picture), str(trained)], check=True)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(("game", "seats", "kind"), [("mixx", 2, "grid"), ("mixx", 3, "plain"), ("kroma", 2, "plain")])
def test_numpy_and_pytorch_compute_the_same(policies: Path, tmp_path: Path, game: str, seats: int, kind: str) -> None:
    import torch
    from network_bot import load_policy
    from networks import make_network, save_policy

    torch.manual_seed(5)
    setup = gamut.find_game(game).open(seats)
    network = make_network(setup, kind, width=12, depth=3)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    save_policy(network, setup, tmp_path / "policy.npz")
    env = envs.make(setup, games=30)
    env.reset(2)
    env.play(8)
    with torch.inference_mode():
        expected = network(torch.from_numpy(env.batch.observation))
    for mine, theirs in zip(load_policy(setup, tmp_path / "policy.npz")(env.batch.observation), expected, strict=True):
        assert np.allclose(mine, theirs.numpy(), rtol=1e-4, atol=1e-4)


def test_the_bot_plays_like_the_network_in_the_environment(policies: Path) -> None:
    from network_bot import NetworkBot

    setup = gamut.find_game("mixx").open(2)
    bot, env = NetworkBot(setup, "mixx"), envs.make(setup, games=20)
    batch = env.reset(3)
    for _ in range(10):
        batch = env.step(env.choose())
        weights, _ = bot.policy(batch.observation)
        expected = np.where(batch.mask, weights, -1e9).argmax(1).tolist()
        states = env.states()
        for i, seat in enumerate(batch.seat.tolist()):
            hidden = states[i : i + 1].copy()
            bot.verbs.hide(setup.constants, hidden, 0, seat)
            assert bot.choose(hidden, seat, seed=1).action == expected[i]
