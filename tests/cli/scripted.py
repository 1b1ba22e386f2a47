"""Games in the terminal whose players type prepared lines."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console

from gamut.bots import make_bot
from gamut.cli import play
from gamut.cli.terminal import Player, Terminal
from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.template import GAME as EASEL
from tests.cli import counting


class ScriptedConsole:
    """A console that records what is printed, and a keyboard that types lines until they run out."""

    def __init__(self, *lines: str) -> None:
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=80, force_terminal=False)
        self._lines: Iterator[str] = iter(lines)

    def read(self, prompt: str) -> str:
        self.file.write(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        """Everything printed, with single spaces."""
        return " ".join(self.file.getvalue().split())


def open_mixx(
    *lines: str, players: tuple[str, ...] = ("me", "bot:random"), **options: str
) -> tuple[Terminal, ScriptedConsole]:
    screen = ScriptedConsole(*lines)
    texts = [f"{name}={value}" for name, value in {"first": "1", **options}.items()]
    terminal = play.open_game("mixx", len(players), list(players), texts, 5, screen.console, screen.read)
    return terminal, screen


def play_mixx(
    *lines: str, players: tuple[str, ...] = ("me", "bot:random"), **options: str
) -> tuple[Terminal, ScriptedConsole]:
    terminal, screen = open_mixx(*lines, players=players, **options)
    terminal.run()
    return terminal, screen


def play_easel(*lines: str, players: tuple[str, ...] = ("Ann", "Ben")) -> tuple[Terminal, ScriptedConsole]:
    """Play the template game, which has hands and secret choices."""
    return _play(deal_easel(len(players)), lines, players)


def deal_easel(seats: int = 2) -> Table:
    return Table(EASEL.open(seats, {"rounds": 3}), game_key(6, 1))


def play_counting(*lines: str, players: tuple[str, ...] = ("me",)) -> tuple[Terminal, ScriptedConsole]:
    """Play a toy with many moves, reasons and warnings, which can be lost."""
    return _play(Table(counting.GAME.open(len(players))), lines, players)


def _play(table: Table, lines: tuple[str, ...], names: tuple[str, ...]) -> tuple[Terminal, ScriptedConsole]:
    screen = ScriptedConsole(*lines)
    bots = {"bot": make_bot("greedy", table.setup)}
    players = [Player(name, name, bots.get(name)) for name in names]
    terminal = Terminal(table, players, screen.console, screen.read, 1)
    terminal.run()
    return terminal, screen
