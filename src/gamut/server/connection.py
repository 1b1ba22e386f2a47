"""One browser's line: what waits to be sent, never more than a little."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from gamut.server import messages as m
from gamut.server.limits import Bucket, Limits

if TYPE_CHECKING:
    from gamut.server.room import Viewer

Send = Callable[[bytes], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]
WAITING = 64  # small messages kept for a slow browser; the oldest are lost first


class Connection:
    """A line to one browser. A view that was not sent in time is replaced by the next one."""

    def __init__(self, send: Send, close: Close, limits: Limits) -> None:
        self._send, self._close = send, close
        self._waiting: deque[bytes] = deque(maxlen=WAITING)
        self._wake = asyncio.Event()
        self._view_due = False
        self._closing: int | None = None
        self.bucket = Bucket(limits.messages_a_second, limits.message_burst)
        self.viewer: Viewer | None = None
        self.token = ""
        self.told = 0  # how many lines of the log the browser has

    def say(self, message: m.ServerMessage) -> None:
        """Send a small message soon."""
        self._waiting.append(m.encode(message))
        self._wake.set()

    def show(self) -> None:
        """Send the latest view soon."""
        self._view_due = True
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the line after what waits has been sent."""
        self._closing = code
        self._wake.set()

    async def pump(self) -> None:
        """Send what waits, as fast as the browser takes it, until the line is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._view_due and self.viewer:
                self._view_due = False
                await self._send(self.viewer.view_for(self))
            if self._closing is not None and not self._waiting:
                await self._close(self._closing)
                return
