"""Games and bots in their own packages; a broken package does not harm the others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from gamut import bots, cli, games
from gamut.bots import Bot, Decision, UnknownBot, make_bot
from gamut.engine import plugins
from gamut.engine.bind import Binder, Interpreted
from gamut.engine.errors import BotFailed
from gamut.engine.game import Setup
from gamut.engine.plugins import BrokenPlugin
from gamut.games import find_game
from gamut.lab.simulate import simulate
from tests.plugins import installing


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installing.install_all(tmp_path_factory.mktemp("plugins"))


def test_broken_games_are_listed_with_the_cause(site: Path) -> None:
    process = installing.gamut(site, "games", "--json")
    assert process.returncode == 0, process.stderr
    listed = json.loads(process.stdout)
    assert {"colori", "easel", "mixx"} <= {game["id"] for game in listed["games"]}
    assert set(listed["broken"]) & {game["id"] for game in listed["games"]} == {"mixx"}  # Gamut's own game
    assert listed["broken"] == {
        "wonder": "wonder (wonder:GAME) of the package wonder cannot be used: RuntimeError: cannot be imported",
        "plain": "plain (plain:NUMBER) of the package wonder cannot be used: it is of type int, not a Game",
        "mixx": "mixx (plain:NUMBER) of the package wonder cannot be used: Gamut has a game with this id",
        "unopened": "unopened (faulty:UNOPENED) of the package wonder cannot be used: KeyError: 'sunset'",
        "unreadable": "unreadable (faulty:UNREADABLE) of the package wonder cannot be used: "
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 7: invalid start byte",
        "nowhere": "nowhere (faulty:NOWHERE) of the package wonder cannot be used: "
        "the option solo exists for 1 player, the game for 2 to 4 players",
    }


@pytest.mark.slow
def test_the_doctor_reports_broken_plugins(site: Path) -> None:
    process = installing.gamut(site, "doctor")
    assert process.returncode == 1
    assert "easel" in process.stdout
    problems = [line for line in process.stderr.splitlines() if line.startswith("problem")]
    assert any("the package wonder" in line and "`gamut`" in line for line in problems)
    assert any("wondering (wonder:bot)" in line for line in problems)
    assert len(problems) == 8


@pytest.mark.slow
def test_a_plugin_game_is_simulated_with_a_plugin_bot(site: Path) -> None:
    process = installing.gamut(site, "simulate", "easel", "--games", "40", "--bots", "careful:deep,greedy", "--json")
    assert process.returncode == 0, process.stderr
    report = json.loads(process.stdout)
    assert report["bots"] == ["careful:deep", "greedy"]
    assert sum(wins["wins"] for wins in report["wins"]["seats"]) == pytest.approx(40, abs=0.01)


@pytest.mark.slow
def test_a_plugin_game_is_played_in_the_terminal(site: Path, tmp_path: Path) -> None:
    words = ("play", "easel", "--seat", "me", "--seat", "bot:careful", "-o", "rounds=3", "--seed", "4")
    process = installing.gamut(site, *words, typed="1\n1\n1\n\n", folder=tmp_path)
    assert process.returncode == 0, process.stderr
    assert "Round 3 of 3" in process.stdout
    assert "most points" in process.stdout


# ---------------------------------------------------------------------- in this process


@pytest.fixture
def plugins_in_this_process(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(site))
    caches = (plugins.find_entry_points, games.list_game_ids, games.find_game)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_a_broken_game_raises_with_the_cause(plugins_in_this_process: None) -> None:
    with pytest.raises(BrokenPlugin, match="RuntimeError: cannot be imported"):
        find_game("wonder")
    with pytest.raises(BrokenPlugin, match="it is of type int, not a Game"):
        find_game("plain")
    assert find_game("mixx").title == "Mixx"
    assert "wonder" not in [game.id for game in games.list_games()]


def test_a_plugin_bot_works_like_all_bots(plugins_in_this_process: None) -> None:
    setup = find_game("mixx").open(2)
    assert make_bot("careful", setup).name == "careful"
    report = simulate(setup, ["careful:deep", "random"], games=12)
    assert report.wins.bots["careful:deep"].share > 0.6
    with pytest.raises(UnknownBot, match="use careful or careful:deep"):
        make_bot("careful:ish", setup)
    with pytest.raises(UnknownBot, match=r"careful, wondering, or a level of the game: easy"):
        make_bot("clever", setup)
    with pytest.raises(BrokenPlugin, match=r"wondering \(wonder:bot\) of the package wonder cannot be used"):
        make_bot("wondering", setup)
    assert list(bots.find_broken_bots()) == ["wondering"]


class Counting(Bot):
    """A bot with a default argument."""

    def __init__(self, setup: Setup, argument: str = "5") -> None:
        super().__init__(setup, argument)
        self.copies = int(argument)

    def decide(self, decision: Decision) -> int:
        return decision.legal[-1]


def make_plain(setup: Setup, argument: str) -> Bot:
    return Counting(setup, argument or "1")


def test_a_bot_name_without_argument_uses_the_default_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        name: EntryPoint(name, f"{__name__}:{factory.__name__}", "gamut.bots")
        for name, factory in (("oneply", Counting), ("plain", make_plain))
    }
    monkeypatch.setattr(bots, "find_entry_points", lambda group: entries)
    setup = replace(find_game("mixx"), levels={"only": "oneply"}).open(2)
    assert [make_bot(name, setup).name for name in ("oneply", "oneply:20", "plain", "only")] == [
        "counting:5", "counting:20", "counting:1", "counting:5",
    ]  # fmt: skip
    assert simulate(setup, ["oneply", "random"], games=2).bots == ["oneply", "random"]
    assert bots.find_plugin_bots(setup.game) == dict.fromkeys(("oneply", "plain"), setup.game.seats)
    with pytest.raises(BotFailed, match="cannot create the bot oneply: ValueError: invalid literal"):
        make_bot("oneply:many", setup)


class Failing(Counting):
    def decide(self, decision: Decision) -> int:
        raise LookupError("no such colour")


def test_the_command_line_reports_a_failing_bot_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = {"failing": EntryPoint("failing", f"{__name__}:Failing", "gamut.bots")}
    monkeypatch.setattr(bots, "find_entry_points", lambda group: entries)
    monkeypatch.setattr("sys.argv", ["gamut", "simulate", "mixx", "--bots", "failing,random", "-o", "first=1"])
    with pytest.raises(SystemExit):
        cli.main()
    line = Failing.decide.__code__.co_firstlineno + 1
    message = "gamut: step 0: the bot failing:5 in seat 1 failed with LookupError: no such colour"
    assert capsys.readouterr().err.strip() == f"{message} (test_plugins.py:{line})"


def test_a_plugin_bot_can_be_a_level(plugins_in_this_process: None) -> None:
    game = replace(find_game("mixx"), levels={"only": "careful:deep"})
    assert make_bot("only", game.open(2)).name == "careful:deep"


# ---------------------------------------------------------------------- native code


def test_the_same_code_in_two_modules_is_compiled_twice() -> None:
    """Otherwise a game would load another game's code from the cache, which imports that game's module."""
    digests = set()
    for module in ("dawn", "dusk", "dawn"):
        space: dict[str, Any] = {"__name__": module}
        exec("def helper(a):\n    return a + 1\n\ndef driver(a):\n    return helper(a)", space)
        assert Interpreted({})(space["driver"])(1) == 2
        digests.add(Binder({}, lambda copy, is_driver: copy, "").bind(space["driver"])[1])
    assert len(digests) == 2


# ---------------------------------------------------------------------- import


def test_importing_gamut_is_light() -> None:
    code = """
import sys, gamut
from importlib.metadata import version
assert "numpy" not in sys.modules
assert gamut.__version__ == version("gamut-games")
assert "numpy" not in sys.modules
gamut.find_game("mixx").open(2)
gamut.make_bot
assert "numba" not in sys.modules
assert set(gamut.__all__) <= set(dir(gamut))
for name in gamut.__all__:
    assert getattr(gamut, name) is not None
assert "numba" not in sys.modules
try:
    gamut.nothing
except AttributeError as e:
    print(e)
"""
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert process.stdout == "module 'gamut' has no attribute 'nothing'\n", process.stderr
