"""`gamut tables`: list, export and delete the stored tables of a server."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.table import Table

from gamut.cli.common_options import Json
from gamut.cli.output import err, out, print_json
from gamut.cli.serve import Database
from gamut.engine.errors import GamutError, InvalidOptions, format_list
from gamut.engine.presentation import format_count

DAY_MS = 24 * 3600 * 1000

app = typer.Typer(
    help="List, export and delete the tables stored by a server, even while it runs.", no_args_is_help=True
)


class CannotExport(GamutError):
    """The file cannot be written."""


@app.command("list")
def list_(
    database: Database = None,
    state: Annotated[
        str | None, typer.Option(metavar="STATE", help="Only tables in this state, e.g. finished.")
    ] = None,
    days: Annotated[float | None, typer.Option(min=0, help="Only tables unchanged for this many days.")] = None,
    json: Json = False,
) -> None:
    """List the tables, starting with the one unchanged for the longest time."""
    from gamut.server.storage.database import default_url
    from gamut.server.storage.retention import State, list_tables, open_for_operator

    if state not in (None, *get_args(State)):
        raise InvalidOptions(f"unknown state {state!r}; the states are: {format_list(get_args(State))}")
    with open_for_operator(database or default_url()) as connection:
        stored = list_tables(connection)
    before = None if days is None else time.time() * 1000 - days * DAY_MS
    chosen = [t for t in stored if state in (None, t.state) and (before is None or t.changed < before)]
    if json:
        print_json({"tables": chosen})
        return
    grid = Table("table", "game", "state", "created", "last change", "entries", box=None, padding=(0, 2, 0, 0))
    for t in chosen:
        grid.add_row(t.id, t.game, t.state, format_time(t.created), format_time(t.changed), str(t.entries))
    out.print(grid)
    out.print(f"{len(chosen)} of {len(stored)} tables")


def format_time(milliseconds: int) -> str:
    """Return a time in UTC: `2026-01-31 12:00`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@app.command("export")
def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    database: Database = None,
) -> None:
    """Export everything stored about a table as JSON, including the secrets of a game in progress."""
    import msgspec

    from gamut.server.storage.database import default_url
    from gamut.server.storage.retention import export_table, open_for_operator

    with open_for_operator(database or default_url()) as connection:
        content = export_table(connection, table)
    if to is None:
        print_json(content)
        return
    try:
        with os.fdopen(os.open(to, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    except OSError as e:
        raise CannotExport(f"{to} cannot be written: {e.strerror or e}") from None
    err.print(f"Wrote {to}; only you can read it.")


@app.command("delete")
def delete(
    tables: Annotated[
        list[str], typer.Argument(metavar="TABLE", help='The ids of tables, as listed by "gamut tables list".')
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    database: Database = None,
) -> None:
    """Delete tables permanently, even while they are being played."""
    from gamut.server.storage.database import default_url
    from gamut.server.storage.retention import check_tables, delete_tables, open_for_operator

    url = database or default_url()
    with open_for_operator(url) as connection:
        check_tables(connection, tables)
    if not yes:
        typer.confirm(f"Delete {format_count(len(tables), 'table')} permanently?", abort=True)
    with open_for_operator(url) as connection:
        deleted = delete_tables(connection, tables)
    out.print(f"{deleted} of {len(tables)} deleted")
