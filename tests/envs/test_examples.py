"""The examples learn, go on, and play: in seconds, so that only a little is learned."""

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
from tests.plugins.kit import environment

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
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "mixx"
    done = run(folder, "mixx", 0.02)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def policies(learned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (learned / "mixx.npz").write_bytes((learned / "policy.npz").read_bytes())
    monkeypatch.setenv("GAMUT_POLICIES", str(learned))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return learned


def test_a_run_goes_on_where_it_was(learned: Path) -> None:
    before = json.loads((learned / "curve.json").read_text())["curve"]
    done = run(learned, "mixx", before[-1]["minutes"] + 0.02)
    assert done.returncode == 0, done.stderr
    after = json.loads((learned / "curve.json").read_text())["curve"]
    assert after[: len(before)] == before
    assert after[-1]["steps"] > before[-1]["steps"]
    assert 0 <= after[-1]["low"] <= after[-1]["share"] <= after[-1]["high"] <= 1
    refused = run(learned, "mixx", 1, "--seed", "2")
    assert refused.returncode != 0
    assert "holds a run with another plan" in refused.stderr


def test_other_games_and_seats_are_learned_too(tmp_path: Path) -> None:
    done = run(tmp_path / "colori", "colori", 0.01, "--seats", "3")
    assert done.returncode == 0, done.stderr


def test_a_policy_is_plain_arrays(policies: Path) -> None:
    with np.load(policies / "mixx.npz", allow_pickle=False) as kept:
        facts = json.loads(kept["facts"].tobytes())
        assert (facts["game"], facts["seats"], facts["kind"]) == ("mixx", 2, "grid")
        assert all(kept[name].dtype == np.float32 for name in kept.files if name != "facts")


def test_the_grid_knows_no_order_of_colours_and_motifs(policies: Path) -> None:
    from network_bot import find_policy

    setup, random = gamut.find("mixx").open(2), np.random.default_rng(1)
    network = find_policy(setup, "mixx")
    table = gamut.Table(setup, bytes(16))
    for _ in range(5):
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    seen = np.zeros((1, 583), np.float32)
    table.rules.observe(setup.constants, table.hidden(table.actors[0]), 0, table.actors[0], seen[0])
    motifs, colours = random.permutation(8), random.permutation(8)
    other = seen.copy()
    other[:, :576] = seen[:, :576].reshape(1, 9, 8, 8)[:, :, motifs][:, :, :, colours].reshape(1, -1)
    (weights, outcome), (turned, same) = network(seen), network(other)
    assert np.allclose(outcome, same, atol=1e-5)
    places = weights.reshape(10, 8, 8)[:, motifs][:, :, colours]
    places = np.concatenate([places[:2], places[2:][colours]])  # a place across a colour moves with it
    assert np.allclose(places.reshape(1, -1), turned, atol=1e-5)


@pytest.mark.parametrize("which", ["network_bot.NetworkBot", "search_with_network.NetworkSearch"])
def test_a_learned_bot_plays(policies: Path, which: str) -> None:
    import importlib

    module, name = which.split(".")
    made = getattr(importlib.import_module(module), name)
    setup = gamut.find("mixx").open(2)
    report = gamut.simulate(setup, [made(setup, "mixx"), "random"], games=2, seed=1)
    assert sum(wins.wins for wins in report.wins.bots.values()) == pytest.approx(2)
    for wrong, why in (("../mixx", "letters, digits"), ("nothing", "there is no policy")):
        with pytest.raises(UnknownBot, match=why):
            made(setup, wrong)
    with pytest.raises(UnknownBot, match="was learned for"):
        made(gamut.find("mixx").open(3), "mixx")


def test_the_curve_is_drawn(learned: Path, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    subprocess.run([sys.executable, str(EXAMPLES / "draw_curve.py"), str(picture), str(learned)], check=True)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("game", "seats", "kind"), [("mixx", 2, "grid"), ("mixx", 3, "plain"), ("kroma", 2, "plain")]
)
def test_numpy_and_the_framework_say_the_same(
    policies: Path, tmp_path: Path, game: str, seats: int, kind: str
) -> None:
    import torch
    from network_bot import load_policy
    from networks import make_network, save_policy

    torch.manual_seed(5)
    setup = gamut.find(game).open(seats)
    network = make_network(setup, kind, width=12, depth=3)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    save_policy(network, setup, tmp_path / "policy.npz")
    env = envs.make(setup, games=30)
    env.reset(2)
    env.play(8)
    with torch.inference_mode():
        wanted = network(torch.from_numpy(env.batch.observation))
    for mine, theirs in zip(
        load_policy(setup, tmp_path / "policy.npz")(env.batch.observation), wanted, strict=True
    ):
        assert np.allclose(mine, theirs.numpy(), rtol=1e-4, atol=1e-4)


def test_the_bot_does_what_the_network_does_in_the_environment(policies: Path) -> None:
    from network_bot import NetworkBot

    setup = gamut.find("mixx").open(2)
    bot, env = NetworkBot(setup, "mixx"), envs.make(setup, games=20)
    batch = env.reset(3)
    for _ in range(10):
        batch = env.step(env.choose())
        weights, _ = bot.policy(batch.observation)
        wanted = np.where(batch.mask, weights, -1e9).argmax(1).tolist()
        states = env.states()
        for i, seat in enumerate(batch.seat.tolist()):
            hidden = states[i : i + 1].copy()
            bot.rules.hide(setup.constants, hidden, 0, seat)
            assert bot.choose(hidden, seat, seed=1).action == wanted[i]
