"""The clauses of RULES.md, on strict records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine import random_play
from gamut.engine.errors import GameOver, IllegalAction, NotYourTurn
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.record import ACTING, DRAFTING, HAND_SIZE, KINDS, MAX_ABILITIES, OVER, QUEUE_SIZE
from gamut.games.colori.view import QueuedAbility
from gamut.testing import clause
from tests.games.colori.builders import (
    arrange,
    at_last_turn,
    at_turn,
    card_number,
    discard_of,
    drawn_by,
    finish_draft,
    is_consistent,
    new_table,
    play,
    set_next_deal,
    state_of,
    view_of,
    wheel_of,
)

APRON = "Woad Blue Workman's Apron"  # linen, 4 blue, 2 stars
CLOAK = "Brazilwood Rose Cloak"  # wool, 4 red, 2 stars
ROBE = "Kermes Crimson Robe"  # silk, 6 red, 5 stars
KIRTLE = "Dyer's Broom Yellow Kirtle"  # wool, 4 yellow, 2 stars
OTHERS = ["Oak Bark Tawny Coif", "Gall Nut Tan Breeches", "Chestnut Autumn Vest", "Henna Terra Cotta Sash"]


# ---------------------------------------------------------------------- 1 and 2: the table, a round


@pytest.mark.parametrize("seats", GAME.seats)
@clause("1.4", "1.5", "1.6")
def test_a_deal_takes_the_starting_decks_out_of_the_box(seats: int) -> None:
    table = new_table(seats)
    s = state_of(table)
    for seat in range(seats):
        own = {name: s.deck[seat, c] + s.drawn[seat, c] for c, name in enumerate(CARD_NAMES)}
        assert {k: n for k, n in own.items() if n} == {
            "Basic Red": 2, "Basic Yellow": 2, "Basic Blue": 2, "Wool": 1, "Silk": 1,
        }  # fmt: skip
    dealt = [
        s.draft_deck[c] + sum(s.hand[h, i] == c + 1 for h in range(seats) for i in range(HAND_SIZE))
        for c in range(KINDS)
    ]
    assert dealt[:3] == [20 - 2 * seats] * 3
    assert dealt[3:7] == [6 - seats, 6 - seats, 6, 6]
    assert dealt[7:] == [2] * 39
    assert s.draft_deck_size == sum(dealt) - 5 * seats
    assert s.garment_deck_size == 72
    assert all(s.display[slot] for slot in range(6))
    assert wheel_of(table) == {}


@clause("1.7")
def test_a_spectator_sees_everything_but_hands_picks_and_the_key() -> None:
    table = new_table(3)
    for seat in range(3):
        table.play(seat, table.legal(seat)[-1])
    hidden, true = table.hidden(-1), table.record
    secret = {"chance_key", *GAME.secret_fields}
    for name in true.dtype.names or ():
        if name not in secret:
            assert np.array_equal(hidden[name], true[name]), name
    assert not hidden["hand"].any()
    assert not hidden["chance_key"].any()
    assert np.array_equal(hidden["draft_deck"].sum(), true["draft_deck"].sum() + 15)


@clause("2.1", "2.2")
def test_a_round_is_five_drawn_cards_a_draft_and_a_turn_each() -> None:
    table = new_table(3)
    s = state_of(table)
    assert (s.round, s.phase) == (1, DRAFTING)
    assert [len(drawn_by(table, seat)) for seat in range(3)] == [5, 5, 5]
    assert [s.deck_size[seat] for seat in range(3)] == [3, 3, 3]
    finish_draft(table)
    order = []
    while s.phase == ACTING:
        order.append(table.actors[0])
        play(table, "end turn", seat=table.actors[0])
    assert order == [0, 1, 2]
    assert (s.round, s.phase) == (2, DRAFTING)
    assert [len(drawn_by(table, seat)) for seat in range(3)] == [5, 5, 5]


@clause("2.1")
def test_the_discard_pile_is_reshuffled_when_a_card_is_needed() -> None:
    table = at_turn(drafted=["Wool"], drawn=[], deck=["Basic Red"], discard=["Madder"])
    play(table, "end turn")
    play(table, "end turn", seat=1)
    s = state_of(table)
    assert sorted(drawn_by(table)) == ["Basic Red", "Madder", "Wool"]  # fewer than five: there are no more
    assert (s.deck_size[0], s.discard_size[0]) == (0, 0)


@clause("2.3")
def test_seat_1_is_first_in_every_round() -> None:
    table = new_table(3, rounds=3)
    first_seats = []
    while not table.over:
        finish_draft(table)
        first_seats.append(table.actors[0])
        for _ in range(3):
            play(table, "end turn", seat=table.actors[0])
    assert first_seats == [0, 0, 0]


@clause("8.2")
def test_the_first_player_rotates_with_the_option() -> None:
    table = new_table(3, rounds=4, rotate_first=True)
    orders: list[list[int]] = []
    while not table.over:
        finish_draft(table)
        orders.append([])
        for _ in range(3):
            orders[-1].append(table.actors[0])
            play(table, "end turn", seat=table.actors[0])
    assert orders == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


# ---------------------------------------------------------------------- 3: the draft


@clause("3.1")
def test_hands_are_dealt_one_card_at_a_time() -> None:
    table = at_last_turn(3)
    s = set_next_deal(table, ["Basic Red"] * 4 + ["Basic Blue"] * 3, [])
    play(table, "end turn", seat=2)
    assert [s.dealt[h] for h in range(3)] == [3, 2, 2]


@clause("8.2")
def test_the_deal_starts_with_the_first_player_of_the_round() -> None:
    table = at_last_turn(3, rotate_first=True)
    s = set_next_deal(table, ["Basic Red", "Basic Red", "Basic Blue", "Basic Blue"], [])
    play(table, "end turn", seat=2)
    assert [s.dealt[h] for h in range(3)] == [1, 2, 1]


@clause("3.2")
def test_destroyed_cards_are_reshuffled_when_a_card_is_needed() -> None:
    table = at_last_turn(2)
    s = set_next_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    play(table, "end turn", seat=1)
    assert [s.dealt[h] for h in range(2)] == [5, 5]
    assert (s.draft_deck_size, sum(s.destroyed[c] for c in range(KINDS))) == (0, 0)
    old = sorted(CARD_NAMES[s.hand[h, i] - 1] for h in range(2) for i in range(5) if s.old[h, i])
    assert old == ["Kermes", "Kermes", "Woad"]
    assert is_consistent(table)


@clause("3.2")
def test_dealing_stops_when_nothing_is_left() -> None:
    table = at_last_turn(2)
    s = set_next_deal(table, ["Kermes", "Woad", "Weld"], ["Smalt", "Lac"])
    play(table, "end turn", seat=1)
    assert [s.dealt[h] for h in range(2)] == [3, 2]
    assert table.actors == (0, 1)
    play(table, table.legal_texts(0)[0], seat=0)
    play(table, table.legal_texts(1)[0], seat=1)
    assert table.actors == (0, 1)  # two cards and one card: both seats choose
    assert len(table.legal(0)) + len(table.legal(1)) == 3
    finish_draft(table)
    assert [sum(1 for i in range(5) if s.drafted[p, i]) for p in range(2)] in ([3, 2], [2, 3])


@clause("3.3")
def test_a_choice_is_secret_and_may_be_undone_until_the_last_seat_has_chosen() -> None:
    table = new_table(3)
    first, second = table.legal_texts(0)[:2]
    table.play(0, first)
    assert list(table.actors) == [1, 2]
    assert table.legal(0) == []
    assert not table.hidden(1)["choice"].any()
    table.play(2, table.legal(2)[0])
    undo = table.find_undo(0, people=(0, 1, 2))
    assert undo.free
    table.undo(undo.step)
    assert list(table.actors) == [0, 1]  # the choice of seat 3 stays
    table.play(0, second)
    table.play(1, table.legal(1)[0])
    assert not table.find_undo(0, people=(0, 1, 2)).free
    s = state_of(table)
    taken = [CARD_NAMES[s.hand[0, i] - 1] for i in range(5) if s.taken_at[0, i]]
    assert taken == [second.removeprefix("take ")]
    assert list(table.actors) == [0, 1, 2]


@clause("3.3")
def test_equal_cards_are_one_choice() -> None:
    table = at_last_turn(2)
    set_next_deal(table, ["Basic Red"] * 8 + ["Kermes"] * 2, [])
    play(table, "end turn", seat=1)
    for seat in range(2):
        assert len(table.legal(seat)) == len(set(table.legal(seat))) <= 2


@clause("3.4")
def test_the_order_of_choosing_does_not_matter() -> None:
    table, other_table = new_table(3), new_table(3)
    chosen = [table.legal(seat)[seat % 2] for seat in range(3)]
    for seat in (0, 1, 2):
        table.play(seat, chosen[seat])
    for seat in (2, 0, 1):
        other_table.play(seat, chosen[seat])
    assert table.record.tobytes() == other_table.record.tobytes()
    assert not state_of(table).drafted[0, 0]


@pytest.mark.parametrize(("rounds", "passed"), [(1, [2, 0, 1]), (2, [1, 2, 0])])
@clause("3.5")
def test_hands_pass_left_in_odd_rounds_and_right_in_even_ones(rounds: int, passed: list[int]) -> None:
    table = new_table(3)
    for _ in range(rounds - 1):
        finish_draft(table)
        for seat in range(3):
            play(table, "end turn", seat=seat)
    s = state_of(table)
    hands = [[s.hand[h, i] - 1 for i in range(5)] for h in range(3)]
    for seat in range(3):
        assert table.legal(seat) == sorted(set(hands[seat]))
    for seat in range(3):
        chosen = table.legal(seat)[0]
        hands[seat].remove(chosen)
        table.play(seat, chosen)
    for seat in range(3):
        assert table.legal(seat) == sorted(set(hands[passed[seat]]))


@clause("3.5", "3.6")
def test_a_seat_with_an_empty_hand_does_not_choose() -> None:
    table = at_last_turn(3)
    s = set_next_deal(table, ["Basic Red", "Basic Red", "Basic Blue", "Basic Blue"], [])  # hands of 2, 1 and 1
    play(table, "end turn", seat=2)
    assert table.actors == (0, 1, 2)
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    # hands passed right: seat 3 holds the last card and takes it automatically
    assert s.phase == ACTING
    assert [sum(1 for i in range(5) if s.drafted[p, i]) for p in range(3)] == [1, 1, 2]


@clause("3.6")
def test_the_last_cards_are_taken_automatically() -> None:
    table = new_table(2)
    for pick in range(1, 5):
        assert state_of(table).pick == pick
        for seat in range(2):
            table.play(seat, table.legal(seat)[0])
    assert state_of(table).phase == ACTING
    assert len(table.history) == 8


@clause("3.7")
def test_without_cards_there_is_no_draft() -> None:
    table = at_last_turn(2, rounds=2)
    s = set_next_deal(table, [], [])
    play(table, "end turn", seat=1)
    assert (s.phase, s.round) == (OVER, 2)
    assert table.over


@clause("3.7")
def test_a_single_card_goes_to_the_seat_that_was_dealt_it() -> None:
    table = at_last_turn(2)
    s = set_next_deal(table, ["Kermes"], [])
    play(table, "end turn", seat=1)
    assert (s.phase, s.drafted[0, 0], s.drafted[1, 0]) == (ACTING, card_number("Kermes") + 1, 0)
    play(table, "end turn")
    assert table.over  # seat 2 had no drafted cards, and the later rounds no cards to deal
    assert is_consistent(table)


@clause("4.6")
def test_a_seat_without_drafted_cards_has_no_turn() -> None:
    table = at_last_turn(3)
    s = set_next_deal(table, ["Kermes", "Woad"], [])
    play(table, "end turn", seat=2)
    assert [s.drafted[p, 0] > 0 for p in range(3)] == [True, True, False]
    taken = next(text for text in table.legal_texts(0) if text != "end turn")
    play(table, taken)  # the only card that the next round can deal
    while table.actors == (0,):
        play(table, table.legal_texts(0)[-1])
    assert table.actors == (1,)
    play(table, "end turn", seat=1)
    assert (s.round, table.actors) == (3, (0,))  # seat 3 had no turn, and seat 1 was dealt the only card
    assert is_consistent(table)


@clause("3.8")
def test_drafted_cards_are_revealed_at_the_end() -> None:
    table = new_table(4)
    s = state_of(table)
    while s.phase == DRAFTING:
        assert not table.hidden(1)["drafted"].any()
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    for seat in (-1, 0, 3):
        assert np.array_equal(table.hidden(seat)["drafted"], table.record["drafted"])
        assert (table.hidden(seat)["drafted"][0, :4] > 0).all()


# ---------------------------------------------------------------------- 4 and 5: turns and the queue


@clause("4.1", "4.2")
def test_destroying_a_drafted_card_triggers_its_ability_alone() -> None:
    table = at_turn(drafted=["Madder", "Weld"], drawn=["Basic Red", "Basic Blue", "Wool"])
    assert table.legal_texts(0) == ["destroy Madder", "destroy Weld", "end turn"]
    play(table, "destroy Madder")
    assert state_of(table).destroyed[card_number("Madder")] == 1
    assert wheel_of(table) == {}  # the pips of the destroyed card are not stored
    play(table, "store Basic Red", "store Basic Blue")
    assert wheel_of(table) == {"red": 1, "blue": 1}


@clause("4.1")
def test_only_the_seat_whose_turn_it_is_acts() -> None:
    table = at_turn(drafted=["Madder"])
    with pytest.raises(NotYourTurn, match="seat 1"):
        table.play(1, "end turn")
    with pytest.raises(IllegalAction, match="destroy Madder"):
        table.play(0, "destroy Weld")


@clause("4.3")
def test_abilities_come_before_the_next_drafted_card() -> None:
    table = at_turn(drafted=["Madder", "Weld"], drawn=["Basic Red", "Basic Blue", "Wool"])
    play(table, "destroy Madder")
    assert table.legal_texts(0) == ["store Basic Red", "store Basic Blue", "store Wool"]
    play(table, "store Wool")
    assert table.legal_texts(0) == ["store Basic Red", "store Basic Blue"]


@clause("4.4")
def test_remaining_cards_go_to_the_discard_pile() -> None:
    table = at_turn(drafted=["Madder", "Weld"], drawn=["Basic Red", "Wool"], discard=["Henna"])
    play(table, "end turn")
    assert sorted(discard_of(table)) == ["Basic Red", "Henna", "Madder", "Weld", "Wool"]
    assert drawn_by(table) == []
    assert table.actors == (1,)


@clause("4.5")
def test_the_turn_ends_with_the_last_drafted_card() -> None:
    table = at_turn(drafted=["Linen"], drawn=["Basic Red", "Wool"], discard=[])
    play(table, "destroy Linen", "store Basic Red")
    assert table.actors == (1,)
    assert sorted(discard_of(table)) == ["Basic Red", "Wool"]


@clause("5.1", "5.2")
def test_abilities_are_resolved_in_the_order_in_which_they_were_triggered() -> None:
    table = at_turn(
        drafted=["Iron Black", "Henna"],
        drawn=["Vermilion (Mineral)", "Woad", "Basic Red", "Logwood", "Silk"],
        deck=["Kermes", "Weld"],
        wheel={"red": 1, "yellow": 1},
    )
    play(table, "destroy Iron Black", "destroy a drawn Vermilion (Mineral)", "destroy a drawn Woad")
    assert view_of(table, 0).queue == [QueuedAbility("destroy", 2), QueuedAbility("store", 2)]
    play(table, "destroy a drawn Silk")  # draw 2 joins behind store 2
    assert view_of(table, 0).queue == [QueuedAbility(*pair) for pair in (("destroy", 1), ("store", 2), ("draw", 2))]
    play(table, "destroy a drawn Logwood")  # and mix 2 behind that
    assert drawn_by(table) == ["Kermes", "Weld"]  # Basic Red was stored automatically, then two were drawn
    assert wheel_of(table) == {"red": 2, "yellow": 1}
    assert table.legal_texts(0) == ["mix red and yellow", "stop mixing"]


@clause("5.3")
def test_at_most_5_abilities_wait_and_21_are_used() -> None:
    """Use all twelve cards that destroy, one after the other."""
    twos = ["Vermilion (Mineral)"] * 2 + ["Iron Black"] * 2
    ones = ["Dragon's Blood", "Smalt", "Verdigris", "Gall Nuts"] * 2
    table = at_turn(
        drafted=[twos[0], "Basic Red", "Basic Red", "Basic Red", "Basic Red"],
        drawn=[*twos[1:], *ones, "Linen"],
    )
    s = state_of(table)
    max_length = 0
    play(table, f"destroy {twos[0]}")
    for name in twos[1:] + ones:
        play(table, f"destroy a drawn {name}")
        max_length = max(max_length, s.queue_length)
    assert max_length == QUEUE_SIZE
    assert s.abilities_used == 13  # the twelve, and the linen that was destroyed automatically
    while table.actors == (0,):
        table.play(0, table.legal(0)[0])
        assert s.abilities_used <= MAX_ABILITIES
        max_length = max(max_length, s.queue_length)
    assert max_length == QUEUE_SIZE
    destroyers = sum(2 if name in twos else 1 for name in twos + ones)
    assert HAND_SIZE + destroyers == MAX_ABILITIES


@clause("5.4")
def test_abilities_without_a_choice_are_resolved_automatically() -> None:
    table = at_turn(drafted=["Saffron", "Henna", "Lac", "Weld", "Smalt"], drawn=[], deck=[], discard=[])
    play(table, "destroy Saffron")  # nothing to draw
    play(table, "destroy Henna")  # nothing to store
    play(table, "destroy Lac")  # nothing to mix
    play(table, "destroy Weld")  # nothing to make
    assert table.legal_texts(0) == ["destroy Smalt", "end turn"]
    play(table, "destroy Smalt")  # nothing to destroy: the turn is over
    assert table.actors == (1,)


@clause("5.4")
def test_store_and_destroy_are_automatic_when_all_drawn_cards_are_of_one_kind() -> None:
    table = at_turn(drafted=["Woad", "Weld"], drawn=["Madder", "Madder"], discard=[])
    play(table, "destroy Woad")  # store 2 of two
    assert wheel_of(table) == {"red": 4, "vermilion": 2}
    assert discard_of(table) == ["Madder", "Madder"]
    table = at_turn(drafted=["Iron Black", "Weld"], drawn=["Silk", "Silk", "Silk"], deck=["Lac", "Lac", "Woad", "Woad"])
    play(table, "destroy Iron Black")  # destroys two Silk, and each draws 2
    assert state_of(table).destroyed[card_number("Silk")] == 2
    assert len(drawn_by(table)) == 5
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    table = at_turn(drafted=["Henna", "Weld"], drawn=["Madder", "Lac"])
    play(table, "destroy Henna")
    assert table.legal_texts(0) == ["store Madder", "store Lac"]


@clause("5.4", "6.8")
def test_the_only_affordable_garment_is_made_automatically() -> None:
    only = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK, KIRTLE, CLOAK])
    play(only, "destroy Kermes")
    assert state_of(only).stars[0] == 2
    assert state_of(only).display[2] - 1 == GARMENT_NAMES.index(CLOAK)  # equal garments are one kind
    two = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE])
    play(two, "destroy Kermes")
    assert two.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]


@clause("5.4", "6.5")
def test_a_mix_is_never_automatic() -> None:
    table = at_turn(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1})
    play(table, "destroy Lac")
    assert table.legal_texts(0) == ["mix red and yellow", "stop mixing"]


# ---------------------------------------------------------------------- 6: abilities


@clause("6.1")
def test_store_takes_exactly_n_or_all() -> None:
    table = at_turn(drafted=["Saxon Green", "Weld"], drawn=["Basic Red", "Wool", "Silk", "Linen"])
    play(table, "destroy Saxon Green", "store Wool", "store Silk")
    assert "end turn" not in table.legal_texts(0)
    play(table, "store Linen")
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    fewer = at_turn(drafted=["Saxon Green", "Weld"], drawn=["Basic Red", "Wool"])
    play(fewer, "destroy Saxon Green", "store Basic Red")
    assert wheel_of(fewer) == {"red": 1}
    assert drawn_by(fewer) == []
    assert fewer.legal_texts(0) == ["destroy Weld", "end turn"]


@clause("6.2", "6.3")
def test_all_pips_are_stored_and_the_card_is_discarded() -> None:
    table = at_turn(
        drafted=["Saxon Green", "Weld"], drawn=["Venetian Red Earth", "Wool", "Garment", "Henna"], discard=[]
    )
    play(table, "destroy Saxon Green", "store Venetian Red Earth", "store Wool", "store Garment")
    assert wheel_of(table) == {"red": 1, "vermilion": 1, "amber": 1}
    assert sorted(discard_of(table)) == ["Garment", "Venetian Red Earth", "Wool"]


@clause("6.4")
def test_a_stored_card_may_be_drawn_and_stored_again() -> None:
    table = at_turn(drafted=["Henna", "Wool", "Linen", "Weld"], drawn=["Kermes"], deck=[], discard=[], wheel={})
    play(table, "destroy Henna")
    assert wheel_of(table) == {"red": 3}
    play(table, "destroy Wool")
    assert drawn_by(table) == ["Kermes"]
    play(table, "destroy Linen")
    assert wheel_of(table) == {"red": 6}


@clause("6.4")
def test_draw_n_draws_n_while_there_are_cards() -> None:
    table = at_turn(drafted=["Saffron", "Weld"], drawn=[], deck=["Madder", "Lac"], discard=["Henna", "Woad"])
    play(table, "destroy Saffron")
    drawn = drawn_by(table)
    assert len(drawn) == 3
    assert {"Madder", "Lac"} <= set(drawn)
    assert state_of(table).deck_size[0] == 1


@pytest.mark.parametrize(
    ("first", "second", "mixed"),
    [
        ("red", "yellow", "orange"),
        ("red", "orange", "vermilion"),
        ("yellow", "orange", "amber"),
        ("yellow", "green", "chartreuse"),
        ("yellow", "blue", "green"),
        ("blue", "green", "teal"),
        ("blue", "purple", "indigo"),
        ("blue", "red", "purple"),
        ("red", "purple", "magenta"),
    ],
)
@clause("6.5")
def test_the_nine_mixes(first: str, second: str, mixed: str) -> None:
    table = at_turn(drafted=["Lac", "Weld"], wheel={first: 2, second: 1})
    play(table, "destroy Lac", f"mix {first} and {second}")
    assert wheel_of(table) == {first: 1, mixed: 1}


@clause("6.5")
def test_tertiaries_do_not_mix() -> None:
    tertiaries = dict.fromkeys(("vermilion", "amber", "chartreuse", "teal", "indigo", "magenta"), 3)
    table = at_turn(drafted=["Lac", "Weld"], wheel=tertiaries)
    play(table, "destroy Lac")
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    assert wheel_of(table) == tertiaries


@clause("6.5")
def test_mixing_may_stop_early_and_ends_without_pairs() -> None:
    table = at_turn(drafted=["Lincoln Green", "Logwood", "Weld"], wheel={"red": 3, "yellow": 1})
    play(table, "destroy Lincoln Green", "mix red and yellow")
    assert table.legal_texts(0) == ["mix red and orange", "stop mixing"]
    play(table, "stop mixing")
    assert wheel_of(table) == {"red": 2, "orange": 1}
    play(table, "destroy Logwood", "mix red and orange")  # no pair is left for the second mix
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    assert wheel_of(table) == {"red": 1, "vermilion": 1}


@clause("6.6")
def test_destroy_takes_exactly_n_drawn_cards_or_all() -> None:
    table = at_turn(drafted=["Iron Black", "Weld"], drawn=["Wool", "Silk", "Basic Red"], deck=[], discard=[])
    play(table, "destroy Iron Black", "destroy a drawn Wool")
    assert table.legal_texts(0) == ["destroy a drawn Basic Red", "destroy a drawn Silk"]
    play(table, "destroy a drawn Silk")
    assert drawn_by(table) == ["Basic Red"]
    fewer = at_turn(drafted=["Iron Black", "Weld"], drawn=["Cotton"])
    play(fewer, "destroy Iron Black")
    assert state_of(fewer).destroyed[card_number("Cotton")] == 1
    assert fewer.legal_texts(0) == ["destroy Weld", "end turn"]


def before_garment(**changes: Any) -> Table:
    """Return a table where seat 1 can make the cloak or the kirtle from its only wool."""
    arrangement: dict[str, Any] = {
        "drafted": ["Kermes", "Weld", "Smalt"], "drawn": ["Wool", "Lac"], "discard": [],
        "wheel": {"red": 5, "yellow": 4, "blue": 4}, "display": [KIRTLE, CLOAK, ROBE, APRON, *OTHERS[:2]],
    }  # fmt: skip
    return at_turn(**{**arrangement, **changes})


@clause("6.8", "6.9")
def test_a_garment_is_made_from_fabric_and_colours() -> None:
    table = before_garment()
    play(table, "destroy Kermes")
    assert table.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]  # the robe lacks red, the apron linen
    play(table, f"make {CLOAK}")
    s = state_of(table)
    assert wheel_of(table) == {"red": 1, "yellow": 4, "blue": 4}
    assert drawn_by(table) == ["Lac"]
    assert sorted(discard_of(table)) == ["Garment", "Wool"]
    assert (s.stars[0], s.made[0, GARMENT_NAMES.index(CLOAK)]) == (2, 1)
    assert s.display[1] > 0
    assert s.garment_deck_size == 71
    assert s.display[0] - 1 == GARMENT_NAMES.index(KIRTLE)
    assert is_consistent(table)


@clause("6.8")
def test_making_a_garment_is_mandatory_if_possible() -> None:
    table = before_garment()
    play(table, "destroy Kermes")
    assert "end turn" not in table.legal_texts(0)
    play(table, f"make {KIRTLE}", "destroy Weld")  # the wool is gone: nothing happens
    assert table.legal_texts(0) == ["destroy Smalt", "end turn"]
    assert state_of(table).destroyed[card_number("Weld")] == 1


@clause("6.8")
def test_two_equal_garments_are_one_choice() -> None:
    table = before_garment(display=[CLOAK, KIRTLE, CLOAK, ROBE, *OTHERS[:2]])
    play(table, "destroy Kermes")
    assert table.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]
    play(table, f"make {CLOAK}")
    assert state_of(table).display[2] - 1 == GARMENT_NAMES.index(CLOAK)


@clause("6.9")
def test_an_empty_garment_deck_leaves_an_empty_slot() -> None:
    table = before_garment()
    s = state_of(table)
    for g in range(len(GARMENT_NAMES)):  # seat 2 has made all others
        s.made[1, g] += s.garment_deck[g]
        s.stars[1] += s.garment_deck[g] * table.setup.readable_constants.stars[g]
        s.garment_deck[g] = 0
    s.garment_deck_size = 0
    assert is_consistent(table)
    play(table, "destroy Kermes", f"make {CLOAK}")
    assert s.display[1] == 0
    assert view_of(table, 0).display[1].garment == ""
    assert is_consistent(table)


@clause("6.7", "6.10")
def test_a_drawn_garment_has_no_use_and_leaves_the_game_when_destroyed() -> None:
    table = before_garment()
    play(table, "destroy Kermes", f"make {CLOAK}")
    arrange(table, drawn=["Garment", "Lac"], discard=["Wool"])
    play(table, "destroy Smalt")
    assert table.legal_texts(0) == ["destroy a drawn Lac", "destroy a drawn Garment"]
    play(table, "destroy a drawn Garment")
    s = state_of(table)
    assert s.stars[0] == 2
    assert drawn_by(table) == ["Lac"]
    assert s.queue_length == 0
    assert sum(s.destroyed[c] for c in range(KINDS)) == 2  # Kermes and Smalt
    assert is_consistent(table)


# ---------------------------------------------------------------------- 7 and 8: the end, options


@clause("7.1")
def test_the_game_ends_after_eight_rounds() -> None:
    table = new_table(2)
    while not table.over:
        finish_draft(table)
        while not table.over and state_of(table).phase == ACTING:
            play(table, "end turn", seat=table.actors[0])
    assert state_of(table).round == 8
    with pytest.raises(GameOver):
        table.play(0, "end turn")


@pytest.mark.parametrize("rounds", range(1, 13))
@clause("8.1")
def test_every_number_of_rounds(rounds: int) -> None:
    table = Table(GAME.open(2, {"rounds": rounds}), bytes(16))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[-1])
    assert state_of(table).round == rounds


@clause("7.2", "7.3")
def test_most_stars_win_and_ties_share_the_win() -> None:
    table = new_table(3, rounds=1)
    finish_draft(table)
    s = state_of(table)
    garments = {0: [ROBE], 1: [CLOAK], 2: [KIRTLE, "Madder Red Doublet"]}  # 5, 2 and 2 + 3 stars
    for seat, names in garments.items():
        for name in names:
            g = GARMENT_NAMES.index(name)
            s.made[seat, g] += 1
            s.stars[seat] += table.setup.readable_constants.stars[g]
    for seat in range(3):
        play(table, "end turn", seat=seat)
    assert table.result.scores == (5, 2, 5)
    assert table.result.ranks == (1, 3, 1)
    assert table.result.winners == (0, 2)
    assert table.result.reason_template == "Tied on stars – {winner} share the win."


@clause("7.3")
def test_all_share_the_win_without_stars() -> None:
    table = new_table(3, rounds=1)
    finish_draft(table)
    for seat in range(3):
        play(table, "end turn", seat=seat)
    assert table.result.ranks == (1, 1, 1)
    assert table.result.reason_template == "Tied with no stars – {winner} share the win."


# ---------------------------------------------------------------------- figures


@pytest.mark.parametrize(("seats", "runs_out"), [(5, 5), (4, 7), (3, 10)])
def test_the_draft_deck_runs_out(seats: int, runs_out: int) -> None:
    table = Table(GAME.open(seats, {"rounds": 12}), bytes(16))
    s = state_of(table)
    reshuffled = 0
    while not table.over and not reshuffled:
        if s.phase == DRAFTING and any(s.old[h, i] for h in range(seats) for i in range(HAND_SIZE)):
            reshuffled = s.round
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    assert reshuffled == runs_out


def test_the_draft_deck_never_runs_out_with_two_players() -> None:
    table = Table(GAME.open(2, {"rounds": 12}), bytes(16))
    s = state_of(table)
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
        assert s.draft_deck_size > 0


def test_a_colour_can_exceed_70() -> None:
    table = at_turn(rounds=12, wheel={"red": 70}, drafted=["Henna", "Weld"], drawn=["Kermes"])
    play(table, "destroy Henna")
    assert wheel_of(table) == {"red": 73}
    arrange(table, wheel={"red": 200})
    assert is_consistent(table)


def test_random_games_are_shorter_than_max_steps() -> None:
    setup = GAME.open(5, {"rounds": 12})
    driver = GAME.native(random_play.play_random_games)
    n = 200
    scores, ranks = np.zeros((2, n, GAME.max_seats), np.int32)
    steps = np.zeros(n, np.int32)
    rng, out = np.array([5], np.uint64), np.zeros(GAME.max_legal, np.int32)
    driver(setup.constants, setup.new_states(2), np.zeros(1, np.uint64), out, rng, 0, n, scores, ranks, steps)
    assert steps.max() < GAME.max_steps
    assert scores.mean() < 0.2  # random play makes hardly any garments
