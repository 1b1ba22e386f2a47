"""Holes that a server once had stay closed."""

from __future__ import annotations

import pytest

from tests.load.holes import run


@pytest.mark.slow
def test_known_holes_are_closed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, []) == 0, capsys.readouterr().out
