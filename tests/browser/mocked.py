"""The built pages with a mocked server that shows a table in a chosen position."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from gamut.server.tables.previews import describe
from gamut.server.tables.table_bots import describe_hint
from gamut.server.web.pages import STATIC
from gamut.server.wire import messages as m
from gamut.server.wire.messages import encode
from gamut.server.wire.request_guard import SECURITY_HEADERS
from tests.browser.driver import DESK
from tests.browser.played import Played, TablePosition, find, positions_of


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the built pages as the real server does."""

    def end_headers(self) -> None:
        for name, value in SECURITY_HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class PageServer(http.server.ThreadingHTTPServer):
    """Accepts as many connections at once as several pages open."""

    request_queue_size = 128


@contextmanager
def serve() -> Iterator[str]:
    """Serve the built pages from a thread; gives their address."""
    handler = functools.partial(Handler, directory=str(STATIC))
    with PageServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def answer(page: Page, path: str, body: Any, status: int = 200) -> None:
    """Answer a request as the server would."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, body=msgspec.json.encode(body), content_type="application/json")

    page.route(f"**/api/{path}", fulfil)


class Answers:
    """A mocked server for one table."""

    def __init__(self, position: TablePosition, played: Played, plain: bool) -> None:
        self.position, self.played, self.plain = position, played, plain
        self.received: list[dict[str, Any]] = []
        self._sockets: list[WebSocketRoute] = []
        self.closed = False

    def connect(self, socket: WebSocketRoute) -> None:
        """Connect a page, instead of an earlier one."""
        if self.closed:
            socket.close()
            return
        self._sockets = [socket]
        socket.on_message(lambda text: self.receive(json.loads(text)))

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one type from the page."""
        return [message for message in self.received if message["type"] == kind]

    def send(self, message: m.ServerMessage) -> None:
        """Send a message to the page."""
        for socket in self._sockets:
            socket.send(encode(message).decode())

    def close(self) -> None:
        """Close the connections, and take no others."""
        for socket in self._sockets:
            socket.close()
        self._sockets = []
        self.closed = True

    def receive(self, message: dict[str, Any]) -> None:
        """Answer like the server, with the view of the position, and after an action that of its move."""
        self.received.append(message)
        played = self.played
        match message["type"]:
            case "join":
                seat = -1 if message["token"] == "watch" else int(message["token"][-1])
                welcome = played.welcome(seat)
                self.send(msgspec.structs.replace(welcome, game="plain") if self.plain else welcome)
                self.send(played.message())
            case "play_action" if self.position.move:
                self.send(m.Ack(message["decision"]))
                self.position.move(played)
                if played.moment is not None:
                    self.send(m.Moment(played.message().serial, played.viewer, played.moment))
                self.send(played.message())
            case "hint":
                self.send(describe_hint(played.find_hint(), full_strength=True))
            case "describe_piece":
                self.send(describe(played.match, played.viewer, msgspec.convert(message, m.DescribePiece)))
            case "preview":
                self.send(played.preview(message["action"]))


def answer_table(page: Page, position: TablePosition, played: Played, plain: bool = False) -> Answers:
    """Answer the page instead of a server."""
    answers = Answers(position, played, plain)
    answer(page, "tables/t1/actions", played.actions())
    page.route_web_socket("**/ws", answers.connect)
    return answers


class Tables:
    """Opens mocked tables."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser, self._base = browser, base
        self._open: list[Page] = []

    def open(self, game: str, name: str, *, tip: bool = False, **settings: Any) -> tuple[Page, Answers]:
        """A page that shows a position, and its mocked server; with the `tip` of a first visit."""
        page = self._browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **settings}).new_page()
        self._open.append(page)
        if not tip:
            page.add_init_script("localStorage.setItem('gamut.detailsTipClosed', 'true')")
        position = positions_of(game)[name]
        answers = answer_table(page, position, find(game, position))
        page.goto(self._base + position.address)
        expect(page.locator(".frame [data-board]")).to_be_visible(timeout=30_000)
        return page, answers

    def close(self) -> None:
        """Close all of them."""
        for page in self._open:
            page.context.close()
