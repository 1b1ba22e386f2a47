"""The log: stored before it is told, resumed after a restart, refused when it does not fit."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from gamut.server import messages as m
from gamut.server import storage as st
from gamut.server.hub import Hub
from gamut.server.storage import MIGRATIONS, BadDatabase, Entry, SeatRow, Storage, StorageFailed, TableRow
from tests.server.kit import FAST, House, house, run

ELSEWHERE = os.environ.get("GAMUT_TEST_DATABASE")


@pytest.fixture(params=["sqlite", *(["elsewhere"] if ELSEWHERE else [])])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database: SQLite always, and PostgreSQL where one is given."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'x.sqlite'}"
    assert ELSEWHERE
    engine = sa.create_engine(ELSEWHERE)
    with engine.begin() as connection:
        for table in ("log", "seats", "tables", "schema_version", "extra"):
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table}")
    engine.dispose()
    return ELSEWHERE


def a_table(name: str = "t") -> TableRow:
    seats = tuple(
        SeatRow(seat=k, kind="open", name=f"P{k}", level=None, token_hash=str(k)) for k in range(2)
    )  # fmt: skip
    return TableRow(
        id=name, made=1, game="mixx", rules=1, options={"first": "1", "line": False, "stock": 8}, key=b"k" * 16,
        host=0, pause_ms=5, watch_hash="w", seats=seats,
    )  # fmt: skip


def an_entry(n: int) -> Entry:
    return Entry(n=n, at=2**41, kind="act", seat=1, decision=n, action=639, digest="d")


def test_what_is_stored_is_found_again(url: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.open_table(a_table())
        await asyncio.gather(*(storage.append("t", an_entry(n)) for n in range(50)))

    storage = Storage(url)
    run(work(storage))
    storage.close()
    storage = Storage(url)
    found = storage.load("t")
    assert found
    assert found.table == a_table()
    assert found.log == [an_entry(n) for n in range(50)]
    assert storage.load("nowhere") is None
    storage.close()


def test_many_entries_share_a_commit_and_a_bad_one_harms_no_other(url: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.open_table(a_table())
        await storage.append("t", an_entry(0))
        before = storage.commits
        entries = [an_entry(0), *(an_entry(n) for n in range(1, 200))]
        answers = await asyncio.gather(*(storage.append("t", e) for e in entries), return_exceptions=True)
        assert isinstance(answers[0], StorageFailed)
        assert answers[1:] == [None] * 199
        more = [storage.append("t", an_entry(n)) for n in range(200, 600)]
        start = storage.commits
        await asyncio.gather(*more)
        assert storage.commits - start < 400
        assert before < start

    storage = Storage(url)
    run(work(storage))
    found = storage.load("t")
    assert found
    assert len(found.log) == 600
    storage.close()


def test_an_older_database_is_migrated(url: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.open_table(a_table())

    def second(connection: sa.Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN season INTEGER NOT NULL DEFAULT 7")

    def third(connection: sa.Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE extra (x INTEGER)")

    old = Storage(url)
    run(work(old))
    old.close()
    Storage(url, (*MIGRATIONS, second)).close()
    new = Storage(url, (*MIGRATIONS, second, third))
    with new._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT season FROM tables").scalar_one() == 7
        assert connection.exec_driver_sql("SELECT version FROM schema_version").scalar_one() == len(MIGRATIONS) + 2
    new.close()


def test_a_migration_that_fails_changes_nothing(url: str) -> None:
    def broken(connection: sa.Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE extra (x INTEGER)")
        connection.exec_driver_sql("no SQL at all")

    Storage(url).close()
    with pytest.raises(BadDatabase):
        Storage(url, (*MIGRATIONS, broken))
    again = Storage(url)
    assert not sa.inspect(again._engine).has_table("extra")
    again.close()


def test_a_newer_database_is_refused(url: str) -> None:
    Storage(url, (*MIGRATIONS, lambda connection: None)).close()
    with pytest.raises(BadDatabase, match="newer Gamut"):
        Storage(url)


def test_the_migrations_make_the_schema_that_the_code_uses(url: str) -> None:
    storage = Storage(url)
    for name, table in st.metadata.tables.items():
        there = {c["name"]: c["nullable"] for c in sa.inspect(storage._engine).get_columns(name)}
        assert set(there) == {c.name for c in table.columns}
        assert {c.name for c in table.columns if not c.nullable} >= {n for n, free in there.items() if not free}
    storage.close()


def test_nonsense_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(BadDatabase, match="cannot be used"):
        Storage(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with pytest.raises(BadDatabase, match="cannot be used"):
        Storage("nonsense")


# ---------------------------------------------------------------------- tables over a restart


def test_a_restart_resumes_tables_and_their_bots(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "easy", first="1")
            me = await first.join(table, 0)
            for _ in range(3):
                await me.act()
            before, log = await me.sees(lambda v: v.legal), list(me.log)
        async with house(tmp_path) as second:
            again = await second.join(table, 0)
            assert again.view
            assert again.log == log
            same = msgspec.structs.replace(again.view, log=before.log, log_from=before.log_from)
            assert same == before
            await again.act()
            await again.sees(lambda v: v.legal)

    run(work())


def test_a_bot_that_was_to_move_moves_after_the_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "easy", first="1", pause_ms=5000)
            me = await first.join(table, 0)
            await me.act()
        async with house(tmp_path) as second:
            again = await second.join(table, 0)
            again.send(m.Pace(0))
            await again.sees(lambda v: v.pause_ms == 0)
        async with house(tmp_path) as third:
            again = await third.join(table, 0)
            await again.sees(lambda v: v.legal and v.step > 1)

    run(work())


def test_a_log_that_does_not_fit_opens_read_only_and_says_so(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "easy", first="1")
            me = await first.join(table, 0)
            for _ in range(4):
                await me.act()
            await me.sees(lambda v: v.legal)
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE log SET digest = 'other' WHERE n = 4")
        engine.dispose()
        async with house(tmp_path) as second:
            again = await second.join(table, 0)
            welcome = next(x for x in again.heard if isinstance(x, m.Welcome))
            assert "after entry 4" in welcome.read_only
            assert again.view
            assert again.view.legal == []
            assert again.view.step > 0
            assert (await again.ask(m.Act(again.view.decision, 0), m.Refused)).reason == "read_only"
            assert (await again.ask(m.Pace(0), m.Refused)).reason == "read_only"

    run(work())


def test_other_rules_open_read_only_and_say_so(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "easy", first="1")
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET rules = 99")
        engine.dispose()
        async with house(tmp_path) as second:
            again = await second.join(table, 0)
            welcome = next(x for x in again.heard if isinstance(x, m.Welcome))
            assert "version 99" in welcome.read_only

    run(work())


def test_a_failed_commit_is_not_acknowledged_and_the_table_is_read_again(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="1")
        me = await h.join(table, 0)
        room = h.hub.rooms[table.table]
        await h.hub.storage.append(table.table, an_entry(len(room.match.log)))  # somebody else wrote to the log
        assert me.view
        me.send(m.Act(0, me.view.legal[0]))
        await me.until(lambda: me.closed == 1012)
        assert not any(isinstance(x, m.Ack) for x in me.heard)
        assert table.table not in h.hub.rooms

    async def work() -> None:
        async with house(tmp_path) as h:
            await test(h)

    run(work())


def test_tables_that_nobody_looks_at_leave_the_memory(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), FAST, threads=1)
        h = House(hub)
        table = await h.open("me", "link", first="1")
        me = await h.join(table, 0)
        room = hub.rooms[table.table]
        assert not room.idle
        await me.close()
        assert room.idle
        hub.forget(room)
        again = await h.join(table, 0)
        assert again.view
        assert again.view.players[0].kind == "person"
        hub.goodbye()
        await asyncio.to_thread(hub.close)

    run(work())
