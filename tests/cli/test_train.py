"""`gamut train`."""

from __future__ import annotations

from tests.cli.gamut_command import GamutCommand


def test_a_game_without_a_network_is_an_error(gamut: GamutCommand) -> None:
    message = gamut.expect_error("train", "mixx")
    assert "Mixx" in message
    assert "colori, prismatic" in message
