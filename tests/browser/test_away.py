"""A bot can take over for a player who is away, until they return."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import driver
from tests.browser.axe import violations
from tests.browser.driver import People, Server
from tests.browser.test_invite import start

AWAY_SECONDS = 6


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits only briefly for players."""
    running = Server(tmp_path_factory.mktemp("brisk"), options=["--limit", f"away_seconds={AWAY_SECONDS}"])
    yield running
    running.stop()


def notices(page: Page) -> Locator:
    """The notices above the board."""
    return page.locator(".notices")


def open_seats(page: Page) -> Locator:
    """Open the sheet with all seats."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Seats and links").click()
    return page.locator("dialog")


def play_until_turn_of(page: Page, other: Page) -> None:
    """Play with the other player until it is the turn of this one: the notice is shown while the game waits."""
    while not page.locator(driver.MY_TURN).count():
        if other.locator(driver.MY_TURN).count():
            driver.play(other, driver.by_mouse, most=1)


def let_bot_play(page: Page, name: str) -> None:
    """Wait until a bot can take over, and choose one by the notice."""
    expect(notices(page)).to_contain_text(re.compile(rf"{name} is away\. A bot can take over in \d+ s\."))
    expect(notices(page)).to_contain_text(f"{name} is away. A bot can take over now.", timeout=60_000)
    assert violations(page) == []
    notices(page).get_by_role("button", name="Choose a bot").click()
    sheet = page.locator("dialog")
    sheet.get_by_role("button", name=re.compile(" bot$")).first.click()
    expect(sheet).to_contain_text("away, a bot is playing")
    page.keyboard.press("Escape")
    expect(notices(page)).not_to_contain_text("is away")


def come_back(people: People, address: str, person: int) -> Page:
    """Open the page again in the browser of a player who closed it."""
    page = people.contexts[person].new_page()
    page.goto(address)
    driver.wait_for_table(page)
    return page


@pytest.mark.parametrize("leaving", ["guest", "host"])
def test_a_bot_plays_for_an_absent_player_until_they_return(brisk: Server, people: People, leaving: str) -> None:
    ada, bo, _ = start(brisk, people)
    gone, stays, name, person = (bo, ada, "Bo", 1) if leaving == "guest" else (ada, bo, "Ada", 0)
    play_until_turn_of(gone, stays)
    address = gone.url
    gone.close()
    let_bot_play(stays, name)
    back = come_back(people, address, person)
    expect(notices(back)).to_contain_text(re.compile(r"While you were away, a bot \(.+\) made \d+ moves? for you\."))
    expect(notices(back)).to_contain_text("You’re back in control.")
    sheet = open_seats(stays)
    expect(sheet).to_contain_text("online")
    expect(sheet).not_to_contain_text("a bot is playing")
    assert sheet.get_by_role("button", name=re.compile(" bot$")).count() == 0


def test_spectators_see_the_notice_and_cannot_choose_a_bot(brisk: Server, people: People) -> None:
    table = brisk.open(driver.GAMES[0], "here", "here")
    pages = [people.open(table.seat(seat)) for seat in range(2)]
    watch = people.open(table.watch)
    for page in (*pages, watch):
        driver.wait_for_table(page)
    play_until_turn_of(pages[1], pages[0])
    pages[1].close()
    expect(notices(watch)).to_contain_text(re.compile(r"Player 2 is away\. A bot can take over in \d+ s\."))
    expect(notices(watch)).to_contain_text("Player 2 is away. A bot can take over now.", timeout=60_000)
    assert notices(watch).get_by_role("button", name="Choose a bot").count() == 0
