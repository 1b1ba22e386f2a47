"""The log of a table as one seat may read it."""

from __future__ import annotations

from gamut.engine.game import Line
from gamut.engine.table import Rules, Table
from gamut.server.glimpse import Knowledge
from gamut.server.messages import LogLine


class Story:
    """The lines told to one seat so far. It follows a table step by step; seat −1 watches."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.lines: list[LogLine] = []
        self.since = 0  # the first line after the seat's own last action
        self.kept = 0  # how many lines at the beginning no take-back has touched since `settle`
        self._before: Knowledge | None = None
        self._seen = 0

    def look(self, table: Table, rules: Rules) -> Knowledge:
        """What the seat knows now."""
        if self._before is None:
            self._before = Knowledge.of(table, rules, self.seat)
        return self._before

    def expect(self, table: Table, rules: Rules, mover: int, action: int) -> None:
        """An action is about to be played."""
        self.look(table, rules)
        self._seen = table.seen(self.seat, mover, action)

    def tell(self, table: Table, rules: Rules, mover: int) -> None:
        """The expected action has been played."""
        before = self.look(table, rules)
        self._before = now = Knowledge.of(table, rules, self.seat)
        step = len(table.history)
        self._add(step, now.tell(before, mover, self._seen))
        if mover == self.seat:
            self.since = len(self.lines)

    def note(self, step: int, seat: int, text: str) -> None:
        """Something that is no action."""
        self._add(step, [Line(text, seat)])

    def back(self, step: int) -> None:
        """Everything after a step is undone."""
        left = next((k for k, line in enumerate(self.lines) if line.step > step), len(self.lines))
        del self.lines[left:]
        self.kept = min(self.kept, left)
        self.since = min(self.since, left)
        self._before = None

    def settle(self) -> int:
        """How many lines are as they were at the last call; all of them count from now on."""
        kept, self.kept = self.kept, len(self.lines)
        return kept

    def _add(self, step: int, lines: list[Line]) -> None:
        self.lines += [LogLine(step, x.seat, x.text, x.pieces, x.heading) for x in lines]
