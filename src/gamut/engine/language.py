"""What a game says: its texts, paths of touches, questions, log, and what is drawn of it.

Every function gets strict records; `s` is always a copy that `hide` has emptied of what the seat cannot know, so
nothing that is said can tell a secret. The texts are the same for browser, terminal and screen reader.

How texts name seats: the text of a log entry follows the name of its seat and has no subject of its own ("laid
red fish"). Everywhere else a seat is written `{0}`, `{1}`, …, and `fill_names` puts the names in. What is told
stands in the past, which is the same after "you" and after a name, and has no possessive.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from types import ModuleType
from typing import Any, TypeAlias

import msgspec
import numpy as np

Function = Callable[..., Any]
Touch: TypeAlias = str | tuple[str, ...]  # an id, or several that may be touched in any order
TouchPath: TypeAlias = tuple[Touch, ...]
SEAT_IN_TEXT = re.compile(r"\{(\d+)\}")


def fill_names(text: str, names: Sequence[str], reader: int = -1) -> str:
    """A text with the names of its seats; the reader's seat is "you", with a capital where a sentence begins."""

    def name_seat(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat != reader:
            return names[seat]
        return "You" if text[: found.start()].rstrip()[-1:] in ("", ".", "!", "?") else "you"

    return SEAT_IN_TEXT.sub(name_seat, text)


class LogEntry(msgspec.Struct, frozen=True):
    """One line of a log: who, what, and the pieces it is about. A heading has no seat (−1)."""

    text: str
    seat: int = -1
    pieces: tuple[str, ...] = ()
    heading: bool = False


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done: a sentence, and the pieces that show it, by their ids in paths or views."""

    text: str
    pieces: tuple[str, ...] = ()


def quiet(f: Function) -> Function:
    """The function where words may overflow, as they do in native code."""

    @wraps(f)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return f(*arguments)

    return call


def every_action(c: Any) -> int:
    """Marks a game in which all actions exist, whatever the options."""
    return -1


def no_headline(c: Any, s: Any, seat: int) -> str:
    """A game without rounds or phases has nothing to put above its table."""
    return ""


def no_reason(c: Any, s: Any, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """A game that cannot say why not."""
    return None


def no_warning(c: Any, s: Any, seat: int, a: int) -> str:
    """A game in which nothing can be wasted."""
    return ""


def no_advice(c: Any, s: Any, seat: int, a: int) -> str:
    """A game that cannot say what is good about an action."""
    return ""


def no_moment(c: Any, before: Any, after: Any, seat: int, mover: int, a: int) -> msgspec.Struct | None:
    """A game in which nothing is worth a pause."""
    return None


def nothing_printed(c: Any) -> msgspec.Struct | None:
    """A game whose pieces need no words."""
    return None


@dataclass(frozen=True)
class Language:
    """The functions of a game's language; those with a default may be left out."""

    action: Callable[[Any, int], str]  # (c, a): short text, unique among the game's actions
    path: Callable[[Any, int], TouchPath]  # (c, a): what a person touches to say it
    ask: Callable[[Any, Any, int], str]  # (c, s, seat): what is asked of the seat
    # (c, before, after, seat, mover, a): what happened; `a` is the action as the seat saw it, or UNSEEN
    tell: Callable[[Any, Any, Any, int, int, int], list[LogEntry]]
    view: Callable[[Any, Any, int], msgspec.Struct]  # (c, s, seat): what a table component draws
    draw: Callable[[Any, Any, int, list[str]], Any]  # (c, s, seat, names): the same for a terminal, by Rich
    actions: Callable[[Any], int] = every_action  # (c): how many actions these options have
    headline: Callable[[Any, Any, int], str] = no_headline  # (c, s, seat): the round or phase, in a few words
    # (c, s, seat, touches so far, touched): why a piece cannot be touched now
    why_not: Callable[[Any, Any, int, Sequence[str], str], Reason | None] = no_reason
    warn: Callable[[Any, Any, int, int], str] = no_warning  # (c, s, seat, a): what the action would waste
    advise: Callable[[Any, Any, int, int], str] = no_advice  # (c, s, seat, a): what speaks for the action
    # as `tell`: a picture of what happened, if it is worth a pause; its `text` is one or two sentences
    moment: Callable[[Any, Any, Any, int, int, int], msgspec.Struct | None] = no_moment
    catalogue: Callable[[Any], msgspec.Struct | None] = nothing_printed  # (c): what is printed on the pieces
    legend: str = ""  # what the drawing's signs and abbreviations stand for

    def __post_init__(self) -> None:
        for f in fields(self):
            if callable(said := getattr(self, f.name)):
                object.__setattr__(self, f.name, quiet(said))

    @classmethod
    def gather(cls, *modules: ModuleType) -> Language:
        """The language that some modules define: functions by these names, and the text LEGEND."""
        found: dict[str, Any] = {}
        for m in modules:
            for f in fields(cls):
                made = vars(m).get(f.name)
                if inspect.isfunction(made) and made.__module__ == m.__name__:
                    found[f.name] = made
            if "LEGEND" in vars(m):
                found["legend"] = vars(m)["LEGEND"]
        if missing := [f.name for f in fields(cls) if f.default is MISSING and f.name not in found]:
            raise TypeError(f"the language lacks {', '.join(missing)}: none of the modules defines them")
        return cls(**found)
