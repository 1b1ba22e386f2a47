"""Redeals against exact distributions, where all that a seat thinks possible can be written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt

import numpy as np

from gamut.engine.game import Rules
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.testing import Case
from gamut.testing.checks.redeals import parts_of
from tests.toys.bids import BIDS, COPIES, HAND, KINDS
from tests.toys.broken import FAULTS
from tests.toys.pledges import COLUMNS, DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))
MANY = 4000
Seen = tuple[object, ...]


def redeals(table: Table, seat: int, what: Callable[[Array], Seen]) -> Counter[Seen]:
    """What many redeals for a seat come to."""
    found, generator = Counter[Seen](), np.array([20_240_229], np.uint64)
    for _ in range(MANY):
        copy = table.hidden(seat)
        table.rules.redeal(table.setup.constants, copy, 0, seat, generator)
        found[what(copy)] += 1
    return found


def surprise(found: Counter[Seen], expected: dict[Seen, Fraction]) -> float:
    """Chi-square, in standard deviations above what is usual; rare cases are counted as one."""
    assert sum(expected.values()) == 1
    assert set(found) <= set(expected)
    rare = {case for case, share in expected.items() if share * MANY < 5}
    cells = [(found[case], float(share) * MANY) for case, share in expected.items() if case not in rare]
    if rare:
        cells.append((sum(found[case] for case in rare), float(sum(expected[case] for case in rare)) * MANY))
    free = len(cells) - 1
    chi = sum((n - m) ** 2 / m for n, m in cells if m)
    return (chi - free) / sqrt(2 * free)


# ---------------------------------------------------------------------- a hand and a bid


def hands(unseen: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand from some unseen cards, and in how many ways it is dealt."""
    for hand in product(*(range(min(HAND, n) + 1) for n in unseen)):
        if sum(hand) == HAND:
            yield hand, prod(comb(n, k) for n, k in zip(unseen, hand, strict=True))


def after_a_bid(game_rules: Rules | None = None) -> tuple[Table, dict[Seen, Fraction]]:
    """Bids for two after the second has bid, and what the first thinks possible: a hand, and one of its kinds."""
    table = Table(BIDS.open(2), KEY, native=False)
    table.play(1, table.legal(1)[0])
    if game_rules:
        table.rules = game_rules
    unseen = [COPIES - int(n) for n in table.record["hand"][0, 0]]
    whole = comb(sum(unseen), HAND)
    expected: dict[Seen, Fraction] = {}
    for hand, ways in hands(unseen):
        kinds = [k for k in range(KINDS) if hand[k]]
        for k in kinds:
            expected[hand, k + 1] = Fraction(ways, whole * len(kinds))
    return table, expected


def hand_and_bid(s: Array) -> Seen:
    return tuple(s["hand"][0, 1].tolist()), int(s["bid"][0, 1])


def test_a_hand_and_a_bid_are_as_likely_as_they_are_dealt_and_played() -> None:
    table, expected = after_a_bid()
    assert len(expected) > 50
    assert surprise(redeals(table, 0, hand_and_bid), expected) < 5


def test_low_cards_are_noticed() -> None:
    table, expected = after_a_bid(Rules(FAULTS["a redeal of low cards"].game, native=False))
    assert surprise(redeals(table, 0, hand_and_bid), expected) > 50


# ---------------------------------------------------------------------- steps in secret


def placements(stones: int) -> dict[Seen, Fraction]:
    """What a seat that plays at random has placed when it is done."""
    found: dict[Seen, Fraction] = {}
    going: dict[tuple[int, ...], Fraction] = {(0,) * COLUMNS: Fraction(1)}
    for left in range(stones, -1, -1):
        further: dict[tuple[int, ...], Fraction] = {}
        for placed, share in going.items():
            stops = share / (COLUMNS + 1) if left else share
            found[placed] = found.get(placed, Fraction()) + stops
            for k in range(COLUMNS if left else 0):
                more = tuple(n + (j == k) for j, n in enumerate(placed))
                further[more] = further.get(more, Fraction()) + share / (COLUMNS + 1)
        going = further
    return found


def test_steps_of_one_who_is_in_are_as_likely_as_they_are_made() -> None:
    table = Table(PLEDGES.open(2, {"stones": 4}), KEY, native=False)
    for action in (2, 2, DONE):
        table.play(1, action)
    expected = placements(4)
    assert len(expected) == comb(4 + COLUMNS, COLUMNS)
    found = redeals(table, 0, lambda s: tuple(s["placed"][0, 1].tolist()))
    assert surprise(found, expected) < 5


def test_of_one_who_is_not_in_nothing_is_invented() -> None:
    table = Table(PLEDGES.open(2), KEY, native=False)
    for action in (2, 2):
        table.play(1, action)
    assert set(redeals(table, 0, lambda s: tuple(s["placed"][0, 1].tolist()))) == {(0, 0, 0)}


# ---------------------------------------------------------------------- what is compared


def test_every_number_of_a_record_is_compared_but_the_key() -> None:
    parts, names = parts_of(Case(TRAIL, 2))
    assert names == ["taken", "score[0]", "score[1]", "turn", "turns", "end"]
    assert parts.tolist() == [[24, 2, -1], [26, 2, -1], [28, 2, -1], [30, 1, -1], [31, 1, -1], [32, 1, -1]]
