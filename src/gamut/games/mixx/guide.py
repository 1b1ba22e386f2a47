"""Weights for the legal actions of Mixx: leave the others nothing to place, and keep something for yourself."""

from __future__ import annotations

from gamut.engine.bits import bit, count
from gamut.engine.record import Row
from gamut.games.mixx.record import Constants, State, decode_action
from gamut.games.mixx.rules import playable_after
from gamut.games.mixx.value import WAITING_BONUS, measure_strength

MIN_WEIGHT, MAX_WEIGHT = 1, 1000


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    """Weigh by the odds to win the round after each action."""
    for k in range(n):
        card, target = decode_action(actions[k])
        playable = playable_after(c, s, card, target)
        own = measure_strength(s.stock[seat] & ~bit(card) & playable, 2 * WAITING_BONUS)
        others = 0
        for other in range(c.seats):
            if other != seat:
                others += measure_strength(s.stock[other] & playable, 0)
        if others == 0:  # they are stuck: the more cards can follow, the better
            out[k] = MAX_WEIGHT + count(s.stock[seat] & playable)
        else:
            out[k] = MIN_WEIGHT + (MAX_WEIGHT - MIN_WEIGHT) * own // (own + others)
