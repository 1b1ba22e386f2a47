"""`gamut tables`: what a server keeps, for whoever runs it."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from gamut.cli.asked import Json
from gamut.cli.output import err, out, print_json
from gamut.cli.serve import Database
from gamut.engine.errors import GamutError

if TYPE_CHECKING:
    from gamut.server.table_keeping import TableFacts

app = typer.Typer(
    help="List, export and delete the tables of a server; it may run meanwhile.", no_args_is_help=True
)
Ids = Annotated[
    list[str], typer.Argument(metavar="TABLE...", help="Names of tables, as `gamut tables list` shows them.")
]


class CannotExport(GamutError):
    """A file that cannot be written."""


@app.command("list")
def list_(
    database: Database = None,
    state: Annotated[
        str | None, typer.Option(metavar="STATE", help="Only those: unstarted, going on, or finished.")
    ] = None,
    days: Annotated[
        float | None, typer.Option(min=0, help="Only those where nothing has happened for so many days.")
    ] = None,
    json: Json = False,
) -> None:
    """The tables, the longest untouched first."""
    from gamut.server.storage import default_url
    from gamut.server.table_keeping import list_tables, look_into

    with look_into(database or default_url()) as connection:
        found = list_tables(connection)
    before = None if days is None else (time.time() - days * 24 * 3600) * 1000
    chosen = [t for t in found if state in (None, t.state) and (before is None or t.last < before)]
    if json:
        print_json({"tables": chosen})
        return
    out.print(draw(chosen))
    out.print(f"{len(chosen)} of {len(found)} tables")


def draw(found: list[TableFacts]) -> Table:
    """The list for people."""
    table = Table("table", "game", "state", "opened", "last touched", "entries", box=None, padding=(0, 2, 0, 0))
    for t in found:
        table.add_row(t.id, t.game, t.state, tell_time(t.made), tell_time(t.last), str(t.entries))
    return table


def tell_time(milliseconds: int) -> str:
    """A moment, by the clock of Greenwich."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@app.command("export")
def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="A file for it; else it is printed.")
    ] = None,
    database: Database = None,
) -> None:
    """All that is kept of a table as JSON, its key too: it tells the secrets of a game that goes on."""
    import msgspec

    from gamut.server.storage import default_url
    from gamut.server.table_keeping import export_table, look_into

    with look_into(database or default_url()) as connection:
        found = export_table(connection, table)
    if to is None:
        print_json(found)
        return
    try:
        with os.fdopen(os.open(to, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    except OSError as e:
        raise CannotExport(f"{to} cannot be written: {e.strerror or e}") from None
    err.print(f"Written to {to}, for your eyes only.")


@app.command("delete")
def delete(
    tables: Ids,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
) -> None:
    """Delete tables for good. Whoever still plays there is told that there is no such table."""
    from gamut.server.storage import default_url
    from gamut.server.table_keeping import check_tables, delete_tables, look_into

    where = database or default_url()
    with look_into(where) as connection:
        check_tables(connection, tables)
    if not yes:
        typer.confirm(f"Delete {len(tables)} table{'s' if len(tables) != 1 else ''} for good?", abort=True)
    with look_into(where) as connection:
        gone = delete_tables(connection, tables)
    out.print(f"{gone} of {len(tables)} deleted")
