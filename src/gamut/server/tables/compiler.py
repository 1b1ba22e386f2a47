"""Compiles games while their tables already run on interpreted rules.

A thread loads what the cache holds. What is missing is compiled by a child process of low priority, which fills the
cache: the compiler would block this process, its pages and its bots. Run as a program, this module is that child.
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
from gamut.engine.bind import cache_files, report_compiling
from gamut.engine.game import Game, Setup
from gamut.engine.table import Table
from gamut.engine.verbs import SPECTATOR
from gamut.server.logs import log_event, log_failure

LOADED_GAMES: set[str] = set()  # whose native code this process has, for all its servers
NICENESS = 10  # of the child
FIRST_DECISION_TIMEOUT_S = 10.0  # of a bot of another package
POLL_INTERVAL_S = 0.05  # between two checks whether it has decided
SHUTDOWN_TIMEOUT_S = 3.0  # for a function that is being loaded


class NotCompiled(BaseException):
    """A function is not in the cache. Not an Exception, so that no caller takes it for the error of a bot."""


class Compiler:
    """Compiles and loads games one at a time, those that are being played first."""

    def __init__(self, loaded: set[str] = LOADED_GAMES) -> None:
        self._loaded = loaded
        self._wake = threading.Condition()
        self._requested: list[Game] = []  # the next one first
        self._played: set[str] = set()  # the games of tables, which come first
        self._waiting: dict[str, Future[None]] = {}
        self._now: Game | None = None  # being compiled or loaded
        self._child: subprocess.Popen[bytes] | None = None
        self._interrupted = False  # the child was terminated by `_end_child`
        self._thread: threading.Thread | None = None
        self._closing = False

    def is_ready(self, game: Game) -> bool:
        """Return whether a game is compiled and loaded."""
        return game.id in self._loaded

    def request(self, game: Game, *, played: bool = True) -> Future[None]:
        """Return a future that is done when the game is ready. A game that has failed is tried again."""
        with self._wake:
            waiting = self._waiting.get(game.id)
            if waiting is None or (waiting.done() and not self.is_ready(game)):
                waiting = self._waiting[game.id] = Future()
                if self.is_ready(game):
                    waiting.set_result(None)
                    return waiting
                self._requested.append(game)
            if played:
                self._prioritise(game)
            if self._thread is None and self._requested and not self._closing:
                self._thread = threading.Thread(target=self._run, name="gamut-compiler", daemon=True)
                self._thread.start()
            self._wake.notify()
        return waiting

    def _prioritise(self, game: Game) -> None:
        self._played.add(game.id)
        if game in self._requested:
            self._requested.remove(game)
            self._requested.insert(0, game)
            if self._now and self._now.id not in self._played:
                self._end_child()  # what it has compiled is kept, and it continues later

    def _end_child(self) -> None:
        if self._child:
            self._interrupted = True
            self._child.terminate()

    def close(self) -> None:
        """End the child and the thread, after the function that is being loaded unless that takes too long."""
        with self._wake:
            self._closing = True
            self._end_child()
            self._wake.notify()
        if self._thread:
            self._thread.join(SHUTDOWN_TIMEOUT_S)

    # ------------------------------------------------------------------ in the thread

    def _run(self) -> None:
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
                    self._requested.append(game)

    def _take_game(self) -> Game | None:
        with self._wake:
            self._now = None
            while not self._requested and not self._closing:
                self._wake.wait()
            if self._closing:
                return None
            self._now = self._requested.pop(0)
            return self._now

    def _make_ready(self, game: Game) -> bool:
        """Load a game, compiled by a child if necessary; return false if that was interrupted."""
        if cache_files():  # with an empty cache it is not worth importing Numba during the first requests
            with suppress(NotCompiled):
                return self._load(game, compile_too=False)
        began = time.monotonic()
        log_event("compiling", game=game.id)
        if not self._compile(game):
            return False
        log_event("compiled", game=game.id, seconds=round(time.monotonic() - began, 1))
        return self._load(game, compile_too=True)

    def _load(self, game: Game, compile_too: bool) -> bool:
        """Load a game from the cache, and compile what is missing only if `compile_too`."""
        compiler_thread = threading.current_thread()

        def notice(function: str, done: int) -> None:
            thread = threading.current_thread()
            requester = thread.requester if isinstance(thread, FirstDecision) else thread
            if requester is compiler_thread and not compile_too:
                raise NotCompiled(function)

        with report_compiling(notice):
            for _ in call_compiled_functions(game):
                if self._closing:
                    return False
        freeze_garbage_collector()
        return True

    def _compile(self, game: Game) -> bool:
        """Let a child fill the cache; return false if it was interrupted. If it fails, this process compiles."""
        with self._wake:
            if self._closing:
                return False
            self._interrupted = False
            self._child = subprocess.Popen(
                [sys.executable, "-m", "gamut.server.tables.compiler", game.id],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl+C reaches this process, which terminates the child
            )  # fmt: skip
        _, stderr = self._child.communicate()
        with self._wake:
            code, self._child = self._child.returncode, None
        if self._interrupted or code == 0:
            return not self._interrupted
        if code < 0:  # perhaps out of memory, so this process must not try it
            raise OSError(f"the compiling process was killed by signal {-code}")
        last_output = stderr.decode(errors="replace")[-500:]
        log_event("a compiling process failed", game=game.id, code=code, output=last_output)
        return True


def freeze_garbage_collector() -> None:
    """Exclude everything loaded so far from garbage collection.

    A running table creates no cycles, and traversing the objects of Numba and SQLAlchemy again and again was the
    largest cost of a busy server.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def call_compiled_functions(game: Game) -> Iterator[None]:
    """Call every compiled function that the server uses, in steps: the rules, and one decision of each bot."""
    setup = game.open(game.seats[0])
    table = Table(setup, bytes(16))
    yield
    knowledge = table.knowledge(table.actors[0])
    knowledge.irreversible_actions()
    yield
    knowledge.preview(knowledge.legal[0])
    table.visible_action(SPECTATOR, knowledge.seat, knowledge.legal[0])
    for level in bots.find_levels(game):
        yield
        bots.make_bot(level, setup).choose(knowledge.hidden, knowledge.seat, 1, lambda: True)
    for name, seats in bots.find_plugin_bots(game).items():
        decision = FirstDecision(name, game.open(seats[0]))
        deadline = time.monotonic() + FIRST_DECISION_TIMEOUT_S
        while decision.is_alive() and time.monotonic() < deadline:
            yield
            decision.join(POLL_INTERVAL_S)
    table.play(knowledge.seat, knowledge.legal[0])
    table.copy().undo(0)
    scores = np.zeros((2, game.max_seats), np.int32)
    table.verbs.result(setup.constants, table.record, 0, scores[0], scores[1])


class FirstDecision(threading.Thread):
    """Makes the first decision of a bot of another package, ignoring its errors.

    It has a thread of its own, as such a bot may take any time.
    """

    def __init__(self, name: str, setup: Setup) -> None:
        super().__init__(name=f"gamut-first-decision-{name}", daemon=True)
        self.requester = threading.current_thread()
        self._bot, self._setup = name, setup
        self.start()

    def run(self) -> None:
        table = Table(self._setup, bytes(16))
        seat = table.actors[0]
        with suppress(Exception, NotCompiled):
            bots.make_bot(self._bot, self._setup).choose(table.hidden(seat), seat, 1, lambda: True)


def compile_game(name: str) -> None:
    """Compile one game at low priority, as the child process; end when the parent process has ended."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    parent = os.getppid()
    for _ in call_compiled_functions(games.find_game(name)):
        if os.getppid() != parent:
            return


if __name__ == "__main__":
    compile_game(sys.argv[1])
