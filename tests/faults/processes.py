"""Several processes on one PostgreSQL database are killed, stopped and cut off while games run; the history decides.

    python -m tests.faults.processes --tables 12 --faults 60 [--processes 3] [--interval 2]

Uses only the loopback interface, and needs an installed PostgreSQL. Clients play at random, each over one process at a
time and over another one after every lost connection; they repeat an action until it is acknowledged. Of the
notifications between the processes 30% are dropped and 10% doubled. In the end `history.check_history` decides whether
all that could have happened on one server that forgets nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from gamut.server.storage.database import Storage
from gamut.server.wire import messages as m
from tests.faults.history import Action, History, ViewReader, check_history
from tests.support.postgres import MISSING, Postgres, find_binaries
from tests.support.server_process import SERVE, WEAKEST, Server, free_port

UNRELIABLE = """
import random
from gamut.server.storage.cluster import Cluster
from gamut.server.tables.hub import Hub
Hub.compile_games = lambda hub: None
receive = Cluster._receive
def receive_some(self, payload):
    for _ in range(random.choices((0, 1, 2), (3, 6, 1))[0]):
        receive(self, payload)
Cluster._receive = receive_some
"""
KINDS = (("me", "here"), ("me", "here"), ("me", WEAKEST, "here"))
SILENCE_S = 2.0  # without a message, until a client tries another process
SETTLE_S = 5.0  # after the last fault and action, until every view must be the last one
PAUSES_S = (1.0, 8.0)  # how long a process is stopped
EFFECT_S = 10.0  # after the beginning of a fault
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND random() < 0.5"


@dataclass
class Run:
    """What happens during a run."""

    history: History = field(default_factory=History)
    tables: list[str] = field(default_factory=list)
    faults: list[tuple[str, float]] = field(default_factory=list)  # kind, and when it began
    reconnections: int = 0
    acting: bool = True
    ended: bool = False


class Player:
    """A client of one seat until the game is over, or the run."""

    def __init__(self, servers: list[Server], table: Any, seat: int, run: Run, pace: float) -> None:
        self.servers, self.table, self.seat, self.run, self.pace = servers, table, seat, run, pace
        self.name = f"{table['table']} seat {seat}"
        self.pick = random.Random(self.name)
        self.turn = self.pick.randrange(len(servers))  # the server to try next
        self.pending: Action | None = None
        self.over = False

    async def play(self) -> None:
        while not (self.over or self.run.ended):
            self.turn += 1
            try:
                async with asyncio.timeout(SILENCE_S):
                    connection = await self.servers[self.turn % len(self.servers)].connect(self.table, self.seat)
                try:
                    await self.play_on(connection)
                finally:
                    connection.transport.abort()
            except (OSError, WebSocketException, TimeoutError):
                self.run.reconnections += 1
                await asyncio.sleep(0.1)

    async def play_on(self, connection: Any) -> None:
        """Play over one connection, which is asked for a sign of life when it is silent."""
        reader, asked = ViewReader(), False
        while not (self.over or self.run.ended):
            try:
                message = json.loads(await asyncio.wait_for(connection.recv(), SILENCE_S))
                asked = False
            except TimeoutError:
                if asked:
                    raise
                asked = True
                await connection.send(m.encode(m.Ping()).decode())
                continue
            if message["type"] == "ack" and self.pending and message["decision"] == self.pending.decision:
                self.run.history.acknowledged[self.pending] = time.monotonic()
                self.pending = None
            elif message["type"] == "view":
                self.run.history.seen[self.name].append(reader.read(self.table["table"], self.seat, message))
                await self.answer(connection, message)
            elif message["type"] == "refused" and message["reason"] == "storage":
                raise OSError(message["text"])  # reconnect, and repeat it

    async def answer(self, connection: Any, view: dict[str, Any]) -> None:
        if view["result"]:
            self.over = True
        if self.pending and self.pending.decision < view["decision"]:
            self.pending = None  # stored, although the acknowledgement was lost
        if self.pending is None and view["legal"] and self.run.acting:
            await asyncio.sleep(self.pace * self.pick.random() * 2)
            action = self.pick.choice(view["legal"])
            self.pending = Action(self.table["table"], self.seat, view["decision"], action)
            self.run.history.sent[self.pending] = time.monotonic()
        if self.pending:
            message = m.PlayAction(self.pending.decision, self.pending.action)
            await connection.send(m.encode(message).decode())


async def play_games(servers: list[Server], kinds: tuple[str, ...], run: Run, pace: float) -> None:
    """Play one game after the other, each with a spectator."""
    while run.acting:
        try:
            table = await asyncio.to_thread(random.choice(servers).open, *kinds)
        except (OSError, HTTPException, WebSocketException, TimeoutError):
            await asyncio.sleep(0.2)
            continue
        run.tables.append(table["table"])
        seats = [-1, *(seat for seat, kind in enumerate(kinds) if kind in ("me", "here"))]
        await asyncio.gather(*(Player(servers, table, seat, run, pace).play() for seat in seats))


# ---------------------------------------------------------------------- faults


class Faults:
    """Faults of processes and of the database; each one ends after a while."""

    def __init__(self, servers: list[Server], postgres: Postgres, run: Run) -> None:
        self.servers, self.postgres, self.run = servers, postgres, run
        self.pick = random.Random(1)
        self._busy: set[int] = set()  # indices of servers that are being restarted or are stopped
        self._tasks: set[asyncio.Task[None]] = set()

    async def cause(self, count: int, interval: float) -> None:
        """Cause faults at random, half of them kills."""
        for k in range(count):
            await asyncio.sleep(interval * 2 * self.pick.random())
            kind = self.pick.choices(("kill", "pause", "cut", "crash"), (10, 6, 6, 1))[0]
            while kind in ("kill", "pause") and len(self._busy) == len(self.servers) - 1:
                await asyncio.sleep(0.1)  # one process is left alone
            self.run.faults.append((kind, time.monotonic()))
            task = asyncio.create_task(getattr(self, kind)())
            self._tasks.add(task)
            print(f"\rfault {k + 1} of {count}, {len(self.run.history.acknowledged)} acknowledged", end="", flush=True)
        await asyncio.gather(*self._tasks)

    def take_server(self) -> int:
        k = self.pick.choice([k for k in range(len(self.servers)) if k not in self._busy])
        self._busy.add(k)
        return k

    async def kill(self) -> None:
        k = self.take_server()
        await asyncio.to_thread(self.servers[k].end, signal.SIGKILL)
        await self.start(k)
        self._busy.discard(k)

    async def start(self, k: int) -> None:
        """Start a server; the database may be crashing meanwhile."""
        while True:
            try:
                await asyncio.to_thread(self.servers[k].start)
                return
            except RuntimeError:
                await asyncio.sleep(0.5)

    async def pause(self) -> None:
        k = self.take_server()
        process = self.servers[k].process
        assert process
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.pick.uniform(*PAUSES_S))
        process.send_signal(signal.SIGCONT)
        self._busy.discard(k)

    async def cut(self) -> None:
        """Let the database end half of all connections."""

        def cut() -> None:
            engine = sa.create_engine(self.postgres.url, isolation_level="AUTOCOMMIT")
            try:
                with engine.connect() as connection:
                    connection.exec_driver_sql(CUT)
            except sa.exc.OperationalError:
                pass  # it is crashing
            finally:
                engine.dispose()

        await asyncio.to_thread(cut)

    async def crash(self) -> None:
        def crash() -> None:
            if not self.postgres.has_ended:
                self.postgres.end(signal.SIGQUIT)
                self.postgres.start()

        if not any(kind == "crash" for kind, _ in self.run.faults[:-1][-3:]):  # it must be up again
            await asyncio.to_thread(crash)


# ---------------------------------------------------------------------- the run


async def run_faults(
    folder: Path, postgres: Postgres, processes: int, tables: int, faults: int, interval: float, pace: float
) -> dict[str, Any]:
    """Run the whole test; return the counts and what is wrong."""
    servers = [Server(folder, free_port(), database=postgres.url) for _ in range(processes)]
    for k, server in enumerate(servers):
        server.errors = folder / f"server-{k}.log"
        server.program = ["-c", f"{UNRELIABLE}\n{SERVE}"]
    run, began = Run(), time.monotonic()
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        playing = [asyncio.create_task(play_games(servers, KINDS[k % len(KINDS)], run, pace)) for k in range(tables)]
        await Faults(servers, postgres, run).cause(faults, interval)
        run.acting = False
        await asyncio.sleep(SETTLE_S)
        run.ended = True
        await asyncio.gather(*playing)
    finally:
        codes = [await asyncio.to_thread(server.end, signal.SIGTERM) for server in servers]
    problems = check_history(run.history, read_tables(postgres.url, run.tables))
    return {
        "problems": problems, "acknowledged": len(run.history.acknowledged), "games": len(run.tables),
        "views": sum(map(len, run.history.seen.values())), "reconnections": run.reconnections,
        "faults": dict(Counter(kind for kind, _ in run.faults)), "longest_wait_s": find_longest_waits(run),
        "seconds": round(time.monotonic() - began), "codes": codes,
    }  # fmt: skip


def read_tables(url: str, tables: list[str]) -> dict[str, Any]:
    storage = Storage(url)
    try:
        return {table: (storage.read_table(table), storage.read_log(table)) for table in tables}
    finally:
        storage.close()


def find_longest_waits(run: Run) -> dict[str, float]:
    """Return how long an action waited at most for its acknowledgement, by the faults shortly before and meanwhile."""
    longest: dict[str, float] = {}
    for action, acknowledged in run.history.acknowledged.items():
        sent = run.history.sent[action]
        kinds = {kind for kind, at in run.faults if sent - EFFECT_S < at < acknowledged}
        label = " and ".join(sorted(kinds)) or "none"
        longest[label] = max(longest.get(label, 0.0), round(acknowledged - sent, 2))
    return longest


def run_here(**settings: Any) -> dict[str, Any]:
    """Run the whole test in a temporary folder."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory(prefix="gamut-processes-") as place:
        folder = Path(place)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        (folder / "postgres").mkdir()
        postgres = Postgres(binaries, folder / "postgres")
        postgres.start()
        try:
            return asyncio.run(run_faults(folder, postgres, **settings))
        finally:
            postgres.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=12, help="games at once")
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--interval", type=float, default=2.0, help="mean seconds between two faults")
    parser.add_argument("--pace", type=float, default=0.1, help="mean seconds that a person thinks")
    options = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    report = run_here(**vars(options))
    print(f"\n{json.dumps(report, indent=2)}")
    sys.exit(bool(report["problems"]))
