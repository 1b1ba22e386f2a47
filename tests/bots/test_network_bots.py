"""Bots that play by a network: the same native and interpreted, by what the seat knows, with or without a guide."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from gamut.bots import Decision, UnknownBot, make_bot, make_quick_bot
from gamut.engine.chance import game_key
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table
from gamut.engine.verbs import DEFAULTS
from gamut.template import GAME as EASEL
from tests.engine.test_network import make_network, with_network

UNGUIDED = replace(EASEL, verbs={**EASEL.verbs, "guide": DEFAULTS["guide"], "value": DEFAULTS["value"]})


@pytest.fixture(scope="module")
def setup() -> Setup:
    return with_network(EASEL, make_network(EASEL)).open(3)


@pytest.fixture(scope="module")
def unguided() -> Setup:
    return with_network(UNGUIDED, make_network(UNGUIDED)).open(3)


def decision_of(table: Table, spec: str) -> Decision:
    seat = table.actors[0]
    bot = make_bot(spec, table.setup, native=False)
    return Decision(bot, table.hidden(seat), seat, np.array(table.legal(seat), np.int32), 1, lambda: False)


def test_a_search_by_network_is_the_same_interpreted(setup: Setup) -> None:
    table = Table(setup, game_key(3, 0), native=False)
    for _ in range(4):
        seat = table.actors[0]
        native, interpreted = (make_bot("search:40it", setup, native=native) for native in (True, False))
        choice = native.choose(table.hidden(seat), seat, 9)
        assert choice == interpreted.choose(table.hidden(seat), seat, 9)
        assert sum(e.visits for e in choice.estimates) in (0, 40)
        table.play(seat, choice.action)


def test_a_search_asks_the_network_instead_of_the_guide(setup: Setup) -> None:
    """Another network, other estimates; without one those of the game's own verbs."""
    other = with_network(EASEL, make_network(EASEL, seed=2)).open(3)
    plain = with_network(EASEL, make_network(EASEL))
    plain.__dict__["network"] = None
    estimates = []
    for opened in (setup, other, plain.open(3)):
        table = Table(opened, game_key(3, 0), native=False)
        estimates.append(make_bot("search:40it", opened, native=False).choose(table.hidden(0), 0, 9).estimates)
    assert estimates[0] != estimates[1]
    assert estimates[0] != estimates[2]


@pytest.mark.parametrize("spec", ["search:24it", "policy:100", "greedy"])
def test_bots_choose_the_same_for_states_that_differ_in_what_the_seat_cannot_know(setup: Setup, spec: str) -> None:
    bot, differing = make_bot(spec, setup, native=False), 0
    for number in range(4):
        table = Table(setup, game_key(4, number), native=False)
        table.play(0, table.legal(0)[0])
        seat = table.actors[0]
        hidden = table.hidden(seat)
        other = table.knowledge(seat).redeal(np.array([number + 1, 5], np.uint64)[1:])
        differing += other.tobytes() != table.record.tobytes()
        make_bot("random", setup, native=False).verbs.hide(setup.constants, other, 0, seat)
        assert bot.choose(hidden, seat, 3) == bot.choose(other, seat, 3)
    assert differing == 4


def test_a_policy_bot_draws_by_the_policy(setup: Setup) -> None:
    table = Table(setup, game_key(6, 1), native=False)
    decision = decision_of(table, "policy")
    assert len(decision.legal) > 1
    weights = decision.policy()
    assert weights != decision.weights()  # those of the guide
    bot = make_bot("policy", setup, native=False)
    drawn = Counter(bot.choose(table.hidden(0), 0, seed).action for seed in range(400))
    for action, weight in zip(decision.legal, weights, strict=True):
        expected = 400 * weight / sum(weights)
        assert abs(drawn[action] - expected) <= 4 * max(expected, 1) ** 0.5


def test_a_cold_policy_plays_the_heaviest_action_and_a_hot_one_any() -> None:
    table = Table(EASEL.open(2), game_key(6, 1), native=False)
    decision = decision_of(table, "policy")
    weights = decision.weights()
    assert len(set(weights)) == len(weights) > 1
    assert decision.policy(100) == [w + 1 for w in weights]
    cold, hot = decision.policy(5), decision.policy(9999)
    assert cold.index(max(cold)) == weights.index(max(weights))
    assert min(cold) == 1
    assert max(cold) == max(weights) + 1
    assert max(hot) - min(hot) <= 1


@pytest.mark.parametrize("spec", ["policy:0", "policy:-5", "policy:1.5", "policy:99999", "policy:٣"])
def test_an_invalid_temperature_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match="a temperature in percent, as in policy:150"):
        make_bot(spec, EASEL.open(2))


def test_a_game_without_guide_and_value_plays_by_its_network(unguided: Setup) -> None:
    table = Table(unguided, game_key(6, 1), native=False)
    decision = decision_of(table, "greedy")
    assert decision.weights() == decision.policy()
    best = decision.legal[int(np.argmax(decision.weights()))]
    assert make_bot("greedy", unguided, native=False).choose(table.hidden(0), 0, 1).action == best
    assert make_quick_bot("hard", unguided).choose(table.hidden(0), 0, 1).action == best
    shares = decision.win_shares(decision.redeal(1))
    assert len(set(shares)) > 1
    assert 0.5 < sum(shares) <= 1


def test_the_end_of_a_game_has_exact_shares(unguided: Setup) -> None:
    table = Table(unguided, game_key(6, 1), native=False)
    decision = decision_of(table, "greedy")
    while table.actors:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    winners = table.result.ranks.count(1)
    assert decision.win_shares(table.record) == [(rank == 1) / winners for rank in table.result.ranks]


@pytest.mark.parametrize("game", [UNGUIDED], ids=["easel"])
def test_a_game_without_guide_value_and_network_can_be_played(game: Game) -> None:
    setup = game.open(2)
    table = Table(setup, game_key(6, 1), native=False)
    decision = decision_of(table, "greedy")
    assert set(decision.weights()) == {1}
    assert decision.win_shares(table.record) == [0.5, 0.5]
    bots = [make_bot(spec, setup, native=False) for spec in ("greedy", "search:8it")]
    while table.actors:
        seat = table.actors[0]
        table.play(seat, bots[seat].choose(table.hidden(seat), seat, len(table.history)).action)
    assert min(table.result.ranks) == 1
