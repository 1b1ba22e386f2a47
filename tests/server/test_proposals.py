"""Undo, resigning, rematches and stand-ins: what the players of a table agree on."""

from __future__ import annotations

from itertools import count
from random import Random

import msgspec

from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, InProcessServer, new_part, server_test


async def play_until_undo_needs_agreement(server: InProcessServer) -> tuple[Client, Client, m.View]:
    """Play Mixx until a move reveals nothing; return the mover, the other player, and the view before the move."""
    for _ in range(30):
        table = await server.open_table("me", "here", stock=10, motifs=4)
        clients = [await server.join(table, 0), await server.join(table, 1)]
        if found := await play_until_agreement(clients):
            return found
    raise AssertionError("no such move in 30 games")


async def play_until_agreement(clients: list[Client]) -> tuple[Client, Client, m.View] | None:
    """Play until an undo of two people, perhaps with bots, needs agreement; None: until the end."""
    while not (view := await clients[0].wait_for_view(lambda v: v.result or (v.actors and v.actors[0] < 2))).result:
        mover, other = clients[view.actors[0]], clients[1 - view.actors[0]]
        before = await mover.wait_for_view(lambda v: v.legal)
        after = await mover.play_legal()
        await other.wait_for_view(lambda v, serial=after.serial: v.serial >= serial)  # type: ignore[misc]
        if after.undo.possible and not after.undo.free:
            return mover, other, before
    return None


async def wait_for_rematch(client: Client) -> m.RematchStarted:
    await client.wait_until(lambda: client.messages(m.RematchStarted))
    return next(x for x in client.received if isinstance(x, m.RematchStarted))


@server_test()
async def test_a_person_alone_among_bots_can_undo_anything(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", first="1")
    me = await server.join(table, 0)
    assert not me.view.undo.possible
    assert not me.view.irreversible
    start, legal = me.view.game_view, me.view.legal
    await me.play_legal()
    await me.wait_for_view(lambda v: v.legal)
    assert me.view.undo == m.UndoState(True, True, "")
    view = await me.undo()
    assert view.game_view == start
    assert view.legal == legal
    assert view.decision == 2, "decision numbers are never reused"
    assert [entry.text for entry in me.log] == ["undid a move"]
    await me.play_legal(1)
    me.send(m.Resign())
    view = await me.wait_for_view(lambda v: v.result)
    assert view.result
    assert view.result.undone == 1


@server_test()
async def test_undo_is_refused_after_a_reveal(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    assert me.view.irreversible == me.view.legal, "every move in Mixx draws a card"
    await me.play_legal()
    assert not me.view.undo.possible
    refused = await me.request(m.Undo(), m.Refused)
    assert refused.reason == "not_allowed"
    assert "revealed" in refused.text


@server_test()
async def test_an_undo_needs_the_agreement_of_the_others(server: InProcessServer) -> None:
    mover, other, before = await play_until_undo_needs_agreement(server)
    assert mover.view.undo.why == "The other players must agree."
    mine, theirs = mover.welcome.seat, other.welcome.seat
    mover.send(m.Undo())
    view = await other.wait_for_view(lambda v: v.proposal)
    assert view.proposal == m.Proposal("undo", mine, f"P{mine}", [theirs])
    assert (await mover.wait_for_view(lambda v: v.proposal)).proposal == view.proposal
    assert (await mover.request(m.AnswerProposal(True), m.Refused)).reason == "not_allowed", (
        "players do not answer their own proposals"
    )
    mover.send(m.AnswerProposal(False))
    assert (await other.wait_for(m.Refused)).text == f"P{mine} withdrew the request."
    assert (await other.wait_for_view(lambda v: not v.proposal)).proposal is None
    mover.send(m.Undo())
    await other.wait_for_view(lambda v: v.proposal)
    other.send(m.AnswerProposal(False))
    await mover.wait_until(lambda: any(isinstance(x, m.Refused) and "declined" in x.text for x in mover.received))
    await mover.wait_for_view(lambda v: not v.proposal)
    assert (await other.request(m.AnswerProposal(True), m.Refused)).reason == "not_allowed"
    mover.send(m.Undo())
    await other.wait_for_view(lambda v: v.proposal)
    other.send(m.AnswerProposal(True))
    view = await mover.wait_for_view(lambda v: v.decision > before.decision + 1)
    assert (view.game_view, view.legal, view.proposal) == (before.game_view, before.legal, None)
    await other.wait_for_view(lambda v: v.serial == view.serial)
    assert mover.log == other.log
    assert mover.log[-1].text == "undid a move"


async def play_turn(mover: Client, choice: Random) -> int:
    """Play any actions until another seat is to act; return how many."""
    for steps in count(1):
        view = await mover.play_legal(choice.randrange(100))
        if mover.welcome.seat not in view.actors:
            return steps
    raise AssertionError


@server_test()
async def test_steps_of_one_move_are_undone_together_and_count_once(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", game="chroma_mix", special="none")
    clients = [await server.join(table, 0), await server.join(table, 1)]
    history = server.room(table).match.table.history
    choice = Random(1)
    while True:
        mover, other = clients if 0 in clients[0].view.actors else clients[::-1]
        before = mover.view
        steps = await play_turn(mover, choice)
        await other.wait_for_view(lambda v, serial=mover.view.serial: v.serial >= serial)  # type: ignore[misc]
        if steps > 1 and mover.view.undo.possible:
            break
    n = len(history)
    mover.send(m.Undo(steps))
    await other.wait_for_view(lambda v: v.proposal)
    other.send(m.AnswerProposal(True))
    view = await mover.wait_for_view(lambda v: v.legal)
    assert (view.game_view, view.legal) == (before.game_view, before.legal)
    match = server.room(table).match
    assert (len(match.table.history), match.undone) == (n - steps, 1)


@server_test()
async def test_a_proposal_lapses_after_the_next_action(server: InProcessServer) -> None:
    mover, other, _ = await play_until_undo_needs_agreement(server)
    mover.send(m.Undo())
    await other.wait_for_view(lambda v: v.proposal)
    mover.send(m.Rename("Mira"))
    view = await other.wait_for_view(lambda v: v.players[mover.welcome.seat].name == "Mira")
    assert view.proposal
    assert view.proposal.name == "Mira", "a rename does not end the proposal"
    await other.play_legal()
    await mover.wait_for_view(lambda v: not v.proposal)
    assert (await mover.wait_for(m.Refused)).text == f"P{other.welcome.seat} played on, so the request was dropped."
    assert (await other.request(m.AnswerProposal(True), m.Refused)).reason == "not_allowed"


@server_test()
async def test_a_request_to_undo_lapses_when_a_player_joins(server: InProcessServer) -> None:
    for _ in range(30):
        table = await server.open_table("me", "here", "link", stock=10, motifs=4)
        me, here = await server.join(table, 0), await server.join(table, 1)
        me.send(m.SetStandIn(2, "easy"))
        if found := await play_until_agreement([me, here]):
            break
    assert found
    token = (await me.request(m.Invite(2), m.Invitation)).token
    mover, other, _ = found
    mover.send(m.Undo())
    await other.wait_for_view(lambda v: v.proposal)
    guest = Client(server.hub)
    await guest.request(m.ClaimSeat(table.table, token, "s" * 40, "Guest", new_part()), m.Welcome)
    await other.wait_for_view(lambda v: not v.proposal)
    assert any(x.text == "Guest joined, so the request was dropped." for x in me.messages(m.Refused))
    assert (await other.request(m.AnswerProposal(True), m.Refused)).reason == "not_allowed"
    assert "has joined since" in (await mover.request(m.Undo(), m.Refused)).text


@server_test()
async def test_a_second_undo_request_is_refused_while_one_is_open(server: InProcessServer) -> None:
    mover, other, _ = await play_until_undo_needs_agreement(server)
    mover.send(m.Undo())
    await other.wait_for_view(lambda v: v.proposal)
    refused = await other.request(m.Undo(), m.Refused)
    assert refused.reason == "not_allowed"
    assert other.view.proposal, "the proposal is still open"


@server_test()
async def test_resigning_in_a_two_player_game_ends_it(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    me, other = await server.join(table, 0), await server.join(table, 1)
    me.send(m.Resign())
    view = await other.wait_for_view(lambda v: v.result)
    assert view.result
    assert view.result.reason == "{0} resigned."
    assert (view.result.winners, view.result.lost) == ([1], False)
    assert [(r.seat, r.rank, r.score) for r in view.result.ranks] == [(1, 1, None), (0, 2, None)]
    assert view.actors == []
    assert view.result.key


@server_test()
async def test_a_bot_continues_for_a_resigned_player_and_ranks_last(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", "here", stock=3, motifs=4)
    me, *others = [await server.join(table, seat) for seat in range(3)]
    me.send(m.Resign())
    view = await others[0].wait_for_view(lambda v: v.players[0].resigned)
    assert (view.players[0].kind, view.players[0].level) == ("person", "medium"), (
        "still shown as the person who resigned"
    )
    assert not view.result
    while not view.result:
        for other in others:
            if other.view.legal:
                await other.play_legal()
        view = await others[0].wait_for_view(lambda v: v.result or 0 not in v.actors)
    ranks = {r.seat: r.rank for r in view.result.ranks}
    assert ranks[0] == 3
    assert min(ranks.values()) == 1


@server_test()
async def test_the_last_person_who_resigns_ends_the_game(server: InProcessServer) -> None:
    table = await server.open_table("me", "easy", "easy")
    me = await server.join(table, 0)
    me.send(m.Resign())
    view = await me.wait_for_view(lambda v: v.result)
    assert view.result
    assert [r.rank for r in view.result.ranks] == [1, 1, 3]


@server_test()
async def test_a_rematch_needs_all_players_and_keeps_their_links(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", stock=3)
    me, other, watch = await server.join(table, 0), await server.join(table, 1), await server.join(table)
    assert (await me.request(m.Rematch(), m.Refused)).reason == "not_allowed"
    other.send(m.Resign())
    await me.wait_for_view(lambda v: v.result)
    me.send(m.Rematch())
    view = await other.wait_for_view(lambda v: v.proposal)
    assert view.proposal
    assert view.proposal == m.Proposal("rematch", 0, "P0", [1], view.proposal.deal_hash)
    moved = await other.request(m.AnswerProposal(True), m.RematchStarted)
    for client in (me, watch):
        there = await wait_for_rematch(client)
        assert there.table == moved.table
    again = msgspec.structs.replace(table, table=moved.table)
    me2, other2 = await server.join(again, 0), await server.join(again, 1)
    view = await me2.wait_for_view(lambda v: v.players[0].connected)
    assert [(p.kind, p.level) for p in view.players] == [("person", None)] * 2, "resigned players are seated again"
    assert not any(p.resigned for p in view.players)
    assert not view.result
    assert (moved.first_seat, other2.welcome.seat, me2.welcome.seat) == (1, 0, 1), "the next player has the first seat"
    assert (other2.welcome.host, me2.welcome.host, [p.name for p in view.players]) == (False, True, ["P1", "P0"])
    assert me.welcome.options == me2.welcome.options
    assert me.welcome.deal_hash != me2.welcome.deal_hash
    late = await server.join(table, 1)
    assert await late.wait_until(lambda: late.messages(m.RematchStarted))


@server_test()
async def test_a_rematch_starts_when_all_connected_players_have_agreed(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", "here")
    me, other, third = [await server.join(table, seat) for seat in range(3)]
    me.send(m.Resign())
    other.send(m.Resign())
    await third.wait_for_view(lambda v: v.result)
    me.send(m.Rematch())
    await other.wait_for_view(lambda v: v.proposal)
    other.send(m.AnswerProposal(True))
    await third.wait_for_view(lambda v: v.proposal and v.proposal.unanswered == [2])
    await third.close()
    await wait_for_rematch(me)
    await wait_for_rematch(other)


@server_test()
async def test_a_bot_stands_in_for_an_absent_player(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="2")
    me = await server.join(table, 0)
    assert (me.view.players[1].kind, me.view.players[1].connected) == ("person", False)
    assert (await me.request(m.SetStandIn(1, "no such level"), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.SetStandIn(0, "easy"), m.Refused)).reason == "not_allowed"
    assert (await me.request(m.SetStandIn(9, "easy"), m.Refused)).reason == "not_allowed"
    me.send(m.SetStandIn(1, "easy"))
    view = await me.wait_for_view(lambda v: v.legal)
    assert (view.players[1].kind, view.players[1].level) == ("person", "easy")
    other = await server.join(table, 1)
    view = await me.wait_for_view(lambda v: v.players[1].level is None)
    assert view.players[1].connected
    assert me.log[-1].text == "came back"
    assert (await me.request(m.SetStandIn(1, "easy"), m.Refused)).reason == "not_allowed"
    await me.play_legal()
    await other.play_legal()
    await other.close()
    await me.wait_for_view(lambda v: not v.players[1].connected)
    me.send(m.SetStandIn(1, "medium"))
    await me.wait_for_view(lambda v: v.players[1].level == "medium")
    me.send(m.SetStandIn(1, None))
    await me.wait_for_view(lambda v: v.players[1].level is None)


@server_test()
async def test_undo_after_a_reveal_is_refused_while_the_other_player_is_absent(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other = await server.join(table, 0), await server.join(table, 1)
    await me.play_legal()
    await other.close()
    await me.wait_for_view(lambda v: not v.players[1].connected)
    me.send(m.SetStandIn(1, "easy"))
    view = await me.wait_for_view(lambda v: v.legal)
    assert not view.undo.possible
    assert "revealed" in view.undo.why


@server_test()
async def test_renames_emotes_pauses_and_hints(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other = await server.join(table, 0), await server.join(table, 1)
    me.send(m.Rename("  Mira\x00  von der Au "))
    assert (await other.wait_for_view(lambda v: v.players[0].name != "P0")).players[0].name == "Mira von der Au"
    me.send(m.Emote("thanks"))
    assert await other.wait_until(lambda: m.EmoteShown(0, "thanks") in other.received)
    me.send(m.SetPause(250))
    assert (await other.wait_for_view(lambda v: v.pause_ms == 250)).pause_ms == 250
    hint = await me.request(m.Hint(), m.HintAnswer)
    assert hint.best.steps[0].action in me.view.legal
    assert hint.best.steps[0].decision_digest == me.view.decision_digest
    assert hint.best.win_chance is not None
    assert 0 <= hint.best.win_chance <= 1
    assert (await other.request(m.Hint(), m.Refused)).reason == "not_allowed"
