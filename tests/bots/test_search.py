"""The tree search: the same on any number of threads, within its budget, and without hidden information."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import numpy as np
import pytest

from gamut.bots import Choice, make_bot, tree
from gamut.bots.bot import CHUNK_ITERATIONS, estimate_action, new_rng, rank_actions
from gamut.bots.playouts import PlayoutBuffers, new_playout_buffers, run_playout
from gamut.bots.search import TREES, Search, Tree
from gamut.engine import position
from gamut.engine.chance import game_key, seed_rng
from gamut.engine.game import SearchSettings
from gamut.engine.record import copy_states
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN, WIN_VALUE, play, redeal
from gamut.games import find_game
from tests.toys.numbers import ACTIONS, NUMBERS

FORCED = (
    "mixx@2 seats=2 first=1 stock=8 motifs=8 line=false | chance_key=[0xd83743a224d5e681,0x90edc0f25e7fef4c,0x40] "
    "placed=0x12408008000100 row_fits=0x6700670000676767 column_fits=0xb40000b400b400b4 "
    "playable=0xf70067b400f767f7 stock=[0x104000200204800,0x8200000100402,0x0,0x0] "
    "won=[0x9ac01325348ab04c,0x64218c58c34502b1,0x0,0x0] row=[39,27,52,0,0,0,0,0] "
    "column=[8,49,46,0,0,0,0,0] row_length=3 column_length=3 centre=2 crossed_length=2 round=5"
)


def start(seats: int = 2) -> Table:
    return Table(find_game("mixx").open(seats, {"first": "1"}), game_key(4, seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_two_and_four_threads_visit_the_same(seats: int) -> None:
    table = start(seats)
    choices = [make_bot("search:1800it", table.setup, threads=n).choose(table.hidden(0), 0, 9) for n in (1, 2, 4)]
    assert choices[0] == choices[1] == choices[2]
    assert sum(f.visits for f in choices[0].estimates) == 1800
    assert {f.action for f in choices[0].estimates} == set(table.legal(0))
    assert all(0 <= f.value <= 1 for f in choices[0].estimates)


def stopped_after(calls: int, spec: str, table: Table) -> Choice:
    calls_made = count(1)
    return make_bot(spec, table.setup).choose(table.hidden(0), 0, 1, lambda: next(calls_made) > calls)


@pytest.mark.parametrize("kind", ["search", "flat"])
def test_cancelling_stops_at_the_next_chunk(kind: str) -> None:
    table = start()
    for calls in (0, 1, 3):
        choice = stopped_after(calls, f"{kind}:900000000it", table)
        assert sum(f.visits for f in choice.estimates) == calls * CHUNK_ITERATIONS
        assert choice.action in table.legal(0)


@pytest.mark.parametrize("kind", ["search", "flat"])
def test_the_deadline_ends_the_search(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start()
    clock = count(0, 0.010)  # each look at the clock takes 10 ms
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    choice = make_bot(f"{kind}:50ms", table.setup).choose(table.hidden(0), 0, 1)
    assert sum(f.visits for f in choice.estimates) in (4 * CHUNK_ITERATIONS, 5 * CHUNK_ITERATIONS)


def test_it_finds_the_one_move_that_wins_by_force() -> None:
    """The deck is empty: the player who lays last wins round and game. Greedy errs here, the search must not."""
    setup, state = position.parse_position(FORCED, find_game)
    table = Table(setup)
    table.record[:] = state
    values = {setup.action_texts[a]: forced_share(table, 0, a) for a in table.legal(0)}
    assert [text for text, value in values.items() if value == 1] == ["place green starfish in the line or row"]
    for number in range(5):
        choice = make_bot("search:2000it", setup).choose(table.hidden(0), 0, number)
        assert setup.action_texts[choice.action] == "place green starfish in the line or row"
        assert choice.estimates[0].value > 0.8
    greedy = make_bot("greedy", setup).choose(table.hidden(0), 0, 1)
    assert setup.action_texts[greedy.action] != "place green starfish in the line or row"


def forced_share(table: Table, me: int, action: int) -> float:
    """Return the share of the win after an action when both play perfectly."""
    table = table.copy()
    table.play(table.actors[0], action)
    if table.over:
        return 1 / len(table.result.winners) if me in table.result.winners else 0
    seat = table.actors[0]
    values = [forced_share(table, me, a) for a in table.legal(seat)]
    return max(values) if seat == me else min(values)


def test_a_full_tree_stops_growing_but_counts_visits() -> None:
    table = start()
    bot = Search(table.setup, "4000it", max_nodes=30)
    grown = Tree(bot, table.hidden(0), 0, 1, 0)
    while grown.done < grown.iterations:
        grown.grow(CHUNK_ITERATIONS)
    assert grown.size == len(grown.nodes) == 30
    assert grown.nodes[0, tree.VISITS] == 1000
    choice = bot.choose(table.hidden(0), 0, 1)
    assert sum(f.visits for f in choice.estimates) == 4000


def test_no_node_has_more_visits_than_it_was_available() -> None:
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


def open_numbers() -> Table:
    return Table(NUMBERS.open(2), game_key(6, 1))


def test_a_node_with_many_moves_widens_slowly_from_the_heaviest() -> None:
    table = open_numbers()
    target = int(table.record["target"][0])
    choice = make_bot("search:4000it", table.setup).choose(table.hidden(0), 0, 1)
    tried = [f.action for f in choice.estimates if f.visits]
    limit = int((NUMBERS.search.widening * (1 + 4000 // TREES)) ** 0.5) + 1
    assert 10 < len(tried) <= TREES * limit < ACTIONS
    assert abs(choice.action - target) < 20
    assert max(abs(a - target) for a in tried) < 200


def test_a_secret_choice_of_another_seat_is_a_single_edge() -> None:
    table = open_numbers()
    bot = Search(table.setup, "2000it")
    for seat in (0, 1):  # seat 1 decides first in its own tree, although seat 0 is an actor too
        grown = Tree(bot, table.hidden(seat), seat, 1, 0)
        grown.grow(500)
        nodes = grown.nodes[1 : grown.size]
        others = nodes[nodes[:, tree.MOVER] != seat]
        assert len(others) > 0
        assert np.all(others[:, tree.EDGE] == UNSEEN)
        own = nodes[nodes[:, tree.MOVER] == seat]
        assert sum(own[:, tree.VISITS]) == 500  # every iteration starts with its own decision


@pytest.mark.parametrize("spec", ["random", "greedy", "flat:3000it", "search:800it"])
def test_a_secret_choice_does_not_change_the_choice_of_the_other_seat(spec: str) -> None:
    bot_table, choices = open_numbers(), set()
    bot = make_bot(spec, bot_table.setup)
    for named in (3, 700, 1399):
        table = open_numbers()
        table.play(0, named)
        choices.add(bot.choose(table.hidden(1), 1, 5))
    assert len(choices) == 1


@pytest.mark.parametrize("spec", ["greedy", "flat:3000it", "search:800it"])
def test_a_hidden_card_does_not_change_the_choice(spec: str) -> None:
    choices = set()
    for card in (1, 10):
        table = open_numbers()
        table.record["card"][0, 1] = card
        choices.add(make_bot(spec, table.setup).choose(table.hidden(0), 0, 5))
    assert len(choices) == 1


# ---------------------------------------------------------------------- playouts


def run_guided_playout(c: Any, s: Any, rng: Any, depth: int, buffers: PlayoutBuffers) -> None:
    run_playout(c[0], s[0], rng, buffers, 100, depth)


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_a_playout_of_colori_ends_only_where_a_round_begins(rounds: int) -> None:
    game = find_game("colori")
    setup = game.open(3)
    table = Table(setup, game_key(2, 2))
    state, buffers = copy_states(table.record), new_playout_buffers(setup)
    game.native(run_guided_playout)(setup.constants, state, np.array([5], np.uint64), rounds, buffers)
    assert state["round"][0] == min(1 + rounds, 8)
    assert (state["pick"][0] == 1 and not state["choice"].any()) == (rounds < 8)
    assert 9_990 <= buffers.rewards.sum() <= 10_000


def test_trust_in_the_guide_determines_the_most_visited_action() -> None:
    setup = find_game("colori").open(2)
    agreed = {0: 0, 20_000: 0}
    for number in range(12):
        hidden = Table(setup, game_key(2, number)).hidden(0)
        for trust in agreed:
            settings = setup.game.search._replace(trust=trust)
            bot = Search(setup, "400it", settings=settings)
            visited = max(bot.choose(hidden, 0, 1).estimates, key=lambda f: f.visits).action
            actions, weights = np.zeros((2, setup.game.max_legal), np.int32)
            n = bot.verbs.legal(setup.constants, hidden, 0, 0, actions)
            bot.verbs.guide(setup.constants, hidden, 0, 0, actions, n, weights, setup.new_scratch())
            agreed[trust] += weights[actions.tolist().index(visited)] == weights.max()
    assert agreed[0] < agreed[20_000] == 12


def test_interpreted_search_chooses_the_same() -> None:
    table = open_numbers()
    native = make_bot("search:40it", table.setup).choose(table.hidden(0), 0, 2)
    assert native == make_bot("search:40it", table.setup, native=False).choose(table.hidden(0), 0, 2)


def test_the_best_value_wins_among_moves_with_enough_visits() -> None:
    samples = {3: (80, 40), 5: (10, 6), 8: (9, 9)}
    estimates = [estimate_action(a, [n], [wins * WIN_VALUE]) for a, (n, wins) in samples.items()]
    for rivals, order in ((1, [3, 5, 8]), (8, [5, 3, 8]), (9, [8, 5, 3])):
        choice = rank_actions(estimates, rivals)
        assert [f.action for f in choice.estimates] == order
        assert choice.action == order[0]


def play_first_visit(
    c: Any, hidden: Any, s: Any, seat: int, a: int, settings: SearchSettings, rng: Any, buffers: PlayoutBuffers
) -> None:
    """Play an action in redeal number 0, then a playout."""
    seed_rng(rng, rng[1], np.uint64(0))
    s[0] = hidden[0]
    redeal(c[0], s[0], seat, rng)
    play(c[0], s[0], seat, a)
    run_playout(c[0], s[0], rng, buffers, settings.sharp, settings.depth)


@pytest.mark.parametrize("seats", [2, 4])
def test_all_actions_meet_the_same_redeals(seats: int) -> None:
    setup = find_game("colori").open(seats)
    hidden = Table(setup, game_key(6, seats)).hidden(0)
    grown = Tree(Search(setup, "40it"), hidden, 0, seed=1, number=0)
    grown.grow(5)
    visited_once = [a for a, (visits, _) in enumerate(grown.root_counts()) if visits == 1]
    assert len(visited_once) > 1
    buffers = new_playout_buffers(setup)
    for a in visited_once:
        setup.game.native(play_first_visit)(
            setup.constants, hidden, setup.new_states(), 0, a, setup.game.search, new_rng(1, 0), buffers
        )
        assert grown.root_counts()[a, 1] == buffers.rewards[0]
