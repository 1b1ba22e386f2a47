"""Details, goals and the legend of Prismatic."""

from __future__ import annotations

from gamut.engine.presentation import Detail, Fact, PieceCount
from gamut.engine.table import Table
from gamut.games.prismatic import FOLDER, GAME
from gamut.games.prismatic import record as rec
from tests.games.prismatic.builders import committing, do, look, opened, resolving


def detail(table: Table, piece: str, seat: int = 0) -> Detail:
    described = table.knowledge(seat).detail(piece)
    assert described, piece
    return described


def fact(described: Detail, label: str) -> str:
    return next(x.text for x in described.facts if x.label == label)


def test_a_card_names_its_price_what_it_gives_and_what_is_missing() -> None:
    table = resolving(palette="RG", progress={"Aurora": "GW"}, common=("Sun Dog", "", ""), pool="C")
    aurora = detail(table, "card:aurora")
    assert aurora.text.startswith("You are collecting for this card.")
    assert "it costs a star if it is unfinished at the end" in aurora.text
    assert aurora.text.endswith("It still needs magenta.")
    assert fact(aurora, "On it") == "green and white"
    assert [piece.piece for piece in aurora.cost] == ["green", "cyan", "magenta", "white"]
    assert aurora.gain == (PieceCount("star", "stars", 3), PieceCount("pull", "pull a mote"))
    assert aurora.effects[0].when == "Once, when you create it"
    assert detail(table, "card:aurora", 1).text.startswith("{0} is collecting for this card.")
    assert "any player" in detail(table, "sun-dog").text
    assert detail(table, "card:sun-dog").text.endswith("You still need yellow and 2 white.")
    assert detail(table, "card:sun-dog", -1).text.endswith("and with light.")
    assert detail(table, "card:pixel").text == "It is in the deck."


def test_a_card_on_offer_says_who_chooses() -> None:
    table = opened(2)
    dealt = table.knowledge(0).view.seats[0].offered[0]  # type: ignore[attr-defined]
    assert detail(table, f"card:{dealt}").text == "You keep this card or the other one, which goes to the discard pile."
    assert detail(table, f"card:{dealt}", 1).text.startswith("{0} keeps this card or the other one")
    table = resolving(created={"Magic Lantern": "K"}, common=("Aurora", "", ""))
    do(table, "use Magic Lantern")
    drawn = table.knowledge(0).view.seats[0].offered[0]  # type: ignore[attr-defined]
    assert detail(table, f"card:{drawn}").text == "You drew it, and keep it or put it in the common area."
    assert detail(table, f"card:{drawn}", 1).text == "{0} drew it, and keeps it or puts it in the common area."


def test_an_ability_says_what_pays_for_it() -> None:
    table = resolving(created={"First Light": "R", "Minus Green": "", "Ultramarine": ""})
    light = detail(table, "card:first-light")
    assert light.text == "You created this card. It is safe. You can use it now."
    assert light.effects[0].text.startswith(
        "Pay with a red mote on this card; light can't pay for abilities. You get yellow"
    )
    assert light.effects[0].icon == "pool:yellow"
    assert detail(table, "card:minus-green").effects[0].text.startswith("It costs nothing. You get magenta light.")
    assert detail(table, "card:ultramarine").effects[0].when == "No reward, no ability"
    do(table, "use First Light")
    assert detail(table, "card:first-light").text.endswith("You have already used it this round.")


def test_a_recipe_names_cost_and_result() -> None:
    table = resolving(palette="RGW^")
    yellow = detail(table, "board:pool-yellow")
    assert (yellow.name, yellow.picture) == ("Yellow light", "board:pool-yellow")
    assert yellow.text.endswith("You can use it now.")
    assert [piece.piece for piece in (*yellow.cost, *yellow.gain)] == ["red", "green", "pool:yellow"]
    assert detail(table, "board:mote-prismatic").text.endswith("You still need a prism.")
    assert detail(table, "board:pool-yellow", 1).text.endswith("You still need red and green.")
    do(table, "make yellow light")
    assert detail(table, "board:pool-yellow").text.endswith("You have already used it this round.")
    assert fact(detail(table, "pool:yellow"), "Now") == "1"


def test_motes_say_where_they_are_and_what_makes_them() -> None:
    table = committing(bag="RRGGBBK", drawn="RW", palette="R", progress={"Aurora": ""})
    red = detail(table, "drawn:red")
    assert fact(red, "Yours") == "2 in the bag, 1 drawn, 1 on the palette"
    assert fact(red, "Made from") == "magenta and yellow, or white and a prism"
    assert not any(x.label == "Yours" for x in detail(table, "red", -1).facts)
    do(table, "place white on Aurora")
    assert fact(detail(table, "card:aurora"), "On it") == "white"
    assert fact(detail(table, "card:aurora", 1), "On it") == "nothing", "a secret until the reveal"


def test_texts_follow_from_the_card_file() -> None:
    standard = (FOLDER / "cards" / "standard.toml").read_text(encoding="utf-8")
    changed = standard.replace('cost = "red red white"\nrewards = ["mote red"]', 'cost = "black"\nability = "prism"')
    assert changed != standard
    table = Table(GAME.open(2, {"cards": "own"}, {"cards": changed}), bytes(16), native=False)
    madder = detail(table, "card:madder-root")
    assert [piece.piece for piece in madder.cost] == ["black"]
    assert (
        madder.effects[0].text == "It costs nothing. You gain a prism. It goes to your stock at the end of your turn."
    )


def test_goals_add_up_the_stars_and_count_the_cards() -> None:
    table = resolving(goal=2, progress={"Aurora": ""}, created={"First Light": "", "Verdigris": ""})
    stars, end = table.knowledge(1).goals(0)
    earned = "3 for created cards, 1 for reaching the goal first, 1 for the most hue cards, 1 for the most sky cards"
    left = "most motes +1, most prismatic motes +2, most craft cards +1, every four prisms +1"
    text = f"6 stars so far: {earned}; −1 at the end for unfinished cards. Still to score: {left}"
    assert stars.text == text
    assert stars.have == 6, "as the seat shows"
    assert [piece.piece for piece in stars.pieces] == ["card:verdigris", "card:first-light"]
    assert (end.have, end.need, end.achieved) == (2, 2, True)
    assert end.text == "2 cards created, the first to reach 2"
    assert table.knowledge(0).goals(1)[1].text == "0 of 2 cards created"
    assert detail(table, "seat:0").goals == (stars, end)
    assert Fact("Hue cards", "1") in detail(table, "seat:0").facts
    look(table).phase = rec.OVER
    assert table.knowledge(0).goals(0)[0].text == f"5 stars: {earned}, −1 for unfinished cards"
    assert table.knowledge(0).goals(1)[0].text == "0 stars"
    assert [table.knowledge(0).goals(seat)[0].achieved for seat in (0, 1)] == [True, False]
