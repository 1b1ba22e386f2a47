"""`gamut train`."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from gamut.cli import train
from gamut.games import find_game
from gamut.lab.train import run_file
from tests.cli.gamut_command import GamutCommand


def test_a_run_that_does_not_exist_cannot_be_resumed(
    gamut: GamutCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path / "native"))
    assert run_file(find_game("mixx")) == tmp_path / "training" / "mixx.npz"
    assert "there is no run of Mixx to resume" in gamut.expect_error("train", "mixx", "--resume")


def test_the_first_interruption_asks_and_the_second_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()

    def work() -> Path:
        assert stop.wait(60)
        return Path("written")

    presses = iter([True, False])
    join = threading.Thread.join

    def press(thread: threading.Thread, timeout: float | None = None) -> None:
        if next(presses, False):
            raise KeyboardInterrupt
        join(thread, timeout)

    monkeypatch.setattr(threading.Thread, "join", press)
    assert train.run_until_interrupted(work, stop) == Path("written")


def test_an_error_in_the_run_reaches_the_command() -> None:
    def fail() -> Path:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        train.run_until_interrupted(fail, threading.Event())
