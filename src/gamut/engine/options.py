"""Options a host may change when opening a table, declared once: forms, command line and checks read this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gamut.engine.errors import BadOptions, listed

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


def whole(text: str) -> int:
    """The number that some digits say; −1 for anything else."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else -1


@dataclass(frozen=True)
class Flag:
    """On or off."""

    name: str
    label: str
    help: str
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


@dataclass(frozen=True)
class Count:
    """A whole number; the default may depend on the number of seats."""

    name: str
    label: str
    help: str
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


@dataclass(frozen=True)
class Choice:
    """One of some named values."""

    name: str
    label: str
    help: str
    values: tuple[tuple[str, str], ...]  # (value, label)
    default: str

    def standard(self, seats: int) -> Value:
        """The value when the host says nothing."""
        return self.default

    def allowed(self, seats: int) -> str:
        """What may be given, in words."""
        return listed((v for v, _ in self.values_for(seats)), most=20)

    def values_for(self, seats: int) -> tuple[tuple[str, str], ...]:
        """The values a table of that size may choose from, each with its label."""
        return self.values

    def read(self, value: Value, seats: int) -> Value | None:
        """The value; None where it is not allowed."""
        text = str(value)
        return text if any(text == v for v, _ in self.values_for(seats)) else None


@dataclass(frozen=True)
class SeatChoice(Choice):
    """`random`, or a seat counted from 1; only seats of the table are allowed."""

    values: tuple[tuple[str, str], ...] = (("random", "Random"),)
    default: str = "random"

    def values_for(self, seats: int) -> tuple[tuple[str, str], ...]:
        """`random` and the seats of the table."""
        return (*self.values, *((str(k), f"Seat {k}") for k in range(1, seats + 1)))


Option: TypeAlias = Flag | Count | Choice


def settle(declared: tuple[Option, ...], given: Options, seats: int) -> dict[str, Value]:
    """The complete options of a table; what is unknown or not allowed is refused in words."""
    known = {o.name: o for o in declared}
    for name in given:
        if name not in known:
            raise BadOptions(f"there is no option {name!r}; there are {listed(known) or 'none'}")
    settled: dict[str, Value] = {}
    for name, option in known.items():
        if name not in given:
            settled[name] = option.standard(seats)
            continue
        value = option.read(given[name], seats)
        if value is None:
            raise BadOptions(f"{name} = {given[name]!r} is not possible; it may be {option.allowed(seats)}")
        settled[name] = value
    return settled
