"""`gamut serve --workers`: real processes behind one address, without sticky sessions."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from gamut.server.storage.database import Storage
from tests.server.in_process_server import TEST_TIMEOUT_S, run
from tests.support.server_process import Server, free_port

THINKING_S = 0.1  # so that games last longer than the restarts


@pytest.fixture
def two_workers(tmp_path: Path, postgres_url: str) -> Iterator[Server]:
    metrics = f"127.0.0.1:{free_port()}"
    server = Server(tmp_path, free_port(), "--workers", "2", "--metrics", metrics, database=postgres_url)
    server.start()
    yield server
    assert server.process
    if server.process.poll() is None:
        server.end(signal.SIGKILL)


def find_workers(server: Server) -> set[int]:
    """Return the worker processes, without the resource tracker of multiprocessing."""
    assert server.process
    pids = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return {int(pid) for pid in pids if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()}


async def wait_for_workers(server: Server, old: set[int]) -> set[int]:
    """Wait until there are two workers, none of them an old one."""
    deadline = time.monotonic() + TEST_TIMEOUT_S
    while len(workers := find_workers(server)) < 2 or workers & old:
        assert time.monotonic() < deadline, f"waited {TEST_TIMEOUT_S} s for new workers"
        await asyncio.sleep(0.1)
    return workers


async def play_game(server: Server, table: Any, seat: int) -> None:
    """Play a whole game, over any number of connections; each action is repeated until it is known to be stored."""
    pending: dict[str, Any] | None = None
    decision, over = 0, False
    while not over:
        try:
            connection = await server.connect(table, seat)
            while not over:
                message = json.loads(await asyncio.wait_for(connection.recv(), 60))
                if message["type"] != "view":
                    continue
                assert message["decision"] >= decision, "a view is older than one before"
                decision, over = message["decision"], message["result"] is not None
                if pending and pending["decision"] < decision:
                    pending = None
                if message["legal"]:
                    await asyncio.sleep(THINKING_S)
                    pending = pending or {"type": "play_action", "decision": decision, "action": message["legal"][0]}
                    await connection.send(json.dumps(pending))
            await connection.close()
        except (OSError, WebSocketException):
            await asyncio.sleep(0.1)


def wait_for_metric(port: int, line: str) -> str:
    """Return the metrics of a process once they contain a line."""
    deadline = time.monotonic() + 30
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            text = str(answer.read(), "utf-8")
        if line in text:
            return text
        assert time.monotonic() < deadline, f"waited 30 s for {line}"
        time.sleep(0.1)


def test_metrics_are_served_apart_from_the_game(two_workers: Server) -> None:
    port = int(two_workers._options[-1].rpartition(":")[2])
    two_workers.open("me", "here")
    texts = [wait_for_metric(port + k, "gamut_processes 2.0") for k in range(2)]
    for text in texts:
        assert "gamut_storage_problem 0.0" in text
        assert 'gamut_commit_seconds_bucket{le="0.001"}' in text
    stored = [float(text.partition("\ngamut_entries_total ")[2].partition("\n")[0]) for text in texts]
    assert sum(stored) >= 3, "the table and two parts"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        two_workers.get("/metrics")


@pytest.mark.slow
def test_games_go_on_while_workers_are_killed_and_restarted(two_workers: Server, postgres_url: str) -> None:
    async def work() -> None:
        tables = [await asyncio.to_thread(two_workers.open, "me", "here") for _ in range(4)]
        playing = [asyncio.create_task(play_game(two_workers, table, seat)) for table in tables for seat in (0, 1)]
        first = find_workers(two_workers)
        assert len(first) == 2
        os.kill(min(first), signal.SIGKILL)
        second = await wait_for_workers(two_workers, {min(first)})
        assert two_workers.process
        two_workers.process.send_signal(signal.SIGHUP)
        await wait_for_workers(two_workers, second)
        await asyncio.gather(*playing)
        code = await asyncio.to_thread(two_workers.end, signal.SIGTERM)
        assert code == 0
        storage = Storage(postgres_url)
        for table in tables:
            entries = storage.read_log(table["table"])
            assert entries[-1].kind == "end"
            assert [entry.n for entry in entries] == list(range(len(entries)))
            for seat in (0, 1):
                decisions = [entry.decision for entry in entries if entry.kind == "play" and entry.seat == seat]
                assert decisions == list(range(len(decisions)))
        storage.close()

    run(work())
    assert find_orphans(two_workers) == set()


def find_orphans(server: Server) -> set[int]:
    """Return the processes that still listen on the server's port."""
    found = set()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"--port\0{server.port}\0" in process.read_text():
                found.add(int(process.parent.name))
        except OSError:
            continue
    return found
