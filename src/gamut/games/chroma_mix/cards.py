"""The cards of Chroma Mix, read from cards.toml in the order of their numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from gamut.games.chroma_mix import record
from gamut.games.chroma_mix.record import KINDS, PAYABLE, SUMS

CARDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["card"]
IDS: tuple[str, ...] = tuple(card["id"] for card in CARDS)
NAMES: tuple[str, ...] = tuple(card["name"] for card in CARDS)
PIGMENTS = "CMY"
PIGMENT_NAMES = ("cyan", "magenta", "yellow")
ANY_TWO = "**"
DOUBLED = tuple(2 * pigment for pigment in PIGMENTS)
# what waits when a card is printed, and how often
ONCE = {
    "soft-cyan": (record.ADDING, 1), "pale-magenta": (record.ADDING, 1), "light-yellow": (record.REFILLING, 1),
    "cerulean": (record.ADDING_EQUAL, 2), "fuchsia": (record.ADDING, 1), "lavender": (record.PARTING, 0),
    "prism": (record.TRADING, 0), "azure": (record.ADDING_RANK_2, 1), "raspberry": (record.ADDING, 1),
    "slate-gray": (record.ADDING, 1), "turquoise": (record.ADDING_EQUAL, 3), "violet": (record.PRINTING, 2),
}  # fmt: skip
BILLYS_MIXES, BILLYS_PAINTS = 3, 2  # MIX cards, and copies of each rank-1 card in Billy's deck


def readings(kind: int) -> tuple[str, ...]:
    """The pigments of a card; a Prism has three readings."""
    pigments: str = CARDS[kind]["pigments"]
    return DOUBLED if pigments == ANY_TWO else (pigments,)


def sum_of(pigments: str) -> int:
    """The number of a sum of pigments; −1 if there are more than two of one."""
    counts = [pigments.count(p) for p in PIGMENTS]
    return counts[0] + 3 * counts[1] + 9 * counts[2] if max(counts) < 3 else -1


def pigments_of(number: int) -> str:
    """The pigments of a sum: `CCM`."""
    return "".join(p * (number // 3**k % 3) for k, p in enumerate(PIGMENTS))


def sums(*kinds: int) -> Iterator[int]:
    """The sums that some cards may have together."""
    found = [""]
    for kind in kinds:
        found = [pigments + more for pigments in found for more in readings(kind)]
    return (n for n in map(sum_of, found) if n >= 0)


def set_of(kinds: Any) -> int:
    """A set of numbers as bits."""
    bits = 0
    for k in kinds:
        bits |= 1 << k
    return bits


def fill(c: Any) -> None:
    """Write the cards into the constants."""
    for k, card in enumerate(CARDS):
        c.rank[k], c.points[k], c.copies[k] = card["rank"], card["points"], card["copies"]
        c.sum[k] = next(sums(k))
        c.once[k], c.times[k] = ONCE.get(card["id"], (0, 0))
        c.billys[k] = BILLYS_PAINTS if card["rank"] == 1 else 0
    c.copies[KINDS] = c.billys[KINDS] = BILLYS_MIXES
    for n in range(SUMS):
        c.makes[n] = set_of(k for k in range(KINDS) if n in sums(k))
        c.fits[n] = set_of(m for m in range(SUMS) if sum_of(pigments_of(n) + pigments_of(m)) >= 0)
    for a, b in combinations_with_replacement(range(PAYABLE), 2):
        made = 0
        for n in sums(a, b):
            made |= c.makes[n]
        c.pair[a, b] = c.pair[b, a] = made
        for k in range(KINDS):
            if made >> k & 1:
                c.mates[k, a] |= 1 << b
                if a != b:
                    c.mates[k, b] |= 1 << a
