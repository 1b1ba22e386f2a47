"""Clauses 1 to 4 of RULES.md: what lies on the table, the start, the round, committing."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.engine.errors import IllegalAction, NotYourTurn
from gamut.games.prismatic import GAME
from gamut.games.prismatic.record import (
    BIDDING,
    CARDS,
    COMMITTING,
    DRAWS,
    ITEMS,
    MAX_ROUNDS,
    N_COLOURS,
    OVER,
    PALETTE,
    RESOLVING,
    STARTING,
)
from gamut.testing import clause
from tests.games.prismatic.builders import (
    arrange,
    bag,
    card,
    committing,
    common,
    do,
    empty_deck,
    end_round,
    lay_common,
    look,
    may,
    names,
    on,
    opened,
    pass_round,
    resolving,
    settle,
    sound,
    spell,
    started,
    take_card,
    total_of,
)

# ---------------------------------------------------------------------- 1: the table


@pytest.mark.parametrize("seats", GAME.seats)
@clause("1.1", "2.1", "2.2", "2.3")
def test_a_deal_takes_bags_prisms_and_cards_out_of_the_box(seats: int) -> None:
    table = opened(seats)
    s = look(table)
    assert [total_of(s, item) for item in range(ITEMS)] == [25] * 8 + [5, 50]
    for seat in range(seats):
        assert bag(table, seat) == "RRGGBBWK"
        assert s.stock[seat] == 1
        assert len(names(table, s.offered[seat])) == 2
        assert names(table, s.progress[seat]) == set()
    assert len([name for name in common(table) if name]) == 3
    assert len(names(table, s.deck)) == CARDS - 3 - 2 * seats
    assert s.phase == STARTING


@clause("1.1")
def test_what_is_gone_from_the_supply_cannot_be_gained() -> None:
    table = resolving(palette="MYWK", others=[{"bag": "R" * 15}], bag="R" * 10, stock=0)
    assert look(table).supply[0] == 0
    assert not may(table, "make a red mote from magenta and yellow")
    assert may(table, "make 1 prism")


@clause("1.2")
def test_a_card_has_type_price_stars_rewards_and_at_most_one_ability() -> None:
    setup = GAME.open(2)
    c = setup.readable_constants
    for k, printed in enumerate(setup.printed.cards):
        assert sum(c.price[k, item] for item in range(ITEMS)) == sum(printed.cost)
        assert c.stars[k] == printed.stars
        assert int(c.of_kind[printed.kind]) >> k & 1
        assert [c.reward[k, i] for i in range(3) if c.reward[k, i]] == list(printed.rewards)
        assert (c.ability[k] > 0) == bool(int(c.able) >> k & 1)


@clause("1.3")
def test_areas_have_no_limit() -> None:
    everything = {x.name: "" for x in GAME.open(2).printed.cards}
    started_with = dict(list(everything.items())[:20])
    finished = dict(list(everything.items())[20:38])
    table = resolving(progress=started_with, created=finished)
    assert len(names(table, look(table).progress[0])) == 20
    assert len(names(table, look(table).created[0])) == 18


@clause("1.4")
def test_the_board_has_21_recipes_and_five_motes_have_two() -> None:
    board = GAME.open(2).printed.board
    assert len(board) == 21
    twice = [x for x in board if x.count == 2]
    assert sorted(x.id for x in twice) == sorted(
        f"mote-{colour}-{k}" for colour in ("red", "green", "blue", "white", "black") for k in (1, 2)
    )
    table = resolving(palette="MYW^")
    do(table, "make a red mote from magenta and yellow", "make a red mote from white and a prism")
    assert look(table).gained[0] == 2


@clause("1.5")
def test_each_player_has_a_palette() -> None:
    table = resolving(palette="WK", others=[{"palette": "RG"}])
    assert not may(table, "make yellow light")
    do(table, "make 1 prism", "end turn")
    assert may(table, "make yellow light", seat=1)
    assert not may(table, "make 1 prism", seat=1)


@clause("1.6", "2.6", "4.1")
def test_a_spectator_sees_all_but_the_key_and_unrevealed_choices() -> None:
    table = opened(3)
    table.play(0, table.legal(0)[0])
    do(table, "choose white")
    seen = table.hidden(-1)
    secret = {"chance_key", "kept", "chosen_motes"}
    for name in table.record.dtype.names or ():
        assert np.array_equal(seen[name], table.record[name]) == (name not in secret), name
    assert not seen["kept"].any()
    assert not seen["chosen_motes"].any()
    table = committing(drawn="RGBWK", bag="RGBRG")
    do(table, "place red on the palette", "place a prism on the palette")
    seen = table.hidden(1)
    assert spell(seen["drawn"][0, 0].tolist()) == "RGBWK"
    assert seen["stock"][0, 0] == 1
    assert not seen["placed"].any()


# ---------------------------------------------------------------------- 2: the start


@clause("2.4")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed() -> None:
    table = resolving(palette="RK", common=("Aurora", "Moonbow", "Glory"))
    empty_deck(table)
    s = look(table)
    k = take_card(table, "Rainbow")
    s.discard = s.discard | np.uint64(1 << k)
    do(table, "use the board to draw two cards and keep one")
    assert names(table, look(table).progress[0]) == {"Rainbow"}
    assert names(table, look(table).discard) == set()
    assert sound(table)


@clause("2.4", "5.9")
def test_without_deck_and_discard_pile_no_card_is_drawn() -> None:
    table = resolving(palette="RK", common=("Aurora", "Moonbow", "Glory"))
    empty_deck(table)
    assert sound(table)
    assert not may(table, "use the board to draw two cards and keep one")
    do(table, "end turn")
    do(table, "end turn", seat=1)
    assert common(table) == ["Aurora", "Moonbow", "Glory"]
    table = resolving(common=("Aurora", "", "Glory"))
    empty_deck(table)
    end_round(table)
    assert common(table) == ["Aurora", "", "Glory"]


@pytest.mark.parametrize("first", range(1, 5))
@clause("2.5", "8.7")
def test_the_host_can_choose_the_first_player(first: int) -> None:
    table = started(4, first=str(first))
    assert look(table).starter == first - 1
    for seat in range(4):
        do(table, "done", seat=seat)
    for k in range(4):
        assert table.actors == ((first - 1 + k) % 4,)
        do(table, "end turn", seat=table.actors[0])


@clause("2.5")
def test_the_first_player_is_random_by_default() -> None:
    setup = GAME.open(4)
    starters = set()
    for number in range(40):
        table = opened(4, first="random")
        record = setup.new_states()
        record["chance_key"][0, :2] = number, 7
        table.verbs.deal(table.setup.constants if number < 0 else setup.constants, record, 0)
        starters.add(int(record["starter"][0]))
        assert record["lead"][0] == record["starter"][0]
    assert starters == {0, 1, 2, 3}


@clause("2.6")
def test_all_players_keep_a_card_and_choose_two_motes_in_any_order() -> None:
    table = opened(2)
    first, second = (table.setup.action_texts[a] for a in table.legal(0)[:2])
    assert first.startswith("keep ")
    assert table.legal_texts(0)[2:] == [
        f"choose {colour}" for colour in ("red", "green", "blue", "cyan", "magenta", "yellow", "white", "black")
    ]
    do(table, "choose white", second, "choose white")
    assert table.legal_texts(0) == ["done"]
    do(table, "done")
    assert table.legal(0) == []
    with pytest.raises(NotYourTurn):
        do(table, "choose red")
    assert table.actors == (1,)


@clause("2.6")
def test_prismatic_motes_cannot_be_chosen() -> None:
    assert all("prismatic" not in text for text in opened(2).legal_texts(0))


@clause("2.7")
def test_choices_of_the_start_are_revealed_together() -> None:
    table = opened(2)
    s = look(table)
    offered = [names(table, s.offered[seat]) for seat in range(2)]
    kept = []
    for seat in range(2):
        kept.append(table.legal_texts(seat)[0].removeprefix("keep "))
        do(table, f"keep {kept[seat]}", "choose cyan", "choose white", "done", seat=seat)
    s = look(table)
    for seat in range(2):
        assert names(table, s.progress[seat]) == {kept[seat]}
        assert sorted(bag(table, seat) + spell(s.drawn[seat])) == sorted("RRGGBBWKCW")
        assert s.motes[seat] == 10
    assert names(table, s.discard) == offered[0] ^ offered[1] ^ set(kept)
    assert s.supply[3] == 23
    assert sound(table)


# ---------------------------------------------------------------------- 3: a round


@clause("3.1")
def test_all_players_draw_five_motes() -> None:
    table = started(4)
    s = look(table)
    for seat in range(4):
        assert len(spell(s.drawn[seat])) == DRAWS
        assert len(bag(table, seat)) == 5
    assert s.round == 1


@clause("3.1")
def test_a_bag_of_fewer_than_five_motes_is_drawn_empty() -> None:
    table = resolving(bag="RGB", palette="WKRRGGB")
    end_round(table)
    s = look(table)
    assert spell(s.drawn[0]) == "RGB"
    assert bag(table) == ""
    assert on(table, "palette") == "RRGGBWK"


@clause("3.2")
def test_all_committed_motes_but_no_prisms_return_to_an_empty_bag() -> None:
    table = resolving(
        bag="",
        palette="RRGG^",
        progress={"Moonbow": "BW^"},
        created={"First Light": "RR", "Lead White": "WW"},
        stock=0,
    )
    end_round(table)
    s = look(table)
    assert on(table, "palette") == "^"
    assert on(table, "Moonbow") == "^"
    assert on(table, "First Light") == ""
    assert len(spell(s.drawn[0])) == 5
    assert sorted(bag(table) + spell(s.drawn[0])) == sorted("RRGGBWRRWW")


@clause("3.3", "3.4")
def test_a_round_is_commit_then_one_turn_each_from_the_starter_on() -> None:
    table = started(3)
    assert list(table.actors) == [0, 1, 2]
    for seat in (2, 0, 1):
        do(table, "done", seat=seat)
    for seat in range(3):
        assert look(table).phase == RESOLVING
        assert table.actors == (seat,)
        do(table, "end turn", seat=seat)
    assert look(table).phase == COMMITTING
    assert look(table).round == 2


@clause("3.5")
def test_empty_places_of_the_common_area_are_filled_at_the_end_of_the_round() -> None:
    table = resolving(palette="RRGGBBRGB", bag="R", common=("First Light", "Pixel", "Aurora"))
    do(table, "create First Light", "create Pixel")
    assert common(table) == ["", "", "Aurora"]
    do(table, "end turn")
    assert common(table) == ["", "", "Aurora"]
    do(table, "end turn", seat=1)
    assert common(table)[2] == "Aurora"
    assert all(common(table))
    assert sound(table)


@clause("3.6", "5.10")
def test_one_last_round_follows_when_the_goal_is_reached() -> None:
    table = resolving(goal=2, palette="RRGGBBRGB", bag="R", common=("First Light", "Pixel", ""))
    do(table, "create First Light")
    assert look(table).reached == 0
    do(table, "create Pixel")
    assert look(table).reached == 1
    end_round(table)
    s = look(table)
    assert (s.round, s.final, s.phase) == (2, 1, COMMITTING)
    pass_round(table)
    assert look(table).phase == OVER
    assert table.result.reason_template == "{winner} won with the most stars."


@clause("3.6")
def test_the_goal_counts_at_the_end_of_the_round_also_for_the_last_seat() -> None:
    table = resolving(goal=2, common=("First Light", "Pixel", ""), others=[{"palette": "RRGGBBRGB", "bag": "R"}])
    do(table, "end turn")
    do(table, "create First Light", "create Pixel", "end turn", seat=1)
    assert look(table).final == 1
    assert look(table).reached == 2


@clause("3.7")
def test_the_starter_token_goes_around() -> None:
    table = started(3)
    for k in range(4):
        assert look(table).starter == k % 3
        pass_round(table)


@clause("3.8")
def test_the_game_ends_after_sixty_rounds() -> None:
    table = started(2)
    for k in range(MAX_ROUNDS):
        assert look(table).round == k + 1
        pass_round(table)
    assert look(table).phase == OVER
    assert table.result.reason_template == "Round limit – {winner} won with the most stars."
    assert table.result.scores == (-1, -1)  # a card in progress each, no leads, goal not reached


# ---------------------------------------------------------------------- 4: commit


@clause("4.1", "4.5", "4.6")
def test_commits_are_kept_apart_until_all_are_done() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""}, palette="Y")
    do(table, "place red on First Light", "place a prism on the palette", "place blue on the palette")
    s = look(table)
    assert on(table, "First Light") == ""
    assert spell(s.placed[card(table, "First Light")]) == "R"
    assert spell(s.drawn[0]) == "GWK"
    assert s.stock[0] == 0
    do(table, "done")
    do(table, "done", seat=1)
    assert on(table, "First Light") == "R"
    assert on(table, "palette") == "BY^"
    assert bag(table) == "RRGGGBWK"
    assert spell(look(table).drawn[0]) == ""
    assert sound(table)


@clause("4.1")
def test_any_placing_can_be_undone_until_all_have_committed() -> None:
    table = started(2)
    for _ in range(3):
        table.play(0, table.legal(0)[0])
    do(table, "done")
    start = len(table.history) - 4
    for back in range(3):
        copy = table.copy()
        copy.undo(start + back)  # alone: what was placed since stays
        assert len(copy.history) == len(table.history) - 1
        assert copy.actors == (1,)  # being done was not taken back
        assert sound(copy)
    table.undo(len(table.history) - 1)
    assert 0 in table.actors
    undo = table.find_undo(0, range(2))
    assert undo.free
    assert undo.step == start + 2


@clause("4.1")
def test_all_orders_of_commits_lead_to_the_same() -> None:
    actions = [
        "place red on First Light",
        "place green on the palette",
        "place blue on First Light",
        "place a prism on the palette",
    ]
    digests = set()
    for first in range(4):
        table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""})
        do(table, *actions[first:], *actions[:first], "done")
        digests.add(table.digest)
    assert len(digests) == 1


@clause("4.2")
def test_a_palette_takes_anything() -> None:
    table = committing(drawn="RMWKP", bag="RGBRG", stock=2, palette="RRRRRR")
    for item in ("red", "magenta", "white", "black", "a prismatic mote", "a prism", "a prism"):
        do(table, f"place {item} on the palette")
    assert table.legal_texts(0) == ["done"]


@clause("4.3")
def test_a_card_in_progress_takes_no_more_than_its_price_shows() -> None:
    table = committing(drawn="RRRGW", bag="GBRGK", stock=3, progress={"Kaleidoscope": "", "Madder Root": "R"})
    assert not may(table, "place green on Madder Root")
    do(table, "place red on Madder Root")
    assert not may(table, "place red on Madder Root")
    do(table, "place red on Kaleidoscope", "place a prism on Kaleidoscope")
    assert not may(table, "place red on Kaleidoscope")
    assert not may(table, "place a prism on Kaleidoscope")
    assert may(table, "place white on Madder Root")
    assert not may(table, "place a prism on Madder Root")
    with pytest.raises(IllegalAction, match="not legal now"):
        do(table, "place green on Madder Root")


@clause("4.3")
def test_a_prismatic_mote_on_a_card_counts_as_any_colour() -> None:
    table = committing(drawn="PPRWG", bag="GBRGK", progress={"Madder Root": "R"})
    do(table, "place a prismatic mote on Madder Root")
    assert may(table, "place red on Madder Root")
    assert may(table, "place white on Madder Root")
    do(table, "place white on Madder Root")
    assert not may(table, "place red on Madder Root")  # three motes lie there, as many as the price shows
    assert not may(table, "place a prismatic mote on Madder Root")
    table = committing(drawn="PPPPW", bag="GBRGK", stock=2, progress={"Kaleidoscope": ""})
    do(table, *["place a prismatic mote on Kaleidoscope"] * 3)
    assert not may(table, "place a prismatic mote on Kaleidoscope")  # a prism is not a mote
    assert may(table, "place a prism on Kaleidoscope")


@clause("4.4")
def test_a_created_card_takes_what_its_ability_uses_and_nothing_else() -> None:
    created = {"First Light": "", "Morpho Wing": "", "Minus Green": "", "Stained Glass": ""}
    table = committing(drawn="RRPGW", bag="GBRGK", stock=2, created=created)
    do(table, "place red on First Light", "place red on First Light", "place a prismatic mote on First Light")
    assert not may(table, "place green on First Light")
    do(table, "place a prism on Morpho Wing", "place a prism on Morpho Wing")
    assert not any("Minus Green" in text or "Stained Glass" in text for text in table.legal_texts(0))


@clause("4.4")
def test_a_prismatic_mote_does_not_feed_an_ability_that_takes_prisms() -> None:
    table = committing(drawn="PRPGW", bag="GBRGK", created={"Morpho Wing": ""})
    assert not may(table, "place a prismatic mote on Morpho Wing")


@clause("4.4", "5.8")
def test_what_an_ability_does_not_use_waits() -> None:
    table = resolving(created={"Fogbow": "WW"}, bag="RRGGBBKR")
    do(table, "use Fogbow")
    assert not may(table, "use Fogbow")
    end_round(table)
    for seat in range(2):
        do(table, "done", seat=seat)
    do(table, "end turn", seat=1)
    assert on(table, "Fogbow") == "W"
    assert may(table, "use Fogbow")


@clause("4.6")
def test_nothing_is_placed_on_the_cards_of_others() -> None:
    table = started(2)
    arrange(table, 1, progress={"First Light": ""}, bag="RRGGBBWKRR")
    arrange(table, 0, drawn="RRGGB", bag="RRGGB", progress={"Aurora": ""})
    lay_common(table, "Pixel", "Glory", "")
    settle(table)
    assert not any(name in text for text in table.legal_texts(0) for name in ("First Light", "Pixel", "Glory"))
    assert may(table, "place green on Aurora")


def test_phases_have_the_numbers_of_the_record() -> None:
    assert (STARTING, COMMITTING, RESOLVING, BIDDING, OVER) == (0, 1, 2, 3, 4)
    assert PALETTE == CARDS
    assert N_COLOURS == 8
