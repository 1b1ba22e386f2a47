"""Holes that a server once had stay closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_known_holes_are_closed() -> None:
    """As a program of its own: what it tries leaves connections behind that nobody closes."""
    tried = subprocess.run([sys.executable, "-m", "tests.load.holes"], cwd=ROOT, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count("closed") >= 15
