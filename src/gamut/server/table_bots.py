"""The bots of one table: those that play for a seat, and those that give hints."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from gamut import bots
from gamut.engine.errors import GamutError
from gamut.engine.knowledge import Knowledge
from gamut.server import messages as m
from gamut.server.connection import Connection
from gamut.server.fair_pool import Cancelled, FairPool, TooMuch
from gamut.server.logs import log_failure
from gamut.server.match import Match

HINTED = 8  # most figures of a hint
NO_HINT = "There is no hint just now."
INTERPRETED_SECONDS = 1.5  # that a bot may think on interpreted rules; then any move will do

PATIENCE = 0.5  # seconds until a thought that had to wait behind many of the same address is tried again

Act = Callable[[int, int, int], Awaitable[None]]  # seat, decision, action
FindPayer = Callable[[], str | None]  # the address that pays for thinking; none: nobody is there who may want it


@dataclass(frozen=True, eq=False)
class Thinking:
    """What a bot is at work on: the seat's decision of that number, at a level."""

    decision: int
    level: str
    task: asyncio.Task[None]


class TableBots:
    """Thinks for one table in the pool of all, while somebody is there who pays for it.

    A thought lives as long as the decision it is about.
    """

    def __init__(self, match: Match, pool: FairPool, act: Act, find_payer: FindPayer) -> None:
        self._match, self._pool, self._act, self._find_payer = match, pool, act, find_payer
        self._playing: dict[int, Thinking] = {}  # by seat
        self._hinting: dict[int, Thinking] = {}  # by seat
        self._hurry = asyncio.Event()  # bots do not pause until it is a person's turn
        self._weakest_level = bots.weakest_level(match.setup.game)
        self._best_level = bots.best_level(match.setup.game)

    @property
    def at_work(self) -> bool:
        """Whether a bot is to play."""
        return bool(self._playing)

    @property
    def hurried(self) -> bool:
        """Whether bots play without pauses just now."""
        return self._hurry.is_set()

    def hurry(self) -> bool:
        """No more pauses until it is a person's turn; false if it is."""
        if self._awaits_people():
            return False
        self._hurry.set()
        return True

    def _awaits_people(self) -> bool:
        return not self._match.awaited or any(not self._is_bot(seat) for seat in self._match.awaited)

    def ask_again(self) -> None:
        """Forget what bots are thinking; `keep_up` asks them anew."""
        for playing in self._playing.values():
            stop(playing)
        self._playing.clear()

    def keep_up(self) -> None:
        """After a change: stop what is out of date, and let every bot think that is awaited."""
        if self._awaits_people():
            self._hurry.clear()
        wanted = {seat: self._match.sitters[seat].level or self._weakest_level for seat in self._match.awaited}
        for seat, hinting in list(self._hinting.items()):
            if seat not in wanted or hinting.decision != self._match.decision(seat):
                self.stop_hint(seat)
        for seat, playing in list(self._playing.items()):
            current = self._match.decision(seat), wanted.get(seat)
            if not self._is_bot(seat) or current != (playing.decision, playing.level):
                stop(self._playing.pop(seat))
        payer = self._find_payer()
        if payer is None:
            self.ask_again()  # whoever comes back wakes them
            return
        for seat, level in wanted.items():
            if self._is_bot(seat) and seat not in self._playing:
                decision = self._match.decision(seat)
                task = asyncio.create_task(self._play(seat, decision, level, payer))
                self._playing[seat] = Thinking(decision, level, task)

    def stop(self) -> None:
        """Stop all thinking."""
        for thinking in [*self._playing.values(), *self._hinting.values()]:
            stop(thinking)
        self._playing.clear()
        self._hinting.clear()

    def stop_hint(self, seat: int) -> None:
        """Nobody waits for the seat's hint any more."""
        if seat in self._hinting:
            stop(self._hinting.pop(seat))

    def _is_bot(self, seat: int) -> bool:
        return self._match.sitters[seat].kind == "bot"

    # ------------------------------------------------------------------ playing

    async def _play(self, seat: int, decision: int, level: str, payer: str) -> None:
        try:
            began = time.monotonic()
            action = await self._choose(seat, level, payer)
            await self._pause(self._match.pause_ms / 1000 - (time.monotonic() - began))
            await self._act(seat, decision, action)
        except m.RefusedError:
            pass  # the table left the memory; whoever opens it again wakes the bot
        except Exception:
            log_failure("a bot could not act", table=self._match.row.id, seat=seat)
        finally:
            drop_finished(self._playing, seat)

    async def _pause(self, seconds: float) -> None:
        """Let people follow, unless they do not want to."""
        if seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)

    async def _choose(self, seat: int, level: str, payer: str) -> int:
        """What the seat's bot chooses; a bot that fails does not hold up the table."""
        knowledge = self._match.table.knowledge(seat)
        try:
            choice = await self._think_patiently(knowledge, level, payer)
            if choice.action in knowledge.legal:
                return choice.action
            raise GamutError("a bot chose what is not legal")
        except Exception:
            log_failure("a bot failed", table=self._match.row.id, seat=seat, level=level)
        return secrets.choice(knowledge.legal)

    async def _think_patiently(self, knowledge: Knowledge, level: str, payer: str) -> bots.Choice:
        """The same as `_think`; where much waits for the address already, it waits outside."""
        while True:
            try:
                return await self._think(knowledge, level, payer)
            except TooMuch:
                await asyncio.sleep(PATIENCE)

    async def _think(self, knowledge: Knowledge, level: str, payer: str) -> bots.Choice:
        """What a bot of the level chooses; before the native code is there, one that asks the guide only."""
        setup, hidden, seat, seed = knowledge.setup, knowledge.hidden, knowledge.seat, secrets.randbits(63)
        native = knowledge.rules.native

        def choose(cancelled: Cancelled) -> bots.Choice:
            bot = bots.make_bot(level, setup) if native else bots.make_quick_bot(level, setup)
            return bot.choose(hidden, seat, seed, cancelled)

        async with asyncio.timeout(None if native else INTERPRETED_SECONDS):
            return await self._pool.run(payer, self._match.row.id, choose)

    # ------------------------------------------------------------------ hints

    def give_hint(self, connection: Connection, seat: int) -> None:
        """Begin to think about what the seat should do; the strongest bot answers."""
        if seat not in self._match.awaited:
            raise m.RefusedError("not_allowed", "It is not your turn.")
        if seat in self._hinting:
            raise m.RefusedError("too_often", "The hint is on its way.")
        if not connection.account.hints.take():
            raise m.RefusedError("too_often", "Too many hints for your address; please wait a moment.")
        task = asyncio.create_task(self._hint(connection, seat))
        self._hinting[seat] = Thinking(self._match.decision(seat), self._best_level, task)

    async def _hint(self, connection: Connection, seat: int) -> None:
        try:
            knowledge = self._match.table.knowledge(seat)
            choice = await self._think(knowledge, self._best_level, connection.account.address)
            whole = sum(f.visits for f in choice.figures) or 1
            figures = [m.HintFigure(f.action, f.visits / whole, f.value) for f in choice.figures[:HINTED]]
            reason = knowledge.advise(choice.action)
            connection.say(m.Hinted(choice.action, reason, figures, full_strength=knowledge.rules.native))
        except TimeoutError:  # the native code is not there yet, and the machine is busy
            connection.say(m.Refused(reason="not_allowed", text=NO_HINT))
        except TooMuch:
            connection.say(m.Refused("too_often", "Too much is thought about for your address; please wait."))
        except Exception:
            log_failure("a hint failed", table=self._match.row.id, seat=seat)
            connection.say(m.Refused(reason="not_allowed", text=NO_HINT))
        finally:
            drop_finished(self._hinting, seat)


def stop(thinking: Thinking) -> None:
    """Cancel a thought, unless it is the one that runs just now: then it is at its end."""
    if thinking.task is not asyncio.current_task():
        thinking.task.cancel()


def drop_finished(thoughts: dict[int, Thinking], seat: int) -> None:
    """Forget a seat's thought if it is the one that ends just now."""
    if seat in thoughts and thoughts[seat].task is asyncio.current_task():
        del thoughts[seat]
