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
from gamut.engine.errors import GamutError, UnknownGame
from gamut.server import catalogue
from gamut.server import messages as m
from gamut.server.connection import POLICY, Connection
from gamut.server.guard import Guard, find_account, find_visit, refuse
from gamut.server.hub import Hub
from gamut.server.logs import log_event, log_failure
from gamut.server.pages import Pages
from gamut.server.room import Room
from gamut.server.storage import StorageFailed

NEVER_CHANGES = "private, max-age=31536000, immutable"
STATUS = {  # of requests that are refused; 400 for all other reasons
    "unknown_table": 404, "unknown_game": 404, "no_rules": 404, "storage": 503, "too_large": 413, "too_often": 429,
}  # fmt: skip
GUESSES = ("unknown_table", "bad_token", "spent", "handed_over")  # refusals of somebody who may be guessing

NONSENSE = (msgspec.MsgspecError, UnicodeError, RecursionError)  # raised by reading what is no message

Handler = Callable[[Hub, Request], Awaitable[Response]]


def make_app(
    hub: Hub,
    *,
    origins: frozenset[str] = frozenset(),
    names: frozenset[str] | None = None,
    ahead: bool = False,
) -> Starlette:
    """The application around a hub; `origins` are allowed beside the server's own address, which has these `names`.

    With `ahead` native code of all games is made from the start, so that bots are soon at full strength.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(hub.find_added_bots)
        if ahead:
            hub.compile_games()
        housework = [
            asyncio.create_task(work)
            for work in (hub.drop_idle_rooms(), hub.keep_tables(), asyncio.to_thread(catalogue.prepare_everything))
        ]
        yield
        for task in housework:
            task.cancel()
        hub.say_goodbye()
        await asyncio.to_thread(hub.close)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            return await answer_request(handler, hub, request)

        return Route(path, answer, methods=[method])

    async def open_table(hub: Hub, request: Request) -> Response:
        if not same_origin(request, origins):
            return refuse(403, "not_allowed", "Another site may not open tables here.")
        return await post_table(hub, request)

    async def connect(socket: WebSocket) -> None:
        account, visit = find_account(socket.scope, hub.accounts), find_visit(socket)
        if not same_origin(socket, origins):
            refused = refuse(403, "not_allowed", "Another site may not open connections here.")
            await socket.send_denial_response(refused)
        elif not (visit and visit.through_proxy):
            await serve_connection(hub, socket)
        elif account.connections >= hub.limits.connections_per_address:
            await socket.send_denial_response(refuse(429, "too_often", "Too many connections from your address."))
        else:
            with account.connected():  # the doorkeeper counts those of the proxy only
                await serve_connection(hub, socket)

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
        middleware=[
            Middleware(Guard, accounts=hub.accounts, names=names),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6),
        ],
        lifespan=lifespan,
    )


def same_origin(request: HTTPConnection, origins: frozenset[str]) -> bool:
    """Whether a browser's request comes from our own page. Programs send no origin, and no cookie exists."""
    origin = request.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # no browser writes such an origin
        return False


# ---------------------------------------------------------------------- requests


def make_json(content: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store"}, "application/json")


async def answer_request(handler: Handler, hub: Hub, request: Request) -> Response:
    """The answer of a handler; what it refuses is said in words."""
    try:
        return await handler(hub, request)
    except m.RefusedError as e:
        refused = e.message
    except UnknownGame as e:
        refused = m.Refused("unknown_game", str(e))
    except StorageFailed as e:
        refused = m.Refused("storage", str(e))
    except GamutError as e:
        refused = m.Refused("bad_options", str(e))
    except NONSENSE as e:
        refused = m.Refused("malformed", str(e)[:200])
    return make_json(refused, STATUS.get(refused.reason, 400))


async def get_health(hub: Hub, _: Request) -> Response:
    """Whether the server can store what happens, and when it last did."""
    writer = hub.storage.writer
    facts = {
        "ok": not writer.problem, "problem": writer.problem, "seconds_since_written": round(writer.age, 1),
        "tables": len(hub.rooms),
    }  # fmt: skip
    return make_json(facts, 503 if writer.problem else 200)


def answer_prepared(request: Request, prepared: catalogue.Prepared) -> Response:
    """What is always the same, packed for whoever can unpack it."""
    headers = {"Cache-Control": "no-cache"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(prepared.plain, 200, headers, "application/json")
    packed = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}  # which the packing middleware leaves alone
    return Response(prepared.packed, 200, {**headers, **packed}, "application/json")


async def get_games(_hub: Hub, request: Request) -> Response:
    """All games."""
    return answer_prepared(request, catalogue.prepare_games())


async def get_rules(_hub: Hub, request: Request) -> Response:
    """A game's rules."""
    game = games.find(request.path_params["game"])
    page = catalogue.prepare_rules(game)
    if page is None:
        raise m.RefusedError("no_rules", f"The rules of {game.title} are not written down yet.")
    return answer_prepared(request, page)


async def get_picture(_hub: Hub, request: Request) -> Response:
    """A picture of a game's rules page."""
    game, name = games.find(request.path_params["game"]), request.path_params["name"]
    path = catalogue.find_picture(game, name)
    if path is None:
        raise m.RefusedError("no_rules", f"The rules of {game.title} have no such picture.")
    return Response(path.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


async def post_table(hub: Hub, request: Request) -> Response:
    """Open a table."""
    body, most = bytearray(), hub.limits.request_bytes
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise m.RefusedError(
                "too_large", f"This is too much for one table: a request has at most {most} bytes."
            )
    wish = msgspec.json.decode(body, type=m.TableRequest)
    return make_json(await hub.open_table(wish, find_account(request.scope, hub.accounts)), 201)


async def get_actions(hub: Hub, request: Request) -> Response:
    """Paths and texts of all actions of a table; they depend on nothing but its options."""
    account = find_account(request.scope, hub.accounts)
    actions = await hub.find_actions(request.path_params["table"], account.address)
    return Response(actions, 200, {"Cache-Control": NEVER_CHANGES}, "application/json")


async def get_replay(hub: Hub, request: Request) -> Response:
    """A finished game, key included."""
    account = find_account(request.scope, hub.accounts)
    found = await hub.replays.find(request.path_params["table"], account.address)
    return Response(found, 200, {"Cache-Control": "no-store"}, "application/json")


# ---------------------------------------------------------------------- connections


async def serve_connection(hub: Hub, socket: WebSocket) -> None:
    """A browser's connection from its opening to its end."""
    await socket.accept()
    account, visit = find_account(socket.scope, hub.accounts), find_visit(socket)
    connection = Connection(partial(send, socket), partial(close, socket), hub.limits, account)
    pump = asyncio.create_task(pump_messages(connection))
    room: Room | None = None
    tries, loop = 0, asyncio.get_running_loop()
    try:
        async with asyncio.timeout(hub.limits.join_seconds) as joining:
            async for message in read_messages(connection, socket, hub.limits.message_bytes):
                joining.reschedule(None)  # a long log takes a while
                room = await hear_message(hub, connection, room, message)
                if room and visit:
                    visit.settle(visit)
                if not room:
                    tries += 1
                    patience = hub.limits.join_seconds if tries < hub.limits.join_tries else 0.0
                    joining.reschedule(loop.time() + patience)
    except TimeoutError:
        connection.close(POLICY)
        await asyncio.wait([pump], timeout=hub.limits.stalled_seconds)
    except WebSocketDisconnect:
        pass
    finally:
        pump.cancel()
        if room:
            room.leave(connection)
    if room:
        with suppress(m.RefusedError):
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
                await asyncio.sleep(1 / max(connection.bucket.rate, 1.0))  # meanwhile nothing more is read
                raise m.RefusedError("too_often", "Too many messages; please slow down.")
            if len(data.encode() if isinstance(data, str) else data) > most:
                raise m.RefusedError("too_large", f"A message has at most {most} bytes.")
            message = m.decode(data)
        except m.RefusedError as e:
            connection.say(e.message)
        except NONSENSE as e:
            connection.say(m.Refused(reason="malformed", text=str(e)[:200]))
        else:
            yield message


async def hear_message(
    hub: Hub, connection: Connection, room: Room | None, message: m.ClientMessage
) -> Room | None:
    """Let the room hear a message; the first one finds the room."""
    try:
        if room:
            await room.hear(connection, message)
        elif isinstance(message, m.Join | m.Claim):
            room = await join_room(hub, connection, message)
        else:
            raise m.RefusedError("not_allowed", "Join a table first.")
    except m.RefusedError as e:
        connection.say(e.message)
    except StorageFailed as e:
        connection.say(m.Refused(reason="storage", text=str(e)))
    except Exception:
        log_failure("a message could not be handled", kind=type(message).__name__)
        connection.say(m.Refused(reason="not_allowed", text="The server could not do this."))
    return room


async def join_room(hub: Hub, connection: Connection, message: m.Join | m.Claim) -> Room:
    """The room that a browser's token opens; an address that has guessed or joined too often has to wait."""
    account = connection.account
    if not account.guesses.has():
        raise m.RefusedError("too_often", "Too many links from your address did not fit; please wait a minute.")
    if not account.joins.take():
        raise m.RefusedError("too_often", "Your address comes and goes too often; please wait a minute.")
    try:
        room = await hub.find_room(message, account)
        await room.join(connection, message)
    except m.RefusedError as e:
        if e.message.reason in GUESSES:
            account.guesses.take()
        raise
    log_event("joined", table=room.id, seat=connection.seat)
    return room
