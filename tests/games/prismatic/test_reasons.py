"""Why pieces cannot be touched, and warnings."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.chance import game_key
from gamut.engine.presentation import Reason
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from tests.games.prismatic.builders import arrange, committing, do, look, opened, resolving
from tests.games.prismatic.test_rules_end import bidding


def text(table: Table, touched: str, *touches: str, seat: int = 0) -> str:
    """Return why a seat cannot touch a piece; empty: it can."""
    reason = table.knowledge(seat).why_not(touches, touched)
    return "" if reason is None else reason.text


def warning(table: Table, action: str, seat: int = 0) -> str:
    number = table.setup.parse_action(action)
    assert number in table.legal(seat)
    return table.knowledge(seat).warn(number)


# ---------------------------------------------------------------------- why not


def test_a_seat_has_to_wait_for_its_turn() -> None:
    table = resolving(palette="RG", others=[{"palette": "WK"}])
    assert text(table, "board:prism", seat=1) == "It's {0}'s turn."
    assert table.knowledge(-1).why_not((), "board:prism") is None
    table = committing(drawn="RGBWK", bag="RGBRG")
    do(table, "done")
    assert text(table, "drawn:red") == "You've committed. You can still undo while others are choosing."
    table = bidding(2, 2, last=True)
    assert text(table, "board:prism") == "The game is over."


def test_the_start() -> None:
    table = opened(2)
    mine, other = (table.setup.touch_paths[table.legal(seat)[0]][0] for seat in range(2))
    assert text(table, str(mine)) == ""
    assert text(table, str(other)) == "You can keep only one of the two cards that you were dealt."
    assert text(table, "supply:prismatic") == "You can't choose a prismatic mote."
    assert text(table, "button:done") == "Keep a card and choose two motes first."
    do(table, table.legal_texts(0)[0], "choose red", "choose white")
    assert text(table, str(mine)).startswith("You have chosen ")
    assert text(table, "supply:red") == "You have already chosen red and white."


def test_laying_things() -> None:
    table = committing(
        drawn="RRGWP", bag="GBRGK", stock=1, common=("Aurora", "", ""),
        progress={"Madder Root": "R", "Lead White": "WW"},
        created={"First Light": "", "Crucial Experiment": "", "Ultramarine": ""},
    )  # fmt: skip
    for touched, touches, expected in (
        ("drawn:blue", (), "You have no blue mote left to place."),
        ("bag", (), "Motes that you don't place return to your bag."),
        ("palette", (), "Choose a mote or a prism first, then its place."),
        ("board:prism", (), "You can use the board on your turn, once all players have committed."),
        ("bid:1", (), "There is no auction now."),
        ("board:prism", ("drawn:red",), "Place it on your palette or on one of your cards."),
        ("card:aurora", ("drawn:red",), "Pay for common cards from your palette – place it there."),
        ("card:first-light", ("drawn:green",), "The ability of First Light takes red, not green."),
        ("card:crucial-experiment", ("drawn:red",), "The ability of Crucial Experiment is free."),
        ("card:ultramarine", ("drawn:red",), "Ultramarine has no ability to pay for."),
        ("card:madder-root", ("drawn:green",), "Madder Root doesn't take green: its price is 2 red and white."),
        ("card:lead-white", ("drawn:white",), "Lead White has enough white: its price is 2 white."),
        ("card:lead-white", ("drawn:prismatic",), "Lead White already has all its motes."),
    ):
        assert text(table, touched, *touches) == expected
    assert text(table, "card:madder-root", "drawn:red") == ""
    arrange(table, 1, progress={"Pixel": ""}, drawn="RRGGB", bag="RRGGB")
    assert text(table, "card:pixel", "drawn:red") == "You can't place anything on other players' cards."
    do(table, "place a prism on the palette")
    assert text(table, "stock") == "You have no prisms in stock."
    pulled = resolving(created={"Lead White": "W"})
    do(pulled, "use Lead White")
    assert text(pulled, "stock") == "Prisms can be placed only before you commit."
    assert text(pulled, "bag") == ""


def test_creating_and_using() -> None:
    table = resolving(
        palette="RGYKW", progress={"Madder Root": "R"}, common=("Aurora", "", ""), bag="RRRR",
        created={"First Light": "", "Ultramarine": "", "Crucial Experiment": ""},
        others=[{"progress": {"Pixel": ""}, "created": {"Fogbow": ""}}],
    )  # fmt: skip
    for touched, expected in (
        ("board:pool-cyan", "You need blue."),
        ("board:prism", ""),
        ("card:madder-root", "Madder Root still needs red and white."),
        ("card:aurora", "You need cyan and magenta."),
        ("card:first-light", "First Light needs red on it; light can't pay for abilities."),
        ("card:ultramarine", "Ultramarine has no ability."),
        ("card:pixel", "Pixel belongs to {1}."),
        ("card:fogbow", "Fogbow belongs to {1}."),
        ("palette", "You can't place motes now. Choose what to create or use."),
    ):
        assert text(table, touched) == expected
    do(table, "use Crucial Experiment", "make yellow light")
    assert text(table, "card:crucial-experiment") == "Already used – Crucial Experiment works once per round."
    assert text(table, "board:pool-yellow") == "Already used – each recipe works once per round."
    empty = resolving(palette="YKK", created={"Lead White": "W"}, bag="", progress={"Pixel": "RRGGBB"})
    assert text(empty, "card:lead-white") == "Your bag is empty."
    assert text(resolving(palette="YK"), "board:discard") == "There is no card to discard."


def test_an_open_decision_comes_first() -> None:
    table = resolving(
        palette="RGRGYKRK", pool="R", progress={"Madder Root": "RRW", "Pixel": ""}, bag="RRRR",
        created={"Neon Sign": "R", "Vermilion": "R", "Magic Lantern": "K"}, common=("Aurora", "", ""),
        others=[{"progress": {"Glory": ""}, "created": {"Fogbow": ""}}],
    )  # fmt: skip
    do(table, "make yellow light")
    assert text(table, "board:prism") == "Choose how to pay first."
    do(table, "pay with motes", "create Madder Root")
    assert text(table, "board:prism") == "Take the rewards first, or skip them."
    do(table, "skip the rewards", "use Neon Sign")
    assert text(table, "card:pixel") == "Pixel is already yours."
    assert text(table, "card:fogbow") == "Created cards are safe."
    assert text(table, "palette") == "You can steal only common cards and other players' cards in progress."
    do(table, "steal Glory", "use the board to discard a card", "pay with motes")
    assert text(table, "card:fogbow") == "Created cards are safe."
    do(table, "discard Glory", "use Magic Lantern")
    assert text(table, "card:aurora") == "The common area has an empty place: put the card there."
    do(table, "put it in the common area", "use Vermilion")
    assert text(table, "card:pixel") == "Choose one of your cards, or your palette, with something on it."


def test_bidding() -> None:
    table = bidding(2, 4)
    assert text(table, "bid:3") == "You have only 2 prisms in stock."
    assert text(table, "board:prism") == "Bid for the starter token first. You may bid nothing."
    do(table, "bid 1")
    do(table, "bid 1", seat=1)
    assert text(table, "bid:1") == "Bid more than 1, or drop out."
    assert text(table, "bid:2") == ""


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_can_be_touched_or_says_why_not(seats: int) -> None:
    """In random games: an answer exactly for what is not next on a legal path."""
    setup, random = GAME.open(seats, {"goal": 2, "auction": True}), Random(seats)
    ids = sorted({touch for path in setup.touch_paths for touch in path if isinstance(touch, str)})
    table, n_checked = Table(setup, game_key(9, seats)), 0
    while not table.over and len(table.history) < 150:
        if random.random() < 0.1:
            for seat in range(seats):
                known = table.knowledge(seat)
                firsts = {setup.touch_paths[a][0] for a in known.legal}
                for touched in random.sample(ids, 25):
                    reason = known.why_not((), touched)
                    assert (reason is None) == (touched in firsts), (touched, reason)
                    if reason is not None:
                        assert reason.text.endswith((".", "?"))
                        assert reason == Reason(reason.text, (touched,))
                    n_checked += 1
        seat = random.choice(table.actors)
        table.play(seat, random.choice(table.legal(seat)))
    assert n_checked > 100


def test_any_touches_have_an_answer() -> None:
    """Pages ask only sensibly, but others ask too: with touches that no path has, also for what can be created."""
    setup, random = GAME.open(2), Random(5)
    ids = sorted({touch for path in setup.touch_paths for touch in path if isinstance(touch, str)})
    cards = [touch for touch in ids if touch.startswith("card:")]
    reasons = set[str]()
    for game in range(6):
        table = Table(setup, game_key(11, game))
        while not table.over and len(table.history) < 250:
            seat = random.choice(table.actors)
            known = table.knowledge(seat)
            for touched in random.sample(cards, 4) + [t for a in known.legal for t in setup.touch_paths[a][:1]][:6]:
                if isinstance(touched, str):
                    before = random.choice(ids)
                    reason = known.why_not((before,), touched)
                    assert reason is None or (reason.text.endswith(".") and reason.pieces == (before, touched))
                    reasons.update([reason.text] if reason else [])
            table.play(seat, random.choice(table.legal(seat)))
    assert any(text == "Finish the current action first." for text in reasons)


# ---------------------------------------------------------------------- waste


def test_warnings_name_what_is_lost() -> None:
    table = resolving(palette="RGYK", pool="BB", progress={"Moonbow": "B^", "Madder Root": "RRW"}, stock=0)
    assert warning(table, "end turn") == "You can still create Madder Root (1 star)."
    assert warning(table, "make yellow light") == ""
    do(table, "create Madder Root")
    assert warning(table, "skip the rewards") == "You'd lose the remaining rewards."
    do(table, "take a red mote", "use the board to discard a card")
    assert warning(table, "discard Moonbow") == "You'd lose 1 prism."
    do(table, "discard Moonbow")
    assert warning(table, "end turn") == "You'd lose your unused light: 2 blue."
    table = resolving(created={"Vermilion": "R"}, palette="^^R", progress={"Pixel": "R"})
    assert warning(table, "end turn") == ""
    do(table, "use Vermilion")
    assert warning(table, "empty the palette") == "You'd lose 2 prisms."
    assert warning(table, "empty Pixel") == ""


def test_warnings_of_few_prisms_and_of_the_last_round() -> None:
    table = resolving(palette="RGBK", others=[{"stock": 48}])
    assert warning(table, "make 3 prisms") == "Only 1 prism left."
    table = resolving(created={"Neon Sign": "R"}, common=("First Light", "Pixel", ""), pool="RGB")
    look(table).final = 1
    do(table, "use Neon Sign")
    assert warning(table, "steal First Light") == ""  # the pool can pay it
    assert warning(table, "steal Pixel") == "Last round: an unfinished card costs a star."


def test_light_that_pays_for_nothing_is_no_reason_to_ask() -> None:
    assert warning(resolving(palette="R", pool="G"), "end turn") == "You'd lose your unused light: green."
    assert warning(resolving(palette="R", pool="Y"), "end turn") == ""
    assert warning(resolving(palette="WK", pool="Y"), "end turn") == "", "the prism takes no yellow"


def test_warnings_of_an_empty_commit_and_of_unused_gains() -> None:
    table = committing(bag="RRGGBBKK", drawn="RW")
    assert warning(table, "done") == "Commit nothing? Your 2 motes return to your bag."
    do(table, "place red on the palette")
    assert warning(table, "done") == ""
    table = resolving(created={"Cyanotype": "", "Minus Green": ""}, palette="W")
    assert warning(table, "end turn") == "You can still use Cyanotype: a cyan mote for free."
    do(table, "use Cyanotype")
    assert warning(table, "end turn") == ""
    table = resolving(created={"Fogbow": "W", "Lead White": "W", "First Light": ""})
    assert warning(table, "end turn") == "You can still use Fogbow: 1 prism."
    do(table, "use Fogbow")
    assert warning(table, "end turn") == "", "a pull may be unwanted"
