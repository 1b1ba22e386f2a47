"""How long a first table takes on a computer that has compiled nothing yet, and how bots play meanwhile.

    python -m tests.load.cold_start            without any cache
    python -m tests.load.cold_start --warm     and once more with what the first run has compiled

Loopback only; it ends by itself. For each game a server is started with an empty cache, and at once a table is
opened and played by somebody who thinks little, against the strongest bots, until the native code is there and a
little longer. Told are the seconds from the start of the program to its first page, from the click to a table that
can be played, of the slowest bot move, of the slowest page meanwhile, and until bots play at full strength.
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
from tests.load.kit import Server, free_port

PATIENCE = 240.0  # seconds until full strength, at most
AFTERWARDS = 10.0  # seconds that are played at full strength
BOT_SECONDS = 2.0  # what a bot move may take while code is made
CLICK_SECONDS = 1.5
THINKING = 0.3


@dataclass
class Measured:
    """What one game showed, in seconds."""

    game: str
    program: float = 0.0  # from the start of the program to its first page
    click: float = 0.0  # from the click to a table that can be played
    processor: float = 0.0  # what the server itself worked for that
    strength: float | None = None  # from the click until bots play at full strength
    weak: list[float] = field(default_factory=list)  # bot moves before
    strong: list[float] = field(default_factory=list)  # and after it
    pages: list[float] = field(default_factory=list)  # a page, asked for again and again meanwhile
    tables: int = 0

    def __str__(self) -> str:
        """One line of the report."""
        weak, strong = max(self.weak, default=0.0), max(self.strong, default=0.0)
        full = f"{self.strength:6.1f}" if self.strength is not None else " never"
        return (
            f"{self.game:12} program {self.program:5.2f}  click {self.click:6.2f} "
            f"(processor {self.processor:4.2f})  full strength {full}  "
            f"bot moves: {len(self.weak):4} before, slowest {weak:5.2f}; {len(self.strong):4} after, "
            f"slowest {strong:5.2f}  slowest page {max(self.pages, default=0.0):5.2f}  tables {self.tables}"
        )

    @property
    def good(self) -> bool:
        """Whether nobody had to wait."""
        return self.click < CLICK_SECONDS and max(self.weak, default=0.0) < BOT_SECONDS


class Player:
    """Opens tables of one game and plays at once whatever comes first."""

    def __init__(self, server: Server, game: Game, measured: Measured) -> None:
        self.server, self.game, self.measured = server, game, measured
        self.pick = random.Random(game.id)
        self.clicked = 0.0

    async def play(self) -> None:
        """Table after table until the bots have been strong for a while."""
        self.clicked = time.monotonic()
        while self._goes_on():
            await self._play_table()

    def _goes_on(self) -> bool:
        end = PATIENCE if self.measured.strength is None else self.measured.strength + AFTERWARDS
        return time.monotonic() - self.clicked < end

    async def _play_table(self) -> None:
        began, worked = time.monotonic(), self.server.cpu_seconds
        strongest = list(self.game.levels)[-1]
        bots = [strongest] * (self.game.seats[-1] - 1)
        table = await asyncio.to_thread(self.server.open, "me", *bots, game=self.game.id)
        await asyncio.to_thread(self.server.get, f"/api/tables/{table['table']}/actions")
        connection = await self.server.connect(table, 0)
        self.measured.tables += 1
        try:
            await self._talk(connection, began, worked)
        finally:
            connection.transport.abort()

    async def _talk(self, connection: Any, began: float, worked: float) -> None:
        since, waits_for_bot, decided = began, False, -1
        while self._goes_on():
            view = json.loads(await asyncio.wait_for(connection.recv(), PATIENCE))
            if view["type"] != "view":
                continue
            now = time.monotonic()
            if not self.measured.click:
                self.measured.click, self.measured.processor = now - began, self.server.cpu_seconds - worked
            full = view.get("full_strength", True)
            if waits_for_bot:
                moves = self.measured.weak if self.measured.strength is None else self.measured.strong
                moves.append(now - since)
            if full and self.measured.strength is None:
                self.measured.strength = now - self.clicked
            if view["result"]:
                return
            since, waits_for_bot = now, 0 not in view["actors"]
            if view["legal"] and view["decision"] != decided:
                decided = view["decision"]
                action = self.pick.choice(view["legal"])
                await asyncio.sleep(THINKING)
                await connection.send(json.dumps({"type": "act", "decision": decided, "action": action}))


async def ask_for_pages(server: Server, measured: Measured) -> None:
    """Look at the lobby again and again."""
    while True:
        began = time.monotonic()
        await asyncio.to_thread(server.get, "/api/games")
        measured.pages.append(time.monotonic() - began)
        await asyncio.sleep(0.2)


async def measure(game: Game, cache: Path) -> Measured:
    """Start a server, play, and end it."""
    measured = Measured(game.id)
    os.environ["GAMUT_CACHE"] = str(cache)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        began = time.monotonic()
        await asyncio.to_thread(server.start)
        measured.program = time.monotonic() - began
        pages = asyncio.create_task(ask_for_pages(server, measured))
        try:
            await Player(server, game, measured).play()
        finally:
            pages.cancel()
            server.end(signal.SIGTERM)
    return measured


def report(wanted: list[Game], warm: bool) -> bool:
    """Measure each game with a cache of its own; whether nobody had to wait."""
    good = True
    for game in wanted:
        with tempfile.TemporaryDirectory() as cache:
            for what in ("cold", "warm") if warm else ("cold",):
                measured = asyncio.run(measure(game, Path(cache)))
                good = good and measured.good
                print(f"{what}  {measured}", flush=True)
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", help="only this one; may be repeated")
    parser.add_argument("--warm", action="store_true", help="measure also with a full cache")
    asked = parser.parse_args()
    chosen = [games.find(name) for name in asked.game] if asked.game else list(games.every())
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    kept = report(chosen, asked.warm)
    print(f"kept: a table within {CLICK_SECONDS} s of the click and every bot move under {BOT_SECONDS} s" if kept
          else "NOT kept")  # fmt: skip
    raise SystemExit(0 if kept else 1)
