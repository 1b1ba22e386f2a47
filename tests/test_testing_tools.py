"""The tools beside the conformance suite: clauses, golden playthroughs, lines, the command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FunctionType

import pytest
from typer.testing import CliRunner, Result

from gamut import games
from gamut.engine.game import Game
from gamut.engine.table import Table
from gamut.testing import clause, clauses, golden, lines
from gamut.testing.__main__ import app
from tests.engine import helpers
from tests.toys import bids
from tests.toys.bids import BIDS, LEAVE
from tests.toys.bids import play as bids_play
from tests.toys.broken import FAULTS, changed

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


@pytest.mark.parametrize(
    "unrun",
    [
        '@pytest.mark.skip\n@clause("1.2")\ndef test_it():\n    pass\n',
        '@clause("1.2")\n@pytest.mark.xfail(strict=True)\ndef test_it():\n    pass\n',
        'def helper():\n    @clause("1.2")\n    def test_it():\n        pass\n',
        'class Hidden:\n    @clause("1.2")\n    def test_it(self):\n        pass\n',
    ],
    ids=["skipped", "expected to fail", "inside a function", "of a class that is no test"],
)
def test_a_test_that_is_not_run_names_nothing(tmp_path: Path, unrun: str) -> None:
    folder(tmp_path, "1.1")
    (tmp_path / "test_unrun.py").write_text(unrun)
    with pytest.raises(AssertionError, match=r"clauses no test names: 1.2"):
        clauses.verify(PAGE, tmp_path)
    (tmp_path / "test_run.py").write_text(
        'class TestRun:\n    @clause("1.2")\n    def test_it(self):\n        pass\n'
    )
    clauses.verify(PAGE, tmp_path)


@pytest.mark.parametrize("line", ["1.3 A clause.", "**1.3.** A clause.", "- 1.3 A clause."])
def test_a_line_that_looks_like_a_clause_has_to_be_one(tmp_path: Path, line: str) -> None:
    with pytest.raises(AssertionError, match=r"begin with a number as a clause does, but not in bold .*: 1.3"):
        clauses.verify(f"{PAGE}\n\n{line}\n", folder(tmp_path, "1.1", "1.2"))


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_every_clause_of_every_game_is_named(game: Game) -> None:
    clauses.verify(game.rules_page, game.folder / "tests")


@clause("1.1", "1.2")
def test_a_clause_is_noted_on_the_test() -> None:
    assert test_a_clause_is_noted_on_the_test.clauses == ("1.1", "1.2")  # type: ignore[attr-defined]


def leave_for_two(c: bids.Constants, s: bids.State, seat: int, a: int) -> None:
    bids_play(c, s, seat, a)
    if a == LEAVE:
        s.score[seat] += 1


def test_a_long_playthrough_is_told_where_it_begins_and_ends_and_pinned_between() -> None:
    told = [f"step {k}" for k in range(golden.MOST + 1)]
    short = golden.shorten(told)
    left_out = len(told) - golden.FIRST - golden.LAST
    assert short[: golden.FIRST] == told[: golden.FIRST]
    assert short[-golden.LAST :] == told[-golden.LAST :]
    assert f"{left_out} more lines" in short[golden.FIRST]
    told[golden.FIRST + 5] = "another step"
    assert golden.shorten(told)[golden.FIRST] != short[golden.FIRST]
    assert golden.shorten(told[:-1]) == told[:-1]


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
    with pytest.raises(AssertionError, match=r"has changed at line \d+:") as caught:
        golden.verify(changed(game, play=leave_for_two), native=False)
    assert "bump the rules version (1) and run `python -m gamut.testing golden bids`" in str(caught.value)


# ---------------------------------------------------------------------- lines


def line(f: Callable[..., object], k: int = 1) -> str:
    """The name of the k-th line of a function."""
    assert isinstance(f, FunctionType)
    return f"bids.py:{f.__code__.co_firstlineno + k}"


def test_lines_that_were_not_run() -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    missed = lines.unexecuted([bids], lambda: table.play(0, table.legal(0)[0]))
    assert line(bids.play) not in missed
    assert line(bids.play, 2) not in missed
    assert line(bids.play, 5) in missed  # nobody resolves the bids
    assert line(bids.resolve) in missed
    heads = {line(f, 0) for f in (bids.play, bids.resolve)}
    assert not heads & set(missed)


def test_all_lines_can_be_run() -> None:
    assert lines.unexecuted([helpers], lambda: helpers.outer(1)) == []
    assert lines.unexecuted([helpers], lambda: helpers.helper(1)) == ["helpers.py:11"]


# ---------------------------------------------------------------------- the command


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.mark.slow
def test_the_command_checks_a_game() -> None:
    done = run("conform", "mixx", "--games", "2", "--interpreted", "--seats", "2")
    assert done.exit_code == 0, done.output
    assert "legal-actions-2 … good" in done.output
    assert "invariants-3" not in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["conform", "chess"], "there is no game 'chess'"),
        (["golden", "chess"], "there is no game 'chess'"),
        (["conform", "mixx", "--only", "beauty"], "there is no check beauty"),
    ],
)
def test_what_the_command_refuses(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.exit_code == 1
    assert message in done.output


def test_the_command_stops_at_the_first_check_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda game_id: FAULTS["an overflow"].game)
    done = run("conform", "broken", "--games", "8", "--interpreted", "--seats", "3")
    assert done.exit_code == 1
    assert "subset-3 … good" in done.output
    assert "200 does not fit into shown" in done.output
    assert "legal-actions" not in done.output
