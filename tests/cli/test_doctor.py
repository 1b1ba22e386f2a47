"""`gamut doctor`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.cli import doctor
from tests.cli.gamut_command import GamutCommand


def test_versions_games_and_cache(gamut: GamutCommand) -> None:
    report = gamut.json("doctor")
    assert report["packages"]["numba"] != "not installed"
    assert report["games"]
    assert report["problems"] == []
    outcome = gamut("doctor")
    assert outcome.code == 0
    assert "cache folder" in outcome.out


def test_an_unrelated_package_of_the_same_name_is_a_problem(
    gamut: GamutCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "gamut-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gamut\nVersion: 2.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    outcome = gamut("doctor")
    assert outcome.code == doctor.PROBLEMS_EXIT_CODE
    assert "the package `gamut` 2.0 is unrelated to Gamut" in outcome.err
    monkeypatch.setattr("gamut.DISTRIBUTION", "gamut")
    assert "was overwritten by another package" in gamut("doctor").err


def test_an_unusable_cache_folder_is_named(
    gamut: GamutCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("GAMUT_CACHE", str(file))
    message = f"cannot write compiled code to {file}: "
    for args in (["--no-browser"], ["simulate", "mixx", "--games", "2"], ["perft", "mixx"]):
        assert f"gamut: {message}" in gamut.expect_error(*args)
    assert gamut("games").code == 0
    outcome = gamut("doctor")
    assert outcome.code == doctor.PROBLEMS_EXIT_CODE
    assert message in outcome.err


@pytest.mark.parametrize(
    ("requirement", "package"),
    [("gamut", "gamut"), ("Gamut >=1; python_version > '3'", "gamut"), ("gamut-games[train]", "gamut-games")],
)
def test_package_name_of_a_requirement(requirement: str, package: str) -> None:
    assert doctor.package_name(requirement) == package
