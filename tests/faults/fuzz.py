"""Fuzzing over real connections in all games, with the usual limits, from many addresses, while the games continue.

    python -m tests.faults.fuzz --messages 100000 --requests 5000 --tables 60

Uses only the loopback interface. Every client has its own address (127.x.y.z), and so its own budget. When a game is
over the next one is opened. Raises if the server logged an error, answered 5xx, omitted a security header, revealed a
secret or got stuck; what else is secret is tested by `tests.faults.indistinguishable_tables`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from gamut import games
from gamut.engine.game import Game
from gamut.server.storage.database import Storage
from gamut.server.tables.match import Match
from gamut.server.wire.limits import Limits
from gamut.server.wire.request_guard import SECURITY_HEADERS
from tests.faults import hostile_input
from tests.faults.hostile_input import Sender
from tests.support.server_process import Server, begin_game, free_port, gather

MESSAGES_AFTER_END = 10  # that a client still sends to a finished game
GAME_REFUSALS = ("illegal", "over")  # refusals that only a game can give
OPTIONS = [  # limits per address or connection are unchanged
    word for name in ("connections", "tables") for word in ("--limit", f"{name}=1000000")
]
LONG_HEX = re.compile(r"[0-9a-f]{32,}")  # as a chance key or part of one is written
MESSAGE_INTERVAL_S = 1.2 / Limits().messages_per_second  # seconds between two messages: a little slower than allowed
ROUTES = [
    "/", "/healthz", "/index.html", "/assets/x.js", "/api/games", "/api/games/GAME/rules",
    "/api/games/GAME/pictures/x",
    "/api/tables", "/api/tables/TABLE/actions", "/api/tables/TABLE/replay", "/ws", "/nowhere",
]  # fmt: skip


def address(number: int) -> str:
    """Return a loopback address for each number."""
    return f"127.{20 + number // 62_500 % 200}.{1 + number // 250 % 250}.{1 + number % 250}"


class FuzzedTable:
    """A table with all its tokens; the next one is opened when its game is over."""

    def __init__(self, server: Server, number: int, pick: random.Random, short: bool) -> None:
        self.server, self.number = server, number
        self.game: Game = games.list_games()[number % len(games.list_games())]
        people = [["me", "here"], ["me", "bot"]][pick.randrange(2)]
        kinds = [*people, *["here"] * max(0, self.game.seats[0] - 2)]
        self.seats = [{"kind": k} if k != "bot" else {"kind": k, "level": next(iter(self.game.levels))} for k in kinds]
        self.options = dict(self.game.quick_options) if short else {}
        self.table: Any = None
        self.opened: list[Any] = []
        self.long_hex: dict[str, set[str]] = {}  # by table: possible keys received before the end
        self._opening = asyncio.Lock()

    async def open_next(self, last: Any = None) -> None:
        """Open the next table unless another client has done so already."""
        async with self._opening:
            if self.table is last:
                await self._open()

    async def _open(self) -> None:
        wanted = {"game": self.game.id, "seats": self.seats, "options": self.options, "pause_ms": 0}
        body = json.dumps(wanted).encode()
        head = ["POST /api/tables HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(body)}"]
        request = "\r\n".join([*head, "", ""]).encode() + body
        answer = await send_request(self.server.port, request, address(self.number))
        table = json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])
        assert "table" in table, table
        await begin_game(self.server.port, table, address(self.number))
        self.opened.append(table)
        self.long_hex[table["table"]] = set()
        self.table = table

    async def join(self, seat: int, number: int) -> ClientConnection:
        token = (
            self.table["spectator_token"]
            if seat < 0
            else next(s["token"] for s in self.table["seats"] if s["seat"] == seat)
        )
        line = await connect(
            f"ws://127.0.0.1:{self.server.port}/ws", compression=None, ping_interval=None, open_timeout=120,
            max_queue=None, local_addr=(address(number), 0),
        )  # fmt: skip
        await line.send(json.dumps({"type": "join", "table": self.table["table"], "token": token}))
        return line

    def sender(self, pick: random.Random) -> Sender:
        setup = self.game.open(len(self.seats), self.options)
        touches = sorted({t for path in setup.touch_paths[:500] for t in path if isinstance(t, str)}) or ["x"]
        return Sender(pick, self.table, touches, list(self.game.levels), setup.action_count)


async def send_request(port: int, request: bytes, source: str) -> bytes:
    """Return the whole response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.read(), 60)
    except TimeoutError:
        raise AssertionError(f"no answer to {request[:500]!r}") from None
    except ConnectionError:
        return b""  # refused before it was read
    finally:
        writer.transport.abort()


class FuzzClient:
    """A client that sends fuzzed messages."""

    def __init__(self, fuzzed: FuzzedTable, seat: int, number: int, pick: random.Random) -> None:
        self.fuzzed, self.seat, self.number, self.pick = fuzzed, seat, number, pick
        self.received: Counter[str] = Counter()
        self.closed = self.sent = 0
        self.over = False

    async def send_messages(self, count: int) -> None:
        """Send messages; rejoin when disconnected, and continue at the next table after the end of a game."""
        while self.sent < count:
            table, sender = self.fuzzed.table, self.fuzzed.sender(self.pick)
            try:
                line = await self.fuzzed.join(self.seat, self.number)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.5)
                continue
            self.over = False
            reading = asyncio.create_task(self.read(line, sender, table))
            try:
                while self.sent < count and not self.over and table is self.fuzzed.table:
                    await line.send(sender.message())
                    self.sent += 1
                    await asyncio.sleep(MESSAGE_INTERVAL_S * self.pick.uniform(0.5, 1.5))
                for _ in range(min(MESSAGES_AFTER_END, count - self.sent)):
                    await line.send(sender.message())
                    self.sent += 1
                    await asyncio.sleep(MESSAGE_INTERVAL_S)
                await asyncio.sleep(0.5)
            except ConnectionClosed:
                self.closed += 1
            finally:
                await line.close()
                await reading
            if self.over and self.sent < count:
                await self.fuzzed.open_next(table)

    async def read(self, line: ClientConnection, sender: Sender, table: Any) -> None:
        """Receive messages, and search them for secrets."""
        tokens = [table["spectator_token"], *(seat["token"] for seat in table["seats"])]
        try:
            async for data in line:
                text = str(data)
                message = json.loads(text)
                kind = message["type"]
                assert kind == "rematch_started" or not any(token in text for token in tokens), text[:300]
                self.over = self.over or (kind == "view" and bool(message["result"]))
                if not self.over:
                    self.fuzzed.long_hex[table["table"]].update(LONG_HEX.findall(text))
                self.received[message["reason"] if kind == "refused" else kind] += 1
                if kind == "view":
                    sender.view = {"legal": message["legal"], "decision": message["decision"]}
        except ConnectionClosed:
            pass

    @property
    def reached(self) -> int:
        """Return how many messages were answered by a game."""
        return sum(
            self.received[kind]
            for kind in ("ack", "piece_description", "preview_answer", "hint_answer", *GAME_REFUSALS)
        )


async def send_requests(
    server: Server, fuzzed_tables: list[FuzzedTable], count: int, pick: random.Random
) -> Counter[str]:
    """Send hostile requests to every route; return their statuses, and raise on 5xx or missing headers."""
    tables = [fuzzed.table["table"] for fuzzed in fuzzed_tables]
    names = [*games.list_game_ids(), *tables[:5], "games", "tables", "actions"]
    seen: Counter[str] = Counter()

    async def one(number: int) -> None:
        own = random.Random(f"{number} {pick.random()}")
        paths = [
            p.replace("GAME", own.choice(games.list_game_ids())).replace("TABLE", own.choice(tables)) for p in ROUTES
        ]
        request = hostile_input.make_request(own, paths, names)
        answer = await send_request(server.port, request, address(100_000 + number % 20_000))
        status = answer[9:12].decode("latin-1") if answer else "none"
        seen[status] += 1
        assert not status.startswith("5"), (status, request[:300], answer[:300])
        if answer and status != "100":
            head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").lower()
            from_application = "cache-control" in head
            assert not from_application or all(name.lower() in head for name in SECURITY_HEADERS), (request[:300], head)

    await gather((one(k) for k in range(count)), 20)
    return seen


async def finish_game(fuzzed: FuzzedTable, number: int) -> None:
    """Play the game to its end."""
    lines = [await fuzzed.join(s["seat"], number) for s in fuzzed.table["seats"]]
    over, pick = asyncio.Event(), random.Random(number)

    async def play(line: ClientConnection) -> None:
        filled = False
        async for data in line:
            message = json.loads(str(data))
            if message["type"] != "view":
                continue
            if message["result"]:
                over.set()
            for player in message["players"] if not filled else ():
                if player["kind"] == "open":  # a bot replaced by an unused invitation
                    level = next(iter(fuzzed.game.levels))
                    await line.send(json.dumps({"type": "set_stand_in", "seat": player["seat"], "level": level}))
                    filled = True
            if message["legal"]:
                action = pick.choice(message["legal"])  # always the first one might never end
                act = {"type": "play_action", "decision": message["decision"], "action": action}
                await asyncio.sleep(MESSAGE_INTERVAL_S)
                await line.send(json.dumps(act))

    playing = [asyncio.create_task(play(line)) for line in lines]
    try:
        async with asyncio.timeout(1800):
            await over.wait()
    finally:
        for task, line in zip(playing, lines, strict=True):
            task.cancel()
            line.transport.abort()


async def print_progress(clients: list[FuzzClient], messages: int) -> None:
    while True:
        await asyncio.sleep(30)
        sent, reached = sum(client.sent for client in clients), sum(client.reached for client in clients)
        print(f"{sent} of {messages} messages, {reached} reached a game", file=sys.stderr, flush=True)


async def fuzz(
    folder: Path, messages: int, requests: int, tables: int, seed: int, short: bool = False
) -> dict[str, Any]:
    """Run the whole test, with whole or short games; return the counts."""
    pick = random.Random(seed)
    server = Server(folder, free_port(), *OPTIONS, strict=True)
    server.start()
    try:
        fuzzed_tables = [FuzzedTable(server, k, pick, short) for k in range(tables)]
        await gather((fuzzed.open_next() for fuzzed in fuzzed_tables), 10)
        clients = [
            FuzzClient(fuzzed, seat, 1000 + 4 * k + j, random.Random(f"{seed} {k} {j}"))
            for k, fuzzed in enumerate(fuzzed_tables)
            for j, seat in enumerate([*(s["seat"] for s in fuzzed.table["seats"]), *([-1] if k % 4 == 0 else [])])
        ]
        share, rest = divmod(messages, len(clients))
        requesting = asyncio.create_task(send_requests(server, fuzzed_tables, requests, pick))
        printing = asyncio.create_task(print_progress(clients, messages))
        await asyncio.gather(*(client.send_messages(share + (k < rest)) for k, client in enumerate(clients)))
        printing.cancel()
        statuses = await requesting
        assert server.get("/healthz")["ok"]
        await asyncio.gather(*(finish_game(fuzzed, 50_000 + k) for k, fuzzed in enumerate(fuzzed_tables)))
    finally:
        code = server.end(signal.SIGTERM)
    assert code == 0
    lines = server.errors.read_text().splitlines()
    errors = [line for line in lines if '"level":"error"' in line or "Traceback" in line]
    assert not errors, errors[:5]
    verify(server, fuzzed_tables)
    received: Counter[str] = sum((client.received for client in clients), Counter())
    return {
        "messages": messages, "reached a game": sum(client.reached for client in clients), "requests": requests,
        "statuses": dict(sorted(statuses.items())), "games": sum(len(fuzzed.opened) for fuzzed in fuzzed_tables),
        "clients": len(clients), "disconnected": sum(client.closed for client in clients),
        "received": dict(received.most_common()),
    }  # fmt: skip


def verify(server: Server, fuzzed_tables: list[FuzzedTable]) -> None:
    """Check that every log leads to the end of its game, and that no key or server part was sent before."""
    storage = Storage(server.database)
    try:
        for fuzzed in fuzzed_tables:
            for table, long_hex in fuzzed.long_hex.items():
                row = storage.read_table(table)
                assert row
                match, problem = Match.replay(row, storage.read_log(table))
                assert not problem, problem
                assert match.over, f"table {table} is stuck"
                keys = (match.table.key.hex(), row.server_part)
                assert not any(key in text for key in keys for text in long_hex), f"table {table} revealed its key"
    finally:
        storage.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as fuzzed:
        print(asyncio.run(fuzz(Path(fuzzed), options.messages, options.requests, options.tables, options.seed)))
    print(f"{time.monotonic() - began:.0f} s")
