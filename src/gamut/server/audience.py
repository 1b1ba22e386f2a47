"""Everybody who looks at a table: the connections, by the seat with whose eyes they see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.seat_log import SeatLog
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server.connection import Connection

Render = Callable[[SeatLog], m.View]


class Viewer:
    """All connections of one seat (−1: the spectators). They see the same."""

    def __init__(self, log: SeatLog, render: Render) -> None:
        self.log, self._render = log, render
        self.connections: set[Connection] = set()
        self._view: m.View | None = None

    def show(self) -> None:
        """Something can be seen that was not there before."""
        self._view = None
        for connection in self.connections:
            connection.show(self.look)

    def look(self) -> tuple[m.View, list[LogEntry]]:
        """The latest view, made once for all connections, and the log."""
        if self._view is None:
            self._view = self._render(self.log)
        return self._view, self.log.entries


class Audience:
    """The viewers of one table."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._viewers: dict[int, Viewer] = {}

    @property
    def empty(self) -> bool:
        """Whether nobody looks."""
        return not self._viewers

    @property
    def connected(self) -> set[int]:
        """The seats with an open connection."""
        return {seat for seat in self._viewers if seat != WATCHER}

    @property
    def connections(self) -> list[Connection]:
        """All of them."""
        return [connection for viewer in self._viewers.values() for connection in viewer.connections]

    def has(self, connection: Connection) -> bool:
        """Whether a browser is one of them."""
        viewer = self._viewers.get(connection.seat)
        return viewer is not None and connection in viewer.connections

    def count(self, seat: int) -> int:
        """How many browsers look with the eyes of a seat."""
        return len(self._viewers[seat].connections) if seat in self._viewers else 0

    def add(self, connection: Connection, log: SeatLog) -> bool:
        """A browser joins; whether it is the first one of its seat."""
        connection.seat = log.seat
        viewer = self._viewers.setdefault(log.seat, Viewer(log, self._render))
        viewer.connections.add(connection)
        return len(viewer.connections) == 1

    def remove(self, connection: Connection) -> bool:
        """A browser leaves; whether it was the last one of its seat."""
        if not self.has(connection):
            return False
        viewer = self._viewers[connection.seat]
        viewer.connections.remove(connection)
        if viewer.connections:
            return False
        del self._viewers[connection.seat]
        return True

    def show(self, seats: Iterable[int] | None = None) -> None:
        """Send the latest view to some seats, or to all."""
        for seat in list(self._viewers) if seats is None else seats:
            if seat in self._viewers:
                self._viewers[seat].show()

    def show_moments(self, moments: Mapping[int, msgspec.Struct], mover: int, serial: Callable[[int], int]) -> None:
        """Send each seat its picture of what has just happened."""
        for seat, picture in moments.items():
            self.say(m.Moment(serial=serial(seat), seat=mover, picture=picture), [seat])

    def show_one(self, connection: Connection) -> None:
        """Send the latest view to one browser that does not have it."""
        connection.show(self._viewers[connection.seat].look)

    def say(self, message: m.ServerMessage, seats: Iterable[int] | None = None) -> None:
        """Send a message to some seats, or to all."""
        for seat in list(self._viewers) if seats is None else seats:
            for connection in self._viewers[seat].connections if seat in self._viewers else ():
                connection.say(message)
