"""What a table shows: piles, players, progress, the running action, mixes, what waits, Billy, the outcome."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from gamut.engine.keys import game_key
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.positions import Scene
from gamut.games.chroma_mix.tests.test_properties import choose_mix
from gamut.games.chroma_mix.victories import count_dots, count_held, count_points, victories


def seen(at: Scene) -> Any:
    """The view of whoever is awaited."""
    return at.table.knowledge(max(at.actor, 0)).view


def stacks(cards: list[Any]) -> dict[str, int]:
    """Stacks by id."""
    return {one.id: one.count for one in cards}


def test_piles_rows_and_hands() -> None:
    at = Scene(
        "2 Soft Cyan, Coral", "Sapphire Blue", plays=("Lemon, Pear",), special="petrol", discards="Prism, Key"
    )
    v = seen(at)
    assert stacks(v.piles[:4]) == {"ruby": 3, "emerald": 3, "sapphire": 2, "petrol": 1}
    assert stacks(v.piles[4:]) == {"soft-cyan": 10, "pale-magenta": 12, "light-yellow": 12}
    assert [row.rank for row in v.rows] == [3, 2]
    assert v.rows[0].cards == ["azure", "orange", "pear", "raspberry", "slate-gray", "violet"]
    assert (v.rows[1].deck, v.rows[1].discard, stacks(v.rows[1].discarded)) == (23 - 6 - 3, 1, {"prism": 1})
    me = v.players[0]
    assert (stacks(me.hand), stacks(me.play)) == ({"soft-cyan": 2, "coral": 1}, {"lemon": 1, "pear": 1})
    assert (me.cards, me.points, me.dots, me.in_force, me.left) == (5, 5, 9, ["lemon", "pear"], 1)
    assert (v.round, v.rounds, v.last_round, v.special, v.billy, v.outcome) == (1, 300, False, "petrol", None, None)


def test_an_empty_place_of_the_market_is_shown() -> None:
    at = Scene("", "", row_3="Azure", decks="")
    assert seen(at).rows[0].cards == ["azure", "", "", "", "", ""]


def progress(at: Scene, player: int = 0) -> dict[str, Any]:
    """A player's progress by victory."""
    return {one.victory: one for one in seen(at).players[player].progress}


def test_progress_to_the_victories() -> None:
    at = Scene("Emerald Green, Sapphire Blue, 3 Cerulean", "", plays=("Coral, Lemon",), special="petrol")
    p = progress(at)
    assert list(p) == ["points", "ruby", "sapphire", "petrol"]
    assert (p["points"].have, p["points"].need, p["points"].missing) == (4, 17, "13 points")
    assert [(x.id, x.place, x.wanted, x.there) for x in p["ruby"].pieces] == [
        ("ruby", "", "play", False), ("emerald", "hand", "", True), ("sapphire", "hand", "", True),
    ]  # fmt: skip
    assert not p["sapphire"].pieces[0].there  # it has to be in play
    assert (p["ruby"].have, p["ruby"].missing) == (2, "Ruby Red in play")
    assert (p["sapphire"].have, p["sapphire"].missing) == (7, "Sapphire Blue in play, 10 cards")
    assert (p["petrol"].have, p["petrol"].title, p["petrol"].missing) == (
        5,
        "Petrol: rank 2",
        "Petrol in play, 1 rank-2 card",
    )


def test_progress_of_burgundy_and_mustard() -> None:
    at = Scene("5 Soft Cyan, 3 Cerulean", "", plays=("Burgundy, Azure",), special="burgundy")
    p = progress(at)["burgundy"]
    assert [(g.rank, g.have, g.need) for g in p.groups] == [(4, 1, 1), (3, 1, 2), (2, 3, 3), (1, 5, 4)]
    assert (p.have, p.need, p.missing) == (9, 10, "1 of rank 3 more, 1 of rank 1 less")
    at = Scene("", "", plays=("Mustard", "Pear"), tucked="2 Azure", special="mustard")
    assert (progress(at)["mustard"].have, progress(at)["mustard"].missing) == (6, "2 dots")
    assert progress(at, 1)["mustard"].have == 0
    me, other = seen(at).players
    assert (stacks(me.tucked), me.tucked_dots, other.tucked) == ({"azure": 2}, 6, [])


@pytest.mark.parametrize("seats", GAME.seats)
def test_progress_agrees_with_the_rules_in_whole_games(seats: int) -> None:
    table, random = Table(GAME.open(seats), game_key(21, seats)), Random(seats)
    c = table.setup.strict_constants
    for _ in range(400):
        s: Any = strict(table.record)
        shown: Any = table.knowledge(-1).view
        for player, one in enumerate(shown.players):
            met = victories(c, s, player)
            bits = {"points": 1, "sapphire": 2, "ruby": 4}
            assert sum(bits.get(p.victory, 8) for p in one.progress if p.now) == met
            assert sum(bits.get(p.victory, 8) for p in one.progress if p.met) == s.met[player]
            assert one.points == count_points(c, s, player)
            assert (one.dots, one.cards) == (count_dots(c, s, player), count_held(s, player, 0, 24))
        if table.over:
            return
        table.play(table.actors[0], choose_mix(table, random))


def test_a_key_laid_by_orange_is_not_in_force_in_the_same_turn() -> None:
    at = Scene(
        "Jungle, 2 Pale Magenta, 2 Soft Cyan",
        "",
        plays=("Orange, Lemon",),
        row_3="Key, 3 Azure, 2 Pear",
    )
    at.do("mix Pale Magenta", "with Jungle", "take Key", "print it")
    assert seen(at).players[0].in_force == ["lemon", "orange"]
    assert not seen(at).turn.key
    at.do("end turn").idle()
    assert "key" in seen(at).players[0].in_force


def test_the_turn() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", plays=("Key",))
    t = seen(at).turn
    assert (t.player, t.decider, t.running, t.used, t.key, t.may_end) == (0, 0, "", [], True, False)
    assert t.possible == ["print", "mix", "refill", "swap"]
    at.do("print Light Yellow", "done")
    t = seen(at).turn
    assert (t.used, t.possible, t.may_end) == (["print"], ["refill"], True)
    at.do("refill")
    assert (seen(at).turn.running, seen(at).turn.possible) == ("refill", [])
    at.do("return Light Yellow")
    assert (seen(at).turn.returned, seen(at).turn.tucks) == (1, 0)


@pytest.mark.parametrize(
    ("hand", "play", "steps", "running"),
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
def test_the_running_action(hand: str, play: str, steps: list[str], running: str) -> None:
    assert seen(Scene(hand, "", plays=(play,)).do(*steps)).turn.running == running


def test_swap_and_mix_are_shown_only_when_possible() -> None:
    at = Scene("", "", piles={"Light Yellow": 0})
    assert seen(at).turn.possible == ["refill"]
    assert seen(Scene("", "")).turn.possible == ["refill", "swap"]


def test_the_card_that_a_question_is_about() -> None:
    at = Scene("Fuchsia", "").do("print Fuchsia", "take Soft Cyan")
    assert seen(at).turn.card == "soft-cyan"
    at = Scene("Prism, Coral", "").do("print Prism", "discard Coral")
    assert seen(at).turn.card == "coral"
    at = Scene("Lavender", "").do("print Lavender", "discard Lavender in play", "take Soft Cyan")
    assert (seen(at).turn.card, seen(at).parts) == ("lavender", ["soft-cyan"])


def test_the_sum_of_a_mix_and_what_it_reaches() -> None:
    at = Scene(
        "Pale Magenta, Jungle, Soft Cyan",
        "",
        plays=("Coral, Lemon, Light Yellow",),
        row_3="Key, Slate Gray, 2 Azure, 2 Pear",
    )
    at.do("mix Jungle")
    m = seen(at).mix
    assert ([(x.id, x.place) for x in m.cards], m.sums, m.makes) == ([("jungle", "hand")], ["CY"], [])
    assert m.reaches == ["key", "pear", "slate-gray"]
    assert (m.number, m.of, m.billys) == (1, 2, False)
    at.do("with Light Yellow in play")
    m = seen(at).mix
    assert ([(x.id, x.place) for x in m.cards], m.sums) == ([("jungle", "hand"), ("light-yellow", "play")], ["CYY"])
    assert (m.makes, m.reaches) == (["pear"], [])
    at.do("take Pear", "mix Soft Cyan")
    assert (seen(at).mix.number, seen(at).mix.of) == (2, 2)
    at = Scene("Prism, Soft Cyan", "", row_3="3 Azure, Pear, 2 Violet").do("mix Prism")
    assert seen(at).mix.sums == ["CC", "MM", "YY"]
    assert seen(at).mix.reaches == ["pear", "violet"]


def test_with_raspberry_a_mix_makes_and_reaches() -> None:
    at = Scene("2 Soft Cyan, 2 Pale Magenta", "", plays=("Raspberry",)).do("mix Soft Cyan", "with Pale Magenta")
    m = seen(at).mix
    assert (m.makes, m.sums) == (["lavender"], ["CM"])
    assert m.reaches == ["azure", "violet", "sapphire"]


def waits(at: Scene) -> list[tuple[str, str, int, bool, bool]]:
    """What waits: what, card, who, now, foreseen."""
    return [(w.what, w.card, w.who, w.now, w.foreseen) for w in seen(at).waiting]


def test_what_waits_in_order_with_its_card_and_who_decides() -> None:
    at = Scene("Violet, Lavender, Ruby Red", "", plays=("Jungle, Pear",), row_2="2 Fuchsia, 3 Lemon, Coral")
    at.do("print Violet", "also print Lavender", "discard Ruby Red", "take Fuchsia", "take Lemon")
    at.do("also print Fuchsia", "take Light Yellow", "print it")
    assert waits(at) == [
        ("refill", "light-yellow", 0, True, False),
        ("follow", "lavender", 0, False, False),
        ("print", "violet", 0, False, False),
        ("add", "jungle", 0, False, True),
        ("add", "pear", 0, False, True),
    ]
    said = [w.text for w in seen(at).waiting]
    assert said == [
        "{0} may take cards back", "Lemon is printed next", "{0} must print one more card",
        "{0} must choose a rank-1 card", "{0} must choose a rank-1 card when the turn ends",
    ]  # fmt: skip


def test_what_a_mix_will_bring_is_foreseen() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", plays=("Orange, Lemon", "2 Slate Gray"), row_3="3 Azure, 3 Violet")
    at.do("mix Soft Cyan")
    assert waits(at) == [
        ("mix", "", 0, True, False),
        ("lay", "orange", 0, False, True),
        ("watch", "slate-gray", 1, False, True),
        ("mix-again", "lemon", 0, False, True),
    ]
    at.do("with Light Yellow", "take Jungle")
    assert waits(at) == [("lay", "orange", 0, True, False), ("watch", "slate-gray", 1, False, False)]
    assert [w.many for w in seen(at).waiting] == [1, 2]


def test_a_lemon_put_forward_is_not_foreseen_any_more() -> None:
    at = Scene("Pale Magenta", "", plays=("Lemon, Coral",)).do("mix Lemon in play")
    assert waits(at) == [("mix", "", 0, True, False)]


def test_billy() -> None:
    at = Scene(
        "",
        plays=("Slate Gray",),
        billys_deck="MIX, Soft Cyan",
        billy="Light Yellow, Pale Magenta, Lavender",
        difficulty="hard",
    )
    assert seen(at).billy.deck == 2
    at.idle()
    v = seen(at)
    b = v.billy
    assert (b.deck, b.discard, stacks(b.discarded)) == (0, 2, {"mix": 2})
    assert (sorted(b.drawn), b.mixes, b.starting_turns) == (["mix", "soft-cyan"], 1, 0)
    assert b.must == ["coral", "jungle", "azure", "slate-gray", "violet"]
    assert b.why == "Billy must mix a card that it does not hold: Coral, Jungle, Azure, Slate Gray or Violet."
    assert (v.turn.player, v.turn.decider, v.turn.running, v.mix.billys) == (1, 0, "billy", True)
    assert (v.mix.cards, v.mix.reaches) == ([], b.must)
    assert [w.what for w in v.waiting] == ["billy", "watch"]
    assert stacks(v.players[1].hand)["lavender"] == 1
    assert [p.victory for p in v.players[1].progress] == ["points", "ruby", "sapphire"]
    at.do("Billy pays Soft Cyan", "Billy pays Lavender")
    assert (seen(at).mix.makes, seen(at).mix.sums) == (["azure"], ["CCM"])
    at = Scene("", billys_deck="MIX, Soft Cyan", billy="Pale Magenta, Lavender", row_3="3 Turquoise, 3 Pear").idle()
    assert seen(at).billy.why == "Billy holds every card that it can mix: Lavender."


def test_billys_pieces_need_not_be_in_play() -> None:
    at = Scene("", billys_deck="2 Soft Cyan", billy="Sapphire Blue, Ruby Red")
    assert [(x.place, x.wanted, x.there) for x in progress(at, 1)["ruby"].pieces] == [
        ("hand", "", True), ("", "", False), ("hand", "", True),
    ]  # fmt: skip


def test_the_outcome() -> None:
    at = Scene("", "Soft Cyan", "", plays=("Emerald Green, 3 Pear, Coral", "", "Orange")).idle(3)
    out = seen(at).outcome
    assert (out.winner, out.order) == (0, [0, 2, 1])
    assert out.distances == ["", "17 points for Points", "14 points for Points"]
    assert out.text == "{0} won by 17 points. {2} missed 14 points for Points."
    assert (seen(at).turn.player, seen(at).turn.decider, seen(at).waiting) == (-1, -1, [])


def test_the_catalogue_says_what_is_printed() -> None:
    made: Any = GAME.open(2).catalogue
    coral = made.cards[IDS.index("coral")]
    assert (coral.name, coral.rank, coral.pigments, coral.points, coral.copies) == ("Coral", 2, "MY", 2, 3)
    assert (coral.once, coral.lasting) == ("Pale Magenta", "Mix from play")
    assert all(bool(card.once) == bool(card.once_text) for card in made.cards)
    assert (made.goals.points, made.goals.cards, made.goals.dots, made.goals.rank_2) == (17, 17, 8, 6)


def test_a_view_is_small() -> None:
    assert (
        len(msgspec.json.encode(seen(Scene(*["Soft Cyan, Lemon"] * 4, plays=("Light Yellow, Ruby Red",) * 3))))
        < 8192
    )
