"""Training: the same seed gives the same network, however a run is divided, and what it learns wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gamut.engine.game import Game
from gamut.engine.network import NO_NETWORK
from gamut.engine.network_file import MAX_FILE_BYTES, read_network
from gamut.engine.verbs import DEFAULTS
from gamut.lab import train as training
from gamut.lab.duels import GUIDE, RANDOM, duel
from gamut.lab.train import CannotTrain, Run, round_weights, train
from gamut.template import GAME as EASEL
from tests.toys.bids import BIDS

UNGUIDED = replace(EASEL, verbs={**EASEL.verbs, "guide": DEFAULTS["guide"], "value": DEFAULTS["value"]})


def play(run: Run, batches: int) -> Run:
    for _ in range(batches):
        run.play_batch()
    return run


def test_the_same_seed_gives_the_same_weights_with_any_number_of_threads() -> None:
    one, two, other = (play(Run(EASEL, seed, threads), 6) for seed, threads in ((3, 1), (3, 2), (4, 1)))
    assert np.array_equal(one.weights, two.weights)
    assert np.array_equal(one.mean, two.mean)
    assert (one.score_mean, one.score_unit) == (two.score_mean, two.score_unit)
    assert not np.array_equal(one.weights, other.weights)


def test_a_resumed_run_is_the_same_as_one_without_a_pause(tmp_path: Path) -> None:
    whole = play(Run(EASEL, 5), 8)
    play(Run(EASEL, 5), 3).save(tmp_path / "run.npz")
    resumed = play(Run.load(EASEL, tmp_path / "run.npz"), 5)
    assert resumed.batches == whole.batches == 8
    for name in ("weights", "moments", "squares", "mean", "best"):
        assert np.array_equal(getattr(resumed, name), getattr(whole, name)), name


def test_a_run_of_another_game_or_with_other_inputs_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    with pytest.raises(CannotTrain, match="no run of Easel to resume"):
        Run.load(EASEL, path)
    Run(EASEL, 1).save(path)
    with pytest.raises(CannotTrain, match="a run of easel with rules version 1"):
        Run.load(replace(EASEL, id="other"), path)
    with pytest.raises(CannotTrain, match="a run of easel with rules version 1"):
        Run.load(replace(EASEL, version=2), path)
    with pytest.raises(CannotTrain, match="other observations"):
        Run.load(replace(EASEL, feature_count=EASEL.feature_count + 1), path)
    path.write_bytes(b"not a run")
    with pytest.raises(CannotTrain, match="cannot be read"):
        Run.load(EASEL, path)


def test_every_weight_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "WATCHING_BATCHES", 0)
    run = play(Run(EASEL, 1), 8)
    start, end = run.view(Run(EASEL, 1).weights), run.view(run.weights)
    for name, before, after in zip(start._fields, start, end, strict=True):
        assert np.mean(before != after) > 0.3, name
    assert np.isfinite(run.weights).all()


@pytest.mark.long
@pytest.mark.parametrize("game", [UNGUIDED, BIDS], ids=["easel", "bids"])
def test_training_from_nothing_beats_random_play(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_CHECKPOINT", 400)
    lines, run = list[str](), Run(game, 1)
    path = train(run, games=2_000, to=tmp_path / "network.toml", keep_in=tmp_path / "run.npz", print_line=lines.append)
    assert len(lines) == len(run.curve) >= 2
    assert len(path.read_bytes()) < MAX_FILE_BYTES
    network = read_network(path)
    assert network.made.command == f"gamut train {game.id} --games 2000 --seed 1"
    assert (network.made.games, network.made.rules_version) == (2000, game.version)
    setup = game.open(game.seats[0])
    result = duel(setup, 9, (run.best_player, RANDOM), (network.open(setup), NO_NETWORK), (300,))
    assert result.share - 3 * result.error > 0.5


def test_the_file_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_CHECKPOINT", 40)
    runs = []
    for k, threads in enumerate((1, 2)):
        path, keep = tmp_path / f"{k}.toml", tmp_path / f"{k}.npz"
        runs.append(Run(EASEL, 2, threads))
        train(runs[-1], games=400, to=path, keep_in=keep, print_line=lambda line: None)
    first, second = ((tmp_path / f"{k}.toml").read_text("utf-8").partition("[weights]")[2] for k in range(2))
    assert first == second
    assert [replace(point, seconds=0) for point in runs[0].curve] == [replace(p, seconds=0) for p in runs[1].curve]


def test_a_network_that_is_not_better_than_random_play_is_not_written(tmp_path: Path) -> None:
    run, path = Run(EASEL, 1), tmp_path / "network.toml"
    run.mean[:] = 0  # it weighs all actions alike
    with pytest.raises(CannotTrain, match="not better than chance yet"):
        train(run, games=0, to=path, keep_in=tmp_path / "run.npz", print_line=lambda line: None)
    assert not path.exists()


def test_a_stopped_run_ends_with_what_it_has(tmp_path: Path) -> None:
    run = play(Run(EASEL, 1), 100)
    path = train(
        run, games=10_000, to=tmp_path / "x.toml", keep_in=tmp_path / "x.npz", print_line=lambda line: None,
        is_stopped=lambda: True,
    )  # fmt: skip
    assert run.games == read_network(path).made.games == 400
    assert Run.load(EASEL, tmp_path / "x.npz").games == 400


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    run = play(Run(EASEL, 1), 100)
    with pytest.raises(CannotTrain, match=r"cannot be written .*--to"):
        train(run, games=0, to=tmp_path, keep_in=tmp_path / "run.npz", print_line=lambda line: None)
    assert Run.load(EASEL, tmp_path / "run.npz").games == 400  # nothing is lost


def test_weights_are_rounded_and_limited() -> None:
    assert round_weights(np.array([0.5, -1.0, 100.0, -100.0]), 1024, np.int16).tolist() == [512, -1024, 32767, -32768]


def test_equal_players_are_equal_in_a_duel() -> None:
    """The same deals with swapped seats: the result of a player against itself is exactly a fair share."""
    setup = EASEL.open(2)
    result = duel(setup, 1, (GUIDE, GUIDE), (NO_NETWORK, NO_NETWORK), (64,))
    assert abs(result.share - 0.5) < 4 * result.error
    assert duel(setup, 1, (GUIDE, RANDOM), (NO_NETWORK, NO_NETWORK), (64,)).is_better
    worse = duel(setup, 1, (RANDOM, GUIDE), (NO_NETWORK, NO_NETWORK), (64, 128, 256))
    assert not worse.is_better
    assert worse.deals == 64  # it ends early
