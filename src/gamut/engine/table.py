"""The checked door: a table for people. An illegal move raises a named error and changes nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gamut.engine.errors import (
    BadPosition,
    CannotTakeBack,
    GameOver,
    IllegalAction,
    NotYourTurn,
    listed,
    tell_number,
)
from gamut.engine.game import Rules, Setup, check_setup
from gamut.engine.knowledge import Knowledge, reveals
from gamut.engine.record import Array, copy_states

KEPT_EVERY = 16  # steps between two states that are kept for going back


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is a victory; equal ranks share the place
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; more than one share the victory, none: the game is lost."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def lost(self) -> bool:
        """Whether nobody won."""
        return not self.winners


@dataclass(frozen=True, eq=False)
class Step:
    """A legal action that has been tried and may be done: `Table.prepare` makes it, `Table.commit` does it."""

    seat: int
    action: int
    before: Array
    after: Array
    reveals: bool  # whether it turns up something nobody could know before
    phase: int  # the secret phase after it

    @cached_property
    def digest(self) -> str:
        """A short name of the state it leads to."""
        return digest(self.after)


@dataclass(frozen=True)
class TakeBack:
    """Whether a seat may take something back, which step, and who has to agree."""

    step: int  # the place in the history of what would be taken back; −1: nothing
    free: bool = False  # nobody else has to agree
    why: str = ""  # why not, or that others have to agree

    @property
    def possible(self) -> bool:
        """Whether there is something to take back."""
        return self.step >= 0


class Mark(NamedTuple):
    """What a table remembers of a step beside the action."""

    reveals: bool
    phase_start: int  # where the secret phase began that ran before the step; −1: none did


def digest(record: Array) -> str:
    """A short name of an exact state."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:16]


def plays_alone(seat: int, people: Collection[int]) -> bool:
    """Whether the seat is that of the only person: nothing has to stay as it is for others' sake."""
    return list(people) == [seat]


class Table:
    """One game being played."""

    def __init__(self, setup: Setup, key: bytes | None = None, *, native: bool = True) -> None:
        check_setup(setup)
        self.setup, self.game, self.seats = setup, setup.game, setup.seats
        self.key = secrets.token_bytes(16) if key is None else key
        if len(self.key) != 16:
            raise BadPosition(f"a key has 16 bytes, not {len(self.key)}")
        self.rules = Rules(self.game, native)
        self._out = np.zeros(self.game.most_legal, np.int32)
        self.record: Array = setup.fresh()
        self.record["key"][0, :2] = np.frombuffer(self.key, "<u8")
        self.rules.deal(setup.constants, self.record, 0)
        self.history: list[tuple[int, int]] = []  # seat and action
        self._marks: list[Mark] = []  # one for each step of the history
        self._kept: list[tuple[int, Array]] = [(0, self.record)]  # states after so many steps
        self._phase = self._phase_of(self.record)
        self._phase_start = 0 if self._phase else -1

    # ------------------------------------------------------------------ reading

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats whose decision is awaited."""
        mask = int(self.rules.actors(self.setup.constants, self.record, 0))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors

    @property
    def secret_phase(self) -> int:
        """The number of the running secret phase; 0: none."""
        return self._phase

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that are in, while others of a secret phase are awaited. Everybody may know that."""
        if not self._phase:
            return ()
        made = {seat for seat, _ in self.history[self._phase_start :]}
        return tuple(sorted(made.difference(self.actors)))

    def legal(self, seat: int) -> list[int]:
        """The actions the seat may do now; empty for a seat that has nothing to decide."""
        self.setup.check_seat(seat)
        if seat < 0:
            return []
        n = self.rules.legal(self.setup.constants, self.record, 0, seat, self._out)
        found: list[int] = self._out[:n].tolist()
        return found

    def legal_texts(self, seat: int) -> list[str]:
        """The same as words."""
        return [self.setup.texts[a] for a in self.legal(seat)]

    def hidden(self, seat: int) -> Array:
        """A copy of the state with everything zeroed that the seat cannot know; −1 is a spectator."""
        self.setup.check_seat(seat)
        copy = copy_states(self.record)
        self.rules.hide(self.setup.constants, copy, 0, seat)
        return copy

    def knowledge(self, seat: int) -> Knowledge:
        """What the seat knows now, and all that can be said to it."""
        return Knowledge(self.setup, self.rules, self.hidden(seat), seat)

    def seen(self, seat: int, mover: int, action: int, before: Array | None = None) -> int:
        """An action as the seat sees it: one about to be played, or one that was played in the state `before`."""
        state = self.record if before is None else before
        return int(self.rules.seen(self.setup.constants, state, 0, seat, mover, action))

    @property
    def result(self) -> Result:
        """Scores, ranks and reason of a game that is over."""
        if not self.over:
            raise IllegalAction("the game is not over yet")
        scores, ranks = np.zeros((2, self.game.most_seats), np.int32)
        reason = self.rules.result(self.setup.constants, self.record, 0, scores, ranks)
        n = self.seats
        return Result(tuple(scores[:n].tolist()), tuple(ranks[:n].tolist()), self.game.reasons[reason])

    @property
    def digest(self) -> str:
        """A short name of the exact state."""
        return digest(self.record)

    # ------------------------------------------------------------------ acting

    def use_native(self) -> None:
        """Go on with native code from here; a table may begin with interpreted rules, which give the same bytes."""
        self.rules = Rules(self.game)

    def play(self, seat: int, what: int | str) -> int:
        """Do an action given as number or text; return its number."""
        step = self.prepare(seat, what)
        self.commit(step)
        return step.action

    def prepare(self, seat: int, what: int | str) -> Step:
        """Try an action without doing it; what is not legal is refused in words."""
        action = self.setup.action(what)
        legal = self.legal(seat)
        if action not in legal:
            self._refuse(seat, action, legal)
        after = copy_states(self.record)
        self.rules.play(self.setup.constants, after, 0, seat, action)
        phase = self._phase_of(after)
        turns_up = bool(reveals(self._phase, self.record["key"][0], phase, after["key"][0]))
        return Step(seat, action, self.record, after, turns_up, phase)

    def commit(self, step: Step) -> None:
        """Do what was prepared; nothing else may have happened in between."""
        if step.before is not self.record:
            raise IllegalAction("something else has happened since this was prepared")
        self.history.append((step.seat, step.action))
        self._marks.append(Mark(step.reveals, self._phase_start))
        self.record = step.after
        if step.phase != self._phase:
            self._phase = step.phase
            self._phase_start = len(self.history) if step.phase else -1
        if len(self.history) - self._kept[-1][0] >= KEPT_EVERY:
            self._kept.append((len(self.history), self.record))

    def _refuse(self, seat: int, action: int, legal: list[int]) -> None:
        text = self.setup.texts[action]
        if self.over:
            raise GameOver(f"the game is over: nobody can {text!r} any more")
        if seat < 0:
            raise NotYourTurn("whoever watches has nothing to decide")
        if not legal:
            turn = listed(a + 1 for a in self.actors)
            said = f"seat {seat + 1} has nothing to decide; it is the turn of seat {turn}"
            raise tell_number(NotYourTurn(said), seat)
        allowed = listed(repr(self.setup.texts[a]) for a in legal)
        raise tell_number(IllegalAction(f"{text!r} is not possible now; seat {seat + 1} may {allowed}"), seat)

    def _phase_of(self, record: Array) -> int:
        return int(self.rules.secret(self.setup.constants, record, 0))

    # ------------------------------------------------------------------ taking back

    def find_take_back(self, seat: int, people: Collection[int]) -> TakeBack:
        """What the seat may take back, if `people` are the seats that are played by people.

        In a secret phase each seat takes back its own steps. A person alone takes back anything; among several
        nothing that turned something up, and what others have seen only if they agree.
        """
        step = self.last_step(seat)
        if step is None:
            return TakeBack(-1, why="You have not done anything yet.")
        if self.in_phase(step) or plays_alone(seat, people):
            return TakeBack(step, free=True)
        if any(mark.reveals for mark in self._marks[step:]):
            return TakeBack(-1, why="Something was turned up since: it stays.")
        own_turn = step == len(self.history) - 1 and self.actors == (seat,)
        return TakeBack(step, own_turn, "" if own_turn else "The others have to agree.")

    def last_step(self, seat: int) -> int | None:
        """Where the seat's last action stands in the history."""
        places = range(len(self.history) - 1, -1, -1)
        return next((k for k in places if self.history[k][0] == seat), None)

    def take_back(self, step: int) -> None:
        """Take back a step of the history: alone, if it lies in the running secret phase, else with all since."""
        if not 0 <= step < len(self.history):
            raise CannotTakeBack(f"there are {len(self.history)} actions; {step} is not one of them")
        if not self.in_phase(step):
            self.rewind(step)
            return
        others = self.history[step + 1 :]
        self.rewind(step)
        for seat, action in others:  # steps of a secret phase do not depend on one another
            self.play(seat, action)

    def rewind(self, steps: int) -> None:
        """Go back to the state after `steps` actions, whatever was revealed since."""
        if not 0 <= steps <= len(self.history):
            raise CannotTakeBack(f"there are {len(self.history)} actions; {steps} is not one of 0 to that")
        if steps == len(self.history):
            return
        while self._kept[-1][0] > steps:
            self._kept.pop()
        done, kept = self._kept[-1]
        self._phase_start = self._marks[steps].phase_start
        replayed = self.history[done:steps]
        del self.history[steps:], self._marks[steps:]
        self.record = copy_states(kept)
        for seat, action in replayed:
            self.rules.play(self.setup.constants, self.record, 0, seat, action)
        self._phase = self._phase_of(self.record)

    def in_phase(self, step: int) -> bool:
        """Whether a step of the history lies in the running secret phase, so that it is taken back alone."""
        return 0 <= self._phase_start <= step

    # ------------------------------------------------------------------ copies

    def copy(self) -> Table:
        """An independent table in the same state."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record = copy_states(self.record)
        other.history, other._marks, other._kept = list(self.history), list(self._marks), list(self._kept)
        other._out = self._out.copy()
        return other
