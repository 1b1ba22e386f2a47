"""The rules of Easel. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.engine.ranking import rank
from gamut.engine.record import Row
from gamut.model.record import COLOURS, COPIES, WANTED, Constants, State

KINDS, CHOICES = len(COLOURS), len(WANTED)
TINTED, COVERED, SPOILED = 2, 1, 1  # points for each card that a tint, a base, mud beats


def deal(c: Constants, s: State) -> None:
    """Clauses 1.1–1.2 and 2.1: hands, and the first colour that is wanted."""
    for k in range(KINDS):
        s.deck[k] = COPIES
    for seat in range(c.seats):
        for _ in range(c.hand):
            draw(s, seat)
    begin_round(c, s)


def draw(s: State, seat: int) -> None:
    """One card from the deck."""
    card = nth(s.deck, chance(s, total(s.deck)))
    s.deck[card] -= 1
    s.hand[seat, card] += 1


def total(counts: Row) -> int:
    """How many cards there are."""
    return counts[0] + counts[1] + counts[2]


def nth(counts: Row, n: int) -> int:
    """The colour of card number `n`, counted through the colours."""
    card = 0
    while n >= counts[card]:
        n -= counts[card]
        card += 1
    return card


def begin_round(c: Constants, s: State) -> None:
    """Clause 2.1: a colour is wanted."""
    s.round += 1
    s.wanted = chance(s, CHOICES)


def actors(c: Constants, s: State) -> int:
    """Clause 2.2: all who have not laid a card yet."""
    return 0 if s.over else ((1 << c.seats) - 1) & ~s.chosen


def secret(c: Constants, s: State) -> int:
    """Clause 2.2: every round is a secret phase of its own."""
    return 0 if s.over else s.round


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 2.2: any colour in the hand."""
    if s.over or (s.chosen >> seat) & 1:
        return 0
    n = 0
    for k in range(KINDS):
        if s.hand[seat, k] > 0:
            out[n] = k
            n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Clause 2.2: lay a card face down; the last one turns all of them up."""
    s.hand[seat, a] -= 1
    s.laid[seat] = a + 1
    s.chosen |= 1 << seat
    if s.chosen == (1 << c.seats) - 1:
        turn_up(c, s)


def turn_up(c: Constants, s: State) -> None:
    """Clauses 2.3–2.4 and 3.1: points, then a new round or the end."""
    for seat in range(c.seats):
        s.score[seat] += points(c, s, s.laid[seat] - 1)
    for seat in range(c.seats):
        s.pile[s.laid[seat] - 1] += 1
        s.shown[seat] = s.laid[seat]
        s.laid[seat] = 0
    s.chosen = 0
    if s.round == c.rounds:
        s.over = 1
        return
    for seat in range(c.seats):
        draw(s, seat)
    begin_round(c, s)


def points(c: Constants, s: State, card: int) -> int:
    """Clause 2.3: what a card gets among those that were laid."""
    beats, each = beaten(c, s.wanted, card)
    n = 0
    for seat in range(c.seats):
        if s.laid[seat] == beats + 1:
            n += each
    return n


def beaten(c: Constants, wanted: int, card: int) -> tuple[int, int]:
    """Clause 2.3: the colour that a card beats, and the points for each."""
    if card == c.tint[wanted]:
        return c.base[wanted], TINTED
    if card == c.base[wanted]:
        return c.mud[wanted], COVERED
    return c.tint[wanted], SPOILED


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clause 3.1: the most points win."""
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank(scores, ranks, c.seats)
    return 0
