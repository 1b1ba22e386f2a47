"""Kroma keeps the contract of games, plays as it always did, and every line of its rules was run interpreted."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from gamut.engine.keys import game_key
from gamut.engine.record import copy_states
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.kroma import GAME, chances, guide, hidden, invariants, rules, scoring, value
from gamut.games.kroma.record import COPIES, OVER, TWO
from gamut.games.kroma.tests.positions import LaidOut
from gamut.testing import Trial, cases, conform, golden, lines


@pytest.mark.slow
@pytest.mark.parametrize("trial", cases(GAME, games=300), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_thousand_games_keep_the_rules(seats: int) -> None:
    """What native code checks quickly."""
    only = ["legal-actions", "invariants", "length", "results"]
    assert conform(GAME, games=1000, seats=[seats], only=only) == len(only)


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


OPTIONS: list[dict[str, Any]] = [
    {"side": 9},
    {"side": 10, "stack": False, "phase_two": "snake"},
    {"side": 12, "hook": "6"},
    {"rhombus": "8", "stack": False, "phase_two": "reverse"},
    {"support": "any", "scoring": "shape", "phase_two": "snake", "targets": "random", "hook": "4"},
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
    only = ["interpreted-equals-native", "action-texts", "paths"]
    assert conform(GAME, games=4, seats=[3], options=options, only=only) == len(only)


def test_a_record_is_small() -> None:
    assert GAME.record_bytes <= 768


def test_no_game_is_longer_than_all_pieces_and_targets() -> None:
    """Every step lays a piece of the box or chooses a target; the box has 84 pieces."""
    assert GAME.longest == 84 + max(GAME.seats)
    assert sum(COPIES) * 3 == 84


# ---------------------------------------------------------------------- invariants


def in_phase_two() -> LaidOut:
    """A few pieces in both layers."""
    at = LaidOut(3)
    at.lay(
        *(f"{colour} diamond 1 at r8 c{1 + 2 * k}" for k, colour in enumerate(("blue", "yellow", "magenta") * 2))
    )
    rules.begin_phase_two(at.c, at.s, 2)
    at.lay("yellow rhombus 1 at r8 c1")
    return at


def damaged(broken: int, how: int) -> Table:
    """A table that breaks one invariant."""
    at = in_phase_two()
    s = at.s
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
            at.end()
            s.phase = TWO
    elif how == 0:
        s.smalls = 10
    else:
        at = LaidOut(3)
        at.s.smalls = 1
    return at.table


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


@pytest.mark.parametrize(("broken", "how"), DAMAGES)
def test_check_names_the_broken_invariant(broken: int, how: int) -> None:
    table = damaged(broken, how)
    for native in (True, False):
        twin = Table(table.setup, table.key, native=native)
        assert twin.rules.check(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 7


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        walk(2, {"side": 9})
        for options in OPTIONS[3:]:
            walk(3, {**options, "side": 9})
        for broken, how in DAMAGES:
            table = damaged(broken, how)
            assert table.rules.check(table.setup.constants, table.record, 0) == broken
        for blends in ({"green": "r5c1-3", "orange": "r7c1-3"}, {"green": "r5c1-3", "orange": "r7c1-2 r7c5"}):
            for scoring_by in ("points", "shape"):
                finished(blends, scoring_by)

    assert lines.unexecuted([rules, scoring, hidden, chances, guide, value, invariants], exercise) == []


def walk(seats: int, options: dict[str, Any]) -> None:
    """A random game, interpreted, in which every verb is asked now and then."""
    table, random = Table(GAME.open(seats, options), game_key(5, seats), native=False), Random(seats)
    c, work, features = table.setup.constants, table.setup.work(), np.zeros(GAME.features, np.float32)
    weights, shares = np.zeros(GAME.most_legal, np.int32), np.zeros(seats, np.int64)
    while True:
        over, state = table.over, copy_states(table.record)
        now = over or len(table.history) % (3 if table.record["phase"][0] == TWO else 14) == 0
        if now:
            table.rules.value(c, state, 0, shares, work)
            table.rules.settled(c, state, 0)
            table.rules.observe(c, state, 0, 0, features)
            assert table.rules.check(c, state, 0) == 0
            table.rules.hide(c, state, 0, 0)
            table.rules.redeal(c, state, 0, 0, np.array([7], np.uint64))
        if over:
            assert 1 in table.result.ranks
            return
        seat = table.actors[0]
        acts = np.array(table.legal(seat), np.int32)
        if now:
            assert table.legal((seat + 1) % seats) == []
            table.rules.guide(c, state, 0, seat, acts, len(acts), weights, work)
        table.rules.seen(c, state, 0, -1, seat, int(acts[0]))
        table.play(seat, int(random.choice(acts)))


def finished(blends: dict[str, str], scoring_by: str) -> None:
    """Rank a game that ends with these shapes."""
    at = LaidOut(2, ("green", "orange"), scoring=scoring_by)
    below = {"blue": blends["green"], "magenta": blends["orange"]}
    at.set_out(below, {"yellow": " ".join(blends.values())})
    at.end()
    assert strict(at.table.record).phase == OVER
    assert at.table.result.ranks[0] == 1
