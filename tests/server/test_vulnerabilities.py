"""Vulnerabilities of earlier versions stay fixed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.vulnerabilities import ATTACKS, display_name

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("vulnerability", [display_name(attack) for attack in ATTACKS])
def test_known_vulnerabilities_are_fixed(vulnerability: str) -> None:
    # in its own process, as the attacks leave open connections behind
    command = [sys.executable, "-m", "tests.faults.vulnerabilities", "--only", vulnerability]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.count("fixed") == 1
