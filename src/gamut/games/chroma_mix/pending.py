"""The stack of what waits for a decision; `record` says what lies on it and why it is deep enough."""

from __future__ import annotations

from gamut.games.chroma_mix.record import State

NO_CARD = -1  # the cause of what a player chose to do


def push(s: State, what: int, who: int, cause: int, more: int) -> None:
    """Something new comes before all that waits."""
    s.what[s.depth] = what
    s.who[s.depth] = who
    s.cause[s.depth] = cause
    s.more[s.depth] = more
    s.depth += 1


def pop(s: State) -> None:
    """What was to be decided is done."""
    s.depth -= 1
    s.what[s.depth] = s.who[s.depth] = s.cause[s.depth] = s.more[s.depth] = 0


def one_less(s: State) -> None:
    """One of several is done."""
    s.more[s.depth - 1] -= 1
    if s.more[s.depth - 1] == 0:
        pop(s)
