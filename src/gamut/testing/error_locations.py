"""Errors in rules, described by the file, line and function of the game rather than of the engine that raised them."""

from __future__ import annotations

import linecache
import re
from traceback import walk_tb
from types import FrameType

from gamut.engine.game import Game
from gamut.engine.source_files import format_location, is_game_file
from gamut.engine.strict import ARGUMENT
from gamut.engine.watchdog import EndlessLoop

COLOUR_CODE = re.compile(r"\x1b\[\d*m")  # in messages of Numba
NUMBA_ERROR = re.compile(r'\AT?\w+Error: Failed in nopython.*?File "([^"]+)", line (\d+)', re.DOTALL)
SELF_EXPLANATORY = (IndexError, OverflowError, TypeError)  # errors whose message needs no class name


def describe_error(error: BaseException, game: Game) -> str:
    """Return `games/mixx/rules.py:71, in play: 300 does not fit into score[2] (−128 … 127)`, and the source line."""
    if isinstance(error, EndlessLoop):  # its message names the line
        return str(error)
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


def argument_name(frame: FrameType, inner: list[FrameType]) -> str:
    """Return the name that a function of the game has for the strict row that raised an error."""
    rows = [f.f_locals.get("self") for f in inner]
    names = [name for name, value in frame.f_locals.items() if any(value is row for row in rows)]
    return names[0] if names else ARGUMENT
