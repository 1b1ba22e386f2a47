"""A database that is locked, full, missing or in use: reported at once, nothing acknowledged, no secret in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from gamut.server.logs import JsonFormatter, RateLimitFilter
from gamut.server.storage.database import Storage
from gamut.server.storage.lock import DatabaseInUse, UnusableDatabase
from gamut.server.storage.writer import StorageFailed, describe_problem
from gamut.server.tables.seat_secrets import hash_token
from gamut.server.web.app import make_app
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    Client,
    InProcessServer,
    async_test,
    get,
    open_server,
    poll,
    run,
    run_with_server,
    server_test,
)
from tests.server.test_storage import make_entry, make_table_row
from tests.support.server_process import Server, free_port

SECRET = b"0123456789abcdef"


def format_log(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(map(JsonFormatter().format, caplog.records))


# ---------------------------------------------------------------------- one server for one database


def test_a_second_server_can_use_a_file_only_after_the_first_has_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    first = Storage(url)
    with pytest.raises(DatabaseInUse, match="another Gamut server uses this database"):
        Storage(url, lock_timeout_s=0.1)
    run(first.open_table(make_table_row()))
    first.close()
    second = Storage(url, lock_timeout_s=0.1)
    assert second.read_table("t")
    second.close()


def test_a_symbolic_link_leads_to_the_same_lock(tmp_path: Path) -> None:
    first = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
    with pytest.raises(DatabaseInUse):
        Storage(f"sqlite:///{tmp_path / 'link.sqlite'}", lock_timeout_s=0.1)
    first.close()


def test_a_hard_link_is_refused(tmp_path: Path) -> None:
    first = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    (tmp_path / "link.sqlite").hardlink_to(tmp_path / "tables.sqlite")
    with pytest.raises(UnusableDatabase, match="hard link"):
        Storage(f"sqlite:///{tmp_path / 'link.sqlite'}", lock_timeout_s=0.1)
    first.close()


def test_the_session_of_a_failed_connection_ends(url: str) -> None:
    storage = Storage(url)
    assert storage.writer._connection
    session = storage.writer._connection.connection.dbapi_connection
    assert session
    storage.writer._drop_connection()
    with pytest.raises(Exception, match="closed"):  # in the pool it would keep its lock
        session.cursor().execute("SELECT 1")
    run(storage.open_table(make_table_row()))
    storage.close()


@async_test
async def test_a_starting_server_waits_for_the_lock_of_the_previous_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    first = Storage(url)
    waiting = asyncio.create_task(asyncio.to_thread(Storage, url, lock_timeout_s=20))
    await asyncio.sleep(0.3)
    assert not waiting.done()
    await asyncio.to_thread(first.close)
    (await waiting).close()


OPEN = "import sys; from gamut.server.storage.database import Storage; Storage(sys.argv[1], lock_timeout_s=0); input()"


def test_of_several_simultaneous_first_starts_on_a_file_one_succeeds(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    starting = [
        subprocess.Popen([sys.executable, "-c", OPEN, url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    deadline = time.monotonic() + 60
    while sum(p.poll() is None for p in starting) > 1:
        assert time.monotonic() < deadline, "waited 60 s for two processes to end"
        time.sleep(0.05)
    errors = [p.communicate("\n", timeout=60)[1] for p in starting]
    assert sorted(p.returncode for p in starting) == [0, 1, 1]
    assert sum("another Gamut server uses this database" in words for words in errors) == 2


# ---------------------------------------------------------------------- files


def test_only_the_owner_can_read_the_database_files(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.touch(0o644)
    storage = Storage(f"sqlite:///{path}")
    run(storage.open_table(make_table_row()))
    modes = {p.name: oct(p.stat().st_mode & 0o777) for p in tmp_path.iterdir()}
    assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite.lock"} <= set(modes)
    assert set(modes.values()) == {"0o600"}
    storage.close()


def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    folder, page = tmp_path / "folder", tmp_path / "page.md"
    folder.mkdir(0o755)
    page.write_text("# A page that must not be lost")
    page.chmod(0o644)
    with pytest.raises(UnusableDatabase, match=r"folder is a folder; --database needs the name of a file"):
        Storage(f"sqlite:///{folder}")
    with pytest.raises(UnusableDatabase, match=r"page.md is not an SQLite database and was not changed"):
        Storage(f"sqlite:///{page}")
    assert {p.name: oct(p.stat().st_mode & 0o777) for p in tmp_path.iterdir()} == {
        "folder": "0o755",
        "page.md": "0o644",
    }


# ---------------------------------------------------------------------- locked, full, missing


def test_a_locked_database_fails_a_whole_batch(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def work(storage: Storage) -> None:
        await storage.open_table(make_table_row())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(storage.append("t", make_entry(n)) for n in range(50)), return_exceptions=True)
        assert {str(x) for x in answers} == {"The database is busy. Try again in a moment."}
        assert "locked" in storage.writer.problem
        assert storage.writer.stored == 1
        other.execute("ROLLBACK")
        other.close()
        await storage.append("t", make_entry(0))
        assert storage.writer.problem == ""

    storage = Storage(f"sqlite:///{path}")
    run(work(storage))
    assert storage.read_log("t") == [make_entry(0)]
    storage.close()


def health(server: InProcessServer) -> tuple[int, Any]:
    status, _, body = asyncio.run(get(make_app(server.hub), "/healthz"))
    return status, json.loads(body)


def test_health_reports_a_missing_file_and_no_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamut.server.storage.writer.HEARTBEAT_INTERVAL_S", 0.05)

    async def test(server: InProcessServer) -> None:
        writer = server.hub.storage.writer
        first = writer._written_at
        await poll(lambda: writer._written_at != first, "a heartbeat")
        status, _, body = await get(make_app(server.hub), "/healthz")
        assert (status, json.loads(body)) == (200, {"ok": True, "problem": "", "tables": 0})
        (tmp_path / "tables.sqlite").rename(tmp_path / "moved.sqlite")
        await poll(lambda: writer.problem, "the missing file to be reported")
        status, _, body = await get(make_app(server.hub), "/healthz")
        assert (status, json.loads(body)["problem"]) == (503, "the file of the database was removed or replaced")
        (tmp_path / "moved.sqlite").rename(tmp_path / "tables.sqlite")
        await poll(lambda: not writer.problem, "the file to be found again")

    run_with_server(tmp_path, test)


class Fault:
    """Raises an error for the statements that contain a text, while it is on."""

    def __init__(self, server: InProcessServer, text: str, error: Exception) -> None:
        self.on = True

        def fail(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if self.on and text in statement:
                raise error

        sa.event.listen(server.hub.storage._engine, "before_cursor_execute", fail)


async def get_health(server: InProcessServer) -> tuple[int, str]:
    status, _, body = await get(make_app(server.hub), "/healthz")
    return status, json.loads(body)["problem"]


async def wait_for_heartbeats(server: InProcessServer) -> None:
    """Wait until the writer has tried to write twice."""
    beats, writer = list[bool](), server.hub.storage.writer
    heartbeat = writer._heartbeat

    def count(connection: sa.Connection, thorough: bool) -> None:
        beats.append(thorough)
        heartbeat(connection, thorough)

    writer._heartbeat = count
    await poll(lambda: len(beats) > 2, "two heartbeats")


def test_health_reports_tables_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamut.server.storage.writer.HEARTBEAT_INTERVAL_S", 0.02)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "here")
        server.hub.rooms.clear()
        fault = Fault(server, "FROM log", sqlite3.OperationalError("disk I/O error"))
        refused = await Client(server.hub).request(m.Join(table.table, table.spectator_token), m.Refused)
        assert refused.reason == "storage"
        await wait_for_heartbeats(server)
        assert await get_health(server) == (503, "tables cannot be read: disk I/O error"), "writing works meanwhile"
        fault.on = False
        monkeypatch.setattr("gamut.server.storage.writer.READ_PROBLEM_S", 0.0)
        assert await get_health(server) == (200, "")

    run_with_server(tmp_path, test)


def test_health_reports_damage_until_the_server_is_restarted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamut.server.storage.writer.HEARTBEAT_INTERVAL_S", 0.02)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "here")
        server.hub.rooms.clear()
        fault = Fault(server, "FROM log", sqlite3.DatabaseError("database disk image is malformed"))
        await Client(server.hub).request(m.Join(table.table, table.spectator_token), m.Refused)
        fault.on = False
        monkeypatch.setattr("gamut.server.storage.writer.READ_PROBLEM_S", 0.0)
        await server.open_table("me", "here")
        assert await get_health(server) == (503, "the database is damaged: database disk image is malformed")

    run_with_server(tmp_path, test)


@async_test
async def test_a_problem_is_over_only_when_all_tables_can_be_written(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamut.server.storage.writer.HEARTBEAT_INTERVAL_S", 0.02)
    async with open_server(tmp_path, url=url) as server:
        table = await server.open_table("me", "here", first="1")
        me = await server.join(table, 0)
        fault = Fault(server, "INSERT INTO log", sqlite3.OperationalError("disk I/O error"))
        assert (await me.request(m.PlayAction(0, me.view.legal[0]), m.Refused)).reason == "storage"
        await wait_for_heartbeats(server)
        assert (await get_health(server))[0] == 503, "the heartbeat writes only to another table"
        fault.on = False
        await poll(lambda: not server.hub.storage.writer.problem, "all tables to be writable")
        assert server.hub.storage.read_table(".") is None


def test_a_hanging_writer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert storage.writer.problem == ""
    monkeypatch.setattr("gamut.server.storage.writer.WRITE_TIMEOUT_S", 0.0)
    assert storage.writer.problem == "no write has succeeded for 0 seconds", "the limit, not the time of the last one"
    storage.close()


@async_test
async def test_nothing_is_acknowledged_while_the_disk_is_full(tmp_path: Path) -> None:
    # SQLite reports a full disk by this error; a real one would need a mount
    async with open_server(tmp_path) as server:
        table = await server.open_table("me", "here", first="1")
        me = await server.join(table, 0)
        action = me.view.legal[0]
        engine = server.hub.storage._engine

        def fill(connection: Any, *_: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        sa.event.listen(engine, "commit", fill)
        me.send(m.PlayAction(0, action))
        await me.wait_until(lambda: any(isinstance(x, m.Refused) and x.reason == "storage" for x in me.received))
        await me.wait_until(lambda: me.close_code == 1012)
        assert not me.messages(m.Ack)
        assert "full" in server.hub.storage.writer.problem
        sa.event.remove(engine, "commit", fill)
        again = await server.join(table, 0)
        await again.request(m.PlayAction(0, action), m.Ack)
        assert server.hub.storage.writer.problem == ""


@server_test()
async def test_a_table_that_cannot_be_read_is_refused_as_a_storage_problem(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")

    def fail(*_: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def fail_log(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "FROM log" in statement and "kind IN" not in statement:
            raise sqlite3.OperationalError("disk I/O error")

    sa.event.listen(server.hub.storage._engine, "before_cursor_execute", fail)
    status, _, body = await get(make_app(server.hub), f"/api/tables/{table.table}/actions")
    assert (status, json.loads(body)["reason"]) == (503, "storage")
    refused = await Client(server.hub).request(m.Join(table.table, table.spectator_token), m.Refused)
    assert (refused.reason, "ry again" in refused.text) == ("storage", True)
    sa.event.remove(server.hub.storage._engine, "before_cursor_execute", fail)
    sa.event.listen(server.hub.storage._engine, "before_cursor_execute", fail_log)
    refused = await Client(server.hub).request(m.Join(table.table, table.spectator_token), m.Refused)
    assert refused.reason == "storage", "the client must not forget the table as unknown"
    sa.event.remove(server.hub.storage._engine, "before_cursor_execute", fail_log)
    await server.join(table)


@server_test()
async def test_a_table_whose_game_is_gone_says_so(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    row = await server.hub.find_row(table.table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.hub.storage, "read_table", lambda _: msgspec.structs.replace(row, game="gone"))
        refused = await Client(server.hub).request(m.Join(table.table, table.spectator_token), m.Refused)
    assert (refused.reason, "gone" in refused.text) == ("unreadable", True)


# ---------------------------------------------------------------------- no secrets in logs


def test_a_failed_commit_is_logged_without_secrets(url: str, caplog: pytest.LogCaptureFixture) -> None:
    # the error message of PostgreSQL contains the whole row

    async def work(storage: Storage) -> None:
        row = make_table_row("bad", key=SECRET, game=None)
        good = msgspec.structs.replace(row, game="mixx")
        await storage.open_table(good)
        for table in (row, good):
            with pytest.raises(StorageFailed, match="The server could not store this"):
                await storage.open_table(table)

    storage = Storage(url)
    with caplog.at_level(logging.INFO, "gamut.server"):
        run(work(storage))
    log = format_log(caplog)
    assert log.count("a commit failed") == 2
    assert "null" in log.lower()
    assert "unique" in log.lower()
    for secret in (SECRET.hex(), hash_token("watch"), hash_token("token 0"), "P0"):
        assert secret not in log
    storage.close()


def test_an_exception_is_logged_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("the key is 5f0c")
    except ValueError:
        logging.getLogger("gamut.server").exception("something failed")
    line = json.loads(format_log(caplog))
    assert line["error"] == "ValueError"
    assert line["where"][-1].endswith("test_an_exception_is_logged_without_its_message")
    assert "5f0c" not in json.dumps(line)
    assert describe_problem(ValueError("5f0c")) == "ValueError"


def test_log_lines_of_one_kind_are_limited() -> None:
    sparing = RateLimitFilter()
    records = [logging.LogRecord("gamut", 20, "", 0, "joined", (), None) for _ in range(5000)]
    written = [record for record in records if sparing.filter(record)]
    assert 300 <= len(written) < 400
    assert sparing.filter(logging.LogRecord("gamut", 20, "", 0, "opened", (), None))


@pytest.mark.slow
def test_a_second_process_exits_with_the_reason(tmp_path: Path) -> None:
    first = Server(tmp_path, free_port())
    first.start()
    second = Server(tmp_path, free_port())
    with pytest.raises(RuntimeError, match="another Gamut server uses this database"):
        second.start()
    assert first.end(signal.SIGTERM) == 0


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        Storage(f"sqlite:///{tmp_path / 'nowhere' / 'tables.sqlite'}")
