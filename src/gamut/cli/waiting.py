"""Long work that a person can stop: native code hears no Ctrl+C, so it runs beside the thread that does."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import NoReturn, TypeVar

T = TypeVar("T")
SLICE = 0.1  # seconds between two looks at the keyboard: some systems wake nobody from a wait without end
TIDYING = 0.5  # seconds for what notices by itself that it was stopped


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

    thread = threading.Thread(target=run, name="gamut-work", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(SLICE)
    except KeyboardInterrupt:
        thread.join(TIDYING)
        raise Stopped from None
    return done.result()


def end_now(code: int) -> NoReturn:
    """End this process and those it has started, whatever they are at work on."""
    for child in multiprocessing.active_children():
        child.kill()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
