"""Opens what lies over a table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

UNLIT = ".frame :is(.board, .market) [data-touch-id]:not([data-touch~=lit])"


def press(*names: str) -> Callable[[Page], None]:
    """Return a function that presses one button after another, first one of the tools."""

    def press_all(page: Page) -> None:
        for name in names:
            page.locator(f"button:visible:has-text('{name}'), [aria-label='{name}']:visible").first.click()

    return press_all


def show_hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator(".hint").locator("visible=true")).to_be_visible(timeout=15_000)


def ask_about_waste(page: Page) -> None:
    """End the turn, or the step, while something would be wasted."""
    page.locator("[data-touch-id='button:end'][data-touch~='next']").click()
    expect(page.locator(".question")).to_be_visible()


def open_detail(page: Page, pieces: str = UNLIT) -> None:
    """Ask what the first of these pieces is."""
    page.locator(pieces).locator("visible=true").first.click(button="right", force=True)
    expect(page.locator("[data-detail]")).to_be_visible()
