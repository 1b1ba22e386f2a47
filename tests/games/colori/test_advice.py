"""Advice on actions."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.colori import GAME
from tests.games.colori.builders import at_turn, play

CLOAK, DOUBLET = "Brazilwood Rose Cloak", "Madder Red Doublet"


def advise(table: Table, text: str) -> str:
    return table.knowledge(0).advise(table.setup.action_texts.index(text))


def test_advice_names_the_garment_that_comes_closer() -> None:
    table = at_turn(
        drafted=["Madder", "Lac", "Kermes", "Weld"], drawn=["Wool", "Linen", "Madder", "Woad"],
        wheel={"red": 4, "orange": 1, "blue": 4}, display=[CLOAK, DOUBLET],
    )  # fmt: skip
    assert advise(table, "destroy Lac").startswith("Lets you mix once. Your best target is ")
    assert advise(table, "destroy Kermes") == "Lets you make a garment now."
    assert advise(table, "end turn") == "Your other drafted cards are worth more in your deck."
    play(table, "destroy Lac")
    assert advise(table, "mix red and orange").startswith(f"Brings {DOUBLET} closer: ")
    assert advise(table, "stop mixing") == "Your colours are more useful unmixed."
    play(table, "mix red and orange", "destroy Madder")
    assert "closer: " in advise(table, "store Madder")
    assert advise(table, "store Wool") == "You need Wool least."
    play(table, "store Madder", "store Woad", "destroy Kermes")
    assert advise(table, f"make {CLOAK}") == "Worth 2 stars."


def test_every_action_of_a_game_has_advice() -> None:
    random = Random(5)
    table = Table(GAME.open(3, {"rounds": 3}), game_key(9, 0))
    while not table.over:
        seat = random.choice(table.actors)
        known = table.knowledge(seat)
        assert all(known.advise(a).endswith(".") for a in known.legal)
        table.play(seat, random.choice(known.legal))
