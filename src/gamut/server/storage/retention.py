"""The stored tables: how long each is kept, and what an operator can do with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from gamut.engine.errors import GamutError
from gamut.server.storage.database import make_engine
from gamut.server.storage.lock import UnusableDatabase, find_file
from gamut.server.storage.schema import log, presence, seats, tables
from gamut.server.wire.limits import DAY_S, Limits

DELETE_BATCH = 50  # tables per commit, so that other writes do not wait long
DELETE_ORDER = (presence, log, seats, tables)  # rows refer to those of later tables


class UnknownTable(GamutError):
    """A table that does not exist."""


State = Literal["unstarted", "in progress", "finished"]


class TableSummary(msgspec.Struct, frozen=True):
    """What an operator sees of a table. Nothing in it is secret."""

    id: str
    game: str
    state: State
    created: int  # milliseconds since 1970
    changed: int  # the same, of the last entry
    entries: int


def list_tables(connection: sa.Connection, created_before: int | None = None) -> list[TableSummary]:
    """Return all tables, or those created before a time, starting with the longest unchanged."""
    entries_of_table = log.c.table_id == tables.c.id
    last = sa.select(log.c.at).where(entries_of_table).order_by(log.c.n.desc()).limit(1).scalar_subquery()
    entries = sa.select(sa.func.count()).where(entries_of_table).scalar_subquery()
    moved, ended = (sa.exists().where(entries_of_table, log.c.kind == kind) for kind in ("play", "end"))
    query = sa.select(tables.c.id, tables.c.game, tables.c.created, last, entries, moved, ended)
    if created_before is not None:
        query = query.where(tables.c.created < created_before)
    summaries = [
        TableSummary(name, game, name_state(bool(has_moved), bool(has_ended)), created, changed or created, count)
        for name, game, created, changed, count, has_moved, has_ended in connection.execute(query)
    ]
    return sorted(summaries, key=lambda table: table.changed)


def name_state(moved: bool, ended: bool) -> State:
    return "finished" if ended else "in progress" if moved else "unstarted"


def find_expired(connection: sa.Connection, limits: Limits, now: int) -> list[str]:
    """Return the ids of the tables that are kept no longer; `now` is in milliseconds since 1970."""
    days = {"unstarted": limits.unstarted_days, "in progress": limits.abandoned_days, "finished": limits.finished_days}
    kept_ms = {state: int(1000 * DAY_S * count) for state, count in days.items() if count > 0}
    if not kept_ms:
        return []
    old = list_tables(connection, now - min(kept_ms.values()))
    return [table.id for table in old if table.state in kept_ms and table.changed < now - kept_ms[table.state]]


def delete_tables(connection: sa.Connection, ids: Collection[str]) -> int:
    """Delete tables with their seats and logs; return how many there were."""
    deleted = 0
    for table in DELETE_ORDER:
        column = tables.c.id if table is tables else table.c.table_id
        deleted = connection.execute(table.delete().where(column.in_(ids))).rowcount
    return deleted


def check_tables(connection: sa.Connection, ids: Collection[str]) -> None:
    """Raise if one of the tables does not exist."""
    known = set(connection.execute(sa.select(tables.c.id).where(tables.c.id.in_(ids))).scalars())
    if missing := [name for name in ids if name not in known]:
        raise UnknownTable(f"unknown table {', '.join(missing)}; `gamut tables list` lists all tables")


def count_tables(connection: sa.Connection) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())


def export_table(connection: sa.Connection, table_id: str) -> dict[str, Any]:
    """Return all rows of a table, including its chance key and the hashes of its secrets."""
    row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
    if row is None:
        raise UnknownTable(f"unknown table {table_id}")
    seat_rows = connection.execute(sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    entries = connection.execute(sa.select(log).where(log.c.table_id == table_id).order_by(log.c.n))
    return {
        "table": dict(row),
        "seats": [dict(seat) for seat in seat_rows.mappings()],
        "log": [dict(entry) for entry in entries.mappings()],
    }


@contextmanager
def open_for_operator(url: str) -> Iterator[sa.Connection]:
    """Open a database for an operator, beside a server that may run; commit unless an error occurs."""
    engine = make_engine(url)
    try:
        file = find_file(engine.url)
        if file and not file.exists():
            raise UnusableDatabase(f"{file} does not exist")
        with engine.begin() as connection:
            if not sa.inspect(connection).has_table("tables"):
                raise UnusableDatabase("this is not a database of Gamut")
            yield connection
    except sa.exc.SQLAlchemyError as e:
        raise UnusableDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
    finally:
        engine.dispose()
