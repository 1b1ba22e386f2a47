"""What axe-core finds wrong with a page, and with the sheets above it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import kit

AXE = kit.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
Act = Callable[[Page], object]


def violations(page: Page) -> list[str]:
    """What axe finds wrong, once nothing fades in or out any more."""
    page.wait_for_function(
        "() => document.getAnimations().every(a => a.effect.getComputedTiming().endTime === Infinity)"
    )
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found for n in v["nodes"]]


def overlays_have_none(page: Page, overlays: dict[str, Act]) -> None:
    """Open each, and look at it."""
    for name, show in overlays.items():
        show(page)
        expect(page.locator("dialog.sheet")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], name
        page.get_by_label("Close").click()
