"""Secret phases of several steps: until a seat is in, nobody else hears anything, not even that it moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import bots
from gamut.server import match as match_module
from gamut.server import messages as m
from gamut.server.app import make_app
from tests.server.kit import Browser, House, get, house, in_house, run
from tests.server.motes import DONE, KEEP, MOST, SPEND, View

pytestmark = pytest.mark.usefixtures("motes")
AMBER, BLUE, CORAL = range(3)
Script = Callable[[Browser], Awaitable[None]]


@pytest.fixture(autouse=True)
def same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tables are dealt alike."""
    monkeypatch.setattr(match_module, "make_key", lambda *_: b"k" * 16)


async def rest() -> None:
    """Let everything happen that is about to."""
    for _ in range(50):
        await asyncio.sleep(0.001)


async def sit_down(house: House, *kinds: str, **options: Any) -> list[Browser]:
    """Browsers at all seats of people, and one that watches, all come to rest."""
    table = await house.open(*kinds, game="motes", **options)
    seats = [s.seat for s in table.seats]
    browsers = [await house.join(table, seat) for seat in [*seats, -1]]
    await rest()
    return browsers


def drawn(browser: Browser) -> View:
    """The game's own view."""
    assert browser.view
    return msgspec.convert(browser.view.game_view, View)


def texts(browser: Browser) -> list[str]:
    return [entry.text for entry in browser.log]


# ---------------------------------------------------------------------- what others hear


async def put_nothing(me: Browser) -> None:
    pass


async def put_much(me: Browser) -> None:
    for action in (AMBER, AMBER, CORAL):
        await me.do(action)


async def change_my_mind(me: Browser) -> None:
    await me.do(BLUE)
    await me.do(CORAL)
    await me.take_back()
    await me.take_back()
    await me.ask(m.Hint(), m.Hinted)
    assert (await me.ask(m.Act(0, KEEP), m.Refused)).reason == "stale"


async def others_traffic(path: Path, mine: Script) -> dict[str, list[str]]:
    """All that two other players and a spectator hear, whatever the first seat does before it is in."""
    heard: dict[str, list[str]] = {}

    async with house(path) as h:
        me, other, third, watch = await sit_down(h, "me", "here", "here")
        others = {"other": other, "third": third, "watch": watch}
        joined = {name: len(b.raw) for name, b in others.items()}
        await mine(me)
        await rest()
        for name, browser in others.items():
            assert len(browser.raw) == joined[name], "a step was noticed"
        await other.do(CORAL)
        await rest()
        assert (len(third.raw), len(watch.raw)) == (joined["third"], joined["watch"])
        await other.do(DONE)
        await rest()
        await me.do(DONE)
        await rest()
        late = await h.join_again(watch)
        heard["late"] = late.raw[1:]  # after the welcome, which names the table
        for name, browser in others.items():
            heard[name] = browser.raw[joined[name] :]
    return heard


@pytest.mark.parametrize("mine", [put_much, change_my_mind])
def test_whatever_a_seat_does_until_it_is_in_the_others_hear_the_same(tmp_path: Path, mine: Script) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    still = run(others_traffic(tmp_path / "one", put_nothing))
    busy = run(others_traffic(tmp_path / "two", mine))
    assert busy == still
    views = [json.loads(text) for text in busy["third"]]
    assert [v["serial"] for v in views if v["type"] == "view"] == [views[0]["serial"], views[0]["serial"] + 1]
    assert [p["chosen"] for p in views[-1]["players"]] == [True, True, False]


def test_the_way_to_a_choice_is_never_told(tmp_path: Path) -> None:
    """Two seats that end with the same motes, one straight on, one after many changes: equal games to the end."""

    async def straight(me: Browser) -> None:
        await me.do(AMBER)
        await me.do(BLUE)

    async def crooked(me: Browser) -> None:
        for action in (CORAL, BLUE, AMBER):
            await me.do(action)
        await me.do(DONE)
        for _ in range(4):
            await me.take_back()
        await me.do(BLUE)
        await me.do(AMBER)

    async def whole_game(path: Path, mine: Script) -> list[list[str]]:
        path.mkdir()
        async with house(path) as h:
            me, other, watch = await sit_down(h, "me", "here", rounds=1)
            await mine(me)
            await rest()
            start = [len(other.raw), len(watch.raw)]
            await me.do(DONE)
            await other.do(CORAL)
            await other.do(DONE)
            await me.sees(lambda v: v.actors == [0])
            await me.do(KEEP)
            await watch.sees(lambda v: v.result)
            await rest()
            return [comparable(b.raw[n:]) for b, n in zip((other, watch), start, strict=True)]

    def comparable(raw: list[str]) -> list[str]:
        # that the seat was in once and no longer is has been seen, so the count differs by that; the proof names
        # the table
        told = [{**json.loads(text), "serial": 0} for text in raw]
        for message in told:
            if message.get("result"):
                del message["result"]["proof"]
        return [json.dumps(message) for message in told]

    assert run(whole_game(tmp_path / "a", straight)) == run(whole_game(tmp_path / "b", crooked))


# ---------------------------------------------------------------------- taking back


def test_a_seat_takes_back_its_own_steps_only(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me, other, watch = await sit_down(house, "me", "here")
        await other.do(CORAL)
        await me.do(AMBER)
        await other.do(BLUE)
        await me.do(DONE)
        view = await other.sees(lambda v: v.players[0].chosen)
        assert texts(other) == ["put coral", "put blue", "is in"]
        assert texts(me) == ["put amber", "done"]
        decision, serial = view.decision, view.serial
        refused = await me.ask(m.Act(2, BLUE), m.Refused)
        assert (refused.reason, refused.text) == ("illegal", "It is not your turn.")
        assert me.view
        assert me.view.take_back == m.TakeBackState(True, True, "")
        mine = await me.take_back()
        assert (mine.decision, mine.legal) == (3, [AMBER, BLUE, CORAL, DONE])
        view = await other.sees(lambda v: not v.players[0].chosen)
        assert (view.decision, view.serial) == (decision, serial + 1)
        assert texts(other) == ["put coral", "put blue"], "what was told of the step is gone, their own stays"
        assert texts(me) == ["put amber"]
        await me.take_back()
        await rest()
        assert other.view
        assert other.view.serial == serial + 1, "not in before, not in after: nothing to notice"
        assert drawn(me).put == [0, 0, 0]
        assert drawn(other).put == [0, 1, 1]
        assert (await other.do(DONE)).decision == decision + 1, "the others' decisions stay as they were"
        await me.do(DONE)
        view = await watch.sees(lambda v: v.actors == [0])
        assert drawn(watch).shown == [[0, 0, 0], [0, 1, 1]]
        assert (await me.ask(m.TakeBack(), m.Refused)).text.startswith("Something was turned up")

    in_house(tmp_path, test)


def test_hints_and_thoughts_stay_when_another_seat_moves_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        me, other, _ = await sit_down(house, "me", "here", "only", pause_ms=5000)
        room = house.hub.rooms[me.welcome.table]
        bot = room.bots._playing[2].task
        release = asyncio.Event()
        think = room.bots._think

        async def wait_and_think(*arguments: Any) -> Any:
            await release.wait()
            return await think(*arguments)

        monkeypatch.setattr(room.bots, "_think", wait_and_think)
        other.send(m.Hint())
        await rest()
        await me.do(AMBER)
        await me.do(DONE)
        await me.take_back()
        await me.take_back()
        assert room.bots._playing[2].task is bot
        release.set()
        await other.until(lambda: any(isinstance(x, m.Hinted) for x in other.heard))

    in_house(tmp_path, test)


def test_bots_make_their_steps_unnoticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class PutsAll:
        def choose(self, hidden: Any, seat: int, *_: Any) -> bots.Choice:
            return bots.Choice(AMBER if hidden["put"][0, seat].sum() < MOST else DONE)

    monkeypatch.setattr("gamut.server.table_bots.bots.make_bot", lambda *_: PutsAll())

    async def test(house: House) -> None:
        me, _ = await sit_down(house, "me", "only", "only")
        view = await me.sees(lambda v: [p.chosen for p in v.players] == [False, True, True])
        await rest()
        log = house.hub.rooms[me.welcome.table].match.log
        acts = [e for e in log if e.kind == "act"]
        assert len(acts) == 2 * (MOST + 1)
        assert view.serial == len(log) - len(acts) + 2
        assert texts(me) == ["is in", "is in"]

    in_house(tmp_path, test)


def test_an_open_move_is_taken_back_with_the_secret_steps_since(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me, other, watch = await sit_down(house, "me", "here")
        for browser in (me, other):
            await browser.do(DONE)
        await me.sees(lambda v: v.actors == [0])
        await me.do(SPEND)
        await other.sees(lambda v: v.actors == [0, 1])
        me.send(m.TakeBack())
        view = await watch.sees(lambda v: v.proposal)
        heard = len(watch.raw), len(me.raw)
        await other.do(CORAL)
        await rest()
        assert (len(watch.raw), len(me.raw)) == heard, "the proposal stays: else it would tell of the step"
        other.send(m.Answer(True))
        await watch.sees(lambda v: v.actors == [0] and not v.proposal)
        await other.sees(lambda v: v.actors == [0])
        assert drawn(other).put == [0, 0, 0]
        assert texts(other)[-1] == "took a move back"
        assert "put coral" not in texts(other)
        assert view.decision == 0

    in_house(tmp_path, test)


def test_a_restart_changes_no_count(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "here", game="motes")
            browsers = [await first.join(table, seat) for seat in (0, 1, -1)]
            me, other, _ = browsers
            await me.do(AMBER)
            await me.do(BLUE)
            await me.take_back()
            await other.do(DONE)
            await rest()
            before = [(b.view, list(b.log)) for b in browsers]
        async with house(tmp_path) as second:
            again = [await second.join(table, seat) for seat in (0, 1, -1)]
            await rest()
            for browser, (view, log) in zip(again, before, strict=True):
                assert browser.view
                assert view
                assert (browser.view.serial, browser.view.decision) == (view.serial, view.decision)
                assert browser.log == log
                assert browser.view.game_view == view.game_view
            assert [b.view.serial for b in again if b.view] == [6, 3, 3], "both parts of the deal were heard by all"

    run(work())


# ---------------------------------------------------------------------- the ends of games


def test_a_game_can_be_lost_together_and_alone(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me, other, _ = await sit_down(house, "me", "here", rounds=1)
        for browser in (me, other):
            await browser.do(DONE)
        await me.sees(lambda v: v.actors == [0])
        view = await me.do(KEEP)
        assert view.result
        assert (view.result.winners, view.result.lost) == ([], True)
        assert view.result.reason == "Nobody wins: nobody reached the target."
        assert [r.rank for r in view.result.ranks] == [2, 2]
        alone, _ = await sit_down(house, "me", rounds=1)
        await alone.do(AMBER)
        await alone.do(AMBER)
        await alone.do(DONE)
        view = await alone.do(KEEP)
        assert view.result
        assert (view.result.winners, view.result.lost) == ([0], False)
        assert view.result.reason == "Decided by the most points."

    in_house(tmp_path, test)


def test_who_resigns_alone_has_lost(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me, watch = await sit_down(house, "me")
        me.send(m.Resign())
        view = await watch.sees(lambda v: v.result)
        assert view.result
        assert (view.result.winners, view.result.lost, view.result.reason) == ([], True, "P0 resigned.")
        assert [(r.seat, r.rank) for r in view.result.ranks] == [(0, 2)]
        assert view.players[0].level == "only", "the middle of one level"

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- words, pictures, files


def test_a_moment_is_sent_live_before_its_view(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        me, other, watch = await sit_down(house, "me", "here")
        await me.do(CORAL)
        for browser in (other, me):
            await browser.do(DONE)
        view = await watch.sees(lambda v: v.actors == [0])
        assert view.headline == "Round 1"
        for browser in (me, other, watch):
            await browser.sees(lambda v: v.actors == [0])
            moments = [x for x in browser.heard if isinstance(x, m.Moment)]
            assert len(moments) == 1
            assert browser.view
            assert (moments[0].serial, moments[0].seat) == (browser.view.serial, 0)
            assert moments[0].picture == {"shown": [[0, 0, 1], [0, 0, 0]]}
            assert browser.heard.index(moments[0]) < browser.heard.index(browser.view)
        late = await house.join_again(watch)
        assert not any(isinstance(x, m.Moment) for x in late.heard), "what was long ago is no moment any more"

    in_house(tmp_path, test)


def test_the_content_of_a_file_stays_with_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "files" / "motes" / "palette"
    folder.mkdir(parents=True)
    monkeypatch.setenv("GAMUT_FILES", str(tmp_path / "files"))
    (folder / "mine.toml").write_text('target = 1\ncolours = ["red", "green", "blue"]\n')

    async def work() -> None:
        async with house(tmp_path) as first:
            table = await first.open("me", "here", game="motes", palette="mine")
            me = await first.join(table, 0)
            assert str(me.welcome.options["palette"]).startswith("mine@")
            await me.do(AMBER)
        (folder / "mine.toml").unlink()
        async with house(tmp_path) as second:
            again = await second.join(table, 0)
            assert again.welcome.read_only == ""
            assert texts(again) == ["put red"]
            _, _, body = await get(make_app(second.hub), f"/api/tables/{table.table}/actions")
            actions = json.loads(body)
            assert actions["texts"][:4] == ["put red", "put green", "put blue", "done"]
            assert actions["paths"][0] == [["pool", "colour:0"]], "touches in any order"
            assert actions["catalogue"] == {"target": 1, "colours": ["red", "green", "blue"]}

    run(work())
