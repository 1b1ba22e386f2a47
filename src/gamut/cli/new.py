"""`gamut new`: write a small, complete game to start from."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from gamut.cli.doctor import find_version
from gamut.cli.output import out
from gamut.engine.errors import GamutError
from gamut.engine.presentation import join_words

PACKAGE_FILES = Path(__file__).parent / "package"  # what a package has besides the game
MODULE, GAME_ID, TITLE = "gamut.template", "easel", "Easel"  # the names in the template

Files: TypeAlias = dict[Path, str]  # the content of files by their path in a folder


class CannotCreateGame(GamutError):
    """The name is not suitable, or the files cannot be written."""


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The id of the new game: lowercase letters, digits and underscores.")
    ],
    package: Annotated[bool, typer.Option("--package", help="Write a package of its own instead.")] = False,
    web: Annotated[bool, typer.Option("--web", help="Write a table for the browser too, in Svelte.")] = False,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FOLDER", help="Where to write the package; default: here.")
    ] = None,
) -> None:
    """Write a small game that works as it is: rules, presentation, a guide for bots, a rules page and tests.

    It becomes a folder of this checkout, src/gamut/games/NAME, with tests in tests/games/NAME.
    """
    check_name(name)
    if package:
        folder = write_package(name, to or Path(), web=web)
        commands = [f"pip install --editable '{folder}[test]'", f"gamut play {name}", f"pytest {folder}"]
        if web:
            commands = [*commands, "pip install 'gamut-games[pages]'", f"gamut pages build {folder}", "gamut"]
    elif to is not None:
        raise CannotCreateGame("--to can only be used with --package")
    else:
        folder, tests = write_to_checkout(name, web=web)
        commands = [f"gamut play {name}", f"pytest {tests}"]
        if web:
            commands += ["python -m gamut.server.wire.typescript", "npm run build  (in the folder web)"]
    out.print(f"Created the game {name} in {folder}. Try it:", markup=False, soft_wrap=True)
    for command in commands:
        out.print(f"  {command}", markup=False, soft_wrap=True)
    out.print("Then edit RULES.md, record.py, rules.py and the rest; docs/first-game.md explains how.", soft_wrap=True)


def check_name(name: str) -> None:
    """Raise CannotCreateGame if the name cannot be the id of a game and the name of a module."""
    from gamut.games import list_game_ids

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,28}[a-z0-9]", name):
        raise CannotCreateGame(
            f"invalid name {name!r}; it must have 2 to 30 lowercase letters, digits and underscores, "
            "start with a letter, and not end with an underscore"
        )
    if name in list_game_ids():
        raise CannotCreateGame(f"the game {name!r} already exists; choose another name")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or is_module(name):
        raise CannotCreateGame(f"{name!r} is a Python keyword or an installed module; choose another name")
    if find_version(f"gamut-{name}"):
        raise CannotCreateGame(f"the package gamut-{name} is already installed; choose another name")


def is_module(name: str) -> bool:
    """Return whether a module of that name is installed; a folder without __init__.py does not count."""
    spec = importlib.util.find_spec(name)
    return spec is not None and spec.origin is not None


def write_to_checkout(name: str, *, web: bool = False) -> tuple[Path, Path]:
    """Write the game and its tests among Gamut's own, and perhaps its table among the web pages; return two folders."""
    from gamut import games

    games_folder = Path(games.__file__).resolve().parent
    checkout = games_folder.parents[2]
    if not (checkout / "pyproject.toml").is_file():
        raise CannotCreateGame(f"Gamut is installed without a checkout; use `gamut new {name} --package`")
    if not Path.cwd().is_relative_to(checkout):
        raise CannotCreateGame(
            f"this folder is outside the checkout: go to {checkout}, or use `gamut new {name} --package`"
        )
    files = read_renamed(find_template(), name, f"gamut.games.{name}", f"tests.games.{name}")
    game = {path: text for path, text in files.items() if path.parts[0] not in ("tests", "web")}
    tests, table = ({p.relative_to(f): text for p, text in files.items() if p.parts[0] == f} for f in ("tests", "web"))
    folder, tests_folder = games_folder / name, checkout / "tests" / "games" / name
    tables = {checkout / "web" / "src" / "games" / name: table} if web else {}
    write_all({folder: game, tests_folder: tests, **tables})
    return folder, tests_folder


def write_package(name: str, parent: Path, *, web: bool = False) -> Path:
    """Write the game as a package of its own, perhaps with a table for the browser; return its folder."""
    names = (name, name, f"{name}.tests")
    files = read_renamed(PACKAGE_FILES, *names)
    for path, text in read_renamed(find_template(), *names).items():
        if path.parts[0] != "web":
            files[Path("src") / name / path] = text
        elif web:
            files[path] = text
    write_all({parent / name: files})
    return parent / name


def find_template() -> Path:
    import gamut.template

    return Path(gamut.template.__file__).parent


def read_renamed(folder: Path, name: str, module: str, tests_module: str) -> Files:
    """Return the files of a folder with other names than those of the template."""
    return {
        path.relative_to(folder): rename(path.read_text("utf-8"), name, module, tests_module)
        for path in find_files(folder)
    }


def find_files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def rename(text: str, name: str, module: str, tests_module: str) -> str:
    """Replace the names of the template in a text."""
    title = name.replace("_", " ").title()
    text = re.sub(rf"(?<=\w){TITLE}|{TITLE}(?=\w)", title.replace(" ", ""), text)  # as a part of a class name
    text = text.replace(f"{MODULE}.tests", tests_module).replace(MODULE, module)
    return text.replace(TITLE, title).replace(GAME_ID, name)


def write_all(folders: Mapping[Path, Files]) -> None:
    """Write the files of all folders, or nothing at all."""
    for folder in folders:
        if folder.exists():
            raise CannotCreateGame(f"{folder} already exists; choose another name, or move it away")
    written: list[Path] = []
    try:
        with ExitStack() as stack:
            temporary = {
                folder: Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-")))
                for folder in folders
            }
            for folder, files in folders.items():
                for path, text in files.items():
                    file = temporary[folder] / folder.name / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, "utf-8")
            for folder in folders:
                (temporary[folder] / folder.name).rename(folder)
                written.append(folder)
    except OSError as e:
        for folder in written:
            shutil.rmtree(folder, ignore_errors=True)
        raise CannotCreateGame(f"cannot write {join_words(map(str, folders))}: {e.strerror or e}") from None
