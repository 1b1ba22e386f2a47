"""`gamut games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table

from gamut.cli.asked import Json
from gamut.cli.output import err, out, print_json

if TYPE_CHECKING:
    from gamut.engine.game import Game
    from gamut.engine.options import Option


def games(json: Json = False) -> None:
    """List the games: seats, options, bot levels, and what was reconstructed."""
    from gamut.games import broken, every

    if json:
        print_json({"games": [facts(game) for game in every()], "broken": broken()})
        return
    for game in every():
        out.print(Panel(_page(game), title=f"[bold]{game.title}[/] · {game.id}", title_align="left"))
    for line in broken().values():
        err.print(line, style="red", markup=False, soft_wrap=True)


def facts(game: Game) -> dict[str, Any]:
    """A game as data."""
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
                "allowed": o.allowed(_most_seats(game, o)),
                "default": {str(n): o.standard(n) for n in game.seats if o.exists(n)},
            }
            for o in game.options
        ],
        "levels": dict(find_levels(game)),
        "reconstructed": list(game.reconstructed),
    }


def _page(game: Game) -> Table:
    from gamut.bots import find_levels

    page = Table.grid(padding=(0, 1))
    page.add_row(game.tagline)
    page.add_row(game.goal)
    page.add_row(f"{_seats(game)} · about {game.minutes} minutes")
    if game.options:
        options = Table("option", "may be", "default", "what it does", box=None, padding=(0, 2, 0, 0))
        for o in game.options:
            options.add_row(o.name, o.allowed(_most_seats(game, o)), _defaults(game, o), o.help)
        page.add_row(options)
    page.add_row("Bots: " + ", ".join(f"{level} ({spec})" for level, spec in find_levels(game).items()))
    for sentence in game.reconstructed:
        page.add_row(f"[dim]Reconstructed: {sentence}[/]")
    return page


def _seats(game: Game) -> str:
    fewest, most = min(game.seats), game.most_seats
    return f"{most} player{'s' if most != 1 else ''}" if fewest == most else f"{fewest}–{most} players"


def _most_seats(game: Game, o: Option) -> int:
    """The largest table that has the option."""
    return max(n for n in game.seats if o.exists(n))


def _defaults(game: Game, o: Option) -> str:
    """One value, or one for each number of players."""
    values = {n: str(o.standard(n)).lower() for n in game.seats if o.exists(n)}
    if len(set(values.values())) == 1 and len(values) == len(game.seats):
        return next(iter(values.values()))
    return ", ".join(f"{value} ({n} player{'s' if n != 1 else ''})" for n, value in values.items())
