"""`gamut simulate`."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.cli.simulate import print_report
from gamut.engine.chance import MAX_SEED
from gamut.games import find_game
from gamut.lab.simulate import simulate
from tests.cli import counting
from tests.cli.gamut_command import GamutCommand

KEYS = {
    "game", "seats", "bots", "games", "steps", "seconds", "steps_per_second",
    "games_per_second", "wins", "mean_scores", "mean_steps",
}  # fmt: skip


@pytest.mark.parametrize("bots", ["random", "greedy,random"])
def test_json_report(gamut: GamutCommand, bots: str) -> None:
    report = gamut.json("simulate", "mixx", "--games", "20", "--bots", bots, "--seed", "3")
    assert set(report) >= KEYS
    assert report["games"] == 20
    assert sum(wins["wins"] for wins in report["wins"]["seats"]) == pytest.approx(20, abs=0.01)
    assert sum(wins["wins"] for wins in report["wins"]["bots"].values()) == pytest.approx(20, abs=0.01)
    for wins in [*report["wins"]["seats"], *report["wins"]["bots"].values()]:
        low, high = wins["interval"]
        assert low <= wins["share"] <= high


def test_the_seed_determines_the_games_whatever_their_number(gamut: GamutCommand) -> None:
    def run(games: int, seed: int) -> Any:
        return gamut.json("simulate", "mixx", "--games", str(games), "--seats", "3", "--seed", str(seed))

    first, again, other = run(50, 1), run(50, 1), run(50, 2)
    assert first["mean_scores"] == again["mean_scores"]
    assert first["mean_scores"] != other["mean_scores"]
    assert run(1, 1)["steps"] == count_steps(1)[0]
    assert first["steps"] == sum(count_steps(50))


def count_steps(games: int) -> list[int]:
    from gamut.lab.random_games import play_random_batch

    setup = find_game("mixx").open(3)
    return [int(play_random_batch(setup, 1, k, 1).steps[0]) for k in range(games)]


def test_the_largest_seed_works(gamut: GamutCommand) -> None:
    assert gamut.json("simulate", "mixx", "--games", "2", "--seed", str(MAX_SEED))["seed"] == MAX_SEED


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chess"], "unknown game 'chess'; the games are: "),
        (["mixx", "--seats", "5"], "2 to 4 players, not 5"),
        (["mixx", "-o", "stock=99"], "stock = '99' is not allowed; use 3 to 10"),
        (["mixx", "-o", "stock"], "--option 'stock' must have the form NAME=VALUE"),
        (["mixx", "-o", "colour=red"], "unknown option 'colour'; the options are: "),
        (["mixx", "-o", "stock=5", "-o", "stock=6"], "the option 'stock' is given twice"),
        (["mixx", "--bots", "greedy,random,random"], "3 bots for 2 seats"),
        (["mixx", "--bots", "gredy"], "'gredy'"),
        (["mixx", "--games", "0"], "Invalid value for '--games'"),
        (["mixx", "--games", "99999999999999"], "Invalid value for '--games'"),
        (["mixx", "--seed", "18446744073709551616"], "Invalid value for '--seed'"),
        (["mixx", "--seed", "-1"], "Invalid value for '--seed'"),
    ],
)
def test_invalid_arguments(gamut: GamutCommand, args: list[str], message: str) -> None:
    assert message in gamut.expect_error("simulate", *args)


def test_a_single_bot_is_reported_by_seat_only(gamut: GamutCommand) -> None:
    outcome = gamut("simulate", "mixx", "--games", "20")
    assert outcome.code == 0
    assert "100.0%" not in outcome.out
    assert "seat 2" in outcome.out
    both = gamut("simulate", "mixx", "--games", "20", "--bots", "random,greedy").out
    assert "greedy" in both
    assert "seat 2" in both


def test_games_without_a_winner_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulate(counting.GAME.open(2), "random", games=40)
    assert report.no_winner is not None
    assert report.no_winner.share == 1 - sum(wins.share for wins in report.wins.seats) > 0.5
    print_report(report)
    assert f"no winner   {report.no_winner.share:.1%}" in capsys.readouterr().out
