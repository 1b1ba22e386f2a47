"""Positions of Kroma that tests lay out at once, and what they read from a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gamut.engine.bits import put_in
from gamut.engine.language import LogEntry
from gamut.engine.table import Table
from gamut.games.kroma import rules
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Spot
from gamut.games.kroma.positions import Tableau, cells
from gamut.games.kroma.record import CELLS, ONE, PIECES


class LaidOut(Tableau):
    """A table whose pieces can be laid out at once."""

    def hear_log(self, text: str) -> list[LogEntry]:
        """Do something and hear what everybody is told."""
        before, seat = self.table.knowledge(-1), self.table.actors[0]
        action = self.table.setup.action(text)
        self.do(text)
        return self.table.knowledge(-1).tell(before, seat, action)

    def moment(self, text: str) -> Any:
        """Do something and see what it is worth a pause."""
        before, seat = self.table.knowledge(-1), self.table.actors[0]
        action = self.table.setup.action(text)
        self.do(text)
        return self.table.knowledge(-1).moment(before, seat, action)

    @np.errstate(over="ignore")
    def cover(self, gaps: str, rest: str = "blue", **colours: str) -> None:
        """Phase One with every cell covered but the gaps: with the colours that are said, else with `rest`."""
        free, chosen = cells(gaps), {k: colour for colour, names in colours.items() for k in cells(names)}
        for k in set(range(self.c.board)).difference(free):
            colour = COLOURS.index(chosen.get(k, rest))
            put_in(self.s.below[colour], k)
            rules.shut_everywhere(self.c, self.s, k)
            for other in self.board.near[k]:
                rules.shut(self.c, self.s, colour, other)
        if rules.all_shut(self.s):
            rules.end_strictness(self.c, self.s, self.s.turn)

    @np.errstate(over="ignore")
    def run_out(self, piece: str, colour: str) -> None:
        """No piece of this kind and colour is left in stock."""
        k, hue = [kind.name for kind in self.board.pieces].index(piece), COLOURS.index(colour)
        self.s.stock[k, hue] = 0
        if self.board.pieces[k].phase == self.s.phase:
            rules.shut_piece(self.s, k, hue)
            if self.s.phase == ONE and rules.all_shut(self.s):
                rules.end_strictness(self.c, self.s, self.s.turn)

    @np.errstate(over="ignore")
    def set_out(self, below: Mapping[str, str], above: Mapping[str, str] | None = None, last: int = 0) -> None:
        """Phase Two with these cells by colour; `last` is who laid the last small piece."""
        self.s.phase = ONE
        for colour, names in below.items():
            for k in cells(names):
                put_in(self.s.below[COLOURS.index(colour)], k)
        rules.begin_phase_two(self.c, self.s, last)
        for colour, names in (above or {}).items():
            for k in cells(names):
                put_in(self.s.above[COLOURS.index(colour)], k)
                rules.shut_everywhere(self.c, self.s, CELLS + k)
                under = rules.colour_at(self.s.below, k)
                if under >= 0 and under != COLOURS.index(colour):
                    self.s.points[3 - under - COLOURS.index(colour)] += 1

    def end(self) -> None:
        """Nothing can be laid any more."""
        for piece in range(PIECES):
            for colour in range(len(COLOURS)):
                rules.shut_piece(self.s, piece, colour)
        self.s.phase = 3


def laid_by(table: Table, action: int) -> tuple[str, str, frozenset[Spot]]:
    """What an action lays, on coordinates."""
    board: Board = table.setup.printed
    c = table.setup.strict_constants
    piece = board.pieces[rules.piece_of(c, action)]
    place = piece.places[rules.place_of(c, action) - c.before[rules.piece_of(c, action)]]
    return piece.name, COLOURS[rules.colour_of(c, action)], frozenset(board.spots[k] for k in place.cells)


def target_of(table: Table, seat: int) -> str:
    """The target of a seat."""
    return TARGETS[int(table.record["target"][0, seat]) - 1]
