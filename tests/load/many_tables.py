"""Load: many tables at one action a second each, and how long until everybody sees the new view.

    python -m tests.load.many_tables --tables 1000 --seconds 30 [--bots 20]

Loopback only; it ends by itself. Both players of every table have an open connection; the time runs from sending an
action to the arrival of the view after it at the slower of the two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.load.kit import STRONGEST, Server, busy_seconds, free_port, gather


class Pair:
    """A table with two players, both at their connections."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.number = server, number
        self.view: list[dict[str, Any]] = [{}, {}]
        self.arrived = [0.0, 0.0]
        self.news = asyncio.Event()
        self.times: list[float] = []
        self.problems = 0
        self.over = False

    async def open(self) -> None:
        table = await asyncio.to_thread(self.server.open, "me", "here")
        self.connections = [await self.server.connect(table, 0), await self.server.connect(table, 1)]
        self.readers = [asyncio.create_task(self.read(k)) for k in (0, 1)]
        while not all(self.view):
            await self.wait()

    async def wait(self) -> None:
        self.news.clear()
        await asyncio.wait_for(self.news.wait(), 60)

    async def read(self, seat: int) -> None:
        async for data in self.connections[seat]:
            text = str(data)
            if text.startswith('{"type":"view"'):
                self.view[seat], self.arrived[seat] = json.loads(text), time.perf_counter()
                self.news.set()
            elif text.startswith('{"type":"refused"'):
                self.problems += 1

    async def play(self, until: float) -> None:
        pick = random.Random(self.number)
        due = time.perf_counter() + pick.random()  # its own beat: else one stall would make all tables act at once
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            began = time.perf_counter()
            due = max(due + 1, began)
            if not self.view[0]["actors"]:
                self.over = True
                return
            seat, serial = self.view[0]["actors"][0], self.view[0]["serial"]
            mine = self.view[seat]
            act = {"type": "act", "decision": mine["decision"], "action": pick.choice(mine["legal"])}
            await self.connections[seat].send(json.dumps(act))
            while min(v["serial"] for v in self.view) <= serial:
                await self.wait()
            self.times.append(max(self.arrived) - began)


async def thinking_table(server: Server, until: float) -> int:
    """A table of two strong bots that begins again whenever its game is over; how many actions they did."""
    actions = 0
    while time.perf_counter() < until:
        connection = await server.connect(await asyncio.to_thread(server.open, STRONGEST, STRONGEST))
        while time.perf_counter() < until:
            message = json.loads(await asyncio.wait_for(connection.recv(), 60))
            if message["type"] == "view":
                actions += 1
                if message["result"]:
                    break
        await connection.close()
    return actions


async def main(tables: int, seconds: float, bots: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        server.start()
        try:
            await measure(server, tables, seconds, bots)
        finally:
            server.end(signal.SIGTERM)


async def measure(server: Server, tables: int, seconds: float, bots: int) -> None:
    began = time.perf_counter()
    pairs = [Pair(server, k) for k in range(tables)]
    await gather((p.open() for p in pairs), 20)
    print(f"{tables} tables opened, {2 * tables} connections joined in {time.perf_counter() - began:.1f} s")
    load, cpu, mine, (busy, stolen) = os.getloadavg()[0], server.cpu_seconds, time.process_time(), busy_seconds()
    began = time.perf_counter()
    until = began + seconds
    thinkers = [asyncio.create_task(thinking_table(server, until)) for _ in range(bots)]
    await asyncio.gather(*(p.play(until) for p in pairs))
    took = time.perf_counter() - began
    used, ours = server.cpu_seconds - cpu, time.process_time() - mine
    others, stolen = busy_seconds()[0] - busy - used - ours, busy_seconds()[1] - stolen
    thought = sum(await asyncio.gather(*thinkers))
    times = sorted(c for p in pairs for c in p.times)

    def at(share: float) -> float:
        return 1000 * times[min(len(times) - 1, int(share * len(times)))]

    print(f"actions: {len(times)} ({len(times) / took:.0f} a second), refused {sum(p.problems for p in pairs)}")
    print(f"ms to everybody's view: median {at(0.5):.1f}, 95th {at(0.95):.1f}, 99th {at(0.99):.1f}, "
          f"99.9th {at(0.999):.1f}, largest {1000 * times[-1]:.1f}")  # fmt: skip
    print(f"server: {100 * used / took:.0f} % of a core ({1e6 * used / len(times):.0f} µs an action), "
          f"{server.memory_mb:.0f} MB; clients: {100 * ours / took:.0f} % of a core")  # fmt: skip
    print(f"others here: {100 * others / took:.0f} % of a core, the host took {100 * stolen / took:.0f} %; "
          f"load average before {load:.2f}")  # fmt: skip
    if bots:
        print(f"{bots} bot tables: {thought} views in {took:.0f} s")
    for p in pairs:
        for reader, connection in zip(p.readers, p.connections, strict=True):
            reader.cancel()
            connection.transport.abort()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--bots", type=int, default=0)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    try:
        import uvloop

        uvloop.run(main(asked.tables, asked.seconds, asked.bots))
    except ImportError:
        asyncio.run(main(asked.tables, asked.seconds, asked.bots))
