"""The view says all that a table draws, and nothing that the seat cannot know."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.positions import committing, do, look, opened, resolving, started
from gamut.games.prismatic.tests.test_end import bidding
from gamut.games.prismatic.view import Lay, Price, PrismaticCatalogue, PrismaticView, Unit


def seen(table: Table, seat: int = 0) -> PrismaticView:
    """The view of a seat."""
    found = table.knowledge(seat).view
    assert isinstance(found, PrismaticView)
    return found


def price(view: PrismaticView, name: str) -> Price:
    """A creation of the board, a common card, or a card in progress."""
    everything = [*view.board, *view.common, *(x for place in view.places for x in place.progress)]
    return next(x for x in everything if x.id == name)


def test_the_catalogue_tells_what_is_printed() -> None:
    found = GAME.open(2).catalogue
    assert isinstance(found, PrismaticCatalogue)
    assert (len(found.cards), len(found.board), found.types) == (42, 21, ("hue", "sky", "craft"))
    light = next(card for card in found.cards if card.id == "first-light")
    assert (light.cost, light.takes, light.stars) == (("red", "green", "blue"), "red", 1)
    assert light.ability is not None
    assert (light.ability.kind, light.ability.colour, light.ability.text) == (
        "pool",
        "yellow",
        "yellow for the pool",
    )
    assert light.text
    prisms = next(x for x in found.board if x.id == "3-prisms")
    assert (prisms.gives.kind, prisms.gives.count, prisms.cost) == ("prism", 3, ("red", "green", "blue", "black"))


def test_what_can_be_created_now_and_what_pays_it() -> None:
    table = resolving(
        palette="RGPW", pool="B", progress={"First Light": "R", "Pixel": "RP"}, common=("Moonbow", "Aurora", ""),
        created={"Fogbow": "W", "Lead White": ""},
    )  # fmt: skip
    view = seen(table)
    yellow = price(view, "pool-yellow")
    assert yellow == Price("pool-yellow", [Unit("red", "there"), Unit("green", "there")], True)
    magenta = price(view, "pool-magenta")
    assert [unit.paid for unit in magenta.units] == ["there", "pool"]
    assert price(view, "mote-red-1").units == [Unit("magenta", "prismatic"), Unit("yellow", "missing")]
    assert not price(view, "mote-red-1").ready
    assert price(view, "first-light").units == [
        Unit("red", "there"),
        Unit("green", "missing"),
        Unit("blue", "pool"),
    ]
    assert (price(view, "first-light").on, price(view, "first-light").ready) == (["red"], False)
    assert [unit.paid for unit in price(view, "moonbow").units] == ["pool", "prismatic", "there", "missing"]
    assert view.common[2].id == ""
    created = {card.id: card for card in view.places[0].created}
    assert (created["fogbow"].ready, created["fogbow"].on) == (True, ["white"])
    assert not created["lead-white"].ready
    assert not any(x.ready for x in seen(table, 1).board)
    assert not any(x.ready for x in seen(table, -1).board)
    do(table, "make yellow for the pool")
    assert price(seen(table), "pool-yellow").made
    assert price(seen(table, 1), "pool-yellow").made
    assert price(seen(table, -1), "pool-yellow").made
    assert (seen(table).pool, seen(table).aside) == (["blue", "yellow"], ["red", "green"])


def test_what_would_do_nothing_is_marked() -> None:
    view = seen(resolving(palette="YK"))
    assert price(view, "discard").nothing
    assert not price(view, "pool-yellow").nothing


def test_where_things_may_be_laid() -> None:
    table = committing(
        drawn="RRGWP", bag="GBRGK", stock=1, progress={"Madder Root": "R"}, created={"First Light": ""}
    )
    places = {lay.item: set(lay.places) for lay in seen(table).lays}
    assert places == {
        "red": {"card:madder-root", "card:first-light", "palette"},
        "green": {"palette"},
        "white": {"card:madder-root", "palette"},
        "prismatic": {"card:madder-root", "card:first-light", "palette"},
        "prism": {"palette"},
    }
    do(table, "lay red on Madder Root", "lay prism on the palette")
    own, other = seen(table), seen(table, 1)
    assert price(own, "madder-root").fresh == ["red"]
    assert [unit.paid for unit in price(own, "madder-root").units] == ["there", "fresh", "missing"]
    assert (own.places[0].fresh, own.places[0].stock, own.places[0].drawn) == (
        ["prism"],
        0,
        ["red", "green", "white", "prismatic"],
    )
    assert price(other, "madder-root").fresh == []
    assert (other.places[0].fresh, other.places[0].stock) == ([], 1)
    assert other.lays != []
    do(table, "done")
    assert [place.state for place in seen(table).places] == ["in", "choosing"]
    assert seen(table).lays == []


def test_a_pulled_mote_and_rewards() -> None:
    table = resolving(created={"Lead White": "W"}, progress={"Madder Root": "RRW"}, bag="KKKKKK")
    do(table, "use Lead White")
    assert (seen(table).task, seen(table).lays) == ("pulled", [Lay("black", ["palette"])])
    do(table, "put it back", "create Madder Root")
    view = seen(table)
    assert (view.task, view.wanted, [x.text for x in view.rewards]) == (
        "rewards",
        "card:madder-root",
        ["a red mote"],
    )
    paying = resolving(palette="RG", pool="R")
    do(paying, "make yellow for the pool")
    assert (seen(paying).task, seen(paying).wanted, seen(paying).owed) == (
        "pay",
        "board:pool-yellow",
        ["red", "green"],
    )


def test_the_start_and_the_auction() -> None:
    table = opened(3)
    kept = table.legal_texts(0)[0]
    do(table, kept, "choose cyan")
    view = seen(table)
    assert (view.phase, view.wished, len(view.places[1].offered)) == ("start", ["cyan"], 2)
    assert view.kept == table.setup.paths[table.setup.action(kept)][0].removeprefix("card:")  # type: ignore[union-attr]
    assert (seen(table, 1).kept, seen(table, 1).wished) == ("", [])
    table = bidding(3, 2, 0)
    assert (seen(table).lowest_bid, seen(table).highest_bid, seen(table).bid) == (0, 3, -1)
    do(table, "bid 2")
    assert (seen(table).bid, seen(table, 1).bid) == (2, -1)
    do(table, "bid 2", seat=1)
    view = seen(table)
    assert [place.bid for place in view.places] == [2, 2, 0]
    assert [place.out for place in view.places] == [False, True, False]
    assert (view.lowest_bid, view.highest_bid) == (3, 3)


def test_order_and_states_of_a_round() -> None:
    table = started(3)
    for seat in range(3):
        do(table, "done", seat=seat)
    do(table, "end step")
    view = seen(table)
    assert (view.order, view.turn, view.starter) == ([0, 1, 2], 1, 0)
    assert [place.state for place in view.places] == ["resolved", "resolving", "waiting"]


def test_scores_are_those_of_the_result() -> None:
    table = Table(GAME.open(3, {"goal": 2}), game_key(8, 1))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    view = seen(table, -1)
    for place, total in zip(view.places, table.result.scores, strict=True):
        parts = msgspec.structs.asdict(place.score)
        assert parts.pop("total") == total == sum(parts.values())
    assert view.phase == "over"


@pytest.mark.parametrize("width", [60, 100])
def test_the_drawing_has_letters_for_all_colours_and_fits(width: int) -> None:
    table = resolving(
        palette="RGBCMYWKP^", pool="Y", progress={"Moonbow": "BC"}, created={"First Light": "RR"},
        common=("Aurora", "", "Glory"),
    )  # fmt: skip
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(table.knowledge(0).draw(["Ada", "Bo"]))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= width
    flat = " ".join(text.replace("│", " ").split())
    for part in (
        "palette R G B C M Y W K P ^",
        "Moonbow",
        "First Light",
        "on it R R",
        "pool ~Y",
        "-W",
        "Ada, starter",
    ):
        assert part in flat
    assert "~Y yellow" in GAME.language.legend
    for phase in (opened(2), bidding(2, 2), committing(drawn="RRGWP", bag="GBRGK")):
        console.print(phase.knowledge(0).draw(["Ada", "Bo"]))
    look(table).turn = 0
