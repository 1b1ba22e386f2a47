"""Records declared as classes.

    class State:
        turn = i1()
        score = i2(P)
        hand = i1(P, K)      # hand[seat, kind]
        deck = word()        # a set of up to 64 members
        board = words(3)     # a set of up to 192 members
        chance_key = words(3)

mypy sees the class as rules do: ints, rows, grids, words. `record_dtype(State)` returns its packed NumPy type: widest
fields first, with a `padding` field up to a multiple of 8 bytes, so that equal states are equal bytes.

Fields are signed. Unsigned 64-bit words are only for keys and sets and combine only with words. There are no floats.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
Array: TypeAlias = NDArray[Any]


class Row(Protocol):
    """A row of small integers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Grid(Protocol):
    """Rows of small integers; an element is `grid[i, j]`, a row `grid[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Row: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


class Block(Protocol):
    """Grids of small integers; an element is `block[i, j, k]`, a grid `block[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: tuple[int, int, int], /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Grid: ...
    def __setitem__(self, index: tuple[int, int, int], value: int, /) -> None: ...


class WordRow(Protocol):
    """A row of 64-bit words: a chance key, or a set of more than 64 members (see `bits`)."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Word: ...
    def __setitem__(self, index: int, value: Word, /) -> None: ...


class WordGrid(Protocol):
    """Rows of 64-bit words; an element is `grid[i, j]`, a row `grid[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> Word: ...
    @overload
    def __getitem__(self, index: int, /) -> WordRow: ...
    def __setitem__(self, index: tuple[int, int], value: Word, /) -> None: ...


class Floats(Protocol):
    """A row of floats: the features of an observation."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class HasKey(Protocol):
    """Any state. The one field the engine requires is the chance key: two secret words and a counter."""

    chance_key: WordRow


class Field:
    """A declared field: its element type and shape."""

    __slots__ = ("kind", "shape")

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


class Integers:
    """Declares fields of signed integers: `i1()` is a number, `i1(n)` a row, `i1(n, m)` a grid."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, n: int, /) -> Row: ...
    @overload
    def __call__(self, n: int, m: int, /) -> Grid: ...
    @overload
    def __call__(self, n: int, m: int, k: int, /) -> Block: ...
    def __call__(self, *shape: int) -> Any:
        return Field(self.kind, shape)


i1 = Integers("i1")  # −128 … 127
i2 = Integers("i2")  # −32,768 … 32,767
i4 = Integers("i4")  # about ±2 billion


def word() -> Word:
    return Field("u8", ())  # type: ignore[return-value]  # mypy sees what a rule reads from the field


@overload
def words(n: int, /) -> WordRow: ...
@overload
def words(n: int, m: int, /) -> WordGrid: ...
def words(*shape: int) -> Any:
    return Field("u8", shape)


@cache
def record_dtype(declaration: type) -> np.dtype[np.void]:
    """Return the packed NumPy type of a declared record."""
    fields = [(name, f) for name, f in vars(declaration).items() if isinstance(f, Field)]
    fields.sort(key=lambda item: -np.dtype(item[1].kind).itemsize)  # stable: declaration order within a width
    layout: list[Any] = [(name, f.kind, f.shape) for name, f in fields]
    padding = -np.dtype(layout).itemsize % 8
    return np.dtype([*layout, ("padding", "i1", (padding,))] if padding else layout)


def new_records(declaration: type, n: int = 1) -> Array:
    """Return `n` zeroed records."""
    return np.zeros(n, record_dtype(declaration))


def copy_states(states: Array, times: int = 1) -> Array:
    """Return independent copies of states. NumPy's own copy goes field by field: ten times slower."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)
