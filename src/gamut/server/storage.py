"""The log of every table: append-only, stored before anybody hears of it.

One thread owns the writing connection. It takes all that waits, commits once, and then answers each: an entry
is acknowledged after its commit, and a busy server commits many entries at the price of one.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import alembic.command
import alembic.config
import alembic.util
import msgspec
import platformdirs
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from gamut.engine.errors import GamutError
from gamut.engine.options import Value
from gamut.server.logs import log_failure

EntryKind: TypeAlias = Literal[
    "act", "take_back", "withdraw", "resign", "fill", "sit", "rename", "pause", "rematch", "claim", "invite",
    "hand_over", "part",
]  # fmt: skip
SEATING: tuple[EntryKind, ...] = ("claim", "invite", "hand_over", "fill")  # what changes who opens a seat
MIGRATIONS = Path(__file__).parent / "migrations"


class BadDatabase(GamutError):
    """A database that this version cannot use."""


class StorageFailed(GamutError):
    """Something could not be written."""


# ---------------------------------------------------------------------- what is stored


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing that happened at a table; `n` counts from 0. `Match.prepare` fills in `n` and `digest`.

    `take_back` undoes a step and all since, `withdraw` a step of the running secret phase alone. `claim` gives a
    seat the secret of whoever sits down, `sit` is a player's return; `invite` (by the host) and `hand_over` (by the
    seat's own player) open an invitation. `part` is what a player adds to the deal; the last one makes the key.
    """

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
    # a database that cannot be written is refused now, not at somebody's first move
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def default_url() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gamut", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def make_engine(url: str) -> sa.Engine:
    """An engine for the database; SQLite is told to survive a power cut and to let readers read."""
    try:
        engine = sa.create_engine(url, hide_parameters=True)  # keys and secret choices stay out of the logs
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
class Write:
    """Rows that are stored together, and who waits for it."""

    rows: Rows
    waiting: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class Storage:
    """The database of all tables."""

    def __init__(self, url: str, migrations: Path = MIGRATIONS) -> None:
        self._engine = make_engine(url)
        connection = self._open(migrations)
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.commits = self.stored = 0
        self._writer = threading.Thread(
            target=self._write_all, args=[connection], name="gamut-writer", daemon=True
        )  # fmt: skip
        self._writer.start()

    def _open(self, migrations: Path) -> sa.Connection:
        """The writer's connection, with the schema up to date."""
        with ExitStack() as failing:
            failing.callback(self._engine.dispose)
            try:
                connection = self._engine.connect()
                failing.callback(connection.close)
                with connection.begin():
                    migrate(connection, migrations)
            except (sa.exc.SQLAlchemyError, alembic.util.CommandError) as e:
                raise BadDatabase(f"the database cannot be used: {getattr(e, 'orig', e)}") from None
            failing.pop_all()
        return connection

    @property
    def alive(self) -> bool:
        """Whether entries can still be stored."""
        return self._writer.is_alive()

    def close(self) -> None:
        """Finish all commits."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

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
        await self._store({tables: [row], seats: sitting})

    async def append(self, table_id: str, entry: Entry) -> None:
        """Store an entry; returns after the commit."""
        await self._store({log: [{"table_id": table_id, **msgspec.structs.asdict(entry)}]})

    def read_seating(self, table_id: str) -> list[Entry]:
        """The entries that say which secrets open a table; blocks, too."""
        return self._read_entries(log.c.table_id == table_id, log.c.kind.in_(SEATING))

    def read_table(self, table_id: str) -> TableRow | None:
        """A table without its log; blocks, so not for the event loop."""
        with self._engine.connect() as connection:
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
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(log).where(*which).order_by(log.c.n)).mappings()
            return [Entry(**{k: v for k, v in row.items() if k != "table_id"}) for row in rows]

    async def _store(self, rows: Rows) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._queue.put(Write(rows, waiting, loop))
        await waiting  # who is cancelled here hears nothing; what is written is written

    # ------------------------------------------------------------------ the writer's thread

    def _write_all(self, connection: sa.Connection | None) -> None:
        """Write until the end; the connection stays open, as taking one costs as much as a commit."""
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            writes = [write for write in batch if write is not None]
            connection = self._commit(connection, writes)
            if len(writes) < len(batch):
                if connection:
                    connection.close()
                return

    def _commit(self, connection: sa.Connection | None, writes: list[Write]) -> sa.Connection | None:
        """Store some rows together and answer; returns the connection, or none if it is better left."""
        if not writes:
            return connection
        try:
            connection = connection or self._engine.connect()
            with connection.begin():
                insert_rows(connection, writes)
        except Exception:
            if connection:
                connection.close()
            if len(writes) == 1:
                log_failure("a commit failed")
                answer(writes, StorageFailed("the server could not store this"))
                return None
            connection = None
            for write in writes:  # one bad entry must not take the others with it
                connection = self._commit(connection, [write])
            return connection
        self.commits += 1
        self.stored += len(writes)
        answer(writes, None)
        return connection


def insert_rows(connection: sa.Connection, writes: list[Write]) -> None:
    """Write all rows, one statement per table."""
    for table in (tables, seats, log):
        rows = [row for write in writes for row in write.rows.get(table, ())]
        if rows:
            connection.execute(table.insert(), rows)


def answer(writes: list[Write], problem: Exception | None) -> None:
    """Tell everybody who waits, with one call per loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for write in writes:
        by_loop.setdefault(write.loop, []).append(write.waiting)
    for loop, waiting in by_loop.items():
        try:
            loop.call_soon_threadsafe(settle_futures, waiting, problem)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def settle_futures(waiting: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """Answer some futures, in their own loop."""
    for future in waiting:
        if future.cancelled():
            continue
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(None)
