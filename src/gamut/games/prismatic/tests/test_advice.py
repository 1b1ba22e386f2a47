"""What Prismatic says for an action when a hint is given."""

from __future__ import annotations

from random import Random

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.positions import committing, resolving


def advice(table: Table, action: str) -> str:
    """What speaks for an action of seat 1."""
    number = table.setup.action(action)
    assert number in table.legal(0)
    return table.knowledge(0).advise(number)


def test_the_card_that_comes_nearer_is_named() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": "R"}, common=("Glory", "Pixel"))
    assert advice(table, "lay green on First Light") == "It brings First Light nearer: then it misses blue."
    assert advice(table, "lay white on the palette").startswith("It brings Glory nearer: then it misses red")
    assert advice(table, "lay black on the palette") == "There it can pay for what the board offers."
    assert advice(table, "done") == "What is not laid goes back to your bag."


def test_what_light_can_be_created_with_and_what_a_card_is_worth() -> None:
    table = resolving(palette="RGRGB", common=("First Light", "Saffron"), goal=4)
    assert advice(table, "create First Light") == "It is worth 1 star, and is card 1 of 4."
    assert advice(table, "make yellow for the pool") == "It brings Saffron nearer: then it misses yellow and white."
    assert advice(table, "end step") == "What lies there is worth more in a later round."
    table = resolving(palette="RGYW", common=("Saffron",))
    assert advice(table, "make yellow for the pool") == "With it Saffron can be created."


def test_something_speaks_for_every_action() -> None:
    random = Random(5)
    for number in range(2):
        table = Table(GAME.open(2 + number % 3, {"goal": 3, "auction": number % 2 == 1}), game_key(6, number))
        while not table.over:
            seat = random.choice(table.actors)
            known = table.knowledge(seat)
            said = [known.advise(action) for action in known.legal]
            assert all(one.endswith(".") and "{" not in one for one in said)
            table.play(seat, random.choice(known.legal))
