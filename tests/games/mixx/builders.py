"""Positions of Mixx for tests and pictures, by the names of cards."""

from __future__ import annotations

from typing import Any

from gamut.engine.options import Value
from gamut.engine.record import Word
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.mixx import GAME, make_set
from gamut.games.mixx.presentation import card_name, list_cards
from gamut.games.mixx.record import CARDS, COLOUR_NAMES, MOTIF_NAMES, card_number
from gamut.games.mixx.view import View

CARD_NAMES = [card_name(card) for card in range(CARDS)]


def find_card(name: str) -> int:
    """Return the number of `red fish`."""
    colour, motif = name.split()
    return card_number(COLOUR_NAMES.index(colour), MOTIF_NAMES.index(motif))


def find_cards(names: str) -> list[int]:
    """Return the numbers of `red fish, blue chest`."""
    return [find_card(name) for name in names.split(",") if name.strip()]


def card_set(names: str) -> Word:
    """Return the set of `red fish, blue chest`."""
    return make_set(find_cards(names))


def names_in(cards: Word) -> set[str]:
    return {card_name(card) for card in list_cards(cards)}


class Position:
    """A table with given stocks and deck."""

    def __init__(self, *stocks: str, deck: str = "", turn: int = 0, **options: Value) -> None:
        self.table = Table(GAME.open(len(stocks), options), bytes(16), native=False)
        s = self.s
        s.deck, s.deck_size, s.turn = card_set(deck), len(find_cards(deck)), turn
        for seat, stock in enumerate(stocks):
            s.stock[seat] = card_set(stock)

    @property
    def s(self) -> Any:
        """The true state."""
        return strict_record(self.table.record)

    def place(self, *texts: str) -> None:
        """Place cards, each by the seat whose turn it is: `red fish in the line or row`."""
        for text in texts:
            self.table.play(self.s.turn, f"place {text}")

    def view(self, seat: int = -1) -> View:
        view = self.table.knowledge(seat).view
        assert isinstance(view, View)
        return view

    def targets(self, name: str) -> set[str]:
        """Return where the seat whose turn it is may place a card: `in the line or row`, `across the yellow card`."""
        prefix = f"place {name} "
        return {text.removeprefix(prefix) for text in self.table.legal_texts(self.s.turn) if text.startswith(prefix)}
