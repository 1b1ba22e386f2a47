"""A server without sockets: browsers talk to the hub through the very code that serves real connections."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gamut import games
from gamut.engine.language import LogEntry
from gamut.server import app
from gamut.server import messages as m
from gamut.server.hub import NOBODY, Hub
from gamut.server.limits import Limits
from gamut.server.secret import new_token
from gamut.server.storage import Entry, Storage

T = TypeVar("T")
FAST = Limits(
    messages_per_second=1e9, message_burst=1_000_000_000, tables_per_minute=1e9, table_burst=1_000_000_000,
    guess_burst=1_000_000_000, join_burst=1_000_000_000, request_burst=1_000_000_000, hint_burst=1_000_000_000,
    tables_per_address=1_000_000_000, queued_messages=100_000, queued_bytes=1_000_000_000,
)  # fmt: skip
decode = msgspec.json.Decoder(m.ServerMessage).decode
PATIENCE = 20.0


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine, bounded in time."""

    async def bounded() -> T:
        async with asyncio.timeout(300):
            return await work

    return asyncio.run(bounded())


class Browser:
    """One browser at a table: an ASGI connection without a network."""

    def __init__(self, hub: Hub) -> None:
        self.heard: list[Any] = []
        self.raw: list[str] = []
        self.view: m.View | None = None
        self.log: list[LogEntry] = []
        self.closed: int | None = None
        self.joined = m.Join("", "")
        self.part = new_part()  # added to the deal when it is awaited; empty: never
        self.stalled = asyncio.Event()
        self.stalled.set()
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Condition()
        scope = {"type": "websocket", "path": "/ws", "headers": []}
        socket = WebSocket(scope, self._to_server.get, self._from_server)
        self._to_server.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app.serve_connection(hub, socket))

    async def _from_server(self, event: Any) -> None:
        await self.stalled.wait()
        if event["type"] == "websocket.close":
            self.closed = event["code"]
        elif event["type"] == "websocket.send":
            self.raw.append(event["text"])
            message = decode(event["text"])
            self.heard.append(message)
            if isinstance(message, m.View):
                assert len(self.log) >= message.log_from
                self.view = message
                self.log[message.log_from :] = message.log
                if self.part and self.welcome.seat in message.waiting:
                    self.send(m.AddPart(self.part))
        async with self._news:
            self._news.notify_all()

    def send(self, message: m.ClientMessage | str | bytes) -> None:
        text = message if isinstance(message, str | bytes) else m.encode(message).decode()
        self._to_server.put_nowait(
            {"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text}
        )

    @property
    def queue_empty(self) -> bool:
        """Whether the server has taken everything that was sent."""
        return self._to_server.empty()

    @property
    def welcome(self) -> m.Welcome:
        """The latest welcome."""
        return next(x for x in reversed(self.heard) if isinstance(x, m.Welcome))

    async def until(self, good: Callable[[], Any]) -> Any:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE), self._news:
            while not (found := good()):
                await self._news.wait()
            return found

    async def ask(self, message: m.ClientMessage | str | bytes, kind: type[T]) -> T:
        """Send, and wait for an answer of a kind."""
        before = len(self.heard)
        self.send(message)
        return await self.until(lambda: next((x for x in self.heard[before:] if isinstance(x, kind)), None))  # type: ignore[no-any-return]

    async def sees(self, good: Callable[[m.View], Any]) -> m.View:
        """Wait for a view of which something is true."""
        await self.until(lambda: self.view is not None and good(self.view))
        assert self.view is not None
        return self.view

    async def act(self, choice: int = 0) -> m.View:
        """Do one of the legal actions, and wait for the view after it."""
        view = await self.sees(lambda v: v.legal)
        return await self.do(view.legal[choice % len(view.legal)])

    async def do(self, action: int) -> m.View:
        """Do an action, and wait for the view after it."""
        assert self.view
        decision = self.view.decision
        await self.ask(m.Act(decision, action), m.Ack)
        return await self.sees(lambda v: v.decision > decision)

    async def take_back(self) -> m.View:
        """Take the last action back, and wait for the view after it."""
        assert self.view
        decision = self.view.decision
        self.send(m.TakeBack())
        return await self.sees(lambda v: v.decision > decision)

    async def close(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


class House:
    """A hub with helpers."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def open(self, *kinds: str, game: str = "mixx", pause_ms: int = 0, **options: Any) -> m.NewTable:
        """A table; a kind is me, link, here, or the level of a bot. Its game is native code already."""
        self.hub.compiler.want(games.find(game)).result(120)
        seats = [
            m.SeatRequest(kind, f"P{k}") if kind in ("me", "link", "here") else m.SeatRequest("bot", f"P{k}", kind)  # type: ignore[arg-type]
            for k, kind in enumerate(kinds)
        ]
        table = await self.hub.open_table(m.TableRequest(game, seats, options, pause_ms))
        await self.add_parts(table)
        return table

    async def add_parts(self, table: m.NewTable) -> None:
        """Add the parts of the host's seats to the deal, as their browsers would."""
        match = await self.hub.find_match(table.table, NOBODY)
        for seat in table.seats:
            prepared = match.prepare(Entry(at=0, kind="part", seat=seat.seat, detail=new_part()))
            await self.hub.storage.append(table.table, prepared.entry)
            match.commit(prepared)

    async def join(self, table: m.NewTable, seat: int = -1) -> Browser:
        """A browser at a seat, after its first view."""
        token = table.watch if seat < 0 else next(s.token for s in table.seats if s.seat == seat)
        return await self._join(m.Join(table.table, token))

    async def look(self, table: m.NewTable, seat: int) -> Browser:
        """A browser that has opened the invitation to a seat."""
        return await self._join(m.Join(table.table, invitation(table, seat)))

    async def sit(self, table: m.NewTable, seat: int, name: str = "") -> Browser:
        """A browser that has sat down by the invitation."""
        guest = await self.look(table, seat)
        own = new_token()
        await guest.ask(m.Claim(table.table, invitation(table, seat), own, name), m.Welcome)
        guest.joined = m.Join(table.table, own)
        return guest

    async def join_again(self, browser: Browser) -> Browser:
        """Another browser with the same link."""
        return await self._join(browser.joined)

    async def _join(self, message: m.Join) -> Browser:
        browser = Browser(self.hub)
        browser.joined = message
        browser.send(message)
        await browser.sees(lambda v: True)
        return browser


def new_part() -> str:
    """What a seat adds to the deal."""
    return secrets.token_hex(16)


def invitation(table: m.NewTable, seat: int) -> str:
    """The token of the invitation to a seat."""
    return next(s.token for s in table.invitations if s.seat == seat)


@asynccontextmanager
async def house(path: Path, limits: Limits = FAST, url: str = "", away_seconds: float = 0) -> AsyncIterator[House]:
    """A server on a database file, or on another database; closed in good order. Bots sit in at once."""
    storage = Storage(url or f"sqlite:///{path / 'tables.sqlite'}")
    hub = Hub(storage, replace(limits, away_seconds=away_seconds), threads=2)
    try:
        yield House(hub)
    finally:
        hub.say_goodbye()
        await asyncio.to_thread(hub.close)


Test = Callable[[House], Awaitable[None]]


def in_house(path: Path, test: Test, limits: Limits = FAST, away_seconds: float = 0) -> None:
    """Run a test with a server."""

    async def work() -> None:
        async with house(path, limits, away_seconds=away_seconds) as h:
            await test(h)

    run(work())


async def get(app: ASGIApp, path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and content of an answer, without a network."""
    sent: list[Any] = []

    async def receive() -> Any:
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": b"", "headers": [],
    }  # fmt: skip
    try:
        await app(scope, receive, send)
    except HTTPException as e:
        return e.status_code, {}, b""
    headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(x.get("body", b"") for x in sent)
