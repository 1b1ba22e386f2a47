"""The replay files of finished games, in a cache of limited size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from gamut.engine import replay
from gamut.server.tables.game_info import PreparedResponse, compress
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m

MAX_BYTES = 16 * 1024 * 1024
UNFINISHED = PreparedResponse(b"", b"")  # cached for a game that is not over
ENTRY_OVERHEAD_BYTES = 200  # of an empty cache entry

FindMatch = Callable[[str, str], Awaitable[Match]]  # by table, charged to an address
CountEntries = Callable[[str], Awaitable[int]]  # of a table


class Replays:
    def __init__(self, find_match: FindMatch, count_entries: CountEntries, max_bytes: int = MAX_BYTES) -> None:
        self._find_match, self._count_entries, self._max_bytes = find_match, count_entries, max_bytes
        self._cached: OrderedDict[str, PreparedResponse] = OrderedDict()  # the most recent last
        self._unfinished: dict[str, int] = {}  # the number of entries of those that were not over
        self._bytes = 0

    async def find(self, table_id: str, address: str) -> PreparedResponse:
        """Return the replay file of a table."""
        if table_id in self._unfinished and self._unfinished[table_id] != await self._count_entries(table_id):
            self.forget(table_id)
        if table_id in self._cached:
            self._cached.move_to_end(table_id)
        else:
            entries = await self._count_entries(table_id)
            match = await self._find_match(table_id, address)
            content = compress(replay.encode_replay(match.make_replay())) if match.over else UNFINISHED
            self._cache(table_id, content)
            if content == UNFINISHED:
                self._unfinished[table_id] = entries
        content = self._cached[table_id]
        if content == UNFINISHED:
            raise m.RefusedError("not_allowed", "The game can be saved once it is over.")
        return content

    def forget(self, table_id: str) -> None:
        """Remove a table that may change."""
        self._unfinished.pop(table_id, None)
        if table_id in self._cached:
            self._bytes -= count_bytes(self._cached.pop(table_id))

    def _cache(self, table_id: str, content: PreparedResponse) -> None:
        self.forget(table_id)
        self._cached[table_id] = content
        self._bytes += count_bytes(content)
        while self._bytes > self._max_bytes and len(self._cached) > 1:
            self.forget(next(iter(self._cached)))


def count_bytes(content: PreparedResponse) -> int:
    """Return what a cache entry takes up."""
    return ENTRY_OVERHEAD_BYTES + len(content.plain) + len(content.compressed)
