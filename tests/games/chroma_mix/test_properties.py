"""Properties of any position: cards are conserved, the market is filled, and exactly the possible mixes are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine.chance import game_key
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import CARDS, NAMES
from gamut.games.chroma_mix.market import count_undrawn, is_in_game
from gamut.games.chroma_mix.record import BILLY, COLUMNS, KINDS, MAX_SEATS
from tests.games.chroma_mix.builders import Position, format_cards, parse_cards

RANK = [card["rank"] for card in CARDS]
COPIES = [card["copies"] for card in CARDS]
CORAL, EMERALD, LAVENDER, RASPBERRY = map(NAMES.index, ("Coral", "Emerald Green", "Lavender", "Raspberry"))
Mix = tuple[tuple[str, ...], str]  # cards paid, ascending, and the result


# ---------------------------------------------------------------------- mixes by brute force


def pigment_sums(cards: tuple[int, ...]) -> set[str]:
    """Return all sums of pigments that some cards can have, sorted."""
    readings = [["CC", "MM", "YY"] if NAMES[k] == "Prism" else [CARDS[k]["pigments"]] for k in cards]
    return {"".join(sorted("".join(chosen))) for chosen in product(*readings)}


def possible_results(cards: tuple[int, ...], available: set[int]) -> set[int]:
    """Return what some cards can be mixed into."""
    results = {k for k in available if pigment_sums((k,)) & pigment_sums(cards)}
    return results - set(cards) if len(cards) == 1 else results


def possible_mixes(hand: Counter[int], play: Counter[int], available: set[int]) -> set[Mix]:
    """Return every mix, with the place of each card."""
    sources = [(k, "") for k in hand] + ([(k, " from play") for k in play] if play[CORAL] else [])
    mixes = set()
    for size in (1, 2, 3, 4) if play[RASPBERRY] else (2,):
        for cards in combinations_with_replacement(sorted(sources), size):
            if all(n <= (play if place else hand)[k] for (k, place), n in Counter(cards).items()):
                for result in possible_results(tuple(k for k, _ in cards), available):
                    mixes.add((tuple(sorted(NAMES[k] + place for k, place in cards)), NAMES[result]))
    return mixes


def count_available(s: Any) -> Counter[int]:
    """Return the available cards by kind."""
    piles = Counter({k: count_undrawn(s, k) for k in range(KINDS) if RANK[k] in (1, 4) and count_undrawn(s, k)})
    return piles + Counter(s.market[row, k] - 1 for row in range(2) for k in range(COLUMNS) if s.market[row, k])


# ---------------------------------------------------------------------- mixes by legal actions


def find_paths(table: Table, starts: Callable[[str], bool], ends: Callable[[str], bool]) -> Iterator[list[str]]:
    """Yield all sequences of legal actions up to one that ends the decision."""
    for action in table.legal(table.actors[0]):
        text = table.setup.action_texts[action]
        if not starts(text):
            continue
        if ends(text):
            yield [text]
            continue
        after = table.copy()
        after.play(after.actors[0], action)
        for rest in find_paths(after, lambda text: True, ends):
            yield [text, *rest]


def legal_mixes(table: Table) -> set[Mix]:
    """Return every mix that can be reached by legal actions."""
    mixes = set()
    for path in find_paths(table, lambda text: text.startswith("mix "), lambda text: text.startswith("gain ")):
        cards = sorted(text.removeprefix("mix ").removeprefix("add ") for text in path[:-1])
        mixes.add((tuple(cards), path[-1].removeprefix("gain ")))
    return mixes


def next_three(table: Table) -> Iterator[tuple[str, str, str]]:
    """Yield all sequences of three legal actions."""
    texts = table.setup.action_texts
    for a in table.legal(0):
        once = table.copy()
        once.play(0, a)
        for b in once.legal(0):
            twice = once.copy()
            twice.play(0, b)
            for c in twice.legal(0):
                yield texts[a], texts[b], texts[c]


# ---------------------------------------------------------------------- random positions


@st.composite
def positions(draw: Any, *, extra: str = "", solo: bool = False, max_hand: int = 8) -> Position:
    """A position with random cards; `extra` cards are in play."""
    pool = [k for k in range(KINDS - 3) for _ in range(min(COPIES[k], 4))]
    for kind in parse_cards(extra):
        pool.remove(kind)
    random = Random(draw(st.integers(0, 2**32)))
    random.shuffle(pool)
    n = draw(st.integers(0, max_hand))
    hand, play = pool[:n], [k for k in pool[n : n + draw(st.integers(0, 4))] if k != EMERALD]
    rows = [[k for k in pool[n + 4 :] if RANK[k] == rank][:COLUMNS] for rank in (2, 3)]
    hand_text, play_text, row_2, row_3 = (", ".join(NAMES[k] for k in cards) for cards in (hand, play, *rows))
    rest = {k: min(1, COPIES[k] - (hand + play).count(k)) for k in (0, 1, 2, 18, 19, 20)}
    piles = {NAMES[k]: draw(st.integers(0, most)) for k, most in rest.items() if draw(st.booleans())}
    if solo:
        return Position("", billy=hand_text, billy_deck="2 MIX", row_2=row_2, row_3=row_3, piles=piles)
    in_play = ", ".join(filter(None, (play_text, extra)))
    return Position(hand_text, "", plays=(in_play,), row_2=row_2, row_3=row_3, piles=piles)


def count_held(cards: Any) -> Counter[int]:
    """Return a hand or a play area by kind."""
    return Counter({k: cards[k] for k in range(KINDS) if cards[k]})


@pytest.mark.parametrize("extra", ["", "Coral", "Raspberry", "Coral, Raspberry"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_exactly_the_possible_mixes_are_legal(extra: str, data: Any) -> None:
    pos = data.draw(positions(extra=extra, max_hand=5 if "Raspberry" in extra else 8))
    hand, play, available = count_held(pos.s.hand[0]), count_held(pos.s.play[0]), set(count_available(pos.s))
    assert legal_mixes(pos.table) == possible_mixes(hand, play, available)


@settings(max_examples=20, deadline=None)
@given(pos=positions(extra="Coral"))
def test_exactly_the_possible_splits_are_legal(pos: Position) -> None:
    s = pos.s
    s.hand[0, LAVENDER] += 1  # one more than there are copies, which does not matter here
    available, expected = count_available(s), set()
    for place, cards in (("", s.hand[0]), (" from play", s.play[0])):
        for k in count_held(cards) - (Counter([LAVENDER]) if not place else Counter()):
            for pair in combinations_with_replacement(sorted(available), 2):
                if RANK[k] > 1 and not Counter(pair) - available and pigment_sums(pair) & pigment_sums((k,)):
                    expected.add((f"discard {NAMES[k]}{place}", frozenset(NAMES[p] for p in pair)))
    for pair in combinations_with_replacement(sorted(available), 2):
        if not Counter(pair) - available and "CM" in pigment_sums(pair):
            expected.add(("discard Lavender from play", frozenset(NAMES[p] for p in pair)))
    pos.table.play(0, "print Lavender")
    legal = set()
    if pos.table.actors == (0,) and any(text.startswith("discard") for text in pos.legal):
        for first, second, third in next_three(pos.table):
            legal.add((first, frozenset(text.removeprefix("gain ") for text in (second, third))))
    assert legal == expected


@settings(max_examples=20, deadline=None)
@given(pos=positions(solo=True))
def test_billys_mixes_make_new_cards_if_possible(pos: Position) -> None:
    pos.idle()
    hand = count_held(pos.s.hand[BILLY])
    mixes = possible_mixes(hand, Counter(), set(count_available(pos.s)))
    new = {mix for mix in mixes if not hand[NAMES.index(mix[1])]}
    legal = set()
    if any(text.endswith("for Billy") for text in pos.legal):
        for first, second, third in next_three(pos.table):
            cards = sorted(text.removeprefix("mix ").removesuffix(" for Billy") for text in (first, second))
            legal.add((tuple(cards), third.removeprefix("gain ")))
    assert legal == (new or mixes)


# ---------------------------------------------------------------------- whole games


def market_is_filled(s: Any) -> bool:
    """Return whether every row has six cards, or there are none left to fill it."""
    for row, rank in enumerate((2, 3)):
        rest = sum(count_undrawn(s, k) + s.discard[k] for k in range(KINDS) if RANK[k] == rank)
        if rest and any(s.market[row, column] == 0 for column in range(COLUMNS)):
            return False
    return True


def count_all_cards(s: Any) -> list[int]:
    """Return the number of copies of each kind, wherever they are."""
    market = Counter(s.market[row, k] - 1 for row in range(2) for k in range(COLUMNS) if s.market[row, k])
    areas = [s.discard, s.tucked, s.billy_deck, s.billy_discard]
    areas += [area[player] for area in (s.hand, s.play) for player in range(MAX_SEATS)]
    return [count_undrawn(s, k) + market[k] + sum(area[k] for area in areas) for k in range(KINDS)]


def choose_heaviest(table: Table, random: Random) -> int:
    """Choose the action that the guide prefers."""
    seat = table.actors[0]
    legal = np.array(table.legal(seat), np.int32)
    weights = np.zeros(GAME.max_legal, np.int32)
    table.verbs.guide(
        table.setup.constants, table.record, 0, seat, legal, len(legal), weights, table.setup.new_scratch()
    )
    return int(legal[weights[: len(legal)].argmax()])


def choose_any(table: Table, random: Random) -> int:
    return random.choice(table.legal(table.actors[0]))


def choose_mix(table: Table, random: Random) -> int:
    """Choose a mix if there is one, otherwise any action that does something."""
    legal = {table.setup.action_texts[a]: a for a in table.legal(table.actors[0])}
    mixes = [text for text in legal if text.startswith("mix ") and not text.endswith("Billy")]
    useful = [text for text in legal if text.split()[0] in ("add", "gain", "print", "also")]
    return legal[random.choice(mixes or useful or list(legal))]


@pytest.mark.parametrize("choose", [choose_any, choose_mix, choose_heaviest])
@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_are_conserved_and_the_market_is_filled_after_every_step(
    seats: int, choose: Callable[[Table, Random], int]
) -> None:
    table, random = Table(GAME.open(seats, {"rounds": 20}), game_key(5, seats)), Random(seats)
    while not table.over:
        s = strict_record(table.record)
        assert count_all_cards(s) == [n if is_in_game(s, k) else 0 for k, n in enumerate(COPIES)]
        assert market_is_filled(s)
        table.play(table.actors[0], choose(table, random))


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_with_many_mixes_end_before_the_round_limit(seats: int) -> None:
    ended = 0
    for number in range(4):
        table, random = Table(GAME.open(seats), game_key(9, number)), Random(number)
        while not table.over:
            table.play(table.actors[0], choose_mix(table, random))
        ended += int(strict_record(table.record).round) < 300
    assert ended > 1


def test_format_cards_is_the_inverse_of_parse_cards() -> None:
    kinds = Counter(parse_cards("Coral, 2 Soft Cyan"))
    assert format_cards([kinds[k] for k in range(KINDS)]) == "2 Soft Cyan, Coral"
