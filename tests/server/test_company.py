"""Honest company: nobody's broken connection is used against them, and nobody is taken for somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.server import clock, rendering, room, seating
from gamut.server import messages as m
from gamut.server.seating import tell_apart
from tests.server.kit import Browser, House, in_house
from tests.server.motes import DONE, KEEP

pytestmark = pytest.mark.usefixtures("motes")


class Clock:
    """A clock that tests turn on."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's clock, standing still."""
    fake = Clock()
    for module in (clock, rendering, room, seating):
        monkeypatch.setattr(module, "read_clock", fake)
    return fake


async def kept_a_point(house: House) -> tuple[m.NewTable, Browser, Browser]:
    """Host and guest of Motes; the host has just kept a point, which the guest has seen."""
    table = await house.open("me", "link", game="motes", pause_ms=5000)
    me, guest = await house.join(table, 0), await house.sit(table, 1)
    await me.sees(lambda v: v.legal)
    await me.do(DONE)
    await guest.sees(lambda v: v.legal)
    await guest.do(DONE)
    await me.sees(lambda v: KEEP in v.legal)
    await me.do(KEEP)
    await guest.sees(lambda v: v.headline == "Round 2")
    return table, me, guest


async def goes(guest: Browser, me: Browser) -> None:
    """The guest's connection breaks."""
    await guest.close()
    await me.sees(lambda v: not v.players[1].connected)


# ---------------------------------------------------------------------- taking back


def test_nothing_that_was_seen_is_taken_back_while_a_bot_keeps_the_seat(tmp_path: Path) -> None:
    """The connection breaks, the host lets a bot play and asks nobody: the table stays as it is."""

    async def test(house: House) -> None:
        table, me, guest = await kept_a_point(house)
        await goes(guest, me)
        me.send(m.Fill(1, "only"))
        view = await me.sees(lambda v: v.players[1].level == "only")
        assert view.take_back == m.TakeBackState(True, False, "The others have to agree.")
        before = list(house.hub.rooms[table.table].match.table.history)
        me.send(m.TakeBack())
        view = await me.sees(lambda v: v.proposal)
        assert view.proposal == m.Proposal("take_back", 0, "P0", [1]), "also who is away is asked"
        assert house.hub.rooms[table.table].match.table.history == before
        back = await house.join_again(guest)
        view = await back.sees(lambda v: v.proposal)
        assert view.players[1].level is None
        back.send(m.Answer(False))
        await me.sees(lambda v: not v.proposal)
        assert house.hub.rooms[table.table].match.table.history == before

    in_house(tmp_path, test)


def test_who_is_away_without_a_bot_is_asked_too_and_may_say_yes_later(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        _, me, guest = await kept_a_point(house)
        await goes(guest, me)
        me.send(m.TakeBack())
        await me.sees(lambda v: v.proposal and v.proposal.waiting == [1])
        back = await house.join_again(guest)
        await back.sees(lambda v: v.proposal)
        back.send(m.Answer(True))
        assert KEEP in (await me.sees(lambda v: v.legal and not v.proposal)).legal

    in_house(tmp_path, test)


def test_who_has_resigned_is_not_asked(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", "here", game="motes", pause_ms=5000)
        browsers = [await house.join(table, seat) for seat in range(3)]
        for browser in browsers:
            await browser.do(DONE)
        await browsers[0].sees(lambda v: KEEP in v.legal)
        await browsers[0].do(KEEP)
        browsers[2].send(m.Resign())
        await browsers[0].sees(lambda v: v.players[2].resigned)
        browsers[0].send(m.TakeBack())
        view = await browsers[1].sees(lambda v: v.proposal)
        assert view.proposal
        assert view.proposal.waiting == [1]

    in_house(tmp_path, test)


def test_asking_for_an_own_take_back_is_no_yes_to_another(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, me, guest = await kept_a_point(house)
        history = house.hub.rooms[table.table].match.table.history
        before = list(history)
        me.send(m.TakeBack())
        await guest.sees(lambda v: v.proposal)
        refused = await guest.ask(m.TakeBack(), m.Refused)
        assert refused.reason == "not_allowed"
        assert guest.view
        assert guest.view.proposal
        assert guest.view.proposal.waiting == [1], "not answered yet"
        assert house.hub.rooms[table.table].match.table.history == before

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- being away


def test_a_bot_plays_for_somebody_only_after_a_time_that_all_are_told(tmp_path: Path, fake_clock: Clock) -> None:
    async def test(house: House) -> None:
        table, me, guest = await kept_a_point(house)
        watch = await house.join(table)
        assert me.view
        assert [p.bot_from for p in me.view.players] == [None, None], "everybody is here"
        fake_clock.now += 5_000
        await goes(guest, me)
        for browser in (me, watch):
            view = await browser.sees(lambda v: not v.players[1].connected)
            assert view.players[1].bot_from == fake_clock.now + 60_000
        assert (await house.join(table)).welcome.now == fake_clock.now
        fake_clock.now += 59_001
        refused = await me.ask(m.Fill(1, "only"), m.Refused)
        assert refused.text == "P1 may come back: a bot can play for them in 1 seconds."
        assert me.view.players[1].level is None
        fake_clock.now += 999
        me.send(m.Fill(1, "only"))
        assert (await me.sees(lambda v: v.players[1].level)).players[1].bot_from is None

    in_house(tmp_path, test, away_seconds=60)


def test_coming_back_for_a_moment_begins_the_time_anew(tmp_path: Path, fake_clock: Clock) -> None:
    async def test(house: House) -> None:
        _, me, guest = await kept_a_point(house)
        await goes(guest, me)
        fake_clock.now += 59_999
        guest = await house.join_again(guest)
        await me.sees(lambda v: v.players[1].connected)
        await goes(guest, me)
        view = await me.sees(lambda v: not v.players[1].connected)
        assert view.players[1].bot_from == fake_clock.now + 60_000
        assert (await me.ask(m.Fill(1, "only"), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test, away_seconds=60)


def test_a_seat_on_which_nobody_has_sat_goes_to_a_bot_at_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", game="motes")
        me = await house.join(table, 0)
        assert me.view
        assert me.view.players[1].bot_from is None
        me.send(m.Fill(1, "only"))
        assert (await me.sees(lambda v: not v.waiting)).players[1].level == "only"

    in_house(tmp_path, test, away_seconds=60)


def test_whoever_returns_is_told_of_the_bot_and_has_the_seat_at_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", game="motes", rounds=1)
        me, guest = await house.join(table, 0), await house.sit(table, 1)
        assert guest.welcome.bot_meanwhile is None
        await goes(guest, me)
        me.send(m.Fill(1, "only"))
        await me.sees(lambda v: v.players[1].chosen)
        made = [a for a in house.hub.rooms[table.table].match.made[1] if a is not None]
        back = await house.join_again(guest)
        assert back.welcome.bot_meanwhile == m.BotMeanwhile("only", len(made))
        assert back.view
        assert back.view.players[1].level is None, "the seat is theirs again"
        assert [entry.text for entry in back.log][-1] == "is back"
        assert (await house.join_again(guest)).welcome.bot_meanwhile is None, "told once"
        back.send(m.TakeBack())
        assert (await back.sees(lambda v: v.legal)).legal, "also what the bot chose in secret is theirs"

    in_house(tmp_path, test)


def test_whoever_returns_on_another_device_is_told_too(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, me, guest = await kept_a_point(house)
        link = await guest.ask(m.HandOver(), m.Invited)
        await goes(guest, me)
        me.send(m.Fill(1, "only"))
        await me.sees(lambda v: v.players[1].level)
        phone = Browser(house.hub)
        welcome = await phone.ask(m.Claim(table.table, link.token, "s" * 40), m.Welcome)
        assert welcome.bot_meanwhile
        assert welcome.bot_meanwhile.level == "only"
        assert (await me.sees(lambda v: v.players[1].level is None)).players[1].connected
        assert me.log[-1].text == "is back"

    in_house(tmp_path, test)


def test_guests_go_on_when_the_host_is_gone(tmp_path: Path, fake_clock: Clock) -> None:
    """Any player may let a bot play for the host, after the time that all are told; the host returns as all do."""

    async def test(house: House) -> None:
        table, host, guest = await kept_a_point(house)
        watch = await house.join(table)
        await host.close()
        view = await guest.sees(lambda v: not v.players[0].connected)
        assert view.players[0].bot_from == fake_clock.now + 60_000
        assert "in 60 seconds" in (await guest.ask(m.Fill(0, "only"), m.Refused)).text
        fake_clock.now += 60_000
        assert (await watch.ask(m.Fill(0, "only"), m.Refused)).text == "Spectators only watch."
        guest.send(m.Fill(0, "only"))
        await guest.sees(lambda v: v.players[0].level == "only")
        guest.send(m.Fill(0, None))
        await guest.sees(lambda v: v.players[0].level is None)
        guest.send(m.Fill(0, "only"))
        await guest.sees(lambda v: v.players[0].level == "only")
        back = await house.join_again(host)
        assert back.welcome.bot_meanwhile
        assert back.welcome.host
        assert (await guest.sees(lambda v: v.players[0].level is None)).players[0].connected

    in_house(tmp_path, test, away_seconds=60)


def test_guests_fill_open_seats_only_once_the_host_is_gone(tmp_path: Path, fake_clock: Clock) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "link", "link", game="motes")
        host, guest = await house.join(table, 0), await house.sit(table, 1)
        assert guest.welcome.host_seat == 0
        refused = await guest.ask(m.Fill(2, "only"), m.Refused)
        assert refused.text == "Nobody has had this seat: that is for the host, while they are here."
        assert (await guest.ask(m.Fill(9, "only"), m.Refused)).text == "There is no such seat."
        await host.close()
        await guest.sees(lambda v: not v.players[0].connected)
        fake_clock.now += 59_999
        assert (await guest.ask(m.Fill(2, "only"), m.Refused)).reason == "not_allowed"
        fake_clock.now += 1
        guest.send(m.Fill(2, "only"))
        assert (await guest.sees(lambda v: not v.waiting)).players[2].level == "only", "the game begins"

    in_house(tmp_path, test, away_seconds=60)


def test_who_has_resigned_lets_no_bot_play(tmp_path: Path, fake_clock: Clock) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", "here", game="motes", pause_ms=5000)
        host, guest, third = [await house.join(table, seat) for seat in range(3)]
        guest.send(m.Resign())
        await guest.sees(lambda v: v.players[1].resigned)
        await host.close()
        await third.sees(lambda v: not v.players[0].connected)
        fake_clock.now += 60_000
        assert (await guest.ask(m.Fill(0, "only"), m.Refused)).text == "You have resigned."

    in_house(tmp_path, test, away_seconds=60)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "others", "told"),
    [
        ("Mira", [], "Mira"),
        ("Mira", ["Ada"], "Mira"),
        ("Mira", ["mira", "Mira 2"], "Mira 3"),
        ("Ｍｉｒａ", ["Mira"], "Ｍｉｒａ 2"),  # wide letters read the same
        ("M" * 24, ["M" * 24], "M" * 21 + " 2"),
        ("", ["Mira"], ""),
    ],
)
def test_a_name_that_somebody_has_gets_a_number(name: str, others: list[str], told: str) -> None:
    assert tell_apart(name, others) == told


def test_players_of_a_new_table_are_told_apart_bots_too(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        seats = [m.SeatRequest("me", "Sage"), m.SeatRequest("here", "SAGE "), m.SeatRequest("bot", "", "only")]
        table = await house.hub.open_table(m.TableRequest("motes", seats))
        me = await house.join(table, 0)
        assert me.view
        names = [p.name for p in me.view.players]
        assert names[:2] == ["Sage", "SAGE 2"]
        assert len({name.casefold() for name in names}) == 3

    in_house(tmp_path, test)
