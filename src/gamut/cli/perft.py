"""`gamut perft`: how many action sequences there are to a depth."""

from __future__ import annotations

from typing import Annotated

import typer

from gamut.cli.asked import GameId, Given, Json, Seats, Seed, open_setup
from gamut.cli.output import out, print_json, tell_compiling
from gamut.cli.waiting import wait_for


def perft(
    game: GameId,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=64, help="Longest sequence.")] = 3,
    seats: Seats = None,
    seed: Seed = 1,
    option: Given = None,
    json: Json = False,
) -> None:
    """Count all action sequences from one deal, depth by depth: equal rules give equal counts."""
    from gamut.lab.perft import counts

    setup = open_setup(game, seats, option)
    counting, rows = counts(setup, depth, seed), []
    for _ in range(depth + 1):
        with tell_compiling(setup.game.title):
            row = wait_for(counting.__next__)
        rows.append(row)
        if not json:
            out.print(f"depth {row.depth:2}  {row.sequences:16,}  {row.seconds:8.2f} s")
    if json:
        print_json({"game": game, "seats": setup.seats, "options": setup.options, "seed": seed, "depths": rows})
