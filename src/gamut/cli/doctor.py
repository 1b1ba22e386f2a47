"""`gamut doctor`: what is installed, where files are kept, and which problems there are."""

from __future__ import annotations

import os
import platform
import re
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

import typer

from gamut.cli.common_options import Json
from gamut.cli.output import err, out, print_json

DISTRIBUTION = "gamut-games"
UNRELATED_PACKAGE = "gamut"  # a package of other authors on PyPI, with the same import name and command
PACKAGES = (DISTRIBUTION, "numpy", "numba", "llvmlite", "msgspec", "starlette", "uvicorn", "sqlalchemy")
PROBLEMS_EXIT_CODE = 1


def doctor(json: Json = False) -> None:
    """Show versions, games and the compile cache, and check the installation; exit code 1 means problems."""
    from gamut.engine.bind import cache_files, cache_folder
    from gamut.games import list_games

    files = [path for paths in cache_files().values() for path in paths]
    facts = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "packages": {name: find_version(name) or "not installed" for name in PACKAGES},
        "games": [game.id for game in list_games()],
        "cache_folder": str(cache_folder()),
        "cache_files": len(files),
        "cache_bytes": sum(path.stat().st_size for path in files),
    }
    problems = list(find_problems())
    if json:
        print_json({**facts, "problems": problems})
    else:
        for name, value in facts.items():
            items = [f"{k} {v}" for k, v in value.items()] if isinstance(value, dict) else value
            text = ", ".join(items) if isinstance(items, list) else items
            out.print(f"{name.replace('_', ' '):13} {text}", markup=False, soft_wrap=True)
        for problem in problems:
            err.print(f"problem       {problem}", style="red", markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(PROBLEMS_EXIT_CODE)


def find_problems() -> Iterator[str]:
    """Yield the problems of the installation, one line each."""
    import gamut
    from gamut import bots, games
    from gamut.engine.plugins import find_entry_points
    from gamut.server.web import package_tables

    if getattr(gamut, "DISTRIBUTION", None) != DISTRIBUTION:
        yield (
            f"{gamut.__file__} was overwritten by another package; "
            f"uninstall `{UNRELATED_PACKAGE}`, then reinstall `{DISTRIBUTION}`"
        )
    if unrelated := find_version(UNRELATED_PACKAGE):
        yield (
            f"the package `{UNRELATED_PACKAGE}` {unrelated} is unrelated to Gamut, but has the same import name "
            f"and command; uninstall it (Gamut is `{DISTRIBUTION}`)"
        )
    entries = [
        entry
        for group in (games.ENTRY_POINT_GROUP, bots.ENTRY_POINT_GROUP)
        for entry in find_entry_points(group).values()
    ]
    for name in sorted({e.dist.name for e in entries if e.dist and requires_unrelated(e.dist.requires or ())}):
        yield (
            f"the package {name} requires `{UNRELATED_PACKAGE}`, which is unrelated to Gamut; "
            f"it should be `{DISTRIBUTION}`"
        )
    if problem := find_cache_problem():
        yield problem
    yield from games.find_broken_games().values()
    yield from filter(None, map(package_tables.find_problem, games.list_games()))
    yield from bots.find_broken_bots().values()


def find_cache_problem() -> str:
    """Return why compiled code cannot be cached; empty if it can."""
    from gamut.engine.bind import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as e:
        return f"cannot write compiled code to {folder}: {e.strerror or e}; set GAMUT_CACHE to another folder"


def requires_unrelated(requirements: Iterable[str]) -> bool:
    return any(package_name(requirement) == UNRELATED_PACKAGE for requirement in requirements)


def package_name(requirement: str) -> str:
    """Return the package of a requirement: `gamut` for `gamut>=1; python_version > "3"`."""
    return re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0].lower()


def find_version(name: str) -> str:
    """Return the version of a package; empty if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
