"""Compiling a game before its first table is shown: in a thread of its own, and telling those who wait."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from gamut import bots
from gamut.engine.bind import compiling
from gamut.engine.game import Game
from gamut.engine.table import Table
from gamut.engine.verbs import WATCHER
from gamut.server.logs import log_event

Tell = Callable[[str, int, int], None]  # what, how many so far, of how many


class Compiler:
    """Makes games ready, one at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gamut-compiler")
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._waiting: dict[str, list[Tell]] = {}
        self._closing = False

    async def make_ready(self, game: Game, tell: Tell) -> None:
        """Return when the game's rules and bots are native code."""
        made = self._ready.get(game.id)
        if made and made.done() and not made.cancelled() and not made.exception():
            return
        waiting = self._waiting.setdefault(game.id, [])
        waiting.append(tell)
        if made is None or made.done():  # never tried, or failed
            made = asyncio.get_running_loop().run_in_executor(self._thread, self._compile, game)
            self._ready[game.id] = made
        try:
            await asyncio.shield(made)
        finally:
            waiting.remove(tell)

    def close(self) -> None:
        """End the thread; only the function that is being compiled is finished first."""
        self._closing = True
        self._thread.shutdown(cancel_futures=True)

    def _compile(self, game: Game) -> None:
        with compiling(self._teller(game)):
            for _ in call_everything(game):
                if self._closing:  # nobody will ask for the rest
                    return
        spare_the_collector()

    def _teller(self, game: Game) -> Callable[[str, int], None]:
        counted = 0

        def tell(function: str, done: int) -> None:
            nonlocal counted
            if done == 1:
                log_event("compiling", game=game.id)
            counted = max(counted, game.native.functions, done)
            for listener in list(self._waiting.get(game.id, ())):
                listener(f"Preparing {game.title}, once on this computer", done, counted)

        return tell


def spare_the_collector() -> None:
    """Take all that was loaded for good out of the garbage collector's sight.

    It looks for cycles, of which a running table makes none; walking Numba's and SQLAlchemy's objects again and
    again was the largest cost of a busy server.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def call_everything(game: Game) -> Iterator[None]:
    """Call all that the server will call, piece by piece: a table's rules, and one thought of each bot."""
    setup = game.open(game.seats[0])
    table = Table(setup, bytes(16))
    yield
    knowledge = table.knowledge(table.actors[0])
    knowledge.revealing()
    table.seen(WATCHER, knowledge.seat, knowledge.legal[0])
    for level in game.levels:
        yield
        bots.make(level, setup).choose(knowledge.hidden, knowledge.seat, 1, lambda: True)
    table.play(knowledge.seat, knowledge.legal[0])
    table.copy().take_back(0)
    room = np.zeros((2, game.most_seats), np.int32)
    table.rules.result(setup.constants, table.record, 0, room[0], room[1])
