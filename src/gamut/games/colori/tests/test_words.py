"""What Colori says and shows."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from gamut.engine.table import Table
from gamut.engine.view import view
from gamut.games.colori import GAME
from gamut.games.colori.language import ColoriView
from gamut.games.colori.tests.positions import acting, do, look, opened, pick_all

SETUP = GAME.open(3)
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


def seen(table: Table, seat: int) -> ColoriView:
    """The view of a seat."""
    found = table.view(seat)
    assert isinstance(found, ColoriView)
    return found


def drawing(table: Table, seat: int, **how: Any) -> str:
    """What a terminal shows."""
    out = StringIO()
    state = view(table.hidden(seat), fixed=True)
    Console(file=out, width=120, **how).print(GAME.words.draw(table.setup.strict_constants, state, seat, NAMES))
    return out.getvalue()


def told(table: Table, seat: int, mover: int, action: str) -> list[LogEntry]:
    """What a seat reads about an action."""
    before, number = table.hidden(seat), table.setup.action(action)
    known = table.seen(seat, mover, number)
    table.play(mover, number)
    return table.tell(seat, before, mover, known)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("take Madder", ("hand:madder", "button:take")),
        ("destroy Madder", ("drafted:madder",)),
        ("store Basic Red", ("drawn:basic-red",)),
        ("store Garment", ("drawn:garment",)),
        ("destroy drawn Dragon's Blood", ("drawn:dragons-blood",)),
        ("mix blue and red", ("wheel:blue", "wheel:red")),
        ("stop mixing", ("button:stop",)),
        ("make Kermes Crimson Robe", ("garment:kermes-crimson-robe",)),
        ("end turn", ("button:end",)),
    ],
)
def test_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    assert SETUP.texts[SETUP.action(text)] == text
    assert SETUP.action(text.upper()) == SETUP.action(text)
    assert SETUP.paths[SETUP.action(text)] == path


def test_every_mix_begins_with_a_primary() -> None:
    firsts = [p[0] for p in SETUP.paths if p[0].startswith("wheel:")]
    assert sorted(firsts) == ["wheel:blue"] * 3 + ["wheel:red"] * 3 + ["wheel:yellow"] * 3


def test_questions_name_the_next_touch() -> None:
    table = opened(2)
    assert table.ask(0) == "Choose one card to keep"
    table.play(0, table.legal(0)[0])
    assert table.ask(0).startswith("You have chosen")
    table = acting(
        drafted=["Lincoln Green", "Iron Black", "Saxon Green", "Kermes"],
        drawn=["Wool", "Silk", "Lac", "Woad"], wheel={"red": 6, "yellow": 2},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    assert table.ask(0) == "Destroy a drafted card, or end your turn"
    do(table, "destroy Kermes")
    assert table.ask(0) == "Choose the garment to make"
    do(table, "make Brazilwood Rose Cloak", "destroy Lincoln Green")
    assert table.ask(0) == "Mix two colours, up to 3 times"
    do(table, "mix red and yellow")
    assert table.ask(0) == "Mix two colours, up to twice"
    do(table, "stop mixing", "destroy Iron Black")
    assert table.ask(0) == "Choose 2 of your drawn cards to destroy"
    do(table, "destroy drawn Lac", "destroy drawn Silk")
    do(table, "stop mixing", "destroy Saxon Green")
    assert table.ask(0).startswith("Choose ")
    assert table.ask(0).endswith(" of your drawn cards to store")


def test_the_log_of_a_draft_keeps_secrets() -> None:
    table = opened(2)
    mine, theirs = table.legal_texts(0)[0], table.legal_texts(1)[0]
    assert told(table, 1, 0, mine) == [LogEntry("has chosen", 0)]
    assert told(table, 1, 0, mine) == [LogEntry("has chosen again", 0)]
    own = told(table, 1, 1, theirs)[0]
    assert own.text == theirs.replace("take", "took")
    for _ in range(2):
        for seat in range(2):
            table.play(seat, table.legal(seat)[0])
    table.play(0, table.legal(0)[0])
    last = told(table, -1, 1, table.legal_texts(1)[0])
    assert [line.seat for line in last] == [1, 0, 1]
    assert last[0].text == "has chosen"
    assert last[1].text.startswith("drafted ")
    assert last[1].text.count(",") == 3


def test_the_log_of_a_turn() -> None:
    table = acting(
        drafted=["Silk", "Madder", "Lac", "Weld", "Kermes"], drawn=["Azurite", "Wool"], deck=["Woad", "Henna"],
        wheel={"red": 4, "yellow": 1}, display=["Brazilwood Rose Cloak"],
    )  # fmt: skip
    assert [x.text for x in told(table, 1, 0, "destroy Silk")] == ["destroyed Silk: draw 2", "drew Woad and Henna"]
    assert told(table, 1, 0, "destroy Madder")[0].pieces == ("red", "red", "vermilion")
    line = told(table, 1, 0, "store Azurite")[0]
    assert (line.text, line.seat, line.pieces) == ("stored Azurite", 0, ("teal", "blue", "blue"))
    do(table, "store Woad")
    made = told(table, 1, 0, "destroy Kermes") + told(table, 1, 0, "make Brazilwood Rose Cloak")
    assert [x.text for x in made] == ["destroyed Kermes: make a garment", "made Brazilwood Rose Cloak, 2 stars"]
    assert [x.text for x in told(table, 1, 0, "destroy Weld")] == [
        "destroyed Weld: make a garment", "nothing came of it",
    ]  # fmt: skip
    do(table, "destroy Lac")
    mixed = told(table, 1, 0, "stop mixing")
    assert [x.text for x in mixed] == ["stopped mixing"]
    assert table.actors == (1,)
    ended = told(table, -1, 1, "end turn")
    assert [x.text for x in ended] == ["ended the turn", "Round 2"]
    assert ended[1].heading


def test_the_log_of_a_mix_has_its_three_colours() -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1})
    do(table, "destroy Lac")
    line = told(table, 1, 0, "mix red and yellow")[0]
    assert (line.text, line.pieces) == ("mixed red and yellow into orange", ("orange", "red", "yellow"))


def test_a_destroyed_drawn_card_and_its_draw_are_told() -> None:
    table = acting(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"], deck=["Silk", "Henna"])
    do(table, "destroy Smalt")
    lines = told(table, 1, 0, "destroy drawn Silk")
    assert [x.text for x in lines] == ["destroyed Silk: draw 2", "drew Silk and Henna"]
    table = acting(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"])
    do(table, "destroy Smalt")
    assert [x.text for x in told(table, 1, 0, "destroy drawn Garment")] == ["destroyed Garment"]


def test_a_view_of_the_draft() -> None:
    table = opened(3)
    chosen = table.legal_texts(0)[0]
    table.play(0, chosen)
    v, other, spectator = seen(table, 0), seen(table, 1), seen(table, -1)
    assert (v.phase, v.round, v.rounds, v.pick, v.passing, v.turn) == ("draft", 1, 8, 1, "left", -1)
    assert len(v.hand) == 5
    assert v.choice in v.hand
    assert (other.choice, spectator.choice, spectator.hand, spectator.mixes) == ("", "", [], [])
    assert [p.chosen for p in other.places] == [True, False, False]
    assert [p.holding for p in other.places] == [5, 5, 5]
    for seat in (1, 2):
        table.play(seat, table.legal(seat)[0])
    assert seen(table, 0).picks == [v.choice]
    assert len(seen(table, 0).hand) == 4
    assert seen(table, -1).picks == []
    assert v.draft_deck == look(table).left


def test_a_view_of_a_turn() -> None:
    table = acting(
        drafted=["Iron Black", "Weld"], drawn=["Wool", "Lac"], wheel={"red": 4, "yellow": 1},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    v = seen(table, 0)
    assert (v.phase, v.turn, v.hand, v.picks) == ("act", 0, [], [])
    assert v.places[0].drafted == ["weld", "iron-black"]
    assert v.places[0].drawn == ["wool", "lac"]
    assert v.places[0].wheel[:5] == [4, 0, 0, 0, 1]
    assert v.mixes == [("red", "yellow", "orange")]
    cloak, robe = v.display[:2]
    assert (cloak.id, cloak.lacks, cloak.fabric, cloak.ready) == ("brazilwood-rose-cloak", [], True, True)
    assert (robe.lacks, robe.fabric, robe.ready) == (["red", "red"], False, False)
    do(table, "destroy Iron Black")
    assert [(w.verb, w.left) for w in seen(table, 1).queue] == [("destroy", 2)]
    assert seen(table, -1).display[0].lacks == ["red"] * 4


def test_made_garments_are_shown() -> None:
    table = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=["Brazilwood Rose Cloak"])
    do(table, "destroy Kermes", "make Brazilwood Rose Cloak")
    place = seen(table, 1).places[0]
    assert (place.stars, place.made) == (2, ["brazilwood-rose-cloak"])
    assert "2 stars (brazilwood rose cloak)" in drawing(table, 1)


@pytest.mark.parametrize("how", [{"no_color": True}, {"force_terminal": True}])
def test_the_terminal_names_every_colour(how: dict[str, Any]) -> None:
    table = acting(drafted=["Kermes", "Madder"], drawn=["Wool", "Garment"], wheel={"red": 4, "teal": 2})
    shown = drawing(table, 0, **how)
    for text in (
        "red 4",
        "teal 2",
        "(amber)",
        "Madder: ",
        "2 red",
        "1 vermilion",
        "store 2",
        "Ada: 0 stars",
        "Bo: ",
    ):
        assert text in shown


def test_the_terminal_shows_a_draft_and_gaps() -> None:
    table = opened(3)
    table.play(0, table.legal(0)[0])
    mine, other = drawing(table, 0), drawing(table, 1)
    assert "Chosen now" in mine
    assert "Draft hand" in mine
    assert "has chosen" in other
    assert "is choosing" in other
    pick_all(table)
    look(table).display[0] = 0
    assert "no garment left" in drawing(table, -1)
    do(table, "end turn")
    assert "turn of Bo" in drawing(table, 0)


def test_the_terminal_says_when_it_is_over() -> None:
    table = Table(GAME.open(2, {"rounds": 1}), bytes(16))
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert "game over" in drawing(table, 0)
    assert table.ask(0) == "The game is over"
