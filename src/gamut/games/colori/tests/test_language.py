"""What Colori says: action texts and paths, questions, headlines."""

from __future__ import annotations

import pytest

from gamut.engine.language import TouchPath
from gamut.games.colori import GAME
from gamut.games.colori.language import join_words, name_cards, say_times
from gamut.games.colori.positions import acting, do, opened, pick_all

SETUP = GAME.open(3)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("take Madder", ("hand:madder", "button:take")),
        ("destroy Madder", ("drafted:madder",)),
        ("store Basic Red", ("drawn:basic-red",)),
        ("store Garment", ("drawn:garment",)),
        ("destroy drawn Dragon's Blood", ("drawn:dragons-blood",)),
        ("mix blue and red", (("wheel:blue", "wheel:red"),)),
        ("stop mixing", ("button:stop",)),
        ("make Kermes Crimson Robe", ("garment:kermes-crimson-robe",)),
        ("end turn", ("button:end",)),
    ],
)
def test_texts_and_paths(text: str, path: TouchPath) -> None:
    assert SETUP.texts[SETUP.action(text)] == text
    assert SETUP.action(text.upper()) == SETUP.action(text)
    assert SETUP.paths[SETUP.action(text)] == path


def test_the_two_colours_of_a_mix_come_in_any_order() -> None:
    groups = [path[0] for path in SETUP.paths if isinstance(path[0], tuple)]
    assert len(groups) == len({frozenset(group) for group in groups}) == 9
    primaries = {"wheel:red", "wheel:yellow", "wheel:blue"}
    assert all(len(group) == 2 and primaries & set(group) for group in groups)


def ask(table: object, seat: int) -> str:
    """What is asked of a seat."""
    return table.knowledge(seat).ask  # type: ignore[attr-defined,no-any-return]


def test_questions_name_the_next_touch() -> None:
    table = opened(2)
    assert ask(table, 0) == "Choose one card to keep"
    table.play(0, table.legal(0)[0])
    assert ask(table, 0) == ""  # nothing to decide
    table = acting(
        drafted=["Lincoln Green", "Iron Black", "Saxon Green", "Kermes"],
        drawn=["Wool", "Silk", "Lac", "Woad"], wheel={"red": 6, "yellow": 2},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    assert ask(table, 0) == "Destroy a drafted card, or end your turn"
    do(table, "destroy Kermes")
    assert ask(table, 0) == "Choose the garment to make"
    do(table, "make Brazilwood Rose Cloak", "destroy Lincoln Green")
    assert ask(table, 0) == "Mix two colours, up to 3 times"
    do(table, "mix red and yellow")
    assert ask(table, 0) == "Mix two colours, up to twice"
    do(table, "stop mixing", "destroy Iron Black")
    assert ask(table, 0) == "Choose 2 of your drawn cards to destroy"
    assert ask(table, 1) == ""
    do(table, "destroy drawn Silk", "destroy drawn Lac", "stop mixing", "destroy Saxon Green")
    assert ask(table, 0) == "Choose 3 of your drawn cards to store"


def test_headlines_name_round_pick_and_turn() -> None:
    table = opened(3, rounds=2)
    assert table.knowledge(0).headline == "Round 1 of 2, pick 1"
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    assert table.knowledge(-1).headline == "Round 1 of 2, pick 2"
    pick_all(table)
    assert table.knowledge(1).headline == "Round 1 of 2, turn 1 of 3"
    do(table, "end turn")
    assert table.knowledge(1).headline == "Round 1 of 2, turn 2 of 3"
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert table.knowledge(0).headline == "The game is over"


def test_lists_read_like_sentences() -> None:
    assert name_cards([3]) == "Wool"
    assert name_cards([3, 3, 4, 7]) == "2 Wool, Silk and Kermes"
    assert join_words(["red", "blue"], "or") == "red or blue"
    assert [say_times(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]
