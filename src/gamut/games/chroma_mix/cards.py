"""The cards of Chroma Mix, read from cards.toml in the order of their numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from gamut.games.chroma_mix import record as rec

CARDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["card"]
IDS: tuple[str, ...] = tuple(card["id"] for card in CARDS)
NAMES: tuple[str, ...] = tuple(card["name"] for card in CARDS)
PIGMENTS = "CMY"
PIGMENT_NAMES = ("cyan", "magenta", "yellow")
ANY_PAIR = "**"
PAIRS = tuple(2 * pigment for pigment in PIGMENTS)
# the decision that printing a card causes, and its detail
INSTANT_EFFECTS = {
    "soft-cyan": (rec.GAIN_INK, 1), "pale-magenta": (rec.GAIN_INK, 1), "light-yellow": (rec.REFILLING, 1),
    "cerulean": (rec.GAIN_SAME_INKS, 2), "fuchsia": (rec.GAIN_INK, 1), "lavender": (rec.LAVENDER_SPLIT, 0),
    "prism": (rec.PRISM_TRADE, 0), "azure": (rec.GAIN_RANK_2, 1), "raspberry": (rec.GAIN_INK, 1),
    "slate-gray": (rec.GAIN_INK, 1), "turquoise": (rec.GAIN_SAME_INKS, 3), "violet": (rec.VIOLET_PRINT, 2),
}  # fmt: skip
BILLY_MIX_CARDS, BILLY_INKS = 3, 2  # MIX cards and copies of each ink in Billy's deck


def pigment_readings(kind: int) -> tuple[str, ...]:
    """Return the pigments of a card; a Prism has three readings."""
    pigments: str = CARDS[kind]["pigments"]
    return PAIRS if pigments == ANY_PAIR else (pigments,)


def encode_sum(pigments: str) -> int:
    """Return the number of a sum of pigments, or −1 if there are more than two of one."""
    counts = [pigments.count(p) for p in PIGMENTS]
    return counts[0] + 3 * counts[1] + 9 * counts[2] if max(counts) < 3 else -1


def decode_sum(number: int) -> str:
    """Return the pigments of a sum: `CCM`."""
    return "".join(p * (number // 3**k % 3) for k, p in enumerate(PIGMENTS))


def possible_sums(*kinds: int) -> Iterator[int]:
    """Yield the sums of pigments that some cards can have together."""
    totals = [""]
    for kind in kinds:
        totals = [total + pigments for total in totals for pigments in pigment_readings(kind)]
    return (n for n in map(encode_sum, totals) if n >= 0)


def make_set(numbers: Iterable[int]) -> int:
    bits = 0
    for k in numbers:
        bits |= 1 << k
    return bits


def fill_cards(c: Any) -> None:
    for k, card in enumerate(CARDS):
        c.rank[k], c.points[k], c.copies[k] = card["rank"], card["points"], card["copies"]
        c.pigment_sum[k] = next(possible_sums(k))
        c.instant[k], c.instant_count[k] = INSTANT_EFFECTS.get(card["id"], (0, 0))
        c.billy_copies[k] = BILLY_INKS if card["rank"] == 1 else 0
    c.copies[rec.MIX] = c.billy_copies[rec.MIX] = BILLY_MIX_CARDS
    for n in range(rec.PIGMENT_SUMS):
        c.kinds_by_sum[n] = make_set(k for k in range(rec.KINDS) if n in possible_sums(k))
        c.compatible_sums[n] = make_set(
            m for m in range(rec.PIGMENT_SUMS) if encode_sum(decode_sum(n) + decode_sum(m)) >= 0
        )
    for a, b in combinations_with_replacement(range(rec.MIXABLE), 2):
        results = 0
        for n in possible_sums(a, b):
            results |= c.kinds_by_sum[n]
        c.pair_makes[a, b] = c.pair_makes[b, a] = results
        for k in range(rec.KINDS):
            if results >> k & 1:
                c.partners[k, a] |= 1 << b
                c.partners[k, b] |= 1 << a
