"""Texts that name seats."""

from __future__ import annotations

import pytest

from gamut.engine.language import fill_names

NAMES = ["Ada", "Bo", "umber"]


@pytest.mark.parametrize(
    ("text", "reader", "filled"),
    [
        ("{0} took 10 cards: {1} could not lay.", -1, "Ada took 10 cards: Bo could not lay."),
        ("{0} took 10 cards: {1} could not lay.", 0, "You took 10 cards: Bo could not lay."),
        ("{0} took 10 cards: {1} could not lay.", 1, "Ada took 10 cards: you could not lay."),
        ("Round 2 ended. {1} led.", 1, "Round 2 ended. You led."),
        ("{2} led.", 0, "umber led."),
        ("Nothing {x} {}", 0, "Nothing {x} {}"),
    ],
)
def test_names_are_filled_in(text: str, reader: int, filled: str) -> None:
    assert fill_names(text, NAMES, reader) == filled


def test_a_name_is_not_read_as_a_seat() -> None:
    assert fill_names("{0} and {1}", ["{1}", "Bo"]) == "{1} and Bo"
