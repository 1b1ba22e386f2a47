"""Every bot, on every game: legal, repeatable, and blind to what its seat cannot know."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gamut.bots import FORMS, Bot, UnknownBot, make_bot, make_quick_bot
from gamut.bots.bot import Decision, generator
from gamut.engine.errors import NotYourTurn, UnknownSeat
from gamut.engine.game import Game, Setup
from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games import every, find
from gamut.lab.match import play_game
from gamut.testing import Case, same_choice

SMALL = ("random", "greedy", "flat:60it", "search:60it")
tables = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{game.id}-{seats}", marks=[] if game.id == "mixx" else pytest.mark.slow)
        for game in every()
        for seats in game.seats
    ],
)


def walked(setup: Setup, number: int, steps: int) -> Table:
    """A table some random steps into a game."""
    table = Table(setup, game_key(5, number))
    bot = make_bot("random", setup)
    while table.actors and len(table.history) < steps:
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, number + len(table.history)).action)
    return table


@pytest.mark.parametrize("spec", SMALL)
@tables
def test_a_whole_game_of_legal_moves(game: Game, seats: int, spec: str) -> None:
    setup = game.open(seats, game.short)
    played = play_game(setup, [make_bot(spec, setup)] * seats, game_key(1, 2), seed=3)  # the table refuses the rest
    assert 0 < played.steps <= game.longest
    assert played.result.winners or game.can_be_lost


@pytest.mark.parametrize("spec", SMALL)
@tables
def test_no_move_depends_on_what_the_seat_cannot_know(game: Game, seats: int, spec: str) -> None:
    """In secret phases others may have done something else; where there is none, the same is chosen again."""
    trial = Case(game, seats, game.short, games=3)
    bot = make_bot(spec, trial.setup)
    steps = sum(1 for _ in trial.walk(0))  # of a game played at random, which may be long
    every = max(5, steps // 12)
    assert same_choice(trial, lambda s, seat, seed: bot.choose(s, seat, seed).action, every) > 5


@pytest.mark.parametrize("spec", ["greedy", "search:40it"])
def test_no_bid_depends_on_what_the_seat_cannot_know(spec: str) -> None:
    prismatic = find("prismatic")
    trial = Case(prismatic, 3, {**prismatic.short, "auction": True}, games=1)
    bot = make_bot(spec, trial.setup)
    assert same_choice(trial, lambda s, seat, seed: bot.choose(s, seat, seed).action, every=9) > 10


@pytest.mark.parametrize("spec", SMALL)
def test_a_choice_leaves_the_hidden_copy_as_it_was(spec: str) -> None:
    table = walked(find("mixx").open(2), 1, 6)
    seat = table.actors[0]
    hidden = table.hidden(seat)
    before = hidden.tobytes()
    make_bot(spec, table.setup).choose(hidden, seat, 1)
    assert hidden.tobytes() == before


@pytest.mark.parametrize("spec", SMALL)
def test_interpreted_and_native_choose_alike(spec: str) -> None:
    table = walked(find("mixx").open(3), 2, 9)
    seat = table.actors[0]
    native = make_bot(spec, table.setup).choose(table.hidden(seat), seat, 8)
    assert native == make_bot(spec, table.setup, native=False).choose(table.hidden(seat), seat, 8)


@pytest.mark.parametrize("spec", SMALL)
def test_another_seed_may_choose_otherwise(spec: str) -> None:
    table = Table(find("mixx").open(2, {"first": "1"}), game_key(3, 3))
    bot = make_bot(spec, table.setup)
    figures = {bot.choose(table.hidden(0), 0, seed) for seed in range(12)}
    assert len(figures) > 1 or spec == "greedy"  # greedy tosses only between equals


def test_levels_are_what_the_game_says() -> None:
    for game in every():
        setup = game.open(game.seats[0])
        for level, spec in game.levels.items():
            assert make_bot(level, setup).name == spec


@pytest.mark.parametrize("spec", ["", "clever", "clever:1000it"])
def test_a_name_of_no_bot_is_refused_with_all_that_is_allowed(spec: str) -> None:
    with pytest.raises(UnknownBot, match="it may be random, greedy, weighted:10, flat:1000it") as caught:
        make_bot(spec, find("mixx").open(2))
    assert FORMS in str(caught.value)
    assert "a level of the game: easy, medium, hard" in str(caught.value)


@pytest.mark.parametrize("spec", ["search", "search:", "search:0it", "search:10", "search:1e3it", "flat:٣it"])
def test_a_budget_that_cannot_be_read_is_refused_with_an_example(spec: str) -> None:
    kind = spec.partition(":")[0]
    with pytest.raises(UnknownBot, match=f"say how long it thinks, as in {kind}:1000it or {kind}:200ms"):
        make_bot(spec, find("mixx").open(2))


@pytest.mark.parametrize("spec", ["random:5", "greedy:1000it"])
def test_a_bot_without_a_budget_takes_none(spec: str) -> None:
    with pytest.raises(UnknownBot, match="takes nothing behind its name"):
        make_bot(spec, find("mixx").open(2))


def test_a_weighted_bot_draws_by_the_guide() -> None:
    table = walked(find("mixx").open(2), 1, 6)
    seat, bot = table.actors[0], make_quick_bot("easy", table.setup)
    hidden, legal = table.hidden(seat), table.legal(seat)
    weights = Decision(bot, hidden, seat, np.array(legal, np.int32), 1, lambda: False).weights()
    assert len(set(weights)) > 1
    drawn = Counter(bot.choose(hidden, seat, seed).action for seed in range(400))
    expected = {a: 400 * max(0, w) / sum(max(0, w) for w in weights) for a, w in zip(legal, weights, strict=True)}
    for action, times in expected.items():
        assert abs(drawn[action] - times) <= 4 * max(times, 1) ** 0.5 if times else not drawn[action]
    assert bot.choose(hidden, seat, 7) == bot.choose(hidden, seat, 7)


def test_a_careless_bot_does_anything_now_and_then() -> None:
    table = walked(find("mixx").open(2), 1, 6)
    seat, bot = table.actors[0], make_bot("weighted:100", table.setup)
    drawn = Counter(bot.choose(table.hidden(seat), seat, seed).action for seed in range(400))
    legal = table.legal(seat)
    assert set(drawn) == set(legal)
    assert max(drawn.values()) < 3 * 400 / len(legal)


@pytest.mark.parametrize("spec", ["weighted:101", "weighted:-1", "weighted:10it", "weighted:٣"])
def test_a_share_of_careless_actions_that_cannot_be_read_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match="how many actions of 100 are careless, weighted:10"):
        make_bot(spec, find("mixx").open(2))


def test_no_chance_of_a_bot_is_the_key_of_a_table() -> None:
    """The first game of a run and its first decision have the same seed; a bot must not start from the key."""
    for number in range(50):
        key = game_key(number, 0)
        words = {int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")}
        assert not words & set(generator(number, 0).tolist())


@pytest.mark.parametrize("spec", SMALL)
def test_a_seat_with_nothing_to_decide_is_told_so(spec: str) -> None:
    table = Table(find("mixx").open(2, {"first": "1"}))
    bot: Bot = make_bot(spec, table.setup)
    with pytest.raises(NotYourTurn, match="seat 2 has nothing to decide"):
        bot.choose(table.hidden(1), 1, 0)
    with pytest.raises(UnknownSeat, match="there is no seat number 2: Python counts 0 to 1"):
        bot.choose(table.hidden(1), 2, 0)


def test_greedy_leaves_the_other_nothing_to_lay_where_it_can() -> None:
    """The lay that sticks the other wins the round: greedy finds one whenever there is one."""
    setup = find("mixx").open(2)
    bot, met = make_bot("greedy", setup), 0
    for number in range(200):
        table = walked(setup, number, 8 + number % 5)
        seat = table.actors[0] if table.actors else -1
        if seat < 0 or len(table.legal(seat)) < 2 or table.record["alone"][0]:
            continue
        winning = [a for a in table.legal(seat) if sticks(table, seat, a)]
        if winning and len(winning) < len(table.legal(seat)):
            met += 1
            assert bot.choose(table.hidden(seat), seat, 1).action in winning
    assert met >= 5


def sticks(table: Table, seat: int, action: int) -> bool:
    """Whether the other seat could not answer."""
    trial = table.copy()
    trial.play(seat, action)
    return bool(trial.record["alone"][0]) or int(trial.record["round"][0]) > int(table.record["round"][0])
