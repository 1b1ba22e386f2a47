"""Slow clients, too many messages, connections that never join, and fuzzing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gamut.engine.seat_log import LogMark
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudget
from gamut.server.wire.connection import CLOSE_ERROR, Connection
from tests.faults.fuzz import fuzz
from tests.server.in_process_server import UNLIMITED, Client, InProcessServer, async_test, server_test


@server_test()
async def test_a_slow_client_receives_only_the_latest_view_with_the_whole_log(server: InProcessServer) -> None:
    table = await server.open_table("easy", "easy")
    fast, slow = await server.join(table), await server.join(table)
    slow.reading.clear()
    seen = len(slow.received)
    await fast.wait_for_view(lambda v: v.result)
    slow.reading.set()
    await slow.wait_for_view(lambda v: v.result)
    assert sum(isinstance(x, m.View) for x in slow.received[seen:]) <= 3
    assert slow.log == fast.log
    assert len(slow.log) > 40


@server_test()
async def test_a_ping_is_answered_while_the_room_is_busy_and_before_joining(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    me = await server.join(table, 0)
    async with server.room(table)._lock:
        await me.request(m.Ping(), m.Pong)
    stranger = Client(server.hub)
    await stranger.request(m.Ping(), m.Pong)
    await stranger.close()


@server_test(replace(UNLIMITED, queued_messages=64))
async def test_a_client_that_does_not_read_is_disconnected_with_a_goodbye(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    me, other = await server.join(table, 0), await server.join(table, 1)
    other.reading.clear()
    for _ in range(100):
        await me.request(m.Emote("thanks"), m.EmoteShown)
    other.reading.set()
    await other.wait_until(lambda: other.close_code == 1012)
    assert isinstance(other.received[-1], m.Goodbye)
    assert "Reconnecting" in other.received[-1].text
    assert sum(isinstance(x, m.EmoteShown) for x in other.received) <= 2, "queued messages are dropped, not sent late"


@server_test(replace(UNLIMITED, queued_messages=8))
async def test_many_messages_at_once_do_not_disconnect_a_client_that_reads(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    me, other = await server.join(table, 0), await server.join(table, 1)
    for _ in range(50):
        me.send(m.Emote("thanks"))
    await other.wait_until(lambda: len(other.messages(m.EmoteShown)) == 50)
    assert (other.close_code, other.messages(m.Goodbye)) == (None, [])


@server_test(replace(UNLIMITED, announcements_per_minute=0.001, announcement_burst=4))
async def test_announcements_of_a_seat_share_one_allowance(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    (me, again), other = await server.join_all(table, 0, 0), await server.join(table, 1)
    me.send(m.Resign())
    await other.wait_for_view(lambda v: v.result)
    seen = len(other.messages(m.Refused))
    for k in range(10):
        for client in (me, again):
            client.send(m.Emote("oops") if k == 0 else m.Rematch())
            client.send(m.AnswerProposal(False))
    await again.wait_until(lambda: sum(x.reason == "too_often" for x in again.messages(m.Refused)) >= 7)
    assert len(other.messages(m.EmoteShown)) == 2
    assert len(other.messages(m.Refused)) - seen <= 2, "a request that is withdrawn is an announcement too"


@server_test(replace(UNLIMITED, address_messages_per_second=0.001, address_message_burst=12))
async def test_the_connections_of_an_address_share_an_allowance_of_messages(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    clients = await server.join_all(table, 0, 0, 1)
    answers = [await client.request(m.DescribePiece("deck"), m.PieceDescription) for client in clients]
    for client in clients * 4:
        client.send(m.DescribePiece("deck"))
    await clients[2].wait_until(lambda: any(x.reason == "too_often" for x in clients[2].messages(m.Refused)))
    assert sum(len(client.messages(m.PieceDescription)) for client in clients) - len(answers) <= 6


@server_test(replace(UNLIMITED, queued_bytes=20_000))
async def test_the_queue_of_a_client_is_limited_in_bytes(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    preview = m.Preview(0, me.view.legal[0])
    await me.request(preview, m.PreviewAnswer)
    me.reading.clear()
    for _ in range(200):
        me.send(m.DescribePiece("x" * 60))
    await asyncio.sleep(0.2)
    me.reading.set()
    await me.wait_until(lambda: me.close_code == 1012)


@server_test(replace(UNLIMITED, messages_per_second=20, message_burst=20))
async def test_too_many_messages_are_refused_and_the_game_continues(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other = await server.join(table, 0), await server.join(table, 1)
    for _ in range(60):
        other.send(m.Emote("oops"))
    await other.wait_until(lambda: any(isinstance(x, m.Refused) and x.reason == "too_often" for x in other.received))
    await me.play_legal()
    await other.wait_for_view(lambda v: v.legal)
    assert other.close_code is None


@server_test(replace(UNLIMITED, join_seconds=0.05))
async def test_a_connection_that_never_joins_is_closed(server: InProcessServer) -> None:
    silent = Client(server.hub)
    await silent.wait_until(lambda: silent.close_code == 1008)


@server_test()
async def test_a_goodbye_precedes_the_close_of_a_connection(server: InProcessServer) -> None:
    me = await server.join(await server.open_table("me", "easy"), 0)
    server.hub.close_rooms()
    await me.wait_until(lambda: me.close_code == 1012)
    assert isinstance(me.received[-1], m.Goodbye)
    late = Client(server.hub)
    assert (await late.request(m.Join("x", "y"), m.Refused)).reason == "not_allowed"


class ClosingChannel:
    """A channel that remembers how it was closed."""

    def __init__(self) -> None:
        self.can_write = True
        self.on_writable: Callable[[], None] | None = None
        self.codes: list[int] = []

    async def next_message(self) -> bytes | None:
        return None

    def write_messages(self, messages: Sequence[bytes]) -> None:
        raise AssertionError(f"sent {messages!r}")

    def close_now(self, code: int) -> None:
        self.codes.append(code)


@pytest.mark.parametrize("error", [ValueError, RuntimeError])
@async_test
async def test_a_view_that_fails_closes_the_connection_and_is_logged(
    error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(mark: LogMark) -> tuple[bytes, LogMark]:
        raise error("no view")

    channel = ClosingChannel()
    connection = Connection(channel, UNLIMITED, AddressBudget("", UNLIMITED))
    connection.queue_view(fail)
    await asyncio.sleep(0)
    assert channel.codes == [CLOSE_ERROR]
    assert "a view failed" in caplog.messages
    connection.send(m.Goodbye(text="late"))
    await asyncio.sleep(0)


@server_test(replace(UNLIMITED, view_bytes_per_second=1e5, view_byte_burst=1))
async def test_views_for_an_address_that_receives_too_much_come_later(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    clients = await server.join_all(table, 0, 1)
    seen = [len(client.messages(m.View)) for client in clients]
    for k in range(20):
        clients[0].send(m.Rename(f"Mira {k}"))
    await clients[1].wait_for_view(lambda v: v.players[0].name == "Mira 19")
    assert all(len(client.messages(m.View)) - n < 15 for client, n in zip(clients, seen, strict=True))


@pytest.mark.slow
def test_fuzzed_messages_and_requests_do_no_harm(tmp_path: Path) -> None:
    report = asyncio.run(fuzz(tmp_path, messages=300, requests=100, tables=2, seed=7, short=True))
    assert report["messages"] == 300
    assert report["reached a game"] > 60
    assert report["received"]["malformed"] > 25
    assert sum(report["statuses"].values()) == 100
