"""Draw the icons of the installed app from the favicon: `python -m tools.icons` writes them to web/public.

Systems that crop icons to their own shape get a full square, with the mark inside the safe circle.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser import driver

PUBLIC = Path(__file__).parents[1] / "web" / "public"
MARK_SHARE = 0.62  # of a full square


def draw(browser: Browser, side: int, *, full: bool) -> bytes:
    """Return the favicon as a PNG of a size; `full` fills the square to its corners."""
    svg = (PUBLIC / "favicon.svg").read_text("utf-8")
    inner = round(side * MARK_SHARE) if full else side
    ground = "#161616" if full else "transparent"
    page = browser.new_page(viewport={"width": side, "height": side})
    style = f"margin:0;height:{side}px;display:grid;place-items:center;background:{ground}"
    sized = svg.replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
    page.set_content(f'<body style="{style}">{sized}</body>')
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    with sync_playwright() as playwright:
        browser = driver.launch(playwright)
        for name, side, full in (("icon-192", 192, False), ("icon-512", 512, False), ("icon-full-512", 512, True),
                                 ("icon-full-180", 180, True)):  # fmt: skip
            (PUBLIC / f"{name}.png").write_bytes(draw(browser, side, full=full))
        browser.close()


if __name__ == "__main__":
    main()
