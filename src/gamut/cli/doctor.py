"""`gamut doctor`: what is installed, where things are kept, and what is wrong."""

from __future__ import annotations

import os
import platform
import re
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import typer

from gamut.cli.asked import Json
from gamut.cli.output import err, out, print_json

OURS, FOREIGN = "gamut-games", "gamut"
PACKAGES = (OURS, "numpy", "numba", "llvmlite", "msgspec", "starlette", "uvicorn", "sqlalchemy")
PROBLEMS = 1  # exit code


def doctor(json: Json = False) -> None:
    """Versions, the compile cache and its size, the games found, and what is wrong; exit code 1 if something is."""
    from gamut.engine.bind import cache_files, cache_folder
    from gamut.games import every

    files = [path for paths in cache_files().values() for path in paths]
    found = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "packages": {name: find_version(name) or "not installed" for name in PACKAGES},
        "games": [game.id for game in every()],
        "cache_folder": str(cache_folder()),
        "cache_files": len(files),
        "cache_bytes": sum(path.stat().st_size for path in files),
    }
    wrong = list(find_problems())
    if json:
        print_json({**found, "problems": wrong})
    else:
        for name, value in found.items():
            text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
            shown = ", ".join(text) if isinstance(text, list) else text
            out.print(f"{name.replace('_', ' '):13} {shown}", markup=False, soft_wrap=True)
        for line in wrong:
            err.print(f"problem       {line}", style="red", markup=False, soft_wrap=True)
    if wrong:
        raise typer.Exit(PROBLEMS)


def find_problems() -> Iterator[str]:
    """What is wrong with the installation, one line each."""
    import gamut
    from gamut import bots, games
    from gamut.engine.plugins import entries

    if getattr(gamut, "DISTRIBUTION", None) != OURS:
        yield (
            f"{gamut.__file__} is not Gamut's own file: another package has overwritten it; "
            f"uninstall `{FOREIGN}`, then install `{OURS}` again"
        )
    if foreign := find_version(FOREIGN):
        yield (
            f"the package `{FOREIGN}` {foreign} is somebody else's and takes the same name for import and command; "
            f"uninstall it (Gamut is `{OURS}`)"
        )
    asking = {e.dist.name for group in (games.GROUP, bots.GROUP) for e in entries(group).values()
              if e.dist and any(named(need) == FOREIGN for need in e.dist.requires or ())}  # fmt: skip
    for package in sorted(asking):
        yield f"the package {package} asks for `{FOREIGN}`, which is somebody else's; it needs `{OURS}`"
    if why := find_cache_problem():
        yield why
    yield from games.broken().values()
    yield from bots.broken().values()


def find_cache_problem() -> str:
    """Why compiled code cannot be kept; empty if it can."""
    from gamut.engine.bind import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as e:
        return f"compiled code cannot be kept in {folder}: {e.strerror or e}; set GAMUT_CACHE to another folder"


def named(requirement: str) -> str:
    """The package that a requirement is about: `gamut` of `gamut>=1; python_version > "3"`."""
    return re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0].lower()


def find_version(name: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
