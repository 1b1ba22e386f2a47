"""What holds in any position: cards are conserved, the market is full, and every mix is offered that exists."""

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

from gamut.engine.keys import game_key
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import CARDS, NAMES
from gamut.games.chroma_mix.positions import Scene, names
from gamut.games.chroma_mix.record import BILLY, KINDS, PLACES, SAPPHIRE

RANK = [card["rank"] for card in CARDS]
COPIES = [card["copies"] for card in CARDS]
Mix = tuple[tuple[str, ...], str]  # cards paid, ascending, and the card made


# ---------------------------------------------------------------------- by brute force


def compositions(cards: tuple[int, ...]) -> set[str]:
    """All pigments that some cards may have together, sorted."""
    readings = [["CC", "MM", "YY"] if NAMES[k] == "Prism" else [CARDS[k]["pigments"]] for k in cards]
    return {"".join(sorted("".join(chosen))) for chosen in product(*readings)}


def paid(cards: tuple[int, ...], open: set[int]) -> set[int]:
    """What some cards can be mixed into."""
    made = {k for k in open if compositions((k,)) & compositions(cards)}
    return made - set(cards) if len(cards) == 1 else made


def mixes(hand: Counter[int], play: Counter[int], open: set[int]) -> set[Mix]:
    """Every mix there is, with the place of each card: the rulebook's words, card by card."""
    sources = [(k, "") for k in hand] + ([(k, " in play") for k in play] if play[NAMES.index("Coral")] else [])
    sizes = (1, 2, 3, 4) if play[NAMES.index("Raspberry")] else (2,)
    found = set()
    for n in sizes:
        for cards in combinations_with_replacement(sorted(sources), n):
            many = Counter(cards)
            if all(n <= (play if place else hand)[k] for (k, place), n in many.items()):
                for made in paid(tuple(k for k, _ in cards), open):
                    found.add((tuple(sorted(NAMES[k] + place for k, place in cards)), NAMES[made]))
    return found


def open_now(s: Any) -> Counter[int]:
    """What lies open, by kind."""
    piles = Counter({k: s.supply[k] for k in range(KINDS) if RANK[k] in (1, 4) and s.supply[k]})
    return piles + Counter(s.row[r, k] - 1 for r in range(2) for k in range(PLACES) if s.row[r, k])


# ---------------------------------------------------------------------- by what is offered


def walks(table: Table, begins: Callable[[str], bool], ends: Callable[[str], bool]) -> Iterator[list[str]]:
    """All ways from here through offered steps to one that ends the choice."""
    for action in table.legal(table.actors[0]):
        text = table.setup.texts[action]
        if not begins(text):
            continue
        if ends(text):
            yield [text]
            continue
        after = table.copy()
        after.play(after.actors[0], action)
        for rest in walks(after, lambda text: True, ends):
            yield [text, *rest]


def offered_mixes(table: Table) -> set[Mix]:
    """Every mix that can be reached from the choice of an action."""
    found = set()
    for walk in walks(table, lambda text: text.startswith("mix "), lambda text: text.startswith("take ")):
        cards = sorted(text.removeprefix("mix ").removeprefix("with ") for text in walk[:-1])
        found.add((tuple(cards), walk[-1].removeprefix("take ")))
    return found


# ---------------------------------------------------------------------- random positions


@st.composite
def scenes(draw: Any, *, extra: str = "", solo: bool = False, most: int = 8) -> Scene:
    """A position with some cards here and there, at most so many in hand."""
    pool = [k for k in range(KINDS - 3) for _ in range(min(COPIES[k], 4))]
    for card in extra.split(", ") if extra else []:
        pool.remove(NAMES.index(card))
    random = Random(draw(st.integers(0, 2**32)))
    random.shuffle(pool)
    hand = draw(st.integers(0, most))
    play = [k for k in pool[hand : hand + draw(st.integers(0, 4))] if k != NAMES.index("Emerald Green")]
    parts, left = [pool[:hand], play], pool[hand + 4 :]
    rows = [[k for k in left if RANK[k] == rank][:PLACES] for rank in (2, 3)]
    said = [", ".join(NAMES[k] for k in part) for part in (*parts, *rows)]
    most_left = {k: min(1, COPIES[k] - (pool[:hand] + play).count(k)) for k in (0, 1, 2, 18, 19, 20)}
    empty = {NAMES[k]: draw(st.integers(0, most)) for k, most in most_left.items() if draw(st.booleans())}
    if solo:
        return Scene("", billy=said[0], billys_deck="2 MIX", row_2=said[2], row_3=said[3], piles=empty)
    in_play = ", ".join(filter(None, (said[1], extra)))
    return Scene(said[0], "", plays=(in_play,), row_2=said[2], row_3=said[3], piles=empty)


def counted(cards: Any) -> Counter[int]:
    """A hand or a play area by kind."""
    return Counter({k: cards[k] for k in range(KINDS) if cards[k]})


@pytest.mark.parametrize("extra", ["", "Coral", "Raspberry", "Coral, Raspberry"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_all_mixes_are_offered_and_no_other(extra: str, data: Any) -> None:
    at = data.draw(scenes(extra=extra, most=5 if "Raspberry" in extra else 8))
    open = set(open_now(at.s))
    assert offered_mixes(at.table) == mixes(counted(at.s.hand[0]), counted(at.s.play[0]), open)


@settings(max_examples=20, deadline=None)
@given(at=scenes(extra="Coral"))
def test_lavender_offers_every_parting_and_no_other(at: Scene) -> None:
    s = at.s
    s.hand[0, NAMES.index("Lavender")] += 1  # one more than printed is enough for this test
    open, expected = open_now(s), set()
    for place, cards in (("", s.hand[0]), (" in play", s.play[0])):
        for k in counted(cards) - (Counter([NAMES.index("Lavender")]) if not place else Counter()):
            for pair in combinations_with_replacement(sorted(open), 2):
                if RANK[k] > 1 and not Counter(pair) - open and compositions(pair) & compositions((k,)):
                    expected.add((f"discard {NAMES[k]}{place}", frozenset(NAMES[p] for p in pair)))
    for pair in combinations_with_replacement(sorted(open), 2):
        if not Counter(pair) - open and "CM" in compositions(pair):
            expected.add(("discard Lavender in play", frozenset(NAMES[p] for p in pair)))
    at.table.play(0, "print Lavender")
    offered = set()
    if at.table.actors == (0,) and any(text.startswith("discard") for text in at.legal):
        for first, second, third in three_steps(at.table):
            offered.add((first, frozenset(text.removeprefix("take ") for text in (second, third))))
    assert offered == expected


def three_steps(table: Table) -> Iterator[tuple[str, str, str]]:
    """The next three steps, in all ways."""
    texts = table.setup.texts
    for a in table.legal(0):
        once = table.copy()
        once.play(0, a)
        for b in once.legal(0):
            twice = once.copy()
            twice.play(0, b)
            for c in twice.legal(0):
                yield texts[a], texts[b], texts[c]


@settings(max_examples=20, deadline=None)
@given(at=scenes(solo=True))
def test_billys_mixes_are_offered_and_new_cards_come_first(at: Scene) -> None:
    at.idle()
    hand = counted(at.s.hand[BILLY])
    every = mixes(hand, Counter(), set(open_now(at.s)))
    fresh = {mix for mix in every if not hand[NAMES.index(mix[1])]}
    offered = set()
    if any(text.startswith("Billy") for text in at.legal):
        for first, second, third in three_steps(at.table):
            cards = sorted(text.removeprefix("Billy pays ") for text in (first, second))
            offered.add((tuple(cards), third.removeprefix("take ")))
    assert offered == (fresh or every)


# ---------------------------------------------------------------------- whole games


def sound_market(s: Any) -> bool:
    """Six cards in a row, or nothing to fill it with."""
    for r, rank in enumerate((2, 3)):
        rest = sum(s.supply[k] + s.discard[k] for k in range(KINDS) if RANK[k] == rank)
        if rest and any(s.row[r, place] == 0 for place in range(PLACES)):
            return False
    return True


def all_cards(s: Any) -> list[int]:
    """How many copies of each kind there are, wherever they lie."""
    counts = open_now(s)
    for pile in (
        s.discard,
        s.tucked,
        s.deck,
        s.spent,
        *(s.hand[p] for p in range(4)),
        *(s.play[p] for p in range(4)),
    ):
        for k in range(KINDS):
            counts[k] += pile[k]
    for k in range(KINDS):
        counts[k] += s.supply[k] if RANK[k] in (2, 3) else 0
    return [counts[k] for k in range(KINDS)]


def choose_heaviest(table: Table, random: Random) -> int:
    """What the guide weighs most."""
    seat = table.actors[0]
    legal = np.array(table.legal(seat), np.int32)
    weights = np.zeros(GAME.most_legal, np.int32)
    table.rules.guide(table.setup.constants, table.record, 0, seat, legal, len(legal), weights, table.setup.work())
    return int(legal[weights[: len(legal)].argmax()])


def choose_any(table: Table, random: Random) -> int:
    """Anything."""
    return random.choice(table.legal(table.actors[0]))


def choose_mix(table: Table, random: Random) -> int:
    """A mix whenever there is one, else anything but doing nothing."""
    legal = {table.setup.texts[a]: a for a in table.legal(table.actors[0])}
    mixing = [text for text in legal if text.startswith("mix ")]
    useful = [text for text in legal if text.split()[0] in ("with", "take", "print", "also")]
    return legal[random.choice(mixing or useful or list(legal))]


@pytest.mark.parametrize("choose", [choose_any, choose_mix, choose_heaviest])
@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_are_conserved_and_the_market_is_full_after_every_step(
    seats: int, choose: Callable[[Table, Random], int]
) -> None:
    table, random = Table(GAME.open(seats, {"rounds": 20}), game_key(5, seats)), Random(seats)
    while not table.over:
        s = strict(table.record)
        whole = [n if k <= SAPPHIRE or k == s.special else 0 for k, n in enumerate(COPIES)]
        assert all_cards(s) == whole
        assert sound_market(s)
        table.play(table.actors[0], choose(table, random))


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_those_who_mix_first_end_by_a_victory(seats: int) -> None:
    ended = 0
    for number in range(4):
        table, random = Table(GAME.open(seats), game_key(9, number)), Random(number)
        while not table.over:
            table.play(table.actors[0], choose_mix(table, random))
        ended += int(strict(table.record).round) < 300
    assert ended > 1


def test_names_and_counts_agree() -> None:
    assert names(Counter({0: 2, 4: 1, **{k: 0 for k in range(KINDS) if k not in (0, 4)}})) == "2 Soft Cyan, Coral"
