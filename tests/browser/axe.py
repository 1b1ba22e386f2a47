"""What axe-core finds wrong with a page, and with the sheets above it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import kit

AXE = kit.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
Act = Callable[[Page], object]
Find = Callable[[Page], list[str]]


def violations(page: Page) -> list[str]:
    """What axe finds wrong, once nothing fades in or out any more."""
    page.wait_for_function(
        "() => document.getAnimations().every(a => a.effect.getComputedTiming().endTime === Infinity)"
    )
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found for n in v["nodes"]]


def violations_in_both_themes(page: Page) -> list[str]:
    """What axe finds wrong in the one and in the other, while the page stands."""
    found, grounds = [], set()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        found += [f"{theme}: {violation}" for violation in violations(page)]
    assert len(grounds) == 2, "the page has one theme"
    return found


def overlays_have_none(page: Page, overlays: dict[str, Act], find: Find = violations) -> None:
    """Open each, and look at it."""
    for name, show in overlays.items():
        show(page)
        expect(page.locator("dialog.sheet")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert find(page) == [], name
        page.get_by_label("Close").click()
