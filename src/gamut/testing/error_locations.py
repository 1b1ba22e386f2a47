"""Errors in rules, described by the file, line and function of the game rather than of the engine that raised them."""

from __future__ import annotations

import inspect
import linecache
import os
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

from gamut.engine.game import Game
from gamut.engine.strict import ARGUMENT
from gamut.testing.watchdog import Endless

COLOUR_CODE = re.compile(r"\x1b\[\d*m")  # in messages of Numba
NUMBA_ERROR = re.compile(r'\AT?\w+Error: Failed in nopython.*?File "([^"]+)", line (\d+)', re.DOTALL)
SELF_EXPLANATORY = (Endless, IndexError, OverflowError, TypeError)  # errors whose message needs no class name


def describe_error(error: BaseException, game: Game) -> str:
    """Return `games/mixx/rules.py:71, in play: 300 does not fit into score[2] (−128 … 127)`, and the source line."""
    message = str(error) if isinstance(error, SELF_EXPLANATORY) else f"{type(error).__name__}: {error}"
    if match := NUMBA_ERROR.search(message := COLOUR_CODE.sub("", message)):
        reason = next(line for line in message.splitlines()[1:] if not line.startswith("Failed in"))
        return f"{match[1]}:{match[2]}: Numba cannot compile this: {reason}"
    frames = list(walk_tb(error.__traceback__))
    in_game = [k for k, (frame, _) in enumerate(frames) if is_game_file(frame.f_code.co_filename, game)]
    if not in_game:
        return f"{type(error).__name__}: {error}"
    frame, line = frames[in_game[-1]]
    if ARGUMENT in message:
        inner = [inner for inner, _ in frames[in_game[-1] + 1 :]]
        message = message.replace(ARGUMENT, argument_name(frame, inner))
    location = format_location(frame.f_code.co_filename, line, frame.f_code.co_name)
    source = linecache.getline(frame.f_code.co_filename, line).partition("  # ")[0].strip()
    return f"{location}: {message}  [{source}]"


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


def argument_name(frame: FrameType, inner: list[FrameType]) -> str:
    """Return the name that a function of the game has for the strict row that raised an error."""
    rows = [f.f_locals.get("self") for f in inner]
    names = [name for name, value in frame.f_locals.items() if any(value is row for row in rows)]
    return names[0] if names else ARGUMENT
