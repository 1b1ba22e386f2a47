"""What all tests share: those that compile the same code run in the same process, one after the other."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a game's conformance suite together."""
    for item in items:
        if item.path.name == "test_conformance.py":
            item.add_marker(pytest.mark.xdist_group(str(item.path.parent)))
