"""A server that is killed loses nothing it has acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.kills import run


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, tables=20, kills=3, pace=0.05))
    assert report["kills"] == 3
    assert report["games"] >= 20
    assert report["acknowledged"] > 50
    assert report["returns"] > 0
