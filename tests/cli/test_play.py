"""`gamut play`: its arguments, and the keyboard. The game itself is tested in test_terminal.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MethodType

import pytest

from gamut.cli import play
from gamut.engine.errors import InvalidOptions
from gamut.games import find_game
from tests.cli.gamut_command import GamutCommand
from tests.cli.scripted import ScriptedConsole, play_mixx


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "name a game, or use --resume FILE; the games are: "),
        (["chess"], "unknown game 'chess'; the games are: "),
        (["mixx", "--seats", "7"], "2 to 4 players, not 7"),
        (["mixx", "--seat", "bot:clever"], "'clever'"),
        (["mixx", "--seat", "easy"], "--seat 'easy' would be a person of that name; for the bot, use `bot:easy`"),
        (["mixx", "--seat", "Greedy"], "--seat 'Greedy' would be a person of that name; for the bot, use `bot:greedy`"),
        (["mixx", "--seat", " "], "--seat needs a player: `me`, the name of a person, or a bot such as `bot:medium`"),
        (["mixx", "-o", "stock"], "--option 'stock' must have the form NAME=VALUE"),
        (["mixx", "--seed", "18446744073709551616"], "Invalid value for '--seed'"),
        (["mixx", "--resume", "x.json"], "--resume takes no game and no other options"),
        (["--resume", "x.json"], "x.json: No such file"),
    ],
)
def test_invalid_arguments(gamut: GamutCommand, args: list[str], message: str) -> None:
    assert message in gamut.expect_error("play", *args)


def test_other_seats_get_bots_of_the_middle_level_and_names_are_unique() -> None:
    setup = find_game("mixx").open(4)
    assert [p.name for p in play.seat_players(setup, [])] == ["You", "Medium bot", "Medium bot 2", "Medium bot 3"]
    assert [p.name for p in play.seat_players(setup, ["Ann", "Ann", "bot:search:5ms"])] == [
        "Ann", "Ann 2", "Search:5ms bot", "Medium bot",
    ]  # fmt: skip
    with pytest.raises(InvalidOptions, match="5 players for 4 seats"):
        play.seat_players(setup, ["me"] * 5)


def test_the_same_seed_gives_the_same_game(in_tmp_path: Path) -> None:
    assert play_mixx("1", "1", "quit")[0].table.history == play_mixx("1", "1", "quit")[0].table.history


def test_compiling_is_reported_once_between_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = ScriptedConsole()
    keyboard = play.Keyboard(screen.console)
    monkeypatch.setattr("builtins.input", lambda: "1")
    for reports in (1, 2):
        for compiled in range(3):
            keyboard.report_compiling("play", compiled)
        assert screen.text.count("Compiling the game") == reports
        assert keyboard("> ") == "1"


def test_the_keyboard_reports_compiling_during_the_game(monkeypatch: pytest.MonkeyPatch, in_tmp_path: Path) -> None:
    reports: list[Callable[[str, int], None]] = []

    @contextmanager
    def report_compiling(report: Callable[[str, int], None]) -> Iterator[None]:
        reports.append(report)
        yield

    monkeypatch.setattr("gamut.engine.bind.report_compiling", report_compiling)
    monkeypatch.setattr("builtins.input", lambda: "quit")
    play.play("mixx")
    (report,) = reports
    assert isinstance(report, MethodType)
    assert report.__func__ is play.Keyboard.report_compiling
