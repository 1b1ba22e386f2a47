"""Work that Ctrl+C can interrupt: native code does not react to it, so it runs in a thread of its own."""

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
POLL_INTERVAL_S = 0.1  # on some systems Ctrl+C does not interrupt a wait without a timeout
CLEANUP_TIMEOUT_S = 1.0  # for work that notices the interruption and ends on its own
WORKER_THREAD = "gamut-work"


class Interrupted(Exception):
    """The user pressed Ctrl+C. The work continues in its thread, where nothing can stop it, until `exit_now`."""


def run_interruptible(work: Callable[[], T]) -> T:
    """Return what `work` returns, or raise Interrupted as soon as the user presses Ctrl+C."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as e:
            result.set_exception(e)

    thread = threading.Thread(target=run, name=WORKER_THREAD, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(POLL_INTERVAL_S)
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt, RuntimeError):  # pressed again, or before the thread started
            thread.join(CLEANUP_TIMEOUT_S)
        raise Interrupted from None
    return result.result()


def exit_now(code: int) -> NoReturn:
    """End this process and its children, even if a worker thread is still running."""
    if all(thread.name != WORKER_THREAD for thread in threading.enumerate()):
        sys.exit(code)
    for child in multiprocessing.active_children():
        child.terminate()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
