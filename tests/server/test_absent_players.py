"""A player whose connection breaks keeps their seat and their say; a bot may stand in after a time."""

from __future__ import annotations

import pytest

from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, Clock, InProcessServer, server_test
from tests.server.toy_game import DONE, KEEP

pytestmark = pytest.mark.usefixtures("toy_game")


async def play_first_round(server: InProcessServer) -> tuple[m.NewTable, Client, Client]:
    """Return a table, its host and a guest; the host has just kept a point, and the guest has seen it."""
    table = await server.open_table("me", "link", game="toy_game", pause_ms=5000)
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1)
    await me.wait_for_view(lambda v: v.legal)
    await me.play(DONE)
    await guest.wait_for_view(lambda v: v.legal)
    await guest.play(DONE)
    await me.wait_for_view(lambda v: KEEP in v.legal)
    await me.play(KEEP)
    await guest.wait_for_view(lambda v: v.headline == "Round 2")
    return table, me, guest


async def disconnect(guest: Client, me: Client) -> None:
    await guest.close()
    await me.wait_for_view(lambda v: not v.players[1].connected)


# ---------------------------------------------------------------------- undo


@server_test()
async def test_an_absent_player_with_a_stand_in_must_agree_to_an_undo(server: InProcessServer) -> None:
    table, me, guest = await play_first_round(server)
    await disconnect(guest, me)
    me.send(m.SetStandIn(1, "only"))
    view = await me.wait_for_view(lambda v: v.players[1].level == "only")
    assert view.undo == m.UndoState(True, False, "The other players must agree.")
    before = list(server.room(table).match.table.history)
    me.send(m.Undo())
    view = await me.wait_for_view(lambda v: v.proposal)
    assert view.proposal == m.Proposal("undo", 0, "P0", [1]), "an absent player has to agree, too"
    assert server.room(table).match.table.history[: len(before)] == before
    back = await server.rejoin(guest)
    view = await back.wait_for_view(lambda v: v.proposal)
    assert view.players[1].level is None
    back.send(m.AnswerProposal(False))
    await me.wait_for_view(lambda v: not v.proposal)
    assert server.room(table).match.table.history[: len(before)] == before


@server_test()
async def test_an_absent_player_may_agree_to_an_undo_later(server: InProcessServer) -> None:
    _, me, guest = await play_first_round(server)
    await disconnect(guest, me)
    me.send(m.Undo())
    await me.wait_for_view(lambda v: v.proposal and v.proposal.unanswered == [1])
    back = await server.rejoin(guest)
    await back.wait_for_view(lambda v: v.proposal)
    back.send(m.AnswerProposal(True))
    assert KEEP in (await me.wait_for_view(lambda v: v.legal and not v.proposal)).legal


@server_test()
async def test_a_resigned_player_does_not_have_to_agree_to_an_undo(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", "here", game="toy_game", pause_ms=5000)
    clients = [await server.join(table, seat) for seat in range(3)]
    for client in clients:
        await client.play(DONE)
    await clients[0].wait_for_view(lambda v: KEEP in v.legal)
    await clients[0].play(KEEP)
    clients[2].send(m.Resign())
    await clients[0].wait_for_view(lambda v: v.players[2].resigned)
    clients[0].send(m.Undo())
    view = await clients[1].wait_for_view(lambda v: v.proposal)
    assert view.proposal
    assert view.proposal.unanswered == [1]


@server_test()
async def test_proposing_an_undo_does_not_agree_to_another(server: InProcessServer) -> None:
    table, me, guest = await play_first_round(server)
    history = server.room(table).match.table.history
    before = list(history)
    me.send(m.Undo())
    await guest.wait_for_view(lambda v: v.proposal)
    refused = await guest.request(m.Undo(), m.Refused)
    assert refused.reason == "not_allowed"
    assert guest.view.proposal
    assert guest.view.proposal.unanswered == [1], "the guest has not answered yet"
    assert server.room(table).match.table.history == before


# ---------------------------------------------------------------------- stand-ins


@server_test()
async def test_notes_about_a_seat_can_follow_you_and_a_name(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link", game="toy_game", pause_ms=5000)
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1)
    for change, done, text in (
        (m.SetStandIn(2, "only"), lambda v: v.players[2].level, "became a bot (only)"),
        (m.Invite(2), lambda v: not v.players[2].level, "became an open seat again"),
    ):
        me.send(change)
        await me.wait_for_view(done)
        assert (me.log[-1].seat, me.log[-1].text) == (2, text)
    await disconnect(guest, me)
    me.send(m.SetStandIn(1, "only"))
    await me.wait_for_view(lambda v: v.players[1].level)
    back = await server.rejoin(guest)
    notes = [entry.text for entry in back.log if not entry.text.startswith("put ")]  # the bot's secret steps
    assert notes[-2:] == ["left the seat to a bot (only)", "came back"]


@server_test(away_seconds=60)
async def test_a_stand_in_is_possible_only_after_the_announced_time(server: InProcessServer, fake_clock: Clock) -> None:
    table, me, guest = await play_first_round(server)
    watch = await server.join(table)
    assert [p.stand_in_from for p in me.view.players] == [None, None], "all players are connected"
    fake_clock.now += 5_000
    await disconnect(guest, me)
    for client in (me, watch):
        view = await client.wait_for_view(lambda v: not v.players[1].connected)
        assert view.players[1].stand_in_from == fake_clock.now + 60_000
    assert (await server.join(table)).welcome.now == fake_clock.now
    fake_clock.now += 59_001
    refused = await me.request(m.SetStandIn(1, "only"), m.Refused)
    assert refused.text == "A bot can take over in 1 s."
    assert me.view.players[1].level is None
    fake_clock.now += 999
    me.send(m.SetStandIn(1, "only"))
    assert (await me.wait_for_view(lambda v: v.players[1].level)).players[1].stand_in_from is None


@server_test(away_seconds=60)
async def test_a_short_return_restarts_the_time_until_a_stand_in(server: InProcessServer, fake_clock: Clock) -> None:
    _, me, guest = await play_first_round(server)
    await disconnect(guest, me)
    fake_clock.now += 59_999
    guest = await server.rejoin(guest)
    await me.wait_for_view(lambda v: v.players[1].connected)
    await disconnect(guest, me)
    view = await me.wait_for_view(lambda v: not v.players[1].connected)
    assert view.players[1].stand_in_from == fake_clock.now + 60_000
    assert (await me.request(m.SetStandIn(1, "only"), m.Refused)).reason == "not_allowed"


@server_test(away_seconds=60)
async def test_a_seat_never_taken_can_go_to_a_bot_at_once(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", game="toy_game")
    me = await server.join(table, 0)
    assert me.view.players[1].stand_in_from is None
    me.send(m.SetStandIn(1, "only"))
    assert (await me.wait_for_view(lambda v: not v.not_ready)).players[1].level == "only"


@server_test()
async def test_a_returning_player_has_the_seat_and_a_report_of_the_stand_in(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", game="toy_game", rounds=1)
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1)
    assert guest.welcome.stand_in_report is None
    await disconnect(guest, me)
    me.send(m.SetStandIn(1, "only"))
    await me.wait_for_view(lambda v: v.players[1].submitted)
    made = [a for a in server.room(table).match.actions_by_seat[1] if a is not None]
    back = await server.rejoin(guest)
    assert back.welcome.stand_in_report == m.StandInReport("only", len(made))
    assert back.view.players[1].level is None, "the seat is theirs again"
    assert [entry.text for entry in back.log][-1] == "came back"
    assert (await server.rejoin(guest)).welcome.stand_in_report is None, "reported once"
    back.send(m.Undo())
    assert (await back.wait_for_view(lambda v: v.legal)).legal, "they can undo secret steps of the stand-in"


@server_test()
async def test_a_player_returning_on_another_device_has_a_report_too(server: InProcessServer) -> None:
    table, me, guest = await play_first_round(server)
    link = await guest.request(m.HandOver(), m.Invitation)
    await disconnect(guest, me)
    me.send(m.SetStandIn(1, "only"))
    await me.wait_for_view(lambda v: v.players[1].level)
    phone = Client(server.hub)
    welcome = await phone.request(m.ClaimSeat(table.table, link.token, "s" * 40), m.Welcome)
    assert welcome.stand_in_report
    assert welcome.stand_in_report.level == "only"
    assert (await me.wait_for_view(lambda v: v.players[1].level is None)).players[1].connected
    assert me.log[-1].text == "came back"


@server_test(away_seconds=60)
async def test_a_guest_can_set_a_stand_in_for_an_absent_host(server: InProcessServer, fake_clock: Clock) -> None:
    table, host, guest = await play_first_round(server)
    watch = await server.join(table)
    await host.close()
    view = await guest.wait_for_view(lambda v: not v.players[0].connected)
    assert view.players[0].stand_in_from == fake_clock.now + 60_000
    assert "in 60 s" in (await guest.request(m.SetStandIn(0, "only"), m.Refused)).text
    fake_clock.now += 60_000
    assert (await watch.request(m.SetStandIn(0, "only"), m.Refused)).text == "Spectators can only watch."
    guest.send(m.SetStandIn(0, "only"))
    await guest.wait_for_view(lambda v: v.players[0].level == "only")
    guest.send(m.SetStandIn(0, None))
    await guest.wait_for_view(lambda v: v.players[0].level is None)
    guest.send(m.SetStandIn(0, "only"))
    await guest.wait_for_view(lambda v: v.players[0].level == "only")
    back = await server.rejoin(host)
    assert back.welcome.stand_in_report
    assert back.welcome.host
    assert (await guest.wait_for_view(lambda v: v.players[0].level is None)).players[0].connected


@server_test(away_seconds=60)
async def test_guests_fill_open_seats_only_once_the_host_is_absent(server: InProcessServer, fake_clock: Clock) -> None:
    table = await server.open_table("me", "link", "link", game="toy_game")
    host, guest = await server.join(table, 0), await server.claim_seat(table, 1)
    assert guest.welcome.host_seat == 0
    refused = await guest.request(m.SetStandIn(2, "only"), m.Refused)
    assert refused.text == "Only the host can fill an open seat."
    assert (await guest.request(m.SetStandIn(9, "only"), m.Refused)).text == "This table has 3 seats."
    await host.close()
    await guest.wait_for_view(lambda v: not v.players[0].connected)
    fake_clock.now += 59_999
    assert (await guest.request(m.SetStandIn(2, "only"), m.Refused)).reason == "not_allowed"
    fake_clock.now += 1
    guest.send(m.SetStandIn(2, "only"))
    assert (await guest.wait_for_view(lambda v: not v.not_ready)).players[2].level == "only", "the game begins"


@server_test(away_seconds=60)
async def test_a_resigned_player_cannot_set_a_stand_in(server: InProcessServer, fake_clock: Clock) -> None:
    table = await server.open_table("me", "here", "here", game="toy_game", pause_ms=5000)
    host, guest, third = [await server.join(table, seat) for seat in range(3)]
    guest.send(m.Resign())
    await guest.wait_for_view(lambda v: v.players[1].resigned)
    await host.close()
    await third.wait_for_view(lambda v: not v.players[0].connected)
    fake_clock.now += 60_000
    assert (await guest.request(m.SetStandIn(0, "only"), m.Refused)).text == "You have resigned."
