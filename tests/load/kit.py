"""A real server as a process of its own, on loopback, and players over real connections."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.sync.client import connect as connect_now

from gamut import games

WEAKEST, *_, STRONGEST = games.find("mixx").levels
SERVE = "import typer; from gamut.cli.serve import serve; typer.run(serve)"
# what one address may do is for many: all clients of a load have the same
GENEROUS = [
    word
    for name in (
        "connections_per_address", "connections", "requests_per_second", "request_burst", "tables_per_minute",
        "table_burst", "tables_per_address", "joins_per_minute", "join_burst", "guesses_per_minute", "guess_burst",
        "hints_per_minute", "hint_burst", "thoughts_per_address",
    )
    for word in ("--limit", f"{name}=1000000")
]  # fmt: skip
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """`gamut serve` on a database file. Unless it is `strict`, one address may do what many may."""

    def __init__(self, folder: Path, port: int, *options: str, strict: bool = False, database: str = "") -> None:
        self.port, self._options = port, [*([] if strict else GENEROUS), *options]
        self.database = database or f"sqlite:///{folder / 'tables.sqlite'}"
        self.errors = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.program = ["-c", SERVE]

    def start(self) -> None:
        """Start it."""
        command = [
            sys.executable, *self.program, "--port", str(self.port), "--database", self.database,
            *self._options,
        ]  # fmt: skip
        with self.errors.open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=log)
        self.wait_for()

    def wait_for(self) -> None:
        """Wait until it answers."""
        assert self.process
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                self.get("/healthz")
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
        raise RuntimeError(f"the server did not start:\n{self.errors.read_text()[-4000:]}")

    def end(self, how: signal.Signals) -> int:
        """Send a signal and wait for the end."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait(30)

    def get(self, path: str) -> Any:
        """An answer as JSON."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.load(answer)

    def open(self, *kinds: str, game: str = "mixx", **options: Any) -> Any:
        """A table; a kind is me, here, or the level of a bot."""
        seats = [
            {"kind": k} if k in ("me", "here") else {"kind": "bot", "level": k} for k in kinds
        ]  # fmt: skip
        body = json.dumps({"game": game, "seats": seats, "options": options, "pause_ms": 0}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/tables", body)
        with urllib.request.urlopen(request, timeout=30) as answer:
            table = json.load(answer)
        for seat in table["seats"]:
            self._add_part(table["table"], seat["seat"], seat["token"])
        return table

    def _add_part(self, table: str, seat: int, token: str) -> None:
        """Let a seat add its part to the deal, as its browser would."""
        with connect_now(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=60) as connection:
            connection.send(json.dumps({"type": "join", "table": table, "token": token}))
            connection.send(json.dumps({"type": "add_part", "part": secrets.token_hex(16)}))
            while seat in json.loads(connection.recv(60)).get("waiting", [seat]):
                pass

    async def connect(self, table: Any, seat: int = -1) -> ClientConnection:
        """An open connection that has joined."""
        token = table["watch"] if seat < 0 else next(s["token"] for s in table["seats"] if s["seat"] == seat)
        connection = await connect(
            f"ws://127.0.0.1:{self.port}/ws", compression=None, ping_interval=None, open_timeout=60, max_queue=None
        )
        await connection.send(json.dumps({"type": "join", "table": table["table"], "token": token}))
        return connection

    @property
    def cpu_seconds(self) -> float:
        """The processor time used so far."""
        assert self.process
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory_mb(self) -> float:
        """The memory in use."""
        assert self.process
        for row in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if row.startswith("VmRSS"):
                return int(row.split()[1]) / 1024
        return 0.0


def busy_seconds() -> tuple[float, float]:
    """Processor time that the whole machine has used so far, and time that its host took from it."""
    ticks = [int(x) for x in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4] - ticks[7]) / TICKS, ticks[7] / TICKS


def free_port() -> int:
    """A port nobody listens on just now."""
    import socket

    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


async def gather(things: Any, at_once: int) -> list[Any]:
    """Run coroutines, some at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(thing: Any) -> Any:
        async with gate:
            return await thing

    return list(await asyncio.gather(*map(one, things)))


async def begin_game(port: int, table: Any, source: str = "127.0.0.1") -> None:
    """Let every seat at this screen do what the deal waits for, if it waits for anything."""
    for seat in table["seats"]:
        where: dict[str, Any] = {"compression": None, "open_timeout": 120, "local_addr": (source, 0)}
        async with connect(f"ws://127.0.0.1:{port}/ws", **where) as line:
            await line.send(json.dumps({"type": "join", "table": table["table"], "token": seat["token"]}))
            view = await next_view(line)
            if seat["seat"] in view.get("waiting", ()):  # older servers wait for nothing
                await line.send(json.dumps({"type": "add_part", "part": os.urandom(16).hex()}))
            while seat["seat"] in view.get("waiting", ()):
                view = await next_view(line)


async def next_view(line: ClientConnection) -> Any:
    """The next view that is sent."""
    while (message := json.loads(await asyncio.wait_for(line.recv(), 60)))["type"] != "view":
        pass
    return message
