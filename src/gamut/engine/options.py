"""Options a host may change when opening a table, declared once: forms, command line and checks read this."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import platformdirs

from gamut.engine.errors import BadOptions, listed

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]
Files: TypeAlias = Mapping[str, str]  # the content of the files that options name, by option

LARGEST_FILE = 256 * 1024


def whole(text: str) -> int:
    """The number that some digits say; −1 for anything else."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else -1


@dataclass(frozen=True, kw_only=True)
class Option:
    """What all kinds of options have in common."""

    name: str
    label: str
    help: str
    seats: Collection[int] = ()  # the numbers of players for which it exists; empty: all
    follows: Mapping[tuple[str, Value], Value] = field(default_factory=dict)
    """Where another option has a value, this default takes the place of the usual one."""

    def exists(self, seats: int) -> bool:
        """Whether a table of that size has this option."""
        return not self.seats or seats in self.seats

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        raise TypeError(f"{type(self).__name__} does not say its default")

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        raise TypeError(f"{type(self).__name__} does not say what is allowed")

    def read(self, value: Value, seats: int) -> Value | None:
        """The value, also from text; None where it is not allowed."""
        raise TypeError(f"{type(self).__name__} cannot be read")

    def samples(self, seats: int) -> list[Value]:
        """Values to try: all of them, or the ends, the default and some between."""
        raise TypeError(f"{type(self).__name__} gives no samples")


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """On or off."""

    default: bool = False

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        return self.default

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        return "true or false"

    def read(self, value: Value, seats: int) -> Value | None:
        """The value, also from text; None where it is not allowed."""
        if isinstance(value, str):
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
                value.lower()
            )
        return value if isinstance(value, bool) else None

    def samples(self, seats: int) -> list[Value]:
        """Both values."""
        return [False, True]


@dataclass(frozen=True, kw_only=True)
class Count(Option):
    """A whole number; the default may depend on the number of seats."""

    low: int
    high: int
    default: int | Mapping[int, int]

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        return self.default if isinstance(self.default, int) else self.default[seats]

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        return f"{self.low} to {self.high}"

    def read(self, value: Value, seats: int) -> Value | None:
        """The value, also from text; None where it is not allowed."""
        if isinstance(value, str):
            value = whole(value)
        good = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return value if good else None

    def samples(self, seats: int) -> list[Value]:
        """All values of a short range; of a long one the ends, the default and two between."""
        every = range(self.low, self.high + 1)
        if len(every) <= 8:
            return list(every)
        some = {self.low, self.high, int(self.standard(seats)), every[len(every) // 3], every[2 * len(every) // 3]}
        return sorted(some)


@dataclass(frozen=True)
class Named:
    """One value of a choice; `seats` are the numbers of players for which it exists (empty: all)."""

    value: str
    label: str
    seats: Collection[int] = ()


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of some named values."""

    values: tuple[Named, ...]
    default: str

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        return self.default

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        return listed((named.value for named in self.values_for(seats)), most=20)

    def values_for(self, seats: int) -> tuple[Named, ...]:
        """The values a table of that size may choose from."""
        return tuple(named for named in self.values if not named.seats or seats in named.seats)

    def read(self, value: Value, seats: int) -> Value | None:
        """The value; None where it is not allowed."""
        text = str(value)
        return text if any(text == named.value for named in self.values_for(seats)) else None

    def samples(self, seats: int) -> list[Value]:
        """All values."""
        return [named.value for named in self.values_for(seats)]


def seat_choice(label: str, help: str, most: int) -> Choice:
    """Who begins: `random`, or a seat counted from 1; only seats of the table are allowed."""
    seats = [Named(str(k), f"Seat {k}", range(k, most + 1)) for k in range(1, most + 1)]
    return Choice(
        name="first", label=label, help=help, values=(Named("random", "Random"), *seats), default="random"
    )


@dataclass(frozen=True, kw_only=True)
class File(Option):
    """A file that whoever runs the program has put there: its name, and its digest once it is settled.

    A browser can only choose among the known names; a path from outside is never opened.
    """

    folder: Path  # of the game's own files; `operator_folder` holds more
    default: str

    def known(self) -> dict[str, str]:
        """The content of every known file by its name."""
        found: dict[str, str] = {}
        for folder in (operator_folder(self.folder.parent.name, self.name), self.folder):
            for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
                if path.stat().st_size <= LARGEST_FILE:
                    found[path.stem] = path.read_text("utf-8")
        return found

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        return self.default

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        return listed(self.known(), most=20)

    def read(self, value: Value, seats: int) -> Value | None:
        """The name; None where there is no such file."""
        return value if isinstance(value, str) and value.partition("@")[0] in self.known() else None

    def samples(self, seats: int) -> list[Value]:
        """All names."""
        return list(self.known())


def operator_folder(game: str, option: str) -> Path:
    """Where an operator puts files for an option of a game: in the user's data folder, or in GAMUT_FILES."""
    chosen = os.environ.get("GAMUT_FILES")
    base = Path(chosen) if chosen else Path(platformdirs.user_data_dir("gamut", appauthor=False)) / "files"
    return base / game / option


def file_value(name: str, content: str) -> str:
    """A file as settled options name it: `standard@5f0c…`."""
    return f"{name}@{hashlib.sha256(content.encode()).hexdigest()[:16]}"


class Settled(NamedTuple):
    """The complete options of a table, and the content of the files they name."""

    options: dict[str, Value]
    files: dict[str, str]


def settle(declared: Sequence[Option], given: Options, seats: int, files: Files | None = None) -> Settled:
    """Complete what was given; what is unknown or not allowed is refused in words.

    `files` holds the content that was stored with a game; it counts before what has the same name now.
    """
    known = {o.name: o for o in declared}
    for name in given:
        if name not in known:
            raise BadOptions(f"there is no option {name!r}; there are {listed(known) or 'none'}")
        if not known[name].exists(seats):
            raise BadOptions(f"{name} is an option for {listed(known[name].seats)} players, not for {seats}")
    stored = dict(files or {})
    settled = {name: _read(option, given[name], seats, stored) for name, option in known.items() if name in given}
    for name, option in known.items():
        if option.exists(seats) and name not in settled:
            settled[name] = _read(option, _standard(option, settled, known, seats), seats, stored)
    contents = {o.name: stored[o.name] for o in declared if isinstance(o, File) and o.name in settled}
    return Settled({name: settled[name] for name in known if name in settled}, contents)


def _read(option: Option, value: Value, seats: int, stored: dict[str, str]) -> Value:
    """One value; the content of a file goes to `stored`."""
    if isinstance(option, File) and isinstance(value, str):
        name, _, digest = value.partition("@")
        content = stored.get(option.name) or option.known().get(name)
        if content is not None:
            exact = file_value(name, content)
            if digest and exact != value:
                raise BadOptions(f"{option.name} = {value!r}: the file {name} has another content now")
            stored[option.name] = content
            return exact
    read = option.read(value, seats)
    if read is None:
        raise BadOptions(f"{option.name} = {value!r} is not possible; it may be {option.allowed(seats)}")
    return read


def _standard(option: Option, settled: Options, known: Mapping[str, Option], seats: int) -> Value:
    for (other, value), default in option.follows.items():
        if other in known and settled.get(other, known[other].standard(seats)) == value:
            return default
    return option.standard(seats)
