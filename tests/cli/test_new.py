"""`gamut new` writes a game that works."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gamut import games, template
from gamut.cli import new
from gamut.cli.new import CannotCreateGame, check_name, write_package, write_to_checkout
from gamut.engine.game import Game
from gamut.testing import conform, golden


def list_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in new.find_files(folder)}


TEMPLATE_FILES = list_files(Path(str(template.__file__)).parent)
TEMPLATE_TESTS = {name.removeprefix("tests/") for name in TEMPLATE_FILES if name.startswith("tests/")}
TEMPLATE_TABLE = {name for name in TEMPLATE_FILES if name.startswith("web/")}
PACKAGE_FILES = {"README.md", "pyproject.toml", ".gitignore"}

# ---------------------------------------------------------------------- packages


def test_a_package_contains_a_game_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_package("night_sky", tmp_path)
    assert list_files(folder) == {f"src/night_sky/{name}" for name in TEMPLATE_FILES - TEMPLATE_TABLE} | PACKAGE_FILES
    monkeypatch.syspath_prepend(str(folder / "src"))
    game = importlib.import_module("night_sky").GAME
    assert isinstance(game, Game)
    assert (game.id, game.title) == ("night_sky", "Night Sky")
    assert conform(game, games=4, native=False, seats=[2]) > 10
    golden.verify(game, game.folder / "tests" / "golden.txt", native=False)


def test_a_package_may_have_a_table(tmp_path: Path) -> None:
    folder = write_package("night_sky", tmp_path, web=True)
    assert {name for name in list_files(folder) if not name.startswith("src/")} == PACKAGE_FILES | TEMPLATE_TABLE
    assert "id: 'night_sky'" in (folder / "web" / "game.ts").read_text()
    assert 'data-c="night_sky-{colour}"' in (folder / "web" / "Card.svelte").read_text()


@pytest.mark.parametrize(
    "selection",
    [
        pytest.param(["-k", "rules or clause or golden"], id="some", marks=pytest.mark.slow),
        pytest.param([], id="all", marks=pytest.mark.long),
    ],
)
def test_the_tests_of_a_package_pass(tmp_path: Path, selection: list[str]) -> None:
    folder = write_package("dusk", tmp_path)
    command = [sys.executable, "-m", "pytest", *selection, "-q", "-p", "no:cacheprovider", str(folder)]
    process = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert process.returncode == 0, process.stdout + process.stderr


def test_the_project_file_of_a_package(tmp_path: Path) -> None:
    project = tomllib.loads((write_package("dusk", tmp_path) / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == ["gamut-games"]
    assert project["entry-points"] == {"gamut.games": {"dusk": "dusk:GAME"}}


def test_no_name_of_the_template_is_left(tmp_path: Path) -> None:
    folder = write_package("night_sky", tmp_path)
    for path in new.find_files(folder):
        text = path.read_text("utf-8")
        assert "easel" not in f"{path.name} {text}".lower(), path
        assert "gamut.template" not in text, path
        if path.suffix == ".py":
            compile(text, path, "exec")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "dusk").mkdir()
    with pytest.raises(CannotCreateGame, match="already exists"):
        write_package("dusk", tmp_path)
    assert list(tmp_path.iterdir()) == [tmp_path / "dusk"]


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(CannotCreateGame, match="No such file or directory"):
        write_package("dusk", tmp_path / "nowhere")
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------- in a checkout


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a checkout of Gamut."""
    games_folder = tmp_path / "src" / "gamut" / "games"
    games_folder.mkdir(parents=True)
    (tmp_path / "tests" / "games").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "web" / "src" / "games").mkdir(parents=True)
    monkeypatch.setattr(games, "__file__", str(games_folder / "__init__.py"))
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(games_folder)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_in_a_checkout_is_one_of_the_pages(checkout: Path) -> None:
    folder, _ = write_to_checkout("dusk", web=True)
    assert not (folder / "web").exists()
    assert list_files(checkout / "web") == {f"src/games/dusk/{name.removeprefix('web/')}" for name in TEMPLATE_TABLE}


def test_the_game_and_its_tests_are_separate_in_a_checkout(checkout: Path) -> None:
    folder, tests = write_to_checkout("dusk")
    assert folder == checkout / "src" / "gamut" / "games" / "dusk"
    assert tests == checkout / "tests" / "games" / "dusk"
    assert list_files(tests) == TEMPLATE_TESTS
    assert list_files(folder) == {name for name in TEMPLATE_FILES if not name.startswith(("tests/", "web/"))}
    assert "from gamut.games.dusk.record import" in (folder / "rules.py").read_text()
    assert "from gamut.games.dusk import GAME" in (tests / "test_conformance.py").read_text()
    assert importlib.import_module("gamut.games.dusk").GAME.title == "Dusk"
    with pytest.raises(CannotCreateGame, match="already exists"):
        write_to_checkout("dusk")


def test_modules_of_the_tests_are_renamed() -> None:
    text = "from gamut.template.tests.builders import x\nfrom gamut.template import GAME\n"
    assert new.rename(text, "dusk", "gamut.games.dusk", "tests.games.dusk") == (
        "from tests.games.dusk.builders import x\nfrom gamut.games.dusk import GAME\n"
    )


def test_either_both_folders_are_written_or_none(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "tests" / "games" / "dusk").mkdir()
    with pytest.raises(CannotCreateGame, match="already exists"):
        write_to_checkout("dusk")
    rename = Path.rename

    def fail_for_tests(source: Path, target: Path) -> Path:
        if "tests" in target.parts:
            raise PermissionError(13, "Permission denied")
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", fail_for_tests)
    with pytest.raises(CannotCreateGame, match="Permission denied"):
        write_to_checkout("dawn")
    assert not list((checkout / "src" / "gamut" / "games").iterdir())
    assert [path.name for path in (checkout / "tests" / "games").iterdir()] == ["dusk"]


def test_nothing_is_written_to_a_checkout_from_outside(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    with pytest.raises(CannotCreateGame, match=f"go to {checkout}, or use `gamut new dusk --package`"):
        write_to_checkout("dusk")
    assert not list((checkout / "src" / "gamut" / "games").iterdir())


def test_a_game_needs_package_without_a_checkout(checkout: Path) -> None:
    (checkout / "pyproject.toml").unlink()
    with pytest.raises(CannotCreateGame, match="use `gamut new dusk --package`"):
        write_to_checkout("dusk")


# ---------------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "2 to 30 lowercase letters"),
        ("x", "2 to 30 lowercase letters"),
        ("My-Game", "2 to 30 lowercase letters"),
        ("1st", "start with a letter"),
        ("größe", "2 to 30 lowercase letters"),
        ("a" * 31, "2 to 30 lowercase letters"),
        ("../up", "2 to 30 lowercase letters"),
        ("dusk_", "not end with an underscore"),
        ("numpy", "is a Python keyword or an installed module"),
        ("test", "is a Python keyword or an installed module"),
        ("pytest", "is a Python keyword or an installed module"),
        ("class", "is a Python keyword or an installed module"),
        ("random", "is a Python keyword or an installed module"),
        ("gamut", "is a Python keyword or an installed module"),
        ("games", "the package gamut-games is already installed"),
        ("mixx", "the game 'mixx' already exists"),
    ],
)
def test_invalid_names(name: str, message: str) -> None:
    with pytest.raises(CannotCreateGame, match=message):
        check_name(name)


def test_the_option_to_is_for_packages(tmp_path: Path) -> None:
    with pytest.raises(CannotCreateGame, match="--to can only be used with --package"):
        new.new("dusk", to=tmp_path)


def test_the_next_steps_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new.new("dusk", package=True, to=tmp_path)
    output = capsys.readouterr().out
    assert "gamut play dusk" in output
    assert "pip install --editable" in output


@pytest.mark.long
def test_an_endless_loop_in_a_package_fails_its_tests(tmp_path: Path) -> None:
    folder = write_package("dusk", tmp_path)
    rules = folder / "src" / "dusk" / "rules.py"
    source = rules.read_text()
    head = "    s.hand[seat, a] -= 1\n"
    assert source.count(head) == 1
    rules.write_text(source.replace(head, f"{head}    while s.round > 0:\n        s.over = 0\n"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    process = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=1000)
    assert process.returncode == 1, process.stdout + process.stderr
    assert "rules.py" in process.stdout
    assert "in play: no return after 10 seconds: is this an endless loop?" in process.stdout
    assert "1 failed" in process.stdout, process.stdout
