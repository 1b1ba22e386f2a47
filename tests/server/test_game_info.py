"""Games and options as the lobby receives them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gamut import games
from gamut.engine.options import ChoiceOption, ChoiceValue, CountOption, FileOption, FlagOption, Option
from gamut.server.tables.game_info import describe_game, describe_option
from gamut.server.wire import messages as m
from tests.server.toy_game import GAME

ALL = [1, 2, 3]


def test_a_game_lists_its_goal_levels_and_options() -> None:
    for game in games.list_games():
        info = describe_game(game)
        assert info.goal == game.goal
        assert info.levels == list(game.levels)
        assert [o.name for o in info.options] == [o.name for o in game.options]


@pytest.mark.parametrize(
    ("option", "described"),
    [
        (
            FlagOption(name="x", label="X", help="?", seats=(2, 3), default_when={("rounds", 1): True}),
            m.GameOption(kind="flag", name="x", label="X", help="?", seats=[2, 3], default=False,
                         default_when=[m.ConditionalDefault("rounds", 1, True)]),
        ),
        (
            CountOption(name="x", label="X", help="?", low=1, high=9, default=4),
            m.GameOption(kind="count", name="x", label="X", help="?", seats=ALL, default=4, low=1, high=9),
        ),
        (
            CountOption(name="x", label="X", help="?", low=1, high=9, default={1: 7, 2: 5}, seats=(1, 2)),
            m.GameOption(kind="count", name="x", label="X", help="?", seats=[1, 2], default=None, low=1, high=9,
                         by_seats={"1": 7, "2": 5}),
        ),
        (
            ChoiceOption(name="x", label="X", help="?", default="a",
                         values=(ChoiceValue("a", "A"), ChoiceValue("b", "B", range(2, 9)),
                                 ChoiceValue("c", "C", (1,)))),
            m.GameOption(kind="choice", name="x", label="X", help="?", seats=ALL, default="a",
                         values=[m.OptionChoice("a", "A", ALL), m.OptionChoice("b", "B", [2, 3]),
                                 m.OptionChoice("c", "C", [1])]),
        ),
        (
            FileOption(name="palette", label="X", help="?", folder=Path(GAME.folder, "palette"), default="plain"),
            m.GameOption(kind="file", name="palette", label="X", help="?", seats=ALL, default="plain",
                         values=[m.OptionChoice("hard", "hard", ALL), m.OptionChoice("plain", "plain", ALL)]),
        ),
    ],
)  # fmt: skip
def test_an_option_is_described_for_its_form_field(option: Option, described: m.GameOption) -> None:
    assert describe_option(option, GAME) == described


def test_an_option_of_an_unknown_type_raises() -> None:
    @dataclasses.dataclass(frozen=True, kw_only=True)
    class Odd(Option):
        pass

    with pytest.raises(TypeError, match="toy_game: the option x has the unknown type Odd"):
        describe_option(Odd(name="x", label="X", help="?"), GAME)
