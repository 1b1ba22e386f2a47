"""`gamut perft`."""

from __future__ import annotations

from tests.cli.gamut_command import GamutCommand


def test_sequences_are_counted_for_each_length(gamut: GamutCommand) -> None:
    depths = gamut.json("perft", "mixx", "--depth", "2", "--seed", "1")["depths"]
    assert [d["depth"] for d in depths] == [0, 1, 2]
    assert depths[0]["sequences"] == 1
    assert depths[1]["sequences"] == 8  # any card of the stock can be the first


def test_a_seed_must_have_64_bits(gamut: GamutCommand) -> None:
    assert "Invalid value for '--seed'" in gamut.expect_error("perft", "mixx", "--seed", "18446744073709551616")
