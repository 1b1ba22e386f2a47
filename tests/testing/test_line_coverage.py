"""Line coverage of rules."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

import pytest

from gamut.engine.record import Row
from gamut.engine.table import Table
from gamut.testing import line_coverage
from tests.engine import same_names
from tests.toys import bids
from tests.toys.bids import BIDS
from tests.toys.broken import change_game


def line(f: Callable[..., object], k: int = 1) -> str:
    """Return the location of the k-th line of a function."""
    assert isinstance(f, FunctionType)
    return f"bids.py:{f.__code__.co_firstlineno + k}"


def test_lines_that_were_not_run_are_named() -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    missed = line_coverage.unexecuted([bids], lambda: table.play(0, table.legal(0)[0]))
    assert line(bids.play) not in missed
    assert line(bids.play, 2) not in missed
    assert line(bids.play, 5) in missed  # the other seat has not bid
    assert line(bids.resolve) in missed
    assert not {line(f, 0) for f in (bids.play, bids.resolve)} & set(missed)  # `def` lines run on import


def test_all_lines_can_be_run() -> None:
    assert line_coverage.unexecuted([same_names], lambda: same_names.outer(1)) == []
    assert line_coverage.unexecuted([same_names], lambda: same_names.helper(1)) == ["same_names.py:11"]


@pytest.mark.parametrize("redeal", [False, True])
def test_call_bot_verbs_runs_the_verbs_of_bots(redeal: bool) -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    missed = line_coverage.unexecuted([bids], lambda: line_coverage.call_bot_verbs(table, redeal=redeal))
    assert not {line(f) for f in (bids.guide, bids.value, bids.observe)} & set(missed)
    assert (line(bids.redeal) not in missed) == redeal


def guide_without_weights(
    c: bids.Constants, s: bids.State, seat: int, actions: Row, n: int, out: Row, scratch: Row
) -> None:
    out[0] = 0


def value_that_writes(c: bids.Constants, s: bids.State, out: Row, scratch: Row) -> None:
    s.round = 9


def test_call_bot_verbs_checks_weights_and_that_nothing_is_written() -> None:
    with pytest.raises(AssertionError, match="a weight of 0 for seat 1"):
        line_coverage.call_bot_verbs(Table(change_game(BIDS, guide=guide_without_weights).open(2), native=False))
    with pytest.raises(AssertionError, match="has changed the state"):
        line_coverage.call_bot_verbs(Table(change_game(BIDS, value=value_that_writes).open(2), native=False))
