"""Saved games: a replay file that also says who plays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from gamut.engine import replay
from gamut.engine.chance import MAX_SEED
from gamut.engine.errors import GamutError, InvalidReplay
from gamut.engine.presentation import format_count
from gamut.engine.replay import Replay
from gamut.engine.table import Table


class CannotSave(GamutError):
    """The file cannot be written, or something else would be overwritten."""


class SavedGame(Replay, frozen=True, kw_only=True):
    """What `gamut play` saves. It can be read as a replay, too."""

    players: list[str]  # as in `--seat`
    seed: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEED)]  # of the bots
    undone: int = 0  # how often a player used undo


class _ReadableGame(SavedGame, frozen=True, kw_only=True):
    taken_back: int = 0  # `undone` in files written by version 0.2


def write_game(table: Table, players: list[str], seed: int, undone: int, path: Path) -> None:
    """Save a game, completely or not at all; raise CannotSave rather than overwrite anything but a saved game."""
    if path.exists() and not is_saved_game(path):
        raise CannotSave(f"{path} already exists and is not a saved game; choose another name")
    game = SavedGame(**msgspec.structs.asdict(replay.make_replay(table)), players=players, seed=seed, undone=undone)
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_bytes(replay.encode_replay(game))
        os.replace(partial, path)
    except OSError as e:
        raise CannotSave(f"cannot write {path}: {e.strerror or e}") from None


def read_game(path: Path) -> SavedGame:
    """Read a saved game; its actions are checked when they are replayed."""
    replay.read_replay(path)
    try:
        game = replay.parse_replay_as(_ReadableGame, path.read_bytes(), str(path))
    except InvalidReplay as e:
        raise InvalidReplay(f"this is a replay, but not a saved game: {e}") from None
    if len(game.players) != game.seats:
        raise InvalidReplay(f"{path}: {format_count(len(game.players), 'player')} for {game.seats} seats")
    return msgspec.structs.replace(game, undone=game.undone or game.taken_back)


def is_saved_game(path: Path) -> bool:
    try:
        read_game(path)
    except InvalidReplay:
        return False
    return True
