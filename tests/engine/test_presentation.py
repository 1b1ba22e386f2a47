"""Texts with names of seats, lists and counts."""

from __future__ import annotations

import pytest

from gamut.engine.presentation import add_article, fill_names, format_count, format_players, join_words

NAMES = ["Ada", "Bo", "umber"]


@pytest.mark.parametrize(
    ("text", "reader", "expected"),
    [
        ("{0} took 10 cards: {1} could not lay.", -1, "Ada took 10 cards: Bo could not lay."),
        ("{0} took 10 cards: {1} could not lay.", 0, "You took 10 cards: Bo could not lay."),
        ("{0} took 10 cards: {1} could not lay.", 1, "Ada took 10 cards: you could not lay."),
        ("Round 2 ended. {1} led.", 1, "Round 2 ended. You led."),
        ("{2} led.", 0, "umber led."),
        ("Nothing {x} {}", 0, "Nothing {x} {}"),
    ],
)
def test_names_are_inserted(text: str, reader: int, expected: str) -> None:
    assert fill_names(text, NAMES, reader) == expected


def test_a_name_that_looks_like_a_seat_is_not_replaced() -> None:
    assert fill_names("{0} and {1}", ["{1}", "Bo"]) == "{1} and Bo"


def test_words_are_joined_as_in_a_sentence() -> None:
    assert [join_words("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join_words((word for word in ("red", "blue", "white")), "or") == "red, blue or white"


def test_counts_and_articles_agree_with_their_nouns() -> None:
    assert [format_count(n, "star") for n in range(3)] == ["0 stars", "1 star", "2 stars"]
    assert [format_count(n, "star") for n in (-1, -2)] == ["−1 star", "−2 stars"]
    assert [format_count(n, "mix", "mixes") for n in (1, 2)] == ["1 mix", "2 mixes"]
    assert [format_players(numbers) for numbers in ((1,), (2, 3, 4), (2, 4))] == [
        "1 player", "2 to 4 players", "2 or 4 players",
    ]  # fmt: skip
    assert format_players([4, 2, 3], to="–") == "2–4 players"
    assert [add_article(noun) for noun in ("fish", "anchor", "Ochre")] == ["a fish", "an anchor", "an Ochre"]
