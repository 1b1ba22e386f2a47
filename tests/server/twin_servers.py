"""Two servers for which nothing waits or draws lots: the storage is a list, and bots move when they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gamut.engine.table import Table
from gamut.server import hub as hubs
from gamut.server import match as matches
from gamut.server import messages as m
from gamut.server import proposals, rendering, room, seating, secret
from gamut.server.entry_kinds import SEATING
from gamut.server.hub import NOBODY, Hub
from gamut.server.match import Match
from gamut.server.room import Room
from gamut.server.storage import Entry, Storage, TableRow
from gamut.server.table_bots import TableBots
from tests.server.kit import FAST, Browser
from tests.server.motes import GAME

SEATS = range(3)
AWAY_MS = 60_000


async def read_at_once(hub: Hub, payer: str, table: str, work: Callable[[], Any]) -> Any:
    """What threads would read."""
    return work()


class InMemory:
    """What a storage does, without a disk."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[Entry]] = {}

    async def open_table(self, table: TableRow) -> None:
        self.rows[table.id], self.logs[table.id] = table, []

    async def append(self, table_id: str, entry: Entry) -> None:
        self.logs[table_id].append(entry)

    def read_table(self, table_id: str) -> TableRow | None:
        return self.rows.get(table_id)

    def read_log(self, table_id: str) -> list[Entry]:
        return list(self.logs[table_id])

    def read_seating(self, table_id: str) -> list[Entry]:
        return [entry for entry in self.logs[table_id] if entry.kind in SEATING]

    def read(self, what: Callable[[Any], Any]) -> int:
        """How many tables there are."""
        return len(self.rows)

    def close(self) -> None:
        pass


class World:
    """What both servers have in common: a clock, names that are drawn, and who is told which key."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.step = self.drawn = 0
        self.key = bytes(16)  # of the twin that is at work

    def read_clock(self) -> int:
        return self.now

    def draw(self, *_: Any) -> str:
        self.drawn += 1
        return f"{self.step:031x}{self.drawn % 16:x}"

    def make_key(self, *_: Any) -> bytes:
        return self.key


async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
    """In the place of a thread."""
    return work(*arguments)


@contextmanager
def quiet_world(world: World) -> Iterator[None]:
    """Take chance, time, threads and bots out of the server."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (hubs, rendering, room, seating):
            patch.setattr(module, "read_clock", world.read_clock)
        patch.setattr(secret, "new_token", world.draw)
        patch.setattr(proposals, "new_table_id", world.draw)
        patch.setattr(proposals, "new_server_part", world.draw)
        patch.setattr(matches, "make_key", world.make_key)
        patch.setattr(asyncio, "to_thread", at_once)
        patch.setattr(Hub, "read", read_at_once)
        patch.setattr(TableBots, "keep_up", lambda self: None)
        yield


class Twin:
    """One of the two servers, its table, and the browsers there."""

    def __init__(self, world: World, key: bytes, observed: int) -> None:
        self.world, self.key, self.observed = world, key, observed
        self.loop = asyncio.Runner()
        self.hub: Hub = self.run(self._make_hub())
        self.table = m.NewTable("", [], [], "")
        self.at: dict[int, Browser] = {}  # the connection of each seat
        self.opened: list[Browser] = []
        self.watching: list[Browser] = []  # all that the observed seat has ever had, the spectators' too
        self.secrets: dict[int, str] = {}
        self.invitations: dict[int, str] = {}

    async def _make_hub(self) -> Hub:
        hub = Hub(cast(Storage, InMemory()), replace(FAST, away_seconds=AWAY_MS / 1000), threads=1)
        hub.compiler.close()
        hub.compiler = cast(Any, SimpleNamespace(is_ready=lambda _: True, want=lambda _: None, close=lambda: None))
        return hub

    def run(self, work: Any) -> Any:
        """Do something, and let all happen that follows from it."""
        self.world.key, self.world.drawn = self.key, 0

        async def done() -> Any:
            found = await work
            for _ in range(40):
                await asyncio.sleep(0)
            return found

        return self.loop.run(done())

    def open(self, kinds: list[str]) -> None:
        wanted = [m.SeatRequest(cast(m.SeatKind, kind), f"P{k}") for k, kind in enumerate(kinds)]
        self.table = self.run(self.hub.open_table(m.TableRequest("motes", wanted, {"rounds": 3}, 0)))
        self.secrets = {s.seat: s.token for s in self.table.seats}
        self.invitations = {s.seat: s.token for s in self.table.invitations}
        if self.observed < 0:
            self.connect(-1, m.Join(self.table.table, self.table.watch))

    def connect(self, seat: int, message: m.Join | m.Claim) -> Browser:
        async def come() -> Browser:
            browser = Browser(self.hub)
            browser.part = f"{seat + 2:032x}"
            browser.send(message)
            return browser

        browser: Browser = self.run(come())
        self.opened.append(browser)
        if seat >= 0:
            self.at[seat] = browser
        if seat == self.observed:
            self.watching.append(browser)
        return browser

    def say(self, seat: int, message: m.ClientMessage) -> list[Any]:
        """What a seat hears after it has said something."""
        browser = self.at[seat]
        before = len(browser.heard)

        async def speak() -> None:
            browser.send(message)

        self.run(speak())
        return browser.heard[before:]

    def leave(self, seat: int) -> None:
        self.run(self.at.pop(seat).close())

    @property
    def room(self) -> Room | None:
        return self.hub.rooms.get(self.table.table)

    @property
    def match(self) -> Match:
        match: Match = self.run(self.hub.find_match(self.table.table, NOBODY))
        return match

    def play(self, seat: int, action: int) -> None:
        """An action, by whoever plays the seat now."""
        decision = self.match.decision(seat)
        if self.match.sitters[seat].kind == "bot":
            assert self.room
            self.run(self.room._act_for_bot(seat, decision, action))
        else:
            self.say(seat, m.Act(decision, action))

    def placed(self, seat: int) -> list[int]:
        """What the seat has put in this phase."""
        return [int(n) for n in self.match.table.record["put"][0, seat]]

    def told(self) -> list[tuple[int | None, list[str]]]:
        """All that the observed seat has heard; the key of the end is another one."""
        return [(b.closed, [text.replace(self.key.hex(), "key") for text in b.raw]) for b in self.watching]

    def end(self) -> None:
        async def leave_all() -> None:
            for browser in self.opened:
                if not browser.task.done():
                    await browser.close()

        self.run(leave_all())
        self.hub.say_goodbye()
        self.hub.close()
        self.loop.close()


def twin_keys(observed: int) -> tuple[bytes, bytes]:
    """Two deals that the seat cannot tell apart, and that are not the same for the others."""
    tints = {}
    for number in range(200):
        key = number.to_bytes(16, "little")
        tints[key] = [int(t) for t in Table(GAME.open(3), key).record["tint"][0]]
    first, *others = tints
    for other in others:
        same = [a == b for a, b in zip(tints[first], tints[other], strict=True)]
        if same == [seat == observed for seat in SEATS]:
            return first, other
    raise AssertionError("no such deals")
