"""What a seat of Kroma knows: everything but the chance key."""

from __future__ import annotations

from gamut.engine.bits import row_contains
from gamut.engine.chance import erase_key, renew_key
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.games.kroma import record as rec
from gamut.games.kroma.record import Constants, State

LAYERS = 2 * rec.HUES
FEATURES = rec.CELLS * LAYERS + rec.PIECES * rec.HUES + rec.MAX_SEATS * (rec.HUES + 1) + rec.HUES + 4
LAYOUT = (
    FeatureBlock("cells", (rec.CELLS, LAYERS), "for each triangle of the board: 1 in the column of its colour below"
                 " (blue, magenta, yellow) and in that of its colour above"),
    FeatureBlock("stock", (rec.PIECES, rec.HUES), "pieces left of each shape and colour, of all there are"),
    FeatureBlock("seats", (rec.MAX_SEATS, rec.HUES + 1), "for each seat, the observer first, then in turn order: 1 in "
                 "the column of its target (orange, green, purple), and whether it is its turn"),
    FeatureBlock("points", (rec.HUES,), "triangles that show each target, of 144"),
    FeatureBlock("phase", (4,), "whether targets are being chosen, whether it is Phase One or Phase Two, and "
                 "whether any colour can be laid anywhere"),
)  # fmt: skip


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Draw another key; nothing else is random after the deal."""
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Fill the features that LAYOUT describes."""
    for cell in range(rec.CELLS):
        for colour in range(rec.HUES):
            out[cell * LAYERS + colour] = 1.0 if row_contains(s.below[colour], cell) else 0.0
            out[cell * LAYERS + rec.HUES + colour] = 1.0 if row_contains(s.above[colour], cell) else 0.0
    k = rec.CELLS * LAYERS
    for piece in range(rec.PIECES):
        for colour in range(rec.HUES):
            out[k] = s.stock[piece, colour] / rec.COPIES[piece]
            k += 1
    for turn in range(rec.MAX_SEATS):
        other = (seat + turn) % c.seats
        for target in range(rec.HUES):
            out[k] = 1.0 if turn < c.seats and s.target[other] == target + 1 else 0.0
            k += 1
        out[k] = 1.0 if turn < c.seats and s.turn == other else 0.0
        k += 1
    for target in range(rec.HUES):
        out[k] = s.points[target] / rec.CELLS
        k += 1
    out[k] = 1.0 if s.phase == rec.CHOOSING else 0.0
    out[k + 1] = 1.0 if s.phase == rec.ONE else 0.0
    out[k + 2] = 1.0 if s.phase == rec.TWO else 0.0
    out[k + 3] = 1.0 if s.loose else 0.0
