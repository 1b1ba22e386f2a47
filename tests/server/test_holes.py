"""Holes that a server once had stay closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.holes import TRIES, name_of

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("hole", [name_of(one) for one in TRIES])
def test_known_holes_are_closed(hole: str) -> None:
    """As a program of its own: what it tries leaves connections behind that nobody closes."""
    command = [sys.executable, "-m", "tests.load.holes", "--only", hole]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count("closed") == 1
