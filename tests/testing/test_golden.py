"""Golden playthroughs."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.testing import golden
from tests.toys import bids
from tests.toys.bids import BIDS, LEAVE
from tests.toys.bids import play as good_play
from tests.toys.broken import change_game


def play_with_a_point_for_leaving(c: bids.Constants, s: bids.State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == LEAVE:
        s.score[seat] += 1


def test_the_middle_of_a_long_game_is_replaced_by_a_digest() -> None:
    lines = [f"step {k}" for k in range(golden.MAX_LINES + 1)]
    short = golden.shorten(lines)
    left_out = len(lines) - golden.FIRST_LINES - golden.LAST_LINES
    assert short[: golden.FIRST_LINES] == lines[: golden.FIRST_LINES]
    assert short[-golden.LAST_LINES :] == lines[-golden.LAST_LINES :]
    assert f"{left_out} more lines" in short[golden.FIRST_LINES]
    lines[golden.FIRST_LINES + 5] = "another step"
    assert golden.shorten(lines)[golden.FIRST_LINES] != short[golden.FIRST_LINES]
    assert golden.shorten(lines[:-1]) == lines[:-1]


def test_a_playthrough_equals_the_golden_one_until_the_rules_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "golden.txt"
    with pytest.raises(AssertionError, match="bids has no golden playthrough; write it with `python -m"):
        golden.verify(BIDS, file)
    golden.write(BIDS, file)
    golden.verify(BIDS, file)
    golden.verify(BIDS, file, native=False)
    text = file.read_text("utf-8")
    assert "seat 1, 1 of" in text
    assert "most points" in text
    with pytest.raises(AssertionError, match=r"has changed at line \d+:") as caught:
        golden.verify(change_game(BIDS, play=play_with_a_point_for_leaving), file, native=False)
    assert "raise the rules version (1) and run `python -m gamut.testing golden bids golden.txt`" in str(caught.value)
