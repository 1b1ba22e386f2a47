"""What each client address may use. A cost is charged to the address that causes it.

An IPv6 client can use any number of addresses, so each /64 network shares one budget.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache

from gamut.server.wire.limits import Limits

MAX_IDLE_BUDGETS = 10_000  # that are kept beside those in use
EVICTION_ATTEMPTS = 8  # oldest budgets that are examined to find an idle one
IPV6_NETWORK_BITS = 64
REPORTED_SHARE = 1 / 16  # of a limit: smaller changes are not reported to the other processes


class TokenBucket:
    """Allows `burst` events at once and `rate` events a second after that."""

    __slots__ = ("_refilled_at", "_tokens", "burst", "rate", "spent")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.spent = 0  # since the last report to the other processes
        self._tokens, self._refilled_at = float(burst), time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take `count` tokens and return true, or take none and return false."""
        if not self.has(count):
            return False
        self._tokens -= count
        self.spent += count
        return True

    def has(self, count: int = 1) -> bool:
        """Return whether `count` tokens are available now."""
        self._refill()
        return self._tokens >= count

    def spend(self, count: int) -> None:
        """Take tokens even if they are not available; the debt is paid first."""
        self.charge(count)
        self.spent += count

    def charge(self, count: int) -> None:
        """Take tokens that were spent in another process."""
        self._refill()
        self._tokens -= count

    @property
    def delay(self) -> float:
        """Seconds until there is no debt."""
        self._refill()
        return max(0.0, -self._tokens / self.rate)

    def _refill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._refilled_at) * self.rate)
        self._refilled_at = now


class AddressBudget:
    """What one address may still do."""

    def __init__(self, address: str, limits: Limits) -> None:
        self.address = address
        self.connections = 0  # open ones
        self.delayed = 0  # requests whose refusal is being delayed
        self.requests = TokenBucket(limits.requests_per_second, limits.request_burst)
        self.new_tables = TokenBucket(limits.tables_per_minute / 60, limits.table_burst)
        self.joins = TokenBucket(limits.joins_per_minute / 60, limits.join_burst)
        self.guesses = TokenBucket(limits.guesses_per_minute / 60, limits.guess_burst)
        self.hints = TokenBucket(limits.hints_per_minute / 60, limits.hint_burst)
        self.messages = TokenBucket(limits.address_messages_per_second, limits.address_message_burst)
        self.previews = TokenBucket(limits.previews_per_second, limits.preview_burst)
        self.views = TokenBucket(limits.view_bytes_per_second, limits.view_byte_burst)  # bytes of views
        self.tables = 0  # unfinished tables that it has opened
        self._buckets = (
            self.requests, self.new_tables, self.joins, self.guesses, self.hints, self.messages, self.previews,
            self.views,
        )  # fmt: skip
        self._limits = limits
        self._elsewhere: dict[str, tuple[int, int]] = {}  # connections and tables, by process
        self._reported = (0, 0)  # the same here, as the other processes know it

    @property
    def all_connections(self) -> int:
        """The number of open connections to all processes."""
        return self.connections + sum(connections for connections, _ in self._elsewhere.values())

    @property
    def all_tables(self) -> int:
        """The number of unfinished tables that it has opened in all processes."""
        return self.tables + sum(tables for _, tables in self._elsewhere.values())

    def take_usage(self) -> list[int] | None:
        """Return what was spent and is held here, for the other processes; None if that is hardly anything new."""
        held = self.connections, self.tables
        if not any(bucket.spent > bucket.burst * REPORTED_SHARE for bucket in self._buckets):
            limits = self._limits.connections_per_address, self._limits.tables_per_address
            changes = (abs(now - reported) for now, reported in zip(held, self._reported, strict=True))
            if not any(change > limit * REPORTED_SHARE for change, limit in zip(changes, limits, strict=True)):
                return None
        self._reported, spent = held, [bucket.spent for bucket in self._buckets]
        for bucket in self._buckets:
            bucket.spent = 0
        return [*spent, *held]

    def add_usage(self, usage: list[int], process: str) -> None:
        """Charge what was spent in another process, and note what is held there."""
        *spent, connections, tables = usage
        for bucket, count in zip(self._buckets, spent, strict=True):
            bucket.charge(count)
        self._elsewhere[process] = connections, tables

    def drop_usage(self, alive: set[str]) -> None:
        """Forget what is held in processes that have ended."""
        self._elsewhere = {process: held for process, held in self._elsewhere.items() if process in alive}

    @property
    def in_use(self) -> bool:
        """Whether it must not be evicted."""
        return self.connections > 0 or self.tables > 0


class AddressBudgets:
    """The budgets of the most recent addresses."""

    def __init__(self, limits: Limits, max_idle: int = MAX_IDLE_BUDGETS) -> None:
        self._limits, self._max_idle = limits, max_idle
        self._budgets: OrderedDict[str, AddressBudget] = OrderedDict()  # the most recent last
        self._by_table: dict[str, AddressBudget] = {}  # of unfinished tables

    def find(self, client_address: str) -> AddressBudget:
        address = find_budget_key(client_address)
        budget = self._budgets.pop(address, None) or AddressBudget(address, self._limits)
        self._budgets[address] = budget
        if len(self._budgets) > self._max_idle:
            self._evict_idle()
        return budget

    def take_usage(self) -> dict[str, list[int]]:
        """Return by address what the other processes should know."""
        usages = ((budget.address, budget.take_usage()) for budget in self._budgets.values())
        return {address: usage for address, usage in usages if usage is not None}

    def add_usage(self, usages: Mapping[str, list[int]], process: str) -> None:
        """Charge what was spent in another process, by address."""
        for address, usage in usages.items():
            self.find(address).add_usage(usage, process)

    def drop_usage(self, alive: set[str]) -> None:
        """Forget what is held in processes that have ended."""
        for budget in self._budgets.values():
            budget.drop_usage(alive)

    @property
    def unfinished_tables(self) -> list[str]:
        """The tables that are charged to budgets here."""
        return list(self._by_table)

    def begin_table(self, table_id: str, budget: AddressBudget) -> None:
        """Charge a new table to a budget."""
        self._by_table[table_id] = budget
        budget.tables += 1

    def end_table(self, table_id: str) -> None:
        """Release the charge of a table that is finished or deleted."""
        if budget := self._by_table.pop(table_id, None):
            budget.tables -= 1

    def _evict_idle(self) -> None:
        """Drop the oldest idle budget; those in use move to the end."""
        for _ in range(EVICTION_ATTEMPTS):
            address, oldest = self._budgets.popitem(last=False)
            if not oldest.in_use:
                return
            self._budgets[address] = oldest


@lru_cache(MAX_IDLE_BUDGETS)
def find_budget_key(client_address: str) -> str:
    """Return the address or IPv6 network to which the costs of a client are charged."""
    try:
        address = ipaddress.ip_address(client_address.partition("%")[0])
    except ValueError:
        return client_address
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, IPV6_NETWORK_BITS), strict=False))
    return str(address)
