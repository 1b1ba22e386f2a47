"""A server without sockets: clients talk to the hub through the code that serves real connections."""

from __future__ import annotations

import asyncio
import inspect
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from gamut import games
from gamut.engine.presentation import LogEntry
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import StoredEntry
from gamut.server.tables.hub import NO_ADDRESS, Hub
from gamut.server.tables.room import Room
from gamut.server.tables.seat_secrets import new_token
from gamut.server.web import app
from gamut.server.wire import messages as m
from gamut.server.wire.limits import Limits

P = ParamSpec("P")
T = TypeVar("T")
UNLIMITED = Limits(
    messages_per_second=1e9, message_burst=1_000_000_000, tables_per_minute=1e9, table_burst=1_000_000_000,
    guess_burst=1_000_000_000, join_burst=1_000_000_000, request_burst=1_000_000_000, hint_burst=1_000_000_000,
    tables_per_address=1_000_000_000, announcement_burst=1_000_000_000, queued_messages=100_000,
    queued_bytes=1_000_000_000, view_byte_burst=1_000_000_000, address_message_burst=1_000_000_000,
    preview_burst=1_000_000_000, secret_turn_seconds=0.02,
)  # fmt: skip
decode = msgspec.json.Decoder(m.ServerMessage).decode
TIMEOUT_S = 20.0  # of one wait for a message
COMPILE_TIMEOUT_S = 120  # of a game whose native code is not in the cache
TEST_TIMEOUT_S = 180


def run(scenario: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, or fail after `TEST_TIMEOUT_S`."""

    async def run_bounded() -> T:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            return await scenario

    return asyncio.run(run_bounded())


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine function."""

    @wraps(test)
    def run_test(*arguments: P.args, **fixtures: P.kwargs) -> None:
        run(test(*arguments, **fixtures))

    return run_test


async def poll(condition: Callable[[], T], description: str) -> T:
    """Wait until the condition returns something true, and return that."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (result := condition()):
        assert time.monotonic() < deadline, f"waited {TIMEOUT_S:g} s for {description}"
        await asyncio.sleep(0.01)
    return result


class Reading:
    """Whether a client reads what the server sends."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def clear(self) -> None:
        self._client.can_write = False

    def set(self) -> None:
        self._client.can_write = True
        if self._client.on_writable:
            self._client.on_writable()


class Client:
    """A client of one table: a channel without a network."""

    def __init__(self, hub: Hub) -> None:
        self.received: list[Any] = []
        self.raw_messages: list[str] = []
        self._view: m.View | None = None
        self.log: list[LogEntry] = []
        self.close_code: int | None = None
        self.join_message = m.Join("", "")
        self.part = new_part()  # sent when the deal waits for it; empty: never
        self.can_write = True
        self.on_writable: Callable[[], None] | None = None
        self.reading = Reading(self)
        self._to_server: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._changed = asyncio.Condition()
        self.task = asyncio.create_task(app.serve_connection(hub, self, hub.budgets.find(NO_ADDRESS)))

    async def next_message(self) -> bytes | None:
        return await self._to_server.get()

    def write_messages(self, messages: Sequence[bytes]) -> None:
        for data in messages:
            self.raw_messages.append(data.decode())
            message = decode(data)
            self.received.append(message)
            if isinstance(message, m.View):
                assert len(self.log) >= message.log_from
                self._view = message
                self.log[message.log_from :] = message.log
                if self.part and self.welcome.seat in message.not_ready:
                    self.send(m.AddPart(self.part))
        self._notify()

    def close_now(self, code: int) -> None:
        self.close_code = code
        self._to_server.put_nowait(None)
        self._notify()

    def _notify(self) -> None:
        async def notify() -> None:
            async with self._changed:
                self._changed.notify_all()

        self._notifying = asyncio.create_task(notify())

    def send(self, message: m.ClientMessage | str | bytes) -> None:
        data = message.encode() if isinstance(message, str) else message
        self._to_server.put_nowait(data if isinstance(data, bytes) else m.encode(data))

    @property
    def queue_empty(self) -> bool:
        """Return whether the server has read everything that was sent."""
        return self._to_server.empty()

    @property
    def view(self) -> m.View:
        assert self._view, "no view was received"
        return self._view

    @property
    def welcome(self) -> m.Welcome:
        return next(x for x in reversed(self.received) if isinstance(x, m.Welcome))

    def messages(self, kind: type[T]) -> list[T]:
        """Return the messages of a kind that were received."""
        return [x for x in self.received if isinstance(x, kind)]

    async def wait_until(self, condition: Callable[[], Any], description: str | Callable[..., Any] = "") -> Any:
        """Wait until the condition returns something true, and return that; a failure shows description or source."""
        description = description or condition
        try:
            async with asyncio.timeout(TIMEOUT_S), self._changed:
                while not (result := condition()):
                    await self._changed.wait()
                return result
        except TimeoutError:
            awaited = description if isinstance(description, str) else inspect.getsource(description).strip()
            raise AssertionError(f"waited {TIMEOUT_S:g} s for {awaited}; last: {self.received[-3:]}") from None

    async def wait_for(self, kind: type[T], start: int = 0) -> T:
        """Wait for a message of a kind, and return the first one; skip the first `start` messages."""
        messages = await self.wait_until(
            lambda: [x for x in self.received[start:] if isinstance(x, kind)], kind.__name__
        )
        return messages[0]  # type: ignore[no-any-return]

    async def request(self, message: m.ClientMessage | str | bytes, kind: type[T]) -> T:
        """Send a message, and wait for an answer of a kind."""
        start = len(self.received)
        self.send(message)
        return await self.wait_for(kind, start)

    async def wait_for_view(self, condition: Callable[[m.View], Any] = lambda view: True) -> m.View:
        """Wait for a view that meets the condition."""
        await self.wait_until(lambda: self._view and condition(self._view), condition)
        return self.view

    async def play_legal(self, choice: int = 0) -> m.View:
        """Play one of the legal actions, and wait for the view after it."""
        view = await self.wait_for_view(lambda v: v.legal)
        return await self.play(view.legal[choice % len(view.legal)])

    async def play(self, action: int) -> m.View:
        """Play an action, and wait for the view after it."""
        decision = self.view.decision
        await self.request(m.PlayAction(decision, action), m.Ack)
        return await self.wait_for_view(lambda v: v.decision > decision)

    async def undo(self) -> m.View:
        """Undo the last action, and wait for the view after it."""
        decision = self.view.decision
        self.send(m.Undo())
        return await self.wait_for_view(lambda v: v.decision > decision)

    async def resign(self) -> None:
        self.send(m.Resign())
        await self.wait_for_view(lambda v: v.players[self.welcome.seat].resigned)

    async def close(self) -> None:
        self._to_server.put_nowait(None)
        await self.task


def seat_requests(kinds: Sequence[str]) -> list[m.SeatRequest]:
    """Return the seats of a new table; a kind is me, link, here, or the level of a bot."""
    return [
        m.SeatRequest(kind, f"P{k}") if kind in ("me", "link", "here") else m.SeatRequest("bot", f"P{k}", kind)  # type: ignore[arg-type]
        for k, kind in enumerate(kinds)
    ]


class Clock:
    """A clock that tests advance."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class InProcessServer:
    """A hub with the requests that tests make."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def open_table(self, *kinds: str, game: str = "mixx", pause_ms: int = 0, **options: Any) -> m.NewTable:
        """Open a table of a game that is compiled; all parts of the host's seats are added to the deal."""
        self.hub.compiler.request(games.find_game(game)).result(COMPILE_TIMEOUT_S)
        table = await self.hub.open_table(m.TableRequest(game, seat_requests(kinds), options, pause_ms))
        await self.add_parts(table)
        return table

    async def add_parts(self, table: m.NewTable) -> None:
        """Add the parts of the host's seats to the deal, as their clients would."""
        match = await self.hub.find_match(table.table, NO_ADDRESS)
        for seat in table.seats:
            prepared = match.prepare(StoredEntry(at=0, kind="part", seat=seat.seat, detail=new_part()))
            await self.hub.storage.append(table.table, prepared.entry)
            match.commit(prepared)

    def room(self, table: m.NewTable) -> Room:
        return self.hub.rooms[table.table]

    async def join(self, table: m.NewTable, seat: int = -1) -> Client:
        """Return a client at a seat, after its first view."""
        token = table.spectator_token if seat < 0 else next(s.token for s in table.seats if s.seat == seat)
        return await self.join_with(m.Join(table.table, token))

    async def join_all(self, table: m.NewTable, *seats: int) -> list[Client]:
        return [await self.join(table, seat) for seat in seats]

    async def open_invitation(self, table: m.NewTable, seat: int) -> Client:
        """Return a client that has opened the invitation to a seat."""
        return await self.join_with(m.Join(table.table, invitation_token(table, seat)))

    async def claim_seat(self, table: m.NewTable, seat: int, name: str = "") -> Client:
        """Return a client that has taken a seat by its invitation."""
        guest = await self.open_invitation(table, seat)
        secret = new_token()
        await guest.request(m.ClaimSeat(table.table, invitation_token(table, seat), secret, name), m.Welcome)
        guest.join_message = m.Join(table.table, secret)
        return guest

    async def rejoin(self, client: Client) -> Client:
        """Return another client with the same token."""
        return await self.join_with(client.join_message)

    async def join_with(self, message: m.Join) -> Client:
        client = Client(self.hub)
        client.join_message = message
        client.send(message)
        await client.wait_for_view()
        return client


def new_part() -> str:
    """Return a seat's part of the deal."""
    return secrets.token_hex(16)


def invitation_token(table: m.NewTable, seat: int) -> str:
    return next(s.token for s in table.invitations if s.seat == seat)


@asynccontextmanager
async def open_server(
    folder: Path, limits: Limits = UNLIMITED, url: str = "", away_seconds: float = 0, **hub_settings: Any
) -> AsyncIterator[InProcessServer]:
    """A server on a database file, or on another database. Bots may stand in at once."""
    storage = Storage(url or f"sqlite:///{folder / 'tables.sqlite'}")
    hub = Hub(storage, replace(limits, away_seconds=away_seconds), threads=2, **hub_settings)
    hub.follow_others()
    try:
        yield InProcessServer(hub)
    finally:
        hub.close_rooms()
        await asyncio.to_thread(hub.close)


def run_with_server(
    folder: Path,
    test: Callable[[InProcessServer], Awaitable[None]],
    limits: Limits = UNLIMITED,
    away_seconds: float = 0,
) -> None:
    async def scenario() -> None:
        async with open_server(folder, limits, away_seconds=away_seconds) as server:
            await test(server)

    run(scenario())


def server_test(
    limits: Limits = UNLIMITED, away_seconds: float = 0
) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[..., None]]:
    """Make a test of a coroutine function whose first parameter is a server; the others are fixtures."""

    def decorate(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        server, *others = inspect.signature(test).parameters.values()
        folder = server.replace(name="tmp_path", annotation=Path)
        takes_folder = any(parameter.name == folder.name for parameter in others)

        @wraps(test)
        def run_test(tmp_path: Path, **fixtures: Any) -> None:
            if takes_folder:
                fixtures["tmp_path"] = tmp_path
            run_with_server(tmp_path, lambda server: test(server, **fixtures), limits, away_seconds)

        parameters = [*others] if takes_folder else [folder, *others]
        run_test.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return run_test

    return decorate


async def get(app: ASGIApp, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and content of an answer, without a network."""
    sent: list[Any] = []

    async def receive() -> Any:
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": b"", "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
    }  # fmt: skip
    try:
        await app(scope, receive, send)
    except HTTPException as e:
        return e.status_code, {}, b""
    received = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], received, b"".join(x.get("body", b"") for x in sent)
