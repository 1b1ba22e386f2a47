"""A table with people around it: hears them one at a time, stores what they do, shows it to all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamut.bots import middle_level
from gamut.engine.errors import GamutError, NotYourTurn, UnknownAction
from gamut.engine.seat_log import SeatLog
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server import rendering
from gamut.server.audience import Audience
from gamut.server.clock import read_clock
from gamut.server.connection import Connection
from gamut.server.entry_kinds import KINDS, EntryKind
from gamut.server.explaining import Previews, explain
from gamut.server.logs import log_event
from gamut.server.match import Match
from gamut.server.proposals import Promise, Proposal, Proposals
from gamut.server.seat_secrets import Door
from gamut.server.seating import Seating
from gamut.server.storage import Entry, StorageFailed
from gamut.server.table_bots import TableBots

if TYPE_CHECKING:
    from gamut.server.hub import Hub

RESTART = 1012  # the code of a connection that should simply be opened again


class Room:
    """One table in memory: a cache of its log, and the connections to those who look at it."""

    def __init__(self, hub: Hub, match: Match, read_only: str) -> None:
        self.hub, self.match, self.read_only = hub, match, read_only
        self.audience = Audience(self._render)
        self.proposals = Proposals(match, self.audience, self._carry_out)
        self.bots = TableBots(match, hub.bot_pool, self._act_for_bot, self._find_payer)
        self.seating = Seating(match, self.audience, self._store, hub.limits.away_seconds)
        self.previews = Previews(match, hub.read)
        self.left_at = time.monotonic()  # when the last connection was closed
        self.closed = False
        self._has_table = match.row.game in hub.build.tables
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's name."""
        return self.match.row.id

    @property
    def idle(self) -> bool:
        """Whether nobody looks and no bot is at work."""
        return self.audience.empty and not self.bots.at_work and not self._lock.locked()

    # ------------------------------------------------------------------ coming and going

    async def join(self, connection: Connection, message: m.Join | m.Claim) -> None:
        """A browser shows a token; with an invitation it may sit down at once."""
        async with self._lock:
            if self.closed:
                connection.close(RESTART)
            self._check_open()
            if isinstance(message, m.Claim):
                await self._claim(connection, message)
            else:
                await self._admit(connection, self.match.secrets.open(message.token), message.token)

    async def _claim(self, connection: Connection, message: m.Claim) -> None:
        self._check_writable()
        meanwhile = {seat: self.seating.find_bot_meanwhile(seat) for seat in self.match.seats}
        door = await self.seating.claim(connection, message)
        self.audience.remove(connection)  # it has looked with the eyes of a spectator
        await self._admit(connection, door, message.secret, meanwhile[door.seat])

    async def _admit(
        self, connection: Connection, door: Door, token: str, bot_meanwhile: m.BotMeanwhile | None = None
    ) -> None:
        """Let a browser look; whoever is only invited watches. Who was away is told of the bot that played."""
        seat = WATCHER if door.invited else door.seat
        if self.audience.count(seat) >= self.hub.limits.watchers:
            raise m.RefusedError("not_allowed", "Too many browsers already look at this seat.")
        log = await self._seat_log(seat, connection.account.address)
        if seat != WATCHER and not self.read_only:
            bot_meanwhile = self.seating.find_bot_meanwhile(seat) or bot_meanwhile
            await self.seating.come_back(seat)
        connection.token, connection.invited = token, door.seat if door.invited else None
        first = self.audience.add(connection, log)
        build = self.hub.build.build
        connection.say(rendering.make_welcome(self.match, door, self.read_only, build, bot_meanwhile))
        self.audience.show_one(connection)
        if first and seat != WATCHER:
            self.audience.show()
        if self.match.rematch:
            connection.say(m.Moved(table=self.match.rematch, token=token))
        self._wake_bots()

    async def _seat_log(self, seat: int, payer: str) -> SeatLog:
        """What has been told to the seat so far; a long log is told in a thread."""
        if seat not in self.match.seat_logs:
            native = self.match.native
            told, _ = await self.hub.read(
                payer, self.id, lambda: Match.replay(self.match.row, self.match.log, [seat], native=native)
            )
            self.match.seat_logs[seat] = told.seat_logs[seat]
        return self.match.seat_logs[seat]

    async def change_over(self) -> None:
        """The native code is ready: go on with it. A bot that thinks is asked again."""
        async with self._lock:
            if not self.closed and not self.match.native:
                self.match.use_native()
                self.bots.ask_again()
                self._wake_bots()
                self.audience.show()

    def leave(self, connection: Connection) -> None:
        """A connection is closed."""
        if self.audience.remove(connection):
            self.bots.stop_hint(connection.seat)
            self.left_at = time.monotonic()
            self._wake_bots()  # or let them rest
            if connection.seat != WATCHER:
                self.seating.note_leaving(connection.seat)
                self.audience.show()

    async def settle_proposals(self) -> None:
        """Somebody has left: perhaps all who are still there have agreed."""
        async with self._lock:
            if not self.closed:
                await self.proposals.recount()

    def close(self, text: str = "") -> None:
        """Leave the memory; whoever still looks is told to come again."""
        self.closed = True
        self.bots.stop()
        self.previews.stop()
        for connection in self.audience.connections:
            if text:
                connection.say(m.Bye(text=text))
            connection.close(RESTART)

    def _check_open(self) -> None:
        if self.closed:
            raise m.RefusedError("not_allowed", "The table is being opened anew; please try again.")

    # ------------------------------------------------------------------ hearing

    async def hear(self, connection: Connection, message: m.ClientMessage) -> None:
        """Do what a browser asks, or say why not."""
        async with self._lock:
            seat = connection.seat
            self._check_open()
            if not self.audience.has(connection):
                raise m.RefusedError("not_allowed", "This connection has no place at the table any more.")
            if connection.invited is not None and not isinstance(message, m.Claim | m.WhyNot):
                raise m.RefusedError("not_allowed", "Sit down first.")
            match message:
                case m.Act():
                    await self._act(connection, seat, message)
                case m.TakeBack():
                    await self._ask_take_back(self._check_player(seat))
                case m.Answer():
                    await self.proposals.answer(self._check_person(seat), message.yes, message.part)
                case m.Resign():
                    await self._store(
                        "resign", self._check_player(seat), detail=middle_level(self.match.setup.game)
                    )
                case m.Rematch():
                    await self._ask_rematch(seat)
                case m.Hint():
                    self.bots.give_hint(connection, self._check_player(seat))
                case m.WhyNot():
                    connection.say(explain(self.match, seat, message))
                case m.Preview():
                    self.previews.begin(connection, self._check_player(seat, message.decision), message)
                case m.Emote():
                    self.audience.say(m.Emoted(seat=self._check_person(seat), emote=message.emote))
                case m.Hurry():
                    self._hurry(seat)
                case m.Pause():
                    await self._store("pause", self._check_host(seat), action=message.ms)
                case m.Join():
                    raise m.RefusedError("not_allowed", "This connection has joined already.")
                case m.Claim() | m.AddPart() | m.HandOver() | m.Rename() | m.Fill() | m.Invite():
                    await self._hear_about_seats(connection, seat, message)

    async def _hear_about_seats(
        self,
        connection: Connection,
        seat: int,
        message: m.Claim | m.AddPart | m.HandOver | m.Rename | m.Fill | m.Invite,
    ) -> None:
        match message:
            case m.Claim():
                await self._claim(connection, message)
            case m.AddPart():
                await self.seating.add_part(self._check_person(seat), message.part)
            case m.HandOver():
                connection.say(await self.seating.hand_over(self._check_person(seat)))
            case m.Rename():
                await self.seating.rename(self._check_person(seat), message.name)
            case m.Fill():
                self._check_filler(seat, message.seat)
                await self.seating.fill(message.seat, message.level)
            case m.Invite():
                self._check_host(seat)
                connection.say(await self.seating.invite(message.seat))

    def _hurry(self, seat: int) -> None:
        """Any player may; of a table of bots alone its host."""
        if seat == WATCHER:
            self._check_host(seat)
        else:
            self._check_player(seat)
        if self.bots.hurry():
            self.audience.show()

    def _check_person(self, seat: int) -> int:
        if seat == WATCHER:
            raise m.RefusedError("not_allowed", "Spectators only watch.")
        self._check_writable()
        return seat

    def _check_player(self, seat: int, decision: int | None = None) -> int:
        self._check_person(seat)
        if not self.match.begun:
            raise m.RefusedError("not_allowed", "Nothing is dealt before all seats are taken.", decision)
        if self.match.over:
            raise m.RefusedError("over", "The game is over.", decision)
        if self.match.sitters[seat].resigned:
            raise m.RefusedError("not_allowed", "You have resigned.", decision)
        return seat

    def _check_host(self, seat: int) -> int:
        if seat != self.match.row.host:
            raise m.RefusedError("not_allowed", "Only the host does that.")
        self._check_writable()
        return seat

    def _check_filler(self, seat: int, wanted: int) -> None:
        """Whoever plays may let a bot play for somebody away, or everybody would wait for a host who is gone."""
        if seat == self.match.row.host:
            self._check_writable()
            return
        if self.match.sitters[self._check_person(seat)].resigned:
            raise m.RefusedError("not_allowed", "You have resigned.")
        if self.seating.is_free(wanted) and not self.seating.host_is_gone:
            raise m.RefusedError(
                "not_allowed", "Nobody has had this seat: that is for the host, while they are here."
            )

    def _check_writable(self) -> None:
        if self.read_only:
            raise m.RefusedError("read_only", self.read_only)

    # ------------------------------------------------------------------ storing and showing

    async def _store(
        self, kind: EntryKind, seat: int, decision: int = 0, action: int = 0, detail: str = ""
    ) -> None:
        """Write an entry, let it happen once it is safe, and show it to those who can notice it."""
        if KINDS[kind].dispensable and len(self.match.log) >= self.hub.limits.rows_per_table:
            raise m.RefusedError(
                "too_often", "So much has happened at this table that only moves are stored from now on."
            )
        draft = Entry(at=read_clock(), kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        prepared = self.match.prepare(draft)
        try:
            await self.hub.storage.append(self.id, prepared.entry)
        except BaseException as e:
            # failed or interrupted: only the database knows what it holds, so the table is read again
            self.hub.drop_room(self)
            self.close("The table is opened anew.")
            if isinstance(e, StorageFailed):
                raise m.RefusedError("storage", str(e)) from None
            raise
        over = self.match.over
        change = self.match.commit(prepared)
        if change.public and KINDS[kind].moves_on:
            self.proposals.lapse()
        self.audience.show_moments(change.moments, seat, self.match.serial)
        self.audience.show(change.seats)
        self._wake_bots()
        if self.match.over and not over:
            self.hub.end_table(self.id)
            log_event("game over", table=self.id, game=self.match.row.game, steps=len(self.match.table.history))
            await self._store("end", WATCHER)

    def _wake_bots(self) -> None:
        if not self.read_only and not self.closed:
            self.bots.keep_up()

    def _find_payer(self) -> str | None:
        """For whom bots think: a player who is there; at a table of bots alone, its host."""
        here = self.audience.connections
        payers = [c for c in here if c.seat != WATCHER or (self.match.row.host == WATCHER and c.invited is None)]
        first = min(payers, key=lambda c: (c.seat != self.match.row.host, c.seat), default=None)
        return first.account.address if first else None

    def _render(self, log: SeatLog) -> m.View:
        view = rendering.make_view(
            self.match, log, self.audience.connected, self.proposals.message, self.read_only, self.bots.hurried,
            self.seating.bot_from,
        )  # fmt: skip
        if self._has_table or view.game_view is None:
            return view
        return replace(view, drawing=rendering.draw_text(self.match, log))

    # ------------------------------------------------------------------ acting

    async def _act(self, connection: Connection, seat: int, message: m.Act) -> None:
        decision, action = message.decision, message.action
        made = self.match.made[self._check_person(seat)]
        if decision < len(made) and made[decision] == action:
            connection.say(m.Ack(decision=decision))  # said again because our answer was lost
            return
        if decision != len(made):
            self.audience.show_one(connection)
            raise m.RefusedError("stale", "The table has moved on.", decision)
        self._check_player(seat, decision)
        try:
            await self._store("act", seat, decision, action)
        except UnknownAction:
            raise m.RefusedError("illegal", "There is no such action.", decision) from None
        except NotYourTurn:
            raise m.RefusedError("illegal", "It is not your turn.", decision) from None
        except GamutError:
            text = f"You cannot {self.match.setup.texts[action]} now."
            raise m.RefusedError("illegal", text, decision) from None
        connection.say(m.Ack(decision=decision))

    async def _act_for_bot(self, seat: int, decision: int, action: int) -> None:
        """A bot has thought; by now its decision may have been taken by somebody else."""
        async with self._lock:
            current = self.match.decision(seat) == decision and seat in self.match.awaited
            if current and self.match.sitters[seat].kind == "bot" and not self.closed:
                await self._store("act", seat, decision, action)

    # ------------------------------------------------------------------ taking back and playing again

    async def _ask_take_back(self, seat: int) -> None:
        found = self.match.find_take_back(seat)
        if not found.possible:
            raise m.RefusedError("not_allowed", found.why)
        if found.free:
            await self._take_back(seat, found.step)
        else:
            await self.proposals.propose(Proposal("take_back", seat, found.step))

    async def _ask_rematch(self, seat: int) -> None:
        if seat != self.match.row.host:
            self._check_person(seat)
        if not self.match.over:
            raise m.RefusedError("not_allowed", "The game is still going on.")
        if self.match.rematch:
            raise m.RefusedError("over", "The rematch has begun already.")
        proposal = Proposal("rematch", seat, deal=Promise.draw())
        if seat == WATCHER:
            await self._carry_out(proposal)
        else:
            await self.proposals.propose(proposal)

    async def _carry_out(self, proposal: Proposal) -> None:
        """All have agreed. Nothing that everybody can notice has happened since it was proposed."""
        if proposal.deal:
            await self._begin_rematch(proposal.seat, proposal.deal, proposal.parts)
        else:
            await self._take_back(proposal.seat, proposal.step)

    async def _take_back(self, seat: int, step: int) -> None:
        kind: EntryKind = "withdraw" if self.match.table.in_phase(step) else "take_back"
        await self._store(kind, seat, action=step)

    async def _begin_rematch(self, seat: int, deal: Promise, parts: Mapping[int, str]) -> None:
        payer = self.hub.accounts.find(self._find_payer() or "")
        table = await self.hub.open_rematch(self.match, payer, deal, parts)
        await self._store("rematch", seat, detail=table)
        for connection in self.audience.connections:
            connection.say(m.Moved(table=table, token=connection.token))
