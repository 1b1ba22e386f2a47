"""Tables of bots, and connections that guess tokens."""

from __future__ import annotations

from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, InProcessServer, server_test


@server_test()
async def test_bots_play_for_a_spectator_and_start_a_rematch(server: InProcessServer) -> None:
    table = await server.open_table("easy", "easy", "easy")
    assert table.seats == []
    watch = await server.join(table)
    assert (watch.welcome.seat, watch.welcome.host) == (-1, True)
    await watch.wait_for_view(lambda v: v.result)
    moved = await watch.request(m.Rematch(), m.RematchStarted)
    again = Client(server.hub)
    again.send(m.Join(moved.table, moved.token))
    view = await again.wait_for_view(lambda v: v.result)
    assert view.serial == len(server.hub.rooms[moved.table].match.table.history), "one view per action of a bot"


@server_test()
async def test_a_connection_that_guesses_tokens_is_closed(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    guesser = Client(server.hub)
    for k in range(8):
        guesser.send(m.Join(table.table, f"guess {k}"))
    await guesser.wait_until(lambda: guesser.close_code == 1008)
    assert all(x.reason == "invalid_token" for x in guesser.received if isinstance(x, m.Refused))
