"""Nonsense over real connections, in all games, with the limits on: from many addresses, while games go on.

    python -m tests.load.fuzz --messages 100000 --requests 5000 --tables 60

Loopback only; it ends by itself. Every browser has an address of its own (127.x.y.z), so that each has an allowance
of its own. When a game is over the next one is opened, so that there is always one to be reached. It raises where
the server logged an error, answered 5xx, left a header out, told a secret or got stuck. What a secret is,
`tests.load.twins` finds out.
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
from gamut.server.limits import Limits
from gamut.server.match import Match
from gamut.server.pages import HEADERS
from gamut.server.storage import Storage
from tests.load import nonsense
from tests.load.kit import Server, begin_game, free_port, gather
from tests.load.nonsense import Sender

SENT_AFTER = 10  # messages that a browser still sends to a game that is over
REACHED = ("illegal", "over")  # refusals that only a game can give
OPTIONS = [  # many addresses share one computer; everything that is counted by address or connection stays as it is
    word for name in ("connections", "tables") for word in ("--limit", f"{name}=1000000")
]  # fmt: skip
LONG_HEX = re.compile(r"[0-9a-f]{32,}")  # what a key or a part of one would look like
PACE = 1.2 / Limits().messages_per_second  # seconds between two messages: a little slower than is allowed
ROUTES = [
    "/", "/healthz", "/index.html", "/assets/x.js", "/api/games", "/api/games/GAME/rules",
    "/api/games/GAME/pictures/x",
    "/api/tables", "/api/tables/TABLE/actions", "/api/tables/TABLE/replay", "/ws", "/nowhere",
]  # fmt: skip


def address(number: int) -> str:
    """An address of this computer for each number."""
    return f"127.{20 + number // 62_500 % 200}.{1 + number // 250 % 250}.{1 + number % 250}"


class Place:
    """A table of some game with all its secrets."""

    def __init__(self, server: Server, number: int, pick: random.Random, short: bool) -> None:
        self.server, self.number = server, number
        self.game: Game = games.every()[number % len(games.every())]
        people = [["me", "here"], ["me", "bot"]][pick.randrange(2)]
        kinds = [*people, *["here"] * max(0, self.game.seats[0] - 2)]
        self.seats = [
            {"kind": k} if k != "bot" else {"kind": k, "level": next(iter(self.game.levels))} for k in kinds
        ]
        self.options = dict(self.game.short) if short else {}
        self.table: Any = None
        self.opened: list[Any] = []  # all tables so far
        self.heard: dict[str, set[str]] = {}  # by table: what looked like a key, before the game was over
        self._opening = asyncio.Lock()

    async def open_next(self, last: Any = None) -> None:
        """A new table, unless another one has taken the place of the last already."""
        async with self._opening:
            if self.table is last:
                await self._open()

    async def _open(self) -> None:
        wanted = {"game": self.game.id, "seats": self.seats, "options": self.options, "pause_ms": 0}
        body = json.dumps(wanted).encode()
        head = ["POST /api/tables HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(body)}"]
        request = "\r\n".join([*head, "", ""]).encode() + body
        answer = await ask(self.server.port, request, address(self.number))
        table = json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])
        assert "table" in table, table
        await begin_game(self.server.port, table, address(self.number))
        self.opened.append(table)
        self.heard[table["table"]] = set()
        self.table = table

    async def join(self, seat: int, number: int) -> ClientConnection:
        token = (
            self.table["watch"] if seat < 0 else next(s["token"] for s in self.table["seats"] if s["seat"] == seat)
        )
        line = await connect(
            f"ws://127.0.0.1:{self.server.port}/ws", compression=None, ping_interval=None, open_timeout=120,
            max_queue=None, local_addr=(address(number), 0),
        )  # fmt: skip
        await line.send(json.dumps({"type": "join", "table": self.table["table"], "token": token}))
        return line

    def sender(self, pick: random.Random) -> Sender:
        setup = self.game.open(len(self.seats), self.options)
        touches = sorted({t for path in setup.paths[:500] for t in path if isinstance(t, str)}) or ["x"]
        return Sender(pick, self.table, touches, list(self.game.levels), setup.actions)


async def ask(port: int, request: bytes, source: str) -> bytes:
    """All that is answered to a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.read(), 60)
    except TimeoutError:
        raise AssertionError(f"no answer to {request[:500]!r}") from None
    except ConnectionError:
        return b""  # what was not read any more was refused
    finally:
        writer.transport.abort()


class Tormentor:
    """One browser that sends nonsense."""

    def __init__(self, place: Place, seat: int, number: int, pick: random.Random) -> None:
        self.place, self.seat, self.number, self.pick = place, seat, number, pick
        self.heard: Counter[str] = Counter()
        self.closed = self.sent = 0
        self.over = False  # the game that it looks at

    async def torment(self, count: int) -> None:
        """Send so many messages; whoever is sent away comes back, and after a game comes the next."""
        while self.sent < count:
            table, sender = self.place.table, self.place.sender(self.pick)
            try:
                line = await self.place.join(self.seat, self.number)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.5)
                continue
            self.over = False
            reading = asyncio.create_task(self.read(line, sender, table))
            try:
                while self.sent < count and not self.over and table is self.place.table:
                    await line.send(sender.message())
                    self.sent += 1
                    await asyncio.sleep(PACE * self.pick.uniform(0.5, 1.5))
                for _ in range(min(SENT_AFTER, count - self.sent)):
                    await line.send(sender.message())
                    self.sent += 1
                    await asyncio.sleep(PACE)
                await asyncio.sleep(0.5)
            except ConnectionClosed:
                self.closed += 1
            finally:
                await line.close()
                await reading
            if self.over and self.sent < count:
                await self.place.open_next(table)

    async def read(self, line: ClientConnection, sender: Sender, table: Any) -> None:
        """Hear all that is said, and look for secrets in it."""
        tokens = [table["watch"], *(seat["token"] for seat in table["seats"])]
        try:
            async for data in line:
                text = str(data)
                message = json.loads(text)
                kind = message["type"]
                assert kind == "moved" or not any(token in text for token in tokens), text[:300]
                self.over = self.over or (kind == "view" and bool(message["result"]))
                if not self.over:
                    self.place.heard[table["table"]].update(LONG_HEX.findall(text))
                self.heard[message["reason"] if kind == "refused" else kind] += 1
                if kind == "view":
                    sender.view = {"legal": message["legal"], "decision": message["decision"]}
        except ConnectionClosed:
            pass

    @property
    def reached(self) -> int:
        """How many of the messages were answered by a game."""
        return sum(self.heard[kind] for kind in ("ack", "why_not_answer", "previewed", "hinted", *REACHED))


async def send_requests(server: Server, places: list[Place], count: int, pick: random.Random) -> Counter[str]:
    """Hostile requests on every route; the statuses, raising where one is 5xx or has no safe headers."""
    tables = [place.table["table"] for place in places]
    names = [*games.ids(), *tables[:5], "games", "tables", "actions"]
    seen: Counter[str] = Counter()

    async def one(number: int) -> None:
        own = random.Random(f"{number} {pick.random()}")
        paths = [p.replace("GAME", own.choice(games.ids())).replace("TABLE", own.choice(tables)) for p in ROUTES]
        request = nonsense.make_request(own, paths, names)
        answer = await ask(server.port, request, address(100_000 + number % 20_000))
        status = answer[9:12].decode("latin-1") if answer else "none"
        seen[status] += 1
        assert not status.startswith("5"), (status, request[:300], answer[:300])
        if answer and status != "100":
            head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").lower()
            assert all(name.lower() in head for name in HEADERS), (request[:300], head)

    await gather((one(k) for k in range(count)), 20)
    return seen


async def play_out(place: Place, number: int) -> None:
    """The game goes on to its end, whatever was said."""
    lines = [await place.join(s["seat"], number) for s in place.table["seats"]]
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
                if player["kind"] == "open":  # a bot that had to make room for somebody who never came
                    level = next(iter(place.game.levels))
                    await line.send(json.dumps({"type": "fill", "seat": player["seat"], "level": level}))
                    filled = True
            if message["legal"]:
                action = pick.choice(message["legal"])  # the first of them again and again may lead nowhere
                act = {"type": "act", "decision": message["decision"], "action": action}
                await asyncio.sleep(PACE)
                await line.send(json.dumps(act))

    playing = [asyncio.create_task(play(line)) for line in lines]
    try:
        async with asyncio.timeout(1800):
            await over.wait()
    finally:
        for task, line in zip(playing, lines, strict=True):
            task.cancel()
            line.transport.abort()


async def tell_progress(crew: list[Tormentor], messages: int) -> None:
    """Say from time to time how far it is."""
    while True:
        await asyncio.sleep(30)
        sent, reached = sum(one.sent for one in crew), sum(one.reached for one in crew)
        print(f"{sent} of {messages} messages, {reached} reached a game", file=sys.stderr, flush=True)


async def fuzz(
    folder: Path, messages: int, requests: int, tables: int, seed: int, short: bool = False
) -> dict[str, Any]:
    """The whole test, with whole or short games; what was found, raising where something is wrong."""
    pick = random.Random(seed)
    server = Server(folder, free_port(), *OPTIONS, strict=True)
    server.start()
    try:
        places = [Place(server, k, pick, short) for k in range(tables)]
        await gather((place.open_next() for place in places), 10)
        crew = [
            Tormentor(place, seat, 1000 + 4 * k + j, random.Random(f"{seed} {k} {j}"))
            for k, place in enumerate(places)
            for j, seat in enumerate([*(s["seat"] for s in place.table["seats"]), *([-1] if k % 4 == 0 else [])])
        ]
        share, rest = divmod(messages, len(crew))
        asking = asyncio.create_task(send_requests(server, places, requests, pick))
        telling = asyncio.create_task(tell_progress(crew, messages))
        await asyncio.gather(*(one.torment(share + (k < rest)) for k, one in enumerate(crew)))
        telling.cancel()
        statuses = await asking
        assert server.get("/healthz")["ok"]
        await asyncio.gather(*(play_out(place, 50_000 + k) for k, place in enumerate(places)))
    finally:
        code = server.end(signal.SIGTERM)
    assert code == 0
    lines = server.errors.read_text().splitlines()
    errors = [line for line in lines if '"level":"error"' in line or "Traceback" in line]
    assert not errors, errors[:5]
    verify(server, places)
    heard: Counter[str] = sum((one.heard for one in crew), Counter())
    return {
        "messages": messages, "reached a game": sum(one.reached for one in crew), "requests": requests,
        "statuses": dict(sorted(statuses.items())), "games": sum(len(place.opened) for place in places),
        "browsers": len(crew), "sent away": sum(one.closed for one in crew), "heard": dict(heard.most_common()),
    }  # fmt: skip


def verify(server: Server, places: list[Place]) -> None:
    """Every log leads to the end of its game, and nobody heard its key, or the server's part, before that."""
    storage = Storage(server.database)
    try:
        for place in places:
            for table, heard in place.heard.items():
                row = storage.read_table(table)
                assert row
                match, problem = Match.replay(row, storage.read_log(table))
                assert not problem, problem
                assert match.over, f"table {table} is stuck"
                keys = (match.table.key.hex(), row.server_part)
                assert not any(key in text for key in keys for text in heard), f"table {table} told its key"
    finally:
        storage.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        print(asyncio.run(fuzz(Path(place), asked.messages, asked.requests, asked.tables, asked.seed)))
    print(f"{time.monotonic() - began:.0f} s")
