from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.gamut_command import GamutCommand


@pytest.fixture
def gamut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> GamutCommand:
    return GamutCommand(capsys, monkeypatch)


@pytest.fixture
def in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one: games are saved there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
