"""Who sits where: invitations, sitting down, handing a seat over, bots instead of people, names.

Everything is stored before anybody hears of it. Browsers whose token has ended are sent away at once. Nobody loses
a seat by a broken connection: a bot may sit in only after a while that all are told, and it leaves by their return.
"""

from __future__ import annotations

import asyncio
import math
import unicodedata
from collections.abc import Callable, Iterable
from typing import Protocol

from gamut import bots
from gamut.engine.errors import GamutError
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server import secret
from gamut.server.audience import Audience
from gamut.server.clock import read_clock
from gamut.server.connection import Connection
from gamut.server.entry_kinds import EntryKind
from gamut.server.match import Match
from gamut.server.seat_secrets import HANDED_OVER, SPENT, Door, write_claim

AWAY = 1008  # the code of a connection that should not be opened again


class Store(Protocol):
    """Writes an entry and lets it happen."""

    async def __call__(
        self, kind: EntryKind, seat: int, decision: int = 0, action: int = 0, detail: str = ""
    ) -> None:
        """Returns when it is safe."""


class Seating:
    """The seats of one table; the room's lock is held by whoever calls."""

    def __init__(self, match: Match, audience: Audience, store: Store, away_seconds: float) -> None:
        self._match, self._audience, self._store = match, audience, store
        self._away_ms = round(away_seconds * 1000)
        self._left = dict.fromkeys(match.seats, read_clock())  # when each was last here, as far as we know

    # ------------------------------------------------------------------ sitting down

    async def claim(self, connection: Connection, message: m.Claim) -> Door:
        """Give the seat of an invitation to a browser, which brings its secret; said again: the same seat."""
        known = self._match.secrets.find(message.secret)
        again = isinstance(known, Door) and known.seat != WATCHER and not known.invited
        if connection.seat != WATCHER and not (again and known == Door(connection.seat)):
            raise m.RefusedError("not_allowed", "This connection has a seat already.")
        if again and isinstance(known, Door):
            return known
        door = self._match.secrets.open(message.token)
        if known is not None:
            raise m.RefusedError("not_allowed", "This secret is in use already: make another one.")
        if not door.invited:
            raise m.RefusedError("not_allowed", "This link is no invitation to a seat.")
        if self._match.over and not self._match.sitters[door.seat].sat:
            raise m.RefusedError("over", "The game is over.")
        name = self._tell_apart(door.seat, clean_name(message.name))
        await self._store("claim", door.seat, detail=write_claim(message.secret, name))
        self._send_away(SPENT, lambda other: other.invited == door.seat and other is not connection)
        self._send_away(HANDED_OVER, lambda other: other.seat == door.seat)
        return Door(door.seat)

    async def come_back(self, seat: int) -> None:
        """The player of a seat is here: whoever played meanwhile stops."""
        sitter = self._match.sitters[seat]
        if sitter.kind != "person" and not sitter.resigned:
            await self._store("sit", seat)

    async def add_part(self, seat: int, part: str) -> None:
        """What the player of a seat adds to the deal; said again it is no news."""
        if self._match.parts[seat] == part:
            return
        if seat not in self._match.waiting:
            raise m.RefusedError("not_allowed", "Nothing more is added to this deal.")
        await self._store("part", seat, detail=part)

    def find_bot_meanwhile(self, seat: int) -> m.BotMeanwhile | None:
        """The bot that plays for somebody who is away."""
        sitter = self._match.sitters[seat]
        return m.BotMeanwhile(sitter.level or "", self._match.count_bot_actions(seat)) if sitter.away else None

    # ------------------------------------------------------------------ being away

    def note_leaving(self, seat: int) -> None:
        """The last browser of a seat has gone."""
        self._left[seat] = read_clock()

    @property
    def bot_from(self) -> dict[int, int]:
        """From when on bots may play for those who are away, by seat."""
        if self._match.over:
            return {}
        return {
            seat: self._left[seat] + self._away_ms
            for seat, sitter in enumerate(self._match.sitters)
            if sitter.kind == "person" and seat not in self._audience.connected
        }

    @property
    def host_is_gone(self) -> bool:
        """Whether a bot plays for the host, or may because the host has been away for so long."""
        host = self._match.row.host
        if host == WATCHER:
            return False
        due = self.bot_from.get(host)
        return not self._match.sitters[host].human or (due is not None and due <= read_clock())

    def is_free(self, seat: int) -> bool:
        """Whether nobody has ever had the seat."""
        return seat in self._match.seats and not self._match.secrets.own[seat]

    # ------------------------------------------------------------------ inviting

    async def invite(self, seat: int) -> m.Invited:
        """By the host: a fresh invitation to a seat on which nobody has sat."""
        self._check_seat(seat)
        if self._match.secrets.own[seat]:
            raise m.RefusedError(
                "not_allowed", "Somebody has this seat: only seats on which nobody has sat are open."
            )
        return await self._open_invitation("invite", seat)

    async def hand_over(self, seat: int) -> m.Invited:
        """By the player of a seat, who wants to go on on another device."""
        return await self._open_invitation("hand_over", seat)

    async def _open_invitation(self, kind: EntryKind, seat: int) -> m.Invited:
        if self._match.secrets.used_up:
            raise m.RefusedError("too_often", "Too many links have been made for this table.")
        token = secret.new_token()
        await self._store(kind, seat, detail=secret.hash_token(token))
        self._send_away(SPENT, lambda other: other.invited == seat)
        return m.Invited(seat=seat, token=token)

    def _send_away(self, why: m.Refused, whom: Callable[[Connection], bool]) -> None:
        for connection in [c for c in self._audience.connections if whom(c)]:
            self._audience.remove(connection)
            connection.dismiss(why, AWAY)

    # ------------------------------------------------------------------ bots and names

    async def fill(self, seat: int, level: str | None) -> None:
        """A bot for a seat whose player is not there, or the seat back to its player."""
        self._check_seat(seat)
        sitter, owned = self._match.sitters[seat], bool(self._match.secrets.own[seat])
        if sitter.resigned:
            raise m.RefusedError("not_allowed", "This seat stays with its bot.")
        if level is None and not owned:
            raise m.RefusedError("not_allowed", "Nobody has this seat yet: invite somebody.")
        if sitter.human and seat in self._audience.connected:
            raise m.RefusedError("not_allowed", f"{sitter.name} sits there.")
        if sitter.level == level and sitter.human == (level is None):
            return
        if (wait := self.bot_from.get(seat, 0) - read_clock()) > 0:
            text = f"{sitter.name} may come back: a bot can play for them in {math.ceil(wait / 1000)} seconds."
            raise m.RefusedError("not_allowed", text)
        if level is not None:
            await self._check_level(level)
        await self._store("fill", seat, detail=level or "")
        if not owned:
            self._send_away(SPENT, lambda other: other.invited == seat)

    async def _check_level(self, level: str) -> None:
        """A bot of another package is made for the table, to see that it fits; that may take a while."""
        if level in bots.find_levels(self._match.setup.game):
            return
        try:
            await asyncio.to_thread(bots.check_seated, level, self._match.setup)
        except GamutError as e:
            raise m.RefusedError("not_allowed", f"This bot cannot sit here: {e}.") from e

    async def rename(self, seat: int, name: str) -> None:
        """Another name for a seat."""
        clean = self._tell_apart(seat, clean_name(name))
        if not clean:
            raise m.RefusedError("not_allowed", "A name needs a letter.")
        if clean != self._match.sitters[seat].name:
            await self._store("rename", seat, detail=clean)

    def _tell_apart(self, seat: int, name: str) -> str:
        return tell_apart(name, (sitter.name for k, sitter in enumerate(self._match.sitters) if k != seat))

    def _check_seat(self, seat: int) -> None:
        if self._match.over:
            raise m.RefusedError("over", "The game is over.")
        if seat not in self._match.seats:
            raise m.RefusedError("not_allowed", "There is no such seat.")


def clean_name(name: str) -> str:
    """A name without control characters and odd spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[: m.NAME_LENGTH]


def tell_apart(name: str, others: Iterable[str]) -> str:
    """A name that nobody else at the table has: the second Mira is Mira 2. No name stays no name."""
    taken = {read_alike(other) for other in others}
    tries = [name, *(f"{name[: m.NAME_LENGTH - 3]} {k}" for k in range(2, len(taken) + 3))]
    return next(found for found in tries if read_alike(found) not in taken) if name else ""


def read_alike(name: str) -> str:
    """The same text for names that people read as the same."""
    return unicodedata.normalize("NFKC", name).casefold()
