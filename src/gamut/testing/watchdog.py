"""A watchdog for interpreted rules: an endless loop becomes an error with a file and line."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TIMEOUT_S = 10.0  # CPU time for one call of a verb; rules take milliseconds
POLL_INTERVAL_S = 0.5


class Endless(Exception):
    """Raised in a rule that does not return."""

    def __str__(self) -> str:
        return f"no return after {TIMEOUT_S:g} seconds: is this an endless loop?"


@contextmanager
def watch(count_calls: Callable[[], int]) -> Iterator[None]:
    """Raise `Endless` in this thread when its number of calls has not changed for TIMEOUT_S."""
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(threading.get_ident(), count_calls, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _watch(thread: int, count_calls: Callable[[], int], done: threading.Event) -> None:
    """Wait for the timeout; it counts CPU time, so that a debugger or a busy machine does not trigger it."""
    calls, since = count_calls(), time.process_time()
    while not done.wait(POLL_INTERVAL_S):
        if count_calls() != calls:
            calls, since = count_calls(), time.process_time()
        elif time.process_time() - since > TIMEOUT_S:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Endless))
            return
