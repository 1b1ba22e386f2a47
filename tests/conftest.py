"""The order in which test files run, and a line in the summary if PostgreSQL was missing.

No worker of pytest-xdist should wait long at the end.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.support.postgres import MISSING

GAMES = Path(__file__).parent / "games"
WAITING = ("test_vulnerabilities.py",)  # needs little CPU time, so it runs beside what needs much
FEW_LONG_TESTS = (
    "test_indistinguishable_tables.py", "test_information_leaks.py", "test_kills.py", "test_connections.py",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests: files that wait, then games (they compile what others use), then few long tests before many short."""
    tests_per_file = Counter(item.path for item in items)

    def sort_key(item: pytest.Item) -> tuple[bool, bool, bool, int]:
        name = item.path.name
        return (
            name not in WAITING,
            GAMES not in item.path.parents,
            name not in FEW_LONG_TESTS,
            -tests_per_file[item.path],
        )

    items.sort(key=sort_key)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests did not run because PostgreSQL is missing."""
    skipped = [report for report in terminalreporter.getreports("skipped") if MISSING in report.longreprtext]
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} tests DID NOT RUN on PostgreSQL. {MISSING}", yellow=True, bold=True
        )
