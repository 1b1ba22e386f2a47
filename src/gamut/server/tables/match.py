"""A table as a fold of its stored entries: the same ones always lead to the same match, live and after a restart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from gamut import games
from gamut.engine.deal_proof import DealProof, Renewal, combine_parts, hash_server_part, renew
from gamut.engine.errors import GameOver, GamutError
from gamut.engine.game import Setup
from gamut.engine.options import Value
from gamut.engine.replay import Replay, make_replay
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Result, Step, Table, Undo
from gamut.engine.verbs import SPECTATOR
from gamut.server.storage.entries import TRAITS_BY_KIND, StoredEntry, TableRow
from gamut.server.tables.other_rules import StoredGame, explain_other_rules
from gamut.server.tables.proposals import Proposal, follow_entry
from gamut.server.tables.seat_secrets import SeatSecrets, parse_claim

NO_KEY = bytes(16)  # of the table before the deal, which is shown to no seat


@dataclass
class SeatOccupant:
    """Who plays a seat."""

    kind: Literal["person", "open", "bot"]  # bot: also while it stands in; open: not taken yet
    name: str
    level: str | None
    taken: bool = False  # a person has taken the seat, even if a bot plays now
    resigned: bool = False
    bot_since: int = 0  # the number of the stand-in's first decision

    @property
    def away(self) -> bool:
        """Whether a bot stands in for a person who may return."""
        return self.kind == "bot" and self.taken and not self.resigned


@dataclass(frozen=True)
class Rematch:
    """The table of a rematch, and the seat whose player has the first seat there."""

    table: str
    first_seat: int


class InvalidEntry(GamutError):
    """An entry that cannot follow the entries before it."""


@dataclass(frozen=True, eq=False)
class PreparedEntry:
    """A complete entry with its effect, which is applied after the entry has been stored."""

    entry: StoredEntry
    step: Step | None = None  # of an action
    table: Table | None = None  # after an undo


@dataclass(frozen=True)
class Change:
    """The seats that can notice an entry, and its moments by seat."""

    seats: Collection[int]
    moments: dict[int, msgspec.Struct] = field(default_factory=dict)

    @property
    def public(self) -> bool:
        """Whether all seats and spectators can notice it."""
        return SPECTATOR in self.seats


def load_setup(row: TableRow) -> Setup:
    """Return the setup of a table; tables with the same options and files share it."""
    options = msgspec.json.encode(row.options, order="sorted")
    return _open_setup(row.game, len(row.seats), options, msgspec.json.encode(row.files, order="sorted"))


@lru_cache(maxsize=64)
def _open_setup(game: str, seats: int, options: bytes, files: bytes) -> Setup:
    chosen = msgspec.json.decode(options, type=dict[str, Value])
    return games.find_game(game).open(seats, chosen, msgspec.json.decode(files, type=dict[str, str]))


class Match:
    """The state of one table, folded from its stored entries. `logged` are the seats that get a seat log."""

    def __init__(self, row: TableRow, logged: Iterable[int] = (), *, native: bool = True) -> None:
        self.row = row
        self.setup = load_setup(row)
        self.parts = [seat.part for seat in row.seats]
        self.renewals: list[Renewal] = []  # of the chance key, by players who joined a running game
        self._key = row.key or NO_KEY
        self.table = Table(self.setup, self._key, native=native)
        self.secrets = SeatSecrets(row)
        self.occupants = [SeatOccupant(s.kind, s.name, s.level, s.kind == "person") for s in row.seats]
        self.seat_logs = {seat: SeatLog(seat, self.table) for seat in logged}
        self.entries: list[StoredEntry] = []
        self.actions_by_seat: list[list[int | None]] = [[] for _ in row.seats]  # by decision; None: an undo
        self.pause_ms = row.pause_ms
        self.undone = 0
        self.proposal: Proposal | None = None  # that waits for answers
        self.rematch: Rematch | None = None
        self.ended_by_resignation = False
        self.stored_game: StoredGame | None = None  # what today's rules cannot play of a game that began with others
        self.started = False  # whether the game has been dealt
        self.seats_and_spectators = range(SPECTATOR, self.setup.seats)
        self._serials = dict.fromkeys(self.seats_and_spectators, 0)
        self._actors: list[int] | None = None
        self._start_if_ready()

    @classmethod
    def replay(
        cls, row: TableRow, entries: Sequence[StoredEntry], logged: Iterable[int] = (), *, native: bool = True
    ) -> tuple[Match, str]:
        """Return the match that entries lead to, and why it cannot continue (or nothing)."""
        match = cls(row, logged, native=native)
        dealt_as_stored = match._follow_proved(entries)
        left, game = entries[len(match.entries) :], match.setup.game
        if row.rules_version == game.version:
            damaged = f"The log of this table is damaged after entry {left[0].n}." if left else ""
            return match, f"{damaged} The game can only be viewed." if damaged else ""
        if left or (match.started and not dealt_as_stored):
            match._follow_stored(left)
        return match, explain_other_rules(row, game, match.stored_game)

    def _follow_proved(self, entries: Sequence[StoredEntry]) -> bool:
        """Follow entries while they lead to the stored digests; return whether one of them proves the deal."""
        proves_deal = False
        for entry in entries:
            try:
                prepared = self.prepare(entry)
            except GamutError:
                break
            if prepared.entry != entry:
                break
            proves_deal = proves_deal or self.started
            self.commit(prepared)
        return proves_deal

    # ------------------------------------------------------------------ reading

    @property
    def seats(self) -> range:
        return range(self.setup.seats)

    @property
    def native(self) -> bool:
        return self.table.verbs.native

    @property
    def not_ready(self) -> list[int]:
        """The seats that the deal is waiting for: not taken, or without their part."""
        if self.started:
            return []
        return [seat for seat in self.seats if self._lacks_player(seat) or self._lacks_part(seat)]

    def _lacks_player(self, seat: int) -> bool:
        return self.occupants[seat].kind == "open" and not self.secrets.seat_hashes[seat]

    def _lacks_part(self, seat: int) -> bool:
        return bool(self.row.server_part) and self.occupants[seat].kind == "person" and not self.parts[seat]

    @property
    def deal_hash(self) -> str:
        """The hash of the server's part; empty: the server dealt alone."""
        return hash_server_part(self.row.server_part, self.row.id) if self.row.server_part else ""

    @property
    def proof(self) -> DealProof | None:
        """The parts of the chance key: secret until the end."""
        part, name = self.row.server_part, self.row.id
        if not part:
            return None
        return DealProof(
            table=name, hash=self.deal_hash, server_part=part, parts=list(self.parts), renewals=list(self.renewals)
        )

    @property
    def actors(self) -> list[int]:
        """The seats that have a decision to make; none before the deal and after the end."""
        if self._actors is None:
            unknown = not self.started or self.ended_by_resignation or self.stored_game is not None
            self._actors = [] if unknown else list(self.table.actors)
        return self._actors

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by resignations."""
        if self.stored_game and not self.ended_by_resignation:
            return self.stored_game.ended
        return self.started and not self.actors

    @property
    def result(self) -> Result | None:
        """How the game ended by its rules; None if it ended by resignations, or if that is not known."""
        if self.ended_by_resignation:
            return None
        return self.stored_game.result if self.stored_game else self.table.result

    @property
    def position_known(self) -> bool:
        """Whether the table has been dealt, and its record is a position of this game."""
        return self.started and self.stored_game is None

    @property
    def people(self) -> list[int]:
        """The seats of people, including those who are away: they may return, and undo affects them."""
        return [seat for seat, s in enumerate(self.occupants) if (s.kind != "bot" or s.taken) and not s.resigned]

    @property
    def submitted(self) -> tuple[int, ...]:
        """The seats that have submitted in a secret phase while others have not. This is public."""
        return self.table.submitted if self.actors else ()

    def joining_renews_key(self, seat: int) -> bool:
        """Return whether a person who claims the seat now is a new player in a game that has been dealt."""
        joins = not self.occupants[seat].taken or seat in self.secrets.offered
        return joins and self.started and not self.over and bool(self.row.server_part)

    def decision(self, seat: int) -> int:
        """Return the number of the seat's next decision; it never decreases, not even by an undo."""
        return len(self.actions_by_seat[seat]) if seat >= 0 else 0

    def count_bot_actions(self, seat: int) -> int:
        """Return how many actions the stand-in of a seat has played."""
        return sum(action is not None for action in self.actions_by_seat[seat][self.occupants[seat].bot_since :])

    def serial(self, seat: int) -> int:
        """Return how many entries have changed what the seat can see; it never decreases either."""
        return self._serials[seat]

    @property
    def next_first_seat(self) -> int:
        """The seat whose player has the first seat in a rematch, so that the players take turns to begin."""
        return 1 % self.setup.seats

    def find_undo(self, seat: int, steps: int = 1) -> Undo:
        """Return whether the seat can undo its last actions as one move, and whether without a proposal."""
        if seat == SPECTATOR or self.occupants[seat].kind == "bot":
            return Undo(-1, why="Only players can undo.")
        if self.over:
            return Undo(-1, why="The game is over.")
        return self.table.find_undo(seat, self.people, steps)

    def make_replay(self) -> Replay:
        """Return the replay file. It contains the chance key, so it is secret until the end."""
        if self.stored_game:
            return msgspec.structs.replace(self.stored_game.make_replay(self.table.key), proof=self.proof)
        return make_replay(self.table, self.proof)

    # ------------------------------------------------------------------ writing

    def use_native(self) -> None:
        """Switch from interpreted rules to native code, which gives the same bytes."""
        self.table.use_native()
        for seat_log in self.seat_logs.values():
            seat_log.refresh(self.table)

    def prepare(self, draft: StoredEntry) -> PreparedEntry:
        """Try an entry without applying it; raise GamutError if it is not possible."""
        if draft.kind == "play":
            if not self.started:
                raise InvalidEntry("the game has not been dealt yet")
            if self.ended_by_resignation:
                raise GameOver("the game ended by resignation")
            if draft.decision != self.decision(draft.seat):
                raise InvalidEntry(f"{draft.decision} is not the next decision of seat {draft.seat + 1}")
            step = self.table.prepare(draft.seat, draft.action)
            return PreparedEntry(self._complete(draft, step.digest), step=step)
        if draft.kind in ("undo", "undo_secret"):
            table = self._copy_without(draft)
            return PreparedEntry(self._complete(draft, table.digest), table=table)
        if draft.kind == "part" and draft.seat not in self.not_ready:
            raise InvalidEntry(f"the deal is not waiting for seat {draft.seat + 1}")
        return PreparedEntry(self._complete(draft, self.table.digest))

    def _copy_without(self, draft: StoredEntry) -> Table:
        """Return a copy of the table without a step of the seat, or without the step and all after it."""
        index, table = draft.action, self.table.copy()
        if not 0 <= index < len(table.history) or table.history[index][0] != draft.seat:
            raise InvalidEntry(f"step {index} is not one of seat {draft.seat + 1}")
        if draft.kind == "undo":
            table.rewind(index)
        elif table.in_phase(index):
            table.undo(index)
        else:
            raise InvalidEntry(f"step {index} is not one of the running secret phase")
        return table

    def _complete(self, draft: StoredEntry, digest: str) -> StoredEntry:
        return msgspec.structs.replace(draft, n=len(self.entries), digest=digest)

    def commit(self, prepared: PreparedEntry) -> Change:
        """Apply a stored entry; nothing may have been applied since it was prepared."""
        entry, n_renewals = prepared.entry, len(self.renewals)
        if prepared.step:
            change = self._play(entry, prepared.step)
        elif prepared.table:
            change = self._undo(entry, prepared.table)
        else:
            self._apply(entry)
            self.secrets.apply(entry)
            self._start_if_ready()
            change = Change(self.seats_and_spectators if TRAITS_BY_KIND[entry.kind].noticed else ())
        self.entries.append(entry)
        ends_proposals = TRAITS_BY_KIND[entry.kind].ends_proposals or len(self.renewals) > n_renewals
        if change.public and ends_proposals:
            self.proposal = None
        for seat in change.seats:
            self._serials[seat] += 1
        self._actors = None
        return change

    def _follow_stored(self, entries: Sequence[StoredEntry]) -> None:
        """Follow entries of other rules without playing them."""
        game = self.stored_game = StoredGame(self.row, self.setup, list(self.table.history), entries)
        for entry in entries:
            if entry.kind == "play":
                for seat_log in self.seat_logs.values():
                    game.describe(entry, seat_log)
                game.steps.append((entry.seat, entry.action))
            elif entry.kind in ("undo", "undo_secret"):
                n_removed = game.undo(entry)
                for seat_log in self.seat_logs.values():
                    seat_log.remove_steps(entry.action, n_removed)
                self._count_undo(entry)
            else:
                self._apply(entry)
                self.secrets.apply(entry)
                self._start_if_ready()
            self.entries.append(entry)
        self._actors = None

    def _start_if_ready(self) -> None:
        """Deal once all seats are taken and all parts are known."""
        if self.started or self.not_ready:
            return
        self.started = True
        if self.row.server_part:
            self._key = combine_parts(self.row.server_part, self.row.id, self.parts)
            self.table = Table(self.setup, self._key, native=self.native)
            for seat_log in self.seat_logs.values():
                seat_log.refresh(self.table)

    def _play(self, entry: StoredEntry, step: Step) -> Change:
        """Apply an action. In a secret phase other seats do not notice it until the seat has submitted."""
        phase = self.table.secret_phase
        self.table.commit(step)
        self.actions_by_seat[entry.seat].append(entry.action)
        continues = phase != 0 and self.table.secret_phase == phase and entry.seat in self.table.actors
        seats = (entry.seat,) if continues else self.seats_and_spectators
        moments = {
            seat: self.seat_logs[seat].follow_step(self.table, step.before)
            for seat in seats if seat in self.seat_logs
        }  # fmt: skip
        return Change(seats, {seat: moment for seat, moment in moments.items() if moment is not None})

    def _undo(self, entry: StoredEntry, table: Table) -> Change:
        """Apply an undo. In a secret phase other seats notice it only if the seat had submitted."""
        index, secret = entry.action, entry.kind == "undo_secret"
        public = not secret or entry.seat in self.table.submitted
        n_removed = len(self.table.history) - len(table.history)
        self.table = table
        for seat in [entry.seat] if secret else self.seats:
            self.actions_by_seat[seat].append(None)  # a decision being made is outdated
        seats = self.seats_and_spectators if public else (entry.seat,)
        for seat, seat_log in self.seat_logs.items():
            seat_log.remove_steps(index, n_removed)
            if seat in seats:
                seat_log.refresh(table)
        self._count_undo(entry)
        return Change(seats)

    def _count_undo(self, entry: StoredEntry) -> None:
        if entry.kind == "undo":
            self.undone += 1
            self._note(entry, "undid a move")

    def _apply(self, entry: StoredEntry) -> None:
        """Apply an entry that is neither an action nor an undo."""
        match entry.kind:
            case "resign":
                self._resign(entry)
            case "stand_in":
                self._set_stand_in(entry)
            case "arrive":
                self._arrive(entry)
            case "claim":
                self._claim(entry)
            case "invite":
                self._invite(entry)
            case "part":
                self.parts[entry.seat] = entry.detail
            case "rename":
                self.occupants[entry.seat].name = entry.detail
            case "pause":
                self.pause_ms = entry.action
            case "propose" | "agree" | "decline":
                self.proposal = follow_entry(self.proposal, entry)
            case "rematch":
                self.rematch = Rematch(entry.detail, entry.action)

    def _resign(self, entry: StoredEntry) -> None:
        occupant = self.occupants[entry.seat]
        occupant.resigned, occupant.kind, occupant.level = True, "bot", entry.detail
        staying = [s for s in self.occupants if not s.resigned]
        self.ended_by_resignation = len(staying) <= 1 or all(s.kind == "bot" for s in self.occupants)
        self._note(entry, "resigned" if self.ended_by_resignation else "resigned; a bot took over")

    def _set_stand_in(self, entry: StoredEntry) -> None:
        occupant = self.occupants[entry.seat]
        without_bot: Literal["person", "open"] = "person" if occupant.taken else "open"
        if occupant.kind != "bot":
            occupant.bot_since = self.decision(entry.seat)
        occupant.kind, occupant.level = ("bot", entry.detail) if entry.detail else (without_bot, None)
        if entry.detail:
            self._note(entry, f"{'left the seat to' if occupant.taken else 'became'} a bot ({entry.detail})")
        else:
            self._note(entry, "got the seat back" if occupant.taken else "became an open seat again")

    def _arrive(self, entry: StoredEntry) -> None:
        occupant = self.occupants[entry.seat]
        if occupant.kind == "bot":
            self._note(entry, "came back" if occupant.taken else "joined")
        occupant.kind, occupant.level, occupant.taken = "person", None, True

    def _claim(self, entry: StoredEntry) -> None:
        occupant, name = self.occupants[entry.seat], self.occupants[entry.seat].name
        claim = parse_claim(entry)
        occupant.name = claim.name or name
        if claim.part:
            self._renew_key(entry.seat, claim.part)
        if entry.seat in self.secrets.offered:
            self._note(entry, f"took over the seat of {name} with a new link")
        elif not occupant.taken or occupant.away:
            self._note(entry, "came back" if occupant.taken else "joined")
        occupant.taken = True
        if not occupant.resigned:
            occupant.kind, occupant.level = "person", None

    def _renew_key(self, seat: int, part: str) -> None:
        """Make everything that chance has not decided yet depend on a new player's part too."""
        steps = self.stored_game.steps if self.stored_game else self.table.history
        renewal = Renewal(len(steps), seat + 1, part)
        self._key = renew(self.row.server_part, self.row.id, self._key, renewal)
        self.renewals.append(renewal)
        self.table.renew_key(self._key)

    def _invite(self, entry: StoredEntry) -> None:
        occupant = self.occupants[entry.seat]
        if occupant.taken:
            self._note(entry, "stayed away; the host offered a new link to the seat")
            return
        if occupant.kind == "bot":
            self._note(entry, "became an open seat again")
        occupant.kind, occupant.level = "open", None

    def _note(self, entry: StoredEntry, text: str) -> None:
        for seat_log in self.seat_logs.values():
            seat_log.add_note(entry.seat, text)
