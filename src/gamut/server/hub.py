"""All tables of a server: opened, found by their secrets, kept in memory while somebody looks."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gamut import games
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Setup
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server import secret
from gamut.server.bot_pool import BotPool
from gamut.server.compiler import Compiler
from gamut.server.limits import Limits
from gamut.server.logs import log_event
from gamut.server.match import Match, Sitter, setup_of
from gamut.server.pages import STATIC, read_build
from gamut.server.room import Room, clean_name
from gamut.server.storage import SeatRow, Storage, TableRow

PAUSE_MS = 700
BOTS = ("Sage", "Umber", "Coral", "Indigo", "Ochre", "Sepia")  # who sits in for people
BYE = "The server restarts; this page comes back by itself."


class Hub:
    """Knows every table, in memory or in storage; `static` is the folder of the pages."""

    def __init__(
        self, storage: Storage, limits: Limits | None = None, threads: int | None = None, static: Path = STATIC
    ) -> None:
        self.storage, self.limits, self.static = storage, limits or Limits(), static
        self.bot_pool, self.compiler = BotPool(threads), Compiler()
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def build(self) -> str:
        """Which build the pages are; they may be built anew while we run."""
        return read_build(self.static)

    # ------------------------------------------------------------------ opening

    async def open_table(self, request: m.TableRequest) -> m.NewTable:
        """A new table; the secrets are told here and never again."""
        game = games.find(request.game)
        setup = await asyncio.to_thread(game.open, len(request.seats), request.options)
        tokens = ["" if seat.kind == "bot" else secret.new_token() for seat in request.seats]
        watch = secret.new_token()
        rows = tuple(
            make_seat(k, seat, token, list(game.levels))
            for k, (seat, token) in enumerate(zip(request.seats, tokens, strict=True))
        )
        table = TableRow(
            id=secret.new_table_id(),
            made=time.time_ns() // 1_000_000,
            game=game.id,
            rules=game.version,
            options=setup.options,
            files=setup.files,
            key=secrets.token_bytes(16),
            host=choose_host(request.seats),
            pause_ms=PAUSE_MS if request.pause_ms is None else request.pause_ms,
            watch_hash=secret.hash_token(watch),
            seats=rows,
        )
        await self.storage.open_table(table)
        log_event("table opened", table=table.id, game=game.id, seats=len(rows))
        told = [m.SeatToken(k, token) for k, token in enumerate(tokens) if token]
        return m.NewTable(table.id, told, watch)

    async def open_rematch(self, match: Match) -> str:
        """The table of a rematch: same seats and options, another key. The old links open it too."""
        old = match.row
        rows = tuple(seat_again(row, sitter) for row, sitter in zip(old.seats, match.sitters, strict=True))
        table = TableRow(
            id=secret.new_table_id(), made=time.time_ns() // 1_000_000, game=old.game,
            rules=match.setup.game.version, options=old.options, files=old.files, key=secrets.token_bytes(16),
            host=old.host, pause_ms=match.pause_ms, watch_hash=old.watch_hash, seats=rows,
        )  # fmt: skip
        await self.storage.open_table(table)
        log_event("rematch", table=table.id, of=old.id)
        return table.id

    # ------------------------------------------------------------------ finding

    async def find_row(self, table_id: str) -> TableRow:
        """What never changes about a table."""
        if table_id in self.rooms:
            return self.rooms[table_id].match.row
        row = await asyncio.to_thread(self.storage.read_table, table_id)
        if row is None:
            raise m.Refusal("unknown_table", "There is no such table.")
        return row

    async def find_setup(self, table_id: str) -> Setup:
        """A table's setup; nothing has to be compiled for it."""
        return setup_of(await self.find_row(table_id))

    async def find_match(self, table_id: str) -> Match:
        """A table as it stands, for reading."""
        if table_id in self.rooms:
            return self.rooms[table_id].match
        return (await self._read_match(await self.find_row(table_id)))[0]

    async def find_room(self, table_id: str, token: str, tell: Callable[[m.Progress], None]) -> tuple[Room, int]:
        """The table in memory and the seat that the secret opens.

        A table is read, and its game compiled, when it is touched for the first time.
        """
        if self._closed:
            raise m.Refusal("not_allowed", BYE)
        row = await self.find_row(table_id)
        seat = find_seat(row, token)
        if table_id not in self.rooms:
            await self._compile_game(row.game, tell)
        if table_id not in self.rooms and table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open_room(row))
        if table_id in self._opening:
            try:
                await asyncio.shield(self._opening[table_id])
            except GamutError as e:
                raise m.Refusal("unknown_table", f"This table cannot be opened any more: {e}") from None
        return self.rooms[table_id], seat

    async def _compile_game(self, game_id: str, tell: Callable[[m.Progress], None]) -> None:
        loop = asyncio.get_running_loop()

        def progress(what: str, done: int, of: int) -> None:
            loop.call_soon_threadsafe(tell, m.Progress(what=what, done=done, of=of))

        try:
            game = games.find(game_id)
        except GamutError as e:
            raise m.Refusal("unknown_table", str(e)) from None
        await self.compiler.make_ready(game, progress)

    async def compile_games(self) -> None:
        """Make all games ready ahead of their first table, the quickest first."""
        for game in sorted(games.every(), key=lambda game: game.minutes):
            with suppress(Exception):  # a game that fails says so at its first table
                await self.compiler.make_ready(game, lambda what, done, of: None)

    async def _open_room(self, row: TableRow) -> None:
        try:
            match, problem = await self._read_match(row)
            self.rooms[row.id] = Room(self, match, problem)
            if problem:
                log_event("table is read-only", table=row.id, why=problem)
        finally:
            del self._opening[row.id]

    async def _read_match(self, row: TableRow) -> tuple[Match, str]:
        return await asyncio.to_thread(lambda: Match.replay(row, self.storage.read_log(row.id)))

    # ------------------------------------------------------------------ forgetting

    def drop_room(self, room: Room) -> None:
        """Drop a table from memory."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    async def drop_idle_rooms(self) -> None:
        """From time to time drop the tables that nobody looks at."""
        while True:
            await asyncio.sleep(min(60.0, self.limits.idle_seconds))
            long_ago = time.monotonic() - self.limits.idle_seconds
            for room in [r for r in self.rooms.values() if r.idle and r.left_at <= long_ago]:
                self.drop_room(room)
                room.close()

    def say_goodbye(self) -> None:
        """Tell everybody to come again after the restart."""
        self._closed = True
        for room in list(self.rooms.values()):
            room.close(BYE)

    async def end_connections(self, seconds: float = 2.0) -> None:
        """Say goodbye, and wait a moment for everybody to hear it."""
        self.say_goodbye()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not all(room.audience.empty for room in self.rooms.values()):
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """Finish all commits and end all threads."""
        self._closed = True
        self.bot_pool.close()
        self.compiler.close()
        self.storage.close()


def find_seat(row: TableRow, token: str) -> int:
    """The seat that a secret opens; −1 for the spectators'."""
    found = secret.find_token(token, [row.watch_hash, *(s.token_hash for s in row.seats)])
    if found is None:
        raise m.Refusal("bad_token", "This link does not fit the table.")
    return found - 1


def choose_host(seats: list[m.SeatRequest]) -> int:
    """The seat of whoever opens the table; a table of bots alone is hosted by whoever has its link."""
    people = [k for k, seat in enumerate(seats) if seat.kind != "bot"]
    mine = [k for k in people if seats[k].kind == "me"]
    return (mine or people or [WATCHER])[0]


def make_seat(seat: int, request: m.SeatRequest, token: str, levels: list[str]) -> SeatRow:
    """A seat as it is asked for; a level that the game does not have is refused."""
    name = clean_name(request.name)
    if request.kind != "bot":
        return SeatRow(
            seat=seat, kind="open", name=name or f"Player {seat + 1}", level=None,
            token_hash=secret.hash_token(token),
        )  # fmt: skip
    level = request.level or levels[0]
    if level not in levels:
        raise BadOptions(f"seat {seat + 1}: there is no level {level!r}; there are {', '.join(levels)}")
    return SeatRow(seat=seat, kind="bot", name=name or BOTS[seat % len(BOTS)], level=level, token_hash="")


def seat_again(row: SeatRow, sitter: Sitter) -> SeatRow:
    """The seat in a rematch: people who resigned or left sit down again."""
    linked = bool(row.token_hash)
    return SeatRow(
        seat=row.seat, kind="open" if linked else "bot", name=sitter.name,
        level=None if linked else sitter.level, token_hash=row.token_hash,
    )  # fmt: skip
