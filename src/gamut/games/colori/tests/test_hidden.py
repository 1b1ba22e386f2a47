"""What a seat knows in the draft, and that redeals respect it exactly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from gamut.engine.game import Rules
from gamut.engine.record import Array
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES
from gamut.games.colori.positions import card, opened
from gamut.games.colori.record import BEFORE, HAND, KINDS
from gamut.games.colori.tests.positions import set_hands
from gamut.testing import clause

RULES = Rules(GAME)


def redeals(table: Table, seat: int, n: int) -> list[Array]:
    """Samples of what a seat thinks possible."""
    found = []
    for k in range(n):
        copy = table.hidden(seat)
        RULES.redeal(table.setup.constants, copy, 0, seat, np.array([2 * k + 1], np.uint64))
        assert RULES.check(table.setup.constants, copy, 0) == 0
        again = copy.copy()
        RULES.hide(table.setup.constants, again, 0, seat)
        assert again.tobytes() == table.hidden(seat).tobytes()
        found.append(copy)
    return found


A = ["Kermes", "Madder", "Lac", "Woad", "Weld"]
B = ["Smalt", "Azurite", "Logwood", "Saffron", "Turmeric"]
C = ["Orchil", "Turnsole", "Verdigris", "Henna", "Annatto"]
DECK = ["Cutch", "Chestnut", "Saxon Green", "Gall Nuts"]


def taken_by(state: Any, seats: int, seat: int) -> list[str]:
    """What a seat has picked in a state of round 1, in order."""
    got = [
        (state.when[h, i], CARD_NAMES[state.hand[h, i] - 1])
        for h in range(seats)
        for i in range(HAND)
        if state.when[h, i] and (h + state.when[h, i] - 1) % seats == seat
    ]
    return [name for _, name in sorted(got)]


def play_picks(table: Table, *rounds: list[str]) -> None:
    """Everybody's picks, round by round."""
    for names in rounds:
        for seat, name in enumerate(names):
            table.play(seat, f"take {name}")


@clause("3.9")
def test_with_two_players_a_returning_hand_tells_who_took_what() -> None:
    table = opened(2)
    set_hands(table, [A, B], DECK)
    play_picks(table, ["Kermes", "Smalt"], ["Azurite", "Madder"])  # seat 1 now holds A again: Madder is gone
    for copy in redeals(table, 0, 50):
        s = strict(copy)
        assert taken_by(s, 2, 1)[1] == "Madder"
        assert taken_by(s, 2, 0) == ["Kermes", "Azurite"]
        first = taken_by(s, 2, 1)[0]
        assert first in ["Smalt", *DECK]  # the one card of B that seat 1 never saw
    assert {taken_by(strict(c), 2, 1)[0] for c in redeals(table, 0, 200)} == {"Smalt", *DECK}


@clause("3.9")
def test_with_three_players_the_missing_cards_are_known_as_a_set() -> None:
    table = opened(3)
    set_hands(table, [A, B, C], DECK)
    play_picks(
        table, ["Kermes", "Smalt", "Orchil"], ["Turnsole", "Madder", "Azurite"], ["Logwood", "Verdigris", "Lac"]
    )
    # seat 1 holds A again: Madder and Lac are gone, taken by seats 2 and 3 in some order
    seen = Counter[str]()
    for copy in redeals(table, 0, 400):
        s = strict(copy)
        two, three = taken_by(s, 3, 1), taken_by(s, 3, 2)
        assert {two[1], three[2]} == {"Madder", "Lac"}
        seen[two[1]] += 1
        # hand C was seen at pick 2 less Turnsole: seat 2 held it at pick 3
        assert two[2] in {"Verdigris", "Henna", "Annatto"}
        # B was last seen at pick 3, what went before is unknown
        assert {two[0], three[1]} <= {"Smalt", "Azurite", "Orchil", *DECK}
    assert min(seen.values()) > 100  # both orders, about as often


@clause("3.9")
def test_a_card_nobody_else_can_have_is_never_dealt() -> None:
    """Both copies of a card are accounted for: no redeal puts one elsewhere."""
    table = opened(4)
    hands = [["Kermes", "Kermes", "Lac", "Woad", "Weld"], B, C, ["Linen", "Cotton", "Wool", "Silk", "Linen"]]
    set_hands(table, hands, DECK)
    for copy in redeals(table, 0, 100):
        s = strict(copy)
        others = [s.hand[h, i] - 1 for h in range(1, 4) for i in range(HAND)]
        assert card("Kermes") not in others
        assert s.draft[card("Kermes")] == 0
        known = Counter(B + C + hands[3] + DECK)
        left = Counter({CARD_NAMES[c]: s.draft[c] for c in range(KINDS) if s.draft[c]})
        assert left + Counter(CARD_NAMES[c] for c in others) == known


@clause("3.9")
def test_with_an_empty_deck_the_last_unseen_hand_is_certain() -> None:
    """Counting: with two players and no deck, what I do not hold the other holds."""
    table = opened(2)
    set_hands(table, [A, B], [])
    for copy in redeals(table, 0, 20):
        s = strict(copy)
        assert [CARD_NAMES[s.hand[1, i] - 1] for i in range(HAND)] == sorted(B, key=card)
    play_picks(table, ["Kermes", "Smalt"])
    for copy in redeals(table, 0, 20):  # what was taken from B before I held it is certain as well
        assert taken_by(strict(copy), 2, 1) == ["Smalt"]


@clause("3.2", "3.9")
def test_cards_of_the_deck_that_ran_out_lie_in_the_hands() -> None:
    """After a shuffle in the middle of the deal the old deck's cards cannot be in the new deck."""
    table = opened(3)
    set_hands(table, [A, B, C], [*DECK, "Kermes"], newer={0: "Weld", 1: "Smalt", 2: "Henna"})
    old = Counter(A + B + C) - Counter(["Weld", "Smalt", "Henna"])
    fresh = set()
    for copy in redeals(table, 0, 100):
        v = strict(copy)
        places = [(h, i) for h in range(3) for i in range(HAND)]
        assert Counter(CARD_NAMES[v.hand[h, i] - 1] for h, i in places if v.old[h, i]) == old
        fresh |= {CARD_NAMES[v.hand[h, i] - 1] for h, i in places if not v.old[h, i]}
        assert sum(v.spent[c] for c in range(KINDS)) == 0
    assert fresh == {"Weld", "Smalt", "Henna", "Kermes", *DECK}


@clause("3.2")
def test_of_equal_cards_the_newer_one_is_taken_first() -> None:
    table = opened(2)
    s = set_hands(table, [[*A[:3], "Henna", "Cutch"], ["Woad", "Woad", *C[:3]]], DECK[1:], newer={1: "Woad"})
    play_picks(table, ["Kermes", "Woad"])
    taken = [(s.hand[1, i], s.old[1, i]) for i in range(HAND) if s.when[1, i]]
    assert taken == [(card("Woad") + 1, 0)]
    for copy in redeals(table, 0, 50):  # seat 1 sees the older Woad: what went is a card of the new deck
        v = strict(copy)
        gone = [(CARD_NAMES[v.hand[1, i] - 1], v.old[1, i]) for i in range(HAND) if v.when[1, i]]
        assert gone[0][0] in ["Woad", *DECK[1:]]
        assert gone[0][1] == 0


def test_a_redeal_that_clashes_is_dealt_again() -> None:
    """Seat 1 sees a newer Woad: the unseen older card taken before cannot have been the older Woad."""
    table = opened(3)
    hands = [[*A[:3], "Henna", "Cutch"], ["Woad", *B[1:]], ["Woad", *C[:3], "Annatto"]]
    set_hands(table, hands, DECK[1:], newer={2: "Woad"})
    play_picks(table, ["Kermes", "Azurite", "Orchil"])
    gone = set()
    for copy in redeals(table, 0, 300):
        v = strict(copy)
        gone |= {CARD_NAMES[v.hand[2, i] - 1] for i in range(HAND) if v.when[2, i]}
    assert gone == {"Orchil", *B[1:]}


def test_redeals_are_uniform_over_all_deals_that_fit() -> None:
    """A tiny case by enumeration: hands of two cards and a deck of one; seat 2 has chosen, seat 3 has not.

    To seat 1 five cards are unknown in five places: two hands and the deck. All 5! deals are equally likely,
    and so is the choice of either card by seat 2.
    """
    table = opened(3)
    set_hands(table, [["Kermes", "Madder"], ["Smalt", "Woad"], ["Orchil", "Henna"]], ["Cutch"])
    table.play(0, "take Kermes")
    table.play(1, "take Smalt")
    n, counts = 6000, Counter[tuple[Any, ...]]()
    for copy in redeals(table, 0, n):
        v = strict(copy)
        hands = [tuple(CARD_NAMES[v.hand[h, i] - 1] for i in range(2)) for h in (1, 2)]
        counts[hands[0], hands[1], CARD_NAMES[v.choice[1] - 1]] += 1
    possible = Counter[tuple[Any, ...]]()
    for order in permutations(["Smalt", "Woad", "Orchil", "Henna", "Cutch"]):
        b, c = sorted(order[:2], key=card), sorted(order[2:4], key=card)
        for chosen in b:
            possible[tuple(b), tuple(c), chosen] += 1
    assert set(counts) == set(possible)
    total = sum(possible.values())
    chi = sum((counts[k] - n * m / total) ** 2 / (n * m / total) for k, m in possible.items())
    free = len(possible) - 1
    assert chi < free + 5 * sqrt(2 * free)


def test_orders_of_taking_are_uniform() -> None:
    """Three players, a returning hand: each order of the two missing cards is half of the redeals."""
    table = opened(3)
    set_hands(table, [A, B, C], DECK)
    play_picks(
        table, ["Kermes", "Smalt", "Orchil"], ["Turnsole", "Madder", "Azurite"], ["Logwood", "Verdigris", "Lac"]
    )
    n = 2000
    first = sum(taken_by(strict(copy), 3, 1)[1] == "Madder" for copy in redeals(table, 0, n))
    assert abs(first - n / 2) < 5 * sqrt(n / 4)


def test_places_in_a_hidden_hand_tell_nothing() -> None:
    """Two states that differ only in what the seat cannot know have the same hidden copy."""
    one, other = opened(3), opened(3)
    set_hands(one, [A, B, C], DECK)
    set_hands(other, [A, [*DECK, "Smalt"], ["Azurite", *C[1:]]], ["Orchil", "Logwood", "Saffron", "Turmeric"])
    play_picks(one, ["Kermes", "Smalt", "Orchil"])
    play_picks(other, ["Kermes", "Cutch", "Azurite"])
    assert one.hidden(0).tobytes() == other.hidden(0).tobytes()
    assert one.hidden(-1).tobytes() != other.hidden(2).tobytes()


@pytest.mark.parametrize("seats", GAME.seats)
def test_an_unseen_hand_is_marked_and_pooled(seats: int) -> None:
    table = opened(seats)
    hidden = strict(table.hidden(0))
    assert all(hidden.hand[h, i] == 0 for h in range(1, seats) for i in range(HAND))
    assert all(hidden.when[h, i] == BEFORE for h in range(1, seats) for i in range(HAND))
    assert sum(hidden.draft[c] for c in range(KINDS)) == hidden.left + 5 * (seats - 1)
