"""Why not, and what would be wasted."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.keys import game_key
from gamut.engine.language import Reason
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.positions import arrange, committing, do, look, opened, resolving, settle, started
from gamut.games.prismatic.tests.test_end import bidding


def text(table: Table, touched: str, *touches: str, seat: int = 0) -> str:
    """What a seat is answered; nothing where the piece may be touched."""
    found = table.knowledge(seat).why_not(touches, touched)
    return "" if found is None else found.text


def warning(table: Table, action: str, seat: int = 0) -> str:
    """What an action would waste."""
    number = table.setup.action(action)
    assert number in table.legal(seat)
    return table.knowledge(seat).warn(number)


# ---------------------------------------------------------------------- why not


def test_others_have_to_be_waited_for() -> None:
    table = resolving(palette="RG", others=[{"palette": "WK"}])
    assert text(table, "board:prism", seat=1) == "{0} resolves now; everybody has one step a round."
    assert table.knowledge(-1).why_not((), "board:prism") is None
    table = committing(drawn="RGBWK", bag="RGBRG")
    do(table, "done")
    assert text(table, "drawn:red") == "You are done: take back to change something, until the others are done too."
    table = bidding(2, 2, last=True)
    assert text(table, "board:prism") == "The game is over."


def test_the_start() -> None:
    table = opened(2)
    mine, other = (table.setup.paths[table.legal(seat)[0]][0] for seat in range(2))
    assert text(table, str(mine)) == ""
    assert text(table, str(other)) == "Only the two cards turned up for you can be kept."
    assert text(table, "supply:prismatic") == "A prismatic mote cannot be chosen at the start."
    assert text(table, "button:done") == "First keep a card and choose two motes."
    do(table, table.legal_texts(0)[0], "choose red", "choose white")
    assert text(table, str(mine)).startswith("You keep ")
    assert text(table, "supply:red") == "You have chosen red and white."


def test_laying_things() -> None:
    table = committing(
        drawn="RRGWP", bag="GBRGK", stock=1, common=("Aurora", "", ""),
        progress={"Madder Root": "R", "Lead White": "WW"},
        created={"First Light": "", "Crucial Experiment": "", "Ultramarine": ""},
    )  # fmt: skip
    for touched, touches, said in (
        ("drawn:blue", (), "There is no blue mote left to lay."),
        ("bag", (), "Motes that you do not lay go back into the bag when you are done."),
        ("palette", (), "Touch a mote or a prism first, then where it goes."),
        ("board:prism", (), "Creations are made in the resolve step, from what lies there then."),
        ("bid:1", (), "There is no auction now."),
        ("board:prism", ("drawn:red",), "It goes to your palette or to one of your cards."),
        ("card:aurora", ("drawn:red",), "Common cards are paid from your palette: lay it there."),
        ("card:first-light", ("drawn:green",), "The ability of First Light takes red, not green."),
        ("card:crucial-experiment", ("drawn:red",), "The ability of Crucial Experiment costs nothing."),
        ("card:ultramarine", ("drawn:red",), "Ultramarine has no ability that could use it."),
        ("card:madder-root", ("drawn:green",), "Madder Root does not take green: its price is 2 red and white."),
        ("card:lead-white", ("drawn:white",), "There is enough white on Lead White: its price is 2 white."),
        ("card:lead-white", ("drawn:prismatic",), "All motes for Lead White lie there: a prismatic one stands in."),
    ):
        assert text(table, touched, *touches) == said
    assert text(table, "card:madder-root", "drawn:red") == ""
    arrange(table, 1, progress={"Pixel": ""}, drawn="RRGGB", bag="RRGGB")
    assert text(table, "card:pixel", "drawn:red") == "Nothing can be laid on the cards of others."
    do(table, "lay prism on the palette")
    assert text(table, "stock") == "There is no prism in your stock."
    pulled = resolving(created={"Lead White": "W"})
    do(pulled, "use Lead White")
    assert text(pulled, "stock") == "Prisms are committed in the commit step only."
    assert text(pulled, "bag") == ""


def test_creating_and_using() -> None:
    table = resolving(
        palette="RGYKW", progress={"Madder Root": "R"}, common=("Aurora", "", ""), bag="RRRR",
        created={"First Light": "", "Ultramarine": "", "Crucial Experiment": ""},
        others=[{"progress": {"Pixel": ""}, "created": {"Fogbow": ""}}],
    )  # fmt: skip
    for touched, said in (
        ("board:pool-cyan", "Palette and pool miss blue."),
        ("board:prism", ""),
        ("card:madder-root", "Madder Root misses red and white."),
        ("card:aurora", "Palette and pool miss cyan and magenta."),
        ("card:first-light", "First Light needs red on it; the pool does not pay abilities."),
        ("card:ultramarine", "Ultramarine has no ability."),
        ("card:pixel", "Pixel belongs to {1}."),
        ("card:fogbow", "Fogbow belongs to {1}."),
        ("palette", "Committing is over: touch what you want to create or use."),
    ):
        assert text(table, touched) == said
    do(table, "use Crucial Experiment", "make yellow for the pool")
    assert text(table, "card:crucial-experiment") == "You have used Crucial Experiment in this round."
    assert text(table, "board:pool-yellow") == (
        "You have made this in this round; each creation is for once a round."
    )
    empty = resolving(palette="YKK", created={"Lead White": "W"}, bag="", progress={"Pixel": "RRGGBB"})
    assert text(empty, "card:lead-white") == "Lead White would do nothing: there is nothing left for pull."
    assert (
        text(resolving(palette="YK"), "board:discard") == "It would do nothing: there is nothing left for discard."
    )


def test_what_is_asked_comes_first() -> None:
    table = resolving(
        palette="RGRGYKRK", pool="R", progress={"Madder Root": "RRW", "Pixel": ""}, bag="RRRR",
        created={"Neon Sign": "R", "Vermilion": "R", "Magic Lantern": "K"}, common=("Aurora", "", ""),
        others=[{"progress": {"Glory": ""}, "created": {"Fogbow": ""}}],
    )  # fmt: skip
    do(table, "make yellow for the pool")
    assert text(table, "board:prism") == "First say how you pay."
    do(table, "pay with motes", "create Madder Root")
    assert text(table, "board:prism") == "First take the rewards, or decline them."
    do(table, "decline", "use Neon Sign")
    assert text(table, "card:pixel") == "Pixel is yours already."
    assert text(table, "card:fogbow") == "Created cards are safe."
    assert text(table, "palette") == "Only cards in progress of others and common cards can be stolen."
    do(table, "steal Glory", "make a discard", "pay with motes")
    assert text(table, "card:fogbow") == "Created cards are safe."
    do(table, "discard Glory", "use Magic Lantern")
    assert text(table, "card:aurora") == "There is room in the common area: put the card there."
    do(table, "put it into the common area", "use Vermilion")
    assert text(table, "card:pixel") == "Choose one of your cards, or your palette, with something on it."


def test_bidding() -> None:
    table = bidding(2, 4)
    assert text(table, "bid:3") == "You have only 2 prisms in stock."
    assert text(table, "board:prism") == "First the auction: bid prisms, or none."
    do(table, "bid 1")
    do(table, "bid 1", seat=1)
    assert text(table, "bid:1") == "Bid more than 1, or forgo."
    assert text(table, "bid:2") == ""


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_can_be_touched_or_says_why_not(seats: int) -> None:
    """In random games: an answer exactly for what is not next on a legal path."""
    setup, random = GAME.open(seats, {"goal": 2, "auction": True}), Random(seats)
    ids = sorted({touch for path in setup.paths for touch in path if isinstance(touch, str)})
    table, asked = Table(setup, game_key(9, seats)), 0
    while not table.over and len(table.history) < 150:
        if random.random() < 0.1:
            for seat in range(seats):
                known = table.knowledge(seat)
                firsts = {setup.paths[a][0] for a in known.legal}
                for touched in random.sample(ids, 25):
                    found = known.why_not((), touched)
                    assert (found is None) == (touched in firsts), (touched, found)
                    if found is not None:
                        assert found.text.endswith((".", "?"))
                        assert found == Reason(found.text, (touched,))
                    asked += 1
        seat = random.choice(table.actors)
        table.play(seat, random.choice(table.legal(seat)))
    assert asked > 100


def test_whatever_was_touched_before_the_question_is_answered() -> None:
    """Pages ask only sensibly, but others ask too: with touches that no path has, also for what can be created."""
    setup, random = GAME.open(2), Random(5)
    ids = sorted({touch for path in setup.paths for touch in path if isinstance(touch, str)})
    cards = [touch for touch in ids if touch.startswith("card:")]
    said = set[str]()
    for game in range(6):
        table = Table(setup, game_key(11, game))
        while not table.over and len(table.history) < 250:
            seat = random.choice(table.actors)
            known = table.knowledge(seat)
            for touched in random.sample(cards, 4) + [t for a in known.legal for t in setup.paths[a][:1]][:6]:
                if isinstance(touched, str):
                    before = random.choice(ids)
                    reason = known.why_not((before,), touched)
                    assert reason is None or (reason.text.endswith(".") and reason.pieces == (before, touched))
                    said.update([reason.text] if reason else [])
            table.play(seat, random.choice(table.legal(seat)))
    assert any(text.endswith("can be created, but not in the middle of something else.") for text in said)


# ---------------------------------------------------------------------- waste


def test_true_waste_is_warned_of() -> None:
    table = resolving(palette="RGYK", pool="BB", progress={"Moonbow": "B^", "Madder Root": "RRW"}, stock=0)
    assert warning(table, "end step") == "2 blue in the pool would go out unused"
    assert warning(table, "make yellow for the pool") == ""
    do(table, "create Madder Root")
    assert warning(table, "decline") == "What is left of the rewards would be lost"
    do(table, "take a red mote", "make a discard")
    assert warning(table, "discard Moonbow") == "1 prism would be lost"
    table = resolving(created={"Vermilion": "R"}, palette="^^R", progress={"Pixel": "R"})
    assert warning(table, "end step") == ""
    do(table, "use Vermilion")
    assert warning(table, "empty the palette") == "2 prisms would be lost"
    assert warning(table, "empty Pixel") == ""


def test_few_prisms_and_the_last_round_are_warned_of() -> None:
    table = resolving(palette="RGBK", others=[{"stock": 48}])
    assert warning(table, "make 3 prisms") == "There is only 1 prism left"
    table = resolving(created={"Neon Sign": "R"}, common=("First Light", "Pixel", ""), pool="RGB")
    look(table).final = 1
    do(table, "use Neon Sign")
    assert warning(table, "steal First Light") == ""  # the pool can pay it
    assert warning(table, "steal Pixel") == "This is the last round: a card in progress would cost a star"
    table = started(2)
    settle(table)
    assert warning(table, "done") == ""
