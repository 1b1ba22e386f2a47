"""What one seat can know of a table. Everything that is sent to the seat about the game is made from this."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from gamut.engine.game import Line, Setup
from gamut.engine.record import Array, copied
from gamut.engine.table import Rules, Table
from gamut.engine.view import view

SAMPLE = 1  # where redealt copies start: the same knowledge gives the same warnings


class Glimpse:
    """A hidden copy of a table's state, and what it says. Seat −1 watches."""

    def __init__(self, setup: Setup, rules: Rules, hidden: Array, seat: int) -> None:
        self.setup, self.seat, self.hidden = setup, seat, hidden
        self._rules = rules
        self._state = view(hidden, fixed=True)

    @classmethod
    def of(cls, table: Table, rules: Rules, seat: int) -> Glimpse:
        """What the seat knows now."""
        return cls(table.setup, rules, table.hidden(seat), seat)

    @cached_property
    def actors(self) -> list[int]:
        """The seats whose decision is awaited."""
        mask = int(self._rules.actors(self.setup.t, self.hidden, 0))
        return [seat for seat in range(self.setup.seats) if mask >> seat & 1]

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do."""
        if self.seat < 0:
            return []
        out = np.zeros(self.setup.game.most_legal, np.int32)
        n = self._rules.legal(self.setup.t, self.hidden, 0, self.seat, out)
        found: list[int] = out[:n].tolist()
        return found

    @property
    def ask(self) -> str:
        """What is asked of the seat; nothing while it has nothing to decide."""
        return self.setup.game.words.ask(self.setup.tables, self._state, self.seat) if self.legal else ""

    @property
    def picture(self) -> msgspec.Struct:
        """What the table component draws."""
        return self.setup.game.words.view(self.setup.tables, self._state, self.seat)

    def tell(self, before: Glimpse, mover: int, seen: int) -> list[Line]:
        """What happened between two glimpses, in words."""
        words = self.setup.game.words
        return words.tell(self.setup.tables, before._state, self._state, self.seat, mover, seen)

    def revealing(self) -> list[int]:
        """The legal actions that would ask chance, as far as the seat can know: tried in a redealt copy."""
        acts = np.array(self.legal, np.int32)
        states = copied(self.hidden, 2)
        self._rules.redeal(self.setup.t, states, 0, self.seat, np.array([SAMPLE], np.uint64))
        out = np.zeros(len(acts), np.int8)
        self._rules.revealing(self.setup.t, states, self.seat, acts, len(acts), out)
        return [int(a) for a, asks in zip(acts, out, strict=True) if asks]
