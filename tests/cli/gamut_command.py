"""The command `gamut` in this process, for tests."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from gamut import cli


class Outcome(NamedTuple):
    """How a command ended, and what it printed; whitespace of errors is normalised, since long lines are wrapped."""

    code: int
    out: str
    err: str


class GamutCommand:
    """Runs `gamut` with arguments."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *args: str) -> Outcome:
        self._monkeypatch.setattr("sys.argv", ["gamut", *args])
        code = 0
        try:
            cli.main()
        except SystemExit as e:
            code = int(e.code or 0)
        captured = self._capsys.readouterr()
        return Outcome(code, captured.out, " ".join(captured.err.split()))

    def json(self, *args: str) -> Any:
        outcome = self(*args, "--json")
        assert outcome.code == 0, outcome.err
        return json.loads(outcome.out)

    def expect_error(self, *args: str) -> str:
        """Return the message of a command that must fail with invalid input and print nothing else."""
        outcome = self(*args)
        assert (outcome.code, outcome.out) == (cli.INVALID_INPUT, ""), args
        return outcome.err
