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
    assert advice(pos, "print Coral") == "It brings you to 5 of 17 points in play."
    assert advice(pos, "print Soft Cyan") == "Gain a Pale Magenta or a Light Yellow."
    assert advice(pos, "print Ruby Red") == "You need Ruby Red for the Ruby victory."
    assert advice(pos, "print Sapphire Blue") == "You need Sapphire Blue for the Sapphire victory."
    assert advice(pos, "refill") == "Back in your hand, your cards can be printed or mixed again."
    assert advice(pos, "swap Coral") == "The ink is more useful to you now."
    assert advice(Position("", ""), "gain a free Light Yellow") == "It brings you to 1 card in hand and play."


def test_advice_for_mixes() -> None:
    pos = Position("Cerulean, Fuchsia", "")
    assert advice(pos, "mix Cerulean") == "You need 17 more points to win on points."
    pos.do("mix Cerulean", "add Fuchsia")
    assert advice(pos, "gain Sapphire Blue") == "You need Sapphire Blue for the Ruby victory."
    pos = Position("2 Soft Cyan", "", row_2="2 Cerulean, 4 Lemon").do("mix Soft Cyan", "add Soft Cyan")
    assert advice(pos, "gain Cerulean") == "Cerulean, when printed: gain two of the same ink."
    pos = Position("Light Yellow, Soft Cyan", "").do("mix Light Yellow", "add Soft Cyan")
    assert advice(pos, "gain Jungle") == (
        "Jungle, while in play: after each of your refills, gain an ink. Each Jungle counts."
    )


def test_advice_for_a_card_put_into_play_by_orange_omits_its_instant_effect() -> None:
    pos = Position("2 Soft Cyan", "", plays=("Orange",), row_2="Cerulean, 4 Lemon, Prism")
    pos.do("mix Soft Cyan", "add Soft Cyan", "gain Cerulean")
    assert advice(pos, "print it") == "It goes into play now, but without its ⚡ effect."
    pos = Position("Fuchsia", "").do("print Fuchsia", "gain Soft Cyan")
    assert advice(pos, "print it") == "Gain a Pale Magenta or a Light Yellow."


def reason(pos: Position, *texts: str) -> str:
    """Return what is good about a whole move."""
    actions = [pos.table.setup.parse_action(text) for text in texts]
    last = first = pos.table.knowledge(0)
    for action in actions[:-1]:
        after = last.foresee(action).knowledge
        assert after is not None
        last = after
    return first.advise(*actions, last=last)


def test_advice_is_about_the_whole_move() -> None:
    pos = Position("Violet, Coral, Lemon", "")
    move = ("print Violet", "also print Coral", "also print Lemon")
    assert reason(pos, *move) == "It brings you to 4 of 17 points in play."
    pos = Position("Prism, Soft Cyan", "", plays=("Pear",), row_2="Cerulean, 4 Lemon, Fuchsia")
    move = ("print Prism", "discard Pear from play", "gain Cerulean")  # gives up the points
    assert reason(pos, *move) == "Cerulean, when printed: gain two of the same ink."
    pos = Position("Pale Magenta, Soft Cyan", "", plays=("Coral, Lemon",))
    assert reason(pos, "print Pale Magenta", "gain Soft Cyan") == "It brings you to 5 cards in hand and play."
    returned = ("refill", "return Coral to hand", "return Lemon to hand", "done")
    assert reason(pos, *returned) == "You can print or mix Coral and Lemon again."
    pos = Position("Sapphire Blue, 10 Soft Cyan", "", plays=("6 Light Yellow",))
    assert reason(pos, "print Sapphire Blue") == "It meets all conditions of the Sapphire victory."


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
