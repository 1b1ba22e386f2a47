"""The server is killed repeatedly while many games run; nothing acknowledged may be lost.

    python -m tests.faults.kills --tables 200 --kills 20 [--faults 5] [--postgres]

Uses only the loopback interface. Between the kills come other faults: on SQLite a full disk, files that may not grow, a
database locked by another process, a moved file; on PostgreSQL a database crash, cut connections, a full disk. The full
disk is a small file system, which only root on Linux can mount; otherwise that fault is left out. `--postgres` needs
an installed PostgreSQL.

A third of the tables are played by two people, a third by a person and a bot, a third by bots with a spectator. People
repeat an action until it is acknowledged. After the last kill all games are played to their end; then the database is
read and every table replayed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
import urllib.error
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from gamut.server.storage.database import Storage
from gamut.server.storage.entries import StoredEntry, TableRow
from gamut.server.tables.match import Match
from gamut.server.tables.room import REOPEN_TEXT
from tests.support.postgres import MISSING, Postgres, find_binaries
from tests.support.server_process import SERVE, WEAKEST, Server, free_port
from tests.support.small_disk import SmallDisk, make_small_disk

SQLITE_MB, POSTGRES_MB = 256, 1024  # size of the small disk
FULL_SECONDS = 10.0  # a database may not notice it at once
# the other games are not played; loading them after every kill would take most of the time
WITHOUT_COMPILING = "from gamut.server.tables.hub import Hub; Hub.compile_games = lambda hub: None"
CUT_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
KINDS = (("me", "here"), ("me", WEAKEST), (WEAKEST, WEAKEST))


@dataclass
class Tally:
    """What the clients have seen."""

    acked: dict[tuple[str, int], dict[int, int]] = field(default_factory=dict)  # by table and seat: decision, action
    serial: dict[tuple[str, int], int] = field(default_factory=dict)  # the latest state that was seen
    over: set[str] = field(default_factory=set)
    rolled_back: list[str] = field(default_factory=list)
    returns: int = 0
    acks: int = 0


class Seat:
    """A client that stays at a table until the game is over, and reconnects when the server is killed."""

    def __init__(self, server: Server, table: Any, seat: int, tally: Tally, pace: float) -> None:
        self.server, self.table, self.seat, self.tally, self.pace = server, table, seat, tally, pace
        self.pick = random.Random(f"{table['table']} {seat}")
        self.pending: dict[str, Any] | None = None
        self.acked = tally.acked.setdefault((table["table"], seat), {})

    async def play(self) -> None:
        while self.table["table"] not in self.tally.over:
            try:
                connection = await self.server.connect(self.table, self.seat)
                try:
                    await self.handle_messages(connection)
                finally:
                    connection.transport.abort()
            except (OSError, WebSocketException, TimeoutError):
                self.tally.returns += 1
                await asyncio.sleep(0.1 + 0.3 * self.pick.random())

    async def handle_messages(self, connection: Any) -> None:
        while True:
            message = json.loads(await asyncio.wait_for(connection.recv(), 30))
            if message["type"] == "ack" and self.pending and message["decision"] == self.pending["decision"]:
                self.acked[self.pending["decision"]] = self.pending["action"]
                self.tally.acks += 1
                self.pending = None
            elif message["type"] == "view":
                self.note(message)
                if message["result"]:
                    return
                await self.answer(connection, message)
            elif message["type"] == "refused" and message["reason"] == "storage":
                raise OSError(message["text"])  # reconnect and repeat it
            elif message["type"] == "refused" and message["reason"] not in ("stale", "too_often"):
                assert message["text"] == REOPEN_TEXT, f"refused: {message}"

    def note(self, view: dict[str, Any]) -> None:
        table = self.table["table"]
        if view["serial"] < self.tally.serial.get((table, self.seat), 0):
            self.tally.rolled_back.append(table)
        self.tally.serial[table, self.seat] = view["serial"]
        if view["result"]:
            self.tally.over.add(table)

    async def answer(self, connection: Any, view: dict[str, Any]) -> None:
        if self.pending and self.pending["decision"] < view["decision"]:
            self.pending = None  # stored, although the acknowledgement was lost
        if self.pending is None and view["legal"]:
            await asyncio.sleep(self.pace * self.pick.random() * 2)
            action = self.pick.choice(view["legal"])
            self.pending = {"type": "play_action", "decision": view["decision"], "action": action}
        if self.pending:
            await connection.send(json.dumps(self.pending))


async def play_games(
    server: Server, kinds: tuple[str, ...], tally: Tally, pace: float, stop: asyncio.Event
) -> list[str]:
    """Play games until the kills are over; return the tables."""
    played: list[str] = []
    while not (played and stop.is_set()):
        try:
            table = await asyncio.to_thread(server.open, *kinds)
        except (OSError, HTTPException, WebSocketException):  # killed before all parts were added
            await asyncio.sleep(0.2)
            continue
        played.append(table["table"])
        seats = [k for k, kind in enumerate(kinds) if kind in ("me", "here")] or [-1]
        await asyncio.gather(*(Seat(server, table, seat, tally, pace).play() for seat in seats))
    return played


# ---------------------------------------------------------------------- faults


class Faults:
    """Faults of a database; each one is reverted at its end."""

    def __init__(self, server: Server, postgres: Postgres | None, disk: SmallDisk | None) -> None:
        self.server, self.postgres, self.disk = server, postgres, disk
        self.file = Path(server.database.removeprefix("sqlite:///"))
        self.kinds = [self.cut, self.crash] if postgres else [self.limit_file_size, self.lock, self.move]
        if disk:
            self.kinds.append(self.fill_postgres if postgres else self.fill)

    def fill(self) -> None:
        assert self.disk
        other = sqlite3.connect(self.file, timeout=30)
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # otherwise the existing file has free pages
        other.close()
        self.disk.fill()
        self.wait_for_health(False)
        self.disk.clear()

    def fill_postgres(self) -> None:
        """Fill the disk of the database: it may continue for a while, refuse, or crash."""
        assert self.disk
        assert self.postgres
        self.disk.fill()
        time.sleep(FULL_SECONDS)
        self.disk.clear()
        if self.postgres.has_ended:
            self.postgres.start()

    def limit_file_size(self) -> None:
        """Forbid the files of the server to grow."""
        assert self.server.process
        pid = self.server.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        self.wait_for_health(False)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    def lock(self) -> None:
        """Lock the database from another connection."""
        other = sqlite3.connect(self.file, isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        self.wait_for_health(False)
        other.execute("ROLLBACK")
        other.close()

    def move(self) -> None:
        """Move the file away."""
        away = self.file.with_suffix(".away")
        self.file.rename(away)
        self.wait_for_health(False)
        assert not self.file.exists(), "a new database was made in its place"
        away.rename(self.file)

    def cut(self) -> None:
        """Let the database end all connections."""
        assert self.postgres
        engine = sa.create_engine(self.postgres.url)
        with engine.connect() as connection:
            connection.exec_driver_sql(CUT_CONNECTIONS)
        engine.dispose()

    def crash(self) -> None:
        """Crash the database, and start it again."""
        assert self.postgres
        self.postgres.end(signal.SIGQUIT)
        self.wait_for_health(False)
        self.postgres.start()

    def wait_for_health(self, healthy: bool) -> None:
        """Wait until the server reports that it can write, or cannot."""
        deadline = time.monotonic() + 60
        while self.is_healthy() != healthy:
            assert time.monotonic() < deadline, f"/healthz does not become {healthy}"
            time.sleep(0.1)

    def is_healthy(self) -> bool:
        try:
            return bool(self.server.get("/healthz")["ok"])
        except urllib.error.HTTPError as e:
            e.close()
            if e.code != 503:
                raise
            return False


async def kill(server: Server, kills: int, faults: Faults, others: int) -> Counter[str]:
    """Kill the server repeatedly, with other faults in between."""
    pick, seen = random.Random(1), Counter[str]()
    due = {(k + 1) * kills // (others + 1): k for k in range(others)}  # by the number of the kill
    for k in range(kills):
        await asyncio.sleep(0.3 + 1.2 * pick.random())
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
        if k in due:
            fault = faults.kinds[due[k] % len(faults.kinds)]
            await asyncio.sleep(1)
            await asyncio.to_thread(fault)
            await asyncio.to_thread(faults.wait_for_health, True)
            seen[fault.__name__] += 1
        print(f"\rkill {k + 1} of {kills}", end="", file=sys.stderr, flush=True)
    return seen


async def run(
    folder: Path, tables: int, kills: int, pace: float, others: int = 0, postgres: Postgres | None = None,
    finish_timeout_s: float = 300, disk: SmallDisk | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Run the whole test; return the counts. The database is on `disk`."""
    server = Server(folder, free_port(), database=postgres.url if postgres else "")
    server.program = ["-c", f"{WITHOUT_COMPILING}; {SERVE}"]
    tally, stop = Tally(), asyncio.Event()
    await asyncio.to_thread(server.start)
    began = time.monotonic()
    try:
        players = [
            asyncio.create_task(play_games(server, KINDS[k % len(KINDS)], tally, pace, stop)) for k in range(tables)
        ]
        await asyncio.sleep(1)
        faults = await kill(server, kills, Faults(server, postgres, disk), others)
        stop.set()
        async with asyncio.timeout(finish_timeout_s):
            played = [table for player in players for table in await player]
    finally:
        code = server.end(signal.SIGTERM)
    assert code == 0, f"the server ended with {code}"
    counts = verify(server.database, played, tally)
    return {
        **counts, "kills": kills, "faults": dict(faults), "at_once": tables,
        "seconds": round(time.monotonic() - began), "code": code,
    }  # fmt: skip


def verify(database: str, played: list[str], tally: Tally) -> dict[str, Any]:
    """Compare what the clients have seen with the database."""
    storage = Storage(database)
    entries = 0
    try:
        for table in played:
            row, log = storage.read_table(table), storage.read_log(table)
            assert row, f"table {table} is missing"
            entries += len(log)
            check(row, log)
            for (name, seat), acked in tally.acked.items():
                if name == table:
                    held = {e.decision: e.action for e in log if e.kind == "play" and e.seat == seat}
                    lost = {d: a for d, a in acked.items() if held.get(d) != a}
                    assert not lost, f"table {table}, seat {seat}: acknowledged and lost: {lost}"
    finally:
        storage.close()
    assert not tally.rolled_back, f"states seen by clients are missing at {tally.rolled_back}"
    return {"games": len(played), "entries": entries, "acknowledged": tally.acks, "returns": tally.returns}


def check(row: TableRow, log: list[StoredEntry]) -> None:
    """Check that the log leads to its last digest and to the end of the game."""
    match, problem = Match.replay(row, log)
    assert not problem, f"table {row.id}: {problem}"
    assert match.table.digest == log[-1].digest
    assert match.over, f"table {row.id} is stuck"


def run_here(tables: int, kills: int, pace: float, others: int, on_postgres: bool) -> dict[str, Any]:
    """Run the whole test in a temporary folder."""
    finish_timeout_s = 600 + 2 * tables
    with tempfile.TemporaryDirectory(prefix="gamut-kills-") as place, ExitStack() as at_the_end:
        folder = Path(place)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        if disk := make_small_disk(folder / "disk", POSTGRES_MB if on_postgres else SQLITE_MB):
            at_the_end.callback(disk.end)
            folder = disk.folder
        if not on_postgres:
            return asyncio.run(run(folder, tables, kills, pace, others, finish_timeout_s=finish_timeout_s, disk=disk))
        binaries = find_binaries()
        if binaries is None:
            raise SystemExit(MISSING)
        (folder / "postgres").mkdir()
        postgres = Postgres(binaries, folder / "postgres")
        postgres.start()
        at_the_end.callback(postgres.end)
        return asyncio.run(run(Path(place), tables, kills, pace, others, postgres, finish_timeout_s, disk))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--faults", type=int, default=6, help="other faults between the kills")
    parser.add_argument("--pace", type=float, default=0.4, help="mean seconds that a person thinks")
    parser.add_argument("--postgres", action="store_true", help="use a temporary PostgreSQL instead of SQLite")
    options = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    print("\n", run_here(options.tables, options.kills, options.pace, options.faults, options.postgres))
