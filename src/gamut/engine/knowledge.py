"""What one seat can know of a table: everything that is shown or said to the seat is made from this."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import Any

import msgspec
import numpy as np

from gamut.engine.chance import count_draws, seed
from gamut.engine.game import Rules, Setup
from gamut.engine.language import LogEntry, Reason
from gamut.engine.record import Array, WordRow, copy_states
from gamut.engine.strict import strict
from gamut.engine.verbs import play, secret

SAMPLES = 8  # redealt copies that have to agree; always the same ones: the same knowledge gives the same answers


class Preview(msgspec.Struct, frozen=True):
    """What an action would do, as far as the seat can know."""

    entries: list[LogEntry]  # what would be told
    view: Any  # the view after it; what depends on chance or on others' secrets is left as it is now
    depends: bool  # whether anything does


def reveals(phase: int, key: WordRow, later_phase: int, later_key: WordRow) -> bool:
    """Whether a step turns up what nobody could know: it ends a secret phase or asks chance."""
    return (phase != 0 and later_phase != phase) or count_draws(later_key) != count_draws(key)


def revealing(c: Any, s: Any, seat: int, acts: Any, n: int, out: Any) -> None:
    """Which of `n` actions in `s[0]` would turn something up; `s[1]` is room to try them in."""
    phase = secret(c[0], s[0])
    for k in range(n):
        s[1] = s[0]
        play(c[0], s[1], seat, acts[k])
        out[k] = 1 if reveals(phase, s[0].key, secret(c[0], s[1]), s[1].key) else 0


class Knowledge:
    """A hidden copy of a table's state, and what it says. Seat −1 watches."""

    def __init__(self, setup: Setup, rules: Rules, hidden: Array, seat: int) -> None:
        self.setup, self.rules, self.hidden, self.seat = setup, rules, hidden, seat
        self._language, self._c = setup.game.language, setup.strict_constants
        self._state = strict(hidden, fixed=True)

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats whose decision is awaited."""
        mask = int(self.rules.actors(self.setup.constants, self.hidden, 0))
        return tuple(seat for seat in range(self.setup.seats) if mask >> seat & 1)

    @cached_property
    def secret_phase(self) -> int:
        """The number of the running secret phase; 0: none."""
        return int(self.rules.secret(self.setup.constants, self.hidden, 0))

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do."""
        if self.seat < 0:
            return []
        out = np.zeros(self.setup.game.most_legal, np.int32)
        n = self.rules.legal(self.setup.constants, self.hidden, 0, self.seat, out)
        found: list[int] = out[:n].tolist()
        return found

    # ------------------------------------------------------------------ words

    @property
    def ask(self) -> str:
        """What is asked of the seat; nothing while it has nothing to decide."""
        return self._language.ask(self._c, self._state, self.seat) if self.legal else ""

    @property
    def headline(self) -> str:
        """The round or phase, in a few words."""
        return self._language.headline(self._c, self._state, self.seat)

    @cached_property
    def view(self) -> msgspec.Struct:
        """What a table component draws."""
        return self._language.view(self._c, self._state, self.seat)

    def draw(self, names: list[str]) -> Any:
        """The same for a terminal."""
        return self._language.draw(self._c, self._state, self.seat, names)

    def tell(self, before: Knowledge, mover: int, seen: int) -> list[LogEntry]:
        """What happened since, in words; `seen` is the action as the seat saw it."""
        return self._language.tell(self._c, before._state, self._state, self.seat, mover, seen)

    def moment(self, before: Knowledge, mover: int, seen: int) -> msgspec.Struct | None:
        """A picture of what happened since, if it is worth a pause."""
        return self._language.moment(self._c, before._state, self._state, self.seat, mover, seen)

    # ------------------------------------------------------------------ what may be done

    def why_not(self, touches: Sequence[str], touched: str) -> Reason | None:
        """Why a piece cannot be touched after these touches; None if the game does not say."""
        if self.seat < 0:
            return None
        return self._language.why_not(self._c, self._state, self.seat, touches, touched)

    def warn(self, action: int) -> str:
        """What a legal action would waste; empty: nothing."""
        return self._language.warn(self._c, self._state, self.seat, action)

    def advise(self, action: int) -> str:
        """What speaks for a legal action; empty if the game does not say."""
        return self._language.advise(self._c, self._state, self.seat, action)

    def revealing(self) -> list[int]:
        """The legal actions that could not be taken back, as far as the seat can know: tried in a redealt copy."""
        acts = np.array(self.legal, np.int32)
        states = copy_states(self.redeal(start_sample(0)), 2)
        out = np.zeros(len(acts), np.int8)
        driver = self.setup.game.native if self.rules.native else self.setup.game.interpreted
        driver(revealing)(self.setup.constants, states, self.seat, acts, len(acts), out)
        return [int(a) for a, asks in zip(acts, out, strict=True) if asks]

    def preview(self, action: int) -> Preview:
        """What a legal action would do, as far as the seat can know: what all redealt copies agree on."""
        afters = [self._know_after(action, sample) for sample in range(SAMPLES)]
        now = msgspec.to_builtins(self.view)
        views = [msgspec.to_builtins(after.view) for after in afters]
        told = [after.tell(self, self.seat, action) for after in afters]
        agreed = [entry for entry in told[0] if all(entry in entries for entries in told)]
        depends = any(view != views[0] for view in views) or len(agreed) < max(map(len, told))
        return Preview(agreed, reduce(lambda one, other: keep_common(one, other, now), views), depends)

    def redeal(self, generator: Array) -> Array:
        """A state that could be the true one: everything unknown is drawn from a fast generator."""
        state = copy_states(self.hidden)
        self.rules.redeal(self.setup.constants, state, 0, self.seat, generator)
        return state

    def play_redealt(self, action: int, generator: Array) -> Array:
        """Such a state with an action of the seat done."""
        state = self.redeal(generator)
        self.rules.play(self.setup.constants, state, 0, self.seat, action)
        return state

    def _know_after(self, action: int, sample: int) -> Knowledge:
        state = self.play_redealt(action, start_sample(sample))
        self.rules.hide(self.setup.constants, state, 0, self.seat)
        return Knowledge(self.setup, self.rules, state, self.seat)


def start_sample(number: int) -> Array:
    """The generator of a redealt copy: the same again for the same number."""
    generator = np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        seed(generator, np.uint64(number), np.uint64(0))
    return generator


def keep_common(one: Any, other: Any, now: Any) -> Any:
    """What two views have in common, field by field; where they differ, what it is now."""
    if one == other:
        return one
    dicts = isinstance(one, dict) and isinstance(other, dict) and isinstance(now, dict)
    if dicts and one.keys() == other.keys() == now.keys():
        return {name: keep_common(one[name], other[name], now[name]) for name in now}
    lists = isinstance(one, list) and isinstance(other, list) and isinstance(now, list)
    if lists and len(one) == len(other) == len(now):
        return [keep_common(a, b, c) for a, b, c in zip(one, other, now, strict=True)]
    return now
