"""Whoever is away is waited for as long as all are told; then a bot may play, until they return."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import kit
from tests.browser.axe import violations
from tests.browser.kit import People, Server
from tests.browser.test_invite import start

AWAY_SECONDS = 6


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody for long."""
    running = Server(tmp_path_factory.mktemp("brisk"), options=["--limit", f"away_seconds={AWAY_SECONDS}"])
    yield running
    running.stop()


def notices(page: Page) -> Locator:
    """What is said above the board."""
    return page.locator(".notices")


def open_seats(page: Page) -> Locator:
    """The sheet about who sits where."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Seats and links").click()
    return page.locator("dialog")


def let_bot_play(page: Page, name: str) -> None:
    """Somebody is away: wait the time that is told, then choose a bot, by the notice."""
    expect(notices(page)).to_contain_text(re.compile(rf"{name} is away\. In \d+ s a bot may play for them\."))
    expect(notices(page)).to_contain_text(f"{name} is away. A bot may play for them now.", timeout=60_000)
    assert violations(page) == []
    notices(page).get_by_role("button", name="Choose a bot").click()
    sheet = page.locator("dialog")
    sheet.get_by_role("button", name=re.compile("^Bot, ")).first.click()
    expect(sheet).to_contain_text("is away, a bot plays meanwhile")
    page.keyboard.press("Escape")
    expect(notices(page)).not_to_contain_text("is away")


def come_back(people: People, address: str, person: int) -> Page:
    """Open the page again in the browser of somebody who has closed it."""
    page = people.contexts[person].new_page()
    page.goto(address)
    kit.ready(page)
    return page


@pytest.mark.parametrize("leaving", ["guest", "host"])
def test_a_bot_plays_for_whoever_is_away_until_they_return(brisk: Server, people: People, leaving: str) -> None:
    """Host or guest: whoever stays lets the bot play, and is not stuck."""
    ada, bo, _ = start(brisk, people)
    gone, stays, name, person = (bo, ada, "Bo", 1) if leaving == "guest" else (ada, bo, "Ada", 0)
    address = gone.url
    gone.close()
    let_bot_play(stays, name)
    back = come_back(people, address, person)
    expect(notices(back)).to_contain_text(
        re.compile(r"While you were away a bot \(.+\) played for you: \d+ moves?\.")
    )
    expect(notices(back)).to_contain_text("The seat is yours again.")
    sheet = open_seats(stays)
    expect(sheet).to_contain_text("is here")
    expect(sheet).not_to_contain_text("a bot plays meanwhile")
    assert sheet.get_by_role("button", name=re.compile("^Bot, ")).count() == 0


def test_spectators_are_told_too_and_choose_nothing(brisk: Server, people: People) -> None:
    table = brisk.open(kit.GAMES[0], "here", "here")
    pages = [people.sit(table.seat(seat)) for seat in range(2)]
    watch = people.sit(table.watch)
    for page in (*pages, watch):
        kit.ready(page)
    pages[1].close()
    expect(notices(watch)).to_contain_text(re.compile(r"Player 2 is away\. In \d+ s a bot may play for them\."))
    expect(notices(watch)).to_contain_text("Player 2 is away. A bot may play for them now.", timeout=60_000)
    assert notices(watch).get_by_role("button", name="Choose a bot").count() == 0
