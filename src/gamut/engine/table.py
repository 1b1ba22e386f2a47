"""A table: one game being played, with every action checked. An illegal one raises a named error, changing nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, NoReturn

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import count_draws
from gamut.engine.errors import (
    CannotUndo,
    GameOver,
    IllegalAction,
    InvalidPosition,
    NotYourTurn,
    add_seat_note,
    format_list,
)
from gamut.engine.game import Setup, check_setup
from gamut.engine.knowledge import Knowledge, reveals
from gamut.engine.presentation import join_words
from gamut.engine.record import Array, copy_states
from gamut.engine.verbs import SPECTATOR

SNAPSHOT_INTERVAL = 16  # steps between two states that are stored for rewinding


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 wins; equal ranks share the place
    reason_template: str  # for `describe_result`: a sentence, perhaps with `{winner}`, or only a phrase

    @property
    def reason(self) -> str:
        """Why the game ended, as a sentence that calls the winners `Seat 1`, `Seat 2`, …"""
        return describe_result(self.reason_template, [f"Seat {seat + 1}" for seat in self.winners])

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; several share the win, and none means that no seat won."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def lost(self) -> bool:
        """Whether no seat won."""
        return not self.winners


def describe_result(template: str, winners: Sequence[str]) -> str:
    """Return why a game ended as a sentence with the names of the winners."""
    names = join_words(winners)
    if template.endswith("."):
        return template.replace("{winner}", names)
    if not winners:
        return f"Nobody wins: {template}."
    verb = "share the win" if len(winners) > 1 else "win" if names == "You" else "wins"
    return f"{names} {verb}: {template}."


@dataclass(frozen=True, eq=False)
class Step:
    """A legal action that has been tried: `Table.prepare` makes it, `Table.commit` applies it."""

    seat: int
    action: int
    before: Array
    after: Array
    reveals: bool  # whether it reveals new information
    phase: int  # the secret phase after it

    @cached_property
    def digest(self) -> str:
        """The digest of the state after the step."""
        return digest(self.after)


@dataclass(frozen=True)
class Undo:
    """Whether a seat may undo, which step, and whether the others have to agree."""

    step: int  # index in the history of the step that would be undone; −1: none
    free: bool = False  # the others need not agree
    why: str = ""  # why not, or that the others have to agree

    @property
    def possible(self) -> bool:
        return self.step >= 0


class StepMark(NamedTuple):
    """What a table remembers of a step besides the action."""

    reveals: bool
    phase_start: int  # index of the first step of the secret phase before this step; −1: there was none


def digest(record: Array) -> str:
    """Return a short hash of an exact state."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:16]


def drew_numbers(record: Array) -> bool:
    return bool(count_draws(record["chance_key"][0]))


def plays_alone(seat: int, people: Collection[int]) -> bool:
    """Return whether the seat is that of the only person, so that undo affects no one else."""
    return list(people) == [seat]


class Table:
    """One game being played."""

    def __init__(self, setup: Setup, key: bytes | None = None, *, native: bool = True) -> None:
        check_setup(setup)
        self.setup, self.game, self.seats = setup, setup.game, setup.seats
        self.key = secrets.token_bytes(16) if key is None else key
        if len(self.key) != 16:
            raise InvalidPosition(f"a chance key has 16 bytes, not {len(self.key)}")
        self.verbs = BoundVerbs(self.game, native)
        self._legal_out = np.zeros(self.game.max_legal, np.int32)
        self.record: Array = setup.new_states()
        self.record["chance_key"][0, :2] = np.frombuffer(self.key, "<u8")
        self.verbs.deal(setup.constants, self.record, 0)
        self._known: dict[int, Knowledge] = {}  # by seat
        self._known_state = b""  # of which it is known
        self.deals_at_random = drew_numbers(self.record)  # public: it depends on the options alone
        self.history: list[tuple[int, int]] = []  # seat and action
        self._marks: list[StepMark] = []  # one for each step of the history
        self._snapshots: list[tuple[int, Array]] = [(0, self.record)]  # number of steps, and the state after them
        self._first_undoable = 0  # index in the history; steps before a renewal of the key stay
        self._phase = self._phase_of(self.record)
        self._phase_start = 0 if self._phase else -1

    # ------------------------------------------------------------------ reading

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a decision to make."""
        mask = int(self.verbs.actors(self.setup.constants, self.record, 0))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors

    @property
    def used_chance(self) -> bool:
        """Whether anything was drawn from the chance key so far. Public once the game is over."""
        return drew_numbers(self.record)

    @property
    def secret_phase(self) -> int:
        """The number of the current secret phase, or 0."""
        return self._phase

    @property
    def submitted(self) -> tuple[int, ...]:
        """The seats that have submitted in a secret phase while others have not. This is public."""
        if not self._phase:
            return ()
        moved = {seat for seat, _ in self.history[self._phase_start :]}
        return tuple(sorted(moved.difference(self.actors)))

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat; empty for a seat without a decision to make."""
        self.setup.check_seat(seat)
        if seat < 0:
            return []
        n = self.verbs.legal(self.setup.constants, self.record, 0, seat, self._legal_out)
        actions: list[int] = self._legal_out[:n].tolist()
        return actions

    def legal_texts(self, seat: int) -> list[str]:
        return [self.setup.action_texts[a] for a in self.legal(seat)]

    def hidden(self, seat: int) -> Array:
        """Return a hidden copy: everything the seat cannot know is zero. Seat −1 is a spectator."""
        self.setup.check_seat(seat)
        copy = copy_states(self.record)
        self.verbs.hide(self.setup.constants, copy, 0, seat)
        return copy

    def knowledge(self, seat: int) -> Knowledge:
        """Return what the seat knows now."""
        self.setup.check_seat(seat)
        if self._known_state != (state := self.record.tobytes()):
            self._known, self._known_state = {}, state
        if seat not in self._known:
            public = None if seat == SPECTATOR else self.knowledge(SPECTATOR)
            hidden = public.hidden if public and not self.game.secret_fields else self.hidden(seat)
            self._known[seat] = Knowledge(self.setup, self.verbs, hidden, seat, public)
        return self._known[seat]

    def visible_action(self, seat: int, mover: int, action: int, before: Array | None = None) -> int:
        """Return an action as `seat` sees it: one about to be played, or one played in the state `before`."""
        state = self.record if before is None else before
        return int(self.verbs.visible_action(self.setup.constants, state, 0, seat, mover, action))

    @property
    def result(self) -> Result:
        """Scores, ranks and reason of a game that is over."""
        if not self.over:
            raise IllegalAction("the game is not over yet")
        scores, ranks = np.zeros((2, self.game.max_seats), np.int32)
        reason = self.verbs.result(self.setup.constants, self.record, 0, scores, ranks)
        n = self.seats
        return Result(tuple(scores[:n].tolist()), tuple(ranks[:n].tolist()), self.game.reasons[reason])

    @property
    def digest(self) -> str:
        """A short hash of the exact state."""
        return digest(self.record)

    # ------------------------------------------------------------------ playing

    def use_native(self) -> None:
        """Continue with native code; a table may start with interpreted rules, which give the same bytes."""
        self.verbs, self._known_state = BoundVerbs(self.game), b""

    def play(self, seat: int, action: int | str) -> int:
        """Play an action given as a number or text; return its number."""
        step = self.prepare(seat, action)
        self.commit(step)
        return step.action

    def prepare(self, seat: int, action: int | str) -> Step:
        """Try an action without playing it; raise a named error if it is not legal."""
        number = self.setup.parse_action(action)
        legal = self.legal(seat)
        if number not in legal:
            self._raise_illegal(seat, number, legal)
        after = copy_states(self.record)
        self.verbs.play(self.setup.constants, after, 0, seat, number)
        phase = self._phase_of(after)
        revealing = bool(reveals(self._phase, self.record["chance_key"][0], phase, after["chance_key"][0]))
        return Step(seat, number, self.record, after, revealing, phase)

    def submits(self, seat: int, action: int) -> bool:
        """Return whether an action ends the seat's steps in the secret phase."""
        step = self.prepare(seat, action)
        actors = int(self.verbs.actors(self.setup.constants, step.after, 0))
        return step.phase != self._phase or not actors >> seat & 1

    def commit(self, step: Step) -> None:
        """Apply a prepared step; the table must not have changed since."""
        if step.before is not self.record:
            raise IllegalAction("the table has changed since this step was prepared")
        self.history.append((step.seat, step.action))
        self._marks.append(StepMark(step.reveals, self._phase_start))
        self.record = step.after
        if step.phase != self._phase:
            self._phase = step.phase
            self._phase_start = len(self.history) if step.phase else -1
        if len(self.history) - self._snapshots[-1][0] >= SNAPSHOT_INTERVAL:
            self._snapshots.append((len(self.history), self.record))

    def _raise_illegal(self, seat: int, action: int, legal: list[int]) -> NoReturn:
        text = self.setup.action_texts[action]
        if self.over:
            raise GameOver(f"the game is over: {text!r} is no longer possible")
        if seat < 0:
            raise NotYourTurn("a spectator has no decision to make")
        turn = format_list(a + 1 for a in self.actors)
        if seat not in self.actors:
            message = f"seat {seat + 1} has no decision to make; it is the turn of seat {turn}"
            raise add_seat_note(NotYourTurn(message), seat)
        texts = [self.setup.action_texts[a] for a in legal]
        if text in texts:
            number = legal[texts.index(text)]
            message = f"action {action} is not legal for seat {seat + 1} now, but action {number} with the same text is"
        else:
            allowed = format_list(map(repr, texts))
            message = f"{text!r} is not legal now; seat {seat + 1} may {allowed} (it is the turn of seat {turn})"
        raise add_seat_note(IllegalAction(message), seat)

    def _phase_of(self, record: Array) -> int:
        return int(self.verbs.secret_phase(self.setup.constants, record, 0))

    def renew_key(self, key: bytes) -> None:
        """Draw everything that is still open to chance from another key. What was played before cannot be undone."""
        self.record = copy_states(self.record)
        self.record["chance_key"][0, :2] = np.frombuffer(key, "<u8")
        self._snapshots.append((len(self.history), self.record))
        self._first_undoable = len(self.history)

    # ------------------------------------------------------------------ undo

    def find_undo(self, seat: int, people: Collection[int], steps: int = 1) -> Undo:
        """Return what the seat may undo, if `people` are the seats played by people: its last steps, as one move.

        In a secret phase each seat may undo its own steps. A person alone among bots may undo anything. Among several
        people, nothing can be undone once new information was revealed. The last steps of the seat's own turn are free
        as long as the turn continues; the others have to agree to an undo of anything earlier.
        """
        step = self.last_step(seat, steps)
        if step is None:
            return Undo(-1, why="You haven't made a move yet.")
        if step < self._first_undoable:
            return Undo(-1, why="You can't undo this: a player has joined since.")
        if self.in_phase(step) or plays_alone(seat, people):
            return Undo(step, free=True)
        if any(mark.reveals for mark in self._marks[step:]):
            return Undo(-1, why="You can't undo this: new information was revealed.")
        own_turn = {mover for mover, _ in self.history[step:]} == {seat} and self.actors == (seat,)
        return Undo(step, own_turn, "" if own_turn else "The other players must agree.")

    def last_step(self, seat: int, count: int = 1) -> int | None:
        """Return the index in the history of the seat's last action, or of the first of its last `count`."""
        indices = (k for k in range(len(self.history) - 1, -1, -1) if self.history[k][0] == seat)
        return next(islice(indices, count - 1, None), None)

    def undo(self, step: int) -> None:
        """Undo a step of the history: on its own if it lies in the current secret phase, else with all since."""
        if not 0 <= step < len(self.history):
            raise CannotUndo(f"step {step} does not exist; there are {len(self.history)} steps")
        if not self.in_phase(step):
            self.rewind(step)
            return
        later = self.history[step + 1 :]
        self.rewind(step)
        for seat, action in later:  # the steps of a secret phase do not depend on each other
            self.play(seat, action)

    def rewind(self, steps: int) -> None:
        """Return to the state after the first `steps` actions, whatever was revealed since."""
        if not 0 <= steps <= len(self.history):
            raise CannotUndo(f"cannot rewind to step {steps}; there are {len(self.history)} steps")
        if steps < self._first_undoable:
            raise CannotUndo(f"cannot rewind to step {steps}: the chance key was renewed after {self._first_undoable}")
        if steps == len(self.history):
            return
        while self._snapshots[-1][0] > steps:
            self._snapshots.pop()
        done, snapshot = self._snapshots[-1]
        self._phase_start = self._marks[steps].phase_start
        replayed = self.history[done:steps]
        del self.history[steps:], self._marks[steps:]
        self.record = copy_states(snapshot)
        for seat, action in replayed:
            self.verbs.play(self.setup.constants, self.record, 0, seat, action)
        self._phase = self._phase_of(self.record)

    def in_phase(self, step: int) -> bool:
        """Return whether a step lies in the current secret phase, so that it is undone on its own."""
        return 0 <= self._phase_start <= step

    # ------------------------------------------------------------------ copies

    def copy(self) -> Table:
        """Return an independent table in the same state."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record = copy_states(self.record)
        other.history, other._marks = list(self.history), list(self._marks)
        other._snapshots = list(self._snapshots)
        other._legal_out = self._legal_out.copy()
        return other
