"""The tables that packages of games carry: which files are offered, and what is served of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamut.engine.game import Game
from gamut.server.web import package_tables
from gamut.server.web.package_tables import TABLE_API, find_package_table, find_problem, read_table_file
from tests.toys.bids import BIDS

ROOT = Path(__file__).parents[2]
GOOD = {"api": TABLE_API, "digest": "5f0c", "script": "table.js", "style": "table.css"}


def make_game(folder: Path, manifest: Any = GOOD, files: tuple[str, ...] = ("table.js", "table.css")) -> Game:
    """Return a game with a table in its folder."""
    table = folder / "table"
    table.mkdir(exist_ok=True)
    (table / "table.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    for name in files:
        (table / name).write_text(f"/* {name} */")
    (folder / "secret.js").write_text("secret")
    return replace(BIDS, folder=folder)


def test_a_complete_table_is_offered_and_served(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    assert find_problem(game) == ""
    table = find_package_table(game)
    assert table
    assert (table.api, table.script) == (TABLE_API, "packages/bids/5f0c/table.js")
    assert table.style == "packages/bids/5f0c/table.css"
    file = read_table_file(game, "5f0c", "table.js")
    assert file
    assert file.content == b"/* table.js */"
    assert file.content_type.startswith("text/javascript")


def test_a_table_without_styles(tmp_path: Path) -> None:
    table = find_package_table(make_game(tmp_path, {**GOOD, "style": ""}, ("table.js",)))
    assert table
    assert table.style == ""


def test_a_game_without_a_table_has_no_problem(tmp_path: Path) -> None:
    game = replace(BIDS, folder=tmp_path)
    assert find_package_table(game) is None
    assert find_problem(game) == ""


@pytest.mark.parametrize(
    ("manifest", "files", "problem"),
    [
        ("{", ("table.js",), "has no valid table.json"),
        ({"api": TABLE_API}, ("table.js",), "has no valid table.json"),
        ({**GOOD, "script": "../secret.js"}, ("table.js",), "has no valid table.json"),
        ({**GOOD, "script": "table.html"}, ("table.html",), "has no valid table.json"),
        ({**GOOD, "digest": "../.."}, ("table.js",), "has no valid table.json"),
        ({**GOOD, "api": 99}, ("table.js", "table.css"), "was built for version 99 of the kit"),
        (GOOD, ("table.js",), "a file of the table of bids is missing"),
        (" " * 5000 + json.dumps(GOOD), ("table.js", "table.css"), "has no valid table.json"),
    ],
)
def test_other_tables_are_problems_and_not_offered(
    tmp_path: Path, manifest: Any, files: tuple[str, ...], problem: str
) -> None:
    game = make_game(tmp_path, manifest, files)
    assert problem in find_problem(game)
    assert "gamut pages build" in find_problem(game)
    assert find_package_table(game) is None


@pytest.mark.parametrize(
    ("digest", "name"),
    [("5f0c", "table.json"), ("5f0c", "../secret.js"), ("5f0c", ""), ("0000", "table.js"), ("", "table.js")],
)
def test_nothing_else_is_served(tmp_path: Path, digest: str, name: str) -> None:
    assert read_table_file(make_game(tmp_path), digest, name) is None


def test_a_file_that_is_too_large_is_not_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(tmp_path)
    monkeypatch.setattr(package_tables, "MAX_FILE_BYTES", 3)
    assert find_package_table(game) is None
    assert read_table_file(game, "5f0c", "table.js") is None


def test_the_pages_and_the_server_have_the_same_version_of_the_kit() -> None:
    assert f"TABLE_API = {TABLE_API}\n" in (ROOT / "web" / "src" / "kit" / "version.ts").read_text("utf-8")


def test_the_kit_of_a_wheel_is_that_of_a_checkout() -> None:
    """`hatch_build.py` cannot import Gamut, so it lists the files itself."""
    from importlib.util import module_from_spec, spec_from_file_location

    from gamut.cli.table_builder import list_kit_files

    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    listed = module._list_kit_files(ROOT / "web")
    assert sorted(listed.values()) == sorted(f"gamut/kit/{file.as_posix()}" for file in list_kit_files(ROOT / "web"))
