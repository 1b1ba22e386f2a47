"""The log of every table: append-only, stored before anybody hears of it.

One thread owns the writing connection. It takes all that waits, commits once, and then answers each: an entry
is acknowledged after its commit, and a busy server commits many entries at the price of one.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import platformdirs
import sqlalchemy as sa

from gamut.engine.errors import GamutError
from gamut.engine.options import Value
from gamut.server.logs import failure

EntryKind: TypeAlias = Literal["act", "take_back", "resign", "fill", "sit", "rename", "pause", "rematch"]


class BadDatabase(GamutError):
    """A database that this version cannot use."""


class StorageFailed(GamutError):
    """Something could not be written."""


# ---------------------------------------------------------------------- what is stored


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing that happened at a table; `n` counts from 0."""

    n: int
    at: int  # milliseconds since 1970
    kind: EntryKind
    seat: int = -1
    decision: int = 0  # the seat's own, of an action
    action: int = 0  # the action; the step gone back to; the milliseconds of a pause
    detail: str = ""  # a name, a bot's level, the table of a rematch
    digest: str  # of the record after it


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the table was opened."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None
    token_hash: str  # empty: no link


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table, its secret key included."""

    id: str
    made: int  # milliseconds since 1970
    game: str
    rules: int
    options: dict[str, Value]
    key: bytes
    host: int  # seat; −1: whoever has the spectators' link
    pause_ms: int
    watch_hash: str
    seats: tuple[SeatRow, ...]


class Stored(msgspec.Struct, frozen=True):
    """A table with all that happened at it."""

    table: TableRow
    log: list[Entry]


# ---------------------------------------------------------------------- schema

metadata = sa.MetaData()
schema_version = sa.Table("schema_version", metadata, sa.Column("version", sa.Integer, primary_key=True))
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("pause_ms", sa.Integer, nullable=False),
    sa.Column("watch_hash", sa.Text, nullable=False),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("level", sa.Text),
    sa.Column("token_hash", sa.Text, nullable=False),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
)

Migration: TypeAlias = Callable[[sa.Connection], None]


def tables_seats_log(connection: sa.Connection) -> None:
    """Version 1."""
    connection.exec_driver_sql(
        "CREATE TABLE tables (id TEXT PRIMARY KEY, made BIGINT NOT NULL, game TEXT NOT NULL,"
        " rules INTEGER NOT NULL, options TEXT NOT NULL, key TEXT NOT NULL, host INTEGER NOT NULL,"
        " pause_ms INTEGER NOT NULL, watch_hash TEXT NOT NULL)"
    )
    connection.exec_driver_sql(
        "CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL,"
        " kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT, token_hash TEXT NOT NULL,"
        " PRIMARY KEY (table_id, seat))"
    )
    connection.exec_driver_sql(
        "CREATE TABLE log (table_id TEXT NOT NULL REFERENCES tables (id), n INTEGER NOT NULL, at BIGINT NOT NULL,"
        " kind TEXT NOT NULL, seat INTEGER NOT NULL, decision INTEGER NOT NULL, action INTEGER NOT NULL,"
        " detail TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (table_id, n))"
    )


MIGRATIONS: tuple[Migration, ...] = (tables_seats_log,)  # a published one is never changed; new ones follow it


def migrate(connection: sa.Connection, migrations: Sequence[Migration]) -> None:
    """Bring the schema up to date within the connection's transaction."""
    if not sa.inspect(connection).has_table("schema_version"):
        connection.exec_driver_sql("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
        connection.execute(schema_version.insert().values(version=0))
    version = connection.execute(sa.select(schema_version.c.version)).scalar_one()
    if version > len(migrations):
        raise BadDatabase(
            f"this database has schema version {version}; this Gamut knows up to {len(migrations)}: "
            "it was used by a newer Gamut, update this one"
        )
    for step in migrations[version:]:
        step(connection)
    connection.execute(schema_version.update().values(version=len(migrations)))


def default_url() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gamut", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def connect(url: str) -> sa.Engine:
    """An engine for the database; SQLite is told to survive a power cut and to let readers read."""
    try:
        engine = sa.create_engine(url)
    except (sa.exc.ArgumentError, ImportError) as e:
        raise BadDatabase(f"the database address cannot be used: {e}") from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, so that they hold schema changes too
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                connection.execute(f"PRAGMA {pragma}")

        @sa.event.listens_for(engine, "begin")
        def _(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


# ---------------------------------------------------------------------- reading and writing

Rows: TypeAlias = Mapping[sa.Table, list[dict[str, Any]]]


@dataclass(frozen=True, eq=False)
class Job:
    """Rows that are stored together, and who waits for it."""

    rows: Rows
    waiting: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class Storage:
    """The database of all tables."""

    def __init__(self, url: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self._engine = connect(url)
        try:
            with self._engine.begin() as connection:
                migrate(connection, migrations)
        except (BadDatabase, sa.exc.SQLAlchemyError) as e:
            self._engine.dispose()
            if isinstance(e, BadDatabase):
                raise
            raise BadDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.commits = self.stored = 0
        self._writer = threading.Thread(target=self._write, name="gamut-writer", daemon=True)
        self._writer.start()

    @property
    def alive(self) -> bool:
        """Whether entries can still be stored."""
        return self._writer.is_alive()

    def close(self) -> None:
        """Finish all commits."""
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()

    async def open_table(self, table: TableRow) -> None:
        """Store a new table."""
        row = {
            "id": table.id, "made": table.made, "game": table.game, "rules": table.rules,
            "options": msgspec.json.encode(table.options).decode(), "key": table.key.hex(),
            "host": table.host, "pause_ms": table.pause_ms, "watch_hash": table.watch_hash,
        }  # fmt: skip
        sitting = [{"table_id": table.id, **msgspec.structs.asdict(seat)} for seat in table.seats]
        await self._store({tables: [row], seats: sitting})

    async def append(self, table_id: str, entry: Entry) -> None:
        """Store an entry; returns after the commit."""
        await self._store({log: [{"table_id": table_id, **msgspec.structs.asdict(entry)}]})

    def load(self, table_id: str) -> Stored | None:
        """A table and its log; blocks, so not for the event loop."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
            if row is None:
                return None
            sitting = connection.execute(
                sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            ).mappings()
            lines = connection.execute(
                sa.select(log).where(log.c.table_id == table_id).order_by(log.c.n)
            ).mappings()
            told: dict[str, Any] = {
                **row,
                "options": msgspec.json.decode(row["options"]),
                "key": bytes.fromhex(row["key"]),
                "seats": tuple(SeatRow(**{k: v for k, v in seat.items() if k != "table_id"}) for seat in sitting),
            }
            entries = [Entry(**{k: v for k, v in line.items() if k != "table_id"}) for line in lines]
            return Stored(TableRow(**told), entries)

    async def _store(self, rows: Rows) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._jobs.put(Job(rows, waiting, loop))
        await waiting  # who is cancelled here hears nothing; what is written is written

    # ------------------------------------------------------------------ the writer's thread

    def _write(self) -> None:
        connection: sa.Connection | None = None  # kept open: taking one for each commit costs as much as the commit
        while True:
            batch = [self._jobs.get()]
            while not self._jobs.empty():
                batch.append(self._jobs.get())
            jobs = [job for job in batch if job is not None]
            connection = self._commit(connection, jobs)
            if len(jobs) < len(batch):
                if connection:
                    connection.close()
                return

    def _commit(self, connection: sa.Connection | None, jobs: list[Job]) -> sa.Connection | None:
        """Store some jobs together and answer them; returns the connection, or none if it is better left."""
        if not jobs:
            return connection
        try:
            connection = connection or self._engine.connect()
            with connection.begin():
                insert(connection, jobs)
        except Exception:
            if connection:
                connection.close()
            if len(jobs) == 1:
                failure("a commit failed")
                answer(jobs, StorageFailed("the server could not store this"))
                return None
            connection = None
            for job in jobs:  # one bad entry must not take the others with it
                connection = self._commit(connection, [job])
            return connection
        self.commits += 1
        self.stored += len(jobs)
        answer(jobs, None)
        return connection


def insert(connection: sa.Connection, jobs: list[Job]) -> None:
    """Write the rows of some jobs, a statement a table."""
    for table in (tables, seats, log):
        rows = [row for job in jobs for row in job.rows.get(table, ())]
        if rows:
            connection.execute(table.insert(), rows)


def answer(jobs: list[Job], problem: Exception | None) -> None:
    """Tell everybody who waits, with one call a loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for job in jobs:
        by_loop.setdefault(job.loop, []).append(job.waiting)
    for loop, waiting in by_loop.items():
        try:
            loop.call_soon_threadsafe(settle, waiting, problem)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def settle(waiting: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """Answer some futures, in their own loop."""
    for future in waiting:
        if future.cancelled():
            continue
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(None)
