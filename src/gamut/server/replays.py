"""The replay files of finished games: each is made once and kept, as much as fits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

from gamut.engine import replay
from gamut.server import messages as m
from gamut.server.match import Match

KEPT_BYTES = 16 * 1024 * 1024
UNFINISHED = b""  # what is kept of a game that was asked for too early
ENTRY_BYTES = 200  # that an entry takes even if it is empty

FindMatch = Callable[[str, str], Awaitable[Match]]  # by table, at the expense of an address


class Replays:
    """Makes them from tables as they stand."""

    def __init__(self, find_match: FindMatch, most: int = KEPT_BYTES) -> None:
        self._find_match, self._most = find_match, most
        self._kept: OrderedDict[str, bytes] = OrderedDict()  # the latest last
        self._bytes = 0

    async def find(self, table: str, payer: str) -> bytes:
        """The file, as it is sent."""
        if table in self._kept:
            self._kept.move_to_end(table)
        else:
            match = await self._find_match(table, payer)
            made = msgspec.json.encode(replay.of(match.table, match.proof)) if match.over else UNFINISHED
            self._keep(table, made)
        found = self._kept[table]
        if found == UNFINISHED:
            raise m.RefusedError("not_allowed", "The replay is for finished games.")
        return found

    def forget(self, table: str) -> None:
        """The table may change from now on."""
        if table in self._kept:
            self._bytes -= ENTRY_BYTES + len(self._kept.pop(table))

    def _keep(self, table: str, content: bytes) -> None:
        self.forget(table)
        self._kept[table] = content
        self._bytes += ENTRY_BYTES + len(content)
        while self._bytes > self._most and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))
