"""What speaks for an action in Chroma Mix, said with a hint."""

from __future__ import annotations

from gamut.games.chroma_mix.cards import CARDS, IDS
from gamut.games.chroma_mix.language import action_range
from gamut.games.chroma_mix.progress import POINTS, Holding, read_holding, say_distance, show_progress
from gamut.games.chroma_mix.record import (
    ALSO_PRINT,
    BILLY_PAYS,
    HELPING,
    PRINT,
    PRINT_IT,
    REFILL,
    RETURN,
    SWAP,
    SWAP_NOTHING,
    TAKE,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.victories import POINTS_GOAL


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    """`In play it counts 3: 8 of 17 points.`"""
    holding = read_holding(c, s, seat)
    start = action_range(a)[0]
    if start == BILLY_PAYS or (s.depth and s.what[s.depth - 1] == HELPING):
        return "It helps Billy the least."
    if start in (PRINT, ALSO_PRINT):
        return advise_printing(s, holding, a - start)
    if start == PRINT_IT:
        return advise_printing(s, holding, s.more[s.depth - 1])
    if start == TAKE:
        return find_need(s, holding, a - TAKE, "") or f"Printed: {say_effect(a - TAKE)}"
    if start in (REFILL, RETURN):
        return "Back in your hand it can be printed or mixed again."
    if start in (SWAP, SWAP_NOTHING):
        return "A rank-1 card of your choice is worth more now."
    left = say_distance(holding, s.special)
    return f"You still miss {left}." if left else "You have what a victory needs."


def advise_printing(s: State, holding: Holding, kind: int) -> str:
    """What a card does in play: for a victory, in points, or by its effect."""
    if need := find_need(s, holding, kind, "play"):
        return need
    worth = POINTS[kind]
    return (
        f"In play it counts {worth}: {holding.points + worth} of {POINTS_GOAL} points."
        if worth
        else say_effect(kind)
    )


def find_need(s: State, holding: Holding, kind: int, wanted: str) -> str:
    """The first victory that needs a card there, and does not have it yet; empty: none."""
    for progress in show_progress(holding, s.special):
        for piece in progress.pieces:
            if piece.id == IDS[kind] and not piece.there and (wanted == piece.wanted or not piece.place):
                return f"It is needed for {progress.title.partition(':')[0]}."
    return ""


def say_effect(kind: int) -> str:
    """What a card does, in full."""
    card = CARDS[kind]
    return str(card.get("once", card.get("lasting", ("", "It has pigments for richer cards.")))[1])
