"""Clauses: every numbered clause of a game's RULES.md is named by a test.

A clause is a bold number, `**2.1**`. A test names what it is about with `@clause("2.1", "2.3")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
NUMBER = re.compile(r"\*\*(\d+(?:\.\d+)+)\*\*")
BEGINNING = re.compile(r"^\W*(\d+(?:\.\d+)+)", re.MULTILINE)  # of a line that looks like a clause
UNRUN = ("skip", "skipif", "xfail", "long")  # marks of tests that need not run, or need not pass


def clause(*numbers: str) -> Callable[[F], F]:
    """Say which clauses of RULES.md a test is about."""

    def mark(test: F) -> F:
        test.__dict__["clauses"] = numbers
        return test

    return mark


def numbered(rules_page: str) -> list[str]:
    """The numbers of all clauses, in their order."""
    return NUMBER.findall(rules_page)


def named(tests: Path) -> dict[str, list[str]]:
    """The clauses that the tests of a folder name, each with the names of its tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for test in _tests(ast.parse(path.read_text("utf-8"))):
            for number in _clauses(test):
                found.setdefault(number, []).append(test.name)
    return found


def _tests(space: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The tests that pytest finds and runs: functions of the module, and of its classes."""
    for node in space.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _is_unrun(node):
            yield node


def _is_unrun(test: ast.FunctionDef) -> bool:
    nodes = [node for call in test.decorator_list for node in ast.walk(call)]
    return any(isinstance(node, ast.Attribute) and node.attr in UNRUN for node in nodes)


def _clauses(test: ast.FunctionDef) -> Iterator[str]:
    for call in test.decorator_list:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "clause":
            yield from (str(ast.literal_eval(argument)) for argument in call.args)


def verify(rules_page: str, tests: Path) -> None:
    """Refuse clauses without a test, tests of clauses that are not there, numbers used twice or not in bold."""
    there, tested = numbered(rules_page), named(tests)
    twice = sorted({n for n in there if there.count(n) > 1})
    missing = [n for n in there if n not in tested]
    unknown = [f"{n} ({tests[0]})" for n, tests in tested.items() if n not in there]
    pale = [n for n in BEGINNING.findall(rules_page) if n not in there]
    problems = [
        f"{what}: {', '.join(numbers)}"
        for what, numbers in (
            ("clauses no test names", missing),
            ("clauses that do not exist", unknown),
            ("clause numbers used twice", twice),
            ("lines that begin with a number as a clause does, but not in bold (`**2.1**`)", pale),
        )
        if numbers
    ]
    if problems or not there:
        raise AssertionError("; ".join(problems) or "the rules page has no numbered clause")
