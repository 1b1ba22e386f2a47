"""Advice on actions."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.move_text import find_main_step
from tests.games.colori.builders import at_turn, play

CLOAK, DOUBLET = "Brazilwood Rose Cloak", "Madder Red Doublet"


def advise(table: Table, text: str) -> str:
    return table.knowledge(0).advise(table.setup.action_texts.index(text))


def test_advice_names_the_garment_that_comes_closer() -> None:
    table = at_turn(
        drafted=["Madder", "Lac", "Kermes", "Weld"], drawn=["Wool", "Linen", "Madder", "Woad"],
        wheel={"red": 4, "orange": 1, "blue": 4}, display=[CLOAK, DOUBLET],
    )  # fmt: skip
    assert advise(table, "destroy Lac").startswith("Lets you mix once. That brings ")
    assert " closer: it still needs " in advise(table, "destroy Lac")
    assert advise(table, "destroy Madder").startswith("Lets you store 2 cards. That brings ")
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


def test_advice_in_the_last_round_promises_nothing_for_later() -> None:
    table = at_turn(
        rounds=1, drafted=["Madder", "Saffron"], drawn=["Wool"], deck=["Woad"], discard=[], wheel={"red": 4}
    )
    assert "deck" not in advise(table, "end turn")
    assert advise(table, "destroy Saffron") == "Lets you draw 3 cards; only 1 is left."
    assert advise(table, "destroy Madder") == "Its ability does nothing now."


def test_moves_end_with_their_last_effect() -> None:
    table = at_turn(drafted=["Madder", "Lac"], drawn=["Wool"], wheel={"red": 4, "orange": 1})
    known = table.knowledge(0)

    def actions(*texts: str) -> list[int]:
        return [table.setup.action_texts.index(text) for text in texts]

    storing, nothing = actions("destroy Madder", "store Woad", "store Wool"), actions("destroy Lac", "stop mixing")
    end = actions("end turn")
    assert known.trim_move([*storing, *nothing, *end]) == 2
    assert known.trim_move([*storing[:2], *end]) == 3, "the end of the turn comes straight after it"
    assert known.trim_move([*nothing, *end]) == 3, "there is nothing else"
    assert known.trim_move(actions("destroy Smalt", "destroy a drawn Wool")) == 2
    assert known.move_text(nothing) == "Destroy Lac without mixing"
    assert find_main_step(table.setup.readable_constants, [*nothing, *storing]) == 3


def test_every_action_of_a_game_has_advice() -> None:
    random = Random(5)
    table = Table(GAME.open(3, {"rounds": 3}), game_key(9, 0))
    while not table.over:
        seat = random.choice(table.actors)
        known = table.knowledge(seat)
        assert all(known.advise(a).endswith(".") for a in known.legal)
        table.play(seat, random.choice(known.legal))
