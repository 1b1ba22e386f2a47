"""`gamut games`: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table

from gamut.cli.common_options import Json
from gamut.cli.output import err, out, print_json
from gamut.engine.options import FileOption
from gamut.engine.presentation import format_players

if TYPE_CHECKING:
    from gamut.engine.game import Game
    from gamut.engine.options import Option


def games(json: Json = False) -> None:
    """List the games with their players, options, bot levels and notes on the edition."""
    from gamut.games import find_broken_games, list_games

    if json:
        print_json({"games": [game_to_json(game) for game in list_games()], "broken": find_broken_games()})
        return
    for game in list_games():
        out.print(Panel(_describe(game), title=f"[bold]{game.title}[/] · {game.id}", title_align="left"))
    for problem in find_broken_games().values():
        err.print(problem, style="red", markup=False, soft_wrap=True)


def game_to_json(game: Game) -> dict[str, Any]:
    from gamut.bots import find_levels

    return {
        "id": game.id,
        "title": game.title,
        "tagline": game.tagline,
        "goal": game.goal,
        "version": game.version,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "options": [
            {
                "name": o.name,
                "help": o.help,
                "allowed": o.describe_allowed(_most_seats(game, o)),
                "default": {str(n): o.default_for(n) for n in game.seats if o.applies_to(n)},
            }
            for o in game.options
        ],
        "levels": dict(find_levels(game)),
        "network": game.network.digest if game.network else "",
        "reconstructed": list(game.edition_notes),
    }


def _describe(game: Game) -> Table:
    from gamut.bots import find_levels

    page = Table.grid(padding=(0, 1))
    page.add_row(game.tagline)
    page.add_row(game.goal)
    page.add_row(f"{format_players(game.seats, to='–')} · about {game.minutes} minutes")
    if game.options:
        options = Table("option", "allowed", "default", "meaning", box=None, padding=(0, 2, 0, 0))
        for o in game.options:
            options.add_row(o.name, o.describe_allowed(_most_seats(game, o)), _describe_default(game, o), o.help)
        page.add_row(options)
    for o in game.options:
        if isinstance(o, FileOption):
            page.add_row(f"Files for {o.name}: {o.folder}; your own go into {o.operator_folder}")
    page.add_row("Bots: " + ", ".join(f"{level} ({spec})" for level, spec in find_levels(game).items()))
    if game.network:
        page.add_row(f"Network {game.network.digest}, made by `{game.network.made.command}`", style="dim")
    for sentence in game.edition_notes:
        page.add_row(f"[dim]Edition note: {sentence}[/]")
    return page


def _most_seats(game: Game, o: Option) -> int:
    """Return the largest number of players for which the option exists."""
    return max(n for n in game.seats if o.applies_to(n))


def _describe_default(game: Game, o: Option) -> str:
    """Return the default, or the one for each number of players."""
    seats_by_value: dict[str, list[int]] = {}
    for n in filter(o.applies_to, game.seats):
        seats_by_value.setdefault(str(o.default_for(n)).lower(), []).append(n)
    if list(seats_by_value.values()) == [list(game.seats)]:
        return next(iter(seats_by_value))
    return ", ".join(f"{value} ({format_players(seats, to='–')})" for value, seats in seats_by_value.items())
