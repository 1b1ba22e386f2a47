"""A table as its log tells it: the same entries always lead to the same match, live and after a restart."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from gamut import games
from gamut.engine.errors import GameOver, GamutError
from gamut.engine.game import Setup
from gamut.engine.options import Value
from gamut.engine.proof import Proof, hash_part, make_key
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Step, Table, TakeBack
from gamut.engine.verbs import WATCHER
from gamut.server.entry_kinds import KINDS
from gamut.server.seat_secrets import SeatSecrets, read_claim
from gamut.server.storage import Entry, TableRow

NO_KEY = bytes(16)  # of the table before the deal, at which nobody looks


@dataclass
class Sitter:
    """Who sits on a seat."""

    kind: Literal["person", "open", "bot"]  # who plays
    name: str
    level: str | None
    sat: bool = False  # a person has sat here, whoever plays now
    resigned: bool = False
    bot_since: int = 0  # the decision with which a bot began to play for whoever is away

    @property
    def human(self) -> bool:
        """Whether a person plays here, or may still come to."""
        return self.kind != "bot"

    @property
    def away(self) -> bool:
        """Whether a bot plays for a person who may come back."""
        return self.kind == "bot" and self.sat and not self.resigned


class LogBroken(GamutError):
    """An entry that does not follow from those before it."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A complete entry, and what it will do once it is stored: played once, and only committed later."""

    entry: Entry
    step: Step | None = None  # of an action
    table: Table | None = None  # as it is after a take-back


@dataclass(frozen=True)
class Change:
    """Who can notice an entry, and the pictures of it by seat."""

    seats: Collection[int]
    moments: dict[int, msgspec.Struct] = field(default_factory=dict)

    @property
    def public(self) -> bool:
        """Whether everybody can."""
        return WATCHER in self.seats


def setup_of(row: TableRow) -> Setup:
    """The setup of a table; tables with the same options and files share it."""
    options = msgspec.json.encode(row.options, order="sorted")
    return _setup(row.game, len(row.seats), options, msgspec.json.encode(row.files, order="sorted"))


@lru_cache(maxsize=64)
def _setup(game: str, seats: int, options: bytes, files: bytes) -> Setup:
    chosen = msgspec.json.decode(options, type=dict[str, Value])
    return games.find(game).open(seats, chosen, msgspec.json.decode(files, type=dict[str, str]))


class Match:
    """The state of a table: its game, its seats, and what was agreed. `watched` are the seats that get a log."""

    def __init__(self, row: TableRow, watched: Iterable[int] = (), *, native: bool = True) -> None:
        self.row = row
        self.setup = setup_of(row)
        self.parts = [seat.part for seat in row.seats]
        self.table = Table(self.setup, row.key or NO_KEY, native=native)
        self.secrets = SeatSecrets(row)
        self.sitters = [Sitter(s.kind, s.name, s.level, s.kind == "person") for s in row.seats]
        self.seat_logs = {seat: SeatLog(seat, self.table) for seat in watched}
        self.log: list[Entry] = []
        self.made: list[list[int | None]] = [[] for _ in row.seats]  # by seat and decision: the action
        self.pause_ms = row.pause_ms
        self.taken_back = 0
        self.rematch = ""
        self.given_up = False  # ended by resignations
        self.begun = False  # once it has, whoever goes later
        self.everybody = range(WATCHER, self.setup.seats)
        self._serials = dict.fromkeys(self.everybody, 0)
        self._awaited: list[int] | None = None
        self._begin_if_ready()

    @classmethod
    def replay(
        cls, row: TableRow, log: Iterable[Entry], watched: Iterable[int] = (), *, native: bool = True
    ) -> tuple[Match, str]:
        """The match that a log leads to, and what is wrong with the log (or nothing)."""
        match = cls(row, watched, native=native)
        version = match.setup.game.version
        if row.rules != version:
            problem = f"This table was played with version {row.rules} of the rules; this is version {version}."
        else:
            problem = ""
        for entry in log:
            try:
                prepared = match.prepare(entry)
                if prepared.entry != entry:
                    raise LogBroken(f"entry {entry.n} does not fit")
            except GamutError:
                return match, problem or f"The log of this table does not fit the rules after entry {entry.n}."
            match.commit(prepared)
        return match, problem

    # ------------------------------------------------------------------ reading

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.setup.seats)

    @property
    def native(self) -> bool:
        """Whether the rules are native code."""
        return self.table.rules.native

    @property
    def waiting(self) -> list[int]:
        """Before the deal: the seats that nobody has taken, and those whose player has not added a part to it."""
        if self.begun:
            return []
        return [seat for seat in self.seats if self._lacks_player(seat) or self._lacks_part(seat)]

    def _lacks_player(self, seat: int) -> bool:
        return self.sitters[seat].kind == "open" and not self.secrets.own[seat]

    def _lacks_part(self, seat: int) -> bool:
        return bool(self.row.server_part) and self.sitters[seat].kind == "person" and not self.parts[seat]

    @property
    def deal_hash(self) -> str:
        """Of the server's part, shown from the beginning; empty: the server dealt alone."""
        return hash_part(self.row.server_part, self.row.id) if self.row.server_part else ""

    @property
    def proof(self) -> Proof | None:
        """All that the key was made of: secret until the end."""
        part, name = self.row.server_part, self.row.id
        return Proof(table=name, hash=self.deal_hash, server_part=part, parts=list(self.parts)) if part else None

    @property
    def awaited(self) -> list[int]:
        """The seats whose decision is awaited; none before the game begins and when it is over."""
        if self._awaited is None:
            self._awaited = list(self.table.actors) if self.begun and not self.given_up else []
        return self._awaited

    @property
    def over(self) -> bool:
        """Whether the game has ended, played out or given up."""
        return self.begun and not self.awaited

    @property
    def people(self) -> list[int]:
        """The seats of people, also of those who are away: they may come back, and mind what is taken back."""
        return [seat for seat, s in enumerate(self.sitters) if (s.human or s.sat) and not s.resigned]

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that are in, while others of a secret phase are awaited. Everybody may know that."""
        return self.table.chosen if self.awaited else ()

    def decision(self, seat: int) -> int:
        """The number of the seat's next decision; it never falls, not even by a take-back."""
        return len(self.made[seat]) if seat >= 0 else 0

    def count_bot_actions(self, seat: int) -> int:
        """How many actions a bot has made for whoever is away."""
        return sum(action is not None for action in self.made[seat][self.sitters[seat].bot_since :])

    def serial(self, seat: int) -> int:
        """How many entries have changed what the seat may see; it never falls either."""
        return self._serials[seat]

    def find_take_back(self, seat: int) -> TakeBack:
        """Whether the seat's last action can be taken back, and whether without asking."""
        if seat == WATCHER or not self.sitters[seat].human:
            return TakeBack(-1, why="Only players take back.")
        if self.over:
            return TakeBack(-1, why="The game is over.")
        return self.table.find_take_back(seat, self.people)

    # ------------------------------------------------------------------ writing

    def use_native(self) -> None:
        """Change over from interpreted rules to native code, which gives the same bytes."""
        self.table.use_native()
        for log in self.seat_logs.values():
            log.look_again(self.table)

    def prepare(self, draft: Entry) -> Prepared:
        """Try an entry without letting it happen; what is not possible is refused in words."""
        if draft.kind == "act":
            if not self.begun:
                raise LogBroken("nothing is dealt before all seats are taken")
            if self.given_up:
                raise GameOver("the game was given up")
            if draft.decision != self.decision(draft.seat):
                raise LogBroken(f"{draft.decision} is not the next decision of seat {draft.seat + 1}")
            step = self.table.prepare(draft.seat, draft.action)
            return Prepared(self._complete(draft, step.digest), step=step)
        if draft.kind in ("take_back", "withdraw"):
            table = self._copy_without(draft)
            return Prepared(self._complete(draft, table.digest), table=table)
        if draft.kind == "part" and draft.seat not in self.waiting:
            raise LogBroken(f"nothing is awaited of seat {draft.seat + 1}")
        return Prepared(self._complete(draft, self.table.digest))

    def _copy_without(self, draft: Entry) -> Table:
        """A copy of the table without a step of the seat's, or without all since then."""
        place, table = draft.action, self.table.copy()
        if not 0 <= place < len(table.history) or table.history[place][0] != draft.seat:
            raise LogBroken(f"step {place} is not one of seat {draft.seat + 1}")
        if draft.kind == "take_back":
            table.rewind(place)
        elif table.in_phase(place):
            table.take_back(place)
        else:
            raise LogBroken(f"step {place} is not one of the running secret phase")
        return table

    def _complete(self, draft: Entry, digest: str) -> Entry:
        return msgspec.structs.replace(draft, n=len(self.log), digest=digest)

    def commit(self, prepared: Prepared) -> Change:
        """Let an entry happen that is stored; nothing else may have happened since it was prepared."""
        entry = prepared.entry
        if prepared.step:
            change = self._act(entry, prepared.step)
        elif prepared.table:
            change = self._take_back(entry, prepared.table)
        else:
            self._change(entry)
            self.secrets.follow(entry)
            self._begin_if_ready()
            change = Change(self.everybody if KINDS[entry.kind].noticed else ())
        self.log.append(entry)
        for seat in change.seats:
            self._serials[seat] += 1
        self._awaited = None
        return change

    def _begin_if_ready(self) -> None:
        """The last one has come: now the key is made, and the game is dealt."""
        if self.begun or self.waiting:
            return
        self.begun = True
        if self.row.server_part:
            key = make_key(self.row.server_part, self.row.id, self.parts)
            self.table = Table(self.setup, key, native=self.native)
            for log in self.seat_logs.values():
                log.look_again(self.table)

    def _act(self, entry: Entry, step: Step) -> Change:
        """In a secret phase nobody else notices a step of a seat that is not in after it."""
        phase = self.table.secret_phase
        self.table.commit(step)
        self.made[entry.seat].append(entry.action)
        goes_on = phase != 0 and self.table.secret_phase == phase and entry.seat in self.table.actors
        seats = (entry.seat,) if goes_on else self.everybody
        told = {
            seat: self.seat_logs[seat].follow_step(self.table, step.before)
            for seat in seats if seat in self.seat_logs
        }  # fmt: skip
        return Change(seats, {seat: moment for seat, moment in told.items() if moment is not None})

    def _take_back(self, entry: Entry, table: Table) -> Change:
        """Everybody notices; but a step of a secret phase only if the seat was in, and it alone decides anew."""
        place, alone = entry.action, entry.kind == "withdraw"
        public = not alone or entry.seat in self.table.chosen
        many = len(self.table.history) - len(table.history)
        self.table = table
        for seat in [entry.seat] if alone else self.seats:
            self.made[seat].append(None)  # what was about to be done is stale
        seats = self.everybody if public else (entry.seat,)
        for seat, log in self.seat_logs.items():
            log.forget_steps(place, many)
            if seat in seats:
                log.look_again(table)
        if not alone:
            self.taken_back += 1
            self._note(entry, "took a move back")
        return Change(seats)

    def _change(self, entry: Entry) -> None:
        """What is no action: who plays, and what was agreed."""
        match entry.kind:
            case "resign":
                self._resign(entry)
            case "fill":
                self._fill(entry)
            case "sit":
                self._sit(entry)
            case "claim":
                self._claim(entry)
            case "invite":
                self._invite(entry)
            case "part":
                self.parts[entry.seat] = entry.detail
            case "rename":
                self.sitters[entry.seat].name = entry.detail
            case "pause":
                self.pause_ms = entry.action
            case "rematch":
                self.rematch = entry.detail

    def _resign(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        sitter.resigned, sitter.kind, sitter.level = True, "bot", entry.detail
        staying = [s for s in self.sitters if not s.resigned]
        self.given_up = len(staying) <= 1 or not any(s.human for s in self.sitters)
        self._note(entry, "resigned" if self.given_up else "resigned; a bot plays on")

    def _fill(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        whose: Literal["person", "open"] = "person" if sitter.sat else "open"
        if sitter.kind != "bot":
            sitter.bot_since = self.decision(entry.seat)
        sitter.kind, sitter.level = ("bot", entry.detail) if entry.detail else (whose, None)
        self._note(entry, f"is played by a bot ({entry.detail})" if entry.detail else "is free again")

    def _sit(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        if sitter.kind == "bot":
            self._note(entry, "is back" if sitter.sat else "sat down")
        sitter.kind, sitter.level, sitter.sat = "person", None, True

    def _claim(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        sitter.name = read_claim(entry)[1] or sitter.name
        if not sitter.sat or sitter.away:
            self._note(entry, "is back" if sitter.sat else "sat down")
        sitter.sat = True
        if not sitter.resigned:
            sitter.kind, sitter.level = "person", None

    def _invite(self, entry: Entry) -> None:
        sitter = self.sitters[entry.seat]
        if sitter.kind == "bot":
            self._note(entry, "is free again")
        sitter.kind, sitter.level = "open", None

    def _note(self, entry: Entry, text: str) -> None:
        for seat_log in self.seat_logs.values():
            seat_log.add_note(entry.seat, text)
