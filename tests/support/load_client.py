"""Clients that cost little: one process has thousands of them, to load a server of this or an earlier version."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import msgspec

OPEN_TIMEOUT_S = 120.0


class View(msgspec.Struct):
    """What a client needs of a view; fields that are missing have not changed."""

    type: str = ""
    serial: int = -1
    decision: int | None = None
    actors: list[int] | None = None
    legal: list[int] | None = None
    result: Any = msgspec.UNSET
    not_ready: list[int] | None = None
    waiting: list[int] | None = None  # the same in version 0.2
    full_strength: bool | None = None


decode = msgspec.json.Decoder(View).decode


class Dialect(NamedTuple):
    """The words of one version."""

    play: str


NOW, V0_2 = Dialect("play_action"), Dialect("act")


class LoadClient(asyncio.Protocol):
    """A WebSocket connection to one seat, with the latest view of it."""

    def __init__(self, dialect: Dialect, changed: Callable[[LoadClient], None]) -> None:
        self._dialect, self._changed = dialect, changed
        self.serial, self.decision = -1, 0
        self.actors: list[int] = []
        self.legal: list[int] = []
        self.over = self.ready = self.native = self.closed = False
        self.arrived = 0.0
        self.refused = self.received_bytes = 0
        self._buffer = bytearray()
        self._upgraded = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key.encode() + b"\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self._upgraded.done():
            self._upgraded.set_exception(ConnectionResetError())
        self._changed(self)

    async def opened(self) -> None:
        """Wait for the end of the handshake."""
        await asyncio.wait_for(self._upgraded, OPEN_TIMEOUT_S)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message of at most 64 KB; the mask is zero, so that it changes nothing."""
        data = json.dumps(message).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + data)

    def play(self, action: int) -> None:
        self.send({"type": self._dialect.play, "decision": self.decision, "action": action})

    def data_received(self, data: bytes) -> None:
        self.received_bytes += len(data)
        self._buffer += data
        if not self._upgraded.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head:
                self.transport.abort()
                return
            self._buffer = rest
            self._upgraded.set_result(None)
        while (length := self._frame_length()) is not None:
            start, end_of_frame = length
            opcode, payload = self._buffer[0] & 15, bytes(self._buffer[start:end_of_frame])
            del self._buffer[:end_of_frame]
            if opcode == 1:
                self._handle(payload)

    def _frame_length(self) -> tuple[int, int] | None:
        """Return where the payload of the first frame begins and ends, once it is complete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        return (start, start + size) if len(buffer) >= start + size else None

    def _handle(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"refused"'):
            self.refused += 1
        if not payload.startswith(b'{"type":"view"'):
            return
        view = decode(payload)
        self.serial, self.arrived = view.serial, time.perf_counter()
        if view.decision is not None:
            self.decision = view.decision
        if view.actors is not None:
            self.actors = view.actors
        if view.legal is not None:
            self.legal = view.legal
        if view.result is not msgspec.UNSET:
            self.over = view.result is not None
        if view.full_strength is not None:
            self.native = view.full_strength
        missing = view.not_ready if view.not_ready is not None else view.waiting
        if missing is not None:
            self.ready = not missing
        self._changed(self)


async def connect(
    port: int, table: str, token: str, changed: Callable[[LoadClient], None], dialect: Dialect = NOW
) -> LoadClient:
    """Return a client that has sent its token and its part of the deal."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: LoadClient(dialect, changed), "127.0.0.1", port)
    await client.opened()
    client.send({"type": "join", "table": table, "token": token})
    client.send({"type": "add_part", "part": os.urandom(16).hex()})
    return client


async def open_table(port: int, game: str, seats: list[str], **options: Any) -> Any:
    """Open a table; return it as the server describes it. A seat is me, here, link, or the level of a bot."""
    requests = [{"kind": s} if s in ("me", "here", "link") else {"kind": "bot", "level": s} for s in seats]
    body = json.dumps({"game": game, "seats": requests, "options": options, "pause_ms": 0}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}"
        writer.write(f"{head}\r\n\r\n".encode() + body)
        answer = await asyncio.wait_for(reader.read(), OPEN_TIMEOUT_S)
    finally:
        writer.close()
    if b" 201 " not in answer[:20]:
        raise OSError(f"no table was opened: {answer[:300]!r}")
    return json.loads(answer[answer.index(b"\r\n\r\n{") :])
