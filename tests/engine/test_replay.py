"""Replays: written, read, verified, stepped; every damage names where and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut.engine import replay
from gamut.engine.errors import BadReplay
from gamut.engine.game import Game
from gamut.engine.options import Value, file_value
from gamut.engine.table import Table
from gamut.games import find as registered
from tests.toys.bids import BIDS
from tests.toys.trail import TRAIL

KEY = bytes(range(16))


def find(game_id: str) -> Game:
    return {"bids": BIDS, "trail": TRAIL}.get(game_id) or registered(game_id)


def played(steps: int = 1000) -> Table:
    table = Table(BIDS.open(2, {"rounds": 2}), KEY, native=False)
    for _ in range(steps):
        if not table.over:
            table.play(table.actors[-1], table.legal(table.actors[-1])[0])
    return table


def test_write_read_verify_step(tmp_path: Path) -> None:
    table, path = played(), tmp_path / "game.json"
    replay.write(table, path)
    read = replay.read(path)
    assert read == replay.of(table)
    assert replay.verify(read, find, native=False).digest == table.digest
    lengths = [len(c.history) for c in replay.steps(read, find, native=True)]
    assert lengths == list(range(len(table.history) + 1))
    text = path.read_text("utf-8")
    assert '"2 bid ' in text
    assert '"reason": "most points"' in text


def test_an_unfinished_game() -> None:
    table = played(3)
    assert replay.of(table).result is None
    assert replay.verify(replay.of(table), find, native=False).history == table.history


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "game: there is no game 'chess'"),
        ({"rules": 2}, "recorded with rules version 2 of bids; this is version 1"),
        ({"seats": 5}, "options: Bids is for 2, 3 players, not 5"),
        ({"options": {"rounds": 9}}, "options: rounds = 9 is not possible"),
        ({"options": {"lots": 9}}, "options: there is no option 'lots'"),
        ({"key": "12"}, "key '12': it must be 32 hexadecimal digits"),
        ({"key": "zz" * 16}, "it must be 32 hexadecimal digits"),
        ({"digest": "0" * 16}, "the state after action .* the file says 0000000000000000"),
        ({"result": None}, "the result is .*, the file says None"),
        ({"result": {"scores": [9, 9], "ranks": [1, 1], "reason": "most points"}}, "the file says .*9, 9"),
    ],
)
def test_damaged_heads(change: dict[str, Any], message: str) -> None:
    damaged = msgspec.structs.replace(replay.of(played()), **change)
    with pytest.raises(BadReplay, match=message):
        replay.verify(damaged, find, native=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2 dance", r"action 2 \('2 dance'\): 'dance' is no action of Bids"),
        ("9 take", r"action 2 \('9 take'\): it must begin with a seat, 1 to 2"),
        ("² take", "it must begin with a seat, 1 to 2"),
        ("take", "it must begin with a seat, 1 to 2"),
        ("", "it must begin with a seat"),
        ("1 take", r"action 2 \('1 take'\): 'take' is not possible now; seat 1 may 'bid"),
    ],
)
def test_damaged_actions(line: str, message: str) -> None:
    good = replay.of(played())
    damaged = msgspec.structs.replace(good, actions=[good.actions[0], line, *good.actions[2:]])
    with pytest.raises(BadReplay, match=message):
        replay.verify(damaged, find, native=False)


def test_a_lost_action() -> None:
    good = replay.of(played())
    shorter = msgspec.structs.replace(good, actions=good.actions[:-1])
    with pytest.raises(BadReplay, match=f"the state after action {len(good.actions) - 1} is"):
        replay.verify(shorter, find, native=False)


def test_actions_after_the_end() -> None:
    good = replay.of(played())
    longer = msgspec.structs.replace(good, actions=[*good.actions, "1 take"])
    with pytest.raises(BadReplay, match="the game is over: nobody can 'take' any more"):
        replay.verify(longer, find, native=False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "g.json: not readable as JSON"),
        (b"\xff\xfe", "g.json: not readable as JSON"),
        (b'{"gamut": 1', "g.json: not readable as JSON"),
        (b"[" * 100_000, "g.json: not readable as JSON"),
        (b"[1, 2]", "no replay of Gamut"),
        (b'{"game": "bids"}', "no replay of Gamut \\(the entry 'gamut' is missing\\)"),
        (b'{"gamut": 2}', "replay format 2; this version reads format 1"),
        (b'{"gamut": 1}', "Object missing required field"),
        (b'{"gamut": 1, "game": 5}', r"Expected `str`, got `int` - at `\$.game`"),
    ],
)
def test_damaged_files(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(data)
    with pytest.raises(BadReplay, match=message):
        replay.read(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadReplay, match=r"none.json: No such file or directory"):
        replay.read(tmp_path / "none.json")


# ---------------------------------------------------------------------- with files, lost games

BOARD = "[stations]\n" + "".join(f"s{k} = 1\n" for k in range(12))


def lost() -> Table:
    """A game alone on a board of one's own that cannot be won."""
    options: dict[str, Value] = {"board": file_value("mine", BOARD), "target": 300, "turns": 2}
    table = Table(TRAIL.open(1, options, {"board": BOARD}), KEY, native=False)
    for text in ("take s0", "take s5"):
        table.play(0, text)
    return table


def test_a_replay_carries_its_files_and_a_loss() -> None:
    table = lost()
    written = msgspec.json.encode(replay.of(table))
    read = replay.parse(written, "lost")
    assert read.files == {"board": BOARD}
    assert read.result is not None
    assert (read.result["ranks"], read.result["reason"]) == ([2], "the turns were over")
    end = replay.verify(read, find, native=False)
    assert (end.digest, end.result.lost, end.result.winners) == (table.digest, True, ())


def test_a_replay_whose_file_was_changed_is_refused() -> None:
    good = replay.of(lost())
    for files, message in (({"board": BOARD + "#"}, "has another content now"), ({}, "is not possible; it may be")):
        damaged = msgspec.structs.replace(good, files=files)
        with pytest.raises(BadReplay, match=rf"options: board = 'mine@.*{message}"):
            replay.verify(damaged, find, native=False)
