"""What a game is to everybody else: some facts, a record, its verbs (`verbs`) and its language (`language`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from numbers import Integral
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gamut.engine.bind import Function, Interpreted, Native, checks_indices
from gamut.engine.errors import BadOptions, UnknownAction, UnknownSeat, listed
from gamut.engine.language import Language, TouchPath, quiet
from gamut.engine.network import Taught
from gamut.engine.options import Files, Option, Options, Value, settle
from gamut.engine.record import Array, dtype, new
from gamut.engine.strict import strict
from gamut.engine.verbs import VERBS, WATCHER, call_of

LEVELS = {"easy": "flat:100it", "medium": "greedy", "hard": "search:1000it"}


@dataclass(frozen=True)
class SearchSettings:
    """How the search best grows its trees in a game, as its native code reads it."""

    exploration: int = 700  # of moves seldom tried, in thousandths
    trust: int = 0  # in the guide's choice of what to try, in thousandths
    widening: int = 16  # a node of v visits has at most √(widening · (1 + v)) children
    sharp: int = 0  # % of a playout's steps that are what the guide weighs most; the others are drawn
    depth: int = 8  # settled positions of a playout before the game's evaluation ends it
    rivals: int = 1  # the best is taken among the moves that have at least one of so many of the most visits


@dataclass(frozen=True)
class FeatureBlock:
    """Some features of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many features they are."""
        return prod(self.shape)


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: static facts, declared once."""

    id: str
    title: str
    tagline: str
    goal: str  # how to win, in one sentence
    version: int  # of the rules; raised when a golden playthrough changes
    seats: tuple[int, ...]
    minutes: int
    state: type
    constants: type
    setup: Callable[[Any, Options, int], Any]  # (c, options, seats): fill the constants, or raise BadOptions;
    # what it returns are `c.printed`, things for the language that are no numbers
    verbs: Mapping[str, Function]
    language: Language
    most_actions: int  # action numbers are below this; the language says how many there are with some options
    most_legal: int  # no position has more legal actions
    longest: int  # no game has more steps
    features: int  # length of an observation
    layout: tuple[FeatureBlock, ...] = ()  # what they are, in the order of `observe`
    reasons: tuple[str, ...]  # of an end, by number
    invariants: tuple[str, ...]  # what `check` counts from 1
    folder: Path  # where RULES.md is
    secrets: tuple[str, ...] = ()  # the fields of the state that not everybody knows; the key is always one
    can_be_lost: bool = False  # whether a game may end without a winner
    work: int = 0  # room that `guide` and `value` need, in whole numbers
    options: tuple[Option, ...] = ()
    short: Mapping[str, Value] = field(default_factory=dict)  # options of a quick game, for tests and lessons
    levels: Mapping[str, str] = field(default_factory=LEVELS.copy)  # bot by level of play, the weakest first
    search: SearchSettings = SearchSettings()
    taught: Taught | None = None  # what the game has learned, and how it can learn it anew
    reconstructed: tuple[str, ...] = ()  # what the rulebook leaves unknown, one honest sentence each
    most_seats: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "most_seats", max(self.seats))

    def open(self, seats: int, options: Options | None = None, files: Files | None = None) -> Setup:
        """The game with its options settled, ready to be dealt; `files` are those stored with a game."""
        if not isinstance(seats, Integral):
            raise BadOptions(f"{self.title} is for {listed(self.seats)} players; {seats!r} is no whole number")
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {listed(self.seats)} players, not {seats}")
        settled = settle(self.options, options or {}, seats, files)
        constants = new(self.constants)
        printed = quiet(self.setup)(strict(constants), {**settled.options, **settled.files}, seats)
        constants.setflags(write=False)
        return Setup(self, seats, settled.options, settled.files, constants, printed)

    @cached_property
    def native(self) -> Native:
        """Binds drivers to this game as native code, in which nothing can be allocated."""
        return Native(self.verbs, boundscheck=checks_indices())

    @cached_property
    def checked(self) -> Native:
        """The same with every index checked: slower, for tests."""
        return self.native if checks_indices() else Native(self.verbs, boundscheck=True)

    @cached_property
    def interpreted(self) -> Interpreted:
        """Binds drivers to this game as plain Python on strict records."""
        return Interpreted(self.verbs)

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
    """Everything about a table that never changes: the game, its seats, options and constants."""

    game: Game
    seats: int
    options: dict[str, Value]
    files: dict[str, str]  # content of the files that options name
    constants: Array
    printed: Any = None  # what the game's `setup` left for its language

    def __reduce__(self) -> tuple[Any, ...]:
        """Opened again wherever it is sent."""
        return Game.open, (self.game, self.seats, self.options, self.files)

    @cached_property
    def strict_constants(self) -> Any:
        """The constants as the language sees them."""
        made = strict(self.constants, fixed=True)
        made.printed = self.printed
        return made

    @cached_property
    def actions(self) -> int:
        """How many actions there are with these options."""
        n = self.game.language.actions(self.strict_constants)
        return self.game.most_actions if n < 0 else n

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of every action."""
        return tuple(self.game.language.action(self.strict_constants, a) for a in range(self.actions))

    @cached_property
    def paths(self) -> tuple[TouchPath, ...]:
        """The path of touches of every action."""
        return tuple(self.game.language.path(self.strict_constants, a) for a in range(self.actions))

    @cached_property
    def catalogue(self) -> msgspec.Struct | None:
        """What is printed on the pieces; none for a game whose pieces need no words."""
        return self.game.language.catalogue(self.strict_constants)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text.lower(): a for a, text in enumerate(self.texts)}

    def action(self, what: int | str) -> int:
        """The number of an action given as number or text."""
        if isinstance(what, int | np.integer):
            if 0 <= what < self.actions:
                return int(what)
            raise UnknownAction(f"action {what} is not one of 0 to {self.actions - 1}")
        found = self._numbers.get(" ".join(what.split()).lower())
        if found is None:
            raise UnknownAction(f"{what!r} is no action of {self.game.title}")
        return found

    def check_seat(self, seat: int) -> None:
        """Refuse a number of no seat: native code would read a neighbour's field."""
        if not WATCHER <= seat < self.seats:
            raise UnknownSeat(
                f"there is no seat number {seat}: Python counts 0 to {self.seats - 1}, and −1 watches"
            )

    def fresh(self, n: int = 1) -> Array:
        """Zeroed states."""
        return new(self.game.state, n)

    def work(self) -> Array:
        """Room for `guide` and `value`."""
        return np.zeros(max(1, self.game.work), np.int64)


def check_setup(given: object) -> None:
    """Refuse what is no opened game."""
    if isinstance(given, Game):
        example = f"gamut.find({given.id!r}).open(seats={given.seats[0]})"
        raise TypeError(f"{given.title} is not open yet: say for how many seats, as in {example}")
    if not isinstance(given, Setup):
        raise TypeError(f"an opened game is needed, as in gamut.find('mixx').open(seats=2), not {given!r}")


class Rules:
    """The verbs of one game as Python calls them on an array of states: `legal(c, s, i, seat, out)`."""

    def __init__(self, game: Game, native: bool = True) -> None:
        self.game, self.native = game, native
        self._bound = game.native if native else game.interpreted

    def __getattr__(self, name: str) -> Function:
        """A verb, bound when it is first asked for."""
        if name not in VERBS:
            raise AttributeError(f"there is no verb {name!r}")
        made = self._bound(call_of(name), asked=self.game.verbs[name])
        self.__dict__[name] = made
        return made
