"""The server as a process: pages, requests, headers, origins, and a good end."""

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
from gamut.server.app import make_app
from gamut.server.hub import Hub
from gamut.server.logs import JsonFormatter
from gamut.server.pages import HEADERS
from gamut.server.storage import Storage
from tests.load.kit import Server, free_port
from tests.server.kit import FAST, get, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this file."""
    running = Server(tmp_path_factory.mktemp("server"), free_port(), "--public-url", "https://games.example.org")
    running.start()
    yield running
    assert running.end(signal.SIGTERM) == 0


def request(server: Server, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
    """Status, headers and content."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data, headers)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as e:
        with e:
            return e.code, e.headers, e.read()


def request_for(*kinds: str, game: str = "mixx", **options: Any) -> dict[str, Any]:
    return {"game": game, "seats": [{"kind": k} for k in kinds], "options": options, "pause_ms": 0}


async def to_the_end(connection: Any) -> tuple[list[str], int]:
    """The kinds of messages until the connection is closed, and the code it was closed with."""
    said: list[str] = []
    while True:
        try:
            said.append(json.loads(await connection.recv())["type"])
        except ConnectionClosed as e:
            return said, e.rcvd.code if e.rcvd else 0


def test_health_and_safe_headers_everywhere(server: Server) -> None:
    for path in ("/healthz", "/", "/api/games", "/nowhere", "/api/tables/x/actions"):
        _, headers, _ = request(server, path)
        for name, value in HEADERS.items():
            assert headers[name] == value
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
    status, _, body = request(server, "/healthz")
    assert (status, json.loads(body)["ok"]) == (200, True)


def test_the_games(server: Server) -> None:
    listed = server.get("/api/games")
    assert sorted(g["id"] for g in listed) == sorted(games.ids())
    assert [g["minutes"] for g in listed] == sorted(g["minutes"] for g in listed), "the quickest first"
    mixx = next(g for g in listed if g["id"] == "mixx")
    options = {o["name"]: o for o in mixx["options"]}
    assert options["stock"]["by_seats"] == {"2": 8, "3": 6, "4": 5}
    assert options["stock"]["default"] is None
    seats = {v["value"]: v["seats"] for v in options["first"]["values"]}
    assert seats == {"random": [2, 3, 4], "1": [2, 3, 4], "2": [2, 3, 4], "3": [3, 4], "4": [4]}
    assert options["line"] == {
        "kind": "flag", "name": "line", "label": "Line only, no cross",
        "help": "For young players: one line instead of a cross.", "default": False,
        "seats": [2, 3, 4], "low": None, "high": None, "values": [], "by_seats": None, "follows": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "reason", "words"),
    [
        (request_for("me", "here", stock=99), 400, "bad_options", "3 to 10"),
        (request_for("me", "here", "here", "here", stock=10, motifs=4), 400, "bad_options", "leaves no card"),
        (request_for("me"), 400, "bad_options", "2, 3, 4 players"),
        (request_for("me", "here", nonsense=1), 400, "bad_options", "nonsense"),
        (request_for("me", "here", game="chess"), 404, "unknown_game", "chess"),
        ({"game": "mixx", "seats": [{"kind": "me"}, {"kind": "bot", "level": "x"}]}, 400, "bad_options", "easy"),
        ({"game": "mixx", "seats": [{"kind": "dog"}]}, 400, "malformed", "kind"),
        (b"no json", 400, "malformed", "JSON"),
        (b" " * 20_000, 413, "too_large", "too much"),
    ],
)
def test_a_bad_table_is_refused_in_words(server: Server, body: Any, status: int, reason: str, words: str) -> None:
    got, _, content = request(server, "/api/tables", body)
    said = json.loads(content)
    assert (got, said["type"], said["reason"]) == (status, "refused", reason)
    assert words in said["text"]


def test_other_sites_may_not_open_tables_or_connections(server: Server) -> None:
    own, public = f"http://127.0.0.1:{server.port}", "https://games.example.org"
    for origin, status in ((own, 201), (public, 201), ("https://evil.example", 403), ("null", 403)):
        assert request(server, "/api/tables", request_for("me", "here"), Origin=origin)[0] == status

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
        ("/api/tables", request_for("me", "here"), {"Origin": "http://[::1"}, 403),
        ("/api/tables", request_for("me", "here"), {"Origin": "\xe9" * 300}, 403),
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
def test_hostile_requests_are_refused_with_safe_headers(
    server: Server, path: str, body: Any, headers: dict[str, str], status: int
) -> None:
    got, answered, content = request(server, path, body, **headers)
    assert got == status
    assert all(answered[name] == value for name, value in HEADERS.items())
    assert b"Traceback" not in content


def test_a_500_has_safe_headers_and_tells_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), FAST, threads=1)

        async def fail(_: str, __: str) -> bytes:
            raise ValueError("the key is 5f0c")

        monkeypatch.setattr(hub, "find_actions", fail)
        status, headers, body = await get(make_app(hub), "/api/tables/x/actions")
        assert (status, json.loads(body)["text"]) == (500, "The server could not do this.")
        assert all(headers[name.lower()] == value for name, value in HEADERS.items())
        await asyncio.to_thread(hub.close)

    run(work())
    assert "5f0c" not in "\n".join(map(JsonFormatter().format, caplog.records))


def test_only_our_own_names_are_answered(server: Server) -> None:
    """A page of somebody else whose name is made to lead here sends that name."""
    for host in ("localhost", "127.0.0.1:80", "[::1]:8000", "192.168.1.7", "games.example.org", "LOCALHOST."):
        assert request(server, "/healthz", Host=host)[0] == 200
    status, headers, body = request(server, "/api/games", Host="rebound.example:8000")
    assert (status, "does not answer to that name" in json.loads(body)["text"]) == (421, True)
    assert headers["X-Frame-Options"] == "DENY"

    async def connect_as(host: str) -> None:
        async with connect(f"ws://{host}:{server.port}/ws", host="127.0.0.1"):
            pass

    asyncio.run(connect_as("localhost"))
    with pytest.raises(InvalidStatus, match="421"):
        asyncio.run(connect_as("rebound.example"))


def open_from(server: Server, address: str) -> int:
    """The status of opening a table for somebody else, as a proxy would."""
    forwarded = {"X-Forwarded-For": address}
    return request(server, "/api/tables", request_for("me", "here"), **forwarded)[0]


def test_behind_a_proxy_connections_are_counted_by_who_asked(tmp_path: Path) -> None:
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
def test_only_a_proxy_that_is_named_is_believed(tmp_path: Path, named: bool) -> None:
    options = ["--limit", "table_burst=2", "--limit", "tables_per_minute=0"]
    running = Server(tmp_path, free_port(), *options, *(["--proxy", "127.0.0.1"] if named else []), strict=True)
    running.start()
    try:
        told = [open_from(running, f"192.0.2.{k}") for k in (1, 1, 1, 2, 3)]
        assert told == ([201, 201, 429, 201, 201] if named else [201, 201, 429, 429, 429])
    finally:
        assert running.end(signal.SIGTERM) == 0


def test_requests_are_counted_by_address(tmp_path: Path) -> None:
    running = Server(
        tmp_path, free_port(), "--limit", "request_burst=9", "--limit", "requests_per_second=0", strict=True
    )
    running.start()  # takes at least one
    try:
        told = [request(running, "/healthz") for _ in range(10)]
        assert told[0][0] == 200
        status, headers, body = told[-1]
        assert (status, json.loads(body)["reason"]) == (429, "too_often")
        assert headers["X-Frame-Options"] == "DENY"
    finally:
        assert running.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("path", ["/api/games", "/api/games/colori/rules"])
def test_what_is_always_the_same_is_packed_for_whoever_can_unpack_it(server: Server, path: str) -> None:
    _, plain, text = request(server, path)
    _, packed, small = request(server, path, **{"Accept-Encoding": "gzip"})
    assert (plain["Content-Encoding"], packed["Content-Encoding"]) == (None, "gzip")
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"
    assert gzip.decompress(small) == text
    assert len(small) < len(text) / 2


def test_the_actions_of_a_table_are_static(server: Server) -> None:
    table = server.open("me", "here")["table"]
    status, headers, body = request(server, f"/api/tables/{table}/actions")
    assert status == 200
    assert "immutable" in headers["Cache-Control"]
    setup, told = games.find("mixx").open(2), json.loads(body)
    assert told["texts"] == list(setup.texts)
    assert told["paths"] == [list(path) for path in setup.paths]
    assert request(server, "/api/tables/nowhere/actions")[0] == 404


def test_a_replay_is_for_finished_games(server: Server) -> None:
    async def watch(table: Any) -> None:
        connection = await server.connect(table)
        async for text in connection:
            message = json.loads(text)
            if message["type"] == "view" and message["result"]:
                break
        await connection.close()

    assert request(server, f"/api/tables/{server.open('me', 'here')['table']}/replay")[0] == 400
    table = server.open("easy", "easy", stock=3, motifs=4)
    asyncio.run(watch(table))
    status, _, body = request(server, f"/api/tables/{table['table']}/replay")
    assert status == 200
    end = replay.verify(replay.parse(body, "replay"), games.find)
    assert end.over


def test_an_absurd_message_closes_its_own_line_only(server: Server) -> None:
    async def work() -> None:
        table = server.open("me", "here", first="1")
        good, bad = await server.connect(table, 0), await server.connect(table, 1)
        await bad.send("x" * 10_000)
        heard = [json.loads(await bad.recv()) for _ in range(3)]
        assert any(x.get("reason") == "too_large" for x in heard)
        await bad.send("x" * 1_000_000)
        assert (await to_the_end(bad))[1] == 1009
        view: dict[str, Any] = {}
        while not view.get("legal"):
            view = json.loads(await good.recv())
        await good.send(json.dumps({"type": "act", "decision": 0, "action": view["legal"][0]}))
        while json.loads(await good.recv())["type"] != "ack":
            pass
        await good.close()

    asyncio.run(work())


@pytest.mark.slow
def test_the_end_is_announced_and_the_table_is_there_after_it(tmp_path: Path) -> None:
    running = Server(tmp_path, free_port())

    async def first() -> tuple[Any, int]:
        table = running.open("me", "here", first="1")
        connection = await running.connect(table, 0)
        view: dict[str, Any] = {}
        while not view.get("legal"):
            view = json.loads(await connection.recv())
        await connection.send(json.dumps({"type": "act", "decision": 0, "action": view["legal"][0]}))
        while json.loads(await connection.recv())["type"] != "ack":
            pass
        assert running.process
        running.process.send_signal(signal.SIGTERM)
        said, code = await to_the_end(connection)
        assert said[-1] == "bye"
        return table, code

    async def second(table: Any) -> int:
        """How many decisions the seat has made."""
        connection = await running.connect(table, 0)
        while True:
            message = json.loads(await connection.recv())
            if message["type"] == "view":
                await connection.close()
                return int(message["decision"])

    running.start()
    table, code = asyncio.run(first())
    assert code == 1012
    assert running.process
    assert running.process.wait(30) == 0
    lines = running.errors.read_text().splitlines()
    assert json.loads(lines[-1])["what"] == "stopped"
    assert all(json.loads(x)["time"] for x in lines if x.startswith("{"))
    running.start()
    assert asyncio.run(second(table)) == 1
    assert running.end(signal.SIGTERM) == 0


def test_a_port_in_use_is_said_in_words(server: Server) -> None:
    from gamut.cli.serve import NoPort, listen, listen_near

    with pytest.raises(NoPort, match="cannot listen"):
        listen("127.0.0.1", server.port)
    with listen_near("127.0.0.1", server.port) as found:
        assert isinstance(found, socket.socket)
        assert found.getsockname()[1] != server.port
