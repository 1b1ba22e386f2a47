"""What one seat can know of a table. Everything shown to the seat is made from this."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property, reduce
from typing import Any, NamedTuple

import msgspec
import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import count_draws, seed_rng
from gamut.engine.game import Setup
from gamut.engine.plain import readable_record
from gamut.engine.presentation import Detail, Goal, LogEntry, Reason
from gamut.engine.record import Array, WordRow, copy_states
from gamut.engine.verbs import play, secret_phase

PREVIEW_SAMPLES = (
    8  # redealt copies that have to agree; always the same ones, so that equal knowledge has equal answers
)


class Preview(msgspec.Struct, frozen=True):
    """What an action would do, as far as the seat can know."""

    entries: list[LogEntry]  # the log entries that would follow
    view: Any  # the view after it; what depends on chance or on others' secrets is left as it is now
    uncertain: bool  # whether anything depends on chance or on others' secrets


class StepReport(NamedTuple):
    """The log entries and the moment of a step, as a seat sees them."""

    step: tuple[Knowledge, int, int]  # what was known before it, the mover, and the action as it was seen
    entries: list[LogEntry]
    moment: msgspec.Struct | None  # None: it is not worth a pause


class Consequence(NamedTuple):
    """What follows an action of a seat."""

    knowledge: Knowledge | None  # at the seat's next decision; None: that is uncertain, or something else comes first
    submits: bool  # whether the action ends the seat's steps in a secret phase


def reveals(phase: int, key: WordRow, later_phase: int, later_key: WordRow) -> bool:
    """Return whether a step reveals new information: it ends a secret phase or draws from the chance key."""
    return (phase != 0 and later_phase != phase) or count_draws(later_key) != count_draws(key)


def mark_irreversible(c: Any, s: Any, seat: int, actions: Any, n: int, out: Any) -> None:
    """Mark which of `n` actions in `s[0]` would reveal something; `s[1]` is scratch."""
    phase = secret_phase(c[0], s[0])
    for k in range(n):
        s[1] = s[0]
        play(c[0], s[1], seat, actions[k])
        out[k] = 1 if reveals(phase, s[0].chance_key, secret_phase(c[0], s[1]), s[1].chance_key) else 0


class Knowledge:
    """A hidden copy of a table's state, and everything that follows from it. Seat −1 is a spectator.

    `public` is what a spectator knows: what all seats are shown alike is made from it, once.
    """

    def __init__(
        self, setup: Setup, verbs: BoundVerbs, hidden: Array, seat: int, public: Knowledge | None = None
    ) -> None:
        self.setup, self.verbs, self.hidden, self.seat = setup, verbs, hidden, seat
        self._presentation, self._c = setup.game.presentation, setup.readable_constants
        self._public = public or self
        self._shown = self if setup.game.secret_fields else self._public  # without secrets, all are shown the same
        self._goals: dict[int, tuple[Goal, ...]] = {}  # by seat
        self._last_report: StepReport | None = None

    @cached_property
    def state(self) -> Any:
        """The hidden copy as the presentation reads it."""
        return readable_record(self.hidden)

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a decision to make."""
        mask = int(self.verbs.actors(self.setup.constants, self.hidden, 0))
        return tuple(seat for seat in range(self.setup.seats) if mask >> seat & 1)

    @cached_property
    def secret_phase(self) -> int:
        """The number of the current secret phase, or 0."""
        return int(self.verbs.secret_phase(self.setup.constants, self.hidden, 0))

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions of the seat."""
        if self.seat < 0:
            return []
        out = np.zeros(self.setup.game.max_legal, np.int32)
        n = self.verbs.legal(self.setup.constants, self.hidden, 0, self.seat, out)
        actions: list[int] = out[:n].tolist()
        return actions

    @cached_property
    def decision_digest(self) -> str:
        """A short hash of what the seat has to decide: equal decisions have equal digests."""
        return hashlib.sha256(msgspec.json.encode([self.prompt, self.legal])).hexdigest()[:16]

    # ------------------------------------------------------------------ presentation

    @cached_property
    def prompt(self) -> str:
        """What the seat has to decide; empty if nothing."""
        return self._presentation.prompt(self._c, self.state, self.seat) if self.legal else ""

    @property
    def headline(self) -> str:
        """The round or phase, in a few words."""
        return self._shown._headline

    @cached_property
    def _headline(self) -> str:
        return self._presentation.headline(self._c, self.state, self.seat)

    @property
    def view(self) -> msgspec.Struct:
        """What a table component draws."""
        return self._shown._view

    @cached_property
    def _view(self) -> msgspec.Struct:
        return self._presentation.view(self._c, self.state, self.seat)

    @cached_property
    def is_public(self) -> bool:
        """Whether spectators know as much as the seat does."""
        return self.hidden.tobytes() == self._public.hidden.tobytes()

    def terminal_view(self, names: list[str]) -> Any:
        """The table as a Rich renderable."""
        return self._presentation.terminal_view(self._c, self.state, self.seat, names)

    def log_entries(self, before: Knowledge, mover: int, seen: int) -> list[LogEntry]:
        """Describe what happened since `before`; `seen` is the action as the seat saw it."""
        return self._shown._report_step(before._shown, mover, seen).entries

    def moment(self, before: Knowledge, mover: int, seen: int) -> msgspec.Struct | None:
        """A picture of what happened since `before`, if it is worth a pause."""
        return self._shown._report_step(before._shown, mover, seen).moment

    def _report_step(self, before: Knowledge, mover: int, seen: int) -> StepReport:
        step = before, mover, seen
        if self._last_report is None or self._last_report.step != step:
            arguments = self._c, before.state, self.state, self.seat, mover, seen
            entries, moment = self._presentation.log_entries(*arguments), self._presentation.moment(*arguments)
            self._last_report, before._last_report = StepReport(step, entries, moment), None  # so that not all are kept
        return self._last_report

    # ------------------------------------------------------------------ questions about actions

    def why_not(self, touches: Sequence[str], touched: str) -> Reason | None:
        """Why a piece cannot be touched after these touches; None if the game has no answer."""
        if self.seat < 0:
            return None
        return self._presentation.why_not(self._c, self.state, self.seat, touches, touched)

    def detail(self, piece: str) -> Detail | None:
        """What a piece, place, sign or seat is; None if the game has no answer.

        Signs and areas of the legend, and seats with goals, are described even if the game does not do so itself.
        """
        detail = self._presentation.detail(self._c, self.state, self.seat, piece)
        return detail or self._describe_sign(piece) or self._describe_seat(piece)

    def _describe_sign(self, piece: str) -> Detail | None:
        entry = self.setup.legend_entries.get(piece)
        return Detail(entry.name, entry.text, "" if piece.startswith("area:") else piece) if entry else None

    def _describe_seat(self, piece: str) -> Detail | None:
        seats = {f"seat:{seat}": seat for seat in range(self.setup.seats)}
        goals = self.goals(seats[piece]) if piece in seats else ()
        return Detail(f"{{{seats[piece]}}}", goals=goals) if goals else None

    def goals(self, seat: int) -> tuple[Goal, ...]:
        """How near a seat is to each way to win, as everyone can see."""
        known = self._public._goals
        if seat not in known:
            known[seat] = self._presentation.goals(self._c, self._public.state, seat)
        return known[seat]

    def warnings(self) -> dict[int, str]:
        """What legal actions would waste, by action."""
        if not self._presentation.warns:
            return {}
        return {action: text for action in self.legal if (text := self.warn(action))}

    def warn(self, action: int) -> str:
        """What a legal action would waste; empty if nothing."""
        return self._presentation.warn(self._c, self.state, self.seat, action)

    def advise(self, *actions: int, last: Knowledge | None = None) -> str:
        """What is good about a move of one or more actions; empty if the game has no answer.

        `last` is what is known before its last action. The answer has to be true whatever chance and others' secrets
        bring: if redealt copies disagree about it, the last action is left out.
        """
        last = last or self
        afters = (last._know_after(actions[-1], sample) for sample in range(PREVIEW_SAMPLES))
        texts = {self._advise_until(actions, after) for after in afters}
        return texts.pop() if len(texts) == 1 else self._advise_until(actions, last)

    def _advise_until(self, actions: Sequence[int], after: Knowledge) -> str:
        """What is good about a move that leads to this."""
        return self._presentation.advise(self._c, self.state, after.state, self.seat, actions)

    def find_alternative(self, action: int) -> int:
        """A legal action that would use what a wasteful one loses; −1: none."""
        return int(self._presentation.instead(self._c, self.state, self.seat, action))

    def move_text(self, actions: Sequence[int]) -> str:
        """A move of one or more actions, the first of them legal now, as one sentence without its full stop."""
        text = self._presentation.move_text(self._c, self.state, self.seat, actions)
        text = text or ", then ".join(self.setup.action_texts[a] for a in actions)
        return text[0].upper() + text[1:]

    def trim_move(self, actions: Sequence[int]) -> int:
        """The number of actions of a suggested move without those at its end that do nothing."""
        return self._presentation.trim_move(self._c, actions)

    def foresee(self, action: int) -> Consequence:
        """What follows a legal action. The next decision is certain if all redealt copies agree on what the seat knows,
        nothing is revealed, and no other seat decides first; in a secret phase others decide at the same time."""
        phase, nexts = self.secret_phase, list[Knowledge]()
        for sample in range(PREVIEW_SAMPLES):
            before = self.redeal(sample_rng(sample))
            after = self._play(before, action)
            revealed = reveals(phase, before["chance_key"][0], after.secret_phase, after.hidden["chance_key"][0])
            self.verbs.hide(self.setup.constants, after.hidden, 0, self.seat)
            nexts.append(after)
            acting = self.seat in after.actors and (phase != 0 or after.actors == (self.seat,))
            if revealed or not acting or after.hidden.tobytes() != nexts[0].hidden.tobytes():
                return Consequence(None, phase != 0 and (revealed or not acting))
        return Consequence(Knowledge(self.setup, self.verbs, nexts[0].hidden, self.seat), submits=False)

    def _play(self, state: Array, action: int) -> Knowledge:
        """Play an action in a copy of a redealt state."""
        after = copy_states(state)
        self.verbs.play(self.setup.constants, after, 0, self.seat, action)
        return Knowledge(self.setup, self.verbs, after, self.seat)

    def irreversible_actions(self) -> list[int]:
        """The legal actions that would reveal something and so could not be undone: tried in a redealt copy."""
        actions = np.array(self.legal, np.int32)
        states = copy_states(self.redeal(sample_rng(0)), 2)
        out = np.zeros(len(actions), np.int8)
        bind = self.setup.game.native if self.verbs.native else self.setup.game.interpreted
        bind(mark_irreversible)(self.setup.constants, states, self.seat, actions, len(actions), out)
        return [int(a) for a, irreversible in zip(actions, out, strict=True) if irreversible]

    def preview(self, action: int) -> Preview:
        """What a legal action would do, as far as the seat can know: what all redealt copies agree on."""
        afters = [self._know_after(action, sample) for sample in range(PREVIEW_SAMPLES)]
        now = msgspec.to_builtins(self.view)
        views = [msgspec.to_builtins(after.view) for after in afters]
        logs = [after.log_entries(self, self.seat, action) for after in afters]
        agreed = [entry for entry in logs[0] if all(entry in log for log in logs)]
        uncertain = any(view != views[0] for view in views) or len(agreed) < max(map(len, logs))
        return Preview(agreed, reduce(lambda one, other: keep_common(one, other, now), views), uncertain)

    def redeal(self, rng: Array) -> Array:
        """Return a state that could be the true one: everything unknown is sampled."""
        state = copy_states(self.hidden)
        self.verbs.redeal(self.setup.constants, state, 0, self.seat, rng)
        return state

    def play_redealt(self, action: int, rng: Array) -> Array:
        """Return such a state after an action of the seat."""
        state = self.redeal(rng)
        self.verbs.play(self.setup.constants, state, 0, self.seat, action)
        return state

    def _know_after(self, action: int, sample: int) -> Knowledge:
        state = self.play_redealt(action, sample_rng(sample))
        self.verbs.hide(self.setup.constants, state, 0, self.seat)
        return Knowledge(self.setup, self.verbs, state, self.seat)


def sample_rng(number: int) -> Array:
    """Return the generator of a redealt copy, the same for the same number."""
    rng = np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        seed_rng(rng, np.uint64(number), np.uint64(0))
    return rng


def keep_common(one: Any, other: Any, now: Any) -> Any:
    """Return what two views have in common, field by field; where they differ, the value of `now`."""
    if one == other:
        return one
    dicts = isinstance(one, dict) and isinstance(other, dict) and isinstance(now, dict)
    if dicts and one.keys() == other.keys() == now.keys():
        return {name: keep_common(one[name], other[name], now[name]) for name in now}
    lists = isinstance(one, list) and isinstance(other, list) and isinstance(now, list)
    if lists and len(one) == len(other) == len(now):
        return [keep_common(a, b, c) for a, b, c in zip(one, other, now, strict=True)]
    return now
