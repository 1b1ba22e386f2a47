"""All tables of a server: opened, found by their secrets, kept in memory while somebody looks."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from gamut import games
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Setup
from gamut.server import messages as m
from gamut.server import secret
from gamut.server.limits import Limits
from gamut.server.logs import event
from gamut.server.match import Match, Sitter, setup_of
from gamut.server.room import Refuse, Room, clean_name
from gamut.server.storage import SeatRow, Storage, Stored, TableRow
from gamut.server.thinking import Thinkers
from gamut.server.workshop import Workshop

PAUSE_MS = 700
BOTS = ("Sage", "Umber", "Coral", "Indigo", "Ochre", "Sepia")  # who sits in for people
BYE = "The server restarts; this page comes back by itself."


class Hub:
    """Knows every table, in memory or in storage."""

    def __init__(self, storage: Storage, limits: Limits | None = None, threads: int | None = None) -> None:
        self.storage, self.limits = storage, limits or Limits()
        self.thinkers, self.workshop = Thinkers(threads), Workshop()
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    # ------------------------------------------------------------------ opening

    async def open(self, wish: m.TableWish) -> m.NewTable:
        """A new table; the secrets are told here and never again."""
        game = games.find(wish.game)
        setup = setup_of(game.id, len(wish.seats), wish.options)
        tokens = ["" if seat.kind == "bot" else secret.new_token() for seat in wish.seats]
        watch = secret.new_token()
        rows = tuple(
            seat_row(k, seat, token, list(game.levels))
            for k, (seat, token) in enumerate(zip(wish.seats, tokens, strict=True))
        )
        table = TableRow(
            id=secret.new_table_id(),
            made=time.time_ns() // 1_000_000,
            game=game.id,
            rules=game.version,
            options=setup.options,
            key=secrets.token_bytes(16),
            host=host_of(wish.seats),
            pause_ms=PAUSE_MS if wish.pause_ms is None else wish.pause_ms,
            watch_hash=secret.hashed(watch),
            seats=rows,
        )
        await self.storage.open_table(table)
        event("table opened", table=table.id, game=game.id, seats=len(rows))
        told = [m.SeatToken(k, token) for k, token in enumerate(tokens) if token]
        return m.NewTable(table.id, told, watch)

    async def open_again(self, match: Match) -> str:
        """The table of a rematch: same seats and options, another key. The old links open it too."""
        old = match.row
        rows = tuple(again(row, sitter) for row, sitter in zip(old.seats, match.sitters, strict=True))
        table = TableRow(
            id=secret.new_table_id(), made=time.time_ns() // 1_000_000, game=old.game,
            rules=match.setup.game.version, options=old.options, key=secrets.token_bytes(16), host=old.host,
            pause_ms=match.pause_ms, watch_hash=old.watch_hash, seats=rows,
        )  # fmt: skip
        await self.storage.open_table(table)
        event("rematch", table=table.id, of=old.id)
        return table.id

    # ------------------------------------------------------------------ finding

    async def stored(self, table_id: str) -> Stored:
        """A table as it is stored."""
        found = await asyncio.to_thread(self.storage.load, table_id)
        if found is None:
            raise Refuse("unknown_table", "There is no such table.")
        return found

    async def setup(self, table_id: str) -> Setup:
        """What never changes about a table; nothing has to be compiled for it."""
        if table_id in self.rooms:
            return self.rooms[table_id].match.setup
        row = (await self.stored(table_id)).table
        return setup_of(row.game, len(row.seats), row.options)

    async def match(self, table_id: str) -> Match:
        """A table as it stands, for reading."""
        if table_id in self.rooms:
            return self.rooms[table_id].match
        stored = await self.stored(table_id)
        return (await asyncio.to_thread(Match.replay, stored.table, stored.log))[0]

    async def enter(self, table_id: str, token: str, tell: Callable[[m.Progress], None]) -> tuple[Room, int]:
        """The table in memory and the seat that the secret opens.

        A table is read, and its game compiled, when it is touched for the first time.
        """
        if self._closed:
            raise Refuse("not_allowed", BYE)
        if table_id in self.rooms:
            room = self.rooms[table_id]
            return room, seat_of(room.match.row, token)
        row = (await self.stored(table_id)).table
        seat = seat_of(row, token)
        await self._ready(row.game, tell)
        if table_id not in self.rooms and table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open_room(table_id))
        if table_id in self._opening:
            await asyncio.shield(self._opening[table_id])
        return self.rooms[table_id], seat

    async def _ready(self, game_id: str, tell: Callable[[m.Progress], None]) -> None:
        loop = asyncio.get_running_loop()

        def progress(what: str, done: int, of: int) -> None:
            loop.call_soon_threadsafe(tell, m.Progress(what=what, done=done, of=of))

        try:
            game = games.find(game_id)
        except GamutError as e:
            raise Refuse("unknown_table", str(e)) from None
        await self.workshop.ready(game, progress)

    async def prepare(self) -> None:
        """Make all games ready ahead of their first table, the quickest first."""
        for game in sorted(games.every(), key=lambda game: game.minutes):
            with suppress(Exception):  # a game that fails says so at its first table
                await self.workshop.ready(game, lambda what, done, of: None)

    async def _open_room(self, table_id: str) -> None:
        try:
            stored = await self.stored(table_id)
            match, problem = await asyncio.to_thread(Match.replay, stored.table, stored.log)
            self.rooms[table_id] = Room(self, match, problem)
            if problem:
                event("table is read-only", table=table_id, why=problem)
        finally:
            del self._opening[table_id]

    # ------------------------------------------------------------------ forgetting

    def forget(self, room: Room) -> None:
        """Drop a table from memory."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    async def sweep(self) -> None:
        """From time to time drop the tables that nobody looks at."""
        while True:
            await asyncio.sleep(min(60.0, self.limits.idle_seconds))
            long_ago = time.monotonic() - self.limits.idle_seconds
            for room in [r for r in self.rooms.values() if r.idle and r.left_at <= long_ago]:
                self.forget(room)
                room.close()

    def goodbye(self) -> None:
        """Tell everybody to come again after the restart."""
        self._closed = True
        for room in list(self.rooms.values()):
            room.close(BYE)

    async def farewell(self, seconds: float = 2.0) -> None:
        """Say goodbye, and wait a moment for everybody to hear it."""
        self.goodbye()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and any(room.viewers for room in self.rooms.values()):
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """Finish all commits and end all threads."""
        self._closed = True
        self.thinkers.close()
        self.workshop.close()
        self.storage.close()


def seat_of(row: TableRow, token: str) -> int:
    """The seat that a secret opens; −1 for the spectators'."""
    found = secret.find(token, [row.watch_hash, *(s.token_hash for s in row.seats)])
    if found is None:
        raise Refuse("bad_token", "This link does not fit the table.")
    return found - 1


def host_of(seats: list[m.SeatWish]) -> int:
    """The seat of whoever opens the table; a table of bots alone is hosted by whoever has its link."""
    people = [k for k, seat in enumerate(seats) if seat.kind != "bot"]
    mine = [k for k in people if seats[k].kind == "me"]
    return (mine or people or [-1])[0]


def seat_row(seat: int, wish: m.SeatWish, token: str, levels: list[str]) -> SeatRow:
    """A seat as it is wished for; a level that the game does not have is refused."""
    name = clean_name(wish.name)
    if wish.kind != "bot":
        return SeatRow(
            seat=seat, kind="open", name=name or f"Player {seat + 1}", level=None, token_hash=secret.hashed(token)
        )
    level = wish.level or levels[0]
    if level not in levels:
        raise BadOptions(f"seat {seat + 1}: there is no level {level!r}; there are {', '.join(levels)}")
    return SeatRow(seat=seat, kind="bot", name=name or BOTS[seat % len(BOTS)], level=level, token_hash="")


def again(row: SeatRow, sitter: Sitter) -> SeatRow:
    """The seat in a rematch: people who resigned or left sit down again."""
    linked = bool(row.token_hash)
    return SeatRow(
        seat=row.seat, kind="open" if linked else "bot", name=sitter.name,
        level=None if linked else sitter.level, token_hash=row.token_hash,
    )  # fmt: skip
