"""The view: piles, players, progress, the running action, mixes, pending decisions, Billy and the outcome."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from gamut.engine.chance import game_key
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.progress import VICTORY_BITS, describe_count
from gamut.games.chroma_mix.record import SPECIAL_VICTORY
from gamut.games.chroma_mix.winning import count_cards, count_points, find_victories
from tests.games.chroma_mix.builders import Position
from tests.games.chroma_mix.test_properties import choose_mix


def view(pos: Position) -> Any:
    """Return the view of the seat that has the decision."""
    return pos.table.knowledge(max(pos.actor, 0)).view


def counts(stacks: list[Any]) -> dict[str, int]:
    return {stack.id: stack.count for stack in stacks}


def test_a_view_shows_piles_rows_and_hands() -> None:
    pos = Position(
        "2 Soft Cyan, Coral", "Sapphire Blue", plays=("Lemon, Pear",), special="petrol", discards="Prism, Key"
    )
    v = view(pos)
    assert counts(v.piles[:4]) == {"ruby": 3, "emerald": 3, "sapphire": 2, "petrol": 1}
    assert counts(v.piles[4:]) == {"soft-cyan": 10, "pale-magenta": 12, "light-yellow": 12}
    assert [row.rank for row in v.rows] == [3, 2]
    assert v.rows[0].cards == ["azure", "orange", "pear", "raspberry", "slate-gray", "violet"]
    assert (v.rows[1].deck_size, v.rows[1].discard_size, counts(v.rows[1].discarded)) == (23 - 6 - 3, 1, {"prism": 1})
    me = v.players[0]
    assert (counts(me.hand), counts(me.play)) == ({"soft-cyan": 2, "coral": 1}, {"lemon": 1, "pear": 1})
    assert (me.cards, me.points, me.active) == (5, 5, ["lemon", "pear"])
    assert (v.round, v.last_round, v.billy, v.outcome) == (1, False, None, None)


def test_an_empty_place_of_the_market_has_no_card() -> None:
    pos = Position("", "", row_3="Azure", decks="")
    assert view(pos).rows[0].cards == ["azure", "", "", "", "", ""]


# ---------------------------------------------------------------------- progress


def progress(pos: Position, player: int = 0) -> dict[str, Any]:
    """Return a player's progress by victory."""
    return {p.victory: p for p in view(pos).players[player].progress}


def test_progress_lists_what_each_victory_needs() -> None:
    pos = Position("Emerald Green, Sapphire Blue, 3 Cerulean", "", plays=("Coral, Lemon",), special="petrol")
    shown = progress(pos)
    assert list(shown) == ["points", "ruby", "sapphire", "petrol"]
    assert [(piece.id, piece.place, piece.needed_in, piece.ready) for piece in shown["ruby"].pieces] == [
        ("ruby", "", "play", False), ("emerald", "hand", "", True), ("sapphire", "hand", "", True),
    ]  # fmt: skip
    assert not shown["sapphire"].pieces[0].ready  # it has to be in play
    assert [(p.have, p.need, p.text) for p in shown.values()] == [
        (4, 17, "4 of 17 points"),
        (2, 3, "2 of 3 cards; put Ruby Red into play"),
        (7, 17, "7 of 17 cards; put Sapphire Blue into play"),
        (5, 6, "5 of 6 rank-2 cards; put Petrol into play"),
    ]


def test_burgundy_counts_the_cards_of_each_rank() -> None:
    pos = Position("5 Soft Cyan, 3 Cerulean", "", plays=("Burgundy, Azure",), special="burgundy")
    p = progress(pos)["burgundy"]
    assert [(r.rank, r.have, r.need) for r in p.ranks] == [(4, 1, 1), (3, 1, 2), (2, 3, 3), (1, 5, 4)]
    assert (p.have, p.need, p.text) == (9, 10, "1 more rank-3 card; 1 rank-1 card too many")
    pos = Position("", "", special="burgundy")
    assert (
        progress(pos)["burgundy"].text
        == "put Burgundy into play; 2 more rank-3 cards; 3 more rank-2 cards; 4 more rank-1 cards"
    )


def test_mustard_counts_the_dots_of_tucked_cards() -> None:
    pos = Position("", "", plays=("Mustard", "Pear"), tucked="2 Azure", special="mustard")
    assert progress(pos)["mustard"].text == "6 of 8 dots"
    assert progress(pos, 1)["mustard"].have == 0
    me, other = view(pos).players
    assert (counts(me.tucked), me.tucked_dots, other.tucked) == ({"azure": 2}, 6, [])


def test_billy_needs_nothing_in_play() -> None:
    pos = Position("", billy_deck="2 Soft Cyan", billy="Sapphire Blue, Ruby Red")
    assert [(piece.place, piece.needed_in, piece.ready) for piece in progress(pos, 1)["ruby"].pieces] == [
        ("hand", "", True), ("", "", False), ("hand", "", True),
    ]  # fmt: skip
    assert progress(pos, 1)["ruby"].text == "2 of 3 cards; get Emerald Green"


def test_a_text_says_nothing_twice() -> None:
    pos = Position("2 Emerald Green, 12 Soft Cyan, 4 Lemon", "", plays=("Emerald Green, Sapphire Blue, 3 Orange, Key",))
    assert [p.text for p in progress(pos).values()] == ["18 points", "2 of 3 cards; put Ruby Red into play", "24 cards"]
    pos = Position("12 Soft Cyan, 6 Pale Magenta", "", special="burgundy")
    assert [p.text for p in progress(pos).values()] == [
        "0 of 17 points",
        "0 of 3 cards; put Ruby Red into play and get Emerald Green and Sapphire Blue",
        "18 cards; put Sapphire Blue into play",
        "put Burgundy into play; 2 more rank-3 cards; 3 more rank-2 cards; 14 rank-1 cards too many",
    ]
    pos = Position("4 Soft Cyan, 3 Cerulean", "", plays=("Burgundy, 2 Azure",), special="burgundy")
    assert progress(pos)["burgundy"].text == "10 of 10 cards"


def is_complete(p: Any) -> bool:
    """Return whether the text names nothing that is left to do."""
    return bool(p.have >= p.need and p.text == describe_count(p.victory, p.have, p.need))


@pytest.mark.parametrize("seats", GAME.seats)
def test_progress_agrees_with_the_rules_in_whole_games(seats: int) -> None:
    table, random = Table(GAME.open(seats), game_key(21, seats)), Random(seats)
    c = table.setup.readable_constants
    for _ in range(400):
        s: Any = strict_record(table.record)
        shown: Any = table.knowledge(-1).view
        for player, shown_player in enumerate(shown.players):
            bits = {p.victory: VICTORY_BITS.get(p.victory, SPECIAL_VICTORY) for p in shown_player.progress}
            met = sum(bits[p.victory] for p in shown_player.progress if p.met)
            complete = [p for p in shown_player.progress if is_complete(p)]
            assert met == sum(bits[p.victory] for p in complete) == find_victories(c, s, player)
            assert sum(bits[p.victory] for p in shown_player.progress if p.achieved) == s.victories[player]
            assert shown_player.points == count_points(c, s, player)
            assert shown_player.cards == count_cards(s, player)
        if table.over:
            return
        table.play(table.actors[0], choose_mix(table, random))


# ---------------------------------------------------------------------- the turn


def test_a_key_put_into_play_by_orange_is_not_active_in_the_same_turn() -> None:
    pos = Position("Jungle, 2 Pale Magenta, 2 Soft Cyan", "", plays=("Orange, Lemon",), row_3="Key, 3 Azure, 2 Pear")
    pos.do("mix Pale Magenta", "add Jungle", "gain Key", "print it")
    assert view(pos).players[0].active == ["lemon", "orange"]
    pos.do("end turn").idle()
    assert "key" in view(pos).players[0].active


def test_a_turn_shows_what_was_done() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", plays=("Key",))
    turn = view(pos).turn
    assert (turn.player, turn.running, turn.used) == (0, "", [])
    pos.do("print Light Yellow", "done")
    assert view(pos).turn.used == ["print"]
    pos.do("refill")
    assert view(pos).turn.running == "refill"


@pytest.mark.parametrize(
    ("hand", "play", "actions", "running"),
    [
        ("Soft Cyan, Light Yellow", "", ["mix Soft Cyan"], "mix"),
        ("Coral", "", ["swap Coral"], "swap"),
        ("Soft Cyan", "", ["print Soft Cyan"], "print"),
        ("Light Yellow", "", ["print Light Yellow"], "print"),
        ("", "Coral", ["refill"], "refill"),
        ("", "Jungle", ["refill", "done"], "refill"),
        ("Lemon", "Pear", ["print Lemon"], ""),
    ],
)
def test_the_running_action_is_that_of_the_first_decision(
    hand: str, play: str, actions: list[str], running: str
) -> None:
    assert view(Position(hand, "", plays=(play,)).do(*actions)).turn.running == running


def test_a_turn_shows_the_card_of_a_decision() -> None:
    pos = Position("Fuchsia", "").do("print Fuchsia", "gain Soft Cyan")
    assert view(pos).turn.card == "soft-cyan"
    pos = Position("Prism, Coral", "").do("print Prism", "discard Coral")
    assert view(pos).turn.card == "coral"
    pos = Position("Lavender", "").do("print Lavender", "discard Lavender from play", "gain Soft Cyan")
    assert (view(pos).turn.card, view(pos).split_into) == ("lavender", ["soft-cyan"])


# ---------------------------------------------------------------------- mixes


def test_a_mix_shows_its_sum_and_what_it_can_become() -> None:
    pos = Position(
        "Pale Magenta, Jungle, Soft Cyan", "", plays=("Coral, Lemon, Light Yellow",),
        row_3="Key, Slate Gray, 2 Azure, 2 Pear",
    )  # fmt: skip
    pos.do("mix Jungle")
    mix = view(pos).mix
    assert ([(card.id, card.place) for card in mix.cards], mix.sums, mix.makes) == ([("jungle", "hand")], ["CY"], [])
    assert mix.can_become == ["key", "pear", "slate-gray"]
    assert (mix.number, mix.total, mix.for_billy) == (1, 2, False)
    pos.do("add Light Yellow from play")
    mix = view(pos).mix
    assert [(card.id, card.place) for card in mix.cards] == [("jungle", "hand"), ("light-yellow", "play")]
    assert (mix.sums, mix.makes, mix.can_become) == (["CYY"], ["pear"], [])
    pos.do("gain Pear", "mix Soft Cyan")
    assert (view(pos).mix.number, view(pos).mix.total) == (2, 2)
    pos = Position("Prism, Soft Cyan", "", row_3="3 Azure, Pear, 2 Violet").do("mix Prism")
    assert view(pos).mix.sums == ["CC", "MM", "YY"]
    assert view(pos).mix.can_become == ["pear", "violet"]


def test_a_mix_with_raspberry_can_use_more_cards() -> None:
    pos = Position("2 Soft Cyan, 2 Pale Magenta", "", plays=("Raspberry",)).do("mix Soft Cyan", "add Pale Magenta")
    mix = view(pos).mix
    assert (mix.makes, mix.sums) == (["lavender"], ["CM"])
    assert mix.can_become == ["azure", "violet", "sapphire"]


# ---------------------------------------------------------------------- pending decisions


def pending(pos: Position) -> list[tuple[str, str, bool, bool]]:
    """Return the pending decisions: decision, card, current, expected."""
    return [(p.decision, p.card, p.current, p.expected) for p in view(pos).pending]


def test_pending_decisions_are_listed_the_current_one_first() -> None:
    pos = Position("Violet, Lavender, Ruby Red", "", plays=("Jungle, Pear",), row_2="2 Fuchsia, 3 Lemon, Coral")
    pos.do("print Violet", "also print Lavender", "discard Ruby Red", "gain Fuchsia", "gain Lemon")
    pos.do("also print Fuchsia", "gain Light Yellow", "print it")
    assert pending(pos) == [
        ("refill", "light-yellow", True, False),
        ("lavender-second", "lavender", False, False),
        ("violet-print", "violet", False, False),
        ("gain-ink", "jungle", False, True),
        ("gain-ink", "pear", False, True),
    ]
    assert [p.text for p in view(pos).pending] == [
        "{0} may return a card to hand", "Lemon is printed next", "{0} must print one more card",
        "{0} must gain an ink", "{0} must gain an ink after the last print",
    ]  # fmt: skip


def test_decisions_that_follow_a_mix_are_expected() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", plays=("Orange, Lemon", "2 Slate Gray"), row_3="3 Azure, 3 Violet")
    pos.do("mix Soft Cyan")
    assert pending(pos) == [
        ("mix", "", True, False),
        ("orange-print", "orange", False, True),
        ("slate-gray-ink", "slate-gray", False, True),
        ("second-mix", "lemon", False, True),
    ]
    assert view(pos).pending[0].text == "Mixing…"
    pos.do("add Light Yellow", "gain Jungle")
    assert pending(pos) == [
        ("orange-print", "orange", True, False),
        ("slate-gray-ink", "slate-gray", False, False),
    ]
    assert [p.text for p in view(pos).pending] == ["{0} may put Jungle straight into play", "{1} may gain 2 inks"]


def test_a_lemon_chosen_for_the_mix_is_not_expected_to_allow_another() -> None:
    pos = Position("Pale Magenta", "", plays=("Lemon, Coral",)).do("mix Lemon from play")
    assert pending(pos) == [("mix", "", True, False)]


# ---------------------------------------------------------------------- Billy and the end


def test_billy_shows_his_piles_and_targets() -> None:
    pos = Position(
        "", plays=("Slate Gray",), billy_deck="MIX, Soft Cyan", billy="Light Yellow, Pale Magenta, Lavender",
        difficulty="hard",
    )  # fmt: skip
    assert view(pos).billy.deck_size == 2
    pos.idle()
    v = view(pos)
    billy = v.billy
    assert (billy.deck_size, billy.discard_size) == (0, 2)
    assert (sorted(billy.drawn), billy.mixes, billy.head_start) == (["mix", "soft-cyan"], 1, 0)
    assert billy.why == "Billy has to make a card he doesn't have yet: Coral, Jungle, Azure, Slate Gray or Violet."
    assert (v.turn.player, v.turn.running, v.mix.for_billy) == (1, "billy", True)
    assert (v.mix.cards, v.mix.can_become) == ([], ["coral", "jungle", "azure", "slate-gray", "violet"])
    assert [p.decision for p in v.pending] == ["billy-mix", "slate-gray-ink"]
    assert counts(v.players[1].hand)["lavender"] == 1
    assert [p.victory for p in v.players[1].progress] == ["points", "ruby", "sapphire"]
    pos.do("mix Soft Cyan for Billy", "mix Lavender for Billy")
    assert (view(pos).mix.makes, view(pos).mix.sums) == (["azure"], ["CCM"])
    pos = Position("", billy_deck="MIX, Soft Cyan", billy="Pale Magenta, Lavender", row_3="3 Turquoise, 3 Pear")
    assert view(pos.idle()).billy.why == "Billy can make only a card he already has: Lavender."


def test_the_outcome_names_winner_and_order() -> None:
    pos = Position("", "Soft Cyan", "", plays=("Emerald Green, 3 Pear, Coral", "", "Orange")).idle(3)
    outcome = view(pos).outcome
    assert (outcome.winner, outcome.order) == (0, [0, 2, 1])
    assert outcome.text == "{0} won with 17 points. {2} fell 14 points short."
    assert (outcome.measures[0].number, outcome.measures[0].unit) == (17, "points")
    assert {m.unit for m in outcome.measures[1:]} == {"rank dots"}


def test_the_measure_of_a_victory_comes_before_the_points() -> None:
    pos = Position("9 Soft Cyan, 9 Light Yellow", "", plays=("Sapphire Blue",)).idle(2)
    assert (view(pos).outcome.measures[0].number, view(pos).outcome.measures[0].unit) == (19, "cards · Sapphire")
    assert (view(pos).turn.player, view(pos).pending) == (-1, [])


def test_the_outcome_names_the_nearest_victory() -> None:
    pos = Position("Soft Cyan", "8 Soft Cyan, 4 Light Yellow", plays=("Emerald Green, 3 Pear, Coral",)).idle(2)
    outcome = view(pos).outcome
    assert outcome.text == (
        "{0} won with 17 points. {1} still needed Sapphire Blue in play and 5 more cards for the Sapphire victory."
    )


def test_the_catalogue_lists_what_is_printed() -> None:
    catalogue: Any = GAME.open(2).catalogue
    coral = catalogue.cards[IDS.index("coral")]
    assert (coral.name, coral.rank, coral.pigments, coral.points) == ("Coral", 2, "MY", 2)
    assert (coral.instant, coral.ongoing) == ("Gain magenta", "Mixes may use cards in play")
    assert all(bool(card.instant) == bool(card.instant_text) for card in catalogue.cards)


def test_a_view_is_small() -> None:
    pos = Position(*["Soft Cyan, Lemon"] * 4, plays=("Light Yellow, Ruby Red",) * 3)
    assert len(msgspec.json.encode(view(pos))) < 8192
