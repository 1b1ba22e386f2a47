"""Parts of the page that only Colori has: a sheet for each seat, and the round above a covered hand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from gamut import games
from tests.browser import driver
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.driver import People, Server

COLORI = games.find_game("colori")


def test_the_sheet_of_a_seat_has_no_accessibility_violations(server: Server, people: People) -> None:
    page = people.open(server.open(COLORI, "me", "bot").seat(0), bypass_csp=True)
    driver.wait_for_table(page)
    overlays: dict[str, Act] = {
        "seat": lambda page: page.locator("[data-seat] button").first.click(),
    }
    overlays_have_none(page, overlays, violations_in_both_themes)


def test_the_round_is_shown_while_the_device_is_passed(server: Server, people: People) -> None:
    table = server.open(COLORI, "here", "here")
    page = people.open(table.seat(0), first=table.at_one_screen)
    expect(page.locator(".pass")).to_contain_text("Round 1", timeout=driver.COMPILE_TIMEOUT_MS)


def end_turn(page: Page) -> None:
    """End the turn, although there may be a warning."""
    button = "[data-touch-id='button:end']"
    driver.play(page, lambda page, _: page.locator(button).click(), most=1)
    if page.locator(driver.WARNED).count():
        driver.play(page, lambda page, _: page.locator(button).click(), most=1)


def test_only_the_draft_is_hidden_at_one_screen(server: Server, people: People) -> None:
    """The device is passed for each pick; the open turns switch to the next player by themselves."""
    table = server.open(COLORI, "here", "here", options={"rounds": 2})
    page = people.open(table.seat(0), first=table.at_one_screen)
    picks, touches_of_a_pick = 4, 2
    driver.play(page, driver.by_mouse, most=2 * picks * touches_of_a_pick)
    for player in ("Player 1", "Player 2"):
        expect(page.locator(".turn-label")).to_have_text(player)
        expect(page.locator(".pass")).to_have_count(0)
        end_turn(page)
    expect(page.locator(".pass"), "the next draft is covered").to_be_visible()
