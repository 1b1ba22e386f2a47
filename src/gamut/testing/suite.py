"""What a check is, what it is told, and how all of them are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from gamut.engine.bind import Interpreted, Native
from gamut.engine.game import Game, Rules, Setup
from gamut.engine.keys import game_key
from gamut.engine.options import Value
from gamut.engine.table import Table
from gamut.testing.slips import located


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options, and how much of it is to be checked."""

    game: Game
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 1000  # half at random, half guided; checks that go through Python play a share of them
    seed: int = 1
    native: bool = True  # False: everything interpreted, nothing is compiled
    table: type[Table] = Table

    @cached_property
    def setup(self) -> Setup:
        """The game with these seats and options."""
        return self.game.open(self.seats, self.options)

    @cached_property
    def rules(self) -> Rules:
        """The verbs as Python calls them."""
        return Rules(self.game, self.native)

    @property
    def bound(self) -> Native | Interpreted:
        """Binds drivers: as native code that checks every index, or interpreted."""
        return self.game.checked if self.native else self.game.interpreted

    @property
    def some(self) -> int:
        """How many games a check plays that goes through Python at every step."""
        return min(self.games, max(3, self.games // 500), 25)

    def deal(self, number: int) -> Table:
        """The table that drivers deal as game `number` of the seed."""
        return self.table(self.setup, game_key(self.seed, number), native=self.native)

    def walk(self, number: int) -> Iterator[Table]:
        """A table after 0, 1, 2, … random actions, to the end of the game."""
        table, random = self.deal(number), Random(f"{self.seed}:{number}")
        yield table
        for _ in range(self.game.longest):
            if table.over:
                return
            seat = random.choice(table.actors)
            table.play(seat, random.choice(table.legal(seat)))
            yield table

    def __str__(self) -> str:
        chosen = "".join(f", {name} = {value}" for name, value in self.options.items())
        return f"{self.game.id} with {self.seats} seat{'s' if self.seats > 1 else ''}{chosen}"


class ConformanceError(AssertionError):
    """A game that breaks the contract: which check, in which game, and what differed."""

    def __init__(self, check: str, case: Case, what: str) -> None:
        super().__init__(f"{check}: {case}, seed {case.seed}: {what}")
        self.check, self.case, self.what = check, case, what


class Broken(Exception):
    """Raised inside a check, which need not repeat its name and case."""


Check = Callable[[Case], None]
CHECKS: dict[str, Check] = {}
FIRST = ("facts", "subset", "interpreted-games")  # without these the others would only report what comes of it


def check(function: Check) -> Check:
    """Add a check to the suite, under its function's name."""
    CHECKS[function.__name__.replace("_", "-")] = function
    return function


@dataclass(frozen=True)
class Trial:
    """One check of one case: what a test runs."""

    check: str
    case: Case
    after: tuple[str, ...] = ()  # checks that have to hold first

    def __call__(self) -> None:
        """Run it; a broken contract raises ConformanceError."""
        for name in self.after:
            if slip := found_once(name, self.case):
                raise ConformanceError(self.check, self.case, f"not run before {slip.check} holds: {slip.what}")
        if slip := (found_once if self.check in FIRST else found)(self.check, self.case):
            raise slip

    def __str__(self) -> str:
        return f"{self.check}-{self.case.seats}"


def found(name: str, case: Case) -> ConformanceError | None:
    """What a check finds in a case."""
    try:
        CHECKS[name](case)
    except Broken as e:
        return caused(ConformanceError(name, case, str(e)), e.__cause__)
    except Exception as e:
        return caused(ConformanceError(name, case, located(e, case.game)), e)
    return None


def caused(error: ConformanceError, cause: BaseException | None) -> ConformanceError:
    """The error with what led to it, for the traceback."""
    error.__cause__ = cause
    return error


_once: dict[tuple[object, ...], ConformanceError | None] = {}


def found_once(name: str, case: Case) -> ConformanceError | None:
    """The same, found once and remembered for all checks that come after it."""
    key = name, case.game, case.seats, tuple(case.options.items()), case.games, case.seed
    if key not in _once:
        _once[key] = found(name, case)
    return _once[key]


def cases(
    game: Game,
    *,
    games: int = 1000,
    seats: Iterable[int] | None = None,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    native: bool = True,
    table: type[Table] = Table,
    only: Iterable[str] | None = None,
) -> list[Trial]:
    """All checks at every player count, for `pytest.mark.parametrize("trial", cases(GAME), ids=str)`."""
    case = Case(game, game.seats[0], options or {}, games, seed, native, table)
    names = list(CHECKS if only is None else only)
    if unknown := [name for name in names if name not in CHECKS]:
        raise ValueError(f"there is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}")
    return [
        Trial(name, replace(case, seats=n), tuple(f for f in FIRST if f in names) if name not in FIRST else ())
        for n in (game.seats if seats is None else seats)
        for name in names
    ]


def conform(game: Game, **chosen: object) -> int:
    """Run the whole suite (arguments as for `cases`); return how many checks were made."""
    trials = cases(game, **chosen)  # type: ignore[arg-type]
    for trial in trials:
        trial()
    return len(trials)


def failures(game: Game, **chosen: object) -> list[ConformanceError]:
    """What the whole suite finds, not only the first fault."""
    errors = []
    for trial in cases(game, **chosen):  # type: ignore[arg-type]
        try:
            trial()
        except ConformanceError as e:
            errors.append(e)
    return errors
