"""Who may have a connection: so many for each address, so many in all, and always fewer than the system has files.

People who have joined a table keep their place. When the house is full, whoever came without joining makes room:
the longest waiting one of those whose address has more of them than others have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from gamut.engine.errors import GamutError
from gamut.server.accounts import Account, Accounts
from gamut.server.limits import Limits

KEPT_FILES = 128  # for the database, the pages, and whatever else a process has open
Networks = Collection[IPv4Network | IPv6Network]


class BadProxy(GamutError):
    """A proxy that is no address."""


@dataclass(eq=False)
class Visit:
    """One connection, from its opening to its end."""

    account: Account
    leave: Callable[[str], None]  # ends the connection, with a word
    through_proxy: bool
    settle: Callable[[Visit], None]  # whoever has joined a table is no stranger any more


@dataclass(frozen=True)
class HttpProblem:
    """Why nobody is let in: a status of HTTP, and words."""

    status: int
    words: str


def do_nothing(words: str) -> None:
    """Whoever is gone need not be sent away.

    So nothing holds a lost connection, and it is free at once: left to the garbage collector, thousands of them
    held everybody up for a third of a second.
    """


class Doorkeeper:
    """Counts the connections of one server; `proxies` are believed, so their connections are many people's."""

    def __init__(self, limits: Limits, accounts: Accounts, proxies: Networks = ()) -> None:
        self.limits, self.accounts, self.proxies = limits, accounts, proxies
        self.most = min(limits.connections, max(1, count_files() - KEPT_FILES))
        self._visits: set[Visit] = set()
        self._strangers: dict[Visit, None] = {}  # the oldest first
        self._crowds: Counter[str] = Counter()  # by address: its strangers

    @property
    def open(self) -> int:
        """How many connections there are."""
        return len(self._visits)

    def begin(self, host: str, leave: Callable[[str], None]) -> Visit | HttpProblem:
        """Somebody knocks."""
        account, through_proxy = self.accounts.find(host), self.is_proxy(host)
        if not through_proxy and account.connections >= self.limits.connections_per_address:
            return HttpProblem(429, "Too many connections from your address.")
        if self.open >= self.most and not self._make_room():
            return HttpProblem(503, "The server is full just now; please try again later.")
        visit = Visit(account, leave, through_proxy, self.settle)
        self._visits.add(visit)
        self._strangers[visit] = None
        self._crowds[account.address] += 1
        account.connections += 1
        return visit

    def settle(self, visit: Visit) -> None:
        """Somebody has joined a table, or goes."""
        if visit in self._strangers:
            del self._strangers[visit]
            self._crowds[visit.account.address] -= 1
            if not self._crowds[visit.account.address]:
                del self._crowds[visit.account.address]

    def end(self, visit: Visit) -> None:
        """A connection is closed."""
        visit.leave = do_nothing
        if visit in self._visits:
            self.settle(visit)
            self._visits.remove(visit)
            visit.account.connections -= 1

    def is_proxy(self, host: str) -> bool:
        """Whether what comes from there is passed on for others."""
        if not self.proxies:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def _make_room(self) -> bool:
        """Let a stranger go, if there is one. Under attack the first who is looked at is one to go."""
        if not self._strangers:
            return False
        fair = len(self._strangers) / len(self._crowds)
        oldest = next(visit for visit in self._strangers if self._crowds[visit.account.address] >= fair)
        oldest.leave("The server is full, and others wait.")
        self.end(oldest)
        return True


def read_proxies(given: Collection[str]) -> Networks:
    """The addresses or networks of proxies."""
    try:
        return tuple(ip_network(one.strip()) for one in given)
    except ValueError as e:
        raise BadProxy(f"a proxy is an address such as 127.0.0.1 or a network such as 10.0.0.0/8: {e}") from None


def count_files() -> int:
    """How many files this process may have open; as many as the system lets it have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
