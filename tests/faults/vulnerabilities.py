"""Known vulnerabilities of earlier versions, tried from outside; each is fixed or open.

    python -m tests.faults.vulnerabilities [--checkout ../0.1] [--only "equal names"]

Uses only the loopback interface. Prints what it observed, and fails if a vulnerability is open. Floods are in
`tests.faults.attacks`. `--checkout` tests another version with the Python of its .venv.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.attacks import OtherServer, Target
from tests.support.server_process import Server, begin_game, free_port

MEGABYTE = 1024 * 1024
CONSENT_GAMES = ("kroma", "colori", "mixx")  # the first of these that exists is used: steps can be undone by consent
LATE_SECONDS = 15.0  # an answer that takes longer is late


class TestedServer:
    """A server to attack, of this or another version."""

    def __init__(self, folder: Path, checkout: Path | None) -> None:
        self.folder, self.checkout = folder, checkout
        self.file = folder / "tables.sqlite"
        self.server = self.make_server()
        self.server.start()

    def make_server(self) -> Server:
        """Return a server on the same database."""
        if self.checkout:
            return OtherServer(self.folder, free_port(), self.checkout)
        return Server(self.folder, free_port(), "--limit", "away_seconds=0", strict=True)

    @property
    def python(self) -> str:
        return str(self.checkout / ".venv" / "bin" / "python") if self.checkout else sys.executable

    def request(self, head: str, body: bytes = b"", source: str = "127.0.0.1") -> tuple[int, bytes]:
        """Send a request; return status and content of the answer, or status 0 if there was none."""
        lines = f"{head}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        address = ("127.0.0.1", self.server.port)
        with socket.create_connection(address, 40, source_address=(source, 0)) as line:
            line.sendall(lines.encode("latin-1") + body)
            received = b""
            with suppress(OSError):
                while data := line.recv(65536):
                    received += data
        return (int(received[9:12]) if received else 0), received

    def open(self, *seats: dict[str, str], game: str = "mixx", source: str = "127.0.0.1", headers: str = "") -> Any:
        """Open a table; return it, or the status of the refusal."""
        body = json.dumps({"game": game, "seats": seats, "options": {}, "pause_ms": 0}).encode()
        status, received = self.request(f"POST /api/tables HTTP/1.1\r\nHost: localhost{headers}", body, source)
        return json.loads(received[received.index(b"{") : received.rindex(b"}") + 1]) if status == 201 else status


ME, HERE, LINK = {"kind": "me"}, {"kind": "here"}, {"kind": "link"}


# ---------------------------------------------------------------------- attacks
# Each returns what it observed if the server is vulnerable, and an empty text otherwise.


def attack_endless_head(tested: TestedServer) -> str:
    with socket.create_connection(("127.0.0.1", tested.server.port), 10) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        with suppress(OSError):
            for _ in range(64):
                line.sendall(b"x" * 65536)
            time.sleep(1)
            line.sendall(b"x" * MEGABYTE)
            return "5 MB of a request head were read"
    return ""


def attack_endless_trailer(tested: TestedServer) -> str:
    """The body has ended, and a header after it never does."""
    with socket.create_connection(("127.0.0.1", tested.server.port), 10) as line:
        chunked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        line.sendall(chunked + b"X: ")
        with suppress(OSError):
            for _ in range(64):
                line.sendall(b"x" * 65536)
            return "4 MB of a trailer were read"
    return ""


def attack_unfinished_requests(tested: TestedServer) -> str:
    lines = [socket.create_connection(("127.0.0.1", tested.server.port), 10) for _ in range(20)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        line.setblocking(False)
    time.sleep(20)
    held = 0
    for line in lines:
        try:
            line.recv(65536)
        except BlockingIOError:
            held += 1
        except OSError:
            pass
        line.close()
    return f"{held} of 20 unfinished requests are still open after 20 s" if held else ""


def attack_malformed_requests(tested: TestedServer) -> str:
    post = "POST /api/tables HTTP/1.1\r\nHost: localhost"
    odd = [
        tested.request(f"{post}\r\nOrigin: http://[::1", b"{}")[0],
        tested.request(post, b'{"game": "\xff"}')[0],
        tested.request(post, b'{"game": "mixx", "a": ' + b"[" * 8000 + b"]" * 8000 + b"}")[0],
    ]
    return f"statuses {odd}" if any(status >= 500 or not status for status in odd) else ""


def attack_forwarded_addresses(tested: TestedServer) -> str:
    answers = [tested.open(ME, HERE, headers=f"\r\nX-Forwarded-For: 10.0.{k}.1") for k in range(60)]
    opened = sum(isinstance(answer, dict) for answer in answers)
    return f"{opened} of 60 tables were opened from one address" if opened > 35 else ""


def attack_guest_token(tested: TestedServer) -> str:
    table = tested.open(ME, LINK, source="127.0.3.2")
    return "the host receives the token of the guest" if any(s["seat"] == 1 for s in table["seats"]) else ""


def attack_foreign_host_name(tested: TestedServer) -> str:
    status, _ = tested.request("GET /api/games HTTP/1.1\r\nHost: evil.example")
    return "a request for another host name is answered" if status == 200 else ""


def attack_file_mode(tested: TestedServer) -> str:
    mode = tested.file.stat().st_mode & 0o777
    return f"the database has mode {mode:o}" if mode & 0o077 else ""


def attack_broken_replay(tested: TestedServer) -> str:
    (tested.folder / "broken.json").write_bytes(b'{"game": "\xff"}')
    command = [tested.python, "-m", "gamut", "replay", str(tested.folder / "broken.json")]
    process = subprocess.run(command, capture_output=True, text=True, cwd=tested.checkout, check=False)
    return "gamut replay fails with a traceback" if "Traceback" in process.stderr or "Error" in process.stderr else ""


def attack_second_server(tested: TestedServer) -> str:
    second = tested.make_server()
    try:
        second.start()
    except RuntimeError:
        return ""
    second.end(signal.SIGKILL)
    return "a second server serves the same database"


def attack_locked_database(tested: TestedServer) -> str:
    other = sqlite3.connect(tested.file, isolation_level=None, timeout=30)
    other.execute("BEGIN IMMEDIATE")

    def open_late(k: int) -> float:
        began = time.monotonic()
        with suppress(OSError):
            tested.open(ME, HERE, source=f"127.0.4.{k}")
        return time.monotonic() - began

    with ThreadPoolExecutor(3) as pool:
        seconds = list(pool.map(open_late, range(1, 4)))
    other.execute("ROLLBACK")
    other.close()
    text = "three requests while the database was locked took " + ", ".join(f"{s:.0f} s" for s in seconds)
    return text if max(seconds) > LATE_SECONDS else ""


def attack_full_disk(tested: TestedServer) -> str:
    # runs last: what was not written may be missing afterwards
    assert tested.server.process
    resource.prlimit(tested.server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    for k in range(3):
        tested.open(ME, HERE, source=f"127.0.5.{k + 1}")
    deadline = time.monotonic() + 20
    healthy = True
    while healthy and time.monotonic() < deadline:
        try:
            healthy = tested.server.get("/healthz")["ok"]
        except urllib.error.HTTPError as e:
            healthy = e.code != 503
            e.close()
        time.sleep(0.5)
    return "/healthz reports ok although nothing can be written" if healthy else ""


def attack_secrets_in_logs(tested: TestedServer) -> str:
    # a commit fails whose parameters contain the chance key of a table
    other = sqlite3.connect(tested.file, isolation_level=None, timeout=30)
    for name in ("tables", "table", "seats"):
        with suppress(sqlite3.Error):
            other.execute(f"CREATE TRIGGER no_{name} BEFORE INSERT ON {name} BEGIN SELECT RAISE(FAIL, 'no'); END")
    tested.open(ME, HERE, source="127.0.6.1")
    time.sleep(1)
    for name in ("tables", "table", "seats"):
        other.execute(f"DROP TRIGGER IF EXISTS no_{name}")
    other.close()
    logged = re.search(r"parameters: .{0,60}", tested.server.errors.read_text())
    return "the parameters of a failed commit are logged" if logged else ""


# ---------------------------------------------------------------------- players


async def latest_view(line: ClientConnection, seconds: float = 3.0) -> dict[str, Any] | None:
    """Return the latest of the views that arrive now, if any."""
    view = None
    with suppress(TimeoutError):
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), 1.0 if view else seconds))
            view = message if message["type"] == "view" else view
    return view


class TwoPlayers:
    """Two players at a table."""

    def __init__(self, tested: TestedServer, game: str, source: str) -> None:
        self.tested, self.source = tested, source
        self.table = tested.open(ME, HERE, game=game, source=source)
        self.target = Target(tested.server.port, 0)
        self.pick = random.Random(game)

    async def begin(self) -> None:
        await begin_game(self.tested.server.port, self.table, self.source)
        self.lines = [await self.target.join(self.source, self.table, seat) for seat in range(2)]
        self.views = [await latest_view(line) or {} for line in self.lines]

    async def update_views(self) -> None:
        """Receive the latest views of both."""
        for seat, line in enumerate(self.lines):
            self.views[seat] = await latest_view(line, 1.0) or self.views[seat]

    async def wait_for_view(self, condition: Callable[[dict[str, Any]], bool], seconds: float = 30) -> None:
        """Wait until a view of the first player meets the condition, or until the time is up."""
        deadline = time.monotonic() + seconds
        while not condition(self.views[0]) and time.monotonic() < deadline:
            await self.update_views()

    async def play_until(self, condition: Callable[[], bool], max_actions: int = 60) -> bool:
        """Play until the condition holds; return whether it does."""
        for _ in range(max_actions):
            if condition():
                return True
            able = [seat for seat in range(2) if self.views[seat].get("legal")]
            if not able:
                return False
            seat = min(able, key=lambda seat: self.views[seat]["decision"])  # a seat that may choose again waits
            view = self.views[seat]
            act = {"type": "play_action", "decision": view["decision"], "action": self.pick.choice(view["legal"])}
            await self.lines[seat].send(json.dumps(act))
            await self.update_views()
        return condition()

    async def send(self, seat: int, message: dict[str, Any]) -> None:
        await self.lines[seat].send(json.dumps(message))
        await self.update_views()


def undone(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether an action was undone: the log is shorter, or the step is an earlier one."""
    shorter = after["log_from"] + len(after["log"]) < before["log_from"] + len(before["log"])
    return bool(after.get("step", 0) < before.get("step", 0) or shorter)


def attack_undo_while_player_is_away(tested: TestedServer) -> str:
    """The guest's connection breaks, a bot stands in, and the host undoes what the guest has observed."""

    async def attack() -> str:
        players = TwoPlayers(tested, "colori", "127.0.6.2")
        await players.begin()
        await players.play_until(lambda: all(view["decision"] > 1 for view in players.views))
        before = players.views[0]
        players.lines[1].transport.abort()
        del players.lines[1]
        await players.wait_for_view(lambda view: not view["players"][1]["connected"])
        game = next(game for game in tested.server.get("/api/games") if game["id"] == "colori")
        await players.send(0, {"type": "set_stand_in", "seat": 1, "level": game["levels"][0]})
        await players.wait_for_view(lambda view: view["players"][1]["level"] is not None)
        await players.send(0, {"type": "undo"})
        await players.wait_for_view(lambda view: undone(before, view) or bool(view.get("proposal")), 10)
        return "the action was undone without the agreement of the guest" if undone(before, players.views[0]) else ""

    return asyncio.run(attack())


def attack_undo_by_second_request(tested: TestedServer) -> str:
    """Both players request an undo of their own; neither has agreed to the other."""

    async def attack() -> str:
        games = {game["id"] for game in tested.server.get("/api/games")}
        for game in (name for name in CONSENT_GAMES if name in games):
            players = TwoPlayers(tested, game, "127.0.6.3")
            await players.begin()

            def both_may_propose(players: TwoPlayers = players) -> bool:
                one, other = (view["undo"] for view in players.views[:2])
                return bool(one["possible"] and not one["free"] and other["possible"])

            if await players.play_until(both_may_propose):
                before = players.views[0]
                await players.send(0, {"type": "undo"})
                await players.send(1, {"type": "undo"})
                return f"two requests undid a step of {game}" if undone(before, players.views[0]) else ""
        return "no game reached a suitable position"

    return asyncio.run(attack())


def attack_emotes(tested: TestedServer) -> str:
    """Three pages of one player send emotes all at once, until the other player's page is thrown out."""

    async def attack() -> str:
        players = TwoPlayers(tested, "mixx", "127.0.6.5")
        await players.begin()
        pages = [await players.target.join(players.source, players.table, 0) for _ in range(3)]
        flood = [json.dumps({"type": "emote", "emote": "oops"})] * 27
        for page in pages:
            send_together(page, flood)
        deadline = time.monotonic() + 4
        with suppress(TimeoutError):
            while time.monotonic() < deadline:
                message = json.loads(await asyncio.wait_for(players.lines[1].recv(), 2))
                if message["type"] == "goodbye":
                    return f"the other player is thrown out: {message['text']}"
        return ""

    return asyncio.run(attack())


def send_together(line: ClientConnection, messages: list[str]) -> None:
    for message in messages:
        line.protocol.send_text(message.encode())
    line.transport.write(b"".join(line.protocol.data_to_send()))


def attack_part_with_newline(tested: TestedServer) -> str:
    """A part of the deal that the server takes but no replay can be verified with."""

    async def attack() -> str:
        table = tested.open(ME, HERE, source="127.0.6.6")
        line = await Target(tested.server.port, 0).join("127.0.6.6", table, 0)
        await latest_view(line)
        await line.send(json.dumps({"type": "add_part", "part": "0" * 32 + "\n"}))
        with suppress(TimeoutError):
            while message := json.loads(await asyncio.wait_for(line.recv(), 2)):
                if message["type"] == "refused":
                    return ""
        return "a part that ends with a newline is stored"

    return asyncio.run(attack())


def attack_known_future(tested: TestedServer) -> str:
    """The host plays on against a stand-in and undoes, to see what will be drawn, and only then invites a guest."""

    async def repeats(k: int) -> bool:
        source = f"127.0.7.{k + 1}"
        table = tested.open(ME, LINK, source=source)
        host = await Target(tested.server.port, 0).join(source, table, 0)

        async def wait_for(condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
            async with asyncio.timeout(30):
                while True:
                    message = json.loads(await host.recv())
                    if condition(message):
                        return dict(message)

        async def send(**message: Any) -> None:
            await host.send(json.dumps(message))

        async def play(view: dict[str, Any]) -> Any:
            await send(type="play_action", decision=view["decision"], action=view["legal"][0])
            after = await wait_for(
                lambda message: message.get("decision", 0) > view["decision"] and "players" in message
            )
            return after["game_view"]["stocks"][0]

        await send(type="add_part", part="01" * 16)
        await send(type="set_pause", ms=5000)  # so that the stand-in does not answer before the undo
        await send(type="set_stand_in", seat=1, level=tested.server.get("/api/games")[0]["levels"][0])
        view = await wait_for(lambda message: message.get("legal") or message.get("actors") == [1])
        if not view["legal"]:
            return await repeats(k)  # the other seat begins
        seen = await play(view)
        await send(type="undo")
        await wait_for(lambda message: message.get("legal"))
        await send(type="invite", seat=1)
        token = (await wait_for(lambda message: message["type"] == "invitation"))["token"]
        guest = await connect(f"ws://127.0.0.1:{tested.server.port}/ws", local_addr=("127.0.7.99", 0))
        claim = {"type": "claim_seat", "table": table["table"], "token": token, "secret": "s" * 40, "name": "Guest"}
        await guest.send(json.dumps(claim | {"part": "77" * 16}))
        view = await wait_for(lambda message: message.get("legal") and message["players"][1]["connected"])
        return bool(await play(view) == seen)

    async def attack() -> str:
        repeated = [await repeats(k) for k in range(3)]
        return "what the host has seen is drawn again after a guest joined" if all(repeated) else ""

    return asyncio.run(attack())


def attack_health_times(tested: TestedServer) -> str:
    """The time of the last write counts the secret steps of an opponent."""
    health = tested.server.get("/healthz")
    return f"/healthz tells {', '.join(health)}" if set(health) - {"ok", "problem", "tables"} else ""


def attack_wrong_links(tested: TestedServer) -> str:
    """Wrong links lock out the other players behind an address."""

    async def attack() -> str:
        target, source = Target(tested.server.port, 0), "127.0.7.50"
        table = tested.open(ME, HERE, source=source)
        wrong = {**table, "spectator_token": "w" * 32}
        for _ in range(10):
            line = await target.join(source, wrong)
            with suppress(OSError, WebSocketException):
                for _ in range(6):
                    await line.send(json.dumps({"type": "join", "table": table["table"], "token": "w" * 32}))
            await asyncio.sleep(0.1)
            line.transport.abort()
        player = await target.join(source, table, 0)
        answer = json.loads(await asyncio.wait_for(player.recv(), 5))
        return "" if answer["type"] == "welcome" else f"a player's own link is refused: {answer['text']}"

    return asyncio.run(attack())


def attack_equal_names(tested: TestedServer) -> str:
    async def attack() -> str:
        table = tested.open({**ME, "name": "Mira"}, {**HERE, "name": "mira"}, source="127.0.6.4")
        line = await Target(tested.server.port, 0).join("127.0.6.4", table, 0)
        view = await latest_view(line)
        assert view
        names = [player["name"].casefold() for player in view["players"]]
        return f"two players are named {names[0]}" if len(set(names)) < len(names) else ""

    return asyncio.run(attack())


ATTACKS = [
    attack_endless_head, attack_undo_while_player_is_away, attack_guest_token, attack_secrets_in_logs,
    attack_malformed_requests, attack_unfinished_requests, attack_forwarded_addresses, attack_locked_database,
    attack_undo_by_second_request, attack_second_server, attack_foreign_host_name, attack_file_mode,
    attack_broken_replay, attack_equal_names, attack_endless_trailer, attack_emotes, attack_part_with_newline,
    attack_known_future, attack_health_times, attack_wrong_links,
    attack_full_disk,
]  # fmt: skip


def display_name(attack: Callable[[TestedServer], str]) -> str:
    """Return the name of an attack as it is printed."""
    return attack.__name__.removeprefix("attack_").replace("_", " ")


def run(checkout: Path | None, only: list[str]) -> int:
    """Run all attacks; return how many succeed."""
    n_open = 0
    with tempfile.TemporaryDirectory() as folder:
        tested = TestedServer(Path(folder), checkout)
        try:
            for attack in ATTACKS:
                name = display_name(attack)
                if only and name not in only:
                    continue
                try:
                    observed = attack(tested)
                except Exception as e:
                    observed = f"the attack failed: {type(e).__name__} {e}"[:200]
                n_open += bool(observed)
                print(f"{name:24} {'OPEN: ' + observed if observed else 'fixed'}", flush=True)
        finally:
            with suppress(subprocess.TimeoutExpired):
                tested.server.end(signal.SIGKILL)
    return n_open


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkout", type=Path)
    parser.add_argument("--only", action="append", default=[], help="the name of an attack, as it is printed")
    options = parser.parse_args()
    sys.exit(run(options.checkout, options.only) > 0)
