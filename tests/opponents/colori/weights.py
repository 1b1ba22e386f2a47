"""The weights of the network, as fields of the constants."""

from __future__ import annotations

from gamut.engine.record import i4

INPUTS, UNITS = 80, 32
MAX_ROUNDS_LEFT = 6  # the most that the network was trained with


class Weights:
    inner = i4(INPUTS, UNITS)
    shift = i4(UNITS)
    outer = i4(UNITS)
    rest = i4()
    spread = i4(MAX_ROUNDS_LEFT + 1)  # a lead that makes a win e times as likely, by the rounds that are left
