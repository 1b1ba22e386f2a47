"""All tables of a server: opened, found by their secrets, and kept in memory while there are connections."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from gamut import bots, games
from gamut.engine.errors import GamutError, InvalidOptions
from gamut.engine.game import Game, Setup
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_event, log_failure
from gamut.server.storage.cluster import Elsewhere, Signal, Usage
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import SeatRow, StoredEntry, TableRow, now_ms
from gamut.server.storage.retention import DELETE_BATCH, count_tables, delete_tables, find_expired
from gamut.server.storage.writer import StorageFailed
from gamut.server.tables import seat_secrets
from gamut.server.tables.compiler import Compiler
from gamut.server.tables.fair_pool import FairPool, QueueFull
from gamut.server.tables.game_info import PreparedResponse, prepare_actions
from gamut.server.tables.match import Match, load_setup
from gamut.server.tables.names import clean_name, default_name, make_name_unique
from gamut.server.tables.proposals import DealCommitment
from gamut.server.tables.replays import Replays
from gamut.server.tables.room import Room
from gamut.server.tables.seat_secrets import Access, SeatSecrets
from gamut.server.web.pages import STATIC, Build, read_build
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudget, AddressBudgets
from gamut.server.wire.limits import Limits

DEFAULT_PAUSE_MS = 700
BOT_NAMES = ("Sage", "Umber", "Sienna", "Russet", "Ochre", "Sepia")  # not the colours of pieces
RESTART_TEXT = "The server is restarting. Reconnecting…"
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
RETENTION_INTERVAL_S = 3600.0  # between two searches for expired tables
USAGE_INTERVAL_S = 1.0  # between two reports of what addresses use
COUNT_INTERVAL_S = 60.0  # between two counts of the tables of all processes
READER_THREADS = 2  # that read and replay tables
NO_ADDRESS = ""  # charged with the work of the server itself

Job: TypeAlias = Callable[[], Coroutine[None, None, None]]
T = TypeVar("T")


class Hub:
    """Opens and finds tables, in memory or in the database; `static` is the folder of the web pages."""

    def __init__(
        self, storage: Storage, limits: Limits | None = None, threads: int | None = None, static: Path = STATIC
    ) -> None:
        self.storage, self.limits, self.static = storage, limits or Limits(), static
        self.bot_pool, self.compiler = FairPool(threads, self.limits.queued_bot_jobs_per_address), Compiler()
        self.budgets = AddressBudgets(self.limits)
        self.replays = Replays(self.find_match, self._count_entries)
        self._readers = FairPool(READER_THREADS, name="readers")
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._stored_tables = storage.read(count_tables)
        self._switching: set[asyncio.Task[None]] = set()  # tables that wait for native code
        self.jobs: list[Job] = [self.drop_idle_rooms, self.run_retention, self.share_usage]  # while it serves requests
        self._following: set[asyncio.Task[None]] = set()  # tables that follow other processes
        self._closed = False

    @property
    def build(self) -> Build:
        """The build of the web pages, which may change while the server runs."""
        return read_build(self.static)

    # ------------------------------------------------------------------ opening

    async def open_table(self, request: m.TableRequest, budget: AddressBudget | None = None) -> m.NewTable:
        """Open a table and return its tokens, which are not stored."""
        budget = budget or self.budgets.find(NO_ADDRESS)
        game = games.find_game(request.game)
        self._check_new_table(budget)
        self.compiler.request(game)
        setup = await self.run_in_thread(budget.address, NO_ADDRESS, lambda: open_setup(game, request))
        tokens, spectator_token = [seat_secrets.new_token() for _ in request.seats], seat_secrets.new_token()
        rows = make_seats(request.seats, tokens, bots.weakest_level(game))
        deal = DealCommitment.create()
        table = TableRow(
            id=deal.table_id,
            created=now_ms(),
            game=game.id,
            rules_version=game.version,
            options=setup.options,
            files=setup.files,
            server_part=deal.server_part,
            host=choose_host(request.seats),
            pause_ms=DEFAULT_PAUSE_MS if request.pause_ms is None else request.pause_ms,
            spectator_hash=seat_secrets.hash_token(spectator_token),
            seats=rows,
        )
        await self.storage.open_table(table)
        self._stored_tables += 1
        self.budgets.begin_table(table.id, budget)
        log_event("table opened", table=table.id, game=game.id, seats=len(rows))
        return m.NewTable(
            table.id,
            [m.SeatToken(row.seat, tokens[row.seat]) for row in rows if row.token_hash],
            [m.SeatToken(row.seat, tokens[row.seat]) for row in rows if row.invitation_hash],
            spectator_token,
        )

    def _check_new_table(self, budget: AddressBudget) -> None:
        """Take a new table from a budget, or raise RefusedError."""
        if self._stored_tables >= self.limits.tables:
            raise m.RefusedError("too_often", "The server can't hold any more games. Try again later.")
        if budget.all_tables >= self.limits.tables_per_address:
            raise m.RefusedError("too_often", "Too many unfinished games from your address. Finish some first.")
        if not budget.new_tables.take():
            raise m.RefusedError("too_often", "Too many new games from your address. Try again in a minute.")

    async def open_rematch(
        self, match: Match, budget: AddressBudget, deal: DealCommitment, parts: Mapping[int, str]
    ) -> str:
        """Open the table of a rematch, with the same players, options and secrets, and return its id."""
        if await asyncio.to_thread(self.storage.read_table, deal.table_id):
            return deal.table_id  # another process has opened it
        self._check_new_table(budget)
        old, first = match.row, match.next_first_seat
        order = [*match.seats[first:], *match.seats[:first]]
        rows = tuple(
            replace(make_rematch_seat(match, seat), seat=k, part=parts.get(seat, "")) for k, seat in enumerate(order)
        )
        host = order.index(old.host) if old.host in order else SPECTATOR
        table = TableRow(
            id=deal.table_id, created=now_ms(), game=old.game,
            rules_version=match.setup.game.version, options=old.options, files=old.files, server_part=deal.server_part,
            host=host, pause_ms=match.pause_ms, spectator_hash=old.spectator_hash, seats=rows,
        )  # fmt: skip
        await self.storage.open_table(table)
        self._stored_tables += 1
        self.budgets.begin_table(table.id, budget)
        log_event("rematch", table=table.id, of=old.id)
        return table.id

    # ------------------------------------------------------------------ finding

    async def find_row(self, table_id: str) -> TableRow:
        if table_id in self.rooms:
            return self.rooms[table_id].match.row
        valid = TABLE_ID.fullmatch(table_id)
        row = await asyncio.to_thread(self.storage.read_table, table_id) if valid else None
        if row is None:
            raise m.RefusedError("unknown_table", "This game doesn't exist.")
        return row

    async def find_actions(self, table_id: str, address: str) -> PreparedResponse:
        row = await self.find_row(table_id)
        return await self.run_in_thread(address, table_id, lambda: prepare_actions(load_setup(row)))

    async def find_match(self, table_id: str, address: str) -> Match:
        if table_id in self.rooms:
            room = self.rooms[table_id]
            await room.read_on()
            return room.match
        return (await self._read_match(await self.find_row(table_id), address))[0]

    async def find_room(self, message: m.Join | m.ClaimSeat, budget: AddressBudget) -> Room:
        """Return the room of a table for a client with a token; open it unless it is in memory."""
        if self._closed:
            raise m.RefusedError("not_allowed", RESTART_TEXT)
        table_id = message.table
        row = await self.find_row(table_id)
        await self._check_token(row, message)
        if not budget.joins.take():  # only with a valid token: invalid ones must not keep others out
            raise m.RefusedError("too_often", "Too many connections from your address. Try again in a minute.")
        if table_id not in self.rooms and table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open_room(row, budget.address))
        if table_id in self._opening:
            try:
                await asyncio.shield(self._opening[table_id])
            except StorageFailed:
                raise  # the table exists and can be read later
            except GamutError as e:
                raise m.RefusedError("unreadable", f"This game can't be opened any more: {e}") from None
        return self.rooms[table_id]

    async def _check_token(self, row: TableRow, message: m.Join | m.ClaimSeat) -> None:
        """Refuse a client without a token before anything is done for it."""
        if row.id in self.rooms:
            room = self.rooms[row.id]
            table_secrets = room.match.secrets
            if not isinstance(table_secrets.find_access(message.token), Access):
                await room.read_on()  # perhaps another process knows it
        else:
            table_secrets = SeatSecrets(row, await asyncio.to_thread(self.storage.read_secret_entries, row.id))
        if not (isinstance(message, m.ClaimSeat) and table_secrets.find_access(message.secret)):
            table_secrets.get_access(message.token)

    async def _open_room(self, row: TableRow, address: str) -> None:
        try:
            match, problem = await self._read_match(row, address)
            elsewhere = await asyncio.to_thread(self.storage.read_elsewhere, row.id)
            self.replays.forget(row.id)
            room = self.rooms[row.id] = Room(self, match, problem)
            room.set_elsewhere(elsewhere)
            if problem:
                log_event("table is read-only", table=row.id, reason=problem)
            if not match.native:
                task = asyncio.create_task(switch_to_native(room, self.compiler.request(match.setup.game)))
                self._switching.add(task)
                task.add_done_callback(self._switching.discard)
        finally:
            del self._opening[row.id]

    async def _read_match(self, row: TableRow, address: str) -> tuple[Match, str]:
        native = self.compiler.is_ready(games.find_game(row.game))
        return await self.run_in_thread(
            address, row.id, lambda: Match.replay(row, self.storage.read_log(row.id), native=native)
        )

    async def run_in_thread(self, address: str, table_id: str, function: Callable[[], T]) -> T:
        """Return what a function returns; its thread is charged to an address."""
        try:
            return await self._readers.run(address, table_id, lambda _: function())
        except QueueFull:
            raise m.RefusedError(
                "too_often", "Too many games are being opened for your address. Try again in a moment."
            ) from None

    def load_added_bots(self) -> None:
        """Find the bots of other packages before the first request: this imports those packages."""
        for game in games.list_games():
            bots.find_plugin_bots(game)

    def compile_games(self) -> None:
        """Start to compile all games, the shortest first; games that are played come before them."""
        for game in sorted(games.list_games(), key=lambda game: game.minutes):
            self.compiler.request(game, played=False)

    # ------------------------------------------------------------------ other processes

    def follow_others(self) -> None:
        """Begin to follow the other processes that use the database, if they can."""
        if self.storage.cluster:
            self.storage.cluster.start(self, asyncio.get_running_loop())

    def find_positions(self) -> dict[str, int]:
        return {table_id: len(room.match.entries) for table_id, room in list(self.rooms.items())}

    def follow(self, entries: Mapping[str, list[StoredEntry]], elsewhere: Mapping[str, Elsewhere]) -> None:
        for table_id in {*entries, *elsewhere}:
            if room := self.rooms.get(table_id):
                if table_id in elsewhere and room.set_elsewhere(elsewhere[table_id]):
                    self._keep(asyncio.create_task(settle_proposals(room)))
                if table_id in entries and not room.follow_now(entries[table_id]):
                    self._keep(asyncio.create_task(follow_later(room, entries[table_id])))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def follow_signals(self, signals: Iterable[Signal]) -> None:
        for signal in signals:
            if room := self.rooms.get(signal.table):
                room.follow_signal(signal)

    def add_usage(self, usage: Usage, process: str) -> None:
        self.budgets.add_usage(usage, process)

    def drop_usage(self, alive: set[str]) -> None:
        self.budgets.drop_usage(alive)

    async def share_usage(self) -> None:
        """Regularly report to the other processes what addresses use here, and learn which tables have ended there."""
        cluster, counted_at = self.storage.cluster, time.monotonic()
        while cluster:
            await asyncio.sleep(USAGE_INTERVAL_S)
            cluster.send_usage(self.budgets.take_usage())
            if time.monotonic() > counted_at + COUNT_INTERVAL_S:
                counted_at = time.monotonic()
                with suppress(StorageFailed):
                    await self._count_tables()

    async def _count_tables(self) -> None:
        """Notice the tables that other processes have opened, finished or deleted."""
        unfinished = self.budgets.unfinished_tables
        running = await asyncio.to_thread(self.storage.find_running, unfinished)
        for table_id in set(unfinished) - running:
            self.end_table(table_id)
        self._stored_tables = await asyncio.to_thread(self.storage.read, count_tables)

    async def _count_entries(self, table_id: str) -> int:
        """Return how long the log of a table is, if another process may have changed it."""
        return await asyncio.to_thread(self.storage.count_entries, table_id) if self.storage.shared else 0

    # ------------------------------------------------------------------ closing and deleting

    def end_table(self, table_id: str) -> None:
        """Release what an unfinished table uses."""
        self.budgets.end_table(table_id)
        self.replays.forget(table_id)

    def drop_room(self, room: Room) -> None:
        """Remove a room from memory."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    async def drop_idle_rooms(self) -> None:
        """Regularly remove rooms without connections from memory."""
        while True:
            await asyncio.sleep(min(60.0, self.limits.idle_seconds))
            last_use = time.monotonic() - self.limits.idle_seconds
            for room in [r for r in self.rooms.values() if r.idle and r.left_at <= last_use]:
                self.drop_room(room)
                room.close()

    async def run_retention(self) -> None:
        """Regularly delete expired tables."""
        while True:
            await asyncio.sleep(RETENTION_INTERVAL_S)
            with suppress(StorageFailed):  # logged already; tried again next time
                await self.delete_expired()

    async def delete_expired(self) -> int:
        """Delete the expired tables that are not in memory; return how many there were."""
        read = self.storage.read
        candidates = await asyncio.to_thread(read, lambda connection: find_expired(connection, self.limits, now_ms()))
        used = {*self.rooms, *self._opening, *await asyncio.to_thread(self.storage.read_connected_tables)}
        expired = [table_id for table_id in candidates if table_id not in used]
        for start in range(0, len(expired), DELETE_BATCH):
            batch = expired[start : start + DELETE_BATCH]
            await self.storage.write(partial(delete_tables, ids=batch))
            for table_id in batch:
                self.end_table(table_id)
        self._stored_tables = await asyncio.to_thread(read, count_tables)
        if expired:
            log_event("tables deleted", tables=len(expired), left=self._stored_tables)
        return len(expired)

    def close_rooms(self) -> None:
        """Ask all clients to reconnect after the restart."""
        self._closed = True
        for task in self._switching:
            task.cancel()
        for room in list(self.rooms.values()):
            room.close(RESTART_TEXT)

    async def end_connections(self, seconds: float = 2.0) -> None:
        """Close all connections, and wait until that has been sent."""
        self.close_rooms()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not all(room.audience.empty for room in self.rooms.values()):
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """Finish all writes and end all threads."""
        self._closed = True
        self.bot_pool.close()
        self._readers.close()
        self.compiler.close()
        self.storage.close()


async def settle_proposals(room: Room) -> None:
    """Carry out a proposal that the departure of a player from another process has decided."""
    with suppress(m.RefusedError, StorageFailed):
        await room.settle_proposals()


async def follow_later(room: Room, entries: Sequence[StoredEntry]) -> None:
    """Follow entries after the message that a room is handling; if that fails, the next poll finds them again."""
    with suppress(StorageFailed):
        await room.follow(entries)


async def switch_to_native(room: Room, ready: Future[None]) -> None:
    """Switch a room to native code when it is ready; without it, it stays on interpreted rules."""
    try:
        await asyncio.shield(asyncio.wrap_future(ready))
    except Exception:
        return  # logged by the compiler
    try:
        await room.switch_to_native()
    except Exception:
        log_failure("a table could not switch to native code", table=room.id)


def choose_host(seats: list[m.SeatRequest]) -> int:
    """Return the host's seat; −1 at a table with only bots, whose host is any client with its link."""
    people = [k for k, seat in enumerate(seats) if seat.kind != "bot"]
    own = [k for k in people if seats[k].kind == "me"]
    return (own or people or [SPECTATOR])[0]


def open_setup(game: Game, request: m.TableRequest) -> Setup:
    """Return the requested setup, after checking that its bots can play it."""
    setup = game.open(len(request.seats), request.options)
    for seat, seat_request in enumerate(request.seats):
        if seat_request.kind == "bot" and seat_request.level:
            try:
                bots.check_selectable(seat_request.level, setup)
            except GamutError as e:
                raise InvalidOptions(f"seat {seat + 1}: {e}") from e
    return setup


def make_seats(requests: list[m.SeatRequest], tokens: list[str], weakest_level: str) -> tuple[SeatRow, ...]:
    """Return the rows of the requested seats, with unique names."""
    rows: list[SeatRow] = []
    for seat, (request, token) in enumerate(zip(requests, tokens, strict=True)):
        row = make_seat(seat, request, token, weakest_level)
        rows.append(replace(row, name=make_name_unique(row.name, (other.name for other in rows))))
    return tuple(rows)


def make_seat(seat: int, request: m.SeatRequest, token: str, weakest_level: str) -> SeatRow:
    """Return the row of a seat: with a secret if it is at the host's screen, with an invitation for a link."""
    name, hashed = clean_name(request.name), seat_secrets.hash_token(token)
    if request.kind == "link":
        return SeatRow(
            seat=seat, kind="open", name=name or default_name(seat), level=None, token_hash="", invitation_hash=hashed
        )
    if request.kind != "bot":
        return SeatRow(seat=seat, kind="person", name=name or default_name(seat), level=None, token_hash=hashed)
    level = request.level or weakest_level
    return SeatRow(seat=seat, kind="bot", name=name or BOT_NAMES[seat % len(BOT_NAMES)], level=level, token_hash="")


def make_rematch_seat(match: Match, seat: int) -> SeatRow:
    """Return the row of a seat in a rematch: its player has it again, even after resigning; invitations stay open."""
    occupant = match.occupants[seat]
    secret, invitation = match.secrets.seat_hashes[seat], match.secrets.invitation_hashes[seat]
    if seat in match.secrets.offered:
        invitation = ""
    kind: Literal["person", "open", "bot"] = "bot"
    if secret or invitation:
        kind = "person" if occupant.taken else "open"
    return SeatRow(
        seat=seat, kind=kind, name=occupant.name, level=occupant.level if kind == "bot" else None,
        token_hash=secret, invitation_hash=invitation,
    )  # fmt: skip
