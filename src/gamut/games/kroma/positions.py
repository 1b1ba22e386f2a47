"""Positions of Kroma, for pictures and tests: played by words, or laid out at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from gamut.engine.bits import put_in
from gamut.engine.game import Setup
from gamut.engine.knowledge import Knowledge
from gamut.engine.language import LogEntry
from gamut.engine.options import Value
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.kroma import GAME, rules
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Spot, number
from gamut.games.kroma.record import CELLS, ONE, PIECES
from gamut.games.kroma.view import KromaView

KEY = bytes(range(16))
ORDER = ("green", "orange", "purple")


def cell(name: str) -> int:
    """The number of `r5c3`."""
    row, _, column = name.removeprefix("r").partition("c")
    return number((int(row) - 1, int(column) - 1))


def cells(names: str) -> list[int]:
    """The numbers of `r5c3 r5c4`; a row or a part of it is `r5` or `r5c3-7`."""
    found: list[int] = []
    for name in names.split():
        if "-" in name:
            start, _, last = name.partition("-")
            first = cell(start)
            found += range(first, first + int(last) - int(start.partition("c")[2]) + 1)
        elif "c" in name:
            found.append(cell(name))
        else:
            row = int(name.removeprefix("r")) - 1
            found += range(row * row, (row + 1) * (row + 1))
    return found


@cache
def open_game(seats: int, options: tuple[tuple[str, Value], ...]) -> Setup:
    """Opened once: a setup never changes."""
    return GAME.open(seats, dict(options))


class Tableau:
    """A table of Kroma; targets are dealt in the order green, orange, purple unless said otherwise."""

    native = False

    def __init__(self, seats: int = 3, targets: Iterable[str] = ORDER, **options: Value) -> None:
        self.table = Table(open_game(seats, tuple(options.items())), KEY, native=self.native)
        self.s: Any = strict(self.table.record)
        self.c: Any = self.table.setup.strict_constants
        self.board: Board = self.table.setup.printed
        if self.table.setup.options["targets"] == "chosen":
            for target in list(targets)[:seats]:
                self.do(f"choose {target}")

    def do(self, *texts: str) -> None:
        """Actions by their text, each by the seat whose turn it is."""
        for text in texts:
            self.table.play(self.table.actors[0], text)
        self.s = strict(self.table.record)

    def lay(self, *texts: str) -> None:
        """Lay pieces: `blue diamond 1 at r2 c1`."""
        self.do(*(f"lay {text}" for text in texts))

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

    def view(self) -> KromaView:
        """What everybody sees."""
        found = self.table.knowledge(-1).view
        assert isinstance(found, KromaView)
        return found

    def known(self, seat: int = -1) -> Knowledge:
        """What a seat knows; without a number whoever is to play."""
        return self.table.knowledge(self.table.actors[0] if seat < 0 else seat)

    @property
    def legal(self) -> set[str]:
        """What may be laid, without `lay`."""
        return {text.removeprefix("lay ") for text in self.table.legal_texts(self.table.actors[0])}

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


class FastTableau(Tableau):
    """The same as native code."""

    native = True


def play_example(pieces: int = 84) -> Tableau:
    """A game of three good players, kept in `example.txt`, as far as so many pieces."""
    at = FastTableau(targets=())
    moves = (GAME.folder / "example.txt").read_text("utf-8").splitlines()
    at.do(*moves[: len(ORDER) + pieces])
    return at


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
