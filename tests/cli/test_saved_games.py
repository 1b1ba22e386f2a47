from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamut.cli import play, saved_games
from gamut.cli.terminal import Terminal
from gamut.engine import replay
from gamut.engine.chance import game_key
from gamut.engine.errors import InvalidReplay
from gamut.engine.table import Table
from gamut.games import find_game
from tests.cli.scripted import ScriptedConsole, play_mixx

pytestmark = pytest.mark.usefixtures("in_tmp_path")


def resume(path: str, *lines: str) -> Terminal:
    screen = ScriptedConsole(*lines)
    return play.resume_game(Path(path), screen.console, screen.read)


def test_a_game_is_resumed_in_the_same_state() -> None:
    terminal, screen = play_mixx("1", "1", "undo", "1", "quit")
    assert terminal.path is not None
    assert f"gamut play --resume {terminal.path}" in screen.text
    resumed = resume(str(terminal.path))
    assert resumed.table.history == terminal.table.history
    assert resumed.table.record.tobytes() == terminal.table.record.tobytes()
    assert [p.spec for p in resumed.players] == ["me", "bot:random"]
    assert (resumed.seed, resumed.undone) == (terminal.seed, 1)
    assert [log.entries for log in resumed.logs.values()] == [log.entries for log in terminal.logs.values()]


def test_a_resumed_game_ends_as_without_the_interruption() -> None:
    whole, _ = play_mixx(*["1"] * 60)
    play_mixx("1", "1", "1", "save half.json", "quit")
    screen = ScriptedConsole(*["1"] * 60)
    rest = play.resume_game(Path("half.json"), screen.console, screen.read)
    rest.run()
    assert rest.table.history == whole.table.history
    assert "The whole game is saved in half.json" in screen.text
    assert saved_games.read_game(Path("half.json")).result is not None
    assert replay.verify_replay(replay.read_replay(Path("half.json")), find_game).over  # it is a replay, too


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["me"]}, "1 player for 2 seats"),
        ({"players": None}, "not a saved game"),
        ({"digest": "0" * 16}, "the file says"),
        ({"rules": 99}, "rules version 99"),
    ],
    ids=str,
)
def test_a_damaged_file_is_an_error(change: dict[str, object], message: str) -> None:
    play_mixx("1", "save a.json", "quit")
    Path("a.json").write_text(json.dumps({**json.loads(Path("a.json").read_text()), **change}))
    with pytest.raises(InvalidReplay, match=message):
        resume("a.json")


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(InvalidReplay, match="No such file"):
        resume("missing.json")


@pytest.mark.parametrize("content", ["text", "replay", "folder"])
def test_only_a_saved_game_is_overwritten(content: str) -> None:
    file = Path("mine")
    if content == "text":
        file.write_text("my own text")
    elif content == "replay":
        replay.write_replay(Table(find_game("mixx").open(2), game_key(1, 0)), file)
    else:
        file.mkdir()
    before = file.is_file() and file.read_bytes()
    _, screen = play_mixx("1", "save mine", "save other", "1", "save other")
    assert "mine already exists and is not a saved game; choose another name" in screen.text
    assert (file.is_file() and file.read_bytes()) == before
    assert screen.text.count("Saved to other.") == 2
