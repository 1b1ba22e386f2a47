"""Why not, what would be wasted, what would happen: told to a seat from what it knows, and never without bounds."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.engine.knowledge import Knowledge
from gamut.engine.seat_log import SeatLog
from gamut.server import explaining, rendering
from gamut.server import messages as m
from gamut.server.limits import Limits
from gamut.server.match import Match
from tests.server.kit import House, in_house
from tests.server.test_secrets import act, redealt, row, whole_game

EVERY = pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)


def test_a_piece_says_why_it_cannot_be_touched(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, other = await house.join(table, 0), await house.join(table, 1)
        why = await other.ask(m.WhyNot([], "stock:red-fish"), m.WhyNotAnswer)
        assert (why.touched, why.text) == ("stock:red-fish", "Wait for your turn.")
        assert me.view
        laid = me.view.legal[0]
        setup = house.hub.rooms[table.table].match.setup
        await me.do(laid)
        await other.sees(lambda v: v.legal)
        clashing = clashing_card(house.hub.rooms[table.table].match, 1)
        why = await other.ask(m.WhyNot([], clashing), m.WhyNotAnswer)
        assert why.text.endswith(".")
        assert why.pieces, f"after {setup.texts[laid]} the card {clashing} clashes with one that lies there"
        assert (await other.ask(m.WhyNot(["nonsense"], "more nonsense"), m.WhyNotAnswer)).touches == ["nonsense"]

    in_house(tmp_path, test)


def clashing_card(match: Match, seat: int) -> str:
    """A card of the seat's stock that cannot be laid, the colour or motif being there already."""
    knowledge = match.table.knowledge(seat)
    first = {path[0] for path in (match.setup.paths[a] for a in knowledge.legal)}
    stock = {path[0] for path in match.setup.paths if isinstance(path[0], str) and path[0].startswith("stock:")}
    for card in sorted(stock - first):
        reason = knowledge.why_not([], card)
        if reason and reason.pieces and "stock" not in reason.text and "laid" not in reason.text:
            return str(card)
    return next(str(card) for card in sorted(stock - first) if (r := knowledge.why_not([], str(card))) and r.pieces)


@EVERY
def test_any_words_at_all_can_be_asked_about(game: Game) -> None:
    """What a stranger sends as ids never breaks a game's answer, at any time of a game."""
    pick = random.Random(game.id)
    match = Match(row(game, game.seats[0], b"w" * 16), range(game.seats[0]))
    known = sorted({t for path in match.setup.paths for e in path for t in ([e] if isinstance(e, str) else e)})
    asked = [
        *known,
        "",
        ":",
        "wheel:",
        ":red",
        "hand:🎨",
        "x" * 64,
        *(word.partition(":")[0] for word in known[:5]),
    ]
    for _ in whole_game(match, pick):
        for seat in match.seats:
            touches = pick.sample(asked, pick.randrange(4))
            why = explaining.explain(match, seat, m.WhyNot(touches, pick.choice(asked)))
            assert isinstance(why.text, str)


@EVERY
def test_views_warn_of_what_would_be_wasted(game: Game) -> None:
    pick, warned = random.Random(3), 0
    match = Match(row(game, game.seats[0], b"w" * 16), range(-1, game.seats[0]))
    for _ in whole_game(match, pick):
        for seat in match.everybody:
            log = match.seat_logs[seat]
            view = rendering.make_view(match, log, (), None, "")
            expected = {a: text for a in view.legal if (text := log.knowledge.warn(a))}
            assert view.warnings == expected
            warned += len(expected)
    assert warned or game.language.warn.__wrapped__.__name__ == "no_warning"  # type: ignore[attr-defined]


@EVERY
def test_answers_are_functions_of_the_hidden_copy(game: Game) -> None:
    """Reasons and previews are the same when the true state is another that fits what the seat knows."""
    pick = random.Random(9)
    match = Match(row(game, game.seats[0], b"p" * 16), range(game.seats[0]))
    for steps, _ in enumerate(whole_game(match, pick)):
        if steps % (7 if steps < 70 else 49):
            continue
        seat = match.awaited[0]
        action = pick.choice(match.table.legal(seat))
        said = answers(match, seat, action)
        true = match.table.record.copy()
        match.table.record[:] = redealt(match, seat, pick.randrange(1, 2**60))
        match.seat_logs[seat] = SeatLog(seat, match.table)
        assert answers(match, seat, action) == said
        match.table.record[:] = true
        match.seat_logs[seat] = SeatLog(seat, match.table)


def answers(match: Match, seat: int, action: int) -> list[bytes]:
    knowledge = match.seat_logs[seat].knowledge
    touched = {p[0] if isinstance(p[0], str) else p[0][0] for p in match.setup.paths}
    why = [m.encode(explaining.explain(match, seat, m.WhyNot([], touch))) for touch in sorted(touched)]
    return [*why, msgspec.json.encode(knowledge.preview(action))]


def test_a_preview_says_what_would_happen_and_then_it_does(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", game="colori")
        me, other = await house.join(table, 0), await house.join(table, 1)
        assert me.view
        decision, before = me.view.decision, me.view.game_view
        action = me.view.legal[0]
        seen = await me.ask(m.Preview(decision, action), m.Previewed)
        assert (seen.decision, seen.action) == (decision, action)
        match = house.hub.rooms[table.table].match
        expected = match.table.knowledge(0).preview(action)
        assert msgspec.to_builtins(seen.view) == expected.view
        assert seen.entries == expected.entries
        assert seen.depends == expected.depends
        assert me.view.game_view == before, "nothing has happened"
        assert not any(isinstance(x, m.Previewed) for x in other.heard)

    in_house(tmp_path, test)


def test_previews_that_cannot_be_are_refused(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, other, watch = await house.join(table, 0), await house.join(table, 1), await house.join(table)
        assert me.view
        illegal = next(a for a in range(1000) if a not in me.view.legal)
        refused = await me.ask(m.Preview(0, illegal), m.Refused)
        assert (refused.reason, refused.decision) == ("illegal", 0)
        assert (await me.ask(m.Preview(5, me.view.legal[0]), m.Refused)).reason == "stale"
        assert (await other.ask(m.Preview(0, me.view.legal[0]), m.Refused)).reason == "illegal"
        assert (await watch.ask(m.Preview(0, me.view.legal[0]), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


def test_previews_cost_more_than_other_messages(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me = await house.join(table, 0)
        assert me.view
        preview = m.Preview(0, me.view.legal[0])
        for _ in range(2):  # 1 to join, 3 each
            await me.ask(preview, m.Previewed)
        assert (await me.ask(preview, m.Refused)).reason == "too_often"

    in_house(tmp_path, test, Limits(messages_per_second=0.001, message_burst=9))


def test_a_preview_is_bounded_in_time_and_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "PREVIEW_SECONDS", 0.05)
    slow = [True]

    def preview(self: Knowledge, action: int) -> Any:
        while slow:
            time.sleep(0.01)

    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, again = await house.join(table, 0), await house.join(table, 0)
        assert me.view
        message = m.Preview(0, me.view.legal[0])
        with monkeypatch.context() as patch:
            patch.setattr(Knowledge, "preview", preview)
            for browser in (me, again):
                browser.send(message)
            await again.until(lambda: any(isinstance(x, m.Refused) for x in again.heard))
            await me.until(lambda: any(isinstance(x, m.Refused) for x in me.heard))
            slow.clear()
            await asyncio.sleep(0.05)
        assert {x.text for b in (me, again) for x in b.heard if isinstance(x, m.Refused)} == {
            "One look ahead at a time.", "Too many look ahead just now."
        }  # fmt: skip

    in_house(tmp_path, test)


@EVERY
def test_a_preview_tells_nothing_that_another_redeal_would_deny(game: Game) -> None:
    """Where a preview does not say that it depends, what really happens is what it said."""
    pick, certain = random.Random(5), 0
    match = Match(row(game, game.seats[0], b"q" * 16), range(game.seats[0]))
    for steps, (seat, action) in enumerate(whole_game(match, pick)):
        if steps % 8 and steps > 80:  # a twin plays all that went before again
            continue
        told = match.seat_logs[seat].knowledge.preview(action)
        if not told.depends and match.awaited == [seat]:
            twin, _ = Match.replay(match.row, match.log, [seat])
            act(twin, seat, action)
            assert msgspec.to_builtins(twin.seat_logs[seat].knowledge.view) == told.view
            certain += 1
    assert certain or not game.secrets
