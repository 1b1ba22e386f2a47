"""`gamut bench`: how fast the games are here."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer
from rich.table import Table

from gamut.cli.asked import Json
from gamut.cli.output import err, out, print_json
from gamut.cli.waiting import wait_for


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all of them.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-n", help="How many play; 4, or the most.")] = None,
    json: Json = False,
) -> None:
    """Measure speed on one core, in its own seconds: native, interpreted, search, compiling and starting."""
    from gamut.games import every, find
    from gamut.lab import bench as lab

    chosen = [find(game_id) for game_id in game] if game else every()
    setups = [one.open(min(4, one.most_seats) if seats is None else seats) for one in chosen]
    with err.status("Calibrating") as status:
        rate = wait_for(lambda: lab.calibration(chosen[0]))
        speeds = []
        for setup in setups:
            status.update(f"Measuring {setup.game.title}")
            speeds.append(wait_for(partial(lab.bench, setup.game, setup.seats)))
    if json:
        print_json({"calibration": rate, "games": speeds})
        return
    table = Table("", *(speed.game for speed in speeds), box=None, padding=(0, 3, 0, 0))
    for name in lab.Speed.__struct_fields__[1:]:
        table.add_row(name.replace("_", " "), *(f"{getattr(speed, name):,}" for speed in speeds))
    out.print(table)
    out.print(f"calibration loop: {rate:,} rounds/s")
