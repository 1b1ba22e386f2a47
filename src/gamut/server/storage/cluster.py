"""The processes that share a PostgreSQL database: what each has stored, whom it serves, and whether it still runs.

The log is the truth, and every process reads it from its own position. A notification carries table and number of a new
entry; one that is lost is made up for by a poll every second. Presence is stored, and ends with the lease of its
process. Signals (emotes, skipped pauses) and the use of budgets are only notifications: losing one does no harm.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa

from gamut.server.logs import log_event, log_problem
from gamut.server.storage.entries import StoredEntry

T = TypeVar("T")
Usage: TypeAlias = Mapping[str, list[int]]  # by address: what it has used since the last time, and what it holds
CHANNEL = "gamut"
COALESCE_S = 0.01  # what happens meanwhile is announced together
BEAT_INTERVAL_S = 0.5  # between two renewals of a process's lease
LEASE_MS = 2000  # without a renewal, until a process counts as ended
POLL_INTERVAL_S = 1.0  # between two readings of everything, as notifications may be lost
SILENCE_S = 5.0  # without its own beat, until the listening connection counts as lost
FORGET_MS = 60_000  # until the row of an ended process is deleted
RETRY_DELAY_S = 0.2  # after a lost connection
MAX_ITEMS = 50  # in one notification, whose payload may have 8,000 bytes
SHUTDOWN_TIMEOUT_S = 2.0  # for each thread

NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"  # by the clock of the database
RENEW = sa.text(
    f"INSERT INTO processes (id, seen_at) VALUES (:process, {NOW_MS})"
    f" ON CONFLICT (id) DO UPDATE SET seen_at = {NOW_MS} RETURNING xmax = 0"
)
ALIVE = sa.text(f"SELECT id FROM processes WHERE seen_at > {NOW_MS} - {LEASE_MS}")
FORGET_PROCESSES = sa.text(
    f"WITH ended AS (DELETE FROM processes WHERE seen_at < {NOW_MS} - {FORGET_MS} RETURNING id, seen_at)"
    " UPDATE presence SET left_at = ended.seen_at FROM ended WHERE ended.id = process AND left_at IS NULL"
)
SET_PRESENCE = sa.text(
    "INSERT INTO presence (table_id, seat, process, left_at) VALUES (:table_id, :seat, :process, :left_at)"
    " ON CONFLICT (table_id, seat, process) DO UPDATE SET left_at = excluded.left_at"
)
DROP_OLD_PRESENCE = sa.text(  # of ended processes, once a seat is connected again
    "DELETE FROM presence WHERE table_id = :table_id AND seat = :seat AND process <> :process AND left_at IS NOT NULL"
)
READ_PRESENCE = sa.text(
    "SELECT table_id, seat, process, left_at, coalesce(processes.seen_at, 0),"
    f" coalesce(processes.seen_at > {NOW_MS} - {LEASE_MS}, false)"
    " FROM presence LEFT JOIN processes ON processes.id = presence.process WHERE table_id = ANY(:tables)"
)
READ_CONNECTED_TABLES = sa.text(
    "SELECT DISTINCT table_id FROM presence JOIN processes ON processes.id = presence.process"
    f" WHERE left_at IS NULL AND processes.seen_at > {NOW_MS} - {LEASE_MS}"
)
READ_NEW_ENTRIES = sa.text(
    "SELECT log.* FROM unnest(CAST(:tables AS text[]), CAST(:positions AS integer[])) AS behind(id, n)"
    " JOIN log ON log.table_id = behind.id AND log.n >= behind.n ORDER BY log.table_id, log.n"
)
NOTIFY = sa.text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


class Signal(msgspec.Struct, frozen=True, array_like=True):
    """Something at a table that is not stored."""

    table: str
    kind: Literal["emote", "skip_pauses"]
    seat: int = -1
    detail: str = ""


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notification. Without any content it is a beat."""

    process: str
    entries: dict[str, int] = {}  # by table: the number of its newest entry
    presence: list[str] = []  # tables whose presence has changed
    signals: list[Signal] = []
    usage: dict[str, list[int]] = {}


@dataclass(frozen=True)
class Elsewhere:
    """Who is at a table in other processes."""

    connected: Mapping[int, str] = field(default_factory=dict)  # by seat: the first process it is connected to
    left_at: Mapping[int, int] = field(default_factory=dict)  # by seat: its last known departure from any process


NOT_ELSEWHERE = Elsewhere()


class Follower(Protocol):
    """The tables that a process has in memory."""

    def find_positions(self) -> dict[str, int]:
        """Return by table the number of the next entry; called in another thread."""

    def follow(self, entries: Mapping[str, list[StoredEntry]], elsewhere: Mapping[str, Elsewhere]) -> None:
        """Follow what other processes have done."""

    def follow_signals(self, signals: Iterable[Signal]) -> None:
        """Show what happens at a table of another process."""

    def add_usage(self, usage: Usage, process: str) -> None:
        """Charge what addresses have used in another process."""

    def drop_usage(self, alive: set[str]) -> None:
        """Forget what addresses hold in processes that have ended."""


class Cluster:
    """This process among the others. One thread listens; another one announces, renews the lease and reads."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self.process = secrets.token_hex(6)
        self.alive: set[str] = set()
        self.received = self.missed = 0  # notifications, and entries that only a poll has found
        self._follower: Follower | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closed = False
        self._beat_at = self._poll_at = 0.0
        self._beat_received_at = time.monotonic()  # of this process
        # waiting to be announced or read
        self._entries: dict[str, int] = {}
        self._signals: list[Signal] = []
        self._usage: dict[str, list[int]] = {}
        self._behind: set[str] = set()  # tables with new entries
        self._presence_changed: set[str] = set()  # tables whose presence must be read
        self._own_presence: dict[tuple[str, int], int | None] = {}  # by table and seat: when it left
        self._unwritten: set[tuple[str, int]] = set()  # keys of it
        self._threads: list[threading.Thread] = []

    def start(self, follower: Follower, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to take part. The follower is called in the loop."""
        self._follower, self._loop = follower, loop
        for work in (self._listen, self._exchange):
            thread = threading.Thread(target=work, name=f"gamut-cluster{work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """End the lease and the threads."""
        self._closed = True
        self._wake.set()
        for thread in self._threads:
            thread.join(SHUTDOWN_TIMEOUT_S)
        if self._threads:
            with suppress(sa.exc.SQLAlchemyError), self._engine.begin() as connection:
                connection.execute(sa.text("DELETE FROM processes WHERE id = :process"), {"process": self.process})
                connection.execute(
                    sa.text(f"UPDATE presence SET left_at = {NOW_MS} WHERE process = :process AND left_at IS NULL"),
                    {"process": self.process},
                )

    # ------------------------------------------------------------------ what this process does

    def announce_entry(self, table_id: str, number: int) -> None:
        """Announce to the others that an entry has been stored."""
        with self._lock:
            self._entries[table_id] = number
        self._wake.set()

    def send_signal(self, signal: Signal) -> None:
        """Show something at the tables of the others."""
        with self._lock:
            self._signals.append(signal)
        self._wake.set()

    def send_usage(self, usage: Usage) -> None:
        """Report what addresses have used here; sent with the next beat."""
        with self._lock:
            self._usage.update(usage)

    def set_presence(self, table_id: str, seat: int, left_at: int | None) -> None:
        """Store that a seat is connected to this process, or when it left."""
        with self._lock:
            self._own_presence[table_id, seat] = left_at
            self._unwritten.add((table_id, seat))
        self._wake.set()

    # ------------------------------------------------------------------ reading

    def read_connected_tables(self, connection: sa.Connection) -> set[str]:
        """Return the tables with connections to any process."""
        return set(connection.execute(READ_CONNECTED_TABLES).scalars())

    def read_elsewhere(self, connection: sa.Connection, tables: Iterable[str]) -> dict[str, Elsewhere]:
        """Return who is at some tables in other processes."""
        connected: dict[str, dict[int, str]] = {table_id: {} for table_id in tables}
        left: dict[str, dict[int, int]] = {table_id: {} for table_id in connected}
        rows = connection.execute(READ_PRESENCE, {"tables": list(connected)})
        for table_id, seat, process, left_at, seen_at, alive in rows:
            if left_at is None and alive:
                if process != self.process:
                    connected[table_id][seat] = min(process, connected[table_id].get(seat, process))
            elif process != self.process or left_at is not None:
                departure = seen_at if left_at is None else left_at
                left[table_id][seat] = max(departure, left[table_id].get(seat, 0))
        return {table_id: Elsewhere(connected[table_id], left[table_id]) for table_id in connected}

    # ------------------------------------------------------------------ the thread that listens

    def _listen(self) -> None:
        failing = False
        while not self._closed:
            try:
                with self._engine.connect() as connection:
                    failing = False
                    try:
                        self._receive_all(connection)
                    finally:
                        connection.invalidate()  # it listens, so it must not return to the pool
            except Exception as e:
                if not failing:
                    log_problem("listening for other processes failed", error=type(e).__name__)
                failing = True
                time.sleep(RETRY_DELAY_S)

    def _receive_all(self, connection: sa.Connection) -> None:
        """Receive notifications until closed; raise if this process no longer receives its own beat."""
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(f"LISTEN {CHANNEL}")
        driver: Any = connection.connection.driver_connection
        self._beat_received_at = time.monotonic()
        self._poll_at = 0.0  # what happened before
        self._wake.set()
        while not self._closed:
            for notification in driver.notifies(timeout=BEAT_INTERVAL_S, stop_after=1):
                self._receive(notification.payload)
            if time.monotonic() - self._beat_received_at > SILENCE_S:
                raise TimeoutError("the listening connection is silent")

    def _receive(self, payload: str) -> None:
        """Note what another process has done."""
        notice = msgspec.json.decode(payload, type=Notice)
        if notice.process == self.process:
            self._beat_received_at = time.monotonic()
            return
        self.received += 1
        if notice.entries or notice.presence:
            with self._lock:
                self._behind.update(notice.entries)
                self._presence_changed.update(notice.presence)
            self._wake.set()
        follower = self._follower
        if follower and notice.signals:
            self._call(lambda: follower.follow_signals(notice.signals))
        if follower and notice.usage:
            self._call(lambda: follower.add_usage(notice.usage, notice.process))

    def _call(self, function: Any) -> None:
        """Call a function in the event loop."""
        if self._loop:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(function)

    # ------------------------------------------------------------------ the thread that announces and reads

    def _exchange(self) -> None:
        connection: sa.Connection | None = None
        failing = False
        while not self._closed:
            self._wake.wait(max(0.0, self._beat_at + BEAT_INTERVAL_S - time.monotonic()))
            time.sleep(COALESCE_S)
            self._wake.clear()
            try:
                if connection is None:
                    connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                    connection.exec_driver_sql("SET synchronous_commit = off")  # nothing here must survive a crash
                self._exchange_once(connection)
                if failing:
                    log_event("the other processes can be reached again")
                failing = False
            except Exception as e:
                if not failing:
                    log_problem("the other processes cannot be reached", error=type(e).__name__)
                failing = True
                drop_connection(connection)
                connection = None
                self._beat_at = self._poll_at = 0.0
                self._write_all_presence()
                time.sleep(RETRY_DELAY_S)
        drop_connection(connection)

    def _exchange_once(self, connection: sa.Connection) -> None:
        now = time.monotonic()
        beats = now >= self._beat_at + BEAT_INTERVAL_S
        if beats:
            self._beat_at = now
            self._renew(connection)
        changed = self._write_presence(connection)
        payloads = self._take_payloads(changed, beats)
        if payloads:
            connection.execute(NOTIFY, {"channel": CHANNEL, "payloads": payloads})
        self._read(connection, everything=now >= self._poll_at + POLL_INTERVAL_S)

    def _renew(self, connection: sa.Connection) -> None:
        """Renew the lease, and notice which processes have ended."""
        registered = connection.execute(RENEW, {"process": self.process}).scalar_one()
        if registered:  # for the first time, or after a crash of the database
            self._write_all_presence()
        alive = set(connection.execute(ALIVE).scalars())
        if alive != self.alive:
            self.alive, self._poll_at = alive, 0.0
            follower = self._follower
            if follower:
                self._call(lambda: follower.drop_usage(alive))
            connection.execute(FORGET_PROCESSES)

    def _write_all_presence(self) -> None:
        with self._lock:
            self._unwritten.update(self._own_presence)

    def _write_presence(self, connection: sa.Connection) -> set[str]:
        """Store what has changed; return the tables."""
        with self._lock:
            keys, self._unwritten = self._unwritten, set()
            rows = [
                {"table_id": key[0], "seat": key[1], "process": self.process, "left_at": self._own_presence[key]}
                for key in keys
            ]
        if rows:
            connection.execute(SET_PRESENCE, rows)
        if arrivals := [row for row in rows if row["left_at"] is None]:
            connection.execute(DROP_OLD_PRESENCE, arrivals)
        with self._lock:
            for key in keys - self._unwritten:
                if self._own_presence.get(key) is not None:
                    del self._own_presence[key]  # only what is connected is stored again after a crash
        return {str(row["table_id"]) for row in rows}

    def _take_payloads(self, presence: set[str], beats: bool) -> list[str]:
        """Return the notifications to send."""
        with self._lock:
            entries, self._entries = self._entries, {}
            signals, self._signals = self._signals, []
            usage: dict[str, list[int]] = {}
            if beats:
                usage, self._usage = self._usage, {}
        notices = [
            *(Notice(self.process, entries=dict(part)) for part in split(entries.items())),
            *(Notice(self.process, presence=part) for part in split(presence)),
            *(Notice(self.process, signals=part) for part in split(signals)),
            *(Notice(self.process, usage=dict(part)) for part in split(usage.items())),
        ]
        if beats and not notices:
            notices = [Notice(self.process)]
        return [msgspec.json.encode(notice).decode() for notice in notices]

    def _read(self, connection: sa.Connection, everything: bool) -> None:
        """Read what other processes have done at the tables in memory, and deliver it."""
        follower = self._follower
        assert follower
        with self._lock:
            behind, self._behind = self._behind, set()
            changed, self._presence_changed = self._presence_changed, set()
        positions = follower.find_positions()
        if everything:
            self._poll_at = time.monotonic()
            behind, changed, notified = set(positions), set(positions), behind
        wanted = {table_id: positions[table_id] for table_id in behind if table_id in positions}
        entries: dict[str, list[StoredEntry]] = {}
        if wanted:
            rows = connection.execute(READ_NEW_ENTRIES, {"tables": list(wanted), "positions": list(wanted.values())})
            for row in rows.mappings():
                entry = StoredEntry(**{name: value for name, value in row.items() if name != "table_id"})
                entries.setdefault(row["table_id"], []).append(entry)
        if everything:
            self.missed += sum(len(found) for table_id, found in entries.items() if table_id not in notified)
        present = [table_id for table_id in changed if table_id in positions]
        elsewhere = self.read_elsewhere(connection, present) if present else {}
        if entries or elsewhere:
            self._call(lambda: follower.follow(entries, elsewhere))


def split(items: Iterable[T]) -> Iterator[list[T]]:
    """Return items in parts that fit into a notification."""
    iterator = iter(items)
    while part := list(islice(iterator, MAX_ITEMS)):
        yield part


def drop_connection(connection: sa.Connection | None) -> None:
    """End the session of a connection."""
    if connection:
        with suppress(sa.exc.SQLAlchemyError):
            connection.invalidate()
        with suppress(sa.exc.SQLAlchemyError):
            connection.close()
