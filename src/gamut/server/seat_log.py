"""What one seat knows of a table, and the log as that seat may read it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.table import Step, Table


class SeatLog:
    """Follows a table step by step with the eyes of one seat; seat −1 watches."""

    def __init__(self, seat: int, table: Table) -> None:
        self.seat = seat
        self.knowledge = table.knowledge(seat)
        self.entries: list[LogEntry] = []
        self.since = 0  # the first entry after the seat's own last action
        self._numbers: list[int] = []  # for each entry the number of the stored one that it tells of

    def follow_step(self, table: Table, step: Step, number: int) -> msgspec.Struct | None:
        """Tell of a step that has just been done; returns a picture of it, if it is worth a pause."""
        before, self.knowledge = self.knowledge, table.knowledge(self.seat)
        seen = int(table.rules.seen(table.setup.constants, step.before, 0, self.seat, step.seat, step.action))
        self._add(number, self.knowledge.tell(before, step.seat, seen))
        if step.seat == self.seat:
            self.since = len(self.entries)
        return self.knowledge.moment(before, step.seat, seen)

    def add_note(self, number: int, seat: int, text: str) -> None:
        """Tell of something that is no action."""
        self._add(number, [LogEntry(text, seat)])

    def look_again(self, table: Table) -> None:
        """The table is another, or has other rules."""
        self.knowledge = table.knowledge(self.seat)

    def forget_steps(self, table: Table, numbers: Collection[int]) -> None:
        """Some steps have been taken back: what was told of them is gone."""
        self.look_again(table)
        left = [k for k, number in enumerate(self._numbers) if number not in numbers]
        self.since = sum(k < self.since for k in left)
        self.entries = [self.entries[k] for k in left]
        self._numbers = [self._numbers[k] for k in left]

    def _add(self, number: int, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            self.entries.append(entry)
            self._numbers.append(number)
