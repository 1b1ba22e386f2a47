"""The frozen bots of version 0.2 still play as they did: the same moves from the same positions."""

from __future__ import annotations

import hashlib

import pytest

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games import find_game
from tests.opponents.bots import Opponent

MOVES = {  # of two games of greedy bots, and the first moves of a game of searching ones
    "mixx": "3753f82cf6967441",
    "kroma": "fa8cc2884736c835",
    "chroma_mix": "72f7b83bc081b819",
    "colori": "8e9b85c0adb9e469",
    "prismatic": "0b2c2af8f374e271",
}


def play_moves(game_id: str, spec: str, games: int, most: int) -> list[int]:
    setup, moves = find_game(game_id).open(2), []
    bot = Opponent(setup, spec)
    for number in range(games):
        table = Table(setup, game_key(1, number))
        while table.actors and len(table.history) < most:
            seat = table.actors[0]
            moves.append(bot.choose(table.hidden(seat), seat, len(table.history)).action)
            table.play(seat, moves[-1])
    return moves


@pytest.mark.parametrize("game_id", ["mixx", *(pytest.param(g, marks=pytest.mark.long) for g in MOVES if g != "mixx")])
def test_the_opponents_have_not_changed(game_id: str) -> None:
    moves = play_moves(game_id, "greedy", 2, 1000) + play_moves(game_id, "search:100it", 1, 40)
    assert hashlib.sha256(repr(moves).encode()).hexdigest()[:16] == MOVES[game_id]
