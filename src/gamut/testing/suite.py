"""What a check is, and how the checks of the conformance suite are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from gamut.engine.bind import Interpreted, Native
from gamut.engine.chance import game_key
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.presentation import format_count
from gamut.engine.table import Table
from gamut.engine.watchdog import run_watched, watch
from gamut.testing.error_locations import describe_error


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options, and how much of it to check."""

    game: Game
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 1000  # half of them at random, half guided; checks that go through Python play `python_games`
    seed: int = 1
    native: bool = True  # False: everything is interpreted, nothing is compiled
    table: type[Table] = Table

    @cached_property
    def setup(self) -> Setup:
        return self.game.open(self.seats, self.options)

    @property
    def bound(self) -> Native | Interpreted:
        """Binds drivers: as native code that checks every index, or interpreted."""
        return self.game.checked if self.native else self.game.interpreted

    @property
    def python_games(self) -> int:
        """The number of games for a check that goes through Python at every step."""
        return min(self.games, max(3, self.games // 500), 25)

    def deal(self, number: int) -> Table:
        """Return the table with the deal that drivers use for game `number` of the seed."""
        return self.table(self.setup, game_key(self.seed, number), native=self.native)

    def walk(self, number: int) -> Iterator[Table]:
        """Yield the table after 0, 1, 2, … random actions, until the game is over: one table that advances."""
        table, random = self.deal(number), Random(f"{self.seed}:{number}")
        yield table
        for _ in range(self.game.max_steps):
            if table.over:
                return
            seat = random.choice(table.actors)
            table.play(seat, random.choice(table.legal(seat)))
            yield table

    def __str__(self) -> str:
        options = "".join(f", {name} = {value}" for name, value in self.options.items())
        return f"{self.game.id} with {format_count(self.seats, 'seat')}{options}"


class ConformanceError(AssertionError):
    """A game that breaks the contract: which check failed, in which case, and what differed."""

    def __init__(self, check: str, case: Case, what: str) -> None:
        super().__init__(f"{check}: {case}, seed {case.seed}: {what}")
        self.check, self.case, self.what = check, case, what


class CheckFailed(Exception):
    """Raised inside a check; the suite turns it into a ConformanceError with the name of the check and the case."""


Check = Callable[[Case], None]
CHECKS: dict[str, Check] = {}
QUICK_GAMES, QUICK_INTERPRETED_GAMES = 100, 4
PREREQUISITES = ("facts", "subset", "interpreted-games")  # a game that fails these makes others fail for the same cause


def check(function: Check) -> Check:
    """Add a check to the suite: the function `check_legal_actions` is the check `legal-actions`."""
    CHECKS[function.__name__.removeprefix("check_").replace("_", "-")] = function
    return function


@dataclass(frozen=True)
class Trial:
    """One check of one case: what a test runs."""

    check: str
    case: Case
    prerequisites: tuple[str, ...] = ()  # checks that must pass first

    def __call__(self) -> None:
        """Run the check; raise ConformanceError if the game breaks the contract.

        A prerequisite that fails is raised instead: everything else would only be an echo of it.
        """
        for name in self.prerequisites:
            if error := run_check_once(name, self.case):
                raise error
        run = run_check_once if self.check in PREREQUISITES else run_check
        if error := run(self.check, self.case):
            raise error

    def __str__(self) -> str:
        options = "".join(f"-{name}={value}" for name, value in self.case.options.items())
        return f"{self.check}-{self.case.seats}{options}"


def run_check(name: str, case: Case) -> ConformanceError | None:
    try:
        if case.native:
            run_watched(lambda: CHECKS[name](case), case.game, lambda: play_interpreted_games(case))
        else:
            with watch(case.game):
                CHECKS[name](case)
    except Exception as e:
        failed = isinstance(e, CheckFailed)
        error = ConformanceError(name, case, str(e) if failed else describe_error(e, case.game))
        error.__cause__ = e.__cause__ if failed else e
        return error
    return None


def play_interpreted_games(case: Case) -> None:
    """Play some random games interpreted, to find an endless loop."""
    for number in range(case.python_games):
        for _ in replace(case, native=False).walk(number):
            pass


_errors: dict[tuple[object, ...], ConformanceError | None] = {}


def run_check_once(name: str, case: Case) -> ConformanceError | None:
    """Run a check, or return the error of an earlier run with the same case."""
    key = name, case.game, case.seats, tuple(case.options.items()), case.games, case.seed
    if key not in _errors:
        _errors[key] = run_check(name, case)
    return _errors[key]


def cases(
    game: Game,
    *,
    games: int | None = None,
    seats: Iterable[int] | None = None,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    native: bool = True,
    table: type[Table] = Table,
    only: Iterable[str] | None = None,
) -> list[Trial]:
    """Return all checks at every number of seats, for `pytest.mark.parametrize("trial", cases(GAME), ids=str)`.

    Each plays `games` games; by default few, so that the whole suite is quick. Rare faults need a thousand.
    """
    quick = QUICK_GAMES if native else QUICK_INTERPRETED_GAMES
    case = Case(game, game.seats[0], options or {}, quick if games is None else games, seed, native, table)
    names = list(CHECKS if only is None else only)
    if unknown := [name for name in names if name not in CHECKS]:
        raise ValueError(f"unknown check {', '.join(unknown)}; the checks are: {', '.join(CHECKS)}")
    prerequisites = tuple(name for name in PREREQUISITES if name in names)
    return [
        Trial(name, replace(case, seats=n), () if name in PREREQUISITES else prerequisites)
        for n in (game.seats if seats is None else seats)
        for name in names
    ]


def conform(game: Game, **arguments: object) -> int:
    """Run the whole suite up to the first error (arguments as for `cases`); return the number of checks."""
    trials = cases(game, **arguments)  # type: ignore[arg-type]
    for trial in trials:
        trial()
    return len(trials)


def failures(game: Game, **arguments: object) -> list[ConformanceError]:
    """Run the whole suite and return all errors, each once."""
    errors: list[ConformanceError] = []
    for trial in cases(game, **arguments):  # type: ignore[arg-type]
        try:
            trial()
        except ConformanceError as e:
            if e not in errors:
                errors.append(e)
    return errors
