"""Line coverage goes on after a test that exhausts the stack: Python then drops whatever traces its lines."""

from __future__ import annotations

import sys

import pytest

TRACER = sys.gettrace()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Put it back."""
    if TRACER and sys.gettrace() is None:
        sys.settrace(TRACER)
