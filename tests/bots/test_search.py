"""The tree search: the same on any number of threads, obedient, and honest about secrets."""

from __future__ import annotations

import time
from dataclasses import astuple, replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from gamut.bots import Choice, make_bot, tree
from gamut.bots.bot import CHUNK, generator, most_promising
from gamut.bots.playout import finish
from gamut.bots.search import TREES, Search, Tree
from gamut.engine import position
from gamut.engine.chance import seed
from gamut.engine.keys import game_key
from gamut.engine.record import copy_states
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN, WHOLE, play, redeal
from gamut.games import find
from tests.toys.numbers import MANY, NUMBERS

FORCED = (
    "mixx@2 seats=2 first=1 stock=8 motifs=8 line=false | key=[0xd83743a224d5e681,0x90edc0f25e7fef4c,0x40] "
    "laid=0x12408008000100 level_open=0x6700670000676767 upright_open=0xb40000b400b400b4 "
    "reach=0xf70067b400f767f7 stock=[0x104000200204800,0x8200000100402,0x0,0x0] "
    "won=[0x9ac01325348ab04c,0x64218c58c34502b1,0x0,0x0] level=[39,27,52,0,0,0,0,0] "
    "upright=[8,49,46,0,0,0,0,0] levels=3 uprights=3 centre=2 fixed_at=2 round=5"
)


def start(seats: int = 2) -> Table:
    return Table(find("mixx").open(seats, {"first": "1"}), game_key(4, seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_two_and_four_threads_make_the_same_visits(seats: int) -> None:
    table = start(seats)
    choices = [make_bot("search:1800it", table.setup, threads=n).choose(table.hidden(0), 0, 9) for n in (1, 2, 4)]
    assert choices[0] == choices[1] == choices[2]
    assert sum(f.visits for f in choices[0].figures) == 1800
    assert {f.action for f in choices[0].figures} == set(table.legal(0))
    assert all(0 <= f.value <= 1 for f in choices[0].figures)


def stopped_after(calls: int, spec: str, table: Table) -> Choice:
    asked = count(1)
    return make_bot(spec, table.setup).choose(table.hidden(0), 0, 1, lambda: next(asked) > calls)


@pytest.mark.parametrize("kind", ["search", "flat"])
def test_cancelling_stops_at_the_next_chunk(kind: str) -> None:
    table = start()
    for calls in (0, 1, 3):
        choice = stopped_after(calls, f"{kind}:900000000it", table)
        assert sum(f.visits for f in choice.figures) == calls * CHUNK
        assert choice.action in table.legal(0)


@pytest.mark.parametrize("kind", ["search", "flat"])
def test_the_deadline_ends_the_thinking(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start()
    clock = count(0, 0.010)  # each look at the clock takes 10 ms
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    choice = make_bot(f"{kind}:50ms", table.setup).choose(table.hidden(0), 0, 1)
    assert sum(f.visits for f in choice.figures) in (4 * CHUNK, 5 * CHUNK)


def test_it_finds_the_one_move_that_wins_by_force() -> None:
    """The deck is empty: whoever lays last wins round and game. Greedy errs here, the search must not."""
    setup, state = position.read(FORCED, find)
    table = Table(setup)
    table.record[:] = state
    values = {setup.texts[a]: forced(table, 0, a) for a in table.legal(0)}
    assert [text for text, value in values.items() if value == 1] == ["lay green starfish level"]
    for number in range(5):
        choice = make_bot("search:2000it", setup).choose(table.hidden(0), 0, number)
        assert setup.texts[choice.action] == "lay green starfish level"
        assert choice.figures[0].value > 0.8
    assert setup.texts[make_bot("greedy", setup).choose(table.hidden(0), 0, 1).action] != "lay green starfish level"


def forced(table: Table, me: int, action: int) -> float:
    """The share of the victory after an action when both play on perfectly."""
    table = table.copy()
    table.play(table.actors[0], action)
    if table.over:
        return 1 / len(table.result.winners) if me in table.result.winners else 0
    seat = table.actors[0]
    values = [forced(table, me, a) for a in table.legal(seat)]
    return max(values) if seat == me else min(values)


def test_a_full_tree_stops_growing_and_goes_on_counting() -> None:
    table = start()
    bot = Search(table.setup, "4000it", nodes=30)
    grown = Tree(bot, table.hidden(0), 0, 1, 0)
    while grown.done < grown.iterations:
        grown.grow(CHUNK)
    assert grown.size == len(grown.nodes) == 30
    assert grown.nodes[0, tree.VISITS] == 1000
    choice = bot.choose(table.hidden(0), 0, 1)
    assert sum(f.visits for f in choice.figures) == 4000


def test_every_node_counts_no_more_visits_than_chances() -> None:
    table = start(3)
    bot = make_bot("search:4000it", table.setup)
    assert isinstance(bot, Search)
    grown = Tree(bot, table.hidden(0), 0, 1, 0)
    grown.grow(1000)
    nodes = grown.nodes[1 : grown.size]
    assert np.all(nodes[:, tree.VISITS] >= 1)
    assert np.all(nodes[:, tree.AVAIL] >= nodes[:, tree.VISITS])
    assert np.all((nodes[:, tree.TOTAL] >= 0) & (nodes[:, tree.TOTAL] <= 10_000 * nodes[:, tree.VISITS]))
    assert set(nodes[:, tree.MOVER]) == {0, 1, 2}


# ---------------------------------------------------------------------- many moves, secrets


def many() -> Table:
    return Table(NUMBERS.open(2), game_key(6, 1))


def test_a_node_of_many_moves_widens_slowly_from_the_moves_the_guide_prefers() -> None:
    table = many()
    target = int(table.record["target"][0])
    choice = make_bot("search:4000it", table.setup).choose(table.hidden(0), 0, 1)
    tried = [f.action for f in choice.figures if f.visits]
    limit = int((NUMBERS.search.widening * (1 + 4000 // TREES)) ** 0.5) + 1
    assert 10 < len(tried) <= TREES * limit < MANY
    assert abs(choice.action - target) < 20
    assert max(abs(a - target) for a in tried) < 200


def test_anothers_secret_choice_is_one_edge_that_knows_nothing() -> None:
    table = many()
    bot = Search(table.setup, "2000it")
    for seat in (0, 1):  # seat 1 decides first in its own tree, although seat 0 is awaited as well
        grown = Tree(bot, table.hidden(seat), seat, 1, 0)
        grown.grow(500)
        nodes = grown.nodes[1 : grown.size]
        others = nodes[nodes[:, tree.MOVER] != seat]
        assert len(others) > 0
        assert np.all(others[:, tree.EDGE] == UNSEEN)
        own = nodes[nodes[:, tree.MOVER] == seat]
        assert sum(own[:, tree.VISITS]) == 500  # every iteration starts with the own decision


@pytest.mark.parametrize("spec", ["random", "greedy", "flat:3000it", "search:800it"])
def test_a_secret_already_chosen_changes_nothing_for_the_other(spec: str) -> None:
    bot_table, choices = many(), set()
    bot = make_bot(spec, bot_table.setup)
    for named in (3, 700, 1399):
        table = many()
        table.play(0, named)
        choices.add(bot.choose(table.hidden(1), 1, 5))
    assert len(choices) == 1


@pytest.mark.parametrize("spec", ["greedy", "flat:3000it", "search:800it"])
def test_anothers_secret_card_changes_nothing(spec: str) -> None:
    choices = set()
    for card in (1, 10):
        table = many()
        table.record["card"][0, 1] = card
        choices.add(make_bot(spec, table.setup).choose(table.hidden(0), 0, 5))
    assert len(choices) == 1


# ---------------------------------------------------------------------- playouts


def played_on(
    c: Any, s: Any, r: Any, acts: Any, weights: Any, work: Any, depth: int, rewards: Any, standing: Any
) -> None:
    finish(c[0], s[0], r, acts, weights, work, 100, depth, rewards, standing)


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_a_playout_is_broken_off_only_where_a_round_of_colori_begins(rounds: int) -> None:
    game = find("colori")
    setup = game.open(3)
    table = Table(setup, game_key(2, 2))
    state, rewards = copy_states(table.record), np.zeros(3, np.int64)
    acts, weights = np.zeros((2, game.most_legal), np.int32)
    room = (setup.work(), rounds, rewards, np.zeros((2, game.most_seats), np.int32))
    game.native(played_on)(setup.constants, state, np.array([5], np.uint64), acts, weights, *room)
    assert state["round"][0] == min(1 + rounds, 8)
    assert (state["pick"][0] == 1 and not state["choice"].any()) == (rounds < 8)
    assert 9_990 <= rewards.sum() <= 10_000


def test_full_trust_visits_most_what_the_guide_prefers_and_none_does_not() -> None:
    setup = find("colori").open(2)
    agreed = {0: 0, 20_000: 0}
    for number in range(12):
        hidden = Table(setup, game_key(2, number)).hidden(0)
        for trust in agreed:
            settings = replace(setup.game.search, trust=trust)
            bot = Search(setup, "400it", settings=settings)
            visited = max(bot.choose(hidden, 0, 1).figures, key=lambda f: f.visits).action
            acts, weights = np.zeros((2, setup.game.most_legal), np.int32)
            n = bot.rules.legal(setup.constants, hidden, 0, 0, acts)
            bot.rules.guide(setup.constants, hidden, 0, 0, acts, n, weights, setup.work())
            agreed[trust] += weights[acts.tolist().index(visited)] == weights.max()
    assert agreed[0] < agreed[20_000] == 12


def test_the_toy_is_the_same_interpreted() -> None:
    table = many()
    native = make_bot("search:40it", table.setup).choose(table.hidden(0), 0, 2)
    assert native == make_bot("search:40it", table.setup, native=False).choose(table.hidden(0), 0, 2)


def test_the_best_value_is_taken_among_moves_of_enough_visits() -> None:
    acts, visits, totals = np.array([3, 5, 8]), np.array([80, 10, 9]), np.array([40, 6, 9]) * WHOLE
    for rivals, order in ((1, [3, 5, 8]), (8, [5, 3, 8]), (9, [8, 5, 3])):
        choice = most_promising(acts, visits, totals, rivals)
        assert [f.action for f in choice.figures] == order
        assert choice.action == order[0]


def first_visit(
    c: Any, root: Any, s: Any, me: int, a: int, settings: Any, r: Any, room: Any, work: Any, rewards: Any
) -> None:
    """What an action brings in the redeal of number 0, as a driver."""
    seed(r, r[1], np.uint64(0))
    s[0] = root[0]
    redeal(c[0], s[0], me, r)
    play(c[0], s[0], me, a)
    finish(c[0], s[0], r, room[0], room[1], work, settings[3], settings[4], rewards, room[2:4])


@pytest.mark.parametrize("seats", [2, 4])
def test_all_moves_meet_the_same_redeals(seats: int) -> None:
    setup = find("colori").open(seats)
    hidden = Table(setup, game_key(6, seats)).hidden(0)
    grown = Tree(Search(setup, "40it"), hidden, 0, seed=1, number=0)
    grown.grow(5)
    once = [a for a, (visits, _) in enumerate(grown.counts()) if visits == 1]
    assert len(once) > 1
    settings, rewards = np.array(astuple(setup.game.search)), np.zeros(seats, np.int64)
    room = np.zeros((4, setup.game.most_legal), np.int32)
    for a in once:
        place = (setup.constants, hidden, setup.fresh(), 0, a, settings, generator(1, 0), room, setup.work())
        setup.game.native(first_visit)(*place, rewards)
        assert grown.counts()[a, 1] == rewards[0]
