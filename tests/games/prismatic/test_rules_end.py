"""Clauses 7 and 8 of RULES.md: the end, and options."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from gamut.engine.errors import InvalidOptions
from gamut.engine.presentation import ignore_overflow
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.log import end_moment
from gamut.games.prismatic.record import BIDDING, COMMITTING, OVER, PRISM, RESOLVING
from gamut.games.prismatic.view import Score
from gamut.testing import clause
from tests.games.prismatic.builders import (
    arrange,
    bag,
    do,
    end_round,
    look,
    may,
    names,
    on,
    pass_round,
    resolving,
    settle,
    sound,
    started,
)

# ---------------------------------------------------------------------- 7: the end


def counted(*seats: dict[str, Any], reached: int = -1, lead: int = 0) -> Table:
    """A game that ends now with these things: `reached` is who reached the goal first."""
    table = resolving(len(seats), others=seats[1:], goal=9, **seats[0])
    s = look(table)
    s.final, s.lead, s.reached = 1, lead, 0
    end_round(table)
    assert table.over
    look(table).reached = reached + 1
    return table


def score(table: Table, seat: int = 0) -> Score:
    """Where a seat's stars come from."""
    shown: Score = table.knowledge(-1).view.seats[seat].score  # type: ignore[attr-defined]
    return shown


@clause("7.1")
def test_all_that_is_committed_comes_back() -> None:
    table = counted(
        {
            "bag": "RRRRRR",
            "palette": "GG^",
            "progress": {"Moonbow": "BC^"},
            "created": {"Morpho Wing": "^^"},
            "stock": 1,
        },
        {},
    )
    assert bag(table) == "RRRRRRGGBC"
    assert look(table).stock[0] == 5
    assert (on(table, "palette"), on(table, "Moonbow"), on(table, "Morpho Wing")) == ("", "", "")


@clause("7.2")
def test_the_most_stars_win_and_there_may_be_fewer_than_none() -> None:
    table = counted(
        {"created": {"Rainbow": ""}, "bag": "R" * 10},
        {"progress": {"Aurora": "", "Glory": "", "Pixel": ""}, "bag": "G" * 10},
    )
    assert table.result.scores == (6, -3)
    assert table.result.ranks == (1, 2)


@clause("7.3")
def test_stars_of_cards_prisms_the_goal_and_unfinished_cards() -> None:
    made = {"Rainbow": "", "Hologram": "", "Lead White": "", "Bone Black": "", "Fogbow": ""}
    for prisms, stars in ((3, 0), (4, 1), (7, 1), (8, 2), (40, 10)):
        table = counted({"created": made, "progress": {"Pixel": ""}, "stock": prisms}, {}, reached=0)
        shown = score(table)
        assert (shown.cards, shown.prisms, shown.goal, shown.progress) == (13, stars, 1, -1)
        assert shown.total == table.result.scores[0]
    assert score(counted({"created": made}, {}, reached=1)).goal == 0


@clause("7.4")
def test_a_star_for_the_most_motes_and_for_each_type() -> None:
    table = counted(
        {"bag": "R" * 12, "created": {"Lead White": "", "Bone Black": "", "Pixel": ""}},
        {"bag": "G" * 11, "created": {"Madder Root": "", "Aurora": "", "Darkroom": ""}},
    )
    one, two = score(table), score(table, 1)
    assert (one.motes, one.hue, one.sky, one.craft) == (1, 1, 0, 0)
    assert (two.motes, two.hue, two.sky, two.craft) == (0, 0, 1, 0)


@clause("7.4")
def test_ties_for_the_most_get_nothing() -> None:
    hues: Sequence[dict[str, Any]] = [
        {"bag": "R" * 10, "created": {"Lead White": ""}},
        {"bag": "G" * 10, "created": {"Bone Black": ""}},
        {"bag": "B" * 10},
    ]
    table = counted(*hues)
    assert [score(table, seat).hue for seat in range(3)] == [0, 0, 0]
    assert [score(table, seat).motes for seat in range(3)] == [0, 0, 0]


@clause("7.4")
def test_two_stars_for_the_most_prismatic_motes_which_count_as_motes_too() -> None:
    table = counted({"bag": "R" * 9 + "PP"}, {"bag": "R" * 9 + "P"})
    assert (score(table).prismatic, score(table).motes) == (2, 1)
    assert (score(table, 1).prismatic, score(table, 1).motes) == (0, 0)
    table = counted({"bag": "R" * 9 + "P"}, {"bag": "G" * 9 + "P"})
    assert [score(table, seat).prismatic for seat in range(2)] == [0, 0]


THREE, TWO = ("Lead White", "Fogbow", "Magic Lantern"), ("Aurora", "Sun Dog")
TIES: list[tuple[str, dict[str, Any], dict[str, Any], int, int]] = [
    # what breaks it, the better seat, the other one which has more of what comes next, who reached the goal first,
    # and who began
    ("more created cards", {"bag": "R" * 10, "created": dict.fromkeys(THREE, ""), "progress": {"Pixel": ""}},
     {"bag": "G" * 12, "created": dict.fromkeys(TWO, ""), "progress": {"Glory": "", "Rainbow": ""}}, -1, 1),
    ("more motes", {"bag": "R" * 11, "progress": {"Pixel": ""}, "stock": 0}, {"bag": "G" * 10, "stock": 3}, -1, 1),
    ("more prisms", {"bag": "R" * 10, "stock": 3},
     {"bag": "G" * 10, "stock": 2, "progress": {"Pixel": ""}}, 1, 1),
    ("reaching the goal first", {"bag": "R" * 10, "stock": 1, "progress": {"Pixel": ""}}, {"bag": "G" * 10}, 0, 1),
    ("turn order", {"bag": "R" * 10}, {"bag": "G" * 10}, -1, 0),
]  # fmt: skip


@pytest.mark.parametrize(("what", "better", "worse", "reached", "lead"), TIES, ids=[tie[0] for tie in TIES])
@clause("7.5")
def test_ties_are_broken_in_order(
    what: str, better: dict[str, Any], worse: dict[str, Any], reached: int, lead: int
) -> None:
    table = counted(better, worse, reached=reached, lead=lead)
    assert table.result.scores[0] == table.result.scores[1]
    assert table.result.ranks == (1, 2)
    swapped = counted(worse, better, reached=1 - reached if reached >= 0 else -1, lead=1 - lead)
    assert swapped.result.ranks == (2, 1)
    moment = ignore_overflow(end_moment)(table.setup.readable_constants, look(table))
    assert moment.text.startswith("{0} won with ")
    assert moment.text.endswith(f"; {what} broke the tie.")


def test_ranks_are_never_shared() -> None:
    table = counted({"bag": "R" * 10}, {"bag": "G" * 10}, {"bag": "B" * 10}, {"bag": "W" * 10}, lead=2)
    assert table.result.scores == (0, 0, 0, 0)
    assert table.result.ranks == (3, 4, 1, 2)


# ---------------------------------------------------------------------- 8: options


@clause("8.1")
@pytest.mark.parametrize("goal", [2, 3, 5, 7, 9])
def test_the_goal_is_an_option(goal: int) -> None:
    hand = ["Lead White", "Bone Black", "Madder Root", "Saffron", "Aurora", "Pixel", "Glory", "Moonbow", "Darkroom"]
    last = hand[goal - 1]
    table = resolving(
        goal=goal, created=dict.fromkeys(hand[: goal - 1], ""), progress={last: ""}, others=[{}], palette=""
    )
    assert look(table).reached == 0
    end_round(table)
    assert look(table).final == 0
    cost = table.setup.printed.cards[table.setup.parse_action(f"create {last}") - 21].cost
    letters = "".join("RGBCMYWKP^"[item] * n for item, n in enumerate(cost))
    table = resolving(
        goal=goal, created=dict.fromkeys(hand[: goal - 1], ""), progress={last: letters}, others=[{}], palette=""
    )
    do(table, f"create {last}")
    if may(table, "skip the rewards"):
        do(table, "skip the rewards")
    assert look(table).reached == 1
    end_round(table)
    assert look(table).final == 1


@clause("8.1")
@pytest.mark.parametrize("goal", [0, 1, 10, "many"])
def test_no_other_goal_is_possible(goal: object) -> None:
    with pytest.raises(InvalidOptions, match="2 to 9"):
        GAME.open(2, {"goal": goal})  # type: ignore[dict-item]


def bidding(*stock: int, last: bool = False) -> Table:
    """An auction in which the seats have that many prisms; seat 1 has the token."""
    table = resolving(len(stock), auction=True)
    for seat, prisms in enumerate(stock):
        look(table).stock[seat] = prisms
    settle(table)
    if last:
        look(table).final = 1
    end_round(table)
    assert sound(table)
    return table


def bid(table: Table, **bids: int) -> None:
    """Bids by seat: `one=2`."""
    for name, prisms in bids.items():
        seat = ("one", "two", "three", "four").index(name)
        do(table, f"bid {prisms}" if prisms >= 0 else "drop out", seat=seat)


@clause("8.2")
def test_all_with_prisms_bid_in_secret_up_to_their_stock() -> None:
    table = bidding(2, 0, 5)
    assert look(table).phase == BIDDING
    assert list(table.actors) == [0, 2]
    assert table.legal_texts(0) == ["bid 0", "bid 1", "bid 2"]
    bid(table, three=4)
    assert table.hidden(0)["offer"].sum() == 0
    assert table.actors == (0,)


@clause("8.2")
def test_without_the_option_the_token_goes_on() -> None:
    table = started(2)
    pass_round(table)
    assert look(table).starter == 1


@clause("8.3")
def test_the_highest_bid_takes_the_token_and_pays() -> None:
    table = bidding(2, 3, 5)
    supply = look(table).supply[PRISM]
    bid(table, one=2, two=0, three=3)
    s = look(table)
    assert (s.starter, s.phase, s.round) == (2, COMMITTING, 2)
    assert [s.stock[seat] for seat in range(3)] == [2, 3, 2]
    assert s.supply[PRISM] == supply + 3


@clause("8.3")
def test_without_bids_the_token_stays() -> None:
    table = bidding(2, 3)
    bid(table, one=0, two=0)
    assert look(table).starter == 0
    assert [look(table).stock[seat] for seat in range(2)] == [2, 3]
    table = bidding(0, 0)
    assert (look(table).phase, look(table).starter) == (COMMITTING, 0)


@clause("8.4")
def test_players_that_share_the_highest_bid_choose_again() -> None:
    table = bidding(4, 4, 4)
    first = look(table).number
    bid(table, one=2, two=2, three=1)
    assert look(table).number == first + 1
    assert table.actors == (0, 1)
    assert table.legal_texts(0) == ["bid 3", "bid 4", "drop out"]
    bid(table, one=3, two=4)
    assert look(table).starter == 1
    assert look(table).stock[1] == 0


@clause("8.4")
def test_a_lower_bid_wins_when_the_others_drop_out() -> None:
    table = bidding(4, 4, 4)
    bid(table, one=2, two=2, three=1)
    bid(table, one=-1, two=-1)
    assert look(table).starter == 2
    assert [look(table).stock[seat] for seat in range(3)] == [4, 4, 3]


@clause("8.4")
def test_a_player_who_cannot_bid_more_is_out_and_the_other_still_has_to_bid() -> None:
    table = bidding(2, 5)
    bid(table, one=2, two=2)
    assert table.actors == (1,)
    assert table.legal_texts(1) == ["bid 3", "bid 4", "bid 5", "drop out"]
    bid(table, two=-1)
    assert look(table).starter == 0  # no player is left: it stays
    assert [look(table).stock[seat] for seat in range(2)] == [2, 5]


@clause("8.4")
def test_the_token_stays_if_no_bidder_is_left() -> None:
    table = bidding(2, 2, 0, 0)
    bid(table, one=2, two=2)
    assert look(table).phase == COMMITTING
    assert look(table).starter == 0


@clause("8.4")
def test_two_pairs_that_share_a_bid_come_up_one_after_the_other() -> None:
    table = bidding(2, 2, 4, 4)
    bid(table, one=2, two=2, three=1, four=1)  # the first two are out at once
    assert table.actors == (2, 3)
    assert table.legal_texts(2) == ["bid 2", "bid 3", "bid 4", "drop out"]
    bid(table, three=2, four=-1)
    assert look(table).starter == 2
    assert look(table).stock[2] == 2


@clause("8.4")
def test_bidding_again_may_share_again() -> None:
    table = bidding(9, 9)
    for prisms in (1, 2, 5):
        bid(table, one=prisms, two=prisms)
        assert look(table).phase == BIDDING
    bid(table, one=6, two=-1)
    assert look(table).starter == 0
    assert look(table).stock[0] == 3


@clause("8.5")
def test_there_is_no_auction_after_the_last_round() -> None:
    table = bidding(3, 3, last=True)
    assert look(table).phase == OVER
    table = bidding(3, 3)
    look(table).final = 1  # before the last round there is one
    assert look(table).phase == BIDDING


@clause("8.5")
def test_prisms_gained_in_a_turn_can_be_bid() -> None:
    table = resolving(auction=True, palette="WK", stock=0)
    do(table, "make 1 prism")
    end_round(table)
    assert table.legal_texts(0) == ["bid 0", "bid 1"]


@clause("8.7")
def test_the_first_player_must_be_a_seat_of_the_table() -> None:
    with pytest.raises(InvalidOptions, match="first = '4' is not allowed"):
        GAME.open(3, {"first": "4"})
    orders = [GAME.open(4, {"first": str(k)}).readable_constants.first for k in range(1, 5)]
    assert all(b == a + 1 for a, b in pairwise(orders))


def test_a_seat_can_have_nothing_to_do_in_a_turn() -> None:
    table = started(2)
    for seat in range(2):
        do(table, "done", seat=seat)
    arrange(table, 0, palette="", bag="R" * 10)
    assert look(table).phase == RESOLVING
    assert names(table, look(table).created[0]) == set()
    assert table.legal_texts(0) == ["end turn"]
