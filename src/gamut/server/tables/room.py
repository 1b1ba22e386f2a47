"""A table in memory: handles messages one at a time, stores what they change, and shows it.

The collaborators (proposals, seating, bots) decide and return values; only the room stores entries and queues views.
Hints and previews are sent by tasks of their own.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from gamut.bots import middle_level
from gamut.engine.errors import GamutError, NotYourTurn, UnknownAction
from gamut.engine.seat_log import SeatLog
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_event, log_failure
from gamut.server.storage.entries import TRAITS_BY_KIND, EntryKind, StoredEntry, now_ms
from gamut.server.storage.writer import StorageFailed
from gamut.server.tables.audience import Audience
from gamut.server.tables.match import Match, Rematch
from gamut.server.tables.other_rules import encode_result
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

REOPEN_TEXT = "The table is being reloaded. Reconnecting…"


class Room:
    """One table in memory, a cache of its log, with its connections."""

    def __init__(self, hub: Hub, match: Match, read_only: str) -> None:
        self.hub, self.match, self.read_only = hub, match, read_only
        self.proposals = Proposals(match)
        self.bots = TableBots(match, hub.bot_pool)
        self.seating = Seating(match, hub.limits)
        with_text_view = match.row.game not in hub.build.games_with_table
        renderer = Renderer(match, self.proposals, self.seating, self.bots, read_only, with_text_view=with_text_view)
        self.audience = Audience(renderer.render)
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
        access, change = self.seating.claim(connection, message)
        await self._change_seats(change)
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
            await self._change_seats(self.seating.arrive(seat))
        connection.token, connection.invited_seat = token, access.seat if access.by_invitation else None
        first = self.audience.add(connection, seat_log)
        connection.send(self._make_welcome(access, stand_in_report))
        self.audience.queue_view_for(connection)
        if first and seat != SPECTATOR:
            self.audience.queue_view()
        if self.match.rematch:
            connection.send(self._make_rematch_started(self.match.rematch, token))
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
            self._update_bots()
            if connection.seat != SPECTATOR:
                self.seating.note_departure(connection.seat)
                self.audience.queue_view()

    async def settle_proposals(self) -> None:
        """Carry out the open proposal if no player must answer any more.

        A rematch needs the connected players, an undo every player who has taken a seat and has not resigned.
        """
        async with self._lock:
            if not self.closed and (agreed := self.proposals.settle(self.audience.connected)):
                await self._carry_out(agreed)

    def close(self, text: str = "") -> None:
        """Close all connections, with a text if there is one; clients reconnect."""
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
        async with self._lock:
            seat = connection.seat
            self._check_open()
            if not self.audience.has(connection):
                raise m.RefusedError("not_allowed", "This connection is no longer at the table.")
            if connection.invited_seat is not None and not isinstance(message, m.ClaimSeat | m.DescribePiece):
                raise m.RefusedError("not_allowed", "Take your seat first.")
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
                case m.Hint():
                    self.bots.give_hint(connection, self._check_player(seat))
                case m.DescribePiece():
                    connection.send(describe(self.match, seat, message))
                case m.Preview():
                    self.previews.begin(connection, self._check_player(seat, message.decision), message)
                case m.Emote():
                    self._check_announcement(seat)
                    self.audience.send(m.EmoteShown(seat=seat, emote=message.emote))
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

    async def _change_seats(self, change: SeatChange | None) -> None:
        """Store a change, and close the connections whose access it has ended."""
        if change is None:
            return
        await self._store_and_apply(change.kind, change.seat, detail=change.detail)
        for closing in change.closings:
            for connection in filter(closing.applies_to, self.audience.connections):
                self.audience.remove(connection)
                connection.refuse_and_close(closing.refusal, CLOSE_POLICY)

    def _skip_pauses(self, seat: int) -> None:
        """Skip pauses for a player, or for the host at a table with only bots."""
        if seat == SPECTATOR:
            self._check_host(seat)
        else:
            self._check_player(seat)
        if self.bots.skip_pauses():
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
        """Everyone receives announcements, so a seat has one allowance for all its connections."""
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
        self, kind: EntryKind, seat: int, decision: int = 0, action: int = 0, detail: str = ""
    ) -> None:
        """Store an entry, apply it once it is safe, and show it to the seats that can notice it."""
        if TRAITS_BY_KIND[kind].refused_when_full and len(self.match.entries) >= self.hub.limits.log_entries_per_table:
            raise m.RefusedError(
                "too_often",
                "This table's log is full. You can still play, but not undo, rename, invite or change bots.",
            )
        draft = StoredEntry(at=now_ms(), kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        prepared = self.match.prepare(draft)
        try:
            await self.hub.storage.append(self.id, prepared.entry)
        except BaseException as e:
            # failed or interrupted: only the database knows what it holds, so the table is read again
            self.hub.drop_room(self)
            self.close(REOPEN_TEXT)
            if isinstance(e, StorageFailed):
                raise m.RefusedError("storage", str(e)) from None
            raise
        over = self.match.over
        change = self.match.commit(prepared)
        if change.public and TRAITS_BY_KIND[kind].ends_proposals and self.proposals.discard():
            self._report_lapse(kind, seat)
        self.audience.show_moments(change.moments, seat, self.match.serial)
        self.audience.queue_view(change.seats)
        self._update_bots()
        if self.match.over and not over:
            self.hub.end_table(self.id)
            log_event("game over", table=self.id, game=self.match.row.game, steps=len(self.match.table.history))
            result = self.match.result
            await self._store_and_apply("end", SPECTATOR, detail=encode_result(result) if result else "")

    # ------------------------------------------------------------------ playing

    async def _play(self, connection: Connection, seat: int, message: m.PlayAction) -> None:
        decision, action = message.decision, message.action
        actions = self.match.actions_by_seat[self._check_person(seat)]
        if decision < len(actions) and actions[decision] == action:
            connection.send(m.Ack(decision=decision))  # repeated because the first answer was lost
            return
        if decision != len(actions):
            self.audience.queue_view_for(connection)
            raise m.RefusedError("stale", "The table has changed.", decision)
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

    def _update_bots(self) -> None:
        """Start the turns of bots that are due."""
        if self.read_only or self.closed:
            return
        for turn in self.bots.update(self._find_paying_address()):
            self.bots.track(turn, asyncio.create_task(self._play_bot_turn(turn)))

    def _find_paying_address(self) -> str | None:
        """Return the address that bots are charged to: a player's, or the host's at a table with only bots."""
        players = [
            connection
            for connection in self.audience.connections
            if connection.seat != SPECTATOR or (self.match.row.host == SPECTATOR and connection.invited_seat is None)
        ]
        first = min(players, key=lambda player: (player.seat != self.match.row.host, player.seat), default=None)
        return first.budget.address if first else None

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
        async with self._lock:
            current = self.match.decision(seat) == decision and seat in self.match.actors
            if not current or self.match.occupants[seat].kind != "bot" or self.closed:
                return
            try:
                await self._store_and_apply("play", seat, decision, action)
            except GamutError:
                log_failure("a bot chose an illegal action", table=self.id, seat=seat)
                await self._store_and_apply("play", seat, decision, secrets.choice(self.match.table.legal(seat)))

    # ------------------------------------------------------------------ undo and rematch

    async def _request_undo(self, seat: int, steps: int) -> None:
        undo = self.match.find_undo(seat, steps)
        if not undo.possible:
            raise m.RefusedError("not_allowed", undo.why)
        if undo.free:
            await self._undo(seat, undo.step)
        else:
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
            await self._propose(proposal)

    async def _propose(self, proposal: Proposal) -> None:
        await self._advance(self.proposals.propose(proposal, self.audience.connected))

    async def _answer_proposal(self, seat: int, message: m.AnswerProposal) -> None:
        connected = self.audience.connected
        if message.yes:
            await self._advance(self.proposals.accept(seat, message.part, connected))
            return
        declined = self.proposals.decline(seat, connected)
        self.audience.queue_view()
        name = self.match.occupants[seat].name
        if seat == declined.seat:
            self._notify_others(seat, f"{name} withdrew the request.")
        else:
            self.audience.send(m.Refused(reason="not_allowed", text=f"{name} declined."), [declined.seat])

    def _report_lapse(self, kind: EntryKind, seat: int) -> None:
        """Say why an open proposal has ended without an answer."""
        actions: dict[EntryKind, str] = {"play": "played on", "resign": "resigned"}
        if action := actions.get(kind):
            self._notify_others(seat, f"{self.match.occupants[seat].name} {action}, so the request was dropped.")

    def _notify_others(self, seat: int, text: str) -> None:
        others = self.audience.connected - {seat}
        self.audience.send(m.Refused(reason="not_allowed", text=text), others)

    async def _advance(self, agreed: Proposal | None) -> None:
        """Carry out a proposal to which all have agreed, or show the open one."""
        if agreed:
            await self._carry_out(agreed)
        else:
            self.audience.queue_view()

    async def _carry_out(self, proposal: Proposal) -> None:
        """Nothing that all seats can notice has happened since it was proposed."""
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
        for k in range(len(table.history) - 1, step - 1, -1):
            if table.history[k][0] == seat:
                await self._store_and_apply("undo_secret", seat, action=k)

    async def _begin_rematch(self, proposal: Proposal, deal: DealCommitment) -> None:
        budget = self.hub.budgets.find(self._find_paying_address() or "")
        table_id = await self.hub.open_rematch(self.match, budget, deal, proposal.parts)
        rematch = Rematch(table_id, self.match.next_first_seat)
        await self._store_and_apply("rematch", proposal.seat, action=rematch.first_seat, detail=rematch.table)
        for connection in self.audience.connections:
            connection.send(self._make_rematch_started(rematch, connection.token))

    @staticmethod
    def _make_rematch_started(rematch: Rematch, token: str) -> m.RematchStarted:
        return m.RematchStarted(table=rematch.table, token=token, first_seat=rematch.first_seat)
