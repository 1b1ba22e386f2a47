"""The web application: pages, a few requests, and the connection of each seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
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
from gamut.server.logs import log_event, log_failure
from gamut.server.pages import Pages, SecurityHeaders
from gamut.server.room import Room
from gamut.server.storage import StorageFailed

NEVER_CHANGES = "private, max-age=31536000, immutable"
STATUS = {  # of requests that are refused; 400 for all other reasons
    "unknown_table": 404, "unknown_game": 404, "no_rules": 404, "storage": 503, "too_large": 413, "too_often": 429,
}  # fmt: skip
GUESSES = ("unknown_table", "bad_token", "spent", "handed_over")  # refusals of somebody who may be guessing
LARGEST_REQUEST = 16 * 1024
POLICY = 1008  # the code of a connection that is closed because it did not keep to the rules

Handler = Callable[[Hub, Request], Awaitable[Response]]


def make_app(hub: Hub, *, origins: frozenset[str] = frozenset(), ahead: bool = False) -> Starlette:
    """The application around a hub; `origins` are allowed beside the server's own address.

    With `ahead` native code of all games is made from the start, so that bots are soon at full strength.
    """
    new_tables = Buckets(hub.limits.tables_per_minute / 60, hub.limits.table_burst)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if ahead:
            hub.compile_games()
        dropping = asyncio.create_task(hub.drop_idle_rooms())
        yield
        dropping.cancel()
        hub.say_goodbye()
        await asyncio.to_thread(hub.close)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            return await answer_request(handler, hub, request)

        return Route(path, answer, methods=[method])

    async def open_table(hub: Hub, request: Request) -> Response:
        if not same_origin(request, origins):
            return make_json(m.Refused("not_allowed", "Another site may not open tables here."), 403)
        if not new_tables.take(request.client.host if request.client else ""):
            raise m.Refusal("too_often", "Too many new tables from your address; please wait a minute.")
        return await post_table(hub, request)

    async def connect(socket: WebSocket) -> None:
        if same_origin(socket, origins):
            await serve_connection(hub, socket)
        else:
            await socket.close(POLICY)

    return Starlette(
        routes=[
            route("/healthz", get_health),
            route("/api/games", get_games),
            route("/api/games/{game}/rules", get_rules),
            route("/api/games/{game}/pictures/{name}", get_picture),
            route("/api/tables", open_table, "POST"),
            route("/api/tables/{table}/actions", get_actions),
            route("/api/tables/{table}/replay", get_replay),
            WebSocketRoute("/ws", connect),
            Mount("/", Pages(hub.static)),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)],
        lifespan=lifespan,
    )


def same_origin(request: HTTPConnection, origins: frozenset[str]) -> bool:
    """Whether a browser's request comes from our own page. Programs send no origin, and no cookie exists."""
    origin = request.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == request.headers.get("host")


# ---------------------------------------------------------------------- requests


def make_json(content: Any, status: int = 200, caching: str = "no-store") -> Response:
    """An answer in JSON."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"Cache-Control": caching}, "application/json")


async def answer_request(handler: Handler, hub: Hub, request: Request) -> Response:
    """The answer of a handler; what it refuses is said in words."""
    try:
        return await handler(hub, request)
    except m.Refusal as e:
        refused = e.message
    except UnknownGame as e:
        refused = m.Refused("unknown_game", str(e))
    except StorageFailed as e:
        refused = m.Refused("storage", str(e))
    except GamutError as e:
        refused = m.Refused("bad_options", str(e))
    except msgspec.MsgspecError as e:
        refused = m.Refused("malformed", str(e))
    return make_json(refused, STATUS.get(refused.reason, 400))


async def get_health(hub: Hub, _: Request) -> Response:
    """Whether the server can store what happens."""
    good = hub.storage.alive
    return make_json({"ok": good, "tables": len(hub.rooms)}, 200 if good else 503)


async def get_games(_hub: Hub, _: Request) -> Response:
    """All games, the quickest first."""
    quickest = sorted(games.every(), key=lambda game: game.minutes)
    return make_json([catalogue.describe_game(game) for game in quickest], caching="no-cache")


async def get_rules(_hub: Hub, request: Request) -> Response:
    """A game's rules."""
    game = games.find(request.path_params["game"])
    page = catalogue.render_rules(game)
    if page is None:
        raise m.Refusal("no_rules", f"The rules of {game.title} are not written down yet.")
    return make_json(page, caching="no-cache")


async def get_picture(_hub: Hub, request: Request) -> Response:
    """A picture of a game's rules page."""
    game, name = games.find(request.path_params["game"]), request.path_params["name"]
    path = catalogue.find_picture(game, name)
    if path is None:
        raise m.Refusal("no_rules", f"The rules of {game.title} have no such picture.")
    return Response(path.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


async def post_table(hub: Hub, request: Request) -> Response:
    """Open a table."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_REQUEST:
            raise m.Refusal("too_large", "This is too much for one table.")
    return make_json(await hub.open_table(msgspec.json.decode(body, type=m.TableRequest)), 201)


async def get_actions(hub: Hub, request: Request) -> Response:
    """Paths and texts of all actions of a table; they depend on nothing but its options."""
    setup = await hub.find_setup(request.path_params["table"])
    actions = m.Actions(list(setup.paths), list(setup.texts), setup.catalogue)
    return make_json(actions, caching=NEVER_CHANGES)


async def get_replay(hub: Hub, request: Request) -> Response:
    """A finished game, key included."""
    match = await hub.find_match(request.path_params["table"])
    if not match.over:
        raise m.Refusal("not_allowed", "The replay is for finished games.")
    return make_json(replay.of(match.table, match.proof))


# ---------------------------------------------------------------------- connections


async def serve_connection(hub: Hub, socket: WebSocket) -> None:
    """A browser's connection from its opening to its end."""
    await socket.accept()
    connection = Connection(partial(send, socket), partial(close, socket), hub.limits)
    pump = asyncio.create_task(pump_messages(connection))
    room: Room | None = None
    tries, loop = 0, asyncio.get_running_loop()
    address = socket.client.host if socket.client else ""
    try:
        async with asyncio.timeout(hub.limits.join_seconds) as joining:
            async for message in read_messages(connection, socket, hub.limits.message_bytes):
                joining.reschedule(None)  # a long log takes a while
                room = await hear_message(hub, connection, room, message, address)
                if not room:
                    tries += 1
                    patience = hub.limits.join_seconds if tries < hub.limits.join_tries else 0.0
                    joining.reschedule(loop.time() + patience)
    except TimeoutError:
        connection.close(POLICY)
        await pump
    except WebSocketDisconnect:
        pass
    finally:
        pump.cancel()
        if room:
            room.leave(connection)
    if room:
        with suppress(m.Refusal):
            await room.settle_proposals()


async def send(socket: WebSocket, data: bytes) -> None:
    """Send a text frame."""
    await socket.send({"type": "websocket.send", "text": data.decode()})


async def close(socket: WebSocket, code: int) -> None:
    """Close the connection."""
    await socket.close(code)


async def pump_messages(connection: Connection) -> None:
    """Send until the connection is closed, by us or by the browser."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await connection.pump()


async def read_messages(connection: Connection, socket: WebSocket, most: int) -> AsyncIterator[m.ClientMessage]:
    """The messages of a browser that are well-formed, and not too many; the others are refused here."""
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or ""
        try:
            if not connection.bucket.take():
                raise m.Refusal("too_often", "Too many messages; please slow down.")
            if len(data.encode() if isinstance(data, str) else data) > most:
                raise m.Refusal("too_large", f"A message has at most {most} bytes.")
            message = m.decode(data)
        except m.Refusal as e:
            connection.say(e.message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            connection.say(m.Refused(reason="malformed", text=str(e)[:200]))
        else:
            yield message


async def hear_message(
    hub: Hub, connection: Connection, room: Room | None, message: m.ClientMessage, address: str = ""
) -> Room | None:
    """Let the room hear a message; the first one finds the room."""
    try:
        if room:
            await room.hear(connection, message)
        elif isinstance(message, m.Join | m.Sit):
            room = await join_room(hub, connection, message, address)
        else:
            raise m.Refusal("not_allowed", "Join a table first.")
    except m.Refusal as e:
        connection.say(e.message)
    except Exception:
        log_failure("a message could not be handled", kind=type(message).__name__)
        connection.say(m.Refused(reason="not_allowed", text="The server could not do this."))
    return room


async def join_room(hub: Hub, connection: Connection, message: m.Join | m.Sit, address: str) -> Room:
    """The room that a browser's token opens; an address that has guessed too often has to wait."""
    if not hub.guesses.has(address):
        raise m.Refusal("too_often", "Too many links from your address did not fit; please wait a minute.")
    try:
        room = await hub.find_room(message)
        await room.join(connection, message)
    except m.Refusal as e:
        if e.message.reason in GUESSES:
            hub.guesses.take(address)
        raise
    log_event("joined", table=room.id, seat=connection.seat)
    return room
