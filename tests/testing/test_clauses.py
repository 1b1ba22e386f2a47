"""Clauses of rules pages, and the tests that name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.testing import clause, clauses

PAGE = "**How to win.** Win.\n\n**1.1** Deal.\n\n**1.2** Bid **high**.\n"
GAMES = Path(__file__).parents[1] / "games"


def write_tests(folder: Path, *numbers: str) -> Path:
    tests = "\n".join(f"@clause({number!r})\ndef test_{k}(): ..." for k, number in enumerate(numbers))
    (folder / "test_rules.py").write_text(tests + "\n@clause('9.9')\ndef no_test(): ...\n")
    return folder


def test_clauses_are_bold_numbers() -> None:
    assert clauses.find_clauses(PAGE) == ["1.1", "1.2"]


def test_all_clauses_are_tested(tmp_path: Path) -> None:
    clauses.verify(PAGE, write_tests(tmp_path, "1.1", "1.2"))
    assert clauses.find_tested(tmp_path) == {"1.1": ["test_0"], "1.2": ["test_1"]}


def test_clauses_without_a_test_and_unknown_clauses_are_named(tmp_path: Path) -> None:
    with pytest.raises(
        AssertionError, match=r"clauses without a test: 1.2; tests of clauses that do not exist: 1.7 \(test_1\)"
    ):
        clauses.verify(PAGE, write_tests(tmp_path, "1.1", "1.7"))


def test_a_number_used_twice_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"clause numbers used twice: 1.1"):
        clauses.verify(PAGE + "**1.1** Again.", write_tests(tmp_path, "1.1", "1.2"))


def test_a_page_without_clauses_raises(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no numbered clause"):
        clauses.verify("Just play.", tmp_path / "empty")


@pytest.mark.parametrize(
    "test",
    [
        '@pytest.mark.skip\n@clause("1.2")\ndef test_it():\n    pass\n',
        '@clause("1.2")\n@pytest.mark.xfail(strict=True)\ndef test_it():\n    pass\n',
        'def helper():\n    @clause("1.2")\n    def test_it():\n        pass\n',
        'class Helper:\n    @clause("1.2")\n    def test_it(self):\n        pass\n',
    ],
    ids=["skipped", "expected to fail", "inside a function", "in a class that is not a test"],
)
def test_a_test_that_is_not_run_does_not_count(tmp_path: Path, test: str) -> None:
    write_tests(tmp_path, "1.1")
    (tmp_path / "test_not_run.py").write_text(test)
    with pytest.raises(AssertionError, match=r"clauses without a test: 1.2"):
        clauses.verify(PAGE, tmp_path)


@pytest.mark.parametrize("head", ["class TestRules:", "class TestRules(GameTests):\n    game = GAME\n"])
def test_methods_of_test_classes_count(tmp_path: Path, head: str) -> None:
    write_tests(tmp_path, "1.1")
    (tmp_path / "test_class.py").write_text(f'{head}\n    @clause("1.2")\n    def test_it(self):\n        pass\n')
    clauses.verify(PAGE, tmp_path)


@pytest.mark.parametrize("line", ["1.3 A clause.", "**1.3.** A clause.", "- 1.3 A clause."])
def test_a_clause_number_that_is_not_bold_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(AssertionError, match=r"lines that start with a clause number that is not bold .*: 1.3"):
        clauses.verify(f"{PAGE}\n\n{line}\n", write_tests(tmp_path, "1.1", "1.2"))


@pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)
def test_every_clause_of_every_game_is_tested(game: Game) -> None:
    clauses.verify(game.rules_page, GAMES / game.id)


@clause("1.1", "1.2")
def test_the_decorator_stores_the_clauses() -> None:
    assert test_the_decorator_stores_the_clauses.clauses == ("1.1", "1.2")  # type: ignore[attr-defined]
