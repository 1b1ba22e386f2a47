"""Take screenshots of the built pages, with tables in various positions, under the page policy of the real server.

Usage: python -m tools.screenshots OUT [SHOT ...]. A shot is PAGE[+OVERLAY][:SIZE[:THEME]], such as
`lobby:phone:dark`. `tour` takes every page at eight sizes in both themes, and combines them on contact sheets;
`tour:PAGE[+OVERLAY]` does so for one page. Without arguments all shots are taken.
The pages are lobby, first (the lobby on a first visit), history, invite, guest, signs, rules/GAME and GAME/POSITION,
where `tools/table_positions/GAME.py` defines the positions of a game. The overlays are log, legend, goals, menu, moves,
rules, seats, way-back (the private link), hint, steps (of a hint, on the table), waste (the question before ending a
turn), detail (of a piece that cannot be touched now), held (the detail of a piece in the hand), moment (an event),
request (a player asks to undo), emote, warming (bots without native code), tip (that pieces can be read), change (the
options, in the lobby), pass (several players at one screen) and plain (as a game without its own table).
Needs Playwright and Chromium (CHROMIUM is the path of its executable).
"""

import functools
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, Route, sync_playwright

from gamut import games
from gamut.engine.game import Game
from gamut.server.tables.game_info import describe_game, find_picture
from gamut.server.tables.match import Match
from gamut.server.tables.rendering import make_welcome
from gamut.server.tables.rules_html import render_rules
from gamut.server.tables.seat_secrets import Access
from gamut.server.wire import messages as m
from gamut.server.wire.messages import Refused

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser import driver
from tests.browser.boxes import faults_of
from tests.browser.mocked import Answers, answer, answer_table, serve
from tests.browser.overlays import ask_about_waste, open_detail, press, show_hint
from tests.browser.played import Played, TablePosition, find, positions_of

SIZES = {
    "desk": (1440, 900), "low": (1280, 720), "narrow": (1024, 768), "phone": (390, 844), "small": (360, 640),
    "large": (1920, 1080), "huge": (2560, 1440), "tablet": (768, 1024), "sideways": (844, 390), "least": (320, 480),
    "zoomed": (720, 450), "short": (320, 568), "bars": (390, 664),
}  # fmt: skip
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TOUCH = ("phone", "small", "tablet", "sideways", "least", "short", "bars")
MINUTES_AGO = int(time.time() * 1000) - 12 * 60_000


# ---------------------------------------------------------------------- pages without a server


def answer_lobby(page: Page) -> None:
    """Answer the requests of pages without a table."""
    answer(page, "games", [describe_game(game) for game in games.list_games()])
    for game in games.list_games():
        answer(page, f"games/{game.id}/rules", render_rules(game))
        page.route(f"**/api/games/{game.id}/pictures/*", functools.partial(answer_picture, game))
    answer(page, "tables", Refused(reason="invalid_options", text="With these options no card is left."), 400)


def answer_picture(game: Game, route: Route) -> None:
    route.fulfill(path=find_picture(game, route.request.url.rpartition("/")[2]), content_type="image/svg+xml")


def saved_tables(game: str, at: str) -> list[dict[str, Any]]:
    """Return the tables in a browser that opened one for two people, at one `screen` or by `link`."""
    seats = [
        {"seat": seat, "token": f"seat{seat}", "at": "screen" if seat == 0 else at, "name": name}
        for seat, name in enumerate(("Ada", "Mira"))
    ]
    known = {"table": "t1", "game": game, "title": games.find_game(game).title, "with": "Mira", "watch": "watch"}
    return [{**known, "yourTurn": True, "over": False, "touched": MINUTES_AGO, "seats": seats}]


def played_games() -> list[dict[str, Any]]:
    """Return the history of a browser in which every game was played once."""
    scores = [("Ada", 25), ("Mira", 13)]
    ranks = [{"seat": k, "name": name, "rank": k + 1, "score": score} for k, (name, score) in enumerate(scores)]
    known = {"token": "seat0", "mine": [0], "ranks": ranks, "reason": "The deck is empty.", "ended": MINUTES_AGO}
    return [{"table": game.id, "game": game.id, "title": game.title, **known} for game in games.list_games()]


class WaitingTable(Played):
    """A table before the deal with a free seat, as its host or its guest sees it."""

    GUEST = 1

    def __init__(self, game: str, position: TablePosition) -> None:
        super().__init__(games.find_game(game), position, 0)
        row, seats = self.match.row, list(self.match.row.seats)
        seats[self.GUEST] = msgspec.structs.replace(seats[self.GUEST], kind="open", token_hash="", invitation_hash="x")
        self.match = Match(msgspec.structs.replace(row, seats=tuple(seats)), [position.viewer])

    def welcome(self, seat: int) -> m.Welcome:
        return make_welcome(self.match, Access(seat, by_invitation=seat == self.GUEST), "", "")


# ---------------------------------------------------------------------- overlays


def show_steps(page: Page) -> None:
    """Number the steps of a hint on the table."""
    show_hint(page)
    page.locator("button:visible", has_text="Show me").click()


OVERLAYS: dict[str, Callable[[Page], Any]] = {
    "log": press("Log"),
    "menu": press("More"),
    "moves": lambda page: page.keyboard.press("l"),
    "legend": press("Legend"),
    "goals": press("Goals"),
    "rules": press("Rules"),
    "seats": press("More", "Seats and links"),
    "way-back": press("More", "Your private link"),
    "hint": show_hint,
    "steps": show_steps,
    "waste": ask_about_waste,
    "detail": open_detail,
    "held": lambda page: open_detail(page, ".tray [data-touch-id]"),
    "moment": lambda page: page.wait_for_selector("[data-moment]"),
    "change": press("Options"),
    "warming": lambda page: page.wait_for_selector("text=warming up", state="attached"),
    "tip": lambda page: None,
    "request": lambda page: page.wait_for_selector("text=Agree"),
    "emote": lambda page: page.wait_for_selector(".emote"),
    "pass": lambda page: None,
    "plain": lambda page: None,
}


def send_for_overlay(overlay: str, page: Page, answers: Answers) -> None:
    """Send the server message that an overlay needs."""
    view = answers.played.message()
    if overlay == "warming":
        players = [msgspec.structs.replace(player, kind="bot") for player in view.players]
        answers.send(msgspec.structs.replace(view, players=players, full_strength=False))
    if overlay == "request":
        question = m.Proposal("undo", 1, "Mira", [answers.played.viewer])
        answers.send(msgspec.structs.replace(view, proposal=question, serial=view.serial + 1))
    if overlay == "emote":
        for player in view.players:
            answers.send(m.EmoteShown(player.seat, "thinking"))
    if overlay == "moment":
        page.evaluate("window.setTimeout = () => 0")  # the moment must not end
        answers.send(m.Moment(view.serial + 1, answers.played.viewer, answers.played.moment))


# ---------------------------------------------------------------------- shots

ANY_POSITION = TablePosition(3, lambda p: True)
WITHOUT_TABLE = ("lobby", "first", "history", "signs")


@functools.cache
def list_pages() -> dict[str, tuple[str, TablePosition] | None]:
    """Return all pages by name; those with tables with their game and position."""
    pages: dict[str, tuple[str, TablePosition] | None] = dict.fromkeys(WITHOUT_TABLE)
    pages["invite"] = (games.list_game_ids()[0], ANY_POSITION)
    pages["guest"] = (games.list_game_ids()[0], replace(ANY_POSITION, viewer=-1))
    for game in games.list_game_ids():
        pages[f"rules/{game}"] = None
        pages |= {f"{game}/{name}": (game, position) for name, position in positions_of(game).items()}
    return pages


@functools.cache
def table_of(name: str, overlay: str) -> Played:
    """Return the table of a page; with a moment if that is the overlay."""
    game, position = list_pages()[name] or ("", ANY_POSITION)
    if name in ("invite", "guest"):
        return WaitingTable(game, position)
    if overlay == "moment":
        position = replace(position, condition=lambda p: p.moment is not None and not p.over)
    return find(game, position)


def wait_until_drawn(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.locator(".frame, .pass, main :is(h1, h2)").first.wait_for(state="attached")
    page.wait_for_timeout(250)


def address_of(name: str) -> str:
    table = list_pages()[name]
    if table is None:
        return "#/" if name in ("lobby", "first") else f"#/{name}"
    if name == "guest":
        return replace(table[1], viewer=WaitingTable.GUEST).address
    return table[1].address


def make_local_storage(name: str, overlay: str) -> dict[str, str]:
    """Return what the browser has stored on earlier visits."""
    table = list_pages()[name]
    game = table[0] if table else games.list_game_ids()[0]
    at_link = name in ("lobby", "history", "invite") or overlay == "seats"
    tables = saved_tables(game, "screen" if overlay == "pass" else "link") if at_link or overlay == "pass" else []
    if name == "first":
        return {}
    history = played_games() if name in ("lobby", "history") else []
    stored = {"gamut.name": '"Ada"', "gamut.tables": json.dumps(tables), "gamut.history": json.dumps(history)}
    return stored if overlay == "tip" else stored | {"gamut.detailsTipClosed": "true"}


def open_page(browser: Browser, base: str, name: str, overlay: str, **settings: Any) -> Page:
    """Open a page with an overlay in a new browser context."""
    table = list_pages()[name]
    motion = table is not None and table[1].motion
    context = browser.new_context(reduced_motion="no-preference" if motion else "reduce", **settings)
    page = context.new_page()
    page.on("console", lambda m: print("  console:", m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: print("  error:", error))
    answer_lobby(page)
    answers = answer_table(page, table[1], table_of(name, overlay), overlay == "plain") if table else None
    store = json.dumps(make_local_storage(name, overlay))
    page.add_init_script(f"for (const [k, v] of Object.entries({store})) localStorage.setItem(k, v)")
    page.goto(base + address_of(name))
    wait_until_drawn(page)
    if table and table[1].prepare_page and overlay not in ("pass", "plain", "moment"):
        table[1].prepare_page(page)
    if answers:
        send_for_overlay(overlay, page, answers)
    if overlay:
        OVERLAYS[overlay](page)
    page.wait_for_timeout(0 if motion or overlay == "moment" else 250)
    return page


def split_overlay(shot: str) -> tuple[str, str]:
    """Return the page and the overlay of a shot."""
    name, _, overlay = shot.partition("+")
    return name, overlay


def take(browser: Browser, base: str, shot: str, out: Path) -> list[str]:
    """Take a shot; return the layout faults of the page."""
    page_part, *rest = shot.split(":")
    size, theme = (*rest, *("desk", "light")[len(rest) :])
    name, overlay = split_overlay(page_part)
    width, height = SIZES[size]
    touch = size in TOUCH
    page = open_page(
        browser, base, name, overlay, viewport={"width": width, "height": height}, color_scheme=theme,
        has_touch=touch, is_mobile=touch, device_scale_factor=2 if touch else 1,
    )  # fmt: skip
    page.screenshot(path=out / f"{shot.replace('/', '-').replace(':', '-')}.png", full_page=not list_pages()[name])
    faults = faults_of(page) if page.locator(".frame").count() else []
    page.context.close()
    return faults


# ---------------------------------------------------------------------- the tour

SHEETS = {
    "small": [["short", "bars", "phone", "sideways"]],
    "large": [["tablet", "narrow"], ["desk", "huge"]],
}
TOUR = [size for rows in SHEETS.values() for row in rows for size in row]
SMALL_PX, LARGE_PX, GAP_PX = (844, 1600), (960, 768), 16  # of shots on a contact sheet


def list_tour() -> Iterator[str]:
    """Yield all pages, and a moment of each game."""
    yield from ("lobby", "first", "lobby+change", "history", "signs", "invite", "guest")
    for game in games.list_game_ids():
        yield f"rules/{game}"
        yield from (f"{game}/{position}" for position in positions_of(game))
        yield f"{game}/{next(iter(positions_of(game)))}+moment"


def take_tour(browser: Browser, base: str, stop: str, out: Path) -> None:
    """Take a page at all sizes of the tour in both themes, and make its contact sheets."""
    name, overlay = split_overlay(stop)
    table = list_pages()[name] is not None
    shots: dict[tuple[str, str], Path] = {}
    for touch in (True, False):
        page = open_page(browser, base, name, overlay, has_touch=touch, is_mobile=touch)
        for size in (size for size in TOUR if (size in TOUCH) == touch):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
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
            make_contact_sheet([[shots[theme, size] for size in row] for row in rows]).save(
                out / "sheets" / f"{stop.replace('/', '-')}-{sheet}-{theme}.png"
            )


def make_contact_sheet(rows: list[list[Path]]) -> Image.Image:
    """Combine shots in rows; large ones are scaled down, long ones are cut."""
    pictures = [[Image.open(path).convert("RGB") for path in row] for row in rows]
    for picture in (picture for row in pictures for picture in row if picture.width > SMALL_PX[0]):
        picture.thumbnail(LARGE_PX)
    heights = [min(SMALL_PX[1], max(picture.height for picture in row)) + GAP_PX for row in pictures]
    width = max(sum(picture.width + GAP_PX for picture in row) for row in pictures)
    sheet = Image.new("RGB", (width, sum(heights)), "#7f7f7f")
    for row, top, height in zip(pictures, (0, *heights), heights, strict=False):
        left = 0
        for picture in row:
            sheet.paste(picture.crop((0, 0, picture.width, min(picture.height, height - GAP_PX))), (left, top))
            left += picture.width + GAP_PX
    return sheet


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    shots = sys.argv[2:] or [f"{p}:{size}:{theme}" for p in list_pages() for size in SIZES for theme in THEMES]
    with sync_playwright() as playwright, serve() as base:
        browser = driver.launch(playwright)
        for shot in shots:
            if shot.split(":")[0] == "tour":
                for stop in shot.split(":")[1:] or list_tour():
                    print(stop)
                    take_tour(browser, base, stop, out)
            else:
                print(shot, *take(browser, base, shot, out))
        browser.close()


if __name__ == "__main__":
    main()
