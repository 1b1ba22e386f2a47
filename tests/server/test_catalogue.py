"""Games and options as the lobby gets them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gamut import games
from gamut.engine.options import Choice, Count, File, Flag, Named, Option
from gamut.server import messages as m
from gamut.server.catalogue import describe_game, describe_option
from tests.server.motes import GAME

ALL = [1, 2, 3]


def test_a_game_tells_its_goal_and_its_levels_weakest_first() -> None:
    for game in games.every():
        told = describe_game(game)
        assert told.goal == game.goal
        assert told.levels == list(game.levels)
        assert [o.name for o in told.options] == [o.name for o in game.options]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (
            Flag(name="x", label="X", help="?", seats=(2, 3), follows={("rounds", 1): True}),
            m.GameOption(kind="flag", name="x", label="X", help="?", seats=[2, 3], default=False,
                         follows=[m.Follow("rounds", 1, True)]),
        ),
        (
            Count(name="x", label="X", help="?", low=1, high=9, default=4),
            m.GameOption(kind="count", name="x", label="X", help="?", seats=ALL, default=4, low=1, high=9),
        ),
        (
            Count(name="x", label="X", help="?", low=1, high=9, default={1: 7, 2: 5}, seats=(1, 2)),
            m.GameOption(kind="count", name="x", label="X", help="?", seats=[1, 2], default=None, low=1, high=9,
                         by_seats={"1": 7, "2": 5}),
        ),
        (
            Choice(name="x", label="X", help="?", default="a",
                   values=(Named("a", "A"), Named("b", "B", range(2, 9)), Named("c", "C", (1,)))),
            m.GameOption(kind="choice", name="x", label="X", help="?", seats=ALL, default="a",
                         values=[m.OptionChoice("a", "A", ALL), m.OptionChoice("b", "B", [2, 3]),
                                 m.OptionChoice("c", "C", [1])]),
        ),
        (
            File(name="palette", label="X", help="?", folder=Path(GAME.folder, "palette"), default="plain"),
            m.GameOption(kind="file", name="palette", label="X", help="?", seats=ALL, default="plain",
                         values=[m.OptionChoice("hard", "hard", ALL), m.OptionChoice("plain", "plain", ALL)]),
        ),
    ],
)  # fmt: skip
def test_an_option_tells_all_that_its_form_needs(option: Option, told: m.GameOption) -> None:
    assert describe_option(option, GAME) == told


def test_an_option_of_an_unknown_kind_is_named() -> None:
    @dataclasses.dataclass(frozen=True, kw_only=True)
    class Odd(Option):
        pass

    with pytest.raises(TypeError, match="motes: there is no form for the option x, a Odd"):
        describe_option(Odd(name="x", label="X", help="?"), GAME)
