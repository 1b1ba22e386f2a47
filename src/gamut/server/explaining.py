"""Why not, and what then: answers to a seat, made from nothing but what the seat knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server.connection import Connection
from gamut.server.logs import log_failure
from gamut.server.match import Match

T = TypeVar("T")
PREVIEW_COST = 3  # messages of a connection's allowance
PREVIEW_SECONDS = 2.0  # whoever waited so long points at something else by now


def explain(match: Match, seat: int, message: m.WhyNot) -> m.WhyNotAnswer:
    """Why a piece cannot be touched."""
    text, pieces = "", list[str]()
    if seat == WATCHER:
        text = "You are watching."
    elif not match.begun:
        text = "Nothing is dealt before all seats are taken."
    elif reason := match.seat_logs[seat].knowledge.why_not(message.touches, message.touched):
        text, pieces = reason.text, list(reason.pieces)
    return m.WhyNotAnswer(touches=message.touches, touched=message.touched, text=text, pieces=pieces)


class Read(Protocol):
    """Does what takes a while, at the expense of an address."""

    async def __call__(self, payer: str, table_id: str, work: Callable[[], T]) -> T:
        """What the work returns."""


class Previews:
    """Tries actions for the seats of one table, in a thread and one at a time for each seat."""

    def __init__(self, match: Match, read: Read) -> None:
        self._match, self._read = match, read
        self._running: dict[int, asyncio.Task[None]] = {}  # by seat

    def begin(self, connection: Connection, seat: int, message: m.Preview) -> None:
        """Answer soon what an action would do."""
        decision = message.decision
        if decision != self._match.decision(seat):
            raise m.RefusedError("stale", "The table has moved on.", decision)
        if message.action not in self._match.seat_logs[seat].knowledge.legal:
            raise m.RefusedError("illegal", "You cannot do that now.", decision)
        if seat in self._running or not connection.bucket.take(PREVIEW_COST - 1):
            raise m.RefusedError("too_often", "One look ahead at a time.", decision)
        self._running[seat] = asyncio.create_task(self._preview(connection, seat, message))

    def stop(self) -> None:
        """Nobody waits any more."""
        for task in self._running.values():
            task.cancel()

    async def _preview(self, connection: Connection, seat: int, message: m.Preview) -> None:
        knowledge, decision = self._match.seat_logs[seat].knowledge, message.decision
        try:
            async with asyncio.timeout(PREVIEW_SECONDS):
                found = await self._read(
                    connection.account.address, self._match.row.id, lambda: knowledge.preview(message.action)
                )
            answer = m.Previewed(decision, message.action, found.entries, found.view, found.depends)
            connection.say(answer)
        except (TimeoutError, m.RefusedError):
            connection.say(m.Refused("too_often", "Too many look ahead just now.", decision))
        except Exception:
            log_failure("a preview failed", table=self._match.row.id, seat=seat)
            connection.say(m.Refused("not_allowed", "This cannot be shown just now.", decision))
        finally:
            del self._running[seat]
