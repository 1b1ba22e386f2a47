"""The weights of the networks, as fields of the constants."""

from __future__ import annotations

from gamut.engine.record import i4

INPUTS, UNITS = 72, 32
SEAT_NETWORK, BILLY_NETWORK, NETWORKS = 0, 1, 2


class Weights:
    inner = i4(NETWORKS, INPUTS, UNITS)
    shift = i4(NETWORKS, UNITS)
    outer = i4(NETWORKS, UNITS)
    rest = i4(NETWORKS)
