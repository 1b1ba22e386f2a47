"""Replays and saved games that version 0.2 wrote stay readable, whatever words the games use now."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from gamut.cli.saved_games import read_game, write_game
from gamut.engine import replay
from gamut.engine.game import Game
from gamut.engine.options import Options
from gamut.games import find_game

ALL_FILES = sorted((Path(__file__).parents[1] / "data" / "saved_by_0_2").glob("*.json"))
FILES = [file for file in ALL_FILES if replay.read_replay(file).rules == find_game(file.stem.partition("-")[0]).version]
IN_PROGRESS = [file for file in FILES if file.stem.endswith("in-progress")]


def test_there_are_files_of_every_game() -> None:
    ids = {"mixx", "colori", "chroma_mix", "kroma", "prismatic"}
    assert {file.stem.partition("-")[0] for file in ALL_FILES} == ids
    assert {file.stem.partition("-")[0] for file in FILES} == ids - {"chroma_mix"}  # it has a second edition
    assert len(IN_PROGRESS) == 4


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_0_2_is_verified_to_its_end(file: Path) -> None:
    recorded = replay.read_replay(file)
    assert recorded.gamut == 1
    table = replay.verify_replay(recorded, find_game)
    assert table.over == (file not in IN_PROGRESS)
    assert len(table.history) == len(recorded.actions) > 8
    again = replay.parse_replay(replay.encode_replay(replay.make_replay(table, recorded.proof)), "again")
    assert again.gamut == 2
    assert replay.verify_replay(again, find_game).digest == table.digest


@pytest.mark.parametrize("file", IN_PROGRESS, ids=lambda file: file.stem)
def test_a_game_in_progress_can_be_resumed(file: Path, tmp_path: Path) -> None:
    game = read_game(file)
    assert len(game.players) == game.seats
    table = replay.verify_replay(game, find_game)
    assert game.undone == 1  # version 0.2 wrote it as `taken_back`
    write_game(table, game.players, game.seed, game.undone, tmp_path / "again.json")
    again = read_game(tmp_path / "again.json")
    assert (again.undone, again.players, again.digest) == (1, game.players, game.digest)
    assert "taken_back" not in (tmp_path / "again.json").read_text()
    seat = table.actors[0]
    table.play(seat, table.legal(seat)[0])


@pytest.mark.parametrize("file", [file for file in FILES if file.stem.startswith("kroma")], ids=lambda file: file.stem)
def test_a_game_keeps_its_options_when_a_default_has_changed(file: Path) -> None:
    recorded = replay.read_replay(file)
    assert recorded.options["phase_two"] != find_game("kroma").open(2).options["phase_two"]
    table = replay.verify_replay(recorded, find_game)
    assert table.setup.options == recorded.options


def find_reworded(game_id: str) -> Game:
    """Return a game whose every action text is new."""
    game = find_game(game_id)
    return replace(game, presentation=replace(game.presentation, action_text=lambda c, a: f"reworded {a}"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_0_2_does_not_depend_on_the_texts_of_today(file: Path) -> None:
    table = replay.verify_replay(replay.read_replay(file), find_reworded, native=False)
    assert table.setup.action_texts[0] == "reworded 0"
    assert len(table.history) > 8


OLD_TEXTS: list[tuple[str, Options, str]] = [  # SHA-256 of all texts of version 0.2, computed by that version
    ("mixx", {}, "9a980a5643f9c8530bc128089376068fed481a62e6bae5020612b2563a45337f"),
    ("colori", {}, "0f6f65249b107d64f0461e4e04aa7d5371eaeeb6991190c712ef4155ce29b69a"),
    ("kroma", {}, "808b0f61b23838341498a3772f70572ab98a66db8dc80057013999e39d8d3485"),
    ("kroma", {"side": 9, "hook": "4"}, "8b53b188ed8939ebc48faa1a1a628c9533a1ff63688877b834e546a5e95ebc52"),
    (
        "kroma",
        {"side": 12, "rhombus": "8", "hook": "6"},
        "6e277ee039409d8e73aff11de117a5e38ab7761c65d0577003785d759de3501a",
    ),
    ("prismatic", {}, "913fbbd2c3efabac6d7d36604a849356ada404ed206221b4bcfa985b30e7a4a3"),
]


@pytest.mark.parametrize(("game_id", "options", "digest"), OLD_TEXTS)
def test_the_texts_of_0_2_never_change(game_id: str, options: Options, digest: str) -> None:
    setup = find_game(game_id).open(2, options)
    assert setup.game.texts_0_2
    texts = setup.game.texts_0_2(setup)
    assert len(texts) == len(set(texts)) == setup.action_count
    assert sha256("\n".join(texts).encode()).hexdigest() == digest
