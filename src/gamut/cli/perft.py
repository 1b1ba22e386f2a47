"""`gamut perft`: count action sequences by length."""

from __future__ import annotations

from typing import Annotated

import typer

from gamut.cli.common_options import GameId, Json, OptionTexts, Seats, Seed, open_setup
from gamut.cli.interruptible import run_interruptible
from gamut.cli.output import out, print_json, show_compiling


def perft(
    game: GameId,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=64, help="The length of the longest sequence.")] = 3,
    seats: Seats = None,
    seed: Seed = 1,
    option: OptionTexts = None,
    json: Json = False,
) -> None:
    """Count all action sequences from one deal, for each length. Equal rules give equal counts."""
    from gamut.engine.perft import count_by_depth

    setup = open_setup(game, seats, option)
    counts, rows = count_by_depth(setup, depth, seed), []
    for _ in range(depth + 1):
        with show_compiling(setup.game.title):
            row = run_interruptible(counts.__next__)
        rows.append(row)
        if not json:
            out.print(f"depth {row.depth:2}  {row.sequences:16,}  {row.seconds:8.2f} s")
    if json:
        print_json({"game": game, "seats": setup.seats, "options": setup.options, "seed": seed, "depths": rows})
