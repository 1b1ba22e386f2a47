"""Several processes on one PostgreSQL database: the log decides, and each follows what the others do."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from gamut.server.storage import cluster
from gamut.server.storage.database import Storage, make_engine
from gamut.server.storage.lock import DatabaseInUse, lock_session
from gamut.server.storage.writer import EntryConflict, StorageFailed
from gamut.server.tables.seat_secrets import new_token
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudgets
from gamut.server.wire.limits import Limits
from tests.server.in_process_server import (
    Client,
    InProcessServer,
    async_test,
    invitation_token,
    open_server,
    poll,
    run,
)
from tests.server.test_database_faults import OPEN
from tests.server.test_storage import make_entry, make_table_row


@asynccontextmanager
async def open_two(folder: Path, url: str) -> AsyncIterator[tuple[InProcessServer, InProcessServer]]:
    """Two servers on one database, which share nothing else."""
    async with open_server(folder, url=url) as first, open_server(folder, url=url) as second:
        yield first, second


# ---------------------------------------------------------------------- storage


def test_of_two_entries_with_the_same_number_one_is_stored(postgres_url: str) -> None:
    first, second = Storage(postgres_url), Storage(postgres_url)

    async def work() -> None:
        for table in ("t", "u"):
            await first.open_table(make_table_row(table))
        answers = await asyncio.gather(
            *(storage.append(table, make_entry(0)) for storage in (first, second) for table in ("t", "u")),
            *(storage.append("t", make_entry(0)) for storage in (first, second)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers if answer is not None] == [EntryConflict] * 4
        await second.append("t", make_entry(1))
        with pytest.raises(EntryConflict):
            await first.append("t", make_entry(1))

    run(work())
    assert first.read_log("t") == [make_entry(0), make_entry(1)]
    assert (first.writer.problem, second.writer.problem) == ("", "")
    first.close()
    second.close()


def test_a_conflict_costs_only_its_own_table(postgres_url: str) -> None:
    first, second = Storage(postgres_url), Storage(postgres_url)
    names = [f"t{k}" for k in range(40)]

    async def work() -> None:
        await asyncio.gather(*(first.open_table(make_table_row(name)) for name in names))
        await asyncio.gather(*(second.append(name, make_entry(0)) for name in names[::2]))
        answers = await asyncio.gather(
            *(first.append(name, make_entry(0)) for name in reversed(names)), return_exceptions=True
        )
        assert [answer is None for answer in reversed(answers)] == [False, True] * 20

    run(work())
    assert first.writer.conflicts == 20
    first.close()
    second.close()


def test_the_transaction_of_a_stopped_process_ends(postgres_url: str) -> None:
    """Its uncommitted entry must not keep the others waiting for ever."""
    storage, stopped = Storage(postgres_url), make_engine(postgres_url)
    run(storage.open_table(make_table_row()))
    with stopped.connect() as connection:
        connection.exec_driver_sql("INSERT INTO log VALUES ('t', 0, 0, 'pause', 0, 0, 0, '', '')")

        async def append() -> None:
            for _ in range(5):
                try:
                    await storage.append("t", make_entry(0))
                    return
                except StorageFailed:
                    await asyncio.sleep(0.2)
            raise AssertionError("the entry was not stored")

        run(append())
        with pytest.raises(sa.exc.DBAPIError, match="idle-in-transaction"):
            connection.exec_driver_sql("SELECT 1")
    stopped.dispose()
    storage.close()


def test_several_simultaneous_first_starts_migrate_once(postgres_url: str) -> None:
    program = OPEN.replace("lock_timeout_s=0", "lock_timeout_s=60")
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", program, postgres_url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    errors = [process.communicate("\n", timeout=100)[1] for process in starting]
    assert [process.returncode for process in starting] == [0, 0, 0], errors


def test_a_schema_is_not_migrated_while_another_version_uses_it(postgres_url: str) -> None:
    running = Storage(postgres_url)
    with running._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '5'")
    with pytest.raises(DatabaseInUse, match="a Gamut server of another version uses this database"):
        Storage(postgres_url, lock_timeout_s=0.3)
    with running._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '6'")
    running.close()
    other = make_engine(postgres_url)
    with other.connect() as connection:
        assert lock_session(connection, shared=False), "a closed storage leaves no lock"
    other.dispose()


# ---------------------------------------------------------------------- tables


@async_test
async def test_a_game_is_played_across_two_processes(postgres_url: str, tmp_path: Path) -> None:
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "here", first="1", stock=3, motifs=4)
        here, there = await first.join(table, 0), await second.join(table, 1)
        clients = (here, there)
        while not here.view.result:
            mover, other = clients if here.view.legal else clients[::-1]
            view = await mover.play_legal()
            await other.wait_for_view(lambda v, serial=view.serial: v.serial == serial)  # type: ignore[misc]
            assert (here.view.game_view, here.log) == (there.view.game_view, there.log)
        stored = first.hub.storage
        await poll(lambda: stored.read_log(table.table)[-1].kind == "end", "the end to be stored")
        for server in (first, second):
            await server.room(table).read_on()
            assert server.room(table).match.entries == stored.read_log(table.table)
        replays = [await server.hub.replays.find(table.table, "") for server in (first, second)]
        assert replays[0] == replays[1]


@async_test
async def test_a_lost_notification_is_only_a_delay(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.Cluster, "announce_entry", lambda *_: None)
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "here", first="1")
        here, there = await first.join(table, 0), await second.join(table, 1)
        view = await here.play_legal()
        await there.wait_for_view(lambda v: v.serial == view.serial)
        assert second.hub.storage.cluster
        assert second.hub.storage.cluster.missed > 0


@async_test
async def test_a_process_that_is_behind_checks_again(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It receives nothing from the others: the database alone decides."""
    monkeypatch.setattr(cluster.Cluster, "_exchange_once", lambda *_: None)
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "here", first="1")
        one, same = await first.join(table, 0), await second.join(table, 0)
        view = one.view
        await one.play(view.legal[0])
        assert same.view.decision == view.decision, "it does not know of it"
        again = await same.request(m.PlayAction(view.decision, view.legal[0]), m.Ack)
        assert again.decision == view.decision, "a repeated action is acknowledged and stored once"
        assert sum(e.kind == "play" for e in second.hub.storage.read_log(table.table)) == 1
        other, other_behind = await first.join(table, 1), await second.join(table, 1)
        legal = other.view.legal
        await other.play(legal[0])
        refused = await other_behind.request(m.PlayAction(0, legal[1]), m.Refused)
        assert refused.reason == "stale"
        await other_behind.wait_for_view(lambda v: v.decision == 1)
        assert other_behind.view.game_view == other.view.game_view


@async_test
async def test_a_seat_is_taken_once(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster.Cluster, "_exchange_once", lambda *_: None)
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "link")
        late = await second.open_invitation(table, 1)
        secret = new_token()
        taken = await first.open_invitation(table, 1)
        await taken.request(m.ClaimSeat(table.table, invitation_token(table, 1), secret, "Mira"), m.Welcome)
        claim = m.ClaimSeat(table.table, invitation_token(table, 1), new_token(), "Late")
        assert (await late.request(claim, m.Refused)).reason == "used"
        other = Client(second.hub)
        assert (await other.request(m.Join(table.table, secret), m.Welcome)).seat == 1, (
            "the new secret works everywhere"
        )


@async_test
async def test_presence_and_the_bots_of_a_table(postgres_url: str, tmp_path: Path) -> None:
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "easy", first="1")
        host, watch = await first.join(table, 0), await second.join(table)
        await watch.wait_for_view(lambda v: v.players[0].connected)
        await host.play_legal()
        await watch.wait_for_view(lambda v: 0 in v.actors and v.serial >= 3)
        assert not second.room(table).bots.playing
        await host.close()
        await watch.wait_for_view(lambda v: not v.players[0].connected)
        assert watch.view.players[0].stand_in_from is not None
        moved = await second.rejoin(host)
        assert second.room(table)._find_paying_address() is not None
        await moved.play_legal()
        await moved.wait_for_view(lambda v: v.legal)


@async_test
async def test_the_duties_of_a_process_end_with_its_lease(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "here", "easy", game="colori")
        host, other = await first.join(table, 0), await second.join(table, 1)
        await other.wait_for_view(lambda v: v.players[0].connected)
        assert second.room(table)._find_paying_address() is None, "the host's process plays for the bot"
        assert first.hub.storage.cluster
        monkeypatch.setattr(first.hub.storage.cluster, "_exchange_once", lambda _: None)  # as if it were stopped
        await other.wait_for_view(lambda v: not v.players[0].connected)
        assert second.room(table)._find_paying_address() is not None
        assert host.close_code is None


@async_test
async def test_emotes_and_proposals_reach_the_other_process(postgres_url: str, tmp_path: Path) -> None:
    async with open_two(tmp_path, postgres_url) as (first, second):
        table = await first.open_table("me", "here", first="1", stock=3, motifs=4)
        here, there = await first.join(table, 0), await second.join(table, 1)
        other = second.hub.storage.cluster
        await poll(lambda: other and other.received, "a beat of the other process")
        here.send(m.Emote("thanks"))
        assert await there.wait_for(m.EmoteShown) == m.EmoteShown(seat=0, emote="thanks")
        await here.resign()
        await there.wait_for_view(lambda v: v.result)
        here.send(m.Rematch())
        proposal = (await there.wait_for_view(lambda v: v.proposal)).proposal
        assert proposal
        assert (proposal.kind, proposal.unanswered) == ("rematch", [1])
        there.send(m.AnswerProposal(True))
        started = [await client.wait_for(m.RematchStarted) for client in (here, there)]
        assert started[0].table == started[1].table
        assert len([e for e in first.hub.storage.read_log(table.table) if e.kind == "rematch"]) == 1


# ---------------------------------------------------------------------- budgets


def test_budgets_are_shared() -> None:
    limits = Limits(join_burst=16, tables_per_address=4, connections_per_address=10)
    here, there = AddressBudgets(limits), AddressBudgets(limits)
    budget = here.find("192.0.2.1")
    assert here.take_usage() == {}
    assert budget.joins.take(10)
    here.begin_table("t", budget)
    budget.connections += 1
    there.add_usage(here.take_usage(), "p")
    assert here.take_usage() == {}, "it is reported once"
    other = there.find("192.0.2.1")
    assert not other.joins.has(8)
    assert other.joins.has(5)
    assert there.take_usage() == {}, "what others have used is not reported back"
    assert (other.all_connections, other.all_tables) == (1, 1)
    there.begin_table("u", other)
    assert other.all_tables == 2
    there.drop_usage({"q"})
    assert (other.all_connections, other.all_tables) == (0, 1), "what is held ends with its process"
