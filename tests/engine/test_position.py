"""Position texts, both ways and damaged."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine import position
from gamut.engine.errors import BadPosition, GamutError, UnknownGame
from gamut.engine.game import Game
from gamut.engine.options import LARGEST_FILE, file_value
from gamut.engine.table import Table
from gamut.games import find as registered
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS
from tests.toys.trail import TRAIL

HEAD = "bids@1 seats=2 rounds=4 brief=false pace=quick"


def find(game_id: str) -> Game:
    return {"bids": BIDS, "trail": TRAIL}.get(game_id) or registered(game_id)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([BIDS, MIXX]), st.integers(0, 2**32), st.integers(0, 60), st.booleans())
def test_both_ways(game: Game, number: int, steps: int, hidden: bool) -> None:
    random = Random(number)
    table = Table(game.open(2), number.to_bytes(16, "little"))
    for _ in range(steps):
        if not table.over:
            seat = random.choice(table.actors)
            table.play(seat, random.choice(table.legal(seat)))
    state = table.hidden(0) if hidden else table.record
    text = position.write(table.setup, state)
    setup, back = position.read(text, find)
    assert back.tobytes() == state.tobytes()
    assert (setup.game, setup.seats, setup.options) == (game, 2, table.setup.options)
    assert position.write(setup, back) == text


def test_a_text_is_readable() -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    text = position.write(table.setup, table.hidden(-1))
    assert text == f"{HEAD} | left=14 round=1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is 'game@version seats=… options | fields'"),
        ("bids@1 seats=2", "a position is"),
        ("| round=1", "a position is"),
        ("bids@2 seats=2 | round=1", "written for rules version 2 of bids, this is 1"),
        ("bids seats=2 | round=1", r"written for rules version \? of bids"),
        ("bids@1 | round=1", "seats=… is missing"),
        ("bids@1 seats=² | round=1", "seats=… is missing or no number"),
        ("bids@1 seats=two | round=1", "seats=… is missing or no number"),
        ("bids@1 seats=9 | round=1", "Bids is for 2, 3 players, not 9"),
        ("bids@1 seats=2 quick | round=1", "'quick' is not of the form name=value"),
        ("bids@1 seats=2 pace=slow | round=1", "pace = 'slow' is not possible"),
        (f"{HEAD} | rounds=1", "'rounds' is no field; there are key, score"),
        (f"{HEAD} | spare=[1]", "'spare' is no field"),
        (f"{HEAD} | round", "round='' cannot be read"),
        (f"{HEAD} | round=x", "round='x' cannot be read"),
        (f"{HEAD} | round=1.5", "does not fit into int8"),
        (f"{HEAD} | round=True", "does not fit into int8"),
        (f"{HEAD} | round=128", "128 does not fit into int8"),
        (f"{HEAD} | round=[1]", "does not fit"),
        (f"{HEAD} | pile=[1,2,3]", r"\(3,\) does not fit \(5,\)"),
        (f"{HEAD} | hand=[[1,2],[3]]", "does not fit"),
        (f"{HEAD} | key=[-1,0,0]", "-1 does not fit into uint64"),
        (f"{HEAD} | key=[0x10000000000000000,0,0]", "does not fit into uint64"),
        (f"{HEAD} | round=" + "(" * 3000, "cannot be read"),
        (f"{HEAD} | round=" + "9" * 5000, "cannot be read"),
        (f"{HEAD} | round=__import__('os')", "cannot be read"),
    ],
)
def test_damage(text: str, message: str) -> None:
    with pytest.raises(GamutError, match=message):
        position.read(text, find)


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are"):
        position.read("chess@1 seats=2 | x=1", find)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_is_told_by_name(data: st.DataObject) -> None:
    table = Table(BIDS.open(2), bytes(16), native=False)
    text = position.write(table.setup, table.record)
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.text(max_size=3))
    damaged = text[:at] + put + text[at + 1 :]
    try:
        setup, state = position.read(damaged, find)
    except GamutError as e:
        said = str(e)
    else:
        said = position.write(setup, state)  # still a position
    assert said


def test_nothing_else_is_raised_for_a_foreign_line() -> None:
    with pytest.raises(BadPosition):
        position.read("hello | world", lambda game_id: BIDS)


# ---------------------------------------------------------------------- with files

BOARD = "[stations]\n" + "".join(f"s{k} = {k}\n" for k in range(12))


def test_the_content_of_a_file_stands_in_the_text() -> None:
    setup = TRAIL.open(2, {"board": file_value("mine", BOARD)}, {"board": BOARD})
    table = Table(setup, bytes(16), native=False)
    table.play(0, "take s3")
    text = position.write(setup, table.record)
    assert f" file:board={position.pack(BOARD)} | " in text
    back, state = position.read(text, find)
    assert state.tobytes() == table.record.tobytes()
    assert (back.options, back.files, back.texts) == (setup.options, setup.files, setup.texts)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("!", "a file in the text cannot be read"),
        ("AAAA", "a file in the text cannot be read"),
        (position.pack("x" * (LARGEST_FILE + 1)), "a file has at most 262144 bytes"),
        (position.pack(BOARD)[:-8], "a file in the text cannot be read"),
        (position.pack("[stations]"), "the file mine has another content now"),
    ],
)
def test_a_damaged_file_is_refused(word: str, message: str) -> None:
    with pytest.raises(GamutError, match=message):
        position.read(f"trail@1 seats=2 board={file_value('mine', BOARD)} file:board={word} | turn=0", find)
