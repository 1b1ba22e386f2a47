"""Where a rule went wrong: the file, line and function of the game, not of the engine that noticed it."""

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

COMPILED = re.compile(r'\AT?\w+Error: Failed in nopython.*?File "([^"]+)", line (\d+)', re.DOTALL)  # by Numba
NOTICED = (Endless, IndexError, OverflowError, TypeError)  # what says in words of its own what is wrong


def located(error: BaseException, game: Game) -> str:
    """`games/mixx/rules.py:71, in play: 300 does not fit into score[2] (−128 … 127)`, and the source line."""
    said = str(error) if isinstance(error, NOTICED) else f"{type(error).__name__}: {error}"
    if place := COMPILED.search(said):
        reason = next(line for line in said.splitlines()[1:] if not line.startswith("Failed in"))
        return f"{place[1]}:{place[2]}: native code cannot be made of it: {reason}"
    frames = list(walk_tb(error.__traceback__))
    own = [k for k, (frame, _) in enumerate(frames) if is_own(frame.f_code.co_filename, game)]
    if not own:
        return f"{type(error).__name__}: {error}"
    frame, line = frames[own[-1]]
    if ARGUMENT in said:
        said = said.replace(ARGUMENT, argument(frame, [inner for inner, _ in frames[own[-1] + 1 :]]))
    where = spot(frame.f_code.co_filename, line, frame.f_code.co_name)
    source = linecache.getline(frame.f_code.co_filename, line).partition("  # ")[0].strip()
    return f"{where}: {said}  [{source}]"


def spot(file: str, line: int, function: str) -> str:
    """`src/gamut/games/mixx/rules.py:71, in play`, from where one stands."""
    path = Path(file)
    here = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{os.fspath(here)}:{line}, in {function}"


def is_own(file: str, game: Game) -> bool:
    """Whether a file is the game's own: in its folder, or where one of its functions is."""
    return Path(file).is_relative_to(game.folder) or file in {source_file(f) for f in functions(game)}


def functions(game: Game) -> list[Callable[..., Any]]:
    """All that a game brings: verbs, setup and language."""
    said = [getattr(game.language, f.name) for f in fields(game.language)]
    return [*game.verbs.values(), game.setup, *(f for f in said if callable(f))]


def source_file(f: Callable[..., Any]) -> str:
    """The file that a function is written in."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    return code.co_filename if code else ""


def argument(frame: FrameType, inner: list[FrameType]) -> str:
    """What a function of the game calls the argument that a strict row was."""
    rows = [f.f_locals.get("self") for f in inner]
    names = [name for name, value in frame.f_locals.items() if any(value is row for row in rows)]
    return names[0] if names else ARGUMENT
