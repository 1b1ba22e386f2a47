"""Records, and strict access to them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamut.engine.record import copy_states, i1, i2, i4, new_records, record_dtype, word, words
from gamut.engine.strict import StrictRecords, strict_argument, strict_record


class Mixed:
    small = i1()
    chance_key = words(2)
    middle = i2(3)
    grid = i1(2, 3)
    deck = word()
    wide = i4()
    block = i2(2, 2, 2)
    name = "not a field"


class Even:
    chance_key = words(1)


def test_the_layout_has_the_widest_fields_first_and_is_padded_to_eight_bytes() -> None:
    layout = record_dtype(Mixed)
    assert layout.names == ("chance_key", "deck", "wide", "middle", "block", "small", "grid", "padding")
    assert layout.itemsize == 64  # 16 + 8 + 4 + 6 + 16 + 1 + 6, and 7 bytes of padding
    assert record_dtype(Even).names == ("chance_key",)
    assert not layout.isalignedstruct


def test_fields_follow_each_other_without_gaps() -> None:
    layout, end = record_dtype(Mixed), 0
    for name in layout.names or ():
        kind, offset = layout.fields[name][:2]  # type: ignore[index]
        assert offset == end
        end = offset + kind.itemsize
    assert end == layout.itemsize
    assert end % 8 == 0


@given(st.integers(-128, 127), st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3))
def test_equal_states_have_equal_bytes(small: int, middle: list[int]) -> None:
    a, b = new_records(Mixed), new_records(Mixed)
    b["small"], b["middle"] = 99, 77
    for record in (a, b):
        s = strict_record(record)
        s.small = small
        for k in range(3):
            s.middle[k] = middle[k]
    assert a.tobytes() == b.tobytes()
    a[:] = b
    assert a.tobytes() == b.tobytes()


@given(st.integers(-300, 300))
def test_a_value_that_does_not_fit_raises(value: int) -> None:
    record = new_records(Mixed)
    s = strict_record(record)
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
def test_a_float_is_not_truncated(value: float) -> None:
    s = strict_record(new_records(Mixed))
    with pytest.raises(TypeError, match=r"^small takes integers, not \d"):
        s.small = value
    with pytest.raises(TypeError, match=r"^block\[1, 0, 1\] takes integers, not \d"):
        s.block[1][0][1] = value
    for integer in (True, np.int64(1), np.bool_(True)):
        s.small = integer
        assert s.small == 1


@pytest.mark.parametrize("index", [-1, 3, (3,), (0, 0)])
def test_an_index_out_of_range_of_a_row_raises(index: Any) -> None:
    s = strict_record(new_records(Mixed))
    with pytest.raises(IndexError, match="is out of range for the shape 3"):
        s.middle[index]
    with pytest.raises(IndexError, match="is out of range for the shape 3"):
        s.middle[index] = 1


@pytest.mark.parametrize("index", [(2, 0), (0, 3), (-1, 0), (0, -1), (0, 0, 0), (0,)])
def test_an_index_out_of_range_of_a_grid_raises(index: tuple[int, ...]) -> None:
    s = strict_record(new_records(Mixed))
    with pytest.raises(IndexError, match="is out of range for the shape 2×3"):
        s.grid[index]
    with pytest.raises(IndexError, match="is out of range for the shape 2×3"):
        s.grid[index] = 1
    with pytest.raises(IndexError, match="is out of range for the shape 2×3"):
        s.grid[0] = 1  # a whole row


def test_rows_of_grids_and_blocks_share_their_bytes() -> None:
    s = strict_record(new_records(Mixed))
    s.grid[1][2] = 7
    s.block[1][0][1] = 300
    assert (s.grid[1, 2], s.block[1, 0, 1]) == (7, 300)
    assert (len(s.grid), len(s.grid[0]), len(s.block[0])) == (2, 3, 2)
    with pytest.raises(IndexError):
        s.grid[1][3]


def test_words_take_only_words() -> None:
    s = strict_record(new_records(Mixed))
    s.deck = np.uint64(2**63)
    s.chance_key[1] = np.uint64(5)
    assert type(s.deck) is np.uint64
    assert type(s.chance_key[1]) is np.uint64
    for value in (1, np.int64(1), -1):
        with pytest.raises(TypeError, match=r"^deck takes only words, not int"):
            s.deck = value
        with pytest.raises(TypeError, match=r"^chance_key\[0\] takes only words, not int"):
            s.chance_key[0] = value


def test_fixed_records_are_read_only_except_for_card_data() -> None:
    c = strict_record(new_records(Mixed), fixed=True)
    c.printed = ("red", "blue")
    assert c.printed[1] == "blue"
    for statement in ("c.small = 1", "c.grid[0][0] = 1", "c.deck = word"):
        with pytest.raises(TypeError, match=r"is read-only$"):
            exec(statement, {"c": c, "word": np.uint64(1)})


def test_copied_states_are_independent() -> None:
    array = new_records(Mixed, 2)
    copies = copy_states(array, 3)
    copies["small"][0] = 5
    assert len(copies) == 6
    assert not array["small"].any()
    assert copies[1:].tobytes() == array.tobytes() * 2 + array.tobytes()[: array.itemsize]


def test_an_unknown_field_raises() -> None:
    s = strict_record(new_records(Mixed))
    with pytest.raises(AttributeError, match="smal"):
        s.smal = 1
    with pytest.raises(AttributeError, match="name"):
        s.name  # noqa: B018


def test_strict_access_to_arrays_of_records() -> None:
    array = new_records(Mixed, 3)
    rows: Any = strict_argument(array)
    assert StrictRecords in type(rows).__mro__
    rows[0].small = 5
    rows[2] = rows[0]
    rows[0].small = 6
    assert (rows[2].small, len(rows)) == (5, 3)
    for index in (-1, 3):
        with pytest.raises(IndexError):
            rows[index]
        with pytest.raises(IndexError):
            rows[index] = rows[0]
    array.setflags(write=False)
    with pytest.raises(TypeError, match="read-only"):
        strict_argument(array)[0].small = 1


class Bundle(NamedTuple):
    records: Any
    row: Any
    size: int


def test_strict_access_to_the_arrays_of_a_named_tuple() -> None:
    bundle = strict_argument(Bundle(new_records(Mixed), np.zeros(2, np.int32), 5))
    assert isinstance(bundle, Bundle)
    assert bundle.size == 5
    with pytest.raises(OverflowError):
        bundle.records[0].small = 200
    with pytest.raises(IndexError):
        bundle.row[2] = 1


def test_strict_access_to_floats() -> None:
    out = strict_argument(np.zeros(2, np.float32))
    out[1] = 0.5
    assert (out[1], len(out)) == (0.5, 2)
    for index in (-1, 2):
        with pytest.raises(IndexError):
            out[index] = 1.0
        with pytest.raises(IndexError):
            out[index]
