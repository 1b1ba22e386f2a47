"""The clauses of RULES.md and the rulings (r1, s1, …), interpreted."""

from __future__ import annotations

import pytest

from gamut.engine.errors import GameOver, IllegalAction, InvalidOptions, NotYourTurn
from gamut.engine.options import Value
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME, winning
from gamut.games.chroma_mix.cards import CARDS, NAMES
from gamut.games.chroma_mix.record import (
    BILLY,
    BURGUNDY,
    CERULEAN,
    COLOUR_BACK,
    COLUMNS,
    CORAL,
    DEPTH,
    INKS,
    KINDS,
    MIX,
    MIX_BACK,
    NO_BACK,
    RUBY,
)
from gamut.testing import clause
from tests.games.chroma_mix.builders import Position, format_cards, list_drawn

ALL_INKS = "Soft Cyan, Pale Magenta, Light Yellow"


def deal(seats: int, key: int = 0, **options: Value) -> Table:
    return Table(GAME.open(seats, options), key.to_bytes(16, "little"), native=False)


# ---------------------------------------------------------------------- 1: the table


@clause("1.1", "1.2", "11.1")
def test_cards_match_the_rules_page() -> None:
    rows = [line.strip("|").split("|") for line in GAME.rules_page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(CARDS) == KINDS
    for row, card in zip(rows, CARDS, strict=True):
        name, rank, pigments, points, copies, effects = (cell.strip() for cell in row)
        printed = "any pair" if card["pigments"] == "**" else card["pigments"]
        assert (name, pigments) == (card["name"], printed)
        assert (int(rank), int(points), int(copies)) == (card["rank"], card["points"], card["copies"])
        assert ("⚡" in effects, "∞" in effects) == ("instant" in card, "ongoing" in card)
        assert len(card["pigments"]) == card["rank"]
        if card["rank"] < 4:  # cards with yellow are worth their rank, others nothing
            assert card["points"] == (card["rank"] if "Y" in card["pigments"] else 0)
    assert sum(card["copies"] for card in CARDS) == 92


@clause("1.1")
def test_points_count_only_in_play() -> None:
    pos = Position("Emerald Green", "", plays=("3 Pear, Coral",))
    pos.idle(2)
    assert pos.s.victories[0] == 0
    pos.do("print Emerald Green", "gain Soft Cyan", "gain Soft Cyan", "gain Soft Cyan")
    assert pos.s.victories[0]


@pytest.mark.parametrize("seats", GAME.seats)
@clause("1.3", "1.5", "1.10", "9.1")
def test_each_player_is_dealt_one_of_each_ink(seats: int) -> None:
    s = strict_record(deal(seats, special="none").record)
    taken = seats if seats > 1 else 3  # Billy's deck has two of each ink
    assert [s.ink_pile[k] for k in range(INKS)] == [12 - taken] * 3
    assert [s.rank_4_pile[k] for k in range(KINDS - RUBY)] == [3, 3, 3, 0, 0, 0]
    assert (s.deck_size[0], s.deck_size[1]) == (23 - 6, 21 - 6)
    assert all(s.market[row, column] for row in range(2) for column in range(COLUMNS))
    for seat in range(seats):
        assert format_cards(s.hand[seat]) == ALL_INKS
        assert format_cards(s.play[seat]) == ""
    if seats == 1:
        assert format_cards(s.billy_deck) == "2 Soft Cyan, 2 Pale Magenta, 2 Light Yellow, 3 MIX"
        assert format_cards(s.hand[BILLY]) == ""
    assert (s.round, s.turn) == (1, s.first)


@clause("1.4", "10.1")
def test_at_most_one_special_card_is_in_the_game() -> None:
    for special in ("burgundy", "mustard", "petrol", "none"):
        s = strict_record(deal(2, special=special).record)
        piles = {NAMES[k].lower(): s.rank_4_pile[k - RUBY] for k in range(BURGUNDY, KINDS)}
        assert {name: n for name, n in piles.items() if n} == ({} if special == "none" else {special: 1})
    drawn = {strict_record(deal(2, key).record).special for key in range(40)}
    assert drawn == set(range(BURGUNDY, KINDS))  # the default is random


@clause("1.6")
def test_discarded_cards_go_to_piles_and_discard_piles() -> None:
    pos = Position("Coral, Violet, Emerald Green, Soft Cyan", "")
    cyan = pos.undrawn("Soft Cyan")
    for given in ("Coral", "Violet", "Emerald Green", "Soft Cyan"):
        pos.do(f"swap {given}", "gain Pale Magenta").idle()
    assert pos.discard == "Coral, Violet"
    assert (pos.undrawn("Emerald Green"), pos.undrawn("Soft Cyan")) == (3, cyan + 1)


@clause("1.7")
def test_a_gap_in_the_market_is_filled_at_once() -> None:
    pos = Position(
        "Soft Cyan, Light Yellow", "", decks="Prism", row_2="Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon"
    )
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.market(2) == ["Cerulean", "Coral", "Fuchsia", "Prism", "Lavender", "Lemon"]
    pos = Position("Azure", "", decks="Prism")
    pos.do("print Azure", "gain Lemon")
    assert pos.market(2)[5] == "Prism"


@clause("1.7", "1.8")
def test_r2_cards_paid_are_discarded_before_the_market_is_filled() -> None:
    pos = Position("Cerulean, Light Yellow", "", decks="", row_3="Turquoise, 2 Orange, 2 Pear, Violet")
    pos.do("mix Cerulean", "add Light Yellow", "gain Turquoise")
    assert pos.market(3)[5] == "Violet"  # in order: Orange, Orange, Pear, Pear, Turquoise, Violet
    assert pos.market(3)[4] == ""  # deck and discard pile of rank 3 are empty
    pos = Position("Cerulean, Light Yellow", "", decks="", row_2="Coral, Lemon", row_3="Turquoise")
    pos.do("mix Cerulean", "add Light Yellow", "gain Turquoise")
    assert pos.market(2)[:3] == ["Coral", "Lemon", "Cerulean"]  # the card paid fills a gap
    assert pos.discard == ""


@clause("1.7")
def test_r2_only_cards_available_before_paying_can_be_taken() -> None:
    pos = Position("Prism, Soft Cyan", "", decks="", row_2="Coral")  # the discarded Prism cannot be taken
    pos.do("print Prism", "discard Prism from play")
    assert pos.choices("gain") == "Coral"
    pos.do("gain Coral")
    assert pos.market(2)[0] == "Prism"
    pos = Position("Prism", "", decks="", row_2="")
    pos.do("print Prism")
    assert pos.turn == 1  # no rank-2 card is available
    pos = Position("Lavender, Cerulean", "", piles={"Soft Cyan": 1})
    pos.do("print Lavender")
    assert not pos.can("discard Cerulean")  # only one Soft Cyan is available


@clause("1.8")
def test_r17_an_empty_deck_is_reshuffled_from_the_discard_pile() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", decks="", discards="2 Prism")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.market(2).count("Prism") == 1
    assert (pos.discard, pos.s.deck_size[0], pos.undrawn("Prism")) == ("", 1, 1)


@clause("1.9")
def test_an_empty_pile_gives_nothing_until_a_card_returns() -> None:
    pos = Position("Soft Cyan, 2 Pale Magenta", "", piles={"Light Yellow": 0, "Pale Magenta": 0})
    pos.do("print Soft Cyan")
    assert pos.turn == 1  # no ink could be gained
    pos = Position("Cerulean, Fuchsia, Jungle", "", piles={"Sapphire Blue": 0, "Emerald Green": 1})
    assert pos.choices("mix") == ""
    pos = Position("Cerulean, Fuchsia", "Sapphire Blue", piles={"Sapphire Blue": 0})
    pos.idle()
    pos.do("swap Sapphire Blue", "gain Soft Cyan")
    assert pos.choices("mix") == "Cerulean, Fuchsia"


@clause("1.11")
def test_r18_only_the_chance_key_is_hidden() -> None:
    table = deal(3)
    for seat in (-1, 0, 1, 2):
        seen = table.hidden(seat)
        assert not seen["chance_key"].any()
        for name in table.record.dtype.names or ():
            assert name == "chance_key" or (seen[name] == table.record[name]).all()


# ---------------------------------------------------------------------- 2: the turn


@clause("2.1", "10.2")
def test_turn_order_starts_with_the_first_player() -> None:
    table = deal(3, first="2")
    order = []
    for _ in range(7):
        order.append(table.actors[0])
        table.play(table.actors[0], "refill")
    assert order == [1, 2, 0, 1, 2, 0, 1]
    assert strict_record(table.record).round == 3
    assert {strict_record(deal(4, key).record).first for key in range(40)} == {0, 1, 2, 3}
    with pytest.raises(InvalidOptions, match="random, 1, 2"):
        GAME.open(2, {"first": "3"})
    with pytest.raises(InvalidOptions, match="2 to 4 players"):
        GAME.open(1, {"first": "1"})


@clause("2.2")
def test_a_turn_is_one_action() -> None:
    pos = Position("Soft Cyan, Light Yellow, Coral", "")
    assert pos.legal == [
        "print Soft Cyan", "print Light Yellow", "print Coral", "mix Soft Cyan", "mix Light Yellow", "mix Coral",
        "refill", "swap Soft Cyan", "swap Light Yellow", "swap Coral",
    ]  # fmt: skip
    for action in (["print Coral"], ["mix Soft Cyan", "add Light Yellow", "gain Jungle"], ["refill"],
                   ["swap Coral", "gain Soft Cyan"]):  # fmt: skip
        pos = Position("Soft Cyan, Light Yellow, Coral", "")
        pos.do(*action)
        assert pos.turn == 1
    with pytest.raises(NotYourTurn, match="seat 1 has no decision to make"):
        pos.table.play(0, "refill")
    with pytest.raises(IllegalAction, match="'print Coral' is not legal now"):
        pos.table.play(1, "print Coral")


@clause("2.2")
def test_no_step_is_legal_that_cannot_be_completed() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", row_2="Cerulean, Coral, Fuchsia, Prism, Lavender, Lemon")
    assert pos.choices("mix") == ""  # no Jungle is available
    pos = Position("Soft Cyan, Pale Magenta, 2 Light Yellow", "", row_2="2 Cerulean, 2 Fuchsia, Jungle, Prism")
    assert pos.choices("mix") == "Soft Cyan, Light Yellow"
    pos.do("mix Soft Cyan")
    assert pos.choices("add") == "Light Yellow"


@clause("2.3", "5.1")
def test_r1_a_refill_is_always_legal() -> None:
    pos = Position("", "", piles={"Light Yellow": 0})
    assert pos.legal == ["refill"]
    pos.do("refill")
    assert pos.turn == 1


@clause("2.4")
def test_r19_a_swap_trades_any_card_for_an_ink_of_a_pile_that_was_not_empty() -> None:
    pos = Position("Soft Cyan, Emerald Green", "", piles={"Soft Cyan": 0})
    pos.do("swap Soft Cyan")
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"  # its own pile was empty before
    pos.do("gain Light Yellow")
    assert (pos.hand(), pos.undrawn("Soft Cyan")) == ("Light Yellow, Emerald Green", 1)
    pos = Position("Soft Cyan", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    assert not pos.can("swap Soft Cyan")


@clause("2.4")
def test_r19_an_empty_hand_takes_a_light_yellow() -> None:
    pos = Position("", "")
    assert pos.legal == ["refill", "gain a free Light Yellow"]
    pos.do("gain a free Light Yellow")
    assert (pos.hand(), pos.turn) == ("Light Yellow", 1)


@clause("2.4", "6.4")
def test_r19_a_swap_triggers_nothing() -> None:
    pos = Position("Coral", "", plays=("Pear, Jungle, Key, Lemon", "Slate Gray"))
    pos.do("swap Coral", "gain Soft Cyan")
    assert (pos.hand(), pos.turn, pos.actor) == ("Soft Cyan", 1, 1)  # even with Key the turn ends


@clause("2.4", "6.4")
def test_r7_with_key_a_swap_is_still_the_only_action_of_a_turn() -> None:
    pos = Position("Coral, Soft Cyan", "", plays=("Key",))
    pos.do("print Coral")
    assert pos.choices("swap") == ""


@clause("2.5", "7.1")
def test_r13_an_effect_is_mandatory_if_possible() -> None:
    pos = Position("Soft Cyan", "")
    pos.do("print Soft Cyan")
    assert pos.legal == ["gain Pale Magenta", "gain Light Yellow"]
    pos = Position("Soft Cyan", "", piles={"Pale Magenta": 0})
    pos.do("print Soft Cyan")
    assert pos.legal == ["gain Light Yellow"]


# ---------------------------------------------------------------------- 3: printing


@clause("3.2")
def test_the_instant_effect_happens_every_time_a_card_is_printed() -> None:
    pos = Position("Raspberry", "")
    for n in (1, 2, 3):
        pos.do("print Raspberry", "gain Soft Cyan").idle()
        pos.do("refill", "return Raspberry to hand", "done").idle()
        assert pos.hand() == f"{n} Soft Cyan, Raspberry".removeprefix("1 ")


@clause("3.4")
def test_r21_a_second_emerald_green_cannot_be_printed() -> None:
    pos = Position("Emerald Green", "", plays=("Emerald Green",))
    assert not pos.can("print Emerald Green")
    pos = Position("Emerald Green, Violet", "", plays=("Emerald Green",))
    pos.do("print Violet")
    assert pos.turn == 1  # it is not printable for Violet
    pos = Position("2 Jungle", "", plays=("Emerald Green, Orange",))
    pos.do("mix Jungle", "add Jungle", "gain Emerald Green")
    assert (pos.turn, pos.hand()) == (1, "Emerald Green")  # Orange is not offered


@clause("3.4", "5.5")
def test_r21_another_emerald_green_may_be_printed_once_the_first_has_left_play() -> None:
    pos = Position("Emerald Green", "", plays=("Emerald Green",))
    pos.do("refill", "return Emerald Green to hand", "done").idle()
    assert pos.can("print Emerald Green")
    pos = Position("Emerald Green", "", plays=("Emerald Green, Mustard",), special="mustard")
    pos.do("refill", "tuck Emerald Green", "done").idle()
    assert pos.can("print Emerald Green")
    pos = Position("Emerald Green, Prism", "", plays=("Emerald Green",))
    pos.do("print Prism", "discard Emerald Green from play", "gain Coral").idle()
    assert pos.can("print Emerald Green")


# ---------------------------------------------------------------------- 4: mixing


@clause("4.1")
def test_a_mix_takes_exactly_two_cards_from_the_hand() -> None:
    pos = Position("Soft Cyan, Pale Magenta", "", plays=("Light Yellow",))
    pos.do("mix Soft Cyan")
    assert pos.legal == ["add Pale Magenta"]
    pos.do("add Pale Magenta")
    assert pos.legal == ["gain Lavender"]


@clause("4.1")
def test_the_cards_of_a_mix_may_be_chosen_in_any_order() -> None:
    first = Position("Soft Cyan, Light Yellow", "").do("mix Soft Cyan", "add Light Yellow")
    second = Position("Soft Cyan, Light Yellow", "").do("mix Light Yellow", "add Soft Cyan")
    assert first.table.digest == second.table.digest


@clause("4.1")
def test_one_sum_may_make_two_cards() -> None:
    pos = Position("Jungle, Pale Magenta", "", row_3="Azure, Key, Pear, Raspberry, Slate Gray, Violet")
    pos.do("mix Jungle", "add Pale Magenta")
    assert pos.choices("gain") == "Key, Slate Gray"


@clause("4.3")
def test_r3_each_prism_counts_as_any_pair_of_one_pigment() -> None:
    pos = Position("2 Prism, Soft Cyan", "", row_2="2 Jungle, 4 Lemon")
    pos.do("mix Prism", "add Prism")
    assert pos.choices("gain") == "Ruby Red, Emerald Green, Sapphire Blue"  # never CCCC
    pos = Position("Prism, Soft Cyan", "", row_3="Azure, Orange, Pear, Raspberry, Turquoise, Violet")
    pos.do("mix Soft Cyan", "add Prism")
    assert pos.choices("gain") == "Pear, Violet"  # C and YY, C and MM; CCC is nothing
    pos = Position("Prism, Lavender", "")
    assert pos.choices("mix") == ""  # no card is CM with CC, MM or YY


@clause("4.3")
def test_r3_a_prism_with_a_rank_2_card() -> None:
    pos = Position("Prism, Cerulean", "", row_2="2 Jungle, 4 Lemon")
    pos.do("mix Cerulean", "add Prism")
    assert pos.choices("gain") == "Emerald Green, Sapphire Blue"
    pos = Position("Prism, Jungle", "", special="burgundy")
    pos.do("mix Jungle", "add Prism")
    assert pos.legal == ["gain Burgundy"]


@clause("4.3")
def test_r3_a_prism_costs_a_pair_of_one_pigment() -> None:
    pos = Position("2 Soft Cyan, Pale Magenta", "", row_2="Prism, Cerulean, 4 Lemon")
    pos.do("mix Soft Cyan")
    assert pos.choices("add") == "Soft Cyan"
    pos.do("add Soft Cyan")
    assert pos.choices("gain") == "Cerulean, Prism"


@clause("4.4")
def test_coral_mixes_from_hand_and_play_in_any_combination() -> None:
    pos = Position("Soft Cyan", "", plays=("Coral, Soft Cyan, Light Yellow",), row_2="2 Cerulean, Jungle, 3 Lemon")
    assert pos.choices("mix") == "Soft Cyan, Soft Cyan from play, Light Yellow from play, Coral from play"
    pos.do("mix Soft Cyan from play")
    assert pos.choices("add") == "Soft Cyan, Light Yellow from play, Coral from play"
    pos.do("add Light Yellow from play", "gain Jungle")
    assert (pos.hand(), pos.play()) == ("Soft Cyan, Jungle", "Coral")


@clause("4.5")
def test_raspberry_mixes_one_to_four_cards() -> None:
    pos = Position("2 Soft Cyan, 2 Pale Magenta, Light Yellow", "", plays=("Raspberry",))
    pos.do("mix Soft Cyan", "add Soft Cyan")
    assert pos.can("gain Cerulean", "add Pale Magenta")
    pos.do("add Pale Magenta")
    assert pos.can("gain Azure", "add Pale Magenta")
    assert not pos.can("add Light Yellow")  # no card has CCMY here
    pos.do("add Pale Magenta")
    assert pos.legal == ["gain Sapphire Blue"]
    pos.do("gain Sapphire Blue")
    assert pos.hand() == "Light Yellow, Sapphire Blue"


@clause("4.5")
def test_r3_raspberry_turns_one_card_into_another_with_the_same_pigments() -> None:
    rows = {"row_2": "Cerulean, Fuchsia, Lemon, Prism, 2 Jungle", "row_3": "Key, Slate Gray, 2 Azure, 2 Violet"}
    for card, results in (("Cerulean", "Prism"), ("Prism", "Cerulean, Fuchsia, Lemon"), ("Slate Gray", "Key")):
        pos = Position(card, "", plays=("Raspberry",), **rows)  # type: ignore[arg-type]
        pos.do(f"mix {card}")
        assert pos.choices("gain") == results  # never a card of its own name
    pos = Position("Azure, Jungle", "", plays=("Raspberry",), **rows)  # type: ignore[arg-type]
    assert pos.choices("mix") == ""


@clause("4.5")
def test_raspberry_without_coral_does_not_use_cards_in_play() -> None:
    pos = Position("Soft Cyan", "", plays=("Raspberry, Light Yellow, Lemon",), row_2="2 Jungle, 4 Fuchsia")
    assert pos.choices("mix") == ""
    pos = Position("Soft Cyan", "", plays=("Raspberry, Light Yellow, Coral",), row_2="2 Jungle, 4 Fuchsia")
    assert pos.can("mix Soft Cyan", "mix Light Yellow from play")


@clause("4.6")
def test_r3_raspberry_may_be_paid_in_the_mix_it_allows() -> None:
    pos = Position("Soft Cyan", "", plays=("Raspberry, Coral",), special="burgundy")
    pos.do("mix Raspberry from play", "add Soft Cyan", "gain Burgundy")
    assert (pos.hand(), pos.play()) == ("Burgundy", "Coral")
    pos = Position("3 Light Yellow, 2 Soft Cyan", "", plays=("Raspberry, Coral, Lemon",), row_2="2 Cerulean, 4 Fuchsia")
    pos.do("mix Coral from play", "add Light Yellow", "gain Orange")
    assert not pos.can("mix Soft Cyan from play")


@clause("4.7")
def test_lemon_allows_a_second_mix_but_not_a_third() -> None:
    pos = Position("3 Soft Cyan, 3 Light Yellow", "", plays=("2 Lemon",), row_2="3 Jungle, 3 Fuchsia")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.can("mix Soft Cyan", "end turn")
    assert not pos.can("refill")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.turn == 1
    pos = Position("2 Soft Cyan, 2 Light Yellow", "", plays=("Lemon",), row_2="2 Jungle, 4 Fuchsia")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "end turn")
    assert pos.turn == 1


@clause("4.7", "6.5")
def test_a_turn_ends_automatically_when_no_second_mix_is_possible() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", plays=("Lemon",))
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.turn == 1


@clause("2.6", "4.6", "4.7")
def test_r4_a_lemon_paid_through_coral_no_longer_helps() -> None:
    pos = Position("Soft Cyan, Light Yellow, Pale Magenta", "", plays=("Lemon, Coral",))
    pos.do("mix Pale Magenta", "add Lemon from play", "gain Orange")
    assert pos.turn == 1


@clause("4.8", "6.6")
def test_r5_a_card_put_into_play_by_orange_counts_as_printed() -> None:
    pos = Position("2 Light Yellow", "", plays=("Orange, Pear",), row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet")
    pos.do("mix Light Yellow", "add Light Yellow", "gain Lemon", "print it")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"
    pos = Position("2 Light Yellow", "", plays=("Orange, Pear",), row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet")
    pos.do("mix Light Yellow", "add Light Yellow", "gain Lemon", "keep it")
    assert pos.turn == 1


@clause("4.9")
def test_r12_each_slate_gray_is_offered_after_orange_and_may_be_declined() -> None:
    pos = Position("Soft Cyan, Light Yellow", "Pale Magenta", plays=("Orange", "2 Slate Gray"),
               row_3="3 Azure, Pear, Raspberry, Violet")  # fmt: skip
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert (pos.actor, pos.legal) == (0, ["print it", "keep it"])
    pos.do("print it")
    assert (pos.actor, pos.legal) == (1, ["gain Soft Cyan", "gain Pale Magenta", "gain Light Yellow", "pass"])
    pos.do("pass", "gain Light Yellow")
    assert (pos.hand(1), pos.turn) == ("Pale Magenta, Light Yellow", 1)


@clause("2.1", "4.9")
def test_r12_only_the_player_before_the_mixer_is_offered_an_ink() -> None:
    plays = ("Slate Gray", "", "Slate Gray")
    for turn, actor in ((0, 2), (1, 0), (2, 0)):
        hands = ["", "", ""]
        hands[turn] = "Soft Cyan, Light Yellow"
        pos = Position(*hands, plays=plays, turn=turn, row_3="3 Azure, Pear, Raspberry, Violet")
        pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
        assert pos.can("pass") == (turn != 2)  # seat 2, before seat 3, has none
        assert pos.actor == actor


@clause("4.9")
def test_slate_gray_is_skipped_when_no_ink_is_left() -> None:
    pos = Position("Cerulean, Fuchsia", "", plays=("", "Slate Gray"),
               piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})  # fmt: skip
    pos.do("mix Cerulean", "add Fuchsia", "gain Sapphire Blue")
    assert pos.legal == ["refill"]


# ---------------------------------------------------------------------- 5: refilling


@clause("5.1")
def test_a_refill_returns_cards_one_by_one_in_any_order() -> None:
    pos = Position("", "", plays=("2 Soft Cyan, Coral, Pear, Ruby Red",))
    pos.do("refill")
    assert pos.choices("return") == "Soft Cyan, Coral, Pear, Ruby Red"
    pos.do("return Ruby Red to hand", "return Soft Cyan to hand", "return Pear to hand")
    assert pos.legal == ["return Soft Cyan to hand", "return Coral to hand", "done"]
    pos.do("return Soft Cyan to hand", "done")
    assert (pos.hand(), pos.play()) == ("2 Soft Cyan, Pear, Ruby Red", "Coral")


@clause("5.3")
def test_r11_light_yellow_returns_at_most_one_card_even_itself() -> None:
    pos = Position("Light Yellow", "", plays=("Coral, Pear",))
    pos.do("print Light Yellow")
    assert pos.legal == ["return Light Yellow to hand", "return Coral to hand", "return Pear to hand", "done"]
    pos.do("return Light Yellow to hand", "gain Soft Cyan")  # Pear: it was a print
    assert (pos.hand(), pos.play()) == ("Soft Cyan, Light Yellow", "Coral, Pear")


@clause("5.2", "5.3")
def test_r11_jungle_and_mustard_apply_to_the_refill_of_light_yellow() -> None:
    pos = Position("Light Yellow", "", plays=("Coral, Jungle, Mustard",), special="mustard")
    pos.do("print Light Yellow", "tuck Coral", "gain Soft Cyan")
    assert (pos.hand(), format_cards(pos.s.tucked), pos.turn) == ("Soft Cyan", "Coral", 1)


@clause("5.2")
def test_r12_jungle_is_mandatory_as_long_as_a_pile_has_cards() -> None:
    pos = Position("", "", plays=("3 Jungle",), row_2="2 Cerulean, 4 Lemon",
               piles={"Soft Cyan": 1, "Pale Magenta": 1, "Light Yellow": 0})  # fmt: skip
    pos.do("refill", "done")
    assert pos.legal == ["gain Soft Cyan", "gain Pale Magenta"]
    pos.do("gain Pale Magenta")
    assert pos.legal == ["gain Soft Cyan"]
    pos.do("gain Soft Cyan")
    assert pos.turn == 1  # nothing is left for the third one


@clause("5.4")
def test_r15_mustard_tucks_up_to_two_cards_of_a_refill() -> None:
    pos = Position("", "", plays=("2 Soft Cyan, Emerald Green, Pear, Mustard",), special="mustard")
    pos.do("refill", "tuck Pear", "return Soft Cyan to hand", "tuck Soft Cyan")
    assert pos.legal == ["return Emerald Green to hand", "done"]  # two are tucked, so Mustard has to stay
    pos.do("return Emerald Green to hand", "done")
    assert (pos.hand(), pos.play(), format_cards(pos.s.tucked)) == (
        "Soft Cyan, Emerald Green",
        "Mustard",
        "Soft Cyan, Pear",
    )


@clause("5.4")
def test_r15_nothing_is_tucked_when_mustard_itself_returns() -> None:
    pos = Position("", "", plays=("Soft Cyan, Mustard",), special="mustard")
    pos.do("refill", "return Soft Cyan to hand")
    assert pos.legal == ["return Mustard to hand", "done"]
    pos.do("return Mustard to hand")
    assert pos.legal == ["done"]
    pos = Position("", "", plays=("Soft Cyan, Mustard",), special="mustard")
    pos.do("refill", "return Mustard to hand")
    assert pos.legal == ["return Soft Cyan to hand", "done"]
    pos = Position("", "", plays=("Soft Cyan, Mustard",), special="mustard")
    pos.do("refill", "tuck Soft Cyan")
    assert pos.legal == ["done"]
    pos = Position("", "", plays=("Soft Cyan, Pear",), special="mustard")
    pos.do("refill")
    assert pos.choices("tuck") == ""


@clause("5.5")
def test_r15_tucked_cards_count_only_for_mustard_and_leave_with_it() -> None:
    pos = Position("", "", plays=("Sapphire Blue, Mustard", "Pear"), tucked="2 Orange, Coral, 10 Light Yellow",
               special="mustard", row_3="3 Azure, Pear, Raspberry, Violet", piles={"Light Yellow": 2})  # fmt: skip
    pos.idle()
    assert pos.s.victories[0] == 8  # 18 dots under Mustard, but neither 17 points nor 17 cards
    pos = Position("Prism", "", plays=("Mustard",), tucked="Orange, Coral, Soft Cyan", special="mustard")
    cyan = pos.undrawn("Soft Cyan")
    pos.do("print Prism", "discard Mustard from play", "gain Lemon")
    assert (format_cards(pos.s.tucked), pos.discard) == ("", "Coral, Orange")
    assert (pos.undrawn("Soft Cyan"), pos.undrawn("Mustard")) == (cyan + 1, 1)
    pos = Position("", "", plays=("Mustard",), tucked="Orange, Coral", special="mustard", decks="", row_2="Lemon")
    pos.do("refill", "return Mustard to hand")
    assert pos.market(2)[:2] == ["Lemon", "Coral"]  # a tucked card fills a gap


# ---------------------------------------------------------------------- 6: Key and the end of a turn


@clause("6.1")
def test_r7_key_allows_print_mix_and_refill_in_any_order() -> None:
    for order in (("print", "mix", "refill"), ("refill", "print", "mix"), ("mix", "refill", "print")):
        pos = Position("Coral, Soft Cyan, Light Yellow", "", plays=("Key, Pear",))
        steps = {"print": ["print Coral", "gain Soft Cyan"],
                 "mix": ["mix Soft Cyan", "add Light Yellow", "gain Jungle"],
                 "refill": ["refill", "done"]}  # fmt: skip
        for action in order:
            assert pos.turn == 0
            pos.do(*steps[action])
        assert pos.turn == 1


@clause("6.1")
def test_r7_with_key_the_player_ends_the_turn_after_at_least_one_action() -> None:
    pos = Position("Soft Cyan", "", plays=("Key",))
    assert not pos.can("end turn")
    pos.do("refill", "done", "end turn")
    assert pos.turn == 1


@clause("6.2")
def test_r7_a_key_printed_by_an_effect_is_active_at_once() -> None:
    pos = Position("Violet, Key, Soft Cyan", "", plays=("Lemon",))
    pos.do("print Violet", "also print Key", "also print Soft Cyan", "gain Light Yellow")
    assert pos.turn == 0
    assert pos.can("refill", "end turn")


@clause("2.6", "6.1")
def test_r4_a_key_returned_to_the_hand_no_longer_helps() -> None:
    pos = Position("Soft Cyan", "", plays=("Key, Coral",))
    pos.do("refill", "return Key to hand", "done")
    assert pos.turn == 1


@clause("6.4")
def test_r7_the_second_mix_of_lemon_needs_no_key_and_may_follow_later() -> None:
    pos = Position("Soft Cyan, 2 Light Yellow, Pale Magenta", "", plays=("Key, Lemon",))
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "refill", "return Key to hand", "done")
    assert pos.choices("mix") == "Pale Magenta, Light Yellow, Jungle"
    assert not pos.can("print Key")
    pos.do("mix Pale Magenta", "add Light Yellow", "gain Coral")
    assert pos.turn == 1


@clause("6.5")
def test_a_turn_with_key_ends_automatically_when_no_action_is_left() -> None:
    pos = Position("Soft Cyan", "", plays=("Key",))
    pos.do("print Soft Cyan", "gain Light Yellow", "refill", "done")
    assert pos.turn == 1  # one card is not a mix
    pos = Position("", "", plays=("Key",))
    pos.do("refill", "done")
    assert pos.turn == 1  # the hand is empty


@clause("6.6")
def test_each_pear_in_play_gives_an_ink_after_the_last_print() -> None:
    pos = Position("Soft Cyan", "", plays=("2 Pear",))
    pos.do("print Soft Cyan", "gain Light Yellow", "gain Soft Cyan", "gain Soft Cyan")
    assert (pos.hand(), pos.turn) == ("2 Soft Cyan, Light Yellow", 1)
    pos = Position("Light Yellow", "", plays=("Pear",))
    pos.do("print Light Yellow", "return Pear to hand")
    assert (pos.hand(), pos.turn) == ("Pear", 1)  # it has left play by then
    pos = Position("Violet, Coral, Soft Cyan", "", plays=("Pear",))
    pos.do("print Violet", "also print Coral", "also print Soft Cyan", "gain Light Yellow", "gain Light Yellow")
    assert (pos.hand(), pos.turn) == ("Pale Magenta, 2 Light Yellow", 1)  # one card per turn, not one per print


@clause("6.6")
def test_an_ink_from_pear_can_be_used_for_what_key_still_allows() -> None:
    pos = Position("Cerulean, Soft Cyan", "", plays=("Pear, Key",))
    pos.do("print Cerulean", "gain Soft Cyan")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"  # Pear, before the mix
    pos.do("gain Light Yellow", "mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.legal == ["refill", "end turn"]
    pos.do("refill", "done")
    assert (pos.hand(), pos.turn) == ("2 Soft Cyan, Jungle", 1)  # no second ink


@clause("6.6")
def test_pear_waits_while_a_print_remains_possible() -> None:
    pos = Position("Cerulean, 2 Soft Cyan, Light Yellow", "", plays=("Pear, Key, Orange",))
    pos.do("print Cerulean", "gain Light Yellow")
    assert pos.can("mix Soft Cyan", "refill", "end turn")  # Orange could lay the card of a mix
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "print it")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"
    pos.do("gain Light Yellow")
    assert pos.legal == ["refill", "end turn"]
    pos = Position("Soft Cyan, Light Yellow", "", plays=("Pear, Key, Orange",))
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "print it")
    assert pos.legal == ["refill", "end turn"]  # the print action is left
    pos.do("end turn", "gain Soft Cyan")
    assert (pos.hand(), pos.turn) == ("Soft Cyan", 1)
    pos = Position("Cerulean, Coral", "", plays=("Pear, Key, Orange",))
    pos.do("print Cerulean", "gain Soft Cyan", "refill", "return Orange to hand", "done")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"  # Orange has left play


@clause("6.6")
def test_pear_gives_nothing_without_a_print() -> None:
    pos = Position("", "", plays=("Pear",))
    pos.idle()
    assert (pos.hand(), pos.turn) == ("", 1)


@clause("6.6", "8.1")
def test_r6_pear_comes_before_the_check_for_victories() -> None:
    pos = Position("Soft Cyan, 11 Light Yellow", "", plays=("Pear, Sapphire Blue, 2 Coral",))
    pos.do("print Soft Cyan", "gain Pale Magenta", "gain Pale Magenta")  # 16 cards and two more
    assert pos.s.victories[0] == 2


# ---------------------------------------------------------------------- 7: what cards do once


@clause("7.1")
def test_pale_magenta_gives_one_of_the_other_inks() -> None:
    pos = Position("Pale Magenta", "")
    pos.do("print Pale Magenta")
    assert pos.choices("gain") == "Soft Cyan, Light Yellow"


@clause("7.2")
def test_raspberry_and_slate_gray_give_an_ink() -> None:
    for card in ("Raspberry", "Slate Gray"):
        pos = Position(card, "")
        pos.do(f"print {card}")
        assert pos.choices("gain") == ALL_INKS
        pos.do("gain Light Yellow")
        assert pos.hand() == "Light Yellow"


@clause("7.2")
def test_coral_gives_nothing_when_no_pale_magenta_is_left() -> None:
    pos = Position("Coral", "", piles={"Pale Magenta": 0})
    pos.do("print Coral")
    assert (pos.hand(), pos.turn) == ("", 1)


@clause("7.3")
def test_r13_any_pile_that_is_not_empty_may_be_chosen() -> None:
    pos = Position("Turquoise", "", piles={"Soft Cyan": 0, "Pale Magenta": 1})
    pos.do("print Turquoise")
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"
    pos = Position("Cerulean", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    pos.do("print Cerulean")
    assert pos.turn == 1


@clause("7.4")
def test_azure_gives_a_rank_2_card_of_the_market() -> None:
    pos = Position("Azure", "", decks="", row_2="")
    pos.do("print Azure")
    assert pos.turn == 1
    pos = Position("Azure", "")
    pos.do("print Azure", "gain Coral")
    assert pos.hand() == "Coral"


@clause("7.5")
def test_fuchsia_gives_an_ink_that_may_be_printed_at_once() -> None:
    pos = Position("Fuchsia", "")
    pos.do("print Fuchsia", "gain Soft Cyan")
    assert pos.legal == ["print it", "keep it"]
    pos.do("print it", "gain Light Yellow")
    assert (pos.hand(), pos.play()) == ("Light Yellow", "Soft Cyan, Fuchsia")
    pos = Position("Fuchsia", "")
    pos.do("print Fuchsia", "gain Soft Cyan", "keep it")
    assert (pos.hand(), pos.play(), pos.turn) == ("Soft Cyan", "Fuchsia", 1)


@clause("7.6")
def test_r10_prism_trades_any_card_for_a_rank_2_card_of_the_market() -> None:
    pos = Position("Prism, Soft Cyan", "", plays=("Ruby Red",))
    pos.do("print Prism")
    assert pos.legal == ["discard Soft Cyan", "discard Prism from play", "discard Ruby Red from play", "pass"]
    pos.do("discard Ruby Red from play")
    assert pos.choices("gain") == ROW
    pos.do("gain Lemon")
    assert (pos.hand(), pos.play(), pos.undrawn("Ruby Red")) == ("Soft Cyan, Lemon", "Prism", 3)
    pos = Position("Prism, Soft Cyan", "")
    pos.do("print Prism", "pass")
    assert (pos.hand(), pos.play(), pos.turn) == ("Soft Cyan", "Prism", 1)


ROW = "Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon"


@clause("7.7")
def test_r8_violet_must_print_two_more_cards_but_no_violet() -> None:
    pos = Position("2 Violet, Soft Cyan, Lemon, Coral", "")
    pos.do("print Violet")
    assert pos.legal == ["also print Soft Cyan", "also print Coral", "also print Lemon"]
    pos.do("also print Lemon", "also print Coral")
    assert (pos.hand(), pos.turn) == ("Soft Cyan, Pale Magenta, Violet", 1)
    pos = Position("2 Violet", "")
    pos.do("print Violet")
    assert (pos.hand(), pos.turn) == ("Violet", 1)


@clause("7.8")
def test_r9_lavender_splits_a_card_into_two_with_its_pigments() -> None:
    pos = Position("Lavender, Azure, Soft Cyan", "", plays=("Emerald Green",))
    pos.do("print Lavender")
    # Azure: Lavender and Soft Cyan, or Cerulean and Pale Magenta; Emerald Green: Pear and Soft Cyan, …
    assert pos.legal == ["discard Azure", "discard Lavender from play", "discard Emerald Green from play"]
    pos.do("discard Emerald Green from play")
    assert pos.choices("gain") == "Soft Cyan, Cerulean, Lemon, Pear"
    pos.do("gain Pear")
    assert pos.legal == ["gain Soft Cyan"]
    pos.do("gain Soft Cyan")
    assert pos.legal == ["also print Soft Cyan", "also print Pear"]
    pos.do("also print Pear", "gain Light Yellow", "gain Light Yellow")
    assert pos.play() == "Soft Cyan, Lavender, Pear"
    assert (pos.hand(), pos.turn) == ("Soft Cyan, 2 Light Yellow, Azure", 1)


@clause("7.8")
def test_r9_lavender_may_split_itself_and_the_cards_may_be_chosen_in_any_order() -> None:
    digests = []
    for first, second in (("Soft Cyan", "Pale Magenta"), ("Pale Magenta", "Soft Cyan")):
        pos = Position("Lavender", "")
        pos.do("print Lavender", "discard Lavender from play", f"gain {first}", f"gain {second}")
        assert pos.hand() == "Soft Cyan, Pale Magenta"
        digests.append(pos.table.digest)
    assert digests[0] == digests[1]


@clause("7.8")
def test_r9_prism_counts_as_in_a_mix_whether_discarded_or_taken() -> None:
    pos = Position("Lavender, Prism", "", row_2="2 Jungle, 4 Lemon")
    pos.do("print Lavender", "discard Prism")
    assert pos.choices("gain") == ALL_INKS  # two of any ink
    pos.do("gain Soft Cyan")
    assert pos.legal == ["gain Soft Cyan"]
    pos = Position("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    pos.do("print Lavender", "discard Violet from play")
    assert pos.choices("gain") == "Soft Cyan, Prism"  # CMM is C and MM
    pos = Position("Lavender, Emerald Green", "", row_2="2 Prism, 4 Fuchsia", row_3="3 Azure, 3 Violet")
    pos.do("print Lavender", "discard Emerald Green", "gain Prism", "gain Prism")
    assert (pos.play(), pos.hand()) == ("Lavender, Prism", "Prism")  # equal cards need no order


@clause("7.8")
def test_r9_two_cards_of_one_name_need_two_available_copies() -> None:
    pos = Position("Lavender, Sapphire Blue", "", row_3="3 Pear, 3 Raspberry")  # only one Lavender is available
    pos.do("print Lavender", "discard Sapphire Blue")
    assert pos.choices("gain") == "Cerulean, Fuchsia"
    pos = Position("Lavender, Sapphire Blue", "", row_2="2 Lavender, 4 Lemon", row_3="3 Pear, 3 Raspberry")
    pos.do("print Lavender", "discard Sapphire Blue", "gain Lavender", "gain Lavender")
    assert pos.play() == "2 Lavender"  # equal cards need no order


@clause("7.8")
def test_r9_a_split_is_mandatory_if_possible() -> None:
    pos = Position("Lavender", "")
    pos.do("print Lavender")
    assert pos.legal == ["discard Lavender from play"]
    pos = Position("Lavender", "", piles={"Pale Magenta": 0})
    pos.do("print Lavender")
    assert (pos.play(), pos.turn) == ("Lavender", 1)


@clause("7.9")
def test_r9_the_second_card_is_not_printed_when_it_is_no_longer_in_hand() -> None:
    pos = Position("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    pos.do("print Lavender", "discard Violet from play", "gain Prism", "gain Soft Cyan", "also print Prism")
    pos.do("discard Soft Cyan", "gain Lemon")
    assert (pos.play(), pos.hand(), pos.turn) == ("Lavender, Prism", "Lemon", 1)
    pos = Position("Lavender, Soft Cyan", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    pos.do("print Lavender", "discard Violet from play", "gain Prism", "gain Soft Cyan", "also print Prism")
    pos.do("discard Soft Cyan", "gain Lemon")
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"  # copies are interchangeable
    assert pos.play() == "Soft Cyan, Lavender, Prism"


@clause("7.9")
def test_r8_a_violet_printed_by_lavender_has_two_prints_of_its_own() -> None:
    pos = Position("Violet, Lavender, Sapphire Blue, Coral, 2 Lemon", "")
    pos.do("print Violet", "also print Lavender", "discard Sapphire Blue", "gain Violet", "gain Soft Cyan")
    pos.do("also print Violet")
    assert pos.choices("also print") == "Soft Cyan, Coral, Lemon"
    pos.do("also print Lemon", "also print Lemon")  # the inner Violet is finished, Soft Cyan follows
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"
    pos.do("gain Light Yellow")
    assert pos.choices("also print") == "Light Yellow, Coral"  # the outer Violet's second print
    pos.do("also print Coral")
    assert pos.turn == 1


@clause("7.9")
def test_r9_a_split_is_not_a_mix() -> None:
    pos = Position("Lavender", "", plays=("Orange", "Slate Gray"))
    pos.do("print Lavender", "discard Lavender from play", "gain Soft Cyan", "gain Pale Magenta")
    assert (pos.actor, pos.legal) == (0, ["also print Soft Cyan", "also print Pale Magenta"])


@clause("2.7")
def test_nested_effects_of_violet_lavender_fuchsia_light_yellow_and_jungle() -> None:
    pos = Position("Violet, Lavender, Ruby Red", "", plays=("Jungle",), row_2="2 Fuchsia, 3 Lemon, Coral")
    pos.do("print Violet", "also print Lavender", "discard Ruby Red", "gain Fuchsia", "gain Lemon")
    pos.do("also print Fuchsia", "gain Light Yellow", "print it", "return Light Yellow to hand")
    assert pos.s.depth == 3  # the outer Violet, the second card Lemon, Jungle's ink
    pos.do("gain Soft Cyan")
    assert pos.play() == "Fuchsia, Jungle, Lavender, Lemon, Violet"
    assert pos.choices("also print") == "Soft Cyan, Light Yellow"
    pos.do("also print Soft Cyan", "gain Pale Magenta")
    assert (pos.hand(), pos.turn) == ("Pale Magenta, Light Yellow", 1)


@clause("2.7")
def test_deep_nesting_stays_below_the_limit() -> None:
    pos = Position("Violet, Lavender, 3 Sapphire Blue, Burgundy, 3 Azure, 2 Slate Gray, Key", "", special="burgundy",
               row_2="2 Lavender, 2 Cerulean, 2 Fuchsia", row_3="2 Violet, 3 Pear, Raspberry")  # fmt: skip
    pos.do("print Violet", "also print Lavender")
    deepest = 0
    while pos.turn == 0:
        nesting = [text for text in pos.legal if text.endswith(("gain Lavender", "gain Violet", "print Lavender"))]
        pos.do(nesting[0] if nesting else pos.legal[-1])  # the last is the highest card
        deepest = max(deepest, pos.s.depth)
    assert 4 <= deepest <= 25 < DEPTH


# ---------------------------------------------------------------------- 8: winning


@clause("8.1")
def test_r16_victories_are_not_checked_during_a_turn() -> None:
    pos = Position("Emerald Green", "", plays=("Key, 3 Pear",))
    pos.do("print Emerald Green", "gain Soft Cyan", "gain Soft Cyan", "gain Soft Cyan")
    pos.do("refill", "return Emerald Green to hand", "done", "end turn")  # 18 points for a moment, 12 at the end
    assert (pos.turn, pos.s.victories[0]) == (1, 0)


@clause("8.1")
def test_r16_every_player_is_checked_after_each_turn() -> None:
    pos = Position("11 Light Yellow, 2 Coral", "Soft Cyan, Pale Magenta", plays=("Sapphire Blue, Slate Gray, Pear", ""),
               turn=1)  # fmt: skip
    pos.do("mix Soft Cyan", "add Pale Magenta", "gain Lavender", "gain Soft Cyan")
    assert pos.table.over  # the 17th card came in the last turn of the round
    assert (pos.table.result.winners, pos.reason) == ((0,), winning.BY_SAPPHIRE)
    pos = Position("", "Soft Cyan", plays=("Emerald Green, 3 Pear, Coral",))
    pos.do("refill", "return Emerald Green to hand", "done")
    assert pos.s.victories[0] == 0  # at the end of the turn it is in hand


@clause("8.1", "8.2")
def test_r16_a_victory_counts_even_if_its_cards_are_gone_at_the_end() -> None:
    pos = Position("", "Lavender", "", plays=("Emerald Green, 3 Pear, Coral",))
    pos.idle()
    assert pos.s.victories[0] == 1
    pos.s.play[0, CORAL] -= 1  # Coral disappears before the round ends
    pos.s.discard[CORAL] += 1
    pos.idle(2)
    assert (pos.table.result.winners, pos.table.result.scores[0]) == ((0,), 15)


@clause("8.3")
def test_seventeen_points_in_play_win() -> None:
    for play, victories in (("Emerald Green, 3 Pear, Light Yellow", 0), ("Emerald Green, 3 Pear, 2 Light Yellow", 1)):
        pos = Position("", "", plays=(play,))
        pos.idle()
        assert pos.s.victories[0] == victories
    pos = Position("", "", plays=("3 Pear, 2 Slate Gray, Coral",), row_3="3 Azure, 3 Violet")  # no Emerald needed
    pos.idle()
    assert pos.s.victories[0] == 1


@clause("8.4")
def test_the_ruby_victory() -> None:
    for hand, play, victories in (
        ("Emerald Green, Sapphire Blue", "Ruby Red", 4),
        ("Sapphire Blue", "Ruby Red, Emerald Green", 4),
        ("Ruby Red", "Emerald Green, Sapphire Blue", 0),
        ("Emerald Green", "Ruby Red", 0),
        ("Sapphire Blue", "Ruby Red", 0),
    ):
        pos = Position(hand, "", plays=(play,))
        pos.idle()
        assert pos.s.victories[0] == victories, (hand, play)


@clause("8.5")
def test_the_sapphire_victory() -> None:
    for hand, play, victories in (
        ("8 Soft Cyan, 8 Pale Magenta", "Sapphire Blue", 2),
        ("8 Soft Cyan, 7 Pale Magenta", "Sapphire Blue", 0),
        ("8 Soft Cyan", "Sapphire Blue, 8 Pale Magenta", 2),
        ("8 Soft Cyan, 8 Pale Magenta, Sapphire Blue", "", 0),
    ):
        pos = Position(hand, "", plays=(play,))
        pos.idle()
        assert pos.s.victories[0] == victories, (hand, play)


@clause("8.6")
def test_r14_the_burgundy_victory_needs_exactly_one_two_three_four() -> None:
    for hand, play, victories in (
        ("4 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 8),
        ("4 Soft Cyan, 3 Fuchsia, 2 Violet, Burgundy", "", 0),
        ("5 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 0),
        ("3 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 0),
        ("4 Soft Cyan, 3 Fuchsia", "3 Violet, Burgundy", 0),
        ("4 Soft Cyan, 4 Fuchsia", "2 Violet, Burgundy", 0),
        ("4 Soft Cyan, 3 Fuchsia, Ruby Red", "2 Violet, Burgundy", 0),
    ):
        pos = Position(hand, "", plays=(play,), special="burgundy", row_2="2 Jungle, 4 Lemon", row_3="3 Azure, 3 Pear")
        pos.idle()
        assert pos.s.victories[0] == victories, (hand, play)


@clause("8.7")
def test_the_mustard_victory() -> None:
    for tucked, play, victories in (("2 Violet, Cerulean", "Mustard", 8), ("2 Violet, Soft Cyan", "Mustard", 0)):
        pos = Position("", "", plays=(play,), tucked=tucked, special="mustard")
        pos.idle()
        assert pos.s.victories[0] == victories


@clause("8.8")
def test_the_petrol_victory() -> None:
    for hand, play, victories in (
        ("3 Cerulean", "3 Fuchsia, Petrol", 8),
        ("3 Cerulean", "2 Fuchsia, Petrol", 0),
        ("3 Cerulean, 3 Fuchsia, Petrol", "", 0),
    ):
        pos = Position(hand, "", plays=(play,), special="petrol")
        pos.idle()
        assert pos.s.victories[0] == victories


RUBY_CARDS = ("Emerald Green, Sapphire Blue", "Ruby Red")
SAPPHIRE_CARDS = ("5 Soft Cyan, 5 Pale Magenta, 5 Light Yellow", "Sapphire Blue, Cerulean")
POINTS_CARDS = ("", "Emerald Green, 3 Pear, Coral")
PETROL_CARDS = ("3 Fuchsia", "3 Lemon, Petrol")


@clause("8.9")
def test_r16_the_best_kind_of_victory_decides() -> None:
    order = [
        (PETROL_CARDS, winning.BY_PETROL),
        (RUBY_CARDS, winning.BY_RUBY),
        (SAPPHIRE_CARDS, winning.BY_SAPPHIRE),
        (POINTS_CARDS, winning.BY_POINTS),
    ]
    for k, (better, reason) in enumerate(order):
        for worse, _ in order[k + 1 :]:
            for first, second, winner in ((better, worse, 0), (worse, better, 1)):
                pos = Position(first[0], second[0], plays=(first[1], second[1]), special="petrol")
                pos.idle(2)
                assert (pos.table.result.winners, pos.reason) == ((winner,), reason)
                assert pos.table.result.ranks[1 - winner] == 2


@clause("8.9")
def test_r16_the_best_victory_of_a_player_counts() -> None:
    pos = Position(RUBY_CARDS[0], "Sapphire Blue", plays=(RUBY_CARDS[1] + ", 3 Pear, Coral, 3 Lemon", ""))
    pos.idle(2)
    assert (pos.s.victories[0], pos.reason) == (4 + 1, winning.BY_RUBY)  # points as well


@clause("8.10")
def test_r16_the_others_are_ranked_by_dots_then_by_turn_order() -> None:
    pos = Position("", "3 Soft Cyan", "Azure", "Azure, Soft Cyan", plays=(POINTS_CARDS[1], "", "", ""))
    pos.idle(4)
    assert pos.table.result.ranks == (1, 4, 3, 2)
    pos = Position("3 Soft Cyan", "", "Azure", plays=("", POINTS_CARDS[1], ""), first="2", turn=1)
    pos.idle(3)
    assert pos.table.result.ranks == (2, 1, 3)  # equal dots: seat 1 plays last in the round


@clause("8.11", "10.4")
def test_after_the_last_round_no_player_wins() -> None:
    pos = Position("Soft Cyan", "Coral", "Soft Cyan", rounds=3)
    pos.idle(9)
    assert pos.table.over
    assert (pos.table.result.ranks, pos.reason) == ((4, 2, 3), winning.OUT_OF_TIME)
    assert pos.table.result.winners == ()
    with pytest.raises(GameOver):
        pos.table.play(0, "refill")
    with pytest.raises(InvalidOptions, match="1 to 300"):
        GAME.open(2, {"rounds": 301})
    assert GAME.open(2).options["rounds"] == 100


# ---------------------------------------------------------------------- 9: Confident Billy


@clause("9.2")
def test_s1_billy_draws_two_cards_before_any_mix() -> None:
    pos = Position("Soft Cyan", billy_deck="MIX, Soft Cyan", billy="Light Yellow")
    pos.idle()
    assert pos.choices("mix") == "Soft Cyan, Light Yellow"  # drawn cards may be mixed, in either order
    assert pos.actor == 0


@clause("9.3")
def test_s1_the_player_chooses_what_billy_mixes() -> None:
    pos = Position("Soft Cyan", billy_deck="MIX, Soft Cyan", billy="Light Yellow, Pale Magenta")
    pos.idle()
    assert pos.choices("mix") == "Soft Cyan, Pale Magenta, Light Yellow"
    pos.do("mix Pale Magenta for Billy")
    assert pos.choices("mix") == "Soft Cyan, Light Yellow"
    pos.do("mix Soft Cyan for Billy")
    assert pos.legal == ["gain Lavender"]
    pos.do("gain Lavender")
    assert (pos.hand(BILLY), pos.hand(0), pos.turn) == ("Light Yellow, Lavender", "Soft Cyan", 0)


@clause("9.3")
def test_s1_billy_must_make_a_card_he_does_not_have_if_he_can() -> None:
    billy = "Light Yellow, Pale Magenta, Lavender"
    pos = Position("Soft Cyan", billy_deck="MIX, Soft Cyan", billy=billy, row_3="3 Azure, 3 Pear")
    pos.idle()
    pos.do("mix Soft Cyan for Billy")
    assert pos.choices("mix") == "Light Yellow, Lavender"  # Jungle or Azure, not another Lavender
    pos = Position(
        "Soft Cyan", billy_deck="MIX, Soft Cyan", billy="Pale Magenta, Lavender", row_3="3 Turquoise, 3 Pear"
    )
    pos.idle()
    pos.do("mix Pale Magenta for Billy", "mix Soft Cyan for Billy", "gain Lavender")  # nothing else is possible
    assert pos.hand(BILLY) == "2 Lavender"


@clause("9.3", "9.4")
def test_s1_a_mix_card_without_a_possible_mix_is_discarded() -> None:
    pos = Position("Soft Cyan", billy_deck="MIX, Soft Cyan", billy="")
    pos.idle()
    assert (pos.actor, pos.turn, pos.s.round, pos.hand(BILLY)) == (0, 0, 2, "Soft Cyan")
    assert pos.s.billy_discard[MIX] == 3


@clause("9.3", "9.4")
def test_s1_each_mix_card_is_a_mix_and_cards_paid_go_to_billys_discard_pile() -> None:
    pos = Position("Soft Cyan", billy_deck="2 MIX", billy="Soft Cyan, Light Yellow, Cerulean, Fuchsia")
    cyan = pos.undrawn("Soft Cyan")
    pos.idle()
    pos.do("mix Cerulean for Billy", "mix Fuchsia for Billy", "gain Sapphire Blue")
    pos.do("mix Soft Cyan for Billy", "mix Light Yellow for Billy", "gain Jungle")
    assert (pos.hand(BILLY), pos.turn) == ("Jungle, Sapphire Blue", 0)
    assert format_cards(pos.s.billy_discard) == "Soft Cyan, Light Yellow, Cerulean, Fuchsia, 3 MIX"
    assert (pos.undrawn("Soft Cyan"), pos.discard) == (cyan, "")


@clause("9.5")
def test_s1_billys_deck_is_reshuffled_even_between_two_draws() -> None:
    pos = Position("Soft Cyan", billy_deck="Soft Cyan", billy="")  # the three MIX cards are discarded
    pos.idle()
    assert pos.hand(BILLY) == "Soft Cyan"
    assert (pos.drawn, pos.s.billy_deck[MIX], pos.s.billy_discard[MIX]) == (["Soft Cyan", "MIX"], 2, 1)


@clause("9.5")
@pytest.mark.parametrize("back", ["MIX", "colour"])
def test_the_back_of_billys_next_card_is_visible(back: str) -> None:
    pos = Position("Soft Cyan", billy_deck="2 MIX, 2 Soft Cyan, Light Yellow", billy="", billy_next=back)
    pos.idle()
    assert (pos.drawn[0] == "MIX") == (back == "MIX")
    backs = set()
    for _ in range(8):
        while pos.s.depth:
            pos.do(pos.legal[0])
        back_shown = int(pos.s.billy_next)
        backs.add(back_shown)
        pos.idle()
        assert back_shown == NO_BACK or (pos.drawn[0] == "MIX") == (back_shown == MIX_BACK)
    assert backs == {NO_BACK, COLOUR_BACK, MIX_BACK}


@clause("9.6")
def test_s2_billys_victories_count_in_his_hand() -> None:
    deck = "2 Soft Cyan"
    for billy, victories in (
        ("Ruby Red, Emerald Green, Sapphire Blue", 4),
        ("Sapphire Blue, 8 Pale Magenta, 6 Light Yellow", 2),
        ("Sapphire Blue, 8 Pale Magenta, 5 Light Yellow", 0),
        ("3 Emerald Green", 1),
        ("2 Emerald Green, Pear, Coral", 1),
        ("2 Emerald Green, Pear, Light Yellow", 0),
        ("Petrol, 4 Cerulean, 2 Fuchsia", 0),
    ):
        pos = Position("", billy=billy, billy_deck=deck, special="petrol", row_2="2 Jungle, 4 Lemon")
        pos.idle()
        assert pos.s.victories[BILLY] == victories, billy
        assert pos.table.over == (victories > 0)


@clause("9.6", "9.9")
def test_s2_the_points_in_billys_hand_break_ties() -> None:
    for points, rank in (("2 Pear", 2), ("2 Pear, Light Yellow", 1)):  # 6 or 7 points against Billy's 6
        pos = Position("Emerald Green, Sapphire Blue", plays=(f"Ruby Red, {points}",), billy_deck="2 Soft Cyan",
                   billy="Ruby Red, Emerald Green, Sapphire Blue")  # fmt: skip
        pos.idle()
        assert (pos.s.victories[0], pos.s.victories[BILLY], pos.table.result.ranks) == (4, 4, (rank,))


@clause("9.7")
def test_r12_slate_gray_applies_to_billys_mixes() -> None:
    pos = Position("", plays=("Slate Gray",), billy_deck="2 MIX", billy="2 Soft Cyan, 2 Light Yellow",
               row_2="2 Jungle, 4 Fuchsia")  # fmt: skip
    pos.idle()
    pos.do("mix Soft Cyan for Billy", "mix Light Yellow for Billy", "gain Jungle")
    assert pos.can("pass", "gain Soft Cyan")
    pos.do("gain Soft Cyan")
    assert pos.choices("mix") == "Light Yellow, Jungle"  # Pear; Billy already has a Jungle
    assert pos.hand() == "Soft Cyan"


@clause("9.6")
def test_s2_billy_uses_no_effects() -> None:
    pos = Position("Soft Cyan, Light Yellow", billy="Slate Gray, Orange, Lemon, Coral", billy_deck="2 Soft Cyan")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")  # Billy's Slate Gray is not in play
    assert (pos.turn, pos.s.round, pos.legal[0]) == (0, 2, "print Jungle")


@pytest.mark.parametrize(("difficulty", "turns"), [("beginner", 0), ("easy", 2), ("medium", 4), ("hard", 6)])
@clause("9.8", "10.3")
def test_s3_billys_starting_turns(difficulty: str, turns: int) -> None:
    for key in range(10):
        table = deal(1, key, difficulty=difficulty)
        s = strict_record(table.record)
        drawn = len(list_drawn(s))
        while s.turn == BILLY:
            table.play(0, table.legal(0)[0])
            s = strict_record(table.record)
            drawn += len(list_drawn(s))
        assert (drawn, s.round, s.turn, s.first) == (2 * turns, 1, 0, BILLY if turns else 0)
    with pytest.raises(InvalidOptions, match="1 player"):
        GAME.open(2, {"difficulty": "easy"})
    assert GAME.open(1, {"difficulty": "normal"}).options["difficulty"] == "beginner"  # as the first edition called it


@clause("9.8")
def test_s3_billy_is_second_in_a_beginner_game_and_first_in_the_others() -> None:
    pos = Position("", billy_deck="2 Soft Cyan")
    pos.idle()
    assert pos.s.round == 2
    pos = Position("", billy_deck="2 Soft Cyan", difficulty="easy")
    pos.idle()
    assert (pos.s.round, pos.hand(BILLY), pos.turn) == (2, "2 Soft Cyan", 0)


@clause("9.9", "8.11")
def test_s5_at_the_round_limit_a_solo_game_is_lost() -> None:
    pos = Position("Soft Cyan", billy_deck="2 Soft Cyan", rounds=1)
    pos.idle()
    assert (pos.table.result.ranks, pos.table.result.lost) == ((2,), True)
    assert pos.reason == winning.OUT_OF_TIME


@clause("9.9")
def test_s4_the_player_wins_or_loses() -> None:
    pos = Position(RUBY_CARDS[0], plays=(RUBY_CARDS[1],), billy_deck="2 Soft Cyan")
    pos.idle()
    assert (pos.table.result.ranks, pos.reason) == ((1,), winning.BY_RUBY)
    for billy, reason in (
        ("Ruby Red, Emerald Green, Sapphire Blue", winning.BILLY_BY_RUBY),
        ("Sapphire Blue, 8 Pale Magenta, 8 Light Yellow", winning.BILLY_BY_SAPPHIRE),
        ("3 Emerald Green", winning.BILLY_BY_POINTS),
    ):
        pos = Position("", billy_deck="2 Soft Cyan", billy=billy)
        pos.idle()
        assert (pos.table.result.ranks, pos.reason) == ((2,), reason)


def test_cards_are_numbered_by_rank() -> None:
    assert [card["rank"] for card in CARDS] == sorted(card["rank"] for card in CARDS)
    assert [card["rank"] for card in CARDS].index(2) == CERULEAN
