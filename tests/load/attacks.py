"""Attacks on a server, and what everybody else notices of them.

    python -m tests.load.attacks [--seconds 15] [--only pings] [--checkout ../0.1]

Loopback only; it ends by itself. Each attack has a fresh server with its usual limits and comes from a process of
its own, from other addresses than the two people who play meanwhile. Told are the milliseconds until `/healthz`
answers and until both players see a move, first in peace and then under attack, and for the attack on bots how
long a stranger's bot takes: median / 99th percentile / largest. Beside it runs the same server once more, which
nobody attacks: what is asked of it at the same moments tells how much of a time is due to a busy machine; so does
the longest turn of the loop in processor time (`tests.load.turns`). The attacker gives way to both, as it would
have a machine of its own. `--checkout` attacks another version, by the
Python of its own .venv.
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

from tests.load.kit import STRONGEST, WEAKEST, Server, begin_game, free_port
from tests.load.turns import longest_turn

PEACE_SECONDS = 5.0
BEAT = 0.1  # seconds between two probes
TURNS = "turns.txt"
PROBE = "127.0.1.3"  # no attacker's address: whoever shares one shares its allowance
NICE = 10  # how much the attacker gives way
DEEP = 15  # moves in a game before one is taken back again and again
MOVES = 40  # of a game until another table is opened: fewer than any game has
GONE = (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)

# ---------------------------------------------------------------------- the attackers


class Target:
    """The server as an attacker sees it; each address of 127.0.0.0/8 is another attacker."""

    def __init__(self, port: int, until: float) -> None:
        self.port, self.until = port, until

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    async def dial(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def ask(self, source: str, request: bytes) -> bytes:
        """An answer, as it comes."""
        reader, writer = await self.dial(source)
        try:
            writer.write(request)
            return await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.transport.abort()

    async def open(self, source: str, *kinds: str, forwarded: str = "") -> Any:
        """A table, or none."""
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
        answer = await self.ask(source, "\r\n".join([*lines, "", ""]).encode() + body)
        if b" 201 " not in answer[:20]:
            return None
        return json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])

    async def join(self, source: str, table: Any, seat: int = -1) -> ClientConnection:
        token = table["watch"] if seat < 0 else table["seats"][seat]["token"]
        line = await connect(
            f"ws://127.0.0.1:{self.port}/ws", compression=None, ping_interval=None, open_timeout=60, max_queue=None,
            local_addr=(source, 0),
        )  # fmt: skip
        await line.send(json.dumps({"type": "join", "table": table["table"], "token": token}))
        return line


async def forever(target: Target, what: Callable[[], Awaitable[object]]) -> int:
    """Again and again, whatever the server says; how often it worked."""
    worked = 0
    while not target.over:
        try:
            worked += bool(await what())
        except GONE:
            await asyncio.sleep(0.01)
    return worked


async def many(target: Target, count: int, what: Callable[[int], Awaitable[object]]) -> int:
    """Some at once, each again and again."""
    return sum(await asyncio.gather(*(forever(target, partial(what, k)) for k in range(count))))


async def attack_replays(target: Target) -> int:
    """A long history of moves and take-backs, and everybody asks for its replay."""
    table = await target.open("127.0.9.1", "me", WEAKEST)
    await begin_game(target.port, table, "127.0.9.1")
    line = await target.join("127.0.9.1", table, 0)
    moves, prepared = 0, time.monotonic() + (target.until - time.monotonic()) / 2
    view: dict[str, Any] = {"decision": 0, "legal": []}
    with suppress(*GONE):
        while time.monotonic() < prepared:
            message = json.loads(await asyncio.wait_for(line.recv(), 5))
            if message["type"] == "view":
                view = message
            elif message["type"] == "refused":
                await asyncio.sleep(0.2)  # there is a rate of messages
            if message["type"] in ("view", "refused") and view["legal"]:
                act = {"type": "act", "decision": view["decision"], "action": view["legal"][0]}
                await line.send(json.dumps(act))
                moves += 1
                if moves > DEEP:
                    await line.send('{"type":"take_back"}')
        await line.send('{"type":"resign"}')
        await asyncio.sleep(1)
    await line.close()
    path = f"GET /api/tables/{table['table']}/replay HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return await many(target, 8, lambda _: target.ask("127.0.9.1", path.encode()))


async def attack_heads(target: Target) -> int:
    """Heads of requests that never end."""

    async def one(k: int) -> bool:
        _, writer = await target.dial("127.0.9.1")
        try:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            while not target.over:
                writer.write(b"x" * 65536)
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.transport.abort()
        return True

    return await many(target, 4, one)


async def attack_half_requests(target: Target) -> int:
    """Thousands of requests that are begun and never finished, from many addresses."""

    async def one(k: int) -> bool:
        reader, writer = await target.dial(f"127.0.10.{k % 200}")
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

    return await many(target, 3000, one)


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
    """Pings by the million from somebody who never reads the answers."""
    return await many(target, 4, lambda k: flood(target, "127.0.9.1", b"\x89\x80\x00\x00\x00\x00"))


async def attack_messages(target: Target) -> int:
    """The same with messages."""
    return await many(
        target, 4, lambda k: flood(target, "127.0.9.1", b"\x81\x8f\x00\x00\x00\x00" + b'{"type":"hint"}')
    )


async def attack_requests(target: Target) -> int:
    """Pages and lists, as fast as fifty lines can ask."""
    paths = ("/", "/api/games", "/api/games/colori/rules", "/healthz")

    async def one(k: int) -> bytes:
        path = (
            f"GET {paths[k % 4]} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        )
        return await target.ask("127.0.9.1", path.encode())

    return await many(target, 50, one)


async def attack_tables(target: Target) -> int:
    """New tables by the hundred, each said to come from another address."""

    async def one(k: int) -> bool:
        forwarded = ".".join(str(random.randrange(1, 255)) for _ in range(4))
        return (
            await target.open("127.0.0.1" if k == 0 else "127.0.9.1", "me", "here", forwarded=forwarded) is not None
        )

    return await many(target, 4, one)


async def attack_joins(target: Target) -> int:
    """Spectators who come and go."""
    table = await target.open("127.0.9.1", "me", "here")

    async def one(k: int) -> bool:
        line = await target.join("127.0.9.1", table)
        with suppress(*GONE):
            async with asyncio.timeout(2):
                while json.loads(await line.recv())["type"] not in ("view", "refused"):
                    pass
        line.transport.abort()
        return True

    return await many(target, 10, one)


async def attack_bots(target: Target) -> int:
    """Thirty tables of strong bots alone, all looked at."""
    lines = []
    for _ in range(30):
        table = await target.open("127.0.9.1", *[STRONGEST] * 4)
        if table is not None:
            lines.append(await target.join("127.0.9.1", table))

    async def watch(line: ClientConnection) -> None:
        with suppress(*GONE):
            async for _ in line:
                pass

    watching = [asyncio.create_task(watch(line)) for line in lines]
    await asyncio.sleep(max(0.0, target.until - time.monotonic()))
    for task in watching:
        task.cancel()
    return len(lines)


ATTACKS: dict[str, Callable[[Target], Awaitable[int]]] = {
    "replays": attack_replays, "heads": attack_heads, "half requests": attack_half_requests, "pings": attack_pings,
    "messages": attack_messages, "requests": attack_requests, "tables": attack_tables, "joins": attack_joins,
    "bots": attack_bots,
}  # fmt: skip

# ---------------------------------------------------------------------- everybody else


@dataclass
class Times:
    """Milliseconds that something took: median, 99th percentile, largest. What did not come is all the patience."""

    found: list[float] = field(default_factory=list)
    missed: int = 0

    def __str__(self) -> str:
        if not self.found:
            return "-"
        at = sorted(self.found)
        median, late = at[len(at) // 2], at[min(len(at) - 1, int(0.99 * len(at)))]
        missed = f", {self.missed} missed" if self.missed else ""
        return f"{median:.1f} / {late:.1f} / {at[-1]:.0f} of {len(at)}{missed}"


PATIENCE = 30.0


async def timed(times: Times, work: Awaitable[object]) -> None:
    began = time.perf_counter()
    try:
        await asyncio.wait_for(work, PATIENCE)
    except GONE:
        times.missed += 1
    times.found.append(1000 * (time.perf_counter() - began))


async def probe_health(server: Server, times: Times, until: float) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    target = Target(server.port, until)

    async def ask() -> None:
        answer = await target.ask(PROBE, request)
        if b" 200 " not in answer[:20]:
            raise OSError(answer[:40])

    while time.monotonic() < until:
        await timed(times, ask())
        await asyncio.sleep(BEAT)


class Players:
    """Two people at a table, or one and a bot; the time runs until the view after a move has come to all."""

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
            with suppress(*GONE):
                table = await self.target.open(self.source, *self.kinds)
                if table is not None:
                    await begin_game(self.target.port, table, self.source)
        people = [k for k, kind in enumerate(self.kinds) if kind in ("me", "here")]
        self.lines = [await self.target.join(self.source, table, seat) for seat in people]
        self.views, self.moves = [{"serial": -1} for _ in people], 0
        for k in range(len(people)):
            await self.see(k, 0)

    async def see(self, k: int, serial: int, ready: bool = False) -> None:
        while self.views[k]["serial"] < serial or (
            ready and not self.views[k]["legal"] and not self.views[k]["result"]
        ):
            message = json.loads(await self.lines[k].recv())
            if message["type"] == "view":
                self.views[k] = message

    async def move(self) -> None:
        """One move, seen by all; against a bot until it is the person's turn again."""
        k = next(k for k, view in enumerate(self.views) if view["legal"])
        view = self.views[k]
        act = {"type": "act", "decision": view["decision"], "action": view["legal"][0]}
        await self.lines[k].send(json.dumps(act))
        self.moves += 1
        for other in range(len(self.lines)):
            await self.see(other, view["serial"] + 1, ready=len(self.lines) < len(self.kinds))

    async def probe(self, times: Times, until: float) -> None:
        while time.monotonic() < until:
            try:
                if self.moves >= MOVES or not any(view.get("legal") for view in self.views):
                    await self.open()
                    if not any(view["legal"] for view in self.views):
                        await asyncio.wait_for(self.see(0, 0, ready=True), PATIENCE)
                await timed(times, self.move())
            except GONE:
                self.views = []
            await asyncio.sleep(BEAT)


def begin_probes(server: Server, until: float, with_bot: bool) -> tuple[dict[str, Times], list[Awaitable[None]]]:
    """Everybody else at one server: the times that will be told, and what measures them."""
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
    """The attacker, at work."""
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.load.attacks", "--attacker", name, str(server.port), str(seconds),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(2 if name == "bots" else 0.5)
    return attacker


async def measure(server: Server, beside: Server, name: str, seconds: float) -> dict[str, Any]:
    """Peace, then the attack; at the same time a server that is never attacked."""
    told: dict[str, Any] = {}
    for phase, length in (("peace", PEACE_SECONDS), ("attack", seconds)):
        attacker = await begin_attack(server, name, seconds) if phase == "attack" else None
        until = time.monotonic() + length
        cpu, memory, begin = server.cpu_seconds, server.memory_mb, time.monotonic()
        times, probes = begin_probes(server, until, name == "bots")
        others, more = begin_probes(beside, until, name == "bots")
        await asyncio.gather(*probes, *more)
        told[phase] = {what: f"{found}; beside: {others[what]}" for what, found in times.items()}
        told[phase]["server"] = (
            f"{100 * (server.cpu_seconds - cpu) / length:.0f} % of a core, {server.memory_mb - memory:+.0f} MB"
        )
        turns = server.errors.with_name(TURNS)
        if turns.exists():  # another checkout has no clock in its loop
            told[phase]["server"] += (
                f", longest turn of its loop {longest_turn(turns, begin):.0f} ms of processor time"
            )
        if attacker:
            try:
                said, _ = await asyncio.wait_for(attacker.communicate(), 60)
                told["attacks that worked"] = said.decode().strip()
            except TimeoutError:
                attacker.kill()
                await attacker.wait()
    return told


class OtherServer(Server):
    """The server of another checkout."""

    def __init__(self, folder: Path, port: int, checkout: Path) -> None:
        super().__init__(folder, port, strict=True)
        self._checkout = checkout

    def start(self) -> None:
        """Start it with its own Python and its usual limits."""
        python = self._checkout / ".venv" / "bin" / "python"
        command = [str(python), "-m", "gamut", "serve", "--port", str(self.port), "--database", self.database]
        with self.errors.open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=log, cwd=self._checkout)
        self.wait_for()


def settle(server: Server) -> None:
    """Nobody measures a compiler: wait until the server has made all games ready and rests."""
    before, deadline = -1.0, time.monotonic() + 120
    while server.cpu_seconds - before > 0.03 and time.monotonic() < deadline:
        before = server.cpu_seconds
        time.sleep(1)


def start_server(folder: Path, checkout: Path | None) -> Server:
    """A server that has made all games ready."""
    folder.mkdir()
    server = OtherServer(folder, free_port(), checkout) if checkout else Server(folder, free_port(), strict=True)
    server.program = ["-m", "tests.load.turns", str(folder / TURNS)]
    server.start()
    settle(server)
    return server


def end_server(server: Server) -> float:
    """End it; how many seconds that took."""
    began = time.monotonic()
    try:
        server.end(signal.SIGTERM)
    except subprocess.TimeoutExpired:
        server.end(signal.SIGKILL)
    return time.monotonic() - began


def run(names: list[str], seconds: float, checkout: Path | None) -> None:
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            server, beside = [start_server(Path(folder) / part, checkout) for part in ("attacked", "beside")]
            print(f"\n{name}: {' '.join((ATTACKS[name].__doc__ or '').split())}")
            print(f"  load average before: {os.getloadavg()[0]:.2f}")
            try:
                told = asyncio.run(measure(server, beside, name, seconds))
                for phase in ("peace", "attack"):
                    for what, figures in told[phase].items():
                        print(f"  {phase:6} {what:8} {figures}", flush=True)
                print(f"  attacks that worked: {told.get('attacks that worked', 'it did not end')}", flush=True)
            finally:
                print(f"  the server ended within {end_server(server):.1f} s", flush=True)
                end_server(beside)


async def attack(name: str, port: int, seconds: float) -> None:
    """What the attacking process does."""
    os.nice(NICE)
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
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if asked.attacker:
        asyncio.run(attack(asked.attacker[0], int(asked.attacker[1]), float(asked.attacker[2])))
    else:
        run(asked.only or list(ATTACKS), asked.seconds, asked.checkout)
