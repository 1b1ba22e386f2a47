"""How many connections may be open: per address, in total, and always fewer than the system has file descriptors.

When the server is full, a new connection replaces another one: of the address that holds the most, if these are many
more than the new one's address has, one that has not joined a table, a spectator's, or the oldest. Otherwise it
replaces the oldest one that has not joined, unless that is of an address with fewer. So no address can keep others out.
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
EXCESS = 5  # connections that an address must have more than another one, for which it loses one on a full server
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
    joined: bool = False  # it has joined a table
    has_seat: bool = False  # and is not a spectator's

    def mark_joined(self, has_seat: bool) -> None:
        """Note that it has joined a table: when the server is full, others are closed first."""
        self.has_seat = has_seat
        if not self.joined:
            self.limiter.mark_joined(self)

    def charge_to(self, budget: AddressBudget) -> bool:
        """Charge the connection of a proxy to its client, unless that has too many; return whether this was done."""
        return self.limiter.charge_to(self, budget)


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
        self.open_connections = 0
        self._by_address: dict[str, dict[CountedConnection, None]] = {}  # the oldest of each address first
        self._proxy_addresses: set[str] = set()  # of proxies that have connected
        self._not_joined: dict[CountedConnection, None] = {}  # the oldest first
        self._not_joined_by_address: Counter[str] = Counter()

    def acquire(self, client_address: str, close: Callable[[str], None]) -> CountedConnection | HttpRefusal:
        """Count a new connection, or return why it is refused."""
        budget, through_proxy = self.budgets.find(client_address), self.is_proxy(client_address)
        if through_proxy:
            self._proxy_addresses.add(budget.address)
        own = 0 if through_proxy else budget.connections  # those of the client of a proxy are not known yet
        if not through_proxy and budget.all_connections >= self.limits.connections_per_address:
            return HttpRefusal(429, "Too many connections from your address.")
        if self.open_connections >= self.max_connections and not (self._close_excess(own) or self._close_oldest(own)):
            return HttpRefusal(503, "The server is full. Try again later.")
        counted = CountedConnection(budget, close, through_proxy, self)
        self._add(counted)
        return counted

    def charge_to(self, counted: CountedConnection, budget: AddressBudget) -> bool:
        """Move a connection to another budget, unless that has too many; return whether this was done."""
        if budget.all_connections >= self.limits.connections_per_address:
            return False
        if self._remove(counted):
            counted.budget = budget
            self._add(counted)
        return True

    def mark_joined(self, counted: CountedConnection) -> None:
        """Note that a connection has joined a table."""
        if self._remove(counted):
            counted.joined = True
            self._add(counted)

    def release(self, counted: CountedConnection) -> None:
        """Stop counting a connection that has ended; a second call does nothing."""
        counted.close = ignore_close
        self._remove(counted)

    def _add(self, counted: CountedConnection) -> None:
        address = counted.budget.address
        self.open_connections += 1
        counted.budget.connections += 1
        self._by_address.setdefault(address, {})[counted] = None
        if not counted.joined:
            self._not_joined[counted] = None
            self._not_joined_by_address[address] += 1

    def _remove(self, counted: CountedConnection) -> bool:
        """Stop counting a connection; return whether it was counted."""
        address = counted.budget.address
        if counted not in self._by_address.get(address, ()):
            return False
        self.open_connections -= 1
        counted.budget.connections -= 1
        del self._by_address[address][counted]
        if not self._by_address[address]:
            del self._by_address[address]
        if not counted.joined:
            del self._not_joined[counted]
            self._not_joined_by_address[address] -= 1
            if not self._not_joined_by_address[address]:
                del self._not_joined_by_address[address]
        return True

    def is_proxy(self, client_address: str) -> bool:
        if not self.proxies:
            return False
        try:
            address = ip_address(client_address)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def _close_excess(self, own: int) -> bool:
        """Close a connection of the address with the most, if that has many more than the `own` of a new one."""
        clients = (group for address, group in self._by_address.items() if address not in self._proxy_addresses)
        most = max(clients, key=len, default={})
        if len(most) < own + EXCESS:
            return False
        self._close(min(most, key=lambda counted: (counted.joined, counted.has_seat)))
        return True

    def _close_oldest(self, own: int) -> bool:
        """Close a connection that has not joined, if there is one that a new one may replace.

        Its address has at least as many of these as the average address, and at least as many in all as the new one's.
        """
        if not self._not_joined:
            return False
        average = len(self._not_joined) / len(self._not_joined_by_address)
        candidates = (
            counted
            for counted in self._not_joined
            if self._not_joined_by_address[counted.budget.address] >= average and counted.budget.connections >= own
        )
        oldest = next(candidates, None)
        if oldest is None:
            return False
        self._close(oldest)
        return True

    def _close(self, counted: CountedConnection) -> None:
        counted.close("The server is full.")
        self.release(counted)


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
