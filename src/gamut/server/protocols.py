"""The wire, guarded: requests have a size and a time, frames a rate, and whoever does not read is cut off.

uvicorn's own protocols do the work; these look on and end what goes too far, before it has cost anything.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode
from websockets.http11 import Response
from websockets.server import ServerProtocol

from gamut.server.accounts import Bucket
from gamut.server.doorkeeper import Doorkeeper, HttpProblem, Visit
from gamut.server.pages import HEADERS

MOST_HEADERS = 64
MOST_WAITING = 4  # requests that a connection may send ahead of our answers
SLICE = 1024  # bytes of frames that are looked at between two looks at the clock
SPREAD = 1.3  # the most that an alarm is late, as a factor
PARTING_SECONDS = 2.0  # for the last word to be read


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, and who keeps the door."""

    def __init__(self, app: Any, doorkeeper: Doorkeeper, **settings: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **settings)
        self.doorkeeper = doorkeeper


class Alarm:
    """Calls somebody after a while, unless it is put off. Thousands that came at once do not go at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds * random.uniform(1, SPREAD)
        self._timer: asyncio.TimerHandle | None = None

    def set(self, call: Callable[[], None]) -> None:
        """Begin to wait; one that waits already goes on."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, call)

    def put_off(self) -> None:
        """All is well."""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class GuardedHttp(HttpToolsProtocol):
    """Requests."""

    def __init__(
        self, config: GuardedConfig, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, dict(app_state), _loop)
        self.doorkeeper, self.limits = config.doorkeeper, config.doorkeeper.limits
        self.visit: Visit | None = None
        self._late = Alarm(self.limits.request_seconds)
        self._stalled = Alarm(self.limits.stalled_seconds)
        self._head = -1  # bytes of the head so far; −1: none is being read
        self._problem = HttpProblem(400, "This is no request that can be understood.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or not."""
        super().connection_made(transport)
        found = self.doorkeeper.begin(self.client[0] if self.client else "", self._send_away)
        if isinstance(found, HttpProblem):
            self._refuse(found)
            return
        self.visit = self.app_state["visit"] = found
        self._late.set(self._refuse_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._late.put_off()
        self._stalled.put_off()
        if self.visit:
            self.doorkeeper.end(self.visit)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as it is not too much."""
        if not self.cycle or self.cycle.response_complete:
            self._late.set(self._refuse_late)  # something has begun, if only an empty line
        self._head += len(data) if self._head >= 0 else 0
        super().data_received(data)
        if self._head > self.limits.header_bytes and not self.transport.is_closing():
            self._refuse(self._too_large())

    def _too_large(self) -> HttpProblem:
        return HttpProblem(431, f"The head of a request has at most {self.limits.header_bytes} bytes.")

    # ------------------------------------------------------------------ what the parser finds

    def on_message_begin(self) -> None:
        """A request begins."""
        self._late.set(self._refuse_late)
        self._head = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header."""
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._give_up(HttpProblem(431, f"A request has at most {MOST_HEADERS} headers."))

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._head = -1
        if (
            len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            > self.limits.header_bytes
        ):
            self._give_up(self._too_large())
        if len(self.pipeline) >= MOST_WAITING:
            self._give_up(HttpProblem(429, "Please wait for an answer before you ask again."))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there as a whole."""
        self._late.put_off()
        super().on_message_complete()

    def _give_up(self, problem: HttpProblem) -> None:
        """Stop the parser; uvicorn then sends what it thinks is a 400."""
        self._problem = problem
        raise ValueError(problem.words)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a connection."""
        self._late.put_off()
        super().handle_websocket_upgrade()

    # ------------------------------------------------------------------ refusing

    def send_400_response(self, msg: str) -> None:
        """What cannot be understood is refused with the headers of all answers."""
        self._refuse(self._problem)

    def _refuse_late(self) -> None:
        self._refuse(HttpProblem(408, f"A request has to arrive within {self.limits.request_seconds:g} seconds."))

    def _send_away(self, words: str) -> None:
        self._refuse(HttpProblem(503, words))

    def _refuse(self, problem: HttpProblem) -> None:
        """Say why, unless an answer is under way, and close."""
        if not (self.cycle and self.cycle.response_started and not self.cycle.response_complete):
            self.transport.write(make_answer(problem))
        self.transport.close()
        self._stalled.set(self._cut_off)  # it may not want to hear it

    # ------------------------------------------------------------------ whoever does not read

    def pause_writing(self) -> None:
        """More waits than the browser takes."""
        super().pause_writing()
        self._stalled.set(self._cut_off)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._stalled.put_off()

    def _cut_off(self) -> None:
        self.transport.abort()


def make_answer(problem: HttpProblem) -> bytes:
    """A whole answer, for whoever is refused before the application could speak."""
    body = problem.words.encode()
    lines = [
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        *(f"{name}: {value}" for name, value in HEADERS.items()),
        "Content-Type: text/plain; charset=utf-8", f"Content-Length: {len(body)}", "Connection: close",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + body


class SafeHandshake(ServerProtocol):
    """A refused opening has the headers of all answers."""

    def reject(self, status: HTTPStatus | int, text: str) -> Response:
        """Our answer to somebody who may not open a connection."""
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response


class GuardedSocket(WebSocketsSansIOProtocol):
    """Open connections."""

    def __init__(
        self, config: GuardedConfig, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.doorkeeper, limits = config.doorkeeper, config.doorkeeper.limits
        self.visit: Visit = app_state["visit"]
        self.conn = SafeHandshake(max_size=config.ws_max_size, logger=self.logger)
        self._frames = Bucket(limits.frames_per_second, limits.frame_burst)
        self._most_kept = 1 + limits.message_burst  # events of a connection that is lost; the first is its opening
        self._stalled = Alarm(limits.stalled_seconds)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The same visitor, with another protocol."""
        self.visit.leave = self._send_away
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._stalled.put_off()
        self.doorkeeper.end(self.visit)
        self._forget_flood()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, little by little: thousands of frames fit into what arrives at once."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            self.conn.receive_data(data[start : start + SLICE])
            if self.conn.parser_exc is not None:
                self._end_broken()
                return
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.write(make_answer(HttpProblem(400, "This is no opening of a connection.")))
                self.transport.close()  # nobody else would: there is no connection and no request any more
                return
            if not self._frames.take(len(self.conn.events)):
                self._send_away("Too many messages.")
                return
            self.handle_events()

    def _end_broken(self) -> None:
        """What came is no frame: the protocol has said so, if there was a connection already."""
        if self.conn.close_sent is not None:
            self.handle_parser_exception()
        else:
            self.transport.close()

    def _forget_flood(self) -> None:
        """Keep only what was sent at once by right: refusing the rest one by one would hold a seat long left."""
        kept = [self.queue.get_nowait() for _ in range(min(self.queue.qsize(), self._most_kept))]
        while not self.queue.empty():
            self.queue.get_nowait()
        for event in kept:
            self.queue.put_nowait(event)

    def _send_away(self, words: str) -> None:
        """Close with a word, whether it is read or not."""
        self._forget_flood()
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, words)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION})
        self.transport.close()
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send what the application says. After a refusal nothing is missing, though uvicorn would think so."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def pause_writing(self) -> None:
        """More waits than the browser takes; what it says meanwhile is little, as frames have a rate."""
        super().pause_writing()
        self._stalled.set(self._cut_off)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._stalled.put_off()

    def _cut_off(self) -> None:
        self._send_away("You do not read what is sent to you.")
