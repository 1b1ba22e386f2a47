"""`gamut train`: train the network that estimates the value of a game's positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamut.cli.common_options import GameId
from gamut.cli.output import err, out


def train(
    game: GameId,
    games: Annotated[int, typer.Option(min=2, help="Games for each number of players and level of noise.")] = 1200,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts from each position.")] = 8,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the training data.")] = 40,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="The file to write; default: the game's own.")] = None,
) -> None:
    """Train a game's value network on games of greedy bots. Requires scikit-learn."""
    from gamut.games import find_game
    from gamut.lab.train import train as run

    path = run(find_game(game), games, playouts, epochs, to, lambda line: err.print(line, markup=False))
    out.print(f"wrote {path}", markup=False, soft_wrap=True)
