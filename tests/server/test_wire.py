"""The wire under attack, over real connections: sizes, times, rates, and room for everybody else."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import socket
import time
import weakref
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gamut.server.accounts import Accounts
from gamut.server.doorkeeper import Doorkeeper
from gamut.server.limits import Limits
from gamut.server.pages import HEADERS
from gamut.server.protocols import GuardedConfig, GuardedHttp, GuardedSocket
from tests.load.kit import Server, free_port

STRICT = {
    "connections": 40, "connections_per_address": 20, "request_seconds": 1, "stalled_seconds": 2,
    "frame_burst": 100, "tables_per_minute": 1000, "table_burst": 1000,
}  # fmt: skip
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
PATIENCE = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = [word for name, value in STRICT.items() for word in ("--limit", f"{name}={value}")]
    running = Server(tmp_path_factory.mktemp("server"), free_port(), *options, strict=True)
    running.start()
    yield running
    assert running.end(signal.SIGTERM) == 0
    assert '"level":"error"' not in (said := running.errors.read_text()), said[-3000:]


def call(server: Server, data: bytes, source: str = "127.0.0.1") -> socket.socket:
    """A connection from one of the addresses of this computer, on which something was said."""
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(source, 0))
    line.sendall(data)
    return line


def listen(line: socket.socket) -> bytes:
    """All that is said until the line is closed."""
    heard = b""
    try:
        while more := line.recv(65536):
            heard += more
    except ConnectionResetError:
        pass
    return heard


def read_answer(heard: bytes) -> tuple[int, dict[str, str], str]:
    """Status, headers and body."""
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, body.decode()


def refusal(server: Server, data: bytes, source: str = "127.0.0.1") -> tuple[int, str]:
    """Status and words with which a request was refused; the headers are those of every answer."""
    with call(server, data, source) as line:
        status, headers, body = read_answer(listen(line))
    assert all(headers[name.lower()] == value for name, value in HEADERS.items())
    return status, body


def test_an_endless_head_is_refused(server: Server) -> None:
    before = server.memory_mb
    with call(server, GET + b"X: ") as line:
        sent = 0
        try:
            while sent < 20_000_000:
                line.sendall(b"x" * 65536)
                sent += 65536
        except OSError:
            pass
    assert sent < 20_000_000
    assert server.memory_mb - before < 10
    assert refusal(server, GET + b"X: " + b"x" * 9000 + b"\r\n\r\n")[0] == 431
    status, words = refusal(server, GET + b"A: b\r\n" * 100 + b"\r\n")
    assert (status, words) == (431, "A request has at most 64 headers.")
    assert refusal(server, b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n")[0] == 431


@pytest.mark.parametrize(
    "begun",
    [
        b"", b"GET / HT", GET, b"\r\n", GET + b"Content-Length: 5\r\n\r\n12",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ],
)  # fmt: skip
def test_a_half_sent_request_is_refused_after_a_while(server: Server, begun: bytes) -> None:
    with call(server, begun) as line:
        assert b" 408 " in listen(line)


def test_a_line_that_is_kept_open_by_a_trickle_is_closed(server: Server) -> None:
    with call(server, GET + b"\r\n") as line:
        line.settimeout(0.3)
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            try:
                line.sendall(b"\r\n")
                if not line.recv(65536):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("it is still open")


@pytest.mark.parametrize("data", [b"\x00\xff\n\n", b"GET / HTTP/9\r\n\r\n", b"GET http:// HTTP/1.1\r\n\r\n"])
def test_nonsense_is_no_request(server: Server, data: bytes) -> None:
    assert refusal(server, data)[0] == 400


def test_whoever_asks_ahead_of_the_answers_is_stopped(server: Server) -> None:
    with call(server, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200, "127.0.5.1") as line:
        assert 1 <= listen(line).count(b"HTTP/1.1 ") < 20


def test_an_address_has_so_many_connections_and_others_have_theirs(server: Server) -> None:
    held = [call(server, GET, "127.0.6.1") for _ in range(20)]
    status, words = refusal(server, GET, "127.0.6.1")
    assert (status, words) == (429, "Too many connections from your address.")
    with call(server, GET + b"Connection: close\r\n\r\n", "127.0.6.2") as line:
        assert b" 200 " in listen(line)
    for line in held:
        line.close()


def test_when_the_house_is_full_strangers_make_room_and_players_stay(server: Server) -> None:
    async def work() -> None:
        player = await server.connect(server.open("me", "here", first="1"), 0)
        view: dict[str, Any] = {}
        while not view.get("legal"):
            view = json.loads(await player.recv())
        held = [call(server, GET, f"127.0.7.{k % 10}") for k in range(60)]
        assert server.get("/healthz")["ok"], "newcomers are let in"
        await player.send(json.dumps({"type": "act", "decision": 0, "action": view["legal"][0]}))
        while json.loads(await player.recv())["type"] != "ack":
            pass
        await player.close()
        for line in held:
            line.close()

    asyncio.run(work())


async def flood(server: Server, frame: bytes, reading: bool) -> tuple[int, str]:
    """Send up to a million frames; code and words with which the connection was closed."""
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
        async with asyncio.timeout(PATIENCE):
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
def test_a_flood_of_frames_ends_its_own_connection(server: Server, frame: bytes, reading: bool) -> None:
    before = server.memory_mb
    code, words = asyncio.run(flood(server, frame, reading))
    assert (code, words) in [(1008, "Too many messages."), (1006, "")], "the last word may be lost on the way"
    assert server.memory_mb - before < 60, "a million frames kept are more, native code loaded meanwhile less"


def test_what_a_lost_connection_has_flooded_is_forgotten() -> None:
    """It would be refused one by one, at the rate that is allowed, while its seat seems to be taken."""

    async def work() -> int:
        limits = Limits()
        doorkeeper = Doorkeeper(limits, Accounts(limits))
        visit = doorkeeper.begin("192.0.2.1", print)
        config = GuardedConfig(None, doorkeeper, log_config=None)
        config.load()
        protocol = GuardedSocket(config, ServerState(), {"visit": visit})
        protocol.connection_made(Mock())
        for k in range(300):
            protocol.queue.put_nowait({"type": "websocket.receive", "text": str(k)})
        protocol.connection_lost(None)
        events = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
        assert events[0] == {"type": "websocket.receive", "text": "0"}, "what came first is still heard"
        assert events[-1]["type"] == "websocket.disconnect"
        return len(events)

    assert asyncio.run(work()) == Limits().message_burst + 2


def test_nothing_of_a_lost_connection_waits_for_the_garbage_collector() -> None:
    """It would find thousands of them at once, and hold everybody up meanwhile."""

    async def work() -> None:
        limits = Limits()
        config = GuardedConfig(None, Doorkeeper(limits, Accounts(limits)), log_config=None)
        config.load()
        made: list[weakref.ref[GuardedHttp]] = []

        def make() -> GuardedHttp:
            protocol = GuardedHttp(config, ServerState(), {})
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


def test_whoever_does_not_read_is_cut_off(server: Server) -> None:
    """Whole pages are asked for and never taken."""
    lines = []
    for _ in range(3):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind(("127.0.8.1", 0))
        line.connect(("127.0.0.1", server.port))
        line.settimeout(PATIENCE)
        line.sendall(b"GET /api/games/colori/rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        lines.append(line)
    for line in lines:
        time.sleep(1)
        listen(line)  # ends
        line.close()


def test_an_opening_that_cannot_be_is_refused_with_safe_headers(server: Server) -> None:
    upgrade = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    assert refusal(server, upgrade + b"\r\n")[0] in (400, 426)
    for wrong in (upgrade.replace(b"GET", b"POST") + b"Content-Length: 2\r\n\r\n{}", upgrade + b"X: \x80\r\n\r\n"):
        assert refusal(server, wrong)[0] == 400, "it would have waited for ever"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    assert refusal(server, upgrade + key + b"Origin: http://evil.example\r\n\r\n")[0] == 403
    assert refusal(server, upgrade + key + b"Origin: http://[::1\r\n\r\n")[0] == 403
    assert refusal(server, upgrade.replace(b"/ws", b"/nowhere") + key + b"\r\n")[0] in (403, 404)


def test_a_connection_is_open_to_well_behaved_people_meanwhile(server: Server) -> None:
    async def work() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as line:
            await (await line.ping())

    asyncio.run(work())
