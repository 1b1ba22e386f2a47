"""Records declared as classes.

    class State:
        turn = i1()
        score = i2(P)
        hand = i1(P, K)      # hand[seat, kind]
        deck = word()        # a set of up to 64 things
        board = words(3)     # a set of up to 192 things
        key = words(3)

mypy reads the class as what rules see: ints, rows, grids, words. `dtype(State)` makes the packed NumPy
type of it: widest fields first, filled up with a `spare` to a multiple of 8 bytes, no padding, so that two
equal states are equal bytes.

Fields are signed. Unsigned 64-bit words exist only for keys and sets, and a word meets only words; there are no
floats.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
Array: TypeAlias = NDArray[Any]


class Row(Protocol):
    """One line of small integers."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


class Grid(Protocol):
    """Rows of small integers; an element is `grid[i, j]`, a row `grid[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Row: ...
    def __setitem__(self, at: tuple[int, int], value: int, /) -> None: ...


class Block(Protocol):
    """Grids of small integers; an element is `block[i, j, k]`, a grid `block[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: tuple[int, int, int], /) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Grid: ...
    def __setitem__(self, at: tuple[int, int, int], value: int, /) -> None: ...


class WordRow(Protocol):
    """One line of 64-bit words: a key, or a set of more than 64 things (see `bits`)."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Word: ...
    def __setitem__(self, at: int, value: Word, /) -> None: ...


class WordGrid(Protocol):
    """Rows of 64-bit words; an element is `grid[i, j]`, a row `grid[i]`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> Word: ...
    @overload
    def __getitem__(self, at: int, /) -> WordRow: ...
    def __setitem__(self, at: tuple[int, int], value: Word, /) -> None: ...


class Floats(Protocol):
    """One line of floats: the features of an observation."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int, value: float, /) -> None: ...


class Keyed(Protocol):
    """Any state: the one field the engine asks of it is its key, two secret words and a counter."""

    key: WordRow


class Field:
    """A declared field: its element type and shape."""

    __slots__ = ("kind", "shape")

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


@overload
def i1() -> int: ...
@overload
def i1(n: int, /) -> Row: ...
@overload
def i1(n: int, m: int, /) -> Grid: ...
@overload
def i1(n: int, m: int, k: int, /) -> Block: ...
def i1(*shape: int) -> Any:
    """Integers of −128 … 127."""
    return Field("i1", shape)


@overload
def i2() -> int: ...
@overload
def i2(n: int, /) -> Row: ...
@overload
def i2(n: int, m: int, /) -> Grid: ...
@overload
def i2(n: int, m: int, k: int, /) -> Block: ...
def i2(*shape: int) -> Any:
    """Integers of −32,768 … 32,767."""
    return Field("i2", shape)


@overload
def i4() -> int: ...
@overload
def i4(n: int, /) -> Row: ...
@overload
def i4(n: int, m: int, /) -> Grid: ...
@overload
def i4(n: int, m: int, k: int, /) -> Block: ...
def i4(*shape: int) -> Any:
    """Integers of about ±2 billion."""
    return Field("i4", shape)


def word() -> Word:
    """One 64-bit word."""
    return Field("u8", ())  # type: ignore[return-value]  # mypy sees what a rule reads from the field


@overload
def words(n: int, /) -> WordRow: ...
@overload
def words(n: int, m: int, /) -> WordGrid: ...
def words(*shape: int) -> Any:
    """64-bit words."""
    return Field("u8", shape)


@cache
def dtype(declaration: type) -> np.dtype[np.void]:
    """The packed NumPy type of a declared record."""
    fields = [(name, f) for name, f in vars(declaration).items() if isinstance(f, Field)]
    fields.sort(key=lambda item: -np.dtype(item[1].kind).itemsize)  # stable: declared order within a width
    layout: list[Any] = [(name, f.kind, f.shape) for name, f in fields]
    rest = -np.dtype(layout).itemsize % 8
    return np.dtype([*layout, ("spare", "i1", (rest,))] if rest else layout)


def new(declaration: type, n: int = 1) -> Array:
    """`n` zeroed records."""
    return np.zeros(n, dtype(declaration))


def copy_states(states: Array, times: int = 1) -> Array:
    """An independent copy of some states, several times over. NumPy's own goes field by field: ten times slower."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)
