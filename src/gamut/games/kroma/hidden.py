"""What a seat of Kroma knows: everything. Only the key that dealt random targets is kept."""

from __future__ import annotations

from gamut.engine.bits import is_in
from gamut.engine.chance import forget_key, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.games.kroma.record import CELLS, CHOOSING, COPIES, HUES, ONE, PIECES, SEATS, TWO, Constants, State

LAYERS = 2 * HUES
FEATURES = CELLS * LAYERS + PIECES * HUES + SEATS * (HUES + 1) + HUES + 4
LAYOUT = (
    FeatureBlock("cells", (CELLS, LAYERS), "for each triangle of the board: 1 in the column of its colour below"
                 " (blue, magenta, yellow) and in that of its colour above"),
    FeatureBlock("stock", (PIECES, HUES), "pieces left of each shape and colour, of all there are"),
    FeatureBlock("seats", (SEATS, HUES + 1), "for each seat, own first, then in turn order: 1 in the column of "
                 "its target (orange, green, purple), and whether it is its turn"),
    FeatureBlock("points", (HUES,), "triangles that show each target, of 144"),
    FeatureBlock("phase", (4,), "whether targets are chosen, whether it is Phase One or Phase Two, and whether "
                 "colours need not lie apart any more"),
)  # fmt: skip


def hide(c: Constants, s: State, seat: int) -> None:
    """Nothing but the key."""
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Another key; nothing is dealt any more."""
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """All is open."""
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """For each cell its colours below and above; then stock, seats (own first), points and the phase."""
    for cell in range(CELLS):
        for colour in range(HUES):
            out[cell * LAYERS + colour] = 1.0 if is_in(s.below[colour], cell) else 0.0
            out[cell * LAYERS + HUES + colour] = 1.0 if is_in(s.above[colour], cell) else 0.0
    at = CELLS * LAYERS
    for piece in range(PIECES):
        for colour in range(HUES):
            out[at] = s.stock[piece, colour] / COPIES[piece]
            at += 1
    for k in range(SEATS):
        other = (seat + k) % c.seats
        for target in range(HUES):
            out[at] = 1.0 if k < c.seats and s.target[other] == target + 1 else 0.0
            at += 1
        out[at] = 1.0 if k < c.seats and s.turn == other else 0.0
        at += 1
    for target in range(HUES):
        out[at] = s.points[target] / CELLS
        at += 1
    out[at] = 1.0 if s.phase == CHOOSING else 0.0
    out[at + 1] = 1.0 if s.phase == ONE else 0.0
    out[at + 2] = 1.0 if s.phase == TWO else 0.0
    out[at + 3] = 1.0 if s.loose else 0.0
