"""What is good about an action of Mixx: how many cards each player could place after it."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.bits import bit, count
from gamut.engine.presentation import format_count
from gamut.games.mixx.record import Constants, State, decode_action
from gamut.games.mixx.rules import playable_after


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    only = "This is the only card that you can place. " if count(before.stock[seat] & before.playable) == 1 else ""
    return only + describe_outcome(c, before, seat, actions[0])  # a move is one card


def describe_outcome(c: Constants, s: State, seat: int, a: int) -> str:
    """Return how many cards each player could place after an action."""
    if s.alone:
        return "Only you can place cards now: each one adds to your prize."
    card, target = decode_action(a)
    playable = playable_after(c, s, card, target)
    own = count(s.stock[seat] & ~bit(card) & playable)
    others = [(seat + k) % c.seats for k in range(1, c.seats)]
    counts = {other: count(s.stock[other] & playable) for other in others}
    if not any(counts.values()):
        return "After this, no other player can place a card."
    *parts, last = [f"{{{other}}} {n or 'none'}" for other, n in counts.items()]
    parts.insert(0, f"After this, {{{seat}}} could place {format_count(own, 'card') if own else 'no cards'}")
    return f"{', '.join(parts)} and {last}."
