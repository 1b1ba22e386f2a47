"""The thread pool for bots is fair between addresses and tables, and stops cleanly."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from gamut.server.tables import fair_pool
from gamut.server.tables.fair_pool import FairPool, JobControl, QueueFull
from tests.server.in_process_server import async_test, poll, run


async def start_job(pool: FairPool, payer: str, work: Callable[[Any], Any], table: str = "t") -> asyncio.Task[Any]:
    task = asyncio.create_task(pool.run(payer, table, work))
    await asyncio.sleep(0)
    return task


@async_test
async def test_a_job_starts_although_another_address_has_many() -> None:
    pool, gate = FairPool(2), threading.Event()
    many = [await start_job(pool, "attacker", lambda _: gate.wait(20), f"t{k}") for k in range(30)]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(10):
        assert await pool.run("stranger", "s", lambda _: "thought") == "thought"
    assert not any(task.done() for task in many)
    gate.set()
    await asyncio.gather(*many)
    pool.close()


@async_test
async def test_jobs_of_the_heaviest_address_pause_when_cores_are_scarce() -> None:
    pool = FairPool(2, cores=1)
    seen, halt = list[str](), threading.Event()

    def think(name: str, times: int) -> Callable[[Any], None]:
        def steps(control: JobControl) -> None:
            for _ in range(times):
                control.yield_to_others()
                if control.cancelled or halt.is_set():
                    return
                seen.append(name)
                deadline = time.thread_time() + 0.002
                while time.thread_time() < deadline:
                    pass

        return steps

    await pool.run("attacker", "t", think("attacker", 50))
    heavy = await start_job(pool, "attacker", think("attacker", 100_000))
    await poll(lambda: len(seen) >= 60, "the second job")
    before = len(seen)
    await pool.run("stranger", "s", think("stranger", 100))
    meanwhile = seen[before:]
    first = meanwhile.index("stranger")
    assert "attacker" not in meanwhile[first + 2 : first + 98], "the attacker paused"
    now = len(seen)
    await poll(lambda: len(seen) >= now + 10, "the paused job to continue")
    halt.set()
    await heavy
    pool.close()


@async_test
async def test_jobs_alternate_between_addresses_and_then_between_their_tables() -> None:
    pool, gate, order = FairPool(1), threading.Event(), list[str]()
    first = await start_job(pool, "x", lambda _: gate.wait(20))
    await asyncio.sleep(0.05)
    waiting = [("a", "1"), ("a", "1"), ("a", "2"), ("b", "3"), ("a", "2"), ("c", "4")]
    tasks = [
        await start_job(pool, payer, lambda _, name=payer + table: order.append(name), table)  # type: ignore[misc]
        for payer, table in waiting
    ]
    gate.set()
    await asyncio.gather(first, *tasks)
    assert order == ["a1", "b3", "c4", "a2", "a1", "a2"]
    pool.close()


@async_test
async def test_waiting_jobs_of_an_address_are_limited_and_cancelled_ones_removed() -> None:
    pool, gate = FairPool(1, max_waiting=3), threading.Event()
    running = await start_job(pool, "a", lambda _: gate.wait(20))
    await asyncio.sleep(0.05)
    waiting = [await start_job(pool, "a", lambda _: None, f"t{k}") for k in range(3)]
    with pytest.raises(QueueFull):
        await pool.run("a", "t", lambda _: None)
    other = await start_job(pool, "b", lambda _: "b")
    for task in waiting:
        task.cancel()
    await asyncio.sleep(0)
    again = await start_job(pool, "a", lambda _: "again")
    gate.set()
    assert [await running, await other, await again] == [True, "b", "again"]
    assert not pool._queues
    assert not pool._running
    pool.close()


@async_test
async def test_jobs_of_one_address_alternate_between_its_tables() -> None:
    pool, order = FairPool(1), list[str]()
    gate = threading.Event()
    blocking = asyncio.create_task(pool.run("p", "first", lambda _: gate.wait(10)))
    await asyncio.sleep(0.05)
    tasks = [
        asyncio.create_task(pool.run("p", name, lambda _, n=name: order.append(n)))  # type: ignore[misc]
        for name in ["a", "a", "a", "b", "c", "b"]
    ]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(blocking, *tasks)
    assert order == ["a", "b", "c", "a", "b", "a"]
    pool.close()


@async_test
async def test_cancelling_stops_a_running_job_and_drops_a_waiting_one() -> None:
    pool, seen = FairPool(1), list[str]()

    def think(control: JobControl) -> None:
        seen.append("began")
        while not control.cancelled:
            threading.Event().wait(0.005)
        seen.append("stopped")

    one = asyncio.create_task(pool.run("p", "t", think))
    two = asyncio.create_task(pool.run("p", "t", lambda _: seen.append("two")))
    await asyncio.sleep(0.05)
    two.cancel()
    one.cancel()
    await asyncio.gather(one, two, return_exceptions=True)
    await pool.run("p", "t", lambda _: None)
    assert seen == ["began", "stopped"]
    pool.close()


@async_test
async def test_an_exception_reaches_the_caller() -> None:
    pool = FairPool(1)

    def fail(_: Any) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await pool.run("p", "t", fail)
    assert await pool.run("p", "t", lambda _: 5) == 5
    pool.close()


def test_close_does_not_wait_for_jobs_that_ignore_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_pool, "SHUTDOWN_TIMEOUT_S", 0.05)

    async def work() -> None:
        pool, gate, began = FairPool(30), threading.Event(), threading.Semaphore(0)

        def think(_: Any) -> None:
            began.release()
            gate.wait(60)

        tasks = [asyncio.create_task(pool.run(str(k), "t", think)) for k in range(30)]
        for _ in tasks:
            await asyncio.to_thread(began.acquire)
        await asyncio.wait_for(asyncio.to_thread(pool.close), 30)
        gate.set()
        for task in tasks:
            task.cancel()

    run(work())
