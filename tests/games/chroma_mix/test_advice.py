"""Why a hint recommends an action."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from tests.games.chroma_mix.builders import Position


def advice(pos: Position, action: str) -> str:
    number = pos.table.setup.parse_action(action)
    assert number in pos.table.legal(0)
    return pos.table.knowledge(0).advise(number)


def test_advice_for_prints() -> None:
    pos = Position("Coral, Soft Cyan, Ruby Red, Sapphire Blue", "", plays=("Pear",))
    assert advice(pos, "print Coral") == "In play it's worth 2 points: 5 of 17."
    assert advice(pos, "print Soft Cyan") == "Gain a Pale Magenta or a Light Yellow."
    assert advice(pos, "print Ruby Red") == "You need it for the Ruby victory."
    assert advice(pos, "print Sapphire Blue") == "You need it for the Sapphire victory."
    assert advice(pos, "refill") == "Back in your hand, your cards can be printed or mixed again."
    assert advice(pos, "swap Coral") == "An ink of your choice is worth more now."
    assert advice(Position("", ""), "take a free Light Yellow") == "You need a card before you can print or mix."


def test_advice_for_mixes() -> None:
    pos = Position("Cerulean, Fuchsia", "")
    assert advice(pos, "mix Cerulean") == "You need 17 more points to win on points."
    pos.do("mix Cerulean", "add Fuchsia")
    assert advice(pos, "take Sapphire Blue") == "You need it for the Ruby victory."
    pos = Position("2 Soft Cyan", "", row_2="2 Cerulean, 4 Lemon").do("mix Soft Cyan", "add Soft Cyan")
    assert advice(pos, "take Cerulean") == "When printed: Gain two of the same ink."
    pos = Position("Light Yellow, Soft Cyan", "").do("mix Light Yellow", "add Soft Cyan")
    assert advice(pos, "take Jungle") == "While in play: After each of your refills, gain an ink. Each Jungle counts."


def test_advice_for_a_card_put_into_play_by_orange_omits_its_instant_effect() -> None:
    pos = Position("2 Soft Cyan", "", plays=("Orange",), row_2="Cerulean, 4 Lemon, Prism")
    pos.do("mix Soft Cyan", "add Soft Cyan", "take Cerulean")
    assert advice(pos, "print it") == "It goes into play now, but without its ⚡ effect."
    pos = Position("Fuchsia", "").do("print Fuchsia", "take Soft Cyan")
    assert advice(pos, "print it") == "Gain a Pale Magenta or a Light Yellow."


def test_every_action_has_advice() -> None:
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
