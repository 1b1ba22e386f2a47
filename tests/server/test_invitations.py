"""A link is an invitation: it is used once, and from then on the seat has a secret that only its browser knows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gamut.server import messages as m
from gamut.server import seat_secrets
from gamut.server.limits import Limits
from gamut.server.logs import JsonFormatter
from gamut.server.secret import hash_token, new_token
from gamut.server.storage import Entry, StorageFailed
from tests.server.kit import PATIENCE, Browser, House, house, in_house, invitation, run

AWAY = 1008


async def refused_to(h: House, message: m.Join | m.Claim) -> m.Refused:
    """What somebody hears who comes with a token that opens nothing."""
    return await Browser(h.hub).ask(message, m.Refused)


async def sent_away(browser: Browser) -> m.Refused:
    """Wait until a connection is closed for good, and return why."""
    await browser.until(lambda: browser.closed == AWAY)
    return refusals(browser)[-1]


def refusals(browser: Browser) -> list[m.Refused]:
    return [x for x in browser.heard if isinstance(x, m.Refused)]


def seated_at(browser: Browser, seat: int) -> bool:
    return any(isinstance(x, m.Welcome) and x.seat == seat for x in browser.heard)


def claims(h: House, table: str) -> list[Entry]:
    return [entry for entry in h.hub.storage.read_log(table) if entry.kind == "claim"]


# ---------------------------------------------------------------------- sitting down


def test_a_guest_sees_what_is_going_on_and_sits_down(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "easy", first="1", game="mixx")
        me = await h.join(table, 0)
        assert me.view
        assert me.view.waiting == [1]
        assert [(p.kind, p.invited) for p in me.view.players] == [("person", False), ("open", True), ("bot", False)]
        guest = await h.look(table, 1)
        assert (guest.welcome.seat, guest.welcome.invited, guest.welcome.host) == (-1, 1, False)
        assert guest.welcome.title == "Mixx"
        assert guest.view
        assert [p.connected for p in guest.view.players] == [True, False, False]
        assert guest.view.turn_of == "P1", "who is awaited"
        own = new_token()
        welcome = await guest.ask(m.Claim(table.table, invitation(table, 1), own, " Mira\x00 "), m.Welcome)
        assert (welcome.seat, welcome.invited) == (1, None)
        view = await me.sees(lambda v: v.legal)
        assert (view.waiting, view.players[1].name, view.players[1].kind) == ([], "Mira", "person")
        assert view.players[1].connected
        assert [entry.text for entry in me.log] == ["sat down"]
        again = await h._join(m.Join(table.table, own))
        assert again.welcome.seat == 1

    in_house(tmp_path, test)


def test_a_guest_without_a_name_has_the_one_that_the_host_gave(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        guest = await h.sit(table, 1)
        view = await guest.sees(lambda v: not v.waiting)
        assert view.players[1].name == "P1"

    in_house(tmp_path, test)


def test_two_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "link")
        me = await h.join(table, 0)
        guests = [await h.sit(table, seat, "p0") for seat in (1, 2)]
        view = await me.sees(lambda v: not v.waiting)
        assert [p.name for p in view.players] == ["P0", "p0 2", "p0 3"]
        guests[0].send(m.Rename("P0"))
        assert (await me.sees(lambda v: v.players[1].name == "P0 2")).players[2].name == "p0 3"

    in_house(tmp_path, test)


def test_who_sits_already_takes_no_other_seat(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "link")
        me, own = await h.join(table, 0), new_token()
        sit = m.Claim(table.table, invitation(table, 1), own)
        assert (await me.ask(sit, m.Refused)).reason == "not_allowed"
        guest = await h.look(table, 1)
        assert (await guest.ask(sit, m.Welcome)).seat == 1
        assert (await guest.ask(sit, m.Welcome)).seat == 1, "said again"
        other = m.Claim(table.table, invitation(table, 2), new_token())
        assert (await guest.ask(other, m.Refused)).reason == "not_allowed"
        assert (await me.ask(sit, m.Refused)).reason == "not_allowed", "not even with the secret of another"
        assert len(claims(h, table.table)) == 1

    in_house(tmp_path, test)


def test_nothing_is_dealt_until_all_seats_are_taken(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "link", "easy", game="colori")
        me, watch = await h.join(table, 0), await h.join(table)
        one = await h.sit(table, 1)
        for browser in (me, watch, one):
            view = await browser.sees(lambda v: v.waiting == [2])
            assert (view.game_view, view.actors, view.legal, view.result) == (None, [], [], None)
            assert (view.ask, view.headline, view.turn_of) == ("", "", "P2")
            assert not view.take_back.possible
        for message in (m.Act(0, 0), m.Hint(), m.Resign(), m.TakeBack(), m.Preview(0, 0), m.Hurry(), m.Rematch()):
            assert (await me.ask(message, m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.WhyNot([], "hand:red"), m.WhyNotAnswer)).text.startswith("Nothing is dealt")
        assert not [e for e in h.hub.rooms[table.table].match.log if e.kind == "act"], "bots wait, too"
        two = await h.sit(table, 2)
        for browser in (me, watch, one, two):
            assert (await browser.sees(lambda v: not v.waiting)).game_view is not None

    in_house(tmp_path, test)


def test_seats_at_one_screen_have_their_secrets_at_once(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "here", "here")
        assert [s.seat for s in table.seats] == [0, 1, 2]
        assert table.invitations == []
        third = await h.join(table, 2)
        assert third.view
        assert third.view.waiting == []
        assert third.view.game_view is not None

    in_house(tmp_path, test)


def test_two_guests_race_for_a_seat_and_one_sits(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        guests = [await h.look(table, 1) for _ in range(4)]
        late = [Browser(h.hub) for _ in range(4)]
        for guest in guests + late:
            guest.send(m.Claim(table.table, invitation(table, 1), new_token(), "Racer"))
        for guest in guests + late:
            await guest.until(lambda g=guest: seated_at(g, 1) or refusals(g))  # type: ignore[misc]
        seated = [g for g in guests + late if seated_at(g, 1)]
        assert len(seated) == 1
        assert len(claims(h, table.table)) == 1
        for guest in set(guests + late).difference(seated):
            assert refusals(guest)[0].reason == "spent"
        for guest in set(guests).difference(seated):
            await guest.until(lambda g=guest: g.closed == AWAY)  # type: ignore[misc]

    in_house(tmp_path, test)


def test_a_lost_answer_is_said_again(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        sit = m.Claim(table.table, invitation(table, 1), new_token(), "Mira")
        deaf = await h.look(table, 1)
        deaf.stalled.clear()  # its connection takes nothing any more
        deaf.send(sit)
        async with asyncio.timeout(PATIENCE):
            while not claims(h, table.table):
                await asyncio.sleep(0.01)
        assert not seated_at(deaf, 1)
        for message in (sit, m.Join(table.table, sit.secret), sit):
            again = Browser(h.hub)
            assert (await again.ask(message, m.Welcome)).seat == 1
        room = h.hub.rooms[table.table]
        h.hub.drop_room(room)
        room.close()
        again = Browser(h.hub)
        assert (await again.ask(sit, m.Welcome)).seat == 1, "also when the table was not in memory"
        assert len(claims(h, table.table)) == 1
        deaf.stalled.set()

    in_house(tmp_path, test)


def test_a_claim_is_acknowledged_after_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        storage, failing = h.hub.storage, [True]
        append = storage.append

        async def fail(table_id: str, entry: Entry) -> None:
            if failing:
                failing.pop()
                raise StorageFailed("no room on the disk")
            await append(table_id, entry)

        monkeypatch.setattr(storage, "append", fail)
        sit = m.Claim(table.table, invitation(table, 1), new_token())
        guest = Browser(h.hub)
        assert (await guest.ask(sit, m.Refused)).reason == "storage"
        assert not any(isinstance(x, m.Welcome) for x in guest.heard)
        assert not claims(h, table.table)
        again = Browser(h.hub)
        assert (await again.ask(sit, m.Welcome)).seat == 1, "the invitation is still open"

    in_house(tmp_path, test)


@pytest.mark.parametrize("bad", ["", "short", "x" * 31, "x" * 65, "with spaces and more than enough of them"])
def test_a_secret_that_is_none_is_refused_without_being_repeated(tmp_path: Path, bad: str) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        guest = await h.look(table, 1)
        refused = await guest.ask(m.Claim(table.table, invitation(table, 1), bad), m.Refused)
        assert refused.reason == "malformed"
        assert not bad or bad not in refused.text

    in_house(tmp_path, test)


def test_a_secret_that_others_know_is_refused(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        token = invitation(table, 1)
        for known in (token, table.watch):
            guest = await h.look(table, 1)
            assert (await guest.ask(m.Claim(table.table, token, known), m.Refused)).reason == "not_allowed"
        for no_invitation in (table.watch, table.seats[0].token):
            refused = await refused_to(h, m.Claim(table.table, no_invitation, new_token()))
            assert refused.reason == "not_allowed"
        assert not claims(h, table.table)

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- what the host cannot do


def test_the_host_can_neither_see_nor_play_a_claimed_seat(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", game="colori")
        token = invitation(table, 1)
        me, guest = await h.join(table, 0), await h.sit(table, 1)
        await guest.sees(lambda v: v.legal)
        assert (await refused_to(h, m.Join(table.table, token))).reason == "spent"
        assert (await refused_to(h, m.Claim(table.table, token, new_token()))).reason == "spent"
        assert (await me.ask(m.Claim(table.table, token, new_token()), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Invite(1), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Fill(1, "easy"), m.Refused)).reason == "not_allowed"
        handed = await me.ask(m.HandOver(), m.Invited)
        assert handed.seat == 0, "one hands over one's own seat only"
        assert guest.view
        assert me.view
        mine, theirs = (m.encode(b.view.game_view) for b in (me, guest))  # type: ignore[union-attr]
        assert mine != theirs
        assert {s.seat for s in table.seats} == {0}
        room = h.hub.rooms[table.table]
        assert not any(e.kind == "act" and e.seat == 1 for e in room.match.log)

    in_house(tmp_path, test)


def test_secrets_are_hashed_at_rest_and_told_to_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")

    async def test(h: House) -> None:
        table = await h.open("me", "link", first="1")
        token, own = invitation(table, 1), new_token()
        me, watch, guest = await h.join(table, 0), await h.join(table), await h.look(table, 1)
        await guest.ask(m.Claim(table.table, token, own, "Mira"), m.Welcome)
        await me.act()
        handed = await guest.ask(m.HandOver(), m.Invited)
        errors = [
            await refused_to(h, m.Claim(table.table, token, new_token())),
            await me.ask(m.Invite(1), m.Refused),
        ]
        files = b"".join(p.read_bytes() for p in tmp_path.iterdir())
        logged = "\n".join(map(JsonFormatter().format, caplog.records))
        assert hash_token(own).encode() in files
        for known in (token, own, handed.token):
            assert known.encode() not in files
            assert known not in logged
            assert hash_token(known) not in logged
            assert not any(known in text or hash_token(known) in text for text in me.raw + watch.raw)
            assert not any(known in refused.text for refused in errors)
        assert not any(own in text for text in guest.raw)

    in_house(tmp_path, test)


def test_a_failed_commit_logs_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        own, guest = new_token(), await h.look(table, 1)
        taken = Entry(n=1, at=1, kind="rename", seat=0, detail="somebody else was faster", digest="d")
        await h.hub.storage.append(table.table, taken)
        assert (await guest.ask(m.Claim(table.table, invitation(table, 1), own), m.Refused)).reason == "storage"
        logged = "\n".join(map(JsonFormatter().format, caplog.records))
        assert "a commit failed" in logged
        assert own not in logged
        assert hash_token(own) not in logged

    in_house(tmp_path, test)


def test_whoever_guesses_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(guesses_per_minute=0.001, guess_burst=5)

    async def test(h: House) -> None:
        table = await h.open("me", "link")
        token = invitation(table, 1)
        reasons = [(await refused_to(h, m.Join(table.table, f"guess {k}"))).reason for k in range(6)]
        assert reasons == ["bad_token"] * 5 + ["too_often"]
        assert (await refused_to(h, m.Claim(table.table, token, new_token()))).reason == "too_often"

    in_house(tmp_path, test, limits)


# ---------------------------------------------------------------------- another device


def test_a_seat_is_handed_over_and_the_old_secret_ends(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="2")
        me, guest = await h.join(table, 0), await h.sit(table, 1, "Mira")
        second_tab = await h.join_again(guest)
        await guest.act()
        serial = me.view.serial if me.view else 0
        first = await guest.ask(m.HandOver(), m.Invited)
        handed = await guest.ask(m.HandOver(), m.Invited)
        assert (await refused_to(h, m.Join(table.table, first.token))).reason == "spent", "a newer link ends it"
        phone = await h._join(m.Join(table.table, handed.token))
        assert (phone.welcome.seat, phone.welcome.invited) == (-1, 1)
        assert (await guest.ask(m.Emote("thanks"), m.Emoted)).seat == 1, "until it is used, the old device plays on"
        welcome = await phone.ask(m.Claim(table.table, handed.token, new_token()), m.Welcome)
        assert welcome.seat == 1
        for old in (guest, second_tab):
            assert (await sent_away(old)).reason == "handed_over"
        assert (await refused_to(h, guest.joined)).reason == "handed_over"
        assert (await refused_to(h, m.Join(table.table, handed.token))).reason == "spent"
        view = await phone.sees(lambda v: v.players[1].connected)
        assert (view.players[1].name, view.waiting) == ("Mira", [])
        assert phone.log == me.log, "a change of device is no news"
        assert me.view
        assert me.view.serial > serial

    in_house(tmp_path, test)


def test_a_connection_that_was_sent_away_does_nothing_more(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="2")
        guest = await h.sit(table, 1)
        view = await guest.sees(lambda v: v.legal)
        handed = await guest.ask(m.HandOver(), m.Invited)
        guest.stalled.clear()  # what it is told does not arrive, so it goes on as before
        phone = Browser(h.hub)
        await phone.ask(m.Claim(table.table, handed.token, new_token()), m.Welcome)
        seen = len(guest.heard)
        guest.send(m.Act(view.decision, view.legal[0]))
        await phone.sees(lambda v: v.legal)
        async with asyncio.timeout(PATIENCE):
            while not guest.queue_empty:
                await asyncio.sleep(0.01)
        guest.stalled.set()
        await guest.until(lambda: guest.closed == AWAY)
        assert not any(isinstance(x, m.Ack | m.View) for x in guest.heard[seen:])
        assert not any(e.kind == "act" for e in h.hub.rooms[table.table].match.log)

    in_house(tmp_path, test)


def test_the_host_goes_to_another_device_too(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        me = await h.join(table, 0)
        handed = await me.ask(m.HandOver(), m.Invited)
        phone = await h._join(m.Join(table.table, handed.token))
        assert (await phone.ask(m.Invite(1), m.Refused)).text == "Sit down first."
        assert (await phone.ask(m.Claim(table.table, handed.token, new_token()), m.Welcome)).host
        fresh = await phone.ask(m.Invite(1), m.Invited)
        assert fresh.seat == 1
        assert (await refused_to(h, m.Join(table.table, table.seats[0].token))).reason == "handed_over"

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- the waiting host


def test_a_fresh_invitation_ends_the_old_one(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "link")
        me, looking, other = await h.join(table, 0), await h.look(table, 1), await h.look(table, 2)
        fresh = await me.ask(m.Invite(1), m.Invited)
        assert (await sent_away(looking)).reason == "spent"
        assert other.closed is None
        assert (await refused_to(h, m.Join(table.table, invitation(table, 1)))).reason == "spent"
        guest = await h._join(m.Join(table.table, fresh.token))
        assert (await guest.ask(m.Claim(table.table, fresh.token, new_token()), m.Welcome)).seat == 1
        assert (await guest.ask(m.Invite(2), m.Refused)).text == "Only the host does that."
        assert (await me.ask(m.Invite(0), m.Refused)).reason == "not_allowed"
        assert (await me.ask(m.Invite(9), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


def test_a_bot_instead_begins_the_game_and_the_seat_can_be_opened_anew(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="1")
        me, looking = await h.join(table, 0), await h.look(table, 1)
        me.send(m.Fill(1, "easy"))
        view = await me.sees(lambda v: v.legal)
        assert (view.players[1].kind, view.players[1].level, view.players[1].invited) == ("bot", "easy", False)
        assert (await sent_away(looking)).reason == "spent"
        assert (await refused_to(h, m.Join(table.table, invitation(table, 1)))).reason == "spent"
        assert (await me.ask(m.Fill(1, None), m.Refused)).text == "Nobody has this seat yet: invite somebody."
        fresh = await me.ask(m.Invite(1), m.Invited)
        view = await me.sees(lambda v: v.players[1].kind == "open")
        assert (view.waiting, view.players[1].invited) == ([], True), "the game has begun and goes on"
        guest = await h._join(m.Join(table.table, fresh.token))
        await guest.ask(m.Claim(table.table, fresh.token, new_token(), "Mira"), m.Welcome)
        view = await me.sees(lambda v: v.players[1].kind == "person")
        assert (view.players[1].name, view.players[1].level) == ("Mira", None)

    in_house(tmp_path, test)


def test_links_are_not_made_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_secrets, "MOST_ENDED", 3)

    async def test(h: House) -> None:
        table = await h.open("me", "link")
        me = await h.join(table, 0)
        for _ in range(3):
            await me.ask(m.Invite(1), m.Invited)
        for message in (m.Invite(1), m.HandOver()):
            assert (await me.ask(message, m.Refused)).reason == "too_often"

    in_house(tmp_path, test)


def test_spectators_use_their_link_again_and_again(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link")
        for _ in range(3):
            watch = await h.join(table)
            assert (watch.welcome.seat, watch.welcome.invited) == (-1, None)
            assert (await watch.ask(m.WhyNot([], "stock:red-fish"), m.WhyNotAnswer)).text == "You are watching."
            assert (await watch.ask(m.HandOver(), m.Refused)).reason == "not_allowed"
            assert (await watch.ask(m.Hurry(), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- later


def test_a_rematch_carries_seats_and_open_invitations_over(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", "link")
        me, guest = await h.join(table, 0), await h.sit(table, 1, "Mira")
        me.send(m.Fill(2, "easy"))
        await me.sees(lambda v: not v.waiting)
        fresh = await me.ask(m.Invite(2), m.Invited)
        me.send(m.Resign())
        guest.send(m.Resign())
        await guest.sees(lambda v: v.result)
        me.send(m.Rematch())
        await guest.sees(lambda v: v.proposal)
        moved = await guest.ask(m.Answer(True), m.Moved)
        assert moved.token == guest.joined.token
        again = await h._join(m.Join(moved.table, moved.token))
        await h._join(m.Join(moved.table, me.joined.token))
        view = await again.sees(lambda v: v.waiting == [2])
        assert view.game_view is None
        assert [(p.name, p.kind, p.invited) for p in view.players] == [
            ("P0", "person", False), ("Mira", "person", False), ("P2", "open", True)
        ]  # fmt: skip
        assert (await refused_to(h, m.Join(moved.table, invitation(table, 2)))).reason == "bad_token"
        third = await h._join(m.Join(moved.table, fresh.token))
        await third.ask(m.Claim(moved.table, fresh.token, new_token(), "Jonas"), m.Welcome)
        assert (await again.sees(lambda v: not v.waiting)).players[2].name == "Jonas"

    in_house(tmp_path, test)


def test_who_sits_where_outlives_a_restart(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path, url=url) as h:
            table = await h.open("me", "link", "link")
            guest = await h.sit(table, 1, "Mira")
            me = await h.join(table, 0)
            fresh = await me.ask(m.Invite(2), m.Invited)
        async with house(tmp_path, url=url) as h:
            again = await h._join(guest.joined)
            assert again.welcome.seat == 1
            assert again.view
            assert (again.view.waiting, again.view.players[1].name) == ([2], "Mira")
            for spent in (1, 2):
                assert (await refused_to(h, m.Join(table.table, invitation(table, spent)))).reason == "spent"
            third = await h._join(m.Join(table.table, fresh.token))
            assert third.welcome.invited == 2

    run(work())
