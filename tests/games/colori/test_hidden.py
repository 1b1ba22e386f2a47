"""Hidden copies and redeals of the draft."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES
from gamut.games.colori.record import HAND_SIZE, KINDS, UNSEEN_CARD
from gamut.testing import clause
from tests.games.bot_calls import make_redeals
from tests.games.colori.builders import card_number, new_table, set_hands, state_of

VERBS = BoundVerbs(GAME)


A = ["Kermes", "Madder", "Lac", "Woad", "Weld"]
B = ["Smalt", "Azurite", "Logwood", "Saffron", "Turmeric"]
C = ["Orchil", "Turnsole", "Verdigris", "Henna", "Annatto"]
DECK = ["Cutch", "Chestnut", "Saxon Green", "Gall Nuts"]


def taken_by(s: Any, seats: int, seat: int) -> list[str]:
    """Return the picks of a seat in round 1, in order."""
    picks = [
        (s.taken_at[h, i], CARD_NAMES[s.hand[h, i] - 1])
        for h in range(seats)
        for i in range(HAND_SIZE)
        if s.taken_at[h, i] and (h + s.taken_at[h, i] - 1) % seats == seat
    ]
    return [name for _, name in sorted(picks)]


def play_picks(table: Table, *picks: list[str]) -> None:
    """Play the picks of all seats, one pick after the other."""
    for names in picks:
        for seat, name in enumerate(names):
            table.play(seat, f"take {name}")


@clause("3.9")
def test_with_two_players_a_returning_hand_shows_who_took_what() -> None:
    table = new_table(2)
    set_hands(table, [A, B], DECK)
    play_picks(table, ["Kermes", "Smalt"], ["Azurite", "Madder"])  # seat 1 now holds A again: Madder is gone
    for copy in make_redeals(table, 0, 50):
        s = strict_record(copy)
        assert taken_by(s, 2, 1)[1] == "Madder"
        assert taken_by(s, 2, 0) == ["Kermes", "Azurite"]
        first = taken_by(s, 2, 1)[0]
        assert first in ["Smalt", *DECK]  # the one card of B that seat 1 never saw
    assert {taken_by(strict_record(c), 2, 1)[0] for c in make_redeals(table, 0, 200)} == {"Smalt", *DECK}


@clause("3.9")
def test_with_three_players_the_missing_cards_are_known_as_a_set() -> None:
    table = new_table(3)
    set_hands(table, [A, B, C], DECK)
    play_picks(table, ["Kermes", "Smalt", "Orchil"], ["Turnsole", "Madder", "Azurite"], ["Logwood", "Verdigris", "Lac"])
    # seat 1 holds A again: Madder and Lac are gone, taken by seats 2 and 3 in some order
    seen = Counter[str]()
    for copy in make_redeals(table, 0, 400):
        s = strict_record(copy)
        two, three = taken_by(s, 3, 1), taken_by(s, 3, 2)
        assert {two[1], three[2]} == {"Madder", "Lac"}
        seen[two[1]] += 1
        # hand C was seen at pick 2 less Turnsole: seat 2 held it at pick 3
        assert two[2] in {"Verdigris", "Henna", "Annatto"}
        # B was last seen at pick 3, what went before is unknown
        assert {two[0], three[1]} <= {"Smalt", "Azurite", "Orchil", *DECK}
    assert min(seen.values()) > 100  # both orders, about as often


@clause("3.9")
def test_no_redeal_holds_more_copies_than_there_are() -> None:
    """Seat 1 holds both copies of Kermes."""
    table = new_table(4)
    hands = [["Kermes", "Kermes", "Lac", "Woad", "Weld"], B, C, ["Linen", "Cotton", "Wool", "Silk", "Linen"]]
    set_hands(table, hands, DECK)
    for copy in make_redeals(table, 0, 100):
        s = strict_record(copy)
        others = [s.hand[h, i] - 1 for h in range(1, 4) for i in range(HAND_SIZE)]
        assert card_number("Kermes") not in others
        assert s.draft_deck[card_number("Kermes")] == 0
        known = Counter(B + C + hands[3] + DECK)
        left = Counter({CARD_NAMES[c]: s.draft_deck[c] for c in range(KINDS) if s.draft_deck[c]})
        assert left + Counter(CARD_NAMES[c] for c in others) == known


@clause("3.9")
def test_with_an_empty_deck_the_only_unseen_hand_is_known() -> None:
    table = new_table(2)
    set_hands(table, [A, B], [])
    for copy in make_redeals(table, 0, 20):
        s = strict_record(copy)
        assert [CARD_NAMES[s.hand[1, i] - 1] for i in range(HAND_SIZE)] == sorted(B, key=card_number)
    play_picks(table, ["Kermes", "Smalt"])
    for copy in make_redeals(table, 0, 20):  # what was taken from B before seat 1 held it is known too
        assert taken_by(strict_record(copy), 2, 1) == ["Smalt"]


@clause("3.2", "3.9")
def test_cards_of_the_old_deck_are_redealt_among_the_hands() -> None:
    """The draft deck ran out during the deal: its cards cannot be in the new deck."""
    table = new_table(3)
    set_hands(table, [A, B, C], [*DECK, "Kermes"], newer={0: "Weld", 1: "Smalt", 2: "Henna"})
    old = Counter(A + B + C) - Counter(["Weld", "Smalt", "Henna"])
    fresh = set()
    for copy in make_redeals(table, 0, 100):
        s = strict_record(copy)
        slots = [(h, i) for h in range(3) for i in range(HAND_SIZE)]
        assert Counter(CARD_NAMES[s.hand[h, i] - 1] for h, i in slots if s.old[h, i]) == old
        fresh |= {CARD_NAMES[s.hand[h, i] - 1] for h, i in slots if not s.old[h, i]}
        assert sum(s.unseen_old[c] for c in range(KINDS)) == 0
    assert fresh == {"Weld", "Smalt", "Henna", "Kermes", *DECK}


@clause("3.2")
def test_of_equal_cards_the_newer_one_is_taken_first() -> None:
    table = new_table(2)
    set_hands(table, [[*A[:3], "Henna", "Cutch"], ["Woad", "Woad", *C[:3]]], DECK[1:], newer={1: "Woad"})
    play_picks(table, ["Kermes", "Woad"])
    s = state_of(table)
    taken = [(s.hand[1, i], s.old[1, i]) for i in range(HAND_SIZE) if s.taken_at[1, i]]
    assert taken == [(card_number("Woad") + 1, 0)]
    for copy in make_redeals(table, 0, 50):  # seat 1 sees the older Woad: what went is a card of the new deck
        s = strict_record(copy)
        gone = [(CARD_NAMES[s.hand[1, i] - 1], s.old[1, i]) for i in range(HAND_SIZE) if s.taken_at[1, i]]
        assert gone[0][0] in ["Woad", *DECK[1:]]
        assert gone[0][1] == 0


def test_an_old_card_is_not_redealt_as_taken_before_an_equal_newer_one() -> None:
    """Seat 1 sees a newer Woad: the old card that was taken before cannot have been a Woad."""
    table = new_table(3)
    hands = [[*A[:3], "Henna", "Cutch"], ["Woad", *B[1:]], ["Woad", *C[:3], "Annatto"]]
    set_hands(table, hands, DECK[1:], newer={2: "Woad"})
    play_picks(table, ["Kermes", "Azurite", "Orchil"])
    gone = set()
    for copy in make_redeals(table, 0, 300):
        s = strict_record(copy)
        gone |= {CARD_NAMES[s.hand[2, i] - 1] for i in range(HAND_SIZE) if s.taken_at[2, i]}
    assert gone == {"Orchil", *B[1:]}


def test_redeals_are_uniform_over_all_possible_deals() -> None:
    """Compare with an enumeration: hands of two cards and a deck of one; seat 2 has chosen, seat 3 has not.

    Seat 1 does not know five cards: two hands and the deck. All 5! deals are equally likely, and so is the choice of
    either card by seat 2.
    """
    table = new_table(3)
    set_hands(table, [["Kermes", "Madder"], ["Smalt", "Woad"], ["Orchil", "Henna"]], ["Cutch"])
    table.play(0, "take Kermes")
    table.play(1, "take Smalt")
    n, counts = 6000, Counter[tuple[Any, ...]]()
    for copy in make_redeals(table, 0, n):
        s = strict_record(copy)
        hands = [tuple(CARD_NAMES[s.hand[h, i] - 1] for i in range(2)) for h in (1, 2)]
        counts[hands[0], hands[1], CARD_NAMES[s.choice[1] - 1]] += 1
    possible = Counter[tuple[Any, ...]]()
    for order in permutations(["Smalt", "Woad", "Orchil", "Henna", "Cutch"]):
        b, c = sorted(order[:2], key=card_number), sorted(order[2:4], key=card_number)
        for chosen in b:
            possible[tuple(b), tuple(c), chosen] += 1
    assert set(counts) == set(possible)
    total = sum(possible.values())
    chi = sum((counts[k] - n * m / total) ** 2 / (n * m / total) for k, m in possible.items())
    free = len(possible) - 1
    assert chi < free + 5 * sqrt(2 * free)


def test_redealt_orders_of_picks_are_uniform() -> None:
    """Two cards are missing from a returning hand: each order is half of the redeals."""
    table = new_table(3)
    set_hands(table, [A, B, C], DECK)
    play_picks(table, ["Kermes", "Smalt", "Orchil"], ["Turnsole", "Madder", "Azurite"], ["Logwood", "Verdigris", "Lac"])
    n = 2000
    first = sum(taken_by(strict_record(copy), 3, 1)[1] == "Madder" for copy in make_redeals(table, 0, n))
    assert abs(first - n / 2) < 5 * sqrt(n / 4)


def test_slots_of_a_hidden_hand_reveal_nothing() -> None:
    """Two states that differ only in what the seat cannot know have the same hidden copy."""
    table, other_table = new_table(3), new_table(3)
    set_hands(table, [A, B, C], DECK)
    set_hands(other_table, [A, [*DECK, "Smalt"], ["Azurite", *C[1:]]], ["Orchil", "Logwood", "Saffron", "Turmeric"])
    play_picks(table, ["Kermes", "Smalt", "Orchil"])
    play_picks(other_table, ["Kermes", "Cutch", "Azurite"])
    assert table.hidden(0).tobytes() == other_table.hidden(0).tobytes()
    assert table.hidden(-1).tobytes() != other_table.hidden(2).tobytes()


@pytest.mark.parametrize("seats", GAME.seats)
def test_an_unseen_hand_is_counted_with_the_draft_deck(seats: int) -> None:
    table = new_table(seats)
    hidden = strict_record(table.hidden(0))
    assert all(hidden.hand[h, i] == 0 for h in range(1, seats) for i in range(HAND_SIZE))
    assert all(hidden.taken_at[h, i] == UNSEEN_CARD for h in range(1, seats) for i in range(HAND_SIZE))
    assert sum(hidden.draft_deck[c] for c in range(KINDS)) == hidden.draft_deck_size + 5 * (seats - 1)
