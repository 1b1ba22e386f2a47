"""A database that is locked, full, gone or another server's: told at once, never acknowledged, no secret logged."""

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

from gamut.server import messages as m
from gamut.server.app import make_app
from gamut.server.database_lock import ADVISORY, InUse
from gamut.server.logs import JsonFormatter, Sparing
from gamut.server.secret import hash_token
from gamut.server.storage import BadDatabase, Storage, StorageFailed
from gamut.server.writer import describe_problem
from tests.load.kit import Server, free_port
from tests.server.kit import Browser, House, get, house, in_house, run
from tests.server.test_storage import a_table, an_entry

SECRET = b"0123456789abcdef"


def logged(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(map(JsonFormatter().format, caplog.records))


# ---------------------------------------------------------------------- one server for one database


def test_a_second_server_is_refused_and_may_come_when_the_first_has_ended(url: str) -> None:
    first = Storage(url)
    with pytest.raises(InUse, match="another Gamut server uses this database"):
        Storage(url, patience=0.1)
    run(first.open_table(a_table()))
    first.close()
    second = Storage(url, patience=0.1)
    assert second.read_table("t")
    second.close()


def test_a_server_waits_a_moment_for_the_one_before_it(url: str) -> None:
    async def work() -> None:
        first = Storage(url)
        waiting = asyncio.create_task(asyncio.to_thread(Storage, url, patience=20))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        await asyncio.to_thread(first.close)
        (await waiting).close()

    run(work())


OPEN = "import sys; from gamut.server.storage import Storage; Storage(sys.argv[1], patience=0); input()"


def test_of_several_first_starts_one_succeeds_and_the_others_say_why(url: str) -> None:
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    deadline = time.monotonic() + 60
    while sum(p.poll() is None for p in starting) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    told = [p.communicate("\n", timeout=60)[1] for p in starting]
    assert sorted(p.returncode for p in starting) == [0, 1, 1]
    assert sum("another Gamut server uses this database" in words for words in told) == 2


def test_a_server_that_lost_its_lock_does_not_write(postgres: str) -> None:
    """Its connection was cut, and meanwhile another server has begun."""

    async def work(storage: Storage) -> None:
        await storage.open_table(a_table("cut"))
        engine = sa.create_engine(postgres)
        with engine.connect() as other:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            other.exec_driver_sql(others)
            while not other.exec_driver_sql(f"SELECT pg_try_advisory_lock({ADVISORY})").scalar_one():
                await asyncio.sleep(0.05)
            for _ in range(3):
                with pytest.raises(StorageFailed):
                    await storage.append("cut", an_entry(0))
        engine.dispose()
        while True:
            try:
                await storage.append("cut", an_entry(0))
                return
            except StorageFailed:
                await asyncio.sleep(0.1)

    storage = Storage(postgres, patience=0.1)
    run(work(storage))
    assert storage.writer.problem == ""
    storage.close()


# ---------------------------------------------------------------------- a file for its owner alone


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.touch(0o644)
    storage = Storage(f"sqlite:///{path}")
    run(storage.open_table(a_table()))
    modes = {p.name: oct(p.stat().st_mode & 0o777) for p in tmp_path.iterdir()}
    assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite.lock"} <= set(modes)
    assert set(modes.values()) == {"0o600"}
    storage.close()


def test_what_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    folder, page = tmp_path / "folder", tmp_path / "page.md"
    folder.mkdir(0o755)
    page.write_text("# A page that somebody needs, and reads")
    page.chmod(0o644)
    with pytest.raises(BadDatabase, match=r"folder is a folder: --database needs the name of a file"):
        Storage(f"sqlite:///{folder}")
    with pytest.raises(BadDatabase, match=r"page.md is no SQLite database, and was left as it is"):
        Storage(f"sqlite:///{page}")
    assert {p.name: oct(p.stat().st_mode & 0o777) for p in tmp_path.iterdir()} == {
        "folder": "0o755",
        "page.md": "0o644",
    }


# ---------------------------------------------------------------------- locked, full, gone


def test_a_locked_database_fails_a_whole_batch_at_once(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def work(storage: Storage) -> None:
        await storage.open_table(a_table())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(
            *(storage.append("t", an_entry(n)) for n in range(50)), return_exceptions=True
        )
        assert {str(x) for x in answers} == {"The database is busy just now; please try again."}
        assert "locked" in storage.writer.problem
        assert storage.writer.stored == 1
        other.execute("ROLLBACK")
        other.close()
        await storage.append("t", an_entry(0))
        assert storage.writer.problem == ""

    storage = Storage(f"sqlite:///{path}")
    run(work(storage))
    assert storage.read_log("t") == [an_entry(0)]
    storage.close()


def health(h: House) -> tuple[int, Any]:
    status, _, body = asyncio.run(get(make_app(h.hub), "/healthz"))
    return status, json.loads(body)


def test_health_tells_when_something_was_last_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamut.server.writer.BEAT_SECONDS", 0.05)

    async def test(h: House) -> None:
        first = h.hub.storage.writer._written_at
        while h.hub.storage.writer._written_at == first:
            await asyncio.sleep(0.02)
        status, _, body = await get(make_app(h.hub), "/healthz")
        told = json.loads(body)
        assert (status, told["ok"], told["problem"]) == (200, True, "")
        assert told["seconds_since_written"] < 60
        (tmp_path / "tables.sqlite").rename(tmp_path / "moved.sqlite")
        while not h.hub.storage.writer.problem:
            await asyncio.sleep(0.02)
        status, _, body = await get(make_app(h.hub), "/healthz")
        assert (status, json.loads(body)["problem"]) == (503, "the file of the database is gone")
        (tmp_path / "moved.sqlite").rename(tmp_path / "tables.sqlite")
        while h.hub.storage.writer.problem:
            await asyncio.sleep(0.02)

    in_house(tmp_path, test)


def test_a_writer_that_hangs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert storage.writer.problem == ""
    monkeypatch.setattr("gamut.server.writer.SILENT_SECONDS", 0.0)
    assert "nothing could be written" in storage.writer.problem
    storage.close()


def test_a_full_disk_acknowledges_nothing_and_the_table_goes_on_afterwards(tmp_path: Path) -> None:
    """The database may not grow: that is how a full disk looks to SQLite, and it needs no mount."""

    async def work() -> None:
        async with house(tmp_path) as h:
            table = await h.open("me", "here", first="1")
            me = await h.join(table, 0)
            assert me.view
            action = me.view.legal[0]
            engine = h.hub.storage._engine

            def fill(connection: Any, *_: Any) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            sa.event.listen(engine, "commit", fill)
            me.send(m.Act(0, action))
            await me.until(lambda: any(isinstance(x, m.Refused) and x.reason == "storage" for x in me.heard))
            await me.until(lambda: me.closed == 1012)
            assert not any(isinstance(x, m.Ack) for x in me.heard)
            assert "full" in h.hub.storage.writer.problem
            sa.event.remove(engine, "commit", fill)
            again = await h.join(table, 0)
            await again.ask(m.Act(0, action), m.Ack)
            assert h.hub.storage.writer.problem == ""

    run(work())


def test_tables_that_cannot_be_read_are_refused_in_words(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "here")

        def break_off(*_: Any) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        def break_off_log(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if "FROM log" in statement and "kind IN" not in statement:
                raise sqlite3.OperationalError("disk I/O error")

        sa.event.listen(h.hub.storage._engine, "before_cursor_execute", break_off)
        status, _, body = await get(make_app(h.hub), f"/api/tables/{table.table}/actions")
        assert (status, json.loads(body)["reason"]) == (503, "storage")
        refused = await Browser(h.hub).ask(m.Join(table.table, table.watch), m.Refused)
        assert (refused.reason, "try again" in refused.text) == ("storage", True)
        sa.event.remove(h.hub.storage._engine, "before_cursor_execute", break_off)
        sa.event.listen(h.hub.storage._engine, "before_cursor_execute", break_off_log)
        refused = await Browser(h.hub).ask(m.Join(table.table, table.watch), m.Refused)
        assert refused.reason == "storage", "it is not unknown: nobody must forget it"
        sa.event.remove(h.hub.storage._engine, "before_cursor_execute", break_off_log)
        await h.join(table)

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- no secrets in logs


def test_a_failed_commit_tells_no_secret(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """PostgreSQL would tell the whole row."""

    async def work(storage: Storage) -> None:
        row = a_table("bad", key=SECRET, game=None)
        good = msgspec.structs.replace(row, game="mixx")
        await storage.open_table(good)
        for table in (row, good):
            with pytest.raises(StorageFailed, match="The server could not store this"):
                await storage.open_table(table)

    storage = Storage(url)
    with caplog.at_level(logging.INFO, "gamut.server"):
        run(work(storage))
    told = logged(caplog)
    assert told.count("a commit failed") == 2
    assert "null" in told.lower()
    assert "unique" in told.lower()
    for secret in (SECRET.hex(), hash_token("watch"), hash_token("token 0"), "P0"):
        assert secret not in told
    storage.close()


def test_an_exception_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("the key is 5f0c")
    except ValueError:
        logging.getLogger("gamut.server").exception("something failed")
    line = json.loads(logged(caplog))
    assert line["error"] == "ValueError"
    assert line["where"][-1].endswith("test_an_exception_is_logged_without_its_words")
    assert "5f0c" not in json.dumps(line)
    assert describe_problem(ValueError("5f0c")) == "ValueError"


def test_only_so_many_lines_of_one_kind_are_written() -> None:
    sparing = Sparing()
    records = [logging.LogRecord("gamut", 20, "", 0, "joined", (), None) for _ in range(5000)]
    written = [record for record in records if sparing.filter(record)]
    assert 300 <= len(written) < 400
    assert sparing.filter(logging.LogRecord("gamut", 20, "", 0, "opened", (), None))


@pytest.mark.slow
def test_a_second_process_says_why_it_ends(tmp_path: Path) -> None:
    first = Server(tmp_path, free_port())
    first.start()
    second = Server(tmp_path, free_port())
    with pytest.raises(RuntimeError, match="another Gamut server uses this database"):
        second.start()
    assert first.end(signal.SIGTERM) == 0


def test_a_folder_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="cannot be used"):
        Storage(f"sqlite:///{tmp_path / 'nowhere' / 'tables.sqlite'}")
