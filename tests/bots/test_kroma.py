"""What bots make of Kroma: good places, who is ahead, and who will begin Phase Two."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.bots import Bot, make_bot
from gamut.engine.game import Rules, Setup
from gamut.engine.keys import game_key
from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.engine.verbs import WHOLE
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS
from gamut.games.kroma.record import TWO
from gamut.games.kroma.tests.positions import LaidOut
from gamut.games.kroma.value import square_root
from gamut.lab.match import play_game

RULES = Rules(GAME)


def shares(setup: Setup, record: Array) -> list[int]:
    """The value of a state."""
    out = np.zeros(setup.seats, np.int64)
    RULES.value(setup.constants, record, 0, out, setup.work())
    found: list[int] = out.tolist()
    return found


def greedy_choice(at: LaidOut) -> str:
    """What greedy does."""
    seat = at.table.actors[0]
    return at.table.setup.texts[make_bot("greedy", at.table.setup).choose(at.table.hidden(seat), seat, 1).action]


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


def test_greedy_takes_the_place_that_blends_most() -> None:
    for seat, best in ((0, "lay yellow rhombus 1 at r8 c1"), (1, "lay yellow rhombus 1 at r10 c1")):
        at = LaidOut(2, ("green", "orange"))
        at.set_out({"blue": "r8c1-4 r5c1-3", "magenta": "r10c1-4 r5c4"}, last=1 - seat)
        assert at.table.actors == (seat,)
        assert greedy_choice(at) == best


def test_greedy_does_not_give_points_away() -> None:
    at = LaidOut(2, ("green", "orange"))
    at.set_out({"magenta": "r8c1-4"}, last=1)
    assert greedy_choice(at) != "lay yellow rhombus 1 at r8 c1"


def test_where_the_largest_shape_wins_greedy_joins_its_shape() -> None:
    for scoring, wanted in (("points", {"r8 c5", "r8 c11"}), ("shape", {"r8 c5"})):
        found = set()
        for seed in range(12):
            at = LaidOut(2, ("green", "orange"), scoring=scoring)
            at.set_out({"blue": "r8c1-8 r8c11-14"}, {"yellow": "r8c1-4"}, last=1)
            bot = make_bot("greedy", at.table.setup)
            choice = at.table.setup.texts[bot.choose(at.table.hidden(0), 0, seed).action]
            if choice.startswith("lay yellow rhombus 1 at "):
                found.add(choice.removeprefix("lay yellow rhombus 1 at "))
        assert found & {"r8 c5", "r8 c11"} == wanted


def test_targets_are_all_alike_to_the_guide() -> None:
    setup = GAME.open(3)
    table, out = Table(setup, bytes(16)), np.zeros(GAME.most_legal, np.int32)
    RULES.guide(setup.constants, table.record, 0, 0, np.arange(3, dtype=np.int32), 3, out, setup.work())
    assert list(out[:3]) == [1, 1, 1]


# ---------------------------------------------------------------- the value


@pytest.mark.parametrize("options", [{}, {"scoring": "shape"}, {"phase_two": "snake"}], ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_values_are_shares_of_one_victory_and_exact_at_the_end(seats: int, options: dict[str, str]) -> None:
    setup = GAME.open(seats, options)
    bot = make_bot("greedy", setup)
    for number in range(6):
        table = Table(setup, game_key(52, number))
        while not table.over:
            found = shares(setup, table.record)
            assert min(found) >= 0
            assert WHOLE - 2 * seats <= sum(found) <= WHOLE
            table.play(table.actors[0], bot.choose(table.hidden(table.actors[0]), table.actors[0], number).action)
        winners = table.result.winners
        assert shares(setup, table.record) == [WHOLE // len(winners) if p in winners else 0 for p in range(seats)]


def test_whoever_begins_phase_two_is_favoured() -> None:
    for last in (0, 1):
        at = LaidOut(2)
        at.set_out({"blue": "r8", "magenta": "r9", "yellow": "r10 r11"}, last=last)
        found = shares(at.table.setup, at.table.record)
        assert found[1 - last] > found[last]


def test_the_value_foretells_the_winner() -> None:
    setup, right, games = GAME.open(2, {"targets": "random"}), 0.0, 60
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
    assert right / games > 0.8


def test_only_the_last_turns_of_phase_one_are_not_settled() -> None:
    setup = GAME.open(2, {"targets": "random"})
    table, bot, unsettled = Table(setup, game_key(54, 1)), make_bot("greedy", setup), list[int]()
    while not table.over:
        if not RULES.settled(setup.constants, table.record, 0):
            assert table.record["phase"][0] == 1
            unsettled.append(len(table.history))
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, 1).action)
    smalls = int(table.record["smalls"][0])
    assert unsettled == list(range(unsettled[0], smalls))
    assert 3 < len(unsettled) < 20


def test_roots_are_whole() -> None:
    for x in (*range(200), 10**6 - 1, 10**6, 10**12 + 1):
        assert square_root(x) ** 2 <= x < (square_root(x) + 1) ** 2


# ---------------------------------------------------------------- the search


def one_piece_left(strip: str) -> LaidOut:
    """Two players; only the strip is free, and Phase Two will have one yellow rhombus: whoever begins lays it."""
    at = LaidOut(2, ("green", "orange"), side=9)
    at.cover(strip, rest="blue", magenta="r9c1-8")
    for piece in ("rhombus", "hook"):
        for colour in COLOURS:
            if (piece, colour) != ("rhombus", "yellow"):
                at.run_out(piece, colour)
    at.s.stock[2, 2] = 1
    return at


def test_the_search_leaves_the_last_small_piece_to_the_other() -> None:
    """Of four free triangles it covers two at an end: then the other has to lay the last small piece."""
    at = one_piece_left("r5c3-6")
    assert at.table.actors == (0,)
    for seed in range(3):
        choice = make_bot("search:400it", at.table.setup).choose(at.table.hidden(0), 0, seed)
        assert at.table.setup.texts[choice.action].split(" at ")[1] in ("r5 c3", "r5 c5")
        assert "diamond" in at.table.setup.texts[choice.action]
        assert choice.figures[0].value > 0.95


def test_levels_are_bots() -> None:
    for level in ("easy", "medium", "hard"):
        assert make_bot(level, GAME.open(2)).name == GAME.levels[level]
