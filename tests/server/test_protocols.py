"""Attacks on the protocols over real connections: limits of size, time, rate and number."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import socket
import time
import weakref
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gamut.server.wire.address_budget import AddressBudgets
from gamut.server.wire.connection_limiter import ConnectionLimiter
from gamut.server.wire.limits import Limits
from gamut.server.wire.protocols import LimitedConfig, LimitedHttpProtocol, LimitedWebSocketProtocol
from gamut.server.wire.request_guard import SECURITY_HEADERS
from tests.support.server_process import Server, free_port, next_message, play_first_legal

STRICT = {
    "connections": 40, "connections_per_address": 20, "request_seconds": 1, "stalled_seconds": 2,
    "frame_burst": 100, "tables_per_minute": 1000, "table_burst": 1000,
}  # fmt: skip
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
TIMEOUT_S = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = [word for name, value in STRICT.items() for word in ("--limit", f"{name}={value}")]
    running = Server(tmp_path_factory.mktemp("server"), free_port(), *options, strict=True)
    running.start()
    yield running
    assert running.end(signal.SIGTERM) == 0
    assert '"level":"error"' not in (log := running.errors.read_text()), log[-3000:]


def connect_raw(server: Server, data: bytes, source: str = "127.0.0.1") -> socket.socket:
    """Open a connection from an address of this computer, and send the data."""
    line = socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S, source_address=(source, 0))
    line.sendall(data)
    return line


def read_all(line: socket.socket) -> bytes:
    """Return what is received until the connection is closed."""
    received = b""
    try:
        while data := line.recv(65536):
            received += data
    except ConnectionResetError:
        pass
    return received


def parse_answer(received: bytes) -> tuple[int, dict[str, str], str]:
    """Return status, headers and body."""
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, body.decode()


def send_refused(server: Server, data: bytes, source: str = "127.0.0.1") -> tuple[int, dict[str, str], str]:
    """Send a request; return status, headers and text of the refusal."""
    with connect_raw(server, data, source) as line:
        return parse_answer(read_all(line))


def test_an_endless_request_head_is_refused(server: Server) -> None:
    before = server.memory_mb
    with connect_raw(server, GET + b"X: ") as line:
        sent = 0
        try:
            while sent < 20_000_000:
                line.sendall(b"x" * 65536)
                sent += 65536
        except OSError:
            pass
    assert sent < 20_000_000
    assert server.memory_mb - before < 10
    assert send_refused(server, GET + b"X: " + b"x" * 9000 + b"\r\n\r\n")[0] == 431
    assert send_refused(server, b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n")[0] == 431


CHUNKED = GET + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (CHUNKED + b"0\r\nX: ", b"x"), (CHUNKED + b"0\r\n", b"x"), (CHUNKED + b"0\r\n", b"X: y\r\n"),
        (CHUNKED + b"1;", b"x"), (CHUNKED, b"0"), (CHUNKED, b"1\r\nx\r\n"), (b"", b"\r\n"), (GET + b"X", b"y"),
        (GET + b"\r\n", b"\r\n"),
    ],
    ids=["trailer", "trailer's name", "trailers", "extension", "chunk size", "chunks", "blank lines", "header's name",
         "blank lines after a request"],
)  # fmt: skip
def test_a_request_that_never_ends_is_refused(server: Server, begun: bytes, more: bytes) -> None:
    before = server.memory_mb
    with connect_raw(server, begun) as line:
        sent, block = 0, more * (65536 // len(more))
        try:
            while sent < 10_000_000:
                line.sendall(block)
                sent += len(block)
        except OSError:
            pass
    assert sent < 10_000_000
    assert server.memory_mb - before < 10


@pytest.mark.parametrize(
    "begun",
    [
        b"", b"GET / HT", GET, b"\r\n", GET + b"Content-Length: 5\r\n\r\n12",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ],
)  # fmt: skip
def test_an_unfinished_request_times_out(server: Server, begun: bytes) -> None:
    with connect_raw(server, begun) as line:
        assert b" 408 " in read_all(line)


def test_a_connection_kept_open_by_a_trickle_is_closed(server: Server) -> None:
    with connect_raw(server, GET + b"\r\n") as line:
        line.settimeout(0.3)
        began = time.monotonic()
        while time.monotonic() - began < TIMEOUT_S:
            try:
                line.sendall(b"\r\n")
                if not line.recv(65536):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError(f"the connection is still open after {TIMEOUT_S} s")


@pytest.mark.parametrize("data", [b"\x00\xff\n\n", b"GET / HTTP/9\r\n\r\n", b"GET http:// HTTP/1.1\r\n\r\n"])
def test_an_invalid_request_is_refused(server: Server, data: bytes) -> None:
    status, headers, _ = send_refused(server, data)
    assert (status, headers["x-content-type-options"]) == (400, "nosniff")


def test_pipelined_requests_are_limited(server: Server) -> None:
    with connect_raw(server, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200, "127.0.5.1") as line:
        answers = read_all(line)
    assert 1 <= answers.count(b"HTTP/1.1 ") < 20
    assert b"HTTP/1.1 429 " in answers


def test_connections_are_limited_per_address(server: Server) -> None:
    held = [connect_raw(server, GET, "127.0.6.1") for _ in range(20)]
    status, _, text = send_refused(server, GET, "127.0.6.1")
    assert (status, text) == (429, "Too many connections from your address.")
    with connect_raw(server, GET + b"Connection: close\r\n\r\n", "127.0.6.2") as line:
        assert b" 200 " in read_all(line)
    for line in held:
        line.close()


def test_a_full_server_closes_connections_that_have_not_joined(server: Server) -> None:
    async def work() -> None:
        player = await server.connect(server.open("me", "here", first="1"), 0)
        view = await next_message(player, lambda message: message.get("legal"))
        held = [connect_raw(server, GET, f"127.0.7.{k % 10}") for k in range(60)]
        assert server.get("/healthz")["ok"], "new connections are accepted"
        await play_first_legal(player, view)
        await player.close()
        for line in held:
            line.close()

    asyncio.run(work())


@pytest.mark.parametrize("seat", [-1, 0])
def test_idle_connections_of_a_few_addresses_keep_nobody_out(server: Server, seat: int) -> None:
    async def work() -> None:
        table = server.open("me", "here")
        token = table["spectator_token"] if seat < 0 else table["seats"][seat]["token"]
        lines = []
        for k in range(40):
            line = await connect(f"ws://127.0.0.1:{server.port}/ws", local_addr=(f"127.0.9.{k // 20}", 0))
            await line.send(json.dumps({"type": "join", "table": table["table"], "token": token}))
            await next_message(line, lambda message: message["type"] == "view")
            lines.append(line)
        assert server.get("/healthz")["ok"]
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as player:
            own = {"type": "join", "table": table["table"], "token": table["seats"][1]["token"]}
            await player.send(json.dumps(own))
            await next_message(player, lambda message: message["type"] == "view")
        for line in lines:
            line.transport.abort()

    asyncio.run(work())


async def flood(server: Server, frame: bytes, reading: bool) -> tuple[int, str]:
    """Send up to a million frames; return code and reason of the close."""
    table = server.open("me", "here")
    line = await server.connect(table, 0)
    if not reading:
        line.transport.pause_reading()
    if frame == PART:
        line.transport.write(FIRST_PART)
    for _ in range(200):
        line.transport.write(frame * 5000)
        await asyncio.sleep(0)
        if line.transport.is_closing():
            break
    if not reading:
        await asyncio.sleep(0.5)
        line.transport.resume_reading()
    try:
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                await line.recv()
    except ConnectionClosed as e:
        return (e.rcvd.code, e.rcvd.reason) if e.rcvd else (1006, "")


PING = b"\x89\x80\x00\x00\x00\x00"
PONG = b"\x8a\x80\x00\x00\x00\x00"
TEXT = b"\x81\x82\x00\x00\x00\x00{}"
FIRST_PART, PART = b"\x01\x80\x00\x00\x00\x00", b"\x00\x80\x00\x00\x00\x00"


@pytest.mark.parametrize("reading", [True, False])
@pytest.mark.parametrize("frame", [PING, PONG, TEXT, PART], ids=["pings", "pongs", "messages", "parts"])
def test_a_flood_of_frames_closes_its_connection(server: Server, frame: bytes, reading: bool) -> None:
    before = server.memory_mb
    code, words = asyncio.run(flood(server, frame, reading))
    assert (code, words) in [(1008, "Too many messages."), (1006, "")], "the close frame may be lost"
    assert server.memory_mb - before < 60, "less than a million stored frames, more than native code loaded meanwhile"


def test_queued_messages_of_a_lost_connection_are_dropped() -> None:
    # otherwise they would be refused one by one at the allowed rate, while the seat seems connected

    async def work() -> int:
        limits = Limits()
        connection_limiter = ConnectionLimiter(limits, AddressBudgets(limits))
        counted = connection_limiter.acquire("192.0.2.1", print)
        config = LimitedConfig(None, connection_limiter, log_config=None)
        config.load()
        protocol = LimitedWebSocketProtocol(config, ServerState(), {"counted_connection": counted})
        protocol.connection_made(Mock())
        for k in range(300):
            protocol.queue.put_nowait({"type": "websocket.receive", "text": str(k)})
        protocol.connection_lost(None)
        events = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
        assert events[0] == {"type": "websocket.receive", "text": "0"}, "the first message is still handled"
        assert events[-1]["type"] == "websocket.disconnect"
        return len(events)

    assert asyncio.run(work()) == Limits().message_burst + 2


def test_a_lost_connection_leaves_no_reference_cycles() -> None:
    # the garbage collector would find thousands at once, and block the event loop meanwhile

    async def work() -> None:
        limits = Limits()
        config = LimitedConfig(None, ConnectionLimiter(limits, AddressBudgets(limits)), log_config=None)
        config.load()
        made: list[weakref.ref[LimitedHttpProtocol]] = []

        def make() -> LimitedHttpProtocol:
            protocol = LimitedHttpProtocol(config, ServerState(), {})
            made.append(weakref.ref(protocol))
            return protocol

        async with await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0) as listening:
            _, line = await asyncio.open_connection(*listening.sockets[0].getsockname())
            line.write(GET)
            await asyncio.sleep(0.1)
            assert made[0]() is not None
            line.close()
            await asyncio.sleep(0.1)
            assert made[0]() is None

    gc.disable()
    try:
        asyncio.run(work())
    finally:
        gc.enable()


def test_a_client_that_does_not_read_is_disconnected(server: Server) -> None:
    lines = []
    for _ in range(3):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind(("127.0.8.1", 0))
        line.connect(("127.0.0.1", server.port))
        line.settimeout(TIMEOUT_S)
        line.sendall(b"GET /api/games/colori/rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        lines.append(line)
    for line in lines:
        time.sleep(1)
        read_all(line)
        line.close()


def test_invalid_handshakes_are_refused_with_security_headers(server: Server) -> None:
    upgrade = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    assert send_refused(server, upgrade + b"\r\n")[0] in (400, 426)
    for wrong in (upgrade.replace(b"GET", b"POST") + b"Content-Length: 2\r\n\r\n{}", upgrade + b"X: \x80\r\n\r\n"):
        assert send_refused(server, wrong)[0] == 400, "it must not wait forever"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    for origin in (b"http://evil.example", b"http://[::1"):
        status, headers, _ = send_refused(server, upgrade + key + b"Origin: " + origin + b"\r\n\r\n")
        assert status == 403
        assert all(headers[name.lower()] == value for name, value in SECURITY_HEADERS.items())
    assert send_refused(server, upgrade.replace(b"/ws", b"/nowhere") + key + b"\r\n")[0] in (403, 404)


def test_other_clients_can_connect_after_the_attacks(server: Server) -> None:
    async def work() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as line:
            await (await line.ping())

    asyncio.run(work())
