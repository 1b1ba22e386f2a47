"""Who is at a table, in this process and in the others that share its database."""

from __future__ import annotations

from collections.abc import Iterable

from gamut.engine.verbs import SPECTATOR
from gamut.server.storage.cluster import NOT_ELSEWHERE, Cluster, Elsewhere, Signal
from gamut.server.storage.entries import TableRow, now_ms
from gamut.server.wire.connection import Connection


class Presence:
    """Reports who is connected here, and decides which process plays for the bots of a table."""

    def __init__(self, row: TableRow, cluster: Cluster | None) -> None:
        self._row, self._cluster = row, cluster
        self._here: set[int] = set()  # as reported
        self._elsewhere = NOT_ELSEWHERE

    def report(self, connections: Iterable[Connection]) -> None:
        """Report to the other processes who is connected here; a client with an unused invitation does not count."""
        if self._cluster is None:
            return
        here = {connection.seat for connection in connections if connection.invited_seat is None}
        for seat in here - self._here:
            self._cluster.set_presence(self._row.id, seat, None)
        for seat in self._here - here:
            self._cluster.set_presence(self._row.id, seat, now_ms())
        self._here = here

    def replace_elsewhere(self, elsewhere: Elsewhere) -> Elsewhere:
        """Note who is connected to the other processes; return who was before."""
        before, self._elsewhere = self._elsewhere, elsewhere
        return before

    def find_payer_here(self, connections: Iterable[Connection]) -> Connection | None:
        """Return the connection that work for the table is charged to: of the host, or else of the first player.

        At a table with only bots, any client with its link is the host.
        """
        host = self._row.host
        paying = (c for c in connections if c.seat != SPECTATOR or (host == SPECTATOR and c.invited_seat is None))
        return min(paying, key=lambda connection: self._rank(connection.seat), default=None)

    def find_payer(self, connections: Iterable[Connection]) -> Connection | None:
        """The same; None if that client is connected to another process, which then plays for the bots."""
        first = self.find_payer_here(connections)
        if first is None or self._cluster is None:
            return first
        own = self._rank(first.seat), self._cluster.process
        others = [
            (self._rank(seat), process)
            for seat, process in self._elsewhere.connected.items()
            if seat != SPECTATOR or self._row.host == SPECTATOR
        ]
        return None if others and min(others) < own else first

    def _rank(self, seat: int) -> tuple[bool, int]:
        return seat != self._row.host, seat

    def signal(self, signal: Signal) -> None:
        """Show something that is not stored to the clients of the other processes."""
        if self._cluster:
            self._cluster.send_signal(signal)
