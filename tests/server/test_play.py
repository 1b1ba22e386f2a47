"""Playing over a connection: acknowledgements, repeats, refusals, several tabs."""

from __future__ import annotations

from typing import Any

from gamut import games
from gamut.engine.table import SNAPSHOT_INTERVAL
from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, InProcessServer, server_test


@server_test()
async def test_two_people_play_a_game_to_its_end(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", stock=3, motifs=4)
    clients = [await server.join(table, 0), await server.join(table, 1), await server.join(table)]
    while not clients[0].view.result:
        (seat,) = clients[0].view.actors
        view = await clients[seat].play_legal()
        for client in clients:
            await client.wait_for_view(lambda v, serial=view.serial: v.serial >= serial)  # type: ignore[misc]
    for client in clients:
        assert client.view.result
        result = client.view.result
        winners = " and ".join(f"{{{seat}}}" for seat in result.winners)
        assert result.reason == f"The deck ran out, and {winners} won the most cards."
        assert not result.lost
        assert result.winners == sorted(r.seat for r in result.ranks if r.rank == 1)
        best = max(r.score or 0 for r in result.ranks)
        assert result.winners == sorted(r.seat for r in result.ranks if r.score == best)
        assert client.log == clients[0].log
    first = clients[0].received[0]
    assert isinstance(first, m.Welcome)
    assert (first.seat, first.host) == (0, True)
    assert first.goal == games.find_game("mixx").goal


@server_test()
async def test_a_repeat_is_acknowledged_again_and_a_stale_decision_gets_the_view(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1")
    me = await server.join(table, 0)
    first = m.PlayAction(0, me.view.legal[0])
    other = m.PlayAction(0, me.view.legal[1])
    await me.request(first, m.Ack)
    await me.wait_for_view(lambda v: v.decision == 1)
    assert (await me.request(first, m.Ack)).decision == 0
    refused = await me.request(other, m.Refused)
    assert (refused.reason, refused.decision) == ("stale", 0)
    assert (await me.request(m.PlayAction(7, first.action), m.Refused)).reason == "stale"
    assert isinstance((await me.request(other, m.View)), m.View)
    room = server.room(table)
    assert [e.seat for e in room.match.entries if e.kind == "play"].count(0) == 1


@server_test()
async def test_every_refusal_has_a_reason(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    stranger = Client(server.hub)
    assert (await stranger.request(m.Resign(), m.Refused)).reason == "not_allowed"
    assert (await stranger.request(m.Join("nowhere", "x"), m.Refused)).reason == "unknown_table"
    assert (await stranger.request(m.Join(table.table, "x"), m.Refused)).reason == "invalid_token"
    me, other, watch = await server.join(table, 0), await server.join(table, 1), await server.join(table)
    assert (await me.request(m.PlayAction(0, 639), m.Refused)).reason == "illegal"
    assert (await me.request(m.PlayAction(0, 2**31 - 1), m.Refused)).reason == "illegal"
    assert (await other.request(m.PlayAction(0, me.view.legal[0]), m.Refused)).reason == "illegal"
    assert (await me.request("{}", m.Refused)).reason == "malformed"
    assert (await me.request(b"\xff\xfe", m.Refused)).reason == "malformed"
    assert (await me.request('{"type": "emote", "emote": "free text"}', m.Refused)).reason == "malformed"
    assert (await me.request("x" * 5000, m.Refused)).reason == "too_large"
    assert (await me.request("é" * 2100, m.Refused)).reason == "too_large"
    assert (await me.request(m.Join(table.table, "x"), m.Refused)).reason == "not_allowed"
    assert (await watch.request(m.PlayAction(0, me.view.legal[0]), m.Refused)).reason == "not_allowed"
    assert (await other.request(m.SetPause(100), m.Refused)).reason == "not_allowed"
    assert (await other.request(m.SetStandIn(0, "easy"), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.Rename("\u202e \x00"), m.Refused)).reason == "not_allowed"
    action = me.view.legal[0]
    await me.request(m.Resign(), m.View)
    assert (await me.request(m.PlayAction(0, action), m.Refused)).reason == "over"
    assert (await me.request(m.Undo(), m.Refused)).reason == "over"


@server_test()
async def test_tabs_of_one_seat_show_the_same(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1")
    one, two = await server.join(table, 0), await server.join(table, 0)
    for _ in range(3):
        await one.play_legal()
        view = await two.play_legal()
        await one.wait_for_view(lambda v, serial=view.serial: v.serial >= serial)  # type: ignore[misc]
    await one.wait_for_view(lambda v: v.legal)
    view = await two.wait_for_view(lambda v: v.legal)
    assert one.log == two.log


@server_test()
async def test_an_action_is_played_once_and_an_undo_replays_few_steps(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1")
    me = await server.join(table, 0)
    match = server.room(table).match
    while len(match.table.history) < 2 * SNAPSHOT_INTERVAL:
        await me.play_legal()
        await me.wait_for_view(lambda v: v.legal)
    played: list[int] = []
    rules, play = match.table.verbs, match.table.verbs.play

    def count(c: Any, s: Any, i: int, seat: int, action: int) -> None:
        played.append(seat)
        play(c, s, i, seat, action)

    rules.__dict__["play"] = count
    await me.play_legal()
    await me.wait_for_view(lambda v: v.legal)
    assert played.count(0) == 1
    steps = len(match.table.history)
    played.clear()
    me.send(m.SetPause(5000))
    await me.undo()
    assert steps - SNAPSHOT_INTERVAL < len(match.table.history) < steps
    assert len(played) < SNAPSHOT_INTERVAL
