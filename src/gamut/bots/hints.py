"""A hint: the whole move that a bot would play and the next best one, with their chances to win.

A move is the longest chain of actions of one seat whose positions the seat knows in advance: it ends with the first
action that reveals something, after which another seat decides, or whose result is not certain. Only the first action
is compared with the others; at each later one the bot decides again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamut.bots.bot import ActionEstimate, Bot, Cancel
from gamut.engine.knowledge import Knowledge

MAX_STEPS = 12  # of a move
MAX_ERROR = 0.1  # of both moves, if the next best one is mentioned: with less certainty all moves seem equally good
MAX_TRIES = 3  # actions that are continued to find the next best move


@dataclass(frozen=True)
class Step:
    """One action of a move, and what the seat knows before it."""

    knowledge: Knowledge
    action: int
    submits: bool  # it ends the seat's steps in a secret phase


@dataclass(frozen=True)
class Move:
    """A whole move, and what the bot found out about its first action."""

    steps: tuple[Step, ...]
    estimate: ActionEstimate | None  # None: there was nothing to compare

    @property
    def actions(self) -> list[int]:
        return [step.action for step in self.steps]

    @property
    def text(self) -> str:
        """The move as one sentence, without its full stop."""
        return self.steps[0].knowledge.move_text(self.actions)

    @property
    def reason(self) -> str:
        """What is good about the whole move; empty if the game has no answer."""
        return self.steps[0].knowledge.advise(*self.actions, last=self.steps[-1].knowledge)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of its chance to win; None: unknown."""
        if self.estimate is None or self.estimate.error is None:
            return None
        value, error = self.estimate.value, self.estimate.error
        return max(0.0, value - error), min(1.0, value + error)

    def is_same(self, other: Move) -> bool:
        """Whether both have the same actions in another order, or reach the same position before the same last one."""
        last, other_last = self.steps[-1], other.steps[-1]
        same_end = last.knowledge.hidden.tobytes() == other_last.knowledge.hidden.tobytes()
        return sorted(self.actions) == sorted(other.actions) or (same_end and last.action == other_last.action)


@dataclass(frozen=True)
class Hint:
    """The best move, and the next best one."""

    best: Move
    next_best: Move | None

    @property
    def equally_good(self) -> bool:
        """Whether the intervals of both chances overlap."""
        if self.next_best is None or self.best.interval is None or self.next_best.interval is None:
            return False
        return self.next_best.interval[1] >= self.best.interval[0]


def find_hint(
    bot: Bot, knowledge: Knowledge, seed: int, cancel: Cancel | None = None, *, max_steps: int = MAX_STEPS
) -> Hint:
    """Return the moves that a bot suggests to the seat whose knowledge this is."""
    choice = bot.choose(knowledge.hidden, knowledge.seat, seed, cancel)
    compared = [e for e in choice.estimates if e.visits > 0]
    first = next((e for e in compared if e.action == choice.action), None)
    best = Move(continue_move(bot, knowledge, choice.action, seed, cancel, max_steps), first)
    certain = [e for e in compared if e.error is not None and e.error <= MAX_ERROR]
    others = [e for e in certain if e.action != choice.action] if first in certain else []
    for estimate in others[:MAX_TRIES]:
        other = Move(continue_move(bot, knowledge, estimate.action, seed, cancel, max_steps), estimate)
        if not other.is_same(best):
            return Hint(best, other)
    return Hint(best, None)


def continue_move(
    bot: Bot, knowledge: Knowledge, action: int, seed: int, cancel: Cancel | None, max_steps: int
) -> tuple[Step, ...]:
    """Return the steps of a move without those at its end that do nothing."""
    steps = tuple(list_steps(bot, knowledge, action, seed, cancel, max_steps))
    return steps[: knowledge.trim_move([step.action for step in steps])]


def list_steps(
    bot: Bot, knowledge: Knowledge, action: int, seed: int, cancel: Cancel | None, max_steps: int
) -> Iterator[Step]:
    """Yield the steps of a move; the bot decides at each after the first."""
    known: Knowledge | None = knowledge
    for number in range(1, max_steps + 1):
        assert known is not None
        consequence = known.foresee(action)
        yield Step(known, action, consequence.submits)
        known = consequence.knowledge
        if known is None:
            return
        if number < max_steps:
            action = bot.choose(known.hidden, known.seat, seed + number, cancel).action


def describe_chances(hint: Hint) -> str:
    """Return the chances to win as a sentence: `Win chance 62%, next best 55%.`; empty: nothing was compared."""
    if hint.best.estimate is None:
        return ""
    best = f"Win chance {format_chance(hint.best)}"
    if hint.next_best is None:
        return f"{best}."
    if hint.equally_good:
        return f"{best}. About as good: {lower_first(hint.next_best.text)} ({format_chance(hint.next_best)})."
    return f"{best}; next best {format_chance(hint.next_best)}: {lower_first(hint.next_best.text)}."


def format_chance(move: Move) -> str:
    """`62% ± 3`."""
    assert move.estimate is not None
    value, error = move.estimate.value, move.estimate.error
    return f"{value:.0%}" + (f" ± {100 * error:.0f}" if error is not None else "")


def lower_first(text: str) -> str:
    """Return a sentence as part of another."""
    return f"{text[0].lower()}{text[1:]}"
