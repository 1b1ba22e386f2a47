"""Positions of Mixx by the names of cards, for pictures and tests."""

from __future__ import annotations

from typing import Any

from gamut.engine.options import Value
from gamut.engine.record import Word
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.mixx import GAME, make_set
from gamut.games.mixx.language import MixxView, card_name, list_cards
from gamut.games.mixx.record import CARDS, COLOURS, MOTIFS, card_number


def card(name: str) -> int:
    """The number of `red fish`."""
    colour, motif = name.split()
    return card_number(COLOURS.index(colour), MOTIFS.index(motif))


def cards(names: str) -> list[int]:
    """The numbers of `red fish, blue chest`."""
    return [card(name) for name in names.split(",") if name.strip()]


def as_set(names: str) -> Word:
    """The same as a set."""
    return make_set(cards(names))


def names(x: Word) -> set[str]:
    """The cards of a set by name."""
    return {card_name(c) for c in list_cards(x)}


class Tableau:
    """A table with chosen stocks and deck; `lay` goes through the checked door."""

    def __init__(self, *stocks: str, deck: str = "", turn: int = 0, **options: Value) -> None:
        setup = GAME.open(len(stocks), options)
        self.table = Table(setup, bytes(16), native=False)
        s = self.s
        s.deck, s.left, s.turn = as_set(deck), len(cards(deck)), turn
        for seat, stock in enumerate(stocks):
            s.stock[seat] = as_set(stock)

    @property
    def s(self) -> Any:
        """The true state."""
        return strict(self.table.record)

    def lay(self, *texts: str) -> None:
        """Lay cards, each by the seat whose turn it is: `red fish level`."""
        for text in texts:
            self.table.play(self.s.turn, f"lay {text}")

    def view(self, seat: int = -1) -> MixxView:
        """What a seat sees."""
        found = self.table.knowledge(seat).view
        assert isinstance(found, MixxView)
        return found

    def places(self, name: str) -> set[str]:
        """Where the seat whose turn it is may lay a card."""
        texts = self.table.legal_texts(self.s.turn)
        return {c.removeprefix(f"lay {name} ") for c in texts if c.startswith(f"lay {name} ")}

    def laid(self) -> set[str]:
        """The cards on the table."""
        return names(self.s.laid)


EVERY_CARD = [card_name(c) for c in range(CARDS)]
