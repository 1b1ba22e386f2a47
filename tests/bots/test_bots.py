"""Every bot on every game: its moves are legal, repeatable, and independent of what its seat cannot know."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gamut.bots import BOT_NAME_FORMS, Bot, UnknownBot, make_bot, make_quick_bot
from gamut.bots.bot import Decision, new_rng
from gamut.engine.chance import game_key
from gamut.engine.errors import NotYourTurn, UnknownSeat
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table
from gamut.games import find_game, list_games
from gamut.lab.bot_games import play_game
from gamut.testing import Case, same_choice

SMALL = ("random", "greedy", "flat:60it", "search:60it")
tables = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{game.id}-{seats}", marks=[] if game.id == "mixx" else pytest.mark.slow)
        for game in list_games()
        for seats in game.seats
    ],
)


def play_randomly(setup: Setup, number: int, steps: int) -> Table:
    """Return a table after some random steps."""
    table = Table(setup, game_key(5, number))
    bot = make_bot("random", setup)
    while table.actors and len(table.history) < steps:
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, number + len(table.history)).action)
    return table


@pytest.mark.parametrize("spec", SMALL)
@tables
def test_all_moves_of_a_game_are_legal(game: Game, seats: int, spec: str) -> None:
    setup = game.open(seats, game.quick_options)
    played = play_game(setup, [make_bot(spec, setup)] * seats, game_key(1, 2), seed=3)  # illegal moves raise
    assert 0 < played.steps <= game.max_steps
    assert played.result.winners or game.allows_no_winner


@pytest.mark.parametrize("spec", SMALL)
@tables
def test_no_move_depends_on_what_the_seat_cannot_know(game: Game, seats: int, spec: str) -> None:
    """Where other seats could have chosen differently in secret, the bot chooses the same."""
    case = Case(game, seats, game.quick_options, games=3)
    bot = make_bot(spec, case.setup)
    steps = sum(1 for _ in case.walk(0))  # of a game played at random, which may be long
    interval = max(5, steps // 12)
    assert same_choice(case, lambda s, seat, seed: bot.choose(s, seat, seed).action, interval) > 5


@pytest.mark.parametrize("spec", ["greedy", "search:40it"])
def test_no_bid_depends_on_what_the_seat_cannot_know(spec: str) -> None:
    prismatic = find_game("prismatic")
    case = Case(prismatic, 3, {**prismatic.quick_options, "auction": True}, games=1)
    bot = make_bot(spec, case.setup)
    assert same_choice(case, lambda s, seat, seed: bot.choose(s, seat, seed).action, every=9) > 10


@pytest.mark.parametrize("spec", SMALL)
def test_choosing_does_not_change_the_hidden_copy(spec: str) -> None:
    table = play_randomly(find_game("mixx").open(2), 1, 6)
    seat = table.actors[0]
    hidden = table.hidden(seat)
    before = hidden.tobytes()
    make_bot(spec, table.setup).choose(hidden, seat, 1)
    assert hidden.tobytes() == before


@pytest.mark.parametrize("spec", SMALL)
def test_interpreted_and_native_bots_choose_the_same(spec: str) -> None:
    table = play_randomly(find_game("mixx").open(3), 2, 9)
    seat = table.actors[0]
    native = make_bot(spec, table.setup).choose(table.hidden(seat), seat, 8)
    assert native == make_bot(spec, table.setup, native=False).choose(table.hidden(seat), seat, 8)


@pytest.mark.parametrize("spec", SMALL)
def test_the_choice_depends_on_the_seed(spec: str) -> None:
    table = Table(find_game("mixx").open(2, {"first": "1"}), game_key(3, 3))
    bot = make_bot(spec, table.setup)
    choices = {bot.choose(table.hidden(0), 0, seed) for seed in range(12)}
    assert len(choices) > 1 or spec == "greedy"  # only its ties are random


def test_levels_are_the_bots_that_the_game_names() -> None:
    for game in list_games():
        setup = game.open(game.seats[0])
        for level, spec in game.levels.items():
            assert make_bot(level, setup).name == spec


@pytest.mark.parametrize("spec", ["", "clever", "clever:1000it"])
def test_an_unknown_bot_is_refused_with_all_names(spec: str) -> None:
    with pytest.raises(
        UnknownBot, match="the bots are: random, greedy, policy:150, weighted:10, flat:1000it"
    ) as caught:
        make_bot(spec, find_game("mixx").open(2))
    assert BOT_NAME_FORMS in str(caught.value)
    assert "a level of the game: easy, medium, hard" in str(caught.value)


@pytest.mark.parametrize("spec", ["search", "search:", "search:0it", "search:10", "search:1e3it", "flat:٣it"])
def test_an_invalid_budget_is_refused_with_an_example(spec: str) -> None:
    kind = spec.partition(":")[0]
    with pytest.raises(UnknownBot, match=f"add iterations or milliseconds: {kind}:1000it or {kind}:200ms"):
        make_bot(spec, find_game("mixx").open(2))


@pytest.mark.parametrize("spec", ["random:5", "greedy:1000it"])
def test_bots_without_a_budget_take_no_argument(spec: str) -> None:
    with pytest.raises(UnknownBot, match="takes no argument"):
        make_bot(spec, find_game("mixx").open(2))


def test_a_weighted_bot_draws_by_the_weights_of_the_guide() -> None:
    table = play_randomly(find_game("mixx").open(2), 1, 6)
    seat, bot = table.actors[0], make_quick_bot("easy", table.setup)
    hidden, legal = table.hidden(seat), table.legal(seat)
    weights = Decision(bot, hidden, seat, np.array(legal, np.int32), 1, lambda: False).weights()
    assert len(set(weights)) > 1
    drawn = Counter(bot.choose(hidden, seat, seed).action for seed in range(400))
    expected = {a: 400 * max(0, w) / sum(max(0, w) for w in weights) for a, w in zip(legal, weights, strict=True)}
    for action, times in expected.items():
        assert abs(drawn[action] - times) <= 4 * max(times, 1) ** 0.5 if times else not drawn[action]
    assert bot.choose(hidden, seat, 7) == bot.choose(hidden, seat, 7)


def test_weighted_100_plays_any_action() -> None:
    table = play_randomly(find_game("mixx").open(2), 1, 6)
    seat, bot = table.actors[0], make_bot("weighted:100", table.setup)
    drawn = Counter(bot.choose(table.hidden(seat), seat, seed).action for seed in range(400))
    legal = table.legal(seat)
    assert set(drawn) == set(legal)
    assert max(drawn.values()) < 3 * 400 / len(legal)


@pytest.mark.parametrize("spec", ["weighted:101", "weighted:-1", "weighted:10it", "weighted:٣"])
def test_an_invalid_percentage_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match="the percentage of random actions, as in weighted:10"):
        make_bot(spec, find_game("mixx").open(2))


def test_the_generator_of_a_bot_is_unrelated_to_chance_keys() -> None:
    """The first game of a run and its first decision have the same seed; a bot must not use the key."""
    for number in range(50):
        key = game_key(number, 0)
        words = {int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")}
        assert not words & set(new_rng(number, 0).tolist())


@pytest.mark.parametrize("spec", SMALL)
def test_a_seat_without_a_decision_is_refused(spec: str) -> None:
    table = Table(find_game("mixx").open(2, {"first": "1"}))
    bot: Bot = make_bot(spec, table.setup)
    with pytest.raises(NotYourTurn, match="seat 2 has no decision to make"):
        bot.choose(table.hidden(1), 1, 0)
    with pytest.raises(UnknownSeat, match="seat number 2 does not exist: seats are 0 to 1"):
        bot.choose(table.hidden(1), 2, 0)


def test_greedy_leaves_the_opponent_no_legal_placement_where_it_can() -> None:
    """A placement that leaves the opponent none wins the round."""
    setup = find_game("mixx").open(2)
    bot, met = make_bot("greedy", setup), 0
    for number in range(200):
        table = play_randomly(setup, number, 8 + number % 5)
        seat = table.actors[0] if table.actors else -1
        if seat < 0 or len(table.legal(seat)) < 2 or table.record["alone"][0]:
            continue
        winning = [a for a in table.legal(seat) if blocks_opponent(table, seat, a)]
        if winning and len(winning) < len(table.legal(seat)):
            met += 1
            assert bot.choose(table.hidden(seat), seat, 1).action in winning
    assert met >= 5


def blocks_opponent(table: Table, seat: int, action: int) -> bool:
    """Return whether the action leaves the other seat no placement."""
    trial = table.copy()
    trial.play(seat, action)
    return bool(trial.record["alone"][0]) or int(trial.record["round"][0]) > int(table.record["round"][0])
