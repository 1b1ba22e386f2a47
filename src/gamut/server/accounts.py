"""What each address has used of its allowances. Whoever causes a cost pays for it, and nobody else.

An address of the newer kind is worth nothing alone: whoever has one has 2⁶⁴. So they pay together, by network.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from gamut.server.limits import Limits

MOST = 10_000  # accounts that are remembered beside those in use
TRIES = 8  # to find one that can be forgotten
NETWORK = 64  # bits of an IPv6 address that name who pays


class Bucket:
    """A token bucket: some at once, then so many a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = float(burst), time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Whether so many more are allowed now; then they are gone."""
        if not self.has(count):
            return False
        self._left -= count
        return True

    def has(self, count: int = 1) -> bool:
        """Whether so many more would be allowed now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left >= count


class Account:
    """The allowances of one address."""

    def __init__(self, address: str, limits: Limits) -> None:
        self.address = address
        self.connections = 0  # open ones
        self.held = 0  # requests whose refusal it waits for
        self.requests = Bucket(limits.requests_per_second, limits.request_burst)
        self.new_tables = Bucket(limits.tables_per_minute / 60, limits.table_burst)
        self.joins = Bucket(limits.joins_per_minute / 60, limits.join_burst)
        self.guesses = Bucket(limits.guesses_per_minute / 60, limits.guess_burst)
        self.hints = Bucket(limits.hints_per_minute / 60, limits.hint_burst)
        self.tables = 0  # unfinished ones that it has opened

    @contextmanager
    def connected(self) -> Iterator[None]:
        """While a connection is open."""
        self.connections += 1
        try:
            yield
        finally:
            self.connections -= 1

    @property
    def in_use(self) -> bool:
        """Whether it must not be forgotten."""
        return self.connections > 0 or self.tables > 0


class Accounts:
    """The accounts of the latest addresses."""

    def __init__(self, limits: Limits, most: int = MOST) -> None:
        self._limits, self._most = limits, most
        self._accounts: OrderedDict[str, Account] = OrderedDict()  # the latest last
        self._owners: dict[str, Account] = {}  # of unfinished tables

    def find(self, host: str) -> Account:
        """The account of whoever has that address."""
        address = name_payer(host)
        account = self._accounts.pop(address, None) or Account(address, self._limits)
        self._accounts[address] = account
        if len(self._accounts) > self._most:
            self._forget()
        return account

    def begin_table(self, table: str, account: Account) -> None:
        """A table was opened by somebody."""
        self._owners[table] = account
        account.tables += 1

    def end_table(self, table: str) -> None:
        """A table is finished or deleted: nobody has to answer for it any more."""
        if owner := self._owners.pop(table, None):
            owner.tables -= 1

    def _forget(self) -> None:
        """Forget the oldest account that is not in use; those that are go behind the others."""
        for _ in range(TRIES):
            address, oldest = self._accounts.popitem(last=False)
            if not oldest.in_use:
                return
            self._accounts[address] = oldest


@lru_cache(MOST)
def name_payer(host: str) -> str:
    """Who pays for a connection from there."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)
