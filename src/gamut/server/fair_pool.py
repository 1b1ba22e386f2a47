"""Where work is done that takes a while: a few threads, fair between addresses, never the event loop.

Whoever pays for most has to wait for itself. One thread is always kept free for somebody else, so a stranger's work
begins at once, whatever another address has begun. As there are fewer cores than threads, the work of whoever has
used most of late stands still meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Cancelled: TypeAlias = Callable[[], bool]
Answer: TypeAlias = tuple[Any, BaseException | None]  # what the work returned, or what went wrong
STANDING_STILL = 0.003  # seconds between two looks whether it may go on
MOST_PAYERS = 1000  # that are remembered
FORGETTING = 20.0  # seconds in which half of what was used is forgotten
GOODBYE = 3.0  # seconds that the end waits for all threads together
NICE = 5  # how much these threads give way to the event loop, where the system knows that


class TooMuch(Exception):
    """As much waits for an address as may."""


@dataclass(frozen=True, eq=False)
class Job:
    """Something to be done for a table, at somebody's expense."""

    payer: str
    table: str
    work: Callable[[Cancelled], Any]
    waiting: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event


class Queue:
    """What waits for one payer: the tables take turns, each with its oldest job."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, deque[Job]] = OrderedDict()  # the table whose turn it is comes first
        self.length = 0

    def add(self, job: Job) -> None:
        """One more."""
        self._tables.setdefault(job.table, deque()).append(job)
        self.length += 1

    def take(self) -> Job:
        """The next one."""
        table, jobs = self._tables.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._tables[table] = jobs
        self.length -= 1
        return job

    def remove(self, job: Job) -> None:
        """Nobody waits for it any more."""
        jobs = self._tables.get(job.table, deque())
        if job in jobs:
            jobs.remove(job)
            self.length -= 1
            if not jobs:
                del self._tables[job.table]


class Usage:
    """How long threads have worked for each payer of late."""

    def __init__(self) -> None:
        self._seconds: dict[str, tuple[float, float]] = {}  # by payer: seconds, and when they were counted

    def __getitem__(self, payer: str) -> float:
        seconds, at = self._seconds.get(payer, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / FORGETTING))

    def add(self, payer: str, seconds: float) -> None:
        """Some more; whoever has used next to nothing is forgotten."""
        self._seconds[payer] = self[payer] + seconds, time.monotonic()
        if len(self._seconds) > MOST_PAYERS:
            self._seconds = {name: used for name, used in self._seconds.items() if self[name] > 0.01}


class FairPool:
    """A few threads. At most so many jobs wait for one payer; at most `cores` work, and the others stand still."""

    def __init__(
        self, threads: int | None = None, most_waiting: int = 64, name: str = "bots", cores: int | None = None
    ) -> None:
        self._queues: OrderedDict[str, Queue] = OrderedDict()  # by payer: who was served last comes last
        self._running: Counter[str] = Counter()
        self._usage = Usage()
        self._wake = threading.Condition()
        self._closed = False
        self._most_waiting = most_waiting
        count = threads or max(2, os.cpu_count() or 1)
        self._cores = cores or max(1, (os.cpu_count() or 1) - 1)  # one is left to the event loop
        self._most_running = max(1, count - 1)  # for one payer
        self._threads = [
            threading.Thread(target=self._work, name=f"gamut-{name}-{k}", daemon=True) for k in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, payer: str, table: str, work: Callable[[Cancelled], T]) -> T:
        """What `work` returns; it is asked to stop when the caller is cancelled."""
        loop = asyncio.get_running_loop()
        job = Job(payer, table, work, loop.create_future(), loop, threading.Event())
        with self._wake:
            queue = self._queues.setdefault(payer, Queue())
            if queue.length >= self._most_waiting:
                raise TooMuch
            queue.add(job)
            self._wake.notify()
        try:
            result: T = await job.waiting
        finally:
            job.stop.set()
            self._forget(job)
        return result

    def _forget(self, job: Job) -> None:
        with self._wake:
            queue = self._queues.get(job.payer)
            if queue:
                queue.remove(job)
                if not queue.length:
                    del self._queues[job.payer]

    def close(self) -> None:
        """Stop all jobs; those that do not listen are left behind."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        deadline = time.monotonic() + GOODBYE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    # ------------------------------------------------------------------ in the threads

    def _find_payer(self) -> str | None:
        """Whose turn it is: whoever has the fewest jobs running, and of these who has waited longest."""
        payers = [payer for payer in self._queues if self._running[payer] < self._most_running]
        return min(payers, key=lambda payer: self._running[payer], default=None)

    def _take_job(self) -> Job | None:
        with self._wake:
            while not self._closed and (payer := self._find_payer()) is None:
                self._wake.wait()
            if self._closed or payer is None:
                return None
            job = self._queues[payer].take()
            if self._queues[payer].length:
                self._queues.move_to_end(payer)
            else:
                del self._queues[payer]
            self._running[payer] += 1
            return job

    def _end_job(self, job: Job) -> None:
        with self._wake:
            self._running[job.payer] -= 1
            if not self._running[job.payer]:
                del self._running[job.payer]
            self._wake.notify()

    def _work(self) -> None:
        give_way()
        while (job := self._take_job()) is not None:
            answer: Answer = (None, None)
            try:
                if not job.stop.is_set():
                    answer = self._do(job)
            finally:
                self._end_job(job)  # before anybody hears of it, so that whoever has heard finds a thread free
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                job.loop.call_soon_threadsafe(_answer, job.waiting, *answer)

    def _do(self, job: Job) -> Answer:
        began = time.thread_time()
        try:
            return job.work(lambda: self._is_over(job)), None
        except Exception as problem:
            return None, problem
        finally:
            with self._wake:
                self._usage.add(job.payer, time.thread_time() - began)

    def _is_over(self, job: Job) -> bool:
        """Whether the work is to stop. It asks again and again, and hears nothing while it has to stand still."""
        while not (over := job.stop.is_set() or self._closed) and self._must_stand_still(job.payer):
            time.sleep(STANDING_STILL)
        return over

    def _must_stand_still(self, payer: str) -> bool:
        """Whether enough of the running jobs belong to payers who have used less."""
        with self._wake:
            if self._running.total() <= self._cores:
                return False
            mine = self._usage[payer]
            first = sum(
                jobs for other, jobs in self._running.items() if other != payer and self._usage[other] < mine
            )
        return first >= self._cores


def give_way() -> None:
    """Let the event loop go first; only Linux knows this of a single thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _answer(waiting: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if waiting.done():
        return
    if problem:
        waiting.set_exception(problem)
    else:
        waiting.set_result(result)
