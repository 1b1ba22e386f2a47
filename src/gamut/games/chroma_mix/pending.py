"""The stack of what waits for a decision, and the trail of what happens without one; `record` tells both."""

from __future__ import annotations

from gamut.games.chroma_mix.record import State, event_code

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


def note(s: State, event: int, which: int) -> None:
    """Something happens that nobody chose."""
    s.trail[s.trailed] = event_code(event, which)
    s.trailed += 1


def forget_trail(s: State) -> None:
    """A new action begins."""
    for i in range(s.trailed):
        s.trail[i] = 0
    s.trailed = 0
