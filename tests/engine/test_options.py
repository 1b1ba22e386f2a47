"""Options: what is allowed, what is settled, and the text of every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.engine.errors import BadOptions, listed
from gamut.engine.options import (
    LARGEST_FILE,
    Choice,
    Count,
    File,
    Flag,
    Named,
    Value,
    file_value,
    operator_folder,
    seat_choice,
    settle,
)
from tests.toys.trail import TRAIL

DECLARED = (
    Flag(name="fast", label="Fast", help=""),
    Count(name="cards", label="Cards", help="", low=3, high=10, default={2: 8, 3: 6}),
    Count(name="rounds", label="Rounds", help="", low=1, high=5, default=4),
    Choice(name="side", label="Side", help="", values=(Named("a", "A"), Named("b", "B", (2,))), default="a"),
    seat_choice("First", "", 3),
)
STANDARD: dict[str, Value] = {"fast": False, "cards": 8, "rounds": 4, "side": "a", "first": "random"}


def settled(given: dict[str, Value], seats: int = 2) -> dict[str, Value]:
    return settle(DECLARED, given, seats).options


def test_standard_values_depend_on_seats() -> None:
    assert settled({}) == STANDARD
    assert settled({}, 3) == STANDARD | {"cards": 6}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("fast", True, True), ("fast", "yes", True), ("fast", "ON", True),
        ("fast", "false", False), ("fast", "no", False),
        ("cards", 3, 3), ("cards", "10", 10), ("side", "b", "b"), ("first", "2", "2"), ("first", 1, "1"),
    ],
)  # fmt: skip
def test_allowed(name: str, given: Value, value: Value) -> None:
    found = settled({name: given})
    assert found == STANDARD | {name: value}
    assert type(found[name]) is type(value)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("fast", "maybe", "fast = 'maybe' is not possible; it may be true or false"),
        ("fast", 1, "fast = 1 is not possible; it may be true or false"),
        ("cards", 2, "cards = 2 is not possible; it may be 3 to 10"),
        ("cards", 11, "cards = 11 is not possible; it may be 3 to 10"),
        ("cards", True, "cards = True is not possible; it may be 3 to 10"),
        ("cards", "five", "cards = 'five' is not possible; it may be 3 to 10"),
        ("cards", "５", "cards = '５' is not possible; it may be 3 to 10"),
        ("cards", "-3", "cards = '-3' is not possible; it may be 3 to 10"),
        ("rounds", "", "rounds = '' is not possible; it may be 1 to 5"),
        ("side", "c", "side = 'c' is not possible; it may be a, b"),
        ("first", "3", "first = '3' is not possible; it may be random, 1, 2"),
        ("first", "0", "first = '0' is not possible; it may be random, 1, 2"),
        ("slow", 1, "there is no option 'slow'; there are fast, cards, rounds, side, first"),
    ],
)
def test_refused(name: str, given: Value, message: str) -> None:
    with pytest.raises(BadOptions) as caught:
        settled({name: given})
    assert str(caught.value) == message


def test_a_value_for_some_tables_only() -> None:
    assert settled({"first": "3"}, 3)["first"] == "3"
    with pytest.raises(BadOptions, match=r"side = 'b' is not possible; it may be a$"):
        settled({"side": "b"}, 3)


def test_refused_where_there_are_none_and_where_a_number_is_huge() -> None:
    with pytest.raises(BadOptions, match="there is no option 'x'; there are none"):
        settle((), {"x": 1}, 2)
    with pytest.raises(BadOptions, match="it may be 3 to 10"):
        settled({"cards": "9" * 5000})


def test_samples_are_all_values_or_some_of_a_long_range() -> None:
    fast, cards, _, side, first = DECLARED
    assert fast.samples(2) == [False, True]
    assert cards.samples(2) == list(range(3, 11))
    assert (side.samples(2), side.samples(3)) == (["a", "b"], ["a"])
    assert first.samples(2) == ["random", "1", "2"]
    long = Count(name="n", label="N", help="", low=1, high=300, default=42)
    assert long.samples(2) == [1, 42, 101, 201, 300]


# ---------------------------------------------------------------------- seats, following, files


def test_an_option_exists_only_where_it_makes_sense() -> None:
    assert set(TRAIL.open(1).options) == {"length", "target", "turns", "board"}
    assert set(TRAIL.open(2).options) == {"length", "target", "bonus", "board"}
    with pytest.raises(BadOptions, match="turns is an option for 1 players, not for 2"):
        TRAIL.open(2, {"turns": 3})


def test_a_default_follows_another_option_unless_it_is_given() -> None:
    assert TRAIL.open(2).options["target"] == 15
    assert TRAIL.open(2, {"length": "long"}).options["target"] == 30
    assert TRAIL.open(2, {"length": "long", "target": 7}).options["target"] == 7


def test_sizes_follow_the_options() -> None:
    short, long = TRAIL.open(1), TRAIL.open(1, {"length": "long"})
    assert (short.actions, len(short.texts), len(short.paths)) == (6, 6, 6)
    assert (long.actions, long.texts[-1], long.paths[-1]) == (12, "take summit", ("station:summit",))


BOARD = TRAIL.options[-1]
OTHER = "[stations]\n" + "".join(f"s{k} = 1\n" for k in range(12))


def test_a_file_is_settled_as_its_name_and_digest_and_its_content_reaches_the_game() -> None:
    assert isinstance(BOARD, File)
    content = (BOARD.folder / "coast.toml").read_text("utf-8")
    setup = TRAIL.open(2, {"board": "coast"})
    assert setup.options["board"] == file_value("coast", content)
    assert setup.files == {"board": content}
    assert setup.texts[0] == "take harbour"
    again = TRAIL.open(2, setup.options, setup.files)
    assert (again.options, again.constants.tobytes()) == (setup.options, setup.constants.tobytes())


def test_a_stored_file_counts_before_one_of_the_same_name() -> None:
    value = file_value("hills", OTHER)
    setup = TRAIL.open(2, {"board": value}, {"board": OTHER})
    assert (setup.options["board"], setup.texts[0]) == (value, "take s0")


def test_a_file_that_has_changed_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"board = 'hills@.*': the file hills has another content now"):
        TRAIL.open(2, {"board": file_value("hills", OTHER)})


def test_an_unknown_file_is_refused_and_a_path_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OTHER)
    for name in ("moon", str(tmp_path / "mine"), "../boards/hills", ""):
        with pytest.raises(BadOptions, match=r"board = '.*' is not possible; it may be coast, hills"):
            TRAIL.open(2, {"board": name})


def test_an_operator_adds_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMUT_FILES", str(tmp_path))
    folder = operator_folder("toys", "board")
    assert folder == tmp_path / "toys" / "board"
    folder.mkdir(parents=True)
    (folder / "moon.toml").write_text(OTHER, "utf-8")
    (folder / "huge.toml").write_text("#" * (LARGEST_FILE + 1), "utf-8")
    (folder / "hills.toml").write_text(OTHER, "utf-8")  # the game's own one of that name stays
    assert BOARD.samples(2) == ["hills", "moon", "coast"]
    assert TRAIL.open(2, {"board": "moon"}).texts[0] == "take s0"
    assert TRAIL.open(2).texts[0] == "take brook"


def test_a_file_that_the_game_cannot_use_is_refused_in_words() -> None:
    few = "[stations]\nhut = 1\n"
    with pytest.raises(BadOptions, match="a board has 12 stations, not 1"):
        TRAIL.open(2, {"board": file_value("hills", few)}, {"board": few})


def test_long_lists_are_cut() -> None:
    assert listed(range(3)) == "0, 1, 2"
    assert listed(range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
