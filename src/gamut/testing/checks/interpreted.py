"""Interpreted games: every verb is asked all along, on strict records that notice what native code does not."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import numpy as np

from gamut.engine.game import Rules
from gamut.engine.record import Array, copy_states
from gamut.engine.verbs import VERBS
from gamut.testing.slips import located, spot
from gamut.testing.suite import Broken, Case, check
from gamut.testing.watchdog import watching

ENOUGH = 300  # steps, once a random and a guided game are over
PLAY_ON = 3  # steps from a redeal
ROOM = {  # the row of an argument whose size the game declares, and where
    "legal": ("out", "most_legal"), "observe": ("out", "features"),
    "guide": ("work", "work"), "value": ("work", "work"),
}  # fmt: skip
ANSWERING = {name for name, declared in VERBS.items() if declared.declared.__annotations__["return"] != "None"}


@check
def interpreted_games(case: Case) -> None:
    """Random and guided games, in which no store, index or number is refused; then what is redealt is played on.

    A slip is sought in true games first: on a redeal it would look like one of `redeal`.
    """
    for redealing in (False, True):
        steps = 0
        for number in range(max(2, case.some)):
            steps += ask_all(case, number, redealing)
            if number >= 1 and steps >= ENOUGH:
                break


def ask_all(case: Case, number: int, redealing: bool) -> int:
    """One game; how many steps it had."""
    asked = Asked(case, number, redealing)
    try:
        with watching(lambda: asked.many):
            asked.play_game()
    except Exception as e:
        told = str(e) if isinstance(e, Broken) else located(e, case.game)
        row, size = ROOM.get(asked.verb, ("", ""))
        if size and isinstance(e, IndexError) and f": {row}[" in told:
            told += f" (`{size}` is {getattr(case.game, size)})"
        raise Broken(f"game {number}, step {asked.step}, {asked.doing}: {told}") from e
    return asked.step


class Asked:
    """One game that is asked everything. Where it is unsound it stops: another check tells that."""

    def __init__(self, case: Case, number: int, redealing: bool) -> None:
        self.case, self.c, self.rules = case, case.setup.constants, Rules(case.game, native=False)
        self.random, self.guided = Random(f"{case.seed}:{number}:asked"), number % 2 == 1
        self.redealing = redealing
        self.state: Array = case.setup.fresh()
        self.state["key"][0, :2] = case.seed, number
        self.step, self.many, self.verb, self.doing = 0, 0, "", ""

    def ask(self, verb: str, state: Array, *more: Any, who: str = "") -> Any:
        """A verb's answer."""
        self.many += 1
        self.verb, self.doing = verb, f"`{verb}`{who}"
        answer = getattr(self.rules, verb)(self.c, state, 0, *more)
        if verb in ANSWERING and not isinstance(answer, int | np.integer | np.bool_):
            code = inspect.unwrap(self.case.game.verbs[verb]).__code__
            place = spot(code.co_filename, code.co_firstlineno, code.co_name)
            raise Broken(f"{place}: it returns {answer!r}, not a whole number")
        return answer

    def play_game(self) -> None:
        """Play to the end."""
        self.ask("deal", self.state)
        while self.step <= self.case.game.longest and self.is_sound(self.state):
            if not self.redealing or self.step % 3 == 0:
                self.know(self.step // 2 % (self.case.seats + 1) - 1)
            mask = self.ask("actors", self.state)
            if mask == 0:
                break
            seat, acts = self.mover(self.state, mask)
            if not acts:
                return
            action = self.choose(seat, acts)
            for viewer in range(-1, self.case.seats):
                self.ask("seen", self.state, viewer, seat, action)
            self.ask("play", self.state, seat, action, who=self.doing_of(seat, action))
            self.step += 1
        if self.ask("actors", self.state) == 0:
            self.ask("result", self.state, *np.zeros((2, self.case.game.most_seats), np.int32))

    def doing_of(self, seat: int, action: int) -> str:
        """` ('take red' by seat 2)`."""
        return f" ({self.case.setup.texts[action]!r} by seat {seat + 1})"

    def is_sound(self, state: Array) -> bool:
        """Whether the game can go on."""
        mask, phase = int(self.ask("actors", state)), int(self.ask("secret", state))
        return phase >= 0 and 0 <= mask < 1 << self.case.seats and int(self.ask("check", state)) == 0

    def legal(self, state: Array, seat: int) -> list[int]:
        """The seat's legal actions; none if they are not what they should be."""
        out = np.full(self.case.game.most_legal, -1, np.int32)
        n = int(self.ask("legal", state, seat, out, who=f" for seat {seat + 1}"))
        found = [int(a) for a in out[:n]]
        return found if all(0 <= a < self.case.setup.actions for a in found) else []

    def mover(self, state: Array, mask: int) -> tuple[int, list[int]]:
        """A seat that is awaited, and what it may do; all are asked."""
        may = {seat: self.legal(state, seat) for seat in range(self.case.seats)}
        seat = self.random.choice([p for p in may if mask >> p & 1])
        return seat, may[seat]

    def choose(self, seat: int, acts: list[int]) -> int:
        """One of the actions, by the guide in guided games."""
        weights = [max(0, w) for w in self.weights(self.state, seat, acts)]
        return self.random.choices(acts, weights if self.guided and any(weights) else None)[0]

    def weights(self, state: Array, seat: int, acts: list[int]) -> list[int]:
        """What the guide says."""
        out, work = np.zeros(len(acts), np.int32), self.case.setup.work()
        rows = np.array(acts, np.int32), len(acts), out, work
        self.ask("guide", state, seat, *rows, who=f" for seat {seat + 1}")
        return [int(w) for w in out]

    def know(self, seat: int) -> None:
        """What a seat knows, some questions at each step."""
        who = f" for seat {seat + 1}" if seat >= 0 else " for a spectator"
        state = copy_states(self.state)
        self.ask("hide", state, seat, who=who)
        if self.redealing:
            self.play_on(state, seat, who)
        elif self.step % 2:
            self.ask("value", state, np.zeros(self.case.seats, np.int64), self.case.setup.work(), who=who)
            self.ask("settled", state, who=who)
        elif seat >= 0:
            self.ask("observe", state, seat, np.zeros(self.case.game.features, np.float32), who=who)
            if acts := self.legal(state, seat):
                self.weights(state, seat, acts)

    def play_on(self, state: Array, seat: int, who: str) -> None:
        """Some steps from a redeal."""
        self.ask("redeal", state, seat, np.array([1 + self.random.getrandbits(63)], np.uint64), who=who)
        for _ in range(PLAY_ON):
            if not self.is_sound(state) or not (mask := self.ask("actors", state)):
                return
            mover, acts = self.mover(state, mask)
            if not acts:
                return
            action = self.random.choice(acts)
            after = f"{self.doing_of(mover, action)} on a redeal{who}"
            self.ask("play", state, mover, action, who=after)
