"""The checked door: a table for people. An illegal move raises a named error and changes nothing."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

import msgspec
import numpy as np

from gamut.engine import verbs
from gamut.engine.errors import (
    BadPosition,
    CannotTakeBack,
    GameOver,
    GamutError,
    IllegalAction,
    NotYourTurn,
    listed,
)
from gamut.engine.game import Function, Game, Line, Setup
from gamut.engine.options import Value
from gamut.engine.record import Array, copied
from gamut.engine.view import view


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # from 1; equal ranks share the place
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; more than one share the victory."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Rules:
    """The verbs of one game as Python calls them on arrays, native or interpreted."""

    def __init__(self, game: Game, native: bool = True) -> None:
        bound = game.native if native else game.interpreted
        self.deal: Function = bound(verbs.deal_at)
        self.actors: Function = bound(verbs.actors_at)
        self.legal: Function = bound(verbs.legal_at)
        self.play: Function = bound(verbs.play_at)
        self.revealing: Function = bound(verbs.revealing_at)
        self.result: Function = bound(verbs.result_at)
        self.hide: Function = bound(verbs.hide_at)
        self.redeal: Function = bound(verbs.redeal_at)
        self.seen: Function = bound(verbs.seen_at)
        self.observe: Function = bound(verbs.observe_at)
        self.guide: Function = bound(verbs.guide_at)
        self.value: Function = bound(verbs.value_at)
        self.check: Function = bound(verbs.check_at)


class Saved(msgspec.Struct, frozen=True):
    """A table as bytes."""

    game: str
    version: int
    seats: int
    options: dict[str, Value]
    key: bytes
    history: list[tuple[int, int]]
    record: bytes


def digest(record: Array) -> str:
    """A short name of an exact state."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:16]


class Table:
    """One game being played."""

    def __init__(self, setup: Setup, key: bytes | None = None, *, native: bool = True) -> None:
        self.setup, self.game, self.seats = setup, setup.game, setup.seats
        self.key = secrets.token_bytes(16) if key is None else key
        if len(self.key) != 16:
            raise BadPosition(f"a key has 16 bytes, not {len(self.key)}")
        self._native = native
        self._rules = Rules(self.game, native)
        self._out = np.zeros(self.game.most_legal, np.int32)
        self.record: Array = setup.fresh()
        self._start()

    def _start(self) -> None:
        self.record[:] = np.zeros((), self.record.dtype)
        self.record["key"][0, :2] = np.frombuffer(self.key, "<u8")
        self._rules.deal(self.setup.t, self.record, 0)
        self.history: list[tuple[int, int]] = []
        self.revealed: list[bool] = []  # for each action of the history, whether it turned something up
        self._back: list[Array] = []  # states that may still be returned to, the last one the newest

    # ------------------------------------------------------------------ reading

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats whose decision is awaited."""
        mask = int(self._rules.actors(self.setup.t, self.record, 0))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors

    def legal(self, seat: int) -> list[int]:
        """The actions the seat may do now; empty for a seat that has nothing to decide."""
        if not 0 <= seat < self.seats:  # native code would read a neighbour's field
            return []
        n = self._rules.legal(self.setup.t, self.record, 0, seat, self._out)
        return [int(a) for a in self._out[:n]]

    def legal_texts(self, seat: int) -> list[str]:
        """The same as words."""
        return [self.setup.texts[a] for a in self.legal(seat)]

    def hidden(self, seat: int) -> Array:
        """A copy of the state with everything zeroed that the seat cannot know; −1 is a spectator."""
        copy = copied(self.record)
        self._rules.hide(self.setup.t, copy, 0, seat if 0 <= seat < self.seats else -1)
        return copy

    def ask(self, seat: int) -> str:
        """What is asked of the seat, in words."""
        return self.game.words.ask(self.setup.tables, view(self.hidden(seat), fixed=True), seat)

    def view(self, seat: int) -> msgspec.Struct:
        """What the seat sees, for drawing."""
        return self.game.words.view(self.setup.tables, view(self.hidden(seat), fixed=True), seat)

    def seen(self, seat: int, mover: int, action: int) -> int:
        """An action about to be played, as the seat will see it."""
        return int(self._rules.seen(self.setup.t, self.record, 0, seat, mover, action))

    @property
    def result(self) -> Result:
        """Scores, ranks and reason of a game that is over."""
        if not self.over:
            raise IllegalAction("the game is not over yet")
        scores, ranks = np.zeros((2, self.game.most_seats), np.int32)
        reason = self._rules.result(self.setup.t, self.record, 0, scores, ranks)
        n = self.seats
        return Result(tuple(scores[:n].tolist()), tuple(ranks[:n].tolist()), self.game.reasons[reason])

    @property
    def digest(self) -> str:
        """A short name of the exact state."""
        return digest(self.record)

    def digest_after(self, seat: int, action: int) -> str:
        """The digest that a legal action will lead to."""
        trial = copied(self.record)
        self._rules.play(self.setup.t, trial, 0, seat, action)
        return digest(trial)

    @property
    def key_hash(self) -> str:
        """Shown at the start of a game, so that the key told at its end proves the deal."""
        return hashlib.sha256(self.key).hexdigest()

    # ------------------------------------------------------------------ acting

    def play(self, seat: int, what: int | str) -> int:
        """Do an action given as number or text; return its number."""
        action = self.setup.action(what)
        legal = self.legal(seat)
        if action not in legal:
            self._refuse(seat, action, legal)
        before = copied(self.record)
        final = self.reveals(seat, action)
        self._rules.play(self.setup.t, self.record, 0, seat, action)
        if final or (self.history and self.history[-1][0] != seat):
            self._back.clear()
        if not final:
            self._back.append(before)
        self.history.append((seat, action))
        self.revealed.append(final)
        return action

    def _refuse(self, seat: int, action: int, legal: list[int]) -> None:
        text = self.setup.texts[action]
        if self.over:
            raise GameOver(f"the game is over: nobody can {text!r} any more")
        if not legal:
            raise NotYourTurn(f"seat {seat + 1} has nothing to decide; it is the turn of seat "
                              + listed(a + 1 for a in self.actors))  # fmt: skip
        allowed = listed(repr(self.setup.texts[a]) for a in legal)
        raise IllegalAction(f"{text!r} is not possible now; seat {seat + 1} may {allowed}")

    def tell(self, seat: int, before: Array, mover: int, seen: int) -> list[Line]:
        """What the last action was to the seat, in words; `before` is its hidden state before it."""
        after = view(self.hidden(seat), fixed=True)
        return self.game.words.tell(self.setup.tables, view(before, fixed=True), after, seat, mover, seen)

    def reveals(self, seat: int, action: int) -> bool:
        """Whether an action turns up something nobody could know before: then it cannot be taken back."""
        others = [p for p in range(self.seats) if p != seat]
        awaited = self.actors
        chosen = any(p not in awaited and self.legal(p) for p in others)  # secret choices lie on the table
        if chosen and not any(p in awaited for p in others):
            return True  # the last of several secret choices turns all of them up
        trial = copied(self.record)
        self._rules.play(self.setup.t, trial, 0, seat, action)
        return bool(trial["key"][0, 2] != self.record["key"][0, 2])  # chance was asked

    def can_take_back(self, seat: int) -> bool:
        """Whether the seat's last action can be taken back."""
        return bool(self._back) and self.history[-1][0] == seat

    def take_back(self, seat: int) -> None:
        """Undo the seat's last action: possible until something secret is revealed or another moves."""
        if not self.history:
            raise CannotTakeBack("nothing has been played yet")
        if self.history[-1][0] != seat:
            raise CannotTakeBack(f"seat {self.history[-1][0] + 1} has moved since")
        if not self._back:
            raise CannotTakeBack("the last action revealed something: it stays")
        self.record[:] = self._back.pop()
        self.history.pop()
        self.revealed.pop()

    def rewind(self, steps: int) -> None:
        """Go back to the state after `steps` actions, whatever was revealed since."""
        if not 0 <= steps <= len(self.history):
            raise CannotTakeBack(f"there are {len(self.history)} actions; {steps} is not one of 0 to that")
        kept = self.history[:steps]
        self._start()
        for seat, action in kept:
            self.play(seat, action)

    # ------------------------------------------------------------------ copies

    def copy(self) -> Table:
        """An independent table in the same state."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.record = copied(self.record)
        other.history = list(self.history)
        other.revealed = list(self.revealed)
        other._back = list(self._back)
        other._out = self._out.copy()
        return other

    def to_bytes(self) -> bytes:
        """The table with its history, secrets included."""
        saved = Saved(
            self.game.id, self.game.version, self.seats, self.setup.options,
            self.key, self.history, self.record.tobytes(),
        )  # fmt: skip
        return msgspec.msgpack.encode(saved)

    @classmethod
    def from_bytes(cls, game: Game, data: bytes, *, native: bool = True) -> Table:
        """The table that `to_bytes` wrote; the history must lead to the very same state."""
        try:
            saved = msgspec.msgpack.decode(data, type=Saved)
        except (msgspec.MsgspecError, RecursionError) as e:
            raise BadPosition(f"these bytes are no saved table: {e}") from None
        if saved.game != game.id:
            raise BadPosition(f"this is a table of {saved.game}, not of {game.id}")
        if saved.version != game.version:
            raise BadPosition(f"saved with rules version {saved.version} of {game.id}, this is {game.version}")
        try:
            table = cls(game.open(saved.seats, saved.options), saved.key, native=native)
            for seat, action in saved.history:
                table.play(seat, action)
        except GamutError as e:
            raise BadPosition(f"the saved table cannot be played: {e}") from None
        if table.record.tobytes() != saved.record:
            raise BadPosition("the saved actions do not lead to the saved state")
        return table
