"""Load test: many tables with two players each, who play whole games at one action per second.

    python -m tests.benchmarks.many_tables --tables 500 --seconds 30 [--game colori] [--workers 2]
    python -m tests.benchmarks.many_tables --tables 200 --compare ../0.2

Uses only the loopback interface. Both players of every table are connected. Every action is due at its second; the
time runs from then until the mover has its view, and until both players have theirs. `--compare` plays the same
alternately on the server of another checkout (with the Python of its .venv), game by game, and prints the CPU time per
action of both. `--workers` needs PostgreSQL, and starts one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import signal
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from gamut import games
from tests.faults.attacks import OtherServer, settle
from tests.support import load_client
from tests.support.load_client import NOW, V0_2, Dialect, LoadClient
from tests.support.server_process import GENEROUS, Server, busy_seconds, free_port, gather

WAIT_S = 60.0
GAMES = sorted(game.id for game in games.list_games())
OPENED_AT_ONCE = 10


@dataclass
class Figures:
    """What was measured at one server, in seconds."""

    own: list[float] = field(default_factory=list)  # from the due time to the view of the mover
    both: list[float] = field(default_factory=list)  # to the views of both players
    cpu: float = 0.0
    system: float = 0.0  # of it in the system
    refused: int = 0
    lost: int = 0
    received_bytes: int = 0

    def describe(self, seconds: float) -> str:
        n = max(1, len(self.own))
        return (
            f"{n / seconds:6.0f} actions/s  "
            f"{1e6 * self.cpu / n:6.0f} µs of CPU each ({1e6 * self.system / n:.0f} in the system)  "
            f"{self.received_bytes / n / 1000:5.1f} kB  own view ms: {quantiles(self.own)}  "
            f"both: {quantiles(self.both)}  refused {self.refused}, lost {self.lost}"
        )


def quantiles(values: list[float]) -> str:
    ordered = sorted(values) or [0.0]
    median, late = (1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))] for q in (0.5, 0.99))
    return f"{median:.1f} / {late:.1f} / {1000 * ordered[-1]:.0f}"


class PlayedTable:
    """Two connected players, who play one game after the other."""

    def __init__(self, port: int, game: str, dialect: Dialect, number: int, figures: Figures) -> None:
        self._port, self._game, self._dialect, self._figures = port, game, dialect, figures
        self._random = random.Random(f"{game} {number}")
        self._changed = asyncio.Event()
        self.clients: list[LoadClient] = []

    async def open(self) -> None:
        """Open another table, and wait until it is dealt."""
        self.close()
        table = await load_client.open_table(self._port, self._game, ["me", "here"])
        for seat in table["seats"]:
            client = await load_client.connect(self._port, table["table"], seat["token"], self._note, self._dialect)
            self.clients.append(client)
        await self._wait(lambda: all(client.ready and client.native for client in self.clients))

    def _note(self, client: LoadClient) -> None:
        self._changed.set()

    async def _wait(self, condition: object) -> None:
        assert callable(condition)
        async with asyncio.timeout(WAIT_S):
            while not condition():
                if any(client.closed for client in self.clients):
                    raise OSError("a connection was closed")
                self._changed.clear()
                await self._changed.wait()

    async def play(self, until: float) -> None:
        due = time.perf_counter() + self._random.random()  # otherwise all tables would act at the same time
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                if self.clients[0].over or not self.clients:
                    await self.open()
                    due = max(due, time.perf_counter())
                await self._play_one(due)
            except (OSError, TimeoutError):
                self._figures.lost += 1
                await self.open()
            due = max(due + 1, time.perf_counter() - 1)

    async def _play_one(self, due: float) -> None:
        movers = [seat for seat, client in enumerate(self.clients) if client.legal]
        if not movers:  # bots, or a moment
            return
        seat = self._random.choice(movers)
        mover = self.clients[seat]
        decision, serials = mover.decision, [client.serial for client in self.clients]
        mover.play(self._random.choice(mover.legal))
        await self._wait(lambda: mover.decision > decision)
        self._figures.own.append(mover.arrived - due)
        other = self.clients[1 - seat]
        if other.actors == mover.actors and other.serial == serials[1 - seat] and seat in mover.actors:
            return  # perhaps a secret step, which the other does not notice
        with_both = max(client.arrived for client in self.clients)
        self._figures.both.append(with_both - due)

    def close(self) -> None:
        for client in self.clients:
            self._figures.refused += client.refused
            self._figures.received_bytes += client.received_bytes
            client.transport.abort()
        self.clients = []


async def measure(server: Server, dialect: Dialect, game_ids: list[str], tables: int, seconds: float) -> Figures:
    """Play for some time; return the figures of that time."""
    figures = Figures()
    played = [PlayedTable(server.port, game_ids[k % len(game_ids)], dialect, k, figures) for k in range(tables)]
    await gather((table.open() for table in played), OPENED_AT_ONCE)
    await asyncio.sleep(0.5)
    for table in played:
        for client in table.clients:
            client.received_bytes = 0
    (user, system), until = server.user_and_system_seconds, time.perf_counter() + seconds
    await asyncio.gather(*(table.play(until) for table in played))
    figures.system = server.user_and_system_seconds[1] - system
    figures.cpu = server.user_and_system_seconds[0] - user + figures.system
    for table in played:
        table.close()
    return figures


def start_server(folder: Path, checkout: Path | None, workers: int, at_the_end: ExitStack) -> Server:
    """Start a server without limits, and wait until it has compiled all games."""
    if checkout:
        server: Server = OtherServer(folder, free_port(), checkout, *GENEROUS_0_2)
    else:
        server = Server(folder, free_port())
    server.start()
    at_the_end.callback(server.end, signal.SIGTERM)
    settle(server)
    return server


async def run(options: argparse.Namespace, servers: dict[str, tuple[Server, Dialect]]) -> None:
    chosen = options.game or GAMES
    for game in chosen if options.compare or len(chosen) == 1 else [None]:
        for _ in range(options.rounds):
            for name, (server, dialect) in servers.items():
                load, mine, busy = os.getloadavg()[0], time.process_time(), busy_seconds()
                figures = await measure(server, dialect, [game] if game else chosen, options.tables, options.seconds)
                print(f"{game or 'all games':10} {name:4} {figures.describe(options.seconds)}", flush=True)
                mine, (busy_now, stolen) = time.process_time() - mine, busy_seconds()
                others = busy_now - busy[0] - mine - figures.cpu
                print(
                    f"    clients {mine:.1f} s of CPU, server {figures.cpu:.1f} s, other processes {others:.1f} s, "
                    f"stolen {stolen - busy[1]:.1f} s; load average before {load:.1f}, {server.memory_mb:.0f} MB",
                    flush=True,
                )
                await asyncio.sleep(1)


GENEROUS_0_2 = [word.replace("queued_bot_jobs_per_address", "thoughts_per_address") for word in GENEROUS]
GENEROUS_0_2 = [
    word
    for option, word in zip(GENEROUS_0_2[::2], GENEROUS_0_2[1::2], strict=True)
    if not word.startswith("announcement_burst")
    for word in (option, word)
]

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--compare", type=Path, metavar="CHECKOUT")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        running: dict[str, tuple[Server, Dialect]] = {}
        for name, checkout in (("now", None), ("0.2", arguments.compare)):
            if name == "now" or checkout:
                folder = Path(place) / name
                folder.mkdir()
                server = start_server(folder, checkout, arguments.workers, stack)
                running[name] = server, V0_2 if checkout else NOW
        try:
            import uvloop

            uvloop.run(run(arguments, running))
        except ImportError:
            asyncio.run(run(arguments, running))
