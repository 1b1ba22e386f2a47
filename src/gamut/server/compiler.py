"""Making native code while tables already run on interpreted rules.

A thread loads what the cache holds. What is missing is compiled by a child process of low priority, which fills the
cache: the compiler would hold up this process, its pages and its bots. Run as a program this module is that child.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress

import numpy as np

from gamut import bots, games
from gamut.engine.bind import cache_files, compiling
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table
from gamut.engine.verbs import WATCHER
from gamut.server.logs import log_event, log_failure

LOADED: set[str] = set()  # the games whose native code this process has, whichever server asked for it


NICE = 10  # how much a child gives way to everybody else
FIRST_THOUGHT = 10.0  # seconds that a bot of another package has for its first decision
SLICE = 0.05  # seconds between two looks whether it has decided
GOODBYE = 3.0  # seconds that the end waits for a function that is being loaded


class NotCompiled(BaseException):
    """Something is not in the cache yet. It is no error: nobody on the way up may take it for a bot's, say."""


class Compiler:
    """Makes games ready, one at a time: those that somebody plays before the others."""

    def __init__(self, loaded: set[str] = LOADED) -> None:
        self._loaded = loaded
        self._wake = threading.Condition()
        self._wanted: list[Game] = []  # the next one first
        self._played: set[str] = set()  # the games of tables, which come before those that are made ahead
        self._waiting: dict[str, Future[None]] = {}
        self._now: Game | None = None  # what the thread is at work on
        self._child: subprocess.Popen[bytes] | None = None
        self._interrupted = False  # the child was ended by us
        self._thread: threading.Thread | None = None
        self._closing = False

    def is_ready(self, game: Game) -> bool:
        """Whether the game's rules and bots are native code."""
        return game.id in self._loaded

    def want(self, game: Game, *, played: bool = True) -> Future[None]:
        """What is done when the game is ready. A game that somebody plays comes first; one that failed, again."""
        with self._wake:
            waiting = self._waiting.get(game.id)
            if waiting is None or (waiting.done() and not self.is_ready(game)):
                waiting = self._waiting[game.id] = Future()
                if self.is_ready(game):
                    waiting.set_result(None)
                    return waiting
                self._wanted.append(game)
            if played:
                self._put_first(game)
            if self._thread is None and self._wanted and not self._closing:
                self._thread = threading.Thread(target=self._work, name="gamut-compiler", daemon=True)
                self._thread.start()
            self._wake.notify()
        return waiting

    def _put_first(self, game: Game) -> None:
        self._played.add(game.id)
        if game in self._wanted:
            self._wanted.remove(game)
            self._wanted.insert(0, game)
            if self._now and self._now.id not in self._played:
                self._end_child()  # what it has compiled is kept; it goes on later

    def _end_child(self) -> None:
        if self._child:
            self._interrupted = True
            self._child.terminate()

    def close(self) -> None:
        """End the thread; only the function that is being loaded is finished first, if that does not take long."""
        with self._wake:
            self._closing = True
            self._end_child()
            self._wake.notify()
        if self._thread:
            self._thread.join(GOODBYE)

    # ------------------------------------------------------------------ in the thread

    def _work(self) -> None:
        while game := self._take_game():
            try:
                done = self._make_ready(game)
            except Exception as e:
                log_failure("a game could not be compiled", game=game.id)
                self._waiting[game.id].set_exception(e)
                continue
            with self._wake:
                if done:
                    self._loaded.add(game.id)
                    self._waiting[game.id].set_result(None)
                elif not self._closing:
                    self._wanted.append(game)

    def _take_game(self) -> Game | None:
        with self._wake:
            self._now = None
            while not self._wanted and not self._closing:
                self._wake.wait()
            if self._closing:
                return None
            self._now = self._wanted.pop(0)
            return self._now

    def _make_ready(self, game: Game) -> bool:
        """Load the game, after a child has compiled it if that is necessary; false if it was interrupted."""
        if cache_files():  # an empty cache is not worth loading Numba here, while the first pages are asked for
            with suppress(NotCompiled):
                return self._load(game, compile_too=False)
        began = time.monotonic()
        log_event("compiling", game=game.id)
        if not self._compile(game):
            return False
        log_event("compiled", game=game.id, seconds=round(time.monotonic() - began, 1))
        return self._load(game, compile_too=True)

    def _load(self, game: Game, compile_too: bool) -> bool:
        """Load the game's native code from the cache; what is not there is compiled here only if it has to be."""
        here = threading.current_thread()

        def notice(function: str, done: int) -> None:
            at_work = threading.current_thread()
            asker = at_work.asker if isinstance(at_work, FirstThought) else at_work
            if asker is here and not compile_too:
                raise NotCompiled(function)

        with compiling(notice):
            for _ in call_everything(game):
                if self._closing:  # nobody will ask for the rest
                    return False
        spare_the_collector()
        return True

    def _compile(self, game: Game) -> bool:
        """Let a child fill the cache; false if it was interrupted. One that cannot do it leaves the work to us."""
        with self._wake:
            if self._closing:
                return False
            self._interrupted = False
            self._child = subprocess.Popen(
                [sys.executable, "-m", "gamut.server.compiler", game.id],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl+C is for us; we end the child ourselves
            )  # fmt: skip
        _, said = self._child.communicate()
        with self._wake:
            code, self._child = self._child.returncode, None
        if self._interrupted or code == 0:
            return not self._interrupted
        if code < 0:  # for want of memory, perhaps: we had better not try it ourselves
            raise OSError(f"the compiling child was killed by signal {-code}")
        last_words = said.decode(errors="replace")[-500:]
        log_event("a compiling child failed", game=game.id, code=code, said=last_words)
        return True


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
    yield
    knowledge.preview(knowledge.legal[0])
    table.seen(WATCHER, knowledge.seat, knowledge.legal[0])
    for level in bots.find_levels(game):
        yield
        bots.make_bot(level, setup).choose(knowledge.hidden, knowledge.seat, 1, lambda: True)
    for name, seats in bots.added(game).items():
        thought = FirstThought(name, game.open(seats[0]))
        deadline = time.monotonic() + FIRST_THOUGHT
        while thought.is_alive() and time.monotonic() < deadline:
            yield
            thought.join(SLICE)
    table.play(knowledge.seat, knowledge.legal[0])
    table.copy().take_back(0)
    room = np.zeros((2, game.most_seats), np.int32)
    table.rules.result(setup.constants, table.record, 0, room[0], room[1])


class FirstThought(threading.Thread):
    """The first decision of a bot of another package; what it fails at is told when it plays.

    It is made in a thread of its own, which nobody has to wait for: such a bot may think as long as it likes.
    """

    def __init__(self, name: str, setup: Setup) -> None:
        super().__init__(name=f"gamut-first-thought-{name}", daemon=True)
        self.asker = threading.current_thread()
        self._bot, self._setup = name, setup
        self.start()

    def run(self) -> None:
        """Decide."""
        table = Table(self._setup, bytes(16))
        seat = table.actors[0]
        with suppress(Exception, NotCompiled):
            bots.make_bot(self._bot, self._setup).choose(table.hidden(seat), seat, 1, lambda: True)


def compile_game(name: str) -> None:
    """What the child does: compile one game, giving way to everybody else; it ends when its parent has ended."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    parent = os.getppid()
    for _ in call_everything(games.find(name)):
        if os.getppid() != parent:
            return


if __name__ == "__main__":
    compile_game(sys.argv[1])
