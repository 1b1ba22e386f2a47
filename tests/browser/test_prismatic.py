"""What only Prismatic's table has: secret commits and bids, light that is spent and made, parts of a small room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gamut import games
from tests.browser import kit
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.kit import People, Server, Touch, some_or_all
from tests.browser.mocked import Answers, answer_table, serve
from tests.browser.played import find, looks_of

PRISMATIC = games.find("prismatic")
AUCTION = {**PRISMATIC.short, "auction": True}
FINGER: dict[str, Any] = {"viewport": kit.PHONE, "has_touch": True, "is_mobile": True}
NEXT = "[data-touch~='next']"


# ---------------------------------------------------------------------- whole games


@some_or_all
@pytest.mark.parametrize(
    ("touch", "settings"),
    [(kit.by_mouse, {}), (kit.by_keyboard, {}), (kit.by_finger, FINGER)],
    ids=["mouse", "keyboard", "phone"],
)
def test_four_seats_play_with_the_auction(
    server: Server, people: People, touch: Touch, settings: dict[str, Any], most: int
) -> None:
    page = people.sit(server.open(PRISMATIC, "me", "bot", "bot", "bot", options=AUCTION).seat(0), **settings)
    kit.ready(page)
    kit.play_a_while(page, touch, most)
    panel = page.locator(kit.OVER)
    expect(panel.locator(".end .ranks > li")).to_have_count(4)
    expect(panel).to_contain_text("cards")


@some_or_all
@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_play_without_the_auction(server: Server, people: People, seats: int, most: int) -> None:
    page = people.sit(server.open(PRISMATIC, "me", *["bot"] * (seats - 1)).seat(0))
    kit.ready(page)
    kit.play_a_while(page, kit.by_mouse, most)
    expect(page.locator(kit.OVER).locator(".end .ranks > li")).to_have_count(seats)


# ---------------------------------------------------------------------- tables in the middle of things


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serve() as address:
        yield address


class Looker:
    """Opens tables in the middle of things."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser, self._base = browser, base
        self._open: list[Page] = []

    def open(self, name: str, **settings: Any) -> tuple[Page, Answers]:
        """A page with the table of a look, and what was said there."""
        wanted = {"viewport": kit.DESK, "reduced_motion": "reduce", **settings}
        page = self._browser.new_context(**wanted).new_page()
        self._open.append(page)
        look = looks_of("prismatic")[name]
        answers = answer_table(page, look, find("prismatic", look))
        page.goto(f"{self._base}#/table/t1/seat0")
        expect(page.locator("[data-board]")).to_be_visible(timeout=15_000)
        return page, answers

    def close(self) -> None:
        """Close all of them."""
        for page in self._open:
            page.context.close()


@pytest.fixture
def looker(browser: Browser, base: str) -> Iterator[Looker]:
    opened = Looker(browser, base)
    yield opened
    opened.close()


def test_a_mote_is_laid_by_touching_it_and_a_place(looker: Looker) -> None:
    page, answers = looker.open("commit")
    page.locator(f"[data-touch-id^='drawn:']{NEXT}").first.click()
    expect(page.locator(".prompt")).to_contain_text("palette")
    page.locator("[data-touch-id='palette']").click()
    assert [message["type"] for message in answers.heard if message["type"] == "act"] == ["act"]


def test_what_would_be_spent_and_made_is_shown_before(looker: Looker) -> None:
    page, _ = looker.open("resolve")
    page.locator(f"[data-touch-id^='board:pool-']{NEXT}").first.hover()
    expect(page.locator(".tray [data-leaves]").first).to_be_visible()
    expect(page.locator(".tray [data-comes]")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(page.locator(".tray [data-leaves]")).to_have_count(0)


def test_a_creation_that_cannot_be_paid_says_what_is_missing(looker: Looker) -> None:
    page, _ = looker.open("resolve")
    page.locator("[data-touch-id^='board:'][data-touch='']").first.click(force=True)
    expect(page.locator(".why")).to_contain_text("miss")


def test_light_of_the_pool_is_told_from_a_mote(looker: Looker) -> None:
    page, answers = looker.open("resolve")
    pool = page.get_by_role("region", name="Colour pool")
    expect(pool.locator("[data-as='pool']")).to_have_count(len(answers.played.view.pool))
    expect(page.locator(".palette [data-as='pool']")).to_have_count(0)


def test_a_bid_is_stepped_within_the_stock(looker: Looker) -> None:
    page, _ = looker.open("auction")
    bid = page.locator("[data-touch-id^='bid:']")
    expect(bid).to_have_attribute("data-touch-id", "bid:0")
    expect(page.get_by_role("button", name="One prism less")).to_be_disabled()
    more = page.get_by_role("button", name="One prism more")
    while more.is_enabled():
        more.click()
    stock = page.locator("[data-touch-id='stock'] b").inner_text()
    expect(bid).to_have_attribute("data-touch-id", f"bid:{stock}")


def test_who_shares_the_highest_bid_may_raise_or_forgo(looker: Looker) -> None:
    page, _ = looker.open("raise")
    expect(page.get_by_role("button", name="Forgo")).to_be_visible()
    assert page.locator("[data-touch-id^='bid:']").get_attribute("data-touch-id") != "bid:0"


@pytest.mark.parametrize(("look", "part"), [("commit", "Mine"), ("resolve", "Board"), ("discard", "Cards")])
def test_a_phone_opens_the_part_where_something_is_asked(looker: Looker, look: str, part: str) -> None:
    page, _ = looker.open(look, **FINGER)
    expect(page.get_by_role("button", name=part).first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Cards").first.tap()
    expect(page.get_by_role("group", name="Common cards")).to_be_visible()


def test_the_cards_of_others_can_be_stolen_where_the_common_cards_lie(looker: Looker) -> None:
    page, _ = looker.open("steal")
    common = page.get_by_role("group", name="Common cards")
    expect(common.locator(NEXT).first).to_be_visible()
    expect(common.get_by_role("button", name=re.compile("in progress at .*, can be stolen")).first).to_be_visible()


@pytest.mark.parametrize("look", ["start", "commit", "full", "auction"])
def test_tables_have_no_violations(looker: Looker, look: str) -> None:
    page, _ = looker.open(look, bypass_csp=True)
    assert violations_in_both_themes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert violations_in_both_themes(page) == []


def test_a_place_looked_at_has_no_violations(looker: Looker) -> None:
    page, _ = looker.open("full", bypass_csp=True)
    looks: dict[str, Act] = {"place": lambda page: page.locator("[data-seat] button").first.click()}
    overlays_have_none(page, looks, violations_in_both_themes)
