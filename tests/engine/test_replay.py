"""Replay files: writing, reading, verifying, and the message of every error."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut.engine import replay
from gamut.engine.errors import InvalidReplay
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value, file_value
from gamut.engine.table import Table
from gamut.games import find_game as registered
from tests.toys.bids import BIDS
from tests.toys.trail import TRAIL

KEY = bytes(range(16))


def find(game_id: str) -> Game:
    return {"bids": BIDS, "trail": TRAIL}.get(game_id) or registered(game_id)


def play_game(steps: int = 1000) -> Table:
    table = Table(BIDS.open(2, {"rounds": 2}), KEY, native=False)
    for _ in range(steps):
        if not table.over:
            table.play(table.actors[-1], table.legal(table.actors[-1])[0])
    return table


def test_a_replay_is_written_read_verified_and_stepped_through(tmp_path: Path) -> None:
    table, path = play_game(), tmp_path / "game.json"
    replay.write_replay(table, path)
    read = replay.read_replay(path)
    assert read == replay.make_replay(table)
    assert replay.verify_replay(read, find, native=False).digest == table.digest
    lengths = [len(c.history) for c in replay.replay_steps(read, find, native=True)]
    assert lengths == list(range(len(table.history) + 1))
    assert read.result
    assert read.result.reason == table.result.reason
    assert re.fullmatch(r"Seat [12] wins: most points\.", read.result.reason)


def test_a_file_has_one_action_per_line(tmp_path: Path) -> None:
    table, path = play_game(), tmp_path / "game.json"
    replay.write_replay(table, path)
    lines = path.read_text("utf-8").splitlines()
    actions = [line.strip(" ,") for line in lines if '"bid ' in line or '"take"' in line or '"leave"' in line]
    texts = table.setup.action_texts
    assert actions == [f'[{seat + 1}, {a}, "{texts[a]}"]' for seat, a in table.history]


def test_numbers_count_and_texts_do_not() -> None:
    good = replay.make_replay(play_game())
    renamed = [msgspec.structs.replace(action, text='"other"\n words') for action in good.actions]
    reworded = msgspec.structs.replace(good, actions=renamed)
    read = replay.parse_replay(replay.encode_replay(reworded), "file")
    assert read == reworded
    assert replay.verify_replay(read, find, native=False).digest == good.digest
    without = msgspec.structs.replace(good, actions=[replay.Action(a.seat, a.number) for a in good.actions])
    assert replay.verify_replay(without, find, native=False).digest == good.digest


def test_the_reason_of_a_result_may_be_worded_differently() -> None:
    good = replay.make_replay(play_game())
    assert good.result
    reworded = msgspec.structs.replace(good, result=msgspec.structs.replace(good.result, reason="more points"))
    assert replay.verify_replay(reworded, find, native=False).over


def test_an_unfinished_game_has_no_result() -> None:
    table = play_game(3)
    assert replay.make_replay(table).result is None
    assert replay.verify_replay(replay.make_replay(table), find, native=False).history == table.history


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "game: .*'chess'"),
        ({"rules": 2}, "recorded with rules version 2 of bids; the current version is 1"),
        ({"seats": 5}, "options: Bids is for 2 to 3 players, not 5"),
        ({"options": {"rounds": 9}}, "options: rounds = 9 is not allowed"),
        ({"options": {"lots": 9}}, "options: unknown option 'lots'"),
        ({"key": "12"}, "key '12': it must be 32 hexadecimal digits"),
        ({"key": "zz" * 16}, "it must be 32 hexadecimal digits"),
        ({"digest": "0" * 16}, "the state after action .* the file says 0000000000000000"),
        ({"result": None}, "the result is .*, the file says missing: the game is not over"),
        ({"result": replay.StoredResult([9, 9], [1, 1])}, r"the result is .*, the file says scores \[9, 9\], ranks"),
    ],
)
def test_a_replay_with_a_wrong_field_raises(change: dict[str, Any], message: str) -> None:
    damaged = msgspec.structs.replace(replay.make_replay(play_game()), **change)
    with pytest.raises(InvalidReplay, match=message):
        replay.verify_replay(damaged, find, native=False)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ((2, 7, "dance"), r"action 2 \(2 7 'dance'\): action 7 does not exist; actions are 0 to 6"),
        ((2, -1, "dance"), r"action 2 \(2 'dance'\): action -1 does not exist"),
        ((9, 5, "take"), r"action 2 \(9 5 'take'\): the seat must be 1 to 2"),
        ((0, 5, "take"), "the seat must be 1 to 2"),
        ((1, 5, "take"), r"action 2 \(1 5 'take'\): 'take' is not legal now; seat 1 may 'bid"),
    ],
)
def test_a_wrong_action_raises(action: tuple[int, int, str], message: str) -> None:
    good = replay.make_replay(play_game())
    actions = [good.actions[0], replay.Action(*action), *good.actions[2:]]
    with pytest.raises(InvalidReplay, match=message):
        replay.verify_replay(msgspec.structs.replace(good, actions=actions), find, native=False)


def test_a_missing_action_raises() -> None:
    good = replay.make_replay(play_game())
    shorter = msgspec.structs.replace(good, actions=good.actions[:-1])
    with pytest.raises(InvalidReplay, match=f"the state after action {len(good.actions) - 1} is"):
        replay.verify_replay(shorter, find, native=False)


def test_an_action_after_the_end_raises() -> None:
    good = replay.make_replay(play_game())
    longer = msgspec.structs.replace(good, actions=[*good.actions, replay.Action(1, 5, "take")])
    with pytest.raises(InvalidReplay, match="the game is over: 'take' is no longer possible"):
        replay.verify_replay(longer, find, native=False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "g.json: not valid JSON"),
        (b"\xff\xfe", "g.json: not valid JSON"),
        (b'{"gamut": 1', "g.json: not valid JSON"),
        (b"[" * 100_000, "g.json: not valid JSON"),
        (b"[1, 2]", "not a Gamut replay"),
        (b'{"game": "bids"}', "not a Gamut replay \\(the field 'gamut' is missing\\)"),
        (b'{"gamut": 3}', "g.json: unknown replay format 3; this version reads 1 and 2"),
        (b'{"gamut": "2"}', "unknown replay format '2'"),
        (b'{"gamut": 2}', "Object missing required field"),
        (b'{"gamut": 1}', "Object missing required field"),
        (b'{"gamut": 2, "game": 5}', r"Expected `str`, got `int` - at `\$.game`"),
        (b'{"gamut": 2, "actions": ["1 take"]}', "Expected `array`, got `str`"),
        (b'{"gamut": 1, "actions": [[1, 5, 5]]}', "Expected `str`, got `int`"),
        (b'{"gamut": 1, "actions": [5]}', "Expected `array`, got `int`"),
        (b'{"gamut": 1, "actions": 5}', "Expected `array`, got `int`"),
        (b'{"gamut": 1, "actions": null}', "Expected `array`, got `null`"),
    ],
)
def test_a_damaged_file_raises(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(data)
    with pytest.raises(InvalidReplay, match=message):
        replay.read_replay(path)


def test_a_missing_file_raises(tmp_path: Path) -> None:
    with pytest.raises(InvalidReplay, match=r"none.json: No such file or directory"):
        replay.read_replay(tmp_path / "none.json")


# ---------------------------------------------------------------------- format 1


def write_old(table: Table) -> dict[str, Any]:
    """Return a replay as version 0.2 wrote it: format 1, with actions as text."""
    content: dict[str, Any] = msgspec.to_builtins(replay.make_replay(table))
    texts = old_texts(table.setup)
    return {**content, "gamut": 1, "actions": [f"{seat + 1} {texts[a]}" for seat, a in table.history]}


def old_texts(setup: Setup) -> list[str]:
    return [text.replace("bid", "offer") for text in setup.action_texts]


def find_old(game_id: str) -> Game:
    """Return Bids as if version 0.2 had had it, with another wording."""
    return replace(find(game_id), texts_0_2=old_texts)


def test_format_1_is_read() -> None:
    table = play_game()
    content = write_old(table)
    assert "1 offer" in str(content["actions"])
    read = replay.parse_replay(msgspec.json.encode(content), "old")
    assert {action.number for action in read.actions} == {replay.BY_TEXT}
    assert replay.verify_replay(read, find_old, native=False).digest == table.digest


def test_a_game_without_old_texts_has_no_files_of_format_1() -> None:
    read = replay.parse_replay(msgspec.json.encode(write_old(play_game())), "old")
    with pytest.raises(InvalidReplay, match=r"'offer [a-z]+' is not an action of Bids in version 0.2"):
        replay.verify_replay(read, find, native=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2 dance", r"action 2 \(2 'dance'\): 'dance' is not an action of Bids in version 0.2"),
        ("9 take", r"action 2 \(9 'take'\): the seat must be 1 to 2"),
        ("² take", r"action 2 \(-1 'take'\): the seat must be 1 to 2"),
        ("take", "the seat must be 1 to 2"),
        ("", "the seat must be 1 to 2"),
        ("1 take", r"action 2 \(1 'take'\): 'take' is not legal now; seat 1 may 'bid"),
    ],
)
def test_a_wrong_action_of_format_1_raises(line: str, message: str) -> None:
    content = write_old(play_game())
    content["actions"][1] = line
    with pytest.raises(InvalidReplay, match=message):
        replay.verify_replay(replay.parse_replay(msgspec.json.encode(content), "old"), find_old, native=False)


# ---------------------------------------------------------------------- files of options, lost games

BOARD = "[stations]\n" + "".join(f"s{k} = 1\n" for k in range(12))


def lose_game() -> Table:
    """Play a solo game with a board from a file that cannot be won."""
    options: dict[str, Value] = {"board": file_value("mine", BOARD), "target": 300, "turns": 2}
    table = Table(TRAIL.open(1, options, {"board": BOARD}), KEY, native=False)
    for text in ("take s0", "take s5"):
        table.play(0, text)
    return table


def test_a_replay_contains_its_files_and_a_loss() -> None:
    table = lose_game()
    written = msgspec.json.encode(replay.make_replay(table))
    read = replay.parse_replay(written, "lost")
    assert read.files == {"board": BOARD}
    assert read.result is not None
    assert (read.result.ranks, read.result.reason) == ([2], "Nobody wins: the last turn was over.")
    end = replay.verify_replay(read, find, native=False)
    assert (end.digest, end.result.lost, end.result.winners) == (table.digest, True, ())


def test_a_replay_with_a_changed_or_missing_file_raises() -> None:
    good = replay.make_replay(lose_game())
    for files, message in (({"board": BOARD + "#"}, "has changed since"), ({}, "there is no file of that name; use")):
        damaged = msgspec.structs.replace(good, files=files)
        with pytest.raises(InvalidReplay, match=rf"options: board = 'mine@.*{message}"):
            replay.verify_replay(damaged, find, native=False)
