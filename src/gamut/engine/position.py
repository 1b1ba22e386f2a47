"""One text for any position of any game, both ways: for tests, bug reports and tables by mail.

    mixx@1 seats=2 first=1 stock=8 motifs=8 line=false | turn=1 deck=0x3f00 stock=[0x21,0x8400] key=[…]

Fields that are all zero are left out. A text made from a hidden copy holds no more than that copy. The content of
a file that an option names stands in the text too, packed: `file:cards=eJx…`.
"""

from __future__ import annotations

import ast
import base64
import binascii
import zlib
from collections.abc import Callable

import numpy as np

from gamut.engine.errors import BadPosition, listed
from gamut.engine.game import Game, Setup
from gamut.engine.options import LARGEST_FILE, Value, whole
from gamut.engine.record import Array


def write(setup: Setup, state: Array) -> str:
    """The text of a state."""
    head = [f"{setup.game.id}@{setup.game.version}", f"seats={setup.seats}"]
    head += [f"{name}={str(value).lower()}" for name, value in setup.options.items()]
    head += [f"file:{name}={pack(content)}" for name, content in setup.files.items()]
    body = [
        f"{name}={_value(state[name][0])}"
        for name in state.dtype.names or ()
        if name != "spare" and np.any(state[name])
    ]
    return " ".join(head) + " | " + " ".join(body)


def pack(content: str) -> str:
    """A file as one word."""
    return base64.urlsafe_b64encode(zlib.compress(content.encode(), 9)).decode()


def unpack(word: str) -> str:
    """The file that `pack` wrote."""
    try:
        opened = zlib.decompressobj()
        content = opened.decompress(base64.urlsafe_b64decode(word.encode()), LARGEST_FILE)
        if not opened.eof:
            raise ValueError(f"a file has at most {LARGEST_FILE} bytes")
        return content.decode()
    except (ValueError, binascii.Error, zlib.error) as e:
        raise BadPosition(f"a file in the text cannot be read: {e}") from None


def _value(x: Array) -> str:
    if np.ndim(x):
        return "[" + ",".join(_value(y) for y in x) + "]"
    return hex(x) if x.dtype.kind == "u" else str(x)


def read(text: str, find: Callable[[str], Game]) -> tuple[Setup, Array]:
    """The setup and state of a text; `find` knows the games by id."""
    head, bar, body = text.partition("|")
    words = head.split()
    if not bar or not words:
        raise BadPosition("a position is 'game@version seats=… options | fields'")
    setup = _setup(words, find)
    state = setup.fresh()
    for item in body.split():
        name, _, value = item.partition("=")
        if name not in (state.dtype.names or ()) or name == "spare":
            raise BadPosition(f"{name!r} is no field; there are {listed(state.dtype.names or (), 40)}")
        _store(state, name, value)
    return setup, state


def _setup(words: list[str], find: Callable[[str], Game]) -> Setup:
    game_id, _, version = words[0].partition("@")
    game = find(game_id)
    if version != str(game.version):
        raise BadPosition(f"written for rules version {version or '?'} of {game_id}, this is {game.version}")
    given: dict[str, Value] = {}
    files: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadPosition(f"{word!r} is not of the form name=value")
        if name.startswith("file:"):
            files[name.removeprefix("file:")] = unpack(value)
        else:
            given[name] = value
    seats = whole(str(given.pop("seats", "")))
    if seats < 0:
        raise BadPosition("seats=… is missing or no number")
    return game.open(seats, given, files)


def _store(state: Array, name: str, text: str) -> None:
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
        raise BadPosition(f"{name}={text[:60]!r} cannot be read: {e}") from None
