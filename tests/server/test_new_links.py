"""A new link to the seat of an absent player: only for seats without a hidden hand, and never behind anyone's back."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.server.tables import seating
from gamut.server.tables.seat_secrets import new_token
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    Client,
    Clock,
    InProcessServer,
    async_test,
    invitation_token,
    new_part,
    open_server,
    server_test,
)
from tests.server.test_absent_players import disconnect
from tests.server.test_invitations import request_refused, wait_for_dismissal

NEW_LINK_MS, COMING_MS = 300_000, seating.COMING_MS


async def start(server: InProcessServer, game: str) -> tuple[m.NewTable, Client, Client]:
    """A running game of a host and a guest."""
    table = await server.open_table("me", "link", game=game)
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1, "Bo")
    await me.wait_for_view(lambda v: not v.not_ready)
    return table, me, guest


async def claim(server: InProcessServer, table: str, token: str, name: str) -> Client:
    client = await server.join_with(m.Join(table, token))
    secret = new_token()
    await client.request(m.ClaimSeat(table, token, secret, name, new_part()), m.Welcome)
    client.join_message = m.Join(table, secret)
    return client


@server_test()
async def test_after_five_minutes_the_host_may_offer_a_new_link(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await start(server, "mixx")
    watch = await server.join(table)
    assert (await me.request(m.Invite(1), m.Refused)).text == "This seat is already taken."
    await disconnect(guest, me)
    assert me.view.players[1].new_link_from == fake_clock.now + NEW_LINK_MS
    fake_clock.now += NEW_LINK_MS - 1500
    assert (await me.request(m.Invite(1), m.Refused)).text == "You can offer a new link in 2 s."
    fake_clock.now += 1500
    fresh = await me.request(m.Invite(1), m.Invitation)
    for client in (me, watch):
        view = await client.wait_for_view(lambda v: v.players[1].has_open_invitation)
        assert (client.log[-1].seat, client.log[-1].text) == (1, "stayed away; the host offered a new link to the seat")
        assert (view.players[1].kind, view.players[1].name) == ("person", "Bo")
    new = await claim(server, table.table, fresh.token, "Cy")
    for client in (me, watch, new):
        view = await client.wait_for_view(lambda v: v.players[1].name == "Cy")
        assert client.log[-1].text == "took over the seat of Bo with a new link"
        assert not view.players[1].has_open_invitation
    refused = await request_refused(server, guest.join_message)
    assert (refused.reason, "new link" in refused.text) == ("replaced", True), "the old secret is revoked"
    assert (await request_refused(server, m.Join(table.table, fresh.token))).reason == "used"


@server_test()
async def test_a_player_who_returns_ends_the_new_link(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await start(server, "mixx")
    await disconnect(guest, me)
    fake_clock.now += NEW_LINK_MS
    fresh = await me.request(m.Invite(1), m.Invitation)
    looking = await server.join_with(m.Join(table.table, fresh.token))
    back = await server.rejoin(guest)
    assert (await wait_for_dismissal(looking)).reason == "used"
    assert (await request_refused(server, m.Join(table.table, fresh.token))).reason == "used"
    assert not (await back.wait_for_view()).players[1].has_open_invitation
    assert (await me.request(m.Invite(1), m.Refused)).text == "This seat is already taken."


@server_test()
async def test_a_stand_in_ends_the_new_link(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await start(server, "mixx")
    await disconnect(guest, me)
    fake_clock.now += NEW_LINK_MS
    fresh = await me.request(m.Invite(1), m.Invitation)
    me.send(m.SetStandIn(1, "easy"))
    await me.wait_for_view(lambda v: v.players[1].level == "easy")
    assert (await request_refused(server, m.Join(table.table, fresh.token))).reason == "used"
    again = await me.request(m.Invite(1), m.Invitation)
    new = await claim(server, table.table, again.token, "Cy")
    assert (await new.wait_for_view(lambda v: v.players[1].level is None)).players[1].name == "Cy"


@pytest.mark.parametrize("game", ["colori", "prismatic"])
@server_test()
async def test_the_host_never_gets_a_seat_with_a_hidden_hand(
    server: InProcessServer, fake_clock: Clock, game: str
) -> None:
    table, me, guest = await start(server, game)
    await disconnect(guest, me)
    assert me.view.players[1].new_link_from is None
    fake_clock.now += 100 * NEW_LINK_MS
    assert (await me.request(m.Invite(1), m.Refused)).text == "This seat is already taken."
    me.send(m.SetStandIn(1, "easy"))
    await me.wait_for_view(lambda v: v.players[1].level == "easy")
    assert (await me.request(m.Invite(1), m.Refused)).text == "This seat is already taken."
    for token in (invitation_token(table, 1), me.join_message.token, new_token()):
        forged = m.ClaimSeat(table.table, token, new_token(), "Cy")
        assert (await request_refused(server, forged)).reason in ("used", "not_allowed", "invalid_token")
    assert not me.messages(m.Invitation)
    back = await server.rejoin(guest)
    assert back.welcome.seat == 1, "the player's own secret still opens the seat"


@server_test()
async def test_only_the_host_offers_new_links(server: InProcessServer, fake_clock: Clock) -> None:
    table = await server.open_table("me", "link", "link")
    me, one, two = (await server.join(table, 0), await server.claim_seat(table, 1), await server.claim_seat(table, 2))
    await me.wait_for_view(lambda v: not v.not_ready)
    await disconnect(one, me)
    fake_clock.now += NEW_LINK_MS
    watch = await server.join(table)
    for client in (two, watch):
        assert (await client.request(m.Invite(1), m.Refused)).text == "Only the host can do that."
    two.send(m.Resign())
    await me.wait_for_view(lambda v: v.players[2].resigned)
    await two.close()
    await me.wait_for_view(lambda v: not v.players[2].connected)
    fake_clock.now += NEW_LINK_MS
    assert (await me.request(m.Invite(2), m.Refused)).text == "This seat is already taken.", "the player has resigned"


# ---------------------------------------------------------------------- a rematch without the guest


async def start_rematch(server: InProcessServer, game: str) -> tuple[str, Client, Client]:
    """The table of a rematch to which only the host has come."""
    _, me, guest = await start(server, game)
    await disconnect(guest, me)
    await me.resign()
    rematch = await me.request(m.Rematch(), m.RematchStarted)
    host = await server.join_with(m.Join(rematch.table, rematch.token))
    await host.wait_for_view(lambda v: v.not_ready == [0])
    return rematch.table, host, guest


@pytest.mark.parametrize("game", ["mixx", "colori"])
@server_test(away_seconds=60)
async def test_a_rematch_offers_the_seat_of_a_player_who_does_not_come(
    server: InProcessServer, fake_clock: Clock, game: str
) -> None:
    table, me, guest = await start_rematch(server, game)
    player = me.view.players[0]
    assert (player.kind, player.name, player.connected) == ("person", "Bo", False)
    assert player.stand_in_from == player.new_link_from == fake_clock.now + COMING_MS
    fake_clock.now += COMING_MS
    fresh = await me.request(m.Invite(0), m.Invitation)
    assert (await me.wait_for_view(lambda v: v.players[0].has_open_invitation)).not_ready == [0]
    new = await claim(server, table, fresh.token, "Cy")
    for client in (me, new):
        assert (await client.wait_for_view(lambda v: not v.not_ready)).players[0].name == "Cy"
    assert (await request_refused(server, m.Join(table, guest.join_message.token))).reason == "replaced"


@server_test(away_seconds=60)
async def test_a_bot_can_take_the_seat_in_a_rematch(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await start_rematch(server, "colori")
    fake_clock.now += COMING_MS
    fresh = await me.request(m.Invite(0), m.Invitation)
    me.send(m.SetStandIn(0, "easy"))
    await me.wait_for_view(lambda v: not v.not_ready)
    refused = await request_refused(server, m.Join(table, fresh.token))
    assert refused.reason == "used", "otherwise the host could look at the hand that the bot holds"
    back = await server.join_with(m.Join(table, guest.join_message.token))
    assert (await back.wait_for_view()).players[0].level is None


@server_test(away_seconds=60)
async def test_a_player_who_comes_to_the_rematch_ends_the_new_link(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await start_rematch(server, "colori")
    fake_clock.now += COMING_MS
    fresh = await me.request(m.Invite(0), m.Invitation)
    back = await server.join_with(m.Join(table, guest.join_message.token))
    await back.wait_for_view(lambda v: not v.not_ready)
    assert (await request_refused(server, m.Join(table, fresh.token))).reason == "used"


@async_test
async def test_a_new_link_survives_a_restart_but_not_the_next_rematch(tmp_path: Path, fake_clock: Clock) -> None:
    async with open_server(tmp_path) as server:
        table, me, guest = await start(server, "mixx")
        await disconnect(guest, me)
        fake_clock.now += NEW_LINK_MS
        fresh = await me.request(m.Invite(1), m.Invitation)
    async with open_server(tmp_path) as server:
        await server.join_with(m.Join(table.table, fresh.token))
        again = await server.rejoin(me)
        assert again.view.players[1].has_open_invitation
        assert again.view.players[1].new_link_from == fake_clock.now + NEW_LINK_MS
        again.send(m.SetStandIn(1, "easy"))
        await again.wait_for_view(lambda v: v.players[1].level == "easy")
        fake_clock.now += NEW_LINK_MS
        await again.request(m.Invite(1), m.Invitation)
        await again.resign()
        rematch = await again.request(m.Rematch(), m.RematchStarted)
        there = await server.join_with(m.Join(rematch.table, rematch.token))
        assert [p.has_open_invitation for p in there.view.players] == [False, False]
