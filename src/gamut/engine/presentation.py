"""What a game shows: its texts, touch paths, prompts, log, and the view that a table draws.

Every function gets records to read. `s` is always a copy from which `hide` has removed what the seat cannot know, so no
text can reveal a secret. Browser, terminal and screen reader use the same texts. What all see alike is made once:
`goals`, and in a game without secret fields `view`, `headline`, `log_entries` and `moment` too, for a spectator.

How texts name seats: the text of a log entry follows the name of its seat and has no subject of its own ("placed red
fish"). Everywhere else a seat is written `{0}`, `{1}`, …, and `fill_names` inserts the names. Log entries use the past
tense, which is the same after "you" and after a name, and no possessives.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cached_property, wraps
from types import ModuleType
from typing import Any, TypeAlias

import msgspec
import numpy as np

Function = Callable[..., Any]
PathElement: TypeAlias = str | tuple[str, ...]  # the id of a piece, or several that may be touched in any order
TouchPath: TypeAlias = tuple[PathElement, ...]
SEAT_IN_TEXT = re.compile(r"\{(\d+)\}")


def fill_names(text: str, names: Sequence[str], reader: int = -1) -> str:
    """Insert the names of seats into a text; the reader's seat is "you", capitalised at the start of a sentence."""

    def name_seat(match: re.Match[str]) -> str:
        seat = int(match[1])
        if seat != reader:
            return names[seat]
        return "You" if text[: match.start()].rstrip()[-1:] in ("", ".", "!", "?") else "you"

    return SEAT_IN_TEXT.sub(name_seat, text)


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Return `red`, `red and blue`, `red, blue and white`; nothing for no words."""
    *others, last = [*words] or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def format_count(n: int, noun: str, plural: str = "") -> str:
    """Return `1 star`, `2 stars` or `−1 star`; a plural that does not end in -s can be given."""
    number = str(n).replace("-", "−")
    return f"{number} {noun if abs(n) == 1 else plural or noun + 's'}"


def format_players(numbers: Collection[int], to: str = " to ") -> str:
    """Return `1 player`, `2 to 4 players` or `2 or 4 players`."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return format_count(low, "player")
    is_range = high - low == len(numbers) - 1
    return f"{low}{to}{high} players" if is_range else f"{join_words(map(str, sorted(numbers)), 'or')} players"


def add_article(noun: str) -> str:
    """Return `a fish` or `an anchor`."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


class LogEntry(msgspec.Struct, frozen=True):
    """One line of a log: the seat, what it did, and the pieces involved. A heading has no seat (−1)."""

    text: str
    seat: int = -1
    pieces: tuple[str, ...] = ()
    heading: bool = False


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done: a sentence, and the pieces that show it, by their ids in paths or views."""

    text: str
    pieces: tuple[str, ...] = ()


class PieceCount(msgspec.Struct, frozen=True):
    """Some equal pieces in a picture of what something costs or gives."""

    piece: str  # the id of a drawing of the game's table, such as `card:azure`
    name: str
    count: int = 1


class Fact(msgspec.Struct, frozen=True):
    """A labelled fact about a piece: `Rank`, `3`."""

    label: str
    text: str


class Effect(msgspec.Struct, frozen=True):
    """What a piece does, in full sentences, and when: `Once, when you print it`."""

    when: str
    text: str
    icon: str = ""  # the id of the drawing of its sign; empty: none


class Goal(msgspec.Struct, frozen=True):
    """How near a seat is to one way to win."""

    name: str  # `Sapphire victory`
    text: str  # `12 of 17 cards; Sapphire Blue still has to be printed`
    have: int
    need: int  # 0: there is no fixed goal, as with most points; then the bar compares the seats
    achieved: bool = False
    pieces: tuple[PieceCount, ...] = ()  # that count towards it


class Detail(msgspec.Struct, frozen=True):
    """What a piece, place, sign or seat is. `{0}` in its texts is the name of a seat."""

    name: str
    text: str = ""  # what it is or does, in full sentences
    picture: str = ""  # the id of the drawing of the piece; empty: none
    facts: tuple[Fact, ...] = ()
    effects: tuple[Effect, ...] = ()
    cost: tuple[PieceCount, ...] = ()
    gain: tuple[PieceCount, ...] = ()
    goals: tuple[Goal, ...] = ()  # of a seat


class LegendEntry(msgspec.Struct, frozen=True):
    """One area, sign or number of the table."""

    piece: str  # the id of its drawing, or `area:NAME` for an area of the table, or the sign itself as text
    name: str
    text: str  # one sentence


class LegendSection(msgspec.Struct, frozen=True):
    """Entries of the legend under a common title, in the order in which the eye meets them."""

    title: str
    entries: tuple[LegendEntry, ...]


_overflow = threading.local()


@contextmanager
def overflow_ignored() -> Iterator[None]:
    """Let 64-bit words overflow, as they do in native code. Around many calls of a presentation it saves time."""
    with np.errstate(over="ignore"):
        _overflow.ignored = True
        try:
            yield
        finally:
            _overflow.ignored = False


def ignore_overflow(f: Function) -> Function:
    """Wrap a function so that 64-bit words may overflow."""

    @wraps(f)
    def call(*arguments: Any) -> Any:
        if getattr(_overflow, "ignored", False):
            return f(*arguments)
        with overflow_ignored():
            return f(*arguments)

    return call


def always(value: Any) -> Function:
    """Return the default of an optional function: it returns the value, whatever its arguments."""
    return lambda *arguments: value


NOTHING, NO_TEXT, NO_ENTRIES, MINUS_ONE = always(None), always(""), always(()), always(-1)


def count_all(c: Any, actions: Sequence[int]) -> int:
    """Return the default of `trim_move`: every action does something."""
    return len(actions)


@dataclass(frozen=True)
class Presentation:
    """The presentation functions of a game; those with a default are optional."""

    action_text: Callable[[Any, int], str]  # (c, a): a short text, unique among the game's actions
    touch_path: Callable[[Any, int], TouchPath]  # (c, a): the pieces that a player touches to play it
    prompt: Callable[[Any, Any, int], str]  # (c, s, seat): what the seat has to decide
    # (c, before, after, seat, mover, a): what happened; `a` is the action as the seat saw it, or UNSEEN
    log_entries: Callable[[Any, Any, Any, int, int, int], list[LogEntry]]
    view: Callable[[Any, Any, int], msgspec.Struct]  # (c, s, seat): what a table component draws
    terminal_view: Callable[[Any, Any, int, list[str]], Any]  # (c, s, seat, names): the same for a terminal, with Rich
    action_count: Callable[[Any], int] = MINUS_ONE  # (c): the number of actions with these options; −1: all
    headline: Callable[[Any, Any, int], str] = NO_TEXT  # (c, s, seat): the round or phase, in a few words
    # (c, s, seat, touches so far, touched): why a piece cannot be touched now
    why_not: Callable[[Any, Any, int, Sequence[str], str], Reason | None] = NOTHING
    detail: Callable[[Any, Any, int, str], Detail | None] = NOTHING  # (c, s, seat, piece): what a piece is
    # (c, s, seat): how near this seat is to each way to win, as everyone can see; at the end also why it won
    goals: Callable[[Any, Any, int], tuple[Goal, ...]] = NO_ENTRIES
    legend: Callable[[Any], tuple[LegendSection, ...]] = NO_ENTRIES  # (c): every area, sign and number on the table
    warn: Callable[[Any, Any, int, int], str] = NO_TEXT  # (c, s, seat, a): what the action would waste
    # (c, s, seat, a): a legal action that would use what a wasteful one loses; −1: none
    instead: Callable[[Any, Any, int, int], int] = MINUS_ONE
    # (c, before, after, seat, actions): what is good about a move; `after` follows it or, if its end depends on chance,
    # comes before its last action
    advise: Callable[[Any, Any, Any, int, Sequence[int]], str] = NO_TEXT
    # (c, s, seat, actions): a move of one or more actions as one sentence, without its full stop; else their texts
    move_text: Callable[[Any, Any, int, Sequence[int]], str] = NO_TEXT
    # (c, actions): the number of actions of a suggested move without those at its end that do nothing; at least 1
    trim_move: Callable[[Any, Sequence[int]], int] = count_all
    # as `log_entries`: a picture of an event worth a pause, or None; its `text` is one or two sentences
    moment: Callable[[Any, Any, Any, int, int, int], msgspec.Struct | None] = NOTHING
    catalogue: Callable[[Any], msgspec.Struct | None] = NOTHING  # (c): what is printed on the pieces
    terminal_symbols: str = ""  # what the symbols and abbreviations of the terminal view stand for

    def __post_init__(self) -> None:
        for f in fields(self):
            if callable(function := getattr(self, f.name)):
                object.__setattr__(self, f.name, ignore_overflow(function))

    def defines(self, name: str) -> bool:
        """Return whether the game has an optional function of its own."""
        default = next(f.default for f in fields(self) if f.name == name)
        return inspect.unwrap(getattr(self, name)) is not default

    @cached_property
    def warns(self) -> bool:
        """Whether the game has a function `warn`."""
        return self.defines("warn")

    @classmethod
    def collect(cls, *modules: ModuleType) -> Presentation:
        """Collect the functions of these names that the modules define, and the text TERMINAL_SYMBOLS."""
        collected: dict[str, Any] = {}
        for m in modules:
            for f in fields(cls):
                function = vars(m).get(f.name)
                if inspect.isfunction(function) and function.__module__ == m.__name__:
                    collected[f.name] = function
            if "TERMINAL_SYMBOLS" in vars(m):
                collected["terminal_symbols"] = vars(m)["TERMINAL_SYMBOLS"]
        if missing := [f.name for f in fields(cls) if f.default is MISSING and f.name not in collected]:
            raise TypeError(f"the presentation is incomplete: no module defines {', '.join(missing)}")
        return cls(**collected)
