"""Search in secret phases of several steps, and in games that can be lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.bots import make_bot, tree
from gamut.bots.playout import share_victory
from gamut.bots.search import Search, Tree
from gamut.bots.tree import play_unseen
from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.engine.record import Array, copy_states
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN, WHOLE
from tests.toys.lantern import LANTERN, POUR, THROWS, WAIT
from tests.toys.pledges import COLUMNS, DONE, PLEDGES

# ---------------------------------------------------------------------- all unseen steps are one edge


def grown(table: Table, seat: int, iterations: int) -> Array:
    """The nodes of a tree, without the empty ones."""
    bot = Search(table.setup, f"{4 * iterations}it")
    made = Tree(bot, table.hidden(seat), seat, 1, 0)
    made.grow(iterations)
    return made.nodes[: made.size]


def children(nodes: Array, node: int) -> list[int]:
    found, child = [], int(nodes[node, tree.CHILD])
    while child:
        found.append(child)
        child = int(nodes[child, tree.NEXT])
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_however_many_steps_another_makes_they_are_one_edge(seats: int) -> None:
    nodes = grown(Table(PLEDGES.open(seats), game_key(1, seats)), 0, 2000)
    others = [k for k in range(1, len(nodes)) if nodes[k, tree.MOVER] != 0]
    assert len(others) > 20
    assert all(nodes[k, tree.EDGE] == UNSEEN for k in others)
    for k in others:  # the next node is of another seat: of the steps in between nothing can be counted
        assert all(nodes[child, tree.MOVER] != nodes[k, tree.MOVER] for child in children(nodes, k))
    own = {int(nodes[k, tree.EDGE]) for k in range(1, len(nodes)) if nodes[k, tree.MOVER] == 0}
    assert own == set(range(COLUMNS + 1))


def test_own_steps_are_edges_of_their_own() -> None:
    nodes = grown(Table(PLEDGES.open(2), game_key(1, 2)), 0, 2000)
    firsts = {int(nodes[k, tree.EDGE]): k for k in children(nodes, 0)}
    assert set(firsts) == {0, 1, 2, DONE}
    for edge, k in firsts.items():
        movers = {int(nodes[child, tree.MOVER]) for child in children(nodes, k)}
        assert movers == ({1} if edge == DONE else {0})


def drawn(c: Any, s: Any, me: int, seat: int, r: Any, acts: Any, edges: Any, weights: Any, work: Any) -> None:
    """All unseen steps of a seat, as a driver."""
    play_unseen(c[0], s[0], me, seat, r, acts, edges, weights, work)


def unseen_steps(table: Table, seat: int, seed: int) -> Array:
    """A state after another seat has made all its secret steps."""
    state = copy_states(table.record)
    rows = np.zeros((3, PLEDGES.most_legal), np.int32)
    setup, generator = table.setup, np.array([seed * 2_654_435_761 + 1], np.uint64)
    PLEDGES.native(drawn)(setup.constants, state, 1 - seat, seat, generator, *rows, setup.work())
    return state


def test_all_steps_are_made_until_the_seat_is_in() -> None:
    table = Table(PLEDGES.open(2), game_key(1, 2))
    placed = set()
    for seed in range(200):
        state = unseen_steps(table, 1, seed)
        assert (state["ready"][0], state["time"][0], state["placed"][0, 0].any()) == (2, 1, False)
        placed.add(int(state["placed"][0, 1].sum()))
    assert placed == set(range(6))  # from none to all five stones


def test_no_step_is_made_in_the_next_phase() -> None:
    """The second is the last one who is in; where nobody is ahead all place again, and it has not begun."""
    table = Table(PLEDGES.open(2), game_key(1, 2))
    table.play(0, DONE)
    again = 0
    for seed in range(200):
        state = unseen_steps(table, 1, seed)
        if state["time"][0] == 2:
            again += 1
            assert not state["placed"].any()
            assert state["ready"][0] == 0
    assert again > 5


def test_the_others_come_in_while_the_searching_seat_is_halfway() -> None:
    table = Table(PLEDGES.open(3), game_key(1, 3))
    table.play(2, 0)
    for spec in ("flat:200it", "search:200it"):
        assert make_bot(spec, table.setup).choose(table.hidden(2), 2, 1).action in table.legal(2)


# ---------------------------------------------------------------------- games that can be lost


def last_throw(seats: int, die: int) -> tuple[Setup, Array]:
    """One missing, and no throw after this one: only a 1 can win."""
    table = Table(LANTERN.open(seats), game_key(1, 1))
    table.record["throws"], table.record["die"], table.record["oil"] = THROWS, die, 8
    return table.setup, table.record


def shared(c: Any, s: Any, rewards: Any, standing: Any) -> None:
    """The shares of the victory, as a driver."""
    share_victory(c[0], s[0], rewards, standing)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(("die", "action", "won"), [(1, POUR, True), (1, WAIT, False), (2, POUR, False)])
def test_a_lost_game_is_worth_nothing_and_a_common_victory_is_shared(
    seats: int, die: int, action: int, won: bool
) -> None:
    setup, state = last_throw(seats, die)
    seat = (THROWS - 1) % seats
    for native in (True, False):
        after, rewards = copy_states(state), np.full(seats, -1, np.int64)
        bound = setup.game.native if native else setup.game.interpreted
        table = Table(setup, game_key(1, 1), native=native)
        table.rules.play(setup.constants, after, 0, seat, action)
        bound(shared)(setup.constants, after, rewards, np.zeros((2, 2), np.int32))
        assert rewards.tolist() == [WHOLE // seats if won else 0] * seats


@pytest.mark.parametrize("spec", ["flat:60it", "search:60it"])
@pytest.mark.parametrize("seats", [1, 2])
def test_bots_value_a_loss_at_nothing_and_find_what_wins(seats: int, spec: str) -> None:
    seat = (THROWS - 1) % seats
    setup, lost = last_throw(seats, die=6)
    assert {f.value for f in make_bot(spec, setup).choose(lost, seat, 1).figures} == {0.0}
    setup, open_still = last_throw(seats, die=1)
    choice = make_bot(spec, setup).choose(open_still, seat, 1)
    assert choice.action == POUR
    assert {f.action: f.value for f in choice.figures} == {POUR: 1 / seats, WAIT: 0.0}
