"""OpenSpiel's own checks, information states, and a best response in the game of the docs."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from gamut.games import find_game
from gamut.template import GAME as EASEL

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'gamut-games[openspiel]'")

from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, exploitability, ismcts, mcts

from gamut.envs.openspiel import Observer, SearchBot, register

SMALL = {"rounds": 3, "hand": 2}


@pytest.fixture(scope="module")
def small() -> Any:
    return pyspiel.load_game(f"{register(EASEL, SMALL, 'gamut_easel_small')}(seats=2,deals=3)")


@pytest.mark.parametrize(
    ("game", "seats"),
    [(EASEL, 3), (find_game("mixx"), 2), (find_game("colori"), 3)],
    ids=lambda x: getattr(x, "id", str(x)),
)
def test_games_pass_random_play(game: Any, seats: int) -> None:
    loaded = pyspiel.load_game(f"{register(game)}(seats={seats},deals=20)")
    pyspiel.random_sim_test(loaded, 3, True, False)


def walk_states(state: Any) -> Any:
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from walk_states(state.child(action))


def test_information_states_contain_what_a_seat_knows_and_no_more(small: Any) -> None:
    observer = Observer(small, full=True)
    assert observer.tensor is not None
    seen: dict[str, list[Any]] = defaultdict(list)
    for state in walk_states(small.new_initial_state()):
        if not state.is_terminal() and not state.is_chance_node():
            seen[observer.string_from(state, state.current_player())].append(state)
    shared = 0
    tensors: dict[bytes, str] = {}
    for text, states in seen.items():
        seat = states[0].current_player()
        observer.set_from(states[0], seat)
        tensor = observer.tensor.tobytes()
        assert tensors.setdefault(tensor, text) == text  # different knowledge, different tensors
        for state in states:
            assert state.current_player() == seat
            assert state.legal_actions() == states[0].legal_actions()
            assert state.hidden(seat).tobytes() == states[0].hidden(seat).tobytes()
            observer.set_from(state, seat)
            assert observer.tensor.tobytes() == tensor  # the same knowledge, the same tensor
        shared += len({state.record.tobytes() for state in states}) > 1
    assert shared > 10  # what the other seat played face down is in none of them


def test_a_seat_remembers_what_it_did(small: Any) -> None:
    observer = Observer(small, full=True)
    for state in walk_states(small.new_initial_state()):
        if state.is_chance_node() or state.is_terminal() or len(state.legal_actions()) < 2:
            continue
        seat = state.current_player()
        after = {observer.string_from(state.child(a), seat) for a in state.legal_actions()}
        assert len(after) == len(state.legal_actions())


def test_the_best_response_to_chance_play(small: Any) -> None:
    uniform = policy.UniformRandomPolicy(small)
    convergence = exploitability.nash_conv(small, uniform, return_only_nash_conv=False)
    improvements = [float(x) for x in convergence.player_improvements]
    assert all(x > 0 for x in improvements)  # knowing that the other plays at random helps
    assert convergence.nash_conv == pytest.approx(sum(improvements))
    assert max(improvements) <= 2
    for seat in (0, 1):
        value = exploitability.best_response(small, uniform, seat)["best_response_value"]
        base = expected_game_score.policy_value(small.new_initial_state(), [uniform, uniform])[seat]
        assert value - base == pytest.approx(improvements[seat])


def test_returns_add_up_to_0(small: Any) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        state = small.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        assert sum(state.returns()) == pytest.approx(0)
        assert min(state.returns()) >= -1


# ---------------------------------------------------------------------- resampling and searches


def test_a_resampled_state_is_the_same_to_the_seat_and_can_be_played_on(small: Any) -> None:
    state = small.new_initial_state()
    state.apply_action(1)
    state.apply_action(state.legal_actions()[0])  # face down
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    samples = [state.resample_from_infostate(1, sampler) for _ in range(30)]
    assert {s.information_state_string(1) for s in samples} == {state.information_state_string(1)}
    assert {s.current_player() for s in samples} == {1}
    assert len({s.record.tobytes() for s in samples}) > 10
    assert len({s.record["played"].tobytes() for s in samples}) > 1  # what the other seat played is sampled
    assert all(s.record["chance_key"].tobytes() != state.record["chance_key"].tobytes() for s in samples)
    for sample in samples[:5]:
        while not sample.is_terminal():
            sample.apply_action(sample.legal_actions()[-1])
        assert sum(sample.returns()) == pytest.approx(0)


def test_is_mcts_in_python_plays_a_game(small: Any) -> None:
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=small, evaluator=mcts.RandomRolloutEvaluator(1, random), uct_c=1.0, max_simulations=20, random_state=random
    )
    state = small.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_our_search_is_a_bot_of_openspiel(small: Any) -> None:
    bots = [SearchBot(small, 0, "search:100it"), SearchBot(small, 1, "random")]
    state = small.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    again = small.new_initial_state()
    again.apply_action(0)
    assert bots[0].step(again) in again.legal_actions()


def test_searches_in_cpp_raise_instead_of_crashing(small: Any) -> None:
    state = small.new_initial_state()
    state.apply_action(0)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.0, 10)
    with pytest.raises(TypeError, match=r"pyspiel\.ISMCTSBot is written in C\+\+ .*openspiel\.SearchBot"):
        bot.step(state)
    kuhn = pyspiel.load_game("kuhn_poker").new_initial_state()
    kuhn.apply_action(0)
    kuhn.apply_action(1)
    assert bot.step(kuhn) in (0, 1)  # games in C++ are searched as before
