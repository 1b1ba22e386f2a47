"""The tests that all games have in common, as a base class for pytest."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.game import Game
from gamut.engine.table import Table
from gamut.engine.watchdog import EndlessLoop, watch
from gamut.testing import clauses, golden, line_coverage
from gamut.testing.suite import ConformanceError, Trial, cases, conform

BrokenState = tuple[int, Callable[[], Table]]
_first_errors: dict[Game, ConformanceError | EndlessLoop] = {}  # that the tests of this process have reported


def skip_echo(game: Game) -> None:
    """Skip a test after the first error of the conformance suite: it would fail for the same cause."""
    if error := _first_errors.get(game):
        import pytest

        what = f"{error.check} has failed" if isinstance(error, ConformanceError) else "a rule does not return"
        pytest.skip(f"{what}: correct that first")


def find_endless_loop(error: BaseException | None) -> EndlessLoop | None:
    """Return the endless loop that caused an error, if one did."""
    while error is not None and not isinstance(error, EndlessLoop):
        error = error.__cause__
    return error


def stop_endless_loops(game: Game) -> Any:
    """Return a fixture for a `conftest.py`: an endless loop in interpreted rules fails the test, with its line.

    After the first one all other tests are skipped: most would not return either.
    """
    import pytest

    @pytest.fixture(autouse=True)
    def watched() -> Iterator[None]:
        if isinstance(_first_errors.get(game), EndlessLoop):
            pytest.skip("a rule does not return: correct that first")
        with watch(game) as thread:
            yield
        error = find_endless_loop(_first_errors.get(game))
        if error or thread.found:
            _first_errors[game] = error or EndlessLoop(thread.describe())

    return watched


class GameTests:
    """Conformance, golden playthrough, clauses of the rules and invariants of one game; see `gamut.testing`."""

    __test__ = False  # subclasses are collected, this class is not

    game: ClassVar[Game]
    games: ClassVar[int] = 1000  # that each check plays
    trials: ClassVar[Sequence[Trial]] = ()  # the checks to run; empty: `cases(game, games=games)`
    broken_states: ClassVar[Sequence[BrokenState]] = ()  # number of an invariant, and a function that breaks it

    def __init_subclass__(cls) -> None:
        cls.__test__ = vars(cls).get("__test__", True)

    @property
    def folder(self) -> Path:
        """The folder of the test file; it contains `golden.txt` and all tests of the game."""
        return Path(inspect.getfile(type(self))).parent

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "trial" in metafunc.fixturenames:
            metafunc.parametrize("trial", self.trials or cases(self.game, games=self.games), ids=str)
        if "native" in metafunc.fixturenames:
            metafunc.parametrize("native", [True, False], ids=["native", "interpreted"])
        if "broken_state" in metafunc.fixturenames:
            ids = [f"{number}-{k}" for k, (number, _) in enumerate(self.broken_states)]
            metafunc.parametrize("broken_state", self.broken_states, ids=ids)

    def test_conformance(self, trial: Trial) -> None:
        skip_echo(self.game)
        try:
            trial()
        except ConformanceError as e:
            _first_errors[self.game] = e
            raise

    def test_golden(self, native: bool) -> None:
        skip_echo(self.game)
        golden.verify(self.game, self.folder / "golden.txt", native=native)

    def test_every_clause_is_tested(self) -> None:
        clauses.verify(self.game.rules_page, self.folder)

    def test_broken_invariant(self, broken_state: BrokenState) -> None:
        number, make_table = broken_state
        table = make_table()
        for native in (False, True):
            verbs = BoundVerbs(self.game, native)
            assert verbs.broken_invariant(table.setup.constants, table.record, 0) == number

    def test_every_invariant_can_be_broken(self) -> None:
        if self.broken_states:
            assert {number for number, _ in self.broken_states} == set(range(1, len(self.game.invariants) + 1))

    # ------------------------------------------------------------------ line coverage

    def exercise(self) -> None:
        """Play interpreted so that every line of the rules runs; override this if two games do not suffice."""
        conform(self.game, games=2, native=False)

    def verify_line_coverage(self, *modules: ModuleType) -> None:
        """Raise an AssertionError if `exercise` and the broken states leave a line of the modules unexecuted."""
        skip_echo(self.game)
        missed = line_coverage.unexecuted(list(modules), self._run_rules)
        assert not missed, f"never run interpreted: {', '.join(missed)}"

    def _run_rules(self) -> None:
        self.exercise()
        for _, make_table in self.broken_states:
            table = make_table()
            BoundVerbs(self.game, native=False).broken_invariant(table.setup.constants, table.record, 0)
