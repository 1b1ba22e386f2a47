"""Games and bots in packages of their own; a broken one beside them does no harm."""

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
from gamut.engine.errors import BrokenBot
from gamut.engine.game import Setup
from gamut.engine.plugins import BrokenPlugin
from gamut.games import find
from gamut.lab.simulate import simulate
from tests.plugins import kit


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kit.install_all(tmp_path_factory.mktemp("plugins"))


def test_all_are_listed_and_the_broken_ones_say_why_in_one_line(site: Path) -> None:
    done = kit.gamut(site, "games", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {"colori", "easel", "mixx"} <= {game["id"] for game in said["games"]}
    assert set(said["broken"]) & {game["id"] for game in said["games"]} == {"mixx"}  # our own
    assert said["broken"] == {
        "wonder": "wonder (wonder:GAME) of the package wonder cannot be used: "
        "RuntimeError: the wonder has not come",
        "plain": "plain (plain:NUMBER) of the package wonder cannot be used: it is of type int, not a Game",
        "mixx": "mixx (plain:NUMBER) of the package wonder cannot be used: Gamut has a game of that id",
        "unopened": "unopened (faulty:UNOPENED) of the package wonder cannot be used: KeyError: 'sunset'",
        "unreadable": "unreadable (faulty:UNREADABLE) of the package wonder cannot be used: "
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 7: invalid start byte",
        "nowhere": "nowhere (faulty:NOWHERE) of the package wonder cannot be used: "
        "the option lone exists for [1] players, the game for (2, 3, 4)",
    }


@pytest.mark.slow
def test_the_doctor_names_what_is_wrong(site: Path) -> None:
    done = kit.gamut(site, "doctor")
    assert done.returncode == 1
    assert "easel" in done.stdout
    told = [line for line in done.stderr.splitlines() if line.startswith("problem")]
    assert any("the package wonder asks for `gamut`, which is somebody else's" in line for line in told)
    assert any("wondering (wonder:bot)" in line for line in told)
    assert len(told) == 8


@pytest.mark.slow
def test_a_game_of_another_package_is_simulated_with_a_bot_of_another_package(site: Path) -> None:
    done = kit.gamut(site, "simulate", "easel", "--games", "40", "--bots", "careful:deep,greedy", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["bots"] == ["careful:deep", "greedy"]
    assert sum(wins["wins"] for wins in said["wins"]["seats"]) == pytest.approx(40, abs=0.01)


@pytest.mark.slow
def test_a_game_of_another_package_is_played_in_the_terminal(site: Path, tmp_path: Path) -> None:
    words = ("play", "easel", "--seat", "me", "--seat", "bot:careful", "-o", "rounds=3", "--seed", "4")
    done = kit.gamut(site, *words, typed="1\n1\n1\n\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Round 3 of 3" in done.stdout
    assert "most points" in done.stdout


# ---------------------------------------------------------------------- in this process


@pytest.fixture
def here(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(site))
    caches = (plugins.entries, games.ids, games.find)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_a_broken_game_is_refused_with_its_cause(here: None) -> None:
    with pytest.raises(BrokenPlugin, match="RuntimeError: the wonder has not come"):
        find("wonder")
    with pytest.raises(BrokenPlugin, match="it is of type int, not a Game"):
        find("plain")
    assert find("mixx").title == "Mixx"
    assert "wonder" not in [game.id for game in games.every()]


def test_a_bot_of_another_package_is_a_bot_like_all_others(here: None) -> None:
    setup = find("mixx").open(2)
    assert make_bot("careful", setup).name == "careful"
    report = simulate(setup, ["careful:deep", "random"], games=12)
    assert report.wins.bots["careful:deep"].share > 0.6
    with pytest.raises(UnknownBot, match="it may be careful or careful:deep"):
        make_bot("careful:ish", setup)
    with pytest.raises(UnknownBot, match=r"a move\), careful, wondering, or a level of the game: easy"):
        make_bot("clever", setup)
    with pytest.raises(BrokenPlugin, match=r"wondering \(wonder:bot\) of the package wonder cannot be used"):
        make_bot("wondering", setup)
    assert list(bots.broken()) == ["wondering"]


class Counting(Bot):
    """One action ahead, as in docs/first-bot.md: five copies, if nothing else is said."""

    def __init__(self, setup: Setup, argument: str = "5") -> None:
        super().__init__(setup, argument)
        self.copies = int(argument)

    def decide(self, asked: Decision) -> int:
        return asked.legal[-1]


def make_plain(setup: Setup, argument: str) -> Bot:
    return Counting(setup, argument or "1")


def test_with_nothing_behind_its_name_a_bot_s_own_default_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        name: EntryPoint(name, f"{__name__}:{made.__name__}", bots.GROUP)
        for name, made in (("oneply", Counting), ("plain", make_plain))
    }
    monkeypatch.setattr(bots, "entries", lambda group: found)
    setup = replace(find("mixx"), levels={"only": "oneply"}).open(2)
    assert [make_bot(name, setup).name for name in ("oneply", "oneply:20", "plain", "only")] == [
        "counting:5", "counting:20", "counting:1", "counting:5",
    ]  # fmt: skip
    assert simulate(setup, ["oneply", "random"], games=2).bots == ["oneply", "random"]
    assert bots.added(setup.game) == dict.fromkeys(("oneply", "plain"), setup.game.seats)
    with pytest.raises(BrokenBot, match="the bot oneply cannot be made: ValueError: invalid literal"):
        make_bot("oneply:many", setup)


class Failing(Counting):
    """Cannot decide."""

    def decide(self, asked: Decision) -> int:
        raise LookupError("no such colour")


def test_the_command_line_tells_in_one_line_which_bot_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"failing": EntryPoint("failing", f"{__name__}:Failing", bots.GROUP)}
    monkeypatch.setattr(bots, "entries", lambda group: found)
    monkeypatch.setattr("sys.argv", ["gamut", "simulate", "mixx", "--bots", "failing,random", "-o", "first=1"])
    with pytest.raises(SystemExit):
        cli.main()
    line = Failing.decide.__code__.co_firstlineno + 1
    said = "gamut: step 0: the bot failing:5 in seat 1 failed with LookupError: no such colour"
    assert capsys.readouterr().err.strip() == f"{said} (test_plugins.py:{line})"


def test_a_bot_of_another_package_can_be_a_level(here: None) -> None:
    game = replace(find("mixx"), levels={"only": "careful:deep"})
    assert make_bot("only", game.open(2)).name == "careful:deep"


# ---------------------------------------------------------------------- native code


def test_the_same_code_in_two_modules_is_compiled_twice() -> None:
    """Else a game would load what another one has left in the cache, and miss that one's module."""
    digests = set()
    for module in ("dawn", "dusk", "dawn"):
        space: dict[str, Any] = {"__name__": module}
        exec("def helper(a):\n    return a + 1\n\ndef driver(a):\n    return helper(a)", space)
        made = Interpreted({})(space["driver"])
        assert made(1) == 2
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
gamut.find("mixx").open(2)
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
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "module 'gamut' has no attribute 'nothing'\n", done.stderr
