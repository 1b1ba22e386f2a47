"""`gamut games`."""

from __future__ import annotations

from gamut.games import list_games
from tests.cli.gamut_command import GamutCommand


def test_json_lists_every_game_with_seats_options_and_notes(gamut: GamutCommand) -> None:
    games = {game["id"]: game for game in gamut.json("games")["games"]}
    assert set(games) == {game.id for game in list_games()}
    assert games["mixx"]["seats"] == [2, 3, 4]
    stock = next(o for o in games["mixx"]["options"] if o["name"] == "stock")
    assert stock["allowed"] == "3 to 10"
    assert stock["default"] == {"2": 8, "3": 6, "4": 5}
    assert games["mixx"]["reconstructed"]


def test_text_lists_every_game(gamut: GamutCommand) -> None:
    outcome = gamut("games")
    assert outcome.code == 0
    assert all(game.title in outcome.out for game in list_games())
    assert "2–4 players" in outcome.out
    assert "Edition note" in outcome.out
