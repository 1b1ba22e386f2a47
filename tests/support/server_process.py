"""A server as a separate process on the loopback interface, and clients over real connections."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.sync.client import connect as connect_now

from gamut import games

MESSAGE_TIMEOUT_S = 60
WEAKEST, *_, STRONGEST = games.find_game("mixx").levels
SERVE = "import typer; from gamut.cli.serve import serve; typer.run(serve)"
# all clients of a load test have the same address
GENEROUS = [
    word
    for name in (
        "connections_per_address", "connections", "requests_per_second", "request_burst", "tables_per_minute",
        "table_burst", "tables_per_address", "joins_per_minute", "join_burst", "guesses_per_minute", "guess_burst",
        "hints_per_minute", "hint_burst", "queued_bot_jobs_per_address", "announcement_burst",
        "address_messages_per_second", "address_message_burst", "previews_per_second", "preview_burst",
    )
    for word in ("--limit", f"{name}=1000000")
]  # fmt: skip
GENEROUS += ["--limit", "secret_turn_seconds=0.1"]
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """`gamut serve` on a database. Unless `strict`, the limits per address are removed."""

    def __init__(self, folder: Path, port: int, *options: str, strict: bool = False, database: str = "") -> None:
        self.port, self._options = port, [*([] if strict else GENEROUS), *options]
        self.database = database or f"sqlite:///{folder / 'tables.sqlite'}"
        self.errors = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.program = ["-c", SERVE]

    def start(self) -> None:
        command = [
            sys.executable, *self.program, "--port", str(self.port), "--database", self.database,
            *self._options,
        ]  # fmt: skip
        with self.errors.open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=log)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
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
        """Send a signal, wait for the end, and return the exit code."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait(30)

    def get(self, path: str) -> Any:
        """Return a response as JSON."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.load(answer)

    def open(self, *kinds: str, game: str = "mixx", **options: Any) -> Any:
        """Open a table with all parts added; a kind is me, here, or the level of a bot."""
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
        """Add the part of a seat to the deal, as its client would."""
        with connect_now(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=60) as connection:
            connection.send(json.dumps({"type": "join", "table": table, "token": token}))
            connection.send(json.dumps({"type": "add_part", "part": secrets.token_hex(16)}))
            while seat in json.loads(connection.recv(60)).get("not_ready", [seat]):
                pass

    async def connect(self, table: Any, seat: int = -1) -> ClientConnection:
        """Return a connection that has joined."""
        token = table["spectator_token"] if seat < 0 else next(s["token"] for s in table["seats"] if s["seat"] == seat)
        connection = await connect(
            f"ws://127.0.0.1:{self.port}/ws", compression=None, ping_interval=None, open_timeout=60, max_queue=None
        )
        await connection.send(json.dumps({"type": "join", "table": table["table"], "token": token}))
        return connection

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU time used so far."""
        return sum(self.user_and_system_seconds)

    @property
    def user_and_system_seconds(self) -> tuple[float, float]:
        """Return the CPU time used so far by the process, and by the system for it."""
        assert self.process
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) / TICKS, int(fields[12]) / TICKS

    @property
    def memory_mb(self) -> float:
        assert self.process
        for row in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if row.startswith("VmRSS"):
                return int(row.split()[1]) / 1024
        return 0.0


def busy_seconds() -> tuple[float, float]:
    """Return the CPU time used by the whole machine so far, and the time stolen by its host."""
    ticks = [int(x) for x in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4] - ticks[7]) / TICKS, ticks[7] / TICKS


def free_port() -> int:
    import socket

    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


async def gather(coroutines: Any, at_once: int) -> list[Any]:
    """Run coroutines, a limited number at the same time."""
    semaphore = asyncio.Semaphore(at_once)

    async def one(coroutine: Any) -> Any:
        async with semaphore:
            return await coroutine

    return list(await asyncio.gather(*map(one, coroutines)))


async def begin_game(port: int, table: Any, source: str = "127.0.0.1") -> None:
    """Add the parts of all seats of the host that the deal waits for."""
    for seat in table["seats"]:
        settings: dict[str, Any] = {"compression": None, "open_timeout": 120, "local_addr": (source, 0)}
        async with connect(f"ws://127.0.0.1:{port}/ws", **settings) as line:
            await line.send(json.dumps({"type": "join", "table": table["table"], "token": seat["token"]}))
            view = await next_view(line)
            if seat["seat"] in view.get("not_ready", ()):
                await line.send(json.dumps({"type": "add_part", "part": os.urandom(16).hex()}))
            while seat["seat"] in view.get("not_ready", ()):
                view = await next_view(line)


async def next_view(connection: ClientConnection) -> Any:
    return await next_message(connection, lambda message: message["type"] == "view")


async def next_message(connection: ClientConnection, condition: Callable[[Any], Any]) -> Any:
    """Wait for a message that meets the condition, and return it."""
    received: list[str] = []
    try:
        async with asyncio.timeout(MESSAGE_TIMEOUT_S):
            while not condition(message := json.loads(await connection.recv())):
                received.append(message["type"])
    except TimeoutError:
        source = inspect.getsource(condition).strip()
        raise AssertionError(f"waited {MESSAGE_TIMEOUT_S} s for {source}; received {received}") from None
    return message


async def play_first_legal(connection: ClientConnection, view: Any) -> None:
    """Play the first legal action of a view, and wait for the acknowledgement."""
    action = {"type": "play_action", "decision": view["decision"], "action": view["legal"][0]}
    await connection.send(json.dumps(action))
    await next_message(connection, lambda message: message["type"] == "ack")
