"""Draws the icons of the installed app from the favicon: `icons.py` writes them into web/public.

Systems that cut icons into their own shape get the full square, with the mark inside the circle that none cuts.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import kit

PUBLIC = Path(__file__).parents[1] / "public"
SAFE = 0.62  # of the full square: the mark's share


def draw(browser: Browser, side: int, *, full: bool) -> bytes:
    """The favicon at a size; `full` fills the square to its corners."""
    svg = (PUBLIC / "favicon.svg").read_text("utf-8")
    inner = round(side * SAFE) if full else side
    ground = "#161616" if full else "transparent"
    page = browser.new_page(viewport={"width": side, "height": side})
    style = f"margin:0;height:{side}px;display:grid;place-items:center;background:{ground}"
    sized = svg.replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
    page.set_content(f'<body style="{style}">{sized}</body>')
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    """Write all icons."""
    with sync_playwright() as playwright:
        browser = kit.launch(playwright)
        for name, side, full in (("icon-192", 192, False), ("icon-512", 512, False), ("icon-full-512", 512, True),
                                 ("icon-full-180", 180, True)):  # fmt: skip
            (PUBLIC / f"{name}.png").write_bytes(draw(browser, side, full=full))
        browser.close()


if __name__ == "__main__":
    main()
