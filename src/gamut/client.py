"""A client of a Gamut server: play a seat of a table over its WebSocket, as the web pages do.

    with Seat.join("http://127.0.0.1:8000/#/table/…") as seat:
        for view in seat.turns():
            seat.play(view.legal[0])

A client in another language does the same with the JSON messages that the page on the protocol describes.
"""

from __future__ import annotations

import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import TypeVar, cast
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gamut.engine.errors import GamutError
from gamut.engine.options import Value
from gamut.server.wire import messages as m

__all__ = ["RequestRefused", "Seat", "make_link", "open_table", "parse_link"]

TIMEOUT_S = 30.0  # of a request, and for a new connection
RECONNECT_DELAYS_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
RATE_LIMIT_DELAY_S = 0.25  # before an action is sent again, when the server asks for fewer messages
FINAL_CLOSE_CODE = 1008  # the server has ended the access
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
T = TypeVar("T")

decode_message = msgspec.json.Decoder(m.ServerMessage).decode


class RequestRefused(GamutError):
    """The server refused a request; `reason` is one of the words in the protocol."""

    def __init__(self, refused: m.Refused) -> None:
        super().__init__(refused.text)
        self.reason = refused.reason


# ---------------------------------------------------------------------- over HTTP


def parse_link(link: str) -> tuple[str, str, str]:
    """Return the server's address, the table and the token of a link such as `http://host/#/table/ID/TOKEN`."""
    parts = urlsplit(link)
    fragment = parts.fragment.split("/")
    if parts.scheme not in ("http", "https") or fragment[:2] != ["", "table"] or len(fragment) != 4:
        raise GamutError(f"{link!r} is not a link to a seat; it must look like http://host/#/table/ID/TOKEN")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/"), fragment[2], fragment[3]


def make_link(server: str, table: str, token: str) -> str:
    """Return the link to a seat, for a browser or another client."""
    return f"{server.rstrip('/')}/#/table/{table}/{token}"


def open_table(
    server: str, game: str, seats: Sequence[str], options: Mapping[str, Value] | None = None, *, pause_ms: int = 0
) -> m.NewTable:
    """Open a table; each seat is `me`, `link` (an invitation for another player) or a bot's level or name.

    The answer has the secrets of the seats that are `me`, and the invitations.
    """
    requests = [
        m.SeatRequest(cast(m.SeatKind, seat)) if seat in ("me", "here", "link") else m.SeatRequest("bot", level=seat)
        for seat in seats
    ]
    body = msgspec.json.encode(m.TableRequest(game, requests, dict(options or {}), pause_ms))
    return _request(f"{server.rstrip('/')}/api/tables", m.NewTable, body)


def _request(address: str, answer: type[T], body: bytes | None = None) -> T:
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            return msgspec.json.decode(response.read(), type=answer)
    except urllib.error.HTTPError as e:
        try:
            refused = decode_message(e.read())
        except msgspec.MsgspecError:
            refused = None
        if isinstance(refused, m.Refused):
            raise RequestRefused(refused) from None
        raise GamutError(f"the server answered {e.code} {e.reason}") from None
    except OSError as e:
        raise GamutError(f"the server at {address} cannot be reached: {e}") from None


# ---------------------------------------------------------------------- a seat


class Seat:
    """One seat of a table, with the latest view of it. It reconnects when the connection is lost."""

    def __init__(self, server: str, table: str, token: str, name: str = "") -> None:
        self.server, self.table, self.token, self._name = server.rstrip("/"), table, token, name
        self._part, self._secret = secrets.token_hex(16), secrets.token_urlsafe(24)
        self._claim: m.ClaimSeat | None = None  # until it is answered
        self._socket: ClientConnection | None = None
        self._open = ExitStack()
        self._pending: m.PlayAction | None = None  # sent again after a reconnection
        self._decided = -1  # the last decision that was answered
        self.welcome: m.Welcome
        self.view: m.View | None = None
        self.actions: m.Actions = _request(f"{self.server}/api/tables/{table}/actions", m.Actions)

    @classmethod
    def join(cls, link: str, name: str = "") -> Seat:
        """Join by a link: the secret of a seat, or an invitation, whose seat is then taken under this name."""
        seat = cls(*parse_link(link), name)
        seat._connect()
        return seat

    @property
    def number(self) -> int:
        """The number of the seat, counted from 0; −1: a spectator."""
        return self.welcome.seat

    @property
    def link(self) -> str:
        """The link back to this seat. It contains the seat's secret."""
        return make_link(self.server, self.table, self.token)

    def text(self, action: int) -> str:
        """Return an action as players read it."""
        return self.actions.texts[action]

    def turns(self) -> Iterator[m.View]:
        """Yield the view of each decision of the seat, until the game is over; answer each by `play`."""
        while True:
            view = self.view
            if view is not None and view.result is not None:
                return
            if view is not None and view.legal and view.decision > self._decided:
                yield view
                if view is self.view and view.decision > self._decided:
                    raise GamutError("`turns` was continued without playing an action")
            else:
                self.receive()

    def play(self, action: int | str) -> None:
        """Play an action given as a number or as its text; return when the server has stored it."""
        if self.view is None:
            raise GamutError("there is no decision to make yet: wait for `turns`")
        number = self.actions.texts.index(action) if isinstance(action, str) else action
        decision = self.view.decision
        self._pending = m.PlayAction(decision, number)
        self.send(self._pending)
        while self._pending:
            self.receive()

    def send(self, message: m.ClientMessage) -> None:
        """Send any message of the protocol."""
        try:
            self._open_socket().send(msgspec.json.encode(message), text=True)
        except ConnectionClosed as e:
            self._reconnect(e)

    def receive(self, timeout: float | None = None) -> m.ServerMessage:
        """Wait for the next message of the server, and return it; `view` and `welcome` follow.

        Raises RequestRefused for a refusal, and TimeoutError after `timeout` seconds.
        """
        while True:
            try:
                data = self._open_socket().recv(timeout)
                break
            except ConnectionClosed as e:
                self._reconnect(e)
        message: m.ServerMessage = decode_message(data)
        self._handle(message)
        return message

    def _handle(self, message: m.ServerMessage) -> None:
        match message:
            case m.Welcome():
                self.welcome = message
                if message.invited_seat is not None:
                    part = self._part if message.renews_key else None
                    self._claim = m.ClaimSeat(self.table, self.token, self._secret, self._name, part)
                    self.send(self._claim)
                elif self._claim:
                    self._claim, self.token = None, self._secret
            case m.View():
                if self.view is None or message.serial >= self.view.serial:
                    self.view = message
                if self.welcome.seat in message.not_ready:
                    self.send(m.AddPart(self._part))
            case m.Ack():
                self._settle(message.decision)
            case m.Refused(reason="stale", decision=int(decision)):
                self._settle(decision)  # it was played before, or undone since
            case m.Refused(reason="too_often") if self._pending:
                time.sleep(RATE_LIMIT_DELAY_S)
                self.send(self._pending)
            case m.Refused():
                self._pending = None
                raise RequestRefused(message)

    def _settle(self, decision: int) -> None:
        if self._pending and self._pending.decision == decision:
            self._pending, self._decided = None, decision

    # ------------------------------------------------------------------ the connection

    def _connect(self) -> None:
        """Open the connection, join, and wait for the welcome."""
        address = "ws" + self.server.removeprefix("http") + "/ws"
        self.close()
        opening = connect(
            address, open_timeout=TIMEOUT_S, max_size=MAX_MESSAGE_BYTES, compression=None, user_agent_header=None
        )
        self._socket = self._open.enter_context(opening)
        self.send(self._claim or m.Join(self.table, self.token))  # a repeated claim is answered again
        while not isinstance(self.receive(TIMEOUT_S), m.Welcome) or self._claim:
            pass

    def _open_socket(self) -> ClientConnection:
        if self._socket is None:
            raise GamutError("the seat is closed")
        return self._socket

    def _reconnect(self, closed: ConnectionClosed) -> None:
        """Connect again, and repeat an action that was not acknowledged: it is played once."""
        if closed.rcvd is not None and closed.rcvd.code == FINAL_CLOSE_CODE:
            self._socket = None
            raise GamutError("the server has ended the access to this seat") from closed
        for delay in RECONNECT_DELAYS_S:
            time.sleep(delay)
            try:
                self._connect()
            except (OSError, ConnectionClosed):
                continue
            if self._pending:
                self.send(self._pending)
            return
        raise GamutError(f"the connection to {self.server} was lost") from closed

    def close(self) -> None:
        """Close the connection; the seat keeps its link."""
        self._socket = None
        self._open.close()

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
