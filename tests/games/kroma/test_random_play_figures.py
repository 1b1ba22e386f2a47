"""Random play of Kroma has the figures that were known before it was programmed here.

Known, of three players on the standard board, from 4,000 games: Phase One has 45.9 pieces (41 to 51), 2.75 of them
after the last strict place, which happens in 96 % of games; it leaves 16.8 % uncovered. Phase Two has 15.9 pieces
and blends 46.7 triangles; the game has 61.8 turns. The first turn has 1,395 legal placements.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamut.engine.bits import row_count
from gamut.engine.chance import random_below, seed_rng
from gamut.engine.random_play import deal_numbered_game, first_seat
from gamut.engine.record import Array
from gamut.engine.verbs import actors, legal, play
from gamut.games.kroma import GAME
from gamut.games.kroma.record import LAY, ONE

U = np.uint64
BENCHMARKS = (Path(__file__).parents[3] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
GAMES, KNOWN_GAMES = 20_000, 4_000
SMALLS, LOOSE, GAPS, LARGES, BLENDED, FIRST, FACTS = range(7)

# name: (known figure as written, half a unit of its last digit)
KNOWN = {
    "pieces of Phase One": ("45.9", 0.05),
    "… laid after the last strict place": ("2.75", 0.005),
    "games with such pieces": ("96%", 0.005),
    "share of the board left uncovered": ("16.8%", 0.0005),
    "pieces of Phase Two": ("15.9", 0.05),
    "triangles blended": ("46.7", 0.05),
    "turns": ("61.8", 0.05),
}


def watch(c: Any, s: Any, r: Any, actions: Any, run: Any, facts: Any) -> None:
    """Play random games, one for each row of facts."""
    for g in range(len(facts)):
        deal_numbered_game(c, s, run, g)
        seed_rng(r, run[0], U(g))
        mask = actors(c[0], s[0])
        while mask != 0:
            seat = first_seat(mask)
            n = legal(c[0], s[0], seat, actions)
            if s[0].pieces == 0:
                facts[g, FIRST] = n
            if s[0].phase == ONE and s[0].loose:
                facts[g, LOOSE] += 1
            play(c[0], s[0], seat, actions[random_below(r, n)])
            mask = actors(c[0], s[0])
        facts[g, SMALLS] = s[0].smalls
        facts[g, LARGES] = s[0].pieces - s[0].smalls
        facts[g, GAPS] = c[0].board - row_count(s[0].below[0]) - row_count(s[0].below[1]) - row_count(s[0].below[2])
        facts[g, BLENDED] = s[0].points[0] + s[0].points[1] + s[0].points[2]


def facts_of(games: int, run: int) -> Array:
    """The facts of some games of three random players with random targets."""
    setup = GAME.open(3, {"targets": "random"})
    facts = np.zeros((games, FACTS), np.int64)
    actions, r = np.zeros(GAME.max_legal, np.int32), np.zeros(1, np.uint64)
    GAME.native(watch)(setup.constants, setup.new_states(2), r, actions, np.array([run], np.uint64), facts)
    return facts


def samples(facts: Array) -> dict[str, Array]:
    """Every figure, game by game."""
    return {
        "pieces of Phase One": facts[:, SMALLS],
        "… laid after the last strict place": facts[:, LOOSE],
        "games with such pieces": facts[:, LOOSE] > 0,
        "share of the board left uncovered": facts[:, GAPS] / 121,
        "pieces of Phase Two": facts[:, LARGES],
        "triangles blended": facts[:, BLENDED],
        "turns": facts[:, SMALLS] + facts[:, LARGES],
    }


@pytest.fixture(scope="module")
def facts() -> Array:
    return facts_of(GAMES, 1)


@pytest.mark.parametrize("name", KNOWN)
def test_figures_of_random_play(facts: Array, name: str) -> None:
    """Both are samples: they may differ by the rounding and by three standard errors of their difference."""
    sample, (published, rounding) = samples(facts)[name], KNOWN[name]
    known = float(published.removesuffix("%")) / (100 if published.endswith("%") else 1)
    mean, spread = float(sample.mean()), float(sample.std())
    assert abs(mean - known) <= rounding + 3 * spread * sqrt(1 / GAMES + 1 / KNOWN_GAMES)
    sure = 1.96 * spread / sqrt(GAMES)
    here = f"{100 * mean:.2f}% ± {100 * sure:.2f}%" if published.endswith("%") else f"{mean:.2f} ± {sure:.2f}"
    assert f"| {name} | {published} | {here} |" in BENCHMARKS


def test_phase_one_has_41_to_51_pieces(facts: Array) -> None:
    """The ends of a sample of 4,000 games vary by about one from sample to sample."""
    for k in range(GAMES // KNOWN_GAMES):
        smalls = facts[k * KNOWN_GAMES : (k + 1) * KNOWN_GAMES, SMALLS]
        assert abs(int(smalls.min()) - 41) <= 1
        assert abs(int(smalls.max()) - 51) <= 1


def test_the_first_turn_has_1395_placements(facts: Array) -> None:
    assert set(facts[:, FIRST]) == {1395}
    assert GAME.open(3).action_count == LAY + 3 * (165 + 300 + 270 + 270)
