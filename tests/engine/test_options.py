"""Options: what is allowed, and the text of every refusal."""

from __future__ import annotations

import pytest

from gamut.engine.errors import BadOptions, listed
from gamut.engine.options import Choice, Count, Flag, SeatChoice, Value, settle

DECLARED = (
    Flag("fast", "Fast", ""),
    Count("cards", "Cards", "", 3, 10, {2: 8, 3: 6}),
    Count("rounds", "Rounds", "", 1, 5, 4),
    Choice("side", "Side", "", (("a", "A"), ("b", "B")), "a"),
    SeatChoice("first", "First", ""),
)
STANDARD: dict[str, Value] = {"fast": False, "cards": 8, "rounds": 4, "side": "a", "first": "random"}


def test_standard_values_depend_on_seats() -> None:
    assert settle(DECLARED, {}, 2) == STANDARD
    assert settle(DECLARED, {}, 3) == STANDARD | {"cards": 6}


@pytest.mark.parametrize(
    ("name", "given", "settled"),
    [
        ("fast", True, True), ("fast", "yes", True), ("fast", "ON", True),
        ("fast", "false", False), ("fast", "no", False),
        ("cards", 3, 3), ("cards", "10", 10), ("side", "b", "b"), ("first", "2", "2"), ("first", 1, "1"),
    ],
)  # fmt: skip
def test_allowed(name: str, given: Value, settled: Value) -> None:
    found = settle(DECLARED, {name: given}, 2)
    assert found == STANDARD | {name: settled}
    assert type(found[name]) is type(settled)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("fast", "maybe", "fast = 'maybe' is not possible; it may be true or false"),
        ("fast", 1, "fast = 1 is not possible; it may be true or false"),
        ("cards", 2, "cards = 2 is not possible; it may be 3 to 10"),
        ("cards", 11, "cards = 11 is not possible; it may be 3 to 10"),
        ("cards", True, "cards = True is not possible; it may be 3 to 10"),
        ("cards", "five", "cards = 'five' is not possible; it may be 3 to 10"),
        ("cards", "５", "cards = '５' is not possible; it may be 3 to 10"),
        ("cards", "-3", "cards = '-3' is not possible; it may be 3 to 10"),
        ("rounds", "", "rounds = '' is not possible; it may be 1 to 5"),
        ("side", "c", "side = 'c' is not possible; it may be a, b"),
        ("first", "3", "first = '3' is not possible; it may be random, 1, 2"),
        ("first", "0", "first = '0' is not possible; it may be random, 1, 2"),
        ("slow", 1, "there is no option 'slow'; there are fast, cards, rounds, side, first"),
    ],
)
def test_refused(name: str, given: Value, message: str) -> None:
    with pytest.raises(BadOptions) as caught:
        settle(DECLARED, {name: given}, 2)
    assert str(caught.value) == message


def test_refused_where_there_are_none_and_where_a_number_is_huge() -> None:
    with pytest.raises(BadOptions, match="there is no option 'x'; there are none"):
        settle((), {"x": 1}, 2)
    with pytest.raises(BadOptions, match="it may be 3 to 10"):
        settle(DECLARED, {"cards": "9" * 5000}, 2)


def test_long_lists_are_cut() -> None:
    assert listed(range(3)) == "0, 1, 2"
    assert listed(range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
