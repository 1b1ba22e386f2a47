"""The strict view: rules run interpreted on the very bytes that native code uses.

Small fields come out as Python ints, every store is checked against the field's range and every index
against its shape; words stay 64-bit words. What raises here is a silent wrap or a neighbour's field in
native code, so the interpreted way is also the sanitizer of the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from gamut.engine.record import Array


def outside(at: Any, shape: tuple[int, ...]) -> IndexError:
    """The error of an index that native code would not notice."""
    return IndexError(f"index {at} is outside {shape}")


@cache
def limits(kind: str) -> tuple[int, int]:
    """The lowest and highest integer of an element type."""
    info = np.iinfo(np.dtype(kind))
    return int(info.min), int(info.max)


class Cells:
    """An array of small integers."""

    __slots__ = ("array", "fixed", "high", "low", "memory", "shape")

    def __init__(self, array: Array, fixed: bool = False) -> None:
        self.array, self.shape, self.fixed = array, array.shape, fixed
        self.memory = memoryview(array)  # type: ignore[arg-type]  # an array is a buffer
        self.low, self.high = limits(array.dtype.char)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        if type(at) is tuple:
            if len(at) != len(self.shape):
                raise outside(at, self.shape)
            for k, n in zip(at, self.shape, strict=True):  # a plain loop: a generator halves the speed
                if not 0 <= k < n:
                    raise outside(at, self.shape)
        elif not 0 <= at < self.shape[0]:
            raise outside(at, self.shape)
        elif len(self.shape) > 1:
            return type(self)(self.array[at], self.fixed)
        return self.memory[at]

    def __setitem__(self, at: Any, value: Any) -> None:
        if self.fixed:
            raise TypeError("tables are read-only")
        if not self.low <= value <= self.high:
            raise OverflowError(f"{value} does not fit into {self.array.dtype}")
        place = at if type(at) is tuple else (at,)
        if len(place) != len(self.shape):
            raise outside(at, self.shape)
        for k, n in zip(place, self.shape, strict=True):
            if not 0 <= k < n:
                raise outside(at, self.shape)
        self.memory[at] = int(value)


class WordCells(Cells):
    """An array of 64-bit words."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return np.uint64(found) if type(found) is int else found

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(value) is not np.uint64:
            raise TypeError(f"a word takes only words, not {type(value).__name__}")
        super().__setitem__(at, value)


class FloatCells:
    """An array of floats."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> float:
        self._check(at)
        return float(self.array[at])

    def __setitem__(self, at: Any, value: float) -> None:
        self._check(at)
        self.array[at] = value

    def _check(self, at: Any) -> None:
        for k, n in zip(at if type(at) is tuple else (at,), self.array.shape, strict=True):
            if not 0 <= k < n:
                raise outside(at, self.array.shape)


def cells(array: Array, fixed: bool = False) -> Any:
    """The strict view of one array."""
    if array.dtype.kind == "f":
        return FloatCells(array)
    return WordCells(array, fixed) if array.dtype.kind == "u" else Cells(array, fixed)


class View:
    """The strict view of one record; made by `view`, with one attribute a field."""

    __slots__ = ("_cells", "_fixed", "_record", "_values")

    def __init__(self, record: Array, fixed: bool) -> None:
        self._record, self._fixed = record, fixed
        self._cells: list[Any] = [None] * len(record.dtype.names or ())  # made when they are first touched
        self._values: tuple[Any, ...] | None = None  # of a fixed record: all at once, for its scalars

    def _field(self, k: int) -> Any:
        found = self._cells[k]
        if found is None:
            field = self._record[(self._record.dtype.names or ())[k]]
            found = self._cells[k] = cells(field if field.ndim == 1 else field[0], self._fixed)
        return found

    def _fixed_value(self, k: int) -> Any:
        if self._values is None:
            self._values = self._record[0].item()
        return self._values[k]


def _array(k: int) -> property:
    return property(lambda self: self._field(k))


def _scalar(k: int) -> property:
    def read(self: View) -> Any:
        return self._fixed_value(k) if self._fixed else self._field(k)[0]

    def write(self: View, value: Any) -> None:
        self._field(k)[0] = value

    return property(read, write)


def _word(k: int) -> property:
    def read(self: View) -> Any:
        return np.uint64(self._fixed_value(k)) if self._fixed else self._field(k)[0]

    def write(self: View, value: Any) -> None:
        self._field(k)[0] = value

    return property(read, write)


@cache
def view_class(dtype: np.dtype[np.void]) -> type[View]:
    """The class of strict views over records of this type."""
    body: dict[str, Any] = {"__slots__": ()}
    for k, name in enumerate(dtype.names or ()):
        kind = dtype[name]
        body[name] = _array(k) if kind.shape else _word(k) if kind.kind == "u" else _scalar(k)
    return type("RecordView", (View,), body)


class Records:
    """An array of records as the drivers see it: `records[i]` is a view, storing one is a copy of bytes."""

    __slots__ = ("array", "fixed", "views")

    def __init__(self, array: Array, fixed: bool = False) -> None:
        self.array, self.fixed, self.views = array, fixed, dict[int, View]()

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: int) -> View:
        if not 0 <= i < len(self.array):
            raise outside(i, self.array.shape)
        if i not in self.views:
            self.views[i] = view(self.array, i, self.fixed)
        return self.views[i]

    def __setitem__(self, i: int, other: View) -> None:
        if not 0 <= i < len(self.array):
            raise outside(i, self.array.shape)
        self.array[i] = other._record[0]


def view(array: Array, i: int = 0, fixed: bool = False) -> Any:
    """The strict view of record `i`; `fixed` refuses every store (tables)."""
    return view_class(array.dtype)(array[i : i + 1], fixed)


def strict(argument: Any) -> Any:
    """An argument of a driver as the interpreted way sees it."""
    if not isinstance(argument, np.ndarray):
        return argument
    if argument.dtype.names:
        return Records(argument, fixed=not argument.flags.writeable)
    return cells(argument, fixed=not argument.flags.writeable)
