"""What is worth doing in Chroma Mix."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE
from gamut.games.chroma_mix.record import *


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 10 if MIX_HAND <= acts[k] < REFILL else 1 if SWAP <= acts[k] <= END_TURN else 4


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    for p in range(c.seats):
        out[p] = WHOLE // (c.players + 1)
