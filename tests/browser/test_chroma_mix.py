"""What only Chroma Mix's table has: a game against Billy, the sum of a mix, and sheets behind seats and decks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from gamut import games
from tests.browser import kit
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.kit import People, Server
from tests.browser.mocked import answer_table, serve
from tests.browser.played import find, looks_of

CHROMA_MIX = games.find("chroma_mix")


def touch_solo(page: Page, turn: int) -> None:
    """Now and then a mix for Billy, else whatever is lit."""
    billys = page.locator(f"[data-billy] {kit.NEXT}")
    if billys.count():
        expect(page.locator("[data-billy]")).to_contain_text(re.compile("Billy (must mix|holds every card)"))
        billys.nth(turn % billys.count()).click()
    else:
        kit.by_mouse(page, turn)


def test_a_whole_game_against_billy(server: Server, people: People) -> None:
    page = people.sit(server.open(CHROMA_MIX, "me", options={"difficulty": "hard", "rounds": 6}).seat(0))
    kit.ready(page)
    expect(page.locator("[data-billy] [data-touch-id^='billy:']").first).to_be_visible()
    assert kit.play(page, touch_solo)
    panel = page.locator(kit.OVER)
    expect(panel.locator("h1")).to_have_text(re.compile("You (win|have lost)"))
    expect(panel.locator(".spoils")).to_contain_text(re.compile("missed|won by"))


@pytest.fixture
def mixing(people: People) -> Iterator[Page]:
    """A page with a mix that is nearly done."""
    look = looks_of("chroma_mix")["make"]
    with serve() as base:
        page = people.sit("about:blank")
        answer_table(page, look, find("chroma_mix", look))
        page.goto(f"{base}#/table/t1/seat0")
        expect(page.locator(".frame [data-board]")).to_be_visible(timeout=30_000)
        yield page


def test_a_mix_shows_its_sum_and_lights_what_it_makes(mixing: Page) -> None:
    total = mixing.locator(".sum")
    expect(total).to_have_accessible_name(
        "The mix: Cerulean and Fuchsia: cyan, cyan, magenta and magenta, makes Sapphire Blue"
    )
    expect(total.locator(".drop")).to_have_count(4)
    expect(mixing.locator("main [data-reached]")).to_have_count(1)
    assert mixing.locator(f"main {kit.NEXT}").evaluate_all("all => all.map(e => e.dataset.touchId)") == [
        "pile:sapphire"
    ]
    assert mixing.locator(".tray [data-picked]").count() == 2


def test_what_waits_is_told_in_order_and_who_decides(mixing: Page) -> None:
    waiting = mixing.get_by_role("list", name="What waits, in order").get_by_role("listitem")
    expect(waiting).to_have_text(["You must choose what to mix", "Then Sage may add a rank-1 card"])


def test_a_card_that_cannot_be_touched_says_why(mixing: Page) -> None:
    mixing.locator("[data-touch-id='pile:ruby']").click(force=True)
    expect(mixing.locator(".why")).to_contain_text("Ruby Red needs 2 magenta and 2 yellow")


def test_what_a_move_brings_is_told_before_it_is_made(mixing: Page) -> None:
    mixing.locator("[data-touch-id='pile:sapphire']").hover()
    expect(mixing.locator(".tray .block")).to_contain_text("14 › 13")


def test_sheets_behind_seats_and_decks_have_no_violations(server: Server, people: People) -> None:
    page = people.sit(server.open(CHROMA_MIX, "me", "bot").seat(0), bypass_csp=True)
    kit.ready(page)
    looks: dict[str, Act] = {
        "place": lambda page: page.locator("[data-seat] button").first.click(),
        "piles": lambda page: page.locator("main button[data-deck]").first.click(),
    }
    overlays_have_none(page, looks, violations_in_both_themes)
