"""A table followed from one seat: what the seat knows, and the log as it may read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from gamut.engine.presentation import LogEntry, overflow_ignored
from gamut.engine.record import Array
from gamut.engine.table import Table

NO_STEP = -1  # the step index of a note, which no undo removes


class LogMark(NamedTuple):
    """How much of a log was read: its entries, after a number of removals."""

    removals: int = 0
    length: int = 0


class SeatLog:
    """Follows a table step by step; seat −1 is a spectator. Every change of the table is reported to its logs."""

    def __init__(self, seat: int, table: Table) -> None:
        self.seat = seat
        self.knowledge = table.knowledge(seat)
        self.entries: list[LogEntry] = []
        self.since_last_turn = 0  # index of the first entry after the seat's own last action
        self._step_indices: list[int] = []  # for each entry the index in the history of its step
        self._kept: list[int] = []  # for each removal the number of entries before the first one removed

    def follow_step(self, table: Table, before: Array) -> msgspec.Struct | None:
        """Add the entries of the last step, which was played in `before`; return its moment, if there is one."""
        mover, action = table.history[-1]
        earlier, self.knowledge = self.knowledge, table.knowledge(self.seat)
        seen = table.visible_action(self.seat, mover, action, before)
        with overflow_ignored():
            entries = self.knowledge.log_entries(earlier, mover, seen)
            moment = self.knowledge.moment(earlier, mover, seen)
        self._add(len(table.history) - 1, entries)
        if mover == self.seat:
            self.since_last_turn = len(self.entries)
        return moment

    def add_note(self, seat: int, text: str) -> None:
        """Add an entry about something that is not an action."""
        self._add(NO_STEP, [LogEntry(text, seat)])

    def add_step(self, step: int, entry: LogEntry) -> None:
        """Add the entry of a step that is only known from its action."""
        self._add(step, [entry])

    @property
    def mark(self) -> LogMark:
        """The end of the log as it is now."""
        return LogMark(len(self._kept), len(self.entries))

    def count_unchanged(self, mark: LogMark) -> int:
        """Return how many entries at the beginning are still as they were read."""
        return min(mark.length, *self._kept[mark.removals :], len(self.entries))

    def entries_since(self, step: int) -> list[LogEntry]:
        """Return the entries of the steps from that index in the history."""
        pairs = zip(self.entries, self._step_indices, strict=True)
        return [entry for entry, step_index in pairs if step_index >= step]

    def refresh(self, table: Table) -> None:
        """Read what the seat knows again, after the table was replaced or its rules were exchanged."""
        self.knowledge = table.knowledge(self.seat)

    def remove_steps(self, first: int, count: int) -> None:
        """Remove the entries of steps that were undone; later steps move up."""
        end = first + count
        left = [k for k, step_index in enumerate(self._step_indices) if not first <= step_index < end]
        self._kept.append(next((k for k, index in enumerate(left) if k != index), len(left)))
        self.since_last_turn = sum(k < self.since_last_turn for k in left)
        self.entries = [self.entries[k] for k in left]
        step_indices = [self._step_indices[k] for k in left]
        self._step_indices = [index - count if index >= end else index for index in step_indices]

    def _add(self, step_index: int, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            self.entries.append(entry)
            self._step_indices.append(step_index)
