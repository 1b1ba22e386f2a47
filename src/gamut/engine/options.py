"""The options of a game, declared once: the lobby's form, the command line and all checks read this."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import platformdirs

from gamut.engine.errors import InvalidOptions, UnknownFile, format_list
from gamut.engine.presentation import format_players

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]
Files: TypeAlias = Mapping[str, str]  # the content of the files that options name, by option

MAX_FILE_BYTES = 256 * 1024


def parse_digits(text: str) -> int:
    """Parse a short string of digits; return −1 for anything else."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else -1


@dataclass(frozen=True, kw_only=True)
class Option:
    """What all kinds of options have in common."""

    name: str
    label: str
    help: str
    seats: Collection[int] = ()
    """The numbers of players for which the option exists; empty: all."""
    default_when: Mapping[tuple[str, Value], Value] = field(default_factory=dict)
    """Other defaults, each for when another option has a given value: `{(name, value): default}`."""

    def applies_to(self, seats: int) -> bool:
        """Return whether a table with that many seats has this option."""
        return not self.seats or seats in self.seats

    def default_for(self, seats: int) -> Value:
        raise NotImplementedError

    def describe_allowed(self, seats: int) -> str:
        """Describe the allowed values, for messages."""
        raise NotImplementedError

    def parse(self, value: Value, seats: int) -> Value | None:
        """Return the value, which may be given as text; None if it is not allowed."""
        raise NotImplementedError

    def samples(self, seats: int) -> list[Value]:
        """Return values to test: all of them, or the ends, the default and some between."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class FlagOption(Option):
    """On or off."""

    default: bool = False

    def default_for(self, seats: int) -> Value:
        return self.default

    def describe_allowed(self, seats: int) -> str:
        return "true or false"

    def parse(self, value: Value, seats: int) -> Value | None:
        if isinstance(value, str):
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(value.lower())
        return value if isinstance(value, bool) else None

    def samples(self, seats: int) -> list[Value]:
        return [False, True]


@dataclass(frozen=True, kw_only=True)
class CountOption(Option):
    """An integer; the default may depend on the number of seats."""

    low: int
    high: int
    default: int | Mapping[int, int]

    def default_for(self, seats: int) -> Value:
        return self.default if isinstance(self.default, int) else self.default[seats]

    def describe_allowed(self, seats: int) -> str:
        return f"{self.low} to {self.high}"

    def parse(self, value: Value, seats: int) -> Value | None:
        if isinstance(value, str):
            value = parse_digits(value)
        good = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return value if good else None

    def samples(self, seats: int) -> list[Value]:
        every = range(self.low, self.high + 1)
        if len(every) <= 8:
            return list(every)
        some = {
            self.low,
            self.high,
            int(self.default_for(seats)),
            every[len(every) // 3],
            every[2 * len(every) // 3],
        }
        return sorted(some)


@dataclass(frozen=True)
class ChoiceValue:
    """One value of a choice; `seats` are the numbers of players for which it exists (empty: all)."""

    value: str
    label: str
    seats: Collection[int] = ()


@dataclass(frozen=True, kw_only=True)
class ChoiceOption(Option):
    """One of some named values."""

    values: tuple[ChoiceValue, ...]
    default: str
    old_names: Mapping[str, str] = field(default_factory=dict)
    """Values that stored tables and replays call by another name: `{old: new}`."""

    def default_for(self, seats: int) -> Value:
        return self.default

    def describe_allowed(self, seats: int) -> str:
        return format_list((item.value for item in self.values_for(seats)), most=20)

    def values_for(self, seats: int) -> tuple[ChoiceValue, ...]:
        """Return the values that a table with that many seats can choose from."""
        return tuple(item for item in self.values if not item.seats or seats in item.seats)

    def parse(self, value: Value, seats: int) -> Value | None:
        text = self.old_names.get(str(value), str(value))
        return text if any(text == item.value for item in self.values_for(seats)) else None

    def samples(self, seats: int) -> list[Value]:
        return [item.value for item in self.values_for(seats)]


def first_player_option(label: str, help: str, most: int) -> ChoiceOption:
    """Declare the option `first`: `random`, or a seat counted from 1; only seats of the table are allowed."""
    seats = [ChoiceValue(str(k), f"Seat {k}", range(k, most + 1)) for k in range(1, most + 1)]
    return ChoiceOption(
        name="first", label=label, help=help, values=(ChoiceValue("random", "Random"), *seats), default="random"
    )


@dataclass(frozen=True, kw_only=True)
class FileOption(Option):
    """A file that the operator provides, chosen by name; once resolved, the value is the name and a digest.

    A client can only choose among the known names; a path from outside is never opened.
    """

    folder: Path  # of the game's own files, NAME.toml; `operator_folder` holds more
    default: str

    @property
    def operator_folder(self) -> Path:
        """Where an operator puts files of their own: in the user's data folder, or in GAMUT_FILES."""
        chosen = os.environ.get("GAMUT_FILES")
        base = Path(chosen) if chosen else Path(platformdirs.user_data_dir("gamut", appauthor=False)) / "files"
        return base / self.folder.parent.name / self.name

    def known_files(self) -> dict[str, str]:
        """Return the content of every known file by its name."""
        files: dict[str, str] = {}
        for folder in (self.operator_folder, self.folder):
            for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
                if path.stat().st_size <= MAX_FILE_BYTES:
                    files[path.stem] = path.read_text("utf-8")
        return files

    def default_for(self, seats: int) -> Value:
        return self.default

    def describe_allowed(self, seats: int) -> str:
        return format_list(self.known_files(), most=20)

    def parse(self, value: Value, seats: int) -> Value | None:
        return value if isinstance(value, str) and value.partition("@")[0] in self.known_files() else None

    def samples(self, seats: int) -> list[Value]:
        return list(self.known_files())


class MissingOption(KeyError):
    """A game's `setup` read an option that the table does not have: an error of the game."""

    def __str__(self) -> str:
        return str(self.args[0])


class SetupOptions(dict[str, Value]):
    """The options as a game's `setup` gets them: only those that apply to the number of seats."""

    def __missing__(self, name: str) -> Value:
        raise MissingOption(
            f"`setup` read the option {name!r}, which does not exist at this table; use `options.get({name!r})` "
            "for an option that applies only to some numbers of seats"
        )


def file_value(name: str, content: str) -> str:
    """Return a file as resolved options name it: `standard@5f0c…`."""
    return f"{name}@{hashlib.sha256(content.encode()).hexdigest()[:16]}"


class ResolvedOptions(NamedTuple):
    """The complete options of a table, and the content of the files they name."""

    options: dict[str, Value]
    files: dict[str, str]


def resolve_options(
    declared: Sequence[Option], given: Options, seats: int, files: Files | None = None
) -> ResolvedOptions:
    """Complete the given options with defaults; raise InvalidOptions for unknown names and values.

    `files` holds the content that was stored with a game; it takes precedence over a current file of the same name.
    """
    known = {o.name: o for o in declared}
    for name in given:
        if name not in known:
            raise InvalidOptions(f"unknown option {name!r}; the options are: {format_list(known) or 'none'}")
        if not known[name].applies_to(seats):
            raise InvalidOptions(f"the option {name} is for {format_players(known[name].seats)}, not for {seats}")
    contents = dict(files or {})
    chosen = {name: _parse(option, given[name], seats, contents) for name, option in known.items() if name in given}
    for name, option in known.items():
        if option.applies_to(seats) and name not in chosen:
            chosen[name] = _parse(option, _default(option, chosen, known, seats), seats, contents)
    used = {o.name: contents[o.name] for o in declared if isinstance(o, FileOption) and o.name in chosen}
    return ResolvedOptions({name: chosen[name] for name in known if name in chosen}, used)


def _parse(option: Option, value: Value, seats: int, contents: dict[str, str]) -> Value:
    """Parse one value; the content of a file is added to `contents`."""
    if isinstance(option, FileOption) and isinstance(value, str):
        name, _, digest = value.partition("@")
        content = contents.get(option.name) or option.known_files().get(name)
        if content is not None:
            exact = file_value(name, content)
            if digest and exact != value:
                raise InvalidOptions(f"{option.name} = {value!r}: the file {name} has changed since")
            contents[option.name] = content
            return exact
    parsed = option.parse(value, seats)
    if parsed is None and isinstance(option, FileOption):
        error = UnknownFile(
            f"{option.name} = {value!r}: there is no file of that name; use {option.describe_allowed(seats)}"
        )
        error.folder = str(option.operator_folder)
        raise error
    if parsed is None:
        raise InvalidOptions(f"{option.name} = {value!r} is not allowed; use {option.describe_allowed(seats)}")
    return parsed


def _default(option: Option, chosen: Options, known: Mapping[str, Option], seats: int) -> Value:
    for (other, value), default in option.default_when.items():
        if other in known and chosen.get(other, known[other].default_for(seats)) == value:
            return default
    return option.default_for(seats)
