"""The clauses of RULES.md and the rulings, on the strict record."""

from __future__ import annotations

import pytest

from gamut.engine.errors import BadOptions, GameOver, IllegalAction, NotYourTurn
from gamut.engine.options import Value
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import CARDS, NAMES
from gamut.games.chroma_mix.positions import Scene, kinds, list_drawn, names
from gamut.games.chroma_mix.record import BILLY, CERULEAN, DEPTH, KINDS, MIX, PLACES
from gamut.testing import clause

PAINTS = "Soft Cyan, Pale Magenta, Light Yellow"


def dealt(seats: int, key: int = 0, **options: Value) -> Table:
    """A new game."""
    return Table(GAME.open(seats, options), key.to_bytes(16, "little"), native=False)


# ---------------------------------------------------------------------- 1: the table


@clause("1.1", "1.2", "11.1")
def test_the_cards_are_those_of_the_rules_page() -> None:
    rows = [line.strip("|").split("|") for line in GAME.rules_page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(CARDS) == KINDS
    for row, card in zip(rows, CARDS, strict=True):
        name, rank, pigments, points, copies, effects = (cell.strip() for cell in row)
        printed = "any two alike" if card["pigments"] == "**" else card["pigments"]
        assert (name, pigments) == (card["name"], printed)
        assert (int(rank), int(points), int(copies)) == (card["rank"], card["points"], card["copies"])
        assert ("⚡" in effects, "∞" in effects) == ("once" in card, "lasting" in card)
        assert len(card["pigments"]) == card["rank"]
        if card["rank"] < 4:  # yellow is worth the rank, any other nothing
            assert card["points"] == (card["rank"] if "Y" in card["pigments"] else 0)
    assert sum(card["copies"] for card in CARDS) == 92


@clause("1.1")
def test_points_count_only_in_play() -> None:
    at = Scene("Emerald Green", "", plays=("3 Pear, Coral",))
    at.idle(2)
    assert at.s.met[0] == 0
    at.do("print Emerald Green", "take Soft Cyan", "take Soft Cyan", "take Soft Cyan")
    assert at.s.met[0]


@pytest.mark.parametrize("seats", GAME.seats)
@clause("1.3", "1.5", "1.10", "9.1")
def test_the_deal(seats: int) -> None:
    s = strict(dealt(seats, special="none").record)
    billys = 2 if seats == 1 else 0
    assert [s.supply[k] for k in kinds(PAINTS)] == [12 - seats - billys] * 3
    assert [s.supply[k] for k in range(18, KINDS)] == [3, 3, 3, 0, 0, 0]
    assert (s.decked[0], s.decked[1]) == (23 - 6, 21 - 6)
    assert all(s.row[r, place] for r in range(2) for place in range(PLACES))
    for seat in range(seats):
        assert names(s.hand[seat]) == PAINTS
        assert names(s.play[seat]) == ""
    if seats == 1:
        assert names(s.deck) == "2 Soft Cyan, 2 Pale Magenta, 2 Light Yellow, 3 MIX"
        assert names(s.hand[BILLY]) == ""
    assert (s.round, s.turn) == (1, s.first)


@clause("1.4", "10.1")
def test_the_special_card() -> None:
    for special in ("burgundy", "mustard", "petrol"):
        s = strict(dealt(2, special=special).record)
        assert [NAMES[k].lower() for k in range(21, KINDS) if s.supply[k]] == [special]
        assert s.supply[s.special] == 1
    assert not any(strict(dealt(2, special="none").record).supply[k] for k in range(21, KINDS))
    drawn = {strict(dealt(2, key).record).special for key in range(40)}
    assert drawn == {21, 22, 23}  # standard is random


@clause("1.6")
def test_cards_are_put_away_to_piles_and_discard_piles() -> None:
    at = Scene("Coral, Violet, Emerald Green, Soft Cyan", "")
    cyan = at.pile("Soft Cyan")
    for given in ("Coral", "Violet", "Emerald Green", "Soft Cyan"):
        at.do(f"swap {given}", "take Pale Magenta").idle()
    assert at.discard == "Coral, Violet"
    assert (at.pile("Emerald Green"), at.pile("Soft Cyan")) == (3, cyan + 1)


@clause("1.7")
def test_a_gap_is_filled_at_once_in_its_place() -> None:
    at = Scene(
        "Soft Cyan, Light Yellow", "", decks="Prism", row_2="Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon"
    )
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.market(2) == ["Cerulean", "Coral", "Fuchsia", "Prism", "Lavender", "Lemon"]
    at = Scene("Azure", "", decks="Prism")
    at.do("print Azure", "take Lemon")
    assert at.market(2)[5] == "Prism"


@clause("1.7", "1.8")
def test_r2_cards_paid_are_put_away_before_the_rows_are_filled() -> None:
    at = Scene("Cerulean, Light Yellow", "", decks="", row_3="Turquoise, 2 Orange, 2 Pear, Violet")
    at.do("mix Cerulean", "with Light Yellow", "take Turquoise")
    assert at.market(3)[5] == "Violet"  # kinds ascend: Orange, Orange, Pear, Pear, Turquoise, Violet
    assert at.market(3)[4] == ""  # deck and discard pile of rank 3 are empty
    at = Scene("Cerulean, Light Yellow", "", decks="", row_2="Coral, Lemon", row_3="Turquoise")
    at.do("mix Cerulean", "with Light Yellow", "take Turquoise")
    assert at.market(2)[:3] == ["Coral", "Lemon", "Cerulean"]  # what was paid fills the row that had gaps
    assert at.discard == ""


@clause("1.7")
def test_r2_what_can_be_taken_is_what_lay_open_before_paying() -> None:
    at = Scene("Prism, Soft Cyan", "", decks="", row_2="Coral")  # the Prism discarded is no rank-2 card to take
    at.do("print Prism", "discard Prism in play")
    assert at.options("take") == "Coral"
    at.do("take Coral")
    assert at.market(2)[0] == "Prism"
    at = Scene("Prism", "", decks="", row_2="")
    at.do("print Prism")
    assert at.turn == 1  # no rank-2 card lies open: nothing to trade for
    at = Scene("Lavender, Cerulean", "", piles={"Soft Cyan": 1})
    at.do("print Lavender")
    assert not at.may("discard Cerulean")  # two Soft Cyan do not lie open


@clause("1.8")
def test_r17_a_deck_that_ran_out_is_made_of_the_discard_pile() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", decks="", discards="2 Prism")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.market(2).count("Prism") == 1
    assert (at.discard, at.s.decked[0], at.pile("Prism")) == ("", 1, 1)


@clause("1.9")
def test_an_empty_pile_gives_nothing_until_a_card_comes_back() -> None:
    at = Scene("Soft Cyan, 2 Pale Magenta", "", piles={"Light Yellow": 0, "Pale Magenta": 0})
    at.do("print Soft Cyan")
    assert at.turn == 1  # nothing could be added
    at = Scene("Cerulean, Fuchsia, Jungle", "", piles={"Sapphire Blue": 0, "Emerald Green": 1})
    assert at.options("mix") == ""
    at = Scene("Cerulean, Fuchsia", "Sapphire Blue", piles={"Sapphire Blue": 0})
    at.idle()
    at.do("swap Sapphire Blue", "take Soft Cyan")
    assert at.options("mix") == "Cerulean, Fuchsia"


@clause("1.11")
def test_r18_only_the_key_is_hidden() -> None:
    table = dealt(3)
    for seat in (-1, 0, 1, 2):
        seen = table.hidden(seat)
        assert not seen["key"].any()
        for name in table.record.dtype.names or ():
            assert name == "key" or (seen[name] == table.record[name]).all()


# ---------------------------------------------------------------------- 2: the turn


@clause("2.1", "10.2")
def test_turns_go_round_from_whoever_begins() -> None:
    table = dealt(3, first="2")
    order = []
    for _ in range(7):
        order.append(table.actors[0])
        table.play(table.actors[0], "refill")
    assert order == [1, 2, 0, 1, 2, 0, 1]
    assert strict(table.record).round == 3
    assert {strict(dealt(4, key).record).first for key in range(40)} == {0, 1, 2, 3}
    with pytest.raises(BadOptions, match="random, 1, 2"):
        GAME.open(2, {"first": "3"})
    with pytest.raises(BadOptions, match="2, 3, 4 players"):
        GAME.open(1, {"first": "1"})


@clause("2.2")
def test_a_turn_is_one_action() -> None:
    at = Scene("Soft Cyan, Light Yellow, Coral", "")
    assert at.legal == [
        "print Soft Cyan", "print Light Yellow", "print Coral", "mix Soft Cyan", "mix Light Yellow", "mix Coral",
        "refill", "swap Soft Cyan", "swap Light Yellow", "swap Coral",
    ]  # fmt: skip
    for action in (["print Coral"], ["mix Soft Cyan", "with Light Yellow", "take Jungle"], ["refill"],
                   ["swap Coral", "take Soft Cyan"]):  # fmt: skip
        at = Scene("Soft Cyan, Light Yellow, Coral", "")
        at.do(*action)
        assert at.turn == 1
    with pytest.raises(NotYourTurn, match="seat 1 has nothing to decide"):
        at.table.play(0, "refill")
    with pytest.raises(IllegalAction, match="'print Coral' is not possible now"):
        at.table.play(1, "print Coral")


@clause("2.2")
def test_no_step_is_offered_that_cannot_be_completed() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", row_2="Cerulean, Coral, Fuchsia, Prism, Lavender, Lemon")
    assert at.options("mix") == ""  # no Jungle is open
    at = Scene("Soft Cyan, Pale Magenta, 2 Light Yellow", "", row_2="2 Cerulean, 2 Fuchsia, Jungle, Prism")
    assert at.options("mix") == "Soft Cyan, Light Yellow"
    at.do("mix Soft Cyan")
    assert at.options("with") == "Light Yellow"


@clause("2.3", "5.1")
def test_r1_nobody_is_stuck() -> None:
    at = Scene("", "", piles={"Light Yellow": 0})
    assert at.legal == ["refill"]
    at.do("refill")
    assert at.turn == 1


@clause("2.4")
def test_r19_a_swap_gives_any_card_for_a_rank_1_card_of_a_pile_that_was_not_empty() -> None:
    at = Scene("Soft Cyan, Emerald Green", "", piles={"Soft Cyan": 0})
    at.do("swap Soft Cyan")
    assert at.options("take") == "Pale Magenta, Light Yellow"  # its own pile was empty before
    at.do("take Light Yellow")
    assert (at.hand(), at.pile("Soft Cyan")) == ("Light Yellow, Emerald Green", 1)
    at = Scene("Soft Cyan", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    assert not at.may("swap Soft Cyan")


@clause("2.4")
def test_r19_an_empty_hand_takes_a_light_yellow() -> None:
    at = Scene("", "")
    assert at.legal == ["refill", "swap nothing"]
    at.do("swap nothing")
    assert (at.hand(), at.turn) == ("Light Yellow", 1)


@clause("2.4", "6.4")
def test_r19_nothing_sees_a_swap() -> None:
    at = Scene("Coral", "", plays=("Pear, Jungle, Key, Lemon", "Slate Gray"))
    at.do("swap Coral", "take Soft Cyan")
    assert (at.hand(), at.turn, at.actor) == ("Soft Cyan", 1, 1)  # also with Key it is a turn of its own


@clause("2.4", "6.4")
def test_r7_with_key_a_swap_stays_a_turn_of_its_own() -> None:
    at = Scene("Coral, Soft Cyan", "", plays=("Key",))
    at.do("print Coral")
    assert at.options("swap") == ""


@clause("2.5", "7.1")
def test_r13_an_effect_that_can_be_done_is_not_left_out() -> None:
    at = Scene("Soft Cyan", "")
    at.do("print Soft Cyan")
    assert at.legal == ["take Pale Magenta", "take Light Yellow"]
    at = Scene("Soft Cyan", "", piles={"Pale Magenta": 0})
    at.do("print Soft Cyan")
    assert at.legal == ["take Light Yellow"]


# ---------------------------------------------------------------------- 3: printing


@clause("3.2")
def test_a_card_does_its_thing_every_time_it_is_printed() -> None:
    at = Scene("Raspberry", "")
    for n in (1, 2, 3):
        at.do("print Raspberry", "take Soft Cyan").idle()
        at.do("refill", "return Raspberry", "done").idle()
        assert at.hand() == f"{n} Soft Cyan, Raspberry".removeprefix("1 ")


@clause("3.4")
def test_r21_no_second_emerald_green_may_be_printed_by_any_means() -> None:
    at = Scene("Emerald Green", "", plays=("Emerald Green",))
    assert not at.may("print Emerald Green")
    at = Scene("Emerald Green, Violet", "", plays=("Emerald Green",))
    at.do("print Violet")
    assert at.turn == 1  # it does not count as printable for Violet
    at = Scene("2 Jungle", "", plays=("Emerald Green, Orange",))
    at.do("mix Jungle", "with Jungle", "take Emerald Green")
    assert (at.turn, at.hand()) == (1, "Emerald Green")  # Orange does not ask


@clause("3.4", "5.6")
def test_r21_when_the_first_emerald_green_has_gone_another_may_be_printed() -> None:
    at = Scene("Emerald Green", "", plays=("Emerald Green",))
    at.do("refill", "return Emerald Green", "done").idle()
    assert at.may("print Emerald Green")
    at = Scene("Emerald Green", "", plays=("Emerald Green, Mustard",), special="mustard")
    at.do("refill", "tuck Emerald Green", "done").idle()
    assert at.may("print Emerald Green")
    at = Scene("Emerald Green, Prism", "", plays=("Emerald Green",))
    at.do("print Prism", "discard Emerald Green in play", "take Coral").idle()
    assert at.may("print Emerald Green")


# ---------------------------------------------------------------------- 4: mixing


@clause("4.1")
def test_a_mix_takes_exactly_two_cards_from_the_hand() -> None:
    at = Scene("Soft Cyan, Pale Magenta", "", plays=("Light Yellow",))
    at.do("mix Soft Cyan")
    assert at.legal == ["with Pale Magenta"]
    at.do("with Pale Magenta")
    assert at.legal == ["take Lavender"]


@clause("4.1")
def test_the_cards_of_a_mix_may_be_named_in_any_order() -> None:
    first = Scene("Soft Cyan, Light Yellow", "").do("mix Soft Cyan", "with Light Yellow")
    second = Scene("Soft Cyan, Light Yellow", "").do("mix Light Yellow", "with Soft Cyan")
    assert first.table.digest == second.table.digest


@clause("4.1")
def test_one_sum_may_make_two_cards() -> None:
    at = Scene("Jungle, Pale Magenta", "", row_3="Azure, Key, Pear, Raspberry, Slate Gray, Violet")
    at.do("mix Jungle", "with Pale Magenta")
    assert at.options("take") == "Key, Slate Gray"


@clause("4.3")
def test_r3_each_prism_counts_as_two_alike_on_its_own() -> None:
    at = Scene("2 Prism, Soft Cyan", "", row_2="2 Jungle, 4 Lemon")
    at.do("mix Prism", "with Prism")
    assert at.options("take") == "Ruby Red, Emerald Green, Sapphire Blue"  # never CCCC
    at = Scene("Prism, Soft Cyan", "", row_3="Azure, Orange, Pear, Raspberry, Turquoise, Violet")
    at.do("mix Soft Cyan", "with Prism")
    assert at.options("take") == "Pear, Violet"  # C and YY, C and MM; CCC is nothing
    at = Scene("Prism, Lavender", "")
    assert at.options("mix") == ""  # CM with CC, MM or YY is no card of this game


@clause("4.3")
def test_r3_a_prism_with_a_rank_2_card() -> None:
    at = Scene("Prism, Cerulean", "", row_2="2 Jungle, 4 Lemon")
    at.do("mix Cerulean", "with Prism")
    assert at.options("take") == "Emerald Green, Sapphire Blue"
    at = Scene("Prism, Jungle", "", special="burgundy")
    at.do("mix Jungle", "with Prism")
    assert at.legal == ["take Burgundy"]


@clause("4.3")
def test_r3_a_prism_costs_two_pigments_that_are_alike() -> None:
    at = Scene("2 Soft Cyan, Pale Magenta", "", row_2="Prism, Cerulean, 4 Lemon")
    at.do("mix Soft Cyan")
    assert at.options("with") == "Soft Cyan"
    at.do("with Soft Cyan")
    assert at.options("take") == "Cerulean, Prism"


@clause("4.4")
def test_coral_mixes_from_hand_and_play_in_any_combination() -> None:
    at = Scene("Soft Cyan", "", plays=("Coral, Soft Cyan, Light Yellow",), row_2="2 Cerulean, Jungle, 3 Lemon")
    assert at.options("mix") == "Soft Cyan, Soft Cyan in play, Light Yellow in play, Coral in play"
    at.do("mix Soft Cyan in play")
    assert at.options("with") == "Soft Cyan, Light Yellow in play, Coral in play"
    at.do("with Light Yellow in play", "take Jungle")
    assert (at.hand(), at.play()) == ("Soft Cyan, Jungle", "Coral")


@clause("4.5")
def test_raspberry_mixes_one_to_four_cards() -> None:
    at = Scene("2 Soft Cyan, 2 Pale Magenta, Light Yellow", "", plays=("Raspberry",))
    at.do("mix Soft Cyan", "with Soft Cyan")
    assert at.may("take Cerulean", "with Pale Magenta")
    at.do("with Pale Magenta")
    assert at.may("take Azure", "with Pale Magenta")
    assert not at.may("with Light Yellow")  # no card has CCMY here
    at.do("with Pale Magenta")
    assert at.legal == ["take Sapphire Blue"]
    at.do("take Sapphire Blue")
    assert at.hand() == "Light Yellow, Sapphire Blue"


@clause("4.5")
def test_r3_raspberry_makes_one_card_into_another_of_the_same_pigments() -> None:
    rows = {"row_2": "Cerulean, Fuchsia, Lemon, Prism, 2 Jungle", "row_3": "Key, Slate Gray, 2 Azure, 2 Violet"}
    for card, made in (("Cerulean", "Prism"), ("Prism", "Cerulean, Fuchsia, Lemon"), ("Slate Gray", "Key")):
        at = Scene(card, "", plays=("Raspberry",), **rows)  # type: ignore[arg-type]
        at.do(f"mix {card}")
        assert at.options("take") == made  # never a card of its own name
    at = Scene("Azure, Jungle", "", plays=("Raspberry",), **rows)  # type: ignore[arg-type]
    assert at.options("mix") == ""


@clause("4.5")
def test_raspberry_without_coral_leaves_the_play_area_alone() -> None:
    at = Scene("Soft Cyan", "", plays=("Raspberry, Light Yellow, Lemon",), row_2="2 Jungle, 4 Fuchsia")
    assert at.options("mix") == ""
    at = Scene("Soft Cyan", "", plays=("Raspberry, Light Yellow, Coral",), row_2="2 Jungle, 4 Fuchsia")
    assert at.may("mix Soft Cyan", "mix Light Yellow in play")


@clause("4.6")
def test_r3_raspberry_may_be_paid_in_the_mix_it_allows() -> None:
    at = Scene("Soft Cyan", "", plays=("Raspberry, Coral",), special="burgundy")
    at.do("mix Raspberry in play", "with Soft Cyan", "take Burgundy")
    assert (at.hand(), at.play()) == ("Burgundy", "Coral")
    at = Scene("3 Light Yellow, 2 Soft Cyan", "", plays=("Raspberry, Coral, Lemon",), row_2="2 Cerulean, 4 Fuchsia")
    at.do("mix Coral in play", "with Light Yellow", "take Orange")
    assert not at.may("mix Soft Cyan in play")


@clause("4.7")
def test_lemon_allows_a_second_mix_but_not_a_third() -> None:
    at = Scene("3 Soft Cyan, 3 Light Yellow", "", plays=("2 Lemon",), row_2="3 Jungle, 3 Fuchsia")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.may("mix Soft Cyan", "end turn")
    assert not at.may("refill")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.turn == 1
    at = Scene("2 Soft Cyan, 2 Light Yellow", "", plays=("Lemon",), row_2="2 Jungle, 4 Fuchsia")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "end turn")
    assert at.turn == 1


@clause("4.7", "6.5")
def test_a_turn_ends_by_itself_when_no_second_mix_is_possible() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", plays=("Lemon",))
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.turn == 1


@clause("2.6", "4.6", "4.7")
def test_r4_a_lemon_paid_through_coral_no_longer_helps() -> None:
    at = Scene("Soft Cyan, Light Yellow, Pale Magenta", "", plays=("Lemon, Coral",))
    at.do("mix Pale Magenta", "with Lemon in play", "take Orange")
    assert at.turn == 1


@clause("4.8", "6.6")
def test_r5_what_orange_puts_down_counts_as_a_print() -> None:
    at = Scene("2 Light Yellow", "", plays=("Orange, Pear",), row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet")
    at.do("mix Light Yellow", "with Light Yellow", "take Lemon", "print it")
    assert at.options("take") == "Soft Cyan, Pale Magenta, Light Yellow"
    at = Scene("2 Light Yellow", "", plays=("Orange, Pear",), row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet")
    at.do("mix Light Yellow", "with Light Yellow", "take Lemon", "keep it")
    assert at.turn == 1


@clause("4.9")
def test_r12_slate_gray_is_asked_for_each_copy_after_orange_and_may_be_declined() -> None:
    at = Scene("Soft Cyan, Light Yellow", "Pale Magenta", plays=("Orange", "2 Slate Gray"),
               row_3="3 Azure, Pear, Raspberry, Violet")  # fmt: skip
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert (at.actor, at.legal) == (0, ["print it", "keep it"])
    at.do("print it")
    assert (at.actor, at.legal) == (1, ["take Soft Cyan", "take Pale Magenta", "take Light Yellow", "pass"])
    at.do("pass", "take Light Yellow")
    assert (at.hand(1), at.turn) == ("Pale Magenta, Light Yellow", 1)


@clause("2.1", "4.9")
def test_r12_only_the_player_before_the_mixer_is_asked() -> None:
    plays = ("Slate Gray", "", "Slate Gray")
    for turn, asked in ((0, 2), (1, 0), (2, 2)):
        hands = ["", "", ""]
        hands[turn] = "Soft Cyan, Light Yellow"
        at = Scene(*hands, plays=plays, turn=turn, row_3="3 Azure, Pear, Raspberry, Violet")
        at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
        assert at.may("pass") == (turn != 2)  # nobody before seat 3 has one
        assert at.actor == (asked if turn != 2 else 0)


@clause("4.9")
def test_slate_gray_is_not_asked_when_no_rank_1_card_is_there() -> None:
    at = Scene("Cerulean, Fuchsia", "", plays=("", "Slate Gray"),
               piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})  # fmt: skip
    at.do("mix Cerulean", "with Fuchsia", "take Sapphire Blue")
    assert at.legal == ["refill"]


# ---------------------------------------------------------------------- 5: refilling


@clause("5.1", "5.2")
def test_a_refill_takes_back_cards_one_by_one_in_ascending_order() -> None:
    at = Scene("", "", plays=("2 Soft Cyan, Coral, Pear, Ruby Red",))
    at.do("refill")
    assert at.options("return") == "Soft Cyan, Coral, Pear, Ruby Red"
    at.do("return Soft Cyan", "return Soft Cyan", "return Pear")
    assert at.legal == ["return Ruby Red", "done"]
    at.do("return Ruby Red", "done")
    assert (at.hand(), at.play()) == ("2 Soft Cyan, Pear, Ruby Red", "Coral")


@clause("5.4")
def test_r11_light_yellow_takes_back_at_most_one_card_also_itself() -> None:
    at = Scene("Light Yellow", "", plays=("Coral, Pear",))
    at.do("print Light Yellow")
    assert at.legal == ["return Light Yellow", "return Coral", "return Pear", "done"]
    at.do("return Light Yellow", "take Soft Cyan")  # Pear: it was a print
    assert (at.hand(), at.play()) == ("Soft Cyan, Light Yellow", "Coral, Pear")


@clause("5.3", "5.4")
def test_r11_jungle_and_mustard_see_the_refill_of_light_yellow() -> None:
    at = Scene("Light Yellow", "", plays=("Coral, Jungle, Mustard",), special="mustard")
    at.do("print Light Yellow", "tuck Coral", "take Soft Cyan")
    assert (at.hand(), names(at.s.tucked), at.turn) == ("Soft Cyan", "Coral", 1)


@clause("5.3")
def test_r12_jungle_is_compulsory_as_long_as_a_pile_has_cards() -> None:
    at = Scene("", "", plays=("3 Jungle",), row_2="2 Cerulean, 4 Lemon",
               piles={"Soft Cyan": 1, "Pale Magenta": 1, "Light Yellow": 0})  # fmt: skip
    at.do("refill", "done")
    assert at.legal == ["take Soft Cyan", "take Pale Magenta"]
    at.do("take Pale Magenta")
    assert at.legal == ["take Soft Cyan"]
    at.do("take Soft Cyan")
    assert at.turn == 1  # the third finds nothing


@clause("5.5")
def test_r15_mustard_tucks_up_to_two_cards_of_a_refill() -> None:
    at = Scene("", "", plays=("2 Soft Cyan, Emerald Green, Pear, Mustard",), special="mustard")
    at.do("refill", "return Soft Cyan", "tuck Soft Cyan", "tuck Pear")
    assert at.legal == ["return Emerald Green", "done"]  # two are tucked, and Mustard has to stay
    at.do("return Emerald Green", "done")
    assert (at.hand(), at.play(), names(at.s.tucked)) == ("Soft Cyan, Emerald Green", "Mustard", "Soft Cyan, Pear")


@clause("5.5")
def test_r15_nothing_is_tucked_when_mustard_itself_comes_back() -> None:
    at = Scene("", "", plays=("Soft Cyan, Mustard",), special="mustard")
    at.do("refill", "return Soft Cyan")
    assert at.legal == ["return Mustard", "done"]
    at = Scene("", "", plays=("Soft Cyan, Mustard",), special="mustard")
    at.do("refill", "tuck Soft Cyan")
    assert at.legal == ["done"]
    at = Scene("", "", plays=("Soft Cyan, Pear",), special="mustard")
    at.do("refill")
    assert at.options("tuck") == ""


@clause("5.6")
def test_r15_tucked_cards_count_for_nothing_else_and_go_when_mustard_goes() -> None:
    at = Scene("", "", plays=("Sapphire Blue, Mustard", "Pear"), tucked="2 Orange, Coral, 10 Light Yellow",
               special="mustard", row_3="3 Azure, Pear, Raspberry, Violet", piles={"Light Yellow": 2})  # fmt: skip
    at.idle()
    assert at.s.met[0] == 8  # 18 dots under Mustard, but neither 17 points nor 17 cards
    at = Scene("Prism", "", plays=("Mustard",), tucked="Orange, Coral, Soft Cyan", special="mustard")
    cyan = at.pile("Soft Cyan")
    at.do("print Prism", "discard Mustard in play", "take Lemon")
    assert (names(at.s.tucked), at.discard) == ("", "Coral, Orange")
    assert (at.pile("Soft Cyan"), at.pile("Mustard")) == (cyan + 1, 1)
    at = Scene("", "", plays=("Mustard",), tucked="Orange, Coral", special="mustard", decks="", row_2="Lemon")
    at.do("refill", "return Mustard")
    assert at.market(2)[:2] == ["Lemon", "Coral"]  # what was tucked fills a gap


# ---------------------------------------------------------------------- 6: Key and the end of a turn


@clause("6.1")
def test_r7_key_allows_print_mix_and_refill_in_any_order() -> None:
    for order in (("print", "mix", "refill"), ("refill", "print", "mix"), ("mix", "refill", "print")):
        at = Scene("Coral, Soft Cyan, Light Yellow", "", plays=("Key, Pear",))
        steps = {"print": ["print Coral"], "mix": ["mix Soft Cyan", "with Light Yellow", "take Jungle"],
                 "refill": ["refill", "done"]}  # fmt: skip
        for action in order:
            assert at.turn == 0
            at.do(*steps[action])
        at.do("take Soft Cyan")  # Pear comes after everything else
        assert at.turn == 1


@clause("6.1")
def test_r7_with_key_the_turn_ends_when_its_player_says_so_after_at_least_one_action() -> None:
    at = Scene("Soft Cyan", "", plays=("Key",))
    assert not at.may("end turn")
    at.do("refill", "done", "end turn")
    assert at.turn == 1


@clause("6.2")
def test_r7_a_key_printed_by_an_effect_counts_at_once() -> None:
    at = Scene("Violet, Key, Soft Cyan", "", plays=("Lemon",))
    at.do("print Violet", "also print Key", "also print Soft Cyan", "take Light Yellow")
    assert at.turn == 0
    assert at.may("refill", "end turn")


@clause("2.6", "6.1")
def test_r4_a_key_that_was_refilled_no_longer_helps() -> None:
    at = Scene("Soft Cyan", "", plays=("Key, Coral",))
    at.do("refill", "return Key", "done")
    assert at.turn == 1


@clause("6.4")
def test_r7_lemons_second_mix_needs_no_key_and_need_not_follow_at_once() -> None:
    at = Scene("Soft Cyan, 2 Light Yellow, Pale Magenta", "", plays=("Key, Lemon",))
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "refill", "return Key", "done")
    assert at.options("mix") == "Pale Magenta, Light Yellow, Jungle"
    assert not at.may("print Key")
    at.do("mix Pale Magenta", "with Light Yellow", "take Coral")
    assert at.turn == 1


@clause("6.5")
def test_a_turn_with_key_ends_by_itself_when_nothing_is_left() -> None:
    at = Scene("Soft Cyan", "", plays=("Key",))
    at.do("print Soft Cyan", "take Light Yellow", "refill", "done")
    assert at.turn == 1  # one card is no mix


@clause("6.6")
def test_r6_pear_gives_a_card_for_each_copy_in_play_at_the_end() -> None:
    at = Scene("Soft Cyan", "", plays=("2 Pear",))
    at.do("print Soft Cyan", "take Light Yellow", "take Soft Cyan", "take Soft Cyan")
    assert (at.hand(), at.turn) == ("2 Soft Cyan, Light Yellow", 1)
    at = Scene("Light Yellow", "", plays=("Pear",))
    at.do("print Light Yellow", "return Pear")
    assert (at.hand(), at.turn) == ("Pear", 1)  # it has left play by then
    at = Scene("Violet, Coral, Soft Cyan", "", plays=("Pear",))
    at.do("print Violet", "also print Coral", "also print Soft Cyan", "take Light Yellow", "take Light Yellow")
    assert (at.hand(), at.turn) == ("Pale Magenta, 2 Light Yellow", 1)  # one card per turn, not one per print


@clause("6.6")
def test_pear_gives_nothing_without_a_print() -> None:
    at = Scene("", "", plays=("Pear",))
    at.idle()
    assert (at.hand(), at.turn) == ("", 1)


@clause("6.6", "8.1")
def test_r6_pear_comes_before_the_look_at_victories() -> None:
    at = Scene("Soft Cyan, 11 Light Yellow", "", plays=("Pear, Sapphire Blue, 2 Coral",))
    at.do(
        "print Soft Cyan", "take Pale Magenta", "take Pale Magenta"
    )  # 16 cards, Soft Cyan's and Pear's are two more
    assert at.s.met[0] == 2


# ---------------------------------------------------------------------- 7: what cards do once


@clause("7.1")
def test_pale_magenta_adds_one_of_the_other_two() -> None:
    at = Scene("Pale Magenta", "")
    at.do("print Pale Magenta")
    assert at.options("take") == "Soft Cyan, Light Yellow"


@clause("7.2")
def test_raspberry_and_slate_gray_add_a_rank_1_card() -> None:
    for card in ("Raspberry", "Slate Gray"):
        at = Scene(card, "")
        at.do(f"print {card}")
        assert at.options("take") == PAINTS
        at.do("take Light Yellow")
        assert at.hand() == "Light Yellow"


@clause("7.2")
def test_coral_adds_nothing_when_there_is_no_pale_magenta() -> None:
    at = Scene("Coral", "", piles={"Pale Magenta": 0})
    at.do("print Coral")
    assert (at.hand(), at.turn) == ("", 1)


@clause("7.3")
def test_r13_any_pile_that_is_not_empty_may_be_chosen() -> None:
    at = Scene("Turquoise", "", piles={"Soft Cyan": 0, "Pale Magenta": 1})
    at.do("print Turquoise")
    assert at.options("take") == "Pale Magenta, Light Yellow"
    at = Scene("Cerulean", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    at.do("print Cerulean")
    assert at.turn == 1


@clause("7.4")
def test_azure_adds_an_open_rank_2_card() -> None:
    at = Scene("Azure", "", decks="", row_2="")
    at.do("print Azure")
    assert at.turn == 1
    at = Scene("Azure", "")
    at.do("print Azure", "take Coral")
    assert at.hand() == "Coral"


@clause("7.5")
def test_fuchsia_adds_a_rank_1_card_that_may_be_printed_at_once() -> None:
    at = Scene("Fuchsia", "")
    at.do("print Fuchsia", "take Soft Cyan")
    assert at.legal == ["print it", "keep it"]
    at.do("print it", "take Light Yellow")
    assert (at.hand(), at.play()) == ("Light Yellow", "Soft Cyan, Fuchsia")
    at = Scene("Fuchsia", "")
    at.do("print Fuchsia", "take Soft Cyan", "keep it")
    assert (at.hand(), at.play(), at.turn) == ("Soft Cyan", "Fuchsia", 1)


@clause("7.6")
def test_r10_prism_discards_any_card_for_an_open_rank_2_card() -> None:
    at = Scene("Prism, Soft Cyan", "", plays=("Ruby Red",))
    at.do("print Prism")
    assert at.legal == ["discard Soft Cyan", "discard Prism in play", "discard Ruby Red in play", "pass"]
    at.do("discard Ruby Red in play")
    assert at.options("take") == ROW
    at.do("take Lemon")
    assert (at.hand(), at.play(), at.pile("Ruby Red")) == ("Soft Cyan, Lemon", "Prism", 3)
    at = Scene("Prism, Soft Cyan", "")
    at.do("print Prism", "pass")
    assert (at.hand(), at.play(), at.turn) == ("Soft Cyan", "Prism", 1)


ROW = "Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon"


@clause("7.7")
def test_r8_violet_prints_two_more_but_no_violet_and_must() -> None:
    at = Scene("2 Violet, Soft Cyan, Lemon, Coral", "")
    at.do("print Violet")
    assert at.legal == ["also print Soft Cyan", "also print Coral", "also print Lemon"]
    at.do("also print Lemon", "also print Coral")
    assert (at.hand(), at.turn) == ("Soft Cyan, Pale Magenta, Violet", 1)
    at = Scene("2 Violet", "")
    at.do("print Violet")
    assert (at.hand(), at.turn) == ("Violet", 1)


@clause("7.8")
def test_r9_lavender_discards_a_card_and_takes_two_that_have_its_pigments() -> None:
    at = Scene("Lavender, Azure, Soft Cyan", "", plays=("Emerald Green",))
    at.do("print Lavender")
    # Azure: Lavender and Soft Cyan, or Cerulean and Pale Magenta; Emerald Green: Pear and Soft Cyan, …
    assert at.legal == ["discard Azure", "discard Lavender in play", "discard Emerald Green in play"]
    at.do("discard Emerald Green in play")
    assert at.options("take") == "Soft Cyan, Cerulean, Lemon, Pear"
    at.do("take Pear")
    assert at.legal == ["take Soft Cyan"]
    at.do("take Soft Cyan")
    assert at.legal == ["also print Soft Cyan", "also print Pear"]
    at.do("also print Pear", "take Light Yellow", "take Light Yellow")
    assert at.play() == "Soft Cyan, Lavender, Pear"
    assert (at.hand(), at.turn) == ("Soft Cyan, 2 Light Yellow, Azure", 1)


@clause("7.8")
def test_r9_lavender_itself_may_be_discarded_and_the_parts_named_in_any_order() -> None:
    digests = []
    for first, second in (("Soft Cyan", "Pale Magenta"), ("Pale Magenta", "Soft Cyan")):
        at = Scene("Lavender", "")
        at.do("print Lavender", "discard Lavender in play", f"take {first}", f"take {second}")
        assert at.hand() == "Soft Cyan, Pale Magenta"
        digests.append(at.table.digest)
    assert digests[0] == digests[1]


@clause("7.8")
def test_r9_prism_counts_as_in_a_mix_discarded_or_taken() -> None:
    at = Scene("Lavender, Prism", "", row_2="2 Jungle, 4 Lemon")
    at.do("print Lavender", "discard Prism")
    assert at.options("take") == PAINTS  # two of any one
    at.do("take Soft Cyan")
    assert at.legal == ["take Soft Cyan"]
    at = Scene("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    at.do("print Lavender", "discard Violet in play")
    assert at.options("take") == "Soft Cyan, Prism"  # CMM is C and MM
    at = Scene("Lavender, Emerald Green", "", row_2="2 Prism, 4 Fuchsia", row_3="3 Azure, 3 Violet")
    at.do("print Lavender", "discard Emerald Green", "take Prism", "take Prism")
    assert (at.play(), at.hand()) == ("Lavender, Prism", "Prism")  # equal cards need no order: one is printed


@clause("7.8")
def test_r9_two_cards_of_one_name_need_two_open_copies() -> None:
    at = Scene("Lavender, Sapphire Blue", "", row_3="3 Pear, 3 Raspberry")  # one Lavender lies open
    at.do("print Lavender", "discard Sapphire Blue")
    assert at.options("take") == "Cerulean, Fuchsia"
    at = Scene("Lavender, Sapphire Blue", "", row_2="2 Lavender, 4 Lemon", row_3="3 Pear, 3 Raspberry")
    at.do("print Lavender", "discard Sapphire Blue", "take Lavender", "take Lavender")
    assert at.play() == "2 Lavender"  # equal cards need no order: the first is printed


@clause("7.8")
def test_r9_lavender_must_if_a_card_qualifies_and_nothing_happens_if_none_does() -> None:
    at = Scene("Lavender", "")
    at.do("print Lavender")
    assert at.legal == ["discard Lavender in play"]
    at = Scene("Lavender", "", piles={"Pale Magenta": 0})
    at.do("print Lavender")
    assert (at.play(), at.turn) == ("Lavender", 1)


@clause("7.9")
def test_r9_the_second_card_is_not_printed_when_none_of_its_name_is_in_hand_any_more() -> None:
    at = Scene("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    at.do("print Lavender", "discard Violet in play", "take Prism", "take Soft Cyan", "also print Prism")
    at.do("discard Soft Cyan", "take Lemon")
    assert (at.play(), at.hand(), at.turn) == ("Lavender, Prism", "Lemon", 1)
    at = Scene("Lavender, Soft Cyan", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon")
    at.do("print Lavender", "discard Violet in play", "take Prism", "take Soft Cyan", "also print Prism")
    at.do("discard Soft Cyan", "take Lemon")
    assert at.options("take") == "Pale Magenta, Light Yellow"  # copies are interchangeable
    assert at.play() == "Soft Cyan, Lavender, Prism"


@clause("7.9")
def test_r8_a_violet_that_lavender_brings_has_two_prints_of_its_own() -> None:
    at = Scene("Violet, Lavender, Sapphire Blue, Coral, 2 Lemon", "")
    at.do("print Violet", "also print Lavender", "discard Sapphire Blue", "take Violet", "take Soft Cyan")
    at.do("also print Violet")
    assert at.options("also print") == "Soft Cyan, Coral, Lemon"
    at.do("also print Lemon", "also print Lemon")  # the inner Violet is done, Soft Cyan follows
    assert at.options("take") == "Pale Magenta, Light Yellow"
    at.do("take Light Yellow")
    assert at.options("also print") == "Light Yellow, Coral"  # the outer Violet's second print
    at.do("also print Coral")
    assert at.turn == 1


@clause("7.9")
def test_r9_lavender_is_no_mix() -> None:
    at = Scene("Lavender", "", plays=("Orange", "Slate Gray"))
    at.do("print Lavender", "discard Lavender in play", "take Soft Cyan", "take Pale Magenta")
    assert (at.actor, at.legal) == (0, ["also print Soft Cyan", "also print Pale Magenta"])


@clause("7.10")
def test_the_whole_nest_violet_lavender_fuchsia_light_yellow_jungle() -> None:
    at = Scene("Violet, Lavender, Ruby Red", "", plays=("Jungle",), row_2="2 Fuchsia, 3 Lemon, Coral")
    at.do("print Violet", "also print Lavender", "discard Ruby Red", "take Fuchsia", "take Lemon")
    at.do("also print Fuchsia", "take Light Yellow", "print it", "return Light Yellow")
    assert at.s.depth == 3  # the outer Violet, the Lemon that follows, Jungle's card
    at.do("take Soft Cyan")
    assert at.play() == "Fuchsia, Jungle, Lavender, Lemon, Violet"
    assert at.options("also print") == "Soft Cyan, Light Yellow"
    at.do("also print Soft Cyan", "take Pale Magenta")
    assert (at.hand(), at.turn) == ("Pale Magenta, Light Yellow", 1)


@clause("7.10")
def test_the_deepest_nest_that_a_rich_hand_can_begin_stays_far_below_the_limit() -> None:
    at = Scene("Violet, Lavender, 3 Sapphire Blue, Burgundy, 3 Azure, 2 Slate Gray, Key", "", special="burgundy",
               row_2="2 Lavender, 2 Cerulean, 2 Fuchsia", row_3="2 Violet, 3 Pear, Raspberry")  # fmt: skip
    at.do("print Violet", "also print Lavender")
    deepest = 0
    while at.turn == 0:
        nesting = [text for text in at.legal if text.endswith(("take Lavender", "take Violet", "print Lavender"))]
        at.do(nesting[0] if nesting else at.legal[-1])  # the last is the richest card to discard or to print
        deepest = max(deepest, at.s.depth)
    assert 4 <= deepest <= 25 < DEPTH


# ---------------------------------------------------------------------- 8: winning


@clause("8.1")
def test_r16_victories_are_not_looked_at_in_the_middle_of_a_turn() -> None:
    at = Scene("Emerald Green", "", plays=("Key, 3 Pear",))
    at.do("print Emerald Green", "refill")  # 18 points for a moment, 12 at the end
    at.do("return Emerald Green", "done", "take Soft Cyan", "take Soft Cyan", "take Soft Cyan")
    assert (at.turn, at.s.met[0]) == (1, 0)


@clause("8.1")
def test_r16_every_player_is_looked_at_after_each_turn_and_what_is_met_stays_met() -> None:
    at = Scene("11 Light Yellow, 2 Coral", "Soft Cyan, Pale Magenta", plays=("Sapphire Blue, Slate Gray, Pear", ""),
               turn=1)  # fmt: skip
    at.do("mix Soft Cyan", "with Pale Magenta", "take Lavender", "take Soft Cyan")
    assert at.table.over  # the 17th card came in the last turn of the round
    assert (at.table.result.winners, at.table.result.reason) == ((0,), "Sapphire victory")
    at = Scene("", "Soft Cyan", plays=("Emerald Green, 3 Pear, Coral",))
    at.do("refill", "return Emerald Green", "done")
    assert at.s.met[0] == 0  # at the end of the turn it lies in the hand


@clause("8.1", "8.2")
def test_r16_a_victory_met_counts_even_if_its_cards_are_gone_at_the_end() -> None:
    at = Scene("", "Lavender", "", plays=("Emerald Green, 3 Pear, Coral",))
    at.idle()
    assert at.s.met[0] == 1
    at.s.play[0, 4] -= 1  # something takes Coral away before the round ends
    at.s.discard[4] += 1
    at.idle(2)
    assert (at.table.result.winners, at.table.result.scores[0]) == ((0,), 15)


@clause("8.3")
def test_seventeen_points_in_play_win() -> None:
    for play, met in (("Emerald Green, 3 Pear, Light Yellow", 0), ("Emerald Green, 3 Pear, 2 Light Yellow", 1)):
        at = Scene("", "", plays=(play,))
        at.idle()
        assert at.s.met[0] == met
    at = Scene("", "", plays=("3 Pear, 2 Slate Gray, Coral",), row_3="3 Azure, 3 Violet")  # no Emerald needed
    at.idle()
    assert at.s.met[0] == 1


@clause("8.4")
def test_the_ruby_victory() -> None:
    for hand, play, met in (
        ("Emerald Green, Sapphire Blue", "Ruby Red", 4),
        ("Sapphire Blue", "Ruby Red, Emerald Green", 4),
        ("Ruby Red", "Emerald Green, Sapphire Blue", 0),
        ("Emerald Green", "Ruby Red", 0),
        ("Sapphire Blue", "Ruby Red", 0),
    ):
        at = Scene(hand, "", plays=(play,))
        at.idle()
        assert at.s.met[0] == met, (hand, play)


@clause("8.5")
def test_the_sapphire_victory() -> None:
    for hand, play, met in (
        ("8 Soft Cyan, 8 Pale Magenta", "Sapphire Blue", 2),
        ("8 Soft Cyan, 7 Pale Magenta", "Sapphire Blue", 0),
        ("8 Soft Cyan", "Sapphire Blue, 8 Pale Magenta", 2),
        ("8 Soft Cyan, 8 Pale Magenta, Sapphire Blue", "", 0),
    ):
        at = Scene(hand, "", plays=(play,))
        at.idle()
        assert at.s.met[0] == met, (hand, play)


@clause("8.6")
def test_r14_the_burgundy_victory_is_exactly_one_two_three_four() -> None:
    for hand, play, met in (
        ("4 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 8),
        ("4 Soft Cyan, 3 Fuchsia, 2 Violet, Burgundy", "", 0),
        ("5 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 0),
        ("3 Soft Cyan, 3 Fuchsia", "2 Violet, Burgundy", 0),
        ("4 Soft Cyan, 3 Fuchsia", "3 Violet, Burgundy", 0),
        ("4 Soft Cyan, 4 Fuchsia", "2 Violet, Burgundy", 0),
        ("4 Soft Cyan, 3 Fuchsia, Ruby Red", "2 Violet, Burgundy", 0),
    ):
        at = Scene(hand, "", plays=(play,), special="burgundy", row_2="2 Jungle, 4 Lemon", row_3="3 Azure, 3 Pear")
        at.idle()
        assert at.s.met[0] == met, (hand, play)


@clause("8.7")
def test_the_mustard_victory() -> None:
    for tucked, play, met in (("2 Violet, Cerulean", "Mustard", 8), ("2 Violet, Soft Cyan", "Mustard", 0)):
        at = Scene("", "", plays=(play,), tucked=tucked, special="mustard")
        at.idle()
        assert at.s.met[0] == met


@clause("8.8")
def test_the_petrol_victory() -> None:
    for hand, play, met in (
        ("3 Cerulean", "3 Fuchsia, Petrol", 8),
        ("3 Cerulean", "2 Fuchsia, Petrol", 0),
        ("3 Cerulean, 3 Fuchsia, Petrol", "", 0),
    ):
        at = Scene(hand, "", plays=(play,), special="petrol")
        at.idle()
        assert at.s.met[0] == met


RUBY = ("Emerald Green, Sapphire Blue", "Ruby Red")
SAPPHIRE = ("5 Soft Cyan, 5 Pale Magenta, 5 Light Yellow", "Sapphire Blue, Cerulean")
POINTS = ("", "Emerald Green, 3 Pear, Coral")
PETROL = ("3 Fuchsia", "3 Lemon, Petrol")


@clause("8.9")
def test_r16_the_best_kind_of_victory_decides() -> None:
    order = [
        (PETROL, "Petrol victory"),
        (RUBY, "Ruby victory"),
        (SAPPHIRE, "Sapphire victory"),
        (POINTS, "17 points"),
    ]
    for k, (better, reason) in enumerate(order):
        for worse, _ in order[k + 1 :]:
            for first, second, winner in ((better, worse, 0), (worse, better, 1)):
                at = Scene(first[0], second[0], plays=(first[1], second[1]), special="petrol")
                at.idle(2)
                assert (at.table.result.winners, at.table.result.reason) == ((winner,), reason)
                assert at.table.result.ranks[1 - winner] == 2


@clause("8.9")
def test_r16_who_met_several_kinds_counts_with_the_best() -> None:
    at = Scene(RUBY[0], "Sapphire Blue", plays=(RUBY[1] + ", 3 Pear, Coral, 3 Lemon", ""))
    at.idle(2)
    assert (at.s.met[0], at.table.result.reason) == (4 + 1, "Ruby victory")  # points too


@clause("8.10")
def test_r16_the_others_follow_by_rank_dots_then_whoever_plays_later() -> None:
    at = Scene("", "3 Soft Cyan", "Azure", "Azure, Soft Cyan", plays=(POINTS[1], "", "", ""))
    at.idle(4)
    assert at.table.result.ranks == (1, 4, 3, 2)
    at = Scene("3 Soft Cyan", "", "Azure", plays=("", POINTS[1], ""), first="2", turn=1)
    at.idle(3)
    assert at.table.result.ranks == (2, 1, 3)  # equal dots: seat 1 plays last in the round


@clause("8.11", "10.4")
def test_r20_after_the_last_round_all_are_ranked_by_dots_and_somebody_wins() -> None:
    at = Scene("Soft Cyan", "Coral", "Soft Cyan", rounds=3)
    at.idle(9)
    assert at.table.over
    assert (at.table.result.ranks, at.table.result.reason) == ((3, 1, 2), "no victory in time: most rank dots")
    with pytest.raises(GameOver):
        at.table.play(0, "refill")
    with pytest.raises(BadOptions, match="1 to 300"):
        GAME.open(2, {"rounds": 301})
    assert GAME.open(2).options["rounds"] == 300


# ---------------------------------------------------------------------- 9: Confident Billy


@clause("9.2")
def test_s1_billy_draws_two_cards_before_any_mix_is_carried_out() -> None:
    at = Scene("Soft Cyan", billys_deck="MIX, Soft Cyan", billy="Light Yellow")
    at.idle()
    assert (
        at.options("Billy pays") == "Soft Cyan, Light Yellow"
    )  # what was drawn may be mixed, whichever came first
    assert at.actor == 0


@clause("9.3")
def test_s1_the_player_chooses_what_billy_mixes() -> None:
    at = Scene("Soft Cyan", billys_deck="MIX, Soft Cyan", billy="Light Yellow, Pale Magenta")
    at.idle()
    assert at.options("Billy pays") == "Soft Cyan, Pale Magenta, Light Yellow"
    at.do("Billy pays Pale Magenta")
    assert at.options("Billy pays") == "Soft Cyan, Light Yellow"
    at.do("Billy pays Soft Cyan")
    assert at.legal == ["take Lavender"]
    at.do("take Lavender")
    assert (at.hand(BILLY), at.hand(0), at.turn) == ("Light Yellow, Lavender", "Soft Cyan", 0)


@clause("9.3")
def test_s1_billy_must_mix_a_card_it_does_not_hold_if_it_can() -> None:
    billy = "Light Yellow, Pale Magenta, Lavender"
    at = Scene("Soft Cyan", billys_deck="MIX, Soft Cyan", billy=billy, row_3="3 Azure, 3 Pear")
    at.idle()
    at.do("Billy pays Soft Cyan")
    assert at.options("Billy pays") == "Light Yellow, Lavender"  # Jungle or Azure, not another Lavender
    at = Scene(
        "Soft Cyan", billys_deck="MIX, Soft Cyan", billy="Pale Magenta, Lavender", row_3="3 Turquoise, 3 Pear"
    )
    at.idle()
    at.do("Billy pays Pale Magenta", "Billy pays Soft Cyan", "take Lavender")  # nothing else is possible
    assert at.hand(BILLY) == "2 Lavender"


@clause("9.3", "9.4")
def test_s1_a_mix_that_is_not_possible_is_merely_discarded() -> None:
    at = Scene("Soft Cyan", billys_deck="MIX, Soft Cyan", billy="")
    at.idle()
    assert (at.actor, at.turn, at.s.round, at.hand(BILLY)) == (0, 0, 2, "Soft Cyan")
    assert at.s.spent[MIX] == 3


@clause("9.3", "9.4")
def test_s1_each_mix_drawn_is_a_mix_and_all_that_is_paid_goes_to_billys_discard_pile() -> None:
    at = Scene("Soft Cyan", billys_deck="2 MIX", billy="Soft Cyan, Light Yellow, Cerulean, Fuchsia")
    cyan = at.pile("Soft Cyan")
    at.idle()
    at.do("Billy pays Cerulean", "Billy pays Fuchsia", "take Sapphire Blue")
    at.do("Billy pays Soft Cyan", "Billy pays Light Yellow", "take Jungle")
    assert (at.hand(BILLY), at.turn) == ("Jungle, Sapphire Blue", 0)
    assert names(at.s.spent) == "Soft Cyan, Light Yellow, Cerulean, Fuchsia, 3 MIX"
    assert (at.pile("Soft Cyan"), at.discard) == (cyan, "")


@clause("9.5")
def test_s1_billys_discard_pile_becomes_its_deck_also_between_two_draws() -> None:
    at = Scene("Soft Cyan", billys_deck="Soft Cyan", billy="")  # the three MIX cards are in its discard pile
    at.idle()
    assert at.hand(BILLY) == "Soft Cyan"
    assert (at.drawn, at.s.deck[MIX], at.s.spent[MIX]) == (["Soft Cyan", "MIX"], 2, 1)


@clause("9.6")
def test_s2_billys_victories_count_in_its_hand() -> None:
    deck = "2 Soft Cyan"
    for billy, met in (
        ("Ruby Red, Emerald Green, Sapphire Blue", 4),
        ("Sapphire Blue, 8 Pale Magenta, 6 Light Yellow", 2),
        ("Sapphire Blue, 8 Pale Magenta, 5 Light Yellow", 0),
        ("3 Emerald Green", 1),
        ("2 Emerald Green, Pear, Coral", 1),
        ("2 Emerald Green, Pear, Light Yellow", 0),
        ("Petrol, 4 Cerulean, 2 Fuchsia", 0),
    ):
        at = Scene("", billy=billy, billys_deck=deck, special="petrol", row_2="2 Jungle, 4 Lemon")
        at.idle()
        assert at.s.met[BILLY] == met, billy
        assert at.table.over == (met > 0)


@clause("9.6", "9.9")
def test_s2_where_points_break_a_tie_billys_are_those_in_its_hand() -> None:
    for points, rank in (("2 Pear", 2), ("2 Pear, Light Yellow", 1)):  # 6 or 7 points against Billy's 6
        at = Scene("Emerald Green, Sapphire Blue", plays=(f"Ruby Red, {points}",), billys_deck="2 Soft Cyan",
                   billy="Ruby Red, Emerald Green, Sapphire Blue")  # fmt: skip
        at.idle()
        assert (at.s.met[0], at.s.met[BILLY], at.table.result.ranks) == (4, 4, (rank,))


@clause("9.7")
def test_r12_your_slate_gray_sees_billys_mixes() -> None:
    at = Scene("", plays=("Slate Gray",), billys_deck="2 MIX", billy="2 Soft Cyan, 2 Light Yellow",
               row_2="2 Jungle, 4 Fuchsia")  # fmt: skip
    at.idle()
    at.do("Billy pays Soft Cyan", "Billy pays Light Yellow", "take Jungle")
    assert at.may("pass", "take Soft Cyan")
    at.do("take Soft Cyan")
    assert at.options("Billy pays") == "Light Yellow, Jungle"  # Pear; it holds a Jungle already
    assert at.hand() == "Soft Cyan"


@clause("9.6")
def test_s2_billy_uses_no_effects() -> None:
    at = Scene("Soft Cyan, Light Yellow", billy="Slate Gray, Orange, Lemon, Coral", billys_deck="2 Soft Cyan")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")  # Billy's Slate Gray is not in play
    assert (at.turn, at.s.round, at.legal[0]) == (0, 2, "print Jungle")


@pytest.mark.parametrize(("difficulty", "turns"), [("normal", 0), ("easy", 2), ("medium", 4), ("hard", 6)])
@clause("9.8", "10.3")
def test_s3_billys_starting_turns(difficulty: str, turns: int) -> None:
    for key in range(10):
        table = dealt(1, key, difficulty=difficulty)
        s = strict(table.record)
        drawn = len(list_drawn(s))
        while s.turn == BILLY:
            table.play(0, table.legal(0)[0])
            s = strict(table.record)
            drawn += len(list_drawn(s))
        assert (drawn, s.round, s.turn, s.first) == (2 * turns, 1, 0, BILLY if turns else 0)
    with pytest.raises(BadOptions, match="1 players"):
        GAME.open(2, {"difficulty": "easy"})


@clause("9.8")
def test_s3_billy_is_second_in_a_normal_game_and_first_in_the_others() -> None:
    at = Scene("", billys_deck="2 Soft Cyan")
    at.idle()
    assert at.s.round == 2
    at = Scene("", billys_deck="2 Soft Cyan", difficulty="easy")
    at.idle()
    assert (at.s.round, at.hand(BILLY), at.turn) == (2, "2 Soft Cyan", 0)


@clause("9.9", "8.11")
def test_s5_at_the_round_limit_a_solo_game_is_lost() -> None:
    at = Scene("Soft Cyan", billys_deck="2 Soft Cyan", rounds=1)
    at.idle()
    assert (at.table.result.ranks, at.table.result.lost) == ((2,), True)
    assert at.table.result.reason == "no victory in time"


@clause("9.9")
def test_s4_the_player_wins_or_loses() -> None:
    at = Scene(RUBY[0], plays=(RUBY[1],), billys_deck="2 Soft Cyan")
    at.idle()
    assert (at.table.result.ranks, at.table.result.reason) == ((1,), "Ruby victory")
    for billy, reason in (
        ("Ruby Red, Emerald Green, Sapphire Blue", "Billy won by Ruby"),
        ("Sapphire Blue, 8 Pale Magenta, 8 Light Yellow", "Billy won by Sapphire"),
        ("3 Emerald Green", "Billy reached 17 points"),
    ):
        at = Scene("", billys_deck="2 Soft Cyan", billy=billy)
        at.idle()
        assert (at.table.result.ranks, at.table.result.reason) == ((2,), reason)


def test_the_kinds_of_rank_1_come_first() -> None:
    assert [card["rank"] for card in CARDS] == sorted(card["rank"] for card in CARDS)
    assert [card["rank"] for card in CARDS].index(2) == CERULEAN
