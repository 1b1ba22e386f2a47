"""Position texts: formatted, parsed and damaged."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine import position
from gamut.engine.errors import GamutError, InvalidPosition, UnknownGame
from gamut.engine.game import Game
from gamut.engine.options import MAX_FILE_BYTES, file_value
from gamut.engine.table import Table
from gamut.games import find_game as registered
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS
from tests.toys.trail import TRAIL

HEAD = "bids@1 seats=2 rounds=4 brief=false pace=quick"


def find(game_id: str) -> Game:
    return {"bids": BIDS, "trail": TRAIL}.get(game_id) or registered(game_id)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([BIDS, MIXX]), st.integers(0, 2**32), st.integers(0, 60), st.booleans())
def test_parsing_gives_back_the_formatted_state(game: Game, number: int, steps: int, hidden: bool) -> None:
    random = Random(number)
    table = Table(game.open(2), number.to_bytes(16, "little"))
    for _ in range(steps):
        if not table.over:
            seat = random.choice(table.actors)
            table.play(seat, random.choice(table.legal(seat)))
    state = table.hidden(0) if hidden else table.record
    text = position.format_position(table.setup, state)
    setup, back = position.parse_position(text, find)
    assert back.tobytes() == state.tobytes()
    assert (setup.game, setup.seats, setup.options) == (game, 2, table.setup.options)
    assert position.format_position(setup, back) == text


def test_a_text_is_readable() -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    text = position.format_position(table.setup, table.hidden(-1))
    assert text == f"{HEAD} | left=14 round=1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position must have the form 'game@version seats=… options | fields'"),
        ("bids@1 seats=2", "a position must have the form"),
        ("| round=1", "a position must have the form"),
        ("bids@2 seats=2 | round=1", "written for rules version 2 of bids; the current version is 1"),
        ("bids seats=2 | round=1", r"written for rules version \? of bids"),
        ("bids@1 | round=1", "seats=… is missing"),
        ("bids@1 seats=² | round=1", "seats=… is missing or not an integer"),
        ("bids@1 seats=two | round=1", "seats=… is missing or not an integer"),
        ("bids@1 seats=9 | round=1", "Bids is for 2 to 3 players, not 9"),
        ("bids@1 seats=2 quick | round=1", "'quick' does not have the form name=value"),
        ("bids@1 seats=2 pace=slow | round=1", "pace = 'slow' is not allowed"),
        (f"{HEAD} | rounds=1", "unknown field 'rounds'; the fields are: chance_key, score"),
        (f"{HEAD} | padding=[1]", "unknown field 'padding'"),
        (f"{HEAD} | round", "round='' cannot be read"),
        (f"{HEAD} | round=x", "round='x' cannot be read"),
        (f"{HEAD} | round=1.5", "does not fit into int8"),
        (f"{HEAD} | round=True", "does not fit into int8"),
        (f"{HEAD} | round=128", "128 does not fit into int8"),
        (f"{HEAD} | round=[1]", "does not fit"),
        (f"{HEAD} | pile=[1,2,3]", r"\(3,\) does not fit \(5,\)"),
        (f"{HEAD} | hand=[[1,2],[3]]", "does not fit"),
        (f"{HEAD} | chance_key=[-1,0,0]", "-1 does not fit into uint64"),
        (f"{HEAD} | chance_key=[0x10000000000000000,0,0]", "does not fit into uint64"),
        (f"{HEAD} | round=" + "(" * 3000, "cannot be read"),
        (f"{HEAD} | round=" + "9" * 5000, "cannot be read"),
        (f"{HEAD} | round=__import__('os')", "cannot be read"),
    ],
)
def test_a_damaged_text_raises(text: str, message: str) -> None:
    with pytest.raises(GamutError, match=message):
        position.parse_position(text, find)


def test_an_unknown_game_raises() -> None:
    with pytest.raises(UnknownGame, match="'chess'"):
        position.parse_position("chess@1 seats=2 | x=1", find)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_raises_a_gamut_error_or_gives_another_position(data: st.DataObject) -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    text = position.format_position(table.setup, table.record)
    index = data.draw(st.integers(0, len(text) - 1))
    inserted = data.draw(st.text(max_size=3))
    damaged = text[:index] + inserted + text[index + 1 :]
    try:
        setup, state = position.parse_position(damaged, find)
    except GamutError as e:
        message = str(e)
    else:
        message = position.format_position(setup, state)
    assert message


def test_a_text_of_another_kind_raises() -> None:
    with pytest.raises(InvalidPosition):
        position.parse_position("hello | world", lambda game_id: BIDS)


# ---------------------------------------------------------------------- with files

BOARD = "[stations]\n" + "".join(f"s{k} = {k}\n" for k in range(12))


def test_the_text_contains_the_content_of_files() -> None:
    setup = TRAIL.open(2, {"board": file_value("mine", BOARD)}, {"board": BOARD})
    table = Table(setup, bytes(16), native=False)
    table.play(0, "take s3")
    text = position.format_position(setup, table.record)
    assert f" file:board={position.pack_file(BOARD)} | " in text
    back, state = position.parse_position(text, find)
    assert state.tobytes() == table.record.tobytes()
    assert (back.options, back.files, back.action_texts) == (setup.options, setup.files, setup.action_texts)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("!", "a file in the text cannot be read"),
        ("AAAA", "a file in the text cannot be read"),
        (position.pack_file("x" * (MAX_FILE_BYTES + 1)), "a file may have at most 262144 bytes"),
        (position.pack_file(BOARD)[:-8], "a file in the text cannot be read"),
        (position.pack_file("[stations]"), "the file mine has changed since"),
    ],
)
def test_a_damaged_file_raises(word: str, message: str) -> None:
    with pytest.raises(GamutError, match=message):
        position.parse_position(f"trail@1 seats=2 board={file_value('mine', BOARD)} file:board={word} | turn=0", find)
