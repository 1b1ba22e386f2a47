"""The bots of Kroma: good placements, who is ahead, and who begins Phase Two."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.bots import Bot, make_bot
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import game_key
from gamut.engine.game import Setup
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS
from gamut.games.kroma.record import TWO
from gamut.games.kroma.value import square_root
from gamut.lab.bot_games import play_game
from tests.games.kroma.builders import LaidOut, shorten

RULES = BoundVerbs(GAME)


def shares(setup: Setup, record: Array) -> list[int]:
    """Return the `value` of a state."""
    out = np.zeros(setup.seats, np.int64)
    RULES.value(setup.constants, record, 0, out, setup.new_scratch())
    values: list[int] = out.tolist()
    return values


def greedy_choice(layout: LaidOut) -> str:
    """What greedy does."""
    seat = layout.table.actors[0]
    choice = make_bot("greedy", layout.table.setup).choose(layout.table.hidden(seat), seat, 1)
    return shorten(layout.table.setup.action_texts[choice.action])


# ---------------------------------------------------------------- the guide


@pytest.mark.parametrize(("seats", "games", "least"), [(2, 40, 38), (3, 45, 42)])
def test_greedy_beats_random(seats: int, games: int, least: int) -> None:
    setup = GAME.open(seats, {"targets": "random"})
    greedy, random, won = make_bot("greedy", setup), make_bot("random", setup), 0.0
    for k in range(games):
        seat = k % seats
        bots: list[Bot] = [greedy if p == seat else random for p in range(seats)]
        winners = play_game(setup, bots, game_key(51, k), k).result.winners
        won += (seat in winners) / len(winners)
    assert won >= least


def test_greedy_chooses_the_placement_that_blends_most() -> None:
    for seat, best in ((0, "lay yellow rhombus 1 at r8 c1"), (1, "lay yellow rhombus 1 at r10 c1")):
        layout = LaidOut(2, ("green", "orange"))
        layout.set_out({"blue": "r8c1-4 r5c1-3", "magenta": "r10c1-4 r5c4"}, last=1 - seat)
        assert layout.table.actors == (seat,)
        assert greedy_choice(layout) == best


def test_greedy_does_not_give_points_away() -> None:
    layout = LaidOut(2, ("green", "orange"))
    layout.set_out({"magenta": "r8c1-4"}, last=1)
    assert greedy_choice(layout) != "lay yellow rhombus 1 at r8 c1"


def test_greedy_extends_its_shape_where_the_largest_shape_wins() -> None:
    for scoring, wanted in (("points", {"r8 c5", "r8 c11"}), ("shape", {"r8 c5"})):
        placements = set()
        for seed in range(12):
            layout = LaidOut(2, ("green", "orange"), scoring=scoring)
            layout.set_out({"blue": "r8c1-8 r8c11-14"}, {"yellow": "r8c1-4"}, last=1)
            bot = make_bot("greedy", layout.table.setup)
            choice = shorten(layout.table.setup.action_texts[bot.choose(layout.table.hidden(0), 0, seed).action])
            if choice.startswith("lay yellow rhombus 1 at "):
                placements.add(choice.removeprefix("lay yellow rhombus 1 at "))
        assert placements & {"r8 c5", "r8 c11"} == wanted


def test_the_guide_gives_all_targets_the_same_weight() -> None:
    setup = GAME.open(3)
    table, out = Table(setup, bytes(16)), np.zeros(GAME.max_legal, np.int32)
    RULES.guide(setup.constants, table.record, 0, 0, np.arange(3, dtype=np.int32), 3, out, setup.new_scratch())
    assert list(out[:3]) == [1, 1, 1]


# ---------------------------------------------------------------- the value


@pytest.mark.parametrize("options", [{}, {"scoring": "shape"}, {"phase_two": "clockwise"}], ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_values_add_up_to_one_win_and_are_exact_at_the_end(seats: int, options: dict[str, str]) -> None:
    setup = GAME.open(seats, options)
    bot = make_bot("greedy", setup)
    for number in range(6):
        table = Table(setup, game_key(52, number))
        while not table.over:
            values = shares(setup, table.record)
            assert min(values) >= 0
            assert WIN_VALUE - 2 * seats <= sum(values) <= WIN_VALUE
            table.play(table.actors[0], bot.choose(table.hidden(table.actors[0]), table.actors[0], number).action)
        winners = table.result.winners
        assert shares(setup, table.record) == [WIN_VALUE // len(winners) if p in winners else 0 for p in range(seats)]


def test_the_seat_that_begins_phase_two_has_the_higher_value_and_less_so_in_a_snake() -> None:
    for last in (0, 1):
        layout = LaidOut(2, phase_two="clockwise")
        layout.set_out({"blue": "r8", "magenta": "r9", "yellow": "r10 r11"}, last=last)
        win_shares = shares(layout.table.setup, layout.table.record)
        assert win_shares[1 - last] > win_shares[last]
        layout = LaidOut(2)
        layout.set_out({"blue": "r8", "magenta": "r9", "yellow": "r10 r11"}, last=last)
        in_a_snake = shares(layout.table.setup, layout.table.record)
        assert win_shares[1 - last] > in_a_snake[1 - last]  # the other player has the next two turns


@pytest.mark.parametrize(("order", "least"), [("snake", 0.7), ("clockwise", 0.85)])
def test_the_value_predicts_the_winner(order: str, least: float) -> None:
    setup, right, games = GAME.open(2, {"targets": "random", "phase_two": order}), 0.0, 60
    bot = make_bot("greedy", setup)
    for number in range(games):
        table, favourite = Table(setup, game_key(53, number)), -1
        while not table.over:
            s = table.record[0]
            if favourite < 0 and s["phase"] == TWO and s["pieces"] - s["smalls"] == 8:
                favourite = int(np.argmax(shares(setup, table.record)))
            seat = table.actors[0]
            table.play(seat, bot.choose(table.hidden(seat), seat, number).action)
        winners = table.result.winners
        right += (favourite in winners) / len(winners)
    assert right / games > least


def test_only_the_last_turns_of_phase_one_are_not_quiescent() -> None:
    setup = GAME.open(2, {"targets": "random"})
    table, bot, not_quiescent = Table(setup, game_key(54, 1)), make_bot("greedy", setup), list[int]()
    while not table.over:
        if not RULES.quiescent(setup.constants, table.record, 0):
            assert table.record["phase"][0] == 1
            not_quiescent.append(len(table.history))
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, 1).action)
    smalls = int(table.record["smalls"][0])
    assert not_quiescent == list(range(not_quiescent[0], smalls))
    assert 3 < len(not_quiescent) < 20


def test_square_roots_are_rounded_down() -> None:
    for x in (*range(200), 10**6 - 1, 10**6, 10**12 + 1):
        assert square_root(x) ** 2 <= x < (square_root(x) + 1) ** 2


# ---------------------------------------------------------------- the search


def one_piece_left(strip: str) -> LaidOut:
    """Only the strip is free, and Phase Two will have one yellow rhombus, laid by the player who begins."""
    layout = LaidOut(2, ("green", "orange"), side=9)
    layout.cover(strip, rest="blue", magenta="r9c1-8")
    for piece in ("rhombus", "hook"):
        for colour in COLOURS:
            if (piece, colour) != ("rhombus", "yellow"):
                layout.run_out(piece, colour)
    layout.s.stock[2, 2] = 1
    return layout


def test_the_search_leaves_the_last_small_piece_to_the_other() -> None:
    """Of four free triangles it covers two at an end: then the other has to lay the last small piece."""
    layout = one_piece_left("r5c3-6")
    assert layout.table.actors == (0,)
    for seed in range(3):
        choice = make_bot("search:400it", layout.table.setup).choose(layout.table.hidden(0), 0, seed)
        assert layout.table.setup.action_texts[choice.action].split(" at ")[1] in ("r5 c3", "r5 c5")
        assert "diamond" in layout.table.setup.action_texts[choice.action]
        assert choice.estimates[0].value > 0.95


def test_levels_can_be_made() -> None:
    for level in ("easy", "medium", "hard"):
        assert make_bot(level, GAME.open(2)).name == GAME.levels[level]
