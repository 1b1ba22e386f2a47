"""`gamut play`: play a game in the terminal, against bots or with other people at the same keyboard."""

from __future__ import annotations

import os
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamut.cli.common_options import GAME_HELP, OptionTexts, Seats, open_setup
from gamut.engine.chance import MAX_SEED
from gamut.engine.presentation import format_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from gamut.cli.terminal import Player, Terminal
    from gamut.engine.game import Setup

BOT_PREFIX = "bot:"


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    seats: Seats = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", "-s", metavar="PLAYER",
            help='Who plays a seat; repeat it for each seat. "me", the name of another person at this keyboard, or a '
            'bot by level or name: "bot:hard", "bot:search:500ms". The other seats get bots of the middle level.',
        ),
    ] = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, max=MAX_SEED,
            help="The same seed gives the same deal and the same bots, except bots that think for a given time.",
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Continue a saved game.")
    ] = None,
) -> None:  # fmt: skip
    """Play in the terminal. Type "help" during a game for a list of commands."""
    from rich.console import Console

    from gamut.engine.bind import report_compiling
    from gamut.engine.errors import InvalidOptions, format_list
    from gamut.games import list_game_ids

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # for a terminal that cannot show all our characters
    console = Console(highlight=False)
    keyboard = Keyboard(console)
    if resume is not None:
        if game or seats or seat or option or seed is not None:
            raise InvalidOptions("--resume takes no game and no other options: they are in the file")
        terminal = resume_game(resume, console, keyboard)
    elif game is None:
        raise InvalidOptions(f"name a game, or use --resume FILE; the games are: {format_list(list_game_ids(), 20)}")
    else:
        terminal = open_game(game, seats, seat or [], option or [], seed, console, keyboard)
    with report_compiling(keyboard.report_compiling):
        terminal.run()


def open_game(
    game: str, seats: int | None, specs: list[str], option_texts: list[str], seed: int | None,
    console: Console, read: Callable[[str], str],
) -> Terminal:  # fmt: skip
    """Return the terminal of a new game; `specs` are the values of `--seat`."""
    from gamut.cli.terminal import Terminal
    from gamut.engine.chance import game_key
    from gamut.engine.table import Table
    from gamut.games import find_game

    fewest = find_game(game).seats[0]
    setup = open_setup(game, seats or max(fewest, len(specs)), option_texts)
    check_names(setup, specs)
    players = seat_players(setup, specs)
    with console.status(f"Setting up {setup.game.title}…"):
        table = Table(setup, None if seed is None else game_key(seed, 0))
    bot_seed = secrets.randbits(32) if seed is None else seed
    return Terminal(table, players, console, read, bot_seed, threads=os.cpu_count() or 1)


def resume_game(path: Path, console: Console, read: Callable[[str], str]) -> Terminal:
    """Return the terminal of a saved game, replayed up to the last action."""
    from gamut.cli import saved_games
    from gamut.cli.terminal import Terminal
    from gamut.engine import replay
    from gamut.games import find_game

    saved = saved_games.read_game(path)
    with console.status("Opening the saved game…"):
        end = replay.verify_replay(saved, find_game)
        table = end.copy()
        table.rewind(0)
    players = seat_players(end.setup, saved.players)
    terminal = Terminal(table, players, console, read, saved.seed, path, saved.undone, os.cpu_count() or 1)
    for seat, action in end.history:
        terminal.play_action(seat, action)
    terminal.skip_known_steps()
    return terminal


def check_names(setup: Setup, specs: list[str]) -> None:
    """Raise InvalidOptions for an empty name, and for the name of a bot without `bot:`."""
    from gamut.bots import middle_level
    from gamut.engine.errors import InvalidOptions

    for spec in specs:
        if not spec.strip():
            example = f"{BOT_PREFIX}{middle_level(setup.game)}"
            raise InvalidOptions(f"--seat needs a player: `me`, the name of a person, or a bot such as `{example}`")
        if is_bot(spec.lower(), setup):
            raise InvalidOptions(
                f"--seat {spec!r} would be a person of that name; for the bot, use `{BOT_PREFIX}{spec.lower()}`"
            )


def is_bot(name: str, setup: Setup) -> bool:
    """Return whether a bot has that name, without `bot:`."""
    from gamut.bots import make_bot
    from gamut.engine.errors import GamutError

    try:
        make_bot(name, setup)
    except GamutError:
        return False
    return True


def seat_players(setup: Setup, specs: list[str]) -> list[Player]:
    """Return the players by seat: those of `--seat`, or else `me`, and bots of the middle level for the rest."""
    from gamut.bots import make_bot, middle_level
    from gamut.cli.terminal import Player
    from gamut.engine.errors import InvalidOptions

    if len(specs) > setup.seats:
        raise InvalidOptions(f"{format_count(len(specs), 'player')} for {format_count(setup.seats, 'seat')}")
    specs = specs or ["me"]
    specs = [*specs, *[f"{BOT_PREFIX}{middle_level(setup.game)}"] * (setup.seats - len(specs))]
    players: list[Player] = []
    for spec in specs:
        bot_name = spec.removeprefix(BOT_PREFIX)
        bot = make_bot(bot_name, setup, threads=os.cpu_count() or 1) if spec.startswith(BOT_PREFIX) else None
        name = "You" if spec.lower() == "me" else f"{bot_name} bot" if bot else spec or "Player"
        name = name[0].upper() + name[1:]
        taken = [player.name for player in players]
        unique = next(n for n in (name, *(f"{name} {k}" for k in range(2, 99))) if n not in taken)
        players.append(Player(spec, unique, bot))
    return players


class Keyboard:
    """Reads lines; between two of them it reports once that native code is being compiled."""

    def __init__(self, console: Console) -> None:
        self._console, self._reported = console, False

    def __call__(self, prompt: str) -> str:
        self._reported = False
        return self._console.input(prompt, markup=False)

    def report_compiling(self, function: str, compiled: int) -> None:
        if not self._reported:
            self._reported = True
            self._console.print("Compiling the game (only once on this machine). Please wait…", style="dim")
