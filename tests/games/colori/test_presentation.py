"""Action texts, touch paths, prompts and headlines."""

from __future__ import annotations

import pytest

from gamut.engine.presentation import TouchPath
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.presentation import name_cards
from tests.games.colori.builders import at_turn, finish_draft, new_table, play

SETUP = GAME.open(3)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("take Madder", ("hand:madder", "button:take")),
        ("destroy Madder", ("drafted:madder",)),
        ("store Basic Red", ("drawn:basic-red",)),
        ("store Garment", ("drawn:garment",)),
        ("destroy a drawn Dragon's Blood", ("drawn:dragons-blood",)),
        ("mix blue and red", (("wheel:blue", "wheel:red"),)),
        ("stop mixing", ("button:stop",)),
        ("make Kermes Crimson Robe", ("garment:kermes-crimson-robe",)),
        ("end turn", ("button:end",)),
    ],
)
def test_action_texts_and_touch_paths(text: str, path: TouchPath) -> None:
    assert SETUP.action_texts[SETUP.parse_action(text)] == text
    assert SETUP.parse_action(text.upper()) == SETUP.parse_action(text)
    assert SETUP.touch_paths[SETUP.parse_action(text)] == path


def test_the_two_colours_of_a_mix_come_in_any_order() -> None:
    groups = [path[0] for path in SETUP.touch_paths if isinstance(path[0], tuple)]
    assert len(groups) == len({frozenset(group) for group in groups}) == 9
    primaries = {"wheel:red", "wheel:yellow", "wheel:blue"}
    assert all(len(group) == 2 and primaries & set(group) for group in groups)


def prompt(table: Table, seat: int = 0) -> str:
    return table.knowledge(seat).prompt


def test_prompts_name_the_next_step() -> None:
    table = new_table(2)
    assert prompt(table) == "Choose a card to take"
    table.play(0, table.legal(0)[0])
    assert prompt(table) == ""  # nothing to decide
    table = at_turn(
        drafted=["Lincoln Green", "Iron Black", "Saxon Green", "Kermes"],
        drawn=["Wool", "Silk", "Lac", "Woad"], wheel={"red": 6, "yellow": 2},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    assert prompt(table) == "Destroy a drafted card, or end your turn"
    play(table, "destroy Kermes")
    assert prompt(table) == "Choose a garment to make"
    play(table, "make Brazilwood Rose Cloak", "destroy Lincoln Green")
    assert prompt(table) == "Mix two colours, or stop (3 mixes left)"
    play(table, "mix red and yellow")
    assert prompt(table) == "Mix two colours, or stop (2 mixes left)"
    play(table, "stop mixing", "destroy Iron Black")
    assert prompt(table) == "Choose 2 drawn cards to destroy and use their abilities"
    assert prompt(table, 1) == ""
    play(table, "destroy a drawn Silk", "destroy a drawn Lac", "stop mixing", "destroy Saxon Green")
    assert prompt(table) == "Choose 3 drawn cards to store"


def test_headlines_name_the_round_and_the_pick_or_turn() -> None:
    table = new_table(3, rounds=2)
    assert table.knowledge(0).headline == "Round 1 of 2, pick 1"
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    assert table.knowledge(-1).headline == "Round 1 of 2, pick 2"
    finish_draft(table)
    assert table.knowledge(1).headline == "Round 1 of 2, turn 1 of 3"
    play(table, "end turn")
    assert table.knowledge(1).headline == "Round 1 of 2, turn 2 of 3"
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert table.knowledge(0).headline == "Game over"


def test_equal_cards_are_counted() -> None:
    assert name_cards([3]) == "Wool"
    assert name_cards([3, 3, 4, 7]) == "2 Wool, Silk and Kermes"
