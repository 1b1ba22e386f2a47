"""What lies over a table: readable, large enough to touch, inside the window, and visible in forced colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import driver
from tests.browser.axe import violations
from tests.browser.mocked import Tables
from tests.browser.overlays import ask_about_waste, open_detail, press, show_hint
from tests.browser.pages import faults_of

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SIZES = {"touch": [(390, 844), (375, 553), (844, 390)], "mouse": [(1366, 768), (1024, 600), (640, 360)]}
INSIDE = """(surface) => {
    const box = surface.getBoundingClientRect()
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
}"""


@dataclass(frozen=True)
class Surface:
    """How to open a surface, and what it is."""

    game: str
    position: str
    show: Callable[[Page], object]
    selector: str
    tip: bool = False


SURFACES = {
    "detail": Surface("chroma_mix", "make", open_detail, "[data-detail]"),
    "waste": Surface("prismatic", "resolve", ask_about_waste, ".question"),
    "tip": Surface("mixx", "mid", lambda page: None, "[aria-label='Tip']", tip=True),
    "hint": Surface("mixx", "laid", show_hint, ".hint"),
    "private-link": Surface("mixx", "begin", press("More", "Your private link"), "dialog.sheet"),
}
POINTERS = ["touch", "mouse"]
MOSTLY = [  # with each pointer in one theme, in turns; in the long run also in the other
    pytest.param(
        name, pointer, theme, id=f"{name}-{pointer}-{theme}",
        marks=[] if (theme == "dark") == ((k + p) % 2 == 0) else pytest.mark.long,
    )
    for k, name in enumerate(SURFACES) for p, pointer in enumerate(POINTERS) for theme in ("light", "dark")
]  # fmt: skip


def open_surface(tables: Tables, name: str, pointer: str, **settings: Any) -> tuple[Page, str]:
    """A page with a surface, and the selector of what is seen of it."""
    surface, touch = SURFACES[name], pointer == "touch"
    page, _ = tables.open(
        surface.game, surface.position, tip=surface.tip, viewport=driver.PHONE if touch else LAPTOP,
        has_touch=touch, is_mobile=touch, bypass_csp=True, **settings,
    )  # fmt: skip
    surface.show(page)
    shown = page.locator(surface.selector).locator("visible=true")
    expect(shown).to_have_count(1)
    return page, surface.selector


@pytest.mark.parametrize(("name", "pointer", "theme"), MOSTLY)
def test_a_surface_is_accessible_and_fits(tables: Tables, name: str, pointer: str, theme: str) -> None:
    page, selector = open_surface(tables, name, pointer, color_scheme=theme)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    for size in SIZES[pointer]:
        assert faults_of(page, pointer, selector, [size]) == {}
        shown = page.locator(selector).locator("visible=true")
        expect(shown).to_have_count(1)
        assert shown.evaluate(INSIDE), size


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_has_an_edge_in_forced_colours(tables: Tables, name: str) -> None:
    page, selector = open_surface(tables, name, "mouse", forced_colors="active")
    surface = page.locator(selector).locator("visible=true")
    edge = "e => getComputedStyle(e).borderTopStyle === 'solid' && parseFloat(getComputedStyle(e).borderTopWidth) > 0"
    assert surface.evaluate(edge)
    for button in surface.get_by_role("button").all():
        assert button.evaluate(edge), button.inner_text()
