"""Tournaments: fair, repeatable, and refused when they make no sense."""

from __future__ import annotations

import pytest

from gamut.games import find
from gamut.lab.tournament import BadTournament, tournament


def test_the_same_for_any_number_of_threads_and_every_victory_is_given_once() -> None:
    setup = find("mixx").open(3)
    specs = ["greedy", "random", "flat:20it"]
    one, two = tournament(setup, specs, 12, seed=1), tournament(setup, specs, 12, seed=1, threads=2)
    assert [(s.spec, s.wins, s.games) for s in one] == [(s.spec, s.wins, s.games) for s in two]
    assert sum(s.wins for s in one) == pytest.approx(12)
    assert all(s.interval[0] <= s.share <= s.interval[1] for s in one)


def test_greedy_beats_random_by_far() -> None:
    greedy, chance = tournament(find("mixx").open(2), ["greedy", "random"], 60, seed=2)
    assert greedy.share > 0.8
    assert chance.share < 0.2
    assert "greedy" in str(greedy)


def test_a_bot_against_itself_is_fair_by_rotation() -> None:
    first, second = tournament(find("mixx").open(2), ["greedy", "greedy"], 40, seed=3)
    assert first.wins + second.wins == pytest.approx(40)
    assert 0.2 < first.share < 0.8


@pytest.mark.parametrize(("specs", "games"), [(["random"], 2), (["random"] * 3, 2), (["random"] * 2, 0)])
def test_impossible_tournaments_are_refused(specs: list[str], games: int) -> None:
    with pytest.raises(BadTournament, match="2 seats take 2 bots"):
        tournament(find("mixx").open(2), specs, games)
