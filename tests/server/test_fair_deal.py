"""The verifiable deal: the server announces a hash, every player adds a part, the result contains the proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.engine import replay
from gamut.engine.deal_proof import Renewal, check_proof, combine_parts, hash_server_part
from gamut.engine.errors import GamutError
from gamut.server.storage.entries import StoredEntry
from gamut.server.storage.writer import StorageFailed
from gamut.server.tables.hub import NO_ADDRESS
from gamut.server.tables.match import Match
from gamut.server.web.app import make_app
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    Client,
    InProcessServer,
    async_test,
    get,
    new_part,
    open_server,
    seat_requests,
    server_test,
)
from tests.server.test_storage import make_table_row

pytestmark = pytest.mark.usefixtures("toy_game")


async def open_without_parts(server: InProcessServer, *kinds: str) -> m.NewTable:
    """Open a table of Mixx to which no part was added."""
    return await server.hub.open_table(m.TableRequest("mixx", seat_requests(kinds), {"first": "1"}, 0))


async def join_without_part(server: InProcessServer, table: m.NewTable, seat: int, part: str = "") -> Client:
    """Return a client at a seat that adds only the given part."""
    client = Client(server.hub)
    client.part = part
    token = next(s.token for s in table.seats if s.seat == seat)
    client.send(m.Join(table.table, token))
    client.join_message = m.Join(table.table, token)
    await client.wait_for_view(lambda v: True)
    return client


def is_after(decision: int) -> Callable[[m.View], Any]:
    """Return whether a view is later than a decision of its seat, or the last one."""
    return lambda view: view.decision > decision or view.result


def get_proof(client: Client) -> Any:
    assert client.view.result
    return client.view.result.proof


async def download_replay(server: InProcessServer, table: str) -> replay.Replay:
    status, _, body = await get(make_app(server.hub), f"/api/tables/{table}/replay")
    assert status == 200
    return replay.parse_replay(body, "replay")


# ---------------------------------------------------------------------- before the deal


@server_test()
async def test_nothing_is_dealt_before_all_parts_are_added(server: InProcessServer) -> None:
    table = await open_without_parts(server, "me", "here", "easy")
    me, other = await join_without_part(server, table, 0), await join_without_part(server, table, 1)
    assert len(me.welcome.deal_hash) == 64
    assert me.welcome.deal_hash == other.welcome.deal_hash
    assert (me.view.not_ready, me.view.game_view, me.view.legal) == ([0, 1], None, [])
    assert (await me.request(m.PlayAction(0, 0), m.Refused)).reason == "not_allowed"
    parts = [new_part(), new_part()]
    me.send(m.AddPart(parts[0]))
    assert (await me.wait_for_view(lambda v: v.not_ready == [1])).game_view is None
    other.send(m.AddPart(parts[1]))
    assert (await me.wait_for_view(lambda v: v.legal)).not_ready == []
    match = server.room(table).match
    assert hash_server_part(match.row.server_part, table.table) == me.welcome.deal_hash
    assert match.table.key == combine_parts(match.row.server_part, table.table, [*parts, ""])


@server_test()
async def test_a_part_can_be_repeated_but_not_changed(server: InProcessServer) -> None:
    table = await open_without_parts(server, "me", "here")
    me, other, part = await join_without_part(server, table, 0), await join_without_part(server, table, 1), new_part()
    for _ in range(2):
        me.send(m.AddPart(part))
    await me.wait_for_view(lambda v: v.not_ready == [1])
    assert (await me.request(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"
    other.send(m.AddPart(new_part()))
    await me.wait_for_view(lambda v: v.legal)
    me.send(m.AddPart(part))
    assert (await me.request(m.AddPart(new_part()), m.Refused)).text == "Your part of the deal is already fixed."
    watch = await server.join(table)
    assert (await watch.request(m.AddPart(part), m.Refused)).reason == "not_allowed"
    log = server.room(table).match.entries
    assert [(e.kind, e.seat) for e in log] == [("part", 0), ("part", 1)]


@pytest.mark.parametrize("part", ["", "0" * 31, "0" * 33, "G" * 32, "0" * 31 + "\n", "0" * 32 + "\n", 5, None])
@server_test()
async def test_a_part_must_have_32_hexadecimal_digits(server: InProcessServer, part: Any) -> None:
    table = await open_without_parts(server, "me", "here")
    me = await join_without_part(server, table, 0)
    refused = await me.request(json.dumps({"type": "add_part", "part": part}), m.Refused)
    assert refused.reason == "malformed"


@server_test()
async def test_a_guest_adds_a_part_after_claiming_a_seat(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", first="1")
    me, guest = await server.join(table, 0), await server.open_invitation(table, 1)
    assert guest.welcome.deal_hash == me.welcome.deal_hash, "shown before the guest adds anything"
    guest = await server.claim_seat(table, 1)
    await me.wait_for_view(lambda v: v.legal)
    assert server.room(table).match.parts[1] == guest.part


async def invite_late(server: InProcessServer) -> tuple[m.NewTable, Client, str]:
    """Play against a stand-in, undo, and invite a guest to its seat."""
    table = await server.open_table("me", "link", first="1")
    me = await server.join(table, 0)
    me.send(m.SetStandIn(1, "easy"))
    await me.wait_for_view(lambda v: v.legal)
    await me.play_legal()
    await me.wait_for_view(lambda v: v.legal and v.decision > 0)
    return table, me, (await me.request(m.Invite(1), m.Invitation)).token


@server_test()
async def test_a_player_who_joins_a_running_game_renews_the_chance_key(server: InProcessServer) -> None:
    table, me, token = await invite_late(server)
    match = server.room(table).match
    known, n_played = match.table.copy(), len(match.table.history)
    guest = await server.join_with(m.Join(table.table, token))
    assert guest.welcome.renews_key
    part = new_part()
    await guest.request(m.ClaimSeat(table.table, token, "s" * 40, part=part), m.Welcome)
    view = await guest.wait_for_view(lambda v: v.players[1].kind == "person" and v.game_view is not None)
    assert view.not_ready == []
    assert match.renewals == [Renewal(n_played, 2, part)]
    assert (await guest.request(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"

    keys = [table.record["chance_key"][0].tolist() for table in (known, match.table)]
    assert keys[0][:2] != keys[1][:2], "what the host has seen by undoing says nothing of later draws"
    assert keys[0][2] == keys[1][2], "what was drawn stays"
    undo = match.find_undo(0)
    assert (undo.possible, "has joined" in undo.why) == (False, True)
    again = await server.rejoin(me)
    assert not again.view.undo.possible


@server_test()
async def test_a_player_cannot_join_a_running_game_without_a_part(server: InProcessServer) -> None:
    table, _, token = await invite_late(server)
    guest = Client(server.hub)
    refused = await guest.request(m.ClaimSeat(table.table, token, "s" * 40), m.Refused)
    assert (refused.reason, "Reload the page" in refused.text) == ("not_allowed", True)
    assert not server.room(table).match.renewals


@server_test()
async def test_a_renewed_key_survives_a_restart_and_its_replay_is_verified(server: InProcessServer) -> None:
    table, me, token = await invite_late(server)
    guest = await server.join_with(m.Join(table.table, token))
    part = new_part()
    await guest.request(m.ClaimSeat(table.table, token, "s" * 40, part=part), m.Welcome)
    guest.join_message = m.Join(table.table, "s" * 40)
    match = server.room(table).match
    replayed, problem = Match.replay(match.row, match.entries)
    assert (problem, replayed.table.digest) == ("", match.table.digest)
    clients = [await server.rejoin(me), await server.rejoin(guest)]
    turn, view = 0, clients[0].view
    while not view.result:
        view = await clients[turn].wait_for_view(lambda v: v.legal)
        await clients[turn].play_legal()
        view = await clients[turn].wait_for_view(is_after(view.decision))
        turn = next(iter(view.actors), 0)
    recorded = await download_replay(server, table.table)
    assert recorded.proof
    assert [renewal.part for renewal in recorded.proof.renewals] == [part]
    replay.verify_replay(recorded, games.find_game)
    for forged in ([], [msgspec.structs.replace(recorded.proof.renewals[0], part=new_part())]):
        proof = msgspec.structs.replace(recorded.proof, renewals=forged)
        with pytest.raises(GamutError):
            replay.verify_replay(msgspec.structs.replace(recorded, proof=proof), games.find_game)


# ---------------------------------------------------------------------- the result


@server_test()
async def test_the_result_contains_a_proof_and_so_does_the_replay(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", stock=3, motifs=4)
    me, other, watch = await server.join(table, 0), await server.join(table, 1), await server.join(table)
    while not me.view.result:
        mover = (me, other)[me.view.actors[0]]
        serial = (await mover.play_legal()).serial
        await me.wait_for_view(lambda v, s=serial: v.serial >= s)  # type: ignore[misc]
    view, proof = me.view, get_proof(me)
    assert view
    assert view.result
    check_proof(proof, view.result.key, 2)
    assert proof.hash == me.welcome.deal_hash
    await watch.wait_for_view(lambda v: v.result)
    assert get_proof(watch) == proof
    read = await download_replay(server, table.table)
    assert read.proof == proof
    assert replay.verify_replay(read, games.find_game).over


@server_test()
async def test_the_deal_of_a_table_of_bots_fits_the_announced_hash(server: InProcessServer) -> None:
    table = await open_without_parts(server, "easy", "easy")
    watch = await server.join(table)
    view = await watch.wait_for_view(lambda v: v.result)
    proof = get_proof(watch)
    assert view.result
    assert proof.parts == ["", ""]
    assert proof.hash == watch.welcome.deal_hash
    check_proof(proof, view.result.key, 2)


@server_test()
async def test_a_table_of_version_0_1_has_no_proof(server: InProcessServer) -> None:
    await server.hub.storage.open_table(make_table_row())
    table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
    me, other = await server.join(table, 0), await server.join(table, 1)
    assert me.welcome.deal_hash == ""
    assert await me.play_legal()
    assert (await me.request(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"
    other.send(m.Resign())
    view = await me.wait_for_view(lambda v: v.result)
    assert view.result
    assert (view.result.proof, view.result.key) == (None, (b"k" * 16).hex())
    read = await download_replay(server, "t")
    assert read.proof is None


# ---------------------------------------------------------------------- storage


@async_test
async def test_hash_and_parts_survive_a_restart(url: str, tmp_path: Path) -> None:
    async with open_server(tmp_path, url=url) as server:
        table = await open_without_parts(server, "me", "here")
        me = await join_without_part(server, table, 0, new_part())
        await me.wait_for_view(lambda v: v.not_ready == [1])
    async with open_server(tmp_path, url=url) as server:
        again = await join_without_part(server, table, 0)
        assert again.welcome.deal_hash == me.welcome.deal_hash
        assert again.view.not_ready == [1]
        other = await join_without_part(server, table, 1, new_part())
        await again.wait_for_view(lambda v: v.legal)
        match = server.room(table).match
        assert match.parts == [me.part, other.part]
        key = match.table.key
        await again.play_legal()
    async with open_server(tmp_path, url=url) as server:
        match = await server.hub.find_match(table.table, NO_ADDRESS)
        assert match.table.key == key
        assert len(match.table.history) == 1


@server_test()
async def test_nothing_is_dealt_when_a_part_cannot_be_stored(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_without_parts(server, "me", "easy")
    me = await join_without_part(server, table, 0)

    async def fail(*_: Any) -> None:
        raise StorageFailed("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(server.hub.storage, "append", fail)
        assert (await me.request(m.AddPart(new_part()), m.Refused)).reason == "storage"
    assert all(x.game_view is None for x in me.received if isinstance(x, m.View))
    again = await join_without_part(server, table, 0, new_part())
    await again.wait_for_view(lambda v: v.legal)


def test_a_log_with_a_second_part_of_a_seat_is_replayed_up_to_it() -> None:
    row = make_table_row(server_part="ab" * 32, key=b"", seats=tuple(
        msgspec.structs.replace(seat, kind="person") for seat in make_table_row().seats
    ))  # fmt: skip
    match = Match(row)
    for seat in (0, 1):
        match.commit(match.prepare(StoredEntry(at=1, kind="part", seat=seat, detail=new_part())))
    assert match.started
    twice = [*match.entries, msgspec.structs.replace(match.entries[0], n=2, detail=new_part())]
    again, problem = Match.replay(row, twice)
    assert problem.startswith("The log of this table is damaged after entry 2.")
    assert again.table.key == match.table.key


# ---------------------------------------------------------------------- a rematch


async def finish_by_resigning(server: InProcessServer, *kinds: str) -> tuple[m.NewTable, list[Client]]:
    """Return a finished table and its clients."""
    table = await server.open_table(*kinds)
    clients = [await server.join(table, seat.seat) for seat in table.seats]
    for client in clients[:-1]:
        client.send(m.Resign())
    for client in clients:
        await client.wait_for_view(lambda v: v.result)
    return table, clients


@server_test()
async def test_a_rematch_proposal_shows_the_hash_and_each_yes_adds_a_part(server: InProcessServer) -> None:
    table, (me, other) = await finish_by_resigning(server, "me", "here")
    me.send(m.Rematch())
    view = await other.wait_for_view(lambda v: v.proposal)
    assert view.proposal
    promised, part = view.proposal.deal_hash, new_part()
    assert len(promised) == 64
    assert promised != me.welcome.deal_hash
    moved = await other.request(m.AnswerProposal(True, part), m.RematchStarted)
    there = msgspec.structs.replace(table, table=moved.table)
    second = await join_without_part(server, there, 1)
    assert second.welcome.deal_hash == promised
    assert second.view.not_ready == [1], "the proposer did not know the hash before, and adds a part now"
    first = await join_without_part(server, there, 0, new_part())
    await second.wait_for_view(lambda v: not v.not_ready)
    first.send(m.Resign())
    await second.wait_for_view(lambda v: v.result)
    assert get_proof(second).parts == [part, first.part], "in the order of the new seats"
    assert second.view.result
    check_proof(get_proof(second), second.view.result.key, 2)


@server_test()
async def test_each_rematch_proposal_has_its_own_hash(server: InProcessServer) -> None:
    _, (me, other) = await finish_by_resigning(server, "me", "here")
    shown = []
    for _ in range(2):
        me.send(m.Rematch())
        view = await other.wait_for_view(lambda v: v.proposal)
        assert view.proposal
        shown.append(view.proposal.deal_hash)
        other.send(m.AnswerProposal(False))
        await me.wait_for_view(lambda v: not v.proposal)
        await other.wait_for_view(lambda v: not v.proposal)
    assert shown[0] != shown[1]


@server_test()
async def test_a_rematch_waits_for_the_part_of_an_absent_player(server: InProcessServer) -> None:
    table, (me, other, third) = await finish_by_resigning(server, "me", "here", "here")
    await third.close()
    me.send(m.Rematch())
    await other.wait_for_view(lambda v: v.proposal and v.proposal.unanswered == [1])
    moved = await other.request(m.AnswerProposal(True, new_part()), m.RematchStarted)
    there = msgspec.structs.replace(table, table=moved.table)
    me = await join_without_part(server, there, 0, new_part())
    assert (await me.wait_for_view(lambda v: v.not_ready == [1])).game_view is None
    me.send(m.SetStandIn(1, "easy"))
    assert (await me.wait_for_view(lambda v: not v.not_ready)).players[1].level == "easy"
