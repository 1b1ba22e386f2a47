"""The view has everything that a table draws, and nothing that the seat cannot know."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from gamut.engine.chance import game_key
from gamut.engine.look import DARK, contrast, load_look
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES
from gamut.games.prismatic.terminal import STYLES
from gamut.games.prismatic.view import Catalogue, Price, Unit, View
from tests.games.prismatic.builders import committing, do, look, opened, resolving, started
from tests.games.prismatic.test_rules_end import bidding


def view_of(table: Table, seat: int = 0) -> View:
    view = table.knowledge(seat).view
    assert isinstance(view, View)
    return view


def find_price(view: View, id: str) -> Price:
    """Return the price of a recipe of the board, a common card, or a card in progress."""
    prices = [*view.board, *view.common, *(price for seat in view.seats for price in seat.progress)]
    return next(price for price in prices if price.id == id)


def test_the_catalogue_contains_what_is_printed() -> None:
    catalogue = GAME.open(2).catalogue
    assert isinstance(catalogue, Catalogue)
    assert (len(catalogue.cards), len(catalogue.board), catalogue.types) == (42, 21, ("hue", "sky", "craft"))
    light = next(card for card in catalogue.cards if card.id == "first-light")
    assert (light.cost, light.takes, light.stars) == (("red", "green", "blue"), "red", 1)
    assert light.ability is not None
    assert (light.ability.kind, light.ability.colour, light.ability.text) == (
        "pool",
        "yellow",
        "yellow light",
    )
    prisms = next(x for x in catalogue.board if x.id == "3-prisms")
    assert (prisms.gives.kind, prisms.gives.count, prisms.cost) == ("prism", 3, ("red", "green", "blue", "black"))


def test_prices_show_what_pays_them_and_what_can_be_created_now() -> None:
    table = resolving(
        palette="RGPW", pool="B", progress={"First Light": "R", "Pixel": "RP"}, common=("Moonbow", "Aurora", ""),
        created={"Fogbow": "W", "Lead White": ""},
    )  # fmt: skip
    view = view_of(table)
    yellow = find_price(view, "pool-yellow")
    assert yellow == Price("pool-yellow", [Unit("red", "there"), Unit("green", "there")], True)
    magenta = find_price(view, "pool-magenta")
    assert [unit.paid for unit in magenta.units] == ["there", "pool"]
    assert find_price(view, "mote-red-1").units == [Unit("magenta", "prismatic"), Unit("yellow", "missing")]
    assert not find_price(view, "mote-red-1").ready
    assert find_price(view, "first-light").units == [
        Unit("red", "there"),
        Unit("green", "missing"),
        Unit("blue", "pool"),
    ]
    assert (find_price(view, "first-light").on, find_price(view, "first-light").ready) == (["red"], False)
    assert [unit.paid for unit in find_price(view, "moonbow").units] == ["pool", "prismatic", "there", "missing"]
    assert view.common[2].id == ""
    created = {card.id: card for card in view.seats[0].created}
    assert (created["fogbow"].ready, created["fogbow"].on) == (True, ["white"])
    assert not created["lead-white"].ready
    assert not any(x.ready for x in view_of(table, 1).board)
    assert not any(x.ready for x in view_of(table, -1).board)
    do(table, "make yellow light")
    assert find_price(view_of(table), "pool-yellow").made
    assert find_price(view_of(table, 1), "pool-yellow").made
    assert find_price(view_of(table, -1), "pool-yellow").made
    assert (view_of(table).pool, view_of(table).aside) == (["blue", "yellow"], ["red", "green"])


def test_recipes_without_effect_are_marked() -> None:
    view = view_of(resolving(palette="YK"))
    assert find_price(view, "discard").nothing
    assert not find_price(view, "pool-yellow").nothing


def test_placed_items_are_fresh_and_hidden_from_the_other_seats() -> None:
    table = committing(drawn="RRGWP", bag="GBRGK", stock=1, progress={"Madder Root": "R"}, created={"First Light": ""})
    do(table, "place red on Madder Root", "place a prism on the palette")
    own, other = view_of(table), view_of(table, 1)
    price, mine = find_price(own, "madder-root"), own.seats[0]
    assert (price.fresh, [unit.paid for unit in price.units]) == (["red"], ["there", "fresh", "missing"])
    assert (mine.fresh, mine.stock, mine.drawn) == (["prism"], 0, ["red", "green", "white", "prismatic"])
    assert find_price(other, "madder-root").fresh == []
    assert (other.seats[0].fresh, other.seats[0].stock) == ([], 1)
    do(table, "done")
    assert [seat.state for seat in view_of(table).seats] == ["submitted", "choosing"]


def test_tasks_with_their_rewards_and_payments() -> None:
    table = resolving(created={"Lead White": "W"}, progress={"Madder Root": "RRW"}, bag="KKKKKK")
    do(table, "use Lead White")
    assert view_of(table).task == "pulled"
    do(table, "return it to the bag", "create Madder Root")
    view = view_of(table)
    assert (view.task, [reward.text for reward in view.rewards]) == ("rewards", ["a red mote"])
    paying = resolving(palette="RG", pool="R")
    do(paying, "make yellow light")
    assert (view_of(paying).task, view_of(paying).owed) == ("pay", ["red", "green"])


def test_choices_at_the_start_and_bids_are_limited_to_the_viewer() -> None:
    table = opened(3)
    kept = table.legal_texts(0)[0]
    do(table, kept, "choose cyan")
    view = view_of(table)
    assert (view.phase, view.chosen_motes, len(view.seats[1].offered)) == ("start", ["cyan"], 2)
    assert view.kept == table.setup.touch_paths[table.setup.parse_action(kept)][0].removeprefix("card:")  # type: ignore[union-attr]
    assert (view_of(table, 1).kept, view_of(table, 1).chosen_motes) == ("", [])
    table = bidding(3, 2, 0)
    assert (view_of(table).lowest_bid, view_of(table).highest_bid) == (0, 3)
    do(table, "bid 2")
    do(table, "bid 2", seat=1)
    assert (view_of(table).lowest_bid, view_of(table).highest_bid) == (3, 3)


def test_seats_resolve_in_order() -> None:
    table = started(3)
    for seat in range(3):
        do(table, "done", seat=seat)
    do(table, "end turn")
    view = view_of(table)
    assert (view.order, view.turn, view.starter) == ([0, 1, 2], 1, 0)
    assert [seat.state for seat in view.seats] == ["resolved", "resolving", "waiting"]


def test_scores_are_those_of_the_result() -> None:
    table = Table(GAME.open(3, {"goal": 2}), game_key(8, 1))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    view = view_of(table, -1)
    for seat_view, total in zip(view.seats, table.result.scores, strict=True):
        parts = msgspec.structs.asdict(seat_view.score)
        assert parts.pop("earned") == total - parts["progress"]
        assert parts.pop("total") == total == sum(parts.values())
    assert view.phase == "over"


def test_the_terminal_has_the_colours_of_the_look() -> None:
    assert set(STYLES) == set(ITEM_NAMES)
    assert STYLES["yellow"] == load_look(GAME.folder).colours["yellow"].value, "bright enough as it is"
    for colour in COLOUR_NAMES:
        assert contrast(STYLES[colour], DARK) >= 4


@pytest.mark.parametrize("width", [60, 100])
def test_the_terminal_has_letters_for_all_colours_and_fits(width: int) -> None:
    table = resolving(
        palette="RGBCMYWKP^", pool="Y", progress={"Moonbow": "BC"}, created={"First Light": "RR"},
        common=("Aurora", "", "Glory"),
    )  # fmt: skip
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(table.knowledge(0).terminal_view(["Ada", "Bo"]))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= width
    flat = " ".join(text.replace("│", " ").split())
    for part in (
        "palette R G B C M Y W K P ^",
        "Moonbow",
        "First Light",
        "on it R R",
        "light ~Y",
        "-W",
        "Ada, starter",
    ):
        assert part in flat
    assert "~Y yellow" in GAME.presentation.terminal_symbols
    for phase in (opened(2), bidding(2, 2), committing(drawn="RRGWP", bag="GBRGK")):
        console.print(phase.knowledge(0).terminal_view(["Ada", "Bo"]))
    look(table).turn = 0
