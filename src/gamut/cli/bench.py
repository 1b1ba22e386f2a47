"""`gamut bench`: measure how fast the games run on this machine."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer
from rich.table import Table

from gamut.cli.common_options import Json
from gamut.cli.interruptible import run_interruptible
from gamut.cli.output import err, out, print_json


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The ids of games; default: all.")] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", "-n", help="The number of players; default: 4, or the most allowed.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure speed on one core in CPU time: native and interpreted play, search, compiling and start-up."""
    from gamut.games import find_game, list_games
    from gamut.lab import bench as lab

    chosen = [find_game(game_id) for game_id in game] if game else list_games()
    setups = [one.open(min(4, one.max_seats) if seats is None else seats) for one in chosen]
    with err.status("Calibrating") as status:
        rate = run_interruptible(lambda: lab.calibrate(chosen[0]))
        speeds = []
        for setup in setups:
            status.update(f"Measuring {setup.game.title}")
            speeds.append(run_interruptible(partial(lab.bench, setup.game, setup.seats)))
    if json:
        print_json({"calibration": rate, "games": speeds})
        return
    table = Table("", *(speed.game for speed in speeds), box=None, padding=(0, 3, 0, 0))
    for name in lab.Speed.__struct_fields__[1:]:
        table.add_row(name.replace("_", " "), *(f"{getattr(speed, name):,}" for speed in speeds))
    out.print(table)
    out.print(f"calibration loop: {rate:,} rounds/s")
