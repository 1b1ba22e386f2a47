"""The tools beside the conformance suite: clauses, golden playthroughs, lines, the command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamut.testing import clause, clauses, golden, lines
from gamut.testing.__main__ import main
from tests.toys import bids
from tests.toys.bids import BIDS, play

PAGE = "**How to win.** Win.\n\n**1.1** Deal.\n\n**1.2** Bid **high**.\n"


def folder(at: Path, *names: str) -> Path:
    tests = "\n".join(f"@clause({name!r})\ndef test_{k}(): ..." for k, name in enumerate(names))
    (at / "test_rules.py").write_text(tests + "\n@clause('9.9')\ndef no_test(): ...\n")
    return at


def test_clauses_are_bold_numbers() -> None:
    assert clauses.numbered(PAGE) == ["1.1", "1.2"]


def test_all_clauses_named(tmp_path: Path) -> None:
    clauses.verify(PAGE, folder(tmp_path, "1.1", "1.2"))
    assert clauses.named(tmp_path) == {"1.1": ["test_0"], "1.2": ["test_1"]}


def test_a_clause_without_test_and_a_test_without_clause(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"clauses no test names: 1.2; clauses that do not exist: 1.7"):
        clauses.verify(PAGE, folder(tmp_path, "1.1", "1.7"))


def test_a_number_used_twice_and_a_page_without_numbers(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"clause numbers used twice: 1.1"):
        clauses.verify(PAGE + "**1.1** Again.", folder(tmp_path, "1.1", "1.2"))
    with pytest.raises(AssertionError, match="no numbered clause"):
        clauses.verify("Just play.", tmp_path / "empty")


@clause("1.1", "1.2")
def test_a_clause_is_noted_on_the_test() -> None:
    assert test_a_clause_is_noted_on_the_test.clauses == ("1.1", "1.2")  # type: ignore[attr-defined]


def leave_for_two(c: bids.Constants, s: bids.State, seat: int, a: int) -> None:
    play(c, s, seat, a)
    if a == bids_leave:
        s.score[seat] += 1


bids_leave = bids.LEAVE


def test_golden_playthrough(tmp_path: Path) -> None:
    game = replace(BIDS, folder=tmp_path)
    with pytest.raises(AssertionError, match="bids has no golden playthrough: write it with `python -m"):
        golden.verify(game)
    assert golden.write(game) == tmp_path / "tests" / "golden.txt"
    golden.verify(game)
    golden.verify(game, native=False)
    text = golden.place(game).read_text("utf-8")
    assert "seat 1, 1 of" in text
    assert "most points" in text
    changed = replace(game, verbs=replace(BIDS.verbs, play=leave_for_two))
    with pytest.raises(AssertionError, match=r"has changed at line \d+:") as caught:
        golden.verify(changed, native=False)
    assert "bump the rules version (1) and run `python -m gamut.testing golden bids`" in str(caught.value)


def test_lines_that_were_not_run() -> None:
    missed = lines.unexecuted([bids], lambda: bids.path(None, 5))  # type: ignore[arg-type]
    assert lines.unexecuted([bids], lambda: bids.tell(None, None, None, 0, 0, -1)) != missed  # type: ignore[arg-type]
    line = bids.path.__code__.co_firstlineno + 1
    assert f"bids.py:{line}" not in missed
    assert f"bids.py:{bids.ask.__code__.co_firstlineno + 1}" in missed


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "mixx", "--games", "4"]) == 0
    assert "legal-actions-2 … good" in capsys.readouterr().out
    assert main(["conform", "chess"]) == 1
    assert "there is no game 'chess'" in capsys.readouterr().err
