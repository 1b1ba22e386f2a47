"""The built pages with a table in the middle of things, without a server: what it would say is sent at once."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from gamut.server import messages as m
from gamut.server.explaining import explain
from gamut.server.messages import encode
from gamut.server.pages import HEADERS, STATIC
from tests.browser.played import Look, Played


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the built pages as the real server does."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve() -> Iterator[str]:
    """Serve the built pages from a thread; gives their address."""
    handler = functools.partial(Handler, directory=str(STATIC))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def answer(page: Page, path: str, body: Any, status: int = 200) -> None:
    """Answer a request as the server would."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, body=msgspec.json.encode(body), content_type="application/json")

    page.route(f"**/api/{path}", fulfil)


class Answers:
    """What the page of a mocked table has said, and what is said to it."""

    def __init__(self, look: Look, played: Played, plain: bool) -> None:
        self.look, self.played, self.plain = look, played, plain
        self.heard: list[dict[str, Any]] = []
        self._sockets: list[WebSocketRoute] = []

    def connect(self, socket: WebSocketRoute) -> None:
        """A page comes."""
        self._sockets = [socket]
        socket.on_message(lambda text: self.hear(json.loads(text)))

    def say(self, message: m.ServerMessage) -> None:
        """Say something to the page."""
        for socket in self._sockets:
            socket.send(encode(message).decode())

    def hear(self, heard: dict[str, Any]) -> None:
        """Answer as the server of a table would: its view at once, and after an act the view of the move."""
        self.heard.append(heard)
        played = self.played
        match heard["type"]:
            case "join":
                seat = -1 if heard["token"] == "watch" else int(heard["token"][-1])
                welcome = played.welcome(seat)
                self.say(msgspec.structs.replace(welcome, game="plain") if self.plain else welcome)
                self.say(played.message())
            case "act" if self.look.move:
                self.say(m.Ack(heard["decision"]))
                self.look.move(played)
                if played.moment is not None:
                    self.say(m.Moment(played.message().serial, played.viewer, played.moment))
                self.say(played.message())
            case "hint":
                best, known = played.message().legal[0], played.match.seat_logs[played.viewer].knowledge
                self.say(m.Hinted(best, known.advise(best), [], played.message().full_strength))
            case "why_not":
                self.say(explain(played.match, played.viewer, msgspec.convert(heard, m.WhyNot)))
            case "preview":
                self.say(played.preview(heard["action"]))


def answer_table(page: Page, look: Look, played: Played, plain: bool = False) -> Answers:
    """Answer in the place of a server, as long as the page is open."""
    answers = Answers(look, played, plain)
    answer(page, "tables/t1/actions", played.actions())
    page.route_web_socket("**/ws", answers.connect)
    return answers
