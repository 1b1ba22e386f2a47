"""The strict way to read a record: rules run interpreted on the very bytes that native code uses.

Small fields come out as Python ints, every store is checked against the field's range and every index
against its shape; words stay 64-bit words. What raises here is a silent wrap or a neighbour's field in
native code, so the interpreted way is also the sanitizer of the rules; the errors name the field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np

from gamut.engine.record import Array

ARGUMENT = "a row of an argument"
Name: TypeAlias = "str | tuple[Name, Any]"  # of a field, or of a row in something of that name


def name_place(name: Name, at: Any = ()) -> str:
    """`hand[2, 1]`, as an error names it; put together only then."""
    place = at if isinstance(at, tuple) else (at,)
    while not isinstance(name, str):
        name, row = name
        place = (row, *place)
    return f"{name}[{', '.join(map(str, place))}]" if place else name


def outside(name: Name, at: Any, shape: tuple[int, ...]) -> IndexError:
    """The error of an index that native code would not notice."""
    return IndexError(f"{name_place(name, at)} is outside its {'×'.join(map(str, shape))} places")


@cache
def limits(kind: str) -> tuple[int, int]:
    """The lowest and highest integer of an element type."""
    info = np.iinfo(np.dtype(kind))
    return int(info.min), int(info.max)


class Cells:
    """An array of small integers."""

    __slots__ = ("array", "fixed", "high", "low", "memory", "name", "rank", "shape", "single")

    def __init__(self, array: Array, name: Name = ARGUMENT, fixed: bool = False, single: bool = False) -> None:
        self.array, self.name, self.shape, self.fixed = array, name, array.shape, fixed
        self.rank = len(array.shape)
        self.single = single  # the one cell of a field that is no row
        self.memory = memoryview(array)  # type: ignore[arg-type]  # an array is a buffer
        self.low, self.high = limits(array.dtype.char)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        try:  # memory knows its shape, but counts negative places from the end
            if type(at) is tuple:
                if len(at) == self.rank and min(at) >= 0:
                    return self.memory[at]
            elif at >= 0:
                return self.memory[at] if self.rank == 1 else self._row(at)
        except IndexError:
            pass
        raise outside(self.name, at, self.shape)

    def _row(self, at: Any) -> Cells:
        return type(self)(self.array[at], (self.name, at), self.fixed)

    def _spot(self, at: Any) -> str:
        return name_place(self.name, () if self.single else at)

    def _whole(self, at: Any, value: Any) -> int:
        """A value as the integer that native code would store; it would cut off a fraction without a word."""
        if isinstance(value, float | np.floating):
            raise TypeError(f"{self._spot(at)} takes whole numbers, not {float(value)}")
        return int(value)

    def __setitem__(self, at: Any, value: Any) -> None:
        if self.fixed:
            raise TypeError(f"{self._spot(at)} is read-only")
        if type(value) is not int:
            value = self._whole(at, value)
        if not self.low <= value <= self.high:
            raise OverflowError(f"{value} does not fit into {self._spot(at)} ({self.low} … {self.high})")
        try:
            fits = len(at) == self.rank and min(at) >= 0 if type(at) is tuple else self.rank == 1 and at >= 0
            if fits:
                self.memory[at] = value
                return
        except IndexError:
            pass
        raise outside(self.name, at, self.shape)


class WordCells(Cells):
    """An array of 64-bit words."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return np.uint64(found) if type(found) is int else found

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(value) is not np.uint64:
            raise TypeError(f"{self._spot(at)} takes only words, not {type(value).__name__}")
        super().__setitem__(at, value)


class FloatCells:
    """An array of floats."""

    __slots__ = ("array", "fixed", "name")

    def __init__(self, array: Array, name: Name, fixed: bool) -> None:
        self.array, self.name, self.fixed = array, name, fixed

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        self._check(at)
        found = self.array[at]
        return float(found) if np.ndim(found) == 0 else FloatCells(found, (self.name, at), self.fixed)

    def __setitem__(self, at: Any, value: float) -> None:
        self._check(at)
        if self.fixed:
            raise TypeError(f"{name_place(self.name, at)} is read-only")
        self.array[at] = value

    def _check(self, at: Any) -> None:
        for k, n in zip(at if type(at) is tuple else (at,), self.array.shape, strict=False):
            if not 0 <= k < n:
                raise outside(self.name, at, self.array.shape)


def strict_cells(array: Array, name: str = ARGUMENT, fixed: bool = False, single: bool = False) -> Any:
    """The strict way to read one array."""
    if array.dtype.kind == "f":
        return FloatCells(array, name, fixed)
    return (WordCells if array.dtype.kind == "u" else Cells)(array, name, fixed, single)


class StrictRecord:
    """One record, read strictly; made by `strict`, with one attribute a field."""

    __slots__ = ("_cells", "_fixed", "_record", "_values", "printed")

    def __init__(self, record: Array, fixed: bool) -> None:
        self._record, self._fixed = record, fixed
        self._cells: list[Any] = [None] * len(record.dtype.names or ())  # made when they are first touched
        self._values: tuple[Any, ...] | None = None  # of a fixed record: all at once, for its scalars
        self.printed: Any = None  # of constants: what a game's `setup` left for its words

    def _field(self, k: int) -> Any:
        found = self._cells[k]
        if found is None:
            name = (self._record.dtype.names or ())[k]
            field = self._record[name]
            single = field.ndim == 1
            found = strict_cells(field if single else field[0], name, self._fixed, single)
            self._cells[k] = found
        return found

    def _fixed_value(self, k: int) -> Any:
        if self._values is None:
            self._values = self._record[0].item()
        return self._values[k]


def _array(k: int) -> property:
    def read(self: StrictRecord) -> Any:
        found = self._cells[k]
        return self._field(k) if found is None else found

    return property(read)


def _scalar(k: int) -> property:
    def read(self: StrictRecord) -> Any:
        return self._fixed_value(k) if self._fixed else self._field(k)[0]

    def write(self: StrictRecord, value: Any) -> None:
        self._field(k)[0] = value

    return property(read, write)


def _word(k: int) -> property:
    def read(self: StrictRecord) -> Any:
        return np.uint64(self._fixed_value(k)) if self._fixed else self._field(k)[0]

    def write(self: StrictRecord, value: Any) -> None:
        self._field(k)[0] = value

    return property(read, write)


@cache
def strict_class(dtype: np.dtype[np.void]) -> type[StrictRecord]:
    """The class of strict records of this type."""
    body: dict[str, Any] = {"__slots__": ()}
    for k, name in enumerate(dtype.names or ()):
        kind = dtype[name]
        body[name] = _array(k) if kind.shape else _word(k) if kind.kind == "u" else _scalar(k)
    return type("StrictRecord", (StrictRecord,), body)


class StrictRecords:
    """An array of records as drivers see it: `records[i]` is a strict record, storing one is a copy of bytes."""

    __slots__ = ("array", "fixed", "made")

    def __init__(self, array: Array, fixed: bool = False) -> None:
        self.array, self.fixed, self.made = array, fixed, dict[int, StrictRecord]()

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: int) -> StrictRecord:
        if not 0 <= i < len(self.array):
            raise outside("states", i, self.array.shape)
        if i not in self.made:
            self.made[i] = strict(self.array, i, self.fixed)
        return self.made[i]

    def __setitem__(self, i: int, other: StrictRecord) -> None:
        if not 0 <= i < len(self.array):
            raise outside("states", i, self.array.shape)
        self.array[i] = other._record[0]


def strict(array: Array, i: int = 0, fixed: bool = False) -> Any:
    """Record `i`, read strictly; `fixed` refuses every store (constants)."""
    return strict_class(array.dtype)(array[i : i + 1], fixed)


def strict_argument(argument: Any) -> Any:
    """An argument of a driver as the interpreted way sees it."""
    if not isinstance(argument, np.ndarray):
        return argument
    if argument.dtype.names:
        return StrictRecords(argument, fixed=not argument.flags.writeable)
    return strict_cells(argument, fixed=not argument.flags.writeable)


def list_numbers(row: Any) -> list[int]:
    """All numbers of a strict row at once: words and views read many, and one by one takes long."""
    numbers: list[int] = row.array.tolist()
    return numbers
