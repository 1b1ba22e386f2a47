"""`gamut new`: a game of your own to start from, which works as it is."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from gamut.cli.doctor import find_version
from gamut.cli.output import out
from gamut.engine.errors import GamutError

PACKAGE = Path(__file__).parent / "package"  # what a package has around the game
MODEL, ID, TITLE = "gamut.model", "easel", "Easel"  # as they stand in the files


class CannotMake(GamutError):
    """A name that will not do, or a folder that is there already."""


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the game: small letters, digits and _.")],
    package: Annotated[
        bool, typer.Option("--package", help="A package of its own instead of a folder among Gamut's games.")
    ] = False,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FOLDER", help="Where the package is written; default: here.")
    ] = None,
) -> None:
    """Write a complete small game: record, rules, hidden, guide, language, invariants, RULES.md and tests."""
    check_name(name)
    if package:
        where = write_package(name, to or Path())
        steps = [f"pip install --editable '{where}[test]'", f"gamut play {name}", f"pytest {where}"]
    elif to is not None:
        raise CannotMake("--to is for packages: a folder of Gamut's own goes among its games")
    else:
        where = write_folder(name)
        steps = [f"gamut play {name}", f"pytest {where}"]
    out.print(f"{where} is a game that works. Next:", markup=False, soft_wrap=True)
    for step in steps:
        out.print(f"  {step}", markup=False, soft_wrap=True)
    out.print("Then make it yours, as docs/first-game.md says: RULES.md, record.py, rules.py …", markup=False)


def check_name(name: str) -> None:
    """Refuse what cannot be the id of a game and the name of a module."""
    from gamut.games import ids

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,28}[a-z0-9]", name):
        raise CannotMake(
            f"{name!r} will not do: a name has 2 to 30 small letters, digits and _, begins with a letter, "
            "and does not end with _"
        )
    if name in ids():
        raise CannotMake(f"there is a game {name!r} already; choose another name")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or is_module(name):
        raise CannotMake(f"{name!r} means something else to Python; choose another name")
    if find_version(f"gamut-{name}"):
        raise CannotMake(f"there is a package gamut-{name} already; choose another name")


def is_module(name: str) -> bool:
    """Whether a module of that name is installed; a mere folder is none."""
    found = importlib.util.find_spec(name)
    return found is not None and found.origin is not None


def write_folder(name: str) -> Path:
    """The game as a folder among Gamut's own, for somebody who is at work there."""
    from gamut import games

    folder = Path(games.__file__).resolve().parent
    checkout = folder.parents[2]
    if not (checkout / "pyproject.toml").is_file():
        raise CannotMake(f"Gamut is installed here, not checked out; say `gamut new {name} --package`")
    if not Path.cwd().is_relative_to(checkout):
        raise CannotMake(
            f"this is not the checkout: go to {checkout}, or say `gamut new {name} --package` for a package here"
        )
    return write(folder / name, game_files(name, f"gamut.games.{name}"))


def write_package(name: str, parent: Path) -> Path:
    """The game in a package of its own."""
    around = {
        path.relative_to(PACKAGE): rename_model(path.read_text("utf-8"), name, name) for path in files_in(PACKAGE)
    }
    game = {Path("src") / name / path: text for path, text in game_files(name, name).items()}
    return write(parent / name, around | game)


def game_files(name: str, module: str) -> dict[Path, str]:
    """The model game under another name, file by file."""
    import gamut.model

    folder = Path(gamut.model.__file__).parent
    return {
        path.relative_to(folder): rename_model(path.read_text("utf-8"), name, module) for path in files_in(folder)
    }


def files_in(folder: Path) -> Iterator[Path]:
    """All that was written by people."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def rename_model(text: str, name: str, module: str) -> str:
    """A file of the model with another name in it."""
    title = name.replace("_", " ").title()
    text = text.replace(f"{TITLE}View", title.replace(" ", "") + "View")
    return text.replace(MODEL, module).replace(TITLE, title).replace(ID, name)


def write(folder: Path, files: dict[Path, str]) -> Path:
    """Write all files, or nothing at all."""
    if folder.exists():
        raise CannotMake(f"{folder} is there already; choose another name or move it away")
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as beside:
            half = Path(beside) / folder.name
            for path, text in files.items():
                (half / path).parent.mkdir(parents=True, exist_ok=True)
                (half / path).write_text(text, "utf-8")
            half.rename(folder)
    except OSError as e:
        raise CannotMake(f"{folder} cannot be written: {e.strerror or e}") from None
    return folder
