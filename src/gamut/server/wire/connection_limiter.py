"""How many connections may be open: per address, in total, and always fewer than the system has file descriptors.

Connections that have joined a table are kept. When the server is full, one that has not joined is closed: the oldest
of those whose address has at least as many of them as the average address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from gamut.engine.errors import GamutError
from gamut.server.wire.address_budget import AddressBudget, AddressBudgets
from gamut.server.wire.limits import Limits

RESERVED_FILES = 128  # descriptors for the database, the pages and everything else
MAX_FILES = 8192
Networks = Collection[IPv4Network | IPv6Network]


class InvalidProxy(GamutError):
    """A proxy that is not an address or a network."""


@dataclass(eq=False)
class CountedConnection:
    """One network connection while it is open, as the limiter counts it."""

    budget: AddressBudget
    close: Callable[[str], None]  # closes the connection with a text
    through_proxy: bool
    limiter: ConnectionLimiter

    def mark_joined(self) -> None:
        """Note that it has joined a table, so that it is kept when the server is full."""
        self.limiter.mark_joined(self)


@dataclass(frozen=True)
class HttpRefusal:
    """The HTTP status and the text with which a connection or a request is refused."""

    status: int
    text: str


def ignore_close(text: str) -> None:
    """Replace the `close` of a connection that has ended.

    Nothing then refers to its protocol, which is freed at once: thousands of them left to the garbage
    collector stopped the server for a third of a second.
    """


class ConnectionLimiter:
    """Counts the connections of a server. `proxies` are trusted: their connections belong to many clients."""

    def __init__(self, limits: Limits, budgets: AddressBudgets, proxies: Networks = ()) -> None:
        self.limits, self.budgets, self.proxies = limits, budgets, proxies
        self.max_connections = min(limits.connections, max(1, find_file_limit() - RESERVED_FILES))
        self._connections: set[CountedConnection] = set()
        self._not_joined: dict[CountedConnection, None] = {}  # the oldest first
        self._not_joined_by_address: Counter[str] = Counter()

    @property
    def open_connections(self) -> int:
        """The number of open connections."""
        return len(self._connections)

    def acquire(self, client_address: str, close: Callable[[str], None]) -> CountedConnection | HttpRefusal:
        """Count a new connection, or return why it is refused."""
        budget, through_proxy = self.budgets.find(client_address), self.is_proxy(client_address)
        if not through_proxy and budget.all_connections >= self.limits.connections_per_address:
            return HttpRefusal(429, "Too many connections from your address.")
        if self.open_connections >= self.max_connections and not self._close_oldest():
            return HttpRefusal(503, "The server is full. Try again later.")
        counted = CountedConnection(budget, close, through_proxy, self)
        self._connections.add(counted)
        self._not_joined[counted] = None
        self._not_joined_by_address[budget.address] += 1
        budget.connections += 1
        return counted

    def mark_joined(self, counted: CountedConnection) -> None:
        """Remove a connection from those that may be closed when the server is full."""
        if counted in self._not_joined:
            del self._not_joined[counted]
            self._not_joined_by_address[counted.budget.address] -= 1
            if not self._not_joined_by_address[counted.budget.address]:
                del self._not_joined_by_address[counted.budget.address]

    def release(self, counted: CountedConnection) -> None:
        """Stop counting a connection that has ended; a second call does nothing."""
        counted.close = ignore_close
        if counted in self._connections:
            self.mark_joined(counted)
            self._connections.remove(counted)
            counted.budget.connections -= 1

    def is_proxy(self, client_address: str) -> bool:
        """Return whether an address is one of the trusted proxies."""
        if not self.proxies:
            return False
        try:
            address = ip_address(client_address)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def _close_oldest(self) -> bool:
        """Close a connection that has not joined, if there is one. Under attack the first candidate qualifies."""
        if not self._not_joined:
            return False
        average = len(self._not_joined) / len(self._not_joined_by_address)
        oldest = next(
            counted for counted in self._not_joined if self._not_joined_by_address[counted.budget.address] >= average
        )
        oldest.close("The server is full.")
        self.release(oldest)
        return True


def parse_proxies(texts: Collection[str]) -> Networks:
    """Return the networks that the texts name."""
    try:
        return tuple(ip_network(text.strip()) for text in texts)
    except ValueError as e:
        raise InvalidProxy(
            f"invalid --proxy; use an address such as 127.0.0.1 or a network such as 10.0.0.0/8: {e}"
        ) from None


def find_file_limit() -> int:
    """Return how many files this process may open, after raising the limit as far as the system permits."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
