"""Taking back, resigning, playing again, giving seats to bots: what the players of a table agree on."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gamut.server import messages as m
from tests.server.kit import Browser, House, in_house


async def a_move_to_ask_about(house: House) -> tuple[Browser, Browser, m.View]:
    """Play Mixx until a move has turned nothing up (the deck is empty): who moved, the other, the view before."""
    for _ in range(30):
        table = await house.open("me", "here", stock=10, motifs=4)
        browsers = [await house.join(table, 0), await house.join(table, 1)]
        while (view := browsers[0].view) and not view.result:
            mover, other = browsers[view.actors[0]], browsers[1 - view.actors[0]]
            before = mover.view
            after = await mover.act()
            await other.sees(lambda v, serial=after.serial: v.serial >= serial)  # type: ignore[misc]
            if before and after.take_back.possible and not after.take_back.free:
                return mover, other, before
    raise AssertionError("no such move in 30 games")


async def moved_to(browser: Browser) -> m.Moved:
    """Wait for the rematch."""
    await browser.until(lambda: any(isinstance(x, m.Moved) for x in browser.heard))
    return next(x for x in browser.heard if isinstance(x, m.Moved))


def test_alone_among_bots_everything_may_be_taken_back_and_is_marked(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="1")
        me = await house.join(table, 0)
        assert me.view
        assert not me.view.take_back.possible
        assert not me.view.revealing
        start, legal = me.view.game_view, me.view.legal
        await me.act()
        await me.sees(lambda v: v.legal)
        assert me.view.take_back == m.TakeBackState(True, True, "")
        view = await me.take_back()
        assert view.game_view == start
        assert view.legal == legal
        assert view.decision == 2, "a decision number is never used again"
        assert [entry.text for entry in me.log] == ["took a move back"]
        await me.act(1)
        me.send(m.Resign())
        view = await me.sees(lambda v: v.result)
        assert view.result
        assert view.result.taken_back == 1

    in_house(tmp_path, test)


def test_with_other_people_nothing_turned_up_is_taken_back(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me = await house.join(table, 0)
        assert me.view
        assert me.view.revealing == me.view.legal, "every lay of Mixx draws a card"
        await me.act()
        assert not me.view.take_back.possible
        refused = await me.ask(m.TakeBack(), m.Refused)
        assert refused.reason == "not_allowed"
        assert "turned up" in refused.text

    in_house(tmp_path, test)


def test_the_others_are_asked(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        mover, other, before = await a_move_to_ask_about(house)
        assert mover.view
        assert mover.view.take_back.why == "The others have to agree."
        mine, theirs = mover.welcome.seat, other.welcome.seat
        mover.send(m.TakeBack())
        view = await other.sees(lambda v: v.proposal)
        assert view.proposal == m.Proposal("take_back", mine, f"P{mine}", [theirs])
        assert (await mover.sees(lambda v: v.proposal)).proposal == view.proposal
        assert (await mover.ask(m.Answer(True), m.Refused)).reason == "not_allowed", "nobody answers oneself"
        other.send(m.Answer(False))
        await mover.until(lambda: any(isinstance(x, m.Refused) and "does not agree" in x.text for x in mover.heard))
        await mover.sees(lambda v: not v.proposal)
        assert (await other.ask(m.Answer(True), m.Refused)).reason == "not_allowed"
        mover.send(m.TakeBack())
        await other.sees(lambda v: v.proposal)
        other.send(m.Answer(True))
        view = await mover.sees(lambda v: v.decision > before.decision + 1)
        assert (view.game_view, view.legal, view.proposal) == (before.game_view, before.legal, None)
        await other.sees(lambda v: v.serial == view.serial)
        assert mover.log == other.log
        assert mover.log[-1].text == "took a move back"

    in_house(tmp_path, test)


def test_a_proposal_lapses_when_the_table_moves_on(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        mover, other, _ = await a_move_to_ask_about(house)
        mover.send(m.TakeBack())
        await other.sees(lambda v: v.proposal)
        mover.send(m.Rename("Mira"))
        view = await other.sees(lambda v: v.players[mover.welcome.seat].name == "Mira")
        assert view.proposal
        assert view.proposal.name == "Mira", "a new name is no reason to forget the question"
        await other.act()
        await mover.sees(lambda v: not v.proposal)
        assert (await other.ask(m.Answer(True), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


def test_asking_for_oneself_is_no_yes_to_another(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        mover, other, _ = await a_move_to_ask_about(house)
        mover.send(m.TakeBack())
        await other.sees(lambda v: v.proposal)
        refused = await other.ask(m.TakeBack(), m.Refused)
        assert refused.reason == "not_allowed"
        assert other.view
        assert other.view.proposal, "the question is still open"

    in_house(tmp_path, test)


def test_resigning_between_two_ends_the_game(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here")
        me, other = await house.join(table, 0), await house.join(table, 1)
        me.send(m.Resign())
        view = await other.sees(lambda v: v.result)
        assert view.result
        assert view.result.reason == "P0 resigned."
        assert (view.result.winners, view.result.lost) == ([1], False)
        assert [(r.seat, r.rank, r.score) for r in view.result.ranks] == [(1, 1, None), (0, 2, None)]
        assert view.actors == []
        assert view.result.key

    in_house(tmp_path, test)


def test_among_three_a_bot_plays_on_and_comes_last(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", "here", stock=3, motifs=4)
        me, *others = [await house.join(table, seat) for seat in range(3)]
        me.send(m.Resign())
        view = await others[0].sees(lambda v: v.players[0].resigned)
        assert (view.players[0].kind, view.players[0].level) == ("person", "medium"), "told as the person who left"
        assert not view.result
        while not view.result:
            for other in others:
                if other.view and other.view.legal:
                    await other.act()
            view = await others[0].sees(lambda v: v.result or 0 not in v.actors)
        ranks = {r.seat: r.rank for r in view.result.ranks}
        assert ranks[0] == 3
        assert min(ranks.values()) == 1

    in_house(tmp_path, test)


def test_the_last_person_who_resigns_ends_the_game(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", "easy")
        me = await house.join(table, 0)
        me.send(m.Resign())
        view = await me.sees(lambda v: v.result)
        assert view.result
        assert [r.rank for r in view.result.ranks] == [1, 1, 3]

    in_house(tmp_path, test)


def test_a_rematch_needs_everybody_and_keeps_the_links(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", stock=3)
        me, other, watch = await house.join(table, 0), await house.join(table, 1), await house.join(table)
        assert (await me.ask(m.Rematch(), m.Refused)).reason == "not_allowed"
        other.send(m.Resign())
        await me.sees(lambda v: v.result)
        me.send(m.Rematch())
        view = await other.sees(lambda v: v.proposal)
        assert view.proposal
        assert view.proposal == m.Proposal("rematch", 0, "P0", [1], view.proposal.deal_hash)
        moved = await other.ask(m.Answer(True), m.Moved)
        for browser in (me, watch):
            there = await moved_to(browser)
            assert there.table == moved.table
        again = msgspec.structs.replace(table, table=moved.table)
        me2, other2 = await house.join(again, 0), await house.join(again, 1)
        view = await me2.sees(lambda v: v.players[1].connected)
        assert [(p.kind, p.level) for p in view.players] == [("person", None)] * 2, "who resigned sits down again"
        assert not any(p.resigned for p in view.players)
        assert not view.result
        assert other2.welcome.seat == 1
        assert me.welcome.options == me2.welcome.options
        assert me.welcome.deal_hash != me2.welcome.deal_hash
        late = await house.join(table, 1)
        assert await late.until(lambda: any(isinstance(x, m.Moved) for x in late.heard))

    in_house(tmp_path, test)


def test_a_rematch_begins_when_all_who_are_left_have_agreed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", "here")
        me, other, third = [await house.join(table, seat) for seat in range(3)]
        me.send(m.Resign())
        other.send(m.Resign())
        await third.sees(lambda v: v.result)
        me.send(m.Rematch())
        other.send(m.Answer(True))
        await third.sees(lambda v: v.proposal and v.proposal.waiting == [2])
        await third.close()
        await moved_to(me)
        await moved_to(other)

    in_house(tmp_path, test)


def test_a_bot_keeps_the_seat_of_whoever_is_away(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="2")
        me = await house.join(table, 0)
        assert me.view
        assert (me.view.players[1].kind, me.view.players[1].connected) == ("person", False)
        assert (await me.ask(m.Fill(1, "no such level"), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Fill(0, "easy"), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Fill(9, "easy"), m.Refused)).reason == "not_allowed"
        me.send(m.Fill(1, "easy"))
        view = await me.sees(lambda v: v.legal)
        assert (view.players[1].kind, view.players[1].level) == ("person", "easy")
        other = await house.join(table, 1)
        view = await me.sees(lambda v: v.players[1].level is None)
        assert view.players[1].connected
        assert me.log[-1].text == "is back"
        assert (await me.ask(m.Fill(1, "easy"), m.Refused)).reason == "not_allowed"
        await me.act()
        await other.act()
        await other.close()
        await me.sees(lambda v: not v.players[1].connected)
        me.send(m.Fill(1, "medium"))
        await me.sees(lambda v: v.players[1].level == "medium")
        me.send(m.Fill(1, None))
        await me.sees(lambda v: v.players[1].level is None)

    in_house(tmp_path, test)


def test_nothing_is_taken_back_behind_the_back_of_whoever_is_away(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, other = await house.join(table, 0), await house.join(table, 1)
        await me.act()
        await other.close()
        await me.sees(lambda v: not v.players[1].connected)
        me.send(m.Fill(1, "easy"))
        view = await me.sees(lambda v: v.legal)
        assert not view.take_back.possible
        assert "turned up" in view.take_back.why

    in_house(tmp_path, test)


def test_names_sayings_pauses_and_hints(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me, other = await house.join(table, 0), await house.join(table, 1)
        me.send(m.Rename("  Mira\x00  von der Au "))
        assert (await other.sees(lambda v: v.players[0].name != "P0")).players[0].name == "Mira von der Au"
        me.send(m.Emote("thanks"))
        assert await other.until(lambda: m.Emoted(0, "thanks") in other.heard)
        me.send(m.Pause(250))
        assert (await other.sees(lambda v: v.pause_ms == 250)).pause_ms == 250
        hint = await me.ask(m.Hint(), m.Hinted)
        assert me.view
        assert hint.best in me.view.legal
        assert hint.best == hint.figures[0].action
        assert sum(f.share for f in hint.figures) <= 1.001
        assert (await other.ask(m.Hint(), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)
