"""Two deterministic servers that differ only in hidden information: no disk, no threads, no chance, no clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gamut.engine.table import Table
from gamut.server.storage.cluster import NOT_ELSEWHERE, Elsewhere
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import SECRET_KINDS, StoredEntry, TableRow
from gamut.server.tables import hub as hubs
from gamut.server.tables import match as matches
from gamut.server.tables import proposals, rendering, room, seat_secrets, seating
from gamut.server.tables.hub import NO_ADDRESS, Hub
from gamut.server.tables.match import Match
from gamut.server.tables.room import Room
from gamut.server.tables.table_bots import TableBots
from gamut.server.wire import messages as m
from tests.server.in_process_server import UNLIMITED, Client
from tests.server.toy_game import GAME

SEATS = range(3)
AWAY_MS = 60_000


async def run_now(hub: Hub, address: str, table_id: str, function: Callable[[], Any]) -> Any:
    """Run a function of the hub without a thread."""
    return function()


class MemoryStorage:
    """A storage without a disk."""

    cluster = None
    shared = False

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[StoredEntry]] = {}

    async def open_table(self, table: TableRow) -> None:
        self.rows[table.id], self.logs[table.id] = table, []

    async def append(self, table_id: str, entry: StoredEntry) -> None:
        self.logs[table_id].append(entry)

    def read_table(self, table_id: str) -> TableRow | None:
        return self.rows.get(table_id)

    def read_log(self, table_id: str) -> list[StoredEntry]:
        return list(self.logs[table_id])

    def read_secret_entries(self, table_id: str) -> list[StoredEntry]:
        return [entry for entry in self.logs[table_id] if entry.kind in SECRET_KINDS]

    def read_elsewhere(self, table_id: str) -> Elsewhere:
        return NOT_ELSEWHERE

    def read(self, what: Callable[[Any], Any]) -> int:
        """Return the number of tables."""
        return len(self.rows)

    def close(self) -> None:
        pass


class SharedWorld:
    """What both servers share: the clock, the random tokens, and the chance key of the server that runs now."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.step = self.n_tokens = 0
        self.key = bytes(16)  # of the server that runs now

    def now_ms(self) -> int:
        return self.now

    def make_token(self, *_: Any) -> str:
        self.n_tokens += 1
        return f"{self.step:031x}{self.n_tokens % 16:x}"

    def make_key(self, *_: Any) -> bytes:
        return self.key


async def run_directly(work: Callable[..., Any], *arguments: Any) -> Any:
    """Run without a thread."""
    return work(*arguments)


@contextmanager
def make_deterministic(world: SharedWorld) -> Iterator[None]:
    """Remove chance, time, threads and bots from the server."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (hubs, rendering, room, seating):
            patch.setattr(module, "now_ms", world.now_ms)
        patch.setattr(seat_secrets, "new_token", world.make_token)
        patch.setattr(proposals, "new_table_id", world.make_token)
        patch.setattr(proposals, "new_server_part", world.make_token)
        patch.setattr(matches, "combine_parts", world.make_key)
        patch.setattr(asyncio, "to_thread", run_directly)
        patch.setattr(Hub, "run_in_thread", run_now)
        patch.setattr(TableBots, "update", lambda self, address: [])
        yield


class PairedServer:
    """One of the two servers, its table and its clients."""

    def __init__(self, world: SharedWorld, key: bytes, observed: int) -> None:
        self.world, self.key, self.observed = world, key, observed
        self.loop = asyncio.Runner()
        self.hub: Hub = self.run(self._make_hub())
        self.table = m.NewTable("", [], [], "")
        self.clients: dict[int, Client] = {}  # by seat
        self.opened: list[Client] = []
        self.observers: list[Client] = []  # all connections of the observed seat
        self.secrets: dict[int, str] = {}
        self.invitations: dict[int, str] = {}

    async def _make_hub(self) -> Hub:
        hub = Hub(cast(Storage, MemoryStorage()), replace(UNLIMITED, away_seconds=AWAY_MS / 1000), threads=1)
        hub.compiler.close()
        hub.compiler = cast(Any, SimpleNamespace(is_ready=lambda _: True, request=lambda _: None, close=lambda: None))
        return hub

    def run(self, work: Any) -> Any:
        """Run a coroutine and everything that follows from it."""
        self.world.key, self.world.n_tokens = self.key, 0

        async def run_all() -> Any:
            result = await work
            for _ in range(40):
                await asyncio.sleep(0)
            return result

        return self.loop.run(run_all())

    def open(self, kinds: list[str]) -> None:
        wanted = [m.SeatRequest(cast(m.SeatKind, kind), f"P{k}") for k, kind in enumerate(kinds)]
        self.table = self.run(self.hub.open_table(m.TableRequest("toy_game", wanted, {"rounds": 3}, 0)))
        self.secrets = {s.seat: s.token for s in self.table.seats}
        self.invitations = {s.seat: s.token for s in self.table.invitations}
        if self.observed < 0:
            self.connect(-1, m.Join(self.table.table, self.table.spectator_token))

    def connect(self, seat: int, message: m.Join | m.ClaimSeat) -> Client:
        async def open_client() -> Client:
            client = Client(self.hub)
            client.part = f"{seat + 2:032x}"
            client.send(message)
            return client

        client: Client = self.run(open_client())
        self.opened.append(client)
        if seat >= 0:
            self.clients[seat] = client
        if seat == self.observed:
            self.observers.append(client)
        return client

    def send(self, seat: int, message: m.ClientMessage) -> list[Any]:
        """Send a message of a seat; return what the seat receives after it."""
        client = self.clients[seat]
        before = len(client.received)

        async def send_message() -> None:
            client.send(message)

        self.run(send_message())
        return client.received[before:]

    def leave(self, seat: int) -> None:
        self.run(self.clients.pop(seat).close())

    @property
    def room(self) -> Room | None:
        return self.hub.rooms.get(self.table.table)

    @property
    def match(self) -> Match:
        match: Match = self.run(self.hub.find_match(self.table.table, NO_ADDRESS))
        return match

    def play(self, seat: int, action: int) -> None:
        """Play an action, by the client of the seat or as its bot."""
        decision = self.match.decision(seat)
        if self.match.occupants[seat].kind == "bot":
            assert self.room
            self.run(self.room._play_for_bot(seat, decision, action))
        else:
            self.send(seat, m.PlayAction(decision, action))

    def placed_chips(self, seat: int) -> list[int]:
        """Return the chips that the seat has placed in this phase."""
        return [int(n) for n in self.match.table.record["put"][0, seat]]

    def received(self) -> list[tuple[int | None, list[str]]]:
        """Return all that the observed seat has received, without the chance key in the result."""
        return [
            (b.close_code, [text.replace(self.key.hex(), "key") for text in b.raw_messages]) for b in self.observers
        ]

    def close(self) -> None:
        async def leave_all() -> None:
            for client in self.opened:
                if not client.task.done():
                    await client.close()

        self.run(leave_all())
        self.hub.close_rooms()
        self.hub.close()
        self.loop.close()


@cache
def find_indistinguishable_keys(observed: int) -> tuple[bytes, bytes]:
    """Return chance keys of two deals that differ for all seats but the observed one."""
    tints, setup = {}, GAME.open(3)
    for number in range(200):
        key = number.to_bytes(16, "little")
        tints[key] = [int(t) for t in Table(setup, key).record["tint"][0]]
    first, *others = tints
    for other in others:
        same = [a == b for a, b in zip(tints[first], tints[other], strict=True)]
        if same == [seat == observed for seat in SEATS]:
            return first, other
    raise AssertionError("no such keys among 200")
