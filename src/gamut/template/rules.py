"""The rules of Easel. Clause numbers refer to RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.engine.ranking import rank_scores
from gamut.engine.record import Row
from gamut.template.record import COPIES, N_COLOURS, N_TARGETS, Constants, State

TINT_POINTS, BASE_POINTS, MUD_POINTS = 2, 1, 1  # for each card that is beaten


def deal(c: Constants, s: State) -> None:
    """Deal the hands and start the first round (clauses 1.1–1.2)."""
    for k in range(N_COLOURS):
        s.deck[k] = COPIES
    for seat in range(c.seats):
        for _ in range(c.hand):
            draw_card(s, seat)
    start_round(s)


def draw_card(s: State, seat: int) -> None:
    """Move a random card from the deck to a hand."""
    card = nth_card(s.deck, chance(s, count_cards(s.deck)))
    s.deck[card] -= 1
    s.hand[seat, card] += 1


def count_cards(counts: Row) -> int:
    return counts[0] + counts[1] + counts[2]


def nth_card(counts: Row, n: int) -> int:
    """Return the colour of card number `n` if the cards are sorted by colour."""
    card = 0
    while n >= counts[card]:
        n -= counts[card]
        card += 1
    return card


def start_round(s: State) -> None:
    """Choose the next target colour (clause 2.1)."""
    s.round += 1
    s.target = chance(s, N_TARGETS)


def actors(c: Constants, s: State) -> int:
    """Return all seats that have not played a card yet (clause 2.2)."""
    return 0 if s.over else ((1 << c.seats) - 1) & ~s.submitted


def secret_phase(c: Constants, s: State) -> int:
    """Return the round: each round is a secret phase of its own (clause 2.2)."""
    return 0 if s.over else s.round


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """Write the colours in the hand (clause 2.2)."""
    if s.over or (s.submitted >> seat) & 1:
        return 0
    n = 0
    for k in range(N_COLOURS):
        if s.hand[seat, k] > 0:
            out[n] = k
            n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Play a card face down; the last card of a round reveals all of them (clauses 2.2–2.3)."""
    s.hand[seat, a] -= 1
    s.played[seat] = a + 1
    s.submitted |= 1 << seat
    if s.submitted == (1 << c.seats) - 1:
        reveal(c, s)


def reveal(c: Constants, s: State) -> None:
    """Score the cards, then start the next round or end the game (clauses 2.3–2.4 and 3.1)."""
    for seat in range(c.seats):
        s.score[seat] += score_card(c, s, s.played[seat] - 1)
    for seat in range(c.seats):
        s.discard[s.played[seat] - 1] += 1
        s.revealed[seat] = s.played[seat]
        s.played[seat] = 0
    s.submitted = 0
    if s.round == c.rounds:
        s.over = 1
        return
    for seat in range(c.seats):
        draw_card(s, seat)
    start_round(s)


def score_card(c: Constants, s: State, card: int) -> int:
    """Return the points of a card among those that were played (clause 2.3)."""
    beaten, points = find_beaten(c, s.target, card)
    total = 0
    for seat in range(c.seats):
        if s.played[seat] == beaten + 1:
            total += points
    return total


def find_beaten(c: Constants, target: int, card: int) -> tuple[int, int]:
    """Return the colour that a card beats, and the points for each such card (clause 2.3)."""
    if card == c.tint[target]:
        return c.base[target], TINT_POINTS
    if card == c.base[target]:
        return c.mud[target], BASE_POINTS
    return c.tint[target], MUD_POINTS


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Rank the seats by points (clause 3.1)."""
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank_scores(scores, ranks, c.seats)
    return 0
