"""Details, goals and the legend of Colori."""

from __future__ import annotations

from gamut.engine.presentation import Detail, Effect, Fact, PieceCount
from gamut.engine.table import Table
from gamut.games.colori.cards import CARD_NAMES
from gamut.games.colori.places import count_places
from gamut.games.colori.record import KINDS
from tests.games.colori.builders import arrange, at_turn, finish_draft, new_table, play, state_of, view_of

CLOAK, DOUBLET, ROBE = "Brazilwood Rose Cloak", "Madder Red Doublet", "Kermes Crimson Robe"
SHOWN = [CLOAK, DOUBLET, ROBE, "Alder Bark Russet Apron", "Weld Golden Festival Dress", "Annatto Sunset Bandana"]


def detail(table: Table, piece: str, seat: int = 0) -> Detail:
    described = table.knowledge(seat).detail(piece)
    assert described, piece
    return described


def fact(described: Detail, label: str) -> str:
    return next(f.text for f in described.facts if f.label == label)


def test_a_card_says_what_it_does_and_what_it_is_for() -> None:
    table = at_turn(drafted=["Madder", "Lac"], drawn=["Madder", "Wool"], wheel={"red": 4}, display=SHOWN)
    dye = detail(table, "drafted:madder")
    assert dye.name == "Madder"
    assert dye.gain == (PieceCount("colour:red", "red", 2), PieceCount("colour:vermilion", "vermilion"))
    assert dye.effects == (
        Effect(
            "When you destroy it",
            "Choose 2 of your drawn cards. Their pips are added to your wheel, and the cards are discarded.",
            "ability:store",
        ),
        Effect("When you store it", "As a drawn card, it adds 2 red and 1 vermilion to your wheel.", "ability:store"),
        Effect("If you keep it", "When your turn ends, it goes to your discard pile, and from there into your deck."),
    )
    assert detail(table, "card:madder").effects == dye.effects[:2]
    assert detail(table, "card:smalt").effects[0].text == "Destroy one of your drawn cards and use its ability."
    assert detail(table, "card:iron-black").effects[0].text == (
        "Destroy 2 of your drawn cards and use their abilities."
    )
    assert detail(table, "card:wool").effects[0].text == "Draw a card from your own deck."
    assert fact(dye, "Needed for") == f"{DOUBLET}, {ROBE}"
    assert fact(dye, "Where") == "1 among your drawn cards, 1 among your drafted cards"
    assert "1 drawn by {0}" in fact(detail(table, "card:madder", 1), "Where")
    wool = detail(table, "drawn:wool")
    assert wool.effects[1].text == "As a drawn card, it pays for a garment made of wool. It adds no colours."
    assert fact(wool, "Needed for") == f"{CLOAK}, {DOUBLET}"
    assert fact(detail(table, "card:iron-black"), "Needed for") == "no garment on display"
    assert fact(detail(table, "wheel:teal"), "Needed for") == "no garment on display"


def test_a_card_without_effect_says_so_in_ones_own_turn() -> None:
    table = at_turn(drafted=["Lac", "Silk"], drawn=["Wool"], wheel={"red": 1})
    now = Effect("Now", "Its ability would do nothing: no two colours on your wheel can be mixed.")
    assert now in detail(table, "drafted:lac").effects
    assert now not in detail(table, "card:lac").effects
    assert now not in detail(table, "drafted:lac", 1).effects


def test_a_card_says_when_fewer_can_be_drawn() -> None:
    table = at_turn(drafted=["Saffron", "Silk"], drawn=[], deck=["Madder"], discard=["Woad"])
    assert detail(table, "drafted:saffron").effects[-1] == Effect("Now", "Only 2 cards can be drawn: no more are left.")
    assert detail(table, "drafted:silk").effects[-1].when != "Now"


def test_a_garment_among_the_cards_says_what_it_is() -> None:
    table = at_turn(drafted=["Kermes"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    assert [f.label for f in detail(table, "card:garment").facts] == ["Where"]
    play(table, "destroy Kermes")
    garment = detail(table, "card:garment")
    assert "no ability and no pips" in garment.text
    assert fact(garment, "Made by you") == CLOAK


def test_copies_are_counted_wherever_a_seat_can_know_them() -> None:
    """In every position of a draft, all copies of every card are somewhere."""
    table = new_table(3)
    copies = table.setup.readable_constants.copies
    while state_of(table).phase == 0:
        for seat in (-1, *range(3)):
            known = table.knowledge(seat)
            for card in range(KINDS):
                places = dict(count_places(table.setup.readable_constants, known.state, seat, card))
                assert sum(places.values()) == copies[card], CARD_NAMES[card]
        assert {"among your picks", "in your hand"} <= places.keys()
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    hand = new_table(2)
    assert "in your hand" in fact(detail(hand, f"hand:{view_of(hand, 0).hand[0]}"), "Where")
    assert "in your hand" not in fact(detail(hand, f"hand:{view_of(hand, 0).hand[0]}", 1), "Where")


def test_a_garment_says_what_it_costs_and_what_is_still_needed() -> None:
    table = at_turn(drawn=["Silk"], wheel={"red": 3}, display=SHOWN)
    garment = detail(table, "garment:madder-red-doublet")
    assert garment.text == "It is made of wool and worth 3 stars."
    assert [(p.piece, p.count) for p in garment.cost] == [("card:wool", 1), ("colour:red", 4), ("colour:vermilion", 2)]
    assert garment.gain == (PieceCount("star", "stars", 3),)
    assert fact(garment, "Still needed") == "1 red, 2 vermilion and wool among your drawn cards"
    assert fact(detail(table, "garment:kermes-crimson-robe"), "Still needed") == "3 red"
    assert garment.effects[0].when == "When you destroy Kermes, Indigo, Weld or Tyrian Purple"
    assert fact(garment, "Where") == "1 on display, 1 in the garment deck"
    assert [f.label for f in detail(table, "garment:woad-blue-workmans-apron").facts] == ["Where"]


def test_colours_and_abilities() -> None:
    table = at_turn(wheel={"orange": 2}, display=SHOWN)
    orange = detail(table, "wheel:orange")
    assert orange.text == "A secondary colour."
    assert fact(orange, "On your wheel") == "2"
    assert fact(orange, "Needed for") == "Annatto Sunset Bandana"
    assert [effect.text for effect in orange.effects] == [
        "Orange and red make vermilion.", "Orange and yellow make amber.", "Red and yellow make orange."
    ]  # fmt: skip
    assert detail(table, "colour:teal").text == "A tertiary colour: it mixes with no other colour."
    assert fact(detail(table, "colour:amber"), "Cards") == "12 kinds"
    assert detail(table, "ability:make").facts == (Fact("Cards", "Kermes, Indigo, Weld, Tyrian Purple"),)
    assert [f.label for f in detail(table, "wheel:orange", -1).facts] == ["Cards", "Needed for"]


def test_buttons_and_piles() -> None:
    table = at_turn(drafted=["Silk"], drawn=["Wool"], deck=["Lac", "Woad", "Woad"], discard=[], wheel={})
    assert "haven't used any drafted card" in detail(table, "button:end").effects[0].text
    assert not detail(table, "button:end", 1).effects
    deck = (Fact("Cards", "3"), Fact("Contents", "Lac and 2 Woad"), Fact("Discard pile", "empty"))
    assert detail(table, "deck").facts == deck
    assert detail(table, "area:wheel").facts == (Fact("Stored", "none"),)
    assert fact(detail(table, "discard"), "Contents") == "none"
    assert detail(table, "deck", -1).text.startswith("The cards you draw from"), "as in the legend"
    assert fact(detail(table, "destroyed"), "Cards") == "0"
    assert table.knowledge(0).detail("button:unknown") is None
    assert table.knowledge(0).detail("ability:unknown") is None


def test_seats_say_what_everyone_can_see() -> None:
    table = new_table(3)
    assert fact(detail(table, "seat:1"), "Draft") == "choosing from 5 cards; the rest go to {2}, on the left"
    table.play(1, table.legal(1)[0])
    assert fact(detail(table, "seat:1"), "Draft").startswith("has chosen; the rest")
    finish_draft(table)
    arrange(table, wheel={"red": 2, "teal": 1}, drafted=["Lac"], drawn=[])
    seat = detail(table, "seat:0", 2)
    assert [(f.label, f.text) for f in seat.facts[:3]] == [
        ("Wheel", "2 red and 1 teal"), ("Drawn", "none"), ("Drafted", "Lac")
    ]  # fmt: skip


def test_goals_say_how_near_everyone_is() -> None:
    table = at_turn(rounds=1, drafted=["Kermes"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK, *SHOWN[2:], ROBE])
    first = table.knowledge(0).goals(0)[0]
    assert first.text == "No garments yet; the game ends after this round"
    play(table, "destroy Kermes")
    first, second = (table.knowledge(1).goals(seat)[0] for seat in (0, 1))
    assert first.text == "2 stars from 1 garment, the most; the game ends after this round"
    assert first.pieces == (PieceCount("garment:brazilwood-rose-cloak", f"{CLOAK}, 2 stars"),)
    assert second.text.startswith("No garments yet, 2 stars behind the leader")
    assert not first.achieved
    play(table, "end turn", seat=1)
    assert table.knowledge(0).goals(1)[0].text == "No garments, 2 stars behind the leader"
    assert table.knowledge(0).goals(1)[0].name == "Stars", "they are not the most"
    assert [goal.achieved for seat in (0, 1) for goal in table.knowledge(0).goals(seat)] == [True, False]
