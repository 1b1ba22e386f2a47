"""Kroma fulfils the contract of all games, and its rules have not changed by accident."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from gamut.engine.chance import game_key
from gamut.engine.record import copy_states
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.kroma import GAME, guide, heuristics, hidden, invariants, rules, scoring, value
from gamut.games.kroma.record import COPIES, OVER, TWO
from gamut.testing import GameTests, Trial, conform
from tests.games.kroma.builders import LaidOut


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_thousand_games_keep_the_rules(seats: int) -> None:
    """What native code checks quickly."""
    only = ["legal-actions", "invariants", "length", "results"]
    assert conform(GAME, games=1000, seats=[seats], only=only) == len(only)


OPTIONS: list[dict[str, Any]] = [
    {"side": 9},
    {"side": 10, "stack": False, "phase_two": "clockwise"},
    {"side": 12, "hook": "6"},
    {"rhombus": "8", "stack": False, "phase_two": "reverse"},
    {"support": "any", "scoring": "shape", "phase_two": "clockwise", "targets": "random", "hook": "4"},
]
SOUND = ["legal-actions", "invariants", "length", "results", "redealing", "estimates", "reading-changes-nothing"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_conformance_with_options(seats: int, options: dict[str, Any]) -> None:
    assert conform(GAME, games=100, seats=[seats], options=options, only=SOUND) == len(SOUND)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_interpreted_equals_native_with_options(options: dict[str, Any]) -> None:
    only = ["interpreted-equals-native", "action-texts", "touch-paths"]
    assert conform(GAME, games=4, seats=[3], options=options, only=only) == len(only)


def test_a_record_is_small() -> None:
    assert GAME.state_bytes <= 768


def test_no_game_is_longer_than_all_pieces_and_targets() -> None:
    """Every step lays a piece of the box or chooses a target; the box has 84 pieces."""
    assert GAME.max_steps == 84 + max(GAME.seats)
    assert sum(COPIES) * 3 == 84


# ---------------------------------------------------------------------- invariants


def in_phase_two() -> LaidOut:
    """A few pieces in both layers."""
    layout = LaidOut(3)
    layout.lay(
        *(f"{colour} diamond 1 at r8 c{1 + 2 * k}" for k, colour in enumerate(("blue", "yellow", "magenta") * 2))
    )
    rules.begin_phase_two(layout.c, layout.s, 2)
    layout.lay("yellow rhombus 1 at r8 c1")
    return layout


def damaged(broken: int, how: int) -> Table:
    """A table that breaks one invariant."""
    layout = in_phase_two()
    s = layout.s
    word = s.below[0, 0].dtype.type
    if broken == 1:
        layer = s.below if how == 0 else s.above
        layer[2, 0] = layer[2, 0] | layer[0, 0] | word(1)
        layer[1, 0] = layer[1, 0] | word(1)
    elif broken == 2:
        if how == 0:
            s.below[0, 0] = word(0)
        elif how == 1:
            s.above[2, 0] = word(0)
        else:
            s.above[1, 2] = word(1)
    elif broken == 3:
        if how == 0:
            s.stock[0, 0] += 1
        else:
            s.laid[40] = 7
    elif broken == 4:
        s.points[1] += 1
    elif broken == 5:
        if how == 0:
            s.target[1] = s.target[0]
        else:
            s.target[1] = 0
    elif broken == 6:
        if how == 0:
            s.phase = OVER
        else:
            layout.end()
            s.phase = TWO
    elif how == 0:
        s.smalls = 10
    else:
        layout = LaidOut(3)
        layout.s.smalls = 1
    return layout.table


DAMAGES = [
    (1, 0),
    (1, 1),
    (2, 0),
    (2, 1),
    (2, 2),
    (3, 0),
    (3, 1),
    (4, 0),
    (5, 0),
    (5, 1),
    (6, 0),
    (6, 1),
    (7, 0),
    (7, 1),
]


class TestGame(GameTests):
    game = GAME
    games = 300
    broken_states = [(broken, partial(damaged, broken, how)) for broken, how in DAMAGES]

    @pytest.mark.slow
    def test_conformance(self, trial: Trial) -> None:
        trial()

    def exercise(self) -> None:
        walk(2, {"side": 9})
        for options in OPTIONS[3:]:
            walk(3, {**options, "side": 9})
        for blends in ({"green": "r5c1-3", "orange": "r7c1-3"}, {"green": "r5c1-3", "orange": "r7c1-2 r7c5"}):
            for scoring_by in ("points", "shape"):
                finished(blends, scoring_by)

    @pytest.mark.long
    def test_every_line_of_the_rules_is_run_interpreted(self) -> None:
        self.verify_line_coverage(rules, scoring, hidden, heuristics, guide, value, invariants)


def walk(seats: int, options: dict[str, Any]) -> None:
    """A random game, interpreted, in which every verb is asked now and then."""
    table, random = Table(GAME.open(seats, options), game_key(5, seats), native=False), Random(seats)
    c, scratch, features = (
        table.setup.constants,
        table.setup.new_scratch(),
        np.zeros(GAME.feature_count, np.float32),
    )
    weights, shares = np.zeros(GAME.max_legal, np.int32), np.zeros(seats, np.int64)
    while True:
        over, state = table.over, copy_states(table.record)
        now = over or len(table.history) % (3 if table.record["phase"][0] == TWO else 14) == 0
        if now:
            table.verbs.value(c, state, 0, shares, scratch)
            table.verbs.quiescent(c, state, 0)
            table.verbs.observe(c, state, 0, 0, features)
            assert table.verbs.broken_invariant(c, state, 0) == 0
            table.verbs.hide(c, state, 0, 0)
            table.verbs.redeal(c, state, 0, 0, np.array([7], np.uint64))
        if over:
            assert 1 in table.result.ranks
            return
        seat = table.actors[0]
        actions = np.array(table.legal(seat), np.int32)
        if now:
            assert table.legal((seat + 1) % seats) == []
            table.verbs.guide(c, state, 0, seat, actions, len(actions), weights, scratch)
        table.verbs.visible_action(c, state, 0, -1, seat, int(actions[0]))
        table.play(seat, int(random.choice(actions)))


def finished(blends: dict[str, str], scoring_by: str) -> None:
    """Rank a game that ends with these shapes."""
    layout = LaidOut(2, ("green", "orange"), scoring=scoring_by)
    below = {"blue": blends["green"], "magenta": blends["orange"]}
    layout.set_out(below, {"yellow": " ".join(blends.values())})
    layout.end()
    assert strict_record(layout.table.record).phase == OVER
    assert layout.table.result.ranks[0] == 1
