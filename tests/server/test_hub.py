"""A whole server: those who wait for the compiler, tables of bots alone, what one address may ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from gamut.engine.game import Game
from gamut.games import every
from gamut.server import compiler
from gamut.server import messages as m
from gamut.server.limits import Bucket, Buckets
from tests.server.kit import Browser, House, in_house


def test_those_who_wait_hear_what_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_something(game: Game) -> Iterator[None]:
        numba.njit(lambda x: x + 1)(1)
        yield

    async def test(house: House) -> None:
        monkeypatch.setattr(compiler, "call_everything", compile_something)
        table = await house.open("me", "link")
        me = await house.join(table, 0)
        kinds = [type(x) for x in me.heard]
        assert kinds[0] is m.Progress
        assert kinds.index(m.Progress) < kinds.index(m.Welcome)
        progress = me.heard[0]
        assert 1 <= progress.done <= progress.of
        assert "Mixx" in progress.what

    in_house(tmp_path, test)


def test_a_game_that_did_not_compile_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [True]

    def compile_or_fail(game: Game) -> Iterator[None]:
        if broken.pop():
            raise OSError("no room on the disk")
        yield

    async def test(house: House) -> None:
        table = await house.open("me", "link")
        broken.append(True)
        monkeypatch.setattr(compiler, "call_everything", compile_or_fail)
        join = m.Join(table.table, table.watch)
        browser = Browser(house.hub)
        assert (await browser.ask(join, m.Refused)).reason == "not_allowed"
        broken[:] = [False]
        assert (await browser.ask(join, m.Welcome)).seat == -1

    in_house(tmp_path, test)


def test_all_games_are_made_ready_ahead_and_a_failure_stops_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def compile_some(game: Game) -> Iterator[None]:
        made.append(game.id)
        yield
        if len(made) == 1:
            raise OSError("no room on the disk")

    async def test(house: House) -> None:
        monkeypatch.setattr(compiler, "call_everything", compile_some)
        await house.hub.compile_games()
        assert made == [g.id for g in sorted(every(), key=lambda g: g.minutes)]

    in_house(tmp_path, test)


def test_closing_stops_between_two_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    made, pieces = compiler.Compiler(), []

    def compile_two(game: Game) -> Iterator[None]:
        for piece in range(2):
            pieces.append(piece)
            made._closing = True
            yield

    monkeypatch.setattr(compiler, "call_everything", compile_two)
    asyncio.run(made.make_ready(every()[0], lambda what, done, of: None))
    assert pieces == [0]
    made.close()


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
        table = await house.open("me", "link")
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
    buckets = Buckets(rate=0.001, burst=1, most=2)
    assert [buckets.take(a) for a in ("a", "a", "b", "c", "c")] == [True, False, True, True, False]
    assert buckets.take("a"), "only the latest addresses are remembered"
