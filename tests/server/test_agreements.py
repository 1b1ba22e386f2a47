"""Taking back, resigning, playing again, giving seats to bots: what the players of a table agree on."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gamut.server import messages as m
from tests.server.kit import Browser, House, in_house


async def a_move_to_ask_about(house: House) -> tuple[Browser, Browser, int]:
    """Play Mixx until a move has turned nothing up (the deck is empty): who moved, the other, the step before."""
    for _ in range(30):
        table = await house.open("me", "link", stock=10, motifs=4)
        browsers = [await house.join(table, 0), await house.join(table, 1)]
        while (view := browsers[0].view) and not view.result:
            mover, other = browsers[view.actors[0]], browsers[1 - view.actors[0]]
            after = await mover.act()
            await other.sees(lambda v, step=after.step: v.step >= step)  # type: ignore[misc]
            if after.take_back.possible and not after.take_back.free:
                return mover, other, view.step
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
        assert not me.view.warns
        start, legal = me.view.view, me.view.legal
        await me.act()
        await me.sees(lambda v: v.legal)
        assert me.view.take_back == m.TakeBack(True, True, "")
        me.send(m.AskBack())
        view = await me.sees(lambda v: v.step == 0)
        assert view.view == start
        assert view.legal == legal
        assert view.decision == 2, "a decision number is never used again"
        assert [line.text for line in me.log] == ["took a move back"]
        await me.act(1)
        me.send(m.Resign())
        view = await me.sees(lambda v: v.result)
        assert view.result
        assert view.result.taken_back == 1

    in_house(tmp_path, test)


def test_with_other_people_nothing_turned_up_is_taken_back(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", first="1")
        me = await house.join(table, 0)
        assert me.view
        assert me.view.warns == me.view.legal, "every lay of Mixx draws a card"
        await me.act()
        assert not me.view.take_back.possible
        refused = await me.ask(m.AskBack(), m.Refused)
        assert refused.reason == "not_allowed"
        assert "turned up" in refused.text

    in_house(tmp_path, test)


def test_the_others_are_asked(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        mover, other, step = await a_move_to_ask_about(house)
        assert mover.view
        assert mover.view.take_back.why == "The others have to agree."
        mover.send(m.AskBack())
        asked = await other.until(lambda: next((x for x in other.heard if isinstance(x, m.Asked)), None))
        assert asked.what == "take_back"
        other.send(m.Answer(False))
        await mover.until(lambda: any(isinstance(x, m.Refused) and "agree" in x.text for x in mover.heard))
        assert (await other.ask(m.Answer(True), m.Refused)).reason == "not_allowed"
        mover.send(m.AskBack())
        await other.until(lambda: sum(isinstance(x, m.Asked) for x in other.heard) == 2)
        other.send(m.Answer(True))
        await mover.sees(lambda v: v.step == step)
        await other.sees(lambda v: v.step == step)
        assert mover.log == other.log

    in_house(tmp_path, test)


def test_resigning_between_two_ends_the_game(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link")
        me, other = await house.join(table, 0), await house.join(table, 1)
        me.send(m.Resign())
        view = await other.sees(lambda v: v.result)
        assert view.result
        assert view.result.reason.endswith(" resigned.")
        assert [(r.seat, r.rank, r.score) for r in view.result.ranks] == [(1, 1, None), (0, 2, None)]
        assert view.actors == []
        assert view.result.key

    in_house(tmp_path, test)


def test_among_three_a_bot_plays_on_and_comes_last(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", "link", stock=3, motifs=4)
        me, *others = [await house.join(table, seat) for seat in range(3)]
        me.send(m.Resign())
        view = await others[0].sees(lambda v: v.players[0].kind == "bot")
        assert view.players[0].note == "resigned"
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
        table = await house.open("me", "link", stock=3)
        me, other, watch = await house.join(table, 0), await house.join(table, 1), await house.join(table)
        assert (await me.ask(m.Rematch(), m.Refused)).reason == "not_allowed"
        other.send(m.Resign())
        await me.sees(lambda v: v.result)
        me.send(m.Rematch())
        asked = await other.until(lambda: next((x for x in other.heard if isinstance(x, m.Asked)), None))
        assert (asked.what, asked.seat) == ("rematch", 0)
        moved = await other.ask(m.Answer(True), m.Moved)
        for browser in (me, watch):
            there = await moved_to(browser)
            assert there.table == moved.table
        again = msgspec.structs.replace(table, table=moved.table)
        me2, other2 = await house.join(again, 0), await house.join(again, 1)
        assert me2.view
        assert me2.view.players[1].kind == "person" or other2.view
        welcomes = [next(x for x in b.heard if isinstance(x, m.Welcome)) for b in (me, me2)]
        assert welcomes[0].options == welcomes[1].options
        assert welcomes[0].key_hash != welcomes[1].key_hash
        late = await house.join(table, 1)
        assert await late.until(lambda: any(isinstance(x, m.Moved) for x in late.heard))

    in_house(tmp_path, test)


def test_an_empty_seat_goes_to_a_bot_and_comes_back_with_its_link(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", first="2")
        me = await house.join(table, 0)
        assert me.view
        assert me.view.players[1].kind == "open"
        assert (await me.ask(m.Fill(1, "no such level"), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Fill(0, "easy"), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Fill(9, "easy"), m.Refused)).reason == "not_allowed"
        me.send(m.Fill(1, "easy"))
        view = await me.sees(lambda v: v.legal)
        assert view.players[1].kind == "bot"
        other = await house.join(table, 1)
        view = await me.sees(lambda v: v.players[1].kind == "person")
        assert view.players[1].connected
        assert (await me.ask(m.Fill(1, "easy"), m.Refused)).reason == "not_allowed"
        await me.act()
        await other.act()
        await other.close()
        await me.sees(lambda v: not v.players[1].connected)
        me.send(m.Fill(1, "medium"))
        await me.sees(lambda v: v.players[1].level == "medium")
        me.send(m.Fill(1, None))
        await me.sees(lambda v: v.players[1].kind == "open")

    in_house(tmp_path, test)


def test_names_sayings_pauses_and_hints(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", first="1")
        me, other = await house.join(table, 0), await house.join(table, 1)
        me.send(m.Rename("  Mira\x00  von der Au "))
        assert (await other.sees(lambda v: v.players[0].name != "P0")).players[0].name == "Mira von der Au"
        me.send(m.Emote("thanks"))
        assert await other.until(lambda: m.Emoted(0, "thanks") in other.heard)
        me.send(m.Pace(250))
        assert (await other.sees(lambda v: v.pause_ms == 250)).pause_ms == 250
        hint = await me.ask(m.Hint(), m.Hinted)
        assert me.view
        assert hint.best in me.view.legal
        assert hint.best == hint.figures[0].action
        assert sum(f.share for f in hint.figures) <= 1.001
        assert (await other.ask(m.Hint(), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)
