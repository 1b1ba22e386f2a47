"""Holes that a server once had, tried from outside; each is closed or open. Any version can be asked.

    python -m tests.load.holes [--checkout ../0.1] [--only "equal names"]

Loopback only; it ends by itself. It says what it saw, and fails if a hole is open. Floods have a script of their
own (`tests.load.attacks`). `--checkout` asks another version, by the Python of its own .venv.
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

from websockets.asyncio.client import ClientConnection

from tests.load.attacks import OtherServer, Target
from tests.load.kit import Server, begin_game, free_port

MEGABYTE = 1024 * 1024
CONSENT_GAMES = ("kroma", "colori", "mixx")  # in the first that is there, steps can be taken back by consent
LATE_SECONDS = 15.0  # too long for an answer


class Patient:
    """The server that is examined."""

    def __init__(self, folder: Path, checkout: Path | None) -> None:
        self.folder, self.checkout = folder, checkout
        self.file = folder / "tables.sqlite"
        self.server = self.make_server()
        self.server.start()

    def make_server(self) -> Server:
        """A server on the same database."""
        if self.checkout:
            return OtherServer(self.folder, free_port(), self.checkout)
        return Server(self.folder, free_port(), "--limit", "away_seconds=0", strict=True)

    @property
    def python(self) -> str:
        """The Python that runs it."""
        return str(self.checkout / ".venv" / "bin" / "python") if self.checkout else sys.executable

    def ask(self, head: str, body: bytes = b"", source: str = "127.0.0.1") -> tuple[int, bytes]:
        """Status and all of an answer; 0 if there was none."""
        lines = f"{head}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        where = ("127.0.0.1", self.server.port)
        with socket.create_connection(where, 40, source_address=(source, 0)) as line:
            line.sendall(lines.encode("latin-1") + body)
            heard = b""
            with suppress(OSError):
                while more := line.recv(65536):
                    heard += more
        return (int(heard[9:12]) if heard else 0), heard

    def open(self, *seats: dict[str, str], game: str = "mixx", source: str = "127.0.0.1", more: str = "") -> Any:
        """A new table, or the status with which it was refused."""
        body = json.dumps({"game": game, "seats": seats, "options": {}, "pause_ms": 0}).encode()
        status, heard = self.ask(f"POST /api/tables HTTP/1.1\r\nHost: localhost{more}", body, source)
        return json.loads(heard[heard.index(b"{") : heard.rindex(b"}") + 1]) if status == 201 else status


ME, HERE, LINK = {"kind": "me"}, {"kind": "here"}, {"kind": "link"}


# ---------------------------------------------------------------------- one by one: words if it is open


def try_endless_head(patient: Patient) -> str:
    with socket.create_connection(("127.0.0.1", patient.server.port), 10) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        with suppress(OSError):
            for _ in range(64):
                line.sendall(b"x" * 65536)
            time.sleep(1)
            line.sendall(b"x" * MEGABYTE)
            return "5 MB of the head of a request were read"
    return ""


def try_half_requests(patient: Patient) -> str:
    lines = [socket.create_connection(("127.0.0.1", patient.server.port), 10) for _ in range(20)]
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
    return f"{held} of 20 half-sent requests are held after 20 s" if held else ""


def try_odd_requests(patient: Patient) -> str:
    post = "POST /api/tables HTTP/1.1\r\nHost: localhost"
    odd = [
        patient.ask(f"{post}\r\nOrigin: http://[::1", b"{}")[0],
        patient.ask(post, b'{"game": "\xff"}')[0],
        patient.ask(post, b'{"game": "mixx", "a": ' + b"[" * 8000 + b"]" * 8000 + b"}")[0],
    ]
    return f"statuses {odd}" if any(status >= 500 or not status for status in odd) else ""


def try_forwarded(patient: Patient) -> str:
    some = [patient.open(ME, HERE, more=f"\r\nX-Forwarded-For: 10.0.{k}.1") for k in range(60)]
    opened = sum(isinstance(one, dict) for one in some)
    return f"{opened} of 60 tables were opened from one address" if opened > 35 else ""


def try_guest_link(patient: Patient) -> str:
    table = patient.open(ME, LINK, source="127.0.3.2")
    return "the host is told the guest's own token" if any(s["seat"] == 1 for s in table["seats"]) else ""


def try_foreign_host(patient: Patient) -> str:
    status, _ = patient.ask("GET /api/games HTTP/1.1\r\nHost: evil.example")
    return "another name is answered" if status == 200 else ""


def try_file_mode(patient: Patient) -> str:
    mode = patient.file.stat().st_mode & 0o777
    return f"the database has mode {mode:o}" if mode & 0o077 else ""


def try_broken_replay(patient: Patient) -> str:
    (patient.folder / "broken.json").write_bytes(b'{"game": "\xff"}')
    command = [patient.python, "-m", "gamut", "replay", str(patient.folder / "broken.json")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=patient.checkout, check=False)
    return "gamut replay breaks" if "Traceback" in done.stderr or "Error" in done.stderr else ""


def try_second_server(patient: Patient) -> str:
    second = patient.make_server()
    try:
        second.start()
    except RuntimeError:
        return ""
    second.end(signal.SIGKILL)
    return "a second server serves the same database"


def try_locked_database(patient: Patient) -> str:
    other = sqlite3.connect(patient.file, isolation_level=None, timeout=30)
    other.execute("BEGIN IMMEDIATE")

    def open_late(k: int) -> float:
        began = time.monotonic()
        with suppress(OSError):
            patient.open(ME, HERE, source=f"127.0.4.{k}")
        return time.monotonic() - began

    with ThreadPoolExecutor(3) as pool:
        took = list(pool.map(open_late, range(1, 4)))
    other.execute("ROLLBACK")
    other.close()
    words = "three requests while the database was locked took " + ", ".join(f"{s:.0f} s" for s in took)
    return words if max(took) > LATE_SECONDS else ""


def try_full_disk(patient: Patient) -> str:
    """The last one: what was not written may be missing afterwards."""
    assert patient.server.process
    resource.prlimit(patient.server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    for k in range(3):
        patient.open(ME, HERE, source=f"127.0.5.{k + 1}")
    deadline = time.monotonic() + 20
    said_ok = True
    while said_ok and time.monotonic() < deadline:
        try:
            said_ok = patient.server.get("/healthz")["ok"]
        except urllib.error.HTTPError as e:
            said_ok = e.code != 503
            e.close()
        time.sleep(0.5)
    return "/healthz says ok though nothing can be written" if said_ok else ""


def try_secrets_in_logs(patient: Patient) -> str:
    """A commit fails, with a table's key among what was to be stored; the log is on a disk that takes it."""
    other = sqlite3.connect(patient.file, isolation_level=None, timeout=30)
    for name in ("tables", "table", "seats"):
        with suppress(sqlite3.Error):
            other.execute(f"CREATE TRIGGER no_{name} BEFORE INSERT ON {name} BEGIN SELECT RAISE(FAIL, 'no'); END")
    patient.open(ME, HERE, source="127.0.6.1")
    time.sleep(1)
    for name in ("tables", "table", "seats"):
        other.execute(f"DROP TRIGGER IF EXISTS no_{name}")
    other.close()
    found = re.search(r"parameters: .{0,60}", patient.server.errors.read_text())
    return "what was to be stored is logged" if found else ""


# ---------------------------------------------------------------------- company


async def next_view(line: ClientConnection, seconds: float = 3.0) -> dict[str, Any] | None:
    """The latest view of those that come now; none if none comes."""
    view = None
    with suppress(TimeoutError):
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), 1.0 if view else seconds))
            view = message if message["type"] == "view" else view
    return view


class Pair:
    """Two people at a table of some game."""

    def __init__(self, patient: Patient, game: str, source: str) -> None:
        self.patient, self.source = patient, source
        self.table = patient.open(ME, HERE, game=game, source=source)
        self.target = Target(patient.server.port, 0)
        self.pick = random.Random(game)

    async def begin(self) -> None:
        await begin_game(self.patient.server.port, self.table, self.source)
        self.lines = [await self.target.join(self.source, self.table, seat) for seat in range(2)]
        self.views = [await next_view(line) or {} for line in self.lines]

    async def look(self) -> None:
        """The newest views of both."""
        for seat, line in enumerate(self.lines):
            self.views[seat] = await next_view(line, 1.0) or self.views[seat]

    async def see(self, good: Callable[[dict[str, Any]], bool], seconds: float = 30) -> None:
        """Wait until the first of them sees something, or for so long."""
        deadline = time.monotonic() + seconds
        while not good(self.views[0]) and time.monotonic() < deadline:
            await self.look()

    async def play_until(self, good: Callable[[], bool], most: int = 60) -> bool:
        """Play on until something is so; whether it came to be."""
        for _ in range(most):
            if good():
                return True
            waited = [seat for seat in range(2) if self.views[seat].get("legal")]
            if not waited:
                return False
            seat = min(waited, key=lambda seat: self.views[seat]["decision"])  # whoever may choose again waits
            view = self.views[seat]
            act = {"type": "act", "decision": view["decision"], "action": self.pick.choice(view["legal"])}
            await self.lines[seat].send(json.dumps(act))
            await self.look()
        return good()

    async def say(self, seat: int, message: dict[str, Any]) -> None:
        await self.lines[seat].send(json.dumps(message))
        await self.look()


def taken_back(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether something was taken back: the log has become shorter, or the step is an earlier one."""
    shorter = after["log_from"] + len(after["log"]) < before["log_from"] + len(before["log"])
    return bool(after.get("step", 0) < before.get("step", 0) or shorter)


def try_take_back_while_away(patient: Patient) -> str:
    """The guest's connection breaks, a bot sits in, the host takes back what the guest has seen."""

    async def work() -> str:
        pair = Pair(patient, "colori", "127.0.6.2")
        await pair.begin()
        await pair.play_until(lambda: all(view["decision"] > 1 for view in pair.views))
        before = pair.views[0]
        pair.lines[1].transport.abort()
        del pair.lines[1]
        await pair.see(lambda view: not view["players"][1]["connected"])
        game = next(game for game in patient.server.get("/api/games") if game["id"] == "colori")
        await pair.say(0, {"type": "fill", "seat": 1, "level": game["levels"][0]})
        await pair.see(lambda view: view["players"][1]["level"] is not None)
        await pair.say(0, {"type": "take_back"})
        await pair.see(lambda view: taken_back(before, view) or bool(view.get("proposal")), 10)
        return "it was taken back, and nobody was asked" if taken_back(before, pair.views[0]) else ""

    return asyncio.run(work())


def try_asking_is_no_yes(patient: Patient) -> str:
    """One asks to take back; the other asks for an own take-back and has not said yes to the first."""

    async def work() -> str:
        games = {game["id"] for game in patient.server.get("/api/games")}
        for game in (name for name in CONSENT_GAMES if name in games):
            pair = Pair(patient, game, "127.0.6.3")
            await pair.begin()

            def may_ask(pair: Pair = pair) -> bool:
                one, other = (view["take_back"] for view in pair.views[:2])
                return bool(one["possible"] and not one["free"] and other["possible"])

            if await pair.play_until(may_ask):
                before = pair.views[0]
                await pair.say(0, {"type": "take_back"})
                await pair.say(1, {"type": "take_back"})
                return f"two wishes took back a step of {game}" if taken_back(before, pair.views[0]) else ""
        return "no game came to a step that could be tried"

    return asyncio.run(work())


def try_equal_names(patient: Patient) -> str:
    async def work() -> str:
        table = patient.open({**ME, "name": "Mira"}, {**HERE, "name": "mira"}, source="127.0.6.4")
        line = await Target(patient.server.port, 0).join("127.0.6.4", table, 0)
        view = await next_view(line)
        assert view
        names = [player["name"].casefold() for player in view["players"]]
        return f"two players are called {names[0]}" if len(set(names)) < len(names) else ""

    return asyncio.run(work())


TRIES = [
    try_endless_head, try_take_back_while_away, try_guest_link, try_secrets_in_logs, try_odd_requests,
    try_half_requests, try_forwarded, try_locked_database, try_asking_is_no_yes, try_second_server,
    try_foreign_host, try_file_mode, try_broken_replay, try_equal_names, try_full_disk,
]  # fmt: skip


def name_of(one: Callable[[Patient], str]) -> str:
    """What is tried, in words."""
    return one.__name__.removeprefix("try_").replace("_", " ")


def run(checkout: Path | None, only: list[str]) -> int:
    """Try all; how many are open."""
    still_open = 0
    with tempfile.TemporaryDirectory() as folder:
        patient = Patient(Path(folder), checkout)
        try:
            for one in TRIES:
                name = name_of(one)
                if only and name not in only:
                    continue
                try:
                    seen = one(patient)
                except Exception as e:
                    seen = f"it could not be tried: {type(e).__name__} {e}"[:200]
                still_open += bool(seen)
                print(f"{name:24} {'OPEN: ' + seen if seen else 'closed'}", flush=True)
        finally:
            with suppress(subprocess.TimeoutExpired):
                patient.server.end(signal.SIGKILL)
    return still_open


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkout", type=Path)
    parser.add_argument("--only", action="append", default=[], help="the name of one, as it is printed")
    asked = parser.parse_args()
    sys.exit(run(asked.checkout, asked.only) > 0)
