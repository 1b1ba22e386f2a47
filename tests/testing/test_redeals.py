"""Redeals of toys against exact distributions, where everything that a seat considers possible can be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.testing import Case
from gamut.testing.checks.redeals import list_parts
from tests.toys.bids import BIDS, COPIES, HAND, KINDS
from tests.toys.broken import FAULTS
from tests.toys.pledges import COLUMNS, DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))
SAMPLES = 4000
Outcome = tuple[object, ...]


def count_redeals(table: Table, seat: int, outcome: Callable[[Array], Outcome]) -> Counter[Outcome]:
    counts, rng = Counter[Outcome](), np.array([20_240_229], np.uint64)
    for _ in range(SAMPLES):
        copy = table.hidden(seat)
        table.verbs.redeal(table.setup.constants, copy, 0, seat, rng)
        counts[outcome(copy)] += 1
    return counts


def chi_square_deviations(counts: Counter[Outcome], expected: dict[Outcome, Fraction]) -> float:
    """Return how many standard deviations chi-square is above its mean; rare outcomes are counted together."""
    assert sum(expected.values()) == 1
    assert set(counts) <= set(expected)
    rare = {outcome for outcome, share in expected.items() if share * SAMPLES < 5}
    cells = [(counts[outcome], float(share) * SAMPLES) for outcome, share in expected.items() if outcome not in rare]
    if rare:
        cells.append((sum(counts[o] for o in rare), float(sum(expected[o] for o in rare)) * SAMPLES))
    degrees = len(cells) - 1
    chi_square = sum((n - mean) ** 2 / mean for n, mean in cells if mean)
    return (chi_square - degrees) / sqrt(2 * degrees)


# ---------------------------------------------------------------------- a hand and a bid


def list_hands(unseen: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand from the unseen cards, and the number of ways in which it can be dealt."""
    for hand in product(*(range(min(HAND, n) + 1) for n in unseen)):
        if sum(hand) == HAND:
            yield hand, prod(comb(n, k) for n, k in zip(unseen, hand, strict=True))


def bid_by_second_seat(verbs: BoundVerbs | None = None) -> tuple[Table, dict[Outcome, Fraction]]:
    """Return a game of two in which seat 2 has bid, and the probability of each hand and bid for seat 1."""
    table = Table(BIDS.open(2), KEY, native=False)
    table.play(1, table.legal(1)[0])
    if verbs:
        table.verbs = verbs
    unseen = [COPIES - int(n) for n in table.record["hand"][0, 0]]
    n_hands = comb(sum(unseen), HAND)
    expected: dict[Outcome, Fraction] = {}
    for hand, ways in list_hands(unseen):
        kinds = [k for k in range(KINDS) if hand[k]]
        for k in kinds:
            expected[hand, k + 1] = Fraction(ways, n_hands * len(kinds))
    return table, expected


def hand_and_bid(s: Array) -> Outcome:
    return tuple(s["hand"][0, 1].tolist()), int(s["bid"][0, 1])


def test_hand_and_bid_are_sampled_with_the_right_probability() -> None:
    table, expected = bid_by_second_seat()
    assert len(expected) > 50
    assert chi_square_deviations(count_redeals(table, 0, hand_and_bid), expected) < 5


def test_a_biased_redeal_has_another_distribution() -> None:
    table, expected = bid_by_second_seat(BoundVerbs(FAULTS["a redeal of low cards"].game, native=False))
    assert chi_square_deviations(count_redeals(table, 0, hand_and_bid), expected) > 50


# ---------------------------------------------------------------------- secret steps


def list_placements(stones: int) -> dict[Outcome, Fraction]:
    """Return the probability of every placement of a seat that plays at random until it is done."""
    done: dict[Outcome, Fraction] = {}
    unfinished: dict[tuple[int, ...], Fraction] = {(0,) * COLUMNS: Fraction(1)}
    for left in range(stones, -1, -1):
        following: dict[tuple[int, ...], Fraction] = {}
        for placed, share in unfinished.items():
            done[placed] = done.get(placed, Fraction()) + (share / (COLUMNS + 1) if left else share)
            for k in range(COLUMNS if left else 0):
                extended = tuple(n + (j == k) for j, n in enumerate(placed))
                following[extended] = following.get(extended, Fraction()) + share / (COLUMNS + 1)
        unfinished = following
    return done


def test_steps_of_a_seat_that_has_submitted_are_sampled_with_the_right_probability() -> None:
    table = Table(PLEDGES.open(2, {"stones": 4}), KEY, native=False)
    for action in (2, 2, DONE):
        table.play(1, action)
    expected = list_placements(4)
    assert len(expected) == comb(4 + COLUMNS, COLUMNS)
    counts = count_redeals(table, 0, lambda s: tuple(s["placed"][0, 1].tolist()))
    assert chi_square_deviations(counts, expected) < 5


def test_steps_of_a_seat_that_has_not_submitted_are_not_sampled() -> None:
    table = Table(PLEDGES.open(2), KEY, native=False)
    for action in (2, 2):
        table.play(1, action)
    assert set(count_redeals(table, 0, lambda s: tuple(s["placed"][0, 1].tolist()))) == {(0, 0, 0)}


# ---------------------------------------------------------------------- the check of distributions


def test_every_number_of_a_record_is_compared_except_the_key() -> None:
    parts, names = list_parts(Case(TRAIL, 2))
    assert names == ["taken", "score[0]", "score[1]", "turn", "turns", "end"]
    assert parts.tolist() == [[24, 2, -1], [26, 2, -1], [28, 2, -1], [30, 1, -1], [31, 1, -1], [32, 1, -1]]
