"""Estimates that the guide, the value network and the advice of Colori share.

Effort counts the pips still to be stored and the mixes still to be made before a wheel can pay for a garment, going
back from tertiary colours to the primaries they come from.
"""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.colori.record import COTTON, MAKE, WOOL, Constants, ability_kind

PIP_EFFORT, MIX_EFFORT = 3, 1  # of a missing pip, and of a mix
HALF_WORTH_EFFORT = 41  # the effort that halves the worth of a garment


def shortfall(n: int) -> int:
    return n if n > 0 else 0


def count_missing(cost: Row, wheel: Row) -> tuple[int, int]:
    """Return how many pips to store and mixes to make before a wheel can pay a cost.

    What is missing of a tertiary has to be mixed from its neighbours, which adds to what is missing of them; of a
    secondary likewise. Written out colour by colour, because it is called hundreds of times per decision.
    """
    vermilion, amber = shortfall(cost[1] - wheel[1]), shortfall(cost[3] - wheel[3])
    chartreuse, teal = shortfall(cost[5] - wheel[5]), shortfall(cost[7] - wheel[7])
    indigo, magenta = shortfall(cost[9] - wheel[9]), shortfall(cost[11] - wheel[11])
    orange = shortfall(cost[2] - wheel[2] + vermilion + amber)
    green = shortfall(cost[6] - wheel[6] + chartreuse + teal)
    purple = shortfall(cost[10] - wheel[10] + indigo + magenta)
    red = shortfall(cost[0] - wheel[0] + magenta + vermilion + purple + orange)
    yellow = shortfall(cost[4] - wheel[4] + amber + chartreuse + orange + green)
    blue = shortfall(cost[8] - wheel[8] + teal + indigo + green + purple)
    mixes = vermilion + amber + chartreuse + teal + indigo + magenta + orange + green + purple
    return red + yellow + blue, mixes


def measure_effort(c: Constants, wheel: Row, garment: int) -> int:
    """Return the effort until a wheel can pay for a garment."""
    pips, mixes = count_missing(c.cost[garment], wheel)
    return PIP_EFFORT * pips + MIX_EFFORT * mixes


def garment_worth(c: Constants, garment: int, effort: int) -> int:
    """Return the stars of a garment in thousandths, reduced by the effort it still takes."""
    return 1000 * c.stars[garment] * HALF_WORTH_EFFORT // (HALF_WORTH_EFFORT + effort)


def makes_garments(c: Constants, card: int) -> bool:
    return ability_kind(c.ability[card]) == MAKE


def is_fabric(card: int) -> bool:
    return WOOL <= card <= COTTON
