"""Details, goals and the legend of Mixx."""

from __future__ import annotations

from gamut.engine.presentation import Detail, Effect, Fact
from gamut.games.mixx import GAME
from tests.games.mixx.builders import Position


def detail(pos: Position, piece: str, seat: int = 0) -> Detail:
    described = pos.table.knowledge(seat).detail(piece)
    assert described, piece
    return described


def where(pos: Position, card: str, seat: int = 0) -> str:
    return next(fact.text for fact in detail(pos, card, seat).facts if fact.label == "Where")


def test_a_card_says_where_it_is_and_where_it_fits() -> None:
    pos = Position("yellow shell, turquoise fish, pink turtle", "red starfish, orange jellyfish, yellow chest")
    assert detail(pos, "stock:turquoise-fish").effects == (
        Effect("First card", "It fits: a round can begin with any card."),
    )
    pos.place("yellow shell in the line or row")
    assert where(pos, "yellow-shell") == "in the line"
    assert where(pos, "turquoise-fish") == "in your stock"
    assert where(pos, "turquoise-fish", 1) == "in {0}'s stock"
    assert detail(pos, "turquoise-fish").effects == (
        Effect("In the line", "It fits: no card there is turquoise or shows a fish."),
    )
    assert detail(pos, "stock:yellow-chest").effects == (
        Effect("In the line", "It doesn't fit. The yellow chest and the yellow shell are both yellow."),
    )
    pos.place("red starfish in the line or row")
    assert detail(pos, "yellow-chest").effects[1] == Effect("Across the line", "It can cross the red starfish.")
    assert "which then becomes the centre" in detail(pos, "cross:red").effects[0].text
    pos.place("turquoise fish across the red card")
    assert where(pos, "red-starfish") == "the centre, in both row and column"
    assert where(pos, "turquoise-fish") == "in the column"
    assert [effect.when for effect in detail(pos, "pink-turtle").effects] == ["In the row", "In the column"]


def test_places_say_which_colours_and_motifs_are_left() -> None:
    pos = Position("yellow shell, turquoise fish", "red starfish, blue chest", motifs=8)
    assert detail(pos, "axis:row").text == "It is empty: a round can begin with any card."
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    colours, motifs = detail(pos, "axis:row").facts
    assert colours == Fact("Free colours", "turquoise, orange, pink, blue, green, violet")
    assert "shell" not in motifs.text
    assert detail(pos, "axis:column").text == "There is no column until the line has been crossed."
    assert detail(pos, "prize").facts == (Fact("Prize", "2 cards"),)
    assert detail(pos, "cross:pink").text == "There is no pink card in the line."


def test_seats_say_what_they_have_won() -> None:
    pos = Position("yellow shell, turquoise fish", "yellow anchor, turquoise shell")
    pos.table.record["won"][0][1] = 0b101
    first, second = (pos.table.knowledge(0).goals(seat)[0] for seat in (0, 1))
    assert (first.have, first.text, first.achieved) == (0, "No cards won yet", False)
    assert (second.have, second.text) == (2, "2 cards won, the most")
    assert not second.pieces, "shown at the end only"
    pos.table.record["over"] = 1
    first, second = (pos.table.knowledge(0).goals(seat)[0] for seat in (0, 1))
    assert first.text == "No cards won"
    assert second.achieved
    assert [p.piece for p in second.pieces] == ["card:yellow-shell", "card:turquoise-shell"]
    assert detail(pos, "seat:1").goals == (second,)


def test_signs_and_areas_are_described_by_the_legend() -> None:
    pos = Position("yellow shell", "red starfish")
    assert detail(pos, "motif:fish").text == "A fish with an eye and two stripes."
    assert detail(pos, "area:stock").picture == ""
    assert pos.table.knowledge(0).detail("motif:unknown") is None
    assert "motif:anchor" not in GAME.open(2, {"motifs": 5, "stock": 4}).legend_entries
