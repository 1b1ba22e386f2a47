"""Search in secret phases with several steps, and in games without a winner."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.bots import make_bot, tree
from gamut.bots.evaluators import find_evaluators
from gamut.bots.playouts import PlayoutBuffers, new_playout_buffers, write_win_shares
from gamut.bots.search import Search, Tree
from gamut.bots.tree import SearchBuffers, new_search_buffers, play_unseen
from gamut.engine.chance import game_key
from gamut.engine.game import Setup
from gamut.engine.record import Array, copy_states
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN, WIN_VALUE
from tests.toys.lantern import LANTERN, POUR, THROWS, WAIT
from tests.toys.pledges import COLUMNS, DONE, PLEDGES

# ---------------------------------------------------------------------- all unseen steps are one edge


def grown(table: Table, seat: int, iterations: int) -> Array:
    """Return the nodes of a tree, without empty rows."""
    bot = Search(table.setup, f"{4 * iterations}it")
    tree_of_seat = Tree(bot, table.hidden(seat), seat, 1, 0)
    tree_of_seat.grow(iterations)
    return tree_of_seat.nodes[: tree_of_seat.size]


def children(nodes: Array, node: int) -> list[int]:
    nodes_below, child = [], int(nodes[node, tree.CHILD])
    while child:
        nodes_below.append(child)
        child = int(nodes[child, tree.NEXT])
    return nodes_below


@pytest.mark.parametrize("seats", [2, 3])
def test_all_secret_steps_of_another_seat_are_one_edge(seats: int) -> None:
    nodes = grown(Table(PLEDGES.open(seats), game_key(1, seats)), 0, 2000)
    others = [k for k in range(1, len(nodes)) if nodes[k, tree.MOVER] != 0]
    assert len(others) > 20
    assert all(nodes[k, tree.EDGE] == UNSEEN for k in others)
    for k in others:  # the next node belongs to another seat: the number of steps in between is hidden
        assert all(nodes[child, tree.MOVER] != nodes[k, tree.MOVER] for child in children(nodes, k))
    own = {int(nodes[k, tree.EDGE]) for k in range(1, len(nodes)) if nodes[k, tree.MOVER] == 0}
    assert own == set(range(COLUMNS + 1))


def test_each_step_of_the_searching_seat_is_an_edge() -> None:
    nodes = grown(Table(PLEDGES.open(2), game_key(1, 2)), 0, 2000)
    firsts = {int(nodes[k, tree.EDGE]): k for k in children(nodes, 0)}
    assert set(firsts) == {0, 1, 2, DONE}
    for edge, k in firsts.items():
        movers = {int(nodes[child, tree.MOVER]) for child in children(nodes, k)}
        assert movers == ({1} if edge == DONE else {0})


def play_unseen_steps(c: Any, s: Any, me: int, seat: int, rng: Any, buffers: SearchBuffers) -> None:
    play_unseen(c[0], s[0], me, seat, rng, buffers)


def after_unseen_steps(table: Table, seat: int, seed: int) -> Array:
    """Return a state after another seat has made all its secret steps."""
    state, rng = copy_states(table.record), np.array([seed * 2_654_435_761 + 1], np.uint64)
    PLEDGES.native(play_unseen_steps, **find_evaluators(table.setup))(
        table.setup.constants, state, 1 - seat, seat, rng, new_search_buffers(table.setup)
    )
    return state


def test_unseen_steps_continue_until_the_seat_has_submitted() -> None:
    table = Table(PLEDGES.open(2), game_key(1, 2))
    placed = set()
    for seed in range(200):
        state = after_unseen_steps(table, 1, seed)
        assert (state["ready"][0], state["phase"][0], state["placed"][0, 0].any()) == (2, 1, False)
        placed.add(int(state["placed"][0, 1].sum()))
    assert placed == set(range(6))  # from none to all five stones


def test_no_step_is_made_in_the_next_phase() -> None:
    """The second is the last one who is in; where no seat is ahead all place again, and it has not begun."""
    table = Table(PLEDGES.open(2), game_key(1, 2))
    table.play(0, DONE)
    again = 0
    for seed in range(200):
        state = after_unseen_steps(table, 1, seed)
        if state["phase"][0] == 2:
            again += 1
            assert not state["placed"].any()
            assert state["ready"][0] == 0
    assert again > 5


def test_bots_choose_in_the_middle_of_their_secret_steps() -> None:
    table = Table(PLEDGES.open(3), game_key(1, 3))
    table.play(2, 0)
    for spec in ("flat:200it", "search:200it"):
        assert make_bot(spec, table.setup).choose(table.hidden(2), 2, 1).action in table.legal(2)


# ---------------------------------------------------------------------- games without a winner


def last_throw(seats: int, die: int) -> tuple[Setup, Array]:
    """Return the last throw with one point missing: only a 1 wins."""
    table = Table(LANTERN.open(seats), game_key(1, 1))
    table.record["throws"], table.record["die"], table.record["oil"] = THROWS, die, 8
    return table.setup, table.record


def share_win(c: Any, s: Any, buffers: PlayoutBuffers) -> None:
    write_win_shares(c[0], s[0], buffers)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(("die", "action", "won"), [(1, POUR, True), (1, WAIT, False), (2, POUR, False)])
def test_a_lost_game_is_worth_0_and_a_common_win_is_shared(seats: int, die: int, action: int, won: bool) -> None:
    setup, state = last_throw(seats, die)
    seat = (THROWS - 1) % seats
    for native in (True, False):
        after, buffers = copy_states(state), new_playout_buffers(setup)
        buffers.rewards[:] = -1
        bound = setup.game.native if native else setup.game.interpreted
        table = Table(setup, game_key(1, 1), native=native)
        table.verbs.play(setup.constants, after, 0, seat, action)
        bound(share_win)(setup.constants, after, buffers)
        assert buffers.rewards.tolist() == [WIN_VALUE // seats if won else 0] * seats


@pytest.mark.parametrize("spec", ["flat:60it", "search:60it"])
@pytest.mark.parametrize("seats", [1, 2])
def test_bots_value_a_loss_at_0_and_find_the_winning_move(seats: int, spec: str) -> None:
    seat = (THROWS - 1) % seats
    setup, lost = last_throw(seats, die=6)
    assert {f.value for f in make_bot(spec, setup).choose(lost, seat, 1).estimates} == {0.0}
    setup, winnable = last_throw(seats, die=1)
    choice = make_bot(spec, setup).choose(winnable, seat, 1)
    assert choice.action == POUR
    assert {f.action: f.value for f in choice.estimates} == {POUR: 1 / seats, WAIT: 0.0}
