"""A connection that is silently dead is noticed, and a move on it is neither lost nor played twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from gamut import games
from tests.browser import driver
from tests.browser.driver import People, Server
from tests.browser.silent_proxy import SilentProxy
from tests.browser.test_away import notices

NOTICED_MS = 12_000
MIXX = games.find_game("mixx")


@pytest.fixture
def proxy(server: Server) -> Iterator[SilentProxy]:
    running = SilentProxy(server.port)
    yield running
    running.stop()


def open_behind(proxy: SilentProxy, server: Server, people: People) -> tuple[Page, Page]:
    """Two players at one table, the first behind the proxy."""
    people.ignored.append("WebSocket connection to")
    table = server.open(MIXX, "here", "here")
    first = people.open(table.seat(0).replace(f":{server.port}/", f":{proxy.port}/"))
    other = people.open(table.seat(1))
    for page in (first, other):
        driver.wait_for_table(page)
    driver.wait_for_turn(first if first.locator(driver.MY_TURN).count() else other)
    return first, other


def test_silence_is_shown_within_seconds_and_ends_by_itself(proxy: SilentProxy, server: Server, people: People) -> None:
    page, _ = open_behind(proxy, server, people)
    proxy.go_silent()
    expect(notices(page)).to_contain_text("Connection lost – reconnecting…", timeout=NOTICED_MS)
    proxy.speak()
    expect(notices(page)).not_to_contain_text("Connection lost", timeout=NOTICED_MS)


def test_a_move_without_answer_is_shown_as_pending_and_played_once(
    proxy: SilentProxy, server: Server, people: People
) -> None:
    page, other = open_behind(proxy, server, people)
    while not page.locator(driver.MY_TURN).count():
        driver.play(other, driver.by_mouse, most=1)
    sending = notices(page).get_by_text("Sending your move…")
    log, before_send = driver.log_text(other), driver.decision(page) or ""
    proxy.go_silent()
    for turn in range(driver.FEW_TOUCHES):
        if driver.touches(page).count():
            driver.by_mouse(page, turn)
    expect(sending).to_be_visible()
    expect(notices(page)).to_contain_text("Your move will be sent as soon as it’s back.", timeout=NOTICED_MS)
    assert driver.log_text(other) == log
    proxy.speak()
    expect(notices(page)).not_to_contain_text("Your move", timeout=NOTICED_MS)
    seat, decision = before_send.split(":")
    expect(page.locator(".frame")).to_have_attribute("data-decision", f"{seat}:{int(decision) + 1}")
    assert driver.log_text(other) != log
