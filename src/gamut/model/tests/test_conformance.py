"""Easel keeps the contract of games, and plays as it always did."""

from __future__ import annotations

import pytest

from gamut.model import GAME
from gamut.testing import Trial, cases, clauses, golden


@pytest.mark.parametrize("trial", cases(GAME, games=200), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, GAME.folder / "tests")
