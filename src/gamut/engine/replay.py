"""Replay files: readable JSON with the game, its rules version, options, chance key and actions.

    {"gamut": 2, "game": "mixx", "rules": 2, "seats": 2, "options": {…}, "key": "5f0c…",
     "actions": [[1, 130, "place red fish in the row"], …], "digest": "…", "result": {…}, "proof": {…}}

An action is a seat (counted from 1), the action number, and its text for human readers; only seat and number count.
Reading checks that every action is legal, that the final state has the recorded digest and result, and, if there is a
proof, that the key follows from the parts of the server and the players. A file of another version of the rules cannot
be checked (`OtherRules`); its texts can still be read.

Format 1, written by version 0.2, stored actions by their text at the time. `Game.texts_0_2` keeps these texts, so that
new wording changes nothing in old files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gamut.engine.deal_proof import DealProof, check_proof, list_renewed_keys
from gamut.engine.errors import GamutError, InvalidReplay, OtherRules
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value, parse_digits
from gamut.engine.table import Table

FORMAT = 2
BY_TEXT = -1  # the number of an action of format 1, which has only a text
ACTION_LINES = re.compile(rb'\[\n *(\d+),\n *(\d+),\n *("(?:[^"\\]|\\.)*")\n *\]')

R = TypeVar("R", bound="Replay")


class Action(msgspec.Struct, frozen=True, array_like=True):
    seat: int  # counted from 1
    number: int
    text: str = ""


class StoredResult(msgspec.Struct, frozen=True):
    """The result of a game; the reason is a sentence, in files of older versions a template for `describe_result`."""

    scores: list[int]
    ranks: list[int]
    reason: str = ""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a replay file."""

    gamut: int = FORMAT
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    key: str
    actions: list[Action]
    digest: str
    result: StoredResult | None = None
    files: dict[str, str] = {}  # content of the files that options name
    proof: DealProof | None = None  # of the key; None: the server dealt without the players


def make_replay(table: Table, proof: DealProof | None = None) -> Replay:
    """Return the replay of a table. It contains the chance key, so players must not see it before the end."""
    texts = table.setup.action_texts
    return Replay(
        game=table.game.id,
        rules=table.game.version,
        seats=table.seats,
        options=table.setup.options,
        key=table.key.hex(),
        actions=[Action(seat + 1, a, texts[a]) for seat, a in table.history],
        digest=table.digest,
        result=store_result(table),
        files=table.setup.files,
        proof=proof,
    )


def store_result(table: Table) -> StoredResult | None:
    """Return the result as it is stored; None while the game is not over."""
    if not table.over:
        return None
    end = table.result
    return StoredResult(list(end.scores), list(end.ranks), end.reason)


def encode_replay(replay: Replay) -> bytes:
    """Return a replay as JSON with one action per line."""
    return ACTION_LINES.sub(rb"[\1, \2, \3]", msgspec.json.format(msgspec.json.encode(replay), indent=1)) + b"\n"


def write_replay(table: Table, path: Path, proof: DealProof | None = None) -> None:
    path.write_bytes(encode_replay(make_replay(table, proof)))


def read_replay(path: Path) -> Replay:
    """Read a replay file; `replay_steps` checks its content."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise InvalidReplay(f"{path}: {e.strerror or e}") from None
    return parse_replay(data, str(path))


def parse_replay(data: bytes, name: str) -> Replay:
    """Parse a replay; messages call it `name`."""
    return parse_replay_as(Replay, data, name)


def parse_replay_as(kind: type[R], data: bytes, name: str) -> R:
    """Parse a replay with additional fields."""
    try:
        content = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise InvalidReplay(f"{name}: not valid JSON: {e}") from None
    if not isinstance(content, dict) or "gamut" not in content:
        raise InvalidReplay(f"{name}: not a Gamut replay (the field 'gamut' is missing)")
    if content["gamut"] not in (1, FORMAT):
        raise InvalidReplay(f"{name}: unknown replay format {content['gamut']!r}; this version reads 1 and {FORMAT}")
    if content["gamut"] == 1 and isinstance(content.get("actions"), list):
        content["actions"] = [_parse_line(line) for line in content["actions"]]
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as e:
        raise InvalidReplay(f"{name}: {e}") from None


def _parse_line(line: Any) -> Any:
    """Split an action of format 1, `1 lay red fish`; what is not of that form is left for validation."""
    if not isinstance(line, str):
        return line
    seat, _, text = line.partition(" ")
    return parse_digits(seat), BY_TEXT, text


def replay_steps(replay: Replay, find: Callable[[str], Game], *, native: bool = True) -> Iterator[Table]:
    """Yield the table after 0, 1, 2, … actions: one table that advances. The end is verified."""
    table = _open_table(replay, find, native)
    renewed = list(list_renewed_keys(replay.proof, table.key)) if replay.proof else []
    if any(not 0 <= step <= len(replay.actions) for step, _ in renewed):
        raise InvalidReplay(f"the key is renewed after the last of {len(replay.actions)} actions")

    def renew_key(n_played: int) -> None:
        for step, key in renewed:
            if step == n_played:
                table.renew_key(key)

    renew_key(0)
    yield table
    for k, action in enumerate(replay.actions, 1):
        try:
            if not 1 <= action.seat <= replay.seats:
                raise InvalidReplay(f"the seat must be 1 to {replay.seats}")
            table.play(action.seat - 1, _find_number(table.setup, replay, action))
        except GamutError as e:
            raise InvalidReplay(f"action {k} ({describe_action(action)}): {e}") from None
        renew_key(k)
        yield table
    if table.digest != replay.digest:
        raise InvalidReplay(
            f"the state after action {len(replay.actions)} is {table.digest}, the file says {replay.digest}: "
            "the key, the options, the actions or the rules were changed"
        )
    expected, stored = describe_points(store_result(table)), describe_points(replay.result)
    if expected != stored:
        raise InvalidReplay(f"the result is {expected}, the file says {stored}")


def describe_action(action: Action) -> str:
    """Return an action for messages: `1 130 'place red fish in the row'`."""
    number = "" if action.number == BY_TEXT else f"{action.number} "
    return f"{action.seat} {number}{action.text!r}"


def describe_points(result: StoredResult | None) -> str:
    """Return what a result must agree in; its text may be worded differently in another version."""
    return f"scores {result.scores}, ranks {result.ranks}" if result else "missing: the game is not over"


def _find_number(setup: Setup, replay: Replay, action: Action) -> int:
    if replay.gamut == FORMAT:
        return setup.parse_action(action.number)
    return setup.parse_old_action(action.text)


def _open_table(replay: Replay, find: Callable[[str], Game], native: bool) -> Table:
    try:
        game = find(replay.game)
    except GamutError as e:
        raise InvalidReplay(f"game: {e}") from None
    if replay.rules != game.version:
        raise OtherRules(
            f"recorded with rules version {replay.rules} of {replay.game}; the current version is {game.version}"
        )
    try:
        key = bytes.fromhex(replay.key)
        if len(key) != 16:
            raise ValueError
    except ValueError:
        raise InvalidReplay(f"key {replay.key[:40]!r}: it must be 32 hexadecimal digits") from None
    try:
        setup = game.open(replay.seats, replay.options, replay.files)
    except GamutError as e:
        raise InvalidReplay(f"options: {e}") from None
    if replay.proof is not None:
        check_proof(replay.proof, replay.key, replay.seats)
    return Table(setup, key, native=native)


def verify_replay(replay: Replay, find: Callable[[str], Game], *, native: bool = True) -> Table:
    """Return the table at the end of a replay, with every step checked."""
    for table in replay_steps(replay, find, native=native):
        last = table
    return last
