"""Who pays: every cost is charged to the address that causes it, and told in words when it is too much."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from gamut.server import accounts, doorkeeper, guard
from gamut.server import messages as m
from gamut.server.accounts import TRIES, Accounts, name_payer
from gamut.server.doorkeeper import BadProxy, Doorkeeper, HttpProblem, Visit, read_proxies
from gamut.server.fair_pool import FairPool, TooMuch
from gamut.server.limits import BadLimits, Limits, change_limits, read_choices, read_file, write_limits
from gamut.server.replays import Replays
from tests.server.kit import FAST, Browser, House, in_house, run

# ---------------------------------------------------------------------- addresses


def test_an_address_of_the_newer_kind_pays_with_its_network() -> None:
    assert name_payer("2001:db8:0:1::5") == name_payer("2001:db8:0:1:ffff::7") == "2001:db8:0:1::/64"
    assert name_payer("2001:db8:0:2::5") != name_payer("2001:db8:0:1::5")
    assert name_payer("::ffff:192.0.2.7") == "192.0.2.7"
    assert name_payer("fe80::1%eth0") == "fe80::/64"
    assert name_payer("") == ""


def test_only_the_latest_accounts_are_remembered_but_none_that_is_in_use() -> None:
    known = Accounts(Limits(), most=3)
    player = known.find("192.0.2.1")
    player.connections = 1
    guesser = known.find("192.0.2.2")
    for k in range(50):
        known.find(f"198.51.100.{k}")
    assert known.find("192.0.2.1") is player
    assert known.find("192.0.2.2") is not guesser
    assert len(known._accounts) <= 3 + TRIES


def test_a_table_is_on_the_account_of_who_opened_it_until_it_ends() -> None:
    known = Accounts(Limits())
    host = known.find("192.0.2.1")
    known.begin_table("a", host)
    known.begin_table("b", host)
    known.end_table("a")
    known.end_table("a")
    known.end_table("nowhere")
    assert host.tables == 1


# ---------------------------------------------------------------------- connections


class House40:
    """A doorkeeper with some visitors."""

    def __init__(self, **limits: int) -> None:
        self.keeper = Doorkeeper(change_limits(Limits(), limits), Accounts(Limits()), read_proxies(["10.0.0.0/8"]))
        self.sent_away: list[str] = []

    def knock(self, host: str) -> Visit | HttpProblem:
        return self.keeper.begin(host, lambda words: self.sent_away.append(host))

    def enter(self, host: str) -> Visit:
        found = self.knock(host)
        assert isinstance(found, Visit)
        return found


def test_whoever_has_most_strangers_makes_room_and_players_stay() -> None:
    house = House40(connections=6, connections_per_address=4)
    players = [house.enter("192.0.2.1") for _ in range(2)]
    for player in players:
        house.keeper.settle(player)
    house.enter("192.0.2.2")
    for _ in range(3):
        house.enter("192.0.2.66")
    house.enter("192.0.2.3")
    assert house.sent_away == ["192.0.2.66"]
    assert house.keeper.open == 6
    for visit in list(house.keeper._visits):
        house.keeper.settle(visit)
    assert house.knock("192.0.2.9") == HttpProblem(503, "The server is full just now; please try again later.")
    house.keeper.end(players[0])
    house.keeper.end(players[0])
    assert isinstance(house.knock("192.0.2.9"), Visit)


def test_the_connections_of_a_proxy_are_many_peoples() -> None:
    house = House40(connections=50, connections_per_address=4)
    assert all(house.enter("10.1.2.3").through_proxy for _ in range(20))
    for _ in range(4):
        house.enter("192.0.2.1")
    refused = house.knock("192.0.2.1")
    assert isinstance(refused, HttpProblem)
    assert refused.status == 429


def test_there_are_always_fewer_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorkeeper, "count_files", lambda: 1024)
    assert House40(connections=5000).keeper.most == 1024 - doorkeeper.KEPT_FILES
    assert House40(connections=500).keeper.most == 500


def test_a_proxy_is_an_address() -> None:
    with pytest.raises(BadProxy, match=r"127\.0\.0\.1"):
        read_proxies(["proxy.example.org"])


# ---------------------------------------------------------------------- thinking


async def begin(pool: FairPool, payer: str, work: Callable[[Any], Any], table: str = "t") -> asyncio.Task[Any]:
    task = asyncio.create_task(pool.run(payer, table, work))
    await asyncio.sleep(0)
    return task


def test_a_strangers_thought_begins_though_another_address_has_many() -> None:
    async def work() -> None:
        pool, gate = FairPool(2), threading.Event()
        many = [await begin(pool, "attacker", lambda _: gate.wait(20), f"t{k}") for k in range(30)]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(10):
            assert await pool.run("stranger", "s", lambda _: "thought") == "thought"
        assert not any(task.done() for task in many)
        gate.set()
        await asyncio.gather(*many)
        pool.close()

    run(work())


def test_who_has_used_most_stands_still_where_there_are_fewer_cores_than_threads() -> None:
    async def work() -> None:
        pool = FairPool(2, cores=1)
        seen, halt = list[str](), threading.Event()

        def think(name: str, times: int) -> Callable[[Any], None]:
            def steps(cancelled: Any) -> None:
                for _ in range(times):
                    if cancelled() or halt.is_set():
                        return
                    seen.append(name)
                    deadline = time.thread_time() + 0.002
                    while time.thread_time() < deadline:
                        pass

            return steps

        await pool.run("attacker", "t", think("attacker", 50))
        heavy = await begin(pool, "attacker", think("attacker", 100_000))
        while len(seen) < 60:
            await asyncio.sleep(0.01)
        before = len(seen)
        await pool.run("stranger", "s", think("stranger", 100))
        meanwhile = seen[before:]
        first = meanwhile.index("stranger")
        assert "attacker" not in meanwhile[first + 2 : first + 98], "it stood still"
        now = len(seen)
        while len(seen) < now + 10:
            await asyncio.sleep(0.01)  # and goes on
        halt.set()
        await heavy
        pool.close()

    run(work())


def test_addresses_take_turns_and_then_their_tables() -> None:
    async def work() -> None:
        pool, gate, order = FairPool(1), threading.Event(), list[str]()
        first = await begin(pool, "x", lambda _: gate.wait(20))
        await asyncio.sleep(0.05)
        waiting = [("a", "1"), ("a", "1"), ("a", "2"), ("b", "3"), ("a", "2"), ("c", "4")]
        tasks = [
            await begin(pool, payer, lambda _, name=payer + table: order.append(name), table)  # type: ignore[misc]
            for payer, table in waiting
        ]
        gate.set()
        await asyncio.gather(first, *tasks)
        assert order == ["a1", "b3", "c4", "a2", "a1", "a2"]
        pool.close()

    run(work())


def test_what_waits_for_an_address_is_bounded_and_what_is_given_up_is_forgotten() -> None:
    async def work() -> None:
        pool, gate = FairPool(1, most_waiting=3), threading.Event()
        running = await begin(pool, "a", lambda _: gate.wait(20))
        await asyncio.sleep(0.05)
        waiting = [await begin(pool, "a", lambda _: None, f"t{k}") for k in range(3)]
        with pytest.raises(TooMuch):
            await pool.run("a", "t", lambda _: None)
        other = await begin(pool, "b", lambda _: "b")
        for task in waiting:
            task.cancel()
        await asyncio.sleep(0)
        again = await begin(pool, "a", lambda _: "again")
        gate.set()
        assert [await running, await other, await again] == [True, "b", "again"]
        assert not pool._queues
        assert not pool._running
        pool.close()

    run(work())


def test_bots_rest_while_nobody_is_there_who_may_want_them(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", first="2", pause_ms=300)
        me, watch = await house.join(table, 0), await house.join(table)
        room = house.hub.rooms[table.table]
        assert room.bots.at_work
        await me.close()
        await asyncio.sleep(0.6)
        assert not room.bots.at_work, "a spectator is not enough"
        assert not any(e.kind == "act" for e in room.match.log)
        back = await house.join(table, 0)
        await back.sees(lambda v: v.legal)
        await watch.sees(lambda v: v.serial > 0)

    in_house(tmp_path, test)


def test_bots_alone_play_while_somebody_watches(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("easy", "easy", pause_ms=50)
        watch = await house.join(table)
        await watch.sees(lambda v: v.serial > 2)
        await watch.close()
        room = house.hub.rooms[table.table]
        assert not room.bots.at_work
        assert room.idle
        steps = len(room.match.log)
        await asyncio.sleep(0.3)
        assert len(room.match.log) <= steps + 1, "one move may have been on its way"
        again = await house.join(table)
        await again.sees(lambda v: v.result)

    in_house(tmp_path, test)


def test_hints_are_counted_by_address(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        me = await house.join(table, 0)
        await me.ask(m.Hint(), m.Hinted)
        refused = await me.ask(m.Hint(), m.Refused)
        assert (refused.reason, "hints" in refused.text) == ("too_often", True)

    in_house(tmp_path, test, replace(FAST, hint_burst=1, hints_per_minute=0.001))


# ---------------------------------------------------------------------- tables and joining


def test_whoever_comes_and_goes_has_to_wait(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here")
        for _ in range(3):
            await (await house.join(table)).close()
        late = Browser(house.hub)
        refused = await late.ask(m.Join(table.table, table.watch), m.Refused)
        assert (refused.reason, "comes and goes" in refused.text) == ("too_often", True)

    in_house(tmp_path, test, replace(FAST, join_burst=3, joins_per_minute=0.001))


def test_new_tables_are_counted_and_unfinished_ones_too(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        account = house.hub.accounts.find("192.0.2.1")
        wish = m.TableRequest("mixx", [m.SeatRequest("me"), m.SeatRequest("here")])
        for _ in range(2):
            await house.hub.open_table(wish, account)
        with pytest.raises(m.RefusedError, match="unfinished tables"):
            await house.hub.open_table(wish, account)
        table = await house.hub.open_table(wish, house.hub.accounts.find("192.0.2.2"))
        await house.add_parts(table)
        me = await house.join(table, 0)
        assert house.hub.accounts.find("192.0.2.2").tables == 1
        me.send(m.Resign())
        await me.sees(lambda v: v.result)
        assert house.hub.accounts.find("192.0.2.2").tables == 0

    in_house(tmp_path, test, replace(FAST, tables_per_address=2))


# ---------------------------------------------------------------------- replays and take-backs


def test_a_replay_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        table = await house.open("easy", "easy", stock=3, motifs=4)
        with pytest.raises(m.RefusedError, match="finished games"):
            await house.hub.replays.find(table.table, "a")
        watch = await house.join(table)
        with pytest.raises(m.RefusedError, match="finished games"):
            await house.hub.replays.find(table.table, "a")
        await watch.sees(lambda v: v.result)
        found = await house.hub.replays.find(table.table, "a")
        await watch.close()
        house.hub.drop_room(house.hub.rooms[table.table])
        monkeypatch.setattr(house.hub.storage, "read_log", lambda _: pytest.fail("it is read again"))
        assert all([await house.hub.replays.find(table.table, "a") is found for _ in range(100)])

    in_house(tmp_path, test)


def test_only_so_much_of_replays_is_kept() -> None:
    class Finished:
        over = False

    async def work() -> None:
        asked = list[str]()

        async def find_match(table: str, payer: str) -> Any:
            asked.append(table)
            return Finished

        kept = Replays(find_match, most=1000)
        for table in [*"abcdef", "f", "a"]:
            with pytest.raises(m.RefusedError):
                await kept.find(table, "")
        assert "".join(asked) == "abcdefa", "the oldest is forgotten first"
        assert kept._bytes <= 1000

    run(work())


def test_a_take_back_does_not_play_the_past_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the game is, a take-back plays fewer steps than there are between two states that are kept."""

    async def test(house: House) -> None:
        table = await house.open("me", "easy")
        me = await house.join(table, 0)
        for _ in range(12):
            view = await me.sees(lambda v: v.legal or v.result)
            if view.result:
                break
            await me.act()
        await me.sees(lambda v: v.legal)
        match = house.hub.rooms[table.table].match
        played, rules = 0, match.table.rules
        play: Any = getattr(rules, "play")  # noqa: B009

        def count(*given: Any) -> Any:
            nonlocal played
            played += 1
            return play(*given)

        monkeypatch.setattr(rules, "play", count)
        before = len(match.table.history)
        await me.take_back()
        assert len(match.table.history) < before
        assert played <= 16

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- one place for all limits


def test_limits_are_changed_by_name_and_wrong_ones_are_refused_in_words(tmp_path: Path) -> None:
    limits = change_limits(Limits(), read_choices(["messages_per_second=2.5", "tables=7"]))
    assert (limits.messages_per_second, limits.tables) == (2.5, 7)
    for wrong, words in (
        ("tables=x", "whole number"), ("tables=1.5", "whole number"), ("tables=-1", "from 0 on"),
        ("request_seconds=inf", "number from 0"), ("request_seconds=nan", "number from 0"),
        ("tabels=1", "there are connections"), ("tables", "name=value"),
    ):  # fmt: skip
        with pytest.raises(BadLimits, match=words):
            change_limits(Limits(), read_choices([wrong]))
    with pytest.raises(BadLimits):
        change_limits(Limits(), {"tables": True})


def test_a_file_holds_limits_as_they_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "gamut.toml"
    wanted = replace(Limits(), tables=7, request_seconds=2.5)
    path.write_text(write_limits(wanted))
    assert change_limits(Limits(), read_file(path)) == wanted
    for content, words in (
        (b"[limit]\n", "limit"),
        (b"limits = 3", "section"),
        (b"[", "gamut.toml"),
        (b"\xff", "utf"),
    ):
        path.write_bytes(content)
        with pytest.raises(BadLimits, match=words):
            read_file(path)
    with pytest.raises(BadLimits, match="No such file"):
        read_file(tmp_path / "nowhere.toml")


def test_the_page_about_public_servers_lists_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "public-server.md").read_text("utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `")]
    assert listed == [f"| `{x.name}` | {x.default:g} | {x.metadata['words']} |" for x in fields(Limits)]


def test_a_bucket_fills_with_time() -> None:
    bucket = accounts.Bucket(rate=1e6, burst=1)
    assert bucket.take()
    asyncio.run(asyncio.sleep(0.001))
    assert bucket.take()


def test_whoever_asks_too_often_waits_for_the_refusal_but_not_with_all_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "MOST_HELD", 3)
    monkeypatch.setattr(guard, "PATIENCE", 0.5)

    async def work() -> None:
        account = accounts.Account("192.0.2.1", Limits())
        held = [asyncio.create_task(guard.hold(account)) for _ in range(5)]
        await asyncio.sleep(0.05)
        assert [task.done() for task in held] == [False] * 3 + [True] * 2
        await asyncio.gather(*held)
        assert account.held == 0

    run(work())
