"""Measure the pages in a browser; usage: python -m tests.benchmarks.page_speed [RUNS]"""

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import driver
from tests.browser.package_table import serve_mosaic
from tests.toys.mosaic import MOSAIC

# `usable`: when the lobby can be used; `lit`: from a touch to the highlight it changes; `drawn`: from a touch to the
# picture of the move; `tasks`: long tasks of the browser
WATCH = """
window.tasks = []; window.drawn = []; window.lit = []; window.usable = 0
const keep = list => tasks.push(...list.getEntries().map(e => e.duration))
new PerformanceObserver(keep).observe({type: 'longtask', buffered: true})
let touched = 0, moving = 0, decision = ''
addEventListener('click', () => { touched = moving = performance.now() }, true)
new MutationObserver(changes => {
  if (!usable && document.querySelector('form .btn--primary:not(:disabled)')) usable = performance.now()
  if (touched && changes.some(c => c.attributeName === 'data-touch')) {
    lit.push(performance.now() - touched); touched = 0
  }
  const now = document.querySelector('.frame')?.dataset.decision ?? ''
  if (now !== decision) {
    const from = moving; decision = now; moving = 0
    if (from) requestAnimationFrame(() => { const c = new MessageChannel()
      c.port1.onmessage = () => drawn.push(performance.now() - from); c.port2.postMessage(0) })
  }
}).observe(document, {childList: true, subtree: true, attributes: true})
"""


def transferred_kb(page: Page) -> float:
    """Return the kilobytes transferred for the page and everything it loaded."""
    kinds = "['navigation', 'resource'].flatMap(k => performance.getEntriesByType(k))"
    return float(page.evaluate(f"{kinds}.reduce((sum, e) => sum + e.transferSize, 0)")) / 1024


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else float("nan")


def spread(what: str, values: list[float]) -> str:
    """`touch to highlight: 2.1 ms, longest 5.0 ms`."""
    return f"{what}, {len(values)}: median {median(values):.1f} ms, longest {max(values, default=0):.1f} ms"


def print_game(browser: Browser, title: str, *seats: str) -> None:
    """Play a short game at each of the seats, and print the response times."""
    lit, drawn, tasks = [], [], [0.0]
    for seat in seats:
        context = browser.new_context(viewport=driver.DESK)
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(seat)
        driver.wait_for_table(page)
        driver.play(page, driver.by_mouse)
        lit += page.evaluate("lit")
        drawn += page.evaluate("drawn")
        tasks += page.evaluate("tasks")
        kilobytes = transferred_kb(page)
        context.close()
    print(f"{title}: {spread('touch to highlight', lit)};")
    print(f"  {spread('click to drawn move', drawn)};")
    print(f"  longest task {max(tasks):.0f} ms; {kilobytes:.0f} KB on the wire")


def main() -> None:
    """Measure the lobby, then a short game of each kind, and some of a toy with two thousand legal actions."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {runs} runs")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = driver.Server(Path(folder))
        browser = driver.launch(playwright)
        usable: list[float] = []
        for _ in range(runs):
            fresh = browser.new_context(viewport=driver.DESK)
            fresh.add_init_script(WATCH)
            first = fresh.new_page()
            first.goto(server.url)
            first.wait_for_function("() => window.usable")
            first.wait_for_load_state("networkidle")
            usable.append(first.evaluate("usable"))
            kilobytes, tasks = transferred_kb(first), first.evaluate("tasks")
            fresh.close()
        print(
            f"lobby: {kilobytes:.1f} KB on the wire; usable after {min(usable):.0f} ms at best,"
            f" {median(usable):.0f} median; longest task {max(tasks, default=0):.0f} ms"
        )
        for game in driver.GAMES:
            print_game(browser, game.title, server.open(game, "me", "bot").seat(0))
        with tempfile.TemporaryDirectory() as own, serve_mosaic(Path(own)) as (other, _):
            seats = [other.open(MOSAIC, "me", "bot").seat(0) for _ in range(runs)]
            print_game(browser, "Mosaic, 1,620 to 2,016 legal actions", *seats)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
