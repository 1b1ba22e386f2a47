"""Clauses 5 and 6 of RULES.md: turns and actions."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.games.prismatic import GAME
from gamut.games.prismatic.record import ANYTHING, PAYING, PRISM
from gamut.testing import clause
from tests.games.prismatic.builders import (
    bag,
    common,
    do,
    empty_deck,
    end_round,
    look,
    may,
    names,
    on,
    pass_round,
    resolving,
    settle,
    sound,
    spell,
)

FULL = ("Rainbow", "Glory", "Hologram")  # common cards that cannot be paid in these positions


# ---------------------------------------------------------------------- what may be created


@clause("5.1")
def test_a_turn_goes_on_until_it_is_ended() -> None:
    table = resolving(palette="RRGGBB", created={"Crucial Experiment": ""})
    for action in ("make yellow light", "use Crucial Experiment", "make cyan light"):
        assert may(table, "end turn")
        do(table, action)
        assert table.actors == (0,)
    do(table, "end turn")
    assert table.actors == (1,)


@clause("5.1")
def test_nothing_has_to_be_created() -> None:
    table = resolving(palette="WK", progress={"First Light": "RGB"}, created={"Fogbow": "W"})
    do(table, "end turn")
    assert (on(table, "palette"), on(table, "First Light"), on(table, "Fogbow")) == ("WK", "RGB", "W")


@clause("5.2")
def test_board_common_cards_and_own_cards_in_progress_can_be_created() -> None:
    table = resolving(
        palette="WKRRGGBB", progress={"First Light": "RGB"}, common=("Pixel", "Aurora", ""),
        others=[{"progress": {"Bone Black": "KK"}}],
    )  # fmt: skip
    may_create = {text for text in table.legal_texts(0) if text.startswith("create")}
    assert may_create == {"create First Light", "create Pixel"}
    assert may(table, "make 1 prism")


@clause("5.3")
def test_a_card_in_progress_is_not_paid_from_the_palette() -> None:
    table = resolving(palette="RGB", progress={"First Light": "RG"})
    assert not may(table, "create First Light")
    table = resolving(palette="", progress={"First Light": "RG"}, pool="B")
    do(table, "create First Light")
    assert spell(look(table).pool) == ""
    assert names(table, look(table).created[0]) == {"First Light"}


@clause("5.3")
def test_palette_and_light_pay_for_a_common_card() -> None:
    table = resolving(palette="RG", pool="B", progress={"Rainbow": "B"}, common=("First Light", "", ""))
    do(table, "create First Light")
    assert on(table, "Rainbow") == "B"
    assert (on(table, "palette"), spell(look(table).pool)) == ("", "")


@clause("5.3")
def test_prisms_are_paid_only_from_where_they_lie() -> None:
    table = resolving(palette="RBM", progress={"Moonbow": "BCW"}, stock=3, common=("Kaleidoscope", "", ""))
    assert not may(table, "create Moonbow")
    assert not may(table, "create Kaleidoscope")
    table = resolving(palette="RBM^", progress={"Moonbow": "BCW^"}, stock=0, common=("Kaleidoscope", "", ""))
    do(table, "create Moonbow", "create Kaleidoscope")
    assert look(table).supply[PRISM] == 49  # the other seat has the only prism that is out


@clause("5.4")
def test_a_prismatic_mote_stands_for_any_colour_but_no_prism() -> None:
    table = resolving(palette="PB", progress={"Moonbow": "BPP"}, created={"First Light": "P"})
    do(table, "make cyan light", "use First Light")
    assert spell(look(table).pool) == "CY"
    assert spell(look(table).aside) == "BPP"
    assert not may(table, "create Moonbow")


@clause("5.5")
def test_a_mote_pays_only_once_in_a_turn_and_returns_to_the_bag_after_it() -> None:
    table = resolving(palette="RGB", bag="WWWWWWW")
    do(table, "make yellow light")
    assert spell(look(table).aside) == "RG"
    assert bag(table) == "WWWWWWW"
    assert not may(table, "make magenta light")
    do(table, "end turn")
    assert bag(table) == "RGWWWWWWW"
    assert spell(look(table).aside) == ""


@clause("5.5")
def test_prisms_that_paid_are_in_the_supply_for_what_they_paid_for() -> None:
    standard = GAME.open(2).files["cards"]
    file = standard.replace('prism prism"\nrewards = ["draw"]', 'prism prism"\nrewards = ["prism"]')
    assert file != standard
    table = resolving(progress={"Hologram": "RGBW^^"}, stock=0, others=[{"stock": 48}], file=file)
    assert look(table).supply[PRISM] == 0
    do(table, "create Hologram")
    assert look(table).gained[PRISM] == 1
    assert look(table).supply[PRISM] == 1


# ---------------------------------------------------------------------- paying


@clause("5.6")
def test_a_card_in_progress_uses_up_everything_on_it() -> None:
    table = resolving(progress={"Pixel": "RRGBP"}, pool="GBR")
    do(table, "create Pixel")  # red is there; one of green and blue is the prismatic mote
    assert look(table).task == PAYING
    assert table.knowledge(0).prompt == "Pixel: pay green with light or motes?"
    do(table, "pay with motes")
    assert spell(look(table).aside) == "RRGBP"
    assert spell(look(table).pool) == "RG"
    table = resolving(progress={"Pixel": "RRGBP"}, pool="GBR")
    do(table, "create Pixel", "pay with light")
    assert spell(look(table).pool) == "RB"
    assert on(table, "Pixel") == ""


@clause("5.7")
def test_the_player_pays_from_the_palette_colour_by_colour() -> None:
    table = resolving(palette="RGRG", pool="RG")
    do(table, "make yellow light")
    assert table.legal_texts(0) == ["pay with light", "pay with motes"]
    assert table.knowledge(0).prompt == "Yellow light: pay red with light or motes?"
    do(table, "pay with light")
    assert table.knowledge(0).prompt == "Yellow light: pay green with light or motes?"
    do(table, "pay with motes")
    assert look(table).task == ANYTHING
    assert spell(look(table).pool) == "GY"
    assert on(table, "palette") == "RRG"


@clause("5.7")
def test_forced_payments_need_no_decision() -> None:
    table = resolving(palette="RGB", pool="Y")
    do(table, "make yellow light")
    assert spell(look(table).pool) == "YY"
    table = resolving(palette="G", pool="RB")
    do(table, "make yellow light")  # red only by the pool, green only by a mote
    assert spell(look(table).pool) == "BY"
    assert on(table, "palette") == ""


@clause("5.7")
def test_a_way_that_leaves_the_rest_unpaid_is_not_offered() -> None:
    table = resolving(palette="RP", pool="R")  # green needs the prismatic mote; red has two ways without it
    do(table, "make yellow light")
    assert table.legal_texts(0) == ["pay with light", "pay with motes"]
    table = resolving(palette="P", pool="R")  # the prismatic mote must not pay red
    do(table, "make yellow light")
    assert spell(look(table).aside) == "P"
    assert spell(look(table).pool) == "Y"


@clause("5.7")
def test_of_several_units_light_pays_first_and_motes_pay_the_rest() -> None:
    table = resolving(palette="RRGGBB", pool="RR", common=("Pixel", "", ""))
    do(table, "create Pixel", "pay with motes")
    assert spell(look(table).pool) == "RR"
    table = resolving(palette="RRGGBB", pool="RR", common=("Pixel", "", ""))
    do(table, "create Pixel", "pay with light", "pay with motes")
    assert spell(look(table).pool) == "R"
    table = resolving(palette="RRGGBB", pool="RR", common=("Pixel", "", ""))
    do(table, "create Pixel", "pay with light", "pay with light")
    assert (spell(look(table).pool), on(table, "palette")) == ("", "RR")
    table = resolving(palette="RGGBB", pool="R", common=("Pixel", "", ""))
    do(table, "create Pixel")  # one of each: both ways are the same
    assert names(table, look(table).created[0]) == {"Pixel"}


@clause("5.7")
def test_a_mote_of_the_colour_is_taken_before_a_prismatic_one() -> None:
    table = resolving(palette="RGP")
    do(table, "make yellow light")
    assert on(table, "palette") == "P"


# ---------------------------------------------------------------------- abilities


@clause("5.8")
def test_an_item_on_its_card_pays_for_an_ability_never_light() -> None:
    table = resolving(created={"First Light": "", "Fogbow": "W"}, palette="R", pool="R")
    assert not may(table, "use First Light")
    do(table, "use Fogbow")
    assert look(table).gained[PRISM] == 1
    assert on(table, "Fogbow") == ""


@clause("5.8")
def test_a_free_ability_can_be_used_once_a_round_as_soon_as_its_card_is_created() -> None:
    table = resolving(progress={"Minus Green": "RBMWK"})
    assert not may(table, "use Minus Green")
    do(table, "create Minus Green", "use Minus Green")
    assert spell(look(table).pool) == "M"
    assert not may(table, "use Minus Green")
    end_round(table)
    pass_round(table)
    assert look(table).used == 0


@clause("5.8")
def test_the_mote_of_the_colour_feeds_an_ability_before_a_prismatic_one() -> None:
    table = resolving(created={"First Light": "RP"})
    do(table, "use First Light")
    assert on(table, "First Light") == "P"


@clause("5.8")
def test_a_pulled_mote_pays_for_an_ability_created_in_the_same_turn() -> None:
    table = resolving(palette="RGB", created={"Lead White": "W"}, bag="RRRRRR", common=("First Light", "", ""))
    do(table, "create First Light", "use Lead White", "place red on First Light", "use First Light")
    assert spell(look(table).pool) == "Y"


@pytest.mark.parametrize(
    ("takes", "gets", "created", "before"),
    [
        ("R", "pool Y", "First Light", "R"),
        ("M", "prism", "Kaleidoscope", "M"),
        ("^", "pool B", "Morpho Wing", "^"),
        ("", "pool M", "Minus Green", ""),
        ("", "prism", "Crucial Experiment", ""),
        ("", "mote C", "Cyanotype", ""),
    ],
)
@clause("5.8")
def test_transformations_and_additions(takes: str, gets: str, created: str, before: str) -> None:
    """Mote to colour, mote to prism, prism to colour; a colour, a prism, a mote for nothing."""
    table = resolving(created={created: before}, stock=0)
    supply = look(table).supply[PRISM]
    do(table, f"use {created}")
    s = look(table)
    gains = [f"pool {letter}" for letter in spell(s.pool)] + [f"mote {letter}" for letter in spell(s.gained)[:1]]
    assert ([gets] if gets != "prism" else ["mote ^"]) == gains
    assert spell(s.aside) == takes.replace("^", "")
    assert s.supply[PRISM] == supply + (takes == "^") - (gets == "prism")


@clause("5.9")
def test_what_would_do_nothing_is_not_offered() -> None:
    table = resolving(
        palette="YKWKKKKK", created={"Lead White": "W", "Neon Sign": "R", "Vermilion": "R", "Fogbow": "W"}, bag="",
        stock=1, others=[{"stock": 49}],
    )  # fmt: skip
    assert look(table).supply[PRISM] == 0
    assert not may(table, "use Lead White")  # no mote to pull
    assert not may(table, "use Fogbow")  # no prism left
    assert not may(table, "make 1 prism")
    assert not may(table, "use the board to discard a card")  # no card to discard
    assert not may(table, "use Neon Sign")  # none to steal
    assert may(table, "use Vermilion")  # the palette can be emptied
    table = resolving(created={"Vermilion": "R"})
    assert not may(table, "use Vermilion")  # only what pays lies there
    table = resolving(created={"Vermilion": "RR"})
    do(table, "use Vermilion", "empty Vermilion")
    assert bag(table) == "RRRRRGGBBWK"


@clause("5.9")
def test_as_much_is_given_as_there_is() -> None:
    table = resolving(palette="RGBK", stock=0, others=[{"stock": 48}])
    assert look(table).supply[PRISM] == 2
    do(table, "make 3 prisms")
    assert look(table).gained[PRISM] == 2


@clause("5.10")
def test_the_first_to_create_within_a_round_reaches_the_goal_first() -> None:
    ready = {"progress": {"Bone Black": "KK", "Lead White": "WW"}}
    table = resolving(goal=2, progress={"First Light": "RGB", "Madder Root": "RRW"}, others=[ready])
    do(table, "create First Light", "create Madder Root", "take a red mote", "end turn")
    do(table, "create Lead White", "create Bone Black", seat=1)
    if look(table).task != ANYTHING:
        do(table, "skip the rewards", seat=1)
    do(table, "end turn", seat=1)
    assert look(table).reached == 1
    assert look(table).final == 1


# ---------------------------------------------------------------------- rewards


@clause("5.11")
def test_prisms_and_colours_come_by_themselves() -> None:
    table = resolving(progress={"Spectroscope": "RBYW^", "Stained Glass": "RBWK"})
    do(table, "create Spectroscope")
    assert spell(look(table).pool) == "RBY"
    do(table, "create Stained Glass")
    assert look(table).gained[PRISM] == 1
    assert look(table).task == ANYTHING


@clause("5.11")
def test_motes_and_actions_are_taken_in_any_order_or_skipped() -> None:
    press = {"Four-Colour Press": "CCMYWK", "Aurora": ""}
    for actions, gained, discarded in (
        (["take a cyan mote", "discard a card", "discard Aurora"], "C", {"Aurora"}),
        (["discard a card", "discard Aurora", "take a cyan mote"], "C", {"Aurora"}),
        (["take a cyan mote", "skip the rewards"], "C", set()),
        (["skip the rewards"], "", set()),
    ):
        table = resolving(progress=press)
        look(table).deck = look(table).deck | look(table).discard
        look(table).discard = look(table).discard ^ look(table).discard
        do(table, "create Four-Colour Press")
        assert table.legal_texts(0) == ["take a cyan mote", "discard a card", "skip the rewards"]
        do(table, *actions)
        assert look(table).task == ANYTHING
        assert spell(look(table).gained) == gained
        assert names(table, look(table).discard) == discarded
        assert sound(table)


@clause("5.11")
def test_nothing_else_is_done_before_the_rewards() -> None:
    table = resolving(progress={"Madder Root": "RRW", "First Light": "RGB"})
    do(table, "create Madder Root")
    assert table.legal_texts(0) == ["take a red mote", "skip the rewards"]


@clause("5.11")
def test_a_reward_that_cannot_be_had_lapses() -> None:
    table = resolving(progress={"Aurora": "GCMW"}, palette="RRRRRR", bag="")
    do(table, "create Aurora")  # a pull from an empty bag
    assert look(table).task == ANYTHING
    assert look(table).rewards == 0


@clause("5.11")
def test_a_reward_may_become_possible_by_another_one() -> None:
    """Of three rewards (pull, empty, pull) the empty brings motes for the pulls."""
    standard = GAME.open(2).files["cards"]
    file = standard.replace('rewards = ["mote red"]', 'rewards = ["pull", "empty", "pull"]')
    table = resolving(progress={"Madder Root": "RRW"}, palette="RRRRRRR", bag="", file=file)
    do(table, "create Madder Root")
    assert table.legal_texts(0) == ["empty a card or the palette", "skip the rewards"]
    do(table, "empty a card or the palette", "empty the palette")
    assert table.legal_texts(0) == ["pull a mote", "skip the rewards"]
    do(table, "pull a mote", "return it to the bag", "pull a mote", "place red on the palette")
    assert look(table).task == ANYTHING
    assert on(table, "palette") == "R"


@clause("5.11")
def test_a_prism_that_is_not_in_the_supply_yet_waits_for_another_reward() -> None:
    """Of two rewards (prism, empty) the empty brings a prism to the supply."""
    standard = GAME.open(2).files["cards"]
    file = standard.replace('rewards = ["mote red"]', 'rewards = ["prism", "empty"]')
    table = resolving(progress={"Madder Root": "RRW"}, palette="^", file=file)
    look(table).stock[1] += look(table).supply[PRISM]
    look(table).supply[PRISM] = 0
    do(table, "create Madder Root")
    assert table.legal_texts(0) == ["empty a card or the palette", "skip the rewards"]
    do(table, "empty a card or the palette", "empty the palette")
    assert look(table).task == ANYTHING
    assert look(table).rewards == 0
    assert look(table).gained[PRISM] == 1
    assert look(table).supply[PRISM] == 0
    assert sound(table)


# ---------------------------------------------------------------------- the board


@clause("5.12")
def test_a_recipe_is_used_once_a_round_and_both_for_one_mote_count_separately() -> None:
    table = resolving(palette="RGRGMYW^")
    do(table, "make yellow light")
    assert not may(table, "make yellow light")
    do(table, "make a red mote from magenta and yellow")
    if look(table).task == PAYING:
        do(table, "pay with motes")
    do(table, "make a red mote from white and a prism")
    assert spell(look(table).gained) == "RR"
    assert not any("red mote" in text for text in table.legal_texts(0))
    do(table, "end turn")
    assert look(table).made == 0


@clause("5.13")
def test_a_choice_of_two_cards_keeps_one() -> None:
    table = resolving(palette="RK")
    before = names(table, look(table).discard)
    do(table, "use the board to draw two cards and keep one")
    offered = names(table, look(table).offered[0])
    assert table.legal_texts(0) == sorted((f"keep {name}" for name in offered), key=table.setup.parse_action)
    kept = min(offered)
    do(table, f"keep {kept}")
    assert names(table, look(table).progress[0]) == {kept}
    assert names(table, look(table).discard) == before | offered - {kept}


@clause("5.13")
def test_the_last_card_is_kept_without_a_decision() -> None:
    table = resolving(palette="RK", common=FULL)
    empty_deck(table, "Moonbow")
    do(table, "use the board to draw two cards and keep one")
    assert look(table).task == ANYTHING
    assert names(table, look(table).progress[0]) == {"Moonbow"}


@clause("5.14")
def test_light_vanishes_and_gains_reach_the_bag_at_the_end_of_the_turn() -> None:
    table = resolving(palette="RGWK", bag="WWWWWW", stock=0, progress={"Madder Root": "RRW"})
    do(table, "make yellow light", "make 1 prism", "create Madder Root", "take a red mote")
    s = look(table)
    assert (s.stock[0], bag(table), spell(s.gained)) == (0, "WWWWWW", "R^")
    do(table, "end turn")
    s = look(table)
    assert (s.stock[0], bag(table), spell(s.gained), spell(s.pool)) == (1, "RRRRGWWWWWWWWK", "", "")
    assert s.motes[0] == 14


@clause("5.14")
def test_a_pull_cannot_fetch_what_was_used_or_gained() -> None:
    table = resolving(progress={"Madder Root": "RRW"}, created={"Lead White": "W"}, bag="KKKKKK")
    do(table, "create Madder Root", "take a red mote", "use Lead White")
    assert spell(look(table).drawn[0]) == "K"


# ---------------------------------------------------------------------- actions


@clause("6.1")
def test_an_action_happens_at_once() -> None:
    table = resolving(created={"Lead White": "W"}, progress={"First Light": "RGB"})
    do(table, "use Lead White")
    assert all(text.startswith("place ") or text == "return it to the bag" for text in table.legal_texts(0))


@clause("6.2")
def test_a_pulled_mote_is_placed_for_use_in_the_same_turn_or_returned() -> None:
    things: dict[str, Any] = {
        "created": {"Lead White": "W", "First Light": ""},
        "progress": {"Madder Root": "R"},
        "bag": "RRRRRRRR",
    }
    table = resolving(**things)
    do(table, "use Lead White")
    assert set(table.legal_texts(0)) == {
        "place red on First Light", "place red on Madder Root", "place red on the palette", "return it to the bag",
    }  # fmt: skip
    do(table, "place red on First Light", "use First Light")
    assert spell(look(table).pool) == "Y"
    table = resolving(**things)
    do(table, "use Lead White", "return it to the bag")
    assert bag(table) == "RRRRRRRR"


@clause("6.3")
def test_empty_returns_motes_and_loses_prisms_of_an_own_place() -> None:
    other = {"progress": {"Moonbow": "B"}, "palette": "GG"}
    table = resolving(
        created={"Vermilion": "R", "Fogbow": "W"}, progress={"Kaleidoscope": "M^", "Pixel": ""}, palette="R^",
        others=[other], stock=0,
    )  # fmt: skip
    supply = look(table).supply[PRISM]
    do(table, "use Vermilion")
    assert set(table.legal_texts(0)) == {"empty Fogbow", "empty Kaleidoscope", "empty the palette"}
    do(table, "empty Kaleidoscope")
    assert look(table).supply[PRISM] == supply + 1
    assert bag(table) == "RRRRGGBBMWK"
    assert on(table, "Kaleidoscope") == ""
    assert sound(table)


@clause("6.4")
def test_a_drawn_card_goes_to_the_own_or_to_the_common_area() -> None:
    table = resolving(created={"Magic Lantern": "K"}, common=("Aurora", "", "Glory"))
    do(table, "use Magic Lantern")
    [drawn] = names(table, look(table).offered[0])
    assert table.legal_texts(0) == [f"keep {drawn}", "put it in the common area"]
    do(table, "put it in the common area")
    assert common(table) == ["Aurora", drawn, "Glory"]
    table = resolving(created={"Magic Lantern": "K"}, common=("Aurora", "Moonbow", "Glory"))
    do(table, "use Magic Lantern")
    [drawn] = names(table, look(table).offered[0])
    assert set(table.legal_texts(0)) == {f"keep {drawn}", "replace Aurora", "replace Moonbow", "replace Glory"}
    do(table, "replace Moonbow")
    assert common(table) == ["Aurora", drawn, "Glory"]
    assert "Moonbow" in names(table, look(table).discard)
    table = resolving(created={"Magic Lantern": "K"})
    do(table, "use Magic Lantern")
    do(table, table.legal_texts(0)[0])
    assert len(names(table, look(table).progress[0])) == 1


@clause("6.5", "6.7")
def test_discard_takes_a_card_of_the_own_or_the_common_area() -> None:
    other = {"progress": {"Moonbow": "B"}}
    table = resolving(
        palette="YK", progress={"Kaleidoscope": "M^"}, created={"Fogbow": ""}, common=("Aurora", "", ""),
        others=[other], stock=0,
    )  # fmt: skip
    supply = look(table).supply[PRISM]
    do(table, "use the board to discard a card")
    assert set(table.legal_texts(0)) == {"discard Kaleidoscope", "discard Aurora"}
    do(table, "discard Kaleidoscope")
    assert "Kaleidoscope" in names(table, look(table).discard)
    assert bag(table) == "RRRRGGBBMWK"
    assert look(table).supply[PRISM] == supply + 1
    assert on(table, "Kaleidoscope") == ""


@clause("6.6", "6.7")
def test_steal_takes_a_card_of_another_or_the_common_area_empty() -> None:
    others = [{"progress": {"Kaleidoscope": "M^"}, "created": {"Fogbow": "W"}, "bag": "RRGGBBWK", "stock": 0}]
    table = resolving(created={"Neon Sign": "R"}, progress={"Pixel": ""}, common=("Aurora", "", ""), others=others)
    supply = look(table).supply[PRISM]
    do(table, "use Neon Sign")
    assert set(table.legal_texts(0)) == {"steal Kaleidoscope", "steal Aurora"}
    do(table, "steal Kaleidoscope")
    assert names(table, look(table).progress[0]) == {"Pixel", "Kaleidoscope"}
    assert names(table, look(table).progress[1]) == set()
    assert bag(table, 1) == "RRGGBBMWK"
    assert on(table, "Kaleidoscope") == ""
    assert look(table).supply[PRISM] == supply + 1
    assert sound(table)


@clause("6.6")
def test_a_stolen_common_card_leaves_its_place_empty_until_the_end_of_the_round() -> None:
    table = resolving(created={"Neon Sign": "R"}, common=("Aurora", "Glory", "Rainbow"))
    do(table, "use Neon Sign", "steal Glory")
    assert common(table) == ["Aurora", "", "Rainbow"]
    end_round(table)
    assert all(common(table))


@clause("6.8")
def test_creation_areas_are_safe_and_palettes_are_not_tied_to_common_cards() -> None:
    others = [{"created": {"Fogbow": "W"}, "palette": "GCMW"}]
    table = resolving(created={"Neon Sign": "R", "Madder Root": ""}, common=("Aurora", "", ""), others=others)
    do(table, "use Neon Sign")
    assert table.legal_texts(0) == ["steal Aurora"]
    do(table, "steal Aurora")
    assert on(table, "palette", seat=1) == "GCMW"
    table = resolving(palette="GCMW", common=("Aurora", "", ""), others=others)
    do(table, "create Aurora")
    assert on(table, "palette", seat=1) == "GCMW"


@clause("6.7")
def test_motes_of_a_stolen_card_can_be_pulled_by_their_owner_in_a_later_turn() -> None:
    others = [{"progress": {"Madder Root": "RR"}, "created": {"Lead White": "W"}, "bag": "", "palette": "K" * 8}]
    table = resolving(created={"Neon Sign": "R"}, others=others)
    settle(table)
    do(table, "use Neon Sign", "steal Madder Root", "end turn")
    assert bag(table, 1) == "RR"
    do(table, "use Lead White", seat=1)
    assert spell(look(table).drawn[1]) == "R"
