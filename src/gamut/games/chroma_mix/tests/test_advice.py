"""What Chroma Mix says for an action when a hint is given."""

from __future__ import annotations

from random import Random

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.positions import Scene


def advice(at: Scene, action: str) -> str:
    """What speaks for an action of seat 1."""
    number = at.table.setup.action(action)
    assert number in at.table.legal(0)
    return at.table.knowledge(0).advise(number)


def test_what_a_card_is_for_in_play() -> None:
    at = Scene("Coral, Soft Cyan, Ruby Red, Sapphire Blue", "", plays=("Pear",))
    assert advice(at, "print Coral") == "In play it counts 2: 5 of 17 points."
    assert advice(at, "print Soft Cyan") == "Add a Pale Magenta or a Light Yellow to your hand."
    assert advice(at, "print Ruby Red") == "It is needed for Ruby set."
    assert advice(at, "print Sapphire Blue") == "It is needed for Sapphire."
    assert advice(at, "refill") == "Back in your hand it can be printed or mixed again."


def test_what_a_mix_is_for() -> None:
    at = Scene("Cerulean, Fuchsia", "")
    assert advice(at, "mix Cerulean").startswith("You still miss ")
    at.do("mix Cerulean", "with Fuchsia")
    assert advice(at, "take Sapphire Blue") == "It is needed for Ruby set."
    at = Scene("2 Soft Cyan", "", row_2="2 Cerulean, 4 Lemon").do("mix Soft Cyan", "with Soft Cyan")
    assert advice(at, "take Cerulean") == "Printed: Add two rank-1 cards of the same name to your hand."


def test_something_speaks_for_every_action() -> None:
    random = Random(7)
    for seats in (1, 2, 3):
        table = Table(GAME.open(seats), game_key(8, seats))
        for _ in range(60):
            if table.over:
                break
            seat = random.choice(table.actors)
            known = table.knowledge(seat)
            assert all(known.advise(action).endswith(".") for action in known.legal)
            table.play(seat, random.choice(known.legal))
