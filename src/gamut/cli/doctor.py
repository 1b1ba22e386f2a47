"""`gamut doctor`: what is installed and where things are kept."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from gamut.cli.asked import Json
from gamut.cli.output import out, print_json

PACKAGES = ("gamut-games", "numpy", "numba", "llvmlite", "msgspec", "starlette", "uvicorn", "sqlalchemy")


def doctor(json: Json = False) -> None:
    """Versions, the compile cache and its size, and the games found."""
    from gamut.engine.bind import cache_files, cache_folder
    from gamut.games import ids

    files = [path for paths in cache_files().values() for path in paths]
    found = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "packages": {name: _version(name) for name in PACKAGES},
        "games": list(ids()),
        "cache_folder": str(cache_folder()),
        "cache_files": len(files),
        "cache_bytes": sum(path.stat().st_size for path in files),
    }
    if json:
        print_json(found)
        return
    for name, value in found.items():
        text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        shown = ", ".join(text) if isinstance(text, list) else text
        out.print(f"{name.replace('_', ' '):13} {shown}", markup=False, soft_wrap=True)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
