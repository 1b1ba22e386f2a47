"""Limits on HTTP and WebSocket connections that uvicorn does not have.

uvicorn bounds neither the size nor the duration of a request's header, nor the rate of WebSocket frames, and it waits
forever for a client that does not read. These subclasses of its protocols do; they use uvicorn's internals, so
pyproject.toml pins its minor version. What is harmless without a reverse proxy is left to it, for example the number
of headers.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, NoReturn

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode

from gamut.server.wire.address_budget import TokenBucket
from gamut.server.wire.connection_limiter import ConnectionLimiter, CountedConnection, HttpRefusal

MAX_PIPELINED_REQUESTS = 4  # that wait for the response to an earlier one; uvicorn queues them all
BODY_FRAMING = 8  # how many times its largest size a body may take with the framing of its chunks and its trailer
FEED_BYTES = 1024  # that are parsed between two checks of the frame rate: thousands of frames fit into one read
TIMER_JITTER = 1.3  # the largest factor by which a timer is late
CLOSE_TIMEOUT_S = 2.0  # for the client to read the reason of a close
MAX_WAITING_MESSAGES = 4  # of a client, before nothing more is read from it


class LimitedConfig(uvicorn.Config):
    """uvicorn's settings with the limited protocols."""

    def __init__(self, app: Any, connection_limiter: ConnectionLimiter, **settings: Any) -> None:
        super().__init__(app, http=LimitedHttpProtocol, ws=LimitedWebSocketProtocol, **settings)
        self.connection_limiter = connection_limiter


class JitteredTimer:
    """Calls a function after some time. The jitter spreads the timers of connections that began together."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds * random.uniform(1, TIMER_JITTER)
        self._timer: asyncio.TimerHandle | None = None

    def start(self, call: Callable[[], None]) -> None:
        """Start the timer unless it is running."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, call)

    def cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class LimitedHttpProtocol(HttpToolsProtocol):
    """HTTP with limits on headers and on time."""

    def __init__(
        self, config: LimitedConfig, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, dict(app_state), _loop)
        self.connection_limiter, self.limits = config.connection_limiter, config.connection_limiter.limits
        self.counted: CountedConnection | None = None
        self._request_timer = JitteredTimer(self.limits.request_seconds)
        self._stall_timer = JitteredTimer(self.limits.stalled_seconds)
        self._received = 0  # bytes of the current header with the blank lines before it, or of the body that follows
        self._in_header = True
        self._refusal = HttpRefusal(400, "Invalid HTTP request.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        counted = self.connection_limiter.acquire(self.client[0] if self.client else "", self._close_with)
        if isinstance(counted, HttpRefusal):
            self._refuse(counted)
            return
        self.counted = self.app_state["counted_connection"] = counted
        self._request_timer.start(self._refuse_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_timer.cancel()
        self._stall_timer.cancel()
        if self.counted:
            self.connection_limiter.release(self.counted)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.cycle or self.cycle.response_complete:
            self._request_timer.start(self._refuse_slow)  # a request has begun, if only with an empty line
        self._received += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_header and self._received > self.limits.header_bytes:
            self._refuse(self._header_too_large())
        elif self._received > self.limits.header_bytes + BODY_FRAMING * self.limits.request_bytes:
            self._refuse(HttpRefusal(413, f"A request may have at most {self.limits.request_bytes} bytes."))

    def _header_too_large(self) -> HttpRefusal:
        return HttpRefusal(431, f"The header of a request may have at most {self.limits.header_bytes} bytes.")

    # ------------------------------------------------------------------ called by the parser

    def on_message_begin(self) -> None:
        self._request_timer.start(self._refuse_slow)
        self._received, self._in_header = 0, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Check the size again: a header that arrived in one read has not been counted."""
        self._received, self._in_header = 0, False
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > self.limits.header_bytes:
            self._stop_parser(self._header_too_large())
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            self._stop_parser(HttpRefusal(429, "Too many requests before the first response."))
        super().on_headers_complete()

    def _stop_parser(self, refusal: HttpRefusal) -> NoReturn:
        """Raise an error, after which uvicorn calls `send_400_response`."""
        self._refusal = refusal
        raise ValueError(refusal.text)

    def on_message_complete(self) -> None:
        self._request_timer.cancel()
        self._received, self._in_header = 0, True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._request_timer.cancel()
        super().handle_websocket_upgrade()

    # ------------------------------------------------------------------ refusing

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal)

    def _refuse_slow(self) -> None:
        self._refuse(HttpRefusal(408, f"A request must arrive within {self.limits.request_seconds:g} seconds."))

    def _close_with(self, text: str) -> None:
        self._refuse(HttpRefusal(503, text))

    def _refuse(self, refusal: HttpRefusal) -> None:
        """Send the refusal unless a response is being sent, and close."""
        if not (self.cycle and self.cycle.response_started and not self.cycle.response_complete):
            self.transport.write(encode_refusal(refusal))
        self.transport.close()
        self._stall_timer.start(self.transport.abort)  # in case the client does not read it

    # ------------------------------------------------------------------ clients that do not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall_timer.start(self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stall_timer.cancel()


def encode_refusal(refusal: HttpRefusal) -> bytes:
    """Return the HTTP response to a request that does not reach the application."""
    body = refusal.text.encode()
    lines = [
        f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}", "Content-Type: text/plain; charset=utf-8",
        "X-Content-Type-Options: nosniff", f"Content-Length: {len(body)}", "Connection: close",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + body


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with a limited rate of frames, control frames included.

    After the handshake the application uses it directly, as a `Channel`: the queues and wrappers of ASGI cost more
    than most messages.
    """

    def __init__(
        self, config: LimitedConfig, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.connection_limiter, limits = config.connection_limiter, config.connection_limiter.limits
        self.counted: CountedConnection = app_state["counted_connection"]
        self._frame_bucket = TokenBucket(limits.frames_per_second, limits.frame_burst)
        self._max_kept_events = 1 + limits.message_burst  # of a closed connection; the first is its opening
        self._stall_timer = JitteredTimer(limits.stalled_seconds)
        self.can_write = True
        self.on_writable: Callable[[], None] | None = None
        app_state["channel"] = self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.counted.close = self._close_with
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stall_timer.cancel()
        self.connection_limiter.release(self.counted)
        self._drop_excess_events()
        self.on_writable = None
        self.app_state.pop("channel", None)  # so that nothing refers to this protocol
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), FEED_BYTES):
            if self.transport.is_closing():
                return
            self.conn.receive_data(data[start : start + FEED_BYTES])
            if self.conn.parser_exc is not None:
                self._close_broken()
                return
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.write(encode_refusal(HttpRefusal(400, "Invalid WebSocket handshake.")))
                self.transport.close()  # uvicorn would leave it open
                return
            if not self._frame_bucket.take(len(self.conn.events)):
                self._close_with("Too many messages.")
                return
            self.handle_events()

    def _close_broken(self) -> None:
        """Close after an invalid frame. websockets has answered it if the connection was open."""
        if self.conn.close_sent is not None:
            self.handle_parser_exception()
        else:
            self.transport.close()

    def _drop_excess_events(self) -> None:
        """Keep only as many events as were allowed at once.

        The application would refuse the others one by one, and the seat of a closed connection would seem taken
        meanwhile.
        """
        kept = [self.queue.get_nowait() for _ in range(min(self.queue.qsize(), self._max_kept_events))]
        while not self.queue.empty():
            self.queue.get_nowait()
        for event in kept:
            self.queue.put_nowait(event)

    def _close_with(self, text: str) -> None:
        """Close with a reason; abort if the client does not read it."""
        self._drop_excess_events()
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, text)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION})
        self.transport.close()
        self.loop.call_later(CLOSE_TIMEOUT_S, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send an event of the application. A complete refusal ends the handshake; uvicorn would log an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    # ------------------------------------------------------------------ the channel of a connection

    def send_receive_event_to_app(self) -> None:
        """Queue a message as it came. uvicorn would stop reading after each one: two system calls."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MAX_WAITING_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    async def next_message(self) -> bytes | None:
        event = await self.receive()
        return event["bytes"] or b"" if event["type"] == "websocket.receive" else None

    def write_messages(self, messages: Sequence[bytes]) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(part for data in messages for part in (encode_frame_header(data), data)))

    def close_now(self, code: int) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.can_write = False
        self._stall_timer.start(lambda: self._close_with("The client does not read its messages."))

    def resume_writing(self) -> None:
        super().resume_writing()
        self.can_write = True
        self._stall_timer.cancel()
        if self.on_writable:
            self.on_writable()


def encode_frame_header(data: bytes) -> bytes:
    """Return the header of a frame with a whole text message, which the server sends without a mask."""
    size = len(data)
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 65536 else b"\x81\x7f" + size.to_bytes(8, "big")
