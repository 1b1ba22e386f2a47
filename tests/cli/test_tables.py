"""`gamut tables`; its effect on a database is tested with the server."""

from __future__ import annotations

from tests.cli.gamut_command import GamutCommand


def test_an_unknown_state_is_an_error(gamut: GamutCommand) -> None:
    message = gamut.expect_error("tables", "list", "--state", "new")
    assert "unknown state 'new'; the states are: unstarted, " in message
