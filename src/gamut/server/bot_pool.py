"""Where bots think: a few threads, fair between tables, never the event loop."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Cancelled: TypeAlias = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Job:
    """Something to be thought through for a table."""

    work: Callable[[Cancelled], Any]
    waiting: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event


class BotPool:
    """A bounded pool: tables take turns, each with its oldest job. One core is left to the event loop."""

    def __init__(self, threads: int | None = None) -> None:
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()  # the table whose turn it is comes first
        self._wake = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"gamut-bots-{k}", daemon=True)
            for k in range(threads or max(1, (os.cpu_count() or 1) - 1))
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, table: str, work: Callable[[Cancelled], T]) -> T:
        """What `work` returns; it is asked to stop when the caller is cancelled."""
        loop = asyncio.get_running_loop()
        job = Job(work, loop.create_future(), loop, threading.Event())
        with self._wake:
            self._queues.setdefault(table, deque()).append(job)
            self._wake.notify()
        try:
            result: T = await job.waiting
        finally:
            job.stop.set()
        return result

    def close(self) -> None:
        """Stop all jobs."""
        with self._wake:
            self._closed = True
            for jobs in self._queues.values():
                for job in jobs:
                    job.stop.set()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=5)

    # ------------------------------------------------------------------ in the threads

    def _take_job(self) -> Job | None:
        with self._wake:
            while not self._queues and not self._closed:
                self._wake.wait()
            if self._closed:
                return None
            table, jobs = self._queues.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._queues[table] = jobs  # the other tables come first
            return job

    def _work(self) -> None:
        while (job := self._take_job()) is not None:
            if job.stop.is_set():
                continue
            result: Any = None
            problem: BaseException | None = None
            try:
                result = job.work(lambda stop=job.stop: stop.is_set() or self._closed)  # type: ignore[misc]
            except Exception as e:
                problem = e
            try:
                job.loop.call_soon_threadsafe(_answer, job.waiting, result, problem)
            except RuntimeError:  # the loop is closed: nobody waits any more
                continue


def _answer(waiting: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if waiting.done():
        return
    if problem:
        waiting.set_exception(problem)
    else:
        waiting.set_result(result)
