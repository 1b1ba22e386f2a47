"""Every example of the rulebook, and every sentence of its advanced rulings."""

from __future__ import annotations

from gamut.games.chroma_mix import winning
from gamut.testing import clause
from tests.games.chroma_mix.builders import Position

# ---------------------------------------------------------------------- examples


@clause("3.1", "3.3", "7.1")
def test_example_adam_prints_soft_cyan_and_gains_a_pale_magenta() -> None:
    pos = Position("Soft Cyan, Pale Magenta, Light Yellow", "Soft Cyan")
    pos.do("print Soft Cyan")
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"
    pos.do("gain Pale Magenta")
    assert pos.hand() == "2 Pale Magenta, Light Yellow"
    assert pos.play() == "Soft Cyan"
    pos.idle().do("print Light Yellow", "done").idle()
    assert pos.play() == "Soft Cyan, Light Yellow"  # it stays there in later turns
    pos.do("refill", "return Soft Cyan to hand", "done")
    assert (pos.hand(), pos.play()) == ("Soft Cyan, 2 Pale Magenta", "Light Yellow")


@clause("2.5", "7.3")
def test_example_betty_gains_one_soft_cyan_from_cerulean_when_only_one_is_left() -> None:
    pos = Position("Cerulean", "Pale Magenta", piles={"Soft Cyan": 1})
    pos.do("print Cerulean", "gain Soft Cyan")
    assert pos.hand() == "Soft Cyan"
    assert pos.undrawn("Soft Cyan") == 0


@clause("1.2", "3.2", "4.4", "7.2")
def test_example_charlies_coral_stays_active_and_gives_again_only_when_printed_again() -> None:
    pos = Position("Coral", "Soft Cyan", plays=("Soft Cyan",))
    pos.do("print Coral")
    assert pos.hand() == "Pale Magenta"
    pos.idle()
    assert pos.can("mix Soft Cyan from play", "mix Pale Magenta")  # from play, while Coral is there
    pos.do("refill", "return Coral to hand", "done").idle()
    assert pos.hand() == "Pale Magenta, Coral"  # returning it gives nothing
    assert not pos.can("mix Soft Cyan from play")
    pos.do("print Coral")
    assert pos.hand() == "2 Pale Magenta"


@clause("1.6", "4.1")
def test_example_diana_mixes_soft_cyan_and_light_yellow_into_jungle() -> None:
    pos = Position("Soft Cyan, Light Yellow", "Pale Magenta")
    cyan, yellow = pos.undrawn("Soft Cyan"), pos.undrawn("Light Yellow")
    pos.do("mix Soft Cyan", "add Light Yellow")
    assert pos.legal == ["gain Jungle"]
    pos.do("gain Jungle")
    assert pos.hand() == "Jungle"
    assert (pos.undrawn("Soft Cyan"), pos.undrawn("Light Yellow")) == (cyan + 1, yellow + 1)


@clause("1.6", "4.1")
def test_example_diana_mixes_cerulean_and_fuchsia_into_blue() -> None:
    pos = Position("Cerulean, Fuchsia", "Pale Magenta")
    pos.do("mix Cerulean", "add Fuchsia", "gain Sapphire Blue")
    assert pos.hand() == "Sapphire Blue"
    assert pos.discard == "Cerulean, Fuchsia"
    assert pos.undrawn("Sapphire Blue") == 2


@clause("4.2")
def test_example_diana_cannot_overpay_blue_with_violet_and_cerulean() -> None:
    pos = Position("Violet, Cerulean", "Pale Magenta")
    assert pos.choices("mix") == ""
    pos = Position("Violet, Cerulean, Soft Cyan", "Pale Magenta")  # Violet and Soft Cyan fit exactly
    pos.do("mix Violet")
    assert pos.choices("add") == "Soft Cyan"
    pos.do("add Soft Cyan", "gain Sapphire Blue")


@clause("5.1", "5.2")
def test_example_refilling_nothing_with_jungle_gives_an_ink() -> None:
    pos = Position("", "Pale Magenta", plays=("Jungle",))
    pos.do("refill", "done", "gain Soft Cyan")
    assert (pos.hand(), pos.play(), pos.turn) == ("Soft Cyan", "Jungle", 1)


@clause("5.2")
def test_example_refilling_nothing_is_stronger_with_several_jungles() -> None:
    pos = Position("", "Pale Magenta", plays=("3 Jungle",), row_2="Cerulean, Coral, Fuchsia, Prism, Lavender, Lemon")
    pos.do("refill", "done", "gain Soft Cyan", "gain Light Yellow", "gain Soft Cyan")
    assert (pos.hand(), pos.turn) == ("2 Soft Cyan, Light Yellow", 1)


@clause("8.2")
def test_example_the_second_of_four_wins_and_the_others_finish_the_round() -> None:
    pos = Position("Soft Cyan", "Soft Cyan, Sapphire Blue", "Soft Cyan", "Soft Cyan",
               plays=("", "Emerald Green, Ruby Red", "", ""), turn=1)  # fmt: skip
    pos.idle()
    assert pos.s.victories[1]
    turns = []
    while pos.actor >= 0:
        turns.append(pos.actor)
        pos.idle()
    assert turns == [2, 3]
    assert pos.table.result.ranks[1] == 1


@clause("8.9")
def test_example_of_two_rubies_the_most_points_win_then_the_later_player() -> None:
    for points, best in ((("Coral", "Soft Cyan"), 0), (("Soft Cyan", "Coral"), 1), (("Coral", "Coral"), 1)):
        pos = Position(*["Emerald Green, Sapphire Blue"] * 2, plays=tuple(f"Ruby Red, {card}" for card in points))
        pos.idle(2)
        assert pos.table.result.winners == (best,), points
        assert pos.reason == winning.BY_RUBY


@clause("2.5", "7.3")
def test_example_turquoise_cannot_take_only_two_unless_there_are_only_two() -> None:
    pos = Position("Turquoise", "Pale Magenta")
    pos.do("print Turquoise")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"
    pos.do("gain Soft Cyan")
    assert pos.hand() == "3 Soft Cyan"
    pos = Position("Turquoise", "Pale Magenta", piles={"Soft Cyan": 2})
    pos.do("print Turquoise", "gain Soft Cyan")
    assert pos.hand() == "2 Soft Cyan"


# ---------------------------------------------------------------------- advanced rulings


@clause("5.2")
def test_effects_of_actions_occur_after_the_action_has_resolved() -> None:
    pos = Position("Soft Cyan", "Pale Magenta", plays=("Jungle, Soft Cyan",))
    pos.do("refill", "return Soft Cyan to hand")
    assert pos.hand() == "2 Soft Cyan"  # Jungle comes after the refill
    pos.do("done", "gain Soft Cyan")
    assert pos.hand() == "3 Soft Cyan"


@clause("5.2")
def test_jungle_returned_to_the_hand_does_not_activate() -> None:
    pos = Position("Soft Cyan", "Pale Magenta", plays=("2 Jungle",))
    pos.do("refill", "return Jungle to hand", "done")
    assert pos.choices("gain") == "Soft Cyan, Pale Magenta, Light Yellow"  # the other one, still in play
    pos.do("gain Light Yellow")
    assert (pos.hand(), pos.turn) == ("Soft Cyan, Light Yellow, Jungle", 1)
    pos = Position("Soft Cyan", "Pale Magenta", plays=("2 Jungle",))
    pos.do("refill", "return Jungle to hand", "return Jungle to hand", "done")
    assert (pos.hand(), pos.turn) == ("Soft Cyan, 2 Jungle", 1)


@clause("2.6", "4.6", "4.8")
def test_orange_used_in_a_mix_cannot_put_the_result_into_play() -> None:
    pos = Position("Pale Magenta", "Soft Cyan", plays=("Orange, Coral",))
    pos.do("mix Orange from play", "add Pale Magenta", "gain Ruby Red")
    assert (pos.hand(), pos.play(), pos.turn) == ("Ruby Red", "Coral", 1)
    pos = Position("Pale Magenta", "Soft Cyan", plays=("2 Orange, Coral",))  # another one stays in play
    pos.do("mix Orange from play", "add Pale Magenta", "gain Ruby Red")
    assert pos.legal == ["print it", "keep it"]


@clause("4.8")
def test_with_orange_you_may_choose_not_to_print_at_once_and_gain_the_effect_later() -> None:
    pos = Position("2 Soft Cyan, Pale Magenta", "Pale Magenta", plays=("Orange",), row_2="2 Cerulean, 4 Lemon")
    pos.do("mix Soft Cyan", "add Soft Cyan", "gain Cerulean", "keep it")
    assert (pos.hand(), pos.play(), pos.turn) == ("Pale Magenta, Cerulean", "Orange", 1)
    pos.idle().do("print Cerulean", "gain Soft Cyan")
    assert pos.hand() == "2 Soft Cyan, Pale Magenta"


@clause("2.6", "4.4", "4.7")
def test_coral_used_for_a_mix_no_longer_lets_the_second_mix_use_the_play_area() -> None:
    pos = Position("2 Soft Cyan, Light Yellow", "Pale Magenta", plays=("Coral, Lemon, Pale Magenta",))
    pos.do("mix Coral from play", "add Soft Cyan", "gain Slate Gray")
    assert pos.choices("mix") == "Soft Cyan, Light Yellow"  # only cards in hand
    pos = Position("2 Soft Cyan, Light Yellow", "Pale Magenta", plays=("2 Coral, Lemon, Pale Magenta",))
    pos.do("mix Coral from play", "add Soft Cyan", "gain Slate Gray")
    assert pos.can("mix Pale Magenta from play")  # a second Coral is still in play


@clause("7.7")
def test_violets_prints_are_resolved_one_by_one_and_may_use_cards_just_gained() -> None:
    pos = Position("Violet, Cerulean", "Pale Magenta")
    pos.do("print Violet", "also print Cerulean", "gain Light Yellow")
    assert pos.choices("also print") == "Light Yellow"
    pos.do("also print Light Yellow", "done")
    assert (pos.play(), pos.hand(), pos.turn) == ("Light Yellow, Cerulean, Violet", "Light Yellow", 1)


@clause("4.7", "4.8")
def test_a_lemon_mixed_and_printed_by_orange_allows_a_second_mix() -> None:
    pos = Position("Soft Cyan, 3 Light Yellow", "Pale Magenta", plays=("Orange",))
    pos.do("mix Light Yellow", "add Light Yellow", "gain Lemon", "print it")
    assert pos.can("mix Soft Cyan", "end turn")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "keep it")
    assert (pos.play(), pos.hand(), pos.turn) == ("Lemon, Orange", "Jungle", 1)
    pos = Position("Soft Cyan, 3 Light Yellow", "Pale Magenta", plays=("Orange",))
    pos.do("mix Light Yellow", "add Light Yellow", "gain Lemon", "keep it")
    assert pos.turn == 1  # in hand it allows nothing


@clause("6.6", "7.6")
def test_an_ink_from_pear_cannot_pay_for_prism() -> None:
    pos = Position("Prism", "Pale Magenta", plays=("Pear",))
    pos.do("print Prism")
    assert pos.legal == ["discard Prism from play", "discard Pear from play", "pass"]  # the hand is still empty
    pos.do("discard Prism from play", "gain Coral", "gain Soft Cyan")
    assert (pos.hand(), pos.turn) == ("Soft Cyan, Coral", 1)


@clause("6.6")
def test_pear_triggers_itself() -> None:
    pos = Position("Pear", "Pale Magenta")
    pos.do("print Pear", "gain Soft Cyan")
    assert (pos.hand(), pos.play(), pos.turn) == ("Soft Cyan", "Pear", 1)


@clause("4.4", "4.6")
def test_a_coral_in_play_can_be_used_in_a_mix() -> None:
    pos = Position("Soft Cyan", "Pale Magenta", plays=("Coral",))
    pos.do("mix Coral from play", "add Soft Cyan", "gain Slate Gray")
    assert (pos.hand(), pos.play(), pos.discard) == ("Slate Gray", "", "Coral")


@clause("4.9")
def test_slate_gray_generates_a_card_each_time_the_left_neighbour_mixes() -> None:
    pos = Position("", "2 Soft Cyan, 2 Light Yellow", "Soft Cyan", plays=("Slate Gray", "Lemon", ""), turn=1)
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.actor == 0
    pos.do("gain Soft Cyan")
    assert pos.actor == 1
    pos.do("end turn")
    assert (pos.hand(), pos.turn) == ("Soft Cyan", 2)
    pos = Position("", "2 Soft Cyan, 2 Light Yellow", "Soft Cyan", plays=("Slate Gray", "Lemon", ""), turn=1,
               row_2="2 Jungle, 4 Fuchsia")  # fmt: skip
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "gain Soft Cyan")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "gain Light Yellow")
    assert (pos.hand(), pos.turn) == ("Soft Cyan, Light Yellow", 2)


@clause("6.1", "6.2")
def test_after_key_is_printed_normally_its_player_may_mix_or_refill_as_well() -> None:
    pos = Position("Key, Soft Cyan, Light Yellow", "Pale Magenta", plays=("Pale Magenta",))
    pos.do("print Key")
    assert pos.legal == ["mix Soft Cyan", "mix Light Yellow", "refill", "end turn"]
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert pos.legal == ["refill", "end turn"]
    pos.do("refill", "return Pale Magenta to hand", "done")
    assert pos.turn == 1
    assert pos.hand() == "Pale Magenta, Jungle"


@clause("6.2")
def test_a_key_put_into_play_by_orange_is_inactive_in_the_same_turn() -> None:
    pos = Position("Jungle, Pale Magenta, Soft Cyan", "Pale Magenta", plays=("Orange",),
               row_3="Azure, Key, Pear, Raspberry, Slate Gray, Violet")  # fmt: skip
    pos.do("mix Pale Magenta", "add Jungle", "gain Key", "print it")
    assert pos.turn == 1
    pos.idle(2)
    assert pos.legal == ["print Soft Cyan", "end turn"]  # it is active from the next turn on


@clause("6.3")
def test_refilling_or_printing_via_a_card_effect_does_not_count_towards_keys_ability() -> None:
    pos = Position("Violet, Light Yellow, Soft Cyan", "Pale Magenta", plays=("Key",))
    pos.do("refill", "done", "print Violet", "also print Light Yellow", "return Light Yellow to hand")
    pos.do("also print Soft Cyan", "gain Pale Magenta")
    assert pos.turn == 0
    assert pos.can("mix Light Yellow", "end turn")
    assert not pos.can("refill")
    pos = Position("Light Yellow, Soft Cyan", "Pale Magenta", plays=("Key",))
    pos.do("print Light Yellow", "done")
    assert pos.can("refill", "end turn")  # the refill of Light Yellow is not the turn's own


@clause("8.2", "9.8")
def test_solo_on_the_lowest_difficulty_billy_has_a_turn_after_your_victory() -> None:
    pos = Position("Emerald Green, Sapphire Blue", plays=("Ruby Red",), billy_deck="2 Soft Cyan, 3 MIX")
    pos.idle()
    while pos.actor >= 0:
        pos.do(pos.legal[0])
    assert len(pos.drawn) == 2
    assert pos.table.result.winners == (0,)
    pos = Position("", plays=("Emerald Green, 3 Pear, Coral",), billy="Emerald Green, 3 Orange, Coral, Cerulean",
               billy_deck="2 Soft Cyan", row_2="2 Jungle, 4 Lemon", row_3="3 Violet, 3 Azure")  # fmt: skip
    pos.idle()  # both have 17 points: Billy plays later in the round
    assert (pos.table.result.ranks, pos.reason) == ((2,), winning.BILLY_BY_POINTS)


@clause("8.2", "9.8")
def test_solo_on_higher_difficulties_you_have_a_turn_after_billys_victory() -> None:
    for hand, rank, reason in (
        ("Ruby Red, Emerald Green", 1, winning.BY_RUBY),
        ("Ruby Red", 2, winning.BILLY_BY_POINTS),
    ):
        pos = Position(hand, plays=("Sapphire Blue",), billy="Emerald Green, 3 Orange", billy_deck="2 Light Yellow",
                   row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet", difficulty="hard")  # fmt: skip
        pos.idle()  # Billy, first in each round, reaches 17 points
        assert (pos.s.victories[0], pos.s.victories[1], pos.actor) == (0, 1, 0)
        pos.do("print Ruby Red")
        assert (pos.table.result.ranks, pos.reason) == ((rank,), reason)


@clause("2.5")
def test_the_full_effect_is_mandatory_unless_it_says_up_to_or_may() -> None:
    pos = Position("Azure", "Pale Magenta")
    pos.do("print Azure")
    assert set(pos.legal) == {f"gain {name}" for name in pos.market(2)}  # taking nothing is not possible
    pos = Position("Light Yellow", "Pale Magenta", plays=("Coral",))
    pos.do("print Light Yellow")
    assert pos.can("return Coral to hand", "return Light Yellow to hand", "done")  # up to one
    pos = Position("Prism", "Pale Magenta")
    pos.do("print Prism")
    assert pos.can("pass")  # may


@clause("7.7", "7.9", "4.8")
def test_cards_printed_with_violet_or_lavender_have_their_effects_unlike_with_orange() -> None:
    pos = Position("Violet, Soft Cyan", "Pale Magenta", plays=("Orange",))
    pos.do("print Violet", "also print Soft Cyan")
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"
    pos = Position("Lavender", "Pale Magenta", plays=("Orange",))
    pos.do(
        "print Lavender", "discard Lavender from play", "gain Soft Cyan", "gain Pale Magenta", "also print Soft Cyan"
    )
    assert pos.choices("gain") == "Pale Magenta, Light Yellow"
    pos = Position("2 Soft Cyan", "Pale Magenta", plays=("Orange",), row_2="2 Cerulean, 4 Lemon")
    pos.do("mix Soft Cyan", "add Soft Cyan", "gain Cerulean", "print it")
    assert (pos.hand(), pos.play(), pos.turn) == ("", "Cerulean, Orange", 1)
