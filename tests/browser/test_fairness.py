"""Verification of the deal in the page, and waiting for players who are away."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from gamut.engine import replay
from gamut.games import find_game
from tests.browser import driver
from tests.browser.axe import violations
from tests.browser.driver import OpenedTable, People, Server
from tests.browser.test_away import play_until_turn_of
from tests.browser.test_invite import GAME, start

FAIR = "Fair shuffle verified"


def over_http(address: str) -> str:
    """The same address as an insecure origin, without `crypto.subtle`."""
    return address.replace("127.0.0.1", "gamut.test")


def proof_line(page: Page) -> Any:
    """The line about the deal in the end panel."""
    return page.locator(f"{driver.END_PANEL} .deal summary")


def read_replay(server: Server, table: str) -> replay.Replay:
    """The replay file of a finished game."""
    with urllib.request.urlopen(f"{server.url}api/tables/{table}/replay", timeout=30) as answer:
        return replay.parse_replay(answer.read(), "replay")


def tamper(page: Page, change: dict[str, Any]) -> None:
    """Change the proof that the server sends at the end."""

    def carry(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forge(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "view" and message["result"]:
                message["result"]["proof"] |= change
            socket.send(json.dumps(message))

        server.on_message(forge)

    page.route_web_socket("**/ws", carry)


def end_of(people: People, table: OpenedTable, change: dict[str, Any] | None = None) -> Page:
    """Play and resign a game against a bot, perhaps with a forged proof."""
    people.ignored.append("Cross-Origin-Opener-Policy")  # without effect over plain http
    page = people.open("about:blank")
    if change:
        tamper(page, change)
    page.goto(over_http(table.seat(0)))
    driver.wait_for_table(page)
    driver.resign(page)
    expect(page.locator(driver.END_PANEL)).to_be_visible()
    return page


# ---------------------------------------------------------------------- the deal


def test_the_end_panel_shows_that_the_deal_was_fair_with_details(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "bot")
    page = end_of(people, table)
    assert page.evaluate("crypto.subtle === undefined"), "plain http"
    line = proof_line(page)
    expect(line).to_contain_text(FAIR)
    shown = replay.verify_replay(read_replay(server, table.id), find_game)
    proof = read_replay(server, table.id).proof
    assert proof
    details = page.locator(f"{driver.END_PANEL} .deal")
    expect(details.get_by_text(proof.hash)).to_be_hidden()
    line.focus()
    page.keyboard.press("Enter")
    for text in (proof.hash, proof.server_part, proof.parts[0], shown.key.hex()):
        expect(details.get_by_text(text)).to_be_visible()
    expect(details).to_contain_text("Player 1 (stored in this browser)")
    assert violations(page) == []
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.parts')"))
    assert [(a["hash"], a["part"]) for a in kept] == [(proof.hash, proof.parts[0])]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"server_part": "ab" * 32}, "the server’s part does not match the hash shown before the deal"),
        ({"hash": "ab" * 32}, "a different hash was shown before the deal"),
        ({"parts": ["ab" * 16, ""]}, "this browser’s part was left out or changed"),
    ],
    ids=["server's part", "hash", "my part"],
)
def test_a_forged_deal_is_reported(server: Server, people: People, change: dict[str, Any], fault: str) -> None:
    page = end_of(people, server.open(GAME, "me", "bot"), change)
    expect(page.get_by_role("alert")).to_have_text(f"The shuffle is not the one committed to: {fault}")
    assert violations(page) == []


def test_the_parts_of_two_browsers_and_of_their_rematch(server: Server, people: People) -> None:
    ada, bo, _ = start(server, people)
    tables = []
    for _ in range(2):
        driver.resign(bo)
        for page in (ada, bo):
            expect(proof_line(page)).to_contain_text(FAIR)
        tables.append(ada.url.split("/")[-2])
        ada.get_by_role("button", name="Play again").click()
        bo.locator(driver.END_PANEL).get_by_role("button", name="Agree").click()
        for page in (ada, bo):
            expect(page.locator(driver.END_PANEL)).to_have_count(0)
            driver.wait_for_table(page)
    proofs = [read_replay(server, table).proof for table in tables]
    parts = [part for proof in proofs if proof for part in proof.parts]
    assert len(set(parts)) == 4
    assert all(parts)


def test_spectators_see_a_check_without_a_part_of_their_own(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "bot")
    end_of(people, table)
    watch = people.open(table.watch)
    driver.wait_for_table(watch)
    expect(proof_line(watch)).to_contain_text("without a part from this browser")


# ---------------------------------------------------------------------- players who are away


def test_a_notice_says_when_a_bot_can_take_over(server: Server, people: People) -> None:
    ada, bo, link = start(server, people)
    address = bo.url
    assert link not in address
    play_until_turn_of(bo, ada)
    bo.close()
    expect(ada.locator(".notices")).to_contain_text(re.compile(r"Bo is away\. A bot can take over in \d+ s\."))
    ada.get_by_role("button", name="More", exact=True).click()
    ada.get_by_role("button", name="Seats and links").click()
    sheet = ada.locator("dialog")
    expect(sheet).to_contain_text(re.compile(r"away, a bot can take over in \d+ s"))
    assert sheet.get_by_role("button", name=re.compile("^Bot,")).count() == 0
    back = people.contexts[-1].new_page()
    back.goto(address)
    driver.wait_for_table(back)
    expect(ada.locator(".notices")).not_to_contain_text("is away")


def test_a_notice_is_shown_before_the_deal_too(server: Server, people: People) -> None:
    table = server.open(GAME, "here", "here")
    ada = people.open(table.seat(0), viewport=driver.PHONE)
    expect(ada.get_by_text(re.compile(r"Player 2 is away\. A bot can take over in \d+ s\."))).to_be_visible()
    assert violations(ada) == []
    bo = people.open(table.seat(1))
    for page in (ada, bo):
        driver.wait_for_table(page)
