"""The thread that writes: it takes all waiting writes, commits them together, and then resolves each of them.

An entry is acknowledged after its commit, and a busy server commits many entries at the cost of one. If another process
has stored an entry of the same number, only that write fails. Without writes it writes a heartbeat from time to time,
so that a problem is noticed.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from gamut.engine.errors import GamutError
from gamut.server.logs import log_event, log_problem

Rows: TypeAlias = Mapping[sa.Table, list[dict[str, Any]]]
Connect: TypeAlias = Callable[[], sa.Connection]
Heartbeat: TypeAlias = Callable[[sa.Connection, bool], None]  # true: write to all tables, after a problem

HEARTBEAT_INTERVAL_S = 5.0  # without a write, until a heartbeat
WRITE_TIMEOUT_S = 30.0  # without a successful write, until the server reports a problem
READ_PROBLEM_S = 60.0  # how long a failed read is reported
DAMAGE_WORDS = ("malformed", "not a database", "invalid page", "could not read block", "is corrupt")  # in errors
BUSY_WORDS = ("locked", "busy")  # in the errors of SQLite while another process writes


class StorageFailed(GamutError):
    """The database could not be written or read."""


class EntryConflict(Exception):
    """Another process has stored an entry of this number; nothing was stored."""


@dataclass(frozen=True, eq=False)
class Write:
    """Rows that are stored together, a function to call after them, and the future to resolve."""

    waiting: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop
    rows: Rows = field(default_factory=dict)
    do: Callable[[sa.Connection], object] | None = None


class Writer:
    """Owns the writing connection. `connect` reopens it; `heartbeat` writes something that changes nothing.

    Rows of `contested`, one per write, may be stored by other processes too: the primary key decides.
    """

    def __init__(
        self,
        connection: sa.Connection,
        connect: Connect,
        heartbeat: Heartbeat,
        tables: list[sa.Table],
        contested: sa.Table | None = None,
    ) -> None:
        self._connection: sa.Connection | None = connection
        self._contested = contested
        self._connect, self._heartbeat, self._tables = connect, heartbeat, tables
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._written_at = time.monotonic()
        self._heartbeat_at = time.monotonic()
        self._problem = self._damage = self._read_problem = ""
        self._read_failed_at = 0.0
        self.commits = self.stored = self.conflicts = 0
        self.on_commit: Callable[[float], None] | None = None  # called with the duration of each commit
        self._thread = threading.Thread(target=self._write_all, name="gamut-writer", daemon=True)
        self._thread.start()

    @property
    def age(self) -> float:
        """Seconds since the last successful write."""
        return time.monotonic() - self._written_at

    @property
    def problem(self) -> str:
        """Why the database cannot be written or read; empty if it can."""
        if not self._thread.is_alive():
            return "the writer thread has ended"
        if self._damage or self._problem:
            return self._damage or self._problem
        if self._read_problem and time.monotonic() - self._read_failed_at < READ_PROBLEM_S:
            return self._read_problem
        # not for how long: the time of the last write would betray secret steps
        return "" if self.age < WRITE_TIMEOUT_S else f"no write has succeeded for {WRITE_TIMEOUT_S:.0f} seconds"

    def report_failed_read(self, problem: str) -> None:
        """Report that tables cannot be read, for a while: other tables may still be readable."""
        self._read_problem, self._read_failed_at = f"tables cannot be read: {problem}", time.monotonic()
        self._note_damage(problem)

    def _note_damage(self, problem: str) -> None:
        """Report damage until the server is restarted: what can still be written does not repair it."""
        if any(word in problem for word in DAMAGE_WORDS):
            self._damage = f"the database is damaged: {problem}"

    async def store(self, rows: Rows, do: Callable[[sa.Connection], object] | None = None) -> None:
        """Write rows, and call `do` in the same transaction; return after the commit."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._queue.put(Write(waiting, loop, rows, do))
        await waiting  # a caller that is cancelled here does not undo the write

    def close(self) -> None:
        """Finish all writes and end the thread."""
        self._queue.put(None)
        self._thread.join()

    # ------------------------------------------------------------------ in the thread

    def _write_all(self) -> None:
        """Write until closed. The connection stays open: taking one from the pool costs as much as a commit."""
        while True:
            batch = self._take_batch()
            writes = [write for write in batch if write is not None]
            if writes or not batch:
                self._commit(writes)
            if len(writes) < len(batch):
                self._drop_connection()
                return

    def _take_batch(self) -> list[Write | None]:
        """Return all waiting writes, or none after a while. None among them is the request to close."""
        try:
            batch = [self._queue.get(timeout=HEARTBEAT_INTERVAL_S)]
        except queue.Empty:
            return []
        while not self._queue.empty():
            batch.append(self._queue.get())
        return batch

    def _commit(self, writes: list[Write]) -> None:
        """Store some writes together and resolve them. No writes at all are a heartbeat."""
        began = time.monotonic()
        try:
            self._connection = self._connection or self._connect()
            with self._connection.begin():
                refused = set(self._insert(self._connection, writes))
        except Exception as e:
            self._drop_connection()
            if len(writes) > 1 and isinstance(e, sa.exc.IntegrityError | sa.exc.DataError):
                for write in writes:  # one invalid entry must not fail the others
                    self._commit([write])
                return
            self._fail(writes, e)
        else:
            if self.on_commit:
                self.on_commit(time.monotonic() - began)
            self._succeed([write for write in writes if write not in refused])
            self.conflicts += len(refused)
            resolve_writes(list(refused), EntryConflict("another process was faster"))

    def _insert(self, connection: sa.Connection, writes: list[Write]) -> list[Write]:
        """Write all rows, one statement per table; return the writes that came too late."""
        refused: list[Write] = []
        for table in self._tables:
            if table is self._contested:
                refused = insert_unless_stored(connection, table, [write for write in writes if write.rows.get(table)])
            elif rows := [row for write in writes for row in write.rows.get(table, ())]:
                connection.execute(table.insert(), rows)
        for write in writes:
            if write.do:
                write.do(connection)
        if not writes or time.monotonic() - self._heartbeat_at > HEARTBEAT_INTERVAL_S:
            self._heartbeat(connection, bool(self._problem))
            self._heartbeat_at = time.monotonic()
        return refused

    def _succeed(self, writes: list[Write]) -> None:
        if self._problem:
            log_event("writing works again")
        self._problem, self._written_at = "", time.monotonic()
        self.commits += bool(writes)
        self.stored += len(writes)
        resolve_writes(writes, None)

    def _fail(self, writes: list[Write], e: Exception) -> None:
        """Fail the writes. An invalid entry is not a problem of the database."""
        problem = describe_problem(e)
        log_problem("a commit failed", reason=problem, entries=len(writes))
        if not isinstance(e, sa.exc.IntegrityError | sa.exc.DataError):
            self._problem = problem
            self._note_damage(problem)
        busy = any(word in problem for word in BUSY_WORDS)
        text = "The database is busy" if busy else "The server could not store this"
        resolve_writes(writes, StorageFailed(f"{text}. Try again in a moment."))

    def _drop_connection(self) -> None:
        """End the session of a connection that failed, and with it its locks; the next write opens another one."""
        if self._connection:
            with suppress(sa.exc.SQLAlchemyError):
                self._connection.invalidate()
            with suppress(sa.exc.SQLAlchemyError):
                self._connection.close()
        self._connection = None


def insert_unless_stored(connection: sa.Connection, table: sa.Table, writes: list[Write]) -> list[Write]:
    """Insert the one row of each write on PostgreSQL; return the writes whose primary key was stored already.

    In the order of their keys, so that two processes never wait for each other.
    """
    if not writes:
        return []
    key = [column.name for column in table.primary_key]
    by_key: dict[tuple[Any, ...], Write] = {}
    for write in writes:
        by_key.setdefault(tuple(write.rows[table][0][name] for name in key), write)
    insert = postgresql.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    rows = [by_key[values].rows[table][0] for values in sorted(by_key)]
    stored = {by_key[tuple(row)] for row in connection.execute(insert, rows)}
    return [write for write in writes if write not in stored]


def describe_problem(e: BaseException) -> str:
    """Describe an error without stored values: the details of PostgreSQL contain whole rows."""
    cause = getattr(e, "orig", None) or e
    primary = getattr(getattr(cause, "diag", None), "message_primary", None)
    if primary:
        return str(primary)
    if isinstance(e, GamutError) or type(cause).__module__ == "sqlite3":  # they name columns at most
        return str(cause)
    lost = isinstance(e, sa.exc.OperationalError | sa.exc.InterfaceError)
    return "the database does not answer" if lost else type(cause).__name__


def resolve_writes(writes: list[Write], problem: Exception | None) -> None:
    """Resolve the futures of writes, with one call per event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for write in writes:
        by_loop.setdefault(write.loop, []).append(write.waiting)
    for loop, waiting in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle_futures, waiting, problem)


def settle_futures(waiting: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """Resolve some futures in their own loop."""
    for future in waiting:
        if future.cancelled():
            continue
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(None)
