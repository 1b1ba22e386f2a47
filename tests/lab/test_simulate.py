"""Simulation: fair, repeatable, for anybody's bots, and refused when it makes no sense."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from gamut.bots import Bot, BotLike, Decision, UnknownBot, make_bot
from gamut.engine.errors import BadOptions, BrokenBot
from gamut.engine.game import Setup
from gamut.engine.table import Table
from gamut.games import find
from gamut.lab import simulate as simulation
from gamut.lab.bulk import play_random
from gamut.lab.match import play_bots, rotated
from gamut.lab.simulate import LineUp, Report, simulate
from gamut.lab.statistics import interval

BOTS = ["greedy", "random", "flat:20it"]


class Last(Bot):
    """Always the last legal action."""

    def decide(self, asked: Decision) -> int:
        return asked.legal[-1]


def heaviest(asked: Decision) -> int:
    weights = asked.weights()
    return asked.legal[weights.index(max(weights))]


def test_batches_of_any_size_hold_the_same_games() -> None:
    setup = find("mixx").open(3)
    bots = [make_bot(spec, setup) for spec in BOTS]
    whole = play_bots(setup, bots, 1, 0, 6)
    parts = [play_bots(setup, bots, 1, first, 2) for first in (0, 2, 4)]
    assert whole.scores.tolist() == [row for part in parts for row in part.scores.tolist()]
    bulk, tail = play_random(setup, 1, 0, 6), play_random(setup, 1, 4, 2)
    assert bulk.scores[4:].tolist() == tail.scores.tolist()


def test_every_victory_is_given_once_and_every_bot_sits_everywhere() -> None:
    report = simulate(find("mixx").open(3), BOTS, 12, seed=1)
    assert sum(w.wins for w in report.wins.bots.values()) == pytest.approx(12, abs=0.01)
    assert [sorted(r) for r in zip(*(rotated(BOTS, k) for k in range(3)), strict=True)] == [sorted(BOTS)] * 3
    assert set(report.ms_per_move) == set(BOTS)


def test_greedy_beats_random_by_far() -> None:
    report = simulate(find("mixx").open(2), ["greedy", "random"], 60, seed=2)
    assert report.wins.bots["greedy"].share > 0.8
    assert report.mean_scores.bots["greedy"] > report.mean_scores.bots["random"]


# ---------------------------------------------------------------------- own bots


def found(report: Report) -> tuple[object, ...]:
    """What must not depend on where the games were played."""
    return report.wins, report.mean_scores, report.steps


def test_bots_by_name_object_class_and_function() -> None:
    setup = find("mixx").open(4)
    report = simulate(setup, [Last(setup), Last, heaviest, "random"], games=8)
    assert report.bots == ["last", "last 2", "heaviest", "random"]
    assert sum(w.wins for w in report.wins.bots.values()) == pytest.approx(8, abs=0.01)


def test_one_bot_for_all_seats_may_be_an_object() -> None:
    setup = find("mixx").open(2)
    assert simulate(setup, Last(setup), games=2).bots == ["last"]


def test_a_function_that_takes_the_heaviest_plays_as_well_as_greedy() -> None:
    report = simulate(find("mixx").open(2), [heaviest, "random"], 60, seed=2)
    assert report.wins.bots["heaviest"].share > 0.8


def test_the_same_games_in_this_process_and_in_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = find("mixx").open(2)
    here = simulate(setup, [Last, "greedy"], games=30, seed=5)
    away = list[int]()
    real = simulation._in_processes

    def noticed(*arguments: Any) -> Any:
        away.append(1)
        return real(*arguments)

    monkeypatch.setattr(simulation, "_in_processes", noticed)
    monkeypatch.setattr(simulation, "SOON", 0.0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert found(simulate(setup, [Last, "greedy"], games=30, seed=5)) == found(here)
    assert away == [1]


def test_what_cannot_be_sent_is_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, lock = find("mixx").open(2), threading.Lock()

    def locked(asked: Decision) -> int:
        with lock:
            return asked.legal[-1]

    assert LineUp.of(setup, [locked, "greedy"]).packed is None
    assert LineUp.of(setup, [Last, lambda asked: asked.legal[0]]).packed is not None
    monkeypatch.setattr(simulation, "SOON", 0.0)
    here = simulate(setup, [locked, "greedy"], games=20, seed=5)
    assert found(here)[2] == found(simulate(setup, [Last, "greedy"], games=20, seed=5))[2]


SCRIPT = """
import gamut
from gamut.lab import simulate
simulate.SOON = 0.0
class Mine(gamut.Bot):
    def decide(self, asked):
        return asked.legal[0]
report = gamut.simulate(gamut.find("mixx").open(2), [Mine, "random"], games=6)
print(report.bots, report.games)
"""


@pytest.mark.slow
def test_a_plain_script_with_its_own_bot_runs_once(tmp_path: Path) -> None:
    """Other processes do not run the script again, and know the class that is defined in it."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert done.stdout == "['mine', 'random'] 6\n", done.stderr


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (639, "the bot wrong in seat 1 chose action 639, which is not legal"),
        (None, "the bot wrong in seat 1 answered None; it has to be the number of an action, or a Choice"),
        (0.5, r"the bot wrong in seat 1 answered 0\.5; it has"),
    ],
)
def test_a_bot_that_breaks_the_rules_is_named(answer: Any, says: str) -> None:
    setup = find("mixx").open(2, {"first": "1"})
    with pytest.raises(BrokenBot, match="^step 0: " + says) as caught:
        simulate(setup, [make_bot_named("wrong", answer), "random"], games=4)
    assert caught.value.__notes__ == ["Words count seats from 1, Python from 0: seat 1 is number 0."]


def test_a_bot_that_fails_is_named_with_its_file_and_line() -> None:
    def failing(asked: Decision) -> int:
        raise ValueError("no such\ncolour")

    line = failing.__code__.co_firstlineno + 1
    with pytest.raises(BrokenBot) as caught:
        simulate(find("mixx").open(2, {"first": "1"}), [failing, "random"], games=4)
    says = "step 0: the bot failing in seat 1 failed with ValueError: no such colour"
    assert str(caught.value) == f"{says} (test_simulate.py:{line})"
    assert isinstance(caught.value.__cause__, ValueError)


class Needy(Last):
    def __init__(self) -> None:
        raise AssertionError


class Rootless(Last):
    def __init__(self, setup: Setup) -> None:
        self.depth = 2


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (Needy, r"the bot Needy cannot be made: TypeError: .*takes 1 positional argument"),
        (Bot, "the bot Bot cannot be made: TypeError: Can't instantiate abstract class"),
        (Rootless, r"the bot Rootless does not call super\(\).__init__\(setup\) in its __init__"),
        (Rootless(find("mixx").open(2)), "the bot Rootless does not call"),
    ],
)
def test_a_bot_that_cannot_be_made_is_named(what: Any, says: str) -> None:
    with pytest.raises(BrokenBot, match=says):
        simulate(find("mixx").open(2), [what, "random"], games=2)


def make_bot_named(name: str, answer: Any) -> BotLike:
    def decide(asked: Decision) -> Any:
        return answer

    decide.__name__ = name
    return decide


def test_a_bot_of_another_table_is_refused() -> None:
    with pytest.raises(BadOptions, match="was made for another table: mixx with 3 seats"):
        simulate(find("mixx").open(2), [Last(find("mixx").open(3)), "random"], games=2)
    with pytest.raises(UnknownBot, match="7 is no bot"):
        simulate(find("mixx").open(2), [7, "random"], games=2)  # type: ignore[list-item]


# ---------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(("specs", "games"), [(["random"] * 3, 2), (["random"], 0), (["random"], 1.5)])
def test_impossible_simulations_are_refused(specs: list[BotLike], games: int) -> None:
    with pytest.raises(BadOptions, match=rf"3 bots for 2 seats|games = {games} is not possible; it may be a whole"):
        simulate(find("mixx").open(2), specs, games, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**63, 2**64, 1.5])
def test_impossible_seeds_are_refused(seed: int) -> None:
    expected = f"seed = {seed} is not possible; it may be a whole number, 0 to 9223372036854775807"
    with pytest.raises(BadOptions, match=expected):
        simulate(find("mixx").open(2), "random", 1, seed=seed)


def test_a_game_that_is_not_open_is_refused_in_words() -> None:
    game: Any = find("mixx")
    for use in (simulate, Table, lambda given: make_bot("greedy", given), Last):
        with pytest.raises(TypeError, match=r"Mixx is not open yet: .* as in gamut.find\('mixx'\).open\(seats=2\)"):
            use(game)
    with pytest.raises(TypeError, match=r"an opened game is needed, as in .*, not 'mixx'"):
        simulate("mixx")  # type: ignore[arg-type]


def test_intervals_hold_the_share_and_shrink_with_games() -> None:
    for share in (0.0, 0.3, 1.0):
        low, high = interval(share, 100)
        assert low <= share <= high
        assert high - low > interval(share, 10_000)[1] - interval(share, 10_000)[0]
    assert interval(0.5, 0) == (0.0, 1.0)
