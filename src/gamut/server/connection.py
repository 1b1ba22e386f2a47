"""One browser's connection: what waits to be sent, never more than a little."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server.accounts import Account, Bucket
from gamut.server.limits import Limits

Send: TypeAlias = Callable[[bytes], Awaitable[None]]
Close: TypeAlias = Callable[[int], Awaitable[None]]
Look: TypeAlias = Callable[[], tuple[m.View, Sequence[LogEntry]]]  # the view without a log, and the whole log
POLICY = 1008  # the code of a connection that is closed because it did not keep to the rules
SLOW = m.Bye(text="This page took nothing for too long; it comes back by itself.")


class Connection:
    """A connection to one browser. A view that was not sent in time is replaced by the next one."""

    def __init__(self, send: Send, close: Close, limits: Limits, account: Account) -> None:
        self._send, self._close = send, close
        self.account, self._limits = account, limits  # whoever pays for what is done here
        self._waiting: deque[bytes] = deque()
        self._queued = 0  # bytes of what waits
        self._wake = asyncio.Event()
        self._look: Look | None = None
        self._closing: int | None = None
        self._sent_away = False  # what was to be said has been said
        self._told: list[LogEntry] = []  # the log as the browser has it
        self.bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self.seat = WATCHER
        self.invited: int | None = None  # the seat to which the browser has shown an invitation
        self.token = ""

    def say(self, message: m.ServerMessage) -> None:
        """Send a small message soon. A browser for which too much waits is sent away."""
        if self._sent_away:
            return
        data, limits = m.encode(message), self._limits
        if len(self._waiting) >= limits.queued_messages or self._queued + len(data) > limits.queued_bytes:
            self._waiting.clear()
            self._look, self._queued, self._sent_away = None, 0, True
            data = m.encode(SLOW)
            self.close(POLICY)
        self._waiting.append(data)
        self._queued += len(data)
        self._wake.set()

    def show(self, look: Look) -> None:
        """Send the latest view soon, as it will be then."""
        self._look = look
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the connection after what waits has been sent."""
        self._closing = code
        self._wake.set()

    def dismiss(self, why: m.Refused, code: int) -> None:
        """Say why, show nothing more, and close the connection."""
        self._look = None
        self.say(why)
        self.close(code)

    async def pump(self) -> None:
        """Send what waits, as fast as the browser takes it, until the connection is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                data = self._waiting.popleft()
                self._queued -= len(data)
                await self._send(data)
            if self._look:
                look, self._look = self._look, None
                await self._send(self._tell(*look()))
            if self._closing is not None and not self._waiting:
                await self._close(self._closing)
                return

    def _tell(self, view: m.View, log: Sequence[LogEntry]) -> bytes:
        """The view with the part of the log that the browser does not have."""
        kept = count_equal(self._told, log)
        self._told = list(log)
        return m.encode(msgspec.structs.replace(view, log=self._told[kept:], log_from=kept))


def count_equal(one: Sequence[LogEntry], other: Sequence[LogEntry]) -> int:
    """How many entries two logs have in common from the beginning."""
    n = min(len(one), len(other))
    if one[:n] == other[:n]:
        return n
    return next(k for k in range(n) if one[k] != other[k])
