"""The verbs of any game on element `i` of an array of states: the smallest drivers, called from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

SLOTS = (
    "deal", "actors", "legal", "play", "result", "hide",
    "redeal", "seen", "observe", "guide", "value", "settled", "check",
)  # fmt: skip
if TYPE_CHECKING:
    from gamut.engine.slots import (
        actors,
        check,
        deal,
        guide,
        hide,
        legal,
        observe,
        play,
        redeal,
        result,
        seen,
        settled,
        value,
    )  # fmt: skip


def deal_at(t: Any, s: Any, i: int) -> None:
    """Set up a new game."""
    deal(t[0], s[i])


def actors_at(t: Any, s: Any, i: int) -> int:
    """The seats whose decision is awaited."""
    return actors(t[0], s[i])


def legal_at(t: Any, s: Any, i: int, seat: int, out: Any) -> int:
    """The legal actions of a seat."""
    return legal(t[0], s[i], seat, out)


def play_at(t: Any, s: Any, i: int, seat: int, a: int) -> None:
    """Do an action."""
    play(t[0], s[i], seat, a)


def revealing_at(t: Any, s: Any, seat: int, acts: Any, n: int, out: Any) -> None:
    """Which of `n` actions in `s[0]` would ask chance; `s[1]` is room to try them in."""
    for k in range(n):
        s[1] = s[0]
        play(t[0], s[1], seat, acts[k])
        out[k] = 1 if s[1].key[2] != s[0].key[2] else 0


def result_at(t: Any, s: Any, i: int, scores: Any, ranks: Any) -> int:
    """Scores, ranks and reason."""
    return result(t[0], s[i], scores, ranks)


def hide_at(t: Any, s: Any, i: int, seat: int) -> None:
    """Zero what the seat cannot know."""
    hide(t[0], s[i], seat)


def redeal_at(t: Any, s: Any, i: int, seat: int, r: Any) -> None:
    """Fill a hidden copy with a sample."""
    redeal(t[0], s[i], seat, r)


def seen_at(t: Any, s: Any, i: int, seat: int, mover: int, a: int) -> int:
    """An action as a seat sees it."""
    return seen(t[0], s[i], seat, mover, a)


def observe_at(t: Any, s: Any, i: int, seat: int, out: Any) -> None:
    """Features of a hidden copy."""
    observe(t[0], s[i], seat, out)


def guide_at(t: Any, s: Any, i: int, seat: int, acts: Any, n: int, out: Any) -> None:
    """Weights of the legal actions."""
    guide(t[0], s[i], seat, acts, n, out)


def value_at(t: Any, s: Any, i: int, seat: int) -> int:
    """Expected share of the victory."""
    return value(t[0], s[i], seat)


def settled_at(t: Any, s: Any, i: int) -> bool:
    """Whether the value can be trusted."""
    return settled(t[0], s[i])


def check_at(t: Any, s: Any, i: int) -> int:
    """The broken invariant, or 0."""
    return check(t[0], s[i])
