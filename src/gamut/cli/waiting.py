"""Long work that a person can stop: native code hears no Ctrl+C, so it runs beside the thread that does."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import NoReturn, TypeVar

T = TypeVar("T")
SLICE = 0.1  # seconds between two looks at the keyboard: some systems wake nobody from a wait without end
TIDYING = 1.0  # seconds for what notices by itself that it was stopped
WORK = "gamut-work"  # the name of the thread


class Stopped(Exception):
    """Somebody pressed Ctrl+C; the work goes on, since nobody can tell it, until `end_now`."""


def wait_for(work: Callable[[], T]) -> T:
    """What `work` returns; Ctrl+C ends the waiting at once."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as problem:
            done.set_exception(problem)

    thread = threading.Thread(target=run, name=WORK, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(SLICE)
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt, RuntimeError):  # pressed again, or before it began
            thread.join(TIDYING)
        raise Stopped from None
    return done.result()


def end_now(code: int) -> NoReturn:
    """End this process, also where work goes on that nobody can stop, here or in other processes."""
    if all(thread.name != WORK for thread in threading.enumerate()):
        sys.exit(code)
    for child in multiprocessing.active_children():
        child.terminate()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
