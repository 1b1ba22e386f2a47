"""Measure how long a first table takes when nothing is compiled yet, and how bots play meanwhile.

    python -m tests.benchmarks.cold_start            with an empty cache
    python -m tests.benchmarks.cold_start --warm     and again with the cache of the first run

Uses only the loopback interface. For each game a server is started with an empty cache; a table is opened at once and
played quickly against the strongest bots until the native code is ready, and a little longer. Printed are the seconds
from the start of the process to its first page, from the click to a playable table, of the slowest bot move, of the
slowest page meanwhile, and until bots play at full strength.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamut import games
from gamut.engine.game import Game
from tests.support.server_process import Server, free_port

FULL_STRENGTH_TIMEOUT_S = 240.0
NATIVE_SECONDS = 10.0  # played at full strength
MAX_BOT_MOVE_S = 2.0  # while code is compiled
MAX_CLICK_S = 1.5
THINKING_TIME_S = 0.3


@dataclass
class Measurement:
    """The times of one game, in seconds."""

    game: str
    program: float = 0.0  # from the start of the process to its first page
    click: float = 0.0  # from the click to a playable table
    cpu: float = 0.0  # time of the server for that
    strength: float | None = None  # from the click until bots play at full strength
    weak: list[float] = field(default_factory=list)  # bot moves before
    strong: list[float] = field(default_factory=list)  # and after it
    pages: list[float] = field(default_factory=list)  # requested repeatedly meanwhile
    tables: int = 0

    def __str__(self) -> str:
        """One line of the report."""
        weak, strong = max(self.weak, default=0.0), max(self.strong, default=0.0)
        full = f"{self.strength:6.1f}" if self.strength is not None else " never"
        return (
            f"{self.game:12} program {self.program:5.2f}  click {self.click:6.2f} "
            f"(CPU {self.cpu:4.2f})  full strength {full}  "
            f"bot moves: {len(self.weak):4} before, slowest {weak:5.2f}; {len(self.strong):4} after, "
            f"slowest {strong:5.2f}  slowest page {max(self.pages, default=0.0):5.2f}  tables {self.tables}"
        )

    @property
    def within_limits(self) -> bool:
        """Return whether tables and bots were fast enough."""
        return self.click < MAX_CLICK_S and max(self.weak, default=0.0) < MAX_BOT_MOVE_S


class Player:
    """Opens tables of one game and plays random moves quickly."""

    def __init__(self, server: Server, game: Game, measurement: Measurement) -> None:
        self.server, self.game, self.measurement = server, game, measurement
        self.pick = random.Random(game.id)
        self.clicked = 0.0

    async def play(self) -> None:
        """Play tables until the bots have played at full strength for a while."""
        self.clicked = time.monotonic()
        while self._continues():
            await self._play_table()

    def _continues(self) -> bool:
        end = (
            FULL_STRENGTH_TIMEOUT_S if self.measurement.strength is None else self.measurement.strength + NATIVE_SECONDS
        )
        return time.monotonic() - self.clicked < end

    async def _play_table(self) -> None:
        began, cpu_before = time.monotonic(), self.server.cpu_seconds
        strongest = list(self.game.levels)[-1]
        bots = [strongest] * (self.game.seats[-1] - 1)
        table = await asyncio.to_thread(self.server.open, "me", *bots, game=self.game.id)
        await asyncio.to_thread(self.server.get, f"/api/tables/{table['table']}/actions")
        connection = await self.server.connect(table, 0)
        self.measurement.tables += 1
        try:
            await self._handle_messages(connection, began, cpu_before)
        finally:
            connection.transport.abort()

    async def _handle_messages(self, connection: Any, began: float, cpu_before: float) -> None:
        since, waits_for_bot, decided = began, False, -1
        while self._continues():
            view = json.loads(await asyncio.wait_for(connection.recv(), FULL_STRENGTH_TIMEOUT_S))
            if view["type"] != "view":
                continue
            now = time.monotonic()
            if not self.measurement.click:
                self.measurement.click, self.measurement.cpu = now - began, self.server.cpu_seconds - cpu_before
            full = view.get("full_strength", True)
            if waits_for_bot:
                moves = self.measurement.weak if self.measurement.strength is None else self.measurement.strong
                moves.append(now - since)
            if full and self.measurement.strength is None:
                self.measurement.strength = now - self.clicked
            if view["result"]:
                return
            since, waits_for_bot = now, 0 not in view["actors"]
            if view["legal"] and view["decision"] != decided:
                decided = view["decision"]
                action = self.pick.choice(view["legal"])
                await asyncio.sleep(THINKING_TIME_S)
                await connection.send(json.dumps({"type": "play_action", "decision": decided, "action": action}))


async def request_pages(server: Server, measurement: Measurement) -> None:
    """Request the list of games repeatedly."""
    while True:
        began = time.monotonic()
        await asyncio.to_thread(server.get, "/api/games")
        measurement.pages.append(time.monotonic() - began)
        await asyncio.sleep(0.2)


async def measure(game: Game, cache: Path) -> Measurement:
    """Start a server, play, and end it."""
    measurement = Measurement(game.id)
    os.environ["GAMUT_CACHE"] = str(cache)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        began = time.monotonic()
        await asyncio.to_thread(server.start)
        measurement.program = time.monotonic() - began
        pages = asyncio.create_task(request_pages(server, measurement))
        try:
            await Player(server, game, measurement).play()
        finally:
            pages.cancel()
            server.end(signal.SIGTERM)
    return measurement


def report(wanted: list[Game], warm: bool) -> bool:
    """Measure each game with its own cache; return whether all were within the limits."""
    within_limits = True
    for game in wanted:
        with tempfile.TemporaryDirectory() as cache:
            for cache_state in ("cold", "warm") if warm else ("cold",):
                measurement = asyncio.run(measure(game, Path(cache)))
                within_limits = within_limits and measurement.within_limits
                print(f"{cache_state}  {measurement}", flush=True)
    return within_limits


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--warm", action="store_true", help="measure also with a warm cache")
    arguments = parser.parse_args()
    chosen = [games.find_game(name) for name in arguments.game] if arguments.game else list(games.list_games())
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    kept = report(chosen, arguments.warm)
    print(f"kept: a table within {MAX_CLICK_S} s of the click and every bot move under {MAX_BOT_MOVE_S} s" if kept
          else "NOT kept")  # fmt: skip
    raise SystemExit(0 if kept else 1)
