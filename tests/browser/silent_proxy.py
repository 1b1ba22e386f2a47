"""A network between browsers and a server that can go silent: connections stay open, but nothing arrives any more."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

CHUNK = 65_536


class SilentProxy:
    """Passes bytes between connections to its port and a server, unless it is silent."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._speaking = threading.Event()
        self._speaking.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def go_silent(self) -> None:
        """Swallow whatever is sent on all connections, also on new ones."""
        self._speaking.clear()

    def speak(self) -> None:
        """Pass on what is sent on new connections. The old ones stay dead."""
        with suppress(IndexError):
            while True:
                close(self._sockets.pop())
        self._speaking.set()

    def stop(self) -> None:
        """Close all connections."""
        self._listening.close()
        self.speak()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._sockets += [browser, server]
                for source, target in ((browser, server), (server, browser)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self._speaking.is_set():
                    target.sendall(data)
            close(target)


def close(connection: socket.socket) -> None:
    """Close a connection in both directions, which also ends a waiting `recv`."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
