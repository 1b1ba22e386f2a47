"""A watchdog for interpreted rules: a loop without an end is an error with a file and line, not a silence."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG = 10.0  # seconds of work for one answer; rules take thousandths
LOOK = 0.5  # seconds between two looks


class Endless(Exception):
    """Raised in a rule that has not answered for long."""

    def __str__(self) -> str:
        return f"no answer after {LONG:g} seconds: does this end?"


@contextmanager
def watching(count: Callable[[], int]) -> Iterator[None]:
    """Raise `Endless` in this thread once its count of answers stays the same for long."""
    done = threading.Event()
    dog = threading.Thread(target=_watch, args=(threading.get_ident(), count, done), daemon=True)
    dog.start()
    try:
        yield
    finally:
        done.set()
        dog.join()


def _watch(thread: int, count: Callable[[], int], done: threading.Event) -> None:
    """Bark once. Processor time counts: a debugger that waits, or a machine that is busy, is no endless loop."""
    seen, since = count(), time.process_time()
    while not done.wait(LOOK):
        if count() != seen:
            seen, since = count(), time.process_time()
        elif time.process_time() - since > LONG:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Endless))
            return
