"""A pool of threads for long work, fair between client addresses.

The jobs of an address wait for each other, and one thread is always kept free for other addresses: their work begins
at once. As there are fewer cores than threads, the jobs of the address that has recently used the most CPU time pause
meanwhile.
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
Outcome: TypeAlias = tuple[Any, BaseException | None]  # the result or the error of a job
THROTTLE_INTERVAL_S = 0.003  # between two checks whether a paused job may continue
MAX_ADDRESSES = 1000  # whose usage is kept
USAGE_HALF_LIFE_S = 20.0
SHUTDOWN_TIMEOUT_S = 3.0  # for all threads together
NICENESS = 5  # of the threads, so that the event loop runs first


class QueueFull(Exception):
    """Too many jobs of an address are waiting."""


@dataclass(frozen=True, eq=False)
class Job:
    """Work for a table, charged to an address."""

    address: str
    table_id: str
    work: Callable[[JobControl], Any]
    waiting: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event


class JobControl:
    """What running work calls between its steps."""

    def __init__(self, pool: FairPool, job: Job) -> None:
        self._pool, self._job = pool, job

    @property
    def cancelled(self) -> bool:
        """Whether the result is no longer needed."""
        return self._job.stop.is_set() or self._pool.closed

    def yield_to_others(self) -> None:
        """Block while addresses that have used less need all cores."""
        while not self.cancelled and self._pool.must_wait(self._job.address):
            time.sleep(THROTTLE_INTERVAL_S)


class Queue:
    """The waiting jobs of one address: its tables take turns, each with its oldest job."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, deque[Job]] = OrderedDict()  # the next one first
        self.length = 0

    def add(self, job: Job) -> None:
        self._tables.setdefault(job.table_id, deque()).append(job)
        self.length += 1

    def take(self) -> Job:
        table_id, jobs = self._tables.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._tables[table_id] = jobs
        self.length -= 1
        return job

    def remove(self, job: Job) -> None:
        """Remove a job unless it has been taken."""
        jobs = self._tables.get(job.table_id, deque())
        if job in jobs:
            jobs.remove(job)
            self.length -= 1
            if not jobs:
                del self._tables[job.table_id]


class Usage:
    """The CPU time that each address has used recently, decaying exponentially."""

    def __init__(self) -> None:
        self._seconds: dict[str, tuple[float, float]] = {}  # by address: seconds, and the time of the last update

    def __getitem__(self, address: str) -> float:
        seconds, updated = self._seconds.get(address, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - updated) / USAGE_HALF_LIFE_S))

    def add(self, address: str, seconds: float) -> None:
        """Add CPU time, and drop addresses with next to none."""
        self._seconds[address] = self[address] + seconds, time.monotonic()
        if len(self._seconds) > MAX_ADDRESSES:
            self._seconds = {name: used for name, used in self._seconds.items() if self[name] > 0.01}


class FairPool:
    """Runs jobs in threads. `max_waiting` jobs may wait per address, and at most `cores` threads compute at a time."""

    def __init__(
        self, threads: int | None = None, max_waiting: int = 64, name: str = "bots", cores: int | None = None
    ) -> None:
        self._queues: OrderedDict[str, Queue] = OrderedDict()  # by address, the last served one last
        self._running: Counter[str] = Counter()
        self._usage = Usage()
        self._wake = threading.Condition()
        self.closed = False
        self._max_waiting = max_waiting
        count = threads or max(2, os.cpu_count() or 1)
        self._cores = cores or max(1, (os.cpu_count() or 1) - 1)  # one is left for the event loop
        self._max_running = max(1, count - 1)  # jobs per address
        self._threads = [
            threading.Thread(target=self._work, name=f"gamut-{name}-{k}", daemon=True) for k in range(count)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> int:
        """The number of running jobs."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a thread."""
        return sum(queue.length for queue in list(self._queues.values()))

    async def run(self, address: str, table_id: str, work: Callable[[JobControl], T]) -> T:
        """Return what `work` returns; it is cancelled together with the caller."""
        loop = asyncio.get_running_loop()
        job = Job(address, table_id, work, loop.create_future(), loop, threading.Event())
        with self._wake:
            queue = self._queues.setdefault(address, Queue())
            if queue.length >= self._max_waiting:
                raise QueueFull
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
            queue = self._queues.get(job.address)
            if queue:
                queue.remove(job)
                if not queue.length:
                    del self._queues[job.address]

    def close(self) -> None:
        """Cancel all jobs; those that do not react in time are abandoned."""
        with self._wake:
            self.closed = True
            self._wake.notify_all()
        deadline = time.monotonic() + SHUTDOWN_TIMEOUT_S
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    # ------------------------------------------------------------------ in the threads

    def _find_address(self) -> str | None:
        """Return the address to serve next: with the fewest running jobs, and of these the longest waiting one."""
        addresses = [address for address in self._queues if self._running[address] < self._max_running]
        return min(addresses, key=lambda address: self._running[address], default=None)

    def _take_job(self) -> Job | None:
        with self._wake:
            while not self.closed and (address := self._find_address()) is None:
                self._wake.wait()
            if self.closed or address is None:
                return None
            job = self._queues[address].take()
            if self._queues[address].length:
                self._queues.move_to_end(address)
            else:
                del self._queues[address]
            self._running[address] += 1
            return job

    def _end_job(self, job: Job) -> None:
        with self._wake:
            self._running[job.address] -= 1
            if not self._running[job.address]:
                del self._running[job.address]
            self._wake.notify()

    def _work(self) -> None:
        lower_thread_priority()
        while (job := self._take_job()) is not None:
            outcome: Outcome = (None, None)
            try:
                if not job.stop.is_set():
                    outcome = self._do(job)
            finally:
                self._end_job(job)  # first, so that the caller finds a free thread
            with suppress(RuntimeError):  # the loop is closed
                job.loop.call_soon_threadsafe(_settle, job.waiting, *outcome)

    def _do(self, job: Job) -> Outcome:
        began = time.thread_time()
        try:
            return job.work(JobControl(self, job)), None
        except Exception as problem:
            return None, problem
        finally:
            with self._wake:
                self._usage.add(job.address, time.thread_time() - began)

    def must_wait(self, address: str) -> bool:
        """Return whether jobs of addresses that have used less CPU time need all cores."""
        with self._wake:
            if self._running.total() <= self._cores:
                return False
            own_usage = self._usage[address]
            first = sum(
                jobs for other, jobs in self._running.items() if other != address and self._usage[other] < own_usage
            )
        return first >= self._cores


def lower_thread_priority() -> None:
    """Let the event loop run first. Only Linux has priorities of single threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _settle(waiting: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if waiting.done():
        return
    if problem:
        waiting.set_exception(problem)
    else:
        waiting.set_result(result)
