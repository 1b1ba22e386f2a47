"""How long tables are kept, and `gamut tables` for operators."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from gamut.cli import app as command_line
from gamut.server.storage import schema as st
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import EntryKind, StoredEntry
from gamut.server.storage.retention import count_tables, delete_tables, find_expired, list_tables
from gamut.server.wire import messages as m
from gamut.server.wire.limits import LOCAL_LIMITS, Limits
from tests.server.in_process_server import (
    UNLIMITED,
    Client,
    InProcessServer,
    async_test,
    open_server,
    poll,
    run,
    server_test,
)
from tests.server.test_storage import make_entry, make_table_row

DAY = 24 * 3600 * 1000
NOW = time.time_ns() // 1_000_000


def entry(n: int, kind: EntryKind, days_ago: float) -> StoredEntry:
    return StoredEntry(n=n, at=int(NOW - days_ago * DAY), kind=kind, digest="d")


async def store_tables(storage: Storage) -> None:
    """Store tables of all ages; the names of those that expire end with "old"."""
    lives: dict[str, tuple[float, list[StoredEntry]]] = {
        "unstarted-new": (3, []),
        "unstarted-old": (9, []),
        "unstarted-named": (9, [entry(0, "rename", 2)]),
        "playing-new": (40, [entry(0, "play", 30)]),
        "playing-old": (90, [entry(0, "play", 80)]),
        "finished-new": (90, [entry(0, "play", 80), entry(1, "end", 20)]),
        "finished-old": (300, [entry(0, "play", 290), entry(1, "end", 100)]),
    }
    for name, (age, entries) in lives.items():
        await storage.open_table(make_table_row(name, created=int(NOW - age * DAY)))
        for one in entries:
            await storage.append(name, one)


def test_tables_expire_after_the_days_in_the_limits(url: str) -> None:
    storage = Storage(url)
    run(store_tables(storage))
    listed = storage.read(list_tables)
    assert {t.id.split("-")[0]: t.state for t in listed} == {
        "unstarted": "unstarted", "playing": "in progress", "finished": "finished",
    }  # fmt: skip
    assert [t.changed for t in listed] == sorted(t.changed for t in listed)
    assert {t.id for t in listed if t.entries == 2} == {"finished-new", "finished-old"}

    def expired(limits: Limits) -> set[str]:
        return set(storage.read(lambda connection: find_expired(connection, limits, NOW)))

    assert expired(Limits()) == {"unstarted-old", "playing-old", "finished-old"}
    assert expired(replace(Limits(), unstarted_days=0.0, finished_days=10.0)) == {
        "playing-old", "finished-new", "finished-old",
    }  # fmt: skip
    assert expired(LOCAL_LIMITS) == set(), "a local server deletes nothing"
    run(storage.write(lambda connection: delete_tables(connection, expired(Limits()))))
    assert storage.read(count_tables) == 4
    with storage._engine.connect() as connection:
        for table in (st.seats, st.log):
            left = connection.execute(sa.select(table.c.table_id).distinct()).scalars()
            assert not any(name.endswith("old") for name in left)
    storage.close()


@async_test
async def test_expired_tables_are_deleted_unless_a_client_is_connected(tmp_path: Path) -> None:
    async with open_server(tmp_path, replace(UNLIMITED, unstarted_days=1e-9, abandoned_days=1e-9)) as server:
        gone, looked_at = await server.open_table("me", "here"), await server.open_table("me", "here")
        me = await server.join(looked_at, 0)
        assert await server.hub.delete_expired() == 1
        assert (
            await Client(server.hub).request(m.Join(gone.table, gone.spectator_token), m.Refused)
        ).reason == "unknown_table"
        await me.request(m.Emote("thanks"), m.EmoteShown)


def end_kinds(server: InProcessServer, table: str) -> list[str]:
    return [entry.kind for entry in server.hub.storage.read_log(table) if entry.kind == "end"]


@server_test()
async def test_the_end_of_a_game_is_stored(server: InProcessServer) -> None:
    played, given_up = await server.open_table("easy", "easy", stock=3, motifs=4), await server.open_table("me", "here")
    watch, me = await server.join(played), await server.join(given_up, 0)
    await watch.wait_for_view(lambda v: v.result)
    me.send(m.Resign())
    await me.wait_for_view(lambda v: v.result)
    for table in (played, given_up):
        kinds = await poll(partial(end_kinds, server, table.table), "the stored end")
        assert len(kinds) == 1
    assert {t.state for t in server.hub.storage.read(list_tables)} == {"finished"}
    moved = await watch.request(m.Rematch(), m.RematchStarted)
    assert moved.table != played.table


@async_test
async def test_the_number_of_tables_is_limited(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, tables=2)
    async with open_server(tmp_path, limits) as server:
        await server.open_table("me", "here")
    async with open_server(tmp_path, limits) as server:
        table = await server.open_table("me", "here")
        with pytest.raises(m.RefusedError, match="can't hold any more games"):
            await server.open_table("me", "here")
        await server.hub.storage.write(lambda connection: delete_tables(connection, [table.table]))
        await server.hub.delete_expired()
        await server.open_table("me", "here")


@server_test(replace(UNLIMITED, tables_per_minute=0, table_burst=2))
async def test_rematches_count_as_new_tables(server: InProcessServer) -> None:
    table = await server.open_table("easy", "easy", stock=3, motifs=4)
    watch = await server.join(table)
    await watch.wait_for_view(lambda v: v.result)
    budget = server.hub.budgets.find("")
    while budget.new_tables.take():
        pass
    refused = await watch.request(m.Rematch(), m.Refused)
    assert (refused.reason, "new games" in refused.text) == ("too_often", True)


@server_test(replace(UNLIMITED, log_entries_per_table=10))
async def test_log_entries_besides_moves_are_limited(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1")
    me = await server.join(table, 0)
    for k in range(12):
        me.send(m.Rename(f"Name {k}"))
    refused = await me.request(m.Rename("one more"), m.Refused)
    assert (refused.reason, "is full" in refused.text) == ("too_often", True)
    assert (await me.request(m.SetPause(0), m.Refused)).reason == "too_often"
    while not (await me.wait_for_view(lambda v: v.legal or v.result)).result:
        await me.play_legal()
    assert len(server.room(table).match.entries) > 12, "the game was played to its end"


# ---------------------------------------------------------------------- gamut tables


def run_command(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(command_line, ["tables", *words], input=typed)
    return result.exit_code, result.output


def test_an_operator_lists_exports_and_deletes_while_the_server_runs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    storage = Storage(url)
    run(store_tables(storage))
    run(storage.append("unstarted-new", make_entry(0)))
    code, output = run_command("list", "--database", url)
    assert code == 0
    assert "playing-old" in output
    assert "7 of 7 tables" in output
    code, output = run_command("list", "--database", url, "--state", "finished", "--days", "50", "--json")
    assert [t["id"] for t in json.loads(output)["tables"]] == ["finished-old"]
    file = tmp_path / "table.json"
    code, output = run_command("export", "unstarted-new", "--database", url, "--to", str(file))
    assert code == 0
    exported = json.loads(file.read_bytes())
    assert file.stat().st_mode & 0o777 == 0o600
    assert exported["table"]["key"] == make_table_row().key.hex()
    assert [e["n"] for e in exported["log"]] == [0]
    assert len(exported["seats"]) == 2
    assert json.loads(run_command("export", "unstarted-new", "--database", url)[1]) == exported
    result = CliRunner().invoke(
        command_line, ["tables", "export", "unstarted-new", "--database", url, "--to", str(tmp_path)]
    )
    assert str(result.exception) == f"{tmp_path} cannot be written: Is a directory"
    for words in (["unstarted-new"], ["unstarted-new", "nowhere", "--yes"]):  # not confirmed, or missing
        code, output = run_command("delete", *words, "--database", url, typed="n\n")
        assert code == 1
        assert storage.read_table("unstarted-new")
    code, output = run_command("delete", "unstarted-new", "--yes", "--database", url)
    assert (code, "1 of 1 deleted" in output) == (0, True)
    assert storage.read_table("unstarted-new") is None
    storage.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "nowhere"], "unknown table nowhere"),
        (["delete", "nowhere"], "unknown table nowhere; `gamut tables list` lists all tables"),
        (["list"], "does not exist"),
    ],
)
def test_a_missing_table_or_database_is_reported(tmp_path: Path, words: list[str], message: str) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    if words[0] != "list":
        Storage(url).close()
    result = CliRunner().invoke(command_line, ["tables", *words, "--database", url])
    assert message in str(result.exception)
    if words[0] == "list":
        assert not (tmp_path / "tables.sqlite").exists(), "listing creates no database"
