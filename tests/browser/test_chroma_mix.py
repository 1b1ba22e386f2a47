"""The table of Chroma Mix: a game against Billy, the sum of a mix, pending decisions, and sheets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gamut import games
from tests.browser import driver
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.driver import People, Server
from tests.browser.mocked import Tables

CHROMA_MIX = games.find_game("chroma_mix")


def touch_solo(page: Page, turn: int) -> None:
    """Touch a card for Billy's mix if there is one, otherwise any piece that can be touched."""
    cards = page.locator(f"[data-billy] {driver.NEXT}")
    if cards.count():
        expect(page.locator("[data-billy]")).to_contain_text(re.compile("Billy (has to make|already has every card)"))
        cards.nth(turn % cards.count()).click()
    else:
        driver.by_mouse(page, turn)


def test_a_whole_game_against_billy(server: Server, people: People) -> None:
    page = people.open(server.open(CHROMA_MIX, "me", options={"difficulty": "hard", "rounds": 6}).seat(0))
    driver.wait_for_table(page)
    expect(page.locator("[data-billy] [data-touch-id^='billy:']").first).to_be_visible()
    assert driver.play(page, touch_solo)
    panel = page.locator(driver.END_PANEL)
    expect(panel.locator("h1")).to_have_text(re.compile("You (win|lose)"))
    expect(panel.locator(".winnings")).to_contain_text(re.compile("Billy.*of 17 points"))


@pytest.fixture
def mixing(tables: Tables) -> Page:
    """A page with a mix whose result can be taken."""
    return tables.open("chroma_mix", "make")[0]


def test_a_mix_shows_its_sum_and_marks_its_result(mixing: Page) -> None:
    total = mixing.locator(".sum")
    expect(total).to_have_accessible_name(
        "The mix: Pale Magenta and Azure: cyan, cyan, magenta and magenta, makes Sapphire Blue"
    )
    expect(total.locator(".drop")).to_have_count(4)
    expect(mixing.locator("main [data-reachable]")).to_have_count(1)
    assert mixing.locator(f"main {driver.NEXT}").evaluate_all("all => all.map(e => e.dataset.touchId)") == [
        "pile:sapphire"
    ]
    assert mixing.locator(".tray [data-picked]").count() == 2


def test_pending_decisions_are_listed_in_order(mixing: Page) -> None:
    pending = mixing.get_by_role("list", name="Pending decisions").get_by_role("listitem")
    expect(pending).to_have_text(["Mixing…", "Then you may mix again"])


def test_a_card_that_cannot_be_touched_shows_why(mixing: Page) -> None:
    mixing.locator("[data-touch-id='pile:ruby']").click(force=True)
    expect(mixing.locator("[data-detail]")).to_contain_text("Ruby Red needs 2 magenta and 2 yellow")


def test_the_progress_after_a_move_is_shown_before_it(mixing: Page) -> None:
    mixing.locator("[data-touch-id='pile:sapphire']").hover()
    expect(mixing.locator(".tray .block [data-drawn='20 › 19']")).to_be_visible()


def test_the_sheet_behind_a_seat_has_no_violations(server: Server, people: People) -> None:
    page = people.open(server.open(CHROMA_MIX, "me", "bot").seat(0), bypass_csp=True)
    driver.wait_for_table(page)
    overlays: dict[str, Act] = {"place": lambda page: page.locator("[data-seat] button").first.click()}
    overlays_have_none(page, overlays, violations_in_both_themes)
