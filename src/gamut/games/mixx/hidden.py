"""What a seat of Mixx knows: everything but the order of the deck."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, count
from gamut.engine.chance import erase_key, renew_key
from gamut.engine.features import write_set
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.games.mixx.record import CARDS, MAX_SEATS, Constants, State

SETS = MAX_SEATS + 5
FEATURES = CARDS * SETS + MAX_SEATS + 3
LAYOUT = (
    FeatureBlock("sets", (SETS, CARDS), "1 for each card (motif · 8 + colour) that is in the stock of a seat (the "
                 "observer first, then in turn order), in the deck, on the table, fits in the row, fits in the column, "
                 "or can be placed at all"),
    FeatureBlock("won", (MAX_SEATS,), "cards won by each seat, the observer first, of 64"),
    FeatureBlock("left", (1,), "cards in the deck, of 64"),
    FeatureBlock("placed", (1,), "cards on the table, of 15"),
    FeatureBlock("alone", (1,), "1 when all other players have missed"),
)  # fmt: skip


COUNTS = 8  # one for each number of cards from 0 to 6, and for 7 and more
SEAT_INPUTS = COUNTS + 3
INPUTS = FEATURES + MAX_SEATS * SEAT_INPUTS


def hide(c: Constants, s: State, seat: int) -> None:
    """Stocks are public and the deck is all other cards: only the chance key is secret."""
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Only the order of the deck is unknown."""
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Every action is public."""
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(MAX_SEATS):
        write_set(s.stock[(seat + k) % c.seats] if k < c.seats else EMPTY_SET, out, k * CARDS, CARDS)
        out[CARDS * SETS + k] = count(s.won[(seat + k) % c.seats]) / CARDS if k < c.seats else 0.0
    write_set(s.deck, out, MAX_SEATS * CARDS, CARDS)
    write_set(s.placed, out, (MAX_SEATS + 1) * CARDS, CARDS)
    write_set(s.row_fits, out, (MAX_SEATS + 2) * CARDS, CARDS)
    write_set(s.column_fits, out, (MAX_SEATS + 3) * CARDS, CARDS)
    write_set(s.playable, out, (MAX_SEATS + 4) * CARDS, CARDS)
    out[CARDS * SETS + MAX_SEATS] = s.deck_size / CARDS
    out[CARDS * SETS + MAX_SEATS + 1] = (s.row_length + s.column_length) / 15
    out[CARDS * SETS + MAX_SEATS + 2] = 1.0 if s.alone else 0.0


def describe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Add how many cards each seat could place now, and how many of them in the row and in the column."""
    observe(c, s, seat, out)
    for k in range(MAX_SEATS):
        stock = s.stock[(seat + k) % c.seats] if k < c.seats else EMPTY_SET
        start, placeable = FEATURES + k * SEAT_INPUTS, count(stock & s.playable)
        for n in range(COUNTS):
            out[start + n] = 1.0 if k < c.seats and n == min(placeable, COUNTS - 1) else 0.0
        out[start + COUNTS] = placeable / 4
        out[start + COUNTS + 1] = count(stock & s.row_fits) / 4
        out[start + COUNTS + 2] = count(stock & s.column_fits) / 4
