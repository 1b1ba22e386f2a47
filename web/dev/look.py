"""Takes pictures of the built pages with tables in the middle of things, under the page policy of the real server.

Usage: look.py OUT [WISH ...]. A wish is PAGE[+OVERLAY][:SIZE[:THEME]], such as `lobby:phone:dark`; without wishes
everything is taken. The pages are lobby, signs, rules/GAME and GAME/LOOK, where a game names its looks in
`web/src/games/GAME/positions.py`. The overlays are log, menu, moves, rules, people, hint,
pass (several people at one screen) and plain (as a game without a table of its own).
Needs Playwright and a chromium (CHROMIUM names its program).
"""

import functools
import http.server
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
from played import Look, Played, find, looks_of
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright

from gamut import games
from gamut.server.catalogue import describe_game, render_rules
from gamut.server.messages import Refused, encode
from gamut.server.pages import HEADERS, STATIC

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import kit

SIZES = {
    "desk": (1440, 900), "low": (1280, 720), "narrow": (1024, 768), "phone": (390, 844), "small": (360, 640),
    "large": (1920, 1080),
}  # fmt: skip
THEMES = ("light", "dark")
TOUCH = ("phone", "small")
TABLE = "#/table/t1/seat{}"
MINUTES_AGO = int(time.time() * 1000) - 12 * 60_000


# ---------------------------------------------------------------------- pages without a server


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the built pages as the real server does."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def serve() -> str:
    """Serve the built pages from a thread; returns their address."""
    handler = functools.partial(Handler, directory=str(STATIC))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def answer(page: Page, path: str, body: Any, status: int = 200) -> None:
    """Answer a request as the server would."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, body=msgspec.json.encode(body), content_type="application/json")

    page.route(f"**/api/{path}", fulfil)


def answer_lobby(page: Page) -> None:
    """Answer what the pages ask outside a table."""
    answer(page, "games", [describe_game(game) for game in games.every()])
    for game in games.every():
        answer(page, f"games/{game.id}/rules", render_rules(game))
    answer(page, "tables", Refused(reason="bad_options", text="With these options no card is left."), 400)


def answer_table(page: Page, look: Look, played: Played, plain: bool) -> None:
    """Answer as the server of a table would: its view at once, and after an act the view of the move."""
    answer(page, "tables/t1/actions", played.actions())

    def connect(socket: WebSocketRoute) -> None:
        def hear(text: str) -> None:
            heard = json.loads(text)
            if heard["type"] == "join":
                seat = -1 if heard["token"] == "watch" else int(heard["token"][-1])
                welcome = played.welcome(seat)
                socket.send(encode(msgspec.structs.replace(welcome, game="plain") if plain else welcome).decode())
                socket.send(encode(played.message()).decode())
            elif heard["type"] == "act" and look.move:
                socket.send(json.dumps({"type": "ack", "decision": heard["decision"]}))
                look.move(played)
                socket.send(encode(played.message()).decode())
            elif heard["type"] == "hint":
                best = played.message().legal[0]
                socket.send(json.dumps({"type": "hinted", "best": best, "figures": []}))

        socket.on_message(hear)

    page.route_web_socket("**/ws", connect)


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


# ---------------------------------------------------------------------- what lies where it should not

FAULTS = """() => {
    const bad = []
    const shown = (e) => e.getClientRects().length && !e.closest('dialog')
    const all = (q) => [...document.querySelectorAll(q)].filter(shown)
    const box = (e) => e.getBoundingClientRect()
    const name = (e) => e.dataset.piece ?? e.dataset.touchId ?? e.dataset.seat ?? e.className
    const scrolls = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement))
    for (const e of all('main *, .tray *, [data-seat]')) {
        const r = box(e)
        const out = r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1
        if (out && e.matches('[data-piece], [data-touch-id], [data-seat], button') && !scrolls(e))
            bad.push('outside: ' + name(e))
    }
    for (const group of ['[data-piece]', '[data-seat]', 'main button, .tray button'])
        all(group).forEach((a, i, row) => row.slice(i + 1).forEach((b) => {
            if (a.contains(b) || b.contains(a) || a.parentElement !== b.parentElement) return
            const [p, q] = [box(a), box(b)]
            const x = Math.min(p.right, q.right) - Math.max(p.left, q.left)
            const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
            if (x > 1 && y > 1) bad.push(`overlap: ${name(a)}, ${name(b)}`)
        }))
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth) bad.push(`scrolls sideways: ${scrollWidth}`)
    if (document.querySelector('.frame') && scrollHeight > innerHeight) bad.push(`scrolls: ${scrollHeight}`)
    return [...new Set(bad)]
}"""


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
    faults: list[str] = page.evaluate(FAULTS)
    context.close()
    return faults


def main() -> None:
    """Take what is wished for."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    wishes = sys.argv[2:] or [f"{p}:{size}:{theme}" for p in every_page() for size in SIZES for theme in THEMES]
    with sync_playwright() as playwright:
        browser = kit.launch(playwright)
        base = serve()
        for wish in wishes:
            print(wish, *take(browser, base, wish, out))
        browser.close()


if __name__ == "__main__":
    main()
