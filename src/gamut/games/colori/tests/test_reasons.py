"""Why not, and what would be wasted."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.keys import game_key
from gamut.engine.language import Reason, TouchPath
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_IDS, COLOUR_NAMES, GARMENT_IDS
from gamut.games.colori.positions import acting, do, opened, pick_all, seen

CLOAK, ROBE, APRON = "Brazilwood Rose Cloak", "Kermes Crimson Robe", "Woad Blue Workman's Apron"

EVERY_ID = [f"{place}:{card}" for place in ("hand", "drafted", "drawn") for card in CARD_IDS if card != "garment"]
EVERY_ID += ["drawn:garment", "button:take", "button:stop", "button:end"]
EVERY_ID += [f"wheel:{colour}" for colour in COLOUR_NAMES] + [f"garment:{garment}" for garment in GARMENT_IDS]


def why(table: Table, touched: str, *touches: str, seat: int = 0) -> Reason | None:
    """What a seat is answered."""
    return table.knowledge(seat).why_not(touches, touched)


def text(table: Table, touched: str, *touches: str, seat: int = 0) -> str:
    """The text of it."""
    found = why(table, touched, *touches, seat=seat)
    assert found is not None
    return found.text


# ---------------------------------------------------------------------- the draft


def test_in_the_draft_only_the_hand_can_be_touched() -> None:
    table = opened(2)
    mine, other = table.legal_texts(0)[0], table.legal_texts(0)[1]
    held, second = (f"hand:{seen(table, 0).hand[k]}" for k in (0, -1))
    assert why(table, held) is None
    assert why(table, "button:take", held) is None
    assert text(table, "button:take") == "Choose a card of your hand first."
    for touched in ("wheel:red", "drawn:wool", "drafted:madder", "button:end", "garment:" + GARMENT_IDS[0]):
        assert text(table, touched) == "First the draft: choose a card of your hand."
    assert text(table, second, held) == f"{mine.removeprefix('take ')} is chosen: take it, or let it go first."
    absent = next(
        card for card in CARD_IDS[7:46] if f"hand:{card}" not in {f"hand:{c}" for c in seen(table, 0).hand}
    )
    assert text(table, f"hand:{absent}").endswith(" is not in your hand.")
    table.play(0, mine)
    chosen = mine.removeprefix("take ")
    assert text(table, second) == f"You have chosen {chosen}: take it back if you want another card."
    assert other in table.setup.texts


def test_who_holds_no_card_waits() -> None:
    table = opened(3)
    table.record["due"] = 0b110
    assert text(table, "hand:madder") == "You hold no card: wait for the others."


# ---------------------------------------------------------------------- turns


def test_others_and_the_end_have_to_be_waited_for() -> None:
    table = acting(drafted=["Weld"])
    assert text(table, "drafted:weld", seat=1) == "Wait for your turn."
    assert text(table, "hand:weld") == "Cards are taken in the draft, when the next round begins."
    assert text(table, "button:take") == "Cards are taken in the draft, when the next round begins."
    assert why(table, "drafted:weld", seat=-1) is None
    over = opened(2, rounds=1)
    pick_all(over)
    do(over, "end turn")
    do(over, "end turn", seat=1)
    assert text(over, "button:end") == "The game is over."


def test_what_is_running_comes_first() -> None:
    table = acting(
        drafted=["Madder", "Lac", "Kermes", "Smalt"], drawn=["Wool", "Silk", "Woad", "Linen"],
        wheel={"red": 6, "yellow": 6, "blue": 6}, display=[CLOAK, ROBE],
    )  # fmt: skip
    assert why(table, "drafted:lac") is None
    assert why(table, "button:end") is None
    assert text(table, "drafted:weld") == "Weld is not among your drafted cards."
    assert text(table, "drawn:lac") == "Lac is not among your drawn cards."
    assert text(table, "drawn:wool") == "Drawn cards are used by destroying a drafted card that stores or destroys."
    assert text(table, "button:stop") == "You have no mix running."
    do(table, "destroy Madder")
    for touched in ("drafted:lac", "button:end", "wheel:red", f"garment:{GARMENT_IDS[0]}"):
        assert text(table, touched) == "First store 2: touch a drawn card."
    assert why(table, "drawn:silk") is None
    do(table, "store Silk", "store Woad", "destroy Lac")
    assert text(table, "drawn:wool") == "First mix 1: touch two colours, or stop."
    assert why(table, "button:stop") is None
    do(table, "stop mixing", "destroy Kermes")
    assert table.actors == (0,)


# ---------------------------------------------------------------------- garments


def test_a_garment_says_what_is_missing() -> None:
    table = acting(
        drafted=["Kermes", "Weld"], drawn=["Wool", "Linen"], wheel={"red": 4, "blue": 4},
        display=[CLOAK, ROBE, APRON, "Madder Red Doublet"],
    )  # fmt: skip
    robe = "garment:kermes-crimson-robe"
    assert why(table, robe) == Reason(
        "You have no ability running that makes a garment, and your wheel lacks 2 red and you have no silk among "
        "your drawn cards.",
        (robe, "wheel:red"),
    )
    assert text(table, "garment:brazilwood-rose-cloak") == (
        "You have no ability running that makes a garment: Kermes, Indigo, Weld or Tyrian Purple would start one."
    )
    do(table, "destroy Kermes")
    assert why(table, "garment:brazilwood-rose-cloak") is None
    assert why(table, robe) == Reason(
        "Your wheel lacks 2 red and you have no silk among your drawn cards.", (robe, "wheel:red")
    )
    doublet = "garment:madder-red-doublet"
    assert why(table, doublet) == Reason("Your wheel lacks 2 vermilion.", (doublet, "wheel:vermilion"))
    absent = next(g for g in GARMENT_IDS if g not in {shown.id for shown in seen(table, 0).display})
    assert text(table, f"garment:{absent}").endswith(" is not on display.")


# ---------------------------------------------------------------------- mixing


def test_colours_say_why_they_do_not_mix() -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={"red": 2, "yellow": 1, "green": 1, "teal": 1, "purple": 0})
    assert text(table, "wheel:red") == "You have no mix running."
    do(table, "destroy Lac")
    assert why(table, "wheel:red") is None
    assert why(table, "wheel:blue") == Reason("Your wheel has no blue.", ("wheel:blue",))
    assert why(table, "wheel:teal") == Reason(
        "Teal is a tertiary colour: it does not mix any more.", ("wheel:teal",)
    )
    assert why(table, "wheel:yellow", "wheel:red") is None
    assert text(table, "wheel:green", "wheel:red") == (
        "Red and green do not mix: red mixes with orange, purple, yellow or blue."
    )
    assert text(table, "wheel:red", "wheel:red") == (
        "Red is chosen already: red mixes with orange, purple, yellow or blue."
    )
    assert text(table, "wheel:orange", "wheel:red") == "Your wheel has no orange."
    lonely = acting(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1, "purple": 0, "green": 0, "blue": 0})
    look_green = acting(drafted=["Lac", "Weld"], wheel={"red": 1, "orange": 1, "green": 1})
    do(lonely, "destroy Lac")
    do(look_green, "destroy Lac")
    assert why(look_green, "wheel:green") == Reason(
        "Green mixes with yellow or blue, and your wheel has none of them.", ("wheel:yellow", "wheel:blue")
    )


# ---------------------------------------------------------------------- everything


def next_touches(paths: list[TouchPath], touches: tuple[str, ...]) -> set[str]:
    """The ids that go on with a legal path; the two colours of a mix in any order."""
    found: set[str] = set()
    for path in paths:
        first = path[0]
        if isinstance(first, tuple):
            left = list(first)
            if all(touch in left for touch in touches):
                for touch in touches:
                    left.remove(touch)
                found |= set(left)
        elif touches == path[: len(touches)]:
            found |= {str(path[len(touches)])} if len(path) > len(touches) else set()
    return found


@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_cannot_be_touched_says_why(seats: int) -> None:
    """Whole games: None exactly for what a legal path goes on with; and only ids that are on the table."""
    setup, random = GAME.open(seats, {"rounds": 3}), Random(seats)
    table, asked = Table(setup, game_key(5, seats)), 0
    while not table.over:
        mover = random.choice(table.actors)
        if random.random() < 0.3:
            for seat in {mover, random.randrange(seats)}:
                asked += check_reasons(table, seat, random)
        table.play(mover, random.choice(table.legal(mover)))
    assert asked > 3000


def check_reasons(table: Table, seat: int, random: Random) -> int:
    """Ask about every id, before and after a first touch; return how many reasons were given."""
    known, asked, view = table.knowledge(seat), 0, seen(table, seat)
    paths = [table.setup.paths[a] for a in known.legal]
    firsts = sorted(touch for touch in next_touches(paths, ()) if next_touches(paths, (touch,)))
    on_table = {f"wheel:{colour}" for colour in COLOUR_NAMES} | {f"hand:{card}" for card in view.hand}
    on_table |= {f"garment:{shown.id}" for shown in view.display}
    for touches in {(), (random.choice(firsts),) if firsts else ()}:
        after = next_touches(paths, touches)
        for touched in EVERY_ID:
            reason = known.why_not(touches, touched)
            assert (reason is None) == (touched in after), (touches, touched, reason)
            if reason is not None:
                asked += 1
                assert reason.text.endswith(".")
                assert set(reason.pieces) <= on_table
    return asked


def test_nonsense_has_no_reason() -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={"red": 2, "yellow": 1})
    do(table, "destroy Lac")
    for touched in ("", "wheel:", "wheel:brown", "garment:hat", "drawn:stone", "drafted:stone", "axis:level"):
        assert why(table, touched) is None
    assert why(opened(2), "hand:stone") is None


# ---------------------------------------------------------------------- warnings


def warnings(table: Table, seat: int = 0) -> dict[str, str]:
    """The legal actions that would waste something."""
    known = table.knowledge(seat)
    return {table.setup.texts[a]: known.warn(a) for a in known.legal if known.warn(a)}


def test_cards_that_would_do_nothing_are_warned_of() -> None:
    table = acting(
        drafted=["Lac", "Weld", "Wool", "Smalt", "Madder"], drawn=[], deck=[], discard=[], wheel={"red": 2},
        display=[ROBE],
    )  # fmt: skip
    assert warnings(table) == {
        "destroy Wool": "Wool would do nothing: your deck and your discard pile are empty.",
        "destroy Madder": "Madder would do nothing: you have no card to store.",
        "destroy Lac": "Lac would do nothing: no two colours on your wheel mix.",
        "destroy Smalt": "Smalt would do nothing: you have no drawn card to destroy.",
        "destroy Weld": "Weld would do nothing: you can pay for no garment on display.",
    }  # nothing would be wasted by ending the turn


def test_ending_the_turn_with_useful_cards_is_warned_of() -> None:
    table = acting(drafted=["Lac", "Silk", "Madder"], drawn=["Basic Red", "Wool"], wheel={}, deck=["Lac"])
    found = warnings(table)
    assert found == {
        "destroy Lac": "Lac would do nothing: no two colours on your wheel mix.",
        "end turn": "You would discard Silk (draw 2) and Madder (store 2) unused.",
    }


def test_storing_a_card_without_colour_is_warned_of_only_while_others_have_some() -> None:
    table = acting(drafted=["Madder", "Weld"], drawn=["Wool", "Garment", "Woad", "Woad", "Silk"])
    do(table, "destroy Madder")
    assert warnings(table) == {
        "store Wool": "Wool stores no colour, and other drawn cards would.",
        "store Silk": "Silk stores no colour, and other drawn cards would.",
        "store Garment": "Garment stores no colour, and other drawn cards would.",
    }
    do(table, "store Silk")
    assert set(warnings(table)) == {"store Wool", "store Garment"}
    forced = acting(drafted=["Madder", "Weld"], drawn=["Wool", "Garment", "Woad"])
    do(forced, "destroy Madder")  # two of three have to be stored, and only one has a colour
    assert warnings(forced) == {}
    fabrics = acting(drafted=["Henna", "Weld"], drawn=["Wool", "Silk"])
    assert warnings(fabrics)["destroy Henna"] == (
        "Henna would do nothing: none of your drawn cards has a colour to store."
    )


def test_destroying_a_drawn_card_is_warned_of_only_if_its_ability_comes_next() -> None:
    table = acting(drafted=["Iron Black", "Weld"], drawn=["Lac", "Wool", "Garment"], wheel={})
    do(table, "destroy Iron Black")  # two are to be destroyed: the first one's ability waits
    assert warnings(table) == {}
    do(table, "destroy drawn Wool")
    assert warnings(table) == {}  # its draw comes before the mix
    one = acting(drafted=["Smalt", "Weld"], drawn=["Lac", "Linen", "Garment"], wheel={}, display=[ROBE])
    do(one, "destroy Smalt")
    assert warnings(one) == {"destroy drawn Lac": "Lac would do nothing: no two colours on your wheel mix."}


def test_a_fabric_that_is_destroyed_cannot_pay() -> None:
    """The only wool is the card itself: nothing could be made after it."""
    table = acting(drafted=["Smalt", "Kermes"], drawn=["Tyrian Purple", "Wool"], wheel={"red": 4}, display=[CLOAK])
    assert "drawn:tyrian-purple" not in seen(table, 0).idle
    assert "drafted:kermes" not in seen(table, 0).idle
