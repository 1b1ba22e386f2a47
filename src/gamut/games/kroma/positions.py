"""Positions of Kroma, for pictures and tests, played by words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from gamut.engine.game import Setup
from gamut.engine.knowledge import Knowledge
from gamut.engine.options import Value
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import Board, number
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


class FastTableau(Tableau):
    """The same as native code."""

    native = True


def play_example(pieces: int = 84) -> Tableau:
    """A game of three good players, kept in `example.txt`, as far as so many pieces."""
    at = FastTableau(targets=())
    moves = (GAME.folder / "example.txt").read_text("utf-8").splitlines()
    at.do(*moves[: len(ORDER) + pieces])
    return at
