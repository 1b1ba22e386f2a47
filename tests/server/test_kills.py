"""A server that is killed loses nothing it has acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.load.kills import run


@pytest.mark.slow
def test_kills(tmp_path: Path) -> None:
    found = asyncio.run(run(tmp_path, tables=20, kills=3, pace=0.05))
    assert found["kills"] == 3
    assert found["games"] >= 20
    assert found["acknowledged"] > 50
    assert found["returns"] > 0
