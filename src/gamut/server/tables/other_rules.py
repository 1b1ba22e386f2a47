"""Games that began with another version of the rules, as far as their logs say what happened.

Digests prove that today's rules lead to the stored positions. From the first entry on where they do not, nothing is
played: the log lists the actions as they are stored, and no position is shown, since it could be a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gamut.engine.game import Game, Setup
from gamut.engine.presentation import LogEntry
from gamut.engine.replay import Action, Replay, StoredResult
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Result
from gamut.server.storage.entries import StoredEntry, TableRow


class StoredGame:
    """The part of a game that is known only from its log."""

    def __init__(
        self, row: TableRow, setup: Setup, steps: list[tuple[int, int]], entries: Sequence[StoredEntry]
    ) -> None:
        self._row, self._setup = row, setup
        self.steps = steps  # seat and action, from the beginning of the game
        end = next((entry for entry in entries if entry.kind == "end"), None)
        self.ended = end is not None
        self.result = decode_result(end.detail) if end else None
        digests = [entry.digest for entry in entries if entry.kind in ("play", "undo", "undo_secret")]
        self._digest = digests[-1] if digests else ""
        first = setup.game.numbers_since or setup.game.version
        self._texts = setup.action_texts if first <= row.rules_version <= setup.game.version else ()

    def describe(self, entry: StoredEntry, seat_log: SeatLog) -> None:
        """Add an action to a log, unless it could be secret."""
        if seat_log.seat == entry.seat or self.ended or not self._setup.game.secret_fields:
            text = self._find_text(entry.action)
            line = LogEntry(f"played “{text}”" if text else "made a move", entry.seat)
            seat_log.add_step(len(self.steps), line)

    def undo(self, entry: StoredEntry) -> int:
        """Remove an undone step, in a secret phase alone, else with all after it; return how many."""
        removed = slice(entry.action, entry.action + 1 if entry.kind == "undo_secret" else None)
        count = len(self.steps[removed])
        del self.steps[removed]
        return count

    def make_replay(self, key: bytes) -> Replay:
        """Return the replay file, without the proof of the deal."""
        end = self.result
        return Replay(
            game=self._row.game,
            rules=self._row.rules_version,
            seats=len(self._row.seats),
            options=self._row.options,
            key=key.hex(),
            actions=[Action(seat + 1, a, self._find_text(a)) for seat, a in self.steps],
            digest=self._digest,
            result=StoredResult(list(end.scores), list(end.ranks), end.reason) if end else None,
            files=self._row.files,
        )

    def _find_text(self, action: int) -> str:
        return self._texts[action] if 0 <= action < len(self._texts) else ""


def encode_result(result: Result) -> str:
    """Return a result as the last entry of a log stores it."""
    return msgspec.json.encode(result).decode()


def decode_result(text: str) -> Result | None:
    """Return a stored result; None if the log has none, as in version 0.2."""
    return msgspec.json.decode(text, type=Result) if text else None


def explain_other_rules(row: TableRow, game: Game, stored: StoredGame | None) -> str:
    """Return why a game cannot continue, and whether its table can be shown."""
    why = (
        f"This game was started with version {row.rules_version} of the rules, but the server now has version "
        f"{game.version}. It can only be viewed."
    )
    return f"{why} Its table can't be shown. The log lists the moves." if stored else why
