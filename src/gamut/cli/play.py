"""`gamut play`: a game in the terminal, against bots or between people at one keyboard."""

from __future__ import annotations

import os
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamut.cli import asked
from gamut.cli.asked import Given, Seats
from gamut.engine.seeds import LARGEST_SEED

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from gamut.cli.terminal import Player, Terminal
    from gamut.engine.game import Setup

BOT = "bot:"


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The id of a game.")] = None,
    seats: Seats = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", "-s", metavar="WHO",
            help="Who sits there, one option per seat: `me`, the name of another person at this keyboard, or "
            "`bot:` and a level of the game or any bot (`bot:search:500ms`). The rest are bots of middle level.",
        ),
    ] = None,
    option: Given = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED,
            help="The same seed gives the same deal and, unless time limits them, the same bots.",
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:  # fmt: skip
    """Play in the terminal; `help` there says what you can type."""
    from rich.console import Console

    from gamut.engine.bind import compiling
    from gamut.engine.errors import BadOptions

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without our signs shows a mark instead
    console = Console(highlight=False)
    keyboard = Keyboard(console)
    if resume is not None:
        if game or seats or seat or option or seed is not None:
            raise BadOptions("--resume FILE goes alone: the file knows the game, its seats and options")
        terminal = resume_game(resume, console, keyboard)
    elif game is None:
        raise BadOptions("say which game, for example `gamut play mixx`, or --resume FILE")
    else:
        terminal = open_game(game, seats, seat or [], option or [], seed, console, keyboard)
    with compiling(keyboard.tell_compiling):
        terminal.run()


def open_game(
    game: str, seats: int | None, who: list[str], given: list[str], seed: int | None,
    console: Console, read: Callable[[str], str],
) -> Terminal:  # fmt: skip
    """A new game."""
    from gamut.cli.terminal import Terminal
    from gamut.engine.keys import game_key
    from gamut.engine.table import Table
    from gamut.games import find

    smallest = find(game).seats[0]
    setup = asked.open_setup(game, seats or max(smallest, len(who)), given)
    check_people(setup, who)
    players = seat_players(setup, who)
    with console.status(f"Laying out {setup.game.title} …"):
        table = Table(setup, None if seed is None else game_key(seed, 0))
    chosen = secrets.randbits(32) if seed is None else seed
    return Terminal(table, players, console, read, chosen, threads=os.cpu_count() or 1)


def resume_game(path: Path, console: Console, read: Callable[[str], str]) -> Terminal:
    """A saved game, played again up to where it was left."""
    from gamut.cli import saved
    from gamut.cli.terminal import Terminal
    from gamut.engine import replay
    from gamut.games import find

    kept = saved.read(path)
    with console.status("Opening the saved game …"):
        end = replay.verify(kept, find)
        table = end.copy()
        table.rewind(0)
    players = seat_players(end.setup, kept.players)
    terminal = Terminal(table, players, console, read, kept.seed, path, kept.taken_back, os.cpu_count() or 1)
    for mover, action in end.history:
        terminal.do(mover, action)
    terminal.skip()
    return terminal


def check_people(setup: Setup, who: list[str]) -> None:
    """Refuse names of people that were hardly meant: none at all, or a bot's."""
    from gamut.bots import middle_level
    from gamut.engine.errors import BadOptions

    for name in who:
        if not name.strip():
            raise BadOptions(
                f"a seat needs a name: `me`, a person's, or a bot's, such as `{BOT}{middle_level(setup.game)}`"
            )
        if is_bot(name.lower(), setup):
            raise BadOptions(f"{name!r} would be a person of that name; the bot is `{BOT}{name.lower()}`")


def is_bot(name: str, setup: Setup) -> bool:
    """Whether a bot has that name, without `bot:`."""
    from gamut.bots import make_bot
    from gamut.engine.errors import GamutError

    try:
        make_bot(name, setup)
    except GamutError:
        return False
    return True


def seat_players(setup: Setup, who: list[str]) -> list[Player]:
    """Who sits where: as asked, then you if nobody else is a person, then bots of middle level."""
    from gamut.bots import make_bot, middle_level
    from gamut.cli.terminal import Player
    from gamut.engine.errors import BadOptions

    if len(who) > setup.seats:
        raise BadOptions(f"{len(who)} players for {setup.seats} seats")
    specs = who or ["me"]
    specs = [*specs, *[f"{BOT}{middle_level(setup.game)}"] * (setup.seats - len(specs))]
    players: list[Player] = []
    for spec in specs:
        bot = make_bot(spec.removeprefix(BOT), setup, threads=os.cpu_count() or 1) if spec.startswith(BOT) else None
        wanted = "You" if spec.lower() == "me" else spec if bot is None else f"{spec.removeprefix(BOT)} bot"
        wanted = wanted[0].upper() + wanted[1:] if wanted else "Nobody"
        taken = [p.name for p in players]
        name = next(n for n in (wanted, *(f"{wanted} {k}" for k in range(2, 99))) if n not in taken)
        players.append(Player(spec, name, bot))
    return players


class Keyboard:
    """Asks for lines; between two of them it says once that native code is being compiled."""

    def __init__(self, console: Console) -> None:
        self._console, self._told = console, False

    def __call__(self, prompt: str) -> str:
        """A line."""
        self._told = False
        return self._console.input(prompt, markup=False)

    def tell_compiling(self, function: str, so_far: int) -> None:
        """Say what takes so long: this happens once on a machine."""
        if not self._told:
            self._told = True
            self._console.print("Compiling for this machine, once; this can take some seconds …", style="dim")
