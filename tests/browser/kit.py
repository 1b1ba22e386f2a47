"""A real server and real browsers, and a person who plays whatever is lit, in any game that is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

from gamut import games
from gamut.engine.game import Game
from gamut.engine.options import Choice, Count, Flag, Value
from tests.load.kit import GENEROUS

ROOT = Path(__file__).parents[2]
GAMES = games.every()
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
STEPS = 400  # more touches than any short game asks for
SOME = 10  # touches after which a person may resign; whole games of every kind are played in the long run
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
some_games = pytest.mark.parametrize(  # one that is open and one with secrets; the others in the long run
    "game",
    [pytest.param(game, marks=[] if game.id in ("mixx", "colori") else pytest.mark.long) for game in GAMES],
    ids=lambda game: game.id,
)
some_or_all = pytest.mark.parametrize("most", [SOME, pytest.param(STEPS, id="all", marks=pytest.mark.long)])
COMPILING = 240_000  # ms: a game is made ready once on a computer
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--host-resolver-rules=MAP gamut.test 127.0.0.1",
    "--default-tile-width=512",  # a glow is drawn anew for each tile
    "--default-tile-height=512",
]


# ---------------------------------------------------------------------- server and browser


class Server:
    """The server as a process of its own, with its own database; `packages` is a folder of installed packages."""

    def __init__(self, folder: Path, packages: Path | None = None, options: Sequence[str] = ()) -> None:
        self._packages, self._options = packages, options
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self._database = f"sqlite:///{folder / 'tables.sqlite'}"
        self._log = folder / "log.txt"  # a pipe that nobody reads would fill, and the server would wait
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "gamut", "serve", "--port", str(self.port)]
        command += ["--database", self._database, "--name", "gamut.test", *GENEROUS, *self._options]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stderr=log, env=environment(self._packages))
        while "serves on" not in self._log.read_text():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start: {self._log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it in good order."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def open(self, game: Game, *kinds: str, options: Mapping[str, Value] | None = None) -> Opened:
        """A new table of a short game for `me`, `link`, `here` and `bot`; bots are weak and do not pause.

        Where a game is for more people, further bots sit down.
        """
        seats = min(n for n in game.seats if n >= len(kinds))
        everybody = [*kinds, *["bot"] * (seats - len(kinds))]
        wanted = {
            "game": game.id,
            "seats": [seat_of(game, kind, f"Player {k + 1}") for k, kind in enumerate(everybody)],
            "options": dict(game.short if options is None else options),
            "pause_ms": 0,
        }
        body = json.dumps(wanted).encode()
        request = urllib.request.Request(f"{self.url}api/tables", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Opened(self.url, game.id, json.load(answer))


def seat_of(game: Game, kind: str, name: str) -> dict[str, str | None]:
    """A seat of a new table."""
    return (
        {"kind": "bot", "level": next(iter(game.levels), None)} if kind == "bot" else {"kind": kind, "name": name}
    )


class Opened:
    """A table's links."""

    def __init__(self, url: str, game: str, made: dict[str, Any]) -> None:
        self.id, self.game, self._url = made["table"], game, url
        self.tokens = {s["seat"]: s["token"] for s in made["seats"]}
        self._invitations = {s["seat"]: s["token"] for s in made["invitations"]}
        self._watch = made["watch"]

    def seat(self, seat: int) -> str:
        """The link of a seat."""
        return f"{self._url}#/table/{self.id}/{self.tokens[seat]}"

    def invitation(self, seat: int) -> str:
        """The link by which somebody may sit down."""
        return f"{self._url}#/table/{self.id}/{self._invitations[seat]}"

    @property
    def watch(self) -> str:
        """The link of the spectators."""
        return f"{self._url}#/table/{self.id}/{self._watch}"

    @property
    def at_one_screen(self) -> str:
        """What the browser that opened the table keeps: all its people sit at this screen."""
        seats = [
            {"seat": seat, "token": token, "at": "screen", "name": f"Player {seat + 1}"}
            for seat, token in self.tokens.items()
        ]
        kept = {"table": self.id, "game": self.game, "title": self.game, "seats": seats, "watch": self._watch,
                "with": "", "yourTurn": False, "over": False, "touched": 0}  # fmt: skip
        return f"localStorage.setItem('gamut.tables', {json.dumps(json.dumps([kept]))})"


def environment(packages: Path | None = None) -> dict[str, str]:
    """Ours, with the sources of this checkout, and with other packages if a test brings some."""
    paths = [ROOT / "src", ROOT, packages] if packages else [ROOT / "src"]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}


def launch(playwright: Playwright) -> Browser:
    """Playwright's own browser, or one that is installed here."""
    own = Path(playwright.chromium.executable_path)
    found = None if own.exists() else installed()
    if not own.exists() and not found:
        raise RuntimeError("no browser to test with: python3 start.py browser installs one")
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *sandbox])


def installed() -> str | None:
    """A browser on the path; the one without windows has less to do."""
    chromium = ("chromium-headless-shell", "chromium", "chromium-browser")
    names = (*chromium, "google-chrome", "google-chrome-stable", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


class People:
    """Persons with browsers of their own; what their consoles complain about is kept."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        # patterns of complaints that a test brings about; and one of Svelte's own that comes, once in hundreds of
        # games, when a page is left in the very moment in which a message is drawn: nothing is shown any more
        self.forgiven: list[str] = [r"svelte\.dev/e/derived_inert"]

    def sit(self, address: str, *, first: str = "", **settings: Any) -> Page:
        """A new person at an address; `first` is run before the page's own scripts."""
        settings = {"viewport": DESK, "reduced_motion": "reduce", **settings}
        context = self._browser.new_context(**settings)
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if first:
            context.add_init_script(f"if (!localStorage.getItem('gamut.tables')) {first}")
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(re.search(p, message.text) for p in self.forgiven):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Close all browsers."""
        for context in self.contexts:
            context.close()


# ---------------------------------------------------------------------- playing

OVER = "dialog.endbox"
MINE = "[data-mine]"
NEXT = "[data-touch~='next']"
WARNED = "[data-touch~='warned']"
LISTED = "main .actions button"
MEANT = 600  # ms: a touch that follows a warning or a touch of the same place sooner is not meant
SAME_PLACE = """piece => {
    const { x, y, width, height } = piece.getBoundingClientRect(), before = window.touched
    const at = window.touched = { x: x + width / 2, y: y + height / 2 }
    const near = matchMedia('(pointer: coarse)').matches ? 110 : 60  // to a finger 100 pixels are one place
    return before && Math.hypot(at.x - before.x, at.y - before.y) < near
}"""


def ready(page: Page) -> None:
    """Wait until the table stands."""
    expect(page.locator(".frame, .pass").first).to_be_visible(timeout=COMPILING)


def sit_down(page: Page, name: str = "") -> None:
    """Take the seat of an invitation, under a name."""
    if name:
        page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Sit down").click()


def my_turn(page: Page) -> bool:
    """Wait until something is asked of this person; false when the game is over."""
    page.wait_for_function(
        f"""() => document.querySelector("{OVER}") || document.querySelector(".pass")
        || (document.querySelector("{MINE}") && document.querySelector("{NEXT}, {LISTED}"))"""
    )
    return not page.locator(OVER).count()


def touches(page: Page) -> Locator:
    """What can be touched next: pieces, or a list; who was warned does it all the same."""
    warned = page.locator(f"{WARNED}:visible")
    if warned.count():
        return warned
    pieces = page.locator(f"{NEXT}:visible")
    return pieces if pieces.count() else page.locator(LISTED)


Touch = Callable[[Page, int], None]


def choose_lit(page: Page, turn: int) -> Locator:
    """Something that is lit, another one each time; two quick touches at one place would count as one."""
    lit = touches(page)
    piece = lit.nth(turn % lit.count())
    if piece.evaluate(SAME_PLACE):
        page.wait_for_timeout(MEANT)
    return piece


def by_mouse(page: Page, turn: int) -> None:
    """Click something that is lit."""
    choose_lit(page, turn).click()


def by_finger(page: Page, turn: int) -> None:
    """Tap something that is lit."""
    choose_lit(page, turn).tap()


def by_keyboard(page: Page, turn: int) -> None:
    """Tab to something that is lit, and press Enter."""
    at = f"document.activeElement?.matches(`{NEXT}, {LISTED}`)"
    for _ in range(60):
        if page.evaluate(at):
            page.keyboard.press("Enter" if turn % 2 else "Space")
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that is lit can be reached by Tab")


MOVED = """before => document.querySelector("dialog.endbox, .pass, [data-touch~='chosen'], [data-touch~='warned']")
    || document.querySelector(".frame")?.dataset.decision !== before"""


def resign(page: Page) -> None:
    """Give the game up, by the menu."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign").click()
    expect(page.locator(OVER)).to_be_visible()


def play(page: Page, touch: Touch, most: int = STEPS, first: int = 0) -> bool:
    """Touch what is lit, until the game is over (true) or enough was touched; `first` settles what comes first."""
    for turn in range(first, first + most):
        if not my_turn(page):
            return True
        show_side(page)
        before = decision(page)
        if page.locator(WARNED).count():
            page.wait_for_timeout(MEANT)
        touch(page, turn)
        page.wait_for_function(MOVED, arg=before)
    return False


def play_a_while(page: Page, touch: Touch, most: int) -> None:
    """Touch what is lit; resign when enough was touched. A game that may be played to its end has to end."""
    over = play(page, touch, most)
    assert over or most < STEPS
    if not over:
        resign(page)


def decision(page: Page) -> str | None:
    """The seat at the screen, and the number of its decision."""
    return page.locator(".frame").get_attribute("data-decision")


def log_text(page: Page) -> str:
    """The log, once it has come to rest: others may still choose in secret while it is our turn."""
    text, before = page.locator(".side .log").inner_text(), ""
    while text != before:
        page.wait_for_timeout(800)
        text, before = page.locator(".side .log").inner_text(), text
    return text


def show_side(page: Page) -> None:
    """Take the device, if it is passed to somebody."""
    if page.locator(".pass").count():
        page.locator(".pass button").click()
        expect(page.locator(".frame")).to_be_visible()


# ---------------------------------------------------------------------- the lobby's form


def choose_game(page: Page, game: Game) -> None:
    """Choose a game and the options of a short one, by the form."""
    page.get_by_role("list", name="Games").get_by_text(game.title, exact=True).click()
    page.get_by_role("button", name="Change the rules").click()
    expect(page.get_by_role("group", name="The rules of this table")).to_be_visible()
    options = {option.name: option for option in game.options}
    for name, value in game.short.items():
        option = options[name]
        if isinstance(option, Flag):
            page.get_by_role("switch", name=option.label).set_checked(bool(value))
        elif isinstance(option, Choice):
            label = next(named.label for named in option.values if named.value == value)
            page.get_by_label(option.label).select_option(label=label)
        elif isinstance(option, Count):
            choose_count(page, option.label, int(value))
        else:
            raise TypeError(f"a short game of {game.title} may not choose {option.label!r}, a file")


def choose_count(page: Page, label: str, value: int) -> None:
    """Choose a number: one of a few side by side, typed if there are many, or step by step."""
    few = page.get_by_role("radiogroup", name=label)
    if few.count():
        few.get_by_role("radio", name=str(value), exact=True).check()
        return
    typed = page.get_by_role("spinbutton", name=label)
    if typed.count():
        typed.fill(str(value))
        typed.press("Tab")
        return
    stepper = page.get_by_role("group", name=label)
    while (now := int(stepper.locator("output").inner_text())) != value:
        stepper.get_by_role("button", name="Fewer" if now > value else "More").click()
