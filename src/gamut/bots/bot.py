"""What a bot is: it is shown its seat's hidden copy, never the true state, and chooses.

A bot of your own is a function of a `Decision`, or a class:

    class Careful(Bot):
        def decide(self, asked: Decision) -> int:
            return max(asked.legal, key=lambda a: asked.shares(asked.after(a, 0))[asked.seat])
"""

from __future__ import annotations

import random
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

import numpy as np

from gamut.engine.bind import Interpreted, Native
from gamut.engine.chance import POLICY, mixed
from gamut.engine.errors import BrokenBot, GamutError, NotYourTurn, say_error, tell_number
from gamut.engine.game import Rules, Setup, check_setup
from gamut.engine.knowledge import Knowledge
from gamut.engine.record import Array
from gamut.engine.verbs import WHOLE

Cancel: TypeAlias = Callable[[], bool]
PACKAGE = Path(__file__).parents[1]
CHUNK = 256  # iterations between two looks at the clock and at `cancel`


class UnknownBot(GamutError):
    """A text that names no bot, or one that cannot be made."""


@dataclass(frozen=True)
class Figure:
    """What a bot found out about one action."""

    action: int
    visits: int
    value: float  # expected share of the victory, 0 to 1


@dataclass(frozen=True)
class Choice:
    """A bot's answer: an action, and its figures of all legal ones, the chosen one first."""

    action: int
    figures: tuple[Figure, ...] = ()


class Decision:
    """What a bot is asked: all that its seat can know, and nothing else."""

    def __init__(self, bot: Bot, hidden: Array, seat: int, acts: Array, seed: int, cancel: Cancel) -> None:
        self.setup, self.rules = bot.setup, bot.rules
        self.hidden, self.seat, self.seed, self.cancel = hidden, seat, seed, cancel
        self._acts = acts

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do: action numbers, ascending, at least two."""
        found: list[int] = self._acts.tolist()
        return found

    @cached_property
    def random(self) -> random.Random:
        """Chance for this decision: the same again for the same seed."""
        return random.Random(self.seed)

    @cached_property
    def knowledge(self) -> Knowledge:
        """The same as words: the view, the question, the headline."""
        return Knowledge(self.setup, self.rules, self.hidden, self.seat)

    def text(self, action: int) -> str:
        """An action in words."""
        return self.setup.texts[action]

    def weights(self) -> list[int]:
        """What the game's guide thinks of the legal actions, in their order."""
        out = np.zeros(len(self._acts), np.int32)
        self.rules.guide(
            self.setup.constants, self.hidden, 0, self.seat, self._acts, len(out), out, self.setup.work()
        )
        found: list[int] = out.tolist()
        return found

    def redeal(self, number: int) -> Array:
        """A state that could be the true one, by a number: everything unknown is invented."""
        return self.knowledge.redeal(self._generator(number))

    def after(self, action: int, number: int) -> Array:
        """The redealt state of that number with a legal action done."""
        return self.knowledge.play_redealt(action, self._generator(number))

    def _generator(self, number: int) -> Array:
        return generator(self.seed, number)[1:]

    def shares(self, state: Array) -> list[float]:
        """Every seat's expected share of the victory, as the game's `value` has it: 1 won alone, 0 lost."""
        out = np.zeros(self.setup.seats, np.int64)
        self.rules.value(self.setup.constants, state, 0, out, self.setup.work())
        return [float(share) / WHOLE for share in out]


class Bot(ABC):
    """Chooses actions for any seat of a setup; used from one thread at a time.

    A subclass writes `decide`. What it answers may depend on nothing but the decision: then the same seed gives
    the same games, on any number of cores.
    """

    threads = 1  # it may think with
    native = True  # False: everything interpreted

    def __init__(self, setup: Setup, argument: str = "", *, name: str = "") -> None:
        """`argument` is what stands behind the colon of a bot's name, as in `search:1000it`."""
        check_setup(setup)
        self.setup, self.game = setup, setup.game
        self.name = name or type(self).__name__.lower() + (f":{argument}" if argument else "")

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """What may stand behind the colon of its name, for people who choose from a list; "": nothing."""
        return ("",)

    @property
    def bound(self) -> Native | Interpreted:
        """Binds drivers to the game."""
        return self.game.native if self.native else self.game.interpreted

    @cached_property
    def rules(self) -> Rules:
        """The verbs of the game."""
        return Rules(self.game, self.native)

    def choose(self, hidden: Array, seat: int, seed: int, cancel: Cancel | None = None) -> Choice:
        """The action for the seat whose hidden copy this is."""
        self.setup.check_seat(seat)
        acts = np.zeros(self.game.most_legal, np.int32)
        n = self.rules.legal(self.setup.constants, hidden, 0, seat, acts)
        if n == 0:
            raise tell_number(NotYourTurn(f"seat {seat + 1} has nothing to decide"), seat)
        asked = Decision(self, hidden, seat, acts[:n], seed, cancel or _never)
        if n == 1:  # nothing to think about
            return Choice(asked.legal[0], (Figure(asked.legal[0], 0, asked.shares(hidden)[seat]),))
        try:
            answer: object = self.decide(asked)
        except Exception as e:
            raise self._fail(seat, f"failed with {say_error(e)}{_find_place(e)}") from e
        if isinstance(answer, int | np.integer):
            answer = Choice(int(answer))
        if not isinstance(answer, Choice):
            raise self._fail(seat, f"answered {answer!r}; it has to be the number of an action, or a Choice")
        if answer.action not in asked.legal:
            raise self._fail(seat, f"chose action {answer.action}, which is not legal")
        return answer

    def _fail(self, seat: int, what: str) -> BrokenBot:
        return tell_number(BrokenBot(f"the bot {self.name} in seat {seat + 1} {what}"), seat)

    @abstractmethod
    def decide(self, asked: Decision) -> int | Choice:
        """Choose among several legal actions: one of `asked.legal`, with figures if there are any."""

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to another process: bound verbs are made again there."""
        return {name: value for name, value in self.__dict__.items() if name != "rules"}


class FunctionBot(Bot):
    """A bot that is only a function."""

    def __init__(self, setup: Setup, function: Callable[[Decision], int | Choice]) -> None:
        name = getattr(function, "__name__", type(function).__name__)
        super().__init__(setup, name=name.strip("<>"))  # of a lambda too
        self.function = function

    def decide(self, asked: Decision) -> int | Choice:
        """What the function says."""
        return self.function(asked)


def _never() -> bool:
    return False


def _find_place(error: Exception) -> str:
    """` (my_bots.py:12)`: where a bot went wrong, in the file that it is written in."""
    frames = [f for f in extract_tb(error.__traceback__) if not Path(f.filename).is_relative_to(PACKAGE)]
    own = [f for f in frames if f.filename == frames[0].filename]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of iterations, or some milliseconds."""

    amount: int
    unit: str  # "it" or "ms"

    @classmethod
    def of(cls, bot: str, argument: str) -> Budget:
        """What `1000it` or `200ms` says."""
        found = re.fullmatch(r"([1-9][0-9]{0,8})(it|ms)", argument)
        if found is None:
            said = f"{bot}:{argument}" if argument else bot
            raise UnknownBot(f"{said!r} is no bot: say how long it thinks, as in {bot}:1000it or {bot}:200ms")
        return cls(int(found[1]), found[2])

    @property
    def iterations(self) -> int:
        """The most iterations."""
        return self.amount if self.unit == "it" else 1 << 40

    def stop(self, cancel: Cancel) -> Cancel:
        """Start the clock: true once the time is over or the work is cancelled."""
        if self.unit == "it":
            return cancel
        deadline = time.monotonic() + self.amount / 1000
        return lambda: time.monotonic() >= deadline or cancel()


def generator(seed: int, number: int) -> Array:
    """A fast generator's state and, behind it, the seed its iterations start from; unrelated to any table's key."""
    with np.errstate(over="ignore"):
        start = mixed(mixed(np.uint64(seed % 2**64) ^ POLICY) ^ np.uint64(number))
    return np.array([1, start], np.uint64)


def most_promising(acts: Sequence[int] | Array, visits: Array, totals: Array, rivals: int) -> Choice:
    """The best of the legal actions that have at least one of `rivals` of the most visits; the others follow."""
    figures = [
        Figure(int(a), int(n), float(total / (n * WHOLE)) if n else 0.0)
        for a, n, total in zip(acts, visits, totals, strict=True)
    ]
    most = max(f.visits for f in figures)
    rival = {f.action: f.visits * rivals >= most for f in figures}
    figures.sort(key=lambda f: (-f.value if rival[f.action] else 1, -f.visits, f.action))
    return Choice(figures[0].action, tuple(figures))
