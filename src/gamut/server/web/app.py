"""The web application: pages, a few HTTP routes, and the WebSocket of each client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from gamut import games
from gamut.engine.errors import GamutError, UnknownGame
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_event, log_failure
from gamut.server.storage.writer import StorageFailed
from gamut.server.tables import game_info
from gamut.server.tables.hub import Hub
from gamut.server.tables.room import Room
from gamut.server.web.package_tables import read_table_file
from gamut.server.web.pages import Pages
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudget
from gamut.server.wire.connection import CLOSE_POLICY, Channel, Connection
from gamut.server.wire.connection_limiter import CountedConnection
from gamut.server.wire.request_guard import RequestGuard, find_budget, find_counted_connection, make_refusal

IMMUTABLE = "private, max-age=31536000, immutable"
STATUS_CODES = {  # by the reason of a refusal; otherwise 400
    "unknown_table": 404, "unknown_game": 404, "no_rules": 404, "no_table": 404,
    "storage": 503, "too_large": 413, "too_often": 429,
}  # fmt: skip
GUESS_REASONS = ("unknown_table", "invalid_token", "used", "handed_over", "replaced")  # refusals that count as a guess

DECODE_ERRORS = (msgspec.MsgspecError, UnicodeError, RecursionError)  # of invalid messages

Handler = Callable[[Hub, Request], Awaitable[Response]]


def make_app(
    hub: Hub,
    *,
    origins: frozenset[str] = frozenset(),
    host_names: frozenset[str] | None = None,
    precompile: bool = False,
) -> Starlette:
    """Return the application of a hub. `origins` are allowed besides the server's own, `host_names` as Host headers.

    With `precompile`, all games are compiled from the start, so that bots are soon at full strength.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(hub.load_added_bots)
        if precompile:
            hub.compile_games()
        hub.follow_others()
        tasks = [asyncio.create_task(job()) for job in hub.jobs]
        tasks.append(asyncio.create_task(asyncio.to_thread(game_info.prepare_all)))
        yield
        for task in tasks:
            task.cancel()
        hub.close_rooms()
        await asyncio.to_thread(hub.close)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            return await handle_request(handler, hub, request)

        return Route(path, answer, methods=[method])

    async def open_table(hub: Hub, request: Request) -> Response:
        if not same_origin(request, origins):
            return make_refusal(403, "not_allowed", "Other sites can't open tables here.")
        return await post_table(hub, request)

    async def connect(socket: WebSocket) -> None:
        budget, counted = find_budget(socket.scope, hub.budgets), find_counted_connection(socket)
        if not same_origin(socket, origins):
            refused = make_refusal(403, "not_allowed", "Other sites can't connect here.")
            await socket.send_denial_response(refused)
        elif counted and counted.through_proxy and not counted.charge_to(budget):
            await socket.send_denial_response(make_refusal(429, "too_often", "Too many connections from your address."))
        else:
            await serve_socket(hub, socket, budget, counted)

    return Starlette(
        routes=[
            route("/healthz", get_health),
            route("/api/games", get_games),
            route("/api/games/{game}/rules", get_rules),
            route("/api/games/{game}/pictures/{name}", get_picture),
            route("/api/tables", open_table, "POST"),
            route("/packages/{game}/{digest}/{name}", get_table_file),
            route("/api/tables/{table}/actions", get_actions),
            route("/api/tables/{table}/replay", get_replay),
            WebSocketRoute("/ws", connect),
            Mount("/", Pages(hub.static)),
        ],
        middleware=[
            Middleware(RequestGuard, budgets=hub.budgets, host_names=host_names),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6),
        ],
        lifespan=lifespan,
    )


def same_origin(request: HTTPConnection, origins: frozenset[str]) -> bool:
    """Return whether a request comes from our own page. Programs send no Origin, and there are no cookies."""
    origin = request.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # not an Origin of a browser
        return False


# ---------------------------------------------------------------------- requests


def make_json(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store"}, "application/json")


async def handle_request(handler: Handler, hub: Hub, request: Request) -> Response:
    """Return the response of a handler, or the refusal that it raises."""
    try:
        return await handler(hub, request)
    except m.RefusedError as e:
        refused = e.message
    except UnknownGame as e:
        refused = m.Refused("unknown_game", str(e))
    except StorageFailed as e:
        refused = m.Refused("storage", str(e))
    except GamutError as e:
        refused = m.Refused("invalid_options", str(e))
    except DECODE_ERRORS as e:
        refused = m.Refused("malformed", str(e)[:200])
    return make_json(refused, STATUS_CODES.get(refused.reason, 400))


async def get_health(hub: Hub, _: Request) -> Response:
    """Return whether the server can store and read entries. The time of the last one would betray secret steps."""
    problem = hub.storage.writer.problem
    return make_json({"ok": not problem, "problem": problem, "tables": len(hub.rooms)}, 503 if problem else 200)


def make_prepared_response(
    request: Request, prepared: game_info.PreparedResponse, caching: str = "no-cache"
) -> Response:
    """Return a prepared response, compressed if the client accepts that."""
    headers = {"Cache-Control": caching}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(prepared.plain, 200, headers, "application/json")
    compressed = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}  # left unchanged by the compressing middleware
    return Response(prepared.compressed, 200, {**headers, **compressed}, "application/json")


async def get_games(_hub: Hub, request: Request) -> Response:
    return make_prepared_response(request, game_info.prepare_games())


async def get_rules(_hub: Hub, request: Request) -> Response:
    game = games.find_game(request.path_params["game"])
    page = game_info.prepare_rules(game)
    if page is None:
        raise m.RefusedError("no_rules", f"{game.title} has no rules page.")
    return make_prepared_response(request, page)


async def get_picture(_hub: Hub, request: Request) -> Response:
    game, name = games.find_game(request.path_params["game"]), request.path_params["name"]
    path = game_info.find_picture(game, name)
    if path is None:
        raise m.RefusedError("no_rules", f"The rules of {game.title} don't have this picture.")
    return Response(path.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


async def get_table_file(_hub: Hub, request: Request) -> Response:
    """Return a built file of the table that a game's package carries."""
    game, digest, name = (request.path_params[part] for part in ("game", "digest", "name"))
    file = read_table_file(games.find_game(game), digest, name)
    if file is None:
        raise m.RefusedError("no_table", "This game has no such table.")
    return Response(file.content, 200, {"Cache-Control": IMMUTABLE}, file.content_type)


async def post_table(hub: Hub, request: Request) -> Response:
    body, max_bytes = bytearray(), hub.limits.request_bytes
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            raise m.RefusedError("too_large", f"A request may have at most {max_bytes} bytes.")
    table_request = msgspec.json.decode(body, type=m.TableRequest)
    return make_json(await hub.open_table(table_request, find_budget(request.scope, hub.budgets)), 201)


async def get_actions(hub: Hub, request: Request) -> Response:
    """Return the paths and texts of all actions of a table, which depend only on its options."""
    budget = find_budget(request.scope, hub.budgets)
    actions = await hub.find_actions(request.path_params["table"], budget.address)
    return make_prepared_response(request, actions, IMMUTABLE)


async def get_replay(hub: Hub, request: Request) -> Response:
    """Return the replay of a finished game, with its chance key."""
    budget = find_budget(request.scope, hub.budgets)
    replay = await hub.replays.find(request.path_params["table"], budget.address)
    return make_prepared_response(request, replay, "no-store")


# ---------------------------------------------------------------------- connections


async def serve_socket(hub: Hub, socket: WebSocket, budget: AddressBudget, counted: CountedConnection | None) -> None:
    await socket.accept()
    await serve_connection(hub, socket.scope["state"]["channel"], budget, counted)


async def serve_connection(
    hub: Hub, channel: Channel, budget: AddressBudget, counted: CountedConnection | None = None
) -> None:
    """Serve a WebSocket until it is closed."""
    connection = Connection(channel, hub.limits, budget)
    room: Room | None = None
    tries, loop = 0, asyncio.get_running_loop()
    try:
        async with asyncio.timeout(hub.limits.join_seconds) as joining:
            async for message in read_messages(connection, channel, hub.limits.message_bytes):
                if room is None:
                    joining.reschedule(None)  # opening a table may take a while
                room = await handle_message(hub, connection, room, message)
                if not room:
                    if connection.closing:
                        raise TimeoutError
                    tries += 1
                    timeout_s = hub.limits.join_seconds if tries < hub.limits.join_tries else 0.0
                    joining.reschedule(loop.time() + timeout_s)
                elif counted:
                    counted.mark_joined(connection.seat != SPECTATOR)
    except TimeoutError:
        connection.close(CLOSE_POLICY)
        await asyncio.sleep(0)  # until that has been sent
    finally:
        if room:
            room.leave(connection)
    if room:
        with suppress(m.RefusedError, StorageFailed):
            await room.settle_proposals()


async def read_messages(connection: Connection, channel: Channel, max_bytes: int) -> AsyncIterator[m.ClientMessage]:
    """Yield the valid messages of a client, at a limited rate; refuse the others."""
    while (data := await channel.next_message()) is not None:
        try:
            if not (connection.bucket.take() and connection.budget.messages.take()):
                await asyncio.sleep(1 / max(connection.bucket.rate, 1.0))  # nothing is read meanwhile
                raise m.RefusedError("too_often", "Too many messages. Slow down.")
            if len(data) > max_bytes:
                raise m.RefusedError("too_large", f"A message may have at most {max_bytes} bytes.")
            message = m.decode(data)
        except m.RefusedError as e:
            connection.send(e.message)
        except DECODE_ERRORS as e:
            connection.send(m.Refused(reason="malformed", text=str(e)[:200]))
        else:
            yield message


async def handle_message(hub: Hub, connection: Connection, room: Room | None, message: m.ClientMessage) -> Room | None:
    """Handle a message, and return the room that the connection is in afterwards."""
    try:
        if isinstance(message, m.Ping):
            connection.send(m.Pong())  # without the room, which may be busy
        elif room:
            await room.handle(connection, message)
        elif isinstance(message, m.Join | m.ClaimSeat):
            room = await join_room(hub, connection, message)
        else:
            raise m.RefusedError("not_allowed", "Join a table first.")
    except m.RefusedError as e:
        connection.send(e.message)
    except StorageFailed as e:
        connection.send(m.Refused(reason="storage", text=str(e)))
    except Exception:
        log_failure("a message failed", kind=type(message).__name__)
        connection.send(m.Refused(reason="not_allowed", text="Something went wrong on the server."))
    return room


async def join_room(hub: Hub, connection: Connection, message: m.Join | m.ClaimSeat) -> Room:
    """Join the room of a client's token. An address with too many invalid ones still has its valid ones accepted."""
    budget = connection.budget
    try:
        room = await hub.find_room(message, budget)
        await room.join(connection, message)
    except m.RefusedError as e:
        if e.message.reason in GUESS_REASONS and not budget.guesses.take():
            connection.close(CLOSE_POLICY)
            raise m.RefusedError("too_often", "Too many invalid links. Try again in a minute.") from None
        raise
    log_event("joined", table=room.id, seat=connection.seat)
    return room
