"""The web application: pages, a few requests, and the line of each seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamut import games
from gamut.engine import replay
from gamut.engine.errors import GamutError, UnknownGame
from gamut.server import catalogue
from gamut.server import messages as m
from gamut.server.connection import Connection
from gamut.server.hub import Hub
from gamut.server.limits import Buckets
from gamut.server.logs import event, failure
from gamut.server.pages import Pages, SecurityHeaders
from gamut.server.room import Refuse, Room
from gamut.server.storage import StorageFailed

STATIC = Path(__file__).parent.parent / "static"
NEVER_CHANGES = "private, max-age=31536000, immutable"
NOT_FOUND = ("unknown_table", "unknown_game", "no_rules")
LARGEST_REQUEST = 16 * 1024
POLICY, TOO_SLOW = 1008, 1013  # codes of closed lines

Handler = Callable[[Hub, Request], Awaitable[Response]]


def create(
    hub: Hub, *, origins: frozenset[str] = frozenset(), static: Path = STATIC, ahead: bool = False
) -> Starlette:
    """The application around a hub; `origins` are allowed beside the server's own address.

    With `ahead` all games are made ready in the background, so that nobody waits for the compiler later.
    """
    new_tables = Buckets(hub.limits.tables_a_minute / 60, hub.limits.table_burst)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in ([hub.sweep(), hub.prepare()] if ahead else [hub.sweep()])]
        yield
        for task in tasks:
            task.cancel()
        hub.goodbye()
        await asyncio.to_thread(hub.close)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            return await answered(handler, hub, request)

        return Route(path, answer, methods=[method])

    async def open_table(hub: Hub, request: Request) -> Response:
        if not same_origin(request, origins):
            return refusal(403, "not_allowed", "Another site may not open tables here.")
        if not new_tables.take(request.client.host if request.client else ""):
            return refusal(429, "too_often", "Too many new tables from your address; please wait a minute.")
        return await post_table(hub, request)

    async def line(socket: WebSocket) -> None:
        if same_origin(socket, origins):
            await serve_line(hub, socket)
        else:
            await socket.close(POLICY)

    return Starlette(
        routes=[
            route("/healthz", healthz),
            route("/api/games", get_games),
            route("/api/games/{game}/rules", get_rules),
            route("/api/tables", open_table, "POST"),
            route("/api/tables/{table}/actions", get_actions),
            route("/api/tables/{table}/replay", get_replay),
            WebSocketRoute("/ws", line),
            Mount("/", Pages(static)),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)],
        lifespan=lifespan,
    )


def same_origin(request: HTTPConnection, origins: frozenset[str]) -> bool:
    """Whether a browser's request comes from our own page. Programs send no origin, and no cookie exists."""
    origin = request.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == request.headers.get("host")


# ---------------------------------------------------------------------- requests


def json(content: Any, status: int = 200, caching: str = "no-store") -> Response:
    """An answer in JSON."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"Cache-Control": caching}, "application/json")


def refusal(status: int, error: str, text: str) -> Response:
    """An answer that says why not."""
    return json(m.Refusal(error, text), status)


async def answered(handler: Handler, hub: Hub, request: Request) -> Response:
    """The answer of a handler; what it refuses is said in words."""
    try:
        return await handler(hub, request)
    except Refuse as e:
        reason = e.message.reason
        return refusal(404 if reason in NOT_FOUND else 400, reason, e.message.text)
    except UnknownGame as e:
        return refusal(404, "unknown_game", str(e))
    except StorageFailed as e:
        return refusal(503, "storage", str(e))
    except GamutError as e:
        return refusal(400, "bad_options", str(e))
    except msgspec.MsgspecError as e:
        return refusal(400, "malformed", str(e))


async def healthz(hub: Hub, _: Request) -> Response:
    """Whether the server can store what happens."""
    good = hub.storage.alive
    return json({"ok": good, "tables": len(hub.rooms)}, 200 if good else 503)


async def get_games(_hub: Hub, _: Request) -> Response:
    """All games, the quickest first."""
    quickest = sorted(games.every(), key=lambda game: game.minutes)
    return json([catalogue.entry(game) for game in quickest], caching="no-cache")


async def get_rules(_hub: Hub, request: Request) -> Response:
    """A game's rules."""
    game = games.find(request.path_params["game"])
    page = catalogue.rules(game)
    if page is None:
        return refusal(404, "no_rules", f"The rules of {game.title} are not written down yet.")
    return json(page, caching="no-cache")


async def post_table(hub: Hub, request: Request) -> Response:
    """Open a table."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_REQUEST:
            return refusal(413, "too_large", "This is too much for one table.")
    return json(await hub.open(msgspec.json.decode(body, type=m.TableWish)), 201)


async def get_actions(hub: Hub, request: Request) -> Response:
    """Paths and texts of all actions of a table; they depend on nothing but its options."""
    setup = await hub.setup(request.path_params["table"])
    actions = m.Actions([list(path) for path in setup.paths], list(setup.texts), setup.catalogue)
    return json(actions, caching=NEVER_CHANGES)


async def get_replay(hub: Hub, request: Request) -> Response:
    """A finished game, key included."""
    match = await hub.match(request.path_params["table"])
    if not match.over:
        raise Refuse("not_allowed", "The replay is for finished games.")
    return json(replay.of(match.table))


# ---------------------------------------------------------------------- lines


async def serve_line(hub: Hub, socket: WebSocket) -> None:
    """A browser's line from its opening to its end."""
    await socket.accept()
    line = Connection(partial(send, socket), partial(close, socket), hub.limits)
    pump = asyncio.create_task(pumped(line))
    room: Room | None = None
    tries, loop = 0, asyncio.get_running_loop()
    try:
        async with asyncio.timeout(hub.limits.join_seconds) as joining:
            async for message in heard(line, socket, hub.limits.message_bytes):
                joining.reschedule(None)  # opening a table may take long, when its game is compiled
                room = await hear(hub, line, room, message)
                if not room:
                    tries += 1
                    patience = hub.limits.join_seconds if tries < hub.limits.join_tries else 0.0
                    joining.reschedule(loop.time() + patience)
    except TimeoutError:
        line.close(POLICY)
        await pump
    except WebSocketDisconnect:
        pass
    finally:
        pump.cancel()
        if line.viewer:
            line.viewer.room.leave(line)


async def send(socket: WebSocket, data: bytes) -> None:
    """Send a text frame."""
    await socket.send({"type": "websocket.send", "text": data.decode()})


async def close(socket: WebSocket, code: int) -> None:
    """Close the line."""
    await socket.close(code)


async def pumped(line: Connection) -> None:
    """Send until the line is closed, by us or by the browser."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await line.pump()


async def heard(line: Connection, socket: WebSocket, most: int) -> AsyncIterator[m.ClientMessage]:
    """The messages of a browser that are well-formed, and not too many; the others are refused here."""
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or ""
        try:
            if not line.bucket.take():
                raise Refuse("too_often", "Too many messages; please slow down.")
            if len(data.encode() if isinstance(data, str) else data) > most:
                raise Refuse("too_large", f"A message has at most {most} bytes.")
            message = m.decode(data)
        except Refuse as e:
            line.say(e.message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            line.say(m.Refused(reason="malformed", text=str(e)[:200]))
        else:
            yield message


async def hear(hub: Hub, line: Connection, room: Room | None, message: m.ClientMessage) -> Room | None:
    """Let the room hear a message; the first one finds the room."""
    try:
        if room:
            await room.hear(line, message)
        elif isinstance(message, m.Join):
            room = await join(hub, line, message)
        else:
            raise Refuse("not_allowed", "Join a table first.")
    except Refuse as e:
        line.say(e.message)
    except Exception:
        failure("a message could not be handled", kind=type(message).__name__)
        line.say(m.Refused(reason="not_allowed", text="The server could not do this."))
    return room


async def join(hub: Hub, line: Connection, message: m.Join) -> Room:
    """The room that a browser's secret opens."""
    room, seat = await hub.enter(message.table, message.token, line.say)
    line.token = message.token
    await room.join(line, seat)
    event("joined", table=room.id, seat=seat)
    return room
