"""Previews, details, warnings and reasons depend only on what a seat knows, and are limited."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.engine.knowledge import Knowledge
from gamut.engine.seat_log import SeatLog
from gamut.server.tables import previews, rendering
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m
from gamut.server.wire.limits import Limits
from tests.server.in_process_server import UNLIMITED, InProcessServer, run_with_server, server_test
from tests.server.test_hidden_information import make_row, play, play_randomly, redeal

each_game = pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)


@server_test()
async def test_why_not_explains_a_piece_that_cannot_be_touched(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other = await server.join(table, 0), await server.join(table, 1)
    why = await other.request(m.DescribePiece("stock:red-fish", []), m.PieceDescription)
    assert (why.piece, why.why_not) == ("stock:red-fish", "It's not your turn.")
    laid = me.view.legal[0]
    setup = server.room(table).match.setup
    await me.play(laid)
    await other.wait_for_view(lambda v: v.legal)
    clashing = find_clashing_card(server.room(table).match, 1)
    why = await other.request(m.DescribePiece(clashing, []), m.PieceDescription)
    assert why.why_not.endswith(".")
    assert why.pieces, f"after {setup.action_texts[laid]} the card {clashing} clashes with a card on the table"


def find_clashing_card(match: Match, seat: int) -> str:
    """Return a card of the seat's stock that cannot be laid because its colour or motif is there already."""
    knowledge = match.table.knowledge(seat)
    first = {path[0] for path in (match.setup.touch_paths[a] for a in knowledge.legal)}
    stock = {path[0] for path in match.setup.touch_paths if isinstance(path[0], str) and path[0].startswith("stock:")}
    for card in sorted(stock - first):
        reason = knowledge.why_not([], card)
        if reason and reason.pieces and "stock" not in reason.text and "laid" not in reason.text:
            return str(card)
    return next(str(card) for card in sorted(stock - first) if (r := knowledge.why_not([], str(card))) and r.pieces)


@each_game
def test_why_not_accepts_any_text_as_ids(game: Game) -> None:
    pick = random.Random(game.id)
    match = Match(make_row(game, game.seats[0], b"w" * 16), range(game.seats[0]))
    known = sorted({t for path in match.setup.touch_paths for e in path for t in ([e] if isinstance(e, str) else e)})
    ids = [
        *known,
        "",
        ":",
        "wheel:",
        ":red",
        "hand:🎨",
        "x" * 64,
        *(word.partition(":")[0] for word in known[:5]),
    ]
    for _ in play_randomly(match, pick):
        for seat in match.seats:
            touches = pick.sample(ids, pick.randrange(4))
            answer = previews.describe(match, seat, m.DescribePiece(pick.choice(ids), touches))
            assert answer.detail or answer.why_not


@server_test()
async def test_a_piece_is_described_to_players_and_spectators(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other, watch = await server.join(table, 0), await server.join(table, 1), await server.join(table)
    card = sorted(me.view.game_view["stocks"][0])[0]
    question = m.DescribePiece(f"stock:{card}", [])
    mine, theirs = [await client.request(question, m.PieceDescription) for client in (me, other)]
    assert mine.piece == f"stock:{card}"
    assert mine.detail
    assert mine.detail.picture == f"card:{card}"
    assert not mine.why_not
    assert theirs.why_not == "It's not your turn."
    assert (await other.request(m.DescribePiece(card), m.PieceDescription)).why_not == "", "not asked"
    seen = await watch.request(m.DescribePiece("seat:1"), m.PieceDescription)
    assert seen.detail
    assert seen.detail.goals == tuple(me.view.goals[1])


@server_test()
async def test_an_unknown_piece_has_a_clear_answer(server: InProcessServer) -> None:
    me = await server.join(await server.open_table("me", "here"), 0)
    unknown = await me.request(m.DescribePiece("red herring"), m.PieceDescription)
    assert (unknown.detail, unknown.why_not) == (None, "There is no description of “red herring”.")


@server_test()
async def test_before_the_deal_nothing_is_described(server: InProcessServer) -> None:
    me = await server.join(await server.open_table("me", "link"), 0)
    early = await me.request(m.DescribePiece("stock:red-fish", []), m.PieceDescription)
    assert (early.detail, early.why_not) == (None, "The game starts once all seats are taken.")
    assert me.view.goals == []


@server_test(Limits(messages_per_second=0.001, message_burst=4))
async def test_descriptions_are_limited_like_other_messages(server: InProcessServer) -> None:
    me = await server.join(await server.open_table("me", "here"), 0)
    for _ in range(3):
        await me.request(m.DescribePiece("deck"), m.PieceDescription)
    assert (await me.request(m.DescribePiece("deck"), m.Refused)).reason == "too_often"


@each_game
def test_any_text_can_be_asked_for(game: Game) -> None:
    match = Match(make_row(game, game.seats[0], b"w" * 16), range(-1, game.seats[0]))
    for piece in ["", ":", "seat:", "seat:99", "seat:-1", "card:", "card:🎨", "x" * 64, "area:nothing"]:
        answer = previews.describe(match, -1, m.DescribePiece(piece))
        assert answer.detail is None, piece
        assert answer.why_not


@each_game
def test_views_contain_the_warnings_of_legal_actions(game: Game) -> None:
    pick, warned = random.Random(3), 0
    match = Match(make_row(game, game.seats[0], b"w" * 16), range(-1, game.seats[0]))
    for _ in play_randomly(match, pick):
        for seat in match.seats_and_spectators:
            seat_log = match.seat_logs[seat]
            view = rendering.make_view(match, seat_log, (), None, "")
            expected = {a: text for a in view.legal if (text := seat_log.knowledge.warn(a))}
            assert {action: warning.text for action, warning in view.warnings.items()} == expected
            assert all(w.instead is None or w.instead in view.legal for w in view.warnings.values())
            warned += len(expected)
    assert warned or not game.presentation.defines("warn")


@each_game
def test_previews_and_reasons_depend_only_on_the_hidden_copy(game: Game) -> None:
    pick = random.Random(9)
    match = Match(make_row(game, game.seats[0], b"p" * 16), range(game.seats[0]))
    for steps, _ in enumerate(play_randomly(match, pick)):
        if steps % (7 if steps < 70 else 49):
            continue
        seat = match.actors[0]
        action = pick.choice(match.table.legal(seat))
        expected = encode_answers(match, seat, action)
        true = match.table.record.copy()
        match.table.record[:] = redeal(match, seat, pick.randrange(1, 2**60))
        match.seat_logs[seat] = SeatLog(seat, match.table)
        assert encode_answers(match, seat, action) == expected
        match.table.record[:] = true
        match.seat_logs[seat] = SeatLog(seat, match.table)


def encode_answers(match: Match, seat: int, action: int) -> list[bytes]:
    knowledge = match.seat_logs[seat].knowledge
    touched = {p[0] if isinstance(p[0], str) else p[0][0] for p in match.setup.touch_paths}
    questions = [m.DescribePiece(piece, [] if piece in touched else None) for piece in match.setup.piece_ids]
    details = [m.encode(previews.describe(match, seat, question)) for question in questions]
    goals = [msgspec.json.encode(knowledge.goals(other)) for other in match.seats]
    return [*details, *goals, msgspec.json.encode(knowledge.preview(action))]


@server_test()
async def test_a_preview_is_sent_and_changes_nothing(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", game="colori")
    me, other = await server.join(table, 0), await server.join(table, 1)
    decision, before = me.view.decision, me.view.game_view
    action = me.view.legal[0]
    seen = await me.request(m.Preview(decision, action), m.PreviewAnswer)
    assert (seen.decision, seen.action) == (decision, action)
    match = server.room(table).match
    expected = match.table.knowledge(0).preview(action)
    assert msgspec.to_builtins(seen.view) == expected.view
    assert seen.entries == expected.entries
    assert me.view.game_view == before
    assert not other.messages(m.PreviewAnswer)


@server_test()
async def test_impossible_previews_are_refused(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me, other, watch = await server.join(table, 0), await server.join(table, 1), await server.join(table)
    illegal = next(a for a in range(1000) if a not in me.view.legal)
    refused = await me.request(m.Preview(0, illegal), m.Refused)
    assert (refused.reason, refused.decision) == ("illegal", 0)
    assert (await me.request(m.Preview(5, me.view.legal[0]), m.Refused)).reason == "stale"
    assert (await other.request(m.Preview(0, me.view.legal[0]), m.Refused)).reason == "illegal"
    assert (await watch.request(m.Preview(0, me.view.legal[0]), m.Refused)).reason == "not_allowed"


@server_test(Limits(messages_per_second=0.001, message_burst=9))
async def test_previews_cost_more_than_other_messages(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="1")
    me = await server.join(table, 0)
    preview = m.Preview(0, me.view.legal[0])
    for _ in range(2):  # joining costs 1, a preview 3
        await me.request(preview, m.PreviewAnswer)
    assert (await me.request(preview, m.Refused)).reason == "too_often"


@server_test(replace(UNLIMITED, previews_per_second=0.001, preview_burst=2))
async def test_previews_are_limited_per_address(server: InProcessServer) -> None:
    tables = [await server.open_table("me", "here", first="1") for _ in range(3)]
    players = [await server.join(table, 0) for table in tables]
    for player in players[:2]:
        await player.request(m.Preview(0, player.view.legal[0]), m.PreviewAnswer)
    refused = await players[2].request(m.Preview(0, players[2].view.legal[0]), m.Refused)
    assert (refused.reason, "your address" in refused.text) == ("too_often", True)


def test_previews_are_limited_in_time_and_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "PREVIEW_TIMEOUT_S", 0.05)
    slow = [True]

    def preview(self: Knowledge, action: int) -> Any:
        while slow:
            time.sleep(0.01)

    async def test(server: InProcessServer) -> None:
        table = await server.open_table("me", "here", first="1")
        me, again = await server.join(table, 0), await server.join(table, 0)
        message = m.Preview(0, me.view.legal[0])
        with monkeypatch.context() as patch:
            patch.setattr(Knowledge, "preview", preview)
            for client in (me, again):
                client.send(message)
            await again.wait_until(lambda: again.messages(m.Refused))
            await me.wait_until(lambda: me.messages(m.Refused))
            slow.clear()
            await asyncio.sleep(0.05)
        assert {x.text for b in (me, again) for x in b.received if isinstance(x, m.Refused)} == {
            "One preview at a time.", "Too many previews are running. Try again in a moment."
        }  # fmt: skip

    run_with_server(tmp_path, test)


@each_game
def test_a_certain_preview_equals_the_result_of_the_action(game: Game) -> None:
    pick, certain = random.Random(5), 0
    match = Match(make_row(game, game.seats[0], b"q" * 16), range(game.seats[0]))
    for steps, (seat, action) in enumerate(play_randomly(match, pick)):
        if steps % 8 and steps > 80:  # the copy replays the whole log
            continue
        preview = match.seat_logs[seat].knowledge.preview(action)
        if not preview.uncertain and match.actors == [seat]:
            copy, _ = Match.replay(match.row, match.entries, [seat])
            play(copy, seat, action)
            assert msgspec.to_builtins(copy.seat_logs[seat].knowledge.view) == preview.view
            certain += 1
    assert certain or not game.secret_fields
