"""What a seat of Mixx knows: everything but the order of the deck, which nobody has."""

from __future__ import annotations

from gamut.engine.bits import NONE, count, has
from gamut.engine.chance import rekey
from gamut.engine.record import Floats, WordRow
from gamut.games.mixx.record import CARDS, SEATS, Constants, State

SETS = SEATS + 5
FEATURES = CARDS * SETS + SEATS + 3


def hide(c: Constants, s: State, seat: int) -> None:
    """Stocks lie open and the deck is what is left: only the key is secret."""
    for k in range(3):
        s.key[k] = NONE


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Other draws from the same deck."""
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Every lay is open."""
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """For each card: stocks (own first), deck, table, what may be laid where; then counts."""
    for card in range(CARDS):
        base = card * SETS
        for k in range(SEATS):
            out[base + k] = 1.0 if k < c.seats and has(s.stock[(seat + k) % c.seats], card) else 0.0
        out[base + SEATS] = 1.0 if has(s.deck, card) else 0.0
        out[base + SEATS + 1] = 1.0 if has(s.laid, card) else 0.0
        out[base + SEATS + 2] = 1.0 if has(s.level_open, card) else 0.0
        out[base + SEATS + 3] = 1.0 if has(s.upright_open, card) else 0.0
        out[base + SEATS + 4] = 1.0 if has(s.reach, card) else 0.0
    for k in range(SEATS):
        out[CARDS * SETS + k] = count(s.won[(seat + k) % c.seats]) / CARDS if k < c.seats else 0.0
    out[CARDS * SETS + SEATS] = s.left / CARDS
    out[CARDS * SETS + SEATS + 1] = (s.levels + s.uprights) / 15
    out[CARDS * SETS + SEATS + 2] = 1.0 if s.alone else 0.0
