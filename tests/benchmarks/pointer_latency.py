"""Measure how soon Kroma's ghost piece follows the pointer when all placements are legal.

Usage: python -m tests.benchmarks.pointer_latency [MOVES]
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import driver
from tests.browser.mocked import answer_table, serve
from tests.browser.played import TablePosition, find

# from the pointer's event to the end of the frame in which the ghost is drawn
WATCH = """
window.drawn = []; window.handled = []
let moved = 0, seen = ''
addEventListener('pointermove', e => { moved = e.timeStamp }, true)
new MutationObserver(() => {
  const now = document.querySelector('[data-ghost-ring]')?.getAttribute('d') ?? ''
  if (now === seen || !moved) return
  const from = moved; seen = now; moved = 0
  handled.push(performance.now() - from)
  requestAnimationFrame(() => { const c = new MessageChannel()
    c.port1.onmessage = () => drawn.push(performance.now() - from); c.port2.postMessage(0) })
}).observe(document, {childList: true, subtree: true, attributes: true})
"""
EMPTY = TablePosition(3, lambda p: p.acting and p.view.phase == "one" and not p.view.pieces, options={"side": 12})


def spread(what: str, values: list[float]) -> str:
    """`pointer to ghost: median 8.1 ms, 99th percentile 20.0 ms`."""
    ordered = sorted(values)
    median, percentile_99 = ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))]
    return f"{what}, {len(values)}: median {median:.1f} ms, 99th percentile {percentile_99:.1f} ms"


def main() -> None:
    """Move a pointer over an empty board with a trapezoid in hand."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with sync_playwright() as playwright, serve() as base:
        browser = driver.launch(playwright)
        played = find("kroma", EMPTY)
        print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {len(played.legal)} legal placements")
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(WATCH)
        answer_table(page, EMPTY, played)
        page.goto(f"{base}#/table/t1/seat0")
        page.locator(".tray [data-touch-id='piece:blue-trapezoid']").click()
        box = page.locator("[data-board] svg[role]").bounding_box()
        assert box
        for k in range(moves):
            down = 0.2 + 0.7 * ((k * 0.0731) % 1)
            across = 0.5 + (down - 0.1) * ((k * 0.1517) % 1 - 0.5)
            page.mouse.move(box["x"] + across * box["width"], box["y"] + down * box["height"])
            page.wait_for_timeout(20)
        print(spread("pointer to ghost in the page", page.evaluate("handled")))
        print(spread("pointer to ghost drawn", page.evaluate("drawn")))
        browser.close()


if __name__ == "__main__":
    main()
