"""`gamut new` writes a game that works, and refuses what will not do."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gamut import games
from gamut.cli import new
from gamut.cli.new import CannotMake, check_name, write_folder, write_package
from gamut.engine.game import Game
from gamut.testing import conform, golden

FILES = {
    "RULES.md", "__init__.py", "guide.py", "hidden.py", "invariants.py", "language.py", "record.py", "rules.py",
    "tests/__init__.py", "tests/golden.txt", "tests/test_conformance.py", "tests/test_rules.py",
}  # fmt: skip


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def test_a_package_keeps_the_contract_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_package("night_sky", tmp_path)
    assert names(folder / "src" / "night_sky") == FILES
    assert names(folder) == {f"src/night_sky/{name}" for name in FILES} | {"README.md", "pyproject.toml"}
    monkeypatch.syspath_prepend(str(folder / "src"))
    game = importlib.import_module("night_sky").GAME
    assert isinstance(game, Game)
    assert (game.id, game.title) == ("night_sky", "Night Sky")
    assert conform(game, games=4, native=False, seats=[2]) > 10
    golden.verify(game, native=False)


@pytest.mark.parametrize(
    "some",
    [
        pytest.param(["-k", "rules or clause or golden"], id="some", marks=pytest.mark.slow),
        pytest.param([], id="all", marks=pytest.mark.long),
    ],
)
def test_its_own_tests_pass(tmp_path: Path, some: list[str]) -> None:
    folder = write_package("dusk", tmp_path)
    command = [sys.executable, "-m", "pytest", *some, "-q", "-p", "no:cacheprovider", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_names_the_right_needs(tmp_path: Path) -> None:
    about = tomllib.loads((write_package("dusk", tmp_path) / "pyproject.toml").read_text())["project"]
    assert about["dependencies"] == ["gamut-games"]
    assert about["entry-points"] == {"gamut.games": {"dusk": "dusk:GAME"}}


def test_nothing_of_the_model_s_name_is_left(tmp_path: Path) -> None:
    folder = write_package("dusk", tmp_path)
    for path in folder.rglob("*"):
        assert "easel" not in path.name
        if path.is_file():
            assert "easel" not in path.read_text("utf-8").lower(), path
            assert "gamut.model" not in path.read_text("utf-8"), path


def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like Gamut's own sources."""
    folder = tmp_path / "src" / "gamut" / "games"
    folder.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(games, "__file__", str(folder / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_folder_among_gamut_s_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = checkout(tmp_path, monkeypatch)
    assert write_folder("dusk") == folder / "dusk"
    assert names(folder / "dusk") == FILES
    assert "from gamut.games.dusk.record import" in (folder / "dusk" / "rules.py").read_text()
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])
    assert importlib.import_module("gamut.games.dusk").GAME.title == "Dusk"
    with pytest.raises(CannotMake, match="is there already"):
        write_folder("dusk")


def test_nothing_is_written_into_a_checkout_from_elsewhere(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = checkout(tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    with pytest.raises(CannotMake, match=f"go to {tmp_path}, or say `gamut new dusk --package`"):
        write_folder("dusk")
    assert not list(folder.iterdir())
    monkeypatch.chdir(folder)
    assert write_folder("dusk") == folder / "dusk"


def test_an_installed_gamut_takes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout(tmp_path, monkeypatch)
    (tmp_path / "pyproject.toml").unlink()
    with pytest.raises(CannotMake, match="say `gamut new dusk --package`"):
        write_folder("dusk")
    with pytest.raises(CannotMake, match="--to is for packages"):
        new.new("dusk", to=tmp_path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "2 to 30 small letters"),
        ("x", "2 to 30 small letters"),
        ("My-Game", "2 to 30 small letters"),
        ("1st", "begins with a letter"),
        ("größe", "2 to 30 small letters"),
        ("a" * 31, "2 to 30 small letters"),
        ("../up", "2 to 30 small letters"),
        ("dusk_", "does not end with _"),
        ("numpy", "means something else to Python"),
        ("test", "means something else to Python"),
        ("pytest", "means something else to Python"),
        ("games", "there is a package gamut-games already"),
        ("class", "means something else to Python"),
        ("random", "means something else to Python"),
        ("gamut", "means something else to Python"),
        ("mixx", "there is a game 'mixx' already"),
    ],
)
def test_bad_names_are_refused_in_words(name: str, told: str) -> None:
    with pytest.raises(CannotMake, match=told):
        check_name(name)


def test_folders_that_are_there_or_cannot_be_written_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "dusk").mkdir()
    with pytest.raises(CannotMake, match="is there already"):
        write_package("dusk", tmp_path)
    with pytest.raises(CannotMake, match="No such file or directory"):
        write_package("dusk", tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == [tmp_path / "dusk"]


def test_the_command_says_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new.new("dusk", package=True, to=tmp_path)
    said = capsys.readouterr().out
    assert "gamut play dusk" in said
    assert "pip install --editable" in said
