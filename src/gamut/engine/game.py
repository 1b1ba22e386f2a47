"""What a game is to everybody else: some facts, a record, a few plain functions and its words.

The verbs are plain functions in the subset that Numba compiles; `t` is the read-only record of tables,
`s` the state:

    deal(t, s)                    set up a new game in a zeroed record; the key is already in `s`
    actors(t, s)                  bit mask of the seats whose decision is awaited, 0 when the game is over;
                                  several bits: a secret choice of all of them at the same time
    legal(t, s, seat, out)        write the legal action numbers, ascending; return how many. The one source of
                                  legality. A seat that has made its secret choice and may still change it has
                                  legal actions although it is not awaited
    play(t, s, seat, a)           do a legal action; unchecked, fast
    result(t, s, scores, ranks)   at the end: scores, and ranks from 1 (equal: shared); returns the reason's number
    hide(t, s, seat)              zero all the seat cannot know, the key included; seat −1 is a spectator
    redeal(t, s, seat, r)         fill a hidden copy with a sample that fits what the seat knows, with its own key
    seen(t, s, seat, mover, a)    the action as that seat sees it: `a`, or UNSEEN for another's secret choice
    observe(t, s, seat, out)      numeric features from a hidden copy
    guide(t, s, seat, acts, n, out)  integer weights, at least 1, of the `n` legal actions: informed playouts,
                                  widening, greedy play
    value(t, s, seat)             expected share of the victory: WHOLE won alone, 0 lost
    settled(t, s)                 whether `value` can be trusted here, so that playouts may be broken off; always,
                                  unless a game says otherwise
    check(t, s)                   0, or the number (from 1) of the invariant that is broken
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gamut.engine.bind import Interpreted, Native
from gamut.engine.errors import BadOptions, UnknownAction, listed
from gamut.engine.options import Option, Options, Value, settle
from gamut.engine.record import Array, dtype, new
from gamut.engine.view import view

Function = Callable[..., Any]
WHOLE = 10_000  # the value of a victory alone
UNSEEN = -1  # what `seen` makes of another seat's secret choice


def quiet(f: Function) -> Function:
    """The function where words may overflow, as they do in native code."""

    @wraps(f)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return f(*arguments)

    return call


def always(t: Any, s: Any) -> bool:
    """Every position is as good as another to evaluate."""
    return True


@dataclass(frozen=True)
class Verbs:
    """The compiled part of a game."""

    deal: Function
    actors: Function
    legal: Function
    play: Function
    result: Function
    hide: Function
    redeal: Function
    seen: Function
    observe: Function
    guide: Function
    value: Function
    check: Function
    settled: Function = always


class Line(msgspec.Struct, frozen=True):
    """One line of a log: who, what, and the pieces it is about. A heading has no seat (−1)."""

    text: str
    seat: int = -1
    pieces: tuple[str, ...] = ()
    heading: bool = False


@dataclass(frozen=True)
class Words:
    """What a game says. Every function gets strict views, and all but the first two a hidden copy."""

    action: Callable[[Any, int], str]  # (t, a): short text, unique among the game's actions
    path: Callable[[Any, int], tuple[str, ...]]  # (t, a): the ids a person touches to say it
    ask: Callable[[Any, Any, int], str]  # (t, s, seat): what is asked of the seat
    tell: Callable[[Any, Any, Any, int, int, int], list[Line]]  # (t, before, after, seat, mover, seen action)
    view: Callable[[Any, Any, int], msgspec.Struct]  # (t, s, seat): what a table component draws
    draw: Callable[[Any, Any, int, list[str]], Any]  # (t, s, seat, names): the same for a terminal, by Rich
    legend: str = ""  # what the drawing's signs and abbreviations stand for
    catalogue: Callable[[Any], msgspec.Struct] | None = None  # (t): what is printed on the pieces, fetched once

    def __post_init__(self) -> None:
        for f in fields(self):
            if callable(said := getattr(self, f.name)):
                object.__setattr__(self, f.name, quiet(said))


@dataclass(frozen=True)
class SearchSettings:
    """How the search best grows its trees in a game, as its native code reads it."""

    exploration: int = 700  # of moves seldom tried, in thousandths
    trust: int = 0  # in the guide's choice of what to try, in thousandths
    widening: int = 16  # a node of v visits has at most √(widening · (1 + v)) children
    sharp: int = 0  # % of a playout's steps that are what the guide weighs most; the others are drawn
    depth: int = 8  # settled positions of a playout before the game's evaluation ends it
    rivals: int = 1  # the best is taken among the moves that have at least one of so many of the most visits


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: static facts, declared once."""

    id: str
    title: str
    tagline: str
    version: int  # of the rules; raised when a golden playthrough changes
    seats: tuple[int, ...]
    minutes: int
    options: tuple[Option, ...]
    state: type
    tables: type
    setup: Callable[[Any, Options, int], None]  # (t, options, seats): fill the tables, or raise BadOptions
    verbs: Verbs
    words: Words
    actions: int  # action numbers are 0 … actions−1
    most_legal: int  # no position has more legal actions
    longest: int  # no game has more steps
    features: int  # length of an observation
    reasons: tuple[str, ...]  # of a victory, by number
    invariants: tuple[str, ...]  # what `check` counts from 1
    levels: Mapping[str, str]  # bot by level of play
    secrets: bool  # whether seats know different things
    folder: Path  # where RULES.md is
    search: SearchSettings = SearchSettings()
    reconstructed: tuple[str, ...] = ()  # what the rulebook leaves unknown, one honest sentence each
    most_seats: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "most_seats", max(self.seats))

    def open(self, seats: int, options: Options | None = None) -> Setup:
        """The game with its options settled, ready to be dealt."""
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {listed(self.seats)} players, not {seats}")
        settled = settle(self.options, options or {}, seats)
        t = new(self.tables)
        quiet(self.setup)(view(t), settled, seats)
        t.setflags(write=False)
        return Setup(self, seats, settled, t)

    @cached_property
    def native(self) -> Native:
        """Binds drivers to this game as native code."""
        return Native(self.slots)

    @cached_property
    def interpreted(self) -> Interpreted:
        """Binds drivers to this game as plain Python on strict views."""
        return Interpreted(self.slots)

    @property
    def slots(self) -> dict[str, Function]:
        """The verbs by name."""
        return {f.name: getattr(self.verbs, f.name) for f in fields(self.verbs)}

    @property
    def rules_page(self) -> str:
        """The rules in our own words, as Markdown."""
        return (self.folder / "RULES.md").read_text("utf-8")

    @property
    def record_bytes(self) -> int:
        """The size of a state."""
        return dtype(self.state).itemsize


@dataclass(frozen=True, eq=False)
class Setup:
    """Everything about a table that never changes: the game, its seats, options and tables."""

    game: Game
    seats: int
    options: dict[str, Value]
    t: Array

    @cached_property
    def tables(self) -> Any:
        """The tables as words see them."""
        return view(self.t, fixed=True)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of every action."""
        return tuple(self.game.words.action(self.tables, a) for a in range(self.game.actions))

    @cached_property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The path of touches of every action."""
        return tuple(self.game.words.path(self.tables, a) for a in range(self.game.actions))

    @cached_property
    def catalogue(self) -> msgspec.Struct | None:
        """What is printed on the pieces; none for a game whose pieces need no words."""
        printed = self.game.words.catalogue
        return printed(self.tables) if printed else None

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text.lower(): a for a, text in enumerate(self.texts)}

    def action(self, what: int | str) -> int:
        """The number of an action given as number or text."""
        if isinstance(what, int | np.integer):
            if 0 <= what < self.game.actions:
                return int(what)
            raise UnknownAction(f"action {what} is not one of 0 to {self.game.actions - 1}")
        found = self._numbers.get(" ".join(what.split()).lower())
        if found is None:
            raise UnknownAction(f"{what!r} is no action of {self.game.title}")
        return found

    def fresh(self, n: int = 1) -> Array:
        """Zeroed states."""
        return new(self.game.state, n)
