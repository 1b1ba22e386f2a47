"""A table as its log tells it: the same entries always lead to the same match, live and after a restart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from gamut import games
from gamut.engine.errors import GamutError
from gamut.engine.game import Setup
from gamut.engine.options import Options, Value
from gamut.engine.table import Rules, Table
from gamut.server.messages import TakeBack
from gamut.server.storage import Entry, TableRow
from gamut.server.story import Story


@dataclass
class Sitter:
    """Who sits on a seat."""

    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None
    linked: bool  # has a link, so a person may come (back)
    resigned: bool = False

    @property
    def human(self) -> bool:
        """Whether a person plays here, or may still come to."""
        return self.kind != "bot"


class LogBroken(GamutError):
    """The log no longer leads to the states it wrote down."""


def setup_of(game: str, seats: int, options: Options) -> Setup:
    """The setup of a table; tables with the same options share it."""
    return _setup(game, seats, msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=256)
def _setup(game: str, seats: int, options: bytes) -> Setup:
    return games.find(game).open(seats, msgspec.json.decode(options, type=dict[str, Value]))


class Match:
    """The state of a table: its game, its seats, and what was agreed."""

    def __init__(self, row: TableRow, stories: Sequence[Story] = ()) -> None:
        self.row = row
        self.setup = setup_of(row.game, len(row.seats), row.options)
        self.rules = Rules(self.setup.game)
        self.table = Table(self.setup, row.key)
        self.sitters = [Sitter(s.kind, s.name, s.level, bool(s.token_hash)) for s in row.seats]
        self.stories = list(stories)
        self.log: list[Entry] = []
        self.made: list[list[int | None]] = [[] for _ in row.seats]  # by seat and decision: the action
        self.pause_ms = row.pause_ms
        self.taken_back = 0
        self.rematch = ""
        self.given_up = False  # ended by resignations
        self._awaited: list[int] | None = None

    @classmethod
    def replay(cls, row: TableRow, log: Iterable[Entry], stories: Sequence[Story] = ()) -> tuple[Match, str]:
        """The match that a log leads to, and what is wrong with the log (or nothing)."""
        match = cls(row, stories)
        version = match.setup.game.version
        if row.rules != version:
            problem = f"This table was played with version {row.rules} of the rules; this is version {version}."
        else:
            problem = ""
        for entry in log:
            try:
                match.check(entry)
            except GamutError:
                return match, problem or f"The log of this table does not fit the rules after entry {entry.n}."
            match.apply(entry)
        return match, problem

    # ------------------------------------------------------------------ reading

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.setup.seats)

    @property
    def awaited(self) -> list[int]:
        """The seats whose decision is awaited; none when the game is over, played out or given up."""
        if self._awaited is None:
            self._awaited = [] if self.given_up else list(self.table.actors)
        return self._awaited

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.awaited

    @property
    def humans(self) -> list[int]:
        """The seats of people who play."""
        return [seat for seat in self.seats if self.sitters[seat].human and not self.sitters[seat].resigned]

    @property
    def chosen(self) -> list[int]:
        """The seats whose secret choice lies on the table, waiting for others. Everybody may know that."""
        if self.over or not self.setup.game.secrets:
            return []
        return [seat for seat in self.seats if seat not in self.awaited and self.table.legal(seat)]

    def decision(self, seat: int) -> int:
        """The number of the seat's next decision; it never falls, not even by a take-back."""
        return len(self.made[seat]) if seat >= 0 else 0

    def may(self, seat: int, action: int) -> bool:
        """Whether the seat may do that now."""
        return not self.given_up and action in self.table.legal(seat)

    # ------------------------------------------------------------------ taking back

    def last_step(self, seat: int) -> int | None:
        """The step before the seat's last action that still stands."""
        history = self.table.history
        return next((k for k in range(len(history) - 1, -1, -1) if history[k][0] == seat), None)

    def undo(self, seat: int) -> TakeBack:
        """Whether the seat's last action can be taken back, and whether without asking.

        Alone among bots everything may be taken back. With other people nothing that was turned up; and they
        are asked, unless the turn is still the seat's own and nobody has acted since.
        """
        if seat not in self.humans:
            return TakeBack(False, False, "Only players take back.")
        if self.over:
            return TakeBack(False, False, "The game is over.")
        step = self.last_step(seat)
        if step is None:
            return TakeBack(False, False, "You have not done anything yet.")
        if len(self.humans) == 1:
            return TakeBack(True, True, "")
        if any(self.table.revealed[step:]):
            return TakeBack(False, False, "Something was turned up since: it stays.")
        own_turn = step == len(self.table.history) - 1 and self.awaited == [seat]
        return TakeBack(True, own_turn, "" if own_turn else "The others have to agree.")

    # ------------------------------------------------------------------ writing

    def digest_after(self, entry: Entry) -> str:
        """The digest of the state that a possible entry will lead to."""
        if entry.kind == "act":
            return self.table.digest_after(entry.seat, entry.action)
        if entry.kind == "take_back":
            trial = self.table.copy()
            trial.rewind(entry.action)
            return trial.digest
        return self.table.digest

    def check(self, entry: Entry) -> None:
        """Refuse an entry of a log that does not follow from what stands before it."""
        if entry.kind == "act" and not self.may(entry.seat, entry.action):
            raise LogBroken(f"entry {entry.n} is not legal")
        if entry.n != len(self.log) or entry.digest != self.digest_after(entry):
            raise LogBroken(f"entry {entry.n} does not fit")

    def apply(self, entry: Entry) -> None:
        """Let an entry happen. It has been checked, and it is stored."""
        getattr(self, f"_{entry.kind}")(entry)
        self.log.append(entry)
        self._awaited = None

    def _act(self, entry: Entry) -> None:
        for story in self.stories:
            story.expect(self.table, self.rules, entry.seat, entry.action)
        self.table.play(entry.seat, entry.action)
        made = self.made[entry.seat]
        made += [None] * (entry.decision - len(made))
        made.append(entry.action)
        for story in self.stories:
            story.tell(self.table, self.rules, entry.seat)

    def _take_back(self, entry: Entry) -> None:
        self.table.rewind(entry.action)
        self.taken_back += 1
        for made in self.made:  # what was about to be done is stale for everybody
            made.append(None)
        for story in self.stories:
            story.back(entry.action)
        self._note(entry.seat, "took a move back")

    def _resign(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        sitter.resigned, sitter.kind, sitter.level = True, "bot", entry.detail
        staying = [s for s in self.sitters if not s.resigned]
        self.given_up = len(staying) == 1 or not self.humans
        self._note(entry.seat, "resigned" if self.given_up else "resigned; a bot plays on")

    def _fill(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        sitter.kind, sitter.level = ("bot", entry.detail) if entry.detail else ("open", None)
        self._note(entry.seat, f"is played by a bot ({entry.detail})" if entry.detail else "is free again")

    def _sit(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        if sitter.kind == "bot":
            self._note(entry.seat, "is back")
        sitter.kind, sitter.level = "person", None

    def _rename(self, entry: Entry) -> None:
        self.sitters[entry.seat].name = entry.detail

    def _pause(self, entry: Entry) -> None:
        self.pause_ms = entry.action

    def _rematch(self, entry: Entry) -> None:
        self.rematch = entry.detail

    def _note(self, seat: int, text: str) -> None:
        for story in self.stories:
            story.note(len(self.table.history), seat, text)
