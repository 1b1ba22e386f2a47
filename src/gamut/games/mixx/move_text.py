"""A move of Mixx as a sentence, for hints."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.games.mixx.presentation import TARGET_NAMES, card_name
from gamut.games.mixx.record import ACROSS, COLOUR_NAMES, Constants, State, decode_action


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`place the red fish in the line, then the blue anchor across the red card`; a player alone places several."""
    empty, centre, parts = s.row_length == 0, s.centre > 0, []
    for a in actions:
        parts.append(f"the {card_name(decode_action(a)[0])}{describe_place(a, empty, centre)}")
        empty, centre = False, centre or decode_action(a)[1] >= ACROSS
    return "place " + ", then ".join(parts)


def describe_place(a: int, empty: bool, centre: bool) -> str:
    """Say where a card is placed; the first card of a round has no place to choose."""
    _, target = decode_action(a)
    if empty:
        return ""
    if target >= ACROSS:
        return f" across the {COLOUR_NAMES[target - ACROSS]} card"
    return f" in the {TARGET_NAMES[target] if centre else 'line'}"
