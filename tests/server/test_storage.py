"""The log: stored before it is told, resumed after a restart, refused when it does not fit."""

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
from gamut.server import messages as m
from gamut.server import storage as st
from gamut.server.entry_kinds import EntryKind
from gamut.server.hub import Hub
from gamut.server.match import Match
from gamut.server.secret import hash_token, new_token
from gamut.server.storage import BadDatabase, Entry, SeatRow, Storage, StorageFailed, TableRow
from tests.server.kit import FAST, Browser, House, house, run


def a_table(name: str = "t", **changed: object) -> TableRow:
    seats = tuple(
        SeatRow(seat=k, kind="open", name=f"P{k}", level=None, token_hash=hash_token(f"token {k}"))
        for k in range(2)
    )  # fmt: skip
    row = TableRow(
        id=name, made=1, game="mixx", rules=games.find("mixx").version,
        options={"first": "1", "stock": 8, "motifs": 8, "line": False}, files={}, key=b"k" * 16, host=0, pause_ms=5,
        watch_hash=hash_token("watch"), seats=seats,
    )  # fmt: skip
    return msgspec.structs.replace(row, **changed)


def an_entry(n: int) -> Entry:
    return Entry(n=n, at=2**41, kind="act", seat=1, decision=n, action=639, digest="d")


def test_what_is_stored_is_found_again(url: str) -> None:
    table = a_table(files={"cards": "[[card]]\nname = 'é'\n"})

    async def work(storage: Storage) -> None:
        await storage.open_table(table)
        await asyncio.gather(*(storage.append("t", an_entry(n)) for n in range(50)))

    storage = Storage(url)
    run(work(storage))
    storage.close()
    storage = Storage(url)
    assert storage.read_table("t") == table
    assert storage.read_log("t") == [an_entry(n) for n in range(50)]
    assert storage.read_table("nowhere") is None
    assert storage.read_log("nowhere") == []
    storage.close()


def test_many_entries_share_a_commit_and_a_bad_one_harms_no_other(url: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.open_table(a_table())
        await storage.append("t", an_entry(0))
        before = storage.writer.commits
        entries = [an_entry(0), *(an_entry(n) for n in range(1, 200))]
        answers = await asyncio.gather(*(storage.append("t", e) for e in entries), return_exceptions=True)
        assert isinstance(answers[0], StorageFailed)
        assert answers[1:] == [None] * 199
        more = [storage.append("t", an_entry(n)) for n in range(200, 600)]
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


def with_steps(folder: Path, *steps: str) -> Path:
    """A copy of the migrations with more steps."""
    copy = folder / f"migrations-{len(steps)}"
    shutil.copytree(st.MIGRATIONS, copy)
    last = len(list((st.MIGRATIONS / "versions").glob("v*.py")))
    for k, what in enumerate(steps):
        text = NEXT.format(revision=last + k + 1, before=last + k, what=what)
        (copy / "versions" / f"v{last + k + 1}_more.py").write_text(text)
    return copy


SEASON = 'op.add_column("tables", sa.Column("season", sa.Integer, nullable=False, server_default="7"))'
EXTRA = 'op.create_table("extra", sa.Column("x", sa.Integer))'


def test_an_older_database_is_migrated(url: str, tmp_path: Path) -> None:
    old = Storage(url)
    run(old.open_table(a_table()))
    old.close()
    Storage(url, with_steps(tmp_path, SEASON)).close()
    new = Storage(url, with_steps(tmp_path, SEASON, EXTRA))
    with new._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT season FROM tables").scalar_one() == 7
        assert sa.inspect(connection).has_table("extra")
    new.close()


def test_a_migration_that_fails_changes_nothing(url: str, tmp_path: Path) -> None:
    Storage(url).close()
    with pytest.raises(BadDatabase):
        Storage(url, with_steps(tmp_path, EXTRA, 'op.execute("no SQL at all")'))
    again = Storage(url)
    assert not sa.inspect(again._engine).has_table("extra")
    again.close()


def test_a_newer_database_is_refused(url: str, tmp_path: Path) -> None:
    Storage(url, with_steps(tmp_path, EXTRA)).close()
    with pytest.raises(BadDatabase, match="newer Gamut"):
        Storage(url)


def test_the_migrations_make_the_schema_that_the_code_uses(url: str) -> None:
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


def some_log(row: TableRow) -> list[Entry]:
    """Two moves, one of them taken back, and other things that happen at a table."""
    match = Match(row)

    def happen(kind: EntryKind, seat: int, action: int = 0, detail: str = "") -> None:
        decision = match.decision(seat) if kind == "act" else 0
        draft = Entry(at=2**41, kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        match.commit(match.prepare(draft))

    for seat in (0, 1):
        happen("sit", seat)
    for seat in (0, 1):
        happen("act", seat, match.table.legal(seat)[0])
    happen("take_back", 1, action=1)
    happen("rename", 1, detail="Mira")
    return match.log


def write_0_1(url: str, row: TableRow, entries: list[Entry]) -> None:
    """A database as Gamut 0.1 left it."""
    engine = sa.create_engine(url)
    tables, seats, log = st.tables, st.seats, st.log
    with engine.begin() as connection:
        for statement in SCHEMA_0_1:
            connection.exec_driver_sql(statement)
        columns = [c for c in tables.c if c.name not in ("files", "server_part")]
        values = {c.name: getattr(row, c.name) for c in columns if c.name not in ("options", "key")}
        connection.execute(
            sa.table("tables", *(sa.column(c.name) for c in columns)).insert(),
            {**values, "options": msgspec.json.encode(row.options).decode(), "key": row.key.hex()},
        )
        columns = [c for c in seats.c if c.name not in ("invite_hash", "part")]
        for seat in row.seats:
            values = {c.name: getattr(seat, c.name) for c in columns if c.name != "table_id"}
            insert = sa.table("seats", *(sa.column(c.name) for c in columns)).insert()
            connection.execute(insert, {"table_id": row.id, **values})
        for entry in entries:
            connection.execute(log.insert(), {"table_id": row.id, **msgspec.structs.asdict(entry)})
    engine.dispose()


def test_a_database_of_0_1_is_taken_over_and_its_games_go_on(url: str, tmp_path: Path) -> None:
    row = a_table()
    entries = some_log(row)
    write_0_1(url, row, entries)
    Storage(url).close()
    storage = Storage(url)
    assert storage.read_table("t") == row
    assert storage.read_log("t") == entries
    found = sa.inspect(storage._engine)
    assert set(found.get_table_names()) == {*st.metadata.tables, "alembic_version"}
    for name, table in st.metadata.tables.items():
        assert {c["name"] for c in found.get_columns(name)} == set(table.columns.keys())
    storage.close()

    async def play_on() -> None:
        async with house(tmp_path, url=url) as h:
            table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
            me, other = await h.join(table, 0), await h.join(table, 1)
            assert (me.welcome.read_only, me.welcome.deal_hash) == ("", ""), "dealt by the server alone"
            assert [p.name for p in (me.view or me.heard[-1]).players] == ["P0", "Mira"]
            assert (await other.act()).decision == 3
            await me.act()
            handed = await other.ask(m.HandOver(), m.Invited)
            sit = m.Claim("t", handed.token, new_token())
            assert (await Browser(h.hub).ask(sit, m.Welcome)).seat == 1
            old = m.Join("t", "token 1")
            assert (await Browser(h.hub).ask(old, m.Refused)).reason == "handed_over"

    run(play_on())


def test_a_table_of_0_1_waits_for_nobody(tmp_path: Path) -> None:
    """Its seats have their secrets at once, whether somebody has come or not."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    write_0_1(url, a_table(), [])

    async def play() -> None:
        async with house(tmp_path, url=url) as h:
            table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
            me = await h.join(table, 0)
            assert me.view
            assert (me.view.waiting, me.view.players[1].kind) == ([], "open")
            await me.act()
            assert (await me.ask(m.Invite(1), m.Refused)).reason == "not_allowed", "that seat has its link"
            other = await h.join(table, 1)
            await other.act()

    run(play())


def test_another_count_of_schema_versions_is_refused(url: str) -> None:
    write_0_1(url, a_table(), [])
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET version = 9")
    engine.dispose()
    with pytest.raises(BadDatabase, match=r"cannot be used.* is 9"):
        Storage(url)


def test_nonsense_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(BadDatabase, match="is no SQLite database"):
        Storage(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with pytest.raises(BadDatabase, match="cannot be used"):
        Storage("nonsense")


def test_a_database_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    Storage(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    with pytest.raises(BadDatabase, match="cannot be used"):
        Storage(f"sqlite:///file:{path}?mode=ro&uri=true")


# ---------------------------------------------------------------------- tables over a restart


def test_a_restart_resumes_tables_and_their_bots(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path, url=url) as first:
            table = await first.open("me", "easy", first="1")
            me = await first.join(table, 0)
            for _ in range(3):
                await me.act()
            before, log = await me.sees(lambda v: v.legal), list(me.log)
        async with house(tmp_path, url=url) as second:
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
            again.send(m.Pause(0))
            await again.sees(lambda v: v.pause_ms == 0)
        async with house(tmp_path) as third:
            again = await third.join(table, 0)
            await again.sees(lambda v: v.legal)
            assert sum(e.kind == "act" for e in third.hub.rooms[table.table].match.log) > 1

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
            assert "after entry 4" in again.welcome.read_only
            assert again.view
            assert again.view.legal == []
            assert again.log, "what fits is shown"
            assert not again.view.take_back.possible
            assert (await again.ask(m.Act(again.view.decision, 0), m.Refused)).reason == "read_only"
            assert (await again.ask(m.Pause(0), m.Refused)).reason == "read_only"

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
            assert "version 99" in again.welcome.read_only
            assert again.view
            assert again.view.legal == []
            assert again.view.take_back.why == again.welcome.read_only
            assert (await again.ask(m.Act(0, 0), m.Refused)).reason == "read_only"

    run(work())


def test_a_failed_commit_is_not_acknowledged_and_the_table_is_read_again(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "here", first="1")
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
        table = await h.open("me", "here", first="1")
        me = await h.join(table, 0)
        room = hub.rooms[table.table]
        assert not room.idle
        await me.close()
        assert room.idle
        hub.drop_room(room)
        again = await h.join(table, 0)
        assert again.view
        assert again.view.players[0].kind == "person"
        hub.say_goodbye()
        await asyncio.to_thread(hub.close)

    run(work())
