"""Clauses: every numbered clause of a game's RULES.md is named by a test.

A clause is a bold number, `**2.1**`. A test names the clauses it checks with `@clause("2.1", "2.3")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
CLAUSE = re.compile(r"\*\*(\d+(?:\.\d+)+)\*\*")
CLAUSE_LIKE_LINE = re.compile(r"^\W*(\d+(?:\.\d+)+)", re.MULTILINE)
NOT_RUN = ("skip", "skipif", "xfail", "long")  # marks of tests that are not always run, or need not pass


def clause(*numbers: str) -> Callable[[F], F]:
    """Name the clauses of RULES.md that a test checks."""

    def mark(test: F) -> F:
        test.__dict__["clauses"] = numbers
        return test

    return mark


def find_clauses(rules_page: str) -> list[str]:
    return CLAUSE.findall(rules_page)


def find_tested(tests: Path) -> dict[str, list[str]]:
    """Return the clauses that the tests in a folder name, each with the names of its tests."""
    tested: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for test in _find_tests(ast.parse(path.read_text("utf-8"))):
            for number in _named_clauses(test):
                tested.setdefault(number, []).append(test.name)
    return tested


def _find_tests(scope: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Find the tests that pytest collects and runs: functions of the module and methods of its test classes."""
    for node in scope.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _find_tests(node)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _is_marked_not_run(node):
            yield node


def _is_marked_not_run(test: ast.FunctionDef) -> bool:
    nodes = [node for call in test.decorator_list for node in ast.walk(call)]
    return any(isinstance(node, ast.Attribute) and node.attr in NOT_RUN for node in nodes)


def _named_clauses(test: ast.FunctionDef) -> Iterator[str]:
    for call in test.decorator_list:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "clause":
            yield from (str(ast.literal_eval(argument)) for argument in call.args)


def verify(rules_page: str, tests: Path) -> None:
    """Raise an AssertionError for clauses without a test, and for malformed, repeated or unknown clause numbers."""
    numbers, tested = find_clauses(rules_page), find_tested(tests)
    problems = {
        "clauses without a test": [n for n in numbers if n not in tested],
        "tests of clauses that do not exist": [f"{n} ({names[0]})" for n, names in tested.items() if n not in numbers],
        "clause numbers used twice": sorted({n for n in numbers if numbers.count(n) > 1}),
        "lines that start with a clause number that is not bold (`**2.1**`)": [
            n for n in CLAUSE_LIKE_LINE.findall(rules_page) if n not in numbers
        ],
    }
    messages = [f"{problem}: {', '.join(items)}" for problem, items in problems.items() if items]
    if messages or not numbers:
        raise AssertionError("; ".join(messages) or "the rules page has no numbered clause")
