"""`gamut pages build`: what it refuses. The browser tests build a table and play at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.cli.new import write_package
from gamut.cli.pages import CannotBuildTable
from gamut.cli.table_builder import Kit, TableBuilder, find_kit, list_kit_files, replace_all
from tests.cli.gamut_command import GamutCommand


def test_a_folder_without_a_package_is_refused(gamut: GamutCommand, tmp_path: Path) -> None:
    outcome = gamut("pages", "build", str(tmp_path))
    assert outcome.code == 2
    assert "there is no pyproject.toml in" in outcome.err
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert "declares no game in `gamut.games`" in gamut("pages", "build", str(tmp_path)).err


def test_a_package_without_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotBuildTable, match="`gamut new NAME --package --web` writes one"):
        list(TableBuilder.find_all(write_package("dusk", tmp_path)))


def test_a_game_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    package = write_package("gloaming", tmp_path, web=True)
    (package / "src" / "gloaming" / "__init__.py").write_text("GAME = 3\n")
    with pytest.raises(CannotBuildTable, match="gloaming:GAME is a int, not a Game"):
        list(TableBuilder.find_all(package))


def test_an_error_shows_the_files_of_the_package() -> None:
    assert (
        replace_all("/cache/dusk/Table.svelte:3", {"/cache/dusk": "/home/dusk/web"}) == "/home/dusk/web/Table.svelte:3"
    )


def test_the_kit_has_neither_tests_nor_our_own_games() -> None:
    kit = find_kit()
    files = {file.as_posix() for file in list_kit_files(kit)}
    assert {"build-table.ts", "src/kit/index.ts", "src/table/Frame.svelte", "plugins/kit-plugin.ts"} <= files
    assert not [file for file in files if ".test." in file or file.startswith("src/games/mixx/")]
    assert Kit(kit).node.exists()


def test_a_table_that_does_not_compile_shows_the_messages(gamut: GamutCommand, tmp_path: Path) -> None:
    package = write_package("umbra", tmp_path, web=True)
    (package / "web" / "Table.svelte").write_text("{#if}")
    outcome = gamut("pages", "build", str(package), "--no-check")
    assert outcome.code == 2
    assert "Table.svelte" in outcome.err
    assert "the table cannot be built: see the messages above" in outcome.err
