"""The rules in the browser: contents, cards and Play are at hand on every page, and nothing is wider than it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from gamut import games
from gamut.engine.game import Game
from gamut.server.tables.rules_html import render_rules
from tests.browser import driver
from tests.browser.axe import violations_in_both_themes
from tests.browser.driver import People, Server, every_game
from tests.browser.pages import faults_of

LAPTOP: ViewportSize = {"width": 1366, "height": 768}


def open_rules(people: People, server: Server, game: str, viewport: ViewportSize, section: str = "") -> Page:
    page = people.open(
        f"{server.url}#/rules/{game}/{section}",
        viewport=viewport, has_touch=viewport == driver.PHONE, is_mobile=viewport == driver.PHONE, bypass_csp=True,
    )  # fmt: skip
    expect(page.locator("article section").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def fold_out(page: Page) -> None:
    page.locator("summary").tap()


@every_game
def test_rules_are_accessible_on_a_phone(server: Server, people: People, game: Game) -> None:
    page = open_rules(people, server, game.id, driver.PHONE)
    assert violations_in_both_themes(page) == []
    fold_out(page)
    assert violations_in_both_themes(page) == []


@every_game
def test_rules_are_accessible_on_a_laptop(server: Server, people: People, game: Game) -> None:
    assert violations_in_both_themes(open_rules(people, server, game.id, LAPTOP)) == []


@pytest.mark.parametrize("pointer", ["touch", "mouse"])
def test_controls_of_rules_fit_at_all_sizes(server: Server, people: People, pointer: str) -> None:
    page = people.open(f"{server.url}#/rules/colori", has_touch=pointer == "touch", is_mobile=pointer == "touch")
    expect(page.locator("article section").first).to_be_visible()
    assert faults_of(page, pointer) == {}


@every_game
def test_the_summary_fits_on_the_screen_of_a_phone(server: Server, people: People, game: Game) -> None:
    page = open_rules(people, server, game.id, driver.PHONE)
    summary, foot = page.locator(".summary").bounding_box(), page.locator(".foot").bounding_box()
    assert summary
    assert foot
    assert summary["y"] + summary["height"] <= foot["y"]


@every_game
def test_the_contents_lead_to_every_section(server: Server, people: People, game: Game) -> None:
    rules = render_rules(game)
    assert rules
    page = open_rules(people, server, game.id, LAPTOP)
    links = page.get_by_role("navigation", name="Contents").get_by_role("link")
    sections = [section for section in rules.sections if section.id != "in-short"]
    assert links.count() == len(sections)
    for link, section in zip(links.all(), sections, strict=True):
        link.click()
        heading = page.locator(f"#rules-{section.id}")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        expect(page.get_by_role("button", name="Play now")).to_be_in_viewport()


def test_the_contents_fold_out_on_a_phone(server: Server, people: People) -> None:
    page = open_rules(people, server, "prismatic", driver.PHONE)
    fold_out(page)
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Your turn").tap()
    expect(page.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    expect(page.get_by_role("navigation", name="Contents")).to_be_hidden()
    page.get_by_role("button", name="The cards").tap()
    expect(page.get_by_role("heading", name="The cards")).to_be_in_viewport()


def test_a_link_leads_to_a_section(server: Server, people: People) -> None:
    page = open_rules(people, server, "colori", driver.PHONE, "the-draft")
    expect(page.get_by_role("heading", name="The draft")).to_be_in_viewport()


def test_play_opens_a_table(server: Server, people: People) -> None:
    page = open_rules(people, server, "mixx", driver.PHONE, "the-cross")
    page.get_by_role("button", name="Play now").tap()
    driver.wait_for_table(page)
    assert "#/table/" in page.url


@every_game
def test_a_wide_table_becomes_lists_on_a_phone(server: Server, people: People, game: Game) -> None:
    page = open_rules(people, server, game.id, driver.PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == driver.PHONE["width"]
    for table in page.locator("article table:has(th:nth-child(3))").all():
        first, second = (table.locator(f"td:nth-child({k})").first.bounding_box() for k in (1, 2))
        assert first
        assert second
        assert second["y"] >= first["y"] + first["height"] - 1


def test_the_rules_at_a_table_have_contents(server: Server, people: People) -> None:
    game = games.find_game("colori")
    page = people.open(server.open(game, "me", "bot").seat(0), viewport=LAPTOP)
    driver.wait_for_table(page)
    page.get_by_role("button", name="Rules").click()
    sheet = page.locator("dialog.sheet")
    sheet.get_by_text("Contents", exact=True).click()
    sheet.get_by_role("link", name="The abilities").click()
    expect(sheet.get_by_role("heading", name="The abilities")).to_be_in_viewport()
    expect(sheet.get_by_role("navigation", name="Contents")).to_be_hidden()
