"""A table followed with the eyes of one seat: what the seat knows, and the log as it may read it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.record import Array
from gamut.engine.table import Table

NO_STEP = -1  # the place of a note, which stays whatever is taken back


class SeatLog:
    """Follows a table step by step; seat −1 watches. Whoever changes the table tells each of its logs."""

    def __init__(self, seat: int, table: Table) -> None:
        self.seat = seat
        self.knowledge = table.knowledge(seat)
        self.entries: list[LogEntry] = []
        self.since = 0  # the first entry after the seat's own last action
        self._places: list[int] = []  # for each entry the place in the history of the step that it tells of

    def follow_step(self, table: Table, before: Array) -> msgspec.Struct | None:
        """Tell of the last step, which was made in that state; returns a picture of it, if it is worth a pause."""
        mover, action = table.history[-1]
        known, self.knowledge = self.knowledge, table.knowledge(self.seat)
        seen = table.seen(self.seat, mover, action, before)
        self._add(len(table.history) - 1, self.knowledge.tell(known, mover, seen))
        if mover == self.seat:
            self.since = len(self.entries)
        return self.knowledge.moment(known, mover, seen)

    def add_note(self, seat: int, text: str) -> None:
        """Tell of something that is no action."""
        self._add(NO_STEP, [LogEntry(text, seat)])

    def entries_since(self, step: int) -> list[LogEntry]:
        """What was told of the steps from that place in the history on."""
        return [entry for entry, place in zip(self.entries, self._places, strict=True) if place >= step]

    def look_again(self, table: Table) -> None:
        """The table is another, or has other rules."""
        self.knowledge = table.knowledge(self.seat)

    def forget_steps(self, first: int, many: int) -> None:
        """Some steps have been taken back: what was told of them is gone, and the later ones move up."""
        end = first + many
        left = [k for k, place in enumerate(self._places) if not first <= place < end]
        self.since = sum(k < self.since for k in left)
        self.entries = [self.entries[k] for k in left]
        places = [self._places[k] for k in left]
        self._places = [place - many if place >= end else place for place in places]

    def _add(self, place: int, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            self.entries.append(entry)
            self._places.append(place)
