"""In which order files are tested: nobody waits at the end, and what is compiled is compiled once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent  # tests of games lie beside their rules
WAITING = ("test_holes.py",)  # needs little of a processor, so it runs beside what needs much
FEW_LONG = ("test_twin_tables.py", "test_walks.py", "test_kills.py", "test_connections.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits comes first, then games, which compile what others use; then few long tests before many short."""
    many = Counter(item.path for item in items)

    def rank(item: pytest.Item) -> tuple[bool, bool, bool, int]:
        name = item.path.name
        return name not in WAITING, HERE in item.path.parents, name not in FEW_LONG, -many[item.path]

    items.sort(key=rank)
