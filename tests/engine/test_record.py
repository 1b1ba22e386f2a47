"""Records and their strict view."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine.record import dtype, i1, i2, i4, new, word, words
from gamut.engine.view import Records, strict, view


class Mixed:
    small = i1()
    key = words(2)
    middle = i2(3)
    grid = i1(2, 3)
    deck = word()
    wide = i4()
    block = i2(2, 2, 2)
    name = "not a field"


class Even:
    key = words(1)


def test_layout_is_widest_first_packed_and_filled_to_eight_bytes() -> None:
    layout = dtype(Mixed)
    assert layout.names == ("key", "deck", "wide", "middle", "block", "small", "grid", "spare")
    assert layout.itemsize == 64  # 16 + 8 + 4 + 6 + 16 + 1 + 6, and 7 to spare
    assert dtype(Even).names == ("key",)
    assert not layout.isalignedstruct


def test_offsets_leave_no_holes() -> None:
    layout, end = dtype(Mixed), 0
    for name in layout.names or ():
        kind, offset = layout.fields[name][:2]  # type: ignore[index]
        assert offset == end
        end = offset + kind.itemsize
    assert end == layout.itemsize
    assert end % 8 == 0


@given(st.integers(-128, 127), st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3))
def test_equal_states_are_equal_bytes(small: int, middle: list[int]) -> None:
    a, b = new(Mixed), new(Mixed)
    b["small"], b["middle"] = 99, 77
    for record in (a, b):
        s = view(record)
        s.small = small
        for k in range(3):
            s.middle[k] = middle[k]
    assert a.tobytes() == b.tobytes()
    a[:] = b
    assert a.tobytes() == b.tobytes()


@given(st.integers(-300, 300))
def test_a_store_fits_or_raises(value: int) -> None:
    record = new(Mixed)
    s = view(record)
    if -128 <= value <= 127:
        s.small = value
        s.grid[1, 2] = value
        assert (s.small, s.grid[1, 2]) == (value, value)
        assert type(s.small) is int
    else:
        with pytest.raises(OverflowError, match="does not fit into int8"):
            s.small = value
        with pytest.raises(OverflowError, match="does not fit into int8"):
            s.grid[1, 2] = value
        assert not record["small"].any()


@pytest.mark.parametrize("at", [-1, 3, (3,), (0, 0)])
def test_an_index_outside_a_row_raises(at: Any) -> None:
    s = view(new(Mixed))
    with pytest.raises(IndexError, match="is outside"):
        s.middle[at]
    with pytest.raises(IndexError, match="is outside"):
        s.middle[at] = 1


@pytest.mark.parametrize("at", [(2, 0), (0, 3), (-1, 0), (0, -1), (0, 0, 0), (0,)])
def test_an_index_outside_a_grid_raises(at: tuple[int, ...]) -> None:
    s = view(new(Mixed))
    with pytest.raises(IndexError, match="is outside"):
        s.grid[at]
    with pytest.raises(IndexError, match="is outside"):
        s.grid[at] = 1
    with pytest.raises(IndexError, match="is outside"):
        s.grid[0] = 1  # a whole row


def test_rows_of_grids_and_blocks_are_the_same_bytes() -> None:
    s = view(new(Mixed))
    s.grid[1][2] = 7
    s.block[1][0][1] = 300
    assert (s.grid[1, 2], s.block[1, 0, 1]) == (7, 300)
    assert (len(s.grid), len(s.grid[0]), len(s.block[0])) == (2, 3, 2)
    with pytest.raises(IndexError):
        s.grid[1][3]


def test_words_take_only_words() -> None:
    s = view(new(Mixed))
    s.deck = np.uint64(2**63)
    s.key[1] = np.uint64(5)
    assert type(s.deck) is np.uint64
    assert type(s.key[1]) is np.uint64
    for value in (1, np.int64(1), -1):
        with pytest.raises(TypeError, match="a word takes only words"):
            s.deck = value
        with pytest.raises(TypeError, match="a word takes only words"):
            s.key[0] = value


def test_tables_are_read_only() -> None:
    c = view(new(Mixed), fixed=True)
    for store in ("t.small = 1", "t.middle[0] = 1", "t.grid[0, 0] = 1", "t.grid[0][0] = 1"):
        with pytest.raises(TypeError, match="tables are read-only"):
            exec(store, {"t": c})
    with pytest.raises(TypeError, match="tables are read-only"):
        c.deck = np.uint64(1)


def test_an_unknown_field_raises() -> None:
    s = view(new(Mixed))
    with pytest.raises(AttributeError, match="smal"):
        s.smal = 1
    with pytest.raises(AttributeError, match="name"):
        s.name  # noqa: B018


def test_arrays_of_records() -> None:
    array = new(Mixed, 3)
    rows: Any = strict(array)
    assert isinstance(strict(array), Records)
    rows[0].small = 5
    rows[2] = rows[0]
    rows[0].small = 6
    assert (rows[2].small, len(rows)) == (5, 3)
    for at in (-1, 3):
        with pytest.raises(IndexError):
            rows[at]
        with pytest.raises(IndexError):
            rows[at] = rows[0]
    array.setflags(write=False)
    with pytest.raises(TypeError, match="read-only"):
        strict(array)[0].small = 1


def test_floats_are_checked_too() -> None:
    out = strict(np.zeros(2, np.float32))
    out[1] = 0.5
    assert (out[1], len(out)) == (0.5, 2)
    for at in (-1, 2):
        with pytest.raises(IndexError):
            out[at] = 1.0
        with pytest.raises(IndexError):
            out[at]
