"""`gamut teach`: teach the network with which a game judges its positions anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamut.cli.asked import GameId
from gamut.cli.output import err, out


def teach(
    game: GameId,
    games: Annotated[int, typer.Option(min=2, help="Games for every number of seats and degree of chance.")] = 1200,
    times: Annotated[int, typer.Option(min=1, help="How often each position is played on.")] = 8,
    epochs: Annotated[int, typer.Option(min=1, help="Times all labels are gone through.")] = 40,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; default: the game's own.")
    ] = None,
) -> None:
    """Let greedy bots play, and teach a game's network what its positions are worth. Needs `gamut-games[teach]`."""
    from gamut.games import find
    from gamut.lab.teach import teach as run

    path = run(find(game), games, times, epochs, to, lambda line: err.print(line, markup=False))
    out.print(f"written to {path}", markup=False, soft_wrap=True)
