"""Where bots think: a few threads, fair between tables, never the event loop."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
Cancelled = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Thought:
    """Something to be thought through for a table."""

    work: Callable[[Cancelled], Any]
    waiting: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event


class Thinkers:
    """A bounded pool: tables take turns, each with its oldest thought. One core is left to the event loop."""

    def __init__(self, threads: int | None = None) -> None:
        self._queues: OrderedDict[str, deque[Thought]] = OrderedDict()  # the table whose turn it is comes first
        self._wake = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._think, name=f"gamut-thinker-{k}", daemon=True)
            for k in range(threads or max(1, (os.cpu_count() or 1) - 1))
        ]
        for thread in self._threads:
            thread.start()

    async def think(self, table: str, work: Callable[[Cancelled], T]) -> T:
        """What `work` returns; it is asked to stop when the caller is cancelled."""
        loop = asyncio.get_running_loop()
        thought = Thought(work, loop.create_future(), loop, threading.Event())
        with self._wake:
            self._queues.setdefault(table, deque()).append(thought)
            self._wake.notify()
        try:
            result: T = await thought.waiting
        finally:
            thought.stop.set()
        return result

    def close(self) -> None:
        """Stop all thinking."""
        with self._wake:
            self._closed = True
            for queue in self._queues.values():
                for thought in queue:
                    thought.stop.set()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=5)

    # ------------------------------------------------------------------ in the threads

    def _next(self) -> Thought | None:
        with self._wake:
            while not self._queues and not self._closed:
                self._wake.wait()
            if self._closed:
                return None
            table, queue = self._queues.popitem(last=False)
            thought = queue.popleft()
            if queue:
                self._queues[table] = queue  # to the end of the line
            return thought

    def _think(self) -> None:
        while (thought := self._next()) is not None:
            if thought.stop.is_set():
                continue
            result: Any = None
            problem: BaseException | None = None
            try:
                result = thought.work(lambda stop=thought.stop: stop.is_set() or self._closed)  # type: ignore[misc]
            except Exception as e:
                problem = e
            try:
                thought.loop.call_soon_threadsafe(_answer, thought.waiting, result, problem)
            except RuntimeError:  # the loop is closed: nobody waits any more
                continue


def _answer(waiting: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if waiting.done():
        return
    if problem:
        waiting.set_exception(problem)
    else:
        waiting.set_result(result)
