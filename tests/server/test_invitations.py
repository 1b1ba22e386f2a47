"""An invitation can be used once; from then on the seat has a secret that only its client knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.server.logs import JsonFormatter
from gamut.server.storage.entries import StoredEntry
from gamut.server.storage.writer import StorageFailed
from gamut.server.tables import seat_secrets
from gamut.server.tables.seat_secrets import hash_token, new_token
from gamut.server.wire import messages as m
from gamut.server.wire.limits import Limits
from tests.server.in_process_server import (
    Client,
    InProcessServer,
    async_test,
    invitation_token,
    new_part,
    open_server,
    poll,
    run_with_server,
    server_test,
)

POLICY_VIOLATION = 1008


async def request_refused(server: InProcessServer, message: m.Join | m.ClaimSeat) -> m.Refused:
    """Send the first message of a new client, and return the refusal."""
    return await Client(server.hub).request(message, m.Refused)


async def wait_for_dismissal(client: Client) -> m.Refused:
    """Wait until the server closes the connection, and return the reason."""
    await client.wait_until(lambda: client.close_code == POLICY_VIOLATION)
    return get_refusals(client)[-1]


def get_refusals(client: Client) -> list[m.Refused]:
    return client.messages(m.Refused)


def is_seated_at(client: Client, seat: int) -> bool:
    return any(isinstance(x, m.Welcome) and x.seat == seat for x in client.received)


def stored_claims(server: InProcessServer, table: str) -> list[StoredEntry]:
    return [entry for entry in server.hub.storage.read_log(table) if entry.kind == "claim"]


# ---------------------------------------------------------------------- claiming a seat


@server_test()
async def test_a_guest_sees_the_table_and_claims_a_seat(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "easy", first="1", game="mixx")
    me = await server.join(table, 0)
    assert me.view.not_ready == [1]
    assert [p.kind for p in me.view.players] == ["person", "open", "bot"]
    guest = await server.open_invitation(table, 1)
    assert (guest.welcome.seat, guest.welcome.invited_seat, guest.welcome.host) == (-1, 1, False)
    assert guest.welcome.title == "Mixx"
    assert [p.connected for p in guest.view.players] == [True, False, False]
    assert guest.view.turn_text == "P1", "the player the table waits for"
    own = new_token()
    welcome = await guest.request(m.ClaimSeat(table.table, invitation_token(table, 1), own, " Mira\x00 "), m.Welcome)
    assert (welcome.seat, welcome.invited_seat) == (1, None)
    view = await me.wait_for_view(lambda v: v.legal)
    assert (view.not_ready, view.players[1].name, view.players[1].kind) == ([], "Mira", "person")
    assert view.players[1].connected
    assert [entry.text for entry in me.log] == ["joined"]
    again = await server.join_with(m.Join(table.table, own))
    assert again.welcome.seat == 1


@server_test()
async def test_a_guest_without_a_name_has_the_name_the_host_gave(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    guest = await server.claim_seat(table, 1)
    view = await guest.wait_for_view(lambda v: not v.not_ready)
    assert view.players[1].name == "P1"


@server_test()
async def test_a_seated_player_cannot_claim_another_seat(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link")
    me, own = await server.join(table, 0), new_token()
    sit = m.ClaimSeat(table.table, invitation_token(table, 1), own)
    assert (await me.request(sit, m.Refused)).reason == "not_allowed"
    guest = await server.open_invitation(table, 1)
    assert (await guest.request(sit, m.Welcome)).seat == 1
    assert (await guest.request(sit, m.Welcome)).seat == 1, "a repeated claim"
    other = m.ClaimSeat(table.table, invitation_token(table, 2), new_token())
    assert (await guest.request(other, m.Refused)).reason == "not_allowed"
    assert (await me.request(sit, m.Refused)).reason == "not_allowed", "not even with another player's secret"
    assert len(stored_claims(server, table.table)) == 1


@server_test()
async def test_nothing_is_dealt_until_all_seats_are_taken(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link", "easy", game="colori")
    me, watch = await server.join(table, 0), await server.join(table)
    one = await server.claim_seat(table, 1)
    for client in (me, watch, one):
        view = await client.wait_for_view(lambda v: v.not_ready == [2])
        assert (view.game_view, view.actors, view.legal, view.result) == (None, [], [], None)
        assert (view.prompt, view.headline, view.turn_text) == ("", "", "P2")
        assert not view.undo.possible
    for message in (
        m.PlayAction(0, 0),
        m.Hint(),
        m.Resign(),
        m.Undo(),
        m.Preview(0, 0),
        m.SkipPauses(),
        m.Rematch(),
    ):
        assert (await me.request(message, m.Refused)).reason == "not_allowed"
    assert (await me.request(m.DescribePiece("hand:red", []), m.PieceDescription)).why_not.startswith(
        "The game starts once"
    )
    assert not [e for e in server.room(table).match.entries if e.kind == "play"], "bots wait as well"
    two = await server.claim_seat(table, 2)
    for client in (me, watch, one, two):
        assert (await client.wait_for_view(lambda v: not v.not_ready)).game_view is not None


@server_test()
async def test_seats_at_the_hosts_screen_have_secrets_at_once(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", "here")
    assert [s.seat for s in table.seats] == [0, 1, 2]
    assert table.invitations == []
    third = await server.join(table, 2)
    assert third.view.not_ready == []
    assert third.view.game_view is not None


@server_test()
async def test_of_several_guests_claiming_a_seat_one_succeeds(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    guests = [await server.open_invitation(table, 1) for _ in range(4)]
    late = [Client(server.hub) for _ in range(4)]
    for guest in guests + late:
        guest.send(m.ClaimSeat(table.table, invitation_token(table, 1), new_token(), "Racer"))
    for guest in guests + late:
        await guest.wait_until(lambda g=guest: is_seated_at(g, 1) or get_refusals(g))  # type: ignore[misc]
    seated = [g for g in guests + late if is_seated_at(g, 1)]
    assert len(seated) == 1
    assert len(stored_claims(server, table.table)) == 1
    for guest in set(guests + late).difference(seated):
        assert get_refusals(guest)[0].reason == "used"
    for guest in set(guests).difference(seated):
        await guest.wait_until(lambda g=guest: g.close_code == POLICY_VIOLATION)  # type: ignore[misc]


@server_test()
async def test_a_repeated_claim_is_answered_again(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    sit = m.ClaimSeat(table.table, invitation_token(table, 1), new_token(), "Mira")
    client = await server.open_invitation(table, 1)
    client.reading.clear()
    client.send(sit)
    await poll(lambda: stored_claims(server, table.table), "the stored claim")
    assert not is_seated_at(client, 1)
    for message in (sit, m.Join(table.table, sit.secret), sit):
        again = Client(server.hub)
        assert (await again.request(message, m.Welcome)).seat == 1
    room = server.room(table)
    server.hub.drop_room(room)
    room.close()
    again = Client(server.hub)
    assert (await again.request(sit, m.Welcome)).seat == 1, "even when the table was not in memory"
    assert len(stored_claims(server, table.table)) == 1
    client.reading.set()


@server_test()
async def test_a_claim_is_acknowledged_only_after_it_is_stored(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await server.open_table("me", "link")
    storage, failing = server.hub.storage, [True]
    append = storage.append

    async def fail(table_id: str, entry: StoredEntry) -> None:
        if failing:
            failing.pop()
            raise StorageFailed("no room on the disk")
        await append(table_id, entry)

    monkeypatch.setattr(storage, "append", fail)
    sit = m.ClaimSeat(table.table, invitation_token(table, 1), new_token())
    guest = Client(server.hub)
    assert (await guest.request(sit, m.Refused)).reason == "storage"
    assert not guest.messages(m.Welcome)
    assert not stored_claims(server, table.table)
    again = Client(server.hub)
    assert (await again.request(sit, m.Welcome)).seat == 1, "the invitation is still open"


@pytest.mark.parametrize("bad", ["", "short", "x" * 31, "x" * 65, "with spaces and more than enough of them"])
@server_test()
async def test_a_malformed_secret_is_refused_without_being_repeated(server: InProcessServer, bad: str) -> None:
    table = await server.open_table("me", "link")
    guest = await server.open_invitation(table, 1)
    refused = await guest.request(m.ClaimSeat(table.table, invitation_token(table, 1), bad), m.Refused)
    assert refused.reason == "malformed"
    assert not bad or bad not in refused.text


@server_test()
async def test_a_token_known_to_others_is_refused_as_secret(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    token = invitation_token(table, 1)
    for known in (token, table.spectator_token):
        guest = await server.open_invitation(table, 1)
        assert (await guest.request(m.ClaimSeat(table.table, token, known), m.Refused)).reason == "not_allowed"
    for no_invitation in (table.spectator_token, table.seats[0].token):
        refused = await request_refused(server, m.ClaimSeat(table.table, no_invitation, new_token()))
        assert refused.reason == "not_allowed"
    assert not stored_claims(server, table.table)


# ---------------------------------------------------------------------- what the host cannot do


@server_test()
async def test_the_host_can_neither_see_nor_play_a_claimed_seat(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", game="colori")
    token = invitation_token(table, 1)
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1)
    await guest.wait_for_view(lambda v: v.legal)
    assert (await request_refused(server, m.Join(table.table, token))).reason == "used"
    assert (await request_refused(server, m.ClaimSeat(table.table, token, new_token()))).reason == "used"
    assert (await me.request(m.ClaimSeat(table.table, token, new_token()), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.Invite(1), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.SetStandIn(1, "easy"), m.Refused)).reason == "not_allowed"
    handed = await me.request(m.HandOver(), m.Invitation)
    assert handed.seat == 0, "a player can hand over only their own seat"
    mine, theirs = (m.encode(b.view.game_view) for b in (me, guest))
    assert mine != theirs
    assert {s.seat for s in table.seats} == {0}
    room = server.room(table)
    assert not any(e.kind == "play" and e.seat == 1 for e in room.match.entries)


@server_test()
async def test_secrets_are_stored_as_hashes_and_never_sent_or_logged(
    server: InProcessServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table = await server.open_table("me", "link", first="1")
    token, own = invitation_token(table, 1), new_token()
    me, watch, guest = await server.join(table, 0), await server.join(table), await server.open_invitation(table, 1)
    await guest.request(m.ClaimSeat(table.table, token, own, "Mira"), m.Welcome)
    await me.play_legal()
    handed = await guest.request(m.HandOver(), m.Invitation)
    errors = [
        await request_refused(server, m.ClaimSeat(table.table, token, new_token())),
        await me.request(m.Invite(1), m.Refused),
    ]
    files = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    logged = "\n".join(map(JsonFormatter().format, caplog.records))
    assert hash_token(own).encode() in files
    for known in (token, own, handed.token):
        assert known.encode() not in files
        assert known not in logged
        assert hash_token(known) not in logged
        assert not any(known in text or hash_token(known) in text for text in me.raw_messages + watch.raw_messages)
        assert not any(known in refused.text for refused in errors)
    assert not any(own in text for text in guest.raw_messages)


@server_test()
async def test_a_failed_commit_logs_no_secret(server: InProcessServer, caplog: pytest.LogCaptureFixture) -> None:
    table = await server.open_table("me", "link")
    own, guest = new_token(), await server.open_invitation(table, 1)
    taken = StoredEntry(n=1, at=1, kind="rename", seat=0, detail="another writer was faster", digest="d")
    await server.hub.storage.append(table.table, taken)
    assert (
        await guest.request(m.ClaimSeat(table.table, invitation_token(table, 1), own), m.Refused)
    ).reason == "storage"
    logged = "\n".join(map(JsonFormatter().format, caplog.records))
    assert "a commit failed" in logged
    assert own not in logged
    assert hash_token(own) not in logged


def test_guessing_tokens_is_limited_per_address_and_locks_nobody_out(tmp_path: Path) -> None:
    limits = Limits(guesses_per_minute=0.001, guess_burst=5, join_burst=5, joins_per_minute=0.001)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "link")
        token = invitation_token(table, 1)
        guesses = [m.Join(table.table, f"guess {k}") for k in range(4)] + [m.Join("no-table", "guess")] * 3
        reasons = [(await request_refused(server, guess)).reason for guess in guesses]
        assert reasons == ["invalid_token"] * 4 + ["unknown_table"] + ["too_often"] * 2
        guesser = Client(server.hub)
        for _ in range(5):
            guesser.send(m.Join(table.table, "guess"))
        await guesser.wait_until(lambda: guesser.close_code == 1008)
        assert len(guesser.messages(m.Refused)) == 1, "one further guess closes the connection"
        guest = Client(server.hub)
        await guest.request(m.ClaimSeat(table.table, token, new_token()), m.Welcome)

    run_with_server(tmp_path, test, limits)


# ---------------------------------------------------------------------- another device


@server_test()
async def test_handing_over_a_seat_ends_the_old_secret(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", first="2")
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1, "Mira")
    second_tab = await server.rejoin(guest)
    await guest.play_legal()
    serial = me.view.serial
    first = await guest.request(m.HandOver(), m.Invitation)
    handed = await guest.request(m.HandOver(), m.Invitation)
    assert (await request_refused(server, m.Join(table.table, first.token))).reason == "used", (
        "replaced by a newer link"
    )
    phone = await server.join_with(m.Join(table.table, handed.token))
    assert (phone.welcome.seat, phone.welcome.invited_seat) == (-1, 1)
    assert (await guest.request(m.Emote("thanks"), m.EmoteShown)).seat == 1, "until the link is used, the seat stays"
    welcome = await phone.request(m.ClaimSeat(table.table, handed.token, new_token()), m.Welcome)
    assert welcome.seat == 1
    for old in (guest, second_tab):
        assert (await wait_for_dismissal(old)).reason == "handed_over"
    assert (await request_refused(server, guest.join_message)).reason == "handed_over"
    assert (await request_refused(server, m.Join(table.table, handed.token))).reason == "used"
    view = await phone.wait_for_view(lambda v: v.players[1].connected)
    assert (view.players[1].name, view.not_ready) == ("Mira", [])
    assert phone.log == me.log, "a change of device is not logged"
    assert me.view.serial > serial


@server_test()
async def test_a_dismissed_connection_cannot_act(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", first="2")
    guest = await server.claim_seat(table, 1)
    view = await guest.wait_for_view(lambda v: v.legal)
    handed = await guest.request(m.HandOver(), m.Invitation)
    guest.reading.clear()  # so that it does not learn of its dismissal
    phone = Client(server.hub)
    await phone.request(m.ClaimSeat(table.table, handed.token, new_token()), m.Welcome)
    seen = len(guest.received)
    guest.send(m.PlayAction(view.decision, view.legal[0]))
    await phone.wait_for_view(lambda v: v.legal)
    await poll(lambda: guest.queue_empty, "the server to read the message")
    guest.reading.set()
    await guest.wait_until(lambda: guest.close_code == POLICY_VIOLATION)
    assert not any(isinstance(x, m.Ack | m.View) for x in guest.received[seen:])
    assert not any(e.kind == "play" for e in server.room(table).match.entries)


@server_test()
async def test_the_host_can_continue_on_another_device(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    me = await server.join(table, 0)
    handed = await me.request(m.HandOver(), m.Invitation)
    phone = await server.join_with(m.Join(table.table, handed.token))
    assert (await phone.request(m.Invite(1), m.Refused)).text == "Take your seat first."
    assert (await phone.request(m.ClaimSeat(table.table, handed.token, new_token()), m.Welcome)).host
    fresh = await phone.request(m.Invite(1), m.Invitation)
    assert fresh.seat == 1
    assert (await request_refused(server, m.Join(table.table, table.seats[0].token))).reason == "handed_over"


# ---------------------------------------------------------------------- new invitations


@server_test()
async def test_a_new_invitation_ends_the_old_one(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link")
    me, looking, other = (
        await server.join(table, 0),
        await server.open_invitation(table, 1),
        await server.open_invitation(table, 2),
    )
    fresh = await me.request(m.Invite(1), m.Invitation)
    assert (await wait_for_dismissal(looking)).reason == "used"
    assert other.close_code is None
    assert (await request_refused(server, m.Join(table.table, invitation_token(table, 1)))).reason == "used"
    guest = await server.join_with(m.Join(table.table, fresh.token))
    assert (await guest.request(m.ClaimSeat(table.table, fresh.token, new_token()), m.Welcome)).seat == 1
    assert (await guest.request(m.Invite(2), m.Refused)).text == "Only the host can do that."
    assert (await me.request(m.Invite(0), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.Invite(9), m.Refused)).reason == "not_allowed"


@server_test()
async def test_a_seat_given_to_a_bot_can_be_offered_again(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", first="1")
    me, looking = await server.join(table, 0), await server.open_invitation(table, 1)
    me.send(m.SetStandIn(1, "easy"))
    view = await me.wait_for_view(lambda v: v.legal)
    assert (view.players[1].kind, view.players[1].level) == ("bot", "easy")
    assert (await wait_for_dismissal(looking)).reason == "used"
    assert (await request_refused(server, m.Join(table.table, invitation_token(table, 1)))).reason == "used"
    assert (
        await me.request(m.SetStandIn(1, None), m.Refused)
    ).text == "This seat has no player yet. Send an invitation."
    fresh = await me.request(m.Invite(1), m.Invitation)
    view = await me.wait_for_view(lambda v: v.players[1].kind == "open")
    assert view.not_ready == [], "the game continues"
    guest = await server.join_with(m.Join(table.table, fresh.token))
    await guest.request(m.ClaimSeat(table.table, fresh.token, new_token(), "Mira", new_part()), m.Welcome)
    view = await me.wait_for_view(lambda v: v.players[1].kind == "person")
    assert (view.players[1].name, view.players[1].level) == ("Mira", None)


def test_the_number_of_invitations_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_secrets, "MAX_ENDED_TOKENS", 3)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "link")
        me = await server.join(table, 0)
        for _ in range(3):
            await me.request(m.Invite(1), m.Invitation)
        for message in (m.Invite(1), m.HandOver()):
            assert (await me.request(message, m.Refused)).reason == "too_often"

    run_with_server(tmp_path, test)


@server_test()
async def test_the_spectator_link_can_be_used_many_times(server: InProcessServer) -> None:
    table = await server.open_table("me", "link")
    for _ in range(3):
        watch = await server.join(table)
        assert (watch.welcome.seat, watch.welcome.invited_seat) == (-1, None)
        assert (
            await watch.request(m.DescribePiece("stock:red-fish", []), m.PieceDescription)
        ).why_not == "You are a spectator."
        assert (await watch.request(m.HandOver(), m.Refused)).reason == "not_allowed"
        assert (await watch.request(m.SkipPauses(), m.Refused)).reason == "not_allowed"


# ---------------------------------------------------------------------- rematch and restart


@server_test()
async def test_a_rematch_keeps_seats_and_open_invitations(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link")
    me, guest = await server.join(table, 0), await server.claim_seat(table, 1, "Mira")
    me.send(m.SetStandIn(2, "easy"))
    await me.wait_for_view(lambda v: not v.not_ready)
    fresh = await me.request(m.Invite(2), m.Invitation)
    me.send(m.Resign())
    guest.send(m.Resign())
    await guest.wait_for_view(lambda v: v.result)
    me.send(m.Rematch())
    await guest.wait_for_view(lambda v: v.proposal)
    moved = await guest.request(m.AnswerProposal(True), m.RematchStarted)
    assert moved.token == guest.join_message.token
    again = await server.join_with(m.Join(moved.table, moved.token))
    await server.join_with(m.Join(moved.table, me.join_message.token))
    view = await again.wait_for_view(lambda v: v.not_ready == [1])
    assert view.game_view is None
    assert [(p.name, p.kind) for p in view.players] == [("Mira", "person"), ("P2", "open"), ("P0", "person")]
    assert (await request_refused(server, m.Join(moved.table, invitation_token(table, 2)))).reason == "invalid_token"
    third = await server.join_with(m.Join(moved.table, fresh.token))
    await third.request(m.ClaimSeat(moved.table, fresh.token, new_token(), "Jonas"), m.Welcome)
    assert (await again.wait_for_view(lambda v: not v.not_ready)).players[1].name == "Jonas"


@async_test
async def test_seats_and_invitations_survive_a_restart(url: str, tmp_path: Path) -> None:
    async with open_server(tmp_path, url=url) as server:
        table = await server.open_table("me", "link", "link")
        guest = await server.claim_seat(table, 1, "Mira")
        me = await server.join(table, 0)
        fresh = await me.request(m.Invite(2), m.Invitation)
    async with open_server(tmp_path, url=url) as server:
        again = await server.join_with(guest.join_message)
        assert again.welcome.seat == 1
        assert (again.view.not_ready, again.view.players[1].name) == ([2], "Mira")
        for spent in (1, 2):
            assert (await request_refused(server, m.Join(table.table, invitation_token(table, spent)))).reason == "used"
        third = await server.join_with(m.Join(table.table, fresh.token))
        assert third.welcome.invited_seat == 2
