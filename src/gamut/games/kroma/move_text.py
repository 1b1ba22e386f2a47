"""A move of Kroma as a sentence, for hints."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.games.kroma import record as rec
from gamut.games.kroma.board import TARGETS
from gamut.games.kroma.presentation import decode_lay, name_cells
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.view import printed


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`lay the blue diamond on r5 c3–4, leaning right`; a player whose turn comes twice in a row lays two pieces."""
    if actions[0] < rec.LAY:
        return f"choose {TARGETS[actions[0]]}"
    return "lay " + ", then ".join(describe_piece(c, a) for a in actions)


def describe_piece(c: Constants, a: int) -> str:
    piece, colour, place = decode_lay(c, a)
    cells = name_cells(printed(c), place.cells)
    return f"the {colour} {piece.name} on {cells}, {piece.orientations[place.orientation].words}"
