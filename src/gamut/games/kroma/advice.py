"""What speaks for an action in Kroma: what it blends, or what may come to lie above it."""

from __future__ import annotations

from gamut.games.kroma.board import TARGETS
from gamut.games.kroma.language import lay, listed
from gamut.games.kroma.record import HUES, LAY, ONE, Constants, State
from gamut.games.kroma.rules import colour_at, colour_of, seat_of


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    """`It blends 4 green, your colour, and 1 orange.`"""
    if a < LAY:
        return "Nothing lies on the board yet: every colour is as good."
    colour = colour_of(c, a)
    if s.phase == ONE:
        return advise_ground(c, s, seat, lay(c, a)[1], colour)
    blended = [0] * HUES
    for cell in lay(c, a)[2].cells:
        under = colour_at(s.below, cell)
        if under >= 0 and under != colour:
            blended[HUES - under - colour] += 1
    own = s.target[seat] - 1
    order = sorted((t for t in range(HUES) if blended[t]), key=lambda t: t != own)
    said = [f"{blended[t]} {TARGETS[t]}{' of yours' if t == own else ''}" for t in order]
    return f"It blends {listed(said)}." if said else "It blends nothing, and keeps others from blending there."


def advise_ground(c: Constants, s: State, seat: int, name: str, colour: int) -> str:
    """What may and what cannot be blended above a colour."""
    above = [TARGETS[t] for t in range(HUES) if t != colour]
    owner = seat_of(c, s, colour)
    whose = "" if owner < 0 else " of yours" if owner == seat else f" of {{{owner}}}"
    return f"Above {name} come {' and '.join(above)}, never the {TARGETS[colour]}{whose}."
