"""Records, and the strict way to read them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine.record import copy_states, dtype, i1, i2, i4, new, word, words
from gamut.engine.strict import StrictRecords, strict, strict_argument


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
        s = strict(record)
        s.small = small
        for k in range(3):
            s.middle[k] = middle[k]
    assert a.tobytes() == b.tobytes()
    a[:] = b
    assert a.tobytes() == b.tobytes()


@given(st.integers(-300, 300))
def test_a_store_fits_or_raises(value: int) -> None:
    record = new(Mixed)
    s = strict(record)
    if -128 <= value <= 127:
        s.small = value
        s.grid[1, 2] = value
        assert (s.small, s.grid[1, 2]) == (value, value)
        assert type(s.small) is int
    else:
        with pytest.raises(OverflowError, match=f"^{value} does not fit into small \\(-128 … 127\\)$"):
            s.small = value
        with pytest.raises(OverflowError, match=rf"^{value} does not fit into grid\[1, 2\] \(-128 … 127\)$"):
            s.grid[1, 2] = value
        with pytest.raises(OverflowError, match=rf"^{value} does not fit into grid\[1, 2\] "):
            s.grid[1][2] = value
        assert not record["small"].any()


@pytest.mark.parametrize("value", [0.5, 2.0, np.float64(1.5)])
def test_a_fraction_is_not_cut_off_in_silence(value: float) -> None:
    s = strict(new(Mixed))
    with pytest.raises(TypeError, match=r"^small takes whole numbers, not \d"):
        s.small = value
    with pytest.raises(TypeError, match=r"^block\[1, 0, 1\] takes whole numbers, not \d"):
        s.block[1][0][1] = value
    for whole in (True, np.int64(1), np.bool_(True)):
        s.small = whole
        assert s.small == 1


@pytest.mark.parametrize("at", [-1, 3, (3,), (0, 0)])
def test_an_index_outside_a_row_raises(at: Any) -> None:
    s = strict(new(Mixed))
    with pytest.raises(IndexError, match="is outside"):
        s.middle[at]
    with pytest.raises(IndexError, match="is outside"):
        s.middle[at] = 1


@pytest.mark.parametrize("at", [(2, 0), (0, 3), (-1, 0), (0, -1), (0, 0, 0), (0,)])
def test_an_index_outside_a_grid_raises(at: tuple[int, ...]) -> None:
    s = strict(new(Mixed))
    with pytest.raises(IndexError, match="is outside"):
        s.grid[at]
    with pytest.raises(IndexError, match="is outside"):
        s.grid[at] = 1
    with pytest.raises(IndexError, match="is outside"):
        s.grid[0] = 1  # a whole row


def test_rows_of_grids_and_blocks_are_the_same_bytes() -> None:
    s = strict(new(Mixed))
    s.grid[1][2] = 7
    s.block[1][0][1] = 300
    assert (s.grid[1, 2], s.block[1, 0, 1]) == (7, 300)
    assert (len(s.grid), len(s.grid[0]), len(s.block[0])) == (2, 3, 2)
    with pytest.raises(IndexError):
        s.grid[1][3]


def test_words_take_only_words() -> None:
    s = strict(new(Mixed))
    s.deck = np.uint64(2**63)
    s.key[1] = np.uint64(5)
    assert type(s.deck) is np.uint64
    assert type(s.key[1]) is np.uint64
    for value in (1, np.int64(1), -1):
        with pytest.raises(TypeError, match=r"^deck takes only words, not int"):
            s.deck = value
        with pytest.raises(TypeError, match=r"^key\[0\] takes only words, not int"):
            s.key[0] = value


def test_constants_are_read_only_and_may_hold_printed_things() -> None:
    m = strict(new(Mixed), fixed=True)
    m.printed = ("red", "blue")
    assert m.printed[1] == "blue"
    for store in ("m.small = 1", "m.grid[0][0] = 1", "m.deck = word"):
        with pytest.raises(TypeError, match=r"is read-only$"):
            exec(store, {"m": m, "word": np.uint64(1)})


def test_a_copy_of_states_is_independent() -> None:
    array = new(Mixed, 2)
    copies = copy_states(array, 3)
    copies["small"][0] = 5
    assert len(copies) == 6
    assert not array["small"].any()
    assert copies[1:].tobytes() == array.tobytes() * 2 + array.tobytes()[: array.itemsize]


def test_an_unknown_field_raises() -> None:
    s = strict(new(Mixed))
    with pytest.raises(AttributeError, match="smal"):
        s.smal = 1
    with pytest.raises(AttributeError, match="name"):
        s.name  # noqa: B018


def test_arrays_of_records() -> None:
    array = new(Mixed, 3)
    rows: Any = strict_argument(array)
    assert StrictRecords in type(rows).__mro__
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
        strict_argument(array)[0].small = 1


def test_floats_are_checked_too() -> None:
    out = strict_argument(np.zeros(2, np.float32))
    out[1] = 0.5
    assert (out[1], len(out)) == (0.5, 2)
    for at in (-1, 2):
        with pytest.raises(IndexError):
            out[at] = 1.0
        with pytest.raises(IndexError):
            out[at]
