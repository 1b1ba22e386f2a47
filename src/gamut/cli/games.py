"""`gamut games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table

from gamut.cli.asked import Json
from gamut.cli.output import out, print_json

if TYPE_CHECKING:
    from gamut.engine.game import Game
    from gamut.engine.options import Option


def games(json: Json = False) -> None:
    """List the games: seats, options, bot levels, and what was reconstructed."""
    from gamut.games import every

    if json:
        print_json({"games": [facts(game) for game in every()]})
        return
    for game in every():
        out.print(Panel(_page(game), title=f"[bold]{game.title}[/] · {game.id}", title_align="left"))


def facts(game: Game) -> dict[str, Any]:
    """A game as data."""
    return {
        "id": game.id,
        "title": game.title,
        "tagline": game.tagline,
        "version": game.version,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "options": [
            {
                "name": o.name,
                "help": o.help,
                "allowed": o.allowed(game.most_seats),
                "default": {str(n): o.standard(n) for n in game.seats},
            }
            for o in game.options
        ],
        "levels": dict(game.levels),
        "reconstructed": list(game.reconstructed),
    }


def _page(game: Game) -> Table:
    page = Table.grid(padding=(0, 1))
    page.add_row(game.tagline)
    page.add_row(f"{game.seats[0]}–{game.most_seats} players · about {game.minutes} minutes")
    options = Table("option", "may be", "default", "what it does", box=None, padding=(0, 2, 0, 0))
    for o in game.options:
        options.add_row(o.name, o.allowed(game.most_seats), _defaults(game, o), o.help)
    page.add_row(options)
    page.add_row("Bots: " + ", ".join(f"{level} ({spec})" for level, spec in game.levels.items()))
    for sentence in game.reconstructed:
        page.add_row(f"[dim]Reconstructed: {sentence}[/]")
    return page


def _defaults(game: Game, o: Option) -> str:
    values = [str(o.standard(n)).lower() for n in game.seats]
    if len(set(values)) == 1:
        return values[0]
    return ", ".join(f"{v} ({n} players)" for n, v in zip(game.seats, values, strict=True))
