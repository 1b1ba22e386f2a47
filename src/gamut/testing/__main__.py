"""`python -m gamut.testing conform mixx`, `python -m gamut.testing golden mixx tests/games/mixx/golden.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamut import games
from gamut.engine.errors import GamutError
from gamut.testing import ConformanceError, cases, golden

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Check a game, or write its golden playthrough.")
GameId = Annotated[str, typer.Argument(help="The id of a game.")]


@app.command()
def conform(
    game: GameId,
    n_games: Annotated[int, typer.Option("--games", min=1, help="How many games each check plays.")] = 1000,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Compile nothing; for debuggers.")] = False,
    seats: Annotated[list[int] | None, typer.Option(help="Only with this number of players.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this check.")] = None,
) -> None:
    """Run the conformance suite up to the first check that fails."""
    try:
        trials = cases(
            games.find_game(game), games=n_games, native=not interpreted, seats=seats or None, only=only or None
        )
        for trial in trials:
            typer.echo(f"{trial} … ", nl=False)
            trial()
            typer.echo("passed")
    except (GamutError, ConformanceError, ValueError) as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(1) from None


@app.command("golden")
def write_golden(
    game: GameId,
    file: Annotated[Path, typer.Argument(help="The file to write, usually golden.txt beside the game's tests.")],
) -> None:
    """Write the golden playthrough of a game."""
    try:
        golden.write(games.find_game(game), file)
    except GamutError as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    app()
