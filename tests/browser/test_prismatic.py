"""The table of Prismatic: secret commits and bids, light, and the tabs on phones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from gamut import games
from tests.browser import driver
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.driver import People, Server, TouchPiece, some_or_all
from tests.browser.mocked import Tables

PRISMATIC = games.find_game("prismatic")
AUCTION = {**PRISMATIC.quick_options, "auction": True}
FINGER: dict[str, Any] = {"viewport": driver.PHONE, "has_touch": True, "is_mobile": True}
LAPTOP: Any = {"width": 1366, "height": 768}
NEXT = "[data-touch~='next']"


# ---------------------------------------------------------------------- whole games


@some_or_all
@pytest.mark.parametrize(
    ("touch", "settings"),
    [(driver.by_mouse, {}), (driver.by_keyboard, {}), (driver.by_finger, FINGER)],
    ids=["mouse", "keyboard", "phone"],
)
def test_four_seats_play_with_the_auction(
    server: Server, people: People, touch: TouchPiece, settings: dict[str, Any], most: int
) -> None:
    page = people.open(server.open(PRISMATIC, "me", "bot", "bot", "bot", options=AUCTION).seat(0), **settings)
    driver.wait_for_table(page)
    driver.play_a_while(page, touch, most)
    panel = page.locator(driver.END_PANEL)
    expect(panel.locator(".details > ol > li")).to_have_count(4)
    expect(panel).to_contain_text("cards")


@some_or_all
@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_play_without_the_auction(server: Server, people: People, seats: int, most: int) -> None:
    page = people.open(server.open(PRISMATIC, "me", *["bot"] * (seats - 1)).seat(0))
    driver.wait_for_table(page)
    driver.play_a_while(page, driver.by_mouse, most)
    expect(page.locator(driver.END_PANEL).locator(".details > ol > li")).to_have_count(seats)


# ---------------------------------------------------------------------- tables in the middle of things


def test_a_mote_is_placed_by_touching_it_and_a_place(tables: Tables) -> None:
    page, answers = tables.open("prismatic", "commit")
    page.locator(f"[data-touch-id^='drawn:']{NEXT}").first.click()
    expect(page.locator(".prompt")).to_contain_text("palette")
    page.locator("[data-touch-id='palette']").click()
    assert [message["type"] for message in answers.received if message["type"] == "play_action"] == ["play_action"]


def test_pointing_shows_what_would_be_spent_and_made(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "resolve")
    page.locator(f"[data-touch-id^='board:pool-']{NEXT}").first.hover()
    expect(page.locator(".tray [data-leaving]").first).to_be_visible()
    expect(page.locator(".tray [data-coming]")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(page.locator(".tray [data-leaving]")).to_have_count(0)


def test_a_creation_that_cannot_be_paid_explains_what_is_missing(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "resolve")
    page.locator("[data-touch-id^='board:'][data-touch='']").first.click(force=True)
    expect(page.locator("[data-detail]")).to_contain_text("need")


def test_light_differs_from_motes(tables: Tables) -> None:
    page, answers = tables.open("prismatic", "resolve")
    pool = page.get_by_role("button", name=re.compile("^Light – "))
    expect(pool.locator("[data-as='pool']")).to_have_count(len(answers.played.view.pool))
    expect(page.locator(".palette [data-as='pool']")).to_have_count(0)


def test_a_bid_is_stepped_within_the_stock(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "auction")
    bid = page.locator("[data-touch-id^='bid:']")
    expect(bid).to_have_attribute("data-touch-id", "bid:0")
    expect(page.get_by_role("button", name="Bid one prism less")).to_be_disabled()
    more = page.get_by_role("button", name="Bid one prism more")
    while more.is_enabled():
        more.click()
    stock = page.locator("[data-touch-id='stock'] b").inner_text()
    expect(bid).to_have_attribute("data-touch-id", f"bid:{stock}")


def test_players_with_equal_highest_bids_may_raise_or_drop_out(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "raise")
    expect(page.get_by_role("button", name="Drop out")).to_be_visible()
    assert page.locator("[data-touch-id^='bid:']").get_attribute("data-touch-id") != "bid:0"


@pytest.mark.parametrize(("position", "part"), [("commit", "Yours"), ("resolve", "Board"), ("discard", "Common")])
def test_a_phone_opens_the_tab_of_the_next_touch(tables: Tables, position: str, part: str) -> None:
    page, _ = tables.open("prismatic", position, **FINGER)
    expect(page.get_by_role("button", name=part).first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Common").first.tap()
    expect(page.get_by_role("group", name="Common cards")).to_be_visible()


def test_cards_of_others_can_be_stolen_beside_the_common_cards(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "steal")
    common = page.get_by_role("group", name="Common cards")
    expect(common.locator(NEXT).first).to_be_visible()
    expect(common.get_by_role("button", name=re.compile("card in progress.*can be stolen")).first).to_be_visible()


AREAS = "[data-area], [data-touch-id^='area:']"
AREA_NAMES = """all => [...new Set(all.filter(node => node.getClientRects().length).map(
  node => node.dataset.area ?? node.dataset.touchId.slice(5)))]"""


def test_the_legend_numbers_every_area_of_every_phase(tables: Tables) -> None:
    seen: set[str] = set()
    explained: set[str] = set()
    for position in ("start", "commit", "resolve", "keep", "auction", "watch"):
        page, answers = tables.open("prismatic", position, viewport=LAPTOP)
        areas = page.locator(AREAS).evaluate_all(AREA_NAMES)
        entries = answers.played.match.setup.legend_entries
        names = {piece.removeprefix("area:") for piece in entries if piece.startswith("area:")}
        assert set(areas) <= names, position
        page.get_by_role("button", name="Legend", exact=True).click()
        for numbers in ("dl .number", ".plan text"):
            shown = page.locator(f"dialog {numbers}").evaluate_all("all => all.map(node => node.textContent)")
            assert sorted(map(int, shown)) == [k + 1 for k in range(len(areas))], (position, numbers)
        page.context.close()
        seen |= set(areas)
        explained |= names
    assert seen == explained


@pytest.mark.parametrize("position", ["start", "commit", "full", "auction"])
def test_tables_have_no_violations(tables: Tables, position: str) -> None:
    page, _ = tables.open("prismatic", position, bypass_csp=True)
    assert violations_in_both_themes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert violations_in_both_themes(page) == []


def test_the_sheet_of_a_seat_has_no_violations(tables: Tables) -> None:
    page, _ = tables.open("prismatic", "full", bypass_csp=True)
    overlays: dict[str, Act] = {"place": lambda page: page.locator("[data-seat] button").first.click()}
    overlays_have_none(page, overlays, violations_in_both_themes)
