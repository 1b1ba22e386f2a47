"""Attacks on a server, and their effect on other players.

    python -m tests.faults.attacks [--seconds 15] [--only pings] [--checkout ../0.1]

Uses only the loopback interface. Each attack has a new server with the usual limits, and comes from its own process and
from other addresses than the two people who play meanwhile. Printed are the milliseconds until `/healthz` answers and
until both players see a move, first before and then during the attack, and for the attack on bots how long the bot of
another address takes: median / 99th percentile / maximum. A second server that is not attacked is measured at the same
moments, which shows how much of a time is due to a busy machine; so does the longest turn of the event loop in CPU time
(`tests.benchmarks.event_loop_turns`). The attacker has a lower priority than both, as it would have its own machine.
`--checkout` attacks another version with the Python of its .venv.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.benchmarks.event_loop_turns import longest_turn
from tests.support.server_process import STRONGEST, WEAKEST, Server, begin_game, free_port

QUIET_SECONDS = 5.0
PROBE_INTERVAL_S = 0.1  # seconds between two probes
TURNS_FILE = "turns.txt"
PROBE_ADDRESS = "127.0.1.3"  # not an attacker's, whose budget it would share
ATTACKER_NICENESS = 10
UNDO_DEPTH = 15  # moves in a game before one is undone repeatedly
MOVES_PER_TABLE = 40  # fewer than any game has
CONNECTION_ERRORS = (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)

# ---------------------------------------------------------------------- the attackers


class Target:
    """The server as an attacker sees it; each address of 127.0.0.0/8 is another attacker."""

    def __init__(self, port: int, until: float) -> None:
        self.port, self.until = port, until

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    async def connect(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def request(self, source: str, data: bytes) -> bytes:
        """Send a request; return the whole response."""
        reader, writer = await self.connect(source)
        try:
            writer.write(data)
            return await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.transport.abort()

    async def open(self, source: str, *kinds: str, forwarded: str = "") -> Any:
        """Open a table; return it unless it was refused."""
        seats = [{"kind": k} if k in ("me", "here") else {"kind": "bot", "level": k} for k in kinds]
        body = json.dumps({"game": "mixx", "seats": seats, "options": {}, "pause_ms": 0}).encode()
        lines = [
            "POST /api/tables HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            f"Content-Length: {len(body)}",
        ]
        if forwarded:
            lines.append(f"X-Forwarded-For: {forwarded}")
        answer = await self.request(source, "\r\n".join([*lines, "", ""]).encode() + body)
        if b" 201 " not in answer[:20]:
            return None
        return json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])

    async def join(self, source: str, table: Any, seat: int = -1) -> ClientConnection:
        token = table["spectator_token"] if seat < 0 else table["seats"][seat]["token"]
        line = await connect(
            f"ws://127.0.0.1:{self.port}/ws", compression=None, ping_interval=None, open_timeout=60, max_queue=None,
            local_addr=(source, 0),
        )  # fmt: skip
        await line.send(json.dumps({"type": "join", "table": table["table"], "token": token}))
        return line


async def repeat(target: Target, what: Callable[[], Awaitable[object]]) -> int:
    """Repeat an action until the end; return how often it succeeded."""
    n_succeeded = 0
    while not target.over:
        try:
            n_succeeded += bool(await what())
        except CONNECTION_ERRORS:
            await asyncio.sleep(0.01)
    return n_succeeded


async def repeat_in_parallel(target: Target, count: int, what: Callable[[int], Awaitable[object]]) -> int:
    """Repeat several actions at the same time; return how often they succeeded."""
    return sum(await asyncio.gather(*(repeat(target, partial(what, k)) for k in range(count))))


async def attack_replays(target: Target) -> int:
    """A long history of moves and undos, whose replay many clients request."""
    table = await target.open("127.0.9.1", "me", WEAKEST)
    await begin_game(target.port, table, "127.0.9.1")
    line = await target.join("127.0.9.1", table, 0)
    moves, prepared = 0, time.monotonic() + (target.until - time.monotonic()) / 2
    view: dict[str, Any] = {"decision": 0, "legal": []}
    with suppress(*CONNECTION_ERRORS):
        while time.monotonic() < prepared:
            message = json.loads(await asyncio.wait_for(line.recv(), 5))
            if message["type"] == "view":
                view = message
            elif message["type"] == "refused":
                await asyncio.sleep(0.2)  # there is a rate of messages
            if message["type"] in ("view", "refused") and view["legal"]:
                act = {"type": "play_action", "decision": view["decision"], "action": view["legal"][0]}
                await line.send(json.dumps(act))
                moves += 1
                if moves > UNDO_DEPTH:
                    await line.send('{"type":"undo"}')
        await line.send('{"type":"resign"}')
        await asyncio.sleep(1)
    await line.close()
    path = f"GET /api/tables/{table['table']}/replay HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return await repeat_in_parallel(target, 8, lambda _: target.request("127.0.9.1", path.encode()))


async def attack_heads(target: Target) -> int:
    """Request heads that never end."""

    async def one(k: int) -> bool:
        _, writer = await target.connect("127.0.9.1")
        try:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            while not target.over:
                writer.write(b"x" * 65536)
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.transport.abort()
        return True

    return await repeat_in_parallel(target, 4, one)


async def attack_trailers(target: Target) -> int:
    """Requests whose trailer never ends."""

    async def one(k: int) -> bool:
        _, writer = await target.connect("127.0.9.1")
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ")
            while not target.over:
                writer.write(b"x" * 65536)
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.transport.abort()
        return True

    return await repeat_in_parallel(target, 4, one)


async def attack_unfinished_requests(target: Target) -> int:
    """Thousands of unfinished requests from many addresses."""

    async def one(k: int) -> bool:
        reader, writer = await target.connect(f"127.0.10.{k % 200}")
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            while not target.over and not reader.at_eof():
                writer.write(b"x")
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(100), 1)
        finally:
            writer.transport.abort()
        await asyncio.sleep(0.2)
        return True

    return await repeat_in_parallel(target, 3000, one)


async def flood(target: Target, source: str, frame: bytes) -> bool:
    table = await target.open(source, "me", "here")
    if table is None:
        await asyncio.sleep(0.1)
        return False
    line = await target.join(source, table, 0)
    line.transport.pause_reading()
    try:
        while not target.over and not line.transport.is_closing():
            line.transport.write(frame * 2000)
            await asyncio.sleep(0.005)
    finally:
        line.transport.abort()
    return True


async def attack_pings(target: Target) -> int:
    """Millions of pings from clients that do not read."""
    return await repeat_in_parallel(target, 4, lambda k: flood(target, "127.0.9.1", b"\x89\x80\x00\x00\x00\x00"))


async def attack_messages(target: Target) -> int:
    """Millions of messages from clients that do not read."""
    return await repeat_in_parallel(
        target, 4, lambda k: flood(target, "127.0.9.1", b"\x81\x8f\x00\x00\x00\x00" + b'{"type":"hint"}')
    )


async def attack_requests(target: Target) -> int:
    """Pages and lists, as fast as fifty connections can request them."""
    paths = ("/", "/api/games", "/api/games/colori/rules", "/healthz")

    async def one(k: int) -> bytes:
        path = f"GET {paths[k % 4]} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        return await target.request("127.0.9.1", path.encode())

    return await repeat_in_parallel(target, 50, one)


async def attack_tables(target: Target) -> int:
    """Hundreds of new tables with forged forwarded addresses."""

    async def one(k: int) -> bool:
        forwarded = ".".join(str(random.randrange(1, 255)) for _ in range(4))
        return await target.open("127.0.0.1" if k == 0 else "127.0.9.1", "me", "here", forwarded=forwarded) is not None

    return await repeat_in_parallel(target, 4, one)


async def attack_joins(target: Target) -> int:
    """Spectators that join and leave."""
    table = await target.open("127.0.9.1", "me", "here")

    async def one(k: int) -> bool:
        line = await target.join("127.0.9.1", table)
        with suppress(*CONNECTION_ERRORS):
            async with asyncio.timeout(2):
                while json.loads(await line.recv())["type"] not in ("view", "refused"):
                    pass
        line.transport.abort()
        return True

    return await repeat_in_parallel(target, 10, one)


async def attack_bots(target: Target) -> int:
    """Thirty tables of strong bots, each with a spectator."""
    lines = []
    for _ in range(30):
        table = await target.open("127.0.9.1", *[STRONGEST] * 4)
        if table is not None:
            lines.append(await target.join("127.0.9.1", table))

    async def watch(line: ClientConnection) -> None:
        with suppress(*CONNECTION_ERRORS):
            async for _ in line:
                pass

    watching = [asyncio.create_task(watch(line)) for line in lines]
    await asyncio.sleep(max(0.0, target.until - time.monotonic()))
    for task in watching:
        task.cancel()
    return len(lines)


ATTACKS: dict[str, Callable[[Target], Awaitable[int]]] = {
    "replays": attack_replays, "heads": attack_heads, "trailers": attack_trailers,
    "unfinished requests": attack_unfinished_requests, "pings": attack_pings, "messages": attack_messages,
    "requests": attack_requests, "tables": attack_tables, "joins": attack_joins, "bots": attack_bots,
}  # fmt: skip

# ---------------------------------------------------------------------- other players


@dataclass
class Times:
    """Durations in milliseconds; a timeout counts as the whole timeout."""

    values: list[float] = field(default_factory=list)
    missed: int = 0

    def __str__(self) -> str:
        if not self.values:
            return "-"
        ordered = sorted(self.values)
        median, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
        missed = f", {self.missed} missed" if self.missed else ""
        return f"{median:.1f} / {late:.1f} / {ordered[-1]:.0f} of {len(ordered)}{missed}"


PROBE_TIMEOUT_S = 30.0


async def timed(times: Times, work: Awaitable[object]) -> None:
    began = time.perf_counter()
    try:
        await asyncio.wait_for(work, PROBE_TIMEOUT_S)
    except CONNECTION_ERRORS:
        times.missed += 1
    times.values.append(1000 * (time.perf_counter() - began))


async def probe_health(server: Server, times: Times, until: float) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    target = Target(server.port, until)

    async def probe() -> None:
        answer = await target.request(PROBE_ADDRESS, request)
        if b" 200 " not in answer[:20]:
            raise OSError(answer[:40])

    while time.monotonic() < until:
        await timed(times, probe())
        await asyncio.sleep(PROBE_INTERVAL_S)


class Players:
    """Two people at a table, or one and a bot; measures the time until all have the view after a move."""

    def __init__(self, server: Server, source: str, *kinds: str) -> None:
        self.target, self.source, self.kinds = Target(server.port, 0), source, kinds
        self.lines: list[ClientConnection] = []
        self.views: list[dict[str, Any]] = []
        self.moves = 0

    async def open(self) -> None:
        for line in self.lines:
            line.transport.abort()
        table = None
        while table is None:
            with suppress(*CONNECTION_ERRORS):
                table = await self.target.open(self.source, *self.kinds)
                if table is not None:
                    await begin_game(self.target.port, table, self.source)
        people = [k for k, kind in enumerate(self.kinds) if kind in ("me", "here")]
        self.lines = [await self.target.join(self.source, table, seat) for seat in people]
        self.views, self.moves = [{"serial": -1} for _ in people], 0
        for k in range(len(people)):
            await self.wait_for_view(k, 0)

    async def wait_for_view(self, k: int, serial: int, ready: bool = False) -> None:
        while self.views[k]["serial"] < serial or (
            ready and not self.views[k]["legal"] and not self.views[k]["result"]
        ):
            message = json.loads(await self.lines[k].recv())
            if message["type"] == "view":
                self.views[k] = message

    async def move(self) -> None:
        """Play a move and wait for the views; against a bot until it is the person's turn again."""
        k = next(k for k, view in enumerate(self.views) if view["legal"])
        view = self.views[k]
        act = {"type": "play_action", "decision": view["decision"], "action": view["legal"][0]}
        await self.lines[k].send(json.dumps(act))
        self.moves += 1
        for other in range(len(self.lines)):
            await self.wait_for_view(other, view["serial"] + 1, ready=len(self.lines) < len(self.kinds))

    async def probe(self, times: Times, until: float) -> None:
        while time.monotonic() < until:
            try:
                if self.moves >= MOVES_PER_TABLE or not any(view.get("legal") for view in self.views):
                    await self.open()
                    if not any(view["legal"] for view in self.views):
                        await asyncio.wait_for(self.wait_for_view(0, 0, ready=True), PROBE_TIMEOUT_S)
                await timed(times, self.move())
            except CONNECTION_ERRORS:
                self.views = []
            await asyncio.sleep(PROBE_INTERVAL_S)


def begin_probes(server: Server, until: float, with_bot: bool) -> tuple[dict[str, Times], list[Awaitable[None]]]:
    """Return the times to be measured at one server, and the probes that measure them."""
    times = {"healthz": Times(), "move": Times()}
    probes: list[Awaitable[None]] = [
        probe_health(server, times["healthz"], until),
        Players(server, "127.0.1.1", "me", "here").probe(times["move"], until),
    ]
    if with_bot:
        times["bot"] = Times()
        probes.append(Players(server, "127.0.1.2", "me", STRONGEST).probe(times["bot"], until))
    return times, probes


async def begin_attack(server: Server, name: str, seconds: float) -> asyncio.subprocess.Process:
    """Start the attacking process."""
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.attacks", "--attacker", name, str(server.port), str(seconds),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(2 if name == "bots" else 0.5)
    return attacker


async def measure(server: Server, control: Server, name: str, seconds: float) -> dict[str, Any]:
    """Measure before and during the attack, and a second server that is not attacked."""
    report: dict[str, Any] = {}
    for phase, length in (("before", QUIET_SECONDS), ("attack", seconds)):
        attacker = await begin_attack(server, name, seconds) if phase == "attack" else None
        until = time.monotonic() + length
        cpu, memory, begin = server.cpu_seconds, server.memory_mb, time.monotonic()
        times, probes = begin_probes(server, until, name == "bots")
        control_times, control_probes = begin_probes(control, until, name == "bots")
        await asyncio.gather(*probes, *control_probes)
        report[phase] = {what: f"{values}; control: {control_times[what]}" for what, values in times.items()}
        report[phase]["server"] = (
            f"{100 * (server.cpu_seconds - cpu) / length:.0f} % of a core, {server.memory_mb - memory:+.0f} MB"
        )
        turns = server.errors.with_name(TURNS_FILE)
        if turns.exists():  # another checkout has no clock in its loop
            report[phase]["server"] += (
                f", longest turn of its event loop {longest_turn(turns, begin):.0f} ms of CPU time"
            )
        if attacker:
            try:
                output, _ = await asyncio.wait_for(attacker.communicate(), 60)
                report["successful attacks"] = output.decode().strip()
            except TimeoutError:
                attacker.kill()
                await attacker.wait()
    return report


class OtherServer(Server):
    """The server of another checkout."""

    def __init__(self, folder: Path, port: int, checkout: Path, *options: str) -> None:
        super().__init__(folder, port, *options, strict=True)
        self._checkout = checkout.resolve()

    def start(self) -> None:
        """Start it with its own Python and the usual limits."""
        python = self._checkout / ".venv" / "bin" / "python"
        command = [
            str(python), "-m", "gamut", "serve", "--port", str(self.port), "--database", self.database, *self._options,
        ]  # fmt: skip
        with self.errors.open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=log, cwd=self._checkout)
        self.wait_until_ready()


def settle(server: Server) -> None:
    """Wait until the server has compiled all games and is idle."""
    before, deadline = -1.0, time.monotonic() + 120
    while server.cpu_seconds - before > 0.03 and time.monotonic() < deadline:
        before = server.cpu_seconds
        time.sleep(1)


def start_server(folder: Path, checkout: Path | None) -> Server:
    """Start a server, and wait until it has compiled all games."""
    folder.mkdir()
    server = OtherServer(folder, free_port(), checkout) if checkout else Server(folder, free_port(), strict=True)
    server.program = ["-m", "tests.benchmarks.event_loop_turns", str(folder / TURNS_FILE)]
    server.start()
    settle(server)
    return server


def end_server(server: Server) -> float:
    """End a server; return the seconds it took."""
    began = time.monotonic()
    try:
        server.end(signal.SIGTERM)
    except subprocess.TimeoutExpired:
        server.end(signal.SIGKILL)
    return time.monotonic() - began


def run(names: list[str], seconds: float, checkout: Path | None) -> None:
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            server, control = [start_server(Path(folder) / part, checkout) for part in ("attacked", "control")]
            print(f"\n{name}: {' '.join((ATTACKS[name].__doc__ or '').split())}")
            print(f"  load average before: {os.getloadavg()[0]:.2f}")
            try:
                report = asyncio.run(measure(server, control, name, seconds))
                for phase in ("before", "attack"):
                    for what, figures in report[phase].items():
                        print(f"  {phase:6} {what:8} {figures}", flush=True)
                print(
                    f"  successful attacks: {report.get('successful attacks', 'unknown, the attacker did not end')}",
                    flush=True,
                )
            finally:
                print(f"  the server ended within {end_server(server):.1f} s", flush=True)
                end_server(control)


async def attack(name: str, port: int, seconds: float) -> None:
    """Run an attack in the attacking process."""
    os.nice(ATTACKER_NICENESS)
    target = Target(port, time.monotonic() + seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 5):
            print(await ATTACKS[name](target))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", action="append", choices=ATTACKS)
    parser.add_argument("--checkout", type=Path)
    parser.add_argument("--attacker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.attacker:
        asyncio.run(attack(options.attacker[0], int(options.attacker[1]), float(options.attacker[2])))
    else:
        run(options.only or list(ATTACKS), options.seconds, options.checkout)
