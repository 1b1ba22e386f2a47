"""Takes pictures of the built pages with tables in the middle of things, under the page policy of the real server.

Usage: look.py OUT [WISH ...]. A wish is PAGE[+OVERLAY][:SIZE[:THEME]], such as `lobby:phone:dark`; without wishes
everything is taken. The pages are lobby, signs, rules/GAME and GAME/LOOK, where a game names its looks in
`web/src/games/GAME/positions.py`. The overlays are log, menu, moves, rules, people, hint,
pass (several people at one screen) and plain (as a game without a table of its own).
Needs Playwright and a chromium (CHROMIUM names its program).
"""

import functools
import json
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from gamut import games
from gamut.server.catalogue import describe_game, render_rules
from gamut.server.messages import Refused

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import kit
from tests.browser.boxes import faults_of
from tests.browser.mocked import answer, answer_table, serve
from tests.browser.played import Look, find, looks_of

SIZES = {
    "desk": (1440, 900), "low": (1280, 720), "narrow": (1024, 768), "phone": (390, 844), "small": (360, 640),
    "large": (1920, 1080), "huge": (2560, 1440), "tablet": (768, 1024), "sideways": (844, 390), "least": (320, 480),
    "zoomed": (720, 450),
}  # fmt: skip
THEMES = ("light", "dark")
TOUCH = ("phone", "small", "tablet", "sideways", "least")
TABLE = "#/table/t1/seat{}"
MINUTES_AGO = int(time.time() * 1000) - 12 * 60_000


# ---------------------------------------------------------------------- pages without a server


def answer_lobby(page: Page) -> None:
    """Answer what the pages ask outside a table."""
    answer(page, "games", [describe_game(game) for game in games.every()])
    for game in games.every():
        answer(page, f"games/{game.id}/rules", render_rules(game))
    answer(page, "tables", Refused(reason="bad_options", text="With these options no card is left."), 400)


def kept_tables(game: str, at: str) -> list[dict[str, Any]]:
    """What a browser keeps that opened a table for two people: at this screen, or by link."""
    seats = [
        {"seat": seat, "token": f"seat{seat}", "at": "screen" if seat == 0 else at, "name": name}
        for seat, name in enumerate(("Ada", "Mira"))
    ]
    known = {"table": "t1", "game": game, "title": games.find(game).title, "with": "Mira", "watch": "watch"}
    return [{**known, "yourTurn": True, "over": False, "touched": MINUTES_AGO, "seats": seats}]


# ---------------------------------------------------------------------- overlays


def press(name: str) -> Any:
    """Presses a tool, in the bar or in the dock."""
    tool = f"button:visible:has-text('{name}'), [aria-label='{name}']:visible"
    return lambda page: page.locator(tool).first.click()


def show_people(page: Page) -> None:
    """Opens the sheet of seats and links."""
    press("More")(page)
    page.get_by_role("button", name="Seats and links").click()


OVERLAYS = {
    "log": press("Log"),
    "menu": press("More"),
    "moves": lambda page: page.keyboard.press("l"),
    "rules": press("Rules"),
    "people": show_people,
    "hint": lambda page: page.keyboard.press("h"),
    "pass": lambda page: None,
    "plain": lambda page: None,
}


# ---------------------------------------------------------------------- taking pictures


@functools.cache
def every_page() -> dict[str, tuple[str, Look] | None]:
    """All pages by name; those of tables with their game and look."""
    pages: dict[str, tuple[str, Look] | None] = {"lobby": None, "signs": None}
    for game in games.ids():
        pages[f"rules/{game}"] = None
        pages |= {f"{game}/{name}": (game, look) for name, look in looks_of(game).items()}
    return pages


def settle(page: Page) -> None:
    """Wait until the page stands."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function("document.querySelector('.frame, .pass, main :is(h1, h2)')")
    page.wait_for_timeout(250)


def take(browser: Browser, base: str, wish: str, out: Path) -> list[str]:
    """One picture; returns the faults that were seen on the page."""
    name, *rest = wish.split(":")
    size, theme = (*rest, *("desk", "light")[len(rest) :])
    name, _, overlay = name.partition("+")
    table = every_page()[name]
    motion = table is not None and table[1].motion
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        has_touch=size in TOUCH,
        is_mobile=size in TOUCH,
        device_scale_factor=2 if size in TOUCH else 1,
        reduced_motion="no-preference" if motion else "reduce",
    )
    page = context.new_page()
    page.on("console", lambda m: print("  console:", m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: print("  error:", error))
    answer_lobby(page)
    address = f"#/{name}" if name != "lobby" else "#/"
    kept = kept_tables(games.ids()[0], "link")
    if table:
        game, look = table
        answer_table(page, look, find(game, look), overlay == "plain")
        address = "#/table/t1/watch" if look.viewer < 0 else TABLE.format(look.viewer)
        kept = kept_tables(game, "screen" if overlay == "pass" else "link") if overlay in ("pass", "people") else []
    store = {"gamut.name": '"Ada"', "gamut.tables": json.dumps(kept)}
    page.add_init_script(f"for (const [k, v] of Object.entries({json.dumps(store)})) localStorage.setItem(k, v)")
    page.goto(base + address)
    settle(page)
    if table and table[1].act and overlay not in ("pass", "plain"):
        table[1].act(page)
    if overlay:
        OVERLAYS[overlay](page)
    page.wait_for_timeout(0 if motion else 250)
    page.screenshot(path=out / f"{wish.replace('/', '-').replace(':', '-')}.png", full_page=not table)
    faults = faults_of(page) if table else []
    context.close()
    return faults


def main() -> None:
    """Take what is wished for."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    wishes = sys.argv[2:] or [f"{p}:{size}:{theme}" for p in every_page() for size in SIZES for theme in THEMES]
    with sync_playwright() as playwright, serve() as base:
        browser = kit.launch(playwright)
        for wish in wishes:
            print(wish, *take(browser, base, wish, out))
        browser.close()


if __name__ == "__main__":
    main()
