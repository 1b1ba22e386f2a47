"""Tables for the web pages that come with a game's own package: built files beside its rules, in the folder `table`.

`gamut pages build` writes them. A table that was built for other pages, or is incomplete, is not offered: the game is
then played at the plain table.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from gamut.engine.game import Game
from gamut.server.wire import messages as m

TABLE_API = 1  # the version of the kit in these pages; `web/src/kit/version.ts` has the same
FOLDER, MANIFEST = "table", "table.json"
CONTENT_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
MAX_FILE_BYTES = 4 * 1024 * 1024
MAX_MANIFEST_BYTES = 4096


class Manifest(msgspec.Struct, frozen=True):
    """The content of `table.json`."""

    api: int
    digest: str  # of both files
    script: str
    style: str = ""  # empty: none


class TableFile(NamedTuple):
    content: bytes
    content_type: str


def find_problem(game: Game) -> str:
    """Return why the table in a game's folder cannot be used; empty if it can, or if there is none."""
    folder = game.folder / FOLDER
    if not folder.is_dir():
        return ""
    manifest = read_manifest(folder)
    rebuild = f"build it again with `gamut pages build` ({folder})"
    if manifest is None:
        return f"the table of {game.id} has no valid {MANIFEST}: {rebuild}"
    if manifest.api != TABLE_API:
        return f"the table of {game.id} was built for version {manifest.api} of the kit, not {TABLE_API}: {rebuild}"
    if not all(is_usable(folder / name) for name in (manifest.script, manifest.style) if name):
        return f"a file of the table of {game.id} is missing or too large: {rebuild}"
    return ""


def read_manifest(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    try:
        if path.stat().st_size > MAX_MANIFEST_BYTES:
            return None
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return None
    names = [manifest.script, *([manifest.style] if manifest.style else [])]
    is_plain = all(Path(name).name == name and Path(name).suffix in CONTENT_TYPES for name in names)
    return manifest if is_plain and manifest.digest.isalnum() else None


def is_usable(path: Path) -> bool:
    return path.is_file() and path.stat().st_size <= MAX_FILE_BYTES


def find_package_table(game: Game) -> m.PackageTable | None:
    """Return the table of a game's package for the pages; None if there is none that can be used."""
    folder = game.folder / FOLDER
    manifest = read_manifest(folder)
    if manifest is None or find_problem(game):
        return None
    base = f"packages/{game.id}/{manifest.digest}"
    style = f"{base}/{manifest.style}" if manifest.style else ""
    return m.PackageTable(manifest.api, f"{base}/{manifest.script}", style)


def read_table_file(game: Game, digest: str, name: str) -> TableFile | None:
    """Return a file of a game's table; None unless it belongs to the build with that digest."""
    folder = game.folder / FOLDER
    manifest = read_manifest(folder)
    if manifest is None or manifest.digest != digest or not name or name not in (manifest.script, manifest.style):
        return None
    path = folder / name
    return TableFile(path.read_bytes(), CONTENT_TYPES[path.suffix]) if is_usable(path) else None
