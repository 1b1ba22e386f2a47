"""The cards of the model, and what mixes of them make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple


@dataclass(frozen=True)
class Card:
    """A card as printed."""

    name: str
    id: str
    rank: int
    pigments: str  # in the order C, M, Y; Prism has none of its own
    points: int
    copies: int


CARDS = (
    Card("Soft Cyan", "soft-cyan", 1, "C", 0, 12),
    Card("Pale Magenta", "pale-magenta", 1, "M", 0, 12),
    Card("Light Yellow", "light-yellow", 1, "Y", 1, 12),
    Card("Cerulean", "cerulean", 2, "CC", 0, 4),
    Card("Coral", "coral", 2, "MY", 2, 3),
    Card("Fuchsia", "fuchsia", 2, "MM", 0, 4),
    Card("Jungle", "jungle", 2, "CY", 2, 3),
    Card("Lavender", "lavender", 2, "CM", 0, 3),
    Card("Lemon", "lemon", 2, "YY", 2, 4),
    Card("Prism", "prism", 2, "", 0, 2),
    Card("Azure", "azure", 3, "CCM", 0, 3),
    Card("Key", "key", 3, "CMY", 3, 1),
    Card("Orange", "orange", 3, "MYY", 3, 3),
    Card("Pear", "pear", 3, "CYY", 3, 3),
    Card("Raspberry", "raspberry", 3, "MMY", 3, 3),
    Card("Slate Gray", "slate-gray", 3, "CMY", 3, 2),
    Card("Turquoise", "turquoise", 3, "CCY", 3, 3),
    Card("Violet", "violet", 3, "CMM", 0, 3),
    Card("Ruby Red", "ruby", 4, "MMYY", 0, 3),
    Card("Emerald Green", "emerald", 4, "CCYY", 6, 3),
    Card("Sapphire Blue", "sapphire", 4, "CCMM", 0, 3),
    Card("Burgundy", "burgundy", 4, "CMMY", 3, 1),
    Card("Mustard", "mustard", 4, "CMYY", 3, 1),
    Card("Petrol", "petrol", 4, "CCMY", 3, 1),
)
NAMES = tuple(card.name for card in CARDS)
CARD = {card.name: card for card in CARDS}
NAME_OF_ID = {card.id: card.name for card in CARDS}
NUMBER = {name: number for number, name in enumerate(NAMES)}
RANK_1 = tuple(card.name for card in CARDS if card.rank == 1)
JEWELS = ("Ruby Red", "Emerald Green", "Sapphire Blue")
SPECIALS = ("Burgundy", "Mustard", "Petrol")
MAX_PIGMENTS = 4  # of a card


class Paid(NamedTuple):
    """A card that a mix pays or an effect discards, and whether it is in hand or in play."""

    name: str
    place: str

    @property
    def text(self) -> str:
        """The card as a move names it."""
        return self.name + " from play" * (self.place == "play")


class Mix(NamedTuple):
    """A possible mix: the cards paid, in order, and the card taken."""

    paid: tuple[Paid, ...]
    result: str


def in_order(names: Iterable[str]) -> list[str]:
    return sorted(names, key=NUMBER.__getitem__)


def copies_of_rank(rank: int) -> list[str]:
    return [card.name for card in CARDS if card.rank == rank for _ in range(card.copies)]


def count_dots(names: Iterable[str]) -> int:
    return sum(CARD[name].rank for name in names)


def count_points(names: Iterable[str]) -> int:
    return sum(CARD[name].points for name in names)


def readings(name: str) -> tuple[str, ...]:
    """Return the pigments of a card; a Prism is any two identical ones."""
    return ("CC", "MM", "YY") if name == "Prism" else (CARD[name].pigments,)


@cache
def totals(names: tuple[str, ...]) -> frozenset[str]:
    """Return all totals of pigments that some cards can have."""
    return frozenset("".join(sorted("".join(chosen))) for chosen in product(*map(readings, names)))


@cache
def can_become(names: tuple[str, ...], result: str) -> bool:
    """Return whether cards have exactly the pigments of a result; a single card does not become its own name."""
    return names != (result,) and not totals(names).isdisjoint(readings(result))


def list_payments(cards: Iterable[Paid], least: int, most: int) -> Iterator[tuple[Paid, ...]]:
    """Yield all choices of `least` to `most` cards that have no more pigments than a card can have."""
    counts = Counter(cards)
    kinds = sorted((paid for paid in counts), key=lambda paid: (NUMBER[paid.name], paid.place))

    def extend(chosen: tuple[Paid, ...], first: int) -> Iterator[tuple[Paid, ...]]:
        if least <= len(chosen) <= most:
            yield chosen
        for k in range(first, len(kinds)):
            longer = (*chosen, kinds[k])
            fits = count_dots(paid.name for paid in longer) <= MAX_PIGMENTS
            if len(longer) <= most and fits and longer.count(kinds[k]) <= counts[kinds[k]]:
                yield from extend(longer, k)

    return extend((), 0)


def list_mixes(cards: Iterable[Paid], on_offer: Iterable[str], least: int = 2, most: int = 2) -> list[Mix]:
    """Return all mixes of some cards into a card on offer."""
    results = set(on_offer)
    return [
        Mix(payment, result)
        for payment in list_payments(cards, least, most)
        for result in results
        if can_become(tuple(paid.name for paid in payment), result)
    ]


def list_splits(name: str, on_offer: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of cards on offer that have the pigments of a card together; `on_offer` lists each copy."""
    counts = Counter(on_offer)
    return [
        (first, second)
        for first, second in combinations_with_replacement(in_order(counts), 2)
        if (first != second or counts[first] > 1) and not totals((first, second)).isdisjoint(readings(name))
    ]
