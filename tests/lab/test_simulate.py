"""Simulation: fair, repeatable, with bots of any kind; impossible simulations are refused."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from gamut.bots import Bot, BotLike, Decision, UnknownBot, make_bot
from gamut.engine.errors import BotFailed, InvalidOptions
from gamut.engine.game import Setup
from gamut.engine.table import Table
from gamut.games import find_game
from gamut.lab import simulate as simulation
from gamut.lab.bot_games import play_bot_batch, rotate_seats
from gamut.lab.random_games import play_random_batch
from gamut.lab.simulate import LineUp, Report, simulate, wilson_interval

BOTS = ["greedy", "random", "flat:20it"]


class Last(Bot):
    """Always the last legal action."""

    def decide(self, decision: Decision) -> int:
        return decision.legal[-1]


def heaviest(decision: Decision) -> int:
    weights = decision.weights()
    return decision.legal[weights.index(max(weights))]


def test_batches_of_any_size_contain_the_same_games() -> None:
    setup = find_game("mixx").open(3)
    bots = [make_bot(spec, setup) for spec in BOTS]
    expected = play_bot_batch(setup, bots, 1, 0, 6)
    parts = [play_bot_batch(setup, bots, 1, first, 2) for first in (0, 2, 4)]
    assert expected.scores.tolist() == [row for part in parts for row in part.scores.tolist()]
    bulk, tail = play_random_batch(setup, 1, 0, 6), play_random_batch(setup, 1, 4, 2)
    assert bulk.scores[4:].tolist() == tail.scores.tolist()


def test_every_win_is_counted_once_and_every_bot_sits_in_every_seat() -> None:
    report = simulate(find_game("mixx").open(3), BOTS, 12, seed=1)
    assert sum(w.wins for w in report.wins.bots.values()) == pytest.approx(12, abs=0.01)
    assert [sorted(rng) for rng in zip(*(rotate_seats(BOTS, k) for k in range(3)), strict=True)] == [sorted(BOTS)] * 3
    assert set(report.ms_per_move) == set(BOTS)


def test_greedy_clearly_beats_random() -> None:
    report = simulate(find_game("mixx").open(2), ["greedy", "random"], 60, seed=2)
    assert report.wins.bots["greedy"].share > 0.8
    assert report.mean_scores.bots["greedy"] > report.mean_scores.bots["random"]


# ---------------------------------------------------------------------- bots of the caller


def results(report: Report) -> tuple[object, ...]:
    """Return what must not depend on the process that plays the games."""
    return report.wins, report.mean_scores, report.steps


def test_bots_by_name_object_class_and_function() -> None:
    setup = find_game("mixx").open(4)
    report = simulate(setup, [Last(setup), Last, heaviest, "random"], games=8)
    assert report.bots == ["last", "last 2", "heaviest", "random"]
    assert sum(w.wins for w in report.wins.bots.values()) == pytest.approx(8, abs=0.01)


def test_one_bot_for_all_seats_may_be_an_object() -> None:
    setup = find_game("mixx").open(2)
    assert simulate(setup, Last(setup), games=2).bots == ["last"]


def test_a_function_that_takes_the_heaviest_plays_as_well_as_greedy() -> None:
    report = simulate(find_game("mixx").open(2), [heaviest, "random"], 60, seed=2)
    assert report.wins.bots["heaviest"].share > 0.8


def test_games_are_the_same_in_this_process_and_in_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = find_game("mixx").open(2)
    expected = simulate(setup, [Last, "greedy"], games=30, seed=5)
    calls = list[int]()
    original = simulation._play_in_processes

    def play_in_processes(*arguments: Any) -> Any:
        calls.append(1)
        return original(*arguments)

    monkeypatch.setattr(simulation, "_play_in_processes", play_in_processes)
    monkeypatch.setattr(simulation, "MIN_TIME_FOR_PROCESSES_S", 0.0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert results(simulate(setup, [Last, "greedy"], games=30, seed=5)) == results(expected)
    assert calls == [1]


def test_bots_that_cannot_be_pickled_play_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, lock = find_game("mixx").open(2), threading.Lock()

    def locked(decision: Decision) -> int:
        with lock:
            return decision.legal[-1]

    assert LineUp.create(setup, [locked, "greedy"]).pickled is None
    assert LineUp.create(setup, [Last, lambda decision: decision.legal[0]]).pickled is not None
    monkeypatch.setattr(simulation, "MIN_TIME_FOR_PROCESSES_S", 0.0)
    expected = simulate(setup, [locked, "greedy"], games=20, seed=5)
    assert results(expected)[2] == results(simulate(setup, [Last, "greedy"], games=20, seed=5))[2]


SCRIPT = """
import gamut
from gamut.lab import simulate
simulate.MIN_TIME_FOR_PROCESSES_S = 0.0
class Mine(gamut.Bot):
    def decide(self, decision):
        return decision.legal[0]
report = gamut.simulate(gamut.find_game("mixx").open(2), [Mine, "random"], games=6)
print(report.bots, report.games)
"""


@pytest.mark.slow
def test_a_script_with_a_bot_of_its_own_runs_once(tmp_path: Path) -> None:
    """Other processes do not run the script again, but know the class that it defines."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    process = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert process.stdout == "['mine', 'random'] 6\n", process.stderr


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (639, "the bot wrong in seat 1 chose action 639, which is not legal"),
        (None, "the bot wrong in seat 1 returned None; it must return an action number or a Choice"),
        (0.5, r"the bot wrong in seat 1 returned 0\.5; it must"),
    ],
)
def test_an_invalid_answer_of_a_bot_is_reported(answer: Any, message: str) -> None:
    setup = find_game("mixx").open(2, {"first": "1"})
    with pytest.raises(BotFailed, match="^step 0: " + message) as caught:
        simulate(setup, [make_function_bot("wrong", answer), "random"], games=4)
    assert caught.value.__notes__ == ["Messages count seats from 1, Python from 0: seat 1 is number 0."]


def test_a_failing_bot_is_reported_with_file_and_line() -> None:
    def failing(decision: Decision) -> int:
        raise ValueError("no such\ncolour")

    line = failing.__code__.co_firstlineno + 1
    with pytest.raises(BotFailed) as caught:
        simulate(find_game("mixx").open(2, {"first": "1"}), [failing, "random"], games=4)
    message = "step 0: the bot failing in seat 1 failed with ValueError: no such colour"
    assert str(caught.value) == f"{message} (test_simulate.py:{line})"
    assert isinstance(caught.value.__cause__, ValueError)


class WithoutArguments(Last):
    def __init__(self) -> None:
        raise AssertionError


class WithoutSuperInit(Last):
    def __init__(self, setup: Setup) -> None:
        self.depth = 2


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (WithoutArguments, r"cannot create the bot WithoutArguments: TypeError: .*takes 1 positional argument"),
        (Bot, "cannot create the bot Bot: TypeError: Can't instantiate abstract class"),
        (WithoutSuperInit, r"the bot WithoutSuperInit does not call super\(\).__init__\(setup\) in its __init__"),
        (WithoutSuperInit(find_game("mixx").open(2)), "the bot WithoutSuperInit does not call"),
    ],
)
def test_a_bot_that_cannot_be_created_is_reported(bot: Any, message: str) -> None:
    with pytest.raises(BotFailed, match=message):
        simulate(find_game("mixx").open(2), [bot, "random"], games=2)


def make_function_bot(name: str, answer: Any) -> BotLike:
    def decide(decision: Decision) -> Any:
        return answer

    decide.__name__ = name
    return decide


def test_a_bot_of_another_setup_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="was made for another setup: mixx with 3 seats"):
        simulate(find_game("mixx").open(2), [Last(find_game("mixx").open(3)), "random"], games=2)
    with pytest.raises(UnknownBot, match="7 is not a bot"):
        simulate(find_game("mixx").open(2), [7, "random"], games=2)  # type: ignore[list-item]


# ---------------------------------------------------------------------- invalid input


@pytest.mark.parametrize(("specs", "games"), [(["random"] * 3, 2), (["random"], 0), (["random"], 1.5)])
def test_impossible_simulations_are_refused(specs: list[BotLike], games: int) -> None:
    with pytest.raises(InvalidOptions, match=rf"3 bots for 2 seats|games = {games} is not allowed; use an integer"):
        simulate(find_game("mixx").open(2), specs, games, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**63, 2**64, 1.5])
def test_impossible_seeds_are_refused(seed: int) -> None:
    expected = f"seed = {seed} is not allowed; use an integer from 0 to 9223372036854775807"
    with pytest.raises(InvalidOptions, match=expected):
        simulate(find_game("mixx").open(2), "random", 1, seed=seed)


def test_a_game_that_is_not_open_is_refused() -> None:
    game: Any = find_game("mixx")
    for use in (simulate, Table, lambda setup: make_bot("greedy", setup), Last):
        with pytest.raises(
            TypeError, match=r"Mixx is not open yet: .* as in gamut.find_game\('mixx'\).open\(seats=2\)"
        ):
            use(game)
    with pytest.raises(TypeError, match=r"expected an opened game, as in .*, not 'mixx'"):
        simulate("mixx")  # type: ignore[arg-type]


def test_intervals_contain_the_share_and_shrink_with_more_games() -> None:
    for share in (0.0, 0.3, 1.0):
        low, high = wilson_interval(share, 100)
        assert low <= share <= high
        assert high - low > wilson_interval(share, 10_000)[1] - wilson_interval(share, 10_000)[0]
    assert wilson_interval(0.5, 0) == (0.0, 1.0)
