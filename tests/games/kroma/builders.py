"""Positions of Kroma, for pictures and tests, played by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from gamut.engine.bits import add_to
from gamut.engine.game import Setup
from gamut.engine.knowledge import Knowledge
from gamut.engine.options import Value
from gamut.engine.presentation import LogEntry
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.kroma import GAME, rules
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Spot, number
from gamut.games.kroma.record import CELLS, ONE, PIECES
from gamut.games.kroma.view import View

KEY = bytes(range(16))
ORDER = ("green", "orange", "purple")


def cell(name: str) -> int:
    """The number of `r5c3`."""
    row, _, column = name.removeprefix("r").partition("c")
    return number((int(row) - 1, int(column) - 1))


def cells(names: str) -> list[int]:
    """The numbers of `r5c3 r5c4`; a row or a part of it is `r5` or `r5c3-7`."""
    numbers: list[int] = []
    for name in names.split():
        if "-" in name:
            start, _, last = name.partition("-")
            first = cell(start)
            numbers += range(first, first + int(last) - int(start.partition("c")[2]) + 1)
        elif "c" in name:
            numbers.append(cell(name))
        else:
            row = int(name.removeprefix("r")) - 1
            numbers += range(row * row, (row + 1) * (row + 1))
    return numbers


def shorten(text: str) -> str:
    """The text of an action without the words for its orientation."""
    return re.sub(r" \(.*\)", "", text)


@cache
def number_actions(setup: Setup) -> dict[str, int]:
    """The actions by their short texts."""
    return {shorten(text): action for action, text in enumerate(setup.action_texts)}


@cache
def open_game(seats: int, options: tuple[tuple[str, Value], ...]) -> Setup:
    """Opened once: a setup never changes."""
    return GAME.open(seats, dict(options))


class Tableau:
    """A table of Kroma; targets are dealt in the order green, orange, purple by default."""

    native = False

    def __init__(self, seats: int = 3, targets: Iterable[str] = ORDER, **options: Value) -> None:
        self.table = Table(open_game(seats, tuple(options.items())), KEY, native=self.native)
        self.s: Any = strict_record(self.table.record)
        self.c: Any = self.table.setup.readable_constants
        self.board: Board = self.table.setup.printed
        if self.table.setup.options["targets"] == "chosen":
            for target in list(targets)[:seats]:
                self.do(f"choose {target}")

    def do(self, *texts: str) -> None:
        """Actions by their text, each by the seat whose turn it is."""
        for text in texts:
            self.table.play(self.table.actors[0], self.parse(text))
        self.s = strict_record(self.table.record)

    def parse(self, text: str) -> int:
        """The action with a short text: `lay blue diamond 1 at r2 c1`."""
        return number_actions(self.table.setup)[text]

    def lay(self, *texts: str) -> None:
        """Lay pieces: `blue diamond 1 at r2 c1`."""
        self.do(*(f"lay {text}" for text in texts))

    def view(self) -> View:
        seen = self.table.knowledge(-1).view
        assert isinstance(seen, View)
        return seen

    def known(self, seat: int = -1) -> Knowledge:
        """Return what a seat knows; by default the seat to play."""
        return self.table.knowledge(self.table.actors[0] if seat < 0 else seat)

    @property
    def legal(self) -> set[str]:
        """What may be laid, without `lay`."""
        return {shorten(text).removeprefix("lay ") for text in self.table.legal_texts(self.table.actors[0])}


class FastTableau(Tableau):
    """The same as native code."""

    native = True


def play_example(pieces: int = 84) -> Tableau:
    """A game of three good players, stored in `example.txt`, after `pieces` pieces."""
    layout = FastTableau(targets=())
    moves = (GAME.folder / "example.txt").read_text("utf-8").splitlines()
    layout.do(*moves[: len(ORDER) + pieces])
    return layout


# ---------------------------------------------------------------------- for tests only


class LaidOut(Tableau):
    """A table whose pieces can be laid out at once."""

    def play_and_log(self, text: str) -> list[LogEntry]:
        """Play an action and return its log entries."""
        before, seat = self.table.knowledge(-1), self.table.actors[0]
        action = self.parse(text)
        self.do(text)
        return self.table.knowledge(-1).log_entries(before, seat, action)

    def moment(self, text: str) -> Any:
        """Do something and see what it is worth a pause."""
        before, seat = self.table.knowledge(-1), self.table.actors[0]
        action = self.parse(text)
        self.do(text)
        return self.table.knowledge(-1).moment(before, seat, action)

    @np.errstate(over="ignore")
    def cover(self, gaps: str, rest: str = "blue", **colours: str) -> None:
        """Phase One with every cell covered but the gaps: with the given colours, else with `rest`."""
        free, chosen = cells(gaps), {k: colour for colour, names in colours.items() for k in cells(names)}
        for k in set(range(self.c.board)).difference(free):
            colour = COLOURS.index(chosen.get(k, rest))
            add_to(self.s.below[colour], k)
            rules.close_all_colours(self.c, self.s, k)
            for other in self.board.near[k]:
                rules.close_cell(self.c, self.s, colour, other)
        if rules.nothing_is_open(self.s):
            rules.end_strict_places(self.c, self.s, self.s.turn)

    @np.errstate(over="ignore")
    def run_out(self, piece: str, colour: str) -> None:
        """No piece of this kind and colour is left in stock."""
        k, hue = [kind.name for kind in self.board.pieces].index(piece), COLOURS.index(colour)
        self.s.stock[k, hue] = 0
        if self.board.pieces[k].phase == self.s.phase:
            rules.close_piece(self.s, k, hue)
            if self.s.phase == ONE and rules.nothing_is_open(self.s):
                rules.end_strict_places(self.c, self.s, self.s.turn)

    @np.errstate(over="ignore")
    def set_out(self, below: Mapping[str, str], above: Mapping[str, str] | None = None, last: int = 0) -> None:
        """Phase Two with these cells by colour; `last` is who laid the last small piece."""
        self.s.phase = ONE
        for colour, names in below.items():
            for k in cells(names):
                add_to(self.s.below[COLOURS.index(colour)], k)
        rules.begin_phase_two(self.c, self.s, last)
        for colour, names in (above or {}).items():
            for k in cells(names):
                add_to(self.s.above[COLOURS.index(colour)], k)
                rules.close_all_colours(self.c, self.s, CELLS + k)
                under = rules.colour_at(self.s.below, k)
                if under >= 0 and under != COLOURS.index(colour):
                    self.s.points[3 - under - COLOURS.index(colour)] += 1

    def end(self) -> None:
        """Nothing can be laid any more."""
        for piece in range(PIECES):
            for colour in range(len(COLOURS)):
                rules.close_piece(self.s, piece, colour)
        self.s.phase = 3


def laid_by(table: Table, action: int) -> tuple[str, str, frozenset[Spot]]:
    """What an action lays, on coordinates."""
    board: Board = table.setup.printed
    c = table.setup.readable_constants
    piece = board.pieces[rules.piece_of(c, action)]
    place = piece.places[rules.place_of(c, action) - c.before[rules.piece_of(c, action)]]
    return piece.name, COLOURS[rules.colour_of(c, action)], frozenset(board.spots[k] for k in place.cells)


def target_of(table: Table, seat: int) -> str:
    return TARGETS[int(table.record["target"][0, seat]) - 1]
