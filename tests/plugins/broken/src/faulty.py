"""Games that can be imported but not used."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamut.engine.options import FlagOption
from gamut.template import GAME


def fail(c: Any, options: Any, seats: int) -> None:
    raise KeyError("sunset")


def folder_with_invalid_rules() -> Path:
    folder = Path(tempfile.mkdtemp())
    (folder / "RULES.md").write_bytes(b"# Rules\xff")
    return folder


UNOPENED = replace(GAME, id="unopened", setup=fail)
UNREADABLE = replace(GAME, id="unreadable", folder=folder_with_invalid_rules())
NOWHERE = replace(
    GAME, id="nowhere", options=(*GAME.options, FlagOption(name="solo", label="Solo", help="Solo.", seats=(1,)))
)
