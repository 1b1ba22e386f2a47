"""The log of every table: append-only, stored before anybody hears of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import alembic.command
import alembic.config
import alembic.util
import msgspec
import platformdirs
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from gamut.engine.options import Value
from gamut.server.database_lock import BadDatabase, check_file, find_file, keep_private, lock_file, lock_session
from gamut.server.entry_kinds import SEATING, EntryKind
from gamut.server.logs import log_problem
from gamut.server.writer import StorageFailed, Writer, describe_problem

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
LOCKED_MS = 1000  # that SQLite waits for somebody else's write; everybody waits with it
PATIENCE = 5.0  # seconds that a server waits for the one before it to end
TIMEOUTS = "SET statement_timeout = '15s'; SET lock_timeout = '3s'"  # of PostgreSQL
LOST = {"connect_timeout": 5, "tcp_user_timeout": 15_000}  # and how long until it is known to be gone

__all__ = ["BadDatabase", "StorageFailed"]  # told from here, made where they arise


# ---------------------------------------------------------------------- what is stored


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing that happened at a table; `n` counts from 0. `Match.prepare` fills in `n` and `digest`."""

    n: int = -1
    at: int  # milliseconds since 1970
    kind: EntryKind
    seat: int = -1
    decision: int = 0  # the seat's own, of an action
    action: int = 0  # the action; the place in the history of what is taken back; the milliseconds of a pause
    detail: str = ""  # a name, a bot's level, the table of a rematch, the hash of a secret, a part
    digest: str = ""  # of the record after it


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the table was opened."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None
    token_hash: str  # of the seat's own secret; empty: it has none yet
    invite_hash: str = ""  # of the invitation to it; empty: there is none
    part: str = ""  # what it adds to the deal, if that is known already: from the answer to a rematch


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table, its secrets included."""

    id: str
    made: int  # milliseconds since 1970
    game: str
    rules: int
    options: dict[str, Value]
    files: dict[str, str]  # content of the files that options name
    key: bytes = b""  # of a table that the server dealt alone, as all did once
    server_part: str = ""  # of the key that server and players make together
    host: int  # seat; −1: whoever has the spectators' link
    pause_ms: int
    watch_hash: str
    seats: tuple[SeatRow, ...]


# ---------------------------------------------------------------------- schema

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("files", sa.Text, nullable=False, server_default="{}"),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("pause_ms", sa.Integer, nullable=False),
    sa.Column("watch_hash", sa.Text, nullable=False),
    sa.Column("server_part", sa.Text, nullable=False, server_default=sa.text("''")),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("level", sa.Text),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("invite_hash", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("part", sa.Text, nullable=False, server_default=sa.text("''")),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
)


def migrate(connection: sa.Connection, migrations: Path) -> None:
    """Bring the schema up to date within the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # this may take as long as it takes
    config = alembic.config.Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    for version in MigrationContext.configure(connection).get_current_heads():
        if version not in known:
            raise BadDatabase(
                f"this database has schema version {version}; this Gamut knows {', '.join(sorted(known))}: "
                "it was used by a newer Gamut, update this one"
            )
    alembic.command.upgrade(config, "head")
    touch(connection)  # a database that cannot be written is refused now, not at somebody's first move


def touch(connection: sa.Connection) -> None:
    """Write something that changes nothing."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def default_url() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gamut", appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as e:
        why = f"the data folder {folder} cannot be made: {e.strerror or e}"
        raise BadDatabase(f"{why}; --database names another place") from None
    return f"sqlite:///{folder / 'tables.sqlite'}"


def open_file(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there: a new one in the place of one that was moved would ruin both."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False)


def make_engine(url: str) -> sa.Engine:
    """An engine for the database; SQLite is told to survive a power cut and to let readers read."""
    try:
        settings = LOST if sa.make_url(url).get_backend_name() == "postgresql" else {}
        # keys and secret choices stay out of the logs; a connection that was lost is noticed before it is used
        engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=bool(settings), connect_args=settings)
        if (file := find_file(engine.url)) and not engine.url.query:  # whoever says how to open it knows best
            engine = sa.create_engine(engine.url, hide_parameters=True, creator=partial(open_file, file))
    except (sa.exc.ArgumentError, ImportError) as e:
        raise BadDatabase(f"the database address cannot be used: {e}") from None
    if engine.dialect.name == "postgresql":

        @sa.event.listens_for(engine, "connect")
        def _(connection: Any, _record: object) -> None:
            connection.execute(TIMEOUTS)
            connection.commit()

    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, so that they hold schema changes too
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={LOCKED_MS}"):
                connection.execute(f"PRAGMA {pragma}")

        @sa.event.listens_for(engine, "begin")
        def _(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


# ---------------------------------------------------------------------- reading and writing


class Storage:
    """The database of all tables, for one server alone."""

    def __init__(self, url: str, migrations: Path = MIGRATIONS, patience: float = PATIENCE) -> None:
        self._engine, self._patience = make_engine(url), patience
        self._file = find_file(self._engine.url)
        with ExitStack() as opened:
            opened.callback(self._engine.dispose)
            connection = self._open(migrations, opened)
            self._inode = self._file.stat().st_ino if self._file else 0
            self.writer = Writer(connection, self._connect, self._beat, [tables, seats, log])
            self._ending = opened.pop_all()

    def _open(self, migrations: Path, opened: ExitStack) -> sa.Connection:
        """The writer's connection, with the schema up to date. The lock comes first: only one server migrates."""
        try:
            if self._file:
                check_file(self._file)
                keep_private(self._file)
                opened.callback(lock_file(self._file, self._patience).release)
            connection = self._connect()
            try:
                with connection.begin():
                    migrate(connection, migrations)
            except BaseException:
                connection.close()
                raise
        except (sa.exc.SQLAlchemyError, alembic.util.CommandError, OSError) as e:
            raise BadDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
        return connection

    def _connect(self) -> sa.Connection:
        """A connection to write with; no other server has one."""
        connection = self._engine.connect()
        if connection.dialect.name == "postgresql":
            try:
                lock_session(connection, self._patience)
            except BaseException:
                connection.close()
                raise
        return connection

    def _beat(self, connection: sa.Connection) -> None:
        """Make sure that what is written is kept: a file that was removed would be written, and lost."""
        if self._file and (not self._file.exists() or self._file.stat().st_ino != self._inode):
            raise StorageFailed("the file of the database is gone")
        touch(connection)

    def close(self) -> None:
        """Finish all commits."""
        self.writer.close()
        self._ending.close()

    async def open_table(self, table: TableRow) -> None:
        """Store a new table."""
        row = {
            "id": table.id, "made": table.made, "game": table.game, "rules": table.rules,
            "options": msgspec.json.encode(table.options).decode(),
            "files": msgspec.json.encode(table.files).decode(), "key": table.key.hex(),
            "host": table.host, "pause_ms": table.pause_ms, "watch_hash": table.watch_hash,
            "server_part": table.server_part,
        }  # fmt: skip
        sitting = [{"table_id": table.id, **msgspec.structs.asdict(seat)} for seat in table.seats]
        await self.writer.store({tables: [row], seats: sitting})

    async def change(self, do: Callable[[sa.Connection], object]) -> None:
        """Do something else to the database; returns after the commit."""
        await self.writer.store({}, do)

    def read(self, what: Callable[[sa.Connection], T]) -> T:
        """Look for something else; blocks, so not for the event loop."""
        with self._reading() as connection:
            return what(connection)

    async def append(self, table_id: str, entry: Entry) -> None:
        """Store an entry; returns after the commit."""
        await self.writer.store({log: [{"table_id": table_id, **msgspec.structs.asdict(entry)}]})

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """A connection to read with."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as e:
            log_problem("tables cannot be read", why=describe_problem(e))
            raise StorageFailed("The server cannot read its tables just now; please try again.") from None

    def read_seating(self, table_id: str) -> list[Entry]:
        """The entries that say which secrets open a table; blocks, too."""
        return self._read_entries(log.c.table_id == table_id, log.c.kind.in_(SEATING))

    def read_table(self, table_id: str) -> TableRow | None:
        """A table without its log; blocks, so not for the event loop."""
        with self._reading() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
            if row is None:
                return None
            sitting = connection.execute(
                sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            ).mappings()
            known: dict[str, Any] = {
                **row,
                "options": msgspec.json.decode(row["options"]),
                "files": msgspec.json.decode(row["files"]),
                "key": bytes.fromhex(row["key"]),
                "seats": tuple(SeatRow(**{k: v for k, v in seat.items() if k != "table_id"}) for seat in sitting),
            }
            return TableRow(**known)

    def read_log(self, table_id: str) -> list[Entry]:
        """All that happened at a table; blocks, so not for the event loop."""
        return self._read_entries(log.c.table_id == table_id)

    def _read_entries(self, *which: sa.ColumnElement[bool]) -> list[Entry]:
        with self._reading() as connection:
            rows = connection.execute(sa.select(log).where(*which).order_by(log.c.n)).mappings()
            return [Entry(**{k: v for k, v in row.items() if k != "table_id"}) for row in rows]
