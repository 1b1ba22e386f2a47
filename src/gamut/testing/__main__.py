"""`python -m gamut.testing conform mixx`, `python -m gamut.testing golden mixx`."""

from __future__ import annotations

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
    many: Annotated[int, typer.Option("--games", min=1, help="How many games each check plays.")] = 1000,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Compile nothing: for debuggers.")] = False,
    seats: Annotated[list[int] | None, typer.Option(help="Only with so many players.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this check.")] = None,
) -> None:
    """Run the conformance suite, to the first check that fails."""
    try:
        found = games.find(game)
        for trial in cases(found, games=many, native=not interpreted, seats=seats or None, only=only or None):
            typer.echo(f"{trial} … ", nl=False)
            trial()
            typer.echo("good")
    except (GamutError, ConformanceError, ValueError) as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(1) from None


@app.command("golden")
def write_golden(game: GameId) -> None:
    """Write the golden playthrough anew."""
    try:
        typer.echo(str(golden.write(games.find(game))))
    except GamutError as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    app()
