"""Strict access to records: interpreted rules run on the same bytes as native code, with every access checked.

Small fields are read as Python ints, every store is checked against the field's range and every index against its
shape; words stay 64-bit words. What raises here would silently wrap around or overwrite another field in native code,
so interpreted play is also the sanitizer of the rules. Errors name the field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np

from gamut.engine.record import Array

ARGUMENT = "a row of an argument"
Name: TypeAlias = "str | tuple[Name, Any]"  # of a field, or of a row in something of that name


def format_place(name: Name, index: Any = ()) -> str:
    """Return `hand[2, 1]` for an error message."""
    path = index if isinstance(index, tuple) else (index,)
    while not isinstance(name, str):
        name, row = name
        path = (row, *path)
    return f"{name}[{', '.join(map(str, path))}]" if path else name


def index_error(name: Name, index: Any, shape: tuple[int, ...]) -> IndexError:
    """Return the error for an index that native code would not check."""
    return IndexError(f"{format_place(name, index)} is out of range for the shape {'×'.join(map(str, shape))}")


@cache
def integer_limits(kind: str) -> tuple[int, int]:
    """Return the lowest and highest integer of an element type."""
    info = np.iinfo(np.dtype(kind))
    return int(info.min), int(info.max)


class Cells:
    """An array of small integers."""

    __slots__ = ("array", "fixed", "high", "low", "memory", "name", "rank", "shape", "single")

    def __init__(self, array: Array, name: Name = ARGUMENT, fixed: bool = False, single: bool = False) -> None:
        self.array, self.name, self.shape, self.fixed = array, name, array.shape, fixed
        self.rank = len(array.shape)
        self.single = single  # the only cell of a scalar field
        self.memory = memoryview(array)  # type: ignore[arg-type]  # an array is a buffer
        self.low, self.high = integer_limits(array.dtype.char)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        try:  # a memoryview checks its shape, but counts negative indices from the end
            if type(index) is tuple:
                if len(index) == self.rank and min(index) >= 0:
                    return self.memory[index]
            elif index >= 0:
                return self.memory[index] if self.rank == 1 else self._row(index)
        except IndexError:
            pass
        raise index_error(self.name, index, self.shape)

    def _row(self, index: Any) -> Cells:
        return type(self)(self.array[index], (self.name, index), self.fixed)

    def _format(self, index: Any) -> str:
        return format_place(self.name, () if self.single else index)

    def _integer(self, index: Any, value: Any) -> int:
        """Return a value as the integer that native code would store; it would silently drop a fraction."""
        if isinstance(value, float | np.floating):
            raise TypeError(f"{self._format(index)} takes integers, not {float(value)}")
        return int(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        if self.fixed:
            raise TypeError(f"{self._format(index)} is read-only")
        if type(value) is not int:
            value = self._integer(index, value)
        if not self.low <= value <= self.high:
            raise OverflowError(f"{value} does not fit into {self._format(index)} ({self.low} … {self.high})")
        try:
            fits = (
                len(index) == self.rank and min(index) >= 0 if type(index) is tuple else self.rank == 1 and index >= 0
            )
            if fits:
                self.memory[index] = value
                return
        except IndexError:
            pass
        raise index_error(self.name, index, self.shape)


class WordCells(Cells):
    """An array of 64-bit words."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        cell = super().__getitem__(index)
        return np.uint64(cell) if type(cell) is int else cell

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(value) is not np.uint64:
            raise TypeError(f"{self._format(index)} takes only words, not {type(value).__name__}")
        super().__setitem__(index, value)


class FloatCells:
    """An array of floats."""

    __slots__ = ("array", "fixed", "name")

    def __init__(self, array: Array, name: Name, fixed: bool) -> None:
        self.array, self.name, self.fixed = array, name, fixed

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        cell = self.array[index]
        return float(cell) if np.ndim(cell) == 0 else FloatCells(cell, (self.name, index), self.fixed)

    def __setitem__(self, index: Any, value: float) -> None:
        self._check(index)
        if self.fixed:
            raise TypeError(f"{format_place(self.name, index)} is read-only")
        self.array[index] = value

    def _check(self, index: Any) -> None:
        for k, n in zip(index if type(index) is tuple else (index,), self.array.shape, strict=False):
            if not 0 <= k < n:
                raise index_error(self.name, index, self.array.shape)


def strict_cells(array: Array, name: str = ARGUMENT, fixed: bool = False, single: bool = False) -> Any:
    if array.dtype.kind == "f":
        return FloatCells(array, name, fixed)
    return (WordCells if array.dtype.kind == "u" else Cells)(array, name, fixed, single)


class StrictRecord:
    """Strict access to one record, with one attribute per field; made by `strict_record`."""

    __slots__ = ("_cells", "_fixed", "_record", "_values", "printed")

    def __init__(self, record: Array, fixed: bool) -> None:
        self._record, self._fixed = record, fixed
        self._cells: list[Any] = [None] * len(record.dtype.names or ())  # created when first read
        self._values: tuple[Any, ...] | None = None  # all scalars of a fixed record, read at once
        self.printed: Any = None  # of constants: card data that the game's `setup` returned

    def _field(self, k: int) -> Any:
        cell = self._cells[k]
        if cell is None:
            name = (self._record.dtype.names or ())[k]
            field = self._record[name]
            single = field.ndim == 1
            cell = strict_cells(field if single else field[0], name, self._fixed, single)
            self._cells[k] = cell
        return cell

    def _fixed_value(self, k: int) -> Any:
        if self._values is None:
            self._values = self._record[0].item()
        return self._values[k]


def _array(k: int) -> property:
    def read(self: StrictRecord) -> Any:
        cell = self._cells[k]
        return self._field(k) if cell is None else cell

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
    body: dict[str, Any] = {"__slots__": ()}
    for k, name in enumerate(dtype.names or ()):
        kind = dtype[name]
        body[name] = _array(k) if kind.shape else _word(k) if kind.kind == "u" else _scalar(k)
    return type("StrictRecord", (StrictRecord,), body)


class StrictRecords:
    """An array of records as drivers see it: `records[i]` is a strict record; assigning one copies its bytes."""

    __slots__ = ("array", "fixed", "records")

    def __init__(self, array: Array, fixed: bool = False) -> None:
        self.array, self.fixed, self.records = array, fixed, dict[int, StrictRecord]()

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: int) -> StrictRecord:
        if not 0 <= i < len(self.array):
            raise index_error("states", i, self.array.shape)
        if i not in self.records:
            self.records[i] = strict_record(self.array, i, self.fixed)
        return self.records[i]

    def __setitem__(self, i: int, other: StrictRecord) -> None:
        if not 0 <= i < len(self.array):
            raise index_error("states", i, self.array.shape)
        self.array[i] = other._record[0]


def strict_record(array: Array, i: int = 0, fixed: bool = False) -> Any:
    """Return strict access to record `i`; `fixed` makes it read-only (constants).

    It stays with that record. A table has a new record after every action: get strict access again.
    """
    return strict_class(array.dtype)(array[i : i + 1], fixed)


def strict_argument(argument: Any) -> Any:
    """Return an argument of a driver as interpreted code sees it; a NamedTuple holds several."""
    if isinstance(argument, tuple):
        return type(argument)(*map(strict_argument, argument))
    if not isinstance(argument, np.ndarray):
        return argument
    if argument.dtype.names:
        return StrictRecords(argument, fixed=not argument.flags.writeable)
    return strict_cells(argument, fixed=not argument.flags.writeable)


def row_to_list(row: Any) -> list[int]:
    """Return all numbers of a row at once, much faster than one by one."""
    numbers: list[int] = list(row) if type(row) is tuple else row.array.tolist()
    return numbers
