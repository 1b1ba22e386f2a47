"""Every example of the rulebook and every sentence of its advanced rulings, each a test named after it."""

from __future__ import annotations

from gamut.games.chroma_mix.positions import Scene
from gamut.testing import clause

# ---------------------------------------------------------------------- examples


@clause("3.1", "3.3", "7.1")
def test_example_adam_prints_soft_cyan_and_adds_a_pale_magenta() -> None:
    at = Scene("Soft Cyan, Pale Magenta, Light Yellow", "Soft Cyan")
    at.do("print Soft Cyan")
    assert at.options("take") == "Pale Magenta, Light Yellow"
    at.do("take Pale Magenta")
    assert at.hand() == "2 Pale Magenta, Light Yellow"
    assert at.play() == "Soft Cyan"
    at.idle().do("print Light Yellow", "done").idle()
    assert at.play() == "Soft Cyan, Light Yellow"  # it stays there through later turns
    at.do("refill", "return Soft Cyan", "done")
    assert (at.hand(), at.play()) == ("Soft Cyan, 2 Pale Magenta", "Light Yellow")


@clause("2.5", "7.3")
def test_example_betty_adds_one_soft_cyan_by_cerulean_when_there_is_only_one() -> None:
    at = Scene("Cerulean", "Pale Magenta", piles={"Soft Cyan": 1})
    at.do("print Cerulean", "take Soft Cyan")
    assert at.hand() == "Soft Cyan"
    assert at.pile("Soft Cyan") == 0


@clause("1.2", "3.2", "4.4", "7.2")
def test_example_charlies_coral_lasts_in_play_and_adds_again_only_when_printed_again() -> None:
    at = Scene("Coral", "Soft Cyan", plays=("Soft Cyan",))
    at.do("print Coral")
    assert at.hand() == "Pale Magenta"
    at.idle()
    assert at.may("mix Soft Cyan in play", "mix Pale Magenta")  # from play, as long as Coral lies there
    at.do("refill", "return Coral", "done").idle()
    assert at.hand() == "Pale Magenta, Coral"  # coming back adds nothing
    assert not at.may("mix Soft Cyan in play")
    at.do("print Coral")
    assert at.hand() == "2 Pale Magenta"


@clause("1.6", "4.1")
def test_example_diana_mixes_soft_cyan_and_light_yellow_into_jungle() -> None:
    at = Scene("Soft Cyan, Light Yellow", "Pale Magenta")
    cyan, yellow = at.pile("Soft Cyan"), at.pile("Light Yellow")
    at.do("mix Soft Cyan", "with Light Yellow")
    assert at.legal == ["take Jungle"]
    at.do("take Jungle")
    assert at.hand() == "Jungle"
    assert (at.pile("Soft Cyan"), at.pile("Light Yellow")) == (cyan + 1, yellow + 1)


@clause("1.6", "4.1")
def test_example_diana_mixes_cerulean_and_fuchsia_into_blue() -> None:
    at = Scene("Cerulean, Fuchsia", "Pale Magenta")
    at.do("mix Cerulean", "with Fuchsia", "take Sapphire Blue")
    assert at.hand() == "Sapphire Blue"
    assert at.discard == "Cerulean, Fuchsia"
    assert at.pile("Sapphire Blue") == 2


@clause("4.2")
def test_example_diana_cannot_overpay_blue_with_violet_and_cerulean() -> None:
    at = Scene("Violet, Cerulean", "Pale Magenta")
    assert at.options("mix") == ""
    at = Scene("Violet, Cerulean, Soft Cyan", "Pale Magenta")  # Violet and Soft Cyan fit exactly
    at.do("mix Violet")
    assert at.options("with") == "Soft Cyan"
    at.do("with Soft Cyan", "take Sapphire Blue")


@clause("5.1", "5.3")
def test_example_refilling_nothing_with_jungle_brings_a_rank_1_card() -> None:
    at = Scene("", "Pale Magenta", plays=("Jungle",))
    at.do("refill", "done", "take Soft Cyan")
    assert (at.hand(), at.play(), at.turn) == ("Soft Cyan", "Jungle", 1)


@clause("5.3")
def test_example_refilling_nothing_is_stronger_with_several_jungles() -> None:
    at = Scene("", "Pale Magenta", plays=("3 Jungle",), row_2="Cerulean, Coral, Fuchsia, Prism, Lavender, Lemon")
    at.do("refill", "done", "take Soft Cyan", "take Light Yellow", "take Soft Cyan")
    assert (at.hand(), at.turn) == ("2 Soft Cyan, Light Yellow", 1)


@clause("8.2")
def test_example_of_four_the_second_wins_and_third_and_fourth_have_one_more_turn() -> None:
    at = Scene("Soft Cyan", "Soft Cyan, Sapphire Blue", "Soft Cyan", "Soft Cyan",
               plays=("", "Emerald Green, Ruby Red", "", ""), turn=1)  # fmt: skip
    at.idle()
    assert at.s.met[1]
    turns = []
    while at.actor >= 0:
        turns.append(at.actor)
        at.idle()
    assert turns == [2, 3]
    assert at.table.result.ranks[1] == 1


@clause("8.9")
def test_example_two_rubies_the_most_points_win_then_whoever_went_later() -> None:
    for points, best in ((("Coral", "Soft Cyan"), 0), (("Soft Cyan", "Coral"), 1), (("Coral", "Coral"), 1)):
        at = Scene(*["Emerald Green, Sapphire Blue"] * 2, plays=tuple(f"Ruby Red, {card}" for card in points))
        at.idle(2)
        assert at.table.result.winners == (best,), points
        assert at.table.result.reason == "Ruby victory"


@clause("2.5", "7.3")
def test_example_turquoise_cannot_take_only_two_unless_there_are_only_two() -> None:
    at = Scene("Turquoise", "Pale Magenta")
    at.do("print Turquoise")
    assert at.options("take") == "Soft Cyan, Pale Magenta, Light Yellow"
    at.do("take Soft Cyan")
    assert at.hand() == "3 Soft Cyan"
    at = Scene("Turquoise", "Pale Magenta", piles={"Soft Cyan": 2})
    at.do("print Turquoise", "take Soft Cyan")
    assert at.hand() == "2 Soft Cyan"


# ---------------------------------------------------------------------- advanced rulings


@clause("5.3")
def test_effects_of_actions_occur_after_the_action_has_resolved() -> None:
    at = Scene("Soft Cyan", "Pale Magenta", plays=("Jungle, Soft Cyan",))
    at.do("refill", "return Soft Cyan")
    assert at.hand() == "2 Soft Cyan"  # Jungle answers only when the refill is done
    at.do("done", "take Soft Cyan")
    assert at.hand() == "3 Soft Cyan"


@clause("5.3")
def test_jungle_returned_to_the_hand_does_not_activate() -> None:
    at = Scene("Soft Cyan", "Pale Magenta", plays=("2 Jungle",))
    at.do("refill", "return Jungle", "done")
    assert at.options("take") == "Soft Cyan, Pale Magenta, Light Yellow"  # the other one, still in play
    at.do("take Light Yellow")
    assert (at.hand(), at.turn) == ("Soft Cyan, Light Yellow, Jungle", 1)
    at = Scene("Soft Cyan", "Pale Magenta", plays=("2 Jungle",))
    at.do("refill", "return Jungle", "return Jungle", "done")
    assert (at.hand(), at.turn) == ("Soft Cyan, 2 Jungle", 1)


@clause("2.6", "4.6", "4.8")
def test_orange_used_in_a_mix_cannot_put_the_result_into_play() -> None:
    at = Scene("Pale Magenta", "Soft Cyan", plays=("Orange, Coral",))
    at.do("mix Orange in play", "with Pale Magenta", "take Ruby Red")
    assert (at.hand(), at.play(), at.turn) == ("Ruby Red", "Coral", 1)
    at = Scene("Pale Magenta", "Soft Cyan", plays=("2 Orange, Coral",))  # another one is still there
    at.do("mix Orange in play", "with Pale Magenta", "take Ruby Red")
    assert at.legal == ["print it", "keep it"]


@clause("4.8")
def test_with_orange_you_may_choose_not_to_print_at_once_and_gain_the_effect_later() -> None:
    at = Scene("2 Soft Cyan, Pale Magenta", "Pale Magenta", plays=("Orange",), row_2="2 Cerulean, 4 Lemon")
    at.do("mix Soft Cyan", "with Soft Cyan", "take Cerulean", "keep it")
    assert (at.hand(), at.play(), at.turn) == ("Pale Magenta, Cerulean", "Orange", 1)
    at.idle().do("print Cerulean", "take Soft Cyan")
    assert at.hand() == "2 Soft Cyan, Pale Magenta"


@clause("2.6", "4.4", "4.7")
def test_coral_used_for_a_mix_no_longer_lets_the_second_mix_use_the_play_area() -> None:
    at = Scene("2 Soft Cyan, Light Yellow", "Pale Magenta", plays=("Coral, Lemon, Pale Magenta",))
    at.do("mix Coral in play", "with Soft Cyan", "take Slate Gray")
    assert at.options("mix") == "Soft Cyan, Light Yellow"  # cards of the hand only
    at = Scene("2 Soft Cyan, Light Yellow", "Pale Magenta", plays=("2 Coral, Lemon, Pale Magenta",))
    at.do("mix Coral in play", "with Soft Cyan", "take Slate Gray")
    assert at.may("mix Pale Magenta in play")  # a second Coral still lies there


@clause("7.7")
def test_violets_prints_are_resolved_one_by_one_and_may_use_cards_just_added() -> None:
    at = Scene("Violet, Cerulean", "Pale Magenta")
    at.do("print Violet", "also print Cerulean", "take Light Yellow")
    assert at.options("also print") == "Light Yellow"
    at.do("also print Light Yellow", "done")
    assert (at.play(), at.hand(), at.turn) == ("Light Yellow, Cerulean, Violet", "Light Yellow", 1)


@clause("4.7", "4.8")
def test_a_lemon_mixed_and_printed_by_orange_allows_a_second_mix() -> None:
    at = Scene("Soft Cyan, 3 Light Yellow", "Pale Magenta", plays=("Orange",))
    at.do("mix Light Yellow", "with Light Yellow", "take Lemon", "print it")
    assert at.may("mix Soft Cyan", "end turn")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "keep it")
    assert (at.play(), at.hand(), at.turn) == ("Lemon, Orange", "Jungle", 1)
    at = Scene("Soft Cyan, 3 Light Yellow", "Pale Magenta", plays=("Orange",))
    at.do("mix Light Yellow", "with Light Yellow", "take Lemon", "keep it")
    assert at.turn == 1  # in the hand it allows nothing


@clause("6.6", "7.6")
def test_what_pear_adds_cannot_pay_for_prism() -> None:
    at = Scene("Prism", "Pale Magenta", plays=("Pear",))
    at.do("print Prism")
    assert at.legal == ["discard Prism in play", "discard Pear in play", "pass"]  # no card of the hand yet
    at.do("discard Prism in play", "take Coral", "take Soft Cyan")
    assert (at.hand(), at.turn) == ("Soft Cyan, Coral", 1)


@clause("6.6")
def test_pear_triggers_itself() -> None:
    at = Scene("Pear", "Pale Magenta")
    at.do("print Pear", "take Soft Cyan")
    assert (at.hand(), at.play(), at.turn) == ("Soft Cyan", "Pear", 1)


@clause("4.4", "4.6")
def test_a_coral_in_play_can_be_used_in_a_mix() -> None:
    at = Scene("Soft Cyan", "Pale Magenta", plays=("Coral",))
    at.do("mix Coral in play", "with Soft Cyan", "take Slate Gray")
    assert (at.hand(), at.play(), at.discard) == ("Slate Gray", "", "Coral")


@clause("4.9")
def test_slate_gray_generates_a_card_each_time_the_left_neighbour_mixes() -> None:
    at = Scene("", "2 Soft Cyan, 2 Light Yellow", "Soft Cyan", plays=("Slate Gray", "Lemon", ""), turn=1)
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.actor == 0
    at.do("take Soft Cyan")
    assert at.actor == 1
    at.do("end turn")
    assert (at.hand(), at.turn) == ("Soft Cyan", 2)
    at = Scene("", "2 Soft Cyan, 2 Light Yellow", "Soft Cyan", plays=("Slate Gray", "Lemon", ""), turn=1,
               row_2="2 Jungle, 4 Fuchsia")  # fmt: skip
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "take Soft Cyan")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "take Light Yellow")
    assert (at.hand(), at.turn) == ("Soft Cyan, Light Yellow", 2)


@clause("6.1", "6.2")
def test_after_key_is_printed_normally_its_player_may_mix_or_refill_as_well() -> None:
    at = Scene("Key, Soft Cyan, Light Yellow", "Pale Magenta", plays=("Pale Magenta",))
    at.do("print Key")
    assert at.legal == ["mix Soft Cyan", "mix Light Yellow", "refill", "end turn"]
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert at.legal == ["refill", "end turn"]
    at.do("refill", "return Pale Magenta", "done")
    assert at.turn == 1
    assert at.hand() == "Pale Magenta, Jungle"


@clause("6.2")
def test_a_key_put_down_by_orange_does_not_count_in_the_same_turn() -> None:
    at = Scene("Jungle, Pale Magenta, Soft Cyan", "Pale Magenta", plays=("Orange",),
               row_3="Azure, Key, Pear, Raspberry, Slate Gray, Violet")  # fmt: skip
    at.do("mix Pale Magenta", "with Jungle", "take Key", "print it")
    assert at.turn == 1
    at.idle(2)
    assert at.legal == ["print Soft Cyan", "end turn"]  # from the next turn on it does


@clause("6.3")
def test_refilling_or_printing_via_a_card_effect_does_not_count_towards_keys_ability() -> None:
    at = Scene("Violet, Light Yellow, Soft Cyan", "Pale Magenta", plays=("Key",))
    at.do("refill", "done", "print Violet", "also print Light Yellow", "return Light Yellow")
    at.do("also print Soft Cyan", "take Pale Magenta")
    assert at.turn == 0
    assert at.may("mix Light Yellow", "end turn")
    assert not at.may("refill")
    at = Scene("Light Yellow, Soft Cyan", "Pale Magenta", plays=("Key",))
    at.do("print Light Yellow", "done")
    assert at.may("refill", "end turn")  # the refill of Light Yellow was not the turn's own


@clause("8.2", "9.8")
def test_solo_on_the_lowest_difficulty_billy_has_a_turn_after_you_met_your_win_condition() -> None:
    at = Scene("Emerald Green, Sapphire Blue", plays=("Ruby Red",), billys_deck="2 Soft Cyan, 3 MIX")
    at.idle()
    while at.actor >= 0:
        at.do(at.legal[0])
    assert len(at.drawn) == 2
    assert at.table.result.winners == (0,)
    at = Scene("", plays=("Emerald Green, 3 Pear, Coral",), billy="Emerald Green, 3 Orange, Coral, Cerulean",
               billys_deck="2 Soft Cyan", row_2="2 Jungle, 4 Lemon", row_3="3 Violet, 3 Azure")  # fmt: skip
    at.idle()  # both have 17 points: Billy plays later in the round
    assert (at.table.result.ranks, at.table.result.reason) == ((2,), "Billy reached 17 points")


@clause("8.2", "9.8")
def test_solo_on_higher_difficulties_you_have_an_extra_turn_after_billy_met_its_win_condition() -> None:
    for hand, rank, reason in (
        ("Ruby Red, Emerald Green", 1, "Ruby victory"),
        ("Ruby Red", 2, "Billy reached 17 points"),
    ):
        at = Scene(hand, plays=("Sapphire Blue",), billy="Emerald Green, 3 Orange", billys_deck="2 Light Yellow",
                   row_3="2 Azure, Pear, Raspberry, Slate Gray, Violet", difficulty="hard")  # fmt: skip
        at.idle()  # now Billy, first in each round, reaches 17 points
        assert (at.s.met[0], at.s.met[1], at.actor) == (0, 1, 0)
        at.do("print Ruby Red")
        assert (at.table.result.ranks, at.table.result.reason) == ((rank,), reason)


@clause("2.5")
def test_partial_moves_the_full_effect_must_be_attempted_unless_it_says_up_to_or_may() -> None:
    at = Scene("Azure", "Pale Magenta")
    at.do("print Azure")
    assert set(at.legal) == {f"take {name}" for name in at.market(2)}  # no way to take nothing
    at = Scene("Light Yellow", "Pale Magenta", plays=("Coral",))
    at.do("print Light Yellow")
    assert at.may("return Coral", "return Light Yellow", "done")  # up to one
    at = Scene("Prism", "Pale Magenta")
    at.do("print Prism")
    assert at.may("pass")  # may


@clause("7.7", "7.9", "4.8")
def test_cards_printed_with_violet_or_lavender_have_their_effects_and_only_orange_takes_them_away() -> None:
    at = Scene("Violet, Soft Cyan", "Pale Magenta", plays=("Orange",))
    at.do("print Violet", "also print Soft Cyan")
    assert at.options("take") == "Pale Magenta, Light Yellow"
    at = Scene("Lavender", "Pale Magenta", plays=("Orange",))
    at.do(
        "print Lavender", "discard Lavender in play", "take Soft Cyan", "take Pale Magenta", "also print Soft Cyan"
    )
    assert at.options("take") == "Pale Magenta, Light Yellow"
    at = Scene("2 Soft Cyan", "Pale Magenta", plays=("Orange",), row_2="2 Cerulean, 4 Lemon")
    at.do("mix Soft Cyan", "with Soft Cyan", "take Cerulean", "print it")
    assert (at.hand(), at.play(), at.turn) == ("", "Cerulean, Orange", 1)
