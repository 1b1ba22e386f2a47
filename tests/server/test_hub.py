"""A whole server: tables of bots alone, what one connection and one address may ask for."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gamut.server import messages as m
from gamut.server.accounts import Bucket
from tests.server.kit import Browser, House, in_house


def test_bots_alone_play_for_whoever_watches_and_begin_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("easy", "easy", "easy")
        assert table.seats == []
        watch = await house.join(table)
        assert (watch.welcome.seat, watch.welcome.host) == (-1, True)
        await watch.sees(lambda v: v.result)
        moved = await watch.ask(m.Rematch(), m.Moved)
        again = Browser(house.hub)
        again.send(m.Join(moved.table, moved.token))
        view = await again.sees(lambda v: v.result)
        assert view.serial == len(house.hub.rooms[moved.table].match.table.history), "nothing but bots' actions"

    in_house(tmp_path, test)


def test_a_connection_that_guesses_is_closed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here")
        guesser = Browser(house.hub)
        for k in range(8):
            guesser.send(m.Join(table.table, f"guess {k}"))
        await guesser.until(lambda: guesser.closed == 1008)
        assert all(x.reason == "bad_token" for x in guesser.heard if isinstance(x, m.Refused))

    in_house(tmp_path, test)


def test_buckets() -> None:
    bucket = Bucket(rate=0.001, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    quick = Bucket(rate=1e6, burst=1)
    assert quick.take()
    asyncio.run(asyncio.sleep(0.001))
    assert quick.take()
