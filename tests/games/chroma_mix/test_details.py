"""Details, goals and the legend of Chroma Mix."""

from __future__ import annotations

from gamut.engine.presentation import Detail, Effect, Fact, PieceCount
from gamut.games.chroma_mix import GAME
from tests.games.chroma_mix.builders import Position


def detail(pos: Position, piece: str, seat: int = 0) -> Detail:
    described = pos.table.knowledge(seat).detail(piece)
    assert described, piece
    return described


def test_a_card_says_what_it_does_where_it_is_and_how_to_get_one() -> None:
    pos = Position("Jungle, Pale Magenta", "Slate Gray, Soft Cyan", row_3="Slate Gray, 3 Azure, 2 Orange")
    gray = detail(pos, "market:slate-gray")
    assert (gray.name, gray.picture) == ("Slate Gray", "card:slate-gray")
    assert gray.facts == (
        Fact("Rank", "3"),
        Fact("Points", "3 in play"),
        Fact("Copies", "2: 1 in the market, 1 in {1}'s hand"),
    )
    assert gray.cost == tuple(PieceCount(f"pigment:{name}", name) for name in ("cyan", "magenta", "yellow"))
    assert gray.gain == (PieceCount("card:slate-gray", "Slate Gray"),)
    assert detail(pos, "card:cerulean").cost == (PieceCount("pigment:cyan", "cyan", 2),)
    assert detail(pos, "card:prism").cost == (PieceCount("pigment:any", "of one pigment", 2),)
    ink = detail(pos, "pile:soft-cyan")
    assert (ink.cost, ink.gain, ink.facts[-1]) == ((), (), Fact("Pigment", "cyan"))
    assert gray.effects == (
        Effect("Once, when you print it", "Gain an ink.", "instant"),
        Effect(
            "As long as it is in your play area",
            "When {1}, on your left, mixes, you may gain an ink. Each Slate Gray counts.",
            "ongoing",
        ),
        Effect("How to get one", "You can mix Pale Magenta and Jungle."),
    )
    assert detail(pos, "slate-gray", 1).effects[-1].text == "No two cards in your hand make it."
    assert detail(pos, "card:turquoise").effects[-1].text == "None is in the market now."
    assert "Azure and Prism can also get you one" in detail(pos, "market:lemon").effects[-1].text
    assert detail(pos, "card:petrol").facts[-1].text == "not in this game"
    assert len(detail(pos, "card:jungle", -1).effects) == 1  # spectators have no cards to mix


def test_decks_say_what_is_left_and_which_card_of_billys_is_next() -> None:
    pos = Position("", "", discards="2 Coral, Lemon")
    assert detail(pos, "deck:2").facts[1] == Fact("Discard pile", "two Corals and Lemon")
    assert pos.table.knowledge(0).detail("deck:billy") is None
    pos = Position("", billy="3 Soft Cyan", billy_deck="MIX, Soft Cyan", billy_next="colour")
    assert detail(pos, "deck:billy").facts == (
        Fact("Next card", "a colour card"),
        Fact("Deck", "2 cards"),
        Fact("Discard pile", "two MIX cards"),
    )
    assert detail(pos, "drawn").facts == ()
    pos.do("refill")
    assert detail(pos, "drawn").facts == (Fact("Cards", "Soft Cyan and a MIX card"),)
    assert detail(pos, "decision:billy-mix").name == "MIX card"
    billy = detail(pos, "seat:1")
    assert (billy.name, [goal.name for goal in billy.goals]) == (
        "Billy",
        ["17 points", "Ruby victory", "Sapphire victory"],
    )


def test_decisions_and_tucked_cards_answer() -> None:
    pos = Position("Coral", "", plays=("Mustard, Slate Gray", ""), tucked="Pear, 2 Lemon", special="mustard")
    assert detail(pos, "decision:slate-gray").facts[0] == Fact("Rank", "3")
    assert detail(pos, "decision:mix").name == detail(pos, "button:mix").name == "Mix"
    tucked = detail(pos, "tucked")
    assert tucked.facts == (Fact("Cards", "two Lemons and Pear"), Fact("Rank dots", "7 of 8"))
    assert Position("", "").table.knowledge(0).detail("tucked") is None


def test_goals_say_how_near_every_seat_is_and_which_cards_count() -> None:
    pos = Position("Emerald Green, Soft Cyan", "", plays=("2 Pear, Petrol", "Coral"), special="petrol")
    points, ruby, sapphire, petrol = pos.table.knowledge(1).goals(0)
    assert (points.text, points.have, points.need) == ("9 of 17 points", 9, 17)
    assert points.pieces == (PieceCount("card:pear", "Pear", 2), PieceCount("card:petrol", "Petrol"))
    assert (ruby.have, ruby.need, ruby.pieces) == (1, 3, (PieceCount("card:emerald", "Emerald Green"),))
    assert sapphire.text == "5 of 17 cards; put Sapphire Blue into play"
    assert (petrol.text, petrol.achieved) == ("0 of 6 rank-2 cards", False)
    way = detail(pos, "goal:points")
    assert [effect.when for effect in way.effects] == ["{0}", "{1}"]
    assert way.effects[1].text == "2 of 17 points."
    assert detail(pos, "seat:0").goals == pos.table.knowledge(0).goals(0)


def test_an_achieved_victory_shows_all_cards_that_count() -> None:
    pos = Position("10 Pale Magenta", "", plays=("Sapphire Blue, 6 Light Yellow",)).idle(2)
    assert pos.table.over
    sapphire = pos.table.knowledge(1).goals(0)[2]
    assert sapphire.achieved
    assert sapphire.text == "Achieved: 17 cards"
    assert sum(piece.count for piece in sapphire.pieces) == 17


def test_the_legend_names_the_ways_to_win_of_this_game() -> None:
    def list_ways(special: str, seats: int = 2) -> list[str]:
        return [entry.piece for entry in GAME.open(seats, {"special": special}).legend[-1].entries]

    assert list_ways("none") == ["goal:points", "goal:ruby", "goal:sapphire"]
    assert list_ways("petrol")[3:] == ["goal:petrol"]
    assert list_ways("random")[3:] == ["goal:burgundy", "goal:mustard", "goal:petrol"]
