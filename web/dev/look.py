"""Takes pictures of the built pages with tables in the middle of things, under the page policy of the real server.

Usage: look.py OUT [WISH ...]. A wish is PAGE[+OVERLAY][:SIZE[:THEME]], such as `lobby:phone:dark`. `tour` takes
every kind of page at eight sizes in both themes, and lays them side by side on sheets; `tour:PAGE[+OVERLAY]` does
so for one page. Without wishes everything is taken.
The pages are lobby, first (the lobby on a first visit), history, invite, guest, signs, rules/GAME and GAME/LOOK,
where a game names its looks in `web/src/games/GAME/positions.py`. The overlays are log, menu, moves, rules, people,
hint, moment (something has just happened), warming (bots without native code), change (the rules, in the lobby),
pass (several people at one screen) and plain (as a game without a table of its own).
Needs Playwright and a chromium (CHROMIUM names its program).
"""

import functools
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, Route, sync_playwright

from gamut import games
from gamut.engine.game import Game
from gamut.server import messages as m
from gamut.server.catalogue import describe_game, find_picture, render_rules
from gamut.server.match import Match
from gamut.server.messages import Refused
from gamut.server.rendering import make_welcome
from gamut.server.seat_secrets import Door

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import kit
from tests.browser.boxes import faults_of
from tests.browser.mocked import Answers, answer, answer_table, serve
from tests.browser.played import Look, Played, find, looks_of

SIZES = {
    "desk": (1440, 900), "low": (1280, 720), "narrow": (1024, 768), "phone": (390, 844), "small": (360, 640),
    "large": (1920, 1080), "huge": (2560, 1440), "tablet": (768, 1024), "sideways": (844, 390), "least": (320, 480),
    "zoomed": (720, 450), "short": (320, 568), "bars": (390, 664),
}  # fmt: skip
THEMES = ("light", "dark")
TOUCH = ("phone", "small", "tablet", "sideways", "least", "short", "bars")
TABLE = "#/table/t1/seat{}"
MINUTES_AGO = int(time.time() * 1000) - 12 * 60_000


# ---------------------------------------------------------------------- pages without a server


def answer_lobby(page: Page) -> None:
    """Answer what the pages ask outside a table."""
    answer(page, "games", [describe_game(game) for game in games.every()])
    for game in games.every():
        answer(page, f"games/{game.id}/rules", render_rules(game))
        page.route(f"**/api/games/{game.id}/pictures/*", functools.partial(answer_picture, game))
    answer(page, "tables", Refused(reason="bad_options", text="With these options no card is left."), 400)


def answer_picture(game: Game, route: Route) -> None:
    """Answer with a picture of the rules page."""
    route.fulfill(path=find_picture(game, route.request.url.rpartition("/")[2]), content_type="image/svg+xml")


def kept_tables(game: str, at: str) -> list[dict[str, Any]]:
    """What a browser keeps that opened a table for two people: at this screen, or by link."""
    seats = [
        {"seat": seat, "token": f"seat{seat}", "at": "screen" if seat == 0 else at, "name": name}
        for seat, name in enumerate(("Ada", "Mira"))
    ]
    known = {"table": "t1", "game": game, "title": games.find(game).title, "with": "Mira", "watch": "watch"}
    return [{**known, "yourTurn": True, "over": False, "touched": MINUTES_AGO, "seats": seats}]


def played_games() -> list[dict[str, Any]]:
    """What a browser keeps that has played every game once."""
    scores = [("Ada", 25), ("Mira", 13)]
    ranks = [{"seat": k, "name": name, "rank": k + 1, "score": score} for k, (name, score) in enumerate(scores)]
    known = {"token": "seat0", "mine": [0], "ranks": ranks, "reason": "The deck is empty.", "ended": MINUTES_AGO}
    return [{"table": game.id, "game": game.id, "title": game.title, **known} for game in games.every()]


class Awaited(Played):
    """A table before the deal, with a seat that nobody has taken: as its host sees it, or its guest."""

    GUEST = 1

    def __init__(self, game: str, look: Look) -> None:
        super().__init__(games.find(game), look, 0)
        row, seats = self.match.row, list(self.match.row.seats)
        seats[self.GUEST] = msgspec.structs.replace(seats[self.GUEST], kind="open", token_hash="", invite_hash="x")
        self.match = Match(msgspec.structs.replace(row, seats=tuple(seats)), [look.viewer])

    def welcome(self, seat: int) -> m.Welcome:
        """What the server says first; the guest has an invitation only."""
        return make_welcome(self.match, Door(seat, invited=seat == self.GUEST), "", "")


# ---------------------------------------------------------------------- overlays


def press(name: str) -> Any:
    """Presses a tool, in the bar or in the dock."""
    tool = f"button:visible:has-text('{name}'), [aria-label='{name}']:visible"
    return lambda page: page.locator(tool).first.click()


def show_people(page: Page) -> None:
    """Opens the sheet of seats and links."""
    press("More")(page)
    page.get_by_role("button", name="Seats and links").click()


OVERLAYS: dict[str, Callable[[Page], Any]] = {
    "log": press("Log"),
    "menu": press("More"),
    "moves": lambda page: page.keyboard.press("l"),
    "rules": press("Rules"),
    "people": show_people,
    "hint": lambda page: page.keyboard.press("h"),
    "moment": lambda page: page.wait_for_selector("[data-moment]"),
    "change": press("Change the rules"),
    "warming": lambda page: page.wait_for_selector("text=warming up", state="attached"),
    "pass": lambda page: None,
    "plain": lambda page: None,
}


def tell(overlay: str, page: Page, answers: Answers) -> None:
    """Say what an overlay needs to hear from the server."""
    view = answers.played.message()
    if overlay == "warming":
        players = [msgspec.structs.replace(player, kind="bot") for player in view.players]
        answers.say(msgspec.structs.replace(view, players=players, full_strength=False))
    if overlay == "moment":
        page.evaluate("window.setTimeout = () => 0")  # so that it stays
        answers.say(m.Moment(view.serial + 1, answers.played.viewer, answers.played.moment))


# ---------------------------------------------------------------------- taking pictures

WAITS = Look(3, lambda p: True)
ALONE = ("lobby", "first", "history", "signs")


@functools.cache
def every_page() -> dict[str, tuple[str, Look] | None]:
    """All pages by name; those of tables with their game and look."""
    pages: dict[str, tuple[str, Look] | None] = dict.fromkeys(ALONE)
    pages["invite"] = (games.ids()[0], WAITS)
    pages["guest"] = (games.ids()[0], replace(WAITS, viewer=-1))
    for game in games.ids():
        pages[f"rules/{game}"] = None
        pages |= {f"{game}/{name}": (game, look) for name, look in looks_of(game).items()}
    return pages


@functools.cache
def table_of(name: str, overlay: str) -> Played:
    """The table of a page; with a moment on it, if that is what is looked at."""
    game, look = every_page()[name] or ("", WAITS)
    if name in ("invite", "guest"):
        return Awaited(game, look)
    return find(
        game, replace(look, liked=lambda p: p.moment is not None and not p.over) if overlay == "moment" else look
    )


def settle(page: Page) -> None:
    """Wait until the page stands."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function("document.querySelector('.frame, .pass, main :is(h1, h2)')")
    page.wait_for_timeout(250)


def address_of(name: str) -> str:
    """Where a page is found."""
    table = every_page()[name]
    if table is None:
        return "#/" if name in ("lobby", "first") else f"#/{name}"
    if name == "guest":
        return TABLE.format(Awaited.GUEST)
    return "#/table/t1/watch" if table[1].viewer < 0 else TABLE.format(table[1].viewer)


def kept_by(name: str, overlay: str) -> dict[str, str]:
    """What the browser knows from earlier visits."""
    table = every_page()[name]
    game = table[0] if table else games.ids()[0]
    at_link = name in ("lobby", "history", "invite") or overlay == "people"
    tables = kept_tables(game, "screen" if overlay == "pass" else "link") if at_link or overlay == "pass" else []
    if name == "first":
        return {}
    history = played_games() if name in ("lobby", "history") else []
    return {"gamut.name": '"Ada"', "gamut.tables": json.dumps(tables), "gamut.history": json.dumps(history)}


def open_page(browser: Browser, base: str, name: str, overlay: str, **settings: Any) -> Page:
    """A browser of its own with a page on it, and with whatever lies over the page."""
    table = every_page()[name]
    motion = table is not None and table[1].motion
    context = browser.new_context(reduced_motion="no-preference" if motion else "reduce", **settings)
    page = context.new_page()
    page.on("console", lambda m: print("  console:", m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: print("  error:", error))
    answer_lobby(page)
    answers = answer_table(page, table[1], table_of(name, overlay), overlay == "plain") if table else None
    store = json.dumps(kept_by(name, overlay))
    page.add_init_script(f"for (const [k, v] of Object.entries({store})) localStorage.setItem(k, v)")
    page.goto(base + address_of(name))
    settle(page)
    if table and table[1].act and overlay not in ("pass", "plain", "moment"):
        table[1].act(page)
    if answers:
        tell(overlay, page, answers)
    if overlay:
        OVERLAYS[overlay](page)
    page.wait_for_timeout(0 if motion or overlay == "moment" else 250)
    return page


def parts_of(wish: str) -> tuple[str, str]:
    """The page and the overlay of a wish."""
    name, _, overlay = wish.partition("+")
    return name, overlay


def take(browser: Browser, base: str, wish: str, out: Path) -> list[str]:
    """One picture; returns the faults that were seen on the page."""
    page_wish, *rest = wish.split(":")
    size, theme = (*rest, *("desk", "light")[len(rest) :])
    name, overlay = parts_of(page_wish)
    width, height = SIZES[size]
    touch = size in TOUCH
    page = open_page(
        browser, base, name, overlay, viewport={"width": width, "height": height}, color_scheme=theme,
        has_touch=touch, is_mobile=touch, device_scale_factor=2 if touch else 1,
    )  # fmt: skip
    page.screenshot(path=out / f"{wish.replace('/', '-').replace(':', '-')}.png", full_page=not every_page()[name])
    faults = faults_of(page) if page.locator(".frame").count() else []
    page.context.close()
    return faults


# ---------------------------------------------------------------------- the tour

SHEETS = {
    "small": [["short", "bars", "phone", "sideways"]],
    "large": [["tablet", "narrow"], ["desk", "huge"]],
}
TOUR = [size for rows in SHEETS.values() for row in rows for size in row]
SMALL, LARGE, BETWEEN = (844, 1600), (960, 768), 16  # px, of pictures on a sheet


def stops() -> Iterator[str]:
    """Every page, and of each game a moment too."""
    yield from ("lobby", "first", "lobby+change", "history", "signs", "invite", "guest")
    for game in games.ids():
        yield f"rules/{game}"
        yield from (f"{game}/{look}" for look in looks_of(game))
        yield f"{game}/{next(iter(looks_of(game)))}+moment"


def visit(browser: Browser, base: str, stop: str, out: Path) -> None:
    """Take a page at all sizes of the tour, in both themes, and make its sheets."""
    name, overlay = parts_of(stop)
    table = every_page()[name] is not None
    shots: dict[tuple[str, str], Path] = {}
    for touch in (True, False):
        page = open_page(browser, base, name, overlay, has_touch=touch, is_mobile=touch)
        for size in (size for size in TOUR if (size in TOUCH) == touch):
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(60)
                path = shots[theme, size] = out / f"{stop.replace('/', '-')}-{size}-{theme}.png"
                page.screenshot(path=path, full_page=not table)
            if page.locator(".frame").count():
                print(f"  {size}", *faults_of(page))
        page.context.close()
    (out / "sheets").mkdir(exist_ok=True)
    for theme in THEMES:
        for sheet, rows in SHEETS.items():
            tile([[shots[theme, size] for size in row] for row in rows]).save(
                out / "sheets" / f"{stop.replace('/', '-')}-{sheet}-{theme}.png"
            )


def tile(rows: list[list[Path]]) -> Image.Image:
    """Pictures side by side: one sheet to look at them all. Large ones are made smaller, long ones cut."""
    drawn = [[Image.open(path).convert("RGB") for path in row] for row in rows]
    for picture in (picture for row in drawn for picture in row if picture.width > SMALL[0]):
        picture.thumbnail(LARGE)
    heights = [min(SMALL[1], max(picture.height for picture in row)) + BETWEEN for row in drawn]
    width = max(sum(picture.width + BETWEEN for picture in row) for row in drawn)
    sheet = Image.new("RGB", (width, sum(heights)), "#7f7f7f")
    for row, top, height in zip(drawn, (0, *heights), heights, strict=False):
        left = 0
        for picture in row:
            sheet.paste(picture.crop((0, 0, picture.width, min(picture.height, height - BETWEEN))), (left, top))
            left += picture.width + BETWEEN
    return sheet


def main() -> None:
    """Take what is wished for."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    wishes = sys.argv[2:] or [f"{p}:{size}:{theme}" for p in every_page() for size in SIZES for theme in THEMES]
    with sync_playwright() as playwright, serve() as base:
        browser = kit.launch(playwright)
        for wish in wishes:
            if wish.split(":")[0] == "tour":
                for stop in wish.split(":")[1:] or stops():
                    print(stop)
                    visit(browser, base, stop, out)
            else:
                print(wish, *take(browser, base, wish, out))
        browser.close()


if __name__ == "__main__":
    main()
