"""A table in memory: handles messages one at a time, stores what they change, and shows it.

The collaborators (proposals, seating, bots) decide and return values; only the room stores entries and queues views.
Hints and previews are sent by tasks of their own. Other processes may have the same table in memory: the database
accepts one entry of each number, the room follows the others' entries, and repeats what they have overtaken.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from gamut.bots import middle_level
from gamut.engine.errors import GamutError, NotYourTurn, UnknownAction
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Undo
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_event, log_failure, log_problem
from gamut.server.storage.cluster import Elsewhere, Signal
from gamut.server.storage.entries import TRAITS_BY_KIND, EntryKind, StoredEntry, now_ms
from gamut.server.storage.writer import EntryConflict, StorageFailed
from gamut.server.tables.audience import Audience
from gamut.server.tables.match import Match, PreparedEntry, Rematch
from gamut.server.tables.other_rules import encode_result
from gamut.server.tables.presence import Presence
from gamut.server.tables.previews import Previews, describe
from gamut.server.tables.proposals import DealCommitment, Proposal, Proposals
from gamut.server.tables.rendering import Renderer, make_welcome
from gamut.server.tables.seat_secrets import Access
from gamut.server.tables.seating import SeatChange, Seating
from gamut.server.tables.table_bots import BotTurn, TableBots
from gamut.server.web.package_tables import find_package_table
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import TokenBucket
from gamut.server.wire.connection import CLOSE_POLICY, CLOSE_RESTART, Connection

if TYPE_CHECKING:
    from gamut.server.tables.hub import Hub

T = TypeVar("T")
REOPEN_TEXT = "The table is being reloaded. Reconnecting…"


class Room:
    """One table in memory, a cache of its log, with its connections."""

    def __init__(self, hub: Hub, match: Match, read_only: str) -> None:
        self.hub, self.match, self.read_only = hub, match, read_only
        self.proposals = Proposals(match)
        self.bots = TableBots(match, hub.bot_pool, hub.limits.secret_turn_seconds)
        self.seating = Seating(match, hub.limits)
        with_text_view = match.row.game not in hub.build.games_with_table
        renderer = Renderer(match, self.proposals, self.seating, self.bots, read_only, with_text_view=with_text_view)
        self.audience = Audience(renderer.render)
        self.presence = Presence(match.row, hub.storage.cluster)
        self.previews = Previews(match, hub.run_in_thread)
        limits = hub.limits
        self._announcements = [
            TokenBucket(limits.announcements_per_minute / 60, limits.announcement_burst) for _ in match.seats
        ]
        self.left_at = time.monotonic()  # when the last connection was closed
        self.closed = False
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        return self.match.row.id

    @property
    def idle(self) -> bool:
        """Whether there are no connections and no running work."""
        return self.audience.empty and not self.bots.playing and not self._lock.locked()

    # ------------------------------------------------------------------ joining and leaving

    async def join(self, connection: Connection, message: m.Join | m.ClaimSeat) -> None:
        """Let a connection join by its token, and possibly take a seat."""
        async with self._lock:
            await self._read_on()
            if self.closed:
                connection.close(CLOSE_RESTART)
            self._check_open()
            if isinstance(message, m.ClaimSeat):
                await self._claim(connection, message)
            else:
                await self._admit(connection, self.match.secrets.get_access(message.token), message.token)

    async def _claim(self, connection: Connection, message: m.ClaimSeat) -> None:
        self._check_writable()
        reports = {seat: self.seating.make_stand_in_report(seat) for seat in self.match.seats}

        async def claim() -> Access:
            access, change = self.seating.claim(connection, message)
            await self._change_seats(change, claiming=connection)
            return access

        access = await self._repeat(claim)
        self.audience.remove(connection)  # until now a spectator
        await self._admit(connection, access, message.secret, reports[access.seat])

    async def _admit(
        self, connection: Connection, access: Access, token: str, stand_in_report: m.StandInReport | None = None
    ) -> None:
        """Add a connection to the audience. A client with an unused invitation is a spectator."""
        seat = SPECTATOR if access.by_invitation else access.seat
        if self.audience.count(seat) >= self.hub.limits.connections_per_seat:
            raise m.RefusedError("not_allowed", "Too many connections to this seat.")
        seat_log = await self._get_seat_log(seat, connection.budget.address)
        if seat != SPECTATOR and not self.read_only:
            stand_in_report = self.seating.make_stand_in_report(seat) or stand_in_report
            await self._repeat(lambda: self._change_seats(self.seating.arrive(seat)))
        connection.token, connection.invited_seat = token, access.seat if access.by_invitation else None
        first = self.audience.add(connection, seat_log)
        connection.send(self._make_welcome(access, stand_in_report))
        self.audience.queue_view_for(connection)
        if first and seat != SPECTATOR:
            self.audience.queue_view()
        if self.match.rematch:
            connection.send(self._make_rematch_started(self.match.rematch, token))
        self._report_presence()
        self._update_bots()

    def _make_welcome(self, access: Access, stand_in_report: m.StandInReport | None) -> m.Welcome:
        build, game = self.hub.build, self.match.setup.game
        package_table = None if game.id in build.games_with_table else find_package_table(game)
        return make_welcome(self.match, access, self.read_only, build.digest, stand_in_report, package_table)

    async def _get_seat_log(self, seat: int, address: str) -> SeatLog:
        """Return the log of a seat; it is replayed in a thread when the seat is opened first."""
        if seat not in self.match.seat_logs:
            row, entries, native = self.match.row, self.match.entries, self.match.native
            replayed, _ = await self.hub.run_in_thread(
                address, self.id, lambda: Match.replay(row, entries, [seat], native=native)
            )
            self.match.seat_logs[seat] = replayed.seat_logs[seat]
        return self.match.seat_logs[seat]

    async def switch_to_native(self) -> None:
        """Continue with native code; bots that are thinking start again."""
        async with self._lock:
            if not self.closed and not self.match.native:
                self.match.use_native()
                self.bots.restart()
                self._update_bots()
                self.audience.queue_view()

    def leave(self, connection: Connection) -> None:
        """Remove a closed connection."""
        if self.audience.remove(connection):
            self.bots.stop_hint(connection.seat)
            self.left_at = time.monotonic()
            self._report_presence()
            self._update_bots()
            if connection.seat != SPECTATOR:
                self.seating.note_departure(connection.seat, now_ms())
                self.audience.queue_view()

    async def settle_proposals(self) -> None:
        """Carry out the open proposal if no player must answer any more.

        A rematch needs the connected players, an undo every player who has taken a seat and has not resigned.
        """
        async with self._lock:
            if not self.closed:
                await self._repeat(self._carry_out_if_agreed)

    def close(self, text: str = "") -> None:
        """Close all connections, with a text if there is one; clients reconnect."""
        self.presence.report(())
        self.closed = True
        self.bots.stop()
        self.previews.stop()
        for connection in self.audience.connections:
            if text:
                connection.send(m.Goodbye(text=text))
            connection.close(CLOSE_RESTART)

    # ------------------------------------------------------------------ handling messages

    async def handle(self, connection: Connection, message: m.ClientMessage) -> None:
        """Do what a message requests, or raise RefusedError."""
        self._check_at_table(connection, message)
        if self._answer_at_once(connection, connection.seat, message):
            return
        async with self._lock:
            await self._repeat(lambda: self._handle(connection, message))

    async def _handle(self, connection: Connection, message: m.ClientMessage) -> None:
        seat = connection.seat
        self._check_at_table(connection, message)
        match message:
            case m.PlayAction():
                await self._play(connection, seat, message)
            case m.Undo():
                await self._request_undo(self._check_player(seat), message.steps)
            case m.AnswerProposal():
                await self._answer_proposal(self._check_person(seat), message)
            case m.Resign():
                await self._store_and_apply(
                    "resign", self._check_player(seat), detail=middle_level(self.match.setup.game)
                )
            case m.Rematch():
                await self._request_rematch(seat)
            case m.SkipPauses():
                self._skip_pauses(seat)
            case m.SetPause():
                await self._store_and_apply("pause", self._check_host(seat), action=message.ms)
            case m.Join():
                raise m.RefusedError("not_allowed", "This connection has already joined.")
            case m.ClaimSeat():
                await self._claim(connection, message)
            case m.AddPart() | m.HandOver() | m.Rename() | m.SetStandIn() | m.Invite():
                await self._handle_seating(connection, seat, message)

    def _check_at_table(self, connection: Connection, message: m.ClientMessage) -> None:
        self._check_open()
        if not self.audience.has(connection):
            raise m.RefusedError("not_allowed", "This connection is no longer at the table.")
        if connection.invited_seat is not None and not isinstance(message, m.ClaimSeat | m.DescribePiece):
            raise m.RefusedError("not_allowed", "Take your seat first.")

    def _answer_at_once(self, connection: Connection, seat: int, message: m.ClientMessage) -> bool:
        """Handle a message that stores nothing, and return whether it was one.

        It does not wait for the lock: the delay would tell when another seat's secret step is being stored.
        """
        match message:
            case m.DescribePiece():
                connection.send(describe(self.match, seat, message))
            case m.Hint():
                self.bots.give_hint(connection, self._check_player(seat))
            case m.Preview():
                self.previews.begin(connection, self._check_player(seat, message.decision), message)
            case m.Emote():
                self._check_announcement(seat)
                self.presence.signal(Signal(self.id, "emote", seat, message.emote))
                self.audience.send(m.EmoteShown(seat=seat, emote=message.emote))
            case m.PlayAction():
                return self._answer_old_action(connection, self._check_person(seat), message)
            case m.Undo():
                self._find_undo(self._check_player(seat), message.steps)
                return False
            case _:
                return False
        return True

    async def _handle_seating(
        self, connection: Connection, seat: int, message: m.AddPart | m.HandOver | m.Rename | m.SetStandIn | m.Invite
    ) -> None:
        match message:
            case m.AddPart():
                await self._change_seats(self.seating.add_part(self._check_person(seat), message.part))
            case m.HandOver():
                await self._send_invitation(connection, *self.seating.hand_over(self._check_person(seat)))
            case m.Rename():
                self._check_announcement(seat)
                await self._change_seats(self.seating.rename(seat, message.name))
            case m.SetStandIn():
                self._check_may_set_stand_in(seat, message.seat)
                connected = self.audience.connected
                await self._change_seats(await self.seating.set_stand_in(message.seat, message.level, connected))
            case m.Invite():
                self._check_host(seat)
                await self._send_invitation(connection, *self.seating.invite(message.seat, self.audience.connected))

    async def _send_invitation(self, connection: Connection, invitation: m.Invitation, change: SeatChange) -> None:
        await self._change_seats(change)
        connection.send(invitation)

    async def _change_seats(self, change: SeatChange | None, claiming: Connection | None = None) -> None:
        """Store a change; `claiming` is the connection that takes the seat."""
        if change:
            await self._store_and_apply(change.kind, change.seat, detail=change.detail, claiming=claiming)

    def _close_ended_access(self, seat: int, claiming: Connection | None) -> None:
        """Close the connections whose secret no longer gives access to a seat."""
        for connection in self.audience.connections:
            if connection is not claiming and seat in (connection.seat, connection.invited_seat):
                access = self.match.secrets.find_access(connection.token)
                if isinstance(access, m.Refused):
                    self.audience.remove(connection)
                    connection.refuse_and_close(access, CLOSE_POLICY)
        self._report_presence()

    def _skip_pauses(self, seat: int) -> None:
        """Skip pauses for a player, or for the host at a table with only bots."""
        if seat == SPECTATOR:
            self._check_host(seat)
        else:
            self._check_player(seat)
        if self.bots.skip_pauses():
            self.presence.signal(Signal(self.id, "skip_pauses"))
            self.audience.queue_view()

    # ------------------------------------------------------------------ checks

    def _check_open(self) -> None:
        if self.closed:
            raise m.RefusedError("not_allowed", REOPEN_TEXT)

    def _check_person(self, seat: int) -> int:
        if seat == SPECTATOR:
            raise m.RefusedError("not_allowed", "Spectators can only watch.")
        self._check_writable()
        return seat

    def _check_announcement(self, seat: int) -> None:
        """Everyone receives announcements and proposals, so a seat has one allowance for all its connections."""
        if not self._announcements[self._check_person(seat)].take():
            raise m.RefusedError("too_often", "Not so fast. Wait a moment.")

    def _check_player(self, seat: int, decision: int | None = None) -> int:
        self._check_person(seat)
        if not self.match.started:
            raise m.RefusedError("not_allowed", "The game starts once all seats are taken.", decision)
        if self.match.over:
            raise m.RefusedError("over", "The game is over.", decision)
        if self.match.occupants[seat].resigned:
            raise m.RefusedError("not_allowed", "You have resigned.", decision)
        return seat

    def _check_host(self, seat: int) -> int:
        if seat != self.match.row.host:
            raise m.RefusedError("not_allowed", "Only the host can do that.")
        self._check_writable()
        return seat

    def _check_may_set_stand_in(self, seat: int, other: int) -> None:
        """Any player may let a bot stand in, so that a table never waits for a host who has left."""
        if seat == self.match.row.host:
            self._check_writable()
            return
        if self.match.occupants[self._check_person(seat)].resigned:
            raise m.RefusedError("not_allowed", "You have resigned.")
        if self.seating.is_unclaimed(other) and not self.seating.is_host_away(self.audience.connected):
            raise m.RefusedError("not_allowed", "Only the host can fill an open seat.")

    def _check_writable(self) -> None:
        if self.read_only:
            raise m.RefusedError("read_only", self.read_only)

    # ------------------------------------------------------------------ storing and showing

    async def _store_and_apply(
        self,
        kind: EntryKind,
        seat: int,
        decision: int = 0,
        action: int = 0,
        detail: str = "",
        claiming: Connection | None = None,
    ) -> None:
        """Store an entry, apply it once it is safe, and show it to the seats that can notice it."""
        # counted by what the seat can know: when the log is full must not betray the secret steps of others
        n_known = self.match.serial(seat if kind == "undo_secret" else SPECTATOR)
        if TRAITS_BY_KIND[kind].refused_when_full and n_known >= self.hub.limits.log_entries_per_table:
            raise m.RefusedError(
                "too_often",
                "This table's log is full. You can still play, but not undo, rename, invite, propose or change bots.",
            )
        draft = StoredEntry(at=now_ms(), kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        prepared = self.match.prepare(draft)
        try:
            await self.hub.storage.append(self.id, prepared.entry)
        except EntryConflict:
            raise
        except BaseException as e:
            # failed or interrupted: only the database knows what it holds, so the table is read again
            self._reopen()
            if isinstance(e, StorageFailed):
                raise m.RefusedError("storage", str(e)) from None
            raise
        over = self.match.over
        self._apply(prepared, claiming)
        if self.match.over and not over:
            self.hub.end_table(self.id)
            log_event("game over", table=self.id, game=self.match.row.game, steps=len(self.match.table.history))
            await self._repeat(self._store_end)

    async def _store_end(self) -> None:
        if not any(entry.kind == "end" for entry in self.match.entries):
            result = self.match.result
            await self._store_and_apply("end", SPECTATOR, detail=encode_result(result) if result else "")

    def _reopen(self) -> None:
        """Close the table; clients reconnect, and it is read again."""
        self.hub.drop_room(self)
        self.close(REOPEN_TEXT)

    def _apply(self, prepared: PreparedEntry, claiming: Connection | None = None) -> None:
        """Apply a stored entry, and show it to the seats that can notice it."""
        entry, proposal = prepared.entry, self.match.proposal
        change = self.match.commit(prepared)
        if TRAITS_BY_KIND[entry.kind].changes_secrets:
            self._close_ended_access(entry.seat, claiming)
        if proposal and not self.match.proposal:
            self._report_end_of_proposal(proposal, entry)
        self.audience.show_moments(change.moments, entry.seat, self.match.serial)
        self.audience.queue_view(change.seats)
        if entry.kind == "rematch" and self.match.rematch:
            for connection in self.audience.connections:
                connection.send(self._make_rematch_started(self.match.rematch, connection.token))
        self._update_bots()

    # ------------------------------------------------------------------ other processes

    async def read_on(self) -> None:
        """Follow everything that other processes have stored."""
        if self.hub.storage.shared:
            async with self._lock:
                await self._read_on()

    async def _read_on(self) -> None:
        if self.hub.storage.shared and not self.closed:
            first = len(self.match.entries)
            self._follow(await asyncio.to_thread(self.hub.storage.read_log, self.id, first))

    async def _repeat(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return the result of an attempt, repeated while entries of other processes overtake it."""
        while True:
            try:
                return await attempt()
            except EntryConflict:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Follow at least one entry, or close the table."""
        known = len(self.match.entries)
        try:
            await self._read_on()
        except StorageFailed as e:
            self._reopen()
            raise m.RefusedError("storage", str(e)) from None
        if len(self.match.entries) == known:  # only another database could explain that
            self._reopen()
        self._check_open()

    def follow_now(self, entries: Sequence[StoredEntry]) -> bool:
        """Follow entries of other processes, unless a message is being handled or one is missing."""
        if self._lock.locked() or entries[0].n > len(self.match.entries):
            return False
        self._follow(entries)
        return True

    async def follow(self, entries: Sequence[StoredEntry]) -> None:
        """The same, after the message that is being handled."""
        async with self._lock:
            if entries[0].n > len(self.match.entries):
                await self._read_on()
            else:
                self._follow(entries)

    def _follow(self, entries: Sequence[StoredEntry]) -> None:
        over = self.match.over
        for entry in entries:
            if self.closed or entry.n < len(self.match.entries):
                continue
            try:
                prepared = None if self.read_only else self.match.prepare(entry)
            except GamutError:
                prepared = None
            if prepared is None or prepared.entry != entry:
                log_problem("a table could not follow another process", table=self.id, entry=entry.n)
                self._reopen()
                return
            self._apply(prepared)
            if entry.kind == "rename":
                self._announcements[entry.seat].charge(1)
        if self.match.over and not over:
            self.hub.end_table(self.id)

    def set_elsewhere(self, elsewhere: Elsewhere) -> bool:
        """Note who is connected to other processes; return whether a seat has left them."""
        before = self.presence.replace_elsewhere(elsewhere)
        for seat, left_at in elsewhere.left_at.items():
            self.seating.note_departure(seat, left_at)
        self.audience.elsewhere = frozenset(seat for seat in elsewhere.connected if seat != SPECTATOR)
        if before != elsewhere:
            self.audience.queue_view()
            self._update_bots()
        return bool(before.connected.keys() - elsewhere.connected.keys())

    def _report_presence(self) -> None:
        if not self.closed:
            self.presence.report(self.audience.connections)

    def follow_signal(self, signal: Signal) -> None:
        """Show what a player connected to another process does."""
        if signal.kind == "emote":
            self._announcements[signal.seat].charge(1)
            self.audience.send(m.EmoteShown(seat=signal.seat, emote=msgspec.convert(signal.detail, m.EmoteKind)))
        elif self.bots.skip_pauses():
            self.audience.queue_view()

    # ------------------------------------------------------------------ playing

    async def _play(self, connection: Connection, seat: int, message: m.PlayAction) -> None:
        decision, action = message.decision, message.action
        if self._answer_old_action(connection, self._check_person(seat), message):
            return
        self._check_player(seat, decision)
        try:
            await self._store_and_apply("play", seat, decision, action)
        except UnknownAction:
            raise m.RefusedError("illegal", "Unknown action.", decision) from None
        except NotYourTurn:
            raise m.RefusedError("illegal", "It's not your turn.", decision) from None
        except GamutError:
            text = f"Not possible now: {self.match.setup.action_texts[action]}."
            raise m.RefusedError("illegal", text, decision) from None
        connection.send(m.Ack(decision=decision))

    def _answer_old_action(self, connection: Connection, seat: int, message: m.PlayAction) -> bool:
        """Acknowledge an action that was repeated because the first answer was lost; refuse an outdated one."""
        decision, actions = message.decision, self.match.actions_by_seat[seat]
        if decision == len(actions):
            return False
        if decision > len(actions) or actions[decision] != message.action:
            self.audience.queue_view_for(connection)
            raise m.RefusedError("stale", "The table has changed.", decision)
        connection.send(m.Ack(decision=decision))
        return True

    def _update_bots(self) -> None:
        """Start the turns of bots that are due."""
        if self.read_only or self.closed:
            return
        for turn in self.bots.update(self._find_paying_address()):
            self.bots.track(turn, asyncio.create_task(self._play_bot_turn(turn)))

    def _find_paying_address(self) -> str | None:
        """Return the address that bots are charged to, if this process plays for them."""
        payer = self.presence.find_payer(self.audience.connections)
        return payer.budget.address if payer else None

    async def _play_bot_turn(self, turn: BotTurn) -> None:
        try:
            await self._play_for_bot(turn.seat, turn.decision, await self.bots.choose(turn))
        except m.RefusedError:
            pass  # the room was closed; the turn starts again when the table is opened
        except Exception:
            log_failure("a bot could not play", table=self.id, seat=turn.seat)
        finally:
            self.bots.forget(turn)

    async def _play_for_bot(self, seat: int, decision: int, action: int) -> None:
        """Play a bot's action unless its turn is over; a random one instead of an illegal one."""

        async def play() -> None:
            current = self.match.decision(seat) == decision and seat in self.match.actors
            if not current or self.match.occupants[seat].kind != "bot" or self.closed:
                return
            try:
                await self._store_and_apply("play", seat, decision, action)
            except GamutError:
                log_failure("a bot chose an illegal action", table=self.id, seat=seat)
                await self._store_and_apply("play", seat, decision, secrets.choice(self.match.table.legal(seat)))

        async with self._lock:
            await self._repeat(play)

    # ------------------------------------------------------------------ undo and rematch

    def _find_undo(self, seat: int, steps: int) -> Undo:
        undo = self.match.find_undo(seat, steps)
        if not undo.possible:
            raise m.RefusedError("not_allowed", undo.why)
        return undo

    async def _request_undo(self, seat: int, steps: int) -> None:
        undo = self._find_undo(seat, steps)
        if undo.free:
            await self._undo(seat, undo.step)
        else:
            self._check_announcement(seat)
            await self._propose(Proposal("undo", seat, undo.step))

    async def _request_rematch(self, seat: int) -> None:
        if seat != self.match.row.host:
            self._check_person(seat)
        if not self.match.over:
            raise m.RefusedError("not_allowed", "The game is not over yet.")
        if self.match.rematch:
            raise m.RefusedError("over", "The rematch has already started.")
        proposal = Proposal("rematch", seat, deal=DealCommitment.create())
        if seat == SPECTATOR:
            await self._carry_out(proposal)
        else:
            self._check_announcement(seat)
            await self._propose(proposal)

    async def _propose(self, proposal: Proposal) -> None:
        """Carry out a proposal to which all agree, or ask the others."""
        if not self.proposals.joins(proposal) and self.proposals.is_agreed(proposal, self.audience.connected):
            await self._carry_out(proposal)
            return
        if self.match.proposal is None or proposal.seat not in self.match.proposal.agreed:
            await self._store_and_apply("propose", proposal.seat, action=proposal.step, detail=proposal.detail)
        await self._carry_out_if_agreed()

    async def _answer_proposal(self, seat: int, message: m.AnswerProposal) -> None:
        connected = self.audience.connected
        if message.yes:
            self.proposals.check_answer(seat, connected)
            await self._store_and_apply("agree", seat, detail=message.part or "")
            await self._carry_out_if_agreed()
        else:
            self.proposals.check_decline(seat, connected)
            await self._store_and_apply("decline", seat)

    def _report_end_of_proposal(self, proposal: Proposal, entry: StoredEntry) -> None:
        """Say why a proposal has ended without being carried out."""
        seat, name = entry.seat, self.match.occupants[entry.seat].name
        match entry.kind:
            case "decline" if seat == proposal.seat:
                self._notify_others(seat, f"{name} withdrew the request.")
            case "decline":
                self.audience.send(m.Refused(reason="not_allowed", text=f"{name} declined."), [proposal.seat])
            case "play":
                self._notify_others(seat, f"{name} played on, so the request was dropped.")
            case "resign":
                self._notify_others(seat, f"{name} resigned, so the request was dropped.")
            case "claim":
                self._notify_others(seat, f"{name} joined, so the request was dropped.")

    def _notify_others(self, seat: int, text: str) -> None:
        others = self.audience.connected - {seat}
        self.audience.send(m.Refused(reason="not_allowed", text=text), others)

    async def _carry_out_if_agreed(self) -> None:
        proposal = self.match.proposal
        if proposal and self.proposals.is_agreed(proposal, self.audience.connected):
            await self._carry_out(proposal)

    async def _carry_out(self, proposal: Proposal) -> None:
        """Carry out a proposal; nothing that all seats can notice has happened since it was made."""
        if proposal.deal:
            await self._begin_rematch(proposal, proposal.deal)
        else:
            await self._undo(proposal.seat, proposal.step)

    async def _undo(self, seat: int, step: int) -> None:
        """Undo a step and all since; in a secret phase only the seat's own."""
        table = self.match.table
        if not table.in_phase(step):
            await self._store_and_apply("undo", seat, action=step)
            return
        for _ in range(sum(actor == seat for actor, _ in table.history[step:])):
            await self._repeat(lambda: self._undo_last_secret_step(seat))

    async def _undo_last_secret_step(self, seat: int) -> None:
        table = self.match.table
        last = max((k for k, (actor, _) in enumerate(table.history) if actor == seat), default=-1)
        if last < 0 or not table.in_phase(last):
            raise m.RefusedError("not_allowed", "The others have submitted, too: it can't be undone any more.")
        await self._store_and_apply("undo_secret", seat, action=last)

    async def _begin_rematch(self, proposal: Proposal, deal: DealCommitment) -> None:
        payer = self.presence.find_payer_here(self.audience.connections)
        budget = payer.budget if payer else self.hub.budgets.find("")
        table_id = await self.hub.open_rematch(self.match, budget, deal, proposal.parts)
        await self._store_and_apply("rematch", proposal.seat, action=self.match.next_first_seat, detail=table_id)

    @staticmethod
    def _make_rematch_started(rematch: Rematch, token: str) -> m.RematchStarted:
        return m.RematchStarted(table=rematch.table, token=token, first_seat=rematch.first_seat)
