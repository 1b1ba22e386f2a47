"""Takes pictures of the built pages with tables in the middle of things, under the page policy of the real server.

Usage: look.py OUT [name[:size[:theme]] ...]; needs the engine, Playwright and a chromium (CHROMIUM names its
program).
"""

import functools
import http.server
import json
import os
import shutil
import sys
import threading
import time
from pathlib import Path

import colori
import fixtures as fx
from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parents[2] / "src" / "gamut" / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'"
)
SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "phone": (390, 844)}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NOW = int(time.time() * 1000) - 12 * 60_000
KEPT = [
    {
        "table": "t9",
        "game": "mixx",
        "title": "Mixx",
        "with": "Jonas, Sage",
        "yourTurn": True,
        "over": False,
        "touched": NOW,
        "seats": [{"seat": 0, "token": "k", "at": "screen", "name": "Ada"}],
    },
    {
        "table": "t8",
        "game": "colori",
        "title": "Colori",
        "with": "Mira",
        "yourTurn": False,
        "over": False,
        "touched": NOW,
        "seats": [{"seat": 0, "token": "k", "at": "screen", "name": "Ada"}],
    },
]


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def serve() -> str:
    handler = functools.partial(Handler, directory=str(STATIC))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def mock(page: Page, views: list, secrets: bool = False, game: str = "mixx") -> None:
    """Answers as the server would: one view at the start, the next ones after an act."""

    def api(path, body, status=200):
        page.route(f"**/api/{path}", lambda r: r.fulfill(status=status, json=body))

    api("games", fx.GAMES)
    api("games/mixx/rules", fx.RULES)
    api("tables/t1/actions", colori.ACTIONS if game == "colori" else fx.ACTIONS)
    page.route(
        "**/api/tables",
        lambda r: r.fulfill(
            status=400,
            json={
                "error": "options",
                "text": "With 4 motifs and 10 cards each no card would be left in the deck.",
            },
        ),
    )

    def line(ws):
        def hear(text):
            message = json.loads(text)
            if message["type"] == "join":
                seat = -1 if message["token"] == "watch" else int(message["token"][-1])
                title = "Colori" if game == "colori" else "Mixx"
                seats = len(views[0]["players"])
                ws.send(json.dumps(fx.welcome(seat, secrets, title, game, seats)))
                ws.send(json.dumps(views[0]))
            elif message["type"] == "act":
                ws.send(json.dumps({"type": "ack", "decision": message["decision"]}))
                for v in views[1:]:
                    ws.send(json.dumps(v))
            elif message["type"] == "hint":
                ws.send(json.dumps({"type": "hinted", "best": views[0]["legal"][1], "figures": []}))

        ws.on_message(hear)

    page.route_web_socket("**/ws", line)


TABLE = "#/table/t1/seat0"
HERE = [
    {
        "table": "t1",
        "game": "mixx",
        "title": "Mixx",
        "with": "",
        "yourTurn": True,
        "over": False,
        "touched": NOW,
        "seats": [
            {"seat": 0, "token": "seat0", "at": "screen", "name": "Ada"},
            {"seat": 1, "token": "seat1", "at": "screen", "name": "Jonas"},
        ],
    }
]
LINKS = [HERE[0] | {"seats": [HERE[0]["seats"][0], HERE[0]["seats"][1] | {"at": "link"}]}]


def choose(page: Page):
    page.click('[data-touch-id="stock:yellow-anchor"]')


def choose_across(page: Page):
    page.click('[data-touch-id="stock:pink-propeller"]')


def flight(page: Page):
    choose(page)
    page.click('[data-touch-id="axis:upright"]')
    page.wait_for_timeout(190)


def overlay(name: str):
    def do(page: Page):
        page.keyboard.press("l") if name == "moves" else page.click(f"button:visible:has-text('{name}')")
        page.wait_for_timeout(250)

    return do


def refuse(page: Page):
    page.click("text=Open the table")
    page.wait_for_selector(".refusal")


def menu(page: Page):
    page.locator("[aria-label=More]:visible").click()
    page.wait_for_timeout(250)


def hint(page: Page):
    page.keyboard.press("h")
    page.wait_for_timeout(200)


# name: (address, views, what to do first, what the browser has kept, whether the game has secrets, motion)
PAGES = {
    "lobby": ("#/", [fx.MID], None, KEPT, False, False),
    "refusal": ("#/", [fx.MID], refuse, KEPT, False, False),
    "signs": ("#/signs", [fx.MID], None, [], False, False),
    "rules": ("#/rules/mixx", [fx.MID], None, [], False, False),
    "mixx": (TABLE, [fx.MID], choose, [], False, False),
    "line": (TABLE, [fx.LINE], choose_across, [], False, False),
    "hint": (TABLE, [fx.MID], hint, [], False, False),
    "laid": (TABLE, [fx.MID, fx.LAID], flight, [], False, False),
    "flight": (TABLE, [fx.MID, fx.LAID], flight, [], False, True),
    "winning": (TABLE, [fx.MID, fx.WON], flight, [], False, True),
    "full": (TABLE, [fx.FULL], None, [], False, False),
    "end": (TABLE, [fx.END], None, [], False, False),
    "log": (TABLE, [fx.MID], overlay("Log"), [], False, False),
    "moves": (TABLE, [fx.MID], overlay("moves"), [], False, False),
    "menu": (TABLE, [fx.MID], menu, [], False, False),
    "people": (TABLE, [fx.MID], lambda p: (menu(p), p.click("text=Seats and links")), LINKS, False, False),
    "pass": (TABLE, [fx.MID], None, HERE, True, False),
    "crowd": (TABLE, [fx.CROWD], None, [], False, False),
    "watch": ("#/table/t1/watch", [fx.MID], None, [], False, False),
    "plain": (TABLE, [fx.MID], None, [], False, False),
}


def touch(page: Page, touch_id: str):
    page.click(f'[data-touch-id="{touch_id}"]', force=True)


def take(page: Page):
    page.locator(".dhand .ccard").first.click()


def mix_first(page: Page):
    """Chooses a primary and points at its partner."""
    page.mouse.move(5, 5)
    lit = page.locator("[data-touch~=lit].wedge")
    best = max(range(lit.count()), key=lambda i: reach(page, lit.nth(i)))
    lit.nth(best).click(force=True)
    page.locator("[data-touch~=next].wedge").first.hover(force=True)


def reach(page: Page, wedge) -> int:
    wedge.click(force=True)
    n = page.locator("[data-touch~=next].wedge").count()
    page.keyboard.press("Escape")
    return n


def mix_flight(page: Page):
    first, second, _ = colori.VIEWS["mixed"]()[0]["view"]["mixes"][0]
    touch(page, f"wheel:{first}")
    touch(page, f"wheel:{second}")
    page.wait_for_timeout(200)


def point(selector: str):
    def do(page: Page):
        page.locator(selector).first.hover()

    return do


def press(selector: str, wait: int = 190):
    def do(page: Page):
        page.locator(selector).first.click()
        page.wait_for_timeout(wait)

    return do


# the same for Colori: name: (position, what to do first, what the browser has kept, motion)
COLORI = {
    "c-draft": ("draft", take, [], False),
    "c-chosen": ("chosen", None, [], False),
    "c-mix": ("mix", mix_first, [], False),
    "c-mixed": ("mixed", mix_flight, [], True),
    "c-store": ("store", point(".hold [data-touch~=lit]"), [], False),
    "c-stored": ("stored", press(".hold [data-touch~=lit]"), [], True),
    "c-make": ("make", point(".gcard[data-touch~=lit]"), [], False),
    "c-made": ("made", press(".gcard[data-touch~=lit]"), [], True),
    "c-turn": ("turn", None, [], False),
    "c-burnt": ("burnt", press(".hold__s--drafted [data-touch~=lit]"), [], True),
    "c-five": ("five", None, [], False),
    "c-fivemix": ("fivemix", mix_first, [], False),
    "c-fivedraft": ("fivedraft", take, [], False),
    "c-crowd": ("crowd", None, [], False),
    "c-other": ("other", None, [], False),
    "c-watch": ("watch", None, [], False),
    "c-over": ("over", None, [], False),
    "c-seat": ("five", press(".seat__look", 300), [], False),
    "c-garment": ("mix", press(".gcard", 300), [], False),
    "c-hint": ("mix", hint, [], False),
    "c-pass": ("draft", None, HERE, False),
}


def page_of(name: str):
    """Address, views, what to do, what is kept, secrets, motion, game."""
    if name in PAGES:
        return *PAGES[name], "unknown" if name == "plain" else "mixx"
    position, act, kept, motion = COLORI[name]
    address = "#/table/t1/watch" if name == "c-watch" else TABLE
    return address, colori.VIEWS[position](), act, kept, True, motion, "colori"


def faults(page: Page) -> list[str]:
    """What lies outside its place: pieces beyond the window, and pieces of one row that overlap."""
    return page.evaluate("""() => {
        const bad = []
        const all = (q) => [...document.querySelectorAll(q)].filter((e) => e.getClientRects().length)
        const box = (e) => e.getBoundingClientRect()
        const out = (r) => r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1
        const PARTS = '.chip, .garb, .able, .cseat__pick, .stored__c, .gcard__foot, .wheel'
        const phone = innerWidth < 761
        const name = (e) => e.getAttribute('class')
        for (const e of all('.seat, .gcard, .ccard, .heart__foot > *, .step, .supply, .wheel, .tab'))
            if (out(box(e)) && !(phone && e.closest('.ccards'))) bad.push('outside: ' + name(e))
        for (const group of ['.seat', '.gcard', '.ccard', '.stored__c', '.garb, .wheel--mini', '.heart > *'])
            all(group).forEach((a, i, row) => row.slice(i + 1).forEach((b) => {
                const [p, q] = [box(a), box(b)]
                const x = Math.min(p.right, q.right) - Math.max(p.left, q.left)
                const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
                if (x > 1 && y > 1 && !a.closest('dialog') && !b.closest('dialog')) bad.push('overlap: ' + group)
            }))
        for (const e of all('.seat, .gcard, .tray__in, .heart, .hold__s'))
            for (const inner of e.querySelectorAll(PARTS)) {
                if (!inner.getClientRects().length || (phone && inner.closest('.ccards'))) continue
                const [p, q] = [box(e), box(inner)]
                if (q.right > p.right + 1 || q.bottom > p.bottom + 6) bad.push('spills: ' + name(inner))
            }
        return [...new Set(bad)]
    }""")


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    base = serve()
    with sync_playwright() as pw:
        browser = pw.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=FLAGS
        )
        for wish in sys.argv[2:]:
            name, *rest = wish.split(":")
            size, theme = (*rest, *("desktop", "light")[len(rest) :])
            address, views, act, kept, secrets, motion, game = page_of(name)
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=size == "phone",
                device_scale_factor=2 if size == "phone" else 1,
                reduced_motion="no-preference" if motion else "reduce",
            )
            page = context.new_page()
            page.on("console", lambda m: print("  console:", m.text) if m.type in ("error", "warning") else None)
            page.on("pageerror", lambda e: print("  error:", e))
            page.add_init_script(f"""if (!localStorage.getItem('gamut.name')) {{
                localStorage.setItem('gamut.name', '"Ada"')
                localStorage.setItem('gamut.tables', {json.dumps(json.dumps(kept))})
            }}""")
            mock(page, views, secrets, game)
            page.goto(base + address)
            page.wait_for_timeout(400)
            if act:
                act(page)
            page.wait_for_timeout(0 if motion else 150)
            page.screenshot(path=out / f"{name}-{size}-{theme}.png", full_page=name == "signs")
            print(
                wish,
                *faults(page),
                page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"),
            )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
