"""Faults: the server is killed again and again while many games run, and nothing acknowledged may be lost.

    python -m tests.load.kills --tables 200 --kills 20

Loopback only; it ends by itself. A third of the tables are played by two people, a third by a person and a bot,
a third by bots alone with a spectator. People repeat an action until it is acknowledged. After the last kill all
games are played to their end; then the database is read and every table replayed.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from gamut.server.match import Match
from gamut.server.storage import Entry, Storage, TableRow
from tests.load.kit import WEAKEST, Server, free_port

KINDS = (("me", "here"), ("me", WEAKEST), (WEAKEST, WEAKEST))


@dataclass
class Tally:
    """What the clients saw."""

    acked: dict[tuple[str, int], dict[int, int]] = field(
        default_factory=dict
    )  # by table and seat: decision, action
    serial: dict[tuple[str, int], int] = field(default_factory=dict)  # the latest state that was seen
    over: set[str] = field(default_factory=set)
    fell_back: list[str] = field(default_factory=list)
    returns: int = 0
    acks: int = 0


class Seat:
    """A client that sits at a table (or watches) until the game is over, whatever happens to the server."""

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
                    await self.talk(connection)
                finally:
                    connection.transport.abort()
            except (OSError, WebSocketException, TimeoutError):
                self.tally.returns += 1
                await asyncio.sleep(0.1 + 0.3 * self.pick.random())

    async def talk(self, connection: Any) -> None:
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
            elif message["type"] == "refused" and message["reason"] not in ("stale", "too_often"):
                raise AssertionError(f"refused: {message}")

    def note(self, view: dict[str, Any]) -> None:
        table = self.table["table"]
        if view["serial"] < self.tally.serial.get((table, self.seat), 0):
            self.tally.fell_back.append(table)
        self.tally.serial[table, self.seat] = view["serial"]
        if view["result"]:
            self.tally.over.add(table)

    async def answer(self, connection: Any, view: dict[str, Any]) -> None:
        if self.pending and self.pending["decision"] < view["decision"]:
            self.pending = None  # counted, though the acknowledgement was lost
        if self.pending is None and view["legal"]:
            await asyncio.sleep(self.pace * self.pick.random() * 2)
            action = self.pick.choice(view["legal"])
            self.pending = {"type": "act", "decision": view["decision"], "action": action}
        if self.pending:
            await connection.send(json.dumps(self.pending))


async def one_place(
    server: Server, kinds: tuple[str, ...], tally: Tally, pace: float, stop: asyncio.Event
) -> list[str]:
    """Game after game until the killing has stopped; the tables that were played."""
    played: list[str] = []
    while not (played and stop.is_set()):
        try:
            table = await asyncio.to_thread(server.open, *kinds)
        except OSError:
            await asyncio.sleep(0.2)
            continue
        played.append(table["table"])
        seats = [k for k, kind in enumerate(kinds) if kind in ("me", "here")] or [-1]
        await asyncio.gather(*(Seat(server, table, seat, tally, pace).play() for seat in seats))
    return played


async def kill(server: Server, kills: int) -> None:
    pick = random.Random(1)
    for k in range(kills):
        await asyncio.sleep(0.3 + 1.2 * pick.random())
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
        print(f"\rkill {k + 1} of {kills}", end="", file=sys.stderr, flush=True)


async def run(folder: Path, tables: int, kills: int, pace: float, patience: float = 300) -> dict[str, Any]:
    """The whole test; what was found, raising where something is wrong."""
    server, tally, stop = Server(folder, free_port()), Tally(), asyncio.Event()
    await asyncio.to_thread(server.start)
    began = time.monotonic()
    try:
        places = [
            asyncio.create_task(one_place(server, KINDS[k % len(KINDS)], tally, pace, stop)) for k in range(tables)
        ]
        await asyncio.sleep(1)
        await kill(server, kills)
        stop.set()
        async with asyncio.timeout(patience):
            played = [table for place in places for table in await place]
    finally:
        code = server.end(signal.SIGTERM)
    assert code == 0, f"the server ended with {code}"
    found = verify(server.database, played, tally)
    return {**found, "kills": kills, "at_once": tables, "seconds": round(time.monotonic() - began), "code": code}


def verify(database: str, played: list[str], tally: Tally) -> dict[str, Any]:
    """Compare what the clients saw with what the database holds."""
    storage = Storage(database)
    entries = 0
    try:
        for table in played:
            row, log = storage.read_table(table), storage.read_log(table)
            assert row, f"table {table} is gone"
            entries += len(log)
            check(row, log)
            for (name, seat), acked in tally.acked.items():
                if name == table:
                    held = {e.decision: e.action for e in log if e.kind == "act" and e.seat == seat}
                    lost = {d: a for d, a in acked.items() if held.get(d) != a}
                    assert not lost, f"table {table}, seat {seat}: acknowledged and lost: {lost}"
    finally:
        storage.close()
    assert not tally.fell_back, f"a state that was seen is gone at {tally.fell_back}"
    return {"games": len(played), "entries": entries, "acknowledged": tally.acks, "returns": tally.returns}


def check(row: TableRow, log: list[Entry]) -> None:
    """The log leads to its last digest and to the end of the game."""
    match, problem = Match.replay(row, log)
    assert not problem, f"table {row.id}: {problem}"
    assert match.table.digest == log[-1].digest
    assert match.over, f"table {row.id} is stuck"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pace", type=float, default=0.4, help="mean seconds that a person thinks")
    asked = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    with tempfile.TemporaryDirectory() as place:
        print("\n", asyncio.run(run(Path(place), asked.tables, asked.kills, asked.pace)))
