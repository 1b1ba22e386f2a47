"""What only Colori's table has: a sheet behind each seat, and the round above a covered hand."""

from __future__ import annotations

from playwright.sync_api import expect

from gamut import games
from tests.browser import kit
from tests.browser.axe import Act, overlays_have_none, violations_in_both_themes
from tests.browser.kit import People, Server

COLORI = games.find("colori")


def test_a_place_looked_at_has_no_violations(server: Server, people: People) -> None:
    page = people.sit(server.open(COLORI, "me", "bot").seat(0), bypass_csp=True)
    kit.ready(page)
    looks: dict[str, Act] = {
        "place": lambda page: page.locator("[data-seat] button").first.click(),
    }
    overlays_have_none(page, looks, violations_in_both_themes)


def test_the_round_is_told_while_the_device_goes_round(server: Server, people: People) -> None:
    table = server.open(COLORI, "here", "here")
    page = people.sit(table.seat(0), first=table.at_one_screen)
    expect(page.locator(".pass")).to_contain_text("Round 1", timeout=kit.COMPILING)
