"""`python -m gamut.testing conform mixx`, `python -m gamut.testing golden mixx tests/games/mixx/golden.txt`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from gamut import games
from gamut.engine.bind import report_compiling
from gamut.engine.errors import GamutError
from gamut.testing import ConformanceError, cases, golden
from gamut.testing.suite import QUICK_GAMES, QUICK_INTERPRETED_GAMES

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Check a game, or write its golden playthrough.")
GameId = Annotated[str, typer.Argument(help="The id of a game.")]


@app.command()
def conform(
    game: GameId,
    n_games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=1,
            help=f"How many games each check plays; default: {QUICK_GAMES}, interpreted {QUICK_INTERPRETED_GAMES}. "
            "Rare faults need 1000.",
        ),
    ] = None,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Compile nothing; for debuggers.")] = False,
    seats: Annotated[list[int] | None, typer.Option(help="Only with this number of players.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this check.")] = None,
) -> None:
    """Run the conformance suite up to the first check that fails."""
    try:
        trials = cases(
            games.find_game(game), games=n_games, native=not interpreted, seats=seats or None, only=only or None
        )
        for number, trial in enumerate(trials, 1):
            typer.echo(f"[{number}/{len(trials)}] {trial} … ", nl=False)
            begin = perf_counter()
            with report_compiling(lambda name, count: typer.echo("compiling … ", nl=False) if count == 1 else None):
                trial()
            typer.echo(f"passed in {perf_counter() - begin:.1f} s")
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
