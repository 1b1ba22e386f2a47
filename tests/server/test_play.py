"""Playing over the connection: acknowledgements, repeats, refusals, several tabs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut import games
from gamut.engine.table import KEPT_EVERY
from gamut.server import messages as m
from tests.server.kit import Browser, House, in_house


def test_two_people_play_a_game_to_its_end(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", stock=3, motifs=4)
        browsers = [await house.join(table, 0), await house.join(table, 1), await house.join(table)]
        while browsers[0].view and not browsers[0].view.result:
            (seat,) = browsers[0].view.actors
            view = await browsers[seat].act()
            for browser in browsers:
                await browser.sees(lambda v, serial=view.serial: v.serial >= serial)  # type: ignore[misc]
        for browser in browsers:
            assert browser.view
            assert browser.view.result
            result = browser.view.result
            assert result.reason == "Decided by the most cards won."
            assert not result.lost
            assert result.winners == sorted(r.seat for r in result.ranks if r.rank == 1)
            best = max(r.score or 0 for r in result.ranks)
            assert result.winners == sorted(r.seat for r in result.ranks if r.score == best)
            assert browser.log == browsers[0].log
        first = browsers[0].heard[0]
        assert isinstance(first, m.Welcome)
        assert (first.seat, first.host) == (0, True)
        assert first.goal == games.find("mixx").goal

    in_house(tmp_path, test)


def test_a_repeat_is_acknowledged_again_and_a_stale_decision_gets_the_view(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="1")
        me = await house.join(table, 0)
        assert me.view
        first = m.Act(0, me.view.legal[0])
        other = m.Act(0, me.view.legal[1])
        await me.ask(first, m.Ack)
        await me.sees(lambda v: v.decision == 1)
        assert (await me.ask(first, m.Ack)).decision == 0
        refused = await me.ask(other, m.Refused)
        assert (refused.reason, refused.decision) == ("stale", 0)
        assert (await me.ask(m.Act(7, first.action), m.Refused)).reason == "stale"
        assert isinstance((await me.ask(other, m.View)), m.View)
        room = house.hub.rooms[table.table]
        assert [e.seat for e in room.match.log if e.kind == "act"].count(0) == 1

    in_house(tmp_path, test)


def test_every_refusal_has_a_name(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        stranger = Browser(house.hub)
        assert (await stranger.ask(m.Resign(), m.Refused)).reason == "not_allowed"
        assert (await stranger.ask(m.Join("nowhere", "x"), m.Refused)).reason == "unknown_table"
        assert (await stranger.ask(m.Join(table.table, "x"), m.Refused)).reason == "bad_token"
        me, other, watch = await house.join(table, 0), await house.join(table, 1), await house.join(table)
        assert me.view
        assert (await me.ask(m.Act(0, 639), m.Refused)).reason == "illegal"
        assert (await me.ask(m.Act(0, 2**31 - 1), m.Refused)).reason == "illegal"
        assert (await other.ask(m.Act(0, me.view.legal[0]), m.Refused)).reason == "illegal"
        assert (await me.ask("{}", m.Refused)).reason == "malformed"
        assert (await me.ask(b"\xff\xfe", m.Refused)).reason == "malformed"
        assert (await me.ask('{"type": "emote", "emote": "free text"}', m.Refused)).reason == "malformed"
        assert (await me.ask("x" * 5000, m.Refused)).reason == "too_large"
        assert (await me.ask("é" * 2100, m.Refused)).reason == "too_large"
        assert (await me.ask(m.Join(table.table, "x"), m.Refused)).reason == "not_allowed"
        assert (await watch.ask(m.Act(0, me.view.legal[0]), m.Refused)).reason == "not_allowed"
        assert (await other.ask(m.Pause(100), m.Refused)).reason == "not_allowed"
        assert (await other.ask(m.Fill(0, "easy"), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Rename("\u202e \x00"), m.Refused)).reason == "not_allowed"
        action = me.view.legal[0]
        await me.ask(m.Resign(), m.View)
        assert (await me.ask(m.Act(0, action), m.Refused)).reason == "over"
        assert (await me.ask(m.TakeBack(), m.Refused)).reason == "over"

    in_house(tmp_path, test)


def test_tabs_with_the_same_link_stay_in_step(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="1")
        one, two = await house.join(table, 0), await house.join(table, 0)
        for _ in range(3):
            await one.act()
            view = await two.act()
            await one.sees(lambda v, serial=view.serial: v.serial >= serial)  # type: ignore[misc]
        await one.sees(lambda v: v.legal)
        view = await two.sees(lambda v: v.legal)
        assert one.log == two.log

    in_house(tmp_path, test)


def test_an_action_is_played_once_and_a_take_back_replays_little(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="1")
        me = await house.join(table, 0)
        match = house.hub.rooms[table.table].match
        while len(match.table.history) < 2 * KEPT_EVERY:
            await me.act()
            await me.sees(lambda v: v.legal)
        played: list[int] = []
        rules, play = match.table.rules, match.table.rules.play

        def count(c: Any, s: Any, i: int, seat: int, action: int) -> None:
            played.append(seat)
            play(c, s, i, seat, action)

        rules.__dict__["play"] = count
        await me.act()
        await me.sees(lambda v: v.legal)
        assert played.count(0) == 1
        steps = len(match.table.history)
        played.clear()
        me.send(m.Pause(5000))
        await me.take_back()
        assert steps - KEPT_EVERY < len(match.table.history) < steps
        assert len(played) < KEPT_EVERY

    in_house(tmp_path, test)
