"""Plain access to records for reading: ints and tuples, several times as fast as strict records.

The presentation of a game reads them where nothing is tested. Where indices are checked (`checks_indices`), it reads
strict records instead, which report an index outside a field; Python counts negative ones from the end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from gamut.engine.bind import checks_indices
from gamut.engine.record import Array
from gamut.engine.strict import strict_record


class PlainGrid:
    """Rows of values, or of grids: an element is `grid[i, j]`, a row `grid[i]`."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Any, ...]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is not tuple:
            return self.rows[index]
        if len(index) == 2:
            return self.rows[index[0]][index[1]]
        return self.rows[index[0]][index[1:]]


def plain_values(array: Array) -> Any:
    """Return the values of a field; words stay 64-bit words."""
    if array.ndim == 0:
        return array[()] if array.dtype.kind == "u" else array.item()
    if array.ndim == 1:
        return tuple(array if array.dtype.kind == "u" else array.tolist())
    if array.ndim == 2:
        return PlainGrid(tuple(map(tuple, array if array.dtype.kind == "u" else array.tolist())))
    return PlainGrid(tuple(map(plain_values, array)))


class PlainRecord:
    """Read access to one record, with one attribute per field; made by `plain_record`."""

    __slots__ = ("_record", "printed")

    def __setattr__(self, name: str, value: Any) -> None:
        raise TypeError(f"{name} is read-only")

    def __getattr__(self, name: str) -> Any:
        """Return a field that is read for the first time."""
        try:
            values = plain_values(self._record[name])
        except (ValueError, IndexError):
            raise AttributeError(f"the record has no field {name}") from None
        set_attribute(self, name, values)
        return values


set_attribute = object.__setattr__


@cache
def plain_class(dtype: np.dtype[np.void]) -> type[PlainRecord]:
    return type("PlainRecord", (PlainRecord,), {"__slots__": dtype.names})


def readable_record(record: Array, printed: Any = None) -> Any:
    """Return the first record of an array as a presentation reads it; it must not change afterwards."""
    if not checks_indices():
        return plain_record(record, printed)
    strict = strict_record(record, fixed=True)
    strict.printed = printed
    return strict


def plain_record(record: Array, printed: Any = None) -> Any:
    """Return plain access to the first record of an array."""
    plain = plain_class(record.dtype)()
    set_attribute(plain, "_record", record[0])
    set_attribute(plain, "printed", printed)  # of constants: card data that the game's `setup` returned
    return plain
