"""Descriptions of pieces and previews, derived only from what a seat knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from gamut.engine.presentation import Reason
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_failure
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m
from gamut.server.wire.connection import Connection

T = TypeVar("T")
NOT_STARTED = "The game starts once all seats are taken."
PREVIEW_MESSAGES = 3  # as how many messages of a connection a preview counts
PREVIEW_TIMEOUT_S = 2.0  # after that the player points at something else


def explain(match: Match, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Return why a piece cannot be selected after the touches so far; None if the game has no answer."""
    if seat == SPECTATOR:
        return Reason("You are a spectator.")
    if not match.started:
        return Reason(NOT_STARTED)
    if not match.position_known:
        return None
    return match.seat_logs[seat].knowledge.why_not(touches, touched)


def describe(match: Match, seat: int, message: m.DescribePiece) -> m.PieceDescription:
    """Return what a piece is, and perhaps why it cannot be selected; without a detail, a sentence says so."""
    piece = message.piece
    detail = match.seat_logs[seat].knowledge.detail(piece) if match.position_known else None
    why = None if message.touches is None else explain(match, seat, message.touches, piece)
    if detail is None and why is None:
        why = Reason(f"There is no description of “{piece}”." if match.started else NOT_STARTED)
    return m.PieceDescription(piece, detail, why.text if why else "", list(why.pieces) if why else [])


class RunInThread(Protocol):
    """Runs a function in a thread, charged to an address."""

    async def __call__(self, address: str, table_id: str, function: Callable[[], T]) -> T: ...


class Previews:
    """Makes the previews of one table in a thread, one at a time for each seat."""

    def __init__(self, match: Match, run_in_thread: RunInThread) -> None:
        self._match, self._run_in_thread = match, run_in_thread
        self._running: dict[int, asyncio.Task[None]] = {}  # by seat

    def begin(self, connection: Connection, seat: int, message: m.Preview) -> None:
        """Start a preview."""
        decision = message.decision
        if decision != self._match.decision(seat):
            raise m.RefusedError("stale", "The table has changed.", decision)
        if message.action not in self._match.seat_logs[seat].knowledge.legal:
            raise m.RefusedError("illegal", "You can't do that now.", decision)
        if seat in self._running or not connection.bucket.take(PREVIEW_MESSAGES - 1):
            raise m.RefusedError("too_often", "One preview at a time.", decision)
        if not connection.budget.previews.take():
            raise m.RefusedError("too_often", "Too many previews for your address. Try again in a moment.", decision)
        self._running[seat] = asyncio.create_task(self._preview(connection, seat, message))

    def stop(self) -> None:
        """Cancel all previews."""
        for task in self._running.values():
            task.cancel()

    async def _preview(self, connection: Connection, seat: int, message: m.Preview) -> None:
        knowledge, decision = self._match.seat_logs[seat].knowledge, message.decision
        try:
            async with asyncio.timeout(PREVIEW_TIMEOUT_S):
                preview = await self._run_in_thread(
                    connection.budget.address, self._match.row.id, lambda: knowledge.preview(message.action)
                )
            answer = m.PreviewAnswer(decision, message.action, preview.entries, preview.view)
            connection.send(answer)
        except (TimeoutError, m.RefusedError):
            connection.send(m.Refused("too_often", "Too many previews are running. Try again in a moment.", decision))
        except Exception:
            log_failure("a preview failed", table=self._match.row.id, seat=seat)
            connection.send(m.Refused("not_allowed", "No preview is available right now.", decision))
        finally:
            del self._running[seat]
