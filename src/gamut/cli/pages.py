"""`gamut pages`: build the table that a game's package carries for the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamut.cli.output import err, out
from gamut.engine.errors import GamutError

app = typer.Typer(no_args_is_help=True, help="Build the table of a game's own package for the browser.")


class CannotBuildTable(GamutError):
    """The folder holds no package of a game with a web table, or its table does not compile."""

    output = ""  # of the compiler


@app.command()
def build(
    folder: Annotated[Path, typer.Argument(help="The folder of the package, with its pyproject.toml.")] = Path(),
    check: Annotated[bool, typer.Option(help="Check the types too.")] = True,
) -> None:
    """Build the folder `web` of a package into the folder `table` beside its rules.

    The table goes into the package's wheel. Needs the extra `gamut-games[pages]`, which contains Node.
    """
    from gamut.cli.table_builder import TableBuilder

    for builder in TableBuilder.find_all(folder.resolve()):
        with_types = " and checking its types" if check else ""
        out.print(f"Building the table of {builder.game.title}{with_types} …", markup=False)
        try:
            built = builder.build(check)
        except CannotBuildTable as e:
            err.print(e.output, markup=False, soft_wrap=True)
            raise
        size = sum(file.stat().st_size for file in built.iterdir())
        out.print(f"Built {built} ({size / 1000:.0f} kB). `gamut serve` shows it.", markup=False, soft_wrap=True)
