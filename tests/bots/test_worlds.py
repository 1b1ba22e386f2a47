"""Worlds: states that bots play on, search and evaluate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.bots import Decision, World, make_bot
from gamut.engine.errors import GameOver, IllegalAction, NotYourTurn
from gamut.engine.table import Table
from gamut.template import GAME as EASEL
from tests.toys.bids import BIDS

SETUP = EASEL.open(3)


def decide_with(look: Any, seed: int = 1, native: bool = False) -> Any:
    """Return what a function returns for the first decision of a game."""
    found: list[Any] = []

    def bot(decision: Decision) -> int:
        found.append(look(decision))
        return decision.legal[0]

    table = Table(SETUP, bytes(16), native=native)
    seat = table.actors[0]
    make_bot(bot, SETUP, native=native).choose(table.hidden(seat), seat, seed)
    return found[0]


@pytest.fixture(scope="module")
def world() -> World:
    made: World = decide_with(lambda decision: decision.world(3))
    return made


def test_worlds_differ_and_repeat() -> None:
    worlds = decide_with(lambda decision: decision.worlds(6))
    assert len({w.state.tobytes() for w in worlds}) > 1
    again = decide_with(lambda decision: decision.worlds(6))
    assert [w.state.tobytes() for w in worlds] == [w.state.tobytes() for w in again]


def test_playing_makes_another_world(world: World) -> None:
    before = world.state.tobytes()
    after = world.play(world.legal(1)[0], 1)
    assert world.state.tobytes() == before
    assert world.actors == (0, 1, 2)
    assert after.actors == (0, 2)
    assert world.play(world.legal()[0]).actors == (1, 2)


@pytest.mark.parametrize("policy", ["random", "weighted", "greedy"])
def test_a_game_is_played_to_its_end(world: World, policy: str) -> None:
    end = world.play_on(policy)
    assert end.over
    assert sum(end.win_shares()) == pytest.approx(1)
    assert end.state.tobytes() == world.play_on(policy).state.tobytes()
    assert not world.play_on(policy, steps=2).over
    assert world.play_on(policy, steps=2).actors == (2,)


def test_bots_and_functions_play_on(world: World) -> None:
    end = world.play_on(lambda decision: decision.legal[-1])
    assert end.over
    assert world.play_on("flat:6it", steps=1).actors == (1, 2)
    assert end.play_on("greedy").state.tobytes() == end.state.tobytes()


def test_shares_before_the_end_are_those_of_value(world: World) -> None:
    shares = world.win_shares()
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)


def test_a_search_sees_what_the_seat_would_see(world: World) -> None:
    choice = world.search("20it", 1)
    assert choice.action in world.legal(1)
    assert choice.estimates
    hidden = world.hidden(1)
    assert not hidden["chance_key"].any()
    assert np.array_equal(hidden["hand"][0, 1], world.state["hand"][0, 1])


def test_impossible_actions_raise(world: World) -> None:
    impossible = next(a for a in range(3) if a not in world.legal(0)) if len(world.legal(0)) < 3 else None
    after = world.play(world.legal(0)[0], 0)
    with pytest.raises(IllegalAction, match="is not legal in this world; seat 1 may nothing"):
        after.play(world.legal(0)[0], 0)
    if impossible is not None:
        with pytest.raises(IllegalAction, match="is not legal in this world; seat 1 may '"):
            world.play(impossible, 0)
    with pytest.raises(NotYourTurn, match="seat number 7 does not exist"):
        world.legal(7)
    with pytest.raises(GameOver):
        world.play_on("random").legal()


@pytest.mark.slow
def test_native_and_interpreted_worlds_are_the_same() -> None:
    def play(decision: Decision) -> list[bytes]:
        return [decision.world(k).play_on(policy).state.tobytes() for k in range(4) for policy in ("random", "greedy")]

    assert decide_with(play, native=True) == decide_with(play)


def test_a_bot_with_worlds_can_be_sent_to_another_process() -> None:
    setup = BIDS.open(2)
    bot = make_bot("greedy", setup, native=False)
    assert bot.simulator.setup is setup
    assert "simulator" not in bot.__getstate__()
