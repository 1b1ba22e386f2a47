"""A game as the rest of the program sees it: facts, a record, its `verbs` and its `presentation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from gamut.engine.bind import Function, Interpreted, Native, checks_indices
from gamut.engine.errors import InvalidFile, InvalidOptions, UnknownAction, UnknownSeat, format_list
from gamut.engine.network import NO_NETWORK, Network
from gamut.engine.network_file import FILE_NAME, TrainedNetwork, read_network
from gamut.engine.options import Files, Option, Options, SetupOptions, Value, resolve_options
from gamut.engine.plain import readable_record
from gamut.engine.presentation import (
    LegendEntry,
    LegendSection,
    PathElement,
    Presentation,
    TouchPath,
    format_players,
    ignore_overflow,
)
from gamut.engine.record import Array, new_records, record_dtype
from gamut.engine.strict import strict_record
from gamut.engine.verbs import DEFAULTS, SPECTATOR

LEVELS = {"easy": "flat:100it", "medium": "greedy", "hard": "search:1000it"}


class SearchSettings(NamedTuple):
    """How the search grows its trees in a game."""

    exploration: int = 700  # weight of rarely tried actions, in thousandths
    trust: int = 0  # weight of the guide's preference, in thousandths
    widening: int = 16  # a node with v visits has at most √(widening · (1 + v)) children
    sharp: int = 0  # % of playout steps that take the guide's heaviest action; the others are drawn by weight
    depth: int = 8  # quiescent positions of a playout before the game's `value` ends it
    rivals: int = 1  # the best is chosen among the actions with at least 1/rivals of the most visits


@dataclass(frozen=True)
class FeatureBlock:
    """Features of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: its static facts, declared once."""

    id: str
    title: str
    tagline: str
    goal: str  # how to win, in one sentence
    version: int  # of the rules; raised when a golden playthrough changes
    numbers_since: int = 0  # the first version of the rules with these action numbers; 0: the current one
    seats: tuple[int, ...]
    minutes: int
    state: type
    constants: type
    # (c, options, seats): fill the constants, or raise InvalidOptions; `options` are those of this number of seats;
    # the return value becomes `c.printed`, the card data that the presentation reads
    setup: Callable[[Any, Options, int], Any]
    verbs: Mapping[str, Function]
    presentation: Presentation
    max_actions: int  # action numbers are below this; `Setup.action_count` is the number with given options
    max_legal: int  # no position has more legal actions
    max_steps: int  # no game is longer
    feature_count: int  # length of an observation
    input_count: int = 0  # what `describe` writes, if the game defines it; 0: the observation
    feature_layout: tuple[FeatureBlock, ...] = ()  # the features in the order of `observe`
    # why a game ended, by number: a phrase ("most points"), or a sentence with `{winner}` for the names of the winners
    reasons: tuple[str, ...]
    invariants: tuple[str, ...]  # what `broken_invariant` checks, numbered from 1
    folder: Path  # of RULES.md
    secret_fields: tuple[str, ...] = ()  # fields of the state that are not public; the chance key always is secret
    round_field: str = ""  # the field of the state that numbers the rounds
    round_resets: tuple[str, ...] = ()  # fields that are 0 whenever a round begins
    # by number of seats: players without a seat, such as a solo opponent, whose places in the state follow the seats
    virtual_players: Mapping[int, int] = field(default_factory=dict)
    allows_no_winner: bool = False  # whether a game may end without a winner
    scratch_size: int = 0  # integers of scratch memory that `guide` and `value` need
    options: tuple[Option, ...] = ()
    quick_options: Mapping[str, Value] = field(default_factory=dict)  # for a short game, in tests
    first_game_options: Mapping[str, Value] = field(default_factory=dict)  # what "Play now" chooses in a first game
    levels: Mapping[str, str] = field(default_factory=LEVELS.copy)  # bot by difficulty level, the weakest first
    search: SearchSettings = field(default_factory=SearchSettings)
    # (setup): the action texts of version 0.2 by number, frozen; None: it did not have the game, or had other rules
    texts_0_2: Callable[[Setup], list[str]] | None = None
    edition_notes: tuple[str, ...] = ()  # what the rulebook leaves open and how it is filled, one sentence each
    max_seats: int = field(init=False)
    inputs: int = field(init=False)  # numbers that `describe` writes

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_seats", max(self.seats))
        object.__setattr__(self, "inputs", self.input_count or self.feature_count)

    def open(self, seats: int, options: Options | None = None, files: Files | None = None) -> Setup:
        """Resolve the options and return the game ready to be dealt; `files` are those stored with a saved game."""
        if not isinstance(seats, Integral):
            raise InvalidOptions(f"{self.title} is for {format_players(self.seats)}; seats must be an integer")
        if seats not in self.seats:
            raise InvalidOptions(f"{self.title} is for {format_players(self.seats)}, not {seats}")
        resolved = resolve_options(self.options, options or {}, seats, files)
        constants = new_records(self.constants)
        fill = ignore_overflow(self.setup)
        try:
            printed = fill(strict_record(constants), SetupOptions({**resolved.options, **resolved.files}), seats)
        except InvalidFile as e:
            names = [f"{str(resolved.options[name]).partition('@')[0]}.toml" for name in resolved.files]
            raise InvalidFile(f"{format_list(names)}: {e}") from None
        constants.setflags(write=False)
        return Setup(self, seats, resolved.options, resolved.files, constants, printed)

    @cached_property
    def native(self) -> Native:
        """Binds drivers to this game as native code."""
        return Native(self.verbs, boundscheck=checks_indices())

    @cached_property
    def checked(self) -> Native:
        """Binds drivers as native code that checks every index: slower, for tests."""
        return self.native if checks_indices() else Native(self.verbs, boundscheck=True)

    @cached_property
    def interpreted(self) -> Interpreted:
        """Binds drivers to this game as plain Python on strict records."""
        return Interpreted(self.verbs)

    @cached_property
    def network(self) -> TrainedNetwork | None:
        """The network that `gamut train` stored in the folder; None without one that fits the observations."""
        path = self.folder / FILE_NAME
        network = read_network(path) if path.is_file() else None
        return network if network is not None and network.fits(self.inputs, self.max_seats) else None

    @property
    def has_guide(self) -> bool:
        """Whether the game defines `guide` itself."""
        return self.verbs["guide"] is not DEFAULTS["guide"]

    @property
    def has_value(self) -> bool:
        """Whether the game defines `value` itself."""
        return self.verbs["value"] is not DEFAULTS["value"]

    @property
    def rules_page(self) -> str:
        """The rules as Markdown."""
        return (self.folder / "RULES.md").read_text("utf-8")

    @property
    def state_bytes(self) -> int:
        return record_dtype(self.state).itemsize


def _ids(touch: PathElement) -> tuple[str, ...]:
    return (touch,) if isinstance(touch, str) else touch


@dataclass(frozen=True, eq=False)
class Setup:
    """Everything about a table that never changes: the game, the number of seats, options and constants."""

    game: Game
    seats: int
    options: dict[str, Value]
    files: dict[str, str]  # content of the files that options name
    constants: Array
    printed: Any = None  # card data that the game's `setup` returned for its presentation

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.open, (self.game, self.seats, self.options, self.files)

    @cached_property
    def readable_constants(self) -> Any:
        """The constants as the presentation reads them."""
        return readable_record(self.constants, self.printed)

    @cached_property
    def action_count(self) -> int:
        """The number of actions with these options."""
        n = self.game.presentation.action_count(self.readable_constants)
        return self.game.max_actions if n < 0 else n

    @cached_property
    def action_texts(self) -> tuple[str, ...]:
        """The text of every action, by number."""
        text = self.game.presentation.action_text
        return tuple(text(self.readable_constants, a) for a in range(self.action_count))

    @cached_property
    def touch_paths(self) -> tuple[TouchPath, ...]:
        """The touch path of every action, by number."""
        path = self.game.presentation.touch_path
        return tuple(path(self.readable_constants, a) for a in range(self.action_count))

    @cached_property
    def network(self) -> Network:
        """The game's network with the tokens of these actions; NO_NETWORK if it has none."""
        return self.game.network.open(self) if self.game.network is not None else NO_NETWORK

    @cached_property
    def catalogue(self) -> msgspec.Struct | None:
        """What is printed on the pieces, or None."""
        return self.game.presentation.catalogue(self.readable_constants)

    @cached_property
    def piece_ids(self) -> tuple[str, ...]:
        """The ids that every table has: those of touch paths, seats and the legend."""
        touched = (touch for path in self.touch_paths for touches in path for touch in _ids(touches))
        seats = (f"seat:{seat}" for seat in range(self.seats))
        return tuple(dict.fromkeys((*touched, *seats, *self.legend_entries)))

    @cached_property
    def legend(self) -> tuple[LegendSection, ...]:
        """Every area, sign and number on the table."""
        return self.game.presentation.legend(self.readable_constants)

    @cached_property
    def legend_entries(self) -> dict[str, LegendEntry]:
        """The entries of the legend by the ids of their pieces."""
        return {entry.piece: entry for section in self.legend for entry in section.entries}

    @cached_property
    def _action_numbers(self) -> dict[str, int]:
        return {text.lower(): a for a, text in enumerate(self.action_texts)}

    @cached_property
    def _old_action_numbers(self) -> dict[str, int]:
        texts = self.game.texts_0_2(self) if self.game.texts_0_2 else []
        return {text: a for a, text in enumerate(texts)}

    def parse_action(self, action: int | str) -> int:
        """Return the number of an action given as a number or as its text."""
        if isinstance(action, int | np.integer):
            if 0 <= action < self.action_count:
                return int(action)
            raise UnknownAction(f"action {action} does not exist; actions are 0 to {self.action_count - 1}")
        number = self._action_numbers.get(" ".join(action.split()).lower())
        if number is None:
            raise UnknownAction(f"{action!r} is not an action of {self.game.title}")
        return number

    def parse_old_action(self, text: str) -> int:
        """Return the number of an action given as its text in version 0.2."""
        if text not in self._old_action_numbers:
            raise UnknownAction(f"{text!r} is not an action of {self.game.title} in version 0.2")
        return self._old_action_numbers[text]

    def check_seat(self, seat: int) -> None:
        """Raise UnknownSeat for an invalid seat number: native code would read a neighbouring field."""
        if not SPECTATOR <= seat < self.seats:
            raise UnknownSeat(
                f"seat number {seat} does not exist: seats are 0 to {self.seats - 1}, and −1 is a spectator"
            )

    def new_states(self, n: int = 1) -> Array:
        """Return zeroed states."""
        return new_records(self.game.state, n)

    def new_scratch(self) -> Array:
        """Return scratch memory for `guide` and `value`."""
        return np.zeros(max(1, self.game.scratch_size), np.int64)


def check_setup(setup: object) -> None:
    """Raise a TypeError unless the argument is an opened game."""
    if isinstance(setup, Game):
        example = f"gamut.find_game({setup.id!r}).open(seats={setup.seats[0]})"
        raise TypeError(f"{setup.title} is not open yet: give the number of seats, as in {example}")
    if not isinstance(setup, Setup):
        raise TypeError(f"expected an opened game, as in gamut.find_game('mixx').open(seats=2), not {setup!r}")
