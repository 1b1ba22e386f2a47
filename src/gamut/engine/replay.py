"""Replay files: readable JSON with the game, its rules version, options, key and actions.

    {"gamut": 1, "game": "mixx", "rules": 1, "seats": 2, "options": {…}, "key": "5f0c…",
     "actions": ["1 lay red fish level", …], "digest": "…", "result": {…}, "proof": {…}}

Each action stands with its seat, counted from 1. A file is only as good as its rules: reading checks that
every action is legal where it stands and that the last state has the digest that was written down; and, where
there is a proof, that the key was made of what the server and the players have put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from gamut.engine.errors import BadReplay, GamutError
from gamut.engine.game import Game
from gamut.engine.options import Value, whole
from gamut.engine.proof import Proof, check_proof
from gamut.engine.table import Table

FORMAT = 1


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a replay file."""

    gamut: int = FORMAT
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    key: str
    actions: list[str]
    digest: str
    result: dict[str, list[int] | str] | None = None
    files: dict[str, str] = {}  # content of the files that options name
    proof: Proof | None = None  # of the key; none: whoever dealt chose it alone


def of(table: Table, proof: Proof | None = None) -> Replay:
    """The replay of a table, its key included: not for the eyes of players before the end."""
    texts = table.setup.texts
    return Replay(
        game=table.game.id,
        rules=table.game.version,
        seats=table.seats,
        options=table.setup.options,
        key=table.key.hex(),
        actions=[f"{seat + 1} {texts[a]}" for seat, a in table.history],
        digest=table.digest,
        result=result(table),
        files=table.setup.files,
        proof=proof,
    )


def result(table: Table) -> dict[str, list[int] | str] | None:
    """The result as it is written down; None while the game goes on."""
    if not table.over:
        return None
    end = table.result
    return {"scores": list(end.scores), "ranks": list(end.ranks), "reason": end.reason}


def write(table: Table, path: Path, proof: Proof | None = None) -> None:
    """Write a replay file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(of(table, proof)), indent=1) + b"\n")


def read(path: Path) -> Replay:
    """Read a replay file; what it says is checked by `steps`."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise BadReplay(f"{path}: {e.strerror or e}") from None
    return parse(data, str(path))


def parse(data: bytes, name: str) -> Replay:
    """The replay in some bytes; `name` is what messages call it."""
    try:
        loose = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise BadReplay(f"{name}: not readable as JSON: {e}") from None
    if not isinstance(loose, dict) or "gamut" not in loose:
        raise BadReplay(f"{name}: no replay of Gamut (the entry 'gamut' is missing)")
    if loose["gamut"] != FORMAT:
        raise BadReplay(f"{name}: replay format {loose['gamut']!r}; this version reads format {FORMAT}")
    try:
        return msgspec.convert(loose, Replay)
    except msgspec.ValidationError as e:
        raise BadReplay(f"{name}: {e}") from None


def steps(replay: Replay, find: Callable[[str], Game], *, native: bool = True) -> Iterator[Table]:
    """The table after 0, 1, 2, … actions. It is one table that moves on; the end is verified."""
    table = _open_table(replay, find, native)
    yield table
    for k, line in enumerate(replay.actions, 1):
        number, _, text = line.partition(" ")
        if not 1 <= whole(number) <= replay.seats:
            raise BadReplay(f"action {k} ({line!r}): it must begin with a seat, 1 to {replay.seats}")
        try:
            table.play(whole(number) - 1, text)
        except GamutError as e:
            raise BadReplay(f"action {k} ({line!r}): {e}") from None
        yield table
    if table.digest != replay.digest:
        raise BadReplay(
            f"the state after action {len(replay.actions)} is {table.digest}, the file says {replay.digest}: "
            "key, options or actions were changed, or the rules were"
        )
    if replay.result != result(table):
        raise BadReplay(f"the result is {result(table)}, the file says {replay.result}")


def _open_table(replay: Replay, find: Callable[[str], Game], native: bool) -> Table:
    try:
        game = find(replay.game)
    except GamutError as e:
        raise BadReplay(f"game: {e}") from None
    if replay.rules != game.version:
        raise BadReplay(
            f"recorded with rules version {replay.rules} of {replay.game}; this is version {game.version}"
        )
    try:
        key = bytes.fromhex(replay.key)
        if len(key) != 16:
            raise ValueError
    except ValueError:
        raise BadReplay(f"key {replay.key[:40]!r}: it must be 32 hexadecimal digits") from None
    try:
        setup = game.open(replay.seats, replay.options, replay.files)
    except GamutError as e:
        raise BadReplay(f"options: {e}") from None
    if replay.proof is not None:
        check_proof(replay.proof, replay.key, replay.seats)
    return Table(setup, key, native=native)


def verify(replay: Replay, find: Callable[[str], Game], *, native: bool = True) -> Table:
    """The table at the end of a replay, every step checked."""
    for table in steps(replay, find, native=native):
        last = table
    return last
