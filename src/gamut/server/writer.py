"""The thread that writes: it takes all that waits, commits once, and then answers each.

An entry is acknowledged after its commit, and a busy server commits many entries at the price of one. From time to
time it makes sure that what is written is kept.
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

from gamut.engine.errors import GamutError
from gamut.server.logs import log_event, log_problem

Rows: TypeAlias = Mapping[sa.Table, list[dict[str, Any]]]
Connect: TypeAlias = Callable[[], sa.Connection]
Beat: TypeAlias = Callable[[sa.Connection], None]

BEAT_SECONDS = 5.0  # without a write, until one is tried
SILENT_SECONDS = 30.0  # without one that succeeded: then something is wrong
BUSY = ("locked", "busy")  # what SQLite says when somebody else writes


class StorageFailed(GamutError):
    """Something could not be written."""


@dataclass(frozen=True, eq=False)
class Write:
    """Rows that are stored together and what is done after them, and who waits for it."""

    waiting: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop
    rows: Rows = field(default_factory=dict)
    do: Callable[[sa.Connection], object] | None = None


class Writer:
    """Owns the writing connection. `connect` opens it again; `beat` writes something that changes nothing."""

    def __init__(self, connection: sa.Connection, connect: Connect, beat: Beat, tables: list[sa.Table]) -> None:
        self._connection: sa.Connection | None = connection
        self._connect, self._beat, self._tables = connect, beat, tables
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._written_at = time.monotonic()
        self._beat_at = time.monotonic()
        self._problem = ""
        self.commits = self.stored = 0
        self._thread = threading.Thread(target=self._write_all, name="gamut-writer", daemon=True)
        self._thread.start()

    @property
    def age(self) -> float:
        """Seconds since something was written."""
        return time.monotonic() - self._written_at

    @property
    def problem(self) -> str:
        """Why nothing can be written now; empty if it can."""
        if not self._thread.is_alive():
            return "the writer has ended"
        if self._problem:
            return self._problem
        return "" if self.age < SILENT_SECONDS else f"nothing could be written for {self.age:.0f} seconds"

    async def store(self, rows: Rows, do: Callable[[sa.Connection], object] | None = None) -> None:
        """Write something; returns after the commit."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self._queue.put(Write(waiting, loop, rows, do))
        await waiting  # who is cancelled here hears nothing; what is written is written

    def close(self) -> None:
        """Finish all commits."""
        self._queue.put(None)
        self._thread.join()

    # ------------------------------------------------------------------ in the thread

    def _write_all(self) -> None:
        """Write until the end; the connection stays open, as taking one costs as much as a commit."""
        while True:
            batch = self._take_batch()
            writes = [write for write in batch if write is not None]
            if writes or not batch:
                self._commit(writes)
            if len(writes) < len(batch):
                self._drop_connection()
                return

    def _take_batch(self) -> list[Write | None]:
        """All that waits; nothing if nothing came for a while."""
        try:
            batch = [self._queue.get(timeout=BEAT_SECONDS)]
        except queue.Empty:
            return []
        while not self._queue.empty():
            batch.append(self._queue.get())
        return batch

    def _commit(self, writes: list[Write]) -> None:
        """Store some rows together and answer. Nothing at all is a beat."""
        try:
            self._connection = self._connection or self._connect()
            with self._connection.begin():
                self._insert(self._connection, writes)
        except Exception as e:
            self._drop_connection()
            if len(writes) > 1 and isinstance(e, sa.exc.IntegrityError | sa.exc.DataError):
                for write in writes:  # one bad entry must not take the others with it
                    self._commit([write])
                return
            self._fail(writes, e)
        else:
            self._succeed(writes)

    def _insert(self, connection: sa.Connection, writes: list[Write]) -> None:
        """Write all rows, one statement per table."""
        for table in self._tables:
            rows = [row for write in writes for row in write.rows.get(table, ())]
            if rows:
                connection.execute(table.insert(), rows)
        for write in writes:
            if write.do:
                write.do(connection)
        if not writes or time.monotonic() - self._beat_at > BEAT_SECONDS:
            self._beat(connection)
            self._beat_at = time.monotonic()

    def _succeed(self, writes: list[Write]) -> None:
        if self._problem:
            log_event("writing works again")
        self._problem, self._written_at = "", time.monotonic()
        self.commits += bool(writes)
        self.stored += len(writes)
        answer(writes, None)

    def _fail(self, writes: list[Write], e: Exception) -> None:
        """Nobody is told that something was stored; a bad entry says nothing about the others."""
        words = describe_problem(e)
        log_problem("a commit failed", why=words, entries=len(writes))
        if not isinstance(e, sa.exc.IntegrityError | sa.exc.DataError):
            self._problem = words
        busy = any(word in words for word in BUSY)
        text = "The database is busy just now" if busy else "The server could not store this"
        answer(writes, StorageFailed(f"{text}; please try again."))

    def _drop_connection(self) -> None:
        """It is better left, and opened anew when it is needed."""
        if self._connection:
            with suppress(sa.exc.SQLAlchemyError):
                self._connection.close()
        self._connection = None


def describe_problem(e: BaseException) -> str:
    """What went wrong, without anything that was to be stored: PostgreSQL would tell whole rows in its details."""
    cause = getattr(e, "orig", None) or e
    primary = getattr(getattr(cause, "diag", None), "message_primary", None)
    if primary:
        return str(primary)
    if isinstance(e, GamutError) or type(cause).__module__ == "sqlite3":  # both name columns at most
        return str(cause)
    lost = isinstance(e, sa.exc.OperationalError | sa.exc.InterfaceError)
    return "the database does not answer" if lost else type(cause).__name__


def answer(writes: list[Write], problem: Exception | None) -> None:
    """Tell everybody who waits, with one call per loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for write in writes:
        by_loop.setdefault(write.loop, []).append(write.waiting)
    for loop, waiting in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle_futures, waiting, problem)


def settle_futures(waiting: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """Answer some futures, in their own loop."""
    for future in waiting:
        if future.cancelled():
            continue
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(None)
