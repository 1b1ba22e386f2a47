"""The connections of a table, by the seat whose view they receive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeAlias

import msgspec

from gamut.engine.seat_log import LogMark, SeatLog
from gamut.engine.verbs import SPECTATOR
from gamut.server.wire import messages as m
from gamut.server.wire.connection import Connection

Render: TypeAlias = Callable[[SeatLog, Collection[int]], m.View]  # the log of a seat, and the connected seats


class SeatConnections:
    """All connections of one seat (−1: the spectators). They receive the same view."""

    def __init__(self, seat_log: SeatLog, render: Callable[[SeatLog], m.View]) -> None:
        self.seat_log, self._render = seat_log, render
        self.connections: set[Connection] = set()
        self._view: m.View | None = None
        self._encoded: dict[int, tuple[bytes, LogMark]] = {}  # by the first entry of the log in it

    def queue_view(self) -> None:
        self._view = None
        self._encoded.clear()
        for connection in self.connections:
            connection.queue_view(self.encode_view)

    def encode_view(self, mark: LogMark) -> tuple[bytes, LogMark]:
        """Return the current view, made once for all connections, with the log after the mark, and its end."""
        first = self.seat_log.count_unchanged(mark)
        if first not in self._encoded:
            self._view = self._view or self._render(self.seat_log)
            entries = self.seat_log.entries[first:]
            encoded = m.encode(msgspec.structs.replace(self._view, log=entries, log_from=first))
            self._encoded[first] = encoded, self.seat_log.mark
        return self._encoded[first]


class Audience:
    """The connections of one table to this process, by seat."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._by_seat: dict[int, SeatConnections] = {}
        self.elsewhere: frozenset[int] = frozenset()  # seats that are connected to other processes

    @property
    def empty(self) -> bool:
        """Whether there are no connections."""
        return not self._by_seat

    @property
    def connected(self) -> set[int]:
        """The seats with an open connection, to any process."""
        return {seat for seat in self._by_seat if seat != SPECTATOR} | self.elsewhere

    @property
    def connections(self) -> list[Connection]:
        """The connections of all seats and spectators."""
        return [connection for group in self._by_seat.values() for connection in group.connections]

    def has(self, connection: Connection) -> bool:
        group = self._by_seat.get(connection.seat)
        return group is not None and connection in group.connections

    def count(self, seat: int) -> int:
        return len(self._by_seat[seat].connections) if seat in self._by_seat else 0

    def add(self, connection: Connection, seat_log: SeatLog) -> bool:
        """Add a connection; return whether it is the first of its seat."""
        connection.seat = seat_log.seat
        new = SeatConnections(seat_log, lambda seat_log: self._render(seat_log, self.connected))
        group = self._by_seat.setdefault(seat_log.seat, new)
        group.connections.add(connection)
        return len(group.connections) == 1

    def remove(self, connection: Connection) -> bool:
        """Remove a connection; return whether it was the last of its seat."""
        if not self.has(connection):
            return False
        group = self._by_seat[connection.seat]
        group.connections.remove(connection)
        if group.connections:
            return False
        del self._by_seat[connection.seat]
        return True

    def queue_view(self, seats: Iterable[int] | None = None) -> None:
        for seat in list(self._by_seat) if seats is None else seats:
            if seat in self._by_seat:
                self._by_seat[seat].queue_view()

    def show_moments(self, moments: Mapping[int, msgspec.Struct], mover: int, serial: Callable[[int], int]) -> None:
        """Send each seat its picture of the last event."""
        for seat, picture in moments.items():
            self.send(m.Moment(serial=serial(seat), seat=mover, picture=picture), [seat])

    def queue_view_for(self, connection: Connection) -> None:
        connection.queue_view(self._by_seat[connection.seat].encode_view)

    def send(self, message: m.ServerMessage, seats: Iterable[int] | None = None) -> None:
        """Send a message to some seats, or to all."""
        for seat in list(self._by_seat) if seats is None else seats:
            for connection in self._by_seat[seat].connections if seat in self._by_seat else ():
                connection.send(message)
