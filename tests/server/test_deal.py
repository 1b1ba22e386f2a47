"""A deal that people can check: the server shows a hash first, every person adds a part, the end tells all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.engine import replay
from gamut.engine.proof import check_proof, hash_part, make_key
from gamut.server import messages as m
from gamut.server.app import make_app
from gamut.server.hub import NOBODY
from gamut.server.match import Match
from gamut.server.storage import Entry, StorageFailed
from tests.server.kit import Browser, House, get, house, in_house, new_part, run
from tests.server.test_storage import a_table

pytestmark = pytest.mark.usefixtures("motes")


async def opened(h: House, *kinds: str) -> m.NewTable:
    """A table of Mixx to which nobody has added anything."""
    seats = [
        m.SeatRequest(kind, f"P{k}") if kind in ("me", "link", "here") else m.SeatRequest("bot", f"P{k}", kind)  # type: ignore[arg-type]
        for k, kind in enumerate(kinds)
    ]
    return await h.hub.open_table(m.TableRequest("mixx", seats, {"first": "1"}, 0))


async def joined(h: House, table: m.NewTable, seat: int, part: str = "") -> Browser:
    """A browser at a seat, which adds nothing by itself."""
    browser = Browser(h.hub)
    browser.part = part
    token = next(s.token for s in table.seats if s.seat == seat)
    browser.send(m.Join(table.table, token))
    browser.joined = m.Join(table.table, token)
    await browser.sees(lambda v: True)
    return browser


def proof_of(browser: Browser) -> Any:
    assert browser.view
    assert browser.view.result
    return browser.view.result.proof


async def replay_of(h: House, table: str) -> replay.Replay:
    status, _, body = await get(make_app(h.hub), f"/api/tables/{table}/replay")
    assert status == 200
    return replay.parse(body, "replay")


# ---------------------------------------------------------------------- before the deal


def test_nothing_is_dealt_before_everybody_has_added_a_part(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await opened(h, "me", "here", "easy")
        me, other = await joined(h, table, 0), await joined(h, table, 1)
        assert len(me.welcome.deal_hash) == 64
        assert me.welcome.deal_hash == other.welcome.deal_hash
        assert me.view
        assert (me.view.waiting, me.view.game_view, me.view.legal) == ([0, 1], None, [])
        assert (await me.ask(m.Act(0, 0), m.Refused)).reason == "not_allowed"
        parts = [new_part(), new_part()]
        me.send(m.AddPart(parts[0]))
        assert (await me.sees(lambda v: v.waiting == [1])).game_view is None
        other.send(m.AddPart(parts[1]))
        assert (await me.sees(lambda v: v.legal)).waiting == []
        match = h.hub.rooms[table.table].match
        assert hash_part(match.row.server_part, table.table) == me.welcome.deal_hash
        assert match.table.key == make_key(match.row.server_part, table.table, [*parts, ""])

    in_house(tmp_path, test)


def test_a_part_is_added_once_and_said_again_without_harm(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await opened(h, "me", "here")
        me, other, part = await joined(h, table, 0), await joined(h, table, 1), new_part()
        for _ in range(2):
            me.send(m.AddPart(part))
        await me.sees(lambda v: v.waiting == [1])
        assert (await me.ask(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"
        other.send(m.AddPart(new_part()))
        await me.sees(lambda v: v.legal)
        me.send(m.AddPart(part))
        assert (await me.ask(m.AddPart(new_part()), m.Refused)).text == "Nothing more is added to this deal."
        watch = await h.join(table)
        assert (await watch.ask(m.AddPart(part), m.Refused)).reason == "not_allowed"
        log = h.hub.rooms[table.table].match.log
        assert [(e.kind, e.seat) for e in log] == [("part", 0), ("part", 1)]

    in_house(tmp_path, test)


@pytest.mark.parametrize("part", ["", "0" * 31, "0" * 33, "G" * 32, "0" * 31 + "\n", 5, None])
def test_a_part_has_32_digits(tmp_path: Path, part: Any) -> None:
    async def test(h: House) -> None:
        table = await opened(h, "me", "here")
        me = await joined(h, table, 0)
        refused = await me.ask(json.dumps({"type": "add_part", "part": part}), m.Refused)
        assert refused.reason == "malformed"

    in_house(tmp_path, test)


def test_a_guest_adds_a_part_after_sitting_down(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="1")
        me, guest = await h.join(table, 0), await h.look(table, 1)
        assert guest.welcome.deal_hash == me.welcome.deal_hash, "shown before the guest adds anything"
        guest = await h.sit(table, 1)
        await me.sees(lambda v: v.legal)
        assert h.hub.rooms[table.table].match.parts[1] == guest.part

    in_house(tmp_path, test)


def test_who_takes_over_a_seat_of_a_running_game_adds_nothing(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "link", first="1")
        me = await h.join(table, 0)
        me.send(m.Fill(1, "easy"))
        await me.sees(lambda v: v.legal)
        link = await me.ask(m.Invite(1), m.Invited)
        guest = Browser(h.hub)
        guest.send(m.Claim(table.table, link.token, "s" * 40))
        view = await guest.sees(lambda v: v.players[1].kind == "person")
        assert view.waiting == []
        assert view.game_view is not None
        assert (await guest.ask(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- the end


def test_the_end_tells_all_and_the_replay_proves_it(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await h.open("me", "here", stock=3, motifs=4)
        me, other, watch = await h.join(table, 0), await h.join(table, 1), await h.join(table)
        while me.view and not me.view.result:
            mover = (me, other)[me.view.actors[0]]
            serial = (await mover.act()).serial
            await me.sees(lambda v, s=serial: v.serial >= s)  # type: ignore[misc]
        view, proof = me.view, proof_of(me)
        assert view
        assert view.result
        check_proof(proof, view.result.key, 2)
        assert proof.hash == me.welcome.deal_hash
        await watch.sees(lambda v: v.result)
        assert proof_of(watch) == proof
        read = await replay_of(h, table.table)
        assert read.proof == proof
        assert replay.verify(read, games.find).over

    in_house(tmp_path, test)


def test_a_table_of_bots_is_dealt_by_the_server_and_still_bound_to_its_hash(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table = await opened(h, "easy", "easy")
        watch = await h.join(table)
        view = await watch.sees(lambda v: v.result)
        proof = proof_of(watch)
        assert view.result
        assert proof.parts == ["", ""]
        assert proof.hash == watch.welcome.deal_hash
        check_proof(proof, view.result.key, 2)

    in_house(tmp_path, test)


def test_a_table_of_an_older_version_has_no_proof(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        await h.hub.storage.open_table(a_table())
        table = m.NewTable("t", [m.SeatToken(k, f"token {k}") for k in range(2)], [], "watch")
        me, other = await h.join(table, 0), await h.join(table, 1)
        assert me.welcome.deal_hash == ""
        assert await me.act()
        assert (await me.ask(m.AddPart(new_part()), m.Refused)).reason == "not_allowed"
        other.send(m.Resign())
        view = await me.sees(lambda v: v.result)
        assert view.result
        assert (view.result.proof, view.result.key) == (None, (b"k" * 16).hex())
        read = await replay_of(h, "t")
        assert read.proof is None

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- stored first


def test_hash_and_parts_outlive_a_restart(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path, url=url) as h:
            table = await opened(h, "me", "here")
            me = await joined(h, table, 0, new_part())
            await me.sees(lambda v: v.waiting == [1])
        async with house(tmp_path, url=url) as h:
            again = await joined(h, table, 0)
            assert again.welcome.deal_hash == me.welcome.deal_hash
            assert again.view
            assert again.view.waiting == [1]
            other = await joined(h, table, 1, new_part())
            await again.sees(lambda v: v.legal)
            match = h.hub.rooms[table.table].match
            assert match.parts == [me.part, other.part]
            key = match.table.key
            await again.act()
        async with house(tmp_path, url=url) as h:
            match = await h.hub.find_match(table.table, NOBODY)
            assert match.table.key == key
            assert len(match.table.history) == 1

    run(work())


def test_a_part_that_could_not_be_stored_deals_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(h: House) -> None:
        table = await opened(h, "me", "easy")
        me = await joined(h, table, 0)

        async def fail(*_: Any) -> None:
            raise StorageFailed("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(h.hub.storage, "append", fail)
            assert (await me.ask(m.AddPart(new_part()), m.Refused)).reason == "storage"
        assert all(x.game_view is None for x in me.heard if isinstance(x, m.View))
        again = await joined(h, table, 0, new_part())
        await again.sees(lambda v: v.legal)

    in_house(tmp_path, test)


def test_a_log_with_a_part_too_many_is_followed_up_to_there() -> None:
    row = a_table(server_part="ab" * 32, key=b"", seats=tuple(
        msgspec.structs.replace(seat, kind="person") for seat in a_table().seats
    ))  # fmt: skip
    match = Match(row)
    for seat in (0, 1):
        match.commit(match.prepare(Entry(at=1, kind="part", seat=seat, detail=new_part())))
    assert match.begun
    twice = [*match.log, msgspec.structs.replace(match.log[0], n=2, detail=new_part())]
    again, problem = Match.replay(row, twice)
    assert problem.endswith("after entry 2.")
    assert again.table.key == match.table.key


# ---------------------------------------------------------------------- a rematch


async def given_up(h: House, *kinds: str) -> tuple[m.NewTable, list[Browser]]:
    """A finished game, and those who were there."""
    table = await h.open(*kinds)
    browsers = [await h.join(table, seat.seat) for seat in table.seats]
    for browser in browsers[:-1]:
        browser.send(m.Resign())
    for browser in browsers:
        await browser.sees(lambda v: v.result)
    return table, browsers


def test_the_question_for_a_rematch_shows_the_hash_and_each_yes_adds_a_part(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table, (me, other) = await given_up(h, "me", "here")
        me.send(m.Rematch())
        view = await other.sees(lambda v: v.proposal)
        assert view.proposal
        promised, part = view.proposal.deal_hash, new_part()
        assert len(promised) == 64
        assert promised != me.welcome.deal_hash
        moved = await other.ask(m.Answer(True, part), m.Moved)
        there = msgspec.structs.replace(table, table=moved.table)
        second = await joined(h, there, 1)
        assert second.welcome.deal_hash == promised
        assert second.view
        assert second.view.waiting == [0], "who asked had no hash then, and adds a part now"
        first = await joined(h, there, 0, new_part())
        await second.sees(lambda v: not v.waiting)
        first.send(m.Resign())
        await second.sees(lambda v: v.result)
        assert proof_of(second).parts == [first.part, part]
        assert second.view.result
        check_proof(proof_of(second), second.view.result.key, 2)

    in_house(tmp_path, test)


def test_another_question_shows_another_hash(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        _, (me, other) = await given_up(h, "me", "here")
        shown = []
        for _ in range(2):
            me.send(m.Rematch())
            view = await other.sees(lambda v: v.proposal)
            assert view.proposal
            shown.append(view.proposal.deal_hash)
            other.send(m.Answer(False))
            await me.sees(lambda v: not v.proposal)
            await other.sees(lambda v: not v.proposal)
        assert shown[0] != shown[1]

    in_house(tmp_path, test)


def test_a_rematch_waits_for_the_part_of_whoever_has_left(tmp_path: Path) -> None:
    async def test(h: House) -> None:
        table, (me, other, third) = await given_up(h, "me", "here", "here")
        await third.close()
        me.send(m.Rematch())
        await other.sees(lambda v: v.proposal and v.proposal.waiting == [1])
        moved = await other.ask(m.Answer(True, new_part()), m.Moved)
        there = msgspec.structs.replace(table, table=moved.table)
        me = await joined(h, there, 0, new_part())
        assert (await me.sees(lambda v: v.waiting == [2])).game_view is None
        me.send(m.Fill(2, "easy"))
        assert (await me.sees(lambda v: not v.waiting)).players[2].level == "easy"

    in_house(tmp_path, test)
