"""What bots ask of every game's guide and evaluation, and that Mixx's are sound."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.bots import make
from gamut.engine.game import WHOLE, Game
from gamut.engine.keys import game_key
from gamut.engine.table import Rules, Table
from gamut.games import every, find

TABLES = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in every() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_on_hidden_copies_weights_are_positive_and_values_are_shares(game: Game, seats: int) -> None:
    setup, rules = game.open(seats), Rules(game)
    acts, weights = np.zeros((2, game.most_legal), np.int32)
    bot = make("random", setup)
    for number in range(5):
        table = Table(setup, game_key(8, number))
        while table.actors:
            seat = table.actors[0]
            hidden = table.hidden(seat)
            n = rules.legal(setup.constants, hidden, 0, seat, acts)
            rules.guide(setup.constants, hidden, 0, seat, acts, n, weights)
            assert np.all(weights[:n] >= 1)
            assert 0 <= rules.value(setup.constants, hidden, 0, seat) <= WHOLE
            table.play(seat, bot.choose(hidden, seat, len(table.history)).action)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_at_the_end_the_value_is_the_share_of_the_victory(game: Game, seats: int) -> None:
    setup, rules = game.open(seats), Rules(game)
    bot = make("random", setup)
    for number in range(20):
        table = Table(setup, game_key(9, number))
        while table.actors:
            seat = table.actors[0]
            table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)
        winners = table.result.winners
        values = [rules.value(setup.constants, table.record, 0, p) for p in range(seats)]
        assert values == [WHOLE // len(winners) if p in winners else 0 for p in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_mixx_the_shares_of_all_seats_make_one_victory(seats: int) -> None:
    setup, rules = find("mixx").open(seats), Rules(find("mixx"))
    table, bot = Table(setup, game_key(10, seats)), make("greedy", setup)
    while table.actors:
        values = [rules.value(setup.constants, table.record, 0, p) for p in range(seats)]
        assert WHOLE - 2 * seats <= sum(values) <= WHOLE
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)


@pytest.mark.parametrize(
    ("game", "clock", "late", "often"), [("mixx", "left", range(16), 0.75), ("colori", "round", range(7, 9), 0.65)]
)
def test_the_value_foretells_the_winner(game: str, clock: str, late: range, often: float) -> None:
    """The seat that stands better late in the game wins most of the time; in Colori the last rounds decide more."""
    setup, rules = find(game).open(2), Rules(find(game))
    bot, right, games = make("greedy", setup), 0.0, 80
    for number in range(games):
        table, favourite = Table(setup, game_key(12, number)), -1
        while table.actors:
            if favourite < 0 and table.record[clock][0] in late:
                favourite = int(rules.value(setup.constants, table.record, 0, 1) > WHOLE // 2)
            seat = table.actors[0]
            table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)
        winners = table.result.winners
        right += (favourite in winners) / len(winners)
    assert right / games > often


@pytest.mark.parametrize("seats", [2, 4])
def test_in_colori_greedy_makes_garments_and_beats_random(seats: int) -> None:
    setup = find("colori").open(seats)
    bots, games = [make("greedy", setup), make("random", setup)], 40
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
