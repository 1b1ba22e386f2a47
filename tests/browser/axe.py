"""Accessibility checks of a page and its sheets with axe-core."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import driver

AXE = driver.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
Act = Callable[[Page], object]
Find = Callable[[Page], list[str]]


def violations(page: Page) -> list[str]:
    """The violations found by axe, once animations have ended."""
    page.wait_for_function(
        "() => document.getAnimations().every(a => a.effect.getComputedTiming().endTime === Infinity)"
    )
    page.evaluate(AXE.read_text("utf-8"))
    reported = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in reported for n in v["nodes"]]


def violations_in_both_themes(page: Page) -> list[str]:
    """The violations found by axe in each theme."""
    faults, grounds = [], set()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        faults += [f"{theme}: {violation}" for violation in violations(page)]
    assert len(grounds) == 2, "the page has one theme"
    return faults


def overlays_have_none(page: Page, overlays: dict[str, Act], find: Find = violations) -> None:
    for name, show in overlays.items():
        show(page)
        overlay = page.locator("dialog.sheet, [data-floating].hint")
        expect(overlay).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert find(page) == [], name
        overlay.get_by_label("Close").click()
