"""The checker of histories accepts what two processes do, and finds planted bugs."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut.server.storage import cluster, writer
from gamut.server.storage.cluster import Cluster
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import StoredEntry
from gamut.server.storage.schema import log
from gamut.server.storage.writer import EntryConflict
from gamut.server.tables.room import Room
from gamut.server.wire import messages as m
from gamut.server.wire.connection import Connection
from tests.faults.history import Action, History, ViewReader, check_history
from tests.faults.processes import run_here
from tests.server.in_process_server import Client, InProcessServer, open_server, run

TABLES, ACTIONS, MAX_PLAY_S = 3, 80, 20.0  # to acknowledge in all tables together
SETTLE_S = 2.5  # more than a poll takes
REPEATED, MOVING = 0.3, 0.15  # how often an action is sent twice, and a client changes the server


@dataclass
class Phase:
    """What the players do now: act, then only watch until the end."""

    acting: bool = True
    ended: bool = False


class Player:
    """Plays a seat at random over changing servers, or watches, and records everything. It stays for the end."""

    def __init__(self, servers: Sequence[InProcessServer], table: m.NewTable, seat: int, name: str) -> None:
        self.servers, self.table, self.seat, self.name = servers, table, seat, name
        self.pick = random.Random(name)

    async def play(self, history: History, phase: Phase) -> None:
        while not phase.ended:
            await self.play_on(self.pick.choice(self.servers), history, phase)

    async def play_on(self, server: InProcessServer, history: History, phase: Phase) -> None:
        """Play over one connection."""
        client = Client(server.hub)
        client.part = ""  # all parts have been added
        token = self.table.spectator_token if self.seat < 0 else self.table.seats[self.seat].token
        client.send(m.Join(self.table.table, token))
        reader, read, view = ViewReader(), 0, None
        sent: dict[int, Action] = {}
        while not phase.ended and client.close_code is None:
            await asyncio.sleep(0.01)
            for text in client.raw_messages[read:]:
                message = msgspec.json.decode(text)
                if message["type"] == "view":
                    history.seen[self.name].append(reader.read(self.table.table, self.seat, message))
                    view = message
                elif message["type"] == "ack":
                    history.acknowledged.setdefault(sent[message["decision"]], time.monotonic())
            read = len(client.raw_messages)
            if phase.acting and view and view["legal"] and view["decision"] not in sent:
                if self.pick.random() < MOVING:
                    break
                action = Action(self.table.table, self.seat, view["decision"], self.pick.choice(view["legal"]))
                sent[view["decision"]] = action
                history.sent.setdefault(action, time.monotonic())
                for _ in range(1 + (self.pick.random() < REPEATED)):
                    client.send(m.PlayAction(action.decision, action.action))
        await client.close()


async def play_at_random(folder: Path, url: str) -> tuple[list[str], int]:
    """Play with two clients per seat on two servers; return what is wrong, and how much was acknowledged."""
    history = History()
    async with open_server(folder, url=url) as first, open_server(folder, url=url) as second:
        tables = [await first.open_table("me", "here") for _ in range(TABLES)]
        phase, deadline = Phase(), time.monotonic() + MAX_PLAY_S
        players = [
            Player((first, second), table, seat, f"{table.table} seat {seat}, client {copy}")
            for table in tables
            for seat in (-1, 0, 1)
            for copy in range(2)
        ]
        playing = [asyncio.create_task(player.play(history, phase)) for player in players]
        while len(history.acknowledged) < ACTIONS and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        phase.acting = False
        await asyncio.sleep(SETTLE_S)
        phase.ended = True
        await asyncio.gather(*playing)
        storage = first.hub.storage
        stored = {}
        for table in tables:
            row = storage.read_table(table.table)
            assert row
            stored[table.table] = row, storage.read_log(table.table)
    return check_history(history, stored), len(history.acknowledged)


@pytest.mark.slow
def test_two_processes_behave_like_one(postgres_url: str, tmp_path: Path) -> None:
    problems, acknowledged = run(play_at_random(tmp_path, postgres_url))
    assert problems == []
    assert acknowledged > 0


@pytest.mark.long
def test_three_processes_behave_like_one_under_faults(postgres: str) -> None:
    report = run_here(processes=3, tables=4, faults=12, interval=2.0, pace=0.1)
    assert report["problems"] == []
    assert report["acknowledged"] > 50
    assert report["reconnections"] > 0
    assert report["codes"] == [0, 0, 0]


# ---------------------------------------------------------------------- planted bugs

Patch = pytest.MonkeyPatch
PLAY, APPEND, JOIN, FOLLOW = Room._play, Storage.append, Room.join, Room._follow
INSERT = writer.insert_unless_stored


def acknowledge_what_was_overtaken(patch: Patch) -> None:
    async def play(self: Room, connection: Connection, seat: int, message: m.PlayAction) -> None:
        try:
            await PLAY(self, connection, seat, message)
        except EntryConflict:
            await self._read_on()
            connection.send(m.Ack(message.decision))

    patch.setattr(Room, "_play", play)


def acknowledge_every_action_of_an_old_decision(patch: Patch) -> None:
    async def play(self: Room, connection: Connection, seat: int, message: m.PlayAction) -> None:
        if message.decision < self.match.decision(seat):
            connection.send(m.Ack(message.decision))
        else:
            await PLAY(self, connection, seat, message)

    patch.setattr(Room, "_play", play)


def ignore_conflicts(patch: Patch) -> None:
    def insert(*arguments: Any) -> list[Any]:
        INSERT(*arguments)
        return []

    patch.setattr(writer, "insert_unless_stored", insert)


def take_the_next_free_number(patch: Patch) -> None:
    async def append(self: Storage, table_id: str, entry: StoredEntry) -> None:
        for n in range(entry.n, entry.n + 5):
            try:
                await APPEND(self, table_id, msgspec.structs.replace(entry, n=n))
                return
            except EntryConflict:
                continue

    patch.setattr(Storage, "append", append)


def store_twice(patch: Patch) -> None:
    async def append(self: Storage, table_id: str, entry: StoredEntry) -> None:
        await APPEND(self, table_id, entry)
        if entry.n % 7 == 6:
            await APPEND(self, table_id, msgspec.structs.replace(entry, n=entry.n + 1))

    patch.setattr(Storage, "append", append)


def skip_a_number(patch: Patch) -> None:
    async def append(self: Storage, table_id: str, entry: StoredEntry) -> None:
        await APPEND(self, table_id, msgspec.structs.replace(entry, n=entry.n + (entry.n > 6)))

    patch.setattr(Storage, "append", append)


def acknowledge_before_the_commit(patch: Patch) -> None:
    async def append(self: Storage, table_id: str, entry: StoredEntry) -> None:
        if entry.n % 7 != 6:  # as if the process were killed
            await APPEND(self, table_id, entry)

    patch.setattr(Storage, "append", append)


def lose_the_last_entry(patch: Patch) -> None:
    async def append(self: Storage, table_id: str, entry: StoredEntry) -> None:
        await APPEND(self, table_id, entry)
        if entry.n == 8:  # as if the database returned to an earlier state
            await self.write(lambda connection: connection.execute(log.delete().where(log.c.n >= 7)))

    patch.setattr(Storage, "append", append)


def hear_nothing(patch: Patch) -> None:
    patch.setattr(Room, "follow_now", lambda *_: True)


def never_poll(patch: Patch) -> None:
    patch.setattr(Cluster, "announce_entry", lambda *_: None)
    patch.setattr(cluster, "POLL_INTERVAL_S", 1e9)


def follow_without_showing(patch: Patch) -> None:
    def follow(self: Room, entries: Sequence[StoredEntry]) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(self.audience, "queue_view", lambda *_: None)
            FOLLOW(self, entries)

    patch.setattr(Room, "_follow", follow)


def join_without_reading(patch: Patch) -> None:
    async def read_nothing() -> None:
        pass

    async def join(self: Room, connection: Connection, message: m.Join | m.ClaimSeat) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(self, "_read_on", read_nothing)
            await JOIN(self, connection, message)

    patch.setattr(Room, "join", join)
    patch.setattr(Cluster, "announce_entry", lambda *_: None)


def show_another_seat(patch: Patch) -> None:
    original = Room._get_seat_log

    async def get_seat_log(self: Room, seat: int, address: str) -> Any:
        return await original(self, 1 - seat if self.match.decision(0) > 3 else seat, address)

    patch.setattr(Room, "_get_seat_log", get_seat_log)


BUGS: list[Callable[[Patch], None]] = [
    acknowledge_what_was_overtaken, acknowledge_every_action_of_an_old_decision, ignore_conflicts,
    take_the_next_free_number, store_twice, skip_a_number, acknowledge_before_the_commit, lose_the_last_entry,
    hear_nothing, never_poll, follow_without_showing, join_without_reading, show_another_seat,
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_found(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bug: Callable[[Patch], None]
) -> None:
    bug(monkeypatch)
    problems, _ = run(play_at_random(tmp_path, postgres_url))
    assert problems != []
