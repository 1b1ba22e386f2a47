"""Limits per address: budgets, joins, open tables, delayed refusals; and how limits are configured."""

from __future__ import annotations

import asyncio
from dataclasses import fields, replace
from pathlib import Path

import pytest

from gamut.server.wire import address_budget, request_guard
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import EVICTION_ATTEMPTS, AddressBudgets, TokenBucket, find_budget_key
from gamut.server.wire.limits import (
    InvalidLimits,
    Limits,
    format_limits,
    parse_limits,
    read_limits_file,
    replace_limits,
)
from tests.server.in_process_server import (
    UNLIMITED,
    Client,
    InProcessServer,
    run,
    server_test,
)

# ---------------------------------------------------------------------- addresses


def test_an_ipv6_address_shares_the_budget_of_its_network() -> None:
    assert find_budget_key("2001:db8:0:1::5") == find_budget_key("2001:db8:0:1:ffff::7") == "2001:db8:0:1::/64"
    assert find_budget_key("2001:db8:0:2::5") != find_budget_key("2001:db8:0:1::5")
    assert find_budget_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert find_budget_key("fe80::1%eth0") == "fe80::/64"
    assert find_budget_key("") == ""


def test_old_budgets_are_forgotten_unless_they_are_in_use() -> None:
    budgets = AddressBudgets(Limits(), max_idle=3)
    player = budgets.find("192.0.2.1")
    player.connections = 1
    guesser = budgets.find("192.0.2.2")
    for k in range(50):
        budgets.find(f"198.51.100.{k}")
    assert budgets.find("192.0.2.1") is player
    assert budgets.find("192.0.2.2") is not guesser
    assert len(budgets._budgets) <= 3 + EVICTION_ATTEMPTS


def test_an_open_table_counts_for_the_address_of_its_host() -> None:
    budgets = AddressBudgets(Limits())
    host = budgets.find("192.0.2.1")
    budgets.begin_table("a", host)
    budgets.begin_table("b", host)
    budgets.end_table("a")
    budgets.end_table("a")
    budgets.end_table("nowhere")
    assert host.tables == 1


# ---------------------------------------------------------------------- thinking


# ---------------------------------------------------------------------- tables and joining


@server_test(replace(UNLIMITED, join_burst=3, joins_per_minute=0.001))
async def test_joins_are_limited_per_address(server: InProcessServer) -> None:
    table = await server.open_table("me", "here")
    for _ in range(3):
        await (await server.join(table)).close()
    late = Client(server.hub)
    refused = await late.request(m.Join(table.table, table.spectator_token), m.Refused)
    assert (refused.reason, "Too many connections" in refused.text) == ("too_often", True)


@server_test(replace(UNLIMITED, tables_per_address=2))
async def test_unfinished_tables_are_limited_per_address(server: InProcessServer) -> None:
    budget = server.hub.budgets.find("192.0.2.1")
    request = m.TableRequest("mixx", [m.SeatRequest("me"), m.SeatRequest("here")])
    for _ in range(2):
        await server.hub.open_table(request, budget)
    with pytest.raises(m.RefusedError, match="unfinished games"):
        await server.hub.open_table(request, budget)
    table = await server.hub.open_table(request, server.hub.budgets.find("192.0.2.2"))
    await server.add_parts(table)
    me = await server.join(table, 0)
    assert server.hub.budgets.find("192.0.2.2").tables == 1
    me.send(m.Resign())
    await me.wait_for_view(lambda v: v.result)
    assert server.hub.budgets.find("192.0.2.2").tables == 0


# ---------------------------------------------------------------------- configuration


def test_limits_are_changed_by_name_and_invalid_ones_refused(tmp_path: Path) -> None:
    limits = replace_limits(Limits(), parse_limits(["messages_per_second=2.5", "tables=7"]))
    assert (limits.messages_per_second, limits.tables) == (2.5, 7)
    for wrong, words in (
        ("tables=x", "an integer"), ("tables=1.5", "an integer"), ("tables=-1", "at least 0"),
        ("request_seconds=inf", "a number of at least 0"), ("request_seconds=nan", "a number of at least 0"),
        ("tabels=1", "the limits are: connections"), ("tables", "use NAME=VALUE"),
    ):  # fmt: skip
        with pytest.raises(InvalidLimits, match=words):
            replace_limits(Limits(), parse_limits([wrong]))
    with pytest.raises(InvalidLimits):
        replace_limits(Limits(), {"tables": True})


def test_a_limits_file_round_trips(tmp_path: Path) -> None:
    path = tmp_path / "gamut.toml"
    wanted = replace(Limits(), tables=7, request_seconds=2.5)
    path.write_text(format_limits(wanted))
    assert replace_limits(Limits(), read_limits_file(path)) == wanted
    for content, words in (
        (b"[limit]\n", "limit"),
        (b"limits = 3", "section"),
        (b"[", "gamut.toml"),
        (b"\xff", "utf"),
    ):
        path.write_bytes(content)
        with pytest.raises(InvalidLimits, match=words):
            read_limits_file(path)
    with pytest.raises(InvalidLimits, match="No such file"):
        read_limits_file(tmp_path / "nowhere.toml")


def test_the_page_about_public_servers_lists_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "public-server.md").read_text("utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `")]
    assert listed == [f"| `{x.name}` | {x.default:g} | {x.metadata['help']} |" for x in fields(Limits)]


def test_refusals_are_delayed_for_a_limited_number_of_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_guard, "MAX_DELAYED_REFUSALS", 3)
    monkeypatch.setattr(request_guard, "REFUSAL_DELAY_S", 0.5)

    async def work() -> None:
        budget = address_budget.AddressBudget("192.0.2.1", Limits())
        held = [asyncio.create_task(request_guard.delay_refusal(budget)) for _ in range(5)]
        await asyncio.sleep(0.05)
        assert [task.done() for task in held] == [False] * 3 + [True] * 2
        await asyncio.gather(*held)
        assert budget.delayed == 0

    run(work())


def test_a_token_bucket_limits_and_refills() -> None:
    bucket = TokenBucket(rate=0.001, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    quick = TokenBucket(rate=1e6, burst=1)
    assert quick.take()
    asyncio.run(asyncio.sleep(0.001))
    assert quick.take()
