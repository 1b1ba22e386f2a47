"""The clauses of RULES.md and the rulebook's examples, on strict records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine import play
from gamut.engine.errors import GameOver, IllegalAction, NotYourTurn
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.positions import acting, arrange, card, clear, do, look, opened, pick_all, seen
from gamut.games.colori.record import ACTING, DRAFTING, HAND, KINDS, MOST_ABILITIES, OVER, QUEUE
from gamut.games.colori.tests.positions import at_last_turn, discarded, held, last_deal, sound, stored
from gamut.testing import clause

APRON = "Woad Blue Workman's Apron"  # linen, 4 blue, 2 stars
CLOAK = "Brazilwood Rose Cloak"  # wool, 4 red, 2 stars
ROBE = "Kermes Crimson Robe"  # silk, 6 red, 5 stars
KIRTLE = "Dyer's Broom Yellow Kirtle"  # wool, 4 yellow, 2 stars
OTHERS = ["Oak Bark Tawny Coif", "Gall Nut Tan Breeches", "Chestnut Autumn Vest", "Henna Terra Cotta Sash"]


# ---------------------------------------------------------------------- 1 and 2: the table, a round


@pytest.mark.parametrize("seats", GAME.seats)
@clause("1.4", "1.5", "1.6")
def test_a_deal_takes_the_starting_decks_out_of_the_box(seats: int) -> None:
    table = opened(seats)
    s = look(table)
    for seat in range(seats):
        own = {name: s.deck[seat, c] + s.drawn[seat, c] for c, name in enumerate(CARD_NAMES)}
        assert {k: n for k, n in own.items() if n} == {
            "Basic Red": 2, "Basic Yellow": 2, "Basic Blue": 2, "Wool": 1, "Silk": 1,
        }  # fmt: skip
    dealt = [
        s.draft[c] + sum(s.hand[h, i] == c + 1 for h in range(seats) for i in range(HAND)) for c in range(KINDS)
    ]
    assert dealt[:3] == [20 - 2 * seats] * 3
    assert dealt[3:7] == [6 - seats, 6 - seats, 6, 6]
    assert dealt[7:] == [2] * 39
    assert s.left == sum(dealt) - 5 * seats
    assert s.garments_left == 72
    assert all(s.display[place] for place in range(6))
    assert stored(table) == {}


@clause("1.7")
def test_a_spectator_sees_all_but_hands_picks_and_the_key() -> None:
    table = opened(3)
    for seat in range(3):
        table.play(seat, table.legal(seat)[-1])
    hidden, true = table.hidden(-1), table.record
    secret = {"key", "draft", "hand", "when", "old", "spent", "choice"}
    for name in true.dtype.names or ():
        if name not in secret:
            assert np.array_equal(hidden[name], true[name]), name
    assert not hidden["hand"].any()
    assert not hidden["key"].any()
    assert np.array_equal(hidden["draft"].sum(), true["draft"].sum() + 15)


@clause("2.1", "2.2")
def test_a_round_is_five_drawn_cards_a_draft_and_a_turn_each() -> None:
    table = opened(3)
    s = look(table)
    assert (s.round, s.phase) == (1, DRAFTING)
    assert [len(held(table, seat)) for seat in range(3)] == [5, 5, 5]
    assert [s.decked[seat] for seat in range(3)] == [3, 3, 3]
    pick_all(table)
    order = []
    while s.phase == ACTING:
        order.append(table.actors[0])
        do(table, "end turn", seat=table.actors[0])
    assert order == [0, 1, 2]
    assert (s.round, s.phase) == (2, DRAFTING)
    assert [len(held(table, seat)) for seat in range(3)] == [5, 5, 5]


@clause("2.1")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed() -> None:
    table = acting(drafted=["Wool"], drawn=[], deck=["Basic Red"], discard=["Madder"])
    do(table, "end turn")
    do(table, "end turn", seat=1)
    s = look(table)
    assert sorted(held(table)) == ["Basic Red", "Madder", "Wool"]  # fewer than five: there are no more
    assert (s.decked[0], s.discarded[0]) == (0, 0)


@clause("2.3")
def test_seat_one_is_first_in_every_round() -> None:
    table = opened(3, rounds=3)
    firsts = []
    while not table.over:
        pick_all(table)
        firsts.append(table.actors[0])
        for _ in range(3):
            do(table, "end turn", seat=table.actors[0])
    assert firsts == [0, 0, 0]


@clause("8.2")
def test_the_first_seat_rotates_if_asked() -> None:
    table = opened(3, rounds=4, rotate_first=True)
    orders: list[list[int]] = []
    while not table.over:
        pick_all(table)
        orders.append([])
        for _ in range(3):
            orders[-1].append(table.actors[0])
            do(table, "end turn", seat=table.actors[0])
    assert orders == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


# ---------------------------------------------------------------------- 3: the draft


@clause("3.1")
def test_hands_are_dealt_one_card_at_a_time() -> None:
    table = at_last_turn(3)
    s = last_deal(table, ["Basic Red"] * 4 + ["Basic Blue"] * 3, [])
    do(table, "end turn", seat=2)
    assert [s.dealt[h] for h in range(3)] == [3, 2, 2]


@clause("8.2")
def test_rotation_deals_from_the_first_seat_too() -> None:
    table = at_last_turn(3, rotate_first=True)
    s = last_deal(table, ["Basic Red", "Basic Red", "Basic Blue", "Basic Blue"], [])
    do(table, "end turn", seat=2)
    assert [s.dealt[h] for h in range(3)] == [1, 2, 1]


@clause("3.2")
def test_destroyed_cards_are_shuffled_in_when_a_card_is_needed() -> None:
    table = at_last_turn(2)
    s = last_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    do(table, "end turn", seat=1)
    assert [s.dealt[h] for h in range(2)] == [5, 5]
    assert (s.left, sum(s.destroyed[c] for c in range(KINDS))) == (0, 0)
    olds = sorted(CARD_NAMES[s.hand[h, i] - 1] for h in range(2) for i in range(5) if s.old[h, i])
    assert olds == ["Kermes", "Kermes", "Woad"]
    assert sound(table)


@clause("3.2")
def test_dealing_stops_when_nothing_is_left() -> None:
    table = at_last_turn(2)
    s = last_deal(table, ["Kermes", "Woad", "Weld"], ["Smalt", "Lac"])
    do(table, "end turn", seat=1)
    assert [s.dealt[h] for h in range(2)] == [3, 2]
    assert table.actors == (0, 1)
    do(table, table.legal_texts(0)[0], seat=0)
    do(table, table.legal_texts(1)[0], seat=1)
    assert table.actors == (0, 1)  # two and one card: the seat with one is asked like the other
    assert len(table.legal(0)) + len(table.legal(1)) == 3
    pick_all(table)
    assert [sum(1 for i in range(5) if s.drafted[p, i]) for p in range(2)] in ([3, 2], [2, 3])


@clause("3.3")
def test_a_choice_is_secret_and_may_be_taken_back_until_the_last() -> None:
    table = opened(3)
    one, two = table.legal_texts(0)[:2]
    table.play(0, one)
    assert list(table.actors) == [1, 2]
    assert table.legal(0) == []
    assert not table.hidden(1)["choice"].any()
    table.play(2, table.legal(2)[0])
    undo = table.find_take_back(0, people=(0, 1, 2))
    assert undo.free
    table.take_back(undo.step)
    assert list(table.actors) == [0, 1]  # seat 3 has chosen still
    table.play(0, two)
    table.play(1, table.legal(1)[0])
    assert not table.find_take_back(0, people=(0, 1, 2)).free
    s = look(table)
    taken = [CARD_NAMES[s.hand[0, i] - 1] for i in range(5) if s.when[0, i]]
    assert taken == [two.removeprefix("take ")]
    assert list(table.actors) == [0, 1, 2]


@clause("3.3")
def test_equal_cards_are_one_choice() -> None:
    table = at_last_turn(2)
    last_deal(table, ["Basic Red"] * 8 + ["Kermes"] * 2, [])
    do(table, "end turn", seat=1)
    for seat in range(2):
        assert len(table.legal(seat)) == len(set(table.legal(seat))) <= 2


@clause("3.4")
def test_the_order_of_choosing_does_not_matter() -> None:
    one, other = opened(3), opened(3)
    chosen = [one.legal(seat)[seat % 2] for seat in range(3)]
    for seat in (0, 1, 2):
        one.play(seat, chosen[seat])
    for seat in (2, 0, 1):
        other.play(seat, chosen[seat])
    assert one.record.tobytes() == other.record.tobytes()
    assert not look(one).drafted[0, 0]


@pytest.mark.parametrize(("rounds", "passed"), [(1, [2, 0, 1]), (2, [1, 2, 0])])
@clause("3.5")
def test_hands_pass_left_in_odd_rounds_and_right_in_even_ones(rounds: int, passed: list[int]) -> None:
    table = opened(3)
    for _ in range(rounds - 1):
        pick_all(table)
        for seat in range(3):
            do(table, "end turn", seat=seat)
    s = look(table)
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
def test_who_holds_no_card_does_not_choose() -> None:
    table = at_last_turn(3)
    s = last_deal(table, ["Basic Red", "Basic Red", "Basic Blue", "Basic Blue"], [])  # hands of 2, 1 and 1
    do(table, "end turn", seat=2)
    assert table.actors == (0, 1, 2)
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    # seat 1's last card is now with seat 3 (an even round): it is taken without asking
    assert s.phase == ACTING
    assert [sum(1 for i in range(5) if s.drafted[p, i]) for p in range(3)] == [1, 1, 2]


@clause("3.6")
def test_the_last_cards_are_taken_without_asking() -> None:
    table = opened(2)
    for pick in range(1, 5):
        assert look(table).pick == pick
        for seat in range(2):
            table.play(seat, table.legal(seat)[0])
    assert look(table).phase == ACTING
    assert len(table.history) == 8


@clause("3.7")
def test_without_cards_there_is_no_draft() -> None:
    table = at_last_turn(2, rounds=2)
    s = last_deal(table, [], [])
    do(table, "end turn", seat=1)
    assert (s.phase, s.round) == (OVER, 2)  # nobody has a drafted card: the turns end by themselves
    assert table.over


@clause("3.7")
def test_one_card_in_all_is_taken_by_its_hand() -> None:
    table = at_last_turn(2)
    s = last_deal(table, ["Kermes"], [])
    do(table, "end turn", seat=1)
    assert (s.phase, s.drafted[0, 0], s.drafted[1, 0]) == (ACTING, card("Kermes") + 1, 0)
    do(table, "end turn")
    assert table.over  # seat 2 had nothing to destroy, and no later round had a card to deal
    assert sound(table)


@clause("4.6")
def test_who_has_drafted_nothing_has_no_turn() -> None:
    table = at_last_turn(3)
    s = last_deal(table, ["Kermes", "Woad"], [])
    do(table, "end turn", seat=2)
    assert [s.drafted[p, 0] > 0 for p in range(3)] == [True, True, False]
    taken = next(text for text in table.legal_texts(0) if text != "end turn")
    do(table, taken)  # the one card that can be dealt in the next round
    while table.actors == (0,):
        do(table, table.legal_texts(0)[-1])
    assert table.actors == (1,)
    do(table, "end turn", seat=1)
    assert (s.round, table.actors) == (3, (0,))  # seat 3 had no turn, and the new round's one card is seat 1's
    assert sound(table)


@clause("3.8")
def test_drafted_cards_are_turned_up_at_the_end() -> None:
    table = opened(4)
    s = look(table)
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
    table = acting(drafted=["Madder", "Weld"], drawn=["Basic Red", "Basic Blue", "Wool"])
    assert table.legal_texts(0) == ["destroy Madder", "destroy Weld", "end turn"]
    do(table, "destroy Madder")
    assert look(table).destroyed[card("Madder")] == 1
    assert stored(table) == {}  # the pips of the destroyed card are not stored
    do(table, "store Basic Red", "store Basic Blue")
    assert stored(table) == {"red": 1, "blue": 1}


@clause("4.1")
def test_only_the_seat_whose_turn_it_is_acts() -> None:
    table = acting(drafted=["Madder"])
    with pytest.raises(NotYourTurn, match="seat 1"):
        table.play(1, "end turn")
    with pytest.raises(IllegalAction, match="destroy Madder"):
        table.play(0, "destroy Weld")


@clause("4.3")
def test_abilities_come_before_the_next_drafted_card() -> None:
    table = acting(drafted=["Madder", "Weld"], drawn=["Basic Red", "Basic Blue", "Wool"])
    do(table, "destroy Madder")
    assert table.legal_texts(0) == ["store Basic Red", "store Basic Blue", "store Wool"]
    do(table, "store Wool")
    assert table.legal_texts(0) == ["store Basic Red", "store Basic Blue"]


@clause("4.4")
def test_what_is_left_goes_to_the_discard_pile() -> None:
    table = acting(drafted=["Madder", "Weld"], drawn=["Basic Red", "Wool"], discard=["Henna"])
    do(table, "end turn")
    assert sorted(discarded(table)) == ["Basic Red", "Henna", "Madder", "Weld", "Wool"]
    assert held(table) == []
    assert table.actors == (1,)


@clause("4.5")
def test_the_turn_ends_with_the_last_drafted_card() -> None:
    table = acting(drafted=["Linen"], drawn=["Basic Red", "Wool"], discard=[])
    do(table, "destroy Linen", "store Basic Red")
    assert table.actors == (1,)
    assert sorted(discarded(table)) == ["Basic Red", "Wool"]


@clause("5.1", "5.2")
def test_abilities_wait_in_the_order_in_which_they_came_up() -> None:
    table = acting(
        drafted=["Iron Black", "Henna"],
        drawn=["Vermilion (Mineral)", "Woad", "Basic Red", "Logwood", "Silk"],
        deck=["Kermes", "Weld"],
        wheel={"red": 1, "yellow": 1},
    )
    do(table, "destroy Iron Black", "destroy drawn Vermilion (Mineral)", "destroy drawn Woad")
    assert [(w.verb, w.left) for w in seen(table, 0).queue] == [("destroy", 2), ("store", 2)]
    do(table, "destroy drawn Silk")  # draw 2 joins behind store 2
    assert [(w.verb, w.left) for w in seen(table, 0).queue] == [("destroy", 1), ("store", 2), ("draw", 2)]
    do(table, "destroy drawn Logwood")  # and mix 2 behind that
    assert held(table) == ["Kermes", "Weld"]  # Basic Red stored itself, the rest of store lapsed, two were drawn
    assert stored(table) == {"red": 2, "yellow": 1}
    assert table.legal_texts(0) == ["mix red and yellow", "stop mixing"]


@clause("5.3")
def test_five_abilities_wait_and_21_happen_at_most() -> None:
    """The most that can be: all twelve cards that destroy, one after the other."""
    twos = ["Vermilion (Mineral)"] * 2 + ["Iron Black"] * 2
    ones = ["Dragon's Blood", "Smalt", "Verdigris", "Gall Nuts"] * 2
    table = acting(
        drafted=[twos[0], "Basic Red", "Basic Red", "Basic Red", "Basic Red"],
        drawn=[*twos[1:], *ones, "Linen"],
    )
    s = look(table)
    most = 0
    do(table, f"destroy {twos[0]}")
    for name in twos[1:] + ones:
        do(table, f"destroy drawn {name}")
        most = max(most, s.waiting)
    assert most == QUEUE
    assert s.abilities == 13  # the twelve, and the linen that was destroyed without asking
    while table.actors == (0,):
        table.play(0, table.legal(0)[0])
        assert s.abilities <= MOST_ABILITIES
        most = max(most, s.waiting)
    assert most == QUEUE
    destroyers = sum(2 if name in twos else 1 for name in twos + ones)
    assert HAND + destroyers == MOST_ABILITIES


@clause("5.4")
def test_abilities_without_a_choice_happen_by_themselves() -> None:
    table = acting(drafted=["Saffron", "Henna", "Lac", "Weld", "Smalt"], drawn=[], deck=[], discard=[])
    do(table, "destroy Saffron")  # nothing to draw
    do(table, "destroy Henna")  # nothing to store
    do(table, "destroy Lac")  # nothing to mix
    do(table, "destroy Weld")  # nothing to make
    assert table.legal_texts(0) == ["destroy Smalt", "end turn"]
    do(table, "destroy Smalt")  # nothing to destroy: the turn is over
    assert table.actors == (1,)


@clause("5.4")
def test_store_and_destroy_do_not_ask_when_all_drawn_cards_are_of_one_kind() -> None:
    table = acting(drafted=["Woad", "Weld"], drawn=["Madder", "Madder"], discard=[])
    do(table, "destroy Woad")  # store 2 of two
    assert stored(table) == {"red": 4, "vermilion": 2}
    assert discarded(table) == ["Madder", "Madder"]
    table = acting(
        drafted=["Iron Black", "Weld"], drawn=["Silk", "Silk", "Silk"], deck=["Lac", "Lac", "Woad", "Woad"]
    )
    do(table, "destroy Iron Black")  # destroys two Silk, and each draws 2
    assert look(table).destroyed[card("Silk")] == 2
    assert len(held(table)) == 5
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    one = acting(drafted=["Henna", "Weld"], drawn=["Madder", "Lac"])
    do(one, "destroy Henna")
    assert one.legal_texts(0) == ["store Madder", "store Lac"]


@clause("5.4", "6.8")
def test_the_only_garment_that_can_be_paid_is_made_without_asking() -> None:
    only = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK, KIRTLE, CLOAK])
    do(only, "destroy Kermes")
    assert look(only).stars[0] == 2
    assert look(only).display[2] - 1 == GARMENT_NAMES.index(CLOAK)  # equal garments are one kind
    two = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE])
    do(two, "destroy Kermes")
    assert two.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]


@clause("5.4", "6.5")
def test_a_mix_is_always_asked_for() -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1})
    do(table, "destroy Lac")
    assert table.legal_texts(0) == ["mix red and yellow", "stop mixing"]


# ---------------------------------------------------------------------- 6: abilities


@clause("6.1")
def test_store_takes_exactly_n_or_all() -> None:
    table = acting(drafted=["Saxon Green", "Weld"], drawn=["Basic Red", "Wool", "Silk", "Linen"])
    do(table, "destroy Saxon Green", "store Wool", "store Silk")
    assert "end turn" not in table.legal_texts(0)
    do(table, "store Linen")
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    fewer = acting(drafted=["Saxon Green", "Weld"], drawn=["Basic Red", "Wool"])
    do(fewer, "destroy Saxon Green", "store Basic Red")
    assert stored(fewer) == {"red": 1}
    assert held(fewer) == []
    assert fewer.legal_texts(0) == ["destroy Weld", "end turn"]


@clause("6.2", "6.3")
def test_all_pips_are_stored_and_the_card_is_discarded() -> None:
    table = acting(
        drafted=["Saxon Green", "Weld"], drawn=["Venetian Red Earth", "Wool", "Garment", "Henna"], discard=[]
    )
    do(table, "destroy Saxon Green", "store Venetian Red Earth", "store Wool", "store Garment")
    assert stored(table) == {"red": 1, "vermilion": 1, "amber": 1}
    assert sorted(discarded(table)) == ["Garment", "Venetian Red Earth", "Wool"]


@clause("6.4")
def test_a_stored_card_may_be_drawn_and_stored_again() -> None:
    table = acting(drafted=["Henna", "Wool", "Linen", "Weld"], drawn=["Kermes"], deck=[], discard=[], wheel={})
    do(table, "destroy Henna")
    assert stored(table) == {"red": 3}
    do(table, "destroy Wool")
    assert held(table) == ["Kermes"]
    do(table, "destroy Linen")
    assert stored(table) == {"red": 6}


@clause("6.4")
def test_draw_n_draws_n_while_there_are_cards() -> None:
    table = acting(drafted=["Saffron", "Weld"], drawn=[], deck=["Madder", "Lac"], discard=["Henna", "Woad"])
    do(table, "destroy Saffron")
    got = held(table)
    assert len(got) == 3
    assert {"Madder", "Lac"} <= set(got)
    assert look(table).decked[0] == 1


@pytest.mark.parametrize(
    ("one", "other", "made"),
    [
        ("red", "yellow", "orange"), ("red", "orange", "vermilion"), ("yellow", "orange", "amber"),
        ("yellow", "green", "chartreuse"), ("yellow", "blue", "green"), ("blue", "green", "teal"),
        ("blue", "purple", "indigo"), ("blue", "red", "purple"), ("red", "purple", "magenta"),
    ],
)  # fmt: skip
@clause("6.5")
def test_the_nine_mixes_of_the_rulebook(one: str, other: str, made: str) -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={one: 2, other: 1})
    do(table, "destroy Lac", f"mix {one} and {other}")
    assert stored(table) == {one: 1, made: 1}


@clause("6.5")
def test_tertiaries_do_not_mix() -> None:
    tertiaries = dict.fromkeys(("vermilion", "amber", "chartreuse", "teal", "indigo", "magenta"), 3)
    table = acting(drafted=["Lac", "Weld"], wheel=tertiaries)
    do(table, "destroy Lac")
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    assert stored(table) == tertiaries


@clause("6.5")
def test_mixing_may_stop_early_and_lapses_without_pairs() -> None:
    table = acting(drafted=["Lincoln Green", "Logwood", "Weld"], wheel={"red": 3, "yellow": 1})
    do(table, "destroy Lincoln Green", "mix red and yellow")
    assert table.legal_texts(0) == ["mix red and orange", "stop mixing"]
    do(table, "stop mixing")
    assert stored(table) == {"red": 2, "orange": 1}
    do(table, "destroy Logwood", "mix red and orange")  # no pair is left: the second mix lapses
    assert table.legal_texts(0) == ["destroy Weld", "end turn"]
    assert stored(table) == {"red": 1, "vermilion": 1}


@clause("6.6")
def test_destroy_takes_exactly_n_drawn_cards_or_all() -> None:
    table = acting(drafted=["Iron Black", "Weld"], drawn=["Wool", "Silk", "Basic Red"], deck=[], discard=[])
    do(table, "destroy Iron Black", "destroy drawn Wool")
    assert table.legal_texts(0) == ["destroy drawn Basic Red", "destroy drawn Silk"]
    do(table, "destroy drawn Silk")
    assert held(table) == ["Basic Red"]
    fewer = acting(drafted=["Iron Black", "Weld"], drawn=["Cotton"])
    do(fewer, "destroy Iron Black")
    assert look(fewer).destroyed[card("Cotton")] == 1
    assert fewer.legal_texts(0) == ["destroy Weld", "end turn"]


def dressed(**more: Any) -> Table:
    """Seat 1 can pay for the cloak and the kirtle with its one wool."""
    things: dict[str, Any] = {
        "drafted": ["Kermes", "Weld", "Smalt"], "drawn": ["Wool", "Lac"], "discard": [],
        "wheel": {"red": 5, "yellow": 4, "blue": 4}, "display": [KIRTLE, CLOAK, ROBE, APRON, *OTHERS[:2]],
    }  # fmt: skip
    return acting(**{**things, **more})


@clause("6.8", "6.9")
def test_a_garment_is_made_of_fabric_and_colours() -> None:
    table = dressed()
    do(table, "destroy Kermes")
    assert table.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]  # the robe lacks red, the apron linen
    do(table, f"make {CLOAK}")
    s = look(table)
    assert stored(table) == {"red": 1, "yellow": 4, "blue": 4}
    assert held(table) == ["Lac"]
    assert sorted(discarded(table)) == ["Garment", "Wool"]
    assert (s.stars[0], s.made[0, GARMENT_NAMES.index(CLOAK)]) == (2, 1)
    assert s.display[1] > 0
    assert s.garments_left == 71
    assert s.display[0] - 1 == GARMENT_NAMES.index(KIRTLE)
    assert sound(table)


@clause("6.8")
def test_making_is_forced_if_possible_and_lapses_if_not() -> None:
    table = dressed()
    do(table, "destroy Kermes")
    assert "end turn" not in table.legal_texts(0)
    do(table, f"make {KIRTLE}", "destroy Weld")  # the wool is gone: nothing happens
    assert table.legal_texts(0) == ["destroy Smalt", "end turn"]
    assert look(table).destroyed[card("Weld")] == 1


@clause("6.8")
def test_two_equal_garments_are_one_choice() -> None:
    table = dressed(display=[CLOAK, KIRTLE, CLOAK, ROBE, *OTHERS[:2]])
    do(table, "destroy Kermes")
    assert table.legal_texts(0) == [f"make {CLOAK}", f"make {KIRTLE}"]
    do(table, f"make {CLOAK}")
    assert look(table).display[2] - 1 == GARMENT_NAMES.index(CLOAK)


@clause("6.9")
def test_an_empty_garment_deck_leaves_a_gap() -> None:
    table = dressed()
    s = look(table)
    for g in range(len(GARMENT_NAMES)):  # somebody else has made all others
        s.made[1, g] += s.garments[g]
        s.stars[1] += s.garments[g] * table.setup.strict_constants.stars[g]
        s.garments[g] = 0
    s.garments_left = 0
    assert sound(table)
    do(table, "destroy Kermes", f"make {CLOAK}")
    assert s.display[1] == 0
    assert seen(table, 0).display[1].id == ""
    assert sound(table)


@clause("6.7", "6.10")
def test_a_drawn_garment_has_no_use_and_leaves_the_game_when_destroyed() -> None:
    table = dressed()
    do(table, "destroy Kermes", f"make {CLOAK}")
    arrange(table, drawn=["Garment", "Lac"], discard=["Wool"])
    do(table, "destroy Smalt")
    assert table.legal_texts(0) == ["destroy drawn Lac", "destroy drawn Garment"]
    do(table, "destroy drawn Garment")
    s = look(table)
    assert s.stars[0] == 2
    assert held(table) == ["Lac"]
    assert s.waiting == 0
    assert sum(s.destroyed[c] for c in range(KINDS)) == 2  # Kermes and Smalt
    assert sound(table)


# ---------------------------------------------------------------------- 7 and 8: the end, options


@clause("7.1")
def test_the_game_ends_after_eight_rounds() -> None:
    table = opened(2)
    while not table.over:
        pick_all(table)
        while not table.over and look(table).phase == ACTING:
            do(table, "end turn", seat=table.actors[0])
    assert look(table).round == 8
    with pytest.raises(GameOver):
        table.play(0, "end turn")


@pytest.mark.parametrize("rounds", range(1, 13))
@clause("8.1")
def test_every_number_of_rounds(rounds: int) -> None:
    table = Table(GAME.open(2, {"rounds": rounds}), bytes(16))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[-1])
    assert look(table).round == rounds


@clause("7.2", "7.3")
def test_most_stars_win_and_equals_share() -> None:
    table = opened(3, rounds=1)
    pick_all(table)
    s = look(table)
    garments = {0: [ROBE], 1: [CLOAK], 2: [KIRTLE, "Madder Red Doublet"]}  # 5, 2 and 2 + 3 stars
    for seat, names in garments.items():
        for name in names:
            g = GARMENT_NAMES.index(name)
            s.made[seat, g] += 1
            s.stars[seat] += table.setup.strict_constants.stars[g]
    for seat in range(3):
        do(table, "end turn", seat=seat)
    assert table.result.scores == (5, 2, 5)
    assert table.result.ranks == (1, 3, 1)
    assert table.result.winners == (0, 2)
    assert table.result.reason == "most stars"


# ---------------------------------------------------------------------- figures


@pytest.mark.parametrize(("seats", "runs_out"), [(5, 5), (4, 7), (3, 10)])
def test_the_draft_deck_runs_out(seats: int, runs_out: int) -> None:
    table = Table(GAME.open(seats, {"rounds": 12}), bytes(16))
    s = look(table)
    found = 0
    while not table.over and not found:
        if s.phase == DRAFTING and any(s.old[h, i] for h in range(seats) for i in range(HAND)):
            found = s.round
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    assert found == runs_out


def test_the_draft_deck_never_runs_out_with_two() -> None:
    table = Table(GAME.open(2, {"rounds": 12}), bytes(16))
    s = look(table)
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
        assert s.left > 0


def test_a_colour_can_pass_seventy() -> None:
    """Kermes again and again: every store is three red, every draw brings it back."""
    table = acting(rounds=12, wheel={"red": 70}, drafted=["Henna", "Weld"], drawn=["Kermes"])
    do(table, "destroy Henna")
    assert stored(table) == {"red": 73}
    arrange(table, wheel={"red": 200})  # and there is room for far more
    assert sound(table)


def test_random_games_are_short_of_the_longest() -> None:
    setup = GAME.open(5, {"rounds": 12})
    driver = GAME.native(play.random_games)
    n = 200
    scores, ranks = np.zeros((2, n, GAME.most_seats), np.int32)
    steps = np.zeros(n, np.int32)
    run, out = np.array([5], np.uint64), np.zeros(GAME.most_legal, np.int32)
    driver(setup.constants, setup.fresh(2), np.zeros(1, np.uint64), out, run, 0, n, scores, ranks, steps)
    assert steps.max() < GAME.longest
    assert scores.mean() < 0.2  # without a plan hardly any garment is made


def test_piles_can_be_cleared_by_the_tests() -> None:
    table = opened(2)
    s = look(table)
    clear(s, s.deck[0])
    s.decked[0] = 0
    assert sound(table)
