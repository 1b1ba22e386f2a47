"""Games that can be imported and not used."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamut.engine.options import Flag
from gamut.model import GAME


def fail(c: Any, options: Any, seats: int) -> None:
    raise KeyError("sunset")


def spoiled_folder() -> Path:
    folder = Path(tempfile.mkdtemp())
    (folder / "RULES.md").write_bytes(b"# Rules\xff")
    return folder


UNOPENED = replace(GAME, id="unopened", setup=fail)
UNREADABLE = replace(GAME, id="unreadable", folder=spoiled_folder())
NOWHERE = replace(
    GAME, id="nowhere", options=(*GAME.options, Flag(name="lone", label="Alone", help="Alone.", seats=(1,)))
)
