"""What Colori says for an action when a hint is given."""

from __future__ import annotations

from random import Random

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.positions import acting, do

CLOAK, DOUBLET = "Brazilwood Rose Cloak", "Madder Red Doublet"


def advice(table: Table, text: str) -> str:
    """What speaks for an action of seat 1."""
    return table.knowledge(0).advise(table.setup.texts.index(text))


def test_the_garment_that_comes_nearer_is_named() -> None:
    table = acting(
        drafted=["Madder", "Lac", "Kermes", "Weld"], drawn=["Wool", "Linen", "Madder", "Woad"],
        wheel={"red": 4, "orange": 1, "blue": 4}, display=[CLOAK, DOUBLET],
    )  # fmt: skip
    assert advice(table, "destroy Lac").startswith("With it you mix 1. ")
    assert advice(table, "destroy Kermes") == "With it you make a garment now."
    assert advice(table, "end turn") == "What is left does more in your deck, or nothing now."
    do(table, "destroy Lac")
    assert advice(table, "mix red and orange").startswith(f"It brings {DOUBLET} nearer: ")
    assert advice(table, "stop mixing") == "The colours are worth more as they are."
    do(table, "mix red and orange", "destroy Madder")
    assert "nearer" in advice(table, "store Madder")
    assert advice(table, "store Wool") == "Wool is the card to spare."
    do(table, "store Madder", "store Woad", "destroy Kermes")
    assert advice(table, f"make {CLOAK}").startswith("It is worth ")


def test_something_speaks_for_every_action_of_a_whole_game() -> None:
    random = Random(5)
    table = Table(GAME.open(3, {"rounds": 3}), game_key(9, 0))
    while not table.over:
        seat = random.choice(table.actors)
        known = table.knowledge(seat)
        assert all(known.advise(a).endswith(".") for a in known.legal)
        table.play(seat, random.choice(known.legal))
