"""`gamut bench`."""

from __future__ import annotations

import pytest

from gamut.lab import bench
from tests.cli.gamut_command import GamutCommand


@pytest.mark.slow
def test_all_figures_are_measured(gamut: GamutCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LOOP_S", 0.01)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    report = gamut.json("bench", "mixx", "--seats", "2")
    assert report["calibration"] > 0
    (speed,) = report["games"]
    assert speed["game"] == "mixx"
    assert speed["seats"] == 2
    assert all(value > 0 for name, value in speed.items() if name != "game")


def test_all_games_must_allow_the_number_of_players(gamut: GamutCommand) -> None:
    assert "2 to 3 players, not 4" in gamut.expect_error("bench", "mixx", "kroma", "--seats", "4")
