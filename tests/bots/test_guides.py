"""How good the guides and values of Mixx and Colori are; the conformance suite checks their ranges."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.bots import make_bot
from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from gamut.games import find_game


def shares(table: Table) -> list[int]:
    """Return the game's `value` of a position."""
    out = np.zeros(table.seats, np.int64)
    table.verbs.value(table.setup.constants, table.record, 0, out, table.setup.new_scratch())
    values: list[int] = out.tolist()
    return values


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_mixx_the_shares_of_all_seats_add_up_to_one_win(seats: int) -> None:
    setup = find_game("mixx").open(seats)
    table, bot = Table(setup, game_key(10, seats)), make_bot("greedy", setup)
    while table.actors:
        assert WIN_VALUE - 2 * seats <= sum(shares(table)) <= WIN_VALUE
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)


@pytest.mark.parametrize(
    ("game", "clock", "late", "often"), [("mixx", "deck_size", range(16), 0.75), ("colori", "round", range(7, 9), 0.65)]
)
def test_the_value_predicts_the_winner(game: str, clock: str, late: range, often: float) -> None:
    """The seat with the higher value late in the game usually wins; in Colori the last rounds decide more."""
    setup = find_game(game).open(2)
    bot, right, games = make_bot("greedy", setup), 0.0, 80
    for number in range(games):
        table, favourite = Table(setup, game_key(12, number)), -1
        while table.actors:
            if favourite < 0 and table.record[clock][0] in late:
                favourite = int(shares(table)[1] > WIN_VALUE // 2)
            seat = table.actors[0]
            table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)
        winners = table.result.winners
        right += (favourite in winners) / len(winners)
    assert right / games > often


@pytest.mark.parametrize("seats", [2, 4])
def test_in_colori_greedy_makes_garments_and_beats_random(seats: int) -> None:
    setup = find_game("colori").open(seats)
    bots, games = [make_bot("greedy", setup), make_bot("random", setup)], 40
    share, stars = 0.0, [0, 0]
    for number in range(games):
        table = Table(setup, game_key(13, number))
        while table.actors:
            seat = table.actors[0]
            bot = bots[(seat + number) % 2]
            table.play(seat, bot.choose(table.hidden(seat), seat, number).action)
        for seat, score in enumerate(table.result.scores):
            stars[(seat + number) % 2] += score
        winners = table.result.winners
        share += sum((seat + number) % 2 == 0 for seat in winners) / len(winners)
    assert share / games > 0.85
    assert stars[0] > 20 * stars[1]
