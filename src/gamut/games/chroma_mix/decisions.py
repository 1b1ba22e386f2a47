"""The stack of pending decisions, and the events that happen without a decision; `record` describes both."""

from __future__ import annotations

from gamut.games.chroma_mix.record import State, encode_event


def push_decision(s: State, decision: int, seat: int, cause: int, detail: int) -> None:
    s.decision[s.depth] = decision
    s.decider[s.depth] = seat
    s.cause[s.depth] = cause
    s.detail[s.depth] = detail
    s.depth += 1


def pop_decision(s: State) -> None:
    s.depth -= 1
    s.decision[s.depth] = s.decider[s.depth] = s.cause[s.depth] = s.detail[s.depth] = 0


def count_down(s: State) -> None:
    """Reduce how often the current decision is to be made, and remove it after the last time."""
    s.detail[s.depth - 1] -= 1
    if s.detail[s.depth - 1] == 0:
        pop_decision(s)


def add_event(s: State, event: int, detail: int) -> None:
    s.events[s.n_events] = encode_event(event, detail)
    s.n_events += 1


def clear_events(s: State) -> None:
    for i in range(s.n_events):
        s.events[i] = 0
    s.n_events = 0
