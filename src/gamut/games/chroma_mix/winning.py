"""How Chroma Mix is won, and how the players are ranked. Clause numbers are those of RULES.md.

Hand and play area are given as a row of counts and the index of its first kind, because `guide` checks for victories
with cards that it has only moved in its scratch memory.
"""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_billy, is_solo
from gamut.games.chroma_mix.record import Constants, State

POINTS_NEEDED, CARDS_NEEDED, DOTS_NEEDED, RANK_2_NEEDED = 17, 17, 8, 6
BURGUNDY_COUNTS = (4, 3, 2, 1)  # cards of rank 1, 2, 3 and 4
FIRST_KINDS = (rec.SOFT_CYAN, rec.CERULEAN, rec.AZURE, rec.RUBY, rec.KINDS)  # of rank 1, 2, 3 and 4, and the end
(
    BY_POINTS, BY_SAPPHIRE, BY_RUBY, BY_BURGUNDY, BY_MUSTARD, BY_PETROL,
    BILLY_BY_POINTS, BILLY_BY_SAPPHIRE, BILLY_BY_RUBY, OUT_OF_TIME,
) = range(10)  # fmt: skip


# ---------------------------------------------------------------------- counting cards


def sum_points(c: Constants, cards: Row, start: int) -> int:
    points = 0
    for kind in range(rec.KINDS):
        points += c.points[kind] * cards[start + kind]
    return points


def sum_dots(c: Constants, cards: Row, start: int) -> int:
    dots = 0
    for kind in range(rec.KINDS):
        dots += c.rank[kind] * cards[start + kind]
    return dots


def count_kinds(cards: Row, start: int, first: int, end: int) -> int:
    """Return the number of cards of the kinds from `first` to `end` − 1."""
    n = 0
    for kind in range(first, end):
        n += cards[start + kind]
    return n


def count_held(s: State, player: int, kind: int) -> int:
    """Return how many copies of a card a player has in hand and play."""
    return s.hand[player, kind] + s.play[player, kind]


def count_cards(s: State, player: int) -> int:
    """Return the number of cards in hand and play."""
    return count_kinds(s.hand[player], 0, 0, rec.KINDS) + count_kinds(s.play[player], 0, 0, rec.KINDS)


def count_points(c: Constants, s: State, player: int) -> int:
    """Clauses 1.1 and 9.6: return the points in play; Billy's count in his hand."""
    return sum_points(c, s.hand[player] if is_billy(c, player) else s.play[player], 0)


def count_dots(c: Constants, s: State, player: int) -> int:
    """Return the rank dots in hand and play."""
    return sum_dots(c, s.hand[player], 0) + sum_dots(c, s.play[player], 0)


def tucked_dots(c: Constants, s: State) -> int:
    return sum_dots(c, s.tucked, 0)


# ---------------------------------------------------------------------- victories


def find_victories(c: Constants, s: State, player: int) -> int:
    """Return the set of victories whose conditions a player meets now."""
    return check_victories(c, s, s.hand[player], 0, s.play[player], 0, is_billy(c, player))


def check_victories(c: Constants, s: State, hand: Row, hand_start: int, play: Row, play_start: int, billy: bool) -> int:
    """Clauses 8.3 to 8.8: return the set of victories of these cards; what Billy needs in play may be in his hand."""
    shown, start = play, play_start
    if billy:
        shown, start = hand, hand_start
    points, cards, victories = 0, 0, 0
    for kind in range(rec.KINDS):
        points += c.points[kind] * shown[start + kind]
        cards += hand[hand_start + kind] + play[play_start + kind]
    if points >= POINTS_NEEDED:
        victories |= rec.POINTS_VICTORY
    if shown[start + rec.SAPPHIRE] and cards >= CARDS_NEEDED:
        victories |= rec.SAPPHIRE_VICTORY
    emeralds = hand[hand_start + rec.EMERALD] + play[play_start + rec.EMERALD]
    sapphires = hand[hand_start + rec.SAPPHIRE] + play[play_start + rec.SAPPHIRE]
    if shown[start + rec.RUBY] and emeralds and sapphires:
        victories |= rec.RUBY_VICTORY
    has_special = s.special != rec.NO_SPECIAL and play[play_start + s.special] > 0
    if has_special and meets_special_condition(c, s, hand, hand_start, play, play_start):
        victories |= rec.SPECIAL_VICTORY
    return victories


def meets_special_condition(c: Constants, s: State, hand: Row, hand_start: int, play: Row, play_start: int) -> bool:
    """Clauses 8.6 to 8.8: return whether the condition of the special card, which is in play, is met."""
    if s.special == rec.MUSTARD:
        return tucked_dots(c, s) >= DOTS_NEEDED
    for rank in range(1, 5):
        first, end = FIRST_KINDS[rank - 1], FIRST_KINDS[rank]
        n = count_kinds(hand, hand_start, first, end) + count_kinds(play, play_start, first, end)
        if s.special == rec.PETROL and rank == 2:
            return n >= RANK_2_NEEDED
        if s.special == rec.BURGUNDY and n != BURGUNDY_COUNTS[rank - 1]:
            return False
    return True


def best_victory(s: State, player: int) -> int:
    """Return the best victory that a player has achieved: a single bit, or 0."""
    for victory in (rec.SPECIAL_VICTORY, rec.RUBY_VICTORY, rec.SAPPHIRE_VICTORY):
        if s.victories[player] & victory:
            return victory
    return s.victories[player]


# ---------------------------------------------------------------------- the result


def has_winner(c: Constants, s: State) -> bool:
    """Clause 8.11: return whether any player has achieved a victory."""
    for player in range(c.players):
        if s.victories[player]:
            return True
    return False


def rank_key(c: Constants, s: State, player: int) -> int:
    """Clauses 8.9 and 8.10 as one number: a higher one ranks higher, and no two players have the same."""
    best = best_victory(s, player)
    second = count_points(c, s, player) if best else count_dots(c, s, player)
    return (best * 1024 + second) * c.players + (player - s.first) % c.players


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 8.9 to 8.11: the scores are points; the ranks begin with 2 if no player has achieved a victory."""
    achieved = has_winner(c, s)
    for seat in range(c.seats):
        scores[seat] = count_points(c, s, seat)
        ranks[seat] = 1 if achieved else 2
        for other in range(c.players):
            if rank_key(c, s, other) > rank_key(c, s, seat):
                ranks[seat] += 1
    if not achieved:
        ranks[0] = 2 if is_solo(c) else ranks[0]
        return OUT_OF_TIME
    if is_solo(c) and ranks[0] != 1:
        return BILLY_BY_POINTS + winning_reason(s, rec.BILLY)
    winner = 0
    while ranks[winner] != 1:
        winner += 1
    return winning_reason(s, winner)


def winning_reason(s: State, winner: int) -> int:
    best = best_victory(s, winner)
    if best == rec.SPECIAL_VICTORY:
        return BY_BURGUNDY + s.special - rec.BURGUNDY
    if best == rec.RUBY_VICTORY:
        return BY_RUBY
    if best == rec.SAPPHIRE_VICTORY:
        return BY_SAPPHIRE
    return BY_POINTS
