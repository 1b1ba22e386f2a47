"""What a bot is. It gets its seat's hidden copy, never the true state, and chooses an action.

A bot of your own is a function of a `Decision`, or a class:

    class Careful(Bot):
        def decide(self, decision: Decision) -> int:
            def value(action: int) -> float:
                return decision.win_shares(decision.after(action, 0))[decision.seat]

            return max(decision.legal, key=value)
"""

from __future__ import annotations

import math
import random
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gamut.engine.bind import Interpreted, Native
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import POLICY, splitmix64
from gamut.engine.errors import BotFailed, GamutError, NotYourTurn, add_seat_note, format_error
from gamut.engine.game import Setup, check_setup
from gamut.engine.knowledge import Knowledge
from gamut.engine.network import Prediction, predict
from gamut.engine.record import Array, copy_states
from gamut.engine.verbs import WIN_VALUE

if TYPE_CHECKING:
    from gamut.bots.worlds import Simulator, World

Cancel: TypeAlias = Callable[[], bool]  # returns whether to stop
PACKAGE_FOLDER = Path(__file__).parents[1]
CHUNK_ITERATIONS = 256  # between two looks at the clock and at `cancel`
STUDENT_T = {2: 12.71, 3: 4.30, 4: 3.18}  # of a 95 % interval, by the number of trees
UNLIMITED_ITERATIONS = 1 << 40


class UnknownBot(GamutError):
    """No bot has this name, or it cannot play here."""


@dataclass(frozen=True)
class ActionEstimate:
    """What a bot found out about one action."""

    action: int
    visits: int
    value: float  # expected share of the win, 0 to 1
    error: float | None = None  # half the width of its 95 % interval; None: unknown


@dataclass(frozen=True)
class Choice:
    """A bot's answer: an action, and estimates of the legal actions, the chosen one first."""

    action: int
    estimates: tuple[ActionEstimate, ...] = ()


class Decision:
    """What a bot decides about: all that its seat can know, and nothing else."""

    def __init__(self, bot: Bot, hidden: Array, seat: int, actions: Array, seed: int, cancel: Cancel) -> None:
        self._bot, self.setup, self.verbs = bot, bot.setup, bot.verbs
        self.hidden, self.seat, self.seed, self.cancel = hidden, seat, seed, cancel
        self._actions = actions

    @cached_property
    def legal(self) -> list[int]:
        """The legal action numbers, ascending, at least two."""
        actions: list[int] = self._actions.tolist()
        return actions

    @cached_property
    def random(self) -> random.Random:
        """A random generator for this decision, the same for the same seed."""
        return random.Random(self.seed)

    @cached_property
    def knowledge(self) -> Knowledge:
        """The view, the prompt, the headline: what a person would see."""
        return Knowledge(self.setup, self.verbs, self.hidden, self.seat)

    def text(self, action: int) -> str:
        """Return an action as players read it."""
        return self.setup.action_texts[action]

    @cached_property
    def prediction(self) -> Prediction:
        """What the game's network says, which it must have."""
        return self._predict(self.hidden)

    def _predict(self, hidden: Array) -> Prediction:
        setup, x = self.setup, np.zeros(len(self.setup.network.inner), np.float32)
        memory = np.zeros(setup.seats, np.int64), setup.new_scratch()
        self.verbs.fill_inputs(setup.constants, hidden, 0, self.seat, setup.game.max_seats, x, *memory)
        return predict(setup.network, x)

    def policy(self, heat: int = 100) -> list[int]:
        """Return weights of the legal actions, in their order, by the game's network, or else its guide.

        `heat` is a temperature in percent: above 100 the weights are more alike.
        """
        if self.setup.game.network is not None:
            return self.prediction.weights(self.setup.network, self._actions, self._guide(), heat)
        return heat_weights(self.weights(), heat)

    def weights(self) -> list[int]:
        """Return the guide's weights of the legal actions, in their order; without a guide those of the policy."""
        if not self.setup.game.has_guide and self.setup.game.network is not None:
            return self.policy()
        return self._guide()

    def _guide(self) -> list[int]:
        out = np.zeros(len(self._actions), np.int32)
        self.verbs.guide(
            self.setup.constants, self.hidden, 0, self.seat, self._actions, len(out), out, self.setup.new_scratch()
        )
        weights: list[int] = out.tolist()
        return weights

    def redeal(self, number: int) -> Array:
        """Return a state that could be the true one; the same number gives the same state."""
        return self.knowledge.redeal(self._new_rng(number))

    def after(self, action: int, number: int) -> Array:
        """Return `redeal(number)` after a legal action."""
        return self.knowledge.play_redealt(action, self._new_rng(number))

    def world(self, number: int) -> World:
        """Return `redeal(number)` as a world: a state to play on, search and evaluate."""
        from gamut.bots.worlds import World

        return World(self._bot.simulator, self.redeal(number), self.seed + (number << 16))

    def worlds(self, count: int) -> list[World]:
        """Return `count` worlds. Try all actions in the same ones, so that luck does not decide between them."""
        return [self.world(number) for number in range(count)]

    def _new_rng(self, number: int) -> Array:
        return new_rng(self.seed, number)[1:]

    def win_shares(self, state: Array) -> list[float]:
        """Return every seat's expected share of the win, 0 to 1, by the game's `value`, or else its network."""
        if not self.setup.game.has_value and self.setup.game.network is not None:
            return self._estimate_shares(state)
        out = np.zeros(self.setup.seats, np.int64)
        self.verbs.value(self.setup.constants, state, 0, out, self.setup.new_scratch())
        return [float(share) / WIN_VALUE for share in out]

    def _estimate_shares(self, state: Array) -> list[float]:
        c, seats = self.setup.constants, self.setup.seats
        if not self.verbs.actors(c, state, 0):
            scores, ranks = np.zeros((2, self.setup.game.max_seats), np.int32)
            self.verbs.result(c, state, 0, scores, ranks)
            won = (ranks[:seats] == 1).tolist()
            return [1 / won.count(True) if wins else 0.0 for wins in won]
        hidden = copy_states(state)
        self.verbs.hide(c, hidden, 0, self.seat)
        return [share / WIN_VALUE for share in self._predict(hidden).shares(self.seat, seats)]


def heat_weights(weights: Sequence[int], heat: int) -> list[int]:
    """Return weights at a temperature: the heaviest keeps its weight."""
    heaviest = max(weights)
    return [1 + int(heaviest * (max(weight, 0) / heaviest) ** (100 / heat)) for weight in weights]


class Bot(ABC):
    """Chooses actions for any seat of a setup; used by one thread at a time.

    A subclass defines `decide`. Its answer must depend on nothing but the decision: then the same seed gives the same
    games, on any number of cores.
    """

    threads = 1  # that it may use
    native = True  # False: all code is interpreted

    def __init__(self, setup: Setup, argument: str = "", *, name: str = "") -> None:
        """`argument` is what follows the colon in a bot's name, as in `search:1000it`."""
        check_setup(setup)
        self.setup, self.game = setup, setup.game
        self.name = name or type(self).__name__.lower() + (f":{argument}" if argument else "")

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """Return the arguments to offer in lists of bots; "" is the name without an argument."""
        return ("",)

    @property
    def bind(self) -> Native | Interpreted:
        """Binds drivers to the game."""
        return self.game.native if self.native else self.game.interpreted

    @cached_property
    def verbs(self) -> BoundVerbs:
        """The verbs of the game."""
        return BoundVerbs(self.game, self.native)

    @cached_property
    def simulator(self) -> Simulator:
        """What all worlds of its decisions share."""
        from gamut.bots.worlds import Simulator

        return Simulator(self.setup, self.verbs)

    def choose(self, hidden: Array, seat: int, seed: int, cancel: Cancel | None = None) -> Choice:
        """Return the action for the seat whose hidden copy this is."""
        self.setup.check_seat(seat)
        actions = np.zeros(self.game.max_legal, np.int32)
        n = self.verbs.legal(self.setup.constants, hidden, 0, seat, actions)
        if n == 0:
            raise add_seat_note(NotYourTurn(f"seat {seat + 1} has no decision to make"), seat)
        decision = Decision(self, hidden, seat, actions[:n], seed, cancel or _never)
        legal = decision.legal
        if n == 1:
            return Choice(legal[0], (ActionEstimate(legal[0], 0, decision.win_shares(hidden)[seat]),))
        try:
            answer: object = self.decide(decision)
        except Exception as e:
            raise self._failure(seat, f"failed with {format_error(e)}{_find_location(e)}") from e
        if isinstance(answer, int | np.integer):
            answer = Choice(int(answer))
        if not isinstance(answer, Choice):
            raise self._failure(seat, f"returned {answer!r}; it must return an action number or a Choice")
        if answer.action not in legal:
            raise self._failure(seat, f"chose action {answer.action}, which is not legal")
        return answer

    def _failure(self, seat: int, problem: str) -> BotFailed:
        return add_seat_note(BotFailed(f"the bot {self.name} in seat {seat + 1} {problem}"), seat)

    @abstractmethod
    def decide(self, decision: Decision) -> int | Choice:
        """Choose one of `decision.legal`, with estimates if there are any."""

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process, which binds the verbs again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("verbs", "simulator")}


class FunctionBot(Bot):
    """A bot made from a function."""

    def __init__(self, setup: Setup, function: Callable[[Decision], int | Choice]) -> None:
        name = getattr(function, "__name__", type(function).__name__)
        super().__init__(setup, name=name.strip("<>"))  # of a lambda
        self.function = function

    def decide(self, decision: Decision) -> int | Choice:
        return self.function(decision)


def _never() -> bool:
    return False


def _find_location(error: Exception) -> str:
    """Return ` (my_bots.py:12)`, the line of the bot's own file that failed; empty if there is none."""
    frames = [f for f in extract_tb(error.__traceback__) if not Path(f.filename).is_relative_to(PACKAGE_FOLDER)]
    own = [f for f in frames if f.filename == frames[0].filename]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of iterations or of milliseconds."""

    amount: int
    unit: str  # "it" or "ms"

    @classmethod
    def parse(cls, bot: str, argument: str) -> Budget:
        """Parse `1000it` or `200ms`."""
        match = re.fullmatch(r"([1-9][0-9]{0,8})(it|ms)", argument)
        if match is None:
            name = f"{bot}:{argument}" if argument else bot
            raise UnknownBot(f"invalid bot {name!r}; add iterations or milliseconds: {bot}:1000it or {bot}:200ms")
        return cls(int(match[1]), match[2])

    @property
    def iterations(self) -> int:
        """The largest number of iterations."""
        return self.amount if self.unit == "it" else UNLIMITED_ITERATIONS

    def start(self, cancel: Cancel) -> Cancel:
        """Start the clock; return a function that says whether time is up or the work is cancelled."""
        if self.unit == "it":
            return cancel
        deadline = time.monotonic() + self.amount / 1000
        return lambda: time.monotonic() >= deadline or cancel()


def new_rng(seed: int, number: int) -> Array:
    """Return the state of a fast generator and the seed of its iterations, unrelated to any chance key."""
    with np.errstate(over="ignore"):
        start = splitmix64(splitmix64(np.uint64(seed % 2**64) ^ POLICY) ^ np.uint64(number))
    return np.array([1, start], np.uint64)


def estimate_action(action: int, visits: Sequence[int], totals: Sequence[int]) -> ActionEstimate:
    """Return the estimate of an action from independent samples: visits and rewards of each tree.

    Its error is the larger of two: the binomial error of all visits (two successes and two failures are added, so that
    few visits are not certain), and the spread of the trees by Student's t, which also contains that a tree changes
    while it grows. Neither contains what the evaluation itself gets wrong.
    """
    n = sum(visits)
    if n == 0:
        return ActionEstimate(action, 0, 0.0)
    mean = sum(totals) / (n * WIN_VALUE)
    careful = (mean * n + 2) / (n + 4)
    error = 1.96 * math.sqrt(careful * (1 - careful) / (n + 4))
    trees = [(v / n, total / (v * WIN_VALUE)) for v, total in zip(visits, totals, strict=True) if v]
    if len(trees) > 1:
        spread = sum((share * (value - mean)) ** 2 for share, value in trees) * len(trees) / (len(trees) - 1)
        error = max(error, STUDENT_T[min(len(trees), 4)] * math.sqrt(spread))
    return ActionEstimate(action, n, mean, min(error, 1.0))


def rank_actions(estimates: Iterable[ActionEstimate], rivals: int) -> Choice:
    """Choose the best value among the actions with at least 1/`rivals` of the most visits; the others follow."""
    estimates = list(estimates)
    most = max(e.visits for e in estimates)
    is_rival = {e.action: e.visits * rivals >= most for e in estimates}
    estimates.sort(key=lambda e: (-e.value if is_rival[e.action] else 1, -e.visits, e.action))
    return Choice(estimates[0].action, tuple(estimates))
