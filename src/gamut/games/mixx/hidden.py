"""What a seat of Mixx knows: everything but the order of the deck, which nobody has."""

from __future__ import annotations

from gamut.engine.bits import NONE, count
from gamut.engine.chance import forget_key, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.showing import show_set
from gamut.games.mixx.record import CARDS, SEATS, Constants, State

SETS = SEATS + 5
FEATURES = CARDS * SETS + SEATS + 3
LAYOUT = (
    FeatureBlock("sets", (SETS, CARDS), "1 for each card (motif · 8 + colour) that is in the stock of a seat (own "
                 "first, then in turn order), in the deck, on the table, open for the level axis, open for the "
                 "upright axis, or can be laid at all"),
    FeatureBlock("won", (SEATS,), "cards won by each seat, own first, of 64"),
    FeatureBlock("left", (1,), "cards in the deck, of 64"),
    FeatureBlock("laid", (1,), "cards on the table, of 15"),
    FeatureBlock("alone", (1,), "1 when all others have missed"),
)  # fmt: skip


def hide(c: Constants, s: State, seat: int) -> None:
    """Stocks lie open and the deck is what is left: only the key is secret."""
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Other draws from the same deck."""
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Every lay is open."""
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Sets of cards: stocks (own first), deck, table, what may be laid where; then counts."""
    for k in range(SEATS):
        show_set(s.stock[(seat + k) % c.seats] if k < c.seats else NONE, out, k * CARDS, CARDS)
        out[CARDS * SETS + k] = count(s.won[(seat + k) % c.seats]) / CARDS if k < c.seats else 0.0
    show_set(s.deck, out, SEATS * CARDS, CARDS)
    show_set(s.laid, out, (SEATS + 1) * CARDS, CARDS)
    show_set(s.level_open, out, (SEATS + 2) * CARDS, CARDS)
    show_set(s.upright_open, out, (SEATS + 3) * CARDS, CARDS)
    show_set(s.reach, out, (SEATS + 4) * CARDS, CARDS)
    out[CARDS * SETS + SEATS] = s.left / CARDS
    out[CARDS * SETS + SEATS + 1] = (s.levels + s.uprights) / 15
    out[CARDS * SETS + SEATS + 2] = 1.0 if s.alone else 0.0
