"""Connections: slow browsers, too many messages, nonsense by the thousand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gamut.server import messages as m
from tests.load.fuzz import fuzz
from tests.server.kit import FAST, Browser, House, in_house


def test_a_slow_browser_gets_only_the_latest_view_with_the_whole_log(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("easy", "easy")
        quick, slow = await house.join(table), await house.join(table)
        slow.stalled.clear()
        seen = len(slow.heard)
        await quick.sees(lambda v: v.result)
        slow.stalled.set()
        await slow.sees(lambda v: v.result)
        assert sum(isinstance(heard, m.View) for heard in slow.heard[seen:]) <= 3
        assert slow.log == quick.log
        assert len(slow.log) > 40

    in_house(tmp_path, test)


def test_a_browser_that_does_not_read_is_sent_away_with_a_word(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here")
        me, other = await house.join(table, 0), await house.join(table, 1)
        other.stalled.clear()
        for _ in range(100):
            await me.ask(m.Emote("thanks"), m.Emoted)
        other.stalled.set()
        await other.until(lambda: other.closed == 1008)
        assert isinstance(other.heard[-1], m.Bye)
        assert "comes back" in other.heard[-1].text
        assert sum(isinstance(x, m.Emoted) for x in other.heard) <= 2, "what waited is gone, not sent late"

    in_house(tmp_path, test, replace(FAST, queued_messages=64))


def test_what_waits_for_a_browser_is_bounded_in_bytes(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me = await house.join(table, 0)
        assert me.view
        preview = m.Preview(0, me.view.legal[0])
        await me.ask(preview, m.Previewed)
        me.stalled.clear()
        for _ in range(40):
            me.send(m.WhyNot(["x" * 60] * 16, "y"))
        await asyncio.sleep(0.2)
        me.stalled.set()
        await me.until(lambda: me.closed == 1008)

    in_house(tmp_path, test, replace(FAST, queued_bytes=20_000))


def test_too_many_messages_are_refused_by_name_and_the_game_goes_on(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, other = await house.join(table, 0), await house.join(table, 1)
        for _ in range(60):
            other.send(m.Emote("oops"))
        await other.until(lambda: any(isinstance(x, m.Refused) and x.reason == "too_often" for x in other.heard))
        await me.act()
        await other.sees(lambda v: v.legal)
        assert other.closed is None

    in_house(tmp_path, test, replace(FAST, messages_per_second=20, message_burst=20))


def test_a_connection_that_never_joins_is_closed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        silent = Browser(house.hub)
        await silent.until(lambda: silent.closed == 1008)

    in_house(tmp_path, test, replace(FAST, join_seconds=0.05))


def test_a_goodbye_comes_before_the_connection_is_closed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me = await house.join(await house.open("me", "easy"), 0)
        house.hub.say_goodbye()
        await me.until(lambda: me.closed == 1012)
        assert isinstance(me.heard[-1], m.Bye)
        late = Browser(house.hub)
        assert (await late.ask(m.Join("x", "y"), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


@pytest.mark.slow
def test_nonsense_harms_nobody(tmp_path: Path) -> None:
    found = asyncio.run(fuzz(tmp_path, messages=300, requests=100, tables=2, seed=7, short=True))
    assert found["messages"] == 300
    assert found["reached a game"] > 60
    assert found["heard"]["malformed"] > 25
    assert sum(found["statuses"].values()) == 100
