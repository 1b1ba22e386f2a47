"""`python -m gamut.testing`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gamut import games
from gamut.testing.__main__ import app
from tests.toys.bids import BIDS
from tests.toys.broken import FAULTS


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.slow
def test_conform_checks_a_game() -> None:
    result = run("conform", "mixx", "--games", "2", "--interpreted", "--seats", "2")
    assert result.exit_code == 0, result.output
    assert "legal-actions-2 … passed in" in result.output
    assert "invariants-3" not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["conform", "chess"], "'chess'"),
        (["golden", "chess", "golden.txt"], "'chess'"),
        (["conform", "mixx", "--only", "beauty"], "unknown check beauty"),
    ],
)
def test_unknown_games_and_checks_are_reported(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert message in result.output


def test_golden_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find_game", lambda game_id: BIDS)
    assert run("golden", "bids", str(tmp_path / "golden.txt")).exit_code == 0
    assert (tmp_path / "golden.txt").read_text("utf-8").startswith("Bids, rules version 1\n")


def test_conform_stops_at_the_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find_game", lambda game_id: FAULTS["an overflow"].game)
    result = run("conform", "broken", "--games", "8", "--interpreted", "--seats", "3")
    assert result.exit_code == 1
    assert "[2/" in result.output
    assert "subset-3 … passed in" in result.output
    assert "200 does not fit into shown" in result.output
    assert "legal-actions" not in result.output
