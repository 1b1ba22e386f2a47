"""How the game is won, and in which order the players come. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.chroma_mix.record import (
    AZURE,
    BILLY,
    BURGUNDY,
    CERULEAN,
    EMERALD,
    KINDS,
    MUSTARD,
    NO_SPECIAL,
    PETROL,
    POINTS_MET,
    RUBY,
    RUBY_MET,
    SAPPHIRE,
    SAPPHIRE_MET,
    SPECIAL_MET,
    Constants,
    State,
)  # fmt: skip

POINTS_GOAL, CARDS_GOAL, DOTS_GOAL, RANK_2_GOAL = 17, 17, 8, 6
(
    BY_POINTS, BY_SAPPHIRE, BY_RUBY, BY_BURGUNDY, BY_MUSTARD, BY_PETROL, BY_DOTS,
    BILLY_BY_POINTS, BILLY_BY_SAPPHIRE, BILLY_BY_RUBY, OUT_OF_TIME,
) = range(11)  # fmt: skip


def is_billy(c: Constants, player: int) -> bool:
    """Whether a player is Confident Billy."""
    return c.players > c.seats and player == BILLY


def held(s: State, player: int, kind: int) -> int:
    """How many copies of a card a player has in hand and play."""
    return s.hand[player, kind] + s.play[player, kind]


def count_held(s: State, player: int, first: int, end: int) -> int:
    """How many cards of some neighbouring kinds a player has in hand and play."""
    n = 0
    for kind in range(first, end):
        n += held(s, player, kind)
    return n


def count_points(c: Constants, s: State, player: int) -> int:
    """Clauses 1.1 and 9.6: the points of the cards in play; Billy's lie in its hand."""
    cards, n = s.hand[player] if is_billy(c, player) else s.play[player], 0
    for kind in range(KINDS):
        n += c.points[kind] * cards[kind]
    return n


def count_dots(c: Constants, s: State, player: int) -> int:
    """The rank dots of the cards in hand and play."""
    n = 0
    for kind in range(KINDS):
        n += c.rank[kind] * held(s, player, kind)
    return n


def tucked_dots(c: Constants, s: State) -> int:
    """The rank dots under Mustard."""
    n = 0
    for kind in range(KINDS):
        n += c.rank[kind] * s.tucked[kind]
    return n


def meets_special(c: Constants, s: State, player: int) -> bool:
    """Clauses 8.6 to 8.8: the victory of this game's special card."""
    if s.special == NO_SPECIAL or s.play[player, s.special] == 0:
        return False
    if s.special == MUSTARD:
        return tucked_dots(c, s) >= DOTS_GOAL
    rank_2 = count_held(s, player, CERULEAN, AZURE)
    if s.special == PETROL:
        return rank_2 >= RANK_2_GOAL
    rank_1, rank_3 = count_held(s, player, 0, CERULEAN), count_held(s, player, AZURE, RUBY)
    return rank_1 == 4 and rank_2 == 3 and rank_3 == 2 and count_held(s, player, RUBY, KINDS) == 1


def victories(c: Constants, s: State, player: int) -> int:
    """Clauses 8.3 to 8.8: the set of victories that a player meets now; what Billy needs may be in its hand."""
    met = POINTS_MET if count_points(c, s, player) >= POINTS_GOAL else 0
    shown = s.hand[player] if is_billy(c, player) else s.play[player]
    if shown[SAPPHIRE] and count_held(s, player, 0, KINDS) >= CARDS_GOAL:
        met |= SAPPHIRE_MET
    if shown[RUBY] and held(s, player, EMERALD) and held(s, player, SAPPHIRE):
        met |= RUBY_MET
    if meets_special(c, s, player):
        met |= SPECIAL_MET
    return met


def best_met(s: State, player: int) -> int:
    """The best victory a player has met: a single bit, or 0."""
    for best in (SPECIAL_MET, RUBY_MET, SAPPHIRE_MET):
        if s.met[player] & best:
            return best
    return s.met[player]


def standing(c: Constants, s: State, player: int) -> int:
    """Clauses 8.9 and 8.10 as one number, the higher the better; no two players have the same."""
    best = best_met(s, player)
    second = count_points(c, s, player) if best else count_dots(c, s, player)
    return (best * 1024 + second) * c.players + (player - s.first) % c.players


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 8.9 to 8.11: points as scores, and ranks by how the game was won."""
    for seat in range(c.seats):
        scores[seat] = count_points(c, s, seat)
        ranks[seat] = 1
        for other in range(c.players):
            if standing(c, s, other) > standing(c, s, seat):
                ranks[seat] += 1
    if c.players > c.seats:
        return solo_result(c, s, ranks)
    winner = 0
    while ranks[winner] != 1:
        winner += 1
    return reason(s, winner)


def solo_result(c: Constants, s: State, ranks: Row) -> int:
    """Clause 9.9: without a victory of its own the player has lost."""
    if s.met[0] | s.met[BILLY] == 0:
        ranks[0] = 2
        return OUT_OF_TIME
    if ranks[0] == 1:
        return reason(s, 0)
    return BILLY_BY_POINTS + reason(s, BILLY)


def reason(s: State, winner: int) -> int:
    """How a player has won."""
    best = best_met(s, winner)
    if best == SPECIAL_MET:
        return BY_BURGUNDY + s.special - BURGUNDY
    if best == RUBY_MET:
        return BY_RUBY
    if best == SAPPHIRE_MET:
        return BY_SAPPHIRE
    return BY_POINTS if best else BY_DOTS
