"""Decides who may take a seat, hand it over, let a bot stand in, and change a name.

Nothing is changed here: each method returns the entry to store. No player loses a seat by a lost connection: a bot may
stand in only after an announced time, and stops when the player returns.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from dataclasses import dataclass

from gamut import bots
from gamut.engine.errors import GamutError
from gamut.engine.verbs import SPECTATOR
from gamut.server.storage.entries import EntryKind, now_ms
from gamut.server.tables import seat_secrets
from gamut.server.tables.match import Match
from gamut.server.tables.names import clean_name, make_name_unique
from gamut.server.tables.seat_secrets import INVITATION_USED, Access, Claim
from gamut.server.wire import messages as m
from gamut.server.wire.connection import Connection
from gamut.server.wire.limits import Limits


@dataclass(frozen=True)
class SeatChange:
    """An entry to store."""

    kind: EntryKind
    seat: int
    detail: str = ""


COMING_MS = 10_000  # time to come to the table of a rematch


class Seating:
    def __init__(self, match: Match, limits: Limits) -> None:
        self._match = match
        self._away_ms = round(limits.away_seconds * 1000)
        self._new_link_ms = round(limits.new_link_seconds * 1000)
        self._opened_at = now_ms()
        self._left_at: dict[int, int] = {}  # when each player was last connected, as far as known

    # ------------------------------------------------------------------ taking a seat

    def claim(self, connection: Connection, message: m.ClaimSeat) -> tuple[Access, SeatChange | None]:
        """Return the access by an invitation. A repeated message changes nothing."""
        current = self._match.secrets.find_access(message.secret)
        repeated = isinstance(current, Access) and current.seat != SPECTATOR and not current.by_invitation
        if connection.seat != SPECTATOR and not (repeated and current == Access(connection.seat)):
            raise m.RefusedError("not_allowed", "You already have a seat at this table.")
        if repeated and isinstance(current, Access):
            return current, None
        access = self._match.secrets.get_access(message.token)
        if current is not None:
            raise m.RefusedError("not_allowed", "This invitation can't be used here. Reload the page and try again.")
        if not access.by_invitation:
            raise m.RefusedError("not_allowed", "This link is not an invitation.")
        seat = access.seat
        if self._match.over and not self._match.occupants[seat].taken:
            raise m.RefusedError("over", "The game is over.")
        if seat in self._match.secrets.offered and not self._may_change_hands(seat):
            raise m.RefusedError("used", INVITATION_USED.text)
        name = self._make_name_unique(seat, clean_name(message.name))
        part = self._get_renewing_part(seat, message)
        detail = Claim(seat_secrets.hash_token(message.secret), part, name).format()
        return Access(seat), SeatChange("claim", seat, detail)

    def _get_renewing_part(self, seat: int, message: m.ClaimSeat) -> str:
        """Return the part of a new player that renews the chance key; none if nothing has been dealt yet."""
        if not self._match.joining_renews_key(seat):
            return ""
        if message.part is None:
            raise m.RefusedError("not_allowed", "Reload the page to join this game: it has already begun.")
        return message.part

    def arrive(self, seat: int) -> SeatChange | None:
        """A player has connected: a stand-in stops, and a link that the host has offered ends."""
        occupant, offered = self._match.occupants[seat], seat in self._match.secrets.offered
        if occupant.resigned or (occupant.kind == "person" and not offered):
            return None
        return SeatChange("arrive", seat)

    def add_part(self, seat: int, part: str) -> SeatChange | None:
        """Add a player's part to the deal. A repeated message changes nothing."""
        if self._match.parts[seat] == part:
            return None
        if seat not in self._match.not_ready:
            raise m.RefusedError("not_allowed", "Your part of the deal is already fixed.")
        return SeatChange("part", seat, part)

    def make_stand_in_report(self, seat: int) -> m.StandInReport | None:
        """Return what the current stand-in of a seat has done; None without one."""
        occupant = self._match.occupants[seat]
        return m.StandInReport(occupant.level or "", self._match.count_bot_actions(seat)) if occupant.away else None

    # ------------------------------------------------------------------ being away

    def note_departure(self, seat: int, at: int) -> None:
        """The last connection of a seat has closed."""
        self._left_at[seat] = max(at, self._left_at.get(seat, 0))

    def find_stand_in_times(self, connected: Collection[int]) -> dict[int, int]:
        """Return by seat when a bot may stand in for a player who is away."""
        if self._match.over:
            return {}
        return {
            seat: self._find_time(seat, self._away_ms)
            for seat, occupant in enumerate(self._match.occupants)
            if occupant.kind == "person" and seat not in connected
        }

    def find_new_link_times(self, connected: Collection[int]) -> dict[int, int]:
        """Return by seat when the host may offer a new link to it, because its player is away."""
        return {
            seat: self._find_time(seat, self._new_link_ms)
            for seat in self._match.seats
            if seat not in connected and self._may_change_hands(seat)
        }

    def _find_time(self, seat: int, wait_ms: int) -> int:
        """Return the time after waiting for a player who is away; a shorter wait before a rematch is dealt."""
        return self._left_at.get(seat, self._opened_at) + (
            min(COMING_MS, wait_ms) if self._is_coming(seat) else wait_ms
        )

    def _is_coming(self, seat: int) -> bool:
        """Return whether a player has not yet come to the table of a rematch."""
        return self._match.occupants[seat].taken and seat in self._match.not_ready

    def _may_change_hands(self, seat: int) -> bool:
        """Return whether another person may get a player's seat: never one whose hand the player has hidden."""
        occupant, match = self._match.occupants[seat], self._match
        if not occupant.taken or occupant.resigned or match.over:
            return False
        return self._is_coming(seat) or (match.started and not match.setup.game.secret_fields)

    def is_host_away(self, connected: Collection[int]) -> bool:
        """Return whether a bot stands in for the host, or may do so."""
        host = self._match.row.host
        if host == SPECTATOR:
            return False
        due = self.find_stand_in_times(connected).get(host)
        return self._match.occupants[host].kind == "bot" or (due is not None and due <= now_ms())

    def is_unclaimed(self, seat: int) -> bool:
        """Return whether a seat has never had a player."""
        return seat in self._match.seats and not self._match.secrets.seat_hashes[seat]

    # ------------------------------------------------------------------ invitations

    def invite(self, seat: int, connected: Collection[int]) -> tuple[m.Invitation, SeatChange]:
        """Replace the invitation to a seat that was never taken, or offer a link to the seat of an absent player."""
        self._check_seat(seat)
        if self._match.secrets.seat_hashes[seat]:
            due = self.find_new_link_times(connected).get(seat)
            if due is None:
                raise m.RefusedError("not_allowed", "This seat is already taken.")
            if (wait_ms := due - now_ms()) > 0:
                raise m.RefusedError("not_allowed", f"You can offer a new link in {math.ceil(wait_ms / 1000)} s.")
        return self._make_invitation("invite", seat)

    def hand_over(self, seat: int) -> tuple[m.Invitation, SeatChange]:
        """Invite a player to continue on another device."""
        return self._make_invitation("hand_over", seat)

    def _make_invitation(self, kind: EntryKind, seat: int) -> tuple[m.Invitation, SeatChange]:
        if self._match.secrets.exhausted:
            raise m.RefusedError("too_often", "Too many links have been created for this table.")
        token = seat_secrets.new_token()
        return m.Invitation(seat=seat, token=token), SeatChange(kind, seat, seat_secrets.hash_token(token))

    # ------------------------------------------------------------------ bots and names

    async def set_stand_in(self, seat: int, level: str | None, connected: Collection[int]) -> SeatChange | None:
        """Let a bot stand in at a seat whose player is away, or end that."""
        self._check_seat(seat)
        occupant, claimed = self._match.occupants[seat], bool(self._match.secrets.seat_hashes[seat])
        if occupant.resigned:
            raise m.RefusedError("not_allowed", "A bot has taken over this seat.")
        if level is None and not claimed:
            raise m.RefusedError("not_allowed", "This seat has no player yet. Send an invitation.")
        if occupant.kind != "bot" and seat in connected:
            raise m.RefusedError("not_allowed", f"{occupant.name} is connected: a bot can't take over.")
        if occupant.level == level and (occupant.kind != "bot") == (level is None):
            return None
        if (wait_ms := self.find_stand_in_times(connected).get(seat, 0) - now_ms()) > 0:
            raise m.RefusedError("not_allowed", f"A bot can take over in {math.ceil(wait_ms / 1000)} s.")
        if level is not None:
            await self._check_level(level)
        return SeatChange("stand_in", seat, level or "")

    async def _check_level(self, level: str) -> None:
        """Check that a bot can play at the table: one of another package is created for that, which may take long."""
        if level in bots.find_levels(self._match.setup.game):
            return
        try:
            await asyncio.to_thread(bots.check_selectable, level, self._match.setup)
        except GamutError as e:
            raise m.RefusedError("not_allowed", f"This bot can't play here: {e}.") from e

    def rename(self, seat: int, name: str) -> SeatChange | None:
        unique = self._make_name_unique(seat, clean_name(name))
        if not unique:
            raise m.RefusedError("not_allowed", "A name needs at least one character.")
        return SeatChange("rename", seat, unique) if unique != self._match.occupants[seat].name else None

    def _make_name_unique(self, seat: int, name: str) -> str:
        return make_name_unique(name, (occupant.name for k, occupant in enumerate(self._match.occupants) if k != seat))

    def _check_seat(self, seat: int) -> None:
        if self._match.over:
            raise m.RefusedError("over", "The game is over.")
        if seat not in self._match.seats:
            raise m.RefusedError("not_allowed", f"This table has {len(self._match.seats)} seats.")
