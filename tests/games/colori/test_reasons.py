"""Why pieces cannot be touched, and warnings."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.chance import game_key
from gamut.engine.presentation import Reason, TouchPath
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_IDS, COLOUR_NAMES, GARMENT_IDS
from tests.games.colori.builders import TOUCH_IDS, at_turn, finish_draft, new_table, play, view_of

CLOAK, ROBE, APRON = "Brazilwood Rose Cloak", "Kermes Crimson Robe", "Woad Blue Workman's Apron"


def why_not(table: Table, touched: str, *touches: str, seat: int = 0) -> Reason | None:
    return table.knowledge(seat).why_not(touches, touched)


def why_not_text(table: Table, touched: str, *touches: str, seat: int = 0) -> str:
    reason = why_not(table, touched, *touches, seat=seat)
    assert reason is not None
    return reason.text


# ---------------------------------------------------------------------- the draft


def test_only_the_hand_can_be_touched_in_the_draft() -> None:
    table = new_table(2)
    action = table.legal_texts(0)[0]
    name = action.removeprefix("take ")
    first, second = (f"hand:{view_of(table, 0).hand[k]}" for k in (0, -1))
    assert why_not(table, first) is None
    assert why_not(table, "button:take", first) is None
    assert why_not_text(table, "button:take") == "Choose a card from your hand first."
    for touched in ("wheel:red", "drawn:wool", "drafted:madder", "button:end", "garment:" + GARMENT_IDS[0]):
        assert why_not_text(table, touched) == "This is the draft: choose a card from your hand."
    assert why_not_text(table, second, first) == f"{name} is selected. Take it, or deselect it first."
    absent = next(card for card in CARD_IDS[7:46] if card not in view_of(table, 0).hand)
    assert why_not_text(table, f"hand:{absent}").endswith(" in your hand.")
    table.play(0, action)
    assert why_not_text(table, second) == f"You've chosen {name}. Undo to choose another card."


def test_a_seat_with_an_empty_hand_has_to_wait() -> None:
    table = new_table(3)
    table.record["choosing"] = 0b110
    assert why_not_text(table, "hand:madder") == "Your hand is empty. Wait for the other players."


# ---------------------------------------------------------------------- turns


def test_nothing_can_be_touched_in_other_turns_and_after_the_game() -> None:
    table = at_turn(drafted=["Weld"])
    assert why_not_text(table, "drafted:weld", seat=1) == "It's not your turn."
    assert why_not_text(table, "hand:weld") == "You can take cards only during the draft."
    assert why_not_text(table, "button:take") == "You can take cards only during the draft."
    assert why_not(table, "drafted:weld", seat=-1) is None
    over = new_table(2, rounds=1)
    finish_draft(over)
    play(over, "end turn")
    play(over, "end turn", seat=1)
    assert why_not_text(over, "button:end") == "The game is over."


def test_the_current_ability_comes_first() -> None:
    table = at_turn(
        drafted=["Madder", "Lac", "Kermes", "Smalt"], drawn=["Wool", "Silk", "Woad", "Linen"],
        wheel={"red": 6, "yellow": 6, "blue": 6}, display=[CLOAK, ROBE],
    )  # fmt: skip
    assert why_not(table, "drafted:lac") is None
    assert why_not(table, "button:end") is None
    assert why_not_text(table, "drafted:weld") == "You have no Weld among your drafted cards."
    assert why_not_text(table, "drawn:lac") == "You have no Lac among your drawn cards."
    use_drawn = "To use your drawn cards, destroy a drafted card that has Store or Destroy."
    assert why_not_text(table, "drawn:wool") == use_drawn
    assert why_not_text(table, "button:stop") == "You can mix colours only with a Mix ability."
    play(table, "destroy Madder")
    for touched in ("drafted:lac", "button:end", "wheel:red", f"garment:{GARMENT_IDS[0]}"):
        assert why_not_text(table, touched) == "Finish Store 2 first: choose a drawn card."
    assert why_not(table, "drawn:silk") is None
    play(table, "store Silk", "store Woad", "destroy Lac")
    assert why_not_text(table, "drawn:wool") == "Finish Mix 1 first: choose two colours, or stop."
    assert why_not(table, "button:stop") is None
    play(table, "stop mixing", "destroy Kermes")
    assert table.actors == (0,)


# ---------------------------------------------------------------------- garments


def test_a_garment_lists_what_is_needed() -> None:
    table = at_turn(
        drafted=["Kermes", "Weld"], drawn=["Wool", "Linen"], wheel={"red": 4, "blue": 4},
        display=[CLOAK, ROBE, APRON, "Madder Red Doublet"],
    )  # fmt: skip
    robe = "garment:kermes-crimson-robe"
    assert why_not(table, robe) == Reason(
        "You need 2 more red and silk among your drawn cards. Then destroy Kermes, which makes a garment.",
        (robe, "wheel:red"),
    )
    assert why_not_text(table, "garment:brazilwood-rose-cloak") == "First destroy Kermes, which makes a garment."
    play(table, "destroy Kermes")
    assert why_not(table, "garment:brazilwood-rose-cloak") is None
    assert why_not(table, robe) == Reason("You need 2 more red and silk among your drawn cards.", (robe, "wheel:red"))
    doublet = "garment:madder-red-doublet"
    assert why_not(table, doublet) == Reason("You need 2 more vermilion.", (doublet, "wheel:vermilion"))
    absent = next(g for g in GARMENT_IDS if g not in {slot.garment for slot in view_of(table, 0).display})
    assert why_not_text(table, f"garment:{absent}").endswith(" is not on display.")


def test_a_card_that_makes_garments_is_named_where_it_is() -> None:
    table = at_turn(drafted=["Lac"], drawn=["Wool"], wheel={"red": 2}, display=[CLOAK])
    makers = "a card that makes garments (Kermes, Indigo, Weld or Tyrian Purple)"
    cloak = "garment:brazilwood-rose-cloak"
    assert why_not_text(table, cloak) == f"You need 2 more red and {makers}."
    table = at_turn(drafted=["Lac"], drawn=["Wool", "Weld"], wheel={"red": 4}, display=[CLOAK])
    drawn = "Weld among your drawn cards makes a garment if you destroy it with a Destroy ability."
    assert why_not_text(table, cloak) == drawn


# ---------------------------------------------------------------------- mixing


def test_colours_that_do_not_mix() -> None:
    table = at_turn(drafted=["Lac", "Weld"], wheel={"red": 2, "yellow": 1, "green": 1, "teal": 1, "purple": 0})
    assert why_not_text(table, "wheel:red") == "You can mix colours only with a Mix ability."
    play(table, "destroy Lac")
    assert why_not(table, "wheel:red") is None
    assert why_not(table, "wheel:blue") == Reason("You have no blue on your wheel.", ("wheel:blue",))
    assert why_not(table, "wheel:teal") == Reason("Teal is a tertiary colour and can't be mixed.", ("wheel:teal",))
    assert why_not(table, "wheel:yellow", "wheel:red") is None
    assert why_not_text(table, "wheel:green", "wheel:red") == (
        "Red and green don't mix. Red mixes with orange, purple, yellow or blue."
    )
    assert why_not_text(table, "wheel:red", "wheel:red") == (
        "Red is selected. Red mixes with orange, purple, yellow or blue."
    )
    assert why_not_text(table, "wheel:orange", "wheel:red") == "You have no orange on your wheel."
    green = at_turn(drafted=["Lac", "Weld"], wheel={"red": 1, "orange": 1, "green": 1})
    play(green, "destroy Lac")
    assert why_not(green, "wheel:green") == Reason(
        "Green mixes with yellow or blue, which you don't have.", ("wheel:yellow", "wheel:blue")
    )


# ---------------------------------------------------------------------- everything


def next_touches(paths: list[TouchPath], touches: tuple[str, ...]) -> set[str]:
    """Return the ids that continue a legal path; the two colours of a mix come in any order."""
    ids: set[str] = set()
    for path in paths:
        first = path[0]
        if isinstance(first, tuple):
            left = list(first)
            if all(touch in left for touch in touches):
                for touch in touches:
                    left.remove(touch)
                ids |= set(left)
        elif touches == path[: len(touches)]:
            ids |= {str(path[len(touches)])} if len(path) > len(touches) else set()
    return ids


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_cannot_be_touched_has_a_reason(seats: int) -> None:
    """In a whole game: no reason exactly for what continues a legal path, and only pieces that are on the table."""
    setup, random = GAME.open(seats, {"rounds": 3}), Random(seats)
    table, given = Table(setup, game_key(5, seats)), 0
    while not table.over:
        mover = random.choice(table.actors)
        if random.random() < 0.3:
            for seat in {mover, random.randrange(seats)}:
                given += check_reasons(table, seat, random)
        table.play(mover, random.choice(table.legal(mover)))
    assert given > 3000


def check_reasons(table: Table, seat: int, random: Random) -> int:
    """Check every id, before and after a first touch; return how many reasons were given."""
    known, given, view = table.knowledge(seat), 0, view_of(table, seat)
    paths = [table.setup.touch_paths[a] for a in known.legal]
    firsts = sorted(touch for touch in next_touches(paths, ()) if next_touches(paths, (touch,)))
    on_table = {f"wheel:{colour}" for colour in COLOUR_NAMES} | {f"hand:{card}" for card in view.hand}
    on_table |= {f"garment:{slot.garment}" for slot in view.display}
    for touches in {(), (random.choice(firsts),) if firsts else ()}:
        allowed = next_touches(paths, touches)
        for touched in TOUCH_IDS:
            reason = known.why_not(touches, touched)
            assert (reason is None) == (touched in allowed), (touches, touched, reason)
            if reason is not None:
                given += 1
                assert reason.text.endswith(".")
                assert set(reason.pieces) <= on_table
    return given


def test_unknown_ids_have_no_reason() -> None:
    table = at_turn(drafted=["Lac", "Weld"], wheel={"red": 2, "yellow": 1})
    play(table, "destroy Lac")
    for touched in ("", "wheel:", "wheel:brown", "garment:hat", "drawn:stone", "drafted:stone", "axis:row", "seat:0"):
        assert why_not(table, touched) is None
    assert why_not(new_table(2), "hand:stone") is None


# ---------------------------------------------------------------------- warnings


def warnings(table: Table, seat: int = 0) -> dict[str, str]:
    """Return the warnings for the legal actions of a seat."""
    known = table.knowledge(seat)
    return {table.setup.action_texts[a]: known.warn(a) for a in known.legal if known.warn(a)}


def test_warning_of_cards_without_effect() -> None:
    table = at_turn(
        drafted=["Lac", "Weld", "Wool", "Smalt", "Madder"], drawn=[], deck=[], discard=[], wheel={"red": 2},
        display=[ROBE],
    )  # fmt: skip
    assert warnings(table) == {
        "destroy Wool": "Wool would do nothing: your deck and discard pile are empty.",
        "destroy Madder": "Madder would do nothing: you have no drawn cards to store.",
        "destroy Lac": "Lac would do nothing: no two colours on your wheel can be mixed.",
        "destroy Smalt": "Smalt would do nothing: you have no drawn cards to destroy.",
        "destroy Weld": "Weld would do nothing: you can't afford any garment on display.",
    }  # ending the turn wastes nothing


def test_warning_of_ending_the_turn_too_early() -> None:
    table = at_turn(drafted=["Lac", "Silk", "Madder"], drawn=["Basic Red", "Wool"], wheel={}, deck=["Lac", "Woad"])
    assert warnings(table) == {
        "destroy Lac": "Lac would do nothing: no two colours on your wheel can be mixed.",
        "end turn": "You haven't used any drafted cards this turn; Silk (draw 2) and Madder (store 2) would go to "
        "your discard pile.",
    }
    play(table, "destroy Silk")
    assert "end turn" not in warnings(table), "keeping a card for a later round is a choice"
    last = at_turn(rounds=1, drafted=["Silk", "Madder"], drawn=["Basic Red", "Wool"], deck=["Lac", "Woad"])
    play(last, "destroy Silk")
    assert warnings(last) == {"end turn": "This is your last turn, and you haven't used Madder (store 2)."}
    last = at_turn(rounds=1, drafted=["Silk", "Madder"], drawn=["Basic Red"], deck=["Lac", "Woad"])
    assert warnings(last)["end turn"] == (
        "This is your last turn, and you haven't used Silk (draw 2) or Madder (store 2)."
    )
    stars = at_turn(drafted=["Silk", "Kermes"], drawn=["Wool"], wheel={"red": 4}, deck=["Lac"], display=[CLOAK])
    assert warnings(stars) == {"end turn": "You can still make a garment with Kermes."}


def test_warning_of_storing_a_card_without_colours() -> None:
    table = at_turn(drafted=["Madder", "Weld"], drawn=["Wool", "Garment", "Woad", "Woad", "Silk"])
    play(table, "destroy Madder")
    assert warnings(table) == {
        "store Wool": "Storing Wool adds no colours; your other drawn cards would.",
        "store Silk": "Storing Silk adds no colours; your other drawn cards would.",
        "store Garment": "Storing a garment adds no colours; your other drawn cards would.",
    }
    play(table, "store Silk")
    assert set(warnings(table)) == {"store Wool", "store Garment"}
    forced = at_turn(drafted=["Madder", "Weld"], drawn=["Wool", "Garment", "Woad"])
    play(forced, "destroy Madder")  # two of three have to be stored, and only one has colours
    assert warnings(forced) == {}
    fabrics = at_turn(drafted=["Henna", "Weld"], drawn=["Wool", "Silk"])
    assert warnings(fabrics)["destroy Henna"] == ("Henna would do nothing: your drawn cards have no colours to store.")


def test_warning_of_destroying_a_drawn_card_whose_ability_comes_next() -> None:
    table = at_turn(drafted=["Iron Black", "Weld"], drawn=["Lac", "Wool", "Garment"], wheel={})
    play(table, "destroy Iron Black")  # two are to be destroyed: the first one's ability waits
    assert warnings(table) == {}
    play(table, "destroy a drawn Wool")
    assert warnings(table) == {}  # its draw comes before the mix
    table = at_turn(drafted=["Smalt", "Weld"], drawn=["Lac", "Linen", "Garment"], wheel={}, display=[ROBE])
    play(table, "destroy Smalt")
    assert warnings(table) == {
        "destroy a drawn Lac": "Lac would do nothing: no two colours on your wheel can be mixed."
    }


def instead(table: Table, action: str) -> str:
    """Return what could be done instead of an action; empty: nothing."""
    other = table.knowledge(0).find_alternative(table.setup.parse_action(action))
    return table.setup.action_texts[other] if other >= 0 else ""


def test_warning_of_making_a_garment_impossible() -> None:
    """The wheel has the colours of the cloak, and wool is drawn."""
    table = at_turn(drafted=["Lac", "Weld"], drawn=["Wool", "Silk"], wheel={"red": 4, "blue": 1}, display=[CLOAK])
    play(table, "destroy Lac")
    lost = f"You could then no longer make {CLOAK}."
    assert warnings(table) == {"mix blue and red": lost}
    two = at_turn(drafted=["Lac", "Weld"], drawn=["Wool"], wheel={"red": 5, "blue": 1}, display=[CLOAK])
    play(two, "destroy Lac")
    assert warnings(two) == {}
    no_maker = at_turn(drafted=["Lac", "Silk"], drawn=["Wool"], wheel={"red": 4, "blue": 1}, display=[CLOAK])
    play(no_maker, "destroy Lac")
    assert warnings(no_maker) == {}
    store = at_turn(drafted=["Henna", "Weld"], drawn=["Wool", "Woad"], wheel={"red": 4}, display=[CLOAK])
    play(store, "destroy Henna")
    assert warnings(store) == {"store Wool": lost}
    destroy = at_turn(drafted=["Smalt", "Weld"], drawn=["Wool", "Woad"], wheel={"red": 4}, display=[CLOAK])
    play(destroy, "destroy Smalt")
    assert warnings(destroy)["destroy a drawn Wool"] == lost
    drawn = ["Kermes", "Wool", "Linen"]
    queued = at_turn(drafted=["Iron Black", "Silk"], drawn=drawn, wheel={"red": 4}, display=[CLOAK])
    play(queued, "destroy Iron Black", "destroy a drawn Kermes")  # now a garment is in the queue
    assert warnings(queued)["destroy a drawn Wool"] == lost


def test_warning_of_not_completing_a_garment() -> None:
    vest = "Chestnut Autumn Vest"  # two amber, two orange, cotton
    wheel = {"amber": 2, "orange": 1, "red": 1, "yellow": 1}
    table = at_turn(drafted=["Lac", "Kermes"], drawn=["Cotton"], deck=[], discard=[], wheel=wheel, display=[vest])
    assert warnings(table)["end turn"] == f"With Lac you could complete {vest}, and then make it."
    assert instead(table, "end turn") == "destroy Lac"
    play(table, "destroy Lac")
    assert warnings(table)["stop mixing"] == f"Mixing red and yellow would complete {vest}."
    assert instead(table, "stop mixing") == "mix red and yellow"
    play(table, "mix red and yellow")
    assert warnings(table) == {"end turn": "You can still make a garment with Kermes."}
    assert instead(table, "end turn") == "destroy Kermes"
    store = at_turn(drafted=["Henna", "Kermes"], drawn=["Wool", "Basic Red"], wheel={"red": 3}, display=[CLOAK])
    assert warnings(store)["end turn"] == f"With Henna you could complete {CLOAK}, and then make it."
    assert instead(store, "end turn") == "destroy Henna"
    no_maker = at_turn(drafted=["Lac", "Silk"], drawn=["Cotton"], wheel=wheel, display=[vest])
    play(no_maker, "destroy Lac")
    assert (warnings(no_maker), instead(no_maker, "stop mixing")) == ({}, "")


def test_cards_that_make_garments_have_an_effect_if_one_can_be_made() -> None:
    table = at_turn(drafted=["Smalt", "Kermes"], drawn=["Tyrian Purple", "Wool"], wheel={"red": 4}, display=[CLOAK])
    assert "drawn:tyrian-purple" not in view_of(table, 0).without_effect
    assert "drafted:kermes" not in view_of(table, 0).without_effect
