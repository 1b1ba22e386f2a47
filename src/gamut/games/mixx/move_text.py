"""A move of Mixx as a sentence, for hints."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.games.mixx.presentation import TARGET_NAMES, card_name, list_row
from gamut.games.mixx.record import ACROSS, ROW, Constants, State, card_colour, decode_action


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`place the red fish in the line, then the blue anchor across the red fish`; a player alone places several."""
    line, centre, parts = list_row(s), s.centre > 0, []
    for a in actions:
        card, target = decode_action(a)
        parts.append(f"the {card_name(card)}{describe_place(line, target, centre)}")
        centre = centre or target >= ACROSS
        if target == ROW:
            line.append(card)
    return "place " + ", then ".join(parts)


def describe_place(line: Sequence[int], target: int, centre: bool) -> str:
    """Say where a card is placed; the first card of a round has no place to choose."""
    if not line:
        return ""
    if target >= ACROSS:
        crossed = next(card for card in line if card_colour(card) == target - ACROSS)
        return f" across the {card_name(crossed)}"
    return f" in the {TARGET_NAMES[target] if centre else 'line'}"
