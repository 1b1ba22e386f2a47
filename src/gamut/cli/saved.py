"""A game in progress as a file: a replay, and who sits where."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from gamut.engine import replay
from gamut.engine.errors import BadReplay, GamutError
from gamut.engine.replay import Replay
from gamut.engine.seeds import LARGEST_SEED
from gamut.engine.table import Table


class CannotSave(GamutError):
    """A file that cannot be written, or that holds something else."""


class SavedGame(Replay, frozen=True, kw_only=True):
    """What the terminal saves; any reader of replays can read it."""

    players: list[str]  # as `--seat` takes them
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]  # of the bots
    taken_back: int = 0


def write(table: Table, players: list[str], seed: int, taken_back: int, path: Path) -> None:
    """Save a table: the file is complete or not there at all, and nothing but a saved game is written over."""
    if path.exists() and not is_saved_game(path):
        raise CannotSave(f"{path}: there is something else already, which is no saved game; choose another name")
    saved = SavedGame(**msgspec.structs.asdict(replay.of(table)), players=players, seed=seed, taken_back=taken_back)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n")
        os.replace(beside, path)
    except OSError as e:
        raise CannotSave(f"{path}: {e.strerror or e}") from None


def read(path: Path) -> SavedGame:
    """Read a saved game; its actions are checked when they are played again."""
    plain = replay.read(path)
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=SavedGame)
    except msgspec.ValidationError as e:
        raise BadReplay(f"{path}: a replay, but no saved game of the terminal: {e}") from None
    if len(saved.players) != plain.seats:
        raise BadReplay(f"{path}: {len(saved.players)} players for {plain.seats} seats")
    return saved


def is_saved_game(path: Path) -> bool:
    """Whether a file was saved by the terminal."""
    try:
        read(path)
    except BadReplay:
        return False
    return True
