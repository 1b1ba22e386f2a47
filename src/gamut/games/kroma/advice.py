"""What is good about an action of Kroma: what it blends, or what can be blended above it."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS, Place
from gamut.games.kroma.presentation import decode_lay
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_of, seat_of
from gamut.games.kroma.view import BLENDS, colours_by_cell


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    """`Blends 4 green (yours) and 1 orange.`"""
    s, a = before, actions[0]  # a move is one tile
    if a < rec.LAY:
        return "The board is empty: all targets are equally good."
    if s.phase == rec.ONE:
        return advise_ground(c, s, seat, colour_of(c, a))
    blended = count_blends(colours_by_cell(c, s.below), *decode_lay(c, a)[1:])
    own = s.target[seat] - 1
    order = sorted((t for t in range(rec.HUES) if blended[t]), key=lambda t: t != own)
    gains = [f"{blended[t]} {TARGETS[t]}{' (yours)' if t == own else ''}" for t in order]
    return f"Blends {join_words(gains)}." if gains else "Blends nothing, but keeps others from blending there."


def count_blends(below: Sequence[str], hue: str, place: Place) -> list[int]:
    """Count by target the triangles that a colour would blend at a place."""
    blended = [0] * rec.HUES
    for cell in place.cells:
        if target := BLENDS.get((below[cell], hue)):
            blended[TARGETS.index(target)] += 1
    return blended


def advise_ground(c: Constants, s: State, seat: int, colour: int) -> str:
    """Return what can and what cannot be blended above a colour."""
    above = " or ".join(TARGETS[t] for t in range(rec.HUES) if t != colour)
    owner = seat_of(c, s, colour)
    whose = "" if owner < 0 else "your " if owner == seat else f"{{{owner}}}'s "
    return f"{COLOURS[colour].capitalize()} can become {above}, but not {whose}{TARGETS[colour]}."
