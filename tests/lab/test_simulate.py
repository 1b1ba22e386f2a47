"""Simulation: fair, repeatable, and refused when it makes no sense."""

from __future__ import annotations

import pytest

from gamut.engine.errors import BadOptions
from gamut.games import find
from gamut.lab.simulate import Opened, bots_batch, random_batch, rotated, simulate
from gamut.lab.statistics import interval

MIXX = Opened("mixx", 3, {})
BOTS = ["greedy", "random", "flat:20it"]


def test_batches_of_any_size_hold_the_same_games() -> None:
    whole = bots_batch(MIXX, BOTS, 1, 0, 6)
    parts = [bots_batch(MIXX, BOTS, 1, first, 2) for first in (0, 2, 4)]
    assert whole.scores.tolist() == [row for part in parts for row in part.scores.tolist()]
    bulk = random_batch(MIXX, ["random"] * 3, 1, 0, 6)
    tail = random_batch(MIXX, ["random"] * 3, 1, 4, 2)
    assert bulk.scores[4:].tolist() == tail.scores.tolist()


def test_every_victory_is_given_once_and_every_bot_sits_everywhere() -> None:
    report = simulate(find("mixx").open(3), BOTS, 12, seed=1)
    assert sum(w.wins for w in report.wins.bots.values()) == pytest.approx(12, abs=0.01)
    assert [sorted(r) for r in zip(*(rotated(BOTS, k) for k in range(3)), strict=True)] == [sorted(BOTS)] * 3
    assert set(report.ms_per_move) == set(BOTS)


def test_greedy_beats_random_by_far() -> None:
    report = simulate(find("mixx").open(2), ["greedy", "random"], 60, seed=2)
    assert report.wins.bots["greedy"].share > 0.8
    assert report.mean_scores.bots["greedy"] > report.mean_scores.bots["random"]


@pytest.mark.parametrize(("specs", "games"), [(["random"] * 3, 2), (["random"], 0)])
def test_impossible_simulations_are_refused(specs: list[str], games: int) -> None:
    with pytest.raises(BadOptions, match=r"3 bots for 2 seats|games = 0 is not possible"):
        simulate(find("mixx").open(2), specs, games, seed=1)


def test_intervals_hold_the_share_and_shrink_with_games() -> None:
    for share in (0.0, 0.3, 1.0):
        low, high = interval(share, 100)
        assert low <= share <= high
        assert high - low > interval(share, 10_000)[1] - interval(share, 10_000)[0]
    assert interval(0.5, 0) == (0.0, 1.0)
