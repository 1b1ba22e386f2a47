"""A fair deal that the page checks by itself, and company that nobody's broken connection harms."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from gamut.engine import replay
from gamut.games import find
from tests.browser import kit
from tests.browser.axe import violations
from tests.browser.kit import Opened, People, Server
from tests.browser.test_invite import GAME, start

FAIR = "A fair deal: this page has checked it."


def over_http(address: str) -> str:
    """The same address under a name for which a browser has no cryptography of its own."""
    return address.replace("127.0.0.1", "gamut.test")


def proof_line(page: Page) -> Any:
    """The line about the deal at the end."""
    return page.locator(f"{kit.OVER} .deal summary")


def read_replay(server: Server, table: str) -> replay.Replay:
    """The replay file of a finished game."""
    with urllib.request.urlopen(f"{server.url}api/tables/{table}/replay", timeout=30) as answer:
        return replay.parse(answer.read(), "replay")


def tamper(page: Page, change: dict[str, Any]) -> None:
    """Change what the server tells of a deal at its end."""

    def carry(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forge(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "view" and message["result"]:
                message["result"]["proof"] |= change
            socket.send(json.dumps(message))

        server.on_message(forge)

    page.route_web_socket("**/ws", carry)


def end_of(people: People, table: Opened, change: dict[str, Any] | None = None) -> Page:
    """The end of a game against a bot, as its player sees it; perhaps the server lies."""
    people.forgiven.append("Cross-Origin-Opener-Policy")  # it means nothing over plain http
    page = people.sit("about:blank")
    if change:
        tamper(page, change)
    page.goto(over_http(table.seat(0)))
    kit.ready(page)
    kit.resign(page)
    expect(page.locator(kit.OVER)).to_be_visible()
    return page


# ---------------------------------------------------------------------- the deal


def test_the_end_says_that_the_deal_was_fair_and_how_that_is_known(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "bot")
    page = end_of(people, table)
    assert page.evaluate("crypto.subtle === undefined"), "plain http"
    line = proof_line(page)
    expect(line).to_contain_text(FAIR)
    shown = replay.verify(read_replay(server, table.id), find)
    proof = read_replay(server, table.id).proof
    assert proof
    how = page.locator(f"{kit.OVER} .deal")
    expect(how.get_by_text(proof.hash)).to_be_hidden()
    line.focus()
    page.keyboard.press("Enter")
    for told in (proof.hash, proof.server_part, proof.parts[0], shown.key.hex()):
        expect(how.get_by_text(told)).to_be_visible()
    expect(how).to_contain_text("Player 1, kept by this browser")
    assert violations(page) == []
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.parts')"))
    assert [(a["hash"], a["part"]) for a in kept] == [(proof.hash, proof.parts[0])]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"server_part": "ab" * 32}, "the server’s part does not have the hash that was shown before the deal"),
        ({"hash": "ab" * 32}, "another hash was shown before the deal"),
        ({"parts": ["ab" * 16, ""]}, "what this browser added was left out or changed"),
    ],
    ids=["server's part", "hash", "my part"],
)
def test_a_forged_deal_is_told(server: Server, people: People, change: dict[str, Any], why: str) -> None:
    page = end_of(people, server.open(GAME, "me", "bot"), change)
    expect(page.get_by_role("alert")).to_have_text(f"Not the deal that was promised: {why}.")
    assert violations(page) == []


def test_the_parts_of_two_browsers_and_of_their_rematch(server: Server, people: People) -> None:
    ada, bo, _ = start(server, people)
    tables = []
    for _ in range(2):
        kit.resign(bo)
        for page in (ada, bo):
            expect(proof_line(page)).to_contain_text(FAIR)
        tables.append(ada.url.split("/")[-2])
        ada.get_by_role("button", name="Play again").click()
        bo.locator(kit.OVER).get_by_role("button", name=re.compile("Play again|Agree")).first.click()
        for page in (ada, bo):
            expect(page.locator(kit.OVER)).to_have_count(0)
            kit.ready(page)
    proofs = [read_replay(server, table).proof for table in tables]
    parts = [part for proof in proofs if proof for part in proof.parts]
    assert len(set(parts)) == 4
    assert all(parts)


def test_who_only_watches_is_told_what_could_be_checked(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "bot")
    end_of(people, table)
    watch = people.sit(table.watch)
    kit.ready(watch)
    expect(proof_line(watch)).to_contain_text("without a part of its own")


# ---------------------------------------------------------------------- company


def test_all_are_told_how_long_somebody_away_is_waited_for(server: Server, people: People) -> None:
    ada, bo, link = start(server, people)
    address = bo.url
    assert link not in address
    bo.close()
    expect(ada.locator(".notices")).to_contain_text(re.compile(r"Bo is away\. In \d+ s a bot may play for them\."))
    ada.get_by_role("button", name="More", exact=True).click()
    ada.get_by_role("button", name="Seats and links").click()
    sheet = ada.locator("dialog")
    expect(sheet).to_contain_text(re.compile(r"is away; in \d+ s a bot may play"))
    assert sheet.get_by_role("button", name=re.compile("^Bot,")).count() == 0
    back = people.contexts[-1].new_page()
    back.goto(address)
    kit.ready(back)
    expect(ada.locator(".notices")).not_to_contain_text("is away")


def test_whoever_is_away_before_the_deal_is_waited_for_too(server: Server, people: People) -> None:
    table = server.open(GAME, "here", "here")
    ada = people.sit(table.seat(0), viewport=kit.PHONE)
    expect(ada.get_by_text(re.compile(r"Player 2 is away\. In \d+ s a bot may play for them\."))).to_be_visible()
    assert violations(ada) == []
    bo = people.sit(table.seat(1))
    for page in (ada, bo):
        kit.ready(page)
