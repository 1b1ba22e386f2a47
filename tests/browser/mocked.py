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

from gamut.server.explaining import explain
from gamut.server.messages import WhyNot, encode
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


def answer_table(page: Page, look: Look, played: Played, plain: bool = False) -> None:
    """Answer as the server of a table would: its view at once, and after an act the view of the move."""
    answer(page, "tables/t1/actions", played.actions())

    def connect(socket: WebSocketRoute) -> None:
        def hear(text: str) -> None:
            heard = json.loads(text)
            if heard["type"] == "join":
                seat = -1 if heard["token"] == "watch" else int(heard["token"][-1])
                welcome = played.welcome(seat)
                socket.send(encode(msgspec.structs.replace(welcome, game="plain") if plain else welcome).decode())
                socket.send(encode(played.message()).decode())
            elif heard["type"] == "act" and look.move:
                socket.send(json.dumps({"type": "ack", "decision": heard["decision"]}))
                look.move(played)
                socket.send(encode(played.message()).decode())
            elif heard["type"] == "hint":
                best = played.message().legal[0]
                socket.send(json.dumps({"type": "hinted", "best": best, "figures": [], "full_strength": True}))
            elif heard["type"] == "why_not":
                asked = msgspec.convert(heard, WhyNot)
                socket.send(encode(explain(played.match, played.viewer, asked)).decode())
            elif heard["type"] == "preview":
                socket.send(encode(played.preview(heard["action"])).decode())

        socket.on_message(hear)

    page.route_web_socket("**/ws", connect)
