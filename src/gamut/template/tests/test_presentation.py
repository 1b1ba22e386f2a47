"""What players read of Easel."""

from __future__ import annotations

from gamut.engine.presentation import Effect, Fact
from gamut.template.tests.builders import open_table, set_hands


def test_prompt_and_headline() -> None:
    table = open_table()
    set_hands(table, "teal", "red red yellow yellow", "blue blue blue blue")
    assert table.knowledge(0).prompt == "Play a card for teal"
    assert table.knowledge(0).headline == "Round 1 of 8"


def test_why_not_explains_what_cannot_be_played() -> None:
    table = open_table()
    set_hands(table, "teal", "red red yellow yellow", "blue blue blue blue")
    reason = table.knowledge(0).why_not([], "hand:blue")
    assert reason is not None
    assert reason.text == "You have no blue card."
    assert table.knowledge(0).why_not([], "hand:red") is None
    table.play(0, "play red")
    reason = table.knowledge(0).why_not([], "hand:yellow")
    assert reason is not None
    assert reason.text == "You have already played a card. Undo it to choose another one."
    assert reason.pieces == ("hand:red",)


def test_the_log_reports_other_cards_only_when_they_are_revealed() -> None:
    table = open_table()
    set_hands(table, "teal", "red red yellow yellow", "blue blue blue blue")
    own, other, seen = table.knowledge(0), table.knowledge(1), table.visible_action(1, 0, 0)
    table.play(0, "play red")
    assert [entry.text for entry in table.knowledge(0).log_entries(own, 0, 0)] == ["played red face down"]
    assert table.knowledge(1).log_entries(other, 0, seen) == []
    before = table.knowledge(1)
    table.play(1, "play blue")
    entries = [entry.text for entry in table.knowledge(1).log_entries(before, 1, 2)]
    assert entries[:2] == ["played red and scored 0 points", "played blue and scored 1 point"]
    assert entries[2].startswith("Round 2: ")


def test_a_card_that_cannot_beat_anything_is_warned_of() -> None:
    table = open_table()
    s = set_hands(table, "teal", "red red yellow yellow", "blue blue blue blue")
    assert table.knowledge(0).warn(0) == ""
    s.discard[1], s.deck[1] = 14, 0
    assert table.knowledge(0).warn(0) == "Red only beats yellow, and no other player can have a yellow card."


def test_a_card_says_what_it_beats_and_how_many_the_seat_has() -> None:
    table = open_table()
    set_hands(table, "teal", "red red yellow yellow", "blue blue blue blue")
    own, other = (table.knowledge(seat).detail("hand:red") for seat in (0, -1))
    assert own
    assert own.facts[0] == Fact("In your hand", "2")
    assert own.effects == (
        Effect("While the target is teal", "It scores 1 point for each yellow card that is played with it."),
    )
    assert other
    assert other.facts[0].label == "Cards of this colour", "a spectator has no hand"
    assert table.knowledge(0).detail("hand:pink") is None


def test_every_seat_shows_its_points() -> None:
    table = open_table()
    seat = table.knowledge(0).detail("seat:1")
    assert seat
    assert [goal.text for goal in seat.goals] == ["0 points"]
