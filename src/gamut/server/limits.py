"""How much one browser may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of a connection and of the whole server."""

    message_bytes: int = 4 * 1024  # a longer message is refused
    frame_bytes: int = 64 * 1024  # a longer one closes its own connection
    messages_per_second: float = 10.0
    message_burst: int = 30
    tables_per_minute: float = 30.0  # by one address
    table_burst: int = 30
    join_seconds: float = 30.0  # a connection that has not joined by then is closed
    join_tries: int = 8  # and so is one that has tried so often in vain
    guesses_per_minute: float = 20.0  # tokens that opened nothing, by one address
    guess_burst: int = 40
    watchers: int = 200  # connections of one seat's link, or of the spectators' link
    idle_seconds: float = 600.0  # a table that nobody looks at leaves the memory


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


class Buckets:
    """A bucket for each of the latest addresses."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether that address may have one more now; then it is gone."""
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()

    def has(self, address: str) -> bool:
        """Whether that address might have one more now."""
        return address not in self._buckets or self._buckets[address].has()
