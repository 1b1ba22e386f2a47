"""A game's network as a file: `network.toml` in the folder of the game, written by `gamut train`.

The file states how it was made (command, seed, games, time, version of the rules). Its digest is that of the weights
and of what determines their meaning; results computed with a network name it by this digest.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import tomllib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.engine.errors import GamutError
from gamut.engine.network import MAX_INPUT, NO_TOKEN, Network, count_inputs, count_outputs
from gamut.engine.record import Array

if TYPE_CHECKING:
    from gamut.engine.game import Setup

FORMAT = 1
FILE_NAME = "network.toml"
MAX_FILE_BYTES = 200_000
SIZES = ("inputs", "units", "outputs", "tokens")
ARRAYS = (  # name, type, dimensions
    ("inner", "<i2", ("inputs", "units")),
    ("shift", "<i4", ("units",)),
    ("outer", "<i2", ("units", "outputs")),
    ("rest", "<i8", ("outputs",)),
    ("tokens", "<i2", ("tokens", "units")),
    ("token_rest", "<i8", ("tokens",)),
    ("gain", "<i8", ()),
)


class InvalidNetwork(GamutError):
    """The file of a network cannot be read."""


@dataclass(frozen=True)
class MadeBy:
    """How a network was made."""

    command: str
    game: str
    rules_version: int
    seed: int
    games: int
    seconds: int
    date: str


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """The weights of a game's network, with the vocabulary of its tokens."""

    vocabulary: tuple[str, ...]
    arrays: dict[str, Array]  # those of ARRAYS
    score_mean: float
    score_unit: float  # a score is score_mean + score_unit · output
    made: MadeBy

    @cached_property
    def digest(self) -> str:
        """What determines every number that the network returns."""
        parts = [f"{FORMAT} {self.score_mean!r} {self.score_unit!r}\n".encode(), "\n".join(self.vocabulary).encode()]
        parts += [np.ascontiguousarray(self.arrays[name], kind).tobytes() for name, kind, _ in ARRAYS]
        return hashlib.sha256(b"|".join(parts)).hexdigest()[:16]

    def fits(self, described: int, max_seats: int) -> bool:
        """Return whether a game has the observations and seats that the network was trained with."""
        inputs, outputs = self.arrays["inner"].shape[0], self.arrays["outer"].shape[1]
        return bool(inputs == count_inputs(described, max_seats) and outputs == count_outputs(max_seats))

    def open(self, setup: Setup) -> Network:
        """Return the network with the tokens of a setup's actions. What the training has not met has no weight."""
        numbers = {token: k for k, token in enumerate(self.vocabulary)}
        lists = [
            [numbers[token] for token in list_tokens(setup, a) if token in numbers] for a in range(setup.action_count)
        ]
        return Network(**self.arrays, action_tokens=make_token_table(lists))

    def check(self) -> None:
        """Raise InvalidNetwork if a sum of inputs could overflow."""
        reach = np.abs(self.arrays["inner"].astype(np.int64)).sum(0) * MAX_INPUT + np.abs(self.arrays["shift"])
        if reach.max(initial=0) >= 1 << 31:
            raise InvalidNetwork("the weights of the network are too large")

    def write(self, path: Path) -> None:
        path.write_text(self.format(), "utf-8")

    def format(self) -> str:
        made = "".join(f"{name} = {format_value(value)}\n" for name, value in vars(self.made).items())
        sizes = dict(zip(SIZES, (*self.arrays["inner"].shape, self.arrays["outer"].shape[1], len(self.vocabulary)),
                         strict=True))  # fmt: skip
        return (
            f"# Made by `{self.made.command}`. The weights are integers, packed by `gamut.engine.network_file`.\n"
            f"format = {FORMAT}\ndigest = '{self.digest}'\n"
            f"score_mean = {self.score_mean!r}\nscore_unit = {self.score_unit!r}\n\n[made]\n{made}\n[sizes]\n"
            + "".join(f"{name} = {size}\n" for name, size in sizes.items())
            + f"\n[weights]\nvocabulary = '''\n{pack_bytes(chr(10).join(self.vocabulary).encode())}'''\n"
            + "".join(f"{name} = '''\n{pack_array(self.arrays[name], kind)}'''\n" for name, kind, _ in ARRAYS)
        )


def format_value(value: object) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def read_network(path: Path) -> TrainedNetwork:
    """Read and check what `TrainedNetwork.write` wrote."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        if content["format"] != FORMAT:
            raise InvalidNetwork(f"{path.name}: format {content['format']} is unknown; this version reads {FORMAT}")
        network = TrainedNetwork(
            tuple(unpack_bytes(content["weights"]["vocabulary"]).decode().split("\n")),
            {name: unpack_array(content, name, kind, shape) for name, kind, shape in ARRAYS},
            float(content["score_mean"]),
            float(content["score_unit"]),
            MadeBy(**{name: content["made"][name] for name in MadeBy.__annotations__}),
        )
        given = content["digest"]
    except (OSError, ValueError, KeyError, TypeError, binascii.Error, zlib.error) as e:
        raise InvalidNetwork(f"{path.name} cannot be read: {e}") from e
    if network.digest != given:
        raise InvalidNetwork(f"{path.name} is damaged: its digest is {network.digest}, not {given}")
    network.check()
    return network


# ---------------------------------------------------------------------- tokens


def list_tokens(setup: Setup, a: int) -> list[str]:
    """Return what an action names: the words of its text, the ids of its touch path, and the action itself."""
    text = setup.action_texts[a]
    words = re.findall(r"[^\s(),:]+", text.lower())
    ids = [one for touch in setup.touch_paths[a] for one in ((touch,) if isinstance(touch, str) else touch)]
    return list(dict.fromkeys([*words, *(f"id {one}" for one in ids), f"action {text}"]))


def find_vocabulary(setups: Iterable[Setup], most: int) -> tuple[str, ...]:
    """Return at most `most` tokens, those of the most actions first."""
    counts: dict[str, int] = {}
    for setup in setups:
        for a in range(setup.action_count):
            for token in list_tokens(setup, a):
                counts[token] = counts.get(token, 0) + 1
    return tuple(sorted(counts, key=lambda token: (-counts[token], token))[:most])


def make_token_table(lists: Sequence[Sequence[int]]) -> Array:
    table = np.full((max(1, len(lists)), max(1, *map(len, lists), 1)), NO_TOKEN, np.int16)
    for row, tokens in zip(table, lists, strict=False):
        row[: len(tokens)] = tokens
    return table


# ---------------------------------------------------------------------- packing


def pack_bytes(data: bytes) -> str:
    packed = base64.b64encode(zlib.compress(data, 9)).decode()
    return "".join(f"{packed[k : k + 120]}\n" for k in range(0, len(packed), 120))


def unpack_bytes(text: str) -> bytes:
    return zlib.decompress(base64.b64decode("".join(text.split()), validate=True))


def pack_array(array: Array, kind: str) -> str:
    """Pack the bytes of equal significance together: they compress better."""
    data = np.ascontiguousarray(array, kind)
    return pack_bytes(data.reshape(-1, 1).view(np.uint8).T.tobytes())


def unpack_array(content: dict[str, Any], name: str, kind: str, dimensions: tuple[str, ...]) -> Array:
    shape = tuple(int(content["sizes"][d]) for d in dimensions)
    planes = np.frombuffer(unpack_bytes(content["weights"][name]), np.uint8).reshape(np.dtype(kind).itemsize, -1)
    array: Array = np.ascontiguousarray(planes.T).view(kind).reshape(shape or (1,))
    return array.astype(np.dtype(kind).newbyteorder("="))
