"""Tables and logs are stored before anything is acknowledged, and resumed after a restart."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from gamut import games
from gamut.server.storage import schema as st
from gamut.server.storage.database import MIGRATIONS, Storage
from gamut.server.storage.entries import EntryKind, SeatRow, StoredEntry, TableRow
from gamut.server.storage.lock import UnusableDatabase
from gamut.server.storage.writer import EntryConflict, StorageFailed
from gamut.server.tables.match import Match
from gamut.server.tables.seat_secrets import hash_token, new_token
from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, InProcessServer, async_test, open_server, run, server_test
from tests.server.test_migrations import COLUMNS_0_2, KINDS_0_2


def make_table_row(name: str = "t", **changed: object) -> TableRow:
    seats = tuple(
        SeatRow(seat=k, kind="open", name=f"P{k}", level=None, token_hash=hash_token(f"token {k}"))
        for k in range(2)
    )  # fmt: skip
    row = TableRow(
        id=name, created=1, game="mixx", rules_version=games.find_game("mixx").version,
        options={"first": "1", "stock": 8, "motifs": 8, "line": False}, files={}, key=b"k" * 16, host=0, pause_ms=5,
        spectator_hash=hash_token("watch"), seats=seats,
    )  # fmt: skip
    return msgspec.structs.replace(row, **changed)


def make_entry(n: int) -> StoredEntry:
    return StoredEntry(n=n, at=2**41, kind="play", seat=1, decision=n, action=639, digest="d")


def test_tables_and_entries_are_read_back(url: str) -> None:
    table = make_table_row(files={"cards": "[[card]]\nname = 'é'\n"})

    async def work(storage: Storage) -> None:
        await storage.open_table(table)
        await asyncio.gather(*(storage.append("t", make_entry(n)) for n in range(50)))

    storage = Storage(url)
    run(work(storage))
    storage.close()
    storage = Storage(url)
    assert storage.read_table("t") == table
    assert storage.read_log("t") == [make_entry(n) for n in range(50)]
    assert storage.read_table("nowhere") is None
    assert storage.read_log("nowhere") == []
    storage.close()


def test_entries_share_a_commit_and_an_invalid_one_fails_alone(url: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.open_table(make_table_row())
        await storage.append("t", make_entry(0))
        before = storage.writer.commits
        entries = [make_entry(0), *(make_entry(n) for n in range(1, 200))]
        answers = await asyncio.gather(*(storage.append("t", e) for e in entries), return_exceptions=True)
        assert isinstance(answers[0], EntryConflict if storage.shared else StorageFailed)
        assert answers[1:] == [None] * 199
        more = [storage.append("t", make_entry(n)) for n in range(200, 600)]
        start = storage.writer.commits
        await asyncio.gather(*more)
        assert storage.writer.commits - start < 400
        assert before < start

    storage = Storage(url)
    run(work(storage))
    assert len(storage.read_log("t")) == 600
    storage.close()


# ---------------------------------------------------------------------- migrations

NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{revision}", "{before}"


def upgrade():
    {what}
"""


def add_migrations(folder: Path, *steps: str) -> Path:
    """Return a copy of the migrations with further ones."""
    copy = folder / f"migrations-{len(steps)}"
    shutil.copytree(MIGRATIONS, copy)
    last = len(list((MIGRATIONS / "versions").glob("v*.py")))
    for k, what in enumerate(steps):
        text = NEXT.format(revision=last + k + 1, before=last + k, what=what)
        (copy / "versions" / f"v{last + k + 1}_more.py").write_text(text)
    return copy


SEASON = 'op.add_column("tables", sa.Column("season", sa.Integer, nullable=False, server_default="7"))'
EXTRA = 'op.create_table("extra", sa.Column("x", sa.Integer))'


def test_an_older_database_is_migrated(url: str, tmp_path: Path) -> None:
    old = Storage(url)
    run(old.open_table(make_table_row()))
    old.close()
    Storage(url, add_migrations(tmp_path, SEASON)).close()
    new = Storage(url, add_migrations(tmp_path, SEASON, EXTRA))
    with new._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT season FROM tables").scalar_one() == 7
        assert sa.inspect(connection).has_table("extra")
    new.close()


def test_a_migration_that_fails_changes_nothing(url: str, tmp_path: Path) -> None:
    Storage(url).close()
    with pytest.raises(UnusableDatabase):
        Storage(url, add_migrations(tmp_path, EXTRA, 'op.execute("no SQL at all")'))
    again = Storage(url)
    assert not sa.inspect(again._engine).has_table("extra")
    again.close()


def test_a_newer_database_is_refused(url: str, tmp_path: Path) -> None:
    Storage(url, add_migrations(tmp_path, EXTRA)).close()
    with pytest.raises(UnusableDatabase, match="newer Gamut"):
        Storage(url)


def test_the_migrations_create_the_current_schema(url: str) -> None:
    storage = Storage(url)
    with storage._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, st.metadata) == []
    storage.close()


SCHEMA_0_1 = (
    "CREATE TABLE schema_version (version INTEGER PRIMARY KEY)",
    "INSERT INTO schema_version VALUES (1)",
    "CREATE TABLE tables (id TEXT PRIMARY KEY, made BIGINT NOT NULL, game TEXT NOT NULL,"
    " rules INTEGER NOT NULL, options TEXT NOT NULL, key TEXT NOT NULL, host INTEGER NOT NULL,"
    " pause_ms INTEGER NOT NULL, watch_hash TEXT NOT NULL)",
    "CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL,"
    " kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT, token_hash TEXT NOT NULL,"
    " PRIMARY KEY (table_id, seat))",
    "CREATE TABLE log (table_id TEXT NOT NULL REFERENCES tables (id), n INTEGER NOT NULL, at BIGINT NOT NULL,"
    " kind TEXT NOT NULL, seat INTEGER NOT NULL, decision INTEGER NOT NULL, action INTEGER NOT NULL,"
    " detail TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (table_id, n))",
)


def play_some_moves(row: TableRow) -> list[StoredEntry]:
    """Return a log with two moves, one of them undone, and other entries."""
    match = Match(row)

    def add(kind: EntryKind, seat: int, action: int = 0, detail: str = "") -> None:
        decision = match.decision(seat) if kind == "play" else 0
        draft = StoredEntry(at=2**41, kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        match.commit(match.prepare(draft))

    for seat in (0, 1):
        add("arrive", seat)
    for seat in (0, 1):
        add("play", seat, match.table.legal(seat)[0])
    add("undo", 1, action=1)
    add("rename", 1, detail="Mira")
    return match.entries


def write_0_1(url: str, row: TableRow, entries: list[StoredEntry]) -> None:
    """Write a database as version 0.1 did."""
    engine = sa.create_engine(url)
    tables, seats, log = st.tables, st.seats, st.log
    with engine.begin() as connection:
        for statement in SCHEMA_0_1:
            connection.exec_driver_sql(statement)
        columns = [c for c in tables.c if c.name not in ("files", "server_part")]
        values = {
            COLUMNS_0_2.get(c.name, c.name): getattr(row, c.name) for c in columns if c.name not in ("options", "key")
        }
        connection.execute(
            sa.table("tables", *(sa.column(COLUMNS_0_2.get(c.name, c.name)) for c in columns)).insert(),
            {**values, "options": msgspec.json.encode(row.options).decode(), "key": row.key.hex()},
        )
        columns = [c for c in seats.c if c.name not in ("invitation_hash", "part")]
        for seat in row.seats:
            values = {c.name: getattr(seat, c.name) for c in columns if c.name != "table_id"}
            insert = sa.table("seats", *(sa.column(c.name) for c in columns)).insert()
            connection.execute(insert, {"table_id": row.id, **values})
        for entry in entries:
            old = {**msgspec.structs.asdict(entry), "kind": KINDS_0_2.get(entry.kind, entry.kind)}
            connection.execute(log.insert(), {"table_id": row.id, **old})
    engine.dispose()


def test_a_database_of_0_1_is_migrated_and_its_games_continue(url: str, tmp_path: Path) -> None:
    row = make_table_row()
    entries = play_some_moves(row)
    write_0_1(url, row, entries)
    Storage(url).close()
    storage = Storage(url)
    assert storage.read_table("t") == row
    assert storage.read_log("t") == entries
    inspector = sa.inspect(storage._engine)
    assert set(inspector.get_table_names()) == {*st.metadata.tables, "alembic_version"}
    for name, table in st.metadata.tables.items():
        assert {c["name"] for c in inspector.get_columns(name)} == set(table.columns.keys())
    storage.close()

    async def play_on() -> None:
        async with open_server(tmp_path, url=url) as server:
            table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
            me, other = await server.join(table, 0), await server.join(table, 1)
            assert (me.welcome.read_only, me.welcome.deal_hash) == ("", ""), "the server dealt without parts"
            assert [p.name for p in me.view.players] == ["P0", "Mira"]
            assert (await other.play_legal()).decision == 3
            await me.play_legal()
            handed = await other.request(m.HandOver(), m.Invitation)
            sit = m.ClaimSeat("t", handed.token, new_token())
            assert (await Client(server.hub).request(sit, m.Welcome)).seat == 1
            old = m.Join("t", "token 1")
            assert (await Client(server.hub).request(old, m.Refused)).reason == "handed_over"

    run(play_on())


def test_a_table_of_0_1_does_not_wait_for_players(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    write_0_1(url, make_table_row(), [])

    async def play() -> None:
        async with open_server(tmp_path, url=url) as server:
            table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
            me = await server.join(table, 0)
            assert (me.view.not_ready, me.view.players[1].kind) == ([], "open")
            await me.play_legal()
            assert (await me.request(m.Invite(1), m.Refused)).reason == "not_allowed", "the seat has a secret already"
            other = await server.join(table, 1)
            await other.play_legal()

    run(play())


def test_an_unknown_schema_version_is_refused(url: str) -> None:
    write_0_1(url, make_table_row(), [])
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET version = 9")
    engine.dispose()
    with pytest.raises(UnusableDatabase, match=r"cannot be used.* is 9"):
        Storage(url)


def test_an_invalid_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(UnusableDatabase, match="is not an SQLite database"):
        Storage(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with pytest.raises(UnusableDatabase, match="invalid --database"):
        Storage("nonsense")


def test_a_read_only_database_is_refused_at_startup(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    Storage(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        Storage(f"sqlite:///file:{path}?mode=ro&uri=true")


# ---------------------------------------------------------------------- restarts


@async_test
async def test_a_restart_resumes_tables_and_their_bots(url: str, tmp_path: Path) -> None:
    async with open_server(tmp_path, url=url) as first:
        table = await first.open_table("me", "easy", first="1")
        me = await first.join(table, 0)
        for _ in range(3):
            await me.play_legal()
        before, log = await me.wait_for_view(lambda v: v.legal), list(me.log)
    async with open_server(tmp_path, url=url) as second:
        again = await second.join(table, 0)
        assert again.log == log
        same = msgspec.structs.replace(again.view, log=before.log, log_from=before.log_from)
        assert same == before
        await again.play_legal()
        await again.wait_for_view(lambda v: v.legal)


@async_test
async def test_a_bot_moves_after_a_restart_if_it_is_its_turn(tmp_path: Path) -> None:
    async with open_server(tmp_path) as first:
        table = await first.open_table("me", "easy", first="1", pause_ms=5000)
        me = await first.join(table, 0)
        await me.play_legal()
    async with open_server(tmp_path) as second:
        again = await second.join(table, 0)
        again.send(m.SetPause(0))
        await again.wait_for_view(lambda v: v.pause_ms == 0)
    async with open_server(tmp_path) as third:
        again = await third.join(table, 0)
        await again.wait_for_view(lambda v: v.legal)
        assert sum(e.kind == "play" for e in third.hub.rooms[table.table].match.entries) > 1


@async_test
async def test_a_table_with_an_inconsistent_log_is_read_only(tmp_path: Path) -> None:
    async with open_server(tmp_path) as first:
        table = await first.open_table("me", "easy", first="1")
        me = await first.join(table, 0)
        for _ in range(4):
            await me.play_legal()
        await me.wait_for_view(lambda v: v.legal)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE log SET digest = 'other' WHERE n = 4")
    engine.dispose()
    async with open_server(tmp_path) as second:
        again = await second.join(table, 0)
        assert "after entry 4" in again.welcome.read_only
        assert again.view.legal == []
        assert again.log, "the consistent part of the log is shown"
        assert not again.view.undo.possible
        assert (await again.request(m.PlayAction(again.view.decision, 0), m.Refused)).reason == "read_only"
        assert (await again.request(m.SetPause(0), m.Refused)).reason == "read_only"


@async_test
async def test_a_table_of_another_rules_version_is_read_only(tmp_path: Path) -> None:
    async with open_server(tmp_path) as first:
        table = await first.open_table("me", "easy", first="1")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET rules_version = 99")
    engine.dispose()
    async with open_server(tmp_path) as second:
        again = await second.join(table, 0)
        assert "version 99" in again.welcome.read_only
        assert again.view.legal == []
        assert again.view.undo.why == again.welcome.read_only
        assert (await again.request(m.PlayAction(0, 0), m.Refused)).reason == "read_only"


@server_test()
async def test_a_failed_commit_is_not_acknowledged_and_unloads_the_table(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    next_entry = make_entry(len(server.room(table).match.entries))
    await server.hub.storage.append(table.table, next_entry)  # by another writer
    me.send(m.PlayAction(0, me.view.legal[0]))
    await me.wait_until(lambda: me.close_code == 1012)
    assert not me.messages(m.Ack)
    assert table.table not in server.hub.rooms


@server_test()
async def test_idle_tables_leave_the_memory(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    room = server.room(table)
    assert not room.idle
    await me.close()
    assert room.idle
    server.hub.drop_room(room)
    again = await server.join(table, 0)
    assert again.view.players[0].kind == "person"
