"""How long tables live, and what an operator can do with them."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from gamut.cli import app as command_line
from gamut.server import messages as m
from gamut.server import storage as st
from gamut.server.entry_kinds import EntryKind
from gamut.server.limits import AT_HOME, Limits
from gamut.server.storage import Entry, Storage
from gamut.server.table_keeping import count_tables, delete_tables, find_expired, list_tables
from tests.server.kit import FAST, Browser, House, house, in_house, run
from tests.server.test_storage import a_table, an_entry

DAY = 24 * 3600 * 1000
NOW = time.time_ns() // 1_000_000


def entry(n: int, kind: EntryKind, days_ago: float) -> Entry:
    return Entry(n=n, at=int(NOW - days_ago * DAY), kind=kind, digest="d")


async def fill(storage: Storage) -> None:
    """Tables of all ages; the names say whether they are to stay."""
    lives: dict[str, tuple[float, list[Entry]]] = {
        "unstarted-new": (3, []),
        "unstarted-old": (9, []),
        "unstarted-named": (9, [entry(0, "rename", 2)]),
        "playing-new": (40, [entry(0, "act", 30)]),
        "playing-old": (90, [entry(0, "act", 80)]),
        "finished-new": (90, [entry(0, "act", 80), entry(1, "end", 20)]),
        "finished-old": (300, [entry(0, "act", 290), entry(1, "end", 100)]),
    }
    for name, (age, entries) in lives.items():
        await storage.open_table(a_table(name, made=int(NOW - age * DAY)))
        for one in entries:
            await storage.append(name, one)


def test_tables_live_as_long_as_the_limits_say(url: str) -> None:
    storage = Storage(url)
    run(fill(storage))
    listed = storage.read(list_tables)
    assert {t.id.split("-")[0]: t.state for t in listed} == {
        "unstarted": "unstarted", "playing": "going on", "finished": "finished",
    }  # fmt: skip
    assert [t.last for t in listed] == sorted(t.last for t in listed)
    assert {t.id for t in listed if t.entries == 2} == {"finished-new", "finished-old"}

    def expired(limits: Limits) -> set[str]:
        return set(storage.read(lambda connection: find_expired(connection, limits, NOW)))

    assert expired(Limits()) == {"unstarted-old", "playing-old", "finished-old"}
    assert expired(replace(Limits(), unstarted_days=0.0, finished_days=10.0)) == {
        "playing-old", "finished-new", "finished-old",
    }  # fmt: skip
    assert expired(AT_HOME) == set(), "at home nothing is deleted"
    run(storage.change(lambda connection: delete_tables(connection, expired(Limits()))))
    assert storage.read(count_tables) == 4
    with storage._engine.connect() as connection:
        for table in (st.seats, st.log):
            left = connection.execute(sa.select(table.c.table_id).distinct()).scalars()
            assert not any(name.endswith("old") for name in left)
    storage.close()


def test_expired_tables_go_but_not_while_somebody_looks(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path, replace(FAST, unstarted_days=1e-9, abandoned_days=1e-9)) as h:
            gone, looked_at = await h.open("me", "here"), await h.open("me", "here")
            me = await h.join(looked_at, 0)
            assert await h.hub.delete_expired() == 1
            assert (await Browser(h.hub).ask(m.Join(gone.table, gone.watch), m.Refused)).reason == "unknown_table"
            await me.ask(m.Emote("thanks"), m.Emoted)

    run(work())


def test_a_game_that_is_over_is_known_to_be(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        played, given_up = await h.open("easy", "easy", stock=3, motifs=4), await h.open("me", "here")
        watch, me = await h.join(played), await h.join(given_up, 0)
        await watch.sees(lambda v: v.result)
        me.send(m.Resign())
        await me.sees(lambda v: v.result)
        for table in (played, given_up):
            while "end" not in (kinds := [e.kind for e in h.hub.storage.read_log(table.table)]):
                await asyncio.sleep(0.01)
            assert kinds.count("end") == 1
        assert {t.state for t in h.hub.storage.read(list_tables)} == {"finished"}
        moved = await watch.ask(m.Rematch(), m.Moved)
        assert moved.table != played.table

    in_house(tmp_path, test)


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def work() -> None:
        limits = replace(FAST, tables=2)
        async with house(tmp_path, limits) as h:
            await h.open("me", "here")
        async with house(tmp_path, limits) as h:
            table = await h.open("me", "here")
            with pytest.raises(m.RefusedError, match="as many tables as it can"):
                await h.open("me", "here")
            await h.hub.storage.change(lambda connection: delete_tables(connection, [table.table]))
            await h.hub.delete_expired()
            await h.open("me", "here")

    run(work())


def test_rematches_are_new_tables_too(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("easy", "easy", stock=3, motifs=4)
        watch = await h.join(table)
        await watch.sees(lambda v: v.result)
        account = h.hub.accounts.find("")
        while account.new_tables.take():
            pass
        refused = await watch.ask(m.Rematch(), m.Refused)
        assert (refused.reason, "new tables" in refused.text) == ("too_often", True)

    in_house(tmp_path, test, replace(FAST, tables_per_minute=0, table_burst=2))


def test_a_table_stores_only_so_much_beside_moves(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "easy", first="1")
        me = await h.join(table, 0)
        for k in range(12):
            me.send(m.Rename(f"Name {k}"))
        refused = await me.ask(m.Rename("one more"), m.Refused)
        assert (refused.reason, "only moves" in refused.text) == ("too_often", True)
        assert (await me.ask(m.Pause(0), m.Refused)).reason == "too_often"
        while not (await me.sees(lambda v: v.legal or v.result)).result:
            await me.act()
        assert len(h.hub.rooms[table.table].match.log) > 12, "the game came to its end"

    in_house(tmp_path, test, replace(FAST, rows_per_table=10))


# ---------------------------------------------------------------------- the command line


def command(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(command_line, ["tables", *words], input=typed)
    return result.exit_code, result.output


def test_an_operator_lists_exports_and_deletes_while_the_server_runs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    storage = Storage(url)
    run(fill(storage))
    run(storage.append("unstarted-new", an_entry(0)))
    code, said = command("list", "--database", url)
    assert code == 0
    assert "playing-old" in said
    assert "7 of 7 tables" in said
    code, said = command("list", "--database", url, "--state", "finished", "--days", "50", "--json")
    assert [t["id"] for t in json.loads(said)["tables"]] == ["finished-old"]
    file = tmp_path / "table.json"
    code, said = command("export", "unstarted-new", "--database", url, "--to", str(file))
    assert code == 0
    exported = json.loads(file.read_bytes())
    assert file.stat().st_mode & 0o777 == 0o600
    assert exported["table"]["key"] == a_table().key.hex()
    assert [e["n"] for e in exported["log"]] == [0]
    assert len(exported["seats"]) == 2
    assert json.loads(command("export", "unstarted-new", "--database", url)[1]) == exported
    result = CliRunner().invoke(
        command_line, ["tables", "export", "unstarted-new", "--database", url, "--to", str(tmp_path)]
    )
    assert str(result.exception) == f"{tmp_path} cannot be written: Is a directory"
    for words in (["unstarted-new"], ["unstarted-new", "nowhere", "--yes"]):  # not confirmed, or not there
        code, said = command("delete", *words, "--database", url, typed="n\n")
        assert code == 1
        assert storage.read_table("unstarted-new")
    code, said = command("delete", "unstarted-new", "--yes", "--database", url)
    assert (code, "1 of 1 deleted" in said) == (0, True)
    assert storage.read_table("unstarted-new") is None
    storage.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["export", "nowhere"], "there is no table nowhere"),
        (["delete", "nowhere"], "there is no table nowhere; `gamut tables list` shows those that are there"),
        (["list"], "there is no database"),
    ],
)
def test_what_is_not_there_is_said_in_words(tmp_path: Path, words: list[str], why: str) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    if words[0] != "list":
        Storage(url).close()
    result = CliRunner().invoke(command_line, ["tables", *words, "--database", url])
    assert why in str(result.exception)
    if words[0] == "list":
        assert not (tmp_path / "tables.sqlite").exists(), "looking makes no database"
