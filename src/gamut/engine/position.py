"""Positions as text, for tests and bug reports: any state of any game, both ways.

    mixx@2 seats=2 first=1 stock=8 motifs=8 line=false | turn=1 deck=0x3f00 stock=[0x21,0x8400] chance_key=[…]

Fields that are all zero are omitted. The text of a hidden copy contains no more than that copy. The content of a file
that an option names is included, compressed: `file:cards=eJx…`.
"""

from __future__ import annotations

import ast
import base64
import binascii
import zlib
from collections.abc import Callable

import numpy as np

from gamut.engine.errors import InvalidPosition, format_list
from gamut.engine.game import Game, Setup
from gamut.engine.options import MAX_FILE_BYTES, Value, parse_digits
from gamut.engine.record import Array


def format_position(setup: Setup, state: Array) -> str:
    head = [f"{setup.game.id}@{setup.game.version}", f"seats={setup.seats}"]
    head += [f"{name}={str(value).lower()}" for name, value in setup.options.items()]
    head += [f"file:{name}={pack_file(content)}" for name, content in setup.files.items()]
    body = [
        f"{name}={_format_value(state[name][0])}"
        for name in state.dtype.names or ()
        if name != "padding" and np.any(state[name])
    ]
    return " ".join(head) + " | " + " ".join(body)


def pack_file(content: str) -> str:
    """Return a file as one word."""
    return base64.urlsafe_b64encode(zlib.compress(content.encode(), 9)).decode()


def unpack_file(word: str) -> str:
    """Return the file that `pack_file` packed."""
    try:
        opened = zlib.decompressobj()
        content = opened.decompress(base64.urlsafe_b64decode(word.encode()), MAX_FILE_BYTES)
        if not opened.eof:
            raise ValueError(f"a file may have at most {MAX_FILE_BYTES} bytes")
        return content.decode()
    except (ValueError, binascii.Error, zlib.error) as e:
        raise InvalidPosition(f"a file in the text cannot be read: {e}") from None


def _format_value(x: Array) -> str:
    if np.ndim(x):
        return "[" + ",".join(_format_value(y) for y in x) + "]"
    return hex(x) if x.dtype.kind == "u" else str(x)


def parse_position(text: str, find: Callable[[str], Game]) -> tuple[Setup, Array]:
    """Return the setup and state of a text; `find` looks up a game by id."""
    head, bar, body = text.partition("|")
    words = head.split()
    if not bar or not words:
        raise InvalidPosition("a position must have the form 'game@version seats=… options | fields'")
    setup = _parse_setup(words, find)
    state = setup.new_states()
    for item in body.split():
        name, _, value = item.partition("=")
        if name not in (state.dtype.names or ()) or name == "padding":
            raise InvalidPosition(f"unknown field {name!r}; the fields are: {format_list(state.dtype.names or (), 40)}")
        _set_field(state, name, value)
    return setup, state


def _parse_setup(words: list[str], find: Callable[[str], Game]) -> Setup:
    game_id, _, version = words[0].partition("@")
    game = find(game_id)
    if version != str(game.version):
        raise InvalidPosition(
            f"written for rules version {version or '?'} of {game_id}; the current version is {game.version}"
        )
    given: dict[str, Value] = {}
    files: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise InvalidPosition(f"{word!r} does not have the form name=value")
        if name.startswith("file:"):
            files[name.removeprefix("file:")] = unpack_file(value)
        else:
            given[name] = value
    seats = parse_digits(str(given.pop("seats", "")))
    if seats < 0:
        raise InvalidPosition("seats=… is missing or not an integer")
    return game.open(seats, given, files)


def _set_field(state: Array, name: str, text: str) -> None:
    try:
        value = np.array(ast.literal_eval(text), dtype=object)
        shape = state.dtype[name].shape
        if value.shape != shape:
            raise ValueError(f"{value.shape} does not fit {shape}")
        base = state.dtype[name].base
        info = np.iinfo(base)
        for x in value.flat:
            if type(x) is not int or not int(info.min) <= x <= int(info.max):
                raise ValueError(f"{x!r} does not fit into {base}")
        state[name][0] = value.astype(base)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as e:
        raise InvalidPosition(f"{name}={text[:60]!r} cannot be read: {e}") from None
