"""Positions of Mixx by the names of cards, for tests."""

from __future__ import annotations

from typing import Any

from gamut.engine.view import view

from gamut.engine.bits import NONE, bit
from gamut.engine.options import Value
from gamut.engine.record import Word
from gamut.engine.table import Table
from gamut.games.mixx import GAME, words
from gamut.games.mixx.record import CARDS, COLOURS, MOTIFS


def card(name: str) -> int:
    """The number of `red fish`."""
    colour, motif = name.split()
    return MOTIFS.index(motif) * 8 + COLOURS.index(colour)


def cards(names: str) -> list[int]:
    """The numbers of `red fish, blue chest`."""
    return [card(name) for name in names.split(",") if name.strip()]


def as_set(names: str) -> Word:
    """The same as a set."""
    x = NONE
    for c in cards(names):
        x = x | bit(c)
    return x


def names(x: Word) -> set[str]:
    """The cards of a set by name."""
    return {words.card_name(c) for c in words.cards(x)}


class Tableau:
    """A table with chosen stocks and deck; `lay` goes through the checked door."""

    def __init__(self, *stocks: str, deck: str = "", turn: int = 0, **options: Value) -> None:
        setup = GAME.open(len(stocks), options)
        self.table = Table(setup, bytes(16), native=False)
        self.s: Any = view(self.table.record)
        self.s.deck, self.s.left, self.s.turn = as_set(deck), len(cards(deck)), turn
        for seat, stock in enumerate(stocks):
            self.s.stock[seat] = as_set(stock)

    def lay(self, *texts: str) -> None:
        """Lay cards, each by the seat whose turn it is: `red fish level`."""
        for text in texts:
            self.table.play(self.s.turn, f"lay {text}")

    def places(self, name: str) -> set[str]:
        """Where the seat whose turn it is may lay a card."""
        texts = self.table.legal_texts(self.s.turn)
        return {c.removeprefix(f"lay {name} ") for c in texts if c.startswith(f"lay {name} ")}

    def laid(self) -> set[str]:
        """The cards on the table."""
        return names(self.s.laid)


EVERY_CARD = [words.card_name(c) for c in range(CARDS)]
