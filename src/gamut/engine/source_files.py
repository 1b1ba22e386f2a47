"""Where the functions of a game are defined, for messages about its rules."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamut.engine.game import Game


def format_location(file: str, line: int, function: str) -> str:
    """Return `src/gamut/games/mixx/rules.py:71, in play`, relative to the current folder."""
    path = Path(file)
    relative = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{os.fspath(relative)}:{line}, in {function}"


def is_game_file(file: str, game: Game) -> bool:
    """Return whether a file belongs to the game: it is in its folder, or defines one of its functions."""
    return Path(file).is_relative_to(game.folder) or file in {source_file(f) for f in game_functions(game)}


def game_functions(game: Game) -> list[Callable[..., Any]]:
    """Return all functions of a game: verbs, setup and presentation."""
    presentation = [getattr(game.presentation, f.name) for f in fields(game.presentation)]
    return [*game.verbs.values(), game.setup, *(f for f in presentation if callable(f))]


def source_file(f: Callable[..., Any]) -> str:
    """Return the file in which a function is defined."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    return code.co_filename if code else ""
