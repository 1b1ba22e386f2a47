"""Options: parsing, defaults, files, and the message of every error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamut.engine.errors import InvalidOptions, format_list
from gamut.engine.options import (
    MAX_FILE_BYTES,
    ChoiceOption,
    ChoiceValue,
    CountOption,
    FileOption,
    FlagOption,
    MissingOption,
    Value,
    file_value,
    first_player_option,
    resolve_options,
)
from tests.toys.trail import TRAIL

DECLARED = (
    FlagOption(name="fast", label="Fast", help=""),
    CountOption(name="cards", label="Cards", help="", low=3, high=10, default={2: 8, 3: 6}),
    CountOption(name="rounds", label="Rounds", help="", low=1, high=5, default=4),
    ChoiceOption(
        name="side", label="Side", help="", values=(ChoiceValue("a", "A"), ChoiceValue("b", "B", (2,))), default="a"
    ),
    first_player_option("First", "", 3),
)
DEFAULTS: dict[str, Value] = {"fast": False, "cards": 8, "rounds": 4, "side": "a", "first": "random"}


def resolve(given: dict[str, Value], seats: int = 2) -> dict[str, Value]:
    return resolve_options(DECLARED, given, seats).options


def test_defaults_depend_on_the_number_of_seats() -> None:
    assert resolve({}) == DEFAULTS
    assert resolve({}, 3) == DEFAULTS | {"cards": 6}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("fast", True, True), ("fast", "yes", True), ("fast", "ON", True),
        ("fast", "false", False), ("fast", "no", False),
        ("cards", 3, 3), ("cards", "10", 10), ("side", "b", "b"), ("first", "2", "2"), ("first", 1, "1"),
    ],
)  # fmt: skip
def test_allowed_values_are_parsed(name: str, given: Value, value: Value) -> None:
    resolved = resolve({name: given})
    assert resolved == DEFAULTS | {name: value}
    assert type(resolved[name]) is type(value)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("fast", "maybe", "fast = 'maybe' is not allowed; use true or false"),
        ("fast", 1, "fast = 1 is not allowed; use true or false"),
        ("cards", 2, "cards = 2 is not allowed; use 3 to 10"),
        ("cards", 11, "cards = 11 is not allowed; use 3 to 10"),
        ("cards", True, "cards = True is not allowed; use 3 to 10"),
        ("cards", "five", "cards = 'five' is not allowed; use 3 to 10"),
        ("cards", "５", "cards = '５' is not allowed; use 3 to 10"),
        ("cards", "-3", "cards = '-3' is not allowed; use 3 to 10"),
        ("rounds", "", "rounds = '' is not allowed; use 1 to 5"),
        ("side", "c", "side = 'c' is not allowed; use a, b"),
        ("first", "3", "first = '3' is not allowed; use random, 1, 2"),
        ("first", "0", "first = '0' is not allowed; use random, 1, 2"),
        ("slow", 1, "unknown option 'slow'; the options are: fast, cards, rounds, side, first"),
    ],
)
def test_other_values_raise(name: str, given: Value, message: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        resolve({name: given})
    assert str(caught.value) == message


def test_a_value_may_exist_for_some_numbers_of_seats_only() -> None:
    assert resolve({"first": "3"}, 3)["first"] == "3"
    with pytest.raises(InvalidOptions, match=r"side = 'b' is not allowed; use a$"):
        resolve({"side": "b"}, 3)


def test_an_option_of_a_game_without_options_raises() -> None:
    with pytest.raises(InvalidOptions, match="unknown option 'x'; the options are: none"):
        resolve_options((), {"x": 1}, 2)


def test_a_huge_number_raises() -> None:
    with pytest.raises(InvalidOptions, match="use 3 to 10"):
        resolve({"cards": "9" * 5000})


def test_samples_are_all_values_or_some_of_a_long_range() -> None:
    fast, cards, _, side, first = DECLARED
    assert fast.samples(2) == [False, True]
    assert cards.samples(2) == list(range(3, 11))
    assert (side.samples(2), side.samples(3)) == (["a", "b"], ["a"])
    assert first.samples(2) == ["random", "1", "2"]
    long = CountOption(name="n", label="N", help="", low=1, high=300, default=42)
    assert long.samples(2) == [1, 42, 101, 201, 300]


# ---------------------------------------------------------------------- seats, conditional defaults, files


def test_an_option_may_exist_for_some_numbers_of_seats_only() -> None:
    assert set(TRAIL.open(1).options) == {"length", "target", "turns", "board"}
    assert set(TRAIL.open(2).options) == {"length", "target", "bonus", "board"}
    with pytest.raises(InvalidOptions, match="the option turns is for 1 player, not for 2"):
        TRAIL.open(2, {"turns": 3})


def test_setup_that_reads_an_option_of_other_numbers_of_seats_raises() -> None:
    game = replace(TRAIL, setup=lambda c, options, seats: options["turns"])
    with pytest.raises(MissingOption, match=r"option 'turns', which does not exist .* use `options.get\('turns'\)`"):
        game.open(2)


def test_a_default_may_depend_on_another_option() -> None:
    assert TRAIL.open(2).options["target"] == 15
    assert TRAIL.open(2, {"length": "long"}).options["target"] == 30
    assert TRAIL.open(2, {"length": "long", "target": 7}).options["target"] == 7


def test_the_number_of_actions_depends_on_the_options() -> None:
    short, long = TRAIL.open(1), TRAIL.open(1, {"length": "long"})
    assert (short.action_count, len(short.action_texts), len(short.touch_paths)) == (6, 6, 6)
    assert (long.action_count, long.action_texts[-1]) == (12, "take summit")
    assert long.touch_paths[-1] == ("station:summit",)


BOARD = TRAIL.options[-1]
OTHER = "[stations]\n" + "".join(f"s{k} = 1\n" for k in range(12))


def test_a_file_is_resolved_to_its_name_and_digest_and_read_by_the_game() -> None:
    assert isinstance(BOARD, FileOption)
    content = (BOARD.folder / "coast.toml").read_text("utf-8")
    setup = TRAIL.open(2, {"board": "coast"})
    assert setup.options["board"] == file_value("coast", content)
    assert setup.files == {"board": content}
    assert setup.action_texts[0] == "take harbour"
    again = TRAIL.open(2, setup.options, setup.files)
    assert (again.options, again.constants.tobytes()) == (setup.options, setup.constants.tobytes())


def test_a_stored_file_takes_precedence_over_one_of_the_same_name() -> None:
    value = file_value("hills", OTHER)
    setup = TRAIL.open(2, {"board": value}, {"board": OTHER})
    assert (setup.options["board"], setup.action_texts[0]) == (value, "take s0")


def test_a_file_that_has_changed_raises() -> None:
    with pytest.raises(InvalidOptions, match=r"board = 'hills@.*': the file hills has changed since"):
        TRAIL.open(2, {"board": file_value("hills", OTHER)})


def test_an_unknown_file_raises_and_a_path_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OTHER)
    for name in ("moon", str(tmp_path / "mine"), "../boards/hills", ""):
        with pytest.raises(InvalidOptions, match=r"board = '.*': there is no file of that name; use coast, hills"):
            TRAIL.open(2, {"board": name})


def test_an_operator_can_add_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMUT_FILES", str(tmp_path))
    assert isinstance(BOARD, FileOption)
    folder = BOARD.operator_folder
    assert folder == tmp_path / "toys" / "board"
    folder.mkdir(parents=True)
    (folder / "moon.toml").write_text(OTHER, "utf-8")
    (folder / "huge.toml").write_text("#" * (MAX_FILE_BYTES + 1), "utf-8")
    (folder / "hills.toml").write_text(OTHER, "utf-8")  # the game's own file of that name takes precedence
    assert BOARD.samples(2) == ["hills", "moon", "coast"]
    assert TRAIL.open(2, {"board": "moon"}).action_texts[0] == "take s0"
    assert TRAIL.open(2).action_texts[0] == "take brook"


def test_a_file_that_the_game_cannot_use_raises() -> None:
    few = "[stations]\nhut = 1\n"
    with pytest.raises(InvalidOptions, match="a board has 12 stations, not 1"):
        TRAIL.open(2, {"board": file_value("hills", few)}, {"board": few})


def test_long_lists_in_messages_are_cut() -> None:
    assert format_list(range(3)) == "0, 1, 2"
    assert format_list(range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
