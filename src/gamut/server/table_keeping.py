"""The life of tables in the database: which there are, how long each is kept, what an operator can do with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from gamut.engine.errors import GamutError
from gamut.server.database_lock import BadDatabase, find_file
from gamut.server.limits import DAY, Limits
from gamut.server.storage import log, make_engine, seats, tables

AT_ONCE = 50  # tables that are deleted in one commit, so that nobody waits long for it
ORDER = (log, seats, tables)  # in which the rows of a table are deleted: each names those after it


class UnknownTable(GamutError):
    """A table that is not there."""


State = Literal["unstarted", "going on", "finished"]


class TableFacts(msgspec.Struct, frozen=True):
    """A table from outside. Nothing here is secret."""

    id: str
    game: str
    state: State
    made: int  # milliseconds since 1970, as `last`
    last: int  # when something happened
    entries: int


def list_tables(connection: sa.Connection, made_before: int | None = None) -> list[TableFacts]:
    """All tables, or those that are old enough; the longest untouched first."""
    here = log.c.table_id == tables.c.id
    last = sa.select(log.c.at).where(here).order_by(log.c.n.desc()).limit(1).scalar_subquery()
    entries = sa.select(sa.func.count()).where(here).scalar_subquery()
    moved, ended = (sa.exists().where(here, log.c.kind == kind) for kind in ("act", "end"))
    query = sa.select(tables.c.id, tables.c.game, tables.c.made, last, entries, moved, ended)
    if made_before is not None:
        query = query.where(tables.c.made < made_before)
    found = [
        TableFacts(name, game, name_state(bool(has_moved), bool(has_ended)), made, touched or made, count)
        for name, game, made, touched, count, has_moved, has_ended in connection.execute(query)
    ]
    return sorted(found, key=lambda facts: facts.last)


def name_state(moved: bool, ended: bool) -> State:
    """Where a table is in its life."""
    return "finished" if ended else "going on" if moved else "unstarted"


def find_expired(connection: sa.Connection, limits: Limits, now: int) -> list[str]:
    """The tables whose time is over; `now` is in milliseconds since 1970."""
    days = {"unstarted": limits.unstarted_days, "going on": limits.abandoned_days, "finished": limits.finished_days}
    kept = {state: int(1000 * DAY * many) for state, many in days.items() if many > 0}
    if not kept:
        return []
    old = list_tables(connection, now - min(kept.values()))
    return [facts.id for facts in old if facts.state in kept and facts.last < now - kept[facts.state]]


def delete_tables(connection: sa.Connection, ids: Collection[str]) -> int:
    """Delete tables with all that happened there; how many there were."""
    gone = 0
    for table in ORDER:
        column = tables.c.id if table is tables else table.c.table_id
        gone = connection.execute(table.delete().where(column.in_(ids))).rowcount
    return gone


def check_tables(connection: sa.Connection, ids: Collection[str]) -> None:
    """Raise if one of the tables is not there."""
    there = set(connection.execute(sa.select(tables.c.id).where(tables.c.id.in_(ids))).scalars())
    if missing := [name for name in ids if name not in there]:
        raise UnknownTable(
            f"there is no table {', '.join(missing)}; `gamut tables list` shows those that are there"
        )


def count_tables(connection: sa.Connection) -> int:
    """How many there are."""
    return int(connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())


def export_table(connection: sa.Connection, table_id: str) -> dict[str, Any]:
    """All rows of a table, its key and the hashes of its secrets included."""
    row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
    if row is None:
        raise UnknownTable(f"there is no table {table_id}")
    sitting = connection.execute(sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    entries = connection.execute(sa.select(log).where(log.c.table_id == table_id).order_by(log.c.n))
    return {
        "table": dict(row),
        "seats": [dict(seat) for seat in sitting.mappings()],
        "log": [dict(entry) for entry in entries.mappings()],
    }


@contextmanager
def look_into(url: str) -> Iterator[sa.Connection]:
    """A connection for an operator, beside a server that may run; what is done is kept when all went well."""
    engine = make_engine(url)
    try:
        file = find_file(engine.url)
        if file and not file.exists():
            raise BadDatabase(f"there is no database {file}")
        with engine.begin() as connection:
            if not sa.inspect(connection).has_table("tables"):
                raise BadDatabase("this database has no tables of Gamut")
            yield connection
    except sa.exc.SQLAlchemyError as e:
        raise BadDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
    finally:
        engine.dispose()
