"""Bots think in turns between tables, stop when told, and never hold up a table."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamut import bots, games
from gamut.server import fair_pool, table_bots
from gamut.server import messages as m
from gamut.server.catalogue import describe_game
from gamut.server.fair_pool import FairPool
from tests.server.kit import House, in_house, run
from tests.server.motes import GAME


def test_tables_take_turns() -> None:
    async def work() -> None:
        pool, order = FairPool(1), list[str]()
        gate = threading.Event()
        blocking = asyncio.create_task(pool.run("p", "first", lambda cancelled: gate.wait(10)))
        await asyncio.sleep(0.05)
        tasks = [
            asyncio.create_task(pool.run("p", name, lambda cancelled, n=name: order.append(n)))  # type: ignore[misc]
            for name in ["a", "a", "a", "b", "c", "b"]
        ]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(blocking, *tasks)
        assert order == ["a", "b", "c", "a", "b", "a"]
        pool.close()

    run(work())


def test_a_cancelled_thought_is_told_and_a_waiting_one_never_begins() -> None:
    async def work() -> None:
        pool, seen = FairPool(1), list[str]()

        def think(cancelled: Any) -> None:
            seen.append("began")
            while not cancelled():
                threading.Event().wait(0.005)
            seen.append("stopped")

        one = asyncio.create_task(pool.run("p", "t", think))
        two = asyncio.create_task(pool.run("p", "t", lambda cancelled: seen.append("two")))
        await asyncio.sleep(0.05)
        two.cancel()
        one.cancel()
        await asyncio.gather(one, two, return_exceptions=True)
        await pool.run("p", "t", lambda cancelled: None)
        assert seen == ["began", "stopped"]
        pool.close()

    run(work())


def test_an_error_comes_back_to_whoever_asked() -> None:
    async def work() -> None:
        pool = FairPool(1)

        def fail(cancelled: Any) -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await pool.run("p", "t", fail)
        assert await pool.run("p", "t", lambda cancelled: 5) == 5
        pool.close()

    run(work())


def test_thoughts_that_do_not_listen_do_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_pool, "GOODBYE", 0.05)

    async def work() -> None:
        pool, gate, began = FairPool(30), threading.Event(), threading.Semaphore(0)

        def think(cancelled: Any) -> None:
            began.release()
            gate.wait(600)

        tasks = [asyncio.create_task(pool.run(str(k), "t", think)) for k in range(30)]
        for _ in tasks:
            await asyncio.to_thread(began.acquire)
        await asyncio.wait_for(asyncio.to_thread(pool.close), 30)
        gate.set()
        for task in tasks:
            task.cancel()

    run(work())


@pytest.mark.parametrize("kind", ["raises", "illegal"])
def test_a_broken_bot_does_not_hold_up_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    class Broken:
        def choose(self, *_: Any) -> bots.Choice:
            if kind == "raises":
                raise ValueError("broken")
            return bots.Choice(10_000)

    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="2")
        me = await house.join(table, 0)
        monkeypatch.setattr("gamut.server.table_bots.bots.make_bot", lambda *_: Broken())
        await me.act()
        await me.sees(lambda v: v.legal and v.decision == 1)
        assert [e.seat for e in house.hub.rooms[table.table].match.log if e.kind == "act"].count(1) >= 2

    in_house(tmp_path, test)


def test_a_take_back_stops_the_bot(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="1", pause_ms=5000)
        me = await house.join(table, 0)
        await me.act()
        room = house.hub.rooms[table.table]
        assert room.bots.at_work
        view = await me.take_back()
        assert view.legal
        assert not room.bots.at_work

    in_house(tmp_path, test)


def test_a_hint_that_takes_too_long_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[str] = []

    async def think_long(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(table_bots.TableBots, "_think", think_long)
    monkeypatch.setattr(table_bots, "log_failure", lambda what, **_: failures.append(what))

    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me = await house.join(table, 0)
        await me.sees(lambda v: v.legal)
        assert (await me.ask(m.Hint(), m.Refused)).text == "There is no hint just now."

    in_house(tmp_path, test)
    assert failures == []


def test_a_game_that_declares_no_levels_has_greedy_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare, others = replace(GAME, id="bare", levels={}), games.find
    monkeypatch.setattr(games, "find", lambda name: bare if name == bare.id else others(name))
    assert describe_game(bare).levels == ["greedy"]

    async def test(house: House) -> None:
        request = m.TableRequest(bare.id, [m.SeatRequest("me"), m.SeatRequest("bot"), m.SeatRequest("link")])
        house.hub.compiler.want(bare).result(120)
        table = await house.hub.open_table(request)
        await house.add_parts(table)
        me = await house.join(table, 0)
        assert me.welcome.levels == ["greedy"]
        me.send(m.Fill(2, "greedy"))
        view = await me.sees(lambda v: v.legal)
        assert [player.level for player in view.players] == [None, "greedy", "greedy"]
        assert (await me.ask(m.Hint(), m.Hinted)).best in view.legal
        me.send(m.Resign())
        await me.sees(lambda v: v.players[0].level == "greedy")
        await me.sees(lambda v: v.result)

    in_house(tmp_path, test)
