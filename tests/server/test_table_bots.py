"""Bots and hints of a table: when they run, when they stop, and what happens if they fail."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamut import bots, games
from gamut.server.tables import table_bots
from gamut.server.tables.game_info import describe_game
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    COMPILE_TIMEOUT_S,
    UNLIMITED,
    InProcessServer,
    run_with_server,
    server_test,
)
from tests.server.toy_game import GAME

HOUR_MS = 3_600_000  # longer than any test


@pytest.mark.parametrize("kind", ["raises", "illegal"])
def test_a_failing_bot_does_not_block_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    class Broken:
        def choose(self, *_: Any) -> bots.Choice:
            if kind == "raises":
                raise ValueError("broken")
            return bots.Choice(10_000)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "easy", first="2")
        me = await server.join(table, 0)
        monkeypatch.setattr("gamut.server.tables.table_bots.bots.make_bot", lambda *_: Broken())
        await me.play_legal()
        await me.wait_for_view(lambda v: v.legal and v.decision == 1)
        assert [e.seat for e in server.room(table).match.entries if e.kind == "play"].count(1) >= 2

    run_with_server(tmp_path, test)


@server_test()
async def test_an_undo_stops_the_bot(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1", pause_ms=5000)
    me = await server.join(table, 0)
    await me.play_legal()
    room = server.room(table)
    assert room.bots.playing
    view = await me.undo()
    assert view.legal
    assert not room.bots.playing


def test_a_hint_that_times_out_is_refused_without_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[str] = []

    async def think_long(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(table_bots.TableBots, "_think", think_long)
    monkeypatch.setattr(table_bots, "log_failure", lambda what, **_: failures.append(what))

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "here", first="1")
        me = await server.join(table, 0)
        await me.wait_for_view(lambda v: v.legal)
        assert (await me.request(m.Hint(), m.Refused)).text == "No hint is available right now."

    run_with_server(tmp_path, test)
    assert failures == []


def test_a_game_without_levels_has_greedy_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare, others = replace(GAME, id="bare", levels={}), games.find_game
    monkeypatch.setattr(games, "find_game", lambda name: bare if name == bare.id else others(name))
    assert describe_game(bare).levels == ["greedy"]

    async def test(server: InProcessServer) -> None:
        request = m.TableRequest(bare.id, [m.SeatRequest("me"), m.SeatRequest("bot"), m.SeatRequest("link")])
        server.hub.compiler.request(bare).result(COMPILE_TIMEOUT_S)
        table = await server.hub.open_table(request)
        await server.add_parts(table)
        me = await server.join(table, 0)
        assert me.welcome.levels == ["greedy"]
        me.send(m.SetStandIn(2, "greedy"))
        view = await me.wait_for_view(lambda v: v.legal)
        assert [player.level for player in view.players] == [None, "greedy", "greedy"]
        assert (await me.request(m.Hint(), m.HintAnswer)).best.steps[0].action in view.legal
        me.send(m.Resign())
        await me.wait_for_view(lambda v: v.players[0].level == "greedy")
        await me.wait_for_view(lambda v: v.result)

    run_with_server(tmp_path, test)


@server_test()
async def test_bots_stop_while_no_player_is_connected(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="2", pause_ms=300)
    me, watch = await server.join(table, 0), await server.join(table)
    room = server.room(table)
    assert room.bots.playing
    await me.close()
    await asyncio.sleep(0.6)
    assert not room.bots.playing, "a spectator does not start the bots"
    assert not any(e.kind == "play" for e in room.match.entries)
    back = await server.join(table, 0)
    await back.wait_for_view(lambda v: v.legal)
    await watch.wait_for_view(lambda v: v.serial > 0)


@server_test()
async def test_a_table_of_bots_plays_only_while_the_host_watches(server: InProcessServer) -> None:
    table = await server.open_table("easy", "easy", pause_ms=50)
    watch = await server.join(table)
    await watch.wait_for_view(lambda v: v.serial > 2)
    await watch.close()
    room = server.room(table)
    assert not room.bots.playing
    assert room.idle
    steps = len(room.match.entries)
    await asyncio.sleep(0.3)
    assert len(room.match.entries) <= steps + 1, "one move may have been under way"
    again = await server.join(table)
    await again.wait_for_view(lambda v: v.result)


@server_test(replace(UNLIMITED, hint_burst=1, hints_per_minute=0.001))
async def test_hints_are_limited_per_address(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    await me.request(m.Hint(), m.HintAnswer)
    refused = await me.request(m.Hint(), m.Refused)
    assert (refused.reason, "hint requests" in refused.text) == ("too_often", True)


@server_test()
async def test_pauses_are_skipped_until_it_is_a_persons_turn(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", "easy", "easy", first="2", pause_ms=5000)
    me, watch = await server.join(table, 0), await server.join(table)
    server.room(table).match.pause_ms = HOUR_MS
    assert (await watch.request(m.SkipPauses(), m.Refused)).reason == "not_allowed"
    me.send(m.SkipPauses())
    assert (await me.wait_for_view(lambda v: v.pauses_skipped)).legal == []
    view = await me.wait_for_view(lambda v: v.legal or v.result)
    assert not view.pauses_skipped, "a person's turn ends it"
    assert view.pause_ms == HOUR_MS, "the pause is unchanged"
    me.send(m.SkipPauses())
    await me.request(m.DescribePiece("deck"), m.PieceDescription)
    assert not me.view.pauses_skipped, "no bot is pausing"


@server_test()
async def test_the_host_of_a_table_of_bots_can_skip_pauses(server: InProcessServer) -> None:
    table = await server.open_table("easy", "easy", stock=3, pause_ms=5000)
    watch = await server.join(table)
    server.room(table).match.pause_ms = HOUR_MS
    watch.send(m.SkipPauses())
    view = await watch.wait_for_view(lambda v: v.result)
    assert not view.pauses_skipped
