"""The outgoing side of a client's connection, with a bounded queue."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from gamut.engine.seat_log import LogMark
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_failure
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudget, TokenBucket
from gamut.server.wire.limits import Limits

EncodeView: TypeAlias = Callable[[LogMark], tuple[bytes, LogMark]]  # with the log after what the client has of it
CLOSE_POLICY = 1008  # close code: the access has ended, or the client has not joined in time
CLOSE_ERROR = 1011  # close code: a view failed; the client may reconnect
CLOSE_RESTART = 1012  # close code: the client should reconnect
FELL_BEHIND = m.Goodbye(text="This page fell behind. Reconnecting…")


class Channel(Protocol):
    """A WebSocket as a connection uses it."""

    can_write: bool  # whether what is written leaves soon
    on_writable: Callable[[], None] | None  # called when that is so again

    def write_messages(self, messages: Sequence[bytes]) -> None:
        """Write messages at once; nothing happens if the WebSocket is closed."""

    def close_now(self, code: int) -> None:
        """Close the WebSocket after what has been written."""

    async def next_message(self) -> bytes | None:
        """Return the next message of the client; None after the last one."""


class Connection:
    """Sends messages and views to one client. A view that has not been sent yet is replaced by the next one."""

    def __init__(self, channel: Channel, limits: Limits, budget: AddressBudget) -> None:
        self._channel, self._limits, self.budget = channel, limits, budget
        channel.on_writable = self._schedule
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._encode_view: EncodeView | None = None
        self._close_code: int | None = None
        self._scheduled = self._delayed = False
        self._overflowed = self._ended = False  # nothing more is sent
        self._log_mark = LogMark()  # what the client has of the log
        self.bucket = TokenBucket(limits.messages_per_second, limits.message_burst)
        self.seat = SPECTATOR
        self.invited_seat: int | None = None  # the seat whose invitation the client has opened
        self.token = ""

    def send(self, message: m.ServerMessage) -> None:
        """Queue a message. If the queue is full, send it; close the connection if the client does not read."""
        if self._overflowed or self._ended:
            return
        data = m.encode(message)
        if self._is_full(data) and self._channel.can_write:
            self._write_queue()  # many messages have been sent at once, but the client is not slow
        if self._is_full(data):
            self._queue.clear()
            self._encode_view, self._overflowed, data = None, True, m.encode(FELL_BEHIND)
            self.close(CLOSE_RESTART)
        self._queue.append(data)
        self._queued_bytes += len(data)
        self._schedule()

    def _is_full(self, data: bytes) -> bool:
        limits = self._limits
        return len(self._queue) >= limits.queued_messages or self._queued_bytes + len(data) > limits.queued_bytes

    def _write_queue(self, *more: bytes) -> None:
        """Write the queued messages, and some more."""
        if messages := [*self._queue, *more]:
            self._channel.write_messages(messages)
        self._queue.clear()
        self._queued_bytes = 0

    def queue_view(self, encode_view: EncodeView) -> None:
        """Send the view as soon as possible, as it is then."""
        if not self._overflowed:
            self._encode_view = encode_view
            self._schedule()

    def close(self, code: int) -> None:
        """Close the connection after the queue has been sent."""
        self._close_code = code
        self._schedule()

    @property
    def closing(self) -> bool:
        """Whether it is about to be closed."""
        return self._close_code is not None

    def refuse_and_close(self, refusal: m.Refused, code: int) -> None:
        """Send a refusal instead of any further view, and close the connection."""
        self._encode_view = None
        self.send(refusal)
        self.close(code)

    def _schedule(self) -> None:
        """Send soon, together with everything else that happens now."""
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send everything, unless the client is slow; then this is called again."""
        self._scheduled = False
        if self._ended or not self._channel.can_write:
            return
        view: bytes | None = None
        if self._encode_view and not self._wait_for_allowance():
            try:
                view, self._log_mark = self._encode_view(self._log_mark)
            except Exception:
                log_failure("a view failed", seat=self.seat)
                self._end(CLOSE_ERROR)
                return
            self._encode_view = None
            self.budget.views.spend(len(view))
        self._write_queue(*([] if view is None else [view]))
        if self._close_code is not None:
            self._end(self._close_code)

    def _wait_for_allowance(self) -> bool:
        """Return whether the address has received too much, and send the view later."""
        delay = self.budget.views.delay
        if delay > 0 and not self._delayed:
            self._delayed = True
            asyncio.get_running_loop().call_later(delay, self._end_delay)
        return delay > 0

    def _end_delay(self) -> None:
        self._delayed = False
        self._schedule()

    def _end(self, code: int) -> None:
        self._ended = True
        self._channel.close_now(code)
