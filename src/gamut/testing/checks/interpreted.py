"""Interpreted games: every verb is called again and again, on strict records that notice what native code does not."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.record import Array, copy_states
from gamut.engine.source_files import format_location
from gamut.engine.verbs import VERBS
from gamut.engine.watchdog import watch
from gamut.testing.error_locations import describe_error
from gamut.testing.suite import Case, CheckFailed, check

ENOUGH_STEPS = 300  # no more games after this total, if it includes a random and a guided game
REDEAL_INTERVAL = 3  # in steps
STEPS_AFTER_REDEAL = 3
DECLARED_SIZES = {  # arguments whose size the game declares: verb, argument and declaration
    "legal": ("out", "max_legal"), "observe": ("out", "feature_count"), "describe": ("out", "input_count"),
    "guide": ("scratch", "scratch_size"), "value": ("scratch", "scratch_size"),
}  # fmt: skip
ASK_FIRST = {"legal": ": does `legal` write too many actions? Only otherwise raise it"}  # by verb
VERBS_WITH_RESULT = {name for name, slot in VERBS.items() if slot.declared.__annotations__["return"] != "None"}


@check
def check_interpreted_games(case: Case) -> None:
    """Play random and guided games in which no store or index may raise an error; then play on from redeals.

    Real games come first: an error in them would look like an error of `redeal` otherwise.
    """
    for redealing in (False, True):
        steps = 0
        for number in range(max(2, case.python_games)):
            steps += play_interpreted(case, number, redealing)
            if number >= 1 and steps >= ENOUGH_STEPS:
                break


def play_interpreted(case: Case, number: int, redealing: bool) -> int:
    """Play one game; return the number of steps."""
    game = InterpretedGame(case, number, redealing)
    try:
        with watch(case.game):
            game.play()
    except Exception as e:
        message = str(e) if isinstance(e, CheckFailed) else describe_error(e, case.game)
        argument, size = DECLARED_SIZES.get(game.verb, ("", ""))
        if size and isinstance(e, IndexError) and f": {argument}[" in message:
            message += f" (`{size}` is {getattr(case.game, size)}{ASK_FIRST.get(game.verb, '')})"
        raise CheckFailed(f"game {number}, step {game.step}, `{game.verb}`{game.context}: {message}") from e
    return game.step


class InterpretedGame:
    """One game in which all verbs are called. It stops at an invalid state: another check reports that."""

    def __init__(self, case: Case, number: int, redealing: bool) -> None:
        self.case, self.c, self.verbs = case, case.setup.constants, BoundVerbs(case.game, native=False)
        self.random, self.guided = Random(f"{case.seed}:{number}:interpreted"), number % 2 == 1
        self.redealing = redealing
        self.state: Array = case.setup.new_states()
        self.state["chance_key"][0, :2] = case.seed, number
        self.step = 0
        self.verb, self.context = "", ""  # of the last call, for messages

    def call(self, verb: str, state: Array, *arguments: Any, context: str = "") -> Any:
        """Call a verb, and check that it returns a number if it should."""
        self.verb, self.context = verb, context
        returned = getattr(self.verbs, verb)(self.c, state, 0, *arguments)
        if verb in VERBS_WITH_RESULT and not isinstance(returned, int | np.integer | np.bool_):
            code = inspect.unwrap(self.case.game.verbs[verb]).__code__
            location = format_location(code.co_filename, code.co_firstlineno, code.co_name)
            raise CheckFailed(f"{location}: it returns {returned!r}, not an integer")
        return returned

    def play(self) -> None:
        self.call("deal", self.state)
        while self.step <= self.case.game.max_steps and self.is_valid(self.state):
            if not self.redealing or self.step % REDEAL_INTERVAL == 0:
                self.call_hidden(self.step // 2 % (self.case.seats + 1) - 1)
            mask = self.call("actors", self.state)
            if mask == 0:
                break
            seat, actions = self.choose_mover(self.state, mask)
            if not actions:
                return
            action = self.choose_action(seat, actions)
            for viewer in range(-1, self.case.seats):
                self.call("visible_action", self.state, viewer, seat, action)
            self.call("play", self.state, seat, action, context=self.format_action(seat, action))
            self.step += 1
        if self.call("actors", self.state) == 0:
            self.call("result", self.state, *np.zeros((2, self.case.game.max_seats), np.int32))

    def format_action(self, seat: int, action: int) -> str:
        """Return ` ('take red' by seat 2)`."""
        return f" ({self.case.setup.action_texts[action]!r} by seat {seat + 1})"

    def is_valid(self, state: Array) -> bool:
        """Return whether the game can continue."""
        mask, phase = int(self.call("actors", state)), int(self.call("secret_phase", state))
        return phase >= 0 and 0 <= mask < 1 << self.case.seats and int(self.call("broken_invariant", state)) == 0

    def legal(self, state: Array, seat: int) -> list[int]:
        """Return the seat's legal actions; none if they are not valid."""
        out = np.full(self.case.game.max_legal, -1, np.int32)
        n = int(self.call("legal", state, seat, out, context=f" for seat {seat + 1}"))
        actions = [int(a) for a in out[:n]]
        return actions if all(0 <= a < self.case.setup.action_count for a in actions) else []

    def choose_mover(self, state: Array, mask: int) -> tuple[int, list[int]]:
        """Return an actor and its legal actions; `legal` is called for all seats."""
        legal = {seat: self.legal(state, seat) for seat in range(self.case.seats)}
        seat = self.random.choice([p for p in legal if mask >> p & 1])
        return seat, legal[seat]

    def choose_action(self, seat: int, actions: list[int]) -> int:
        """Return one of the actions, in guided games by weight."""
        weights = [max(0, w) for w in self.weigh(self.state, seat, actions)]
        return self.random.choices(actions, weights if self.guided and any(weights) else None)[0]

    def weigh(self, state: Array, seat: int, actions: list[int]) -> list[int]:
        """Return the weights of `guide`."""
        out, scratch = np.zeros(len(actions), np.int32), self.case.setup.new_scratch()
        arguments = np.array(actions, np.int32), len(actions), out, scratch
        self.call("guide", state, seat, *arguments, context=f" for seat {seat + 1}")
        return [int(w) for w in out]

    def call_hidden(self, seat: int) -> None:
        """Call the verbs for hidden copies, some of them at each step."""
        context = f" for seat {seat + 1}" if seat >= 0 else " for a spectator"
        state = copy_states(self.state)
        self.call("hide", state, seat, context=context)
        if self.redealing:
            self.play_from_redeal(state, seat, context)
        elif self.step % 2:
            out, scratch = np.zeros(self.case.seats, np.int64), self.case.setup.new_scratch()
            self.call("value", state, out, scratch, context=context)
            self.call("quiescent", state, context=context)
        elif seat >= 0:
            self.call("observe", state, seat, np.zeros(self.case.game.feature_count, np.float32), context=context)
            self.call("describe", state, seat, np.zeros(self.case.game.inputs, np.float32), context=context)
            if actions := self.legal(state, seat):
                self.weigh(state, seat, actions)

    def play_from_redeal(self, state: Array, seat: int, context: str) -> None:
        """Redeal a hidden copy and play some steps from there."""
        self.call("redeal", state, seat, np.array([1 + self.random.getrandbits(63)], np.uint64), context=context)
        for _ in range(STEPS_AFTER_REDEAL):
            if not self.is_valid(state) or not (mask := self.call("actors", state)):
                return
            mover, actions = self.choose_mover(state, mask)
            if not actions:
                return
            action = self.random.choice(actions)
            step = f"{self.format_action(mover, action)} after a redeal{context}"
            self.call("play", state, mover, action, context=step)
