"""Endless loops in rules: an error that names the file and line, instead of a program that never returns.

Interpreted rules are watched while they run: `watch`. Native code can be neither watched nor stopped, so it runs in a
thread of its own (`run_watched`). When it makes no progress, the same is repeated interpreted, which finds the line.
"""

from __future__ import annotations

import ctypes
import linecache
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from gamut.engine.errors import GamutError
from gamut.engine.source_files import format_location, is_game_file

if TYPE_CHECKING:
    from gamut.engine.game import Game

T = TypeVar("T")
TIMEOUT_S = 10.0  # CPU time for one call of a verb; rules take milliseconds
POLL_INTERVAL_S = 0.5
PACKAGE_FOLDER = Path(__file__).parents[1]


class EndlessLoop(GamutError):
    """A rule does not return; the message names its line."""


class _Stop(BaseException):
    """Raised in a rule that does not return; `watch` turns it into an EndlessLoop. No `except Exception` catches it."""

    description = ""

    def __str__(self) -> str:
        return self.description


_innermost: dict[int, ThreadWatch] = {}  # by thread: of nested watches only one acts


@contextmanager
def watch(game: Game) -> Iterator[ThreadWatch]:
    """Raise EndlessLoop in this thread when an interpreted function of the game does not return."""
    thread, stopped = threading.get_ident(), threading.Event()
    watched, outer = ThreadWatch(thread, game), _innermost.get(thread)
    _innermost[thread] = watched
    watcher = threading.Thread(target=_stop_endless, args=(watched, stopped), daemon=True)
    watcher.start()
    try:
        yield watched
    except _Stop:
        raise EndlessLoop(watched.describe()) from None
    finally:
        stopped.set()
        watcher.join()
        if outer:
            _innermost[thread] = outer
        else:
            del _innermost[thread]


def _stop_endless(watched: ThreadWatch, stopped: threading.Event) -> None:
    while not stopped.wait(POLL_INTERVAL_S):
        if _innermost.get(watched.thread) is watched and watched.find_endless_rule():
            # only a class can be raised in another thread, so the description is a part of it
            stop = type("EndlessLoop", (_Stop,), {"description": watched.describe()})
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(watched.thread), ctypes.py_object(stop))
            return


def run_watched(
    work: Callable[[], T], game: Game, repeat: Callable[[], object], progress: Callable[[], object] = lambda: None
) -> T:
    """Return what `work` returns; raise EndlessLoop if native code in it does not return.

    That is so when it spends TIMEOUT_S in a single call while `progress()` returns the same. Then `repeat` does the
    same interpreted. The native code cannot be stopped: its thread runs on until the process ends.
    """
    result: Future[T] = Future()
    started: Future[CpuClock] = Future()

    def run() -> None:
        started.set_result(CpuClock())
        try:
            result.set_result(work())
        except BaseException as e:
            result.set_exception(e)

    thread = threading.Thread(target=run, name="gamut-watched", daemon=True)
    thread.start()
    watched = ThreadWatch(thread.ident or 0, game, started.result())
    while thread.is_alive():
        thread.join(POLL_INTERVAL_S)
        if thread.is_alive() and (frame := watched.find_stuck_call(progress())):
            with watch(game):
                repeat()
            if watched.is_still_in(frame):
                raise EndlessLoop(watched.describe_native(frame))
    return result.result()


class CpuClock:
    """The CPU time of the thread that creates it; of the whole process, where the system does not offer that."""

    def __init__(self) -> None:
        self._clock: int | None = None
        if hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(threading.get_ident())

    def read(self) -> float:
        try:
            return time.process_time() if self._clock is None else time.clock_gettime(self._clock)
        except OSError:  # the thread has ended
            return 0.0


class ThreadWatch:
    """Looks at what a thread is doing; CPU time counts, so that a debugger or a busy machine triggers nothing."""

    def __init__(self, thread: int, game: Game, clock: CpuClock | None = None) -> None:
        self.thread, self._game, self._clock = thread, game, clock or CpuClock()
        self._since: dict[FrameType, float] = {}  # functions of the game that have not returned, and since when
        self._call: tuple[object, ...] = ()  # the innermost call, and what it had achieved
        self._call_since = 0.0
        self._endless: tuple[str, int, str] | None = None  # file, line and function

    @property
    def found(self) -> bool:
        """Whether a rule did not return."""
        return self._endless is not None

    def _frames(self) -> list[FrameType]:
        """Return the frames of the thread, the innermost first."""
        frame, frames = sys._current_frames().get(self.thread), []
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        return frames

    def _rule_frames(self) -> list[FrameType]:
        """Return the frames of the game that Gamut has called, the innermost first; a test is not called by Gamut."""
        inside: list[FrameType] = []
        for frame in self._frames():
            if is_game_file(frame.f_code.co_filename, self._game):
                inside.append(frame)
            elif inside and Path(frame.f_code.co_filename).is_relative_to(PACKAGE_FOLDER):
                return inside
        return []

    def find_endless_rule(self) -> bool:
        """Return whether a function of the game has not returned for too long."""
        now, inside = self._clock.read(), self._rule_frames()
        self._since = {frame: self._since.get(frame, now) for frame in inside}
        for frame in inside:
            if now - self._since[frame] > TIMEOUT_S:
                self._endless = frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
                return True
        return False

    def find_stuck_call(self, progress: object) -> FrameType | None:
        """Return the frame of Gamut or of the game whose native call has not returned for too long."""
        now, frames = self._clock.read(), self._frames()
        call = (frames[0], frames[0].f_lasti, progress) if frames else ()
        if call != self._call or self.thread in _innermost:  # interpreted rules are watched there
            self._call, self._call_since = call, now
        if not frames or now - self._call_since <= TIMEOUT_S:
            return None
        file = frames[0].f_code.co_filename  # while Numba compiles, it is one of Numba's
        own = Path(file).is_relative_to(PACKAGE_FOLDER) or is_game_file(file, self._game)
        self._call_since = now  # should it not be endless after all
        return frames[0] if own else None

    def is_still_in(self, frame: FrameType) -> bool:
        """Return whether the thread has not left the call since."""
        frames = self._frames()
        return bool(frames) and frames[0] is frame and self._call[:2] == (frame, frame.f_lasti)

    def describe(self) -> str:
        """Return `sunset/rules.py:12, in play: no return after 10 seconds: is this an endless loop?  [while True:]`."""
        file, line, function = self._endless or ("", 0, "")
        source = linecache.getline(file, line).partition("  # ")[0].strip()
        question = f"no return after {TIMEOUT_S:g} seconds: is this an endless loop?"
        return f"{format_location(file, line, function)}: {question}  [{source}]"

    def describe_native(self, frame: FrameType) -> str:
        """Describe native code that does not return, although the same interpreted did."""
        location = format_location(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        return (
            f"{location}: native code of {self._game.title} has not returned for more than {TIMEOUT_S:g} seconds: "
            f"it is probably an endless loop; `python -m gamut.testing conform {self._game.id} --interpreted` may "
            "find its line"
        )
