"""The server as a process: requests, headers, origins, proxies, and shutdown."""

from __future__ import annotations

import asyncio
import gzip
import json
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gamut import games
from gamut.engine import replay
from gamut.server.logs import JsonFormatter
from gamut.server.storage.database import Storage
from gamut.server.tables.hub import Hub
from gamut.server.web.app import make_app
from gamut.server.wire.request_guard import SECURITY_HEADERS
from tests.server.in_process_server import UNLIMITED, get, run
from tests.support.server_process import (
    MESSAGE_TIMEOUT_S,
    Server,
    free_port,
    next_message,
    next_view,
    play_first_legal,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this module."""
    running = Server(tmp_path_factory.mktemp("server"), free_port(), "--public-url", "https://games.example.org")
    running.start()
    yield running
    assert running.end(signal.SIGTERM) == 0


def request(server: Server, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
    """Send a request; return status, headers and content of the answer."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    message = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data, headers)
    try:
        with urllib.request.urlopen(message, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as e:
        with e:
            return e.code, e.headers, e.read()


def table_request(*kinds: str, game: str = "mixx", **options: Any) -> dict[str, Any]:
    return {"game": game, "seats": [{"kind": k} for k in kinds], "options": options, "pause_ms": 0}


async def read_until_closed(connection: Any) -> tuple[list[str], int]:
    """Return the types of the messages until the connection is closed, and its close code."""
    types: list[str] = []
    async with asyncio.timeout(MESSAGE_TIMEOUT_S):
        while True:
            try:
                types.append(json.loads(await connection.recv())["type"])
            except ConnectionClosed as e:
                return types, e.rcvd.code if e.rcvd else 0


def test_every_answer_has_security_headers(server: Server) -> None:
    for path in ("/healthz", "/", "/api/games", "/nowhere", "/api/tables/x/actions"):
        _, headers, _ = request(server, path)
        for name, value in SECURITY_HEADERS.items():
            assert headers[name] == value
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
        assert "connect-src 'self';" in headers["Content-Security-Policy"], "no other host"
    status, _, body = request(server, "/healthz")
    assert (status, json.loads(body)["ok"]) == (200, True)


def test_games_are_listed_shortest_first_with_options(server: Server) -> None:
    listed = server.get("/api/games")
    assert sorted(g["id"] for g in listed) == sorted(games.list_game_ids())
    assert [g["minutes"] for g in listed] == sorted(g["minutes"] for g in listed), "the shortest first"
    mixx = next(g for g in listed if g["id"] == "mixx")
    options = {o["name"]: o for o in mixx["options"]}
    assert options["stock"]["by_seats"] == {"2": 8, "3": 6, "4": 5}
    assert options["stock"]["default"] is None
    seats = {v["value"]: v["seats"] for v in options["first"]["values"]}
    assert seats == {"random": [2, 3, 4], "1": [2, 3, 4], "2": [2, 3, 4], "3": [3, 4], "4": [4]}
    assert options["line"] == {
        "kind": "flag", "name": "line", "label": "Line only",
        "help": "For young players: a single line instead of a cross.", "default": False,
        "seats": [2, 3, 4], "low": None, "high": None, "values": [], "by_seats": None, "default_when": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "reason", "message"),
    [
        (table_request("me", "here", stock=99), 400, "invalid_options", "3 to 10"),
        (table_request("me", "here", "here", "here", stock=10, motifs=4), 400, "invalid_options", "leave no card"),
        (table_request("me"), 400, "invalid_options", "2 to 4 players"),
        (table_request("me", "here", nonsense=1), 400, "invalid_options", "nonsense"),
        (table_request("me", "here", game="chess"), 404, "unknown_game", "chess"),
        (
            {"game": "mixx", "seats": [{"kind": "me"}, {"kind": "bot", "level": "x"}]},
            400,
            "invalid_options",
            "easy",
        ),
        ({"game": "mixx", "seats": [{"kind": "dog"}]}, 400, "malformed", "kind"),
        (b"no json", 400, "malformed", "JSON"),
        (b" " * 20_000, 413, "too_large", "at most"),
    ],
)
def test_an_invalid_table_request_is_refused(server: Server, body: Any, status: int, reason: str, message: str) -> None:
    got, _, content = request(server, "/api/tables", body)
    answer = json.loads(content)
    assert (got, answer["type"], answer["reason"]) == (status, "refused", reason)
    assert message in answer["text"]


def test_foreign_origins_are_refused(server: Server) -> None:
    own, public = f"http://127.0.0.1:{server.port}", "https://games.example.org"
    for origin, status in ((own, 201), (public, 201), ("https://evil.example", 403), ("null", 403)):
        assert request(server, "/api/tables", table_request("me", "here"), Origin=origin)[0] == status

    async def connect_from(origin: str) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers={"Origin": origin}):
            pass

    asyncio.run(connect_from(own))
    asyncio.run(connect_from(public))
    with pytest.raises(InvalidStatus):
        asyncio.run(connect_from("https://evil.example"))


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("/api/tables", table_request("me", "here"), {"Origin": "http://[::1"}, 403),
        ("/api/tables", table_request("me", "here"), {"Origin": "\xe9" * 300}, 403),
        ("/api/tables", b'{"game": "\xff"}', {}, 400),
        ("/api/tables", b'{"game": "mixx", "seats": ' + b"[" * 8000, {}, 400),
        ("/api/tables", b'{"a":' * 2600, {}, 400),
        ("/api/tables", b'{"game": "mixx", "seats": [{"kind": "me", "name": "\\ud800"}]}', {}, 400),
        ("/api/tables", b'{"game": "\\u0000", "seats": []}', {}, 404),
        ("/api/tables/%00/actions", None, {}, 404),
        ("/api/tables/%ff%fe/actions", None, {}, 404),
        ("/api/tables/%00/replay", None, {}, 404),
        ("/api/tables/" + "x" * 5000 + "/actions", None, {}, 404),
        ("/api/games/%00/rules", None, {}, 404),
        ("/api/games/mixx/pictures/%2e%2e%2f%00", None, {}, 404),
        ("/%00", None, {}, 404),
        ("/assets/%00.js", None, {}, 404),
        ("/" + "a/" * 2000, None, {}, 404),
        ("/" + "a" * 300, None, {}, 404),
        ("/..%2f..%2f..%2fetc%2fpasswd", None, {}, 404),
        ("/healthz", None, {"Range": "bytes=0-,0-,0-"}, 200),
        ("/index.html", None, {"Range": "bytes=" + "0-1," * 500 + "0-1"}, 200),
    ],
)
def test_hostile_requests_are_refused_with_security_headers(
    server: Server, path: str, body: Any, headers: dict[str, str], status: int
) -> None:
    got, answered, content = request(server, path, body, **headers)
    assert got == status
    assert all(answered[name] == value for name, value in SECURITY_HEADERS.items())
    assert b"Traceback" not in content


def test_an_internal_error_has_security_headers_and_no_details(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), UNLIMITED, threads=1)

        async def fail(_: str, __: str) -> bytes:
            raise ValueError("the key is 5f0c")

        monkeypatch.setattr(hub, "find_actions", fail)
        status, headers, body = await get(make_app(hub), "/api/tables/x/actions")
        assert (status, json.loads(body)["text"]) == (500, "Something went wrong on the server.")
        assert all(headers[name.lower()] == value for name, value in SECURITY_HEADERS.items())
        await asyncio.to_thread(hub.close)

    run(work())
    assert "5f0c" not in "\n".join(map(JsonFormatter().format, caplog.records))


def test_requests_for_another_host_name_are_refused(server: Server) -> None:
    # a foreign page whose host name was rebound to this address sends its own name
    for host in ("localhost", "127.0.0.1:80", "[::1]:8000", "192.168.1.7", "games.example.org", "LOCALHOST."):
        assert request(server, "/healthz", Host=host)[0] == 200
    status, headers, body = request(server, "/api/games", Host="rebound.example:8000")
    assert (status, "name" in json.loads(body)["text"]) == (421, True)
    assert headers["X-Frame-Options"] == "DENY"

    async def connect_as(host: str) -> None:
        async with connect(f"ws://{host}:{server.port}/ws", host="127.0.0.1", proxy=None):
            pass

    asyncio.run(connect_as("localhost"))
    with pytest.raises(InvalidStatus, match="421"):
        asyncio.run(connect_as("rebound.example"))


def open_table_from(server: Server, address: str) -> int:
    """Open a table for a client as a proxy would; return the status."""
    forwarded = {"X-Forwarded-For": address}
    return request(server, "/api/tables", table_request("me", "here"), **forwarded)[0]


def test_behind_a_proxy_connections_are_limited_per_client(tmp_path: Path) -> None:
    options = ["--proxy", "127.0.0.1", "--limit", "connections_per_address=2"]
    running = Server(tmp_path, free_port(), *options, strict=True)
    running.start()

    async def work() -> None:
        url = f"ws://127.0.0.1:{running.port}/ws"
        mine, other = ({"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2"))
        async with connect(url, additional_headers=mine), connect(url, additional_headers=mine):
            with pytest.raises(InvalidStatus, match="429"):
                await connect(url, additional_headers=mine)
            async with connect(url, additional_headers=other):
                pass

    try:
        asyncio.run(work())
    finally:
        assert running.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("named", [False, True])
def test_forwarded_addresses_are_trusted_only_from_named_proxies(tmp_path: Path, named: bool) -> None:
    options = ["--limit", "table_burst=2", "--limit", "tables_per_minute=0"]
    running = Server(tmp_path, free_port(), *options, *(["--proxy", "127.0.0.1"] if named else []), strict=True)
    running.start()
    try:
        answers = [open_table_from(running, f"192.0.2.{k}") for k in (1, 1, 1, 2, 3)]
        assert answers == ([201, 201, 429, 201, 201] if named else [201, 201, 429, 429, 429])
    finally:
        assert running.end(signal.SIGTERM) == 0


def test_requests_are_limited_per_address(tmp_path: Path) -> None:
    running = Server(
        tmp_path, free_port(), "--limit", "request_burst=9", "--limit", "requests_per_second=0", strict=True
    )
    running.start()  # sends at least one request
    try:
        answers = [request(running, "/healthz") for _ in range(10)]
        assert answers[0][0] == 200
        status, headers, body = answers[-1]
        assert (status, json.loads(body)["reason"]) == (429, "too_often")
        assert headers["X-Frame-Options"] == "DENY"
    finally:
        assert running.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("path", ["/api/games", "/api/games/colori/rules"])
def test_static_answers_are_compressed_if_accepted(server: Server, path: str) -> None:
    _, plain, text = request(server, path)
    _, packed, small = request(server, path, **{"Accept-Encoding": "gzip"})
    assert (plain["Content-Encoding"], packed["Content-Encoding"]) == (None, "gzip")
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"
    assert gzip.decompress(small) == text
    assert len(small) < len(text) / 2


def test_the_actions_of_a_table_are_cached(server: Server) -> None:
    table = server.open("me", "here")["table"]
    status, headers, body = request(server, f"/api/tables/{table}/actions")
    assert status == 200
    assert "immutable" in headers["Cache-Control"]
    setup, actions = games.find_game("mixx").open(2), json.loads(body)
    assert actions["texts"] == list(setup.action_texts)
    assert actions["paths"] == [list(path) for path in setup.touch_paths]
    assert request(server, "/api/tables/nowhere/actions")[0] == 404


def test_a_replay_is_available_after_the_end(server: Server) -> None:
    async def watch(table: Any) -> None:
        connection = await server.connect(table)
        await next_message(connection, lambda message: message.get("result"))
        await connection.close()

    assert request(server, f"/api/tables/{server.open('me', 'here')['table']}/replay")[0] == 400
    table = server.open("easy", "easy", stock=3, motifs=4)
    asyncio.run(watch(table))
    status, _, body = request(server, f"/api/tables/{table['table']}/replay")
    assert status == 200
    end = replay.verify_replay(replay.parse_replay(body, "replay"), games.find_game)
    assert end.over


def test_an_oversized_message_closes_only_its_connection(server: Server) -> None:
    async def work() -> None:
        table = server.open("me", "here", first="1")
        good, bad = await server.connect(table, 0), await server.connect(table, 1)
        await bad.send("x" * 10_000)
        await next_message(bad, lambda message: message.get("reason") == "too_large")
        await bad.send("x" * 1_000_000)
        assert (await read_until_closed(bad))[1] == 1009
        view = await next_message(good, lambda message: message.get("legal"))
        await play_first_legal(good, view)
        await good.close()

    asyncio.run(work())


@pytest.mark.slow
def test_a_shutdown_is_announced_and_tables_survive_it(tmp_path: Path) -> None:
    running = Server(tmp_path, free_port())

    async def first() -> tuple[Any, int]:
        table = running.open("me", "here", first="1")
        connection = await running.connect(table, 0)
        view = await next_message(connection, lambda message: message.get("legal"))
        await play_first_legal(connection, view)
        assert running.process
        running.process.send_signal(signal.SIGTERM)
        types, code = await read_until_closed(connection)
        assert types[-1] == "goodbye"
        return table, code

    async def second(table: Any) -> int:
        """Return the number of the seat's next decision."""
        connection = await running.connect(table, 0)
        view = await next_view(connection)
        await connection.close()
        return int(view["decision"])

    running.start()
    table, code = asyncio.run(first())
    assert code == 1012
    assert running.process
    assert running.process.wait(30) == 0
    lines = running.errors.read_text().splitlines()
    assert json.loads(lines[-1])["event"] == "stopped"
    assert all(json.loads(x)["time"] for x in lines if x.startswith("{"))
    running.start()
    assert asyncio.run(second(table)) == 1
    assert running.end(signal.SIGTERM) == 0


def test_a_port_in_use_is_reported(server: Server) -> None:
    from gamut.cli.serve import CannotListen, listen, listen_near

    with pytest.raises(CannotListen, match="cannot listen"):
        listen("127.0.0.1", server.port)
    with listen_near("127.0.0.1", server.port) as listening:
        assert isinstance(listening, socket.socket)
        assert listening.getsockname()[1] != server.port
