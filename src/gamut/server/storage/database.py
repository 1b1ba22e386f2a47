"""The database of all tables. Logs are append-only, and every entry is stored before anyone sees it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
import alembic.util
import msgspec
import platformdirs
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from gamut.server.logs import log_problem
from gamut.server.storage.cluster import NOT_ELSEWHERE, Cluster, Elsewhere
from gamut.server.storage.entries import SECRET_KINDS, SeatRow, StoredEntry, TableRow
from gamut.server.storage.lock import (
    RETRY_INTERVAL_S,
    DatabaseInUse,
    UnusableDatabase,
    check_sqlite_file,
    find_file,
    lock_file,
    lock_session,
    restrict_permissions,
    unlock_session,
)
from gamut.server.storage.schema import log, seats, tables
from gamut.server.storage.writer import StorageFailed, Writer, describe_problem

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
SQLITE_BUSY_TIMEOUT_MS = 1000  # for the write of another process; all writes wait with it
LOCK_TIMEOUT_S = 5.0  # for an earlier server to end, or for a migration
# the open transaction of a process that was stopped must not keep others waiting
POSTGRES_TIMEOUTS = (
    "SET statement_timeout = '15s'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '2s'"
)
POSTGRES_CONNECT_ARGS = {"connect_timeout": 5, "tcp_user_timeout": 15_000}  # notice a lost server


PROBE_ID = "."  # of no table
PROBE_TABLE = {
    "id": PROBE_ID, "created": 0, "game": "", "rules_version": 0, "options": "{}", "key": "", "host": 0,
    "pause_ms": 0, "spectator_hash": "",
}  # fmt: skip
PROBE_SEAT = {"table_id": PROBE_ID, "seat": 0, "kind": "bot", "name": "", "token_hash": ""}
PROBE_ENTRY = {
    "table_id": PROBE_ID, "n": 0, "at": 0, "kind": "pause", "seat": 0, "decision": 0, "action": 0, "detail": "",
    "digest": "",
}  # fmt: skip


def configure_migrations(connection: sa.Connection, migrations: Path) -> alembic.config.Config:
    config = alembic.config.Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def is_current(connection: sa.Connection, migrations: Path) -> bool:
    """Return whether the schema is the newest that this version knows; refuse one that it does not know."""
    scripts = ScriptDirectory.from_config(configure_migrations(connection, migrations))
    revisions = {script.revision for script in scripts.walk_revisions()}
    versions = MigrationContext.configure(connection).get_current_heads()
    for version in versions:
        if version not in revisions:
            raise UnusableDatabase(
                f"this database was used by a newer Gamut: its schema version is {version}, and this Gamut knows "
                f"{', '.join(sorted(revisions))}; install the newer version"
            )
    return set(versions) == set(scripts.get_heads())


def migrate(connection: sa.Connection, migrations: Path) -> None:
    """Migrate the schema within the connection's transaction."""
    if connection.dialect.name == "postgresql":  # a migration may take long
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
    if not is_current(connection, migrations):
        alembic.command.upgrade(configure_migrations(connection, migrations), "head")
    write_heartbeat(connection)  # a read-only database is refused now, not at the first move


def lock_and_migrate(connection: sa.Connection, migrations: Path, timeout_s: float) -> None:
    """Take the shared lock of a PostgreSQL database with the newest schema; migrate it while no server runs."""
    deadline = time.monotonic() + timeout_s
    while True:
        if lock_session(connection, shared=True):
            with connection.begin():
                current = is_current(connection, migrations)
            if current:
                return
            unlock_session(connection, shared=True)
        if lock_session(connection, shared=False):
            with connection.begin():
                migrate(connection, migrations)
            lock_session(connection, shared=True)
            unlock_session(connection, shared=False)
            return
        if time.monotonic() > deadline:
            raise DatabaseInUse("a Gamut server of another version")
        time.sleep(RETRY_INTERVAL_S)


def write_heartbeat(connection: sa.Connection) -> None:
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def write_to_all_tables(connection: sa.Connection) -> None:
    """Write a row to each table and delete it: one table may be writable while another is not."""
    connection.execute(tables.insert(), [PROBE_TABLE])
    connection.execute(seats.insert(), [PROBE_SEAT])
    connection.execute(log.insert(), [PROBE_ENTRY])
    for table, column in ((log, log.c.table_id), (seats, seats.c.table_id), (tables, tables.c.id)):
        connection.execute(table.delete().where(column == PROBE_ID))


def default_url() -> str:
    """Return the URL of the file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gamut", appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as e:
        problem = f"the data folder {folder} cannot be created: {e.strerror or e}"
        raise UnusableDatabase(f"{problem}; choose another place with --database") from None
    return f"sqlite:///{folder / 'tables.sqlite'}"


def open_file(file: Path) -> sqlite3.Connection:
    """Connect to an existing file. A new file in place of one that was moved would ruin both."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False)


def make_engine(url: str) -> sa.Engine:
    """Return an engine for the database. SQLite survives a power cut, and readers do not wait for the writer."""
    try:
        settings = POSTGRES_CONNECT_ARGS if sa.make_url(url).get_backend_name() == "postgresql" else {}
        # parameters contain keys and secret choices; a lost connection is noticed before it is used
        engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=bool(settings), connect_args=settings)
        if (file := find_file(engine.url)) and not engine.url.query:  # an explicit query decides how to open it
            engine = sa.create_engine(engine.url, hide_parameters=True, creator=partial(open_file, file))
    except (sa.exc.ArgumentError, ImportError) as e:
        raise UnusableDatabase(f"invalid --database; use a URL such as sqlite:///tables.sqlite: {e}") from None
    if engine.dialect.name == "postgresql":

        @sa.event.listens_for(engine, "connect")
        def _(connection: Any, _record: object) -> None:
            connection.execute(POSTGRES_TIMEOUTS)
            connection.commit()

    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # transactions begin below, so that they include schema changes
            for pragma in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                f"busy_timeout={SQLITE_BUSY_TIMEOUT_MS}",
            ):
                connection.execute(f"PRAGMA {pragma}")

        @sa.event.listens_for(engine, "begin")
        def _(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


# ---------------------------------------------------------------------- reading and writing


class Storage:
    """The database of all tables: an SQLite file for one process, or PostgreSQL, which several processes may share."""

    def __init__(self, url: str, migrations: Path = MIGRATIONS, lock_timeout_s: float = LOCK_TIMEOUT_S) -> None:
        self._engine, self._migrations, self._lock_timeout_s = make_engine(url), migrations, lock_timeout_s
        self._file = find_file(self._engine.url)
        self.shared = self._engine.dialect.name == "postgresql"
        with ExitStack() as cleanup:
            cleanup.callback(self._engine.dispose)
            connection = self._open(cleanup)
            self._inode = self._file.stat().st_ino if self._file else 0
            contested = log if self.shared else None
            self.writer = Writer(connection, self._connect, self._heartbeat, [tables, seats, log], contested)
            self._cleanup = cleanup.pop_all()
        self.cluster = Cluster(self._engine) if self.shared else None

    def _open(self, cleanup: ExitStack) -> sa.Connection:
        """Lock the database, migrate it, and return the writer's connection."""
        try:
            if self._file:
                check_sqlite_file(self._file)
                restrict_permissions(self._file)
                cleanup.callback(lock_file(self._file, self._lock_timeout_s).release)
            connection = self._connect()
            try:
                with connection.begin():
                    migrate(connection, self._migrations)
            except BaseException:
                connection.invalidate()
                connection.close()
                raise
        except (sa.exc.SQLAlchemyError, alembic.util.CommandError, OSError) as e:
            raise UnusableDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
        return connection

    def _connect(self) -> sa.Connection:
        """Return a connection to write with. Its session has the shared lock, so its schema is the newest."""
        connection = self._engine.connect()
        if self.shared:
            try:
                lock_and_migrate(connection, self._migrations, self._lock_timeout_s)
            except BaseException:
                connection.invalidate()  # so that the session ends, and its locks
                connection.close()
                raise
        return connection

    def _heartbeat(self, connection: sa.Connection, thorough: bool) -> None:
        """Write something, after checking that the file still exists: writes to a removed file would be lost."""
        if self._file and (not self._file.exists() or self._file.stat().st_ino != self._inode):
            raise StorageFailed("the file of the database was removed or replaced")
        write_heartbeat(connection)
        if thorough:
            write_to_all_tables(connection)

    def close(self) -> None:
        """Finish all writes and close."""
        if self.cluster:
            self.cluster.close()
        self.writer.close()
        self._cleanup.close()

    async def open_table(self, table: TableRow) -> None:
        """Store a new table; return after the commit."""
        row = {
            "id": table.id, "created": table.created, "game": table.game, "rules_version": table.rules_version,
            "options": msgspec.json.encode(table.options).decode(),
            "files": msgspec.json.encode(table.files).decode(), "key": table.key.hex(),
            "host": table.host, "pause_ms": table.pause_ms, "spectator_hash": table.spectator_hash,
            "server_part": table.server_part,
        }  # fmt: skip
        seat_rows = [{"table_id": table.id, **msgspec.structs.asdict(seat)} for seat in table.seats]
        await self.writer.store({tables: [row], seats: seat_rows})

    async def write(self, do: Callable[[sa.Connection], object]) -> None:
        """Call a function within a write transaction; return after the commit."""
        await self.writer.store({}, do)

    def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Return what a query function returns; blocks, so not for the event loop."""
        with self._reading() as connection:
            return query(connection)

    async def append(self, table_id: str, entry: StoredEntry) -> None:
        """Store an entry; return after the commit. Raise EntryConflict if another process was faster."""
        await self.writer.store({log: [{"table_id": table_id, **msgspec.structs.asdict(entry)}]})
        if self.cluster:
            self.cluster.announce_entry(table_id, entry.n)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as e:
            problem = describe_problem(e)
            log_problem("tables cannot be read", reason=problem)
            self.writer.report_failed_read(problem)
            raise StorageFailed("The server can't read its tables right now. Try again in a moment.") from None

    def read_secret_entries(self, table_id: str) -> list[StoredEntry]:
        """Return the entries that change which secrets give access; blocks."""
        return self._read_entries(log.c.table_id == table_id, log.c.kind.in_(SECRET_KINDS))

    def read_table(self, table_id: str) -> TableRow | None:
        """Return a table without its log; blocks."""
        with self._reading() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
            if row is None:
                return None
            seat_rows = connection.execute(
                sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            ).mappings()
            fields: dict[str, Any] = {
                **row,
                "options": msgspec.json.decode(row["options"]),
                "files": msgspec.json.decode(row["files"]),
                "key": bytes.fromhex(row["key"]),
                "seats": tuple(SeatRow(**{k: v for k, v in seat.items() if k != "table_id"}) for seat in seat_rows),
            }
            return TableRow(**fields)

    def read_log(self, table_id: str, first: int = 0) -> list[StoredEntry]:
        """Return the log of a table from an entry on; blocks."""
        return self._read_entries(log.c.table_id == table_id, log.c.n >= first)

    def count_entries(self, table_id: str) -> int:
        """Return the length of a table's log; blocks."""
        with self._reading() as connection:
            last = connection.execute(sa.select(sa.func.max(log.c.n)).where(log.c.table_id == table_id)).scalar_one()
        return 0 if last is None else int(last) + 1

    def find_running(self, table_ids: Collection[str]) -> set[str]:
        """Return which of some tables exist and have not ended; blocks."""
        query = sa.select(tables.c.id).where(tables.c.id.in_(table_ids))
        ended = sa.exists().where(log.c.table_id == tables.c.id, log.c.kind == "end")
        with self._reading() as connection:
            return set(connection.execute(query.where(~ended)).scalars())

    def read_elsewhere(self, table_id: str) -> Elsewhere:
        """Return who is at a table in other processes; blocks."""
        if self.cluster is None:
            return NOT_ELSEWHERE
        with self._reading() as connection:
            return self.cluster.read_elsewhere(connection, [table_id])[table_id]

    def read_connected_tables(self) -> set[str]:
        """Return the tables with connections to processes that share the database; blocks."""
        if self.cluster is None:
            return set()
        with self._reading() as connection:
            return self.cluster.read_connected_tables(connection)

    def _read_entries(self, *conditions: sa.ColumnElement[bool]) -> list[StoredEntry]:
        with self._reading() as connection:
            rows = connection.execute(sa.select(log).where(*conditions).order_by(log.c.n)).mappings()
            return [StoredEntry(**{k: v for k, v in row.items() if k != "table_id"}) for row in rows]
