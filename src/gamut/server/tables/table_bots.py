"""The bots of one table: those that play a seat, and those that give hints."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from gamut import bots
from gamut.bots import hints
from gamut.bots.bot import Cancel
from gamut.engine.errors import GamutError
from gamut.engine.knowledge import Knowledge
from gamut.server.logs import log_failure
from gamut.server.tables.fair_pool import FairPool, JobControl, QueueFull
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m
from gamut.server.wire.connection import Connection

T = TypeVar("T")
NO_HINT_TEXT = "No hint is available right now."
INTERPRETED_TIMEOUT_S = 1.5  # for a decision on interpreted rules; then a random action is played
SUBMIT_INTERVAL_S = 0.05  # between bots: their order must not show who was ready first
RETRY_DELAY_S = 0.5  # when too many jobs of an address are waiting


@dataclass(frozen=True)
class BotTurn:
    """A decision that a bot has to make, charged to an address."""

    seat: int
    decision: int
    level: str
    address: str


@dataclass(frozen=True, eq=False)
class BotTask:
    """A running task for the seat's decision of that number."""

    decision: int
    level: str
    task: asyncio.Task[None]


class TableBots:
    """Makes decisions for one table in the common pool, while a connected player pays for them.

    A task ends together with the decision that it is about.
    """

    def __init__(self, match: Match, pool: FairPool, secret_turn_s: float) -> None:
        self._match, self._pool, self._secret_turn_s = match, pool, secret_turn_s
        self._secret_phase, self._phase_began = 0, 0.0  # the current one, and when it began or bots started again
        self._secret_due: dict[int, float] = {}  # when each bot submits in it, by seat
        self._playing: dict[int, BotTask] = {}  # by seat
        self._hinting: dict[int, BotTask] = {}  # by seat
        self._pauses_skipped = asyncio.Event()  # until it is a person's turn
        self._weakest_level = bots.weakest_level(match.setup.game)
        self._best_level = bots.best_level(match.setup.game)

    @property
    def playing(self) -> bool:
        """Whether a bot is about to play."""
        return bool(self._playing)

    @property
    def pauses_skipped(self) -> bool:
        """Whether bots play without pauses."""
        return self._pauses_skipped.is_set()

    def skip_pauses(self) -> bool:
        """Skip pauses until it is a person's turn; return false if it is one's turn now."""
        if self._awaits_people():
            return False
        self._pauses_skipped.set()
        return True

    def _awaits_people(self) -> bool:
        return not self._match.actors or any(not self._is_bot(seat) for seat in self._match.actors)

    def restart(self) -> None:
        """Cancel all decisions of playing bots; `update` returns their turns again."""
        for playing in self._playing.values():
            cancel_task(playing)
        self._playing.clear()
        self._secret_due.clear()
        self._phase_began = time.monotonic()

    def update(self, address: str | None) -> list[BotTurn]:
        """Cancel what is outdated after a change, and return the turns to begin; without an address none."""
        if self._awaits_people():
            self._pauses_skipped.clear()
        if self._secret_phase != self._match.table.secret_phase:
            self._secret_phase, self._phase_began = self._match.table.secret_phase, time.monotonic()
            self._secret_due.clear()
        levels = {seat: self._match.occupants[seat].level or self._weakest_level for seat in self._match.actors}
        for seat, hinting in list(self._hinting.items()):
            if seat not in levels or hinting.decision != self._match.decision(seat):
                self.stop_hint(seat)
        for seat, playing in list(self._playing.items()):
            current = self._match.decision(seat), levels.get(seat)
            if not self._is_bot(seat) or current != (playing.decision, playing.level):
                cancel_task(self._playing.pop(seat))
        for seat in [seat for seat in self._secret_due if not self._is_bot(seat)]:
            del self._secret_due[seat]
        if address is None:
            self.restart()
            return []
        waiting = [seat for seat in levels if self._is_bot(seat) and seat not in self._playing]
        return [BotTurn(seat, self._match.decision(seat), levels[seat], address) for seat in waiting]

    def track(self, turn: BotTurn, task: asyncio.Task[None]) -> None:
        """Remember the task that plays a turn."""
        self._playing[turn.seat] = BotTask(turn.decision, turn.level, task)

    def forget(self, turn: BotTurn) -> None:
        """Forget the current task, which has played its turn."""
        drop_current(self._playing, turn.seat)

    def stop(self) -> None:
        """Cancel all tasks."""
        for running in [*self._playing.values(), *self._hinting.values()]:
            cancel_task(running)
        self._playing.clear()
        self._hinting.clear()

    def stop_hint(self, seat: int) -> None:
        if seat in self._hinting:
            cancel_task(self._hinting.pop(seat))

    def _is_bot(self, seat: int) -> bool:
        return self._match.occupants[seat].kind == "bot"

    # ------------------------------------------------------------------ playing

    async def choose(self, turn: BotTurn) -> int:
        """Return the action for a turn, after a pause. A bot that fails plays a random action."""
        began = time.monotonic()
        knowledge = self._match.table.knowledge(turn.seat)
        due = self._find_due(turn.seat, began)
        try:
            action = (await self._choose_in_time(knowledge, turn, due)).action
        except Exception:
            log_failure("a bot failed", table=self._match.row.id, seat=turn.seat, level=turn.level)
            action = secrets.choice(knowledge.legal)
        if due is None:
            await self._pause(self._match.pause_ms / 1000 - (time.monotonic() - began))
        elif self._submits(turn.seat, action):
            await sleep_until(due)
        return action

    def _find_due(self, seat: int, now: float) -> float | None:
        """Return when a bot submits in a secret phase; None outside, or if it plays with no people.

        Neither the number of its steps nor how long it thinks about them may show in that time.
        """
        if not self._match.table.secret_phase or not self._match.people:
            return None
        if seat not in self._secret_due:
            duration = max(self._match.pause_ms / 1000, self._secret_turn_s)
            due = self._phase_began + duration
            due = due if due > now else now + duration  # a stand-in begins late
            self._secret_due[seat] = due + seat * SUBMIT_INTERVAL_S
        return self._secret_due[seat]

    def _submits(self, seat: int, action: int) -> bool:
        try:
            return self._match.table.submits(seat, action)
        except GamutError:
            return False  # it is not legal

    async def _pause(self, seconds: float) -> None:
        """Wait so that people can follow, unless they skip pauses."""
        if seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pauses_skipped.wait(), seconds)

    async def _choose_in_time(self, knowledge: Knowledge, turn: BotTurn, due: float | None) -> bots.Choice:
        """Return the choice of a bot; when its secret steps are due, of one that thinks for a moment only."""
        if due is None:
            return await self._think_with_retry(knowledge, turn.level, turn.address)
        try:
            async with asyncio.timeout(max(0.0, due - time.monotonic())):
                return await self._think_with_retry(knowledge, turn.level, turn.address)
        except TimeoutError:
            bot = bots.make_quick_bot(turn.level, knowledge.setup)
            return bot.choose(knowledge.hidden, knowledge.seat, secrets.randbits(63), lambda: False)

    async def _think_with_retry(self, knowledge: Knowledge, level: str, address: str) -> bots.Choice:
        while True:
            try:
                return await self._choose(knowledge, level, address)
            except QueueFull:
                await asyncio.sleep(RETRY_DELAY_S)

    async def _choose(self, knowledge: Knowledge, level: str, address: str) -> bots.Choice:

        def choose(bot: bots.Bot, seed: int, checkpoint: Cancel) -> bots.Choice:
            return bot.choose(knowledge.hidden, knowledge.seat, seed, checkpoint)

        return await self._think(knowledge, level, address, choose)

    async def _think(
        self, knowledge: Knowledge, level: str, address: str, think: Callable[[bots.Bot, int, Cancel], T]
    ) -> T:
        """Return what a bot finds with a seed. Before the game is compiled, the bot only uses the guide."""
        setup, seed, native = knowledge.setup, secrets.randbits(63), knowledge.verbs.native

        def run(control: JobControl) -> T:
            def checkpoint() -> bool:
                control.yield_to_others()
                return control.cancelled

            bot = bots.make_bot(level, setup) if native else bots.make_quick_bot(level, setup)
            return think(bot, seed, checkpoint)

        async with asyncio.timeout(None if native else INTERPRETED_TIMEOUT_S):
            return await self._pool.run(address, self._match.row.id, run)

    # ------------------------------------------------------------------ hints

    def give_hint(self, connection: Connection, seat: int) -> None:
        """Start a hint by the strongest bot."""
        if seat not in self._match.actors:
            raise m.RefusedError("not_allowed", "It's not your turn.")
        if seat in self._hinting:
            raise m.RefusedError("too_often", "The hint is on its way.")
        if not connection.budget.hints.take():
            raise m.RefusedError("too_often", "Too many hint requests from your address. Try again in a moment.")
        task = asyncio.create_task(self._hint(connection, seat))
        self._hinting[seat] = BotTask(self._match.decision(seat), self._best_level, task)

    async def _hint(self, connection: Connection, seat: int) -> None:
        try:
            knowledge = self._match.table.knowledge(seat)
            native = knowledge.verbs.native

            def find(bot: bots.Bot, seed: int, checkpoint: Cancel) -> m.HintAnswer:
                max_steps = hints.MAX_STEPS if native else 1  # interpreted rules are slow
                return describe_hint(hints.find_hint(bot, knowledge, seed, checkpoint, max_steps=max_steps), native)

            connection.send(await self._think(knowledge, self._best_level, connection.budget.address, find))
        except TimeoutError:  # the game is not compiled yet, and the computer is busy
            connection.send(m.Refused(reason="not_allowed", text=NO_HINT_TEXT))
        except QueueFull:
            text = "Too many hints are running for your address. Try again in a moment."
            connection.send(m.Refused(reason="too_often", text=text))
        except Exception:
            log_failure("a hint failed", table=self._match.row.id, seat=seat)
            connection.send(m.Refused(reason="not_allowed", text=NO_HINT_TEXT))
        finally:
            drop_current(self._hinting, seat)


async def sleep_until(due: float) -> None:
    await asyncio.sleep(max(0.0, due - time.monotonic()))


def describe_hint(hint: hints.Hint, full_strength: bool) -> m.HintAnswer:
    """Return the message of a hint."""
    next_best = describe_move(hint.next_best) if hint.next_best else None
    return m.HintAnswer(describe_move(hint.best), next_best, hint.equally_good, hint.best.reason, full_strength)


def describe_move(move: hints.Move) -> m.HintMove:
    """Return a move as a part of that message."""
    steps = [describe_step(step) for step in move.steps]
    value, error = (move.estimate.value, move.estimate.error) if move.estimate else (None, None)
    return m.HintMove(move.text, steps, value, error)


def describe_step(step: hints.Step) -> m.HintStep:
    """Return a step as a part of that message."""
    text = step.knowledge.move_text([step.action]) if step.submits else ""
    return m.HintStep(step.action, step.knowledge.decision_digest, step.submits, text)


def cancel_task(running: BotTask) -> None:
    """Cancel a task, unless it is the current one, which is at its end."""
    if running.task is not asyncio.current_task():
        running.task.cancel()


def drop_current(running: dict[int, BotTask], seat: int) -> None:
    """Forget a seat's task if it is the current one."""
    if seat in running and running[seat].task is asyncio.current_task():
        del running[seat]
