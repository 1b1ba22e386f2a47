"""Advice on actions."""

from __future__ import annotations

from tests.games.mixx.builders import Position


def advise(pos: Position, text: str) -> str:
    (seat,) = pos.table.actors
    return pos.table.knowledge(seat).advise(pos.table.setup.action_texts.index(text))


def test_advice_counts_the_cards_that_each_player_could_place() -> None:
    pos = Position("yellow shell, red fish, yellow fish", "red starfish, blue shell, pink turtle")
    assert advise(pos, "place yellow shell in the line or row") == "After this, {0} could place 1 card and {1} 2."
    assert advise(pos, "place red fish in the line or row") == "After this, {0} could place 1 card and {1} 2."
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert advise(pos, "place red fish across the yellow card") == "After this, {0} could place no cards and {1} 1."


def test_advice_says_when_there_is_no_other_card() -> None:
    pos = Position("yellow shell, red fish", "red starfish, yellow turtle, blue shell")
    pos.place("yellow shell in the line or row")
    advice = advise(pos, "place red starfish in the line or row")
    assert advice.startswith("This is the only card that you can place. After this, {1} could place ")


def test_advice_when_the_others_are_stuck() -> None:
    pos = Position("yellow shell, red starfish, blue turtle", "yellow fish, red shell")
    assert advise(pos, "place yellow shell in the line or row") == "After this, no other player can place a card."
    pos.place("yellow shell in the line or row")
    assert (
        advise(pos, "place red starfish in the line or row")
        == "Only you can place cards now: each one adds to your prize."
    )
