"""The value of a position of Mixx: who wins the round, and what that does to the lead.

The number of cards that each seat could place now predicts well who wins a round: in 140,000 positions of games between
search bots the odds were proportional to its cube, with a small advantage for the seats that are not on turn.
"""

from __future__ import annotations

from gamut.engine.bits import count
from gamut.engine.ranking import share_win, share_win_by_odds
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import MAX_SEATS, Constants, State

WAITING_BONUS = 1  # of a seat that is not on turn, in quarters of a card
TYPICAL_PRIZE = 12  # cards in a round
SCRATCH_SIZE = MAX_SEATS


def measure_strength(cards: Word, bonus: int) -> int:
    """Return the odds of a seat that could place these cards to win the round."""
    n = count(cards)
    return (4 * n + bonus) ** 3 if n > 0 else 0


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Average the shares of the win over the possible winners of the current round."""
    for seat in range(c.seats):
        out[seat] = count(s.won[seat]) if s.over else 0
    if s.over:
        share_win(out, out, c.seats)
        return
    placed = s.row_length + s.column_length
    prize = max(TYPICAL_PRIZE, placed + 1)
    left = max(0, s.deck_size - (prize - placed))
    spread = 6 + left // 5 if left > 0 else 2  # the lead in cards that makes a win e times as likely
    total = 0
    for winner in range(c.seats):
        if winner == s.turn or not s.alone:
            odds = measure_strength(s.stock[winner] & s.playable, 0 if winner == s.turn else WAITING_BONUS)
            total += odds
            for seat in range(c.seats):
                scratch[seat] = count(s.won[seat]) + (prize if seat == winner else 0)
            share_win_by_odds(scratch, scratch, c.seats, spread)
            for seat in range(c.seats):
                out[seat] += odds * scratch[seat]
    for seat in range(c.seats):
        out[seat] //= total
