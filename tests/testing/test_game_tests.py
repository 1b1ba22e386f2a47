"""GameTests: the base class of a game's tests, as pytest collects it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.template import guide, hidden, invariants, rules
from gamut.template.tests import test_conformance
from gamut.testing import CHECKS, GameTests, cases, golden
from tests.toys import bids
from tests.toys.bids import BIDS

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT)))}
TEST_FILE = """
import pytest
from gamut.testing import GameTests, cases, clause
from tests.toys.bids import BIDS

class TestBids(GameTests):
    game = BIDS
    trials = [*cases(BIDS, seats=[2], only=["facts", "subset"]),
              *cases(BIDS, seats=[2], only=["facts"], options={"rounds": 2})]

    @pytest.mark.xfail
    def test_conformance(self, trial):
        super().test_conformance(trial)

    @clause("1.1")
    def test_a_clause(self): ...
"""
COLLECTED = """
test_bids.py::TestBids::test_conformance[facts-2]
test_bids.py::TestBids::test_conformance[subset-2]
test_bids.py::TestBids::test_conformance[facts-2-rounds=2]
test_bids.py::TestBids::test_golden[native]
test_bids.py::TestBids::test_golden[interpreted]
test_bids.py::TestBids::test_every_clause_is_tested
test_bids.py::TestBids::test_broken_invariant[NOTSET]
test_bids.py::TestBids::test_every_invariant_can_be_broken
test_bids.py::TestBids::test_a_clause
"""


def collect(folder: Path, *words: str) -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words, "."]
    output = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True).stdout
    return {line for line in output.splitlines() if "::" in line}


@pytest.mark.parametrize("words", [[], ["-o", "python_classes=*Tests Test*"]], ids=["usual", "matching the base class"])
def test_the_subclass_is_collected_and_the_base_class_is_not(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "test_bids.py").write_text(TEST_FILE)
    assert collect(tmp_path, *words) == set(COLLECTED.split())


def low_deck() -> Table:
    table = Table(BIDS.open(2), native=False)
    strict_record(table.record).deck[0] -= 1
    return table


class BidsTests(GameTests):
    __test__ = False
    game = BIDS
    broken_states = [(1, low_deck)]
    games = 5

    def exercise(self) -> None:
        Table(BIDS.open(2), native=False)


def test_the_folder_is_that_of_the_subclass() -> None:
    assert BidsTests().folder == Path(__file__).parent


def test_a_changed_playthrough_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BidsTests, "folder", tmp_path)
    golden.write(BIDS, tmp_path / "golden.txt")
    BidsTests().test_golden(native=False)
    with (tmp_path / "golden.txt").open("a") as file:
        file.write("more")
    with pytest.raises(AssertionError, match="has changed at line"):
        BidsTests().test_golden(native=False)


def test_broken_states_are_compared_with_the_invariants() -> None:
    BidsTests().test_broken_invariant((1, low_deck))
    with pytest.raises(AssertionError):
        BidsTests().test_broken_invariant((2, low_deck))
    with pytest.raises(AssertionError):
        BidsTests().test_every_invariant_can_be_broken()


def test_line_coverage_includes_broken_states() -> None:
    with pytest.raises(AssertionError, match=r"never run interpreted: .*bids\.py:\d+") as caught:
        BidsTests().verify_line_coverage(bids)
    first_line = bids.broken_invariant.__code__.co_firstlineno + 1
    assert f"bids.py:{first_line}," not in str(caught.value)
    assert f"bids.py:{bids.resolve.__code__.co_firstlineno + 1}," in str(caught.value)


def test_every_check_is_run_at_every_number_of_seats_unless_trials_are_given() -> None:
    parameters: dict[str, list[object]] = {}

    class Metafunc:
        fixturenames = ("trial",)

        def parametrize(self, name: str, values: list[object], ids: object) -> None:
            parameters[name] = values

    BidsTests().pytest_generate_tests(Metafunc())
    assert parameters == {"trial": cases(BIDS, games=5)}
    assert len(parameters["trial"]) == len(CHECKS) * len(BIDS.seats)


@pytest.mark.slow
def test_the_usual_exercise_covers_the_rules_of_the_template() -> None:
    test_conformance.TestGame().verify_line_coverage(rules, hidden, guide, invariants)


ECHOES = """
from gamut.testing import GameTests, cases
from tests.toys.broken import FAULTS

class TestBroken(GameTests):
    game = FAULTS["an overflow"].game
    trials = cases(game, games=4, seats=[2, 3], native=False)
"""


def test_the_first_error_is_reported_and_its_echoes_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text(ECHOES)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "conformance or golden", "."]
    output = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True).stdout
    assert "1 failed, 2 passed" in output, output  # facts and subset come first
    assert "does not fit into shown[" in output
    assert f"{2 * len(CHECKS) - 3 + 2} skipped" in output, output
