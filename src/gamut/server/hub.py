"""All tables of a server: opened, found by their secrets, kept in memory while somebody looks."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

from msgspec.structs import replace

from gamut import bots, games
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Game, Setup
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server import secret
from gamut.server.accounts import Account, Accounts
from gamut.server.catalogue import encode_actions
from gamut.server.clock import read_clock
from gamut.server.compiler import Compiler
from gamut.server.fair_pool import FairPool, TooMuch
from gamut.server.limits import Limits
from gamut.server.logs import log_event, log_failure
from gamut.server.match import Match, setup_of
from gamut.server.pages import STATIC, Build, read_build
from gamut.server.proposals import Promise
from gamut.server.replays import Replays
from gamut.server.room import Room
from gamut.server.seat_secrets import SeatSecrets
from gamut.server.seating import clean_name, tell_apart
from gamut.server.storage import SeatRow, Storage, StorageFailed, TableRow
from gamut.server.table_keeping import AT_ONCE, count_tables, delete_tables, find_expired

PAUSE_MS = 700
BOTS = ("Sage", "Umber", "Sienna", "Russet", "Ochre", "Sepia")  # who sits in for people; no colours of pieces
BYE = "The server restarts; this page comes back by itself."
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
SWEEP_SECONDS = 3600.0  # between two looks for tables whose time is over
READERS = 2  # threads that read tables
NOBODY = ""  # pays for what the server does of its own accord

T = TypeVar("T")


class Hub:
    """Knows every table, in memory or in storage; `static` is the folder of the pages."""

    def __init__(
        self, storage: Storage, limits: Limits | None = None, threads: int | None = None, static: Path = STATIC
    ) -> None:
        self.storage, self.limits, self.static = storage, limits or Limits(), static
        self.bot_pool, self.compiler = FairPool(threads, self.limits.thoughts_per_address), Compiler()
        self.accounts = Accounts(self.limits)
        self.replays = Replays(self.find_match)
        self._readers = FairPool(READERS, name="readers")
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._stored_tables = storage.read(count_tables)
        self._changing: set[asyncio.Task[None]] = set()  # the tables that wait for native code
        self._closed = False

    @property
    def build(self) -> Build:
        """What the pages are; they may be built anew while we run."""
        return read_build(self.static)

    # ------------------------------------------------------------------ opening

    async def open_table(self, request: m.TableRequest, account: Account | None = None) -> m.NewTable:
        """A new table; the secrets are told here and never again."""
        payer = account or self.accounts.find(NOBODY)
        game = games.find(request.game)
        self._check_new_table(payer)
        self.compiler.want(game)
        setup = await self.read(payer.address, NOBODY, lambda: open_setup(game, request))
        tokens, watch = [secret.new_token() for _ in request.seats], secret.new_token()
        rows = make_seats(request.seats, tokens, bots.weakest_level(game))
        deal = Promise.draw()
        table = TableRow(
            id=deal.table,
            made=read_clock(),
            game=game.id,
            rules=game.version,
            options=setup.options,
            files=setup.files,
            server_part=deal.server_part,
            host=choose_host(request.seats),
            pause_ms=PAUSE_MS if request.pause_ms is None else request.pause_ms,
            watch_hash=secret.hash_token(watch),
            seats=rows,
        )
        await self.storage.open_table(table)
        self._stored_tables += 1
        self.accounts.begin_table(table.id, payer)
        log_event("table opened", table=table.id, game=game.id, seats=len(rows))
        return m.NewTable(
            table.id,
            [m.SeatToken(row.seat, tokens[row.seat]) for row in rows if row.token_hash],
            [m.SeatToken(row.seat, tokens[row.seat]) for row in rows if row.invite_hash],
            watch,
        )

    def _check_new_table(self, payer: Account) -> None:
        """Whether somebody may open one more."""
        if self._stored_tables >= self.limits.tables:
            raise m.RefusedError("too_often", "This server keeps as many tables as it can; please come back later.")
        if payer.tables >= self.limits.tables_per_address:
            raise m.RefusedError(
                "too_often", "Your address has many unfinished tables: finish some, or wait for their end."
            )
        if not payer.new_tables.take():
            raise m.RefusedError("too_often", "Too many new tables from your address; please wait a minute.")

    async def open_rematch(self, match: Match, account: Account, deal: Promise, parts: Mapping[int, str]) -> str:
        """The table of a rematch: same seats and options, another deal. What opened the old one opens it too."""
        self._check_new_table(account)
        old = match.row
        rows = tuple(replace(seat_again(match, seat), part=parts.get(seat, "")) for seat in match.seats)
        table = TableRow(
            id=deal.table, made=read_clock(), game=old.game,
            rules=match.setup.game.version, options=old.options, files=old.files, server_part=deal.server_part,
            host=old.host, pause_ms=match.pause_ms, watch_hash=old.watch_hash, seats=rows,
        )  # fmt: skip
        await self.storage.open_table(table)
        self._stored_tables += 1
        self.accounts.begin_table(table.id, account)
        log_event("rematch", table=table.id, of=old.id)
        return table.id

    # ------------------------------------------------------------------ finding

    async def find_row(self, table_id: str) -> TableRow:
        """What never changes about a table."""
        if table_id in self.rooms:
            return self.rooms[table_id].match.row
        sound = TABLE_ID.fullmatch(table_id)
        row = await asyncio.to_thread(self.storage.read_table, table_id) if sound else None
        if row is None:
            raise m.RefusedError("unknown_table", "There is no such table.")
        return row

    async def find_actions(self, table_id: str, payer: str) -> bytes:
        """All actions of a table, as they are sent; nothing has to be compiled for it."""
        row = await self.find_row(table_id)
        return await self.read(payer, table_id, lambda: encode_actions(setup_of(row)))

    async def find_match(self, table_id: str, payer: str) -> Match:
        """A table as it stands, for reading."""
        if table_id in self.rooms:
            return self.rooms[table_id].match
        return (await self._read_match(await self.find_row(table_id), payer))[0]

    async def find_room(self, message: m.Join | m.Claim, account: Account) -> Room:
        """The table in memory, for somebody who has a token of it; it is read when somebody comes."""
        if self._closed:
            raise m.RefusedError("not_allowed", BYE)
        table_id = message.table
        row = await self.find_row(table_id)
        await self._check_token(row, message)
        if table_id not in self.rooms and table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open_room(row, account.address))
        if table_id in self._opening:
            try:
                await asyncio.shield(self._opening[table_id])
            except StorageFailed:
                raise  # it is there, and can be read another time
            except GamutError as e:
                raise m.RefusedError("unknown_table", f"This table cannot be opened any more: {e}") from None
        return self.rooms[table_id]

    async def _check_token(self, row: TableRow, message: m.Join | m.Claim) -> None:
        """Refuse who has no token, before anything else is done for them."""
        if row.id in self.rooms:
            known = self.rooms[row.id].match.secrets
        else:
            known = SeatSecrets(row, await asyncio.to_thread(self.storage.read_seating, row.id))
        if not (isinstance(message, m.Claim) and known.find(message.secret)):
            known.open(message.token)

    async def _open_room(self, row: TableRow, payer: str) -> None:
        try:
            match, problem = await self._read_match(row, payer)
            self.replays.forget(row.id)
            room = self.rooms[row.id] = Room(self, match, problem)
            if problem:
                log_event("table is read-only", table=row.id, why=problem)
            if not match.native:
                task = asyncio.create_task(change_over(room, self.compiler.want(match.setup.game)))
                self._changing.add(task)
                task.add_done_callback(self._changing.discard)
        finally:
            del self._opening[row.id]

    async def _read_match(self, row: TableRow, payer: str) -> tuple[Match, str]:
        native = self.compiler.is_ready(games.find(row.game))
        return await self.read(
            payer, row.id, lambda: Match.replay(row, self.storage.read_log(row.id), native=native)
        )

    async def read(self, payer: str, table_id: str, work: Callable[[], T]) -> T:
        """What takes a while, done by a few threads that are fair between those who ask."""
        try:
            return await self._readers.run(payer, table_id, lambda _: work())
        except TooMuch:
            raise m.RefusedError(
                "too_often", "Too much is being read for your address; please wait a moment."
            ) from None

    def find_added_bots(self) -> None:
        """Look which bots of other packages play which games, before anybody asks: that loads those packages."""
        for game in games.every():
            bots.added(game)

    def compile_games(self) -> None:
        """Begin to make all games ready, the quickest first; one that is played meanwhile goes before."""
        for game in sorted(games.every(), key=lambda game: game.minutes):
            self.compiler.want(game, played=False)

    # ------------------------------------------------------------------ forgetting

    def end_table(self, table_id: str) -> None:
        """A game is over."""
        self.accounts.end_table(table_id)
        self.replays.forget(table_id)

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

    async def keep_tables(self) -> None:
        """From time to time delete the tables whose time is over."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(StorageFailed):  # it was logged; the next time will do
                await self.delete_expired()

    async def delete_expired(self) -> int:
        """Delete the tables whose time is over and that nobody looks at; how many there were."""
        now = time.time_ns() // 1_000_000
        read = self.storage.read
        found = await asyncio.to_thread(read, lambda connection: find_expired(connection, self.limits, now))
        expired = [table for table in found if table not in self.rooms and table not in self._opening]
        for start in range(0, len(expired), AT_ONCE):
            some = expired[start : start + AT_ONCE]
            await self.storage.change(partial(delete_tables, ids=some))
            for table in some:
                self.end_table(table)
        self._stored_tables = await asyncio.to_thread(read, count_tables)
        if expired:
            log_event("tables deleted", tables=len(expired), left=self._stored_tables)
        return len(expired)

    def say_goodbye(self) -> None:
        """Tell everybody to come again after the restart."""
        self._closed = True
        for task in self._changing:
            task.cancel()
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
        self._readers.close()
        self.compiler.close()
        self.storage.close()


async def change_over(room: Room, ready: Future[None]) -> None:
    """Let a table go on with native code when it is ready; a game that does not compile stays as it is."""
    try:
        await asyncio.shield(asyncio.wrap_future(ready))
    except Exception:
        return  # the compiler has said why
    try:
        await room.change_over()
    except Exception:
        log_failure("a table could not change over", table=room.id)


def choose_host(seats: list[m.SeatRequest]) -> int:
    """The seat of whoever opens the table; a table of bots alone is hosted by whoever has its link."""
    people = [k for k, seat in enumerate(seats) if seat.kind != "bot"]
    mine = [k for k in people if seats[k].kind == "me"]
    return (mine or people or [WATCHER])[0]


def open_setup(game: Game, request: m.TableRequest) -> Setup:
    """The game as it is asked for, if its bots can play it so."""
    setup = game.open(len(request.seats), request.options)
    for seat, asked in enumerate(request.seats):
        if asked.kind == "bot" and asked.level:
            try:
                bots.check_seated(asked.level, setup)
            except GamutError as e:
                raise BadOptions(f"seat {seat + 1}: {e}") from e
    return setup


def make_seats(requests: list[m.SeatRequest], tokens: list[str], weakest_level: str) -> tuple[SeatRow, ...]:
    """The seats as they are asked for, with names that can be told apart."""
    rows: list[SeatRow] = []
    for seat, (request, token) in enumerate(zip(requests, tokens, strict=True)):
        row = make_seat(seat, request, token, weakest_level)
        rows.append(replace(row, name=tell_apart(row.name, (other.name for other in rows))))
    return tuple(rows)


def make_seat(seat: int, request: m.SeatRequest, token: str, weakest_level: str) -> SeatRow:
    """A seat as it is asked for: with a secret if it is at the host's screen, with an invitation if it is not."""
    name, hashed = clean_name(request.name), secret.hash_token(token)
    if request.kind == "link":
        return SeatRow(
            seat=seat, kind="open", name=name or f"Player {seat + 1}", level=None, token_hash="", invite_hash=hashed
        )  # fmt: skip
    if request.kind != "bot":
        return SeatRow(seat=seat, kind="person", name=name or f"Player {seat + 1}", level=None, token_hash=hashed)
    level = request.level or weakest_level
    return SeatRow(seat=seat, kind="bot", name=name or BOTS[seat % len(BOTS)], level=level, token_hash="")


def seat_again(match: Match, seat: int) -> SeatRow:
    """The seat in a rematch: people who resigned or left sit there again, invitations stay open."""
    sitter, own, invitation = match.sitters[seat], match.secrets.own[seat], match.secrets.invitations[seat]
    kind: Literal["person", "open", "bot"] = "bot"
    if own or invitation:
        kind = "person" if sitter.sat else "open"
    return SeatRow(
        seat=seat, kind=kind, name=sitter.name, level=sitter.level if kind == "bot" else None,
        token_hash=own, invite_hash=invitation,
    )  # fmt: skip
